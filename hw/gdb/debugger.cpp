// SPDX-License-Identifier: Apache-2.0
#include "debugger.h"

#include <algorithm>
#include <stdexcept>

namespace {
// The debug plugin's registers.
constexpr uint8_t kStatus = 0x00, kInstruction = 0x04, kBreakpoints = 0x40;
// Bits to write to kStatus. Every write sets or clears `step`.
constexpr uint32_t kStep = 1u << 4, kResetOn = 1u << 16, kResetOff = 1u << 24, kHalt = 1u << 17, kGo = 1u << 25,
                   kEbreakOff = 1u << 18, kEbreakOn = 1u << 26;
// Bits to read from kStatus.
constexpr uint32_t kHalted = 1u << 1, kBusy = 1u << 2, kByBreakpoint = 1u << 3;

constexpr uint32_t kNop = 0x00000013, kEbreak = 0x00100073, kFenceI = 0x0000100F, kPcOf = 0x00000017 /* auipc x0, 0 */,
                   kJump = 0x00008067 /* jalr x0, 0(ra) */;
constexpr uint8_t kLoad = 0x03;  // opcode of loads
constexpr int kAddress = 1, kData = 2;  // registers used for operands; writeBack() restores them
constexpr uint32_t kReach = 2048;       // bytes that a load or store reaches above its base register
constexpr int kPatience = 100000;       // cycles; an unanswered access ends after 1,000

uint32_t rd(int index) { return uint32_t(index) << 7; }
uint32_t rs1(int index) { return uint32_t(index) << 15; }
uint32_t rs2(int index) { return uint32_t(index) << 20; }

/// Return the widest aligned access within `left` bytes: 4, 2 or 1 bytes.
uint32_t width(uint32_t address, uint32_t left) {
    return address % 4 == 0 && left >= 4 ? 4 : address % 2 == 0 && left >= 2 ? 2 : 1;
}

std::string bytesOf(uint32_t value, uint32_t count) {
    std::string bytes;
    for (uint32_t i = 0; i < count; i++) bytes += char(value >> 8 * i);
    return bytes;
}
}  // namespace

Debugger::Debugger(DebugBus& bus, std::vector<Region> regions, int hardwareBreakpoints)
    : bus_(bus), regions_(std::move(regions)), slots_(size_t(hardwareBreakpoints), false) {}

// ------------------------------------------------------------------------------------------- while the program runs

void Debugger::watch() {
    bus_.present(asked_, kStatus, kHalt);
    asked_ = false;
}

bool Debugger::halted() const { return (bus_.result() & (kHalted | kBusy)) == kHalted; }

// ---------------------------------------------------------------------------------------------------- begin and end

bool Debugger::enter() {
    bus_.freeze(true);
    const bool byBreakpoint = readBus(kStatus) & kByBreakpoint;
    // The pipeline dropped the instruction at a breakpoint, so only the plugin still has its PC.
    visit(byBreakpoint ? readBus(kInstruction) : nextPc());
    if (byBreakpoint || !replayed()) return true;
    leave(true);
    return false;
}

bool Debugger::replayed() {
    if (!stepped_ || regs_[kPc] != *stepped_ || !regionOf(*stepped_, 4)) return false;
    return uint8_t(load(*stepped_, 1)[0] & 0x7F) == kLoad;
}

uint32_t Debugger::nextPc() {
    execute(kNop);  // after a reset, the first instruction still sees the previous PC
    return execute(kPcOf);
}

void Debugger::visit(uint32_t pc) {
    writeBus(kStatus, kHalt | kEbreakOn);  // also clears `step`
    for (int i = 0; i < kPc; i++) regs_[i] = execute(0x13 | rs1(i));
    regs_[kPc] = pc;
    changed_ = 0;
}

void Debugger::writeBack() {
    if (codeChanged_) execute(kFenceI);
    codeChanged_ = false;
    setX(kAddress, regs_[kPc]);
    execute(kJump);
    for (int i = 1; i < kPc; i++)
        if (changed_ >> i & 1) setX(i, regs_[i]);
    drain();
    changed_ = 0;
}

void Debugger::leave(bool step) {
    stepped_ = step ? std::optional<uint32_t>(regs_[kPc]) : std::nullopt;
    writeBack();
    bus_.freeze(false);
    bus_.present(true, kStatus, kGo | (step ? kStep : 0));
}

void Debugger::release() {
    while (!breakpoints_.empty()) {
        const auto [address, hardware] = breakpoints_.begin()->first;
        removeBreakpoint(address, hardware);
    }
    writeBack();
    writeBus(kStatus, kHalt | kEbreakOff);
    bus_.freeze(false);
    bus_.present(true, kStatus, kGo);
}

void Debugger::reset() {
    bus_.freeze(true);
    writeBus(kStatus, kHalt | kResetOn);
    for (int i = 0; i < 8; i++) readBus(kStatus);
    writeBus(kStatus, kHalt | kResetOff);
    for (int i = 0; i < 8; i++) readBus(kStatus);
    drain();
    stepped_.reset();
    visit(nextPc());
}

// -------------------------------------------------------------------------------------------------------- registers

void Debugger::setReg(int index, uint32_t value) {
    if (index == 0) return;
    regs_[index] = value;
    if (index != kPc) changed_ |= 1u << index;
}

uint32_t Debugger::csr(uint32_t number) { return execute(0x2073 | number << 20); }

void Debugger::setCsr(uint32_t number, uint32_t value) {
    setX(kData, value);
    execute(0x1073 | number << 20 | rs1(kData));
}

// ----------------------------------------------------------------------------------------------------------- memory

