// SPDX-License-Identifier: Apache-2.0
// A netlist as Verilator made it: power-up, clock, the fault that is on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "Vunit.h"

class Netlist {
public:
    // The fault that is on, in a netlist that has faults; 0: none.
    static inline int fault = 0;

    // All registers and memories start with random contents, as after power-up.
    explicit Netlist(uint64_t seed)
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

    uint64_t cycles = 0;
    std::function<void()> each_cycle;  // is called at its end, before the clock edge
    std::function<void()> next_cycle;  // behind that
    std::string trouble;  // what a port saw that must not be, apart from a command's own result

protected:
    void edge()
    {
        if (each_cycle) {
            each_cycle();
        }
        top->clk = 1;
        top->eval();
        top->clk = 0;
        cycles++;
        if (next_cycle) {
            next_cycle();
        }
    }

    VerilatedContext context;
    std::unique_ptr<Vunit> top;
};
