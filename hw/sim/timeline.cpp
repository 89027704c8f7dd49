// SPDX-License-Identifier: Apache-2.0
#include "timeline.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core.h"
#include "instructions.h"
#include "model.h"

using nlohmann::json;

namespace {
constexpr uint32_t kNowhere = 1;  // no instruction or stored word has this address
constexpr uint32_t kOpcode = 0x7f, kCustom0 = CI_OPCODE, kStore = 0x23, kSystem = 0x73;
constexpr int kA0 = 10, kA7 = 17;
constexpr uint32_t kEcall = 8;  // cause of an ecall from user mode
constexpr uint32_t kWait = 0, kOtherCall = 255;  // numbers of calls
constexpr uint32_t kWfi = 0x10500073;
constexpr uint32_t kOfSwitch = 1;  // cause with which a core that switches guests enters the next guest
constexpr size_t kLongestName = 64;
constexpr uint32_t kLineBytes = 32;  // of the caches

static_assert(sizeof(Timeline::Record) == 16, "the file's layout");

uint8_t byteAt(const Core& core, uint32_t address) {
    return uint8_t(core.word(address & ~3u) >> 8 * (address & 3));
}
}  // namespace

Timeline::Timeline(const std::string& folder, const std::string& retiredPath)
    : folder_(folder), contexts_{{Context::kProgram, 0}} {
    if (!retiredPath.empty()) retiredFile_ = std::make_unique<Retired>(retiredPath);
    if (folder.empty()) return;
    std::ifstream file(folder + "/watch.json");
    if (!file) throw std::runtime_error("cannot read watch.json in " + folder);
    const json content = json::parse(file);
    if (content.value("records", true)) {
        records_ = fopen((folder + "/records").c_str(), "wb");
        if (!records_) throw std::runtime_error("cannot write in " + folder);
    }
    watch(content);
}

Timeline::Timeline(const json& content, std::vector<Record>& kept) : contexts_{{Context::kProgram, 0}}, kept_(&kept) {
    watch(content);
}

void Timeline::watch(const json& watch) {
    isOn_ = true;
    threadAddress_ = watch.value("thread", kNowhere);
    runningAddress_ = watch.value("running", kNowhere);
    priorityAddress_ = watch.value("priority", kNowhere);
    created_ = watch.value("created", kNowhere);
    priorityOffset_ = watch.value("priority_in_thread", kNowhere);
    nameOffset_ = watch.value("name_in_thread", kNowhere);
    nameIsArray_ = watch.value("name_is_array", false);
    recordsCacheLines_ = watch.value("cache_lines", false);
    running_ = runningAddress_ == kNowhere;
    for (const json& guest : watch.value("guests", json::array())) {
        guests_.push_back({guest.at("base"), guest.at("size"), uint32_t(contexts_.size())});
        contexts_.push_back({Context::kThread, guests_.back().base});
    }
}

Timeline::~Timeline() {
    if (records_) fclose(records_);
}

void Timeline::record(Kind kind, uint64_t cycle, uint32_t first, uint32_t second) {
    const Record record{cycle | uint64_t(kind) << 56, first, second};
    if (kept_ && kind != kInstruction) kept_->push_back(record);
    if (records_ && fwrite(&record, sizeof record, 1, records_) != 1)
        throw std::runtime_error("cannot write the timeline's records (is the disk full?)");
}

uint32_t Timeline::context(Context::Kind kind, uint32_t value) {
    for (size_t n = contexts_.size(); n-- > 0;)
        if (contexts_[n].kind == kind && contexts_[n].value == value) return uint32_t(n);
    contexts_.push_back({kind, value});
    return uint32_t(contexts_.size() - 1);
}

void Timeline::spend(uint32_t pc, uint64_t cycle) {
    Context& context = contexts_[current()];
    if (context.cyclesAt.empty()) context.entry = pc;
    context.cyclesAt[pc] += cycle - accounted_;
    accounted_ = cycle;
    lastPc_ = pc;
}

