/* SPDX-License-Identifier: Apache-2.0 */
/* Board support of a guest (docs/guests.md): its tick is an alarm of the monitor's, its lines are its own. */

#include <stdio.h>
#include <generated/soc.h>
#include <guest.h>
#include <guest/port/off.h>
#include "bsp.h"

static uint64_t due;
static unsigned int period;

/* ------------------------------------------------------ Tick -------------------------------------------------- */

/* A period after the one before, however late this is: none is lost, and they do not drift. */
static void BSP_TickHandler(void)
{
    due += period;
    guest_alarm(due);
    BSP_RTOS_TICK();
}

void BSP_TickStart(unsigned int hz)
{
    if ((hz == 0u) || (hz > CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN)) {
        printf("BSP_TickStart: %lu Hz is not possible: 1 to %lu Hz with a clock of %lu Hz\n", (unsigned long)hz,
               (unsigned long)(CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN), (unsigned long)CONFIG_CLOCK_FREQUENCY);
        BSP_Exit(BSP_EXIT_REFUSED);
    }
    period = (CONFIG_CLOCK_FREQUENCY + (hz / 2u)) / hz;
    BSP_IntHandlerSet(BSP_INT_TIMER, BSP_TickHandler);
    due = guest_time() + period;
    guest_alarm(due);
}

/* ------------------------------------------------- Interrupt lines -------------------------------------------- */

/* The core's own are always on: alarm and software interrupt. */
void BSP_IntEnable(unsigned int line)
{
    if (line < BSP_INT_LINES) {
        BSP_LineOpen(line);
    }
}

void BSP_IntDisable(unsigned int line)
{
    if (line < BSP_INT_LINES) {
        BSP_LineClose(line);
    }
}

void BSP_IntHandlerSet(unsigned int line, BSP_INT_FNCT handler)
{
    BSP_RTOS_INT_SET(line, handler);
}

/* --------------------------------------------------- End of a run --------------------------------------------- */

void BSP_Exit(int code)
{
    guest_off();
    fflush(stdout);
    guest_exit(code);
}
