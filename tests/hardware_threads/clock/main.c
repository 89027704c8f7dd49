/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check that a hardware thread reads the same time as software: after ticks, after OSTimeSet(), when the time wraps
 * around, and while a debugger holds the ticks.
 */
#include "script.h"

#ifndef TICKS
#define TICKS 2500u
#endif

#ifndef SETS
#define SETS 100u
#endif

#define STK_SIZE 512u
#define SETTER   10u
#define THREAD   20u
#define DIRECT_PRIO 40u
#define MAIN     50u
#define HZ       5000u
#define LOOKS    (SETS + 20u) /* maximum number of TIME_GET calls of the thread */

static OS_STK       main_stk[STK_SIZE], setter_stk[STK_SIZE], stk[STK_SIZE];
static OS_EVENT    *go, *done, *set;
static STEP         script[3u * LOOKS] __attribute__((aligned(8)));
static INT32U       looks;
static volatile BOOLEAN was_set;

/* Return the thread's time minus software's time in ticks, or 0x7FFFFFFF if ticks disturb all remaining looks. */
static INT32S Look(void)
{
    INT32U before, after, seen;
    INT8U  err;

    do { /* repeat if a tick comes in between */
        before = OSTimeGet();
        Check(OSSemPost(go), "post");
        OSSemPend(done, 0u, &err);
        after = OSTimeGet();
        OSHwCacheInvalidate();
        seen = script[3u * looks + 1u].Value;
        Check(script[3u * looks + 1u].Error, "TIME_GET");
        looks++;
    } while ((before != after) && (looks < LOOKS));
    return (before == after) ? (INT32S)(seen - before) : 0x7FFFFFFF;
}

static void Say(const char *what)
{
    OSTimeDly(1u); /* start right after a tick, so that the next tick is far away */
    printf("%s: %ld\n", what, (long)Look());
}

/*
 * Set the time one tick after each post of `set`. The task preempts the main task, which can be at any instruction of
 * OSTimeTick().
 */
static void Setter(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(set, 0u, &err);
        OSTimeDly(1u);
        OSTimeSet(OSTimeGet() + 100000u);
        was_set = OS_TRUE;
    }
}

static void Main(void *p_arg)
{
    INT32U wrong = 0u, calls, refused, start;

    (void)p_arg;
    BSP_TickStart(HZ);
    Say("ticks before the first task");
    OSTimeSet(1000u);
    Say("another time");
    OSTimeDly(TICKS);
    Say("thousands of ticks");
    OSTimeSet(0xFFFFFFF0u);
    OSTimeDly(40u);
    Say("round the end");
    for (INT32U n = 0u; n < 30u; n++) {
        OSTimeTick();
    }
    Say("ticks by a task");
#if OS_TICK_STEP_EN > 0u
    OSTickStepState = OS_TICK_STEP_WAIT;
#if OS_TIME_BASE > 0u
    OSTickModeUpdate();
#endif
    for (start = OSTimeGet(); (OSTimeGet() - start) < 10u;) {
    }
    OSTickStepState = OS_TICK_STEP_DIS;
#if OS_TIME_BASE > 0u
    OSTickModeUpdate();
#endif
#else
    (void)start;
#endif
    Say("ticks that a debugger holds");
    for (INT32U n = 0u; n < SETS; n++) {
        was_set = OS_FALSE;
        Check(OSSemPost(set), "post");
        while (!was_set) {
            OSTimeTick();
        }
        wrong += (Look() != 0) ? 1u : 0u;
    }
    printf("set between any two instructions of a tick: %lu wrong\n", (unsigned long)wrong);
    Check(OSHwTaskStat(0u, &calls, &refused), "OSHwTaskStat");
    printf("%lu calls by a delegate\n", (unsigned long)calls);
    BSP_Exit(0);
}

int main(void)
{
    static const OS_HW_RES    resources[] = {{OS_HW_SEM, 0u, (void **)&go}, {OS_HW_SEM, 0u, (void **)&done}};
    static const OS_HW_THREAD thread      = {.Task = Script, .Arg = script, .Res = resources, .ResNbr = 2u,
                                             .Prio = THREAD, .DirectPrio = DIRECT_PRIO, .StkBase = stk,
                                             .StkSize = STK_SIZE, .Mem = script, .MemSize = sizeof(script)};

    OSInit();
    for (INT32U n = 0u; n < LOOKS; n++) {
        script[3u * n]      = (STEP){.What = CALL(OS_HW_CMD_SEM_PEND, 0u)};
        script[3u * n + 1u] = (STEP){.What = CALL(OS_HW_CMD_TIME_GET, 0u)};
        script[3u * n + 2u] = (STEP){.What = CALL(OS_HW_CMD_SEM_POST, 1u)};
    }
    go   = OSSemCreate(0u);
    done = OSSemCreate(0u);
    set  = OSSemCreate(0u);
    Check(OSTaskCreate(Setter, (void *)0, &setter_stk[STK_SIZE - 1u], SETTER), "OSTaskCreate");
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
#if OS_TIME_BASE == 0u
    OSTime = 7u; /* set directly, without OSTimeSet(): a thread still starts with the current time */
#endif
    OSTimeTick();
    Check(OSHwTaskCreate(0u, &thread), "OSHwTaskCreate");
    OSTimeTick();
    OSTimeTick();
    OSStart();
}
