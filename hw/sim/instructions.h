// SPDX-License-Identifier: Apache-2.0
// Instructions that the harness decodes: returns, task switches, writes to the time base and, for the memory check,
// cache invalidations and posts.
#pragma once

#include <cstdint>

#include "ci_opcodes.h"

namespace instructions {
constexpr uint32_t kRet = 0x00008067, kMret = 0x30200073;
constexpr uint32_t kInvalidate = 0x0000500f;  // VexRiscv's invalidation of the whole data cache

constexpr bool isOf(uint32_t word, uint32_t unit, uint32_t operation) {
    return (word & 0xfe00707f) == (operation << 25 | unit << 12 | CI_OPCODE);
}
/// On a core with register banks: a task switches to another task; a handler exits to any task.
constexpr bool isSwitch(uint32_t word) { return isOf(word, CI_UNIT_CONTEXT, CI_CONTEXT_SWITCH); }
constexpr bool isExit(uint32_t word) { return isOf(word, CI_UNIT_CONTEXT, CI_CONTEXT_EXIT); }
/// A post to the event that rs1 names.
constexpr bool isPost(uint32_t word) { return isOf(word, CI_UNIT_EVENT, CI_EVENT_POST); }
constexpr bool endsTrap(uint32_t word) { return word == kMret || isExit(word); }
}  // namespace instructions
