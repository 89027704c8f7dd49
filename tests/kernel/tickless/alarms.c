/* SPDX-License-Identifier: Apache-2.0 */
/* Check alarms 1, 3 and 7 of the application while the kernel's timers use alarm 0. */
#include "../check.h"

#define TICK (CONFIG_CLOCK_FREQUENCY / 10000u)

static OS_EVENT *sem;
static INT32U heard, hooks, nested, timers;

void OSAlarmHook(INT32U alarms)
{
    heard |= alarms;
    hooks++;
    nested += OSIntNesting;
    (void)OSSemPost(sem);
}

static void alarm(INT32U number, INT32U ticks, INT32U period)
{
    ci_time_write(CI_TIME_BASE_ALARM_PERIOD + number, period);
    ci_time_write(CI_TIME_BASE_ALARM + number, ticks);
}

static void timer_callback(void *ptmr, void *arg)
{
    (void)ptmr;
    (void)arg;
    timers++;
}

/* Block until OSAlarmHook() posts. Return the number of ticks that passed. */
static INT32U next(void)
{
    const INT32U before = OSTimeGet();
    INT8U outcome;

    heard = 0u;
    OSSemPend(sem, 0u, &outcome);
    CHECK_EQ(outcome, OS_ERR_NONE);
    return OSTimeGet() - before;
}

void test(void)
{
    OS_TMR *ptmr;
    INT32U n;

    sem = OSSemCreate(0u);
    BSP_TickStart(CONFIG_CLOCK_FREQUENCY / TICK);
    OSTimeDly(1u);

    alarm(3u, 4u, 7u); /* expires after 4 ticks, then every 7 ticks */
    CHECK_EQ(next(), 4u);
    CHECK_EQ(heard, 1u << 3u);
    for (n = 0u; n < 3u; n++) {
        CHECK_EQ(next(), 7u);
    }
    alarm(7u, 2u, 0u); /* period 0: expires once */
    alarm(1u, 2u, 0u);
    CHECK_EQ(next(), 2u);
    CHECK_EQ(heard, (1u << 7u) | (1u << 1u));
    CHECK_EQ(next(), 5u);
    CHECK_EQ(heard, 1u << 3u);
    CHECK_EQ(nested, hooks);
    CHECK_EQ(hooks, 6u);

    ptmr = OSTmrCreate(0u, 1u, OS_TMR_OPT_PERIODIC, timer_callback, (void *)0, (INT8U *)0, &err);
    CHECK_EQ(OSTmrStart(ptmr, &err), OS_TRUE);
    OSTimeDly(7u * 20u);
    CHECK_EQ(hooks, 6u + 20u);
    CHECK_EQ(timers, 7u * 20u / (OS_TICKS_PER_SEC / OS_TMR_CFG_TICKS_PER_SEC));
    alarm(3u, 0u, 0u);
    OSTimeDly(20u);
    CHECK_EQ(hooks, 6u + 20u);
}