void Timeline::observe(const Core& core, const ThreadPins* threads, uint64_t cycle) {
    if (retiredFile_) retiredFile_->observe(core, cycle);
    if (!isOn_) return;
    cycle += behind;
    if (threads && threads->state != threads_) observe(*threads, cycle);
    if (core.ticks()) record(kTick, cycle, 0, 0);
    if (hasLines_) followLines(core.lines(), cycle);
    const bool jumps = core.takesInterrupt() || core.takesException();
    if (!guests_.empty()) followSleep(core, jumps, cycle);
    if (core.retires()) retired(core, cycle);
    if (jumps && !(core.cause() == kOfSwitch && !guests_.empty() && !core.takesException())) trap(core, cycle);
    // The unit sees an instruction one stage before it retires, and also instructions that never retire.
    if (!core.asksUnit()) {
        asking_ = false;
    } else if (!asking_ && !core.unitStalls()) {
        asking_ = true;
        asked_ = cycle;
    }
}

void Timeline::observe(const ThreadPins& threads, uint64_t cycle) {
    const uint64_t before = std::exchange(threads_, threads.state);
    for (int slot = 0; slot < ThreadPins::kSlots; slot++) {
        const auto part = [slot](uint64_t all) { return uint32_t(all >> 8 * slot & 0xff); };
        const uint32_t state = part(threads_), began = state & ~part(before);
        if (!(state & ThreadPins::kRuns)) {
            if (part(before) & ThreadPins::kRuns) record(kStops, cycle, uint32_t(slot), 0);
            continue;
        }
        const auto event = [&](Kind kind, uint32_t more, uint32_t second) {
            record(kind, cycle, uint32_t(slot) | more << 8, second);
        };
        if (began & ThreadPins::kRuns) event(kRuns, 0, 0);
        // Record the end of a call or transfer before the beginning of another one in the same cycle.
        if (began & ThreadPins::kIsAnswered) event(kAnswer, part(threads.error), threads.answer[slot]);
        if (began & ThreadPins::kHasTransferred) event(kTransferred, threads.transfer[slot] >> 17 & 1, 0);
        if (began & ThreadPins::kWaitsForSoftware) event(kToSoftware, 0, 0);
        if (began & ThreadPins::kCalls)
            event(kCall, part(threads.command) | part(threads.handle) << 8 | !!(state & ThreadPins::kDirect) << 16,
                  threads.argument[slot]);
        if (began & ThreadPins::kIsSuspended) event(kSuspended, 0, 0);
        if (began & ThreadPins::kTransfers)
            event(kTransfer, threads.transfer[slot] & 0x1ffff, threads.address[slot]);
    }
}

void Timeline::followSleep(const Core& core, bool jumps, uint64_t cycle) {
    const bool waits = core.waitsForInterrupt() && !jumps;
    // The wfi itself may retire at any time of the wait.
    if (waits == asleep_ || (asleep_ && !jumps && (!core.retires() || core.instruction() == kWfi))) return;
    spend(lastPc_, cycle);
    asleep_ = waits;
    if (asleep_)
        traps_.push_back(context(Context::kOfCall, kWait));
    else
        traps_.pop_back();
    record(asleep_ ? kSleeps : kWakes, cycle, 0, 0);
}

void Timeline::followLines(uint32_t levels, uint64_t cycle) {
    for (uint32_t number = 0; number < lines_.size(); number++) {
        Line& line = lines_[number];
        const bool isHigh = levels >> number & 1;
        const bool triggers = line.isArmed && isHigh && (line.entry & CI_LINE_ENABLE);
        if (triggers) record(kLine, cycle, number, line.entry);
        line.isArmed = line.entry & CI_LINE_LEVEL ? line.isArmed && !triggers : !isHigh;
    }
}

