// SPDX-License-Identifier: Apache-2.0
// OSTimeDlyHMSM() rounds a time to the nearest number of ticks, at rates where a tick is not 10 ms.
// cfg: OS_TICKS_PER_SEC=1000
// cfg: OS_TICKS_PER_SEC=32
#include "check.h"

static INT8U code;
static struct {
    INT8U h, m, s;
    INT16U ms;
} arg;

static void sleeper_task(void *p_arg)
{
    (void)p_arg;
    code = OSTimeDlyHMSM(arg.h, arg.m, arg.s, arg.ms);
    OSTaskSuspend(OS_PRIO_SELF);
}

/* Return the number of ticks for which OSTimeDlyHMSM() delays a task. */
static INT32U ticks_of(INT8U h, INT8U m, INT8U s, INT16U ms)
{
    INT32U dly;

    arg.h = h;
    arg.m = m;
    arg.s = s;
    arg.ms = ms;
    code = OS_ERR_NONE;
    CHECK_EQ(task_new(sleeper_task, 10), OS_ERR_NONE);
    CHECK_EQ(code, OS_ERR_NONE);
    dly = DLY(10);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    return dly;
}

void test(void)
{
    CHECK_EQ(ticks_of(0, 0, 1, 0), OS_TICKS_PER_SEC);
    CHECK_EQ(ticks_of(0, 1, 0, 0), 60u * OS_TICKS_PER_SEC);
    CHECK_EQ(ticks_of(1, 0, 0, 0), 3600u * OS_TICKS_PER_SEC);
    CHECK_EQ(ticks_of(255, 59, 59, 0), (255u * 3600u + 3599u) * OS_TICKS_PER_SEC);
#if OS_TICKS_PER_SEC == 1000u
    CHECK_EQ(ticks_of(0, 0, 0, 1), 1);
    CHECK_EQ(ticks_of(0, 0, 0, 999), 999);
    CHECK_EQ(ticks_of(9, 59, 59, 999), 35999999u);
#else
    CHECK_EQ(ticks_of(0, 0, 0, 16), 0); /* half a tick is 500 / 32 = 15 ms; 32 * (16 + 15) = 992 is below 1000 */
    CHECK_EQ(ticks_of(0, 0, 0, 17), 1);
    CHECK_EQ(ticks_of(0, 0, 0, 999), 32);
#endif
}
