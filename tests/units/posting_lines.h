// SPDX-License-Identifier: Apache-2.0
// Drive the interrupt lines that post at random cycles, and check that the units make each post of the model, in the
// model's order.
#pragma once

#include <cstdint>
#include <string>

#include "command.h"
#include "random.h"

class PostingLines {
public:
    PostingLines(const Configuration& configuration, Random& random) : configuration(configuration), random(random) {}

    // Reset the lines: nothing is posting, and interrupts are disabled.
    template <class Top> void reset(Top& top)
    {
        live = true;
        is_posting = is_counted = may_begin = false;
        waited = 0;
        drive(top);
    }

    // Call this before the model executes a command that fires in this cycle. The write of an entry or of a served
    // level comes after what the lines do in this cycle. All other commands come before.
    void fires(accelerator& model, const Command& command)
    {
        const uint32_t number = CI_TIME_BASE_REGISTER_OF(command.rs1);
        if (is(command.instruction, CI_UNIT_TIME, CI_TIME_WRITE) &&
            (number == CI_TIME_BASE_LINE || number == CI_TIME_BASE_LINES_SERVED)) {
            count(model);
        }
    }

    // End a cycle, before its clock edge. Return a description of the failure, or "".
    template <class Top> std::string end(const Top& top, accelerator& model)
    {
        std::string wrong;
        if (!live || top.reset) {
            return wrong;
        }
        if (top.io_post_turn_second) {
            posting = accelerator_next_line(&model);
            if (posting == ACCELERATOR_LINES_MAX) {
                return "a line posts without a reason";
            }
            const accelerator_line& line = model.line[posting];
            const bool wakes = configuration.levels > 0;
            const uint32_t rs1 = wakes ? line.task : line.event, rs2 = wakes ? CI_LIST_AWAKE : line.message;
            post = {wakes ? Instruction{CI_UNIT_LIST, CI_LIST_PUT, "list.put"}
                          : Instruction{CI_UNIT_EVENT, CI_EVENT_POST, "event.post"},
                    top.io_post_rs1, top.io_post_rs2};
            is_posting = true;
            if (!may_begin) {
                wrong = "a post of a line begins although `holds` is high";
            } else if (post.rs1 != rs1 || post.rs2 != rs2) {
                wrong = "a line posts to a wrong event, or a wrong message, or wakes a wrong task";
            }
            waited = 0;
        } else if (!held && !is_posting && accelerator_next_line(&model) != ACCELERATOR_LINES_MAX &&
                   ++waited > 64 * configuration.tasks + 2000) {
            wrong = "a post of a line waits too long";
        }
        count(model);
        is_counted = false;
        may_begin = !held;
        return wrong;
    }

    // Begin a cycle, after the clock edge. Return true if a line's post has fired in the previous cycle.
    template <class Top> bool begin(Top& top)
    {
        if (!live || top.reset) {
            return false;
        }
        const bool has_posted = is_posting && top.io_post_turn_first;
        if (has_posted) {
            is_posting = false;
            fired++;
        }
        if (random.one_in(400)) {
            one_in = random.of({2u, 8u, 60u, 400u});
        }
        if (random.one_in(60)) {
            held = !held;
        }
        for (unsigned n = 0; n < configuration.lines; n++) {
            levels ^= static_cast<uint32_t>(random.one_in(one_in)) << n;
        }
        drive(top);
        return has_posted;
    }

    unsigned line() const { return posting; }
    const Command& command() const { return post; }

    uint64_t fired = 0;

private:
    void count(accelerator& model)
    {
        if (!is_counted) {
            accelerator_lines_cycle(&model, levels);
        }
        is_counted = true;
    }

    template <class Top> void drive(Top& top)
    {
        top.io_lines = levels;
        top.io_holds = held;
    }

    const Configuration configuration;
    Random& random;
    bool live = false;  // a reset has occurred
    uint32_t levels = 0;
    unsigned one_in = 60;  // a line changes in one of this many cycles
    bool held = false, may_begin = false;
    bool is_counted = false;  // the model's lines have had this cycle
    bool is_posting = false;
    unsigned posting = 0, waited = 0;
    Command post{{0, 0, ""}, 0, 0};
};
