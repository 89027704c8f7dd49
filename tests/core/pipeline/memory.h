// SPDX-License-Identifier: Apache-2.0
// The address map. The core and the reference have separate memories, which are compared at the end.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

class Memory {
public:
    static constexpr uint32_t kRamBytes = 128 * 1024;  // cached, from 0: program and data
    static constexpr uint32_t kData = 64 * 1024;       // where the data starts
    static constexpr uint32_t kUncached = 0x80000000;  // the upper half of the address space is never cached
    static constexpr uint32_t kUncachedBytes = 4096;
    static constexpr uint32_t kUnmapped = 0x40000000;          // no memory: loads and jumps fault; cached
    static constexpr uint32_t kUnmappedUncached = 0xC0000000;  // no memory: loads and jumps fault; uncached
    static constexpr uint32_t kAcknowledge = 0xF0000000;       // a stored trap cause lowers its interrupt line
    static constexpr uint32_t kDone = kAcknowledge + 4;        // a store ends the program

    Memory() : ram_(kRamBytes), uncached_(kUncachedBytes) {}

    bool exists(uint32_t address) const { return address < kRamBytes || address - kUncached < kUncachedBytes; }

    /// Returns the word at an address for which exists() is true.
    uint32_t word(uint32_t address) const {
        uint32_t value;
        memcpy(&value, at(address & ~3u), 4);
        return value;
    }

    /// Stores the bytes of a word that the mask selects. Ignores addresses that do not exist.
    void store(uint32_t address, uint32_t value, unsigned mask) {
        if (!exists(address)) return;
        for (unsigned byte = 0; byte < 4; byte++)
            if (mask >> byte & 1) at(address & ~3u)[byte] = uint8_t(value >> 8 * byte);
    }

    bool operator==(const Memory& other) const { return ram_ == other.ram_ && uncached_ == other.uncached_; }

private:
    uint8_t* at(uint32_t address) { return const_cast<uint8_t*>(static_cast<const Memory*>(this)->at(address)); }
    const uint8_t* at(uint32_t address) const {
        return address < kRamBytes ? &ram_[address] : &uncached_[address - kUncached];
    }

    std::vector<uint8_t> ram_, uncached_;
};
