// SPDX-License-Identifier: Apache-2.0
// Measures cycles between events in the core, without any help from the firmware.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core.h"

/// Shortest, mean and longest of a set of durations, and their standard deviation, in cycles.
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
///       from the first instruction of a function until the instruction after its call. A call that reaches one of the
///       `cancel` addresses, or that a trap interrupts, does not count.
///   {"name", "kind": "interval", "start": EVENT, "stop": [EVENT...]}
///       from the latest start to the first stop after it.
///   {"name", "kind": "refills", "start": EVENT, "stop": [EVENT...]}
///       as `interval`, with the number of lines that each cache fetched.
///   {"name", "kind": "interrupts_off"}
///       from the cycle in which interrupts are disabled to the cycle in which they are enabled. With "start" and
///       "stop", only periods within such an interval.
///   {"name", "kind": "profile", "start": EVENT, "stop": [EVENT...]}
///       the cycles of such an interval, by PC. An instruction that retires gets the cycles since the previous one.
/// EVENT is {"pc": ADDRESS} (that instruction retires), {"line": N} (an interrupt line rises), {"trap": N} (the core
/// takes an interrupt while N is the lowest active line), {"instruction": WORD, "mask": BITS} (an instruction with that
/// encoding retires; with a mask, only these bits are compared), {"tick": true} (a tick of the time base takes effect),
/// {"interrupts": BOOL} (interrupts are enabled or disabled) or {"asleep": BOOL} (a WFI begins or ends its wait).
/// "start" and "stop" may be lists of events.
/// "window": {"begin": EVENT, "end": EVENT, "skip": N, "count": M} limits the measurement. It opens after the begin
/// event and N end events (so that caches are warm), and closes M end events later, which ends the run.
/// "parts": EVENT begins a new part of the run, with separate statistics.
class Meters {
public:
    /// romBytes, sramBytes: sizes of ROM and SRAM. Throws if a watched address is not in ROM, SRAM or hot memory.
    Meters(const nlohmann::json& description, uint32_t romBytes, uint32_t sramBytes);

    /// Call once per cycle.
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
        bool bounded = false, within = true;  // interrupts_off: has an interval; is in it
        bool running = false;
        uint64_t since = 0, dropped = 0;
        Statistics statistics;
        std::map<uint32_t, Spent> spentAt, current;  // by PC: in completed intervals, in the running one
        uint64_t accounted = 0;
        uint64_t lines[2] = {}, linesBefore[2] = {};  // per cache: in completed intervals; at the start
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

    // The hot memory is at the end of the address space; the ROM follows, at address 0.
    static constexpr uint32_t kBelowZero = 16384;
    /// Return the index of an address in flags_, or the size of flags_ if it is in none of the memories.
    uint32_t wordOf(uint32_t address) const {
        if (address - Core::kSram < sramBytes_) return (kBelowZero + romBytes_ + address - Core::kSram) / 4;
        return address + kBelowZero < kBelowZero + romBytes_ ? (address + kBelowZero) / 4 : uint32_t(flags_.size());
    }

    const uint32_t romBytes_, sramBytes_;
    std::vector<uint8_t> flags_;  // one per word of the three memories; few are set
    std::vector<Meter> meters_;
    std::vector<Event> instructions_;
    enum Phase { kWaiting, kSkipping, kOpen, kClosed } phase_ = kOpen;
    Event begin_{}, end_{}, part_{};
    bool hasParts_ = false;
    nlohmann::json parts_ = nlohmann::json::array();
    uint64_t skip_ = 0, count_ = 0, opened_ = 0, now_ = 0;
    uint32_t lastLines_ = 0;
    bool lastEnabled_ = false, lastAsleep_ = false, profiles_ = false, countsRefills_ = false;
    uint64_t refills_[2] = {};  // lines that instruction and data cache fetched
};
