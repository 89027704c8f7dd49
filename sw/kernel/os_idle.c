/* SPDX-License-Identifier: Apache-2.0 */
/* The idle task. It runs when no other task is ready, and counts its loops or the cycles of its sleep. */
#include "os_init.h"
#include "os_task.h"

volatile INT32U OSIdleCtr;
OS_STK OSTaskIdleStk[OS_TASK_IDLE_STK_SIZE];

/* 1 (-DOS_IDLE_SLEEP_EN=1u): the idle task sleeps until an interrupt. OSIdleCtr counts cycles of sleep, not loops. */
#ifndef OS_IDLE_SLEEP_EN
#define OS_IDLE_SLEEP_EN 0u
#endif

static void OS_TaskIdle(void *p_arg)
{
    OS_CRITICAL_SR;

    (void)p_arg;
    for (;;) {
        OS_ENTER_CRITICAL();
#if OS_IDLE_SLEEP_EN > 0u
        {
            const INT32U before = OSIdleCtr - OS_CPU_Cycles();

            OS_CPU_Sleep();
            OSIdleCtr = before + OS_CPU_Cycles();
        }
#else
        OSIdleCtr++;
#endif
        OS_EXIT_CRITICAL();
        OSTaskIdleHook();
    }
}

/*
 * Description: Create the idle task.
 * Arguments  : none
 * Returns    : none
 */
void OS_TaskIdleInit(void)
{
    OS_SysTaskCreate(OS_TaskIdle, OSTaskIdleStk, OS_TASK_IDLE_STK_SIZE, OS_TASK_IDLE_PRIO, OS_TASK_IDLE_ID,
                     "uC/OS-II Idle");
}
