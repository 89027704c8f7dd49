// SPDX-License-Identifier: Apache-2.0
// What the harness sees of the core in one clock cycle: the only place that knows VexRiscv's signal names.
#pragma once

#include <cstdint>
#include <iterator>

#include "Vsim.h"
#include "Vsim_VexRiscv.h"
#include "Vsim_sim.h"

class Core {
public:
    explicit Core(const Vsim& top) : sim_(*top.sim), core_(*top.sim->VexRiscv) {}

    /// An instruction retires in this cycle: it leaves the last stage and nothing can undo it.
    bool retires() const { return core_.lastStageIsFiring; }
    /// Address and encoding of the instruction in the last stage.
    uint32_t pc() const { return core_.lastStagePc; }
    uint32_t instruction() const { return core_.lastStageInstruction; }
    uint32_t reg(int index) const { return core_.RegFilePlugin_regFile[index]; }
    /// A word of the ROM or the SRAM, which lags a few cycles behind the stores; 0 elsewhere.
    uint32_t word(uint32_t address) const {
        if (address < sizeof sim_.rom) return sim_.rom[address / 4];
        return address - kSram < sizeof sim_.sram ? sim_.sram[(address - kSram) / 4] : 0;
    }

    /// The core leaves the program for its trap vector in this cycle; pc() is then what mepc receives.
    bool takesInterrupt() const { return core_.CsrPlugin_interruptJump && !core_.CsrPlugin_hadException; }
    bool takesException() const { return core_.CsrPlugin_hadException; }
    uint32_t cause() const { return core_.CsrPlugin_trapCause; }
    static const char* causeName(uint32_t exception) {
        static const char* const names[] = {
            "misaligned jump", "instruction access fault", "illegal instruction", "breakpoint", "misaligned load",
            "load access fault", "misaligned store", "store access fault", "ecall from user mode",
            "ecall from supervisor mode", "reserved", "ecall from machine mode"};
        return exception < std::size(names) ? names[exception] : "unknown";
    }
    uint32_t faultAddress() const { return core_.CsrPlugin_exceptionPortCtrl_exceptionContext_badAddr; }
    uint32_t trapVector() const { return core_.CsrPlugin_mtvec_base << 2; }

    /// The core sleeps in a WFI from which an interrupt can still wake it.
    bool waitsForInterrupt() const {
        return core_.CsrPlugin_inWfi &&
               (core_.CsrPlugin_mie_MEIE || core_.CsrPlugin_mie_MTIE || core_.CsrPlugin_mie_MSIE);
    }
    bool interruptsEnabled() const { return core_.CsrPlugin_mstatus_MIE; }
    /// The interrupt lines as they reach the core, bit n is line n.
    uint32_t lines() const { return core_.externalInterruptArray; }

    /// An instruction asks for its unit; on a core without units none does.
    bool asksUnit() const { return valid(core_, 0); }
    /// What else goes on in the pipeline holds it up, or drops it.
    bool unitStalls() const { return stall(core_, 0); }

private:
    static constexpr uint32_t kSram = 0x10000000;

    template <class C>
    static auto valid(const C& core, int) -> decltype(bool(core.accelerator_1_io_command_valid)) {
        return core.accelerator_1_io_command_valid;
    }
    template <class C>
    static auto stall(const C& core, int) -> decltype(bool(core.accelerator_1_io_command_stall)) {
        return core.accelerator_1_io_command_stall;
    }
    static bool valid(const Vsim_VexRiscv&, long) { return false; }
    static bool stall(const Vsim_VexRiscv&, long) { return false; }

    const Vsim_sim& sim_;
    const Vsim_VexRiscv& core_;
};
