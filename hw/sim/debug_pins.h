// SPDX-License-Identifier: Apache-2.0
// The pins of the debug bus. A SoC whose core has no debug plugin has none of them.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

template <class Top, class = void>
struct DebugPins {
    static constexpr bool kThere = false;
    static void present(Top&, bool, uint8_t, uint32_t) {}
    static bool ready(const Top&) { return false; }
    static uint32_t result(const Top&) { return 0; }
    static void freeze(Top&, bool) {}
};

template <class Top>
struct DebugPins<Top, std::void_t<decltype(std::declval<Top&>().sim_debug_valid)>> {
    static constexpr bool kThere = true;
    static void present(Top& top, bool write, uint8_t address, uint32_t data) {
        top.sim_debug_valid = 1;
        top.sim_debug_write = write;
        top.sim_debug_address = address;
        top.sim_debug_data = data;
    }
    static bool ready(const Top& top) { return top.sim_debug_ready; }
    static uint32_t result(const Top& top) { return top.sim_debug_result; }
    static void freeze(Top& top, bool still) { top.sim_debug_freeze = still; }
};
