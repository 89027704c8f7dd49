// SPDX-License-Identifier: Apache-2.0
// An instruction as a unit sees it, and the set of tasks and widths under test.
#pragma once

#include <cstdint>
#include <vector>

#include "accelerator.h"

struct Instruction {
    unsigned unit;
    unsigned op;
    const char* name;
};

inline bool is(const Instruction& instruction, unsigned unit, unsigned op)
{
    return instruction.unit == unit && instruction.op == op;
}

struct Command {
    Instruction instruction;
    uint32_t rs1;
    uint32_t rs2;
};

struct Configuration {
    unsigned tasks;
    unsigned width;
    unsigned units;
    unsigned engine;

    bool has(unsigned unit) const { return (units & unit) != 0; }
    bool lookahead() const { return engine == 1 && has(ACCELERATOR_TIME); }
};

// What this configuration's port takes.
std::vector<Instruction> instructions(const Configuration& configuration);
