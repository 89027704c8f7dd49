// SPDX-License-Identifier: Apache-2.0
// The tick drives the timers through the port's hook. A timer tick takes OS_TICKS_PER_SEC / OS_TMR_CFG_TICKS_PER_SEC
// ticks, but at least one.
// cfg: OS_TMR_EN=1 OS_TASK_TMR_PRIO=5 OS_TICKS_PER_SEC=1000 OS_TMR_CFG_TICKS_PER_SEC=400 OS_TASK_STAT_EN=0
// cfg: OS_TMR_EN=1 OS_TASK_TMR_PRIO=5 OS_TICKS_PER_SEC=10 OS_TMR_CFG_TICKS_PER_SEC=100 OS_TMR_CFG_NAME_EN=0
#include "check.h"

#if OS_TICKS_PER_SEC >= OS_TMR_CFG_TICKS_PER_SEC
#define RATIO (OS_TICKS_PER_SEC / OS_TMR_CFG_TICKS_PER_SEC)
#else
#define RATIO 1u
#endif

static void callback(void *ptmr, void *p_arg)
{
    (void)ptmr;
    (void)p_arg;
    log_put('t');
}

void test_before_start(void)
{
    OS_TMR *tmr = OSTmrCreate(2, 3, OS_TMR_OPT_PERIODIC, callback, 0, 0, &err);

    CHECK_EQ(err, OS_ERR_NONE);
    CHECK(OSTmrStart(tmr, &err));
}

void test(void)
{
    CHECK_EQ(OSTmrTime, 0);
    ticks(RATIO - 1u);
    CHECK_EQ(OSTmrTime, 0);
    ticks(1);
    CHECK_EQ(OSTmrTime, 1);
    ticks(RATIO - 1u);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("t");
    ticks(3u * RATIO);
    CHECK_LOG("t");
    ticks(6u * RATIO);
    CHECK_LOG("tt");
    CHECK_EQ(OSTmrTime, 11);
}
