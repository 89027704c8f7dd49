/* SPDX-License-Identifier: Apache-2.0 */
/* A task waits while the simulator's line interrupts it 100 times. */
#include <generated/csr.h>
#include <generated/soc.h>
#include <ucos_ii.h>
#include "bsp.h"

static OS_STK          stack[300];
static volatile INT32U lines;

__attribute__((noipa)) void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    lines++;
}

static void task(void *p_arg)
{
    (void)p_arg;
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    while (lines < 101u) {
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[299], 5u);
    OSStart();
    return 1;
}
