/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line that is enabled but has no handler.
 *
 * exit: 121
 * output: INTERRUPT line 2 has no handler\n  task:    priority 4 "lonely", in an interrupt \(nesting 1\)
 * line: 500 500
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

static OS_STK stack[200];

static void task(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    OSTaskNameSet(OS_PRIO_SELF, (INT8U *)"lonely", &err);
    CHECK_EQ("the line in the header of this file", SIM_LINE_INTERRUPT, 2u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    for (;;) {
    }
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[199], 4u);
    OSStart();
    return 2;
}
