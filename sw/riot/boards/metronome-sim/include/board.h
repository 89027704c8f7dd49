/* SPDX-License-Identifier: Apache-2.0 */
/* A LiteX SoC with VexRiscv. */
#ifndef BOARD_H
#define BOARD_H

#include "cpu.h"
#include "periph_conf.h"

/* ZTIMER_USEC converts between microseconds and cycles of the clock. */
#define CONFIG_ZTIMER_USEC_TYPE      ZTIMER_TYPE_PERIPH_TIMER
#define CONFIG_ZTIMER_USEC_DEV       TIMER_DEV(0)
#define CONFIG_ZTIMER_USEC_BASE_FREQ CLOCK_CORECLOCK
#define CONFIG_ZTIMER_USEC_WIDTH     (32)

#endif
