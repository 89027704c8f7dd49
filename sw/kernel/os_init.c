/* SPDX-License-Identifier: Apache-2.0 */
/* Initialisation of the kernel. OSInit() may run again for a warm restart. */
#include "os_event.h"
#include "os_init.h"

/* Initialise counters and flags. */
static void OS_VarsInit(void)
{
#if OS_TIME_GET_SET_EN > 0u
#if (OS_TIME_BASE > 0u) || OS_ACCEL_TIME_SHARED
    OSTimeSet(0u);
#else
    OSTime = 0u;
#endif
#endif
#if OS_TICK_STEP_EN > 0u
    OSTickStepState = OS_TICK_STEP_DIS;
#endif
    OSIntNesting = 0u;
    OSLockNesting = 0u;
    OSTaskCtr = 0u;
    OSRunning = OS_FALSE;
    OSCtxSwCtr = 0u;
    OSIdleCtr = 0u;
#if OS_TASK_STAT_EN > 0u
    OSIdleCtrRun = 0u;
    OSIdleCtrMax = 0u;
    OSCPUUsage = 0u;
    OSStatRdy = OS_FALSE;
#endif
#if OS_TASK_REG_TBL_SIZE > 0u
    OSTaskRegNextAvailID = 0u;
#endif
#if OS_MUTEX_EN > 0u
    OSMutexPromotions = 0u;
#endif
#ifdef OS_SAFETY_CRITICAL_IEC61508
    OSSafetyCriticalStartFlag = OS_FALSE;
#endif
    OSPrioCur = 0u;
    OS_AccelRunning(0u);
    OSPrioHighRdy = 0u;
    OSTCBHighRdy = (OS_TCB *)0;
    OSTCBCur = (OS_TCB *)0;
}

/*
 * Description: Initialise the kernel and create its own tasks.
 * Arguments  : none
 * Returns    : none
 * Notes      : Call it before any other kernel function.
 */
void OSInit(void)
{
    OSInitHookBegin();
    OS_AccelInit();
    OS_VarsInit();
    OS_AccelRdyInit();
    OS_TCBListInit();
    OS_AccelDlyInit();
#if OS_ACCEL_EVENT
    OS_EventUnitInit();
#endif
#if OS_ACCEL_LINES > 0u
    OS_LinesInit();
#endif
#if OS_EVENT_EN
    OS_EventListInit();
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
    OS_QListInit();
#endif
#if OS_FLAG_USED
    OS_FlagInit();
#endif
#if OS_MEM_USED
    OS_MemInit();
#endif
    OS_TaskIdleInit();
#if OS_TASK_STAT_EN > 0u
    OS_TaskStatInit();
#endif
#if OS_TMR_EN > 0u
    OS_TmrListInit();
    OS_TmrTaskInit();
#endif
    OSInitHookEnd();
#if OS_DEBUG_EN > 0u
    OSDebugInit();
#endif
}
