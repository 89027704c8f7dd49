// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on each machine, unlike the standard library's distributions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>

class Random {
public:
    explicit Random(uint64_t seed) : engine(seed) {}

    uint32_t word() { return static_cast<uint32_t>(engine()); }
    uint32_t below(uint32_t bound) { return static_cast<uint32_t>(engine() % bound); }
    uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
    bool one_in(uint32_t n) { return n != 0 && below(n) == 0; }

    template <typename T>
    T of(std::initializer_list<T> choices) { return *(choices.begin() + below(static_cast<uint32_t>(choices.size()))); }

private:
    std::mt19937_64 engine;
};