void Timeline::wroteTimeBase(uint32_t number, uint32_t value) {
    if (number == CI_TIME_BASE_LINE) {
        lines_[CI_LINE_NUMBER(value)] = {value, (value & CI_LINE_LEVEL) != 0};
        hasLines_ = true;
    }
    for (uint32_t line = 0; number == CI_TIME_BASE_LINES_SERVED && line < lines_.size(); line++)
        lines_[line].isArmed |= (value >> line & 1) && (lines_[line].entry & CI_LINE_LEVEL);
}

void Timeline::trap(const Core& core, uint64_t cycle) {
    if (resumes_ || isSwitchedTo(core.pc())) resumed(core.pc());
    spend(core.pc(), cycle);
    const uint32_t lines = core.lines() & irqMask_;
    const uint32_t interrupt = lines ? uint32_t(__builtin_ctz(lines)) : 32 + core.cause();
    if (!core.takesException())
        traps_.push_back(context(Context::kInterrupt, interrupt));
    else if (!guests_.empty() && core.cause() == kEcall)
        traps_.push_back(context(Context::kOfCall, std::min(core.reg(kA7), kOtherCall)));
    else
        traps_.push_back(context(Context::kException, core.cause()));
    record(kTrap, cycle, current(), core.pc());
}

void Timeline::retired(const Core& core, uint64_t cycle) {
    const uint32_t pc = core.pc(), instruction = core.instruction();
    const uint32_t rs1 = core.reg(instruction >> 15 & 31);
    if (resumes_ || isSwitchedTo(pc)) resumed(pc);
    if (recordsCacheLines_ && pc / kLineBytes != lastPc_ / kLineBytes)
        record(kCacheLine, cycle, pc / kLineBytes * kLineBytes, 0);
    spend(pc, cycle);
    if (pc == created_) contexts_.push_back({Context::kThread, core.reg(kA0)});
    switch (instruction & kOpcode) {
        case kStore:
            stored(rs1 + uint32_t(int32_t(instruction & 0xfe000000) >> 20) + (instruction >> 7 & 31),
                   core.reg(instruction >> 20 & 31));
            break;
        case kCustom0: {
            const uint64_t since = asking_ ? asked_ : cycle - 1;
            record(kInstruction, since, instruction, uint32_t(cycle - since));
            asking_ = false;
            if (instructions::isOf(instruction, CI_UNIT_TIME, CI_TIME_WRITE))
                wroteTimeBase(CI_TIME_BASE_REGISTER_OF(rs1), core.reg(instruction >> 20 & 31));
            break;
        }
        case kSystem:
            if (instruction >> 20 == CI_CSR_IRQ_MASK) {
                const uint32_t operand = instruction & 0x4000 ? instruction >> 15 & 31 : rs1;
                const uint32_t how = instruction >> 12 & 3;  // csrrw, csrrs, csrrc
                irqMask_ = how == 1 ? operand : how == 2 ? irqMask_ | operand : irqMask_ & ~operand;
            }
            break;
    }
    const bool changesBank = instructions::isSwitch(instruction) || instructions::isExit(instruction);
    banked_ |= changesBank;
    const bool fromTrap = instructions::endsTrap(instruction);
    if (changesBank || fromTrap || instruction == instructions::kRet) {
        const bool toThread = changesBank ? !core.namesHandlers(rs1 & 0xff) : !banked_;
        returned(core, toThread, fromTrap, cycle);
    }
}

void Timeline::stored(uint32_t address, uint32_t value) {
    if (address == threadAddress_ && running_ && value) {
        switching_ = true;
        switchDepth_ = traps_.size();
        nextThread_ = value;
    } else if (address == runningAddress_) {
        running_ = value & 0xff;
    } else if (address == priorityAddress_) {
        priority_ = value & 0xff;
    }
}

