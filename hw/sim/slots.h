// SPDX-License-Identifier: Apache-2.0
// What the harness sees of the hardware threads in one clock cycle: each slot's access to the memory, and the direct
// call that is under way. A simulator that was not built to look at them has none.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

class Slots {
public:
    /// Where the model keeps the signals; simulator.py writes what they are called there.
    struct Signals {
        struct Memory {
            const uint8_t *asks, *answered, *writes, *bytes;
            const uint32_t* word;
        };
        std::vector<Memory> memories;
        const uint8_t *valid = nullptr, *ready = nullptr, *unit = nullptr, *operation = nullptr, *posted = nullptr;
        const uint32_t *rs1 = nullptr, *rd = nullptr;
    };

    explicit Slots(Signals signals) : at_(std::move(signals)) {}

    int count() const { return int(at_.memories.size()); }

    /// The bus answers the slot's access in this cycle, a write or a read, of these bytes of the word.
    bool accesses(int slot) const { return *at_.memories[slot].asks && *at_.memories[slot].answered; }
    bool writes(int slot) const { return *at_.memories[slot].writes; }
    uint32_t address(int slot) const { return *at_.memories[slot].word << 2; }
    uint8_t bytes(int slot) const { return *at_.memories[slot].bytes; }

    /// A slot's command to the units is there, and has its result in this cycle, behind the one in which it fired.
    bool commands(uint32_t unit, uint32_t operation) const {
        return at_.valid && *at_.valid && *at_.unit == unit && *at_.operation == operation;
    }
    bool ends() const { return *at_.ready; }
    uint32_t operand() const { return *at_.rs1; }
    uint32_t result() const { return *at_.rd; }
    /// A post has ended the wait of the slot's thread in the cycle before.
    bool posted(int slot) const { return at_.posted && (*at_.posted >> slot & 1); }

private:
    const Signals at_;
};
