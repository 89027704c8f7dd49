// SPDX-License-Identifier: Apache-2.0
// Finds software that hands memory to a circuit, or takes it back, without the required call (sw/threads/os_hw.h). A
// mistake is reported even if the word did not differ, or if the access came in time by luck.
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
///             OSHwCacheInvalidate(), and that software has not stored since.
///   unfenced  A circuit reads a word that software stored before a post. The post ended the circuit's direct wait.
///             Between the store and the post, software executed no uncached load, which would have waited for the
///             store (OSHwFence()). A delegate's answer and a start need no fence, because they follow the stores on
///             the bus.
///
/// For `unfenced`, each event has the last post of software and the cycle up to which stores had arrived. A slot takes
/// both from the event that ends its wait. The check does not follow words that circuits send
/// over links, the FIFOs between the slots.
///
/// Description (JSON): "threads", the address of the slots' registers; "priority", the address of the byte with the
/// running task's priority, if it is known.
class MemoryCheck {
public:
    explicit MemoryCheck(const nlohmann::json& description);

    /// Call once per cycle.
    void observe(const Core& core, const Slots& slots, uint64_t cycle);
    /// Return the mistakes as text for the user; empty if there are none.
    std::string report() const;

private:
    /// An instruction that software executed.
    struct Place {
        uint64_t cycle = 0;
        uint32_t pc = 0;
        int priority = -1;
    };
    struct Word {
        Place stored;             // the last store
        uint64_t written = 0;     // the last write of a circuit
        uint8_t writer = 0;       // its slot
        uint8_t ofSoftware = 0;   // bytes last written by a store
        uint8_t ofCircuit = 0;    // bytes last written by a circuit; its first write after an OSHwCacheInvalidate()
                                  // removes the older ones
    };
    /// Stores before cycle `arrived` are known to have arrived in memory; `posted` is the last post of software.
    struct Known {
        uint64_t arrived = 0;
        Place posted;
        void join(const Known& other);
    };
    struct Slot {
        Known known;
        uint32_t number = kNoTask;  // the task that waits for the slot
        uint32_t event = 0;         // event for which it waits
        uint64_t gets = UINT64_MAX; // cycle in which it takes the event's Known
    };
    struct Mistake {
        bool stale;
        int slot;
        uint32_t address;
        Place store, software;      // unfenced: store and post; stale: load in `software`
        uint64_t circuit;           // cycle of the circuit's write or read
        uint64_t times;
    };

    static constexpr uint32_t kNoTask = UINT32_MAX;

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
    std::vector<Mistake> mistakes_;             // first one at each place, in order of time
    std::map<std::tuple<bool, uint32_t, uint32_t>, size_t> places_;
};
