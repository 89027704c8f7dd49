// SPDX-License-Identifier: Apache-2.0
// What the harness sees of the core in one clock cycle.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>

class Core {
public:
    /// Where the model keeps the signals; model.cpp says what they are called there.
    struct Signals {
        const uint8_t *fires, *interruptJump, *hadException, *cause, *inWfi, *meie, *mtie, *msie, *mie, *asksUnit,
            *unitStalls, *fetchAck, *fetchBurst, *loadAck, *loadBurst, *loadWrites, *bank, *ticked;
        const uint32_t *pc, *instruction, *regs, *faultAddress, *trapVector, *lines, *rom, *sram;
        uint32_t romBytes, sramBytes, banks;
    };

    static constexpr uint32_t kSram = 0x10000000;  // its address

    explicit Core(const Signals& signals) : at_(signals) {}

    /// An instruction retires in this cycle: it leaves the last stage and nothing can undo it.
    bool retires() const { return *at_.fires; }
    /// Address and encoding of the instruction in the last stage.
    uint32_t pc() const { return *at_.pc; }
    uint32_t instruction() const { return *at_.instruction; }
    /// A register of the running bank, on a core that has several.
    uint32_t reg(int index) const { return at_.regs[kRegisters * *at_.bank + index]; }
    /// A context.switch or context.exit to the handlers' bank, which is the last one: to no task.
    bool namesHandlers(uint32_t bank) const { return bank == at_.banks - 1; }
    /// A word of the ROM or the SRAM, which lags a few cycles behind the stores; 0 elsewhere.
    uint32_t word(uint32_t address) const {
        if (address < at_.romBytes) return at_.rom[address / 4];
        return address - kSram < at_.sramBytes ? at_.sram[(address - kSram) / 4] : 0;
    }

    uint32_t romBytes() const { return at_.romBytes; }
    uint32_t sramBytes() const { return at_.sramBytes; }
    /// All bytes of the SRAM.
    std::string sram() const { return {reinterpret_cast<const char*>(at_.sram), at_.sramBytes}; }

    /// The core leaves the program for its trap vector in this cycle; pc() is then what mepc receives. User mode's own
    /// interrupts are none.
    bool takesInterrupt() const { return *at_.interruptJump && !*at_.hadException && cause() != kOfUserMode; }
    bool takesException() const { return *at_.hadException; }
    uint32_t cause() const { return *at_.cause; }
    static const char* causeName(uint32_t exception) {
        static const char* const names[] = {
            "misaligned jump", "instruction access fault", "illegal instruction", "breakpoint", "misaligned load",
            "load access fault", "misaligned store", "store access fault", "ecall from user mode",
            "ecall from supervisor mode", "reserved", "ecall from machine mode"};
        return exception < std::size(names) ? names[exception] : "unknown";
    }
    uint32_t faultAddress() const { return *at_.faultAddress; }
    uint32_t trapVector() const { return *at_.trapVector << 2; }

    /// The core sleeps in a WFI from which an interrupt can still wake it.
    bool waitsForInterrupt() const {
        return *at_.inWfi && (*at_.meie || *at_.mtie || *at_.msie);
    }
    bool interruptsEnabled() const { return *at_.mie; }
    /// The interrupt lines as they reach the core, bit n is line n.
    uint32_t lines() const { return *at_.lines; }

    /// A tick takes effect; on a core without a time base never.
    bool ticks() const { return *at_.ticked; }

    /// The instruction cache, or the data cache, gets the last word of a line in this cycle.
    bool fetchedLine() const { return *at_.fetchAck && *at_.fetchBurst == kLastOfBurst; }
    bool loadedLine() const { return *at_.loadAck && !*at_.loadWrites && *at_.loadBurst == kLastOfBurst; }

    /// An instruction asks for its unit; on a core without units none does.
    bool asksUnit() const { return *at_.asksUnit; }
    /// What else goes on in the pipeline holds it up, or drops it.
    bool unitStalls() const { return *at_.unitStalls; }

private:
    static constexpr int kRegisters = 32;  // of a bank
    static constexpr uint32_t kOfUserMode = 0;  // an interrupt's cause
    static constexpr uint8_t kLastOfBurst = 7;  // Wishbone's CTI

    const Signals at_;
};
