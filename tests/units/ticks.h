// SPDX-License-Identifier: Apache-2.0
// The behaviour of the time base without commands, cycle by cycle. The harness counts cycles itself and sees each tick
// that takes effect by itself. It checks that no tick is lost, doubled, early or late, and that the interrupt line is
// right.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "command.h"

// Follows the time base from a reset on, and executes its ticks in the model.
class Ticks {
public:
    // A cycle of the netlist, before the clock edge that ends it.
    struct Cycle {
        const Command* command;  // the command that is present, whether it fires or not; nullptr: none
        bool second;             // the command is the second port's, or a line's
        bool stalled;            // the command must not fire
        bool takes;              // a tick takes effect by itself
        bool interrupt;          // level of the interrupt line
        bool halted;             // the debugger halts the core
    };

    struct Totals {
        uint64_t taken = 0;    // ticks that took effect by themselves
        uint64_t held_up = 0;  // of these, ticks that a command delayed
        uint64_t lost = 0;     // overruns: too many ticks were pending
        uint64_t raised = 0;   // rising edges of the interrupt line
        uint64_t steady = 0;   // cycles in which the line had to be high or low

        // For each instruction: bit n means that a tick took effect n cycles before the instruction was present. Bit 0:
        // a tick took effect directly after the instruction.
        uint32_t beside[8][128] = {};
    };

    Ticks(const Configuration& configuration, accelerator& model, Totals& totals)
        : configuration(configuration), model(model), totals(totals)
    {
    }

    // Call this when a command fires in this cycle, before the model executes it.
    void fires(const Command& command, bool halted);

    // A line has woken a task of the task lists. Until the move has settled, there may be a reason for an interrupt.
    void line_wakes() { may_need_cpu = may_need_cpu || configuration.levels > 0; }

    // End a cycle. Return a description of the failure, or "".
    std::string end(const Cycle& cycle);

    // Return the bits of the command's result that are not known yet.
    uint32_t unknown(const Command& command) const;

private:
    bool settled() const { return changed == 0 && (!configuration.lookahead() || scanned > scan); }
    void disturb(unsigned cycles) { changed = std::max(changed, cycles); }
    std::string check_tick(const Cycle& cycle);
    std::string check_line(const Cycle& cycle);
    void count(bool halted);
    void ticks(bool is_automatic);
    void note(const Cycle& cycle);
    void follow(const Cycle& cycle);
    uint32_t reasons() const;
    uint32_t status() const;

    const Configuration& configuration;
    accelerator& model;
    Totals& totals;
    const unsigned scan = configuration.tasks + 4;
    // Cycles until the reasons for an interrupt reflect a command, or a tick. In the task lists, a command moves
    // one task, but a tick can wake all of them.
    const unsigned settle_command = configuration.levels > 0 ? 12 : 4;
    const unsigned settle_tick = configuration.levels > 0 ? 9 * configuration.tasks + 20 : 4;
    // Cycles without a command in which a pending tick may wait: in the task lists for a search, a scan, and wake-ups.
    const unsigned tick_waits = configuration.levels > 0 ? 22 * configuration.tasks + 40 : 3;

    bool counted = false;           // the prescaler has counted this cycle
    bool fired = false;             // a command has fired in this cycle
    unsigned changed = 0;           // cycles until the latest change has settled
    unsigned alarm_lag = 0;         // cycles until the alarms are up to date with the ticks
    unsigned late_alarms = 0;       // alarms that expired in these cycles, which the unit need not show yet
    unsigned unknown_alarms = 0;    // alarms that were changed in these cycles: unknown until they are set
    uint32_t lasting_reasons = 0;   // reasons that hold since everything settled, or since a command of the processor
    bool had_reason = false;        // the model had a reason before the command that fires
    bool ended = false;             // a command of the processor ended all reasons, and none has come since
    bool may_need_cpu = false;      // after the latest tick, a task may still be a reason for an interrupt
    unsigned scanned = 0;           // cycles without a command since a scan began
    unsigned free_cycles = 0;       // cycles without a command in which a tick is pending
    unsigned since = 31;            // cycles since a tick took effect by itself, up to 31
    bool command_present = false;   // a command was present in the previous cycle
    Instruction latest{};           // instruction of the latest command
    bool held_up = false;           // a command was present while a tick was pending
    bool was_free = false;          // no command was present in the previous cycle
    bool was_high = false;          // the interrupt line in the previous cycle
    unsigned must_be_high_for = 0;  // cycles for which the line certainly had a reason
    unsigned must_be_low_for = 0;   // cycles for which the line certainly had no reason
};
