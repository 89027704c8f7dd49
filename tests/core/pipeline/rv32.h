// SPDX-License-Identifier: Apache-2.0
// RV32IM encodings, which the random programs use and the reference decodes.
#pragma once

#include <cstdint>

#include "ci_opcodes.h"

namespace rv32 {

enum Opcode : uint32_t {
    kLoad = 0x03, kCustom0 = 0x0B, kFence = 0x0F, kImmediate = 0x13, kAuipc = 0x17, kStore = 0x23, kRegister = 0x33,
    kLui = 0x37, kBranch = 0x63, kJalr = 0x67, kJal = 0x6F, kSystem = 0x73
};
enum Csr : uint32_t {
    kMstatus = 0x300, kMie = 0x304, kMtvec = 0x305, kMscratch = 0x340, kMepc = 0x341, kMcause = 0x342,
    kIrqMask = CI_CSR_IRQ_MASK
};
enum Cause : uint32_t {
    kJumpMisaligned = 0, kFetchFault = 1, kIllegal = 2, kLoadMisaligned = 4, kLoadFault = 5, kStoreMisaligned = 6,
    kEcallUser = 8, kEcallMachine = 11
};
constexpr uint32_t kEcall = 0x00000073, kMret = 0x30200073, kFenceI = 0x0000100F, kFenceAll = 0x0FF0000F;

inline uint32_t r(uint32_t opcode, uint32_t funct3, uint32_t funct7, uint32_t rd, uint32_t rs1, uint32_t rs2) {
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
inline uint32_t i(uint32_t opcode, uint32_t funct3, uint32_t rd, uint32_t rs1, int32_t immediate) {
    return uint32_t(immediate) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
inline uint32_t s(uint32_t funct3, uint32_t rs1, uint32_t rs2, int32_t immediate) {
    const uint32_t u = uint32_t(immediate);
    return (u >> 5 & 0x7F) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (u & 0x1F) << 7 | kStore;
}
inline uint32_t b(uint32_t funct3, uint32_t rs1, uint32_t rs2, int32_t offset) {
    const uint32_t u = uint32_t(offset);
    return (u >> 12 & 1) << 31 | (u >> 5 & 0x3F) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (u >> 1 & 0xF) << 8 |
           (u >> 11 & 1) << 7 | kBranch;
}
inline uint32_t j(uint32_t rd, int32_t offset) {
    const uint32_t u = uint32_t(offset);
    return (u >> 20 & 1) << 31 | (u >> 1 & 0x3FF) << 21 | (u >> 11 & 1) << 20 | (u >> 12 & 0xFF) << 12 | rd << 7 | kJal;
}

inline uint32_t opcode(uint32_t word) { return word & 0x7F; }
inline uint32_t rd(uint32_t word) { return word >> 7 & 0x1F; }
inline uint32_t funct3(uint32_t word) { return word >> 12 & 7; }
inline uint32_t rs1(uint32_t word) { return word >> 15 & 0x1F; }
inline uint32_t rs2(uint32_t word) { return word >> 20 & 0x1F; }
inline uint32_t funct7(uint32_t word) { return word >> 25; }
inline int32_t immediateI(uint32_t word) { return int32_t(word) >> 20; }
inline int32_t immediateS(uint32_t word) { return (int32_t(word) >> 25) * 32 + int32_t(rd(word)); }
inline int32_t immediateB(uint32_t word) {
    return (int32_t(word) >> 31) * 4096 + int32_t((word >> 7 & 1) << 11 | (word >> 25 & 0x3F) << 5 |
                                                  (word >> 8 & 0xF) << 1);
}
inline int32_t immediateJ(uint32_t word) {
    return (int32_t(word) >> 31) * (1 << 20) + int32_t((word >> 12 & 0xFF) << 12 | (word >> 20 & 1) << 11 |
                                                       (word >> 21 & 0x3FF) << 1);
}

}  // namespace rv32
