// SPDX-License-Identifier: Apache-2.0
// The Wishbone adapter: an access is a command. While stalled, the master drives CYC, but not STB yet. It holds an
// access that has begun until the answer.
#pragma once

#include "ci_wishbone.h"
#include "command.h"
#include "netlist.h"
#include "random.h"

class Unit : public Netlist {
public:
    static constexpr bool withdrawable = false;  // the master holds an access until it is answered

    static constexpr unsigned cycles_before_first_command = 0;  // after a reset

    using Netlist::Netlist;

    // Mostly, a command with rs2 is a write and any other command is a read, as in software. One in eight is reversed.
    // A read carries no rs2. The address has no room for the unused bits of a sleeper operand.
    Command carried(Command command, Random& random)
    {
        if (command.instruction.rs1 == CI_KIND_SLEEPER) {
            command.rs1 &= 0x3FFu;
        }
        write = random.one_in(8) != (command.instruction.rs2 != CI_KIND_NOTHING);
        if (!write) {
            command.rs2 = 0;
        }
        return command;
    }

    void reset(unsigned cycles, const Command* stalled = nullptr)
    {
        top->reset = 1;
        while (cycles-- > 0) {
            drive(stalled ? *stalled : Command{}, stalled != nullptr, stalled != nullptr, write, 15);
            edge();
        }
        top->reset = 0;
        trouble.clear();
        begun = false;
    }

    void present(const Command& command, bool stall)
    {
        begun = begun || !stall;
        drive(command, true, begun, write, 15);
    }
    bool fires() const { return begun && top->bus_ACK; }
    bool waits() const { return begun && !top->bus_ACK; }
    bool answers(uint32_t expected) { return write || result() == expected; }
    uint32_t result() const { return top->bus_DAT_MISO; }

    void clock()
    {
        begun = begun && !top->bus_ACK;
        edge();
    }

    // Make a cycle without a command: another slave's access, which shows on all wires except CYC, or a write of less
    // than a word.
    void idle(const Command& junk, bool stall = false)
    {
        bool partial = stall && (junk.rs1 & 4) != 0;
        unsigned lanes = junk.rs2 % 15;
        drive(junk, partial, true, partial || (junk.rs1 & 1) != 0, partial ? lanes : junk.rs2 & 15);
        for (unsigned cycle = 0; partial && !top->bus_ACK; cycle++) {
            if (cycle == 2) {
                trouble = "a write of less than a word is not answered";
                break;
            }
            edge();
            top->eval();
        }
        if (!partial && top->bus_ACK) {
            trouble = "an answer without a request";
        }
        edge();
    }

    void finish() {}

private:
    void drive(const Command& command, bool cyc, bool stb, bool we, unsigned lanes)
    {
        top->bus_CYC = cyc;
        top->bus_STB = stb;
        top->bus_WE = we;
        top->bus_SEL = lanes;
        top->bus_ADR = ci_wishbone_offset(command.instruction.unit, command.instruction.op, command.rs1) / 4;
        top->bus_DAT_MOSI = we ? command.rs2 : ~command.rs1;  // a read may have any data
        top->eval();
    }

    bool write = false;
    bool begun = false;
};
