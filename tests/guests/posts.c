/* SPDX-License-Identifier: Apache-2.0 */
/* The handler of a line wakes a task, which runs before the interrupted code returns from the interrupt (uret). The
 * line must interrupt this task too. */

#include <includes.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include "bsp.h"

#define TIMES 20u

static OS_STK    stack[256];
static OS_EVENT *posted;
static volatile INT32U came;

static void line(void)
{
    sim_line_ev_pending_write(1u);
    came++;
    if (came % 2u == 1u) { /* an even interrupt only ends the task's busy loop */
        (void)OSSemPost(posted);
    }
}

static void task(void *p_arg)
{
    INT32U n, before;
    INT8U  err;

    (void)p_arg;
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    sim_line_ev_enable_write(1u);
    for (n = 0u; n < TIMES; n++) {
        OSSemPend(posted, 0u, &err);
        for (before = came; came == before;) {
        }
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    posted = OSSemCreate(0u);
    (void)OSTaskCreate(task, 0, &stack[255], 5u);
    OSStart();
    return 1;
}
