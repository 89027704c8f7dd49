// SPDX-License-Identifier: Apache-2.0
// Statistics: CPU usage and stack usage. The idle task generates a tick after conform_idle_rounds loops.
#include "conform.h"

static OS_TCB copy;
static OS_STK_DATA stk_data;

#define ROUNDS 200u /* loops of the idle task per tick if no other task runs */

static void init(void)
{
    conform_idle_rounds = ROUNDS;
    OSStatInit();
}

// OSStatInit() waits for two ticks, and then counts the loops of the idle task for a tenth of a second.
CASE(stat_init,
     "M ready 0, M OSStatInit, M ready 1 time 12 max 2000")
{
    SAY("ready %u", OSStatRdy);
    conform_idle_rounds = ROUNDS;
    CALL(OSStatInit());
    SAY("ready %u time %u max %u", OSStatRdy, OSTimeGet(), (OSIdleCtrMax + 5u) / 10u * 10u);
}

// If the application does not call OSStatInit(), the statistics task keeps waiting and never measures.
CASE(stat_without_init,
     "M time 50, M task 62 RDY 10 OK")
{
    ON(stat, SAY("hook"));
    WITH_TICKS(OSTimeDly(50));
    SAY("time %u", OSTimeGet());
    STATE(OS_TASK_STAT_PRIO);
}

// The statistics task first counts from tick 21 to 31, then every 11 ticks. The usage of an idle CPU is 0 percent.
CASE(stat_usage_idle,
     "S hook at 31 usage 0, S hook at 42 usage 0, M end")
{
    init();
    ON(stat, SAY("hook at %u usage %u", OSTimeGet(), OSCPUUsage));
    OSTimeDly(38);
    SAY("end");
}

// If the idle task counts a quarter of its maximum, the usage is 75 percent.
CASE(stat_usage_busy,
     "S hook at 31 usage 75, M end")
{
    init();
    OSTimeDly(9); /* until tick 21, at which the statistics task begins to count */
    conform_idle_rounds = ROUNDS / 4u;
    ON(stat, SAY("hook at %u usage %u", OSTimeGet(), OSCPUUsage));
    OSTimeDly(15);
    SAY("end");
}

// If the idle count exceeds the maximum, the usage is 0 percent, and this count becomes the new maximum.
CASE(stat_max_adapts,
     "S usage 0 max 30, S usage 34 max 30, M end")
{
    init();
    OSTimeDly(9);
    conform_idle_rounds = ROUNDS * 3u / 2u;
    ON(stat, SAY("usage %u max %u", OSCPUUsage, OSIdleCtrMax); conform_idle_rounds = ROUNDS);
    OSTimeDly(25);
    SAY("end");
}

// If the maximum count is below 100, the statistics task suspends itself, because it cannot compute a percentage.
CASE(stat_max_too_small,
     "M task 62 SUSPEND 0 OK, M usage 0")
{
    conform_idle_rounds = 1u;
    OSStatInit();
    OSTimeDly(20);
    STATE(OS_TASK_STAT_PRIO);
    SAY("usage %u", OSCPUUsage);
}

/* Log whether the statistics task has recorded the stack usage and the stack base of a task. */
static void say_stack(INT8U prio)
{
    (void)OSTaskQuery(prio, &copy);
    (void)OSTaskStkChk(prio, &stk_data);
    SAY("used as checked %u base %u", copy.OSTCBStkUsed == stk_data.OSUsed && stk_data.OSUsed > 0u,
        copy.OSTCBStkBase == copy.OSTCBStkBottom + copy.OSTCBStkSize);
}

// The statistics task records the stack usage of each task that has the option OS_TASK_OPT_STK_CHK.
CASE(stat_checks_stacks,
     "M used 0, S hook used 0, M used as checked 1 base 1, M used as checked 1 base 1,"
     "M of a task without the option 0")
{
    init();
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF));
    (void)OSTaskQuery(10, &copy);
    SAY("used %u", copy.OSTCBStkUsed);
    ON(stat, (void)OSTaskQuery(10, &copy); SAY("hook used %u", copy.OSTCBStkUsed));
    OSTimeDly(25);
    say_stack(10);
    say_stack(OS_TASK_IDLE_PRIO);
    (void)OSTaskQuery(M_PRIO, &copy);
    SAY("of a task without the option %u", copy.OSTCBStkUsed);
}

// The idle task counts its loops in OSIdleCtr.
CASE(stat_idle_counter,
     "M counted 600")
{
    static INT32U before;

    OSTaskSuspend(OS_TASK_STAT_PRIO);
    conform_idle_rounds = ROUNDS;
    OSTimeDly(1);
    before = OSIdleCtr;
    OSTimeDly(3);
    SAY("counted %u", OSIdleCtr - before);
}
