/* SPDX-License-Identifier: Apache-2.0 */
/* Scheduling: start, scheduler and its lock, interrupt nesting. */
#include "os_event.h"
#include "os_switch.h"
#include "os_event_short.h"

INT32U OSCtxSwCtr;
#if OS_CPU_CONTEXTS > 0
/* Adjacent, so that a single load can check that both are 0: OS_NESTING. */
__asm__(".pushsection .sbss.OSIntNesting, \"aw\", @nobits\n"
        "        .balign 2\n"
        "        .globl  OSIntNesting, OSLockNesting, OSNesting\n"
        "        .type   OSIntNesting, @object\n"
        "        .type   OSLockNesting, @object\n"
        "        .size   OSIntNesting, 1\n"
        "        .size   OSLockNesting, 1\n"
        "OSNesting:\n"
        "OSIntNesting:\n"
        "        .space  1\n"
        "OSLockNesting:\n"
        "        .space  1\n"
        "        .popsection");
#else
INT8U OSIntNesting;
INT8U OSLockNesting;
#endif
BOOLEAN OSRunning;
INT8U OSPrioCur;
INT8U OSPrioHighRdy;
OS_PRIO OSRdyGrp;
OS_PRIO OSRdyTbl[OS_RDY_TBL_SIZE];
OS_TCB *OSTCBCur;
OS_TCB *OSTCBHighRdy;

#if OS_TASK_DEL_EN > 0u
BOOLEAN OSIntSwHeld;
#endif

#ifdef OS_SAFETY_CRITICAL_IEC61508
BOOLEAN OSSafetyCriticalStartFlag;
#endif

/* Sixteen entries with the same high nibble in their index. Only the first entry depends on it. */
#define UNMAP_ROW(first) (first), 0u, 1u, 0u, 2u, 0u, 1u, 0u, 3u, 0u, 1u, 0u, 2u, 0u, 1u, 0u

INT8U const OSUnMapTbl[256] = {
    UNMAP_ROW(0u), UNMAP_ROW(4u), UNMAP_ROW(5u), UNMAP_ROW(4u), UNMAP_ROW(6u), UNMAP_ROW(4u),
    UNMAP_ROW(5u), UNMAP_ROW(4u), UNMAP_ROW(7u), UNMAP_ROW(4u), UNMAP_ROW(5u), UNMAP_ROW(4u),
    UNMAP_ROW(6u), UNMAP_ROW(4u), UNMAP_ROW(5u), UNMAP_ROW(4u),
};

/*
 * Description: Start multitasking with the highest-priority task that was created.
 * Arguments  : none
 * Returns    : never, when called once after OSInit() and at least one task's creation
 * Notes      : The port's OSStartHighRdy() sets OSRunning.
 */
void OSStart(void)
{
    if (OSRunning == OS_FALSE) {
        OSPrioHighRdy = OS_AccelRdyHighest();
        OSPrioCur = OSPrioHighRdy;
        OSTCBHighRdy = OSTCBPrioTbl[OSPrioHighRdy];
        OSTCBCur = OSTCBHighRdy;
        OSStartHighRdy();
    }
}

/*
 * Description: Return the kernel's version.
 * Arguments  : none
 * Returns    : version times 10,000: 29300 is V2.93.00
 */
INT16U OSVersion(void)
{
    return OS_VERSION;
}

#ifdef OS_SAFETY_CRITICAL_IEC61508
/*
 * Description: Refuse to create or delete kernel objects from now on.
 * Arguments  : none
 * Returns    : none
 */
void OSSafetyCriticalStart(void)
{
    OSSafetyCriticalStartFlag = OS_TRUE;
}
#endif

/* ------------------------------------------------------------------------------------------------- scheduling */

/* Count a switch to the task OSTCBHighRdy. */
static inline __attribute__((always_inline)) void OS_SwCount(void)
{
#if OS_TASK_PROFILE_EN > 0u
    OSTCBHighRdy->OSTCBCtxSwCtr++;
#endif
    OSCtxSwCtr++;
}

