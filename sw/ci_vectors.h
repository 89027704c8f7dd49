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

/*
 * On a core that switches by itself (metro's --self-switch): set the bank of a priority, if `is_on`. Otherwise the core
 * does not switch to a task of this priority. All priorities must be set before ci_vector_set() gets an address with
 * bit 0 set, which marks the line of the time base. Interrupts must be disabled.
 */
static inline void ci_vector_task_set(uint32_t priority, uint32_t bank, uint32_t is_on)
{
    const uint32_t entry = CI_VECTOR_TASK_ENABLE | (bank << CI_VECTOR_TASK_BANK_LOW) | priority;

    __asm__ volatile("csrw " CI_TEXT(CI_CSR_VECTOR_TASK) ", %0" : : "r"((is_on != 0u) ? entry : priority));
}

#endif
