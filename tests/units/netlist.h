// SPDX-License-Identifier: Apache-2.0
// A netlist as a Verilator model: power-up, clock, and the active fault.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "Vunit.h"

class Netlist {
public:
    // Number of the active fault in a netlist with faults; 0: none.
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
    std::function<void()> each_cycle;  // called at the end of each cycle, before the clock edge
    std::function<void()> next_cycle;  // called after the clock edge
    std::string trouble;  // error that a port saw, other than a wrong result of a command

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
