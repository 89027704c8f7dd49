// SPDX-License-Identifier: Apache-2.0
// Reference model of the core: RV32IM, with or without 16-bit instructions, the machine-mode traps that the programs
// use, register banks if the core has them, and the golden model of the units. It executes one instruction for each
// that the core retires, and does not model time.
#pragma once

#include <cstdint>

#include "accelerator.h"
#include "contexts.h"
#include "memory.h"

struct Step {
    uint32_t pc = 0, instruction = 0;  // a 16-bit instruction is expanded
    bool trapped = false;   // it did not retire: the next instruction is the trap handler's first
    uint32_t cause = 0;     // of the trap
    bool custom = false;    // a retired instruction of the units or of the banks
    bool command = false;   // an instruction of the units
    uint32_t rs1 = 0, rs2 = 0;
    unsigned bank = 0;      // the bank that ran
    Contexts::Target rd;    // the register that it wrote
    uint32_t value = 0;     // the value that it wrote
    bool done = false;      // the program has ended
};

class Reference {
public:
    /// banks: number of register banks; 0: a core without banks.
    Reference(const accelerator& units, unsigned banks, bool userMode, bool compressed, const Memory& memory,
              uint32_t reset);

    /// Executes the next instruction. unknown: bits of a unit's result that cannot be predicted; they are taken from
    /// `seen`.
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
