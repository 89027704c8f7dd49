/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two circuits of each of four pairs wake each other without a pause, while a task sleeps for one tick at a time.
 * The program prints the minimum and the maximum number of cycles from a tick until the task continues.
 */
#include <stdio.h>
#include "bsp.h"
#include "ci_intrinsics.h"
#include "ci_opcodes.h"
#include "os_hw.h"

#define STK_SIZE 256u
#define THREADS  8u
#define SLEEPER  5u
#define THREAD   10u /* and the following priorities */
#define MAIN     30u
#define DIRECT_PRIO 40u
#define PERIOD   5000u
#define WAKES    400u
#define IGNORED  10u /* first wake-ups, not counted because the caches are cold */

static OS_STK       main_stk[512], sleeper_stk[512], stk[THREADS][STK_SIZE];
static OS_EVENT    *turn[THREADS];
static OS_HW_RES    resources[THREADS][2];
static OS_HW_THREAD threads[THREADS];

/* Model of turns.v. */
static void Turns(void *p_arg)
{
    INT32U pends_first = (INT32U)p_arg, n = pends_first;
    INT8U  err;

    for (;; n++) {
        if (n % 2u == 0u) {
            (void)OSSemPost(turn[pends_first]);
        } else {
            OSSemPend(turn[pends_first ^ 1u], 0u, &err);
        }
    }
}

static void Sleeper(void *p_arg)
{
    INT32U least = ~0u, most = 0u, late;

    (void)p_arg;
    for (INT32U n = 0u; n < WAKES; n++) {
        OSTimeDly(1u);
        late = PERIOD - ci_time_read(CI_TIME_BASE_LEFT);
        if (n >= IGNORED) {
            least = late < least ? late : least;
            most  = late > most ? late : most;
        }
    }
    printf("late by %lu to %lu cycles\n", (unsigned long)least, (unsigned long)most);
    BSP_Exit(0);
}

static void Main(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    BSP_TickStart(1000u);
    ci_time_write(CI_TIME_BASE_PERIOD, PERIOD);
    for (INT32U n = 0u; n < THREADS; n++) {
        turn[n] = OSSemCreate(0u);
    }
    for (INT32U n = 0u; n < THREADS; n++) {
        resources[n][0] = (OS_HW_RES){OS_HW_SEM, 0u, (void **)&turn[n]};
        resources[n][1] = (OS_HW_RES){OS_HW_SEM, 0u, (void **)&turn[n ^ 1u]};
        threads[n]      = (OS_HW_THREAD){.Task = Turns, .Arg = (void *)(n & 1u), .Res = resources[n], .ResNbr = 2u,
                                         .Prio = (INT8U)(THREAD + n), .DirectPrio = (INT8U)(DIRECT_PRIO + n),
                                         .StkBase = stk[n], .StkSize = STK_SIZE};
        err             = OSHwTaskCreate((INT8U)n, &threads[n]);
        if (err != OS_ERR_NONE) {
            BSP_Exit(err);
        }
    }
    (void)OSTaskCreate(Sleeper, (void *)0, &sleeper_stk[511], SLEEPER);
    for (;;) {
        __asm__ volatile("nop");
    }
}

int main(void)
{
    OSInit();
    (void)OSTaskCreate(Main, (void *)0, &main_stk[511], MAIN);
    OSStart();
}
