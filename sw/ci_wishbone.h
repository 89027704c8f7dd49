/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Address map of the accelerator as a Wishbone peripheral, relative to its base. For C, C++ and assembly.
 *
 *   18   16 15       12 11     2 1 0
 *   | unit | operation |  rs1   | 0 |      a load returns rd (rs2 is 0); a store passes its word as rs2
 *
 * If the operation has more than 4 bits, its upper bits are above the unit, from address bit 19 on.
 */
#ifndef CI_WISHBONE_H
#define CI_WISHBONE_H

#include "ci_opcodes.h"

#define CI_WISHBONE_BYTES (0x80000 << (CI_OPERATION_BITS - 4))
#define CI_WISHBONE_PAGE(unit, op) ((((op) >> 4) << 19) + ((unit) << 16) + (((op) & 15) << 12))

#ifndef __ASSEMBLER__

#include <stdint.h>

/* Define both macros yourself if a volatile access in C is not a single, uncached access on your processor. */
#ifndef CI_WISHBONE_READ
#define CI_WISHBONE_READ(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define CI_WISHBONE_WRITE(address, word) ((void)(CI_WISHBONE_READ(address) = (word)))
#endif

/*
 * Return the offset of a command. There are at most 256 tasks, so an rs1 that does not fit into the address is clamped:
 * like any other value out of range, it means "none". Some operations use only the low 8 bits of rs1.
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

/*
 * Return 1 if each access to the peripheral at `base` executes exactly one command, else 0. With a cache in between, or
 * on a bus that splits a read in two, the information word is correct, but commands get lost or execute twice. `info`
 * is the information word. Call this once, before the units are used: it changes the state of tasks 4 and 5.
 */
static inline int ci_wishbone_works(uintptr_t base, uint32_t info)
{
#define CI_GET(unit, op, rs1) \
    CI_WISHBONE_READ(base + ci_wishbone_offset(CI_UNIT_##unit, CI_##unit##_##op, rs1))
#define CI_PUT(unit, op, rs1, rs2) \
    CI_WISHBONE_WRITE(base + ci_wishbone_offset(CI_UNIT_##unit, CI_##unit##_##op, rs1), rs2)
    int works = 1;

    if ((CI_INFO_UNITS(info) & CI_INFO_UNITS_TIME) != 0u) {
        CI_PUT(TIME, ACTIVATE, 1u, 0u);
        CI_PUT(TIME, SET, 5u, 9u);
        works &= CI_GET(TIME, GET, 5u) == 9u;
        (void)CI_GET(TIME, TICK, 0u);
        works &= CI_GET(TIME, GET, 5u) == 8u;
        CI_PUT(TIME, CLEAR, 5u, 0u);
    }
    if ((CI_INFO_UNITS(info) & CI_INFO_UNITS_READY) != 0u) {
        CI_PUT(READY, SET, 5u, 0u);
        works &= CI_GET(READY, TEST, 5u) == 1u;
        CI_PUT(READY, CLEAR, 5u, 0u);
        works &= CI_GET(READY, TEST, 5u) == 0u;
    }
    if (((info & CI_INFO_MORE) != 0u) && ((CI_GET(INFO, SECOND, 0u) & CI_INFO2_LEVELS) != 0u)) {
        CI_PUT(LIST, PUT, 4u, 0u); /* into level 0 */
        CI_PUT(LIST, PUT, 5u, 0u);
        works &= CI_GET(LIST, WHERE, 4u) == 0u;
        (void)CI_GET(LIST, REMOVE, 4u);
        works &= (CI_GET(LIST, WHERE, 4u) != 0u) & (CI_GET(LIST, WHERE, 5u) == 0u);
        CI_PUT(LIST, CLEAR, 0u, 0u);
    }
    return works;
#undef CI_GET
#undef CI_PUT
}

#endif

#endif
