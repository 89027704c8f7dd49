// SPDX-License-Identifier: Apache-2.0
// Drive the netlist of `metronome.generate.GenerateUnit` in Verilator, cycle by cycle, through its command port.
#pragma once

#include "command.h"
#include "netlist.h"
#include "random.h"

#ifdef UNIT_SELECT  // several units behind one port
#define TIME_BASE_PORT(name) io_##name
#else
#define TIME_BASE_PORT(name) io_base_##name
#endif

#ifdef LINES
#define SHARED(name) io_post_##name
#else
#define SHARED(name) io_second_##name
#endif

class Unit : public Netlist {
public:
    static constexpr bool withdrawable = true;  // valid may fall before the command fires

    static constexpr unsigned cycles_before_first_command = 1;  // after a reset

    using Netlist::Netlist;

    // Return the command unchanged, because this port carries every command.
    Command carried(const Command& command, Random&) { return command; }

    // Reset the units. The command `stalled`, if given, is present and stalled during the reset, which drops it.
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

    // Present a command without a clock edge. The functions below refer to this cycle.
    void present(const Command& command, bool stall)
    {
        drive(command, true, stall);
    }

    bool fires() const { return top->io_command_ready && !top->io_command_stall; }
    // Return whether the unit makes the command wait. While the command is stalled, the unit does not advance.
    bool waits() const { return !top->io_command_ready && !top->io_command_stall; }
    // Return whether the command that fires has the expected result.
    bool answers(uint32_t expected) { return result() == expected; }
    uint32_t result() const { return top->io_command_rd; }

#ifdef TIME_BASE
    // Let the debugger halt or release the core, from the next cycle.
    void halt(bool now) { halted = now; }

    // Return whether a tick takes effect in this cycle.
    bool ticks() const { return top->TIME_BASE_PORT(ticked); }
    bool interrupts() const { return top->TIME_BASE_PORT(interrupt); }
#endif

#ifndef SHARED_PORT
    // Make the clock edge that ends a cycle.
    void clock() { edge(); }
#else
    Vunit& ports() { return *top; }

    // All operands come through the command port. Follow whose operands the next cycle presents.
    void clock()
    {
        if (top->reset || top->SHARED(turn_first)) {
            seconds_turn = false;
        } else if (top->SHARED(turn_second)) {
            seconds_turn = true;
        }
        edge();
    }

    // Command that the second port or a line presents from the next cycle on.
    Command of_second{};
#endif

    // Return the command that the units see in this cycle: `present`, the second port's or a line's. nullptr: none.
    const Command* seen(const Command* present) const
    {
#ifdef SHARED_PORT
        if (!top->SHARED(turn_follows)) {
            return top->SHARED(turn_second) || top->SHARED(turn_first) ? nullptr : &of_second;
        }
#endif
        return present;
    }

    // Make a cycle in which nothing is valid, with junk on the other inputs.
    void idle(const Command& junk, bool stall = false)
    {
        drive(junk, false, stall);
        clock();
    }

    // Take the outstanding answers. This port has none.
    void finish() {}

private:
    void drive(const Command& firsts, bool valid, bool stall)
    {
#ifdef SHARED_PORT
        const Command& command = seconds_turn ? of_second : firsts;
        top->SHARED(settled) = true;
#else
        const Command& command = firsts;
#endif
#ifdef TIME_BASE
        top->TIME_BASE_PORT(halted) = halted;
#endif
#ifdef UNIT_SELECT
        top->io_unit = command.instruction.unit;
#endif
#if defined(TIME_BASE) && !defined(UNIT_SELECT)  // without a ready unit, no task is urgent
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
#ifdef SHARED_PORT
    bool seconds_turn = false;
#endif
};
