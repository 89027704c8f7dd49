// SPDX-License-Identifier: Apache-2.0
// What the harness sees of the core in one clock cycle: the only place that knows VexRiscv's signal names.
#pragma once

#include <cstdint>

#include "Vsim.h"
#include "Vsim_VexRiscv.h"
#include "Vsim_sim.h"

class Core {
public:
    explicit Core(const Vsim& top) : core_(*top.sim->VexRiscv) {}

    /// An instruction retires in this cycle: it leaves the last stage and nothing can undo it.
    bool retires() const { return core_.lastStageIsFiring; }
    /// Address and encoding of the instruction in the last stage.
    uint32_t pc() const { return core_.lastStagePc; }
    uint32_t instruction() const { return core_.lastStageInstruction; }
    uint32_t reg(int index) const { return core_.RegFilePlugin_regFile[index]; }

    /// The core leaves the program for its trap vector in this cycle; pc() is then what mepc receives.
    bool takesInterrupt() const { return core_.CsrPlugin_interruptJump && !core_.CsrPlugin_hadException; }
    bool takesException() const { return core_.CsrPlugin_hadException; }
    uint32_t cause() const { return core_.CsrPlugin_trapCause; }
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

private:
    const Vsim_VexRiscv& core_;
};
