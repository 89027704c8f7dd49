/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PERIPH_CONF_H
#define PERIPH_CONF_H

#include <generated/soc.h>

/* The clock in Hz, as an unsigned long. */
#define CLOCK_CORECLOCK         (CONFIG_CLOCK_FREQUENCY + 0UL)

#define TIMER_NUMOF             1
#define TIMER_CHANNEL_NUMOF     1
#define UART_NUMOF              1

#endif