#if OS_ACCEL_RDY_EN > 0u
/*
 * One instruction returns the highest ready task, which usually is the running task. OS_Sched() and OSIntExit() handle
 * that case without a call and without saving registers. The other case is out of line here. Interrupts must be
 * disabled.
 */
static void OS_SwitchPrepare(INT8U prio)
{
    OSPrioHighRdy = prio;
    OSTCBHighRdy = OSTCBPrioTbl[prio];
    OS_SwCount();
}

#if !OS_SWITCH_SHORT
static __attribute__((noinline)) void OS_TaskSwitch(INT8U prio, OS_CPU_SR cpu_sr)
{
    OS_SwitchPrepare(prio);
    OS_TASK_SW();
    OS_EXIT_CRITICAL();
}
#endif

static __attribute__((noinline)) void OS_IntSwitch(INT8U prio, OS_CPU_SR cpu_sr)
{
    OS_SwitchPrepare(prio);
    OS_TRACE_ISR_EXIT_TO_SCHEDULER();
    OSIntCtxSw();
    OS_EXIT_CRITICAL();
}
#endif

/*
 * Description: Switch to the highest-priority ready task, unless it is running. For the kernel, at task level.
 * Arguments  : none
 * Returns    : none
 * Notes      : Does nothing in an interrupt (OSIntExit() will switch) or while the scheduler is locked.
 *              noinline, so that a measurement can find the function.
 */
#if OS_SWITCH_SHORT
/* OS_Sched() after its checks. */
OS_ACCEL_INLINE void OS_SchedNow(void)
{
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    OS_SchedWithin(cpu_sr);
}

__attribute__((noinline)) void OS_Sched(void)
{
    if (OS_ACCEL_LIKELY(OS_NESTING == 0u)) { /* interrupts restore both before a task continues */
        OS_SchedNow();
    }
}

#if OS_PEND_SHORT && OS_EVENT_EN
/* No task was woken, or the scheduler must not switch yet. OSIntExit() or OSSchedUnlock() switches later. */
static __attribute__((noinline)) INT8U OS_EventPostEndRest(OS_EVENT *pevent, void *pmsg, INT32U outcome)
{
    if (OS_ACCEL_LIKELY(OS_AccelIsNotWoken(outcome) == 0u)) {
        return OS_ERR_NONE;
    }
    return OS_EventTaskPostEnd(pevent, (pevent->OSEventType == OS_EVENT_TYPE_SEM)    ? OS_ACCEL_SEM
                                      : (pevent->OSEventType == OS_EVENT_TYPE_MBOX) ? OS_ACCEL_MBOX
                                                                                    : OS_ACCEL_Q, pmsg, outcome);
}

/*
 * Description: Complete a post to an event of the unit that did more than store. Usually it has woken a task of higher
 *              priority, which runs now.
 * Arguments  : pevent    the event
 *              pmsg      the message
 *              outcome   outcome of the post
 * Returns    : as OSSemPost(), OSMboxPost(), OSQPost()
 */
INT8U OS_EventPostEnd(OS_EVENT *pevent, void *pmsg, INT32U outcome)
{
    if (OS_ACCEL_LIKELY((OS_NESTING | OS_AccelIsNotWoken(outcome)) == 0u)) {
        OS_SchedNow();
        return OS_ERR_NONE;
    }
    return OS_EventPostEndRest(pevent, pmsg, outcome);
}
#endif
#else
__attribute__((noinline)) void OS_Sched(void)
{
    OS_CRITICAL_SR;

    OS_ENTER_CRITICAL();
    if (OSIntNesting == 0u) {
        if (OSLockNesting == 0u) {
#if OS_ACCEL_RDY_EN > 0u
            const INT8U prio = OS_AccelRdyHighest();

            if (prio != OSPrioCur) {
                OS_TaskSwitch(prio, cpu_sr);
                return;
            }
#else
            OSPrioHighRdy = OS_AccelRdyHighest();
            OSTCBHighRdy = OSTCBPrioTbl[OSPrioHighRdy];
            if (OSPrioHighRdy != OSPrioCur) {
                OS_SwCount();
                OS_TASK_SW();
            }
#endif
        }
    }
    OS_EXIT_CRITICAL();
}
#endif

