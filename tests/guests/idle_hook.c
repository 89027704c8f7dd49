/* SPDX-License-Identifier: Apache-2.0 */
/* Only the idle task can run, and no interrupt comes, so the hook is called repeatedly only if the idle task does not
 * wait. */

#include <ucos_ii.h>
#include "bsp.h"

#define TIMES 20u

static OS_STK stack[256];

void App_TaskIdleHook(void)
{
    static INT32U times;

    if (++times == TIMES) {
        BSP_Exit(0);
    }
}

static void task(void *p_arg)
{
    (void)p_arg;
    OSTimeDly(1u);
}

int main(void)
{
    OSInit();
    (void)OSTaskCreate(task, 0, &stack[255], 5u);
    OSStart();
    return 1;
}
