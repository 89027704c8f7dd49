// SPDX-License-Identifier: Apache-2.0
#include "contexts.h"

#include "ci_opcodes.h"
#include "rv32.h"

using namespace rv32;

bool Contexts::isJump(uint32_t word) const {
    return hasBanks_ && opcode(word) == kCustom0 && funct3(word) == CI_UNIT_CONTEXT &&
           (funct7(word) == CI_CONTEXT_SWITCH || funct7(word) == CI_CONTEXT_EXIT);
}

std::optional<Contexts::Slot> Contexts::executeJump(unsigned leaving, uint32_t rs1, const Slot& saved) {
    used_ = true;
    slots_[leaving] = saved;
    if (!exists(rs1) || (rs1 & 255) == leaving) return {};
    previous_ = rs1 & 255;
    return slots_[previous_];
}

bool Contexts::execute(uint32_t word, uint32_t a, uint32_t b, bool interrupted, uint32_t& result, Target& target) {
    if (!hasBanks_) return false;
    const unsigned bank = a & 255;
    result = 0;
    if (funct3(word) == CI_UNIT_INFO && funct7(word) == CI_INFO_SECOND) {
        result = ofUnits_ | CI_INFO2_CONTEXTS | uint32_t(banks_.size()) << CI_INFO2_BANKS_LOW;
        return true;
    }
    if (funct3(word) != CI_UNIT_CONTEXT) return false;
    const bool nothing = !exists(a);
    switch (funct7(word)) {
    case CI_CONTEXT_SET:
        if (!nothing) slots_[bank] = {b & ~1u, bool(b & CI_SLOT_ENABLE), userMode_ && CI_CONTEXT_USER_OF(a)};
        break;
    case CI_CONTEXT_GET:
        if (!nothing) result = slots_[bank].word();
        return true;
    case CI_CONTEXT_WRITE:
        if (nothing || bank == running_) break;
        target = {bank, rd(word)};
        result = b;
        return true;
    case CI_CONTEXT_READ:
        if (!nothing) result = banks_[bank][rs2(word)];
        return true;
    case CI_CONTEXT_STATE:
        result = running_ << CI_CONTEXT_STATE_RUNNING_LOW | previous_ << CI_CONTEXT_STATE_PREVIOUS_LOW |
                 (interrupted && previous_ != handlers() ? CI_CONTEXT_STATE_OUTERMOST : 0);
        return true;
    case CI_CONTEXT_RETURN_TO:
        if (!nothing) previous_ = bank;
        break;
    default: return false;
    }
    target = {};
    return true;
}
