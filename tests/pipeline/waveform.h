// SPDX-License-Identifier: Apache-2.0
// Looks for a tick that came due while a command was stalled, took effect right behind it, and woke a task more urgent
// than the one that runs: the cycles around it are a waveform of the units' port.
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
        bool ticks;             // one takes effect by itself
        bool interrupt;         // the time base's line
        unsigned pending = 0;   // ticks, and
        uint32_t highest = 0;   // ready task: the reference's, which is the netlist's
    };

    /// The end of a cycle; the model is where it leads to. pending and highest are filled in here.
    void add(Column column, accelerator& model);
    /// The cycles that it looked for; none: not found yet.
    const std::vector<Column>& found() const { return found_; }

private:
    static constexpr size_t kBefore = 2, kLongest = 10, kBehind = 6;     // cycles

    void look();

    std::vector<Column> latest_, found_;
    unsigned pending_ = 0;      // at the start of the next cycle
    uint32_t highest_ = UINT32_MAX;
};
