// SPDX-License-Identifier: Apache-2.0
#include "meters.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "core.h"

using nlohmann::json;

void Statistics::add(uint64_t cycles, uint64_t at) {
    if (count_ == 0 || cycles < min_) min_ = cycles;
    if (count_ == 0 || cycles > max_) {
        max_ = cycles;
        maxAt_ = at;
    }
    count_++;
    sum_ += cycles;
    double delta = double(cycles) - mean_;  // Welford's update: no loss of precision over millions of samples
    mean_ += delta / double(count_);
    squares_ += delta * (double(cycles) - mean_);
}

json Statistics::toJson() const {
    if (count_ == 0) return {{"count", 0}};
    return {{"count", count_},  {"min", min_},       {"max", max_}, {"mean", double(sum_) / double(count_)},
            {"deviation", std::sqrt(squares_ / double(count_))}, {"max_at_cycle", maxAt_}};
}

Meters::Meters(const json& description, uint32_t romBytes, uint32_t sramBytes)
    : romBytes_(romBytes), sramBytes_(sramBytes), flags_((kBelowZero + romBytes + sramBytes) / 4) {
    if (description.contains("window")) {
        const json& window = description["window"];
        phase_ = kWaiting;
        begin_ = event(window.at("begin"));
        end_ = event(window.at("end"));
        skip_ = window.value("skip", 0);
        count_ = window.value("count", 1);
    }
    hasParts_ = description.contains("parts");
    if (hasParts_) part_ = event(description["parts"]);
    for (const json& item : description.value("meters", json::array())) {
        Meter meter;
        meter.name = item.at("name");
        const std::string kind = item.at("kind");
        if (kind == "call") {
            meter.kind = Meter::kCall;
            meter.entry = watch(item.at("entry"));
            for (uint32_t address : item.value("cancel", std::vector<uint32_t>{}))
                meter.cancel.push_back(watch(address));
        } else if (kind == "interval" || kind == "refills" || kind == "profile") {
            meter.kind = kind == "profile" ? Meter::kProfile : kind == "refills" ? Meter::kRefills : Meter::kInterval;
            profiles_ |= kind == "profile";
            countsRefills_ |= kind == "refills";
        } else if (kind == "interrupts_off") {
            meter.kind = Meter::kInterruptsOff;
            meter.bounded = item.contains("start");
            meter.within = !meter.bounded;
        } else {
            throw std::runtime_error("unknown kind of meter \"" + kind +
                                     "\" (known: call, interval, refills, profile, interrupts_off)");
        }
        if (meter.isOfIntervals() || meter.bounded) {
            meter.start = events(item.at("start"));
            meter.stop = events(item.at("stop"));
        }
        meters_.push_back(std::move(meter));
    }
}

uint32_t Meters::watch(uint32_t address) {
    if (address % 4 != 0 || wordOf(address) >= flags_.size())
        throw std::runtime_error("the address of a meter is misaligned, or outside the ROM and the SRAM");
    flags_[wordOf(address)] |= kWatched;
    return address;
}

Meters::Event Meters::event(const json& description) {
    if (description.contains("pc")) return {Event::kPc, watch(description["pc"]), kWhole};
    if (description.contains("line")) return {Event::kLine, description["line"], kWhole};
    if (description.contains("trap")) return {Event::kTrap, description["trap"], kWhole};
    if (description.contains("instruction")) {
        const Event found{Event::kInstruction, description["instruction"], description.value("mask", kWhole)};
        if (std::find(instructions_.begin(), instructions_.end(), found) == instructions_.end())
            instructions_.push_back(found);
        return found;
    }
    if (description.contains("tick")) return {Event::kTick, 0, kWhole};
    if (description.contains("interrupts")) return {Event::kInterrupts, description["interrupts"].get<bool>(), kWhole};
    if (description.contains("asleep")) return {Event::kAsleep, description["asleep"].get<bool>(), kWhole};
    throw std::runtime_error(
        "a meter's event needs one of: pc, line, trap, instruction, tick, interrupts, asleep");
}

std::vector<Meters::Event> Meters::events(const json& one_or_list) {
    if (!one_or_list.is_array()) return {event(one_or_list)};
    std::vector<Event> found;
    for (const json& one : one_or_list) found.push_back(event(one));
    return found;
}

void Meters::finish(Meter& meter, uint64_t cycle) {
    meter.running = false;
    if (phase_ != kOpen) return;
    meter.statistics.add(cycle - meter.since, cycle);
    for (const auto& [pc, spent] : meter.current) {
        meter.spentAt[pc].cycles += spent.cycles;
        meter.spentAt[pc].instructions += spent.instructions;
    }
    for (int cache = 0; cache < 2; cache++) meter.lines[cache] += refills_[cache] - meter.linesBefore[cache];
}


void Meters::nextPart() {
    parts_.push_back(statistics());
    for (Meter& meter : meters_) {
        meter.running = false;
        meter.dropped = 0;
        meter.statistics = {};
        meter.spentAt.clear();
        std::fill(std::begin(meter.lines), std::end(meter.lines), 0);
    }
}

