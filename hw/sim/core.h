// SPDX-License-Identifier: Apache-2.0
// The signals of the core that the harness reads in one clock cycle.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>

class Core {
public:
    /// Addresses of the signals in the model; model.cpp maps their names.
    struct Signals {
        const uint8_t *fires, *interruptJump, *hadException, *cause, *inWfi, *meie, *mtie, *msie, *mie, *asksUnit,
            *unitStalls, *fetchAck, *fetchBurst, *loadAck, *loadBurst, *loadWrites, *bank, *ticked;
        const uint32_t *pc, *instruction, *regs, *faultAddress, *trapVector, *lines, *rom, *sram;
        uint32_t romBytes, sramBytes, banks;
    };

    static constexpr uint32_t kSram = 0x10000000;  // base address

    explicit Core(const Signals& signals) : at_(signals) {}

    /// An instruction retires in this cycle: it leaves the last stage and nothing can undo it.
    bool retires() const { return *at_.fires; }
    /// Address and encoding of the instruction in the last stage.
    uint32_t pc() const { return *at_.pc; }
    uint32_t instruction() const { return *at_.instruction; }
    /// A register of the running bank; bank 0 on a core without register banks.
    uint32_t reg(int index) const { return at_.regs[kRegisters * *at_.bank + index]; }
    /// True if `bank` is the last one, which belongs to the handlers and not to a task.
    bool namesHandlers(uint32_t bank) const { return bank == at_.banks - 1; }
    /// A word of the ROM or the SRAM; 0 at other addresses. A store appears here a few cycles late.
    uint32_t word(uint32_t address) const {
        if (address < at_.romBytes) return at_.rom[address / 4];
        return address - kSram < at_.sramBytes ? at_.sram[(address - kSram) / 4] : 0;
    }

    uint32_t romBytes() const { return at_.romBytes; }
    uint32_t sramBytes() const { return at_.sramBytes; }
    /// All bytes of the SRAM.
    std::string sram() const { return {reinterpret_cast<const char*>(at_.sram), at_.sramBytes}; }

    /// The core takes an interrupt to its trap vector in this cycle, and mepc receives pc(). Interrupts of user mode do
    /// not count.
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
    /// The interrupt lines at the core; bit n is line n.
    uint32_t lines() const { return *at_.lines; }

    /// A tick takes effect in this cycle; always false without a time base.
    bool ticks() const { return *at_.ticked; }

    /// The instruction cache (data cache) receives the last word of a line in this cycle.
    bool fetchedLine() const { return *at_.fetchAck && *at_.fetchBurst == kLastOfBurst; }
    bool loadedLine() const { return *at_.loadAck && !*at_.loadWrites && *at_.loadBurst == kLastOfBurst; }

    /// An instruction presents a command to its unit; always false without units.
    bool asksUnit() const { return *at_.asksUnit; }
    /// The rest of the pipeline may stall or drop that instruction.
    bool unitStalls() const { return *at_.unitStalls; }

private:
    static constexpr int kRegisters = 32;  // per bank
    static constexpr uint32_t kOfUserMode = 0;  // cause of an interrupt of user mode
    static constexpr uint8_t kLastOfBurst = 7;  // Wishbone's CTI

    const Signals at_;
};
