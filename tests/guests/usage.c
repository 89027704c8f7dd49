/* SPDX-License-Identifier: Apache-2.0 */
/* Checks OSCPUUsage in a guest whose idle task waits: 45 to 55 % with a task that is busy for half of each tick. */

#include <includes.h>
#include <generated/soc.h>
#include "bsp.h"

#define TICK (CONFIG_CLOCK_FREQUENCY / OS_TICKS_PER_SEC)

static OS_STK stack[256];

static void task(void *p_arg)
{
    INT32U n, began;

    (void)p_arg;
    BSP_TickStart(OS_TICKS_PER_SEC);
    OSStatInit();
    for (n = 0u; n < OS_TICKS_PER_SEC / 4u; n++) {
        OSTimeDly(1u);
        began = BSP_Cycles();
        while (BSP_Cycles() - began < TICK / 2u) {
        }
    }
    printf("usage %u %%\n", (unsigned)OSCPUUsage);
    BSP_Exit((OSCPUUsage < 45u) || (OSCPUUsage > 55u));
}

int main(void)
{
    OSInit();
    (void)OSTaskCreate(task, 0, &stack[255], 5u);
    OSStart();
    return 1;
}
