// SPDX-License-Identifier: Apache-2.0
// The units by their own port, as `metronome.GenerateUnit` writes them: a command, cycle by cycle.
#pragma once

#include "command.h"
#include "simulated.h"

class Unit : public Simulated {
public:
    static constexpr bool stalls = true;     // a command may be held up in any cycle
    static constexpr bool withdraws = true;  // a command may go before it fired

    explicit Unit(uint64_t seed) : Simulated(seed) {}

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
    const char* complaint() const { return nullptr; }

    // A cycle in which nothing is valid, whatever lies on the other inputs.
    void idle(const Command& junk, bool stall = false)
    {
        drive(junk);
        top->io_command_valid = 0;
        top->io_command_stall = stall;
        top->eval();
        clock();
    }

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
};
