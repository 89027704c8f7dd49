// SPDX-License-Identifier: Apache-2.0
// A linked program for the simulated SoC.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

class Program {
public:
    static constexpr const char* kMagic = "\177ELF";

    /// Read an ELF file. Throws std::runtime_error if it is not a program for 32-bit RISC-V that can run from a ROM of
    /// romBytes bytes at address 0, on a core with or without compressed instructions.
    Program(const std::string& file, uint32_t romBytes, bool compressed);

    /// The content of the ROM.
    const std::string& image() const { return image_; }
    /// The bytes of the SRAM up to the last one that the program uses.
    uint64_t sramBytes() const { return sramBytes_; }
    std::optional<uint32_t> address(const std::string& symbol) const;
    /// Return the name of the function at an address, or an empty string.
    std::string functionAt(uint32_t address) const;
    /// Change the initial value of a 32-bit variable. Throws if the image has none.
    void set(const std::string& symbol, uint32_t value);

private:
    struct Segment {
        uint32_t address, bytes, at;  // at run time; size; place in the image
    };
    struct Function {
        uint32_t bytes;  // 0: unknown
        std::string name;
    };

    std::string image_;
    uint64_t sramBytes_ = 0;
    std::vector<Segment> segments_;
    std::map<std::string, uint32_t> symbols_;
    std::map<uint32_t, Function> functions_;  // by address
};
