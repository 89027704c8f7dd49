/* SPDX-License-Identifier: Apache-2.0 */
/* The count of cycles, for both timer drivers: one of them includes this file. */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

#include <zephyr/drivers/timer/system_timer.h>

uint32_t sys_clock_cycle_get_32(void)
{
    uint32_t low;

    __asm__ volatile("csrr %0, mcycle" : "=r"(low));
    return low;
}

uint64_t sys_clock_cycle_get_64(void)
{
    uint32_t high, low, again;

    do {
        __asm__ volatile("csrr %0, mcycleh\n\tcsrr %1, mcycle\n\tcsrr %2, mcycleh"
                         : "=&r"(high), "=&r"(low), "=r"(again));
    } while (high != again);
    return (uint64_t)high << 32 | low;
}

#endif
