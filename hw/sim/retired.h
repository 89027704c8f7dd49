// SPDX-License-Identifier: Apache-2.0
// Records the address and the cycle of each retired instruction, for `./metro wcet` and its tests.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "core.h"

/// The file has two words of 32 bits, little-endian, for each retired instruction: its address, and the low bits of the
/// cycle. Other events have an odd number in place of the address: a trap has the address of its vector plus 1. The
/// last word of a line that a cache receives has kFetchedLine or kLoadedLine. A change of mstatus.MIE has
/// kInterruptsOff or kInterruptsOn. A CSR instruction changes it before it retires, mret and a bank switch as they
/// retire.
class Retired {
public:
    static constexpr uint32_t kFetchedLine = 3, kLoadedLine = 7, kInterruptsOff = 11, kInterruptsOn = 15;

    explicit Retired(const std::string& path);
    ~Retired();

    /// Call once per cycle.
    void observe(const Core& core, uint64_t cycle) {
        if (core.fetchedLine()) add(kFetchedLine, cycle);
        if (core.loadedLine()) add(kLoadedLine, cycle);
        if (core.interruptsEnabled() != areOn_) {
            areOn_ = !areOn_;
            add(areOn_ ? kInterruptsOn : kInterruptsOff, cycle);
        }
        if (core.retires()) add(core.pc(), cycle);
        if (core.takesInterrupt() || core.takesException()) add(core.trapVector() | 1, cycle);
    }
    /// Write the rest of the file. Throws if the disk is full.
    void finish();

private:
    void add(uint32_t address, uint64_t cycle) {
        const uint32_t record[] = {address, uint32_t(cycle)};
        fwrite(record, sizeof record, 1, file_);
    }

    const std::string path_;
    FILE* file_;
    bool areOn_ = false;  // at the reset
};
