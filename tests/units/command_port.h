// SPDX-License-Identifier: Apache-2.0
// The units as Verilator made them from `metronome.generate.GenerateUnit`'s netlist: one command port, cycle by cycle.
#pragma once

#include "command.h"
#include "netlist.h"
#include "random.h"

#ifdef UNIT_SELECT  // there are several behind one port
#define BASE_PORT(name) io_##name
#else
#define BASE_PORT(name) io_base_##name
#endif

class Unit : public Netlist {
public:
    static constexpr bool withdrawable = true;  // valid may fall before a command fired

    static constexpr unsigned rest = 1;          // cycles after a reset in which no command comes

    using Netlist::Netlist;

    // What of a command the port can carry: everything.
    Command carried(const Command& command, Random&) { return command; }

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

    // Shows a command without a clock edge; what follows is about this cycle.
    void present(const Command& command, bool stall)
    {
        drive(command, true, stall);
    }

    bool fires() const { return top->io_command_ready && !top->io_command_stall; }
    // The unit makes it wait; it stands still while it is stalled.
    bool waits() const { return !top->io_command_ready && !top->io_command_stall; }
    // The result of the command that fires is this one.
    bool answers(uint32_t expected) { return result() == expected; }
    uint32_t result() const { return top->io_command_rd; }

#ifdef TIME_BASE
    // The debugger has the core, from the next cycle on.
    void halt(bool now) { halted = now; }

    // A tick takes effect in this cycle.
    bool ticks() const { return top->BASE_PORT(ticked); }
    bool interrupts() const { return top->BASE_PORT(interrupt); }
#endif

    // The clock edge that ends a cycle.
    void clock() { edge(); }

#ifdef SECOND_PORT
    Vunit& ports() { return *top; }
#endif

    // A cycle in which nothing is valid, whatever lies on the other inputs.
    void idle(const Command& junk, bool stall = false)
    {
        drive(junk, false, stall);
        clock();
    }

    // Takes what is still to come.
    void finish() {}

private:
    void drive(const Command& command, bool valid, bool stall)
    {
#ifdef TIME_BASE
        top->BASE_PORT(halted) = halted;
#endif
#ifdef UNIT_SELECT
        top->io_unit = command.instruction.unit;
#endif
#if defined(TIME_BASE) && !defined(UNIT_SELECT)  // and no ready unit, where no task is urgent
        top->io_base_busy = valid;
        top->io_base_urgent_holds = 0;
        top->io_base_urgent_over = 1;
#endif
        top->io_command_valid = valid;
        top->io_command_stall = stall;
        top->io_command_op = command.instruction.op;
        top->io_command_rs1 = command.rs1;
        top->io_command_rs2 = command.rs2;
        top->eval();
    }

#ifdef TIME_BASE
    bool halted = false;
#endif
};
