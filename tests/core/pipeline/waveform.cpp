// SPDX-License-Identifier: Apache-2.0
#include "waveform.h"

void Waveform::add(Column column, accelerator& model) {
    column.pending = pending_;
    column.highest = highest_;
    accelerator copy = model;
    int illegal;
    pending_ = copy.base.pending;
    highest_ = accelerator_execute(&copy, CI_UNIT_READY, CI_READY_HIGHEST, 0, 0, &illegal);
    latest_.push_back(column);
    if (latest_.size() > kBefore + kLongest + kBehind) latest_.erase(latest_.begin());
    if (found_.empty()) look();
}

// Examines the cycle kBehind cycles ago, because the interrupt of a tick comes later than the tick.
void Waveform::look() {
    if (latest_.size() <= kBefore + kBehind) return;
    const size_t tick = latest_.size() - 1 - kBehind;
    size_t due = tick;
    while (due > 0 && latest_[due - 1].pending) due--;
    unsigned stalled = 0;
    for (size_t n = due; n < tick; n++) stalled += latest_[n].stalled;
    const bool wakes = latest_[tick].ticks && latest_[tick + 1].highest < latest_[tick].highest;
    const bool rises = !latest_[tick].interrupt && latest_.back().interrupt;
    if (wakes && rises && stalled > 2 && latest_[tick - 1].fires && due >= kBefore)
        found_.assign(latest_.begin() + long(due - kBefore), latest_.end());
}
