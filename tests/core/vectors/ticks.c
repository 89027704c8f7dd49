/* SPDX-License-Identifier: Apache-2.0 */
/* A task sleeps 100 times for a tick, while a less urgent task computes. */
#include <ucos_ii.h>
#include "bsp.h"

static OS_STK stacks[2][300];

/* The harness watches this function. */
__attribute__((noipa, hot)) void awake(void)
{
    __asm__ volatile("");
}

static void sleeper(void *p_arg)
{
    (void)p_arg;
    BSP_TickStart(2000u);
    OSTimeDly(1u);
    for (INT32U ticks = 0u; ticks < 100u; ticks++) {
        OSTimeDly(1u);
        awake();
    }
    BSP_Exit(0);
}

static void spinner(void *p_arg)
{
    (void)p_arg;
    for (;;) {
    }
}

int main(void)
{
    OSInit();
    OSTaskCreate(sleeper, 0, &stacks[0][299], 5u);
    OSTaskCreate(spinner, 0, &stacks[1][299], 6u);
    OSStart();
    return 1;
}