void Meters::advanceWindow(Event event, uint64_t cycle) {
    if (phase_ == kWaiting && event == begin_) {
        phase_ = kSkipping;
    } else if (event == end_) {
        if (phase_ == kSkipping && skip_ > 0) skip_--;
        else if (phase_ == kOpen && --count_ == 0) phase_ = kClosed;
    }
    if (phase_ == kSkipping && skip_ == 0) {
        phase_ = kOpen;
        opened_ = cycle;
    }
}

void Meters::happened(Event event, uint64_t cycle) {
    const auto in = [event](const std::vector<Event>& some) {
        return std::find(some.begin(), some.end(), event) != some.end();
    };
    for (Meter& meter : meters_) {
        if (meter.isOfIntervals() && meter.running && in(meter.stop)) finish(meter, cycle);
        if (meter.bounded && in(meter.stop)) meter.running = meter.within = false;
    }
    if (phase_ != kClosed) advanceWindow(event, cycle);
    if (hasParts_ && event == part_) nextPart();
    for (Meter& meter : meters_) {
        if (meter.bounded && in(meter.start)) meter.within = true;
        if (!meter.isOfIntervals() || !in(meter.start) || phase_ != kOpen) continue;
        meter.running = true;
        meter.since = meter.accounted = cycle;
        meter.current.clear();
        std::copy(std::begin(refills_), std::end(refills_), meter.linesBefore);
    }
}

void Meters::retired(const Core& core, uint32_t pc, uint64_t cycle) {
    const uint8_t flags = flags_[wordOf(pc)];
    if (flags & kWatched) {
        happened({Event::kPc, pc, kWhole}, cycle);
    }
    for (Meter& meter : meters_) {
        if (meter.kind != Meter::kCall) continue;
        if (meter.running) {
            if (pc == meter.returnTo)
                finish(meter, cycle);
            else if (std::find(meter.cancel.begin(), meter.cancel.end(), pc) != meter.cancel.end())
                meter.running = false;
        }
        if (pc == meter.entry && phase_ == kOpen) {
            meter.running = true;
            meter.since = cycle;
            meter.returnTo = core.reg(1);  // ra: written back before the function's first instruction retires
            if (wordOf(meter.returnTo) < flags_.size()) flags_[wordOf(meter.returnTo)] |= kReturn;
        }
    }
}

void Meters::observe(const Core& core, uint64_t cycle) {
    now_ = cycle;
    const uint32_t lines = core.lines();
    if (lines != lastLines_) {
        for (uint32_t risen = lines & ~lastLines_; risen; risen &= risen - 1)
            happened({Event::kLine, uint32_t(__builtin_ctz(risen)), kWhole}, cycle);
        lastLines_ = lines;
    }
    if (core.ticks()) happened({Event::kTick, 0, kWhole}, cycle);
    if (countsRefills_) {
        refills_[0] += core.fetchedLine();
        refills_[1] += core.loadedLine();
    }
    if (core.retires()) {
        const uint32_t pc = core.pc();
        if (profiles_)
            for (Meter& meter : meters_)
                if (meter.kind == Meter::kProfile && meter.running) {
                    Spent& spent = meter.current[pc];
                    spent.cycles += cycle - meter.accounted;
                    spent.instructions++;
                    meter.accounted = cycle;
                }
        if (wordOf(pc) < flags_.size() && flags_[wordOf(pc)]) retired(core, pc, cycle);
        for (const Event& event : instructions_)
            if ((core.instruction() & event.mask) == event.value) happened(event, cycle);
    }
    if (core.takesInterrupt() || core.takesException()) {
        for (Meter& meter : meters_)
            if (meter.kind == Meter::kCall && meter.running) {
                meter.running = false;
                meter.dropped++;
            }
        if (core.takesInterrupt() && lines) happened({Event::kTrap, uint32_t(__builtin_ctz(lines)), kWhole}, cycle);
    }
    const bool enabled = core.interruptsEnabled();
    if (enabled != lastEnabled_) {
        for (Meter& meter : meters_) {
            if (meter.kind != Meter::kInterruptsOff) continue;
            if (enabled && meter.running)
                finish(meter, cycle);
            else if (!enabled) {
                meter.running = phase_ == kOpen && meter.within;
                meter.since = cycle;
            }
        }
        lastEnabled_ = enabled;
        happened({Event::kInterrupts, enabled, kWhole}, cycle);
    }
    const bool asleep = core.waitsForInterrupt();
    if (asleep != lastAsleep_) {
        lastAsleep_ = asleep;
        happened({Event::kAsleep, asleep, kWhole}, cycle);
    }
}

json Meters::statistics() const {
    json result = json::object();
    for (const Meter& meter : meters_) {
        json& its = result[meter.name] = meter.statistics.toJson();
        for (const auto& [pc, spent] : meter.spentAt) its["spent_at"].push_back({pc, spent.cycles, spent.instructions});
        if (meter.kind == Meter::kRefills) its["lines"] = {{"instruction", meter.lines[0]}, {"data", meter.lines[1]}};
        if (meter.dropped) its["interrupted"] = meter.dropped;
    }
    return result;
}

json Meters::toJson() const {
    json result = {{"window_cycles", phase_ < kOpen ? 0 : now_ - opened_}};
    if (!meters_.empty()) result["meters"] = statistics();
    if (hasParts_) {
        result["parts"] = parts_;
        result["parts"].push_back(statistics());
    }
    return result;
}
