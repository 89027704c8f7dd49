// SPDX-License-Identifier: Apache-2.0
// The 16-bit encodings that the random programs use, and their 32-bit equivalents.
#pragma once

#include "rv32.h"

namespace rvc {

/// Registers that a field of three bits can encode ("short" ones).
constexpr unsigned kFirst = 8, kLast = 15;

inline uint16_t bits(uint32_t value, unsigned high, unsigned low, unsigned to) {
    return uint16_t((value >> low & ((1u << (high - low + 1)) - 1)) << to);
}
inline uint16_t immediate(uint32_t quadrant, uint32_t funct3, unsigned rd, int32_t value) {
    const uint32_t u = uint32_t(value);
    return uint16_t(funct3 << 13 | bits(u, 5, 5, 12) | rd << 7 | bits(u, 4, 0, 2) | quadrant);
}
inline uint16_t addi(unsigned rd, int32_t value) { return immediate(1, 0, rd, value); }
inline uint16_t li(unsigned rd, int32_t value) { return immediate(1, 2, rd, value); }
/// value: bits 17 to 12 of the result; not 0. rd: not 0, not 2.
inline uint16_t lui(unsigned rd, int32_t value) { return immediate(1, 3, rd, value); }
inline uint16_t slli(unsigned rd, uint32_t by) { return immediate(2, 0, rd, int32_t(by & 31)); }
inline uint16_t mv(unsigned rd, unsigned rs2) { return uint16_t(0x8002 | rd << 7 | rs2 << 2); }
inline uint16_t add(unsigned rd, unsigned rs2) { return uint16_t(0x9002 | rd << 7 | rs2 << 2); }
/// kind 0: srli, 1: srai, 2: andi. rd: a short one.
inline uint16_t shiftOrMask(unsigned kind, unsigned rd, int32_t value) {
    return immediate(1, 4, kind << 3 | (rd - kFirst), kind == 2 ? value : value & 31);
}
/// kind 0: sub, 1: xor, 2: or, 3: and. Both registers are short ones.
inline uint16_t alu(unsigned kind, unsigned rd, unsigned rs2) {
    return uint16_t(0x8C01 | (rd - kFirst) << 7 | kind << 5 | (rs2 - kFirst) << 2);
}
/// offset: a multiple of 4 below 256, from x2.
inline uint16_t lwsp(unsigned rd, uint32_t offset) {
    return uint16_t(0x4002 | bits(offset, 5, 5, 12) | rd << 7 | bits(offset, 4, 2, 4) | bits(offset, 7, 6, 2));
}
inline uint16_t swsp(unsigned rs2, uint32_t offset) {
    return uint16_t(0xC002 | bits(offset, 5, 2, 9) | bits(offset, 7, 6, 7) | rs2 << 2);
}
/// rd: a short one, which receives x2 + offset. offset: a multiple of 4 from 4 to 1020.
inline uint16_t addi4spn(unsigned rd, uint32_t offset) {
    return uint16_t(bits(offset, 5, 4, 11) | bits(offset, 9, 6, 7) | bits(offset, 2, 2, 6) | bits(offset, 3, 3, 5) |
                    (rd - kFirst) << 2);
}
/// Both registers are short ones; offset: a multiple of 4 below 128.
inline uint16_t lw(unsigned rd, unsigned rs1, uint32_t offset) {
    return uint16_t(0x4000 | bits(offset, 5, 3, 10) | (rs1 - kFirst) << 7 | bits(offset, 2, 2, 6) |
                    bits(offset, 6, 6, 5) | (rd - kFirst) << 2);
}
inline uint16_t sw(unsigned rs2, unsigned rs1, uint32_t offset) { return uint16_t(lw(rs2, rs1, offset) | 0x8000); }
/// rd 0: j, 1: jal.
inline uint16_t jump(unsigned rd, int32_t offset) {
    const uint32_t u = uint32_t(offset);
    return uint16_t((rd ? 0x2001 : 0xA001) | bits(u, 11, 11, 12) | bits(u, 4, 4, 11) | bits(u, 9, 8, 9) |
                    bits(u, 10, 10, 8) | bits(u, 6, 6, 7) | bits(u, 7, 7, 6) | bits(u, 3, 1, 3) | bits(u, 5, 5, 2));
}
/// link 0: jr, 1: jalr.
inline uint16_t jumpTo(unsigned link, unsigned rs1) { return uint16_t(0x8002 | link << 12 | rs1 << 7); }
/// ifNot 0: beqz, 1: bnez. rs1: a short one.
inline uint16_t branch(unsigned ifNot, unsigned rs1, int32_t offset) {
    const uint32_t u = uint32_t(offset);
    return uint16_t(0xC001 | ifNot << 13 | bits(u, 8, 8, 12) | bits(u, 4, 3, 10) | (rs1 - kFirst) << 7 |
                    bits(u, 7, 6, 5) | bits(u, 2, 1, 3) | bits(u, 5, 5, 2));
}
constexpr uint16_t kNop = 0x0001, kEbreak = 0x9002;

inline bool isShort(uint32_t half) { return (half & 3) != 3; }

/// Returns the 32-bit equivalent of a 16-bit instruction; 0 for an encoding that is not one of those above.
inline uint32_t expand(uint32_t c) {
    using namespace rv32;
    const auto field = [c](unsigned high, unsigned low) { return c >> low & ((1u << (high - low + 1)) - 1); };
    const uint32_t full = field(11, 7), second = field(6, 2), high = 8 + field(9, 7), low = 8 + field(4, 2);
    const int32_t value = int32_t(field(6, 2)) - int32_t(field(12, 12)) * 32;
    const uint32_t word = field(12, 10) << 3 | field(6, 6) << 2 | field(5, 5) << 6;
    const int32_t far = int32_t(field(11, 11) << 4 | field(10, 9) << 8 | field(8, 8) << 10 | field(7, 7) << 6 |
                                field(6, 6) << 7 | field(5, 3) << 1 | field(2, 2) << 5) - int32_t(field(12, 12)) * 2048;
    const int32_t near = int32_t(field(11, 10) << 3 | field(6, 5) << 6 | field(4, 3) << 1 | field(2, 2) << 5) -
                         int32_t(field(12, 12)) * 256;
    switch (field(1, 0) << 3 | field(15, 13)) {
    case 0x00: {
        const uint32_t offset = field(12, 11) << 4 | field(10, 7) << 6 | field(6, 6) << 2 | field(5, 5) << 3;
        return offset ? i(kImmediate, 0, low, 2, int32_t(offset)) : 0;
    }
    case 0x02: return i(kLoad, 2, low, high, int32_t(word));
    case 0x06: return s(2, high, low, int32_t(word));
    case 0x08: return i(kImmediate, 0, full, full, value);
    case 0x09: return j(1, far);
    case 0x0A: return i(kImmediate, 0, full, 0, value);
    case 0x0B: return full != 2 && value ? uint32_t(value) << 12 | full << 7 | kLui : 0;
    case 0x0C: {
        static constexpr uint32_t kinds[] = {0, 4, 6, 7};
        if (field(11, 10) == 2) return i(kImmediate, 7, high, high, value);
        if (field(12, 12)) return 0;
        if (field(11, 10) == 3) return r(kRegister, kinds[field(6, 5)], field(6, 5) ? 0 : 0x20, high, high, low);
        return r(kImmediate, 5, field(11, 10) ? 0x20 : 0, high, high, second);
    }
    case 0x0D: return j(0, far);
    case 0x0E:
    case 0x0F: return b(field(13, 13), high, 0, near);
    case 0x10: return field(12, 12) ? 0 : r(kImmediate, 1, 0, full, full, second);
    case 0x12: return i(kLoad, 2, full, 2, int32_t(field(12, 12) << 5 | field(6, 4) << 2 | field(3, 2) << 6));
    case 0x14:
        if (second) return r(kRegister, 0, 0, full, field(12, 12) ? full : 0, second);
        if (full) return i(kJalr, 0, field(12, 12), full, 0);
        return field(12, 12) ? 0x00100073 : 0;
    case 0x16: return s(2, 2, second, int32_t(field(12, 9) << 2 | field(8, 7) << 6));
    default: return 0;
    }
}

}  // namespace rvc
