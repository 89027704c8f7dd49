// SPDX-License-Identifier: Apache-2.0
// The signals of the hardware threads that the harness reads in one clock cycle: each slot's memory access, and the
// direct call in progress. They are optional when a simulator is built.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

class Slots {
public:
    /// Addresses of the signals in the model; simulator.py writes their names.
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

    /// The bus answers the slot's access in this cycle. writes(), address() and bytes(), a byte mask, describe it.
    bool accesses(int slot) const { return *at_.memories[slot].asks && *at_.memories[slot].answered; }
    bool writes(int slot) const { return *at_.memories[slot].writes; }
    uint32_t address(int slot) const { return *at_.memories[slot].word << 2; }
    uint8_t bytes(int slot) const { return *at_.memories[slot].bytes; }

    /// A slot presents this command to the units. ends(): its result is valid, one cycle after the command fired.
    bool commands(uint32_t unit, uint32_t operation) const {
        return at_.valid && *at_.valid && *at_.unit == unit && *at_.operation == operation;
    }
    bool ends() const { return *at_.ready; }
    uint32_t operand() const { return *at_.rs1; }
    uint32_t result() const { return *at_.rd; }
    /// A post ended the wait of the slot's thread in the previous cycle.
    bool posted(int slot) const { return at_.posted && (*at_.posted >> slot & 1); }

private:
    const Signals at_;
};
