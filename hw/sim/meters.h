// SPDX-License-Identifier: Apache-2.0
// Measures cycles between events in the core, without any help from the firmware.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core.h"

/// Shortest, mean, longest and spread of a set of durations, in cycles.
class Statistics {
public:
    void add(uint64_t cycles, uint64_t at);
    nlohmann::json toJson() const;

private:
    uint64_t count_ = 0, min_ = 0, max_ = 0, maxAt_ = 0, sum_ = 0;
    double mean_ = 0, squares_ = 0;
};

/// A meter runs from one event to another. A meter description (JSON) is one of
///   {"name", "kind": "call", "entry": PC, "cancel": [PC...]}
///       from the first instruction of a function until the instruction after its call; a call that reaches one of the
///       `cancel` addresses does not count, nor one that a trap interrupts.
///   {"name", "kind": "interval", "start": EVENT, "stop": [EVENT...]}
///       from the latest start to the first stop after it.
///   {"name", "kind": "refills", "start": EVENT, "stop": [EVENT...]}
///       the same, and how many lines either cache has fetched meanwhile.
///   {"name", "kind": "interrupts_off"}
///       from the cycle in which interrupts go off to the one in which they come back. With "start" and "stop", those
///       that lie within such an interval.
///   {"name", "kind": "profile", "start": EVENT, "stop": [EVENT...]}
///       where the cycles of such an interval go: those since the instruction before count for the one that retires.
/// EVENT is {"pc": ADDRESS} (that instruction retires), {"line": N} (an interrupt line rises), {"trap": N} (the core
/// takes an interrupt while N is the lowest line that is up) or {"instruction": WORD, "mask": BITS} (that encoding
/// retires; these bits of it, if there is a mask) or {"tick": true} (a tick of the time base takes effect) or
/// {"interrupts": BOOL} (they go off or come back) or {"asleep": BOOL} (a WFI begins or ends to wait).
/// "start" may be a list of events, too.
/// "window": {"begin": EVENT, "end": EVENT, "skip": N, "count": M} bounds what counts: it opens after the begin event
/// and N end events (so that caches are warm), and closes M end events later. The run is over when it closes.
/// "parts": EVENT begins a new part of the run, with statistics of its own.
class Meters {
public:
    /// romBytes, sramBytes: where programs can be; addresses outside of these are refused.
    Meters(const nlohmann::json& description, uint32_t romBytes, uint32_t sramBytes);

    /// Call once a cycle.
    void observe(const Core& core, uint64_t cycle);
    /// The window has closed: everything is measured.
    bool complete() const { return phase_ == kClosed; }
    nlohmann::json toJson() const;

private:
    enum Flag : uint8_t { kWatched = 1, kReturn = 2 };
    struct Event {
        enum Kind { kPc, kLine, kTrap, kInstruction, kTick, kInterrupts, kAsleep } kind;
        uint32_t value, mask;
        bool operator==(const Event& other) const {
            return kind == other.kind && value == other.value && mask == other.mask;
        }
    };
    struct Spent {
        uint64_t cycles, instructions;
    };
    struct Meter {
        enum Kind { kCall, kInterval, kRefills, kProfile, kInterruptsOff } kind;
        bool isOfIntervals() const { return kind == kInterval || kind == kRefills || kind == kProfile; }
        std::string name;
        uint32_t entry = 0, returnTo = 0;
        std::vector<uint32_t> cancel;
        std::vector<Event> start, stop;
        bool bounded = false, within = true;  // stretches without interrupts: by an interval, which is open
        bool running = false;
        uint64_t since = 0, dropped = 0;
        Statistics statistics;
        std::map<uint32_t, Spent> spentAt, current;  // by PC: in the intervals of the window, in the running one
        uint64_t accounted = 0;
        uint64_t lines[2] = {}, linesBefore[2] = {};  // of the caches: in the intervals, before the running one
    };

    static constexpr uint32_t kWhole = 0xffffffff;

    Event event(const nlohmann::json& description);
    std::vector<Event> events(const nlohmann::json& one_or_list);
    uint32_t watch(uint32_t address);
    void happened(Event event, uint64_t cycle);
    void advanceWindow(Event event, uint64_t cycle);
    void retired(const Core& core, uint32_t pc, uint64_t cycle);
    void finish(Meter& meter, uint64_t cycle);
    void nextPart();
    nlohmann::json statistics() const;

    // The memory for hot code is the end of the address space: behind it the ROM begins.
    static constexpr uint32_t kBelowZero = 16384;
    /// The place of an address in flags_; behind its end for any other.
    uint32_t wordOf(uint32_t address) const {
        if (address - Core::kSram < sramBytes_) return (kBelowZero + romBytes_ + address - Core::kSram) / 4;
        return address + kBelowZero < kBelowZero + romBytes_ ? (address + kBelowZero) / 4 : uint32_t(flags_.size());
    }

    const uint32_t romBytes_, sramBytes_;
    std::vector<uint8_t> flags_;  // one per word of all three: most instructions interest nobody
    std::vector<Meter> meters_;
    std::vector<Event> instructions_;
    enum Phase { kWaiting, kSkipping, kOpen, kClosed } phase_ = kOpen;
    Event begin_{}, end_{}, part_{};
    bool hasParts_ = false;
    nlohmann::json parts_ = nlohmann::json::array();
    uint64_t skip_ = 0, count_ = 0, opened_ = 0, now_ = 0;
    uint32_t lastLines_ = 0;
    bool lastEnabled_ = false, lastAsleep_ = false, profiles_ = false, countsRefills_ = false;
    uint64_t refills_[2] = {};  // of instruction and data cache
};
