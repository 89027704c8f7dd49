// SPDX-License-Identifier: Apache-2.0
// Instructions and commands as a unit sees them, and the configuration of the units under test.
#pragma once

#if defined(SECOND_PORT) || defined(LINES)
#define SHARED_PORT  // hardware threads or lines share the command port
#endif

#include <cstdint>
#include <vector>

#include "accelerator.h"
#include "ci_opcodes.h"

// Units and operations that the port can address. If port_units is 0, the port belongs to one unit.
#if defined(PORT_NIOSV)
constexpr unsigned port_units = 8, port_operations = 128;
#elif defined(PORT_NIOS2)
constexpr unsigned port_units = CI_NIOS2_NUMBERS > 64 ? 8 : 4, port_operations = 1 << CI_OPERATION_BITS;
#elif defined(UNIT_SELECT) || defined(PORT_CFU) || defined(PORT_WISHBONE)
constexpr unsigned port_units = 8, port_operations = 1 << CI_OPERATION_BITS;
#else
constexpr unsigned port_units = 0, port_operations = 1 << CI_OPERATION_BITS;
#endif

struct Instruction {
    unsigned unit;
    unsigned op;
    const char* name;
    unsigned rs1 = CI_KIND_NOTHING, rs2 = CI_KIND_NOTHING;  // kinds of operands
};

inline bool is(const Instruction& instruction, unsigned unit, unsigned op)
{
    return instruction.unit == unit && instruction.op == op;
}

struct Command {
    Instruction instruction;
    uint32_t rs1;
    uint32_t rs2;
};

struct Configuration {
    unsigned tasks;
    unsigned width;
    unsigned units;
    unsigned engine;
    unsigned events = 0;       // number of events; 0: no event unit
    unsigned queue_words = 0;  // size of the queue memory in words
    unsigned services = 0;     // services of the event unit: ACCELERATOR_FLAGS, …
    unsigned levels = 0;       // levels of the task lists, which replace all other units except a time base; 0: none
    unsigned waiting = 0;      // wait lists of the task lists
    unsigned slices = 0;       // 1: levels of the task lists can have slices
    unsigned lines = 0;        // interrupt lines that post

    static constexpr unsigned own = ACCELERATOR_EVENT | ACCELERATOR_TIME_BASE;  // units that init() adds separately

    bool has(unsigned unit) const { return (units & unit) != 0; }
    bool has_timed_lists() const { return levels > 0 && has(ACCELERATOR_TIME_BASE); }
    bool lookahead() const { return engine == 1 && has(ACCELERATOR_TIME); }

    // Return whether an instruction makes a tick.
    bool makes_tick(const Instruction& instruction) const
    {
        return levels > 0 ? is(instruction, CI_UNIT_LIST, CI_LIST_TICK)
                          : is(instruction, CI_UNIT_TIME, CI_TIME_TICK);
    }

    // Initialise the model as these units after a reset. Return false if a parameter is out of range.
    bool init(accelerator* model) const
    {
        if (levels > 0) {
            return accelerator_init_lists(model, tasks, width, levels, waiting, slices != 0) &&
                   (!has(ACCELERATOR_TIME_BASE) || accelerator_add_time_base(model)) &&
                   (lines == 0 || accelerator_add_lines(model, lines));
        }
        const bool fits = accelerator_init(model, tasks, width, units & ~own, engine) &&
                           (!has(ACCELERATOR_EVENT) || accelerator_add_events(model, events, queue_words, services)) &&
                           (!has(ACCELERATOR_TIME_BASE) || accelerator_add_time_base(model)) &&
                           (lines == 0 || accelerator_add_lines(model, lines));
#ifdef SECOND_PORT
        accelerator_add_second_port(model);
#endif
        return fits;
    }
};

// Return the instructions that this configuration's port accepts.
std::vector<Instruction> instructions(const Configuration& configuration);
