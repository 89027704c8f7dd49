// SPDX-License-Identifier: Apache-2.0
// The core as it has to be: RV32IM, with 16-bit instructions or without, the machine-mode traps that the programs use,
// register banks or none, and the golden model of the units. It executes one instruction for each that the core
// retires, and knows nothing about how long anything takes.
#pragma once

#include <cstdint>

#include "accelerator.h"
#include "contexts.h"
#include "memory.h"

struct Step {
    uint32_t pc = 0, instruction = 0;  // of a 16-bit instruction what it stands for
    bool trapped = false;   // it did not retire: the next one is the trap handler's first
    uint32_t cause = 0;     // of the trap
    bool custom = false;    // one of the units' instructions or of the banks', and it retired
    bool command = false;   // one of the units'
    uint32_t rs1 = 0, rs2 = 0;
    unsigned bank = 0;      // that ran
    Contexts::Target rd;    // register that it wrote
    uint32_t value = 0;     // what it wrote there
    bool done = false;      // the program says that it is over
};

class Reference {
public:
    /// banks: of registers; 0: a core without them.
    Reference(const accelerator& units, unsigned banks, bool userMode, bool compressed, const Memory& memory,
              uint32_t reset);

    /// Executes the next instruction. unknown: bits of a units' result that nobody can know; they are those of `seen`.
    Step step(uint32_t unknown = 0, uint32_t seen = 0);
    /// Takes an interrupt before the next instruction.
    void interrupt(uint32_t cause);
    bool takesInterrupts() const { return user_ || enabled_; }
    uint32_t pc() const { return pc_; }
    const Contexts& contexts() const { return contexts_; }
    accelerator& units() { return units_; }

    Memory memory;

private:
    void trap(uint32_t cause, Step& step);
    void enter(uint32_t cause);
    void jump(uint32_t word, uint32_t a, uint32_t b, uint32_t next);
    void mret();
    bool alu(uint32_t word, uint32_t a, uint32_t b, bool immediate, uint32_t& result) const;
    bool load(uint32_t word, uint32_t address, uint32_t& result, Step& step);
    bool store(uint32_t word, uint32_t address, uint32_t value, Step& step);
    bool system(uint32_t word, uint32_t& result, Step& step);
    uint32_t* csr(uint32_t number);

    accelerator units_;
    Contexts contexts_;
    const bool userMode_, compressed_;
    uint32_t pc_;
    bool user_ = false, enabled_ = false, enabledBefore_ = false;  // the mode; mstatus.MIE and MPIE
    uint32_t mpp_ = 3;                                             // mstatus.MPP
    uint32_t mie_ = 0, mtvec_ = 0, mscratch_ = 0, mepc_ = 0, mcause_ = 0, irqMask_ = 0;
};
