/* SPDX-License-Identifier: Apache-2.0 */
/* Run a thread that is written in SpinalHDL (metronome.threads.Heartbeat), or its model Beat(). */
#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"

#define STK_SIZE 256u
#define THREAD   10u
#define MAIN     20u
#define DIRECT_PRIO 40u
#define TICKS    3u
#define BEATS    5u

static OS_STK    main_stk[512], stk[STK_SIZE];
static OS_EVENT *beat;

static void Beat(void *p_arg)
{
    for (;;) {
        OSTimeDly((INT32U)p_arg);
        (void)OSSemPost(beat);
    }
}

static void Main(void *p_arg)
{
    static const OS_HW_RES    resources[] = {{OS_HW_SEM, 0u, (void **)&beat}};
    static const OS_HW_THREAD thread = {.Task = Beat, .Arg = (void *)TICKS, .Res = resources, .ResNbr = 1u,
                                        .Prio = THREAD, .DirectPrio = DIRECT_PRIO, .StkBase = stk, .StkSize = STK_SIZE};
    INT32U                    before;
    INT8U                     err;

    (void)p_arg;
    BSP_TickStart(1000u);
    beat = OSSemCreate(0u);
    err  = OSHwTaskCreate(0u, &thread);
    if (err != OS_ERR_NONE) {
        BSP_Exit(err);
    }
    OSSemPend(beat, 0u, &err);
    for (INT32U n = 0u; n < BEATS; n++) {
        before = OSTimeGet();
        OSSemPend(beat, 0u, &err);
        printf("behind %lu ticks: %u\n", (unsigned long)(OSTimeGet() - before), (unsigned)err);
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    (void)OSTaskCreate(Main, (void *)0, &main_stk[511], MAIN);
    OSStart();
}
