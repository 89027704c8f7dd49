// SPDX-License-Identifier: Apache-2.0
// Send random commands of hardware threads through the second port, and check the units' signals about the threads'
// tasks. One model executes the commands of both ports in the order in which they fire.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "command.h"
#include "random.h"

constexpr unsigned slots = 4;  // slots of the netlist under test

class SecondPort {
public:
    struct Pulses {
        unsigned posted = 0, aborted = 0, expired = 0, resumed = 0;
        bool woken = false, tick = false;

        bool operator==(const Pulses& other) const
        {
            return posted == other.posted && aborted == other.aborted && expired == other.expired &&
                   resumed == other.resumed && woken == other.woken && tick == other.tick;
        }
    };

    SecondPort(const Configuration& configuration, Random& random) : configuration(configuration), random(random) {}

    // Reset the port: drop its command, and give the threads new random tasks.
    template <class Top> void reset(Top& top)
    {
        live = true;
        command_present = held_off = false;
        may_send = false;
        expected = {};
        owned = random.below(1 << slots);
        for (unsigned& number : numbers) {
            number = random.below(configuration.tasks);
        }
        for (unsigned n = 1; n < slots; n++) {
            for (unsigned m = 0; m < n; m++) {
                if (numbers[n] == numbers[m]) {
                    owned &= ~(1u << n);
                }
            }
        }
        top.io_tasks_owned = owned;
        top.io_tasks_numbers_0 = numbers[0];
        top.io_tasks_numbers_1 = numbers[1];
        top.io_tasks_numbers_2 = numbers[2];
        top.io_tasks_numbers_3 = numbers[3];
        drive(top);
    }

    // Begin a cycle. execute() applies a command that fired in the previous cycle to the model. Return a description of
    // the failure, or "".
    template <class Top>
    std::string begin(Top& top, const std::function<Command()>& next,
                      const std::function<uint32_t(const Command&)>& execute)
    {
        std::string wrong;
        if (!live) {
            return wrong;
        }
        if (top.io_second_ready) {
            if (!command_present) {
                return "the second port is answered without a command";
            }
            const uint32_t result = execute(command);
            if (result != top.io_second_rd) {
                wrong = "second port: " + std::string(command.instruction.name) + " gives " +
                        std::to_string(top.io_second_rd) + ", expected " + std::to_string(result);
            }
            command_present = false;
            fired++;
            if (held_for > 4 * configuration.tasks + 60) {
                wrong = "a command of the second port begins although `holds` is high";
            }
        }
        const Pulses seen{top.io_tasks_posted, top.io_tasks_aborted, top.io_tasks_expired,
                          top.io_tasks_resumed, top.io_tasks_woken != 0, tick(top)};
        if (!(seen == expected)) {
            wrong = "the signals about the threads' tasks differ from the model";
        } else if (expected.posted != 0 && top.io_tasks_message != message) {
            wrong = "a thread gets a wrong message";
        }
        expected = {};
        if (command_present && !held_off && ++waited > 64 * configuration.tasks + 2000) {
            wrong = "a command of the second port waits too long";
        }
        if (may_send) {
            if (random.one_in(60)) {
                held_off = !held_off;
            }
            if (!command_present && random.one_in(4)) {
                command = next();
                command_present = true;
                waited = 0;
            }
        }
        held_for = held_off ? held_for + 1 : 0;
        drive(top);
        return wrong;
    }

    // Call this after each command of the model. The units do not make a thread's task ready. They signal the thread
    // instead, so expect these signals.
    void settle(accelerator& model, const Command& command, bool by_second)
    {
        const unsigned made_ready = take_back(model);
        const unsigned unit = command.instruction.unit, op = command.instruction.op;
        if (unit == CI_UNIT_READY) {
            expected.resumed |= made_ready;
        } else if (unit == CI_UNIT_TIME) {
            expected.tick |= op == CI_TIME_TICK && !configuration.has(ACCELERATOR_TIME_BASE);
            expected.expired |= made_ready;
        } else if (op == CI_EVENT_ABORT) {
            expected.aborted |= made_ready;
        } else {
            expected.posted |= made_ready;
            message = command.rs2;
        }
        const bool wakes = unit == CI_UNIT_EVENT && (op == CI_EVENT_POST || op == CI_EVENT_ABORT ||
                                                     op == CI_EVENT_FLAG_NEXT) && woke;
        expected.woken |= by_second && wakes && made_ready == 0;
    }

    // Do the same after a tick that took effect by itself.
    void ticks(accelerator& model) { expected.expired |= take_back(model); }

    // Record from the result whether the event unit's command woke a task.
    void result(uint32_t outcome) { woke = (outcome & 3) == CI_EVENT_WOKEN; }

    // Leave the threads' tasks out of a write of a whole ready word, as software must.
    void leave_out(Command& command) const
    {
        if (is(command.instruction, CI_UNIT_READY, CI_READY_WORD_WRITE)) {
            for (unsigned n = 0; n < slots; n++) {
                if (numbers[n] / 32 == command.rs1) {
                    command.rs2 &= ~(1u << numbers[n] % 32);
                }
            }
        }
    }

    // Return whether a thread may issue the command. With a time base, a thread may not tick, write or move,
    // and a read gets the time, because the harness learns one cycle late that a command fires.
    bool may(Command& command) const
    {
        if (!configuration.has(ACCELERATOR_TIME_BASE) || command.instruction.unit != CI_UNIT_TIME) {
            return true;
        }
        const unsigned op = command.instruction.op;
        if (op == CI_TIME_READ) {
            command.rs1 = random.one_in(2) ? CI_TIME_BASE_TIME : CI_TIME_BASE_TIME_HIGH;
        }
        return op != CI_TIME_TICK && op != CI_TIME_WRITE && op != CI_TIME_MOVE;
    }

    // The command, while it is present.
    const Command& current_command() const { return command; }

    // Allow commands. Before this call, write all state that a reset does not clear.
    void start() { may_send = true; }

    uint64_t fired = 0;

private:
    // Make the threads' tasks unready again in the model, because they are no reason for an interrupt. Return these
    // tasks' slots, one bit each.
    unsigned take_back(accelerator& model) const
    {
        unsigned made_ready = 0;
        for (unsigned n = 0; n < slots; n++) {
            uint32_t& word = model.ready.word[numbers[n] / 32];
            const uint32_t bit = 1u << numbers[n] % 32;
            if ((owned >> n & 1) != 0 && (word & bit) != 0) {
                word &= ~bit;
                made_ready |= 1u << n;
            }
        }
        model.base.has_tick_request = model.base.has_tick_request && accelerator_tick_needs_cpu(&model);
        return made_ready;
    }

    // With a time base, the units do not signal ticks.
    template <class Top> static bool tick(const Top& top)
    {
#ifdef TIME_BASE
        (void)top;
        return false;
#else
        return top.io_tasks_tick;
#endif
    }

    template <class Top> void drive(Top& top)
    {
        top.io_holds = held_off;
        top.io_second_valid = command_present;
    }

    const Configuration configuration;
    Random& random;
    Command command{{0, 0, ""}, 0, 0};
    bool live = false;  // a reset has occurred
    bool may_send = false;
    bool command_present = false, held_off = false, woke = false;
    unsigned waited = 0, held_for = 0;
    unsigned owned = 0;
    std::array<unsigned, slots> numbers{};
    Pulses expected;
    uint32_t message = 0;
};
