/* SPDX-License-Identifier: Apache-2.0 */
/* Ends with exit code 0 after TIMES calls of the idle hook. Only the idle task can run, and no interrupt comes. So the
 * calls repeat only if the idle task does not wait. */

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
