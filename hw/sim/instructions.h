// SPDX-License-Identifier: Apache-2.0
// The instructions by which a program goes elsewhere, as the harness has to know them.
#pragma once

#include <cstdint>

#include "ci_opcodes.h"

namespace instructions {
constexpr uint32_t kRet = 0x00008067, kMret = 0x30200073;

constexpr bool isOfContexts(uint32_t word, uint32_t operation) {
    return (word & 0xfe00707f) == (operation << 25 | CI_UNIT_CONTEXT << 12 | CI_OPCODE);
}
/// On a core with register banks: a task goes on with another one; a handler ends, with any task.
constexpr bool isSwitch(uint32_t word) { return isOfContexts(word, CI_CONTEXT_SWITCH); }
constexpr bool isExit(uint32_t word) { return isOfContexts(word, CI_CONTEXT_EXIT); }
constexpr bool endsTrap(uint32_t word) { return word == kMret || isExit(word); }
}  // namespace instructions
