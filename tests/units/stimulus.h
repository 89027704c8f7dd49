// SPDX-License-Identifier: Apache-2.0
// Random commands for the units, in phases. Each phase has its own mix of instructions, tasks, delays and pauses.
#pragma once

#include <cstdint>
#include <vector>

#include "command.h"
#include "random.h"

class Stimulus {
public:
    Stimulus(const Configuration& configuration, Random& random);

    // Return the next command. since_tick: cycles since the last tick, which is the position of a scan. now: the time
    // of the task lists.
    Command next(uint64_t since_tick, uint32_t now);

    unsigned idle();   // cycles before the next command
    bool stalled();    // whether to stall the command in this cycle
    bool withdrawn();  // whether to drop a command that did not fire in this cycle
    bool halted(bool now);  // whether the debugger halts the core in the next cycle; now: in this cycle

private:
    enum class Tasks { ALL, FEW, EDGES, AT_SCAN };
    enum class Ticks { TINY, SMALL, EQUAL, LONG, ANY };
    enum class Pauses { NONE, RARE, SHORT, SCAN, LONG };
    enum class Pace { TINY, SHORT, SCAN, SLOW, ANY };

    void begin_phase();
    void begin_time();
    Instruction instruction();
    Instruction unknown();
    uint32_t task(uint64_t since_tick);
    uint32_t ticks();
    uint32_t index(uint32_t limit);
    uint32_t operand(unsigned kind, uint64_t since_tick);
    uint32_t flags();
    void of_base(Command& command);
    uint32_t period();
    void of_lines_that_post(Command& command);
    void of_event(Command& command, uint64_t since_tick);
    void of_lists(Command& command, uint32_t now);
    uint32_t level();
    uint32_t waiting();
    uint32_t beyond(uint32_t limit);

    const Configuration configuration;
    Random& random;
    const std::vector<Instruction> all;

    unsigned left = 0;  // commands until the next phase
    std::vector<unsigned> weights;
    unsigned weight_sum = 0;
    Tasks tasks = Tasks::ALL;
    Ticks delays = Ticks::TINY;
    Pauses pauses = Pauses::NONE;
    Pace pace = Pace::SCAN;  // range of the tick periods
    std::vector<uint32_t> few;
    uint32_t equal = 1;
    uint32_t one_in_beyond = 0;
    uint32_t one_in_unknown = 0;
    uint32_t one_in_stalled = 0;
    uint32_t one_in_withdrawn = 0;
    uint32_t active_of_8 = 8;  // share of `activate` commands that activate, in eighths
    uint32_t one_in_halted = 0;
    bool activate_first = false;
    std::vector<Command> first;  // first commands of the phase
};
