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

#ifndef SECOND_PORT
    // The clock edge that ends a cycle.
    void clock() { edge(); }
#else
    Vunit& ports() { return *top; }

    // Both sides' operands come by one port, in turn.
    void clock()
    {
        if (top->reset || top->io_second_turn_first) {
            seconds_turn = false;
        } else if (top->io_second_turn_second) {
            seconds_turn = true;
        }
        edge();
    }

    // The second port's command, from the next cycle on.
    Command of_second{};
#endif

    // What the units see in this cycle of the command that is there, or of the second port's; nullptr: nothing.
    const Command* seen(const Command* present) const
    {
#ifdef SECOND_PORT
        if (!top->io_second_turn_follows) {
            return top->io_second_turn_second || top->io_second_turn_first ? nullptr : &of_second;
        }
#endif
        return present;
    }

    // A cycle in which nothing is valid, whatever lies on the other inputs.
    void idle(const Command& junk, bool stall = false)
    {
        drive(junk, false, stall);
        clock();
    }

    // Takes what is still to come.
    void finish() {}

private:
    void drive(const Command& firsts, bool valid, bool stall)
    {
#ifdef SECOND_PORT
        const Command& command = seconds_turn ? of_second : firsts;
        top->io_second_settled = true;
#else
        const Command& command = firsts;
#endif
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
#ifdef SECOND_PORT
    bool seconds_turn = false;
#endif
};
