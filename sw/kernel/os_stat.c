/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The statistics task. It computes the CPU load from the idle task's count and records how much of each stack is used.
 */
#include "os_init.h"
#include "os_task.h"

#if OS_TASK_STAT_EN > 0u
INT8U OSCPUUsage;
INT32U OSIdleCtrMax;
INT32U OSIdleCtrRun;
BOOLEAN OSStatRdy;
OS_STK OSTaskStatStk[OS_TASK_STAT_STK_SIZE];

/* Return `n` tenths of a second in ticks, at least 1, because OSTimeDly(0) would not let the idle task run. */
#define STAT_TENTHS(n) (((n) * OS_TICKS_PER_SEC >= 10u) ? ((n) * OS_TICKS_PER_SEC / 10u) : 1u)

/*
 * With a time base, polling for OSStatInit() would cause interrupts. Instead, the statistics task suspends itself, and
 * OSStatInit() resumes it.
 */
#define STAT_SUSPENDS ((OS_TIME_BASE > 0u) && (OS_TASK_SUSPEND_EN > 0u))

/* Return how far the idle task counts in a tenth of a second. */
static INT32U OS_StatIdleMeasure(void)
{
    INT32U cnt;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    OSIdleCtr = 0u;
    OS_EXIT_CRITICAL();
    OSTimeDly(STAT_TENTHS(1u));
    OS_ENTER_CRITICAL();
    cnt = OSIdleCtr;
    OS_EXIT_CRITICAL();
    return cnt;
}

/*
 * Description: Measure how far the idle task counts if no other task runs.
 * Arguments  : none
 * Returns    : none
 * Notes      : The first application task must call this, before it creates other tasks. A measurement takes a tenth
 *              of a second, and at least one tick. Below 10 ticks per second, OSCPUUsage may stay 0 although tasks run,
 *              because the statistics task often measures while they sleep. At such a rate, OSCPUUsage always stays 0
 *              in uC/OS-II V2.93.
 */
void OSStatInit(void)
{
    INT32U max;
    OS_CRITICAL_SR;

    OSTimeDly(2u); /* start at a tick */
    max = OS_StatIdleMeasure();
    OS_ENTER_CRITICAL();
    OSIdleCtrMax = max;
    OSStatRdy = OS_TRUE;
    OS_EXIT_CRITICAL();
#if STAT_SUSPENDS
    (void)OSTaskResume(OS_TASK_STAT_PRIO);
#endif
}

#if (OS_TASK_STAT_STK_CHK_EN > 0u) && (OS_TASK_CREATE_EXT_EN > 0u) && (OS_TASK_PROFILE_EN > 0u)
/* Record in each TCB how much of the task's stack is used. */
static void OS_StatStkChk(void)
{
    INT16U prio;

    for (prio = 0u; prio <= OS_TASK_IDLE_PRIO; prio++) {
        OS_STK_DATA data;

        if (OSTaskStkChk((INT8U)prio, &data) == OS_ERR_NONE) {
            OS_TCB *ptcb;
            OS_CRITICAL_SR;

            OS_ENTER_CRITICAL();
            ptcb = OSTCBPrioTbl[prio];
            if ((ptcb != (OS_TCB *)0) && (ptcb != OS_TCB_RESERVED)) {
#if OS_STK_GROWTH == 1u
                ptcb->OSTCBStkBase = ptcb->OSTCBStkBottom + ptcb->OSTCBStkSize;
#else
                ptcb->OSTCBStkBase = ptcb->OSTCBStkBottom - ptcb->OSTCBStkSize;
#endif
                ptcb->OSTCBStkUsed = data.OSUsed;
            }
            OS_EXIT_CRITICAL();
        }
    }
}
#endif

/* Report a load of 0 and block for ever, because the maximum count was not measured or is below 100. */
static void OS_StatBlockForever(void)
{
    OSCPUUsage = 0u;
    for (;;) {
#if OS_TASK_SUSPEND_EN > 0u
        (void)OSTaskSuspend(OS_PRIO_SELF);
#else
        OSTimeDly(OS_TICKS_PER_SEC);
#endif
    }
}

/*
 * Wait for OSStatInit(), with a poll every fifth of a second. With STAT_SUSPENDS, stay suspended instead, and continue
 * at the tick at which the next poll would come.
 */
static void OS_StatWait(void)
{
#if STAT_SUSPENDS
    const INT32U begun = OS_AccelTime();
    INT32U since;
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    while (OSStatRdy == OS_FALSE) {
        (void)OSTaskSuspend(OS_PRIO_SELF);
    }
    OS_EXIT_CRITICAL();
    since = (OS_AccelTime() - begun) % STAT_TENTHS(2u);
    if (since > 0u) {
        OSTimeDly(STAT_TENTHS(2u) - since);
    }
#else
    while (OSStatRdy == OS_FALSE) {
        OSTimeDly(STAT_TENTHS(2u));
    }
#endif
}

static void OS_TaskStat(void *p_arg)
{
    (void)p_arg;
    OS_StatWait();
    OSIdleCtrMax /= 100u; /* count of one percent */
    if (OSIdleCtrMax == 0u) {
        OS_StatBlockForever();
    }
    for (;;) {
        INT32U idle;

        OSTimeDly(1u);
        OSIdleCtrRun = OS_StatIdleMeasure();
        idle = OSIdleCtrRun / OSIdleCtrMax;
        if (idle <= 100u) {
            OSCPUUsage = (INT8U)(100u - idle);
        } else { /* more than 100 %: the measured maximum was too low */
            OSCPUUsage = 0u;
            OSIdleCtrMax = OSIdleCtrRun / 100u;
        }
        OSTaskStatHook();
#if (OS_TASK_STAT_STK_CHK_EN > 0u) && (OS_TASK_CREATE_EXT_EN > 0u) && (OS_TASK_PROFILE_EN > 0u)
        OS_StatStkChk();
#endif
    }
}

/*
 * Description: Create the statistics task.
 * Arguments  : none
 * Returns    : none
 */
void OS_TaskStatInit(void)
{
    OS_SysTaskCreate(OS_TaskStat, OSTaskStatStk, OS_TASK_STAT_STK_SIZE, OS_TASK_STAT_PRIO, OS_TASK_STAT_ID,
                     "uC/OS-II Stat");
}
#endif
