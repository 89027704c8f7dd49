/* SPDX-License-Identifier: Apache-2.0 */
/* The table of a core with vectored interrupts (metro's --vectors), for ports. docs/datasheet.md describes it. */
#ifndef CI_VECTORS_H
#define CI_VECTORS_H

#include <stdint.h>
#include <ci_intrinsics.h>

/*
 * Make the core continue at `address` if the line (0 to 31) interrupts a task, and enable the table. All entries must
 * be set before the first task runs, because they are undefined after a reset. Interrupts must be disabled.
 */
static inline void ci_vector_set(uint32_t line, const void *address)
{
    __asm__ volatile("csrw " CI_TEXT(CI_CSR_VECTOR_LINE) ", %0\n\t"
                     "csrw " CI_TEXT(CI_CSR_VECTOR_ADDRESS) ", %1"
                     : : "r"(line | CI_VECTOR_LINE_ENABLE), "r"(address));
}

#endif
