// SPDX-License-Identifier: Apache-2.0
// The CFU adapter: commands and answers are separate streams. The next command can come while answers are outstanding.
// A stall means that the core does not accept answers.
#pragma once

#include <deque>
#include <string>

#include "command.h"
#include "netlist.h"
#include "random.h"

class Unit : public Netlist {
public:
    static constexpr bool withdrawable = false;  // the core holds a command until it is accepted

    static constexpr unsigned cycles_before_first_command = 0;  // after a reset

    using Netlist::Netlist;

    // An unknown operation may have any of the 128 numbers, including one with the low bits of a real operation.
    Command carried(Command command, Random& random)
    {
        if (std::string(command.instruction.name) == "(unknown)" && random.one_in(2)) {
            command.instruction.unit = random.below(3);
            command.instruction.op = random.between(16, 127);
        }
        return command;
    }

    void reset(unsigned cycles, const Command* stalled = nullptr)
    {
        top->reset = 1;
        while (cycles-- > 0) {
            drive(stalled ? *stalled : Command{}, stalled != nullptr, stalled != nullptr);
            edge();
        }
        top->reset = 0;
        trouble.clear();
        outstanding.clear();
    }

    void present(const Command& command, bool stall) { drive(command, true, stall); }
    bool fires() const { return top->cmd_ready; }
    bool waits() const { return !top->cmd_ready && top->rsp_ready; }

    // Queue the expected answer. clock() compares it with the answer that comes later.
    bool answers(uint32_t expected)
    {
        outstanding.push_back(expected);
        return true;
    }
    uint32_t result() const { return outstanding.empty() ? 0 : outstanding.back(); }

    void clock()
    {
        bool taken = top->rsp_valid && top->rsp_ready;
        uint32_t answer = top->rsp_payload_outputs_0;
        bool extra = top->cmd_valid && top->cmd_ready;  // the command of this cycle has no answer yet
        edge();
        if (!taken) {
            return;
        }
        if (outstanding.size() <= extra) {
            trouble = "an answer without a command";
        } else {
            if (answer != outstanding.front()) {
                trouble = "an answer is " + std::to_string(answer) + ", expected " +
                          std::to_string(outstanding.front());
            }
            outstanding.pop_front();
        }
    }

    void idle(const Command& junk, bool stall = false)
    {
        drive(junk, false, stall);
        if (!top->cmd_ready) {
            trouble = "not ready without a command, so the stock core would send an extra command";
        }
        clock();
    }

    void finish()
    {
        idle({});
        idle({});
        if (!outstanding.empty()) {
            trouble = "a command was never answered";
        }
    }

private:
    void drive(const Command& command, bool valid, bool stall)
    {
        top->cmd_valid = valid;
        top->cmd_payload_function_id = command.instruction.op << 3 | command.instruction.unit;
        top->cmd_payload_inputs_0 = command.rs1;
        top->cmd_payload_inputs_1 = command.rs2;
        top->rsp_ready = !stall;
        top->eval();
    }

    std::deque<uint32_t> outstanding;
};