const Debugger::Region* Debugger::regionOf(uint32_t address, uint32_t length) const {
    for (const Region& region : regions_)
        if (address >= region.start && address - region.start < region.length &&
            length <= region.length - (address - region.start))
            return &region;
    return nullptr;
}

std::string Debugger::load(uint32_t address, uint32_t length) {
    static const uint32_t codes[] = {0, 0x4003 /* lbu */, 0x5003 /* lhu */, 0, 0x2003 /* lw */};
    std::string bytes;
    uint32_t base = 0;
    while (bytes.size() < length) {
        const uint32_t at = address + uint32_t(bytes.size()), count = width(at, length - uint32_t(bytes.size()));
        if (bytes.empty() || at - base >= kReach) setX(kAddress, base = at);
        bytes += bytesOf(execute(codes[count] | rs1(kAddress) | (at - base) << 20), count);
    }
    return bytes;
}

void Debugger::store(uint32_t address, const std::string& bytes) {
    static const uint32_t codes[] = {0, 0x0023 /* sb */, 0x1023 /* sh */, 0, 0x2023 /* sw */};
    for (uint32_t done = 0; done < bytes.size();) {
        const uint32_t count = width(address + done, uint32_t(bytes.size()) - done);
        uint32_t value = 0;
        for (uint32_t i = 0; i < count; i++) value |= uint32_t(uint8_t(bytes[done + i])) << 8 * i;
        setX(kAddress, address + done);
        setX(kData, value);
        execute(codes[count] | rs1(kAddress) | rs2(kData));
        done += count;
    }
    codeChanged_ = true;  // the bytes may be code
}

std::optional<std::string> Debugger::read(uint32_t address, uint32_t length) {
    if (!regionOf(address, length)) return std::nullopt;
    std::string bytes = load(address, length);
    for (const auto& [key, breakpoint] : breakpoints_)
        for (uint32_t i = 0; i < breakpoint.original.size(); i++)
            if (key.first + i - address < length) bytes[key.first + i - address] = breakpoint.original[i];
    return bytes;
}

bool Debugger::write(uint32_t address, std::string bytes) {
    const Region* region = regionOf(address, uint32_t(bytes.size()));
    if (!region || region->type == "rom") return false;
    for (auto& [key, breakpoint] : breakpoints_)
        for (uint32_t i = 0; i < breakpoint.original.size(); i++)
            if (key.first + i - address < bytes.size()) {
                breakpoint.original[i] = bytes[key.first + i - address];
                bytes[key.first + i - address] = char(kEbreak >> 8 * i);
            }
    store(address, bytes);
    return true;
}

// ------------------------------------------------------------------------------------------------------ breakpoints

bool Debugger::insertBreakpoint(uint32_t address, bool hardware) {
    const Region* region = regionOf(address, 4);
    if (!region || address % 4) return false;
    const std::pair<uint32_t, bool> key{address, hardware};
    if (breakpoints_.count(key)) return true;
    if (!hardware && region->type != "rom") {
        const std::string original = *read(address, 4);
        store(address, bytesOf(kEbreak, 4));
        breakpoints_[key] = {kNone, original};
        return true;
    }
    const auto free = std::find(slots_.begin(), slots_.end(), false);
    if (free == slots_.end()) return false;
    const int slot = int(free - slots_.begin());
    slots_[size_t(slot)] = true;
    writeBus(uint8_t(kBreakpoints + 4 * slot), address | 1);
    breakpoints_[key] = {slot, ""};
    return true;
}

void Debugger::removeBreakpoint(uint32_t address, bool hardware) {
    const auto found = breakpoints_.find({address, hardware});
    if (found == breakpoints_.end()) return;
    const Breakpoint breakpoint = found->second;
    breakpoints_.erase(found);
    if (breakpoint.slot == kNone) {
        store(address, breakpoint.original);
    } else {
        writeBus(uint8_t(kBreakpoints + 4 * breakpoint.slot), 0);
        slots_[size_t(breakpoint.slot)] = false;
    }
}

// ---------------------------------------------------------------------------------------------- through the pipeline

uint32_t Debugger::readBus(uint8_t address) {
    bus_.present(false, address, 0);
    bus_.clock();
    return bus_.result();
}

void Debugger::writeBus(uint8_t address, uint32_t data) {
    bus_.present(true, address, data);
    for (int i = 0; i < kPatience; i++)
        if (bus_.clock()) {
            bus_.present(false, kStatus, 0);
            return;
        }
    throw std::runtime_error("the core does not accept an instruction from the debugger");
}

void Debugger::inject(uint32_t instruction) { writeBus(kInstruction, instruction); }

void Debugger::drain() {
    for (int i = 0; i < kPatience; i++)
        if (!(readBus(kStatus) & kBusy)) return;
    throw std::runtime_error("the core does not complete an instruction of the debugger");
}

uint32_t Debugger::execute(uint32_t instruction) {
    inject(instruction);
    drain();
    return readBus(kInstruction);
}

uint32_t Debugger::execute(uint32_t instruction, uint32_t first, uint32_t second) {
    setX(kAddress, first);
    setX(kData, second);
    const bool namesRegister = instruction >> 20 & 31;
    return execute(instruction | rs1(kAddress) | (namesRegister ? 0 : rs2(kData)));
}

void Debugger::setX(int index, uint32_t value) {
    const uint32_t low = value << 20, high = (value + 0x800) & ~0xFFFu;
    if (high) inject(0x37 | rd(index) | high);
    if (low || !high) inject(0x13 | rd(index) | rs1(high ? index : 0) | low);
    changed_ |= 1u << index;
}
