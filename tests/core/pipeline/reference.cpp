// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include "ci_opcodes.h"
#include "rvc.h"

using namespace rv32;

Reference::Reference(const accelerator& units, unsigned banks, bool userMode, bool compressed, const Memory& memory,
                     uint32_t reset)
    : memory(memory), units_(units),
      contexts_(banks, userMode, (units.lists.levels ? CI_INFO2_LEVELS : 0) |
                                 (units.lists.waiting.lists ? CI_INFO2_WAITING : 0) |
                                 (units.second_port ? CI_INFO2_SECOND_PORT : 0)),
      userMode_(userMode), compressed_(compressed), pc_(reset) {
    units_.has_second_word |= banks > 0;
    units_.units_return_second_word &= !banks;  // with banks, the core returns the second information word
}

void Reference::enter(uint32_t cause) {
    mcause_ = cause;
    mepc_ = pc_;
    enabledBefore_ = enabled_;
    enabled_ = false;
    mpp_ = user_ ? 0 : 3;
    user_ = false;
    pc_ = mtvec_;
    contexts_.trap();
}

/// Executes context.switch or context.exit as an mret with the PC, interrupt enable and mode of the target's slot. If
/// the target is the leaving bank or does not exist, a switch does not jump, and an exit is a plain mret.
void Reference::jump(uint32_t word, uint32_t a, uint32_t b, uint32_t next) {
    const bool exits = funct7(word) == CI_CONTEXT_EXIT;
    const bool enabled = enabled_ || (b & CI_STATUS_MIE) != 0;
    const Contexts::Slot saved = exits ? Contexts::Slot{mepc_ & ~1u, enabledBefore_, userMode_ && mpp_ == 0}
                                       : Contexts::Slot{next, enabled, false};
    const auto slot = contexts_.executeJump(exits ? contexts_.previous() : contexts_.running(), a, saved);
    if (slot) {
        mepc_ = slot->pc;
        enabledBefore_ = slot->enabled;
        mpp_ = slot->user ? 0 : 3;
    }
    if (slot || exits) {
        mret();
    } else {
        if (contexts_.exists(a)) enabled_ = enabled;
        pc_ = next;
    }
}

void Reference::mret() {
    user_ = userMode_ && mpp_ == 0;
    enabled_ = enabledBefore_;
    enabledBefore_ = true;
    mpp_ = 0;
    pc_ = mepc_;
    contexts_.returnFromTrap();
}

void Reference::interrupt(uint32_t cause) { enter(0x80000000u | cause); }

void Reference::trap(uint32_t cause, Step& step) {
    step.trapped = true;
    step.cause = cause;
    step.custom = step.command = false;
    enter(cause);
}

Step Reference::step(uint32_t unknown, uint32_t seen) {
    Step step;
    step.pc = pc_;
    step.bank = contexts_.running();
    if (!memory.exists(pc_)) {
        trap(kFetchFault, step);
        return step;
    }
    uint32_t fetched = memory.word(pc_) >> 8 * (pc_ & 2), length = 4;
    if (pc_ & 2) fetched |= memory.word(pc_ + 2) << 16;
    if (compressed_ && rvc::isShort(fetched)) {
        fetched = rvc::expand(fetched & 0xFFFF);
        length = 2;
    }
    const uint32_t word = step.instruction = fetched;
    const uint32_t a = step.rs1 = contexts_.x()[rs1(word)], b = step.rs2 = contexts_.x()[rs2(word)];
    uint32_t next = pc_ + length, result = 0;
    bool legal = true;
    Contexts::Target target{step.bank, rd(word)};

    switch (opcode(word)) {
    case kLui: result = word & 0xFFFFF000; break;
    case kAuipc: result = pc_ + (word & 0xFFFFF000); break;
    case kImmediate: legal = alu(word, a, uint32_t(immediateI(word)), true, result); break;
    case kRegister: legal = alu(word, a, b, false, result); break;
    case kJal:
        result = next;
        next = pc_ + uint32_t(immediateJ(word));
        break;
    case kJalr:
        result = next;
        next = (a + uint32_t(immediateI(word))) & ~1u;
        break;
    case kBranch: {
        target = {};
        bool taken = false;
        switch (funct3(word) >> 1) {
        case 0: taken = a == b; break;
        case 2: taken = int32_t(a) < int32_t(b); break;
        case 3: taken = a < b; break;
        default: legal = false; break;
        }
        if (taken != bool(funct3(word) & 1)) next = pc_ + uint32_t(immediateB(word));
        break;
    }
    case kLoad:
        if (!load(word, a + uint32_t(immediateI(word)), result, step)) return step;
        break;
    case kStore:
        target = {};
        if (!store(word, a + uint32_t(immediateS(word)), b, step)) return step;
        break;
    case kFence: target = {}; break;
    case kSystem:
        if (word == kMret && !user_) {
            mret();
            return step;
        }
        legal = system(word, result, step);
        if (step.trapped) return step;
        break;
    case kCustom0:
        if (user_) {
            legal = false;
        } else if (contexts_.isJump(word)) {
            step.custom = true;
            jump(word, a, b, next);
            return step;
        } else if (contexts_.execute(word, a, b, mcause_ >> 31, result, target)) {
            step.custom = true;
        } else {
            int illegal;
            const unsigned unit = funct3(word), operation = funct7(word);
            result = accelerator_execute(&units_, unit, operation, a, b, &illegal);
            result = (result & ~unknown) | (seen & unknown);
            legal = !illegal;
            step.custom = step.command = legal;
        }
        break;
    default: legal = false; break;
    }
    if (!legal) {
        trap(kIllegal, step);
        return step;
    }
    if (next & 2 && !compressed_) {
        trap(kJumpMisaligned, step);
        return step;
    }
    if (target.number != 0) {
        step.rd = target;
        step.value = contexts_.set(target, result);
    }
    pc_ = next;
    return step;
}