#if OS_SCHED_LOCK_EN > 0u
/*
 * Description: Lock the scheduler: the running task keeps running. Interrupts are still served.
 * Arguments  : none
 * Returns    : none
 * Notes      : Nests up to 255 times. No effect in interrupts and before OSStart().
 */
void OSSchedLock(void)
{
    OS_CRITICAL_SR;

    if (OSRunning == OS_TRUE) {
        OS_ENTER_CRITICAL();
        if ((OSIntNesting == 0u) && (OSLockNesting < 255u)) {
            OSLockNesting++;
            OS_AccelRunning(0u);
        }
        OS_EXIT_CRITICAL();
    }
}

/*
 * Description: Undo one OSSchedLock(). The last call switches to the highest ready task.
 * Arguments  : none
 * Returns    : none
 * Notes      : A call without a lock does nothing. No effect in interrupts and before OSStart().
 */
void OSSchedUnlock(void)
{
    BOOLEAN opened = OS_FALSE;
    OS_CRITICAL_SR;

    if (OSRunning == OS_TRUE) {
        OS_ENTER_CRITICAL();
        if ((OSIntNesting == 0u) && (OSLockNesting > 0u)) {
            OSLockNesting--;
            opened = (BOOLEAN)(OSLockNesting == 0u);
        }
        OS_EXIT_CRITICAL();
        if (opened == OS_TRUE) {
            OS_Sched();
        }
    }
}
#endif

/* ------------------------------------------------------------------------------------------------- interrupts */

#if OS_TASK_DEL_EN > 0u
/*
 * Description: Separate two critical sections: a core may take no interrupt between two consecutive instructions that
 *              enable and disable interrupts.
 * Arguments  : none
 * Returns    : none
 */
void OS_IntWindow(void)
{
}
#endif

/*
 * Description: Record the start of an interrupt handler.
 * Arguments  : none
 * Returns    : none
 * Notes      : Interrupts must be disabled. Instead, the handler may increment OSIntNesting itself. Saturates at 255.
 */
void OSIntEnter(void)
{
    if (OSRunning == OS_TRUE) {
        if (OSIntNesting < 255u) {
            OSIntNesting++;
        }
        OS_TRACE_ISR_ENTER();
    }
}

/*
 * Description: Record the end of an interrupt handler. The end of the outermost one may switch tasks.
 * Arguments  : none
 * Returns    : none
 * Notes      : Call it once for each OSIntEnter().
 */
void OSIntExit(void)
{
    OS_CRITICAL_SR;

    if (OSRunning == OS_TRUE) {
        OS_ENTER_CRITICAL();
        if (OSIntNesting > 0u) {
            OSIntNesting--;
        }
        if (OSIntNesting == 0u) {
            if (OSLockNesting == 0u) {
#if OS_ACCEL_RDY_EN > 0u
                const INT8U prio = OS_AccelRdyHighest();

                if (prio != OSPrioCur) {
                    OS_IntSwitch(prio, cpu_sr);
                    return;
                }
#else
                OSPrioHighRdy = OS_AccelRdyHighest();
                OSTCBHighRdy = OSTCBPrioTbl[OSPrioHighRdy];
                if (OSPrioHighRdy != OSPrioCur) {
                    OS_SwCount();
                    OS_TRACE_ISR_EXIT_TO_SCHEDULER();
                    OSIntCtxSw();
                    OS_EXIT_CRITICAL();
                    return;
                }
#endif
            }
#if OS_TASK_DEL_EN > 0u
            else {
                OSIntSwHeld = OS_TRUE;
            }
#endif
        }
        OS_TRACE_ISR_EXIT();
        OS_EXIT_CRITICAL();
    }
}
