// SPDX-License-Identifier: Apache-2.0
// Measures cycles between events in the core, without any help from the firmware.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

class Core;

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
///   {"name", "kind": "interrupts_off"}
///       from the cycle in which interrupts go off to the one in which they come back.
///   {"name", "kind": "profile", "start": EVENT, "stop": [EVENT...]}
///       where the cycles of such an interval go: those since the instruction before count for the one that retires.
/// EVENT is {"pc": ADDRESS} (that instruction retires), {"line": N} (an interrupt line rises), {"trap": N} (the core
/// takes an interrupt while N is the lowest line that is up) or {"instruction": WORD} (that encoding retires).
/// "window": {"begin": EVENT, "end": EVENT, "skip": N, "count": M} bounds what counts: it opens after the begin event
/// and N end events (so that caches are warm), and closes M end events later. The run is over when it closes.
class Meters {
public:
    /// romBytes: size of the executable memory at address 0; addresses outside of it are refused.
    Meters(const nlohmann::json& description, uint32_t romBytes);

    /// Call once a cycle.
    void observe(const Core& core, uint64_t cycle);
    /// The window has closed: everything is measured.
    bool complete() const { return phase_ == kClosed; }
    nlohmann::json toJson() const;

private:
    enum Flag : uint8_t { kWatched = 1, kReturn = 2 };
    struct Event {
        enum Kind { kPc, kLine, kTrap, kInstruction } kind;
        uint32_t value;
        bool operator==(const Event& other) const { return kind == other.kind && value == other.value; }
    };
    struct Meter {
        enum Kind { kCall, kInterval, kProfile, kInterruptsOff } kind;
        std::string name;
        uint32_t entry = 0, returnTo = 0;
        std::vector<uint32_t> cancel;
        Event start{};
        std::vector<Event> stop;
        bool running = false;
        uint64_t since = 0, dropped = 0;
        Statistics statistics;
        std::map<uint32_t, uint64_t> cyclesAt, current;  // by PC: of the intervals in the window, of the running one
        uint64_t accounted = 0;
    };

    Event event(const nlohmann::json& description);
    uint32_t watch(uint32_t address);
    void happened(Event event, uint64_t cycle);
    void advanceWindow(Event event, uint64_t cycle);
    void retired(const Core& core, uint32_t pc, uint64_t cycle);
    void finish(Meter& meter, uint64_t cycle);

    std::vector<uint8_t> flags_;  // one per instruction word of the ROM: most instructions interest nobody
    std::vector<Meter> meters_;
    std::vector<uint32_t> instructions_;
    enum Phase { kWaiting, kSkipping, kOpen, kClosed } phase_ = kOpen;
    Event begin_{}, end_{};
    uint64_t skip_ = 0, count_ = 0, opened_ = 0, now_ = 0;
    uint32_t lastLines_ = 0;
    bool lastEnabled_ = false, profiles_ = false;
};
