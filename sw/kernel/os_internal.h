/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernel's files share with each other and with nobody else. */
#ifndef OS_INTERNAL_H
#define OS_INTERNAL_H

#include <ucos_ii.h>

/*
 * What the end of a delay means to its task: a pend has timed out (though the task stays in the waiting list until it
 * runs, and may be posted to until then), and the task is ready unless it is suspended. With interrupts off.
 */
#define OS_DLY_END(ptcb) \
    do { \
        if (((ptcb)->OSTCBStat & OS_STAT_PEND_ANY) != OS_STAT_RDY) { \
            (ptcb)->OSTCBStat &= (INT8U)~OS_STAT_PEND_ANY; \
            (ptcb)->OSTCBStatPend = OS_STAT_PEND_TO; \
        } else { \
            (ptcb)->OSTCBStatPend = OS_STAT_PEND_OK; \
        } \
        if (((ptcb)->OSTCBStat & OS_STAT_SUSPEND) == OS_STAT_RDY) { \
            OS_AccelRdySet(ptcb); \
        } \
    } while (0)

#include <os_accel.h>

/* The variable that OS_ENTER_CRITICAL saves the interrupt state in; only method 3 has one. */
#if OS_CRITICAL_METHOD == 3u
#define OS_CRITICAL_SR OS_CPU_SR cpu_sr = 0u
#else
#define OS_CRITICAL_SR
#endif

/* A null `perr` cannot be reported through itself; safety-critical builds say in os_cfg.h what happens then. */
#ifdef OS_SAFETY_CRITICAL
#define OS_PERR_CHK(perr, ...) \
    do { \
        if ((perr) == (INT8U *)0) { \
            OS_SAFETY_CRITICAL_EXCEPTION(); \
            return __VA_ARGS__; \
        } \
    } while (0)
#else
#define OS_PERR_CHK(perr, ...)
#endif

/* After OSSafetyCriticalStart() nothing is created or deleted any more. */
#ifdef OS_SAFETY_CRITICAL_IEC61508
#ifndef OS_SAFETY_CRITICAL_EXCEPTION
#define OS_SAFETY_CRITICAL_EXCEPTION()
#endif
#define OS_FROZEN_CHK(...) \
    do { \
        if (OSSafetyCriticalStartFlag == OS_TRUE) { \
            OS_SAFETY_CRITICAL_EXCEPTION(); \
            return __VA_ARGS__; \
        } \
    } while (0)
#else
#define OS_FROZEN_CHK(...)
#endif

/* os_core.c */
void OS_Sched(void);
#if OS_TASK_DEL_EN > 0u
void OS_IntWindow(void);
extern BOOLEAN OSIntSwHeld; /* an interrupt could not switch tasks because the scheduler was locked */
#endif

/* os_tcb.c */
void OS_TCBListInit(void);
INT8U OS_TCBInit(INT8U prio, OS_STK *ptos, OS_STK *pbos, INT16U id, INT32U stk_size, void *pext, INT16U opt);
void OS_TCBPrioSet(OS_TCB *ptcb, INT8U prio);
OS_TCB *OS_TCBFind(INT8U prio);
#if OS_TASK_DEL_EN > 0u
void OS_TCBFree(OS_TCB *ptcb);
#endif

/* os_task.c */
void OS_SysTaskCreate(void (*task)(void *p_arg), OS_STK *pbos, INT32U stk_size, INT8U prio, INT16U id,
                      char const *name);

/* os_idle.c, os_stat.c */
void OS_TaskIdleInit(void);
void OS_TaskStatInit(void);

/* os_event.c */
#if OS_EVENT_EN
void OS_EventListInit(void);
OS_EVENT *OS_EventAlloc(INT8U type, INT16U cnt);
void OS_EventFree(OS_EVENT *pevent);
INT8U OS_EventTaskRdy(OS_EVENT *pevent, void *pmsg, INT8U msk, INT8U pend_stat);
void OS_EventTaskWait(OS_EVENT *pevent);
void OS_EventTaskRemove(OS_TCB *ptcb, OS_EVENT *pevent);
#endif

/* os_name.c */
#if (OS_TASK_NAME_EN > 0u) || (OS_EVENT_EN && (OS_EVENT_NAME_EN > 0u))
#define OS_NAME_NONE ((INT8U *)(void *)"?")
INT8U OS_StrLen(INT8U const *str);
#endif

#endif
