// SPDX-License-Identifier: Apache-2.0
// The core as it has to be: RV32IM, with 16-bit instructions or without, the machine-mode traps that the programs use,
// and the golden model of the units. It executes one instruction for each that the core retires, and knows nothing
// about how long anything takes.
#pragma once

#include <cstdint>

#include "accelerator.h"
#include "memory.h"

struct Step {
    uint32_t pc = 0, instruction = 0;  // of a 16-bit instruction what it stands for
    bool trapped = false;   // it did not retire: the next one is the trap handler's first
    uint32_t cause = 0;     // of the trap
    bool custom = false;    // one of the units' instructions, and it retired
    uint32_t rs1 = 0, rs2 = 0;
    unsigned rd = 0;        // register that it wrote; 0: none
    uint32_t value = 0;     // what it wrote there
    bool done = false;      // the program says that it is over
};

class Reference {
public:
    Reference(const accelerator& units, bool userMode, bool compressed, const Memory& memory, uint32_t reset);

    /// Executes the next instruction.
    Step step();
    /// Takes an interrupt before the next instruction.
    void interrupt(uint32_t cause);
    bool takesInterrupts() const { return user_ || enabled_; }

    Memory memory;

private:
    void trap(uint32_t cause, Step& step);
    void enter(uint32_t cause);
    bool alu(uint32_t word, uint32_t a, uint32_t b, bool immediate, uint32_t& result) const;
    bool load(uint32_t word, uint32_t address, uint32_t& result, Step& step);
    bool store(uint32_t word, uint32_t address, uint32_t value, Step& step);
    bool system(uint32_t word, uint32_t& result, Step& step);
    uint32_t* csr(uint32_t number);

    accelerator units_;
    const bool userMode_, compressed_;
    uint32_t pc_, x_[32] = {};
    bool user_ = false, enabled_ = false, enabledBefore_ = false;  // the mode; mstatus.MIE and MPIE
    uint32_t mpp_ = 0;                                             // mstatus.MPP
    uint32_t mie_ = 0, mtvec_ = 0, mscratch_ = 0, mepc_ = 0, mcause_ = 0, irqMask_ = 0;
};
