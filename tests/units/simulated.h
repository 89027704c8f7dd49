// SPDX-License-Identifier: Apache-2.0
// What Verilator made of a netlist: its power-up, its clock, and the fault that is on.
#pragma once

#include <memory>
#include <string>

#include "Vunit.h"

class Simulated {
public:
    // The fault that is on, in a netlist that has faults; 0: none.
    static inline int fault = 0;

    uint64_t cycles = 0;

    // The clock edge that ends a cycle.
    void clock()
    {
        top->clk = 1;
        top->eval();
        top->clk = 0;
        cycles++;
    }

protected:
    // All registers and memories start with random contents, as after power-up.
    explicit Simulated(uint64_t seed)
    {
        const std::string plus = "+fault=" + std::to_string(fault);
        const char* arguments[] = {"", plus.c_str()};
        context.commandArgs(2, arguments);
        context.randReset(2);
        context.randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
        top = std::make_unique<Vunit>(&context);
        top->clk = 0;
        top->reset = 0;
    }

private:
    VerilatedContext context;

protected:
    std::unique_ptr<Vunit> top;
};
