// SPDX-License-Identifier: Apache-2.0
// The units behind the adapter for Nios II or Nios V, by the rules of its custom-instruction bus (docs/nios.md).
//
// `start` is high in the first cycle of an instruction. A low clk_en (Nios II) stalls the instruction. Operands stay
// constant until its end. With PORT_FIXED, the core ignores `done` and reads the result in cycle PORT_FIXED.
#pragma once

#include "command.h"
#include "netlist.h"
#include "random.h"

class Unit : public Netlist {
public:
    static constexpr bool withdrawable = false;  // an instruction that has started completes
    static constexpr unsigned cycles_before_first_command = 0;  // after a reset

    using Netlist::Netlist;

    Command carried(const Command& command, Random&) { return command; }

    // Reset the units. The instruction `started`, if given, starts during the reset, which ends it.
    void reset(unsigned cycles, const Command* started = nullptr)
    {
        top->reset = 1;
        while (cycles-- > 0) {
            drive(started ? *started : Command{});
            start(started != nullptr, false);
            edge();
        }
        top->reset = 0;
        trouble.clear();
        elapsed = 0;
        answered = false;
        was_reset = true;
    }

    // Present a cycle of an instruction without its clock edge.
    void present(const Command& command, bool stall)
    {
        drive(command);
        start(elapsed == 0, stall);
        running = true;
        if (elapsed == 0) {
            expect_no_answer();
        }
    }

    bool fires() const { return enabled && ready(); }
    bool waits() const { return enabled && !ready(); }
    bool answers(uint32_t expected) { return result() == expected; }
    uint32_t result() const { return top->result; }

    void clock()
    {
        if (enabled) {
            bool over = running && ready();
            if (over) {
                answered = true;
                last = result();
            }
            elapsed = over || !running ? 0 : elapsed + 1;
        }
        edge();
    }

    // Make a cycle without an instruction, with junk on the other inputs.
    void idle(const Command& junk, bool stall = false)
    {
        drive(junk);
        start(false, stall);
        running = false;
        expect_no_answer();
        clock();
    }

    void finish() {}

private:
#ifdef PORT_FIXED
    bool ready() const { return elapsed == PORT_FIXED - 1; }
#else
    bool ready() const { return elapsed > 0 && top->done; }
#endif

    void drive(const Command& command)
    {
        const unsigned unit = command.instruction.unit, op = command.instruction.op;
#ifdef PORT_NIOS2
        top->n = (op >> 4) << 7 | unit << 4 | (op & 15);
        top->dataa = command.rs1;
        top->datab = command.rs2;
#else
        // The register fields have no effect, but they stay constant like the rest of the instruction.
        top->ctrl = op << 25 | ((command.rs1 ^ command.rs2 >> 3) & 0x01ff8f80) | unit << 12 | CI_OPCODE;
        top->data0 = command.rs1;
        top->data1 = command.rs2;
#endif
    }

    void start(bool starts, bool stall)
    {
#ifdef PORT_NIOS2
        enabled = !stall;
        top->start = starts;
        top->clk_en = enabled;
#else
        (void)stall;  // a Nios V has no clock enable
        top->enable = starts;
#endif
        top->eval();
    }

    void expect_no_answer()
    {
        if (was_reset && answered && result() != last) {
            trouble = "the result changed before the next instruction was done";
        }
#ifndef PORT_FIXED
        if (was_reset && top->done) {
            trouble = "`done` is high without an instruction";
        }
#endif
    }

    unsigned elapsed = 0;  // enabled cycles of the instruction before this cycle
    bool running = false;
    bool enabled = true;
    bool was_reset = false;
    bool answered = false;
    uint32_t last = 0;
};
