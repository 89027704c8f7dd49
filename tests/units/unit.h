// SPDX-License-Identifier: Apache-2.0
// The units as Verilator made them from `metronome.GenerateUnit`'s netlist: one command port, cycle by cycle.
#pragma once

#include <memory>
#include <string>

#include "Vunit.h"
#include "command.h"

class Unit {
public:
    // The fault that is on, in a netlist that has faults; 0: none.
    static inline int fault = 0;

    // All registers and memories start with random contents, as after power-up.
    explicit Unit(uint64_t seed)
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

    // A command may be there, and wait; it does not come back.
    void reset(unsigned cycles, const Command* stalled = nullptr)
    {
        top->reset = 1;
        while (cycles-- > 0) {
            if (stalled) {
                present(*stalled, true);
                clock();
            } else {
                idle({});
            }
        }
        top->reset = 0;
    }

    // Shows a command without a clock edge; ready() and result() are its answer.
    void present(const Command& command, bool stall)
    {
        drive(command);
        top->io_command_valid = 1;
        top->io_command_stall = stall;
        top->eval();
    }

    bool ready() const { return top->io_command_ready; }
    uint32_t result() const { return top->io_command_rd; }

    // The clock edge that ends a cycle.
    void clock()
    {
        top->clk = 1;
        top->eval();
        top->clk = 0;
        cycles++;
    }

    // A cycle in which nothing is valid, whatever lies on the other inputs.
    void idle(const Command& junk, bool stall = false)
    {
        drive(junk);
        top->io_command_valid = 0;
        top->io_command_stall = stall;
        top->eval();
        clock();
    }

    uint64_t cycles = 0;

private:
    void drive(const Command& command)
    {
#ifdef UNIT_SELECT  // there are several behind one port
        top->io_unit = command.instruction.unit;
#endif
        top->io_command_op = command.instruction.op;
        top->io_command_rs1 = command.rs1;
        top->io_command_rs2 = command.rs2;
    }

    VerilatedContext context;
    std::unique_ptr<Vunit> top;
};
