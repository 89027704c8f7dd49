/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check that each tick source calls the tick hook once in each tick, before the tick advances the time. Cases: no task
 * due, a task due, a task that the hook wakes, the scheduler locked, timers, and tick stepping.
 */
#include "../check.h"

#define TICK       (CONFIG_CLOCK_FREQUENCY / 10000u)
#define TIMER_TICK (OS_TICKS_PER_SEC / OS_TMR_CFG_TICKS_PER_SEC)
#define SLEEPER    10u /* less urgent than the timer task, more urgent than the test */

static OS_EVENT *sem;
static volatile INT32U hooks, wrong, posts, stat_at;
static INT32U woken_at, slept;
static volatile BOOLEAN logs_switches;

void App_TimeTickHook(void)
{
    static INT32U before;
    const INT32U now = OSTimeGet();

    wrong += (OSIntNesting != 1u) || ((hooks > 0u) && (now != before + 1u));
    before = now;
    hooks++;
    if (posts > 0u) {
        posts--;
        (void)OSSemPost(sem);
    }
}

/* Log the switch. Overwrite all caller-saved registers, to reveal a port that does not save them. */
void App_TaskSwHook(void)
{
    if (logs_switches == OS_TRUE) {
        log_put((OSTCBHighRdy->OSTCBPrio == SLEEPER) ? 'S' : (OSTCBHighRdy->OSTCBPrio < SLEEPER) ? 'T' : '.');
    }
    __asm__ volatile("li t0, -1\n li t1, -1\n li t2, -1\n li t3, -1\n li t4, -1\n li t5, -1\n li t6, -1\n"
                     "li a0, -1\n li a1, -1\n li a2, -1\n li a3, -1\n li a4, -1\n li a5, -1\n li a6, -1\n li a7, -1"
                     : : : "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7");
}

void App_TaskStatHook(void)
{
    if (stat_at == 0u) {
        stat_at = OSTimeGet();
    }
}

static void waiter_task(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0u, &err);
        woken_at = OSTimeGet();
    }
}

static void sleeper_task(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(TIMER_TICK - OSTimeGet() % TIMER_TICK);
        log_put('s');
        slept++;
    }
}

static void timer_callback(void *ptmr, void *arg)
{
    (void)ptmr;
    (void)arg;
    wrong += (OSTimeGet() % TIMER_TICK) != 0u;
    log_put('t');
}

/* Busy-wait until the hook has been called `ticks` times. */
static void busy(INT32U ticks)
{
    const INT32U until = hooks + ticks;

    while ((INT32S)(hooks - until) < 0) {
    }
}

void test(void)
{
    OS_TMR *ptmr;
    INT32U before;
    INT32U n;

    sem = OSSemCreate(0u);
    BSP_TickStart(CONFIG_CLOCK_FREQUENCY / TICK);

    /* The statistics task starts after 2/10 of a second, waits one tick, measures for 1/10, and calls its hook. */
    OSStatInit();
    OSTimeDly(3u * OS_TICKS_PER_SEC / 10u + 1u);
    CHECK_EQ(stat_at, 3u * OS_TICKS_PER_SEC / 10u + 1u);

    /* The hook runs once in each tick, whether or not a task is due. */
    CHECK_EQ(hooks, OSTimeGet());
    for (n = 1u; n < 8u; n++) {
        before = hooks;
        OSTimeDly(n);
        CHECK_EQ(hooks, before + n);
    }
    busy(5u);

    /* A task that the hook wakes runs after the tick has advanced the time. */
    CHECK_EQ(task_new(waiter_task, TEST_PRIO - 1u), OS_ERR_NONE);
    for (n = 0u; n < 5u; n++) {
        posts = 1u;
        busy(1u);
        CHECK_EQ(woken_at, OSTimeGet());
    }

    /* With the scheduler locked, no other task runs. A suspended task does not run when its delay ends. */
    CHECK_EQ(task_new(sleeper_task, SLEEPER), OS_ERR_NONE);
    OSSchedLock();
    before = slept;
    posts = 2u;
    busy(2u * TIMER_TICK);
    CHECK_EQ(slept, before);
    CHECK(woken_at != OSTimeGet());
    OSSchedUnlock();
    CHECK_EQ(slept, before + 1u);
    CHECK_EQ(woken_at, OSTimeGet());
    CHECK_EQ(OSTaskSuspend(SLEEPER), OS_ERR_NONE);
    busy(2u * TIMER_TICK);
    CHECK_EQ(slept, before + 1u);
    CHECK_EQ(OSTaskResume(SLEEPER), OS_ERR_NONE);
    CHECK_EQ(slept, before + 2u);

    /* A tick signals the timer task before the tick counts delays down, so the timer task runs before a due task. */
    ptmr = OSTmrCreate(0u, 1u, OS_TMR_OPT_PERIODIC, timer_callback, (void *)0, (INT8U *)0, &err);
    CHECK_EQ(OSTmrStart(ptmr, &err), OS_TRUE);
    while ((OSTimeGet() % TIMER_TICK) != 1u) {
        OSTimeDly(1u);
    }
    memset(log_text, 0, sizeof(log_text));
    logs_switches = OS_TRUE;
    busy(4u * TIMER_TICK);
    logs_switches = OS_FALSE;
    CHECK_LOG("TtSs.TtSs.TtSs.TtSs.");
    CHECK_EQ(OSTmrStop(ptmr, OS_TMR_OPT_NONE, (void *)0, &err), OS_TRUE);
    busy(2u * TIMER_TICK);
    CHECK_LOG("ss");

    /* Stepped ticks advance the time and call the hook, but do not decrement delays. */
    OSTickStepState = OS_TICK_STEP_WAIT;
    before = OSTimeGet();
    busy(3u * TIMER_TICK);
    CHECK_LOG("");
    CHECK_EQ(OSTimeGet(), before + 3u * TIMER_TICK);
    OSTickStepState = OS_TICK_STEP_DIS;
    busy(TIMER_TICK);
    CHECK_LOG("s");

    CHECK_EQ(hooks, OSTimeGet());
    CHECK_EQ(wrong, 0u);
}
