// SPDX-License-Identifier: Apache-2.0
// Searches for a tick that became due while a command was stalled, took effect directly after it, and woke a task
// with a higher priority than the running one. The cycles around it are a waveform of the units' port.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accelerator.h"

class Waveform {
public:
    struct Column {
        uint64_t cycle;
        std::string command;    // at the port; "": none
        bool stalled, fires;
        bool ticks;             // a tick takes effect without an instruction
        bool interrupt;         // the time base's line
        unsigned pending = 0;   // number of pending ticks
        uint32_t highest = 0;   // highest ready task, from the reference
    };

    /// Adds a cycle that has ended. model: the state after this cycle. Fills in pending and highest with the state
    /// before the cycle.
    void add(Column column, accelerator& model);
    /// Returns the cycles around such a tick; empty: not found yet.
    const std::vector<Column>& found() const { return found_; }

private:
    static constexpr size_t kBefore = 2, kLongest = 10, kBehind = 6;     // cycles

    void look();

    std::vector<Column> latest_, found_;
    unsigned pending_ = 0;      // at the start of the next cycle
    uint32_t highest_ = UINT32_MAX;
};