bool Timeline::isSwitchedTo(uint32_t pc) {
    for (const Guest& guest : guests_)
        if (pc - guest.base < guest.size && (guest.context != thread_ || (!traps_.empty() && !asleep_))) {
            traps_.clear();
            resumesAt_ = accounted_;
            return true;
        }
    return false;
}

void Timeline::resumed(uint32_t pc) {
    resumes_ = false;
    for (size_t n = 0; n < guests_.size(); n++)
        if (pc - guests_[n].base < guests_[n].size && guests_[n].context != thread_) {
            thread_ = guests_[n].context;
            record(kSwitch, resumesAt_, thread_, uint32_t(n));
            return;
        }
    record(kReturn, resumesAt_, thread_, 0);
}

void Timeline::returned(const Core& core, bool toThread, bool fromTrap, uint64_t cycle) {
    if (!guests_.empty()) {
        if (!fromTrap) return;
        traps_.clear();
        resumes_ = true;
        resumesAt_ = cycle;
        return;
    }
    if (toThread && switching_ && traps_.size() == switchDepth_) {
        switching_ = false;
        traps_.clear();
        thread_ = context(Context::kThread, nextThread_);
        readName(core, contexts_[thread_]);
        record(kSwitch, cycle, thread_, priority(core, nextThread_));
    } else if (fromTrap && !traps_.empty()) {
        traps_.pop_back();
        record(kReturn, cycle, current(), 0);
    }
}

uint32_t Timeline::priority(const Core& core, uint32_t thread) const {
    return priorityOffset_ == kNowhere ? priority_ : byteAt(core, thread + priorityOffset_);
}

void Timeline::readName(const Core& core, Context& thread) const {
    if (nameOffset_ == kNowhere) return;
    const uint32_t place = thread.value + nameOffset_;
    const uint32_t pointer = nameIsArray_ ? place : core.word(place);
    if (pointer == thread.namePointer) return;
    thread.namePointer = pointer;
    std::string name;
    for (uint32_t at = pointer; name.size() < kLongestName; at++) {
        const char byte = char(byteAt(core, at));
        if (byte == 0) break;
        name += byte >= ' ' && byte <= '~' ? byte : '?';
    }
    if (!name.empty() && name != "?") thread.name = name;  // "?" means an unnamed or deleted thread
}

void Timeline::finish(const Core& core, uint64_t cycle) {
    if (retiredFile_) retiredFile_->finish();
    if (!isOn_) return;
    core_ = &core;
    end_ = cycle + behind;
    if (kept_) return;
    const json found = contexts();
    if (records_ && fclose(std::exchange(records_, nullptr)) != 0)
        throw std::runtime_error("cannot write the timeline's records (is the disk full?)");
    std::ofstream file(folder_ + "/contexts.json");
    file << found;
    file.close();
    if (!file) throw std::runtime_error("cannot write the timeline's contexts (is the disk full?)");
}

json Timeline::contexts() {
    for (size_t n = 0; n < contexts_.size(); n++)  // skip a thread if a newer one uses its memory
        if (contexts_[n].kind == Context::kThread && context(Context::kThread, contexts_[n].value) == n)
            readName(*core_, contexts_[n]);
    static const char* const kinds[] = {"program", "thread", "interrupt", "exception", "call"};
    json list = json::array();
    for (const Context& context : contexts_) {
        json item = {{"kind", kinds[context.kind]}, {"value", context.value}, {"entry", context.entry},
                     {"name", context.kind == Context::kException ? Core::causeName(context.value) : context.name},
                     {"cycles_at", json::array()}};
        auto cyclesAt = context.cyclesAt;
        if (&context == &contexts_[current()]) cyclesAt[lastPc_] += end_ - accounted_;  // since the last instruction
        for (const auto& [pc, spent] : cyclesAt) item["cycles_at"].push_back({pc, spent});
        list.push_back(std::move(item));
    }
    return {{"cycles", end_}, {"contexts", std::move(list)}};
}
