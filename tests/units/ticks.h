// SPDX-License-Identifier: Apache-2.0
// What the time base does without a command, cycle by cycle. The harness counts cycles itself, and sees each tick that
// takes effect by itself: so none is lost, comes twice, early or late, and the interrupt line is what it should be.
#pragma once

#include <cstdint>
#include <string>

#include "command.h"

// The time base from a reset on.
class Ticks {
public:
    // A cycle as the netlist shows it, before the clock edge that ends it.
    struct Cycle {
        const Command* command;  // that is there, whether it fires or not
        bool second;             // it is the second port's
        bool stalled;            // it must not fire
        bool takes;              // a tick takes effect by itself
        bool interrupt;          // the line
        bool halted;             // the debugger has the core
    };

    struct Totals {
        uint64_t taken = 0;    // ticks that took effect by themselves
        uint64_t held_up = 0;  // of these, behind some command
        uint64_t lost = 0;     // times that too many were pending
        uint64_t raised = 0;   // times that the line rose
        uint64_t steady = 0;   // cycles in which it had to be high, or low

        // Of each instruction: bit n, a tick took effect n cycles before it was there; 0, right behind it.
        uint32_t beside[8][128] = {};
    };

    Ticks(const Configuration& configuration, accelerator& model, Totals& totals)
        : configuration(configuration), model(model), totals(totals)
    {
    }

    // A command fires in this cycle, and the model has not executed it yet.
    void fires(const Command& command, bool halted);

    // The end of a cycle. Returns "" or what is wrong.
    std::string end(const Cycle& cycle);

    // Bits of this command's result that nobody can know yet.
    uint32_t unknown(const Command& command) const;

private:
    bool settled() const { return changed == 0 && (!configuration.lookahead() || scanned > scan); }
    std::string check_tick(const Cycle& cycle);
    std::string check_line(const Cycle& cycle);
    void count(bool halted);
    void ticks(bool by_itself);
    void note(const Cycle& cycle);
    void follow(const Cycle& cycle);
    uint32_t reasons() const;

    const Configuration& configuration;
    accelerator& model;
    Totals& totals;
    const unsigned scan = configuration.tasks + 4;

    bool counted = false;    // the prescaler has counted this cycle
    bool fired = false;      // a command in this cycle
    unsigned changed = 0;    // cycles until that has settled which changed
    unsigned behind = 0;     // cycles until the alarms are where the ticks are
    unsigned late = 0;       // alarms that expired within these, of which the unit need not know yet
    unsigned doubtful = 0;   // alarms that were changed then: nothing is known of them until they are set
    uint32_t stands = 0;     // reasons that hold since all had settled, or since a command of the processor
    bool asked = false;      // before the command that fires
    bool ended = false;      // a command of the processor was the end of all reasons, and there is none since
    bool may_ask = false;    // since a tick it has not settled that nobody has a reason for an interrupt
    unsigned scanned = 0;    // cycles without a command since a scan began
    unsigned free = 0;       // cycles without a command in which a tick is pending
    unsigned since = 31;     // cycles since a tick took effect by itself, up to 31
    bool there = false;      // a command, in the cycle before
    Instruction latest{};    // the latest one
    bool held_up = false;    // a command was there while it was
    bool was_free = false;   // there was none in the cycle before
    bool was_high = false;   // the line
    unsigned must = 0;       // cycles for which there was a reason for it
    unsigned must_not = 0;   // cycles for which there cannot have been one
};
