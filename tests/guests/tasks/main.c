/* SPDX-License-Identifier: Apache-2.0 */
/* Two tasks on uC/OS-II: one wakes at each tick and posts, the other takes what is posted, and says so at each tenth. */

#include <includes.h>

#define TICKS 50u

static OS_STK ticker_stk[256], taker_stk[512];
static OS_EVENT *posted;

static void Ticker(void *p_arg)
{
    (void)p_arg;
    BSP_TickStart(OS_TICKS_PER_SEC);
    for (;;) {
        OSTimeDly(1u);
        (void)OSSemPost(posted);
    }
}

static void Taker(void *p_arg)
{
    INT32U n;
    INT8U err;

    (void)p_arg;
    for (n = 1u; n <= TICKS; n++) {
        OSSemPend(posted, 0u, &err);
        if (n % 10u == 0u) {
            printf("tick %u at %u\n", (unsigned)n, (unsigned)OSTimeGet());
        }
    }
    BSP_Exit(OSTimeGet() == TICKS ? 0 : 1);
}

int main(void)
{
    OSInit();
    posted = OSSemCreate(0u);
    (void)OSTaskCreate(Ticker, (void *)0, &ticker_stk[255], 5u);
    (void)OSTaskCreate(Taker, (void *)0, &taker_stk[511], 6u);
    OSStart();
    return 1;
}
