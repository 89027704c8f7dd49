// SPDX-License-Identifier: Apache-2.0
#include "memory_check.h"

#include <algorithm>
#include <sstream>

#include "core.h"
#include "instructions.h"
#include "slots.h"
#include "threads/os_hw_registers.h"

namespace {
constexpr uint32_t kOpcode = 0x7f, kLoad = 0x03, kStore = 0x23;
constexpr uint32_t kNotCached = 0x80000000;  // first uncached address
constexpr size_t kMostEvents = 256;
// Cycles from the memory stage, where a command of software fires, to its retirement, where it is observed.
constexpr uint64_t kRetires = 2;

std::string hex(uint32_t value) {
    char text[16];
    snprintf(text, sizeof text, "0x%08x", value);
    return text;
}
}  // namespace

MemoryCheck::MemoryCheck(const nlohmann::json& description)
    : threads_(description.at("threads")),
      priority_(description.value("priority", kNoTask)),
      slots_(OS_HW_SLOTS_MAX),
      events_(kMostEvents) {}

void MemoryCheck::Known::join(const Known& other) {
    arrived = std::max(arrived, other.arrived);
    if (other.posted.cycle > posted.cycle) posted = other.posted;
}

MemoryCheck::Place MemoryCheck::place(const Core& core, uint64_t cycle) const {
    // After a task switch the word may be old for a few cycles, but only in the kernel.
    const int priority =
        priority_ == kNoTask ? -1 : int(core.word(priority_ & ~3u) >> 8 * (priority_ & 3) & 0xff);
    return {cycle, core.pc(), priority};
}

void MemoryCheck::observe(const Core& core, const Slots& slots, uint64_t cycle) {
    if (core.retires()) retired(core, cycle);
    for (Slot& slot : slots_)
        if (cycle >= slot.gets) {
            slot.known.join(events_[slot.event]);
            slot.gets = UINT64_MAX;
        }
    called(slots, cycle);
    for (int slot = 0; slot < slots.count(); slot++)
        if (slots.accesses(slot)) accessed(slots, slot, cycle);
}

void MemoryCheck::retired(const Core& core, uint64_t cycle) {
    const uint32_t instruction = core.instruction(), opcode = instruction & kOpcode;
    if (opcode == kLoad || opcode == kStore) {
        const int32_t offset = opcode == kLoad
            ? int32_t(instruction) >> 20 : (int32_t(instruction & 0xfe000000) >> 20) + int32_t(instruction >> 7 & 31);
        const uint32_t address = core.reg(instruction >> 15 & 31) + uint32_t(offset);
        const uint8_t bytes = uint8_t(((1u << (1u << (instruction >> 12 & 3))) - 1) << (address & 3));
        if (address >= kNotCached) {
            if (opcode == kLoad) fenced_ = cycle;
            else registerWritten(address - threads_, core.reg(instruction >> 20 & 31), cycle);
        } else if (opcode == kStore) {
            Word& word = words_[address & ~3u];
            word.stored = place(core, cycle);
            word.ofSoftware |= bytes;
            word.ofCircuit &= uint8_t(~bytes);
        } else if (const auto at = words_.find(address & ~3u); at != words_.end()) {
            const Word& word = at->second;
            if (word.ofCircuit & bytes && word.written > invalidated_)
                found({true, word.writer, address & ~3u, {}, place(core, cycle), word.written, 1});
        }
    } else if (instruction == instructions::kInvalidate) {
        invalidated_ = cycle;
    } else if (instructions::isPost(instruction)) {
        events_[core.reg(instruction >> 15 & 31) % kMostEvents].join({fenced_, place(core, cycle)});
    }
}

void MemoryCheck::registerWritten(uint32_t offset, uint32_t value, uint64_t cycle) {
    if (offset >= OS_HW_SLOTS_MAX * OS_HW_PAGE_BYTES) return;
    Slot& slot = slots_[offset / OS_HW_PAGE_BYTES];
    const uint32_t number = offset % OS_HW_PAGE_BYTES / 4;
    if (number == OS_HW_REG_NUMBER) slot.number = value ? value & OS_HW_REG_NUMBER_TASK : kNoTask;
    const bool answers = number == OS_HW_REG_ANSWER || number == OS_HW_REG_YIELD;
    if (answers || (number == OS_HW_REG_CONTROL && (value & OS_HW_REG_CONTROL_RUN))) slot.known.arrived = cycle;
}

void MemoryCheck::called(const Slots& slots, uint64_t cycle) {
    if (slots.commands(CI_UNIT_EVENT, CI_EVENT_PEND)) {
        for (Slot& slot : slots_)
            if (slot.number == (slots.operand() >> 16 & 0xff)) {
                slot.event = slots.operand() % kMostEvents;
                if (slots.ends() && slots.result() & 1) slot.gets = cycle + kRetires;
            }
    } else if (slots.commands(CI_UNIT_EVENT, CI_EVENT_POST) && slots.ends()) {
        // The signals do not show which slot posts, so use the latest of all slots.
        Known& event = events_[slots.operand() % kMostEvents];
        for (const Slot& slot : slots_) event.arrived = std::max(event.arrived, slot.known.arrived);
    }
    for (int slot = 0; slot < slots.count(); slot++)
        if (slots.posted(slot)) slots_[slot].gets = cycle + kRetires;
}

void MemoryCheck::accessed(const Slots& slots, int slot, uint64_t cycle) {
    const uint32_t address = slots.address(slot);
    if (address >= kNotCached) return;
    Word& word = words_[address];
    if (slots.writes(slot)) {
        if (word.written <= invalidated_) word.ofCircuit = 0;
        word.ofCircuit |= slots.bytes(slot);
        word.ofSoftware &= uint8_t(~slots.bytes(slot));
        word.written = cycle;
        word.writer = uint8_t(slot);
    } else if (const Known& known = slots_[slot].known;
               word.ofSoftware && word.stored.cycle > known.arrived && word.stored.cycle < known.posted.cycle) {
        found({false, slot, address, word.stored, known.posted, cycle, 1});
    }
}

void MemoryCheck::found(const Mistake& mistake) {
    const auto [at, isNew] = places_.try_emplace({mistake.stale, mistake.software.pc, mistake.store.pc},
                                                 mistakes_.size());
    if (isNew) mistakes_.push_back(mistake);
    else mistakes_[at->second].times++;
}

std::string MemoryCheck::report() const {
    std::ostringstream text;
    const auto line = [&](const char* what) -> std::ostream& {
        std::string padded(what);
        padded.resize(15, ' ');
        return text << "\n  " << padded;
    };
    const auto tell = [&](const char* what, const Place& place) {
        line(what) << "cycle " << place.cycle;
        if (place.priority >= 0) text << ", the task of priority " << place.priority;
        line("PC") << hex(place.pc);
    };
    for (const Mistake& mistake : mistakes_) {
        text << (text.tellp() > 0 ? "\n" : "")
             << (mistake.stale ? "software reads data that a circuit wrote, without OSHwCacheInvalidate() in between"
                               : "software stores and posts to a circuit, without OSHwFence() in between");
        if (mistake.times > 1) text << " (" << mistake.times << " times; first:)";
        line("address") << hex(mistake.address);
        if (!mistake.stale) {
            tell("stored", mistake.store);
            tell("posted", mistake.software);
        }
        line(mistake.stale ? "written" : "read")
            << "cycle " << mistake.circuit << ", the circuit in slot " << mistake.slot;
        if (mistake.stale) tell("read", mistake.software);
    }
    return text.str();
}
