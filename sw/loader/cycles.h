/* SPDX-License-Identifier: Apache-2.0 */
/* Time in cycles of the SoC's clock. */

#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

static inline __attribute__((always_inline)) uint32_t now(void)
{
    uint32_t cycles;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
    return cycles;
}

#endif
