// SPDX-License-Identifier: Apache-2.0
// OSTimeDlyHMSM: every error code in order, and the ticks it makes of a time, rounded to the nearest.
// cfg:
// cfg: OS_TICKS_PER_SEC=1000
// cfg: OS_TICKS_PER_SEC=32
#include "check.h"

static INT8U code;
static struct {
    INT8U h, m, s;
    INT16U ms;
} arg;

static void sleeps(void *p_arg)
{
    (void)p_arg;
    code = OSTimeDlyHMSM(arg.h, arg.m, arg.s, arg.ms);
    OSTaskSuspend(OS_PRIO_SELF);
}

/* The delay that a task has after the call. */
static INT32U ticks_of(INT8U h, INT8U m, INT8U s, INT16U ms)
{
    INT32U dly;

    arg.h = h;
    arg.m = m;
    arg.s = s;
    arg.ms = ms;
    code = OS_ERR_NONE;
    CHECK_EQ(task_new(sleeps, 10), OS_ERR_NONE);
    CHECK_EQ(code, OS_ERR_NONE);
    dly = DLY(10);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    return dly;
}

void test(void)
{
    CHECK_EQ(OSTimeDlyHMSM(0, 0, 0, 0), OS_ERR_TIME_ZERO_DLY);
    CHECK_EQ(OSTimeDlyHMSM(0, 60, 60, 1000), OS_ERR_TIME_INVALID_MINUTES);
    CHECK_EQ(OSTimeDlyHMSM(0, 59, 60, 1000), OS_ERR_TIME_INVALID_SECONDS);
    CHECK_EQ(OSTimeDlyHMSM(0, 59, 59, 1000), OS_ERR_TIME_INVALID_MS);
    IN_ISR(code = OSTimeDlyHMSM(0, 0, 1, 0));
    CHECK_EQ(code, OS_ERR_TIME_DLY_ISR);
    IN_ISR(code = OSTimeDlyHMSM(0, 0, 0, 0));
    CHECK_EQ(code, OS_ERR_TIME_DLY_ISR);
    OSSchedLock();
    CHECK_EQ(OSTimeDlyHMSM(0, 0, 1, 0), OS_ERR_SCHED_LOCKED);
    CHECK_EQ(OSTimeDlyHMSM(0, 0, 0, 0), OS_ERR_SCHED_LOCKED);
    IN_ISR(code = OSTimeDlyHMSM(0, 0, 1, 0));
    CHECK_EQ(code, OS_ERR_TIME_DLY_ISR);
    OSSchedUnlock();

    CHECK_EQ(ticks_of(0, 0, 1, 0), OS_TICKS_PER_SEC);
    CHECK_EQ(ticks_of(0, 1, 0, 0), 60u * OS_TICKS_PER_SEC);
    CHECK_EQ(ticks_of(1, 0, 0, 0), 3600u * OS_TICKS_PER_SEC);
    CHECK_EQ(ticks_of(255, 59, 59, 0), (255u * 3600u + 3599u) * OS_TICKS_PER_SEC);
#if OS_TICKS_PER_SEC == 100u
    CHECK_EQ(ticks_of(0, 0, 0, 4), 0); /* less than half a tick: none, but no error */
    CHECK_EQ(ticks_of(0, 0, 0, 5), 1);
    CHECK_EQ(ticks_of(0, 0, 0, 14), 1);
    CHECK_EQ(ticks_of(0, 0, 0, 15), 2);
    CHECK_EQ(ticks_of(0, 0, 0, 994), 99);
    CHECK_EQ(ticks_of(0, 0, 0, 995), 100);
    CHECK_EQ(ticks_of(2, 3, 4, 999), 2u * 360000u + 3u * 6000u + 400u + 100u);
#elif OS_TICKS_PER_SEC == 1000u
    CHECK_EQ(ticks_of(0, 0, 0, 1), 1);
    CHECK_EQ(ticks_of(0, 0, 0, 999), 999);
    CHECK_EQ(ticks_of(9, 59, 59, 999), 35999999u);
#else
    CHECK_EQ(ticks_of(0, 0, 0, 16), 0); /* 500 / 32 is 15, 32 * 31 is 992 */
    CHECK_EQ(ticks_of(0, 0, 0, 17), 1);
    CHECK_EQ(ticks_of(0, 0, 0, 999), 32);
#endif
}
