/* SPDX-License-Identifier: Apache-2.0 */
/* Board support of a guest (docs/guests.md). The tick comes from the guest's own timer or
 * from an alarm of the monitor. */

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>
#include <guest/port/off.h>
#include "bsp.h"

static uint64_t due;            /* cycle of the next tick */
static unsigned int period;

/* ------------------------------------------------------ Tick -------------------------------------------------- */

static void BSP_Tick(void)
{
    due += period;
    BSP_RTOS_TICK();
}

#ifdef GUEST_TIMER_NUMBER
#define JOIN_(a, n, b) a##n##b
#define JOIN(a, n, b)  JOIN_(a, n, b)
#define TIMER(name)    JOIN(timer, GUEST_TIMER_NUMBER, _##name##_write)
#define TICK_LINE      JOIN(TIMER, GUEST_TIMER_NUMBER, _INTERRUPT)

/* Handler of the guest's own timer, whose interrupt the core delivers directly while the guest runs. If several periods
 * have passed since the last call, announce one tick for each. */
static void BSP_TickHandler(void)
{
    TIMER(ev_pending)(1u);
    while ((int)(BSP_Cycles() - (unsigned int)due) >= 0) {
        BSP_Tick();
    }
}

static void BSP_TickBegin(void)
{
    TIMER(en)(0u);
    TIMER(load)(period - 1u);
    TIMER(reload)(period - 1u); /* the timer counts reload + 1 cycles */
    TIMER(ev_pending)(1u);
    TIMER(ev_enable)(1u);
    BSP_IntEnable(TICK_LINE);
    TIMER(en)(1u);
}
#else
#define TICK_LINE BSP_INT_TIMER

/* Set each alarm one period after the previous alarm, even if this handler runs late. So ticks are not lost and do not
 * drift. */
static void BSP_TickHandler(void)
{
    BSP_Tick();
    guest_alarm(due);
}

static void BSP_TickBegin(void)
{
    guest_alarm(due);
}
#endif

void BSP_TickStart(unsigned int hz)
{
    if ((hz == 0u) || (hz > CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN)) {
        printf("BSP_TickStart: %lu Hz is not possible: 1 to %lu Hz with a clock of %lu Hz\n", (unsigned long)hz,
               (unsigned long)(CONFIG_CLOCK_FREQUENCY / BSP_TICK_CYCLES_MIN), (unsigned long)CONFIG_CLOCK_FREQUENCY);
        BSP_Exit(BSP_EXIT_ERROR);
    }
    period = (CONFIG_CLOCK_FREQUENCY + (hz / 2u)) / hz;
    BSP_IntHandlerSet(TICK_LINE, BSP_TickHandler);
    due = guest_time() + period;
    BSP_TickBegin();
}

/* ------------------------------------------------- Interrupt lines -------------------------------------------- */

/* Only lines can be disabled: the guest's alarm and its software interrupt are always enabled. */
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