bool Reference::alu(uint32_t word, uint32_t a, uint32_t b, bool immediate, uint32_t& result) const {
    const uint32_t f7 = funct7(word), shift = b & 31;
    if (!immediate && f7 == 1) {
        const int64_t sa = int32_t(a), sb = int32_t(b);
        const bool overflow = a == 0x80000000 && b == UINT32_MAX;
        switch (funct3(word)) {
        case 0: result = a * b; break;
        case 1: result = uint32_t(sa * sb >> 32); break;
        case 2: result = uint32_t(sa * int64_t(uint64_t(b)) >> 32); break;
        case 3: result = uint32_t(uint64_t(a) * b >> 32); break;
        case 4: result = b == 0 ? UINT32_MAX : overflow ? a : uint32_t(int32_t(a) / int32_t(b)); break;
        case 5: result = b == 0 ? UINT32_MAX : a / b; break;
        case 6: result = b == 0 ? a : overflow ? 0 : uint32_t(int32_t(a) % int32_t(b)); break;
        default: result = b == 0 ? a : a % b; break;
        }
        return true;
    }
    switch (funct3(word)) {
    case 0: result = !immediate && f7 == 0x20 ? a - b : a + b; return true;
    case 1: result = a << shift; return true;
    case 2: result = int32_t(a) < int32_t(b); return true;
    case 3: result = a < b; return true;
    case 4: result = a ^ b; return true;
    case 5: result = f7 == 0x20 ? uint32_t(int32_t(a) >> shift) : a >> shift; return true;
    case 6: result = a | b; return true;
    default: result = a & b; return true;
    }
}

bool Reference::load(uint32_t word, uint32_t address, uint32_t& result, Step& step) {
    const unsigned bytes = 1u << (funct3(word) & 3);
    if (address % bytes) {
        trap(kLoadMisaligned, step);
        return false;
    }
    if (!memory.exists(address)) {
        trap(kLoadFault, step);
        return false;
    }
    const uint32_t value = memory.word(address) >> 8 * (address & 3);
    switch (funct3(word)) {
    case 0: result = uint32_t(int8_t(value)); break;
    case 1: result = uint32_t(int16_t(value)); break;
    case 4: result = uint8_t(value); break;
    case 5: result = uint16_t(value); break;
    default: result = value; break;
    }
    return true;
}

bool Reference::store(uint32_t word, uint32_t address, uint32_t value, Step& step) {
    const unsigned bytes = 1u << funct3(word);
    if (address % bytes) {
        trap(kStoreMisaligned, step);
        return false;
    }
    memory.store(address, value << 8 * (address & 3), ((1u << bytes) - 1) << (address & 3));
    step.done = address == Memory::kDone;
    return true;
}

uint32_t* Reference::csr(uint32_t number) {
    switch (number) {
    case kMie: return &mie_;
    case kMtvec: return &mtvec_;
    case kMscratch: return &mscratch_;
    case kMepc: return &mepc_;
    case kMcause: return &mcause_;
    case kIrqMask: return &irqMask_;
    default: return nullptr;
    }
}

bool Reference::system(uint32_t word, uint32_t& result, Step& step) {
    if (word == kEcall) {
        trap(user_ ? kEcallUser : kEcallMachine, step);
        return true;
    }
    const uint32_t kind = funct3(word), number = word >> 20;
    if ((kind & 3) == 0 || user_) return false;
    const uint32_t operand = kind & 4 ? rs1(word) : step.rs1;
    const auto written = [&](uint32_t old) {
        return (kind & 3) == 1 ? operand : (kind & 3) == 2 ? old | operand : old & ~operand;
    };
    if (number == kMstatus) {
        result = uint32_t(enabled_) << 3 | uint32_t(enabledBefore_) << 7 | mpp_ << 11;
        const uint32_t value = written(result);
        enabled_ = value >> 3 & 1;
        enabledBefore_ = value >> 7 & 1;
        mpp_ = value >> 11 & 3;
        return true;
    }
    uint32_t* const found = csr(number);
    if (!found) return false;
    result = *found;
    *found = written(*found);
    return true;
}
