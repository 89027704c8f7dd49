/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Addresses of the accelerator as a Wishbone peripheral, relative to its base. For C, C++ and assembly.
 *
 *   18   16 15       12 11     2 1 0
 *   | unit | operation |  rs1   | 0 |      a load gives rd (rs2 is 0); a store's word is rs2
 *
 * The operation's bits from bit 4 on, where there are any, are above the unit: 19 and up.
 */
#ifndef CI_WISHBONE_H
#define CI_WISHBONE_H

#include "ci_opcodes.h"

#define CI_WISHBONE_BYTES (0x80000 << (CI_OPERATION_BITS - 4))
#define CI_WISHBONE_PAGE(unit, op) ((((op) >> 4) << 19) + ((unit) << 16) + (((op) & 15) << 12))

#ifndef __ASSEMBLER__

#include <stdint.h>

/*
 * There are at most 256 tasks, so an rs1 without room in the address stands for "none" like any other that is too
 * large; but some operations look only at the low bits of theirs.
 */
static inline __attribute__((always_inline)) uint32_t ci_wishbone_offset(unsigned unit, unsigned op, uint32_t rs1)
{
    if (CI_RS1_IS_LOW(unit, op)) {
        rs1 &= 0xFFu;
    } else if (rs1 > 0x3FFu) {
        rs1 = 0x3FFu;
    }
    return CI_WISHBONE_PAGE(unit, op) + 4u * rs1;
}

#endif

#endif
