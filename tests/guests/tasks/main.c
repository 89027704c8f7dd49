/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two tasks on uC/OS-II: one wakes at each tick and posts a semaphore, the other pends on it and prints each tenth
 * tick. The exit code is 0 if no tick was lost and the last one came at most one period late.
 */
#include <generated/soc.h>
#include <includes.h>

#define TICKS 50u

static OS_STK ticker_stk[128], taker_stk[512];
static OS_EVENT *posted;
static volatile INT32U first, last;

static void Ticker(void *p_arg)
{
    (void)p_arg;
    BSP_TickStart(OS_TICKS_PER_SEC);
    for (;;) {
        OSTimeDly(1u);
        last = BSP_Cycles();
        first = first == 0u ? last : first;
        (void)OSSemPost(posted);
    }
}

static void Taker(void *p_arg)
{
    const INT32U period = CONFIG_CLOCK_FREQUENCY / OS_TICKS_PER_SEC;
    INT32U n, cycles;
    INT8U err;

    (void)p_arg;
    for (n = 1u; n <= TICKS; n++) {
        OSSemPend(posted, 0u, &err);
        if (n % 10u == 0u) {
            printf("tick %u\n", (unsigned)n);
        }
    }
    cycles = last - first + period - (TICKS - 1u) * period; /* a period plus the lateness of the last tick */
    if ((OSTimeGet() < TICKS) || (cycles > 2u * period)) {
        printf("%u ticks, the last %d cycles late\n", (unsigned)OSTimeGet(), (int)(cycles - period));
        BSP_Exit(1);
    }
    printf("in time\n");
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    posted = OSSemCreate(0u);
    (void)OSTaskCreate(Ticker, (void *)0, &ticker_stk[127], 5u);
    (void)OSTaskCreate(Taker, (void *)0, &taker_stk[511], 6u);
    OSStart();
    return 1;
}
