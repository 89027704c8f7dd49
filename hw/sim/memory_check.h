// SPDX-License-Identifier: Apache-2.0
// Finds software that hands memory to a circuit, or takes it back, and forgets the call that belongs there
// (sw/threads/os_hw.h). By rule: whether a word differed, or an access came in time by luck, does not matter.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

class Core;
class Slots;

/// The mistakes:
///   stale     Software loads a byte from cached memory that a circuit has written since the last
///             OSHwCacheInvalidate(), and software itself has not stored since.
///   unfenced  A circuit reads a word that software has stored before a post, which ended the circuit's direct wait,
///             and nothing between the two has waited for the store, as OSHwFence() does by a load that is not
///             cached. A delegate's answer and a start go by the bus, behind the stores, and need no fence.
///
/// The second rule goes by what each side can know: an event has the last post of software, and up to when the stores
/// had arrived by that; who waits for the event gets both. Words that slots send each other by links carry nothing.
///
/// Description (JSON): "threads", where the slots' registers are; "priority", where the kernel keeps the priority of
/// the task that runs, if it is known.
class MemoryCheck {
public:
    explicit MemoryCheck(const nlohmann::json& description);

    /// Call once a cycle.
    void observe(const Core& core, const Slots& slots, uint64_t cycle);
    /// What was found, for a person; empty if nothing.
    std::string report() const;

private:
    /// An instruction of software.
    struct Place {
        uint64_t cycle = 0;
        uint32_t pc = 0;
        int priority = -1;
    };
    struct Word {
        Place stored;             // the last store
        uint64_t written = 0;     // the last write of a circuit
        uint8_t writer = 0;       // its slot
        uint8_t ofSoftware = 0;   // bytes whose last value is a store's
        uint8_t ofCircuit = 0;    // a circuit's, since the last OSHwCacheInvalidate() before `written`
    };
    /// What is known to have arrived in memory: the stores before a cycle; and the last post of software.
    struct Known {
        uint64_t arrived = 0;
        Place posted;
        void join(const Known& other);
    };
    struct Slot {
        Known known;
        uint32_t number = kNobody;  // the task that waits for it
        uint32_t event = 0;         // for which it waits
        uint64_t gets = UINT64_MAX; // when it gets what the event's poster knew
    };
    struct Mistake {
        bool stale;
        int slot;
        uint32_t address;
        Place store, software;      // unfenced: store and post; stale: the load
        uint64_t circuit;           // when that wrote, or read
        uint64_t times;
    };

    static constexpr uint32_t kNobody = UINT32_MAX;

    void accessed(const Slots& slots, int slot, uint64_t cycle);
    void called(const Slots& slots, uint64_t cycle);
    void retired(const Core& core, uint64_t cycle);
    void registerWritten(uint32_t offset, uint32_t value, uint64_t cycle);
    void found(const Mistake& mistake);
    Place place(const Core& core, uint64_t cycle) const;

    uint32_t threads_, priority_;
    std::unordered_map<uint32_t, Word> words_;  // by address
    std::vector<Slot> slots_;
    std::vector<Known> events_;
    uint64_t invalidated_ = 0, fenced_ = 0;
    std::vector<Mistake> mistakes_;             // the first at each place, in the order in which they were made
    std::map<std::tuple<bool, uint32_t, uint32_t>, size_t> places_;
};
