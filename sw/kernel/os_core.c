/* SPDX-License-Identifier: Apache-2.0 */
/* Scheduling: start, scheduler and its lock, interrupt nesting. */
#include "os_event.h"
#include "os_switch.h"
#include "os_event_short.h"

INT32U OSCtxSwCtr;
#ifdef OS_CPU_NESTING
/* The port places both counters, and those of handlers. */
#elif OS_CPU_CONTEXTS > 0
/* Place OSIntNesting and OSLockNesting next to each other, so that OS_NESTING reads both with a single load. */
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

/* Lowest set bit of 16 indices with the same high nibble. Only the first entry of a row depends on this nibble. */
#define UNMAP_ROW(first) (first), 0u, 1u, 0u, 2u, 0u, 1u, 0u, 3u, 0u, 1u, 0u, 2u, 0u, 1u, 0u

INT8U const OSUnMapTbl[256] = {
    UNMAP_ROW(0u), UNMAP_ROW(4u), UNMAP_ROW(5u), UNMAP_ROW(4u), UNMAP_ROW(6u), UNMAP_ROW(4u),
    UNMAP_ROW(5u), UNMAP_ROW(4u), UNMAP_ROW(7u), UNMAP_ROW(4u), UNMAP_ROW(5u), UNMAP_ROW(4u),
    UNMAP_ROW(6u), UNMAP_ROW(4u), UNMAP_ROW(5u), UNMAP_ROW(4u),
};

/*
 * Description: Start multitasking with the highest-priority task that was created.
 * Arguments  : none
 * Returns    : never, if the application calls it once, after OSInit() and the creation of at least one task
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
 * Prepare a switch to the task of priority `prio`. Interrupts must be disabled. The callers OS_TaskSwitch() and
 * OS_IntSwitch() are out of line. So OS_Sched() and OSIntExit() save no registers if the running task is the highest
 * ready task, which is usual.
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
 * Description: Switch to the highest-priority ready task, unless this task is running. Only for kernel code.
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
    if (OS_ACCEL_LIKELY(OS_NESTING == 0u)) { /* interrupts restore both counters before a task continues */
        OS_SchedNow();
    }
}

#if OS_PEND_SHORT && OS_EVENT_EN
/* Complete a post if no task was woken, or if OSIntExit() or OSSchedUnlock() must make the switch later. */
static __attribute__((noinline)) INT8U OS_EventPostEndRare(OS_EVENT *pevent, void *pmsg, INT32U outcome)
{
    if (OS_ACCEL_LIKELY(OS_AccelIsNotWoken(outcome) == 0u)) {
        return OS_ERR_NONE;
    }
    return OS_EventPostEndGeneral(pevent, (pevent->OSEventType == OS_EVENT_TYPE_SEM)    ? OS_ACCEL_SEM
                                          : (pevent->OSEventType == OS_EVENT_TYPE_MBOX) ? OS_ACCEL_MBOX
                                                                                        : OS_ACCEL_Q, pmsg, outcome);
}

/*
 * Description: Complete a post for which OS_EventPostIsDone() is false. Usually the post has woken a task of higher
 *              priority; switch to this task.
 * Arguments  : pevent    the event
 *              pmsg      the message
 *              outcome   outcome of the post
 * Returns    : as OSSemPost(), OSMboxPost(), OSQPost()
 */
INT8U OS_EventPostEndShort(OS_EVENT *pevent, void *pmsg, INT32U outcome)
{
    if (OS_ACCEL_LIKELY((OS_NESTING | OS_AccelIsNotWoken(outcome)) == 0u)) {
        OS_SchedNow();
        return OS_ERR_NONE;
    }
    return OS_EventPostEndRare(pevent, pmsg, outcome);
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
 * Description: Undo one OSSchedLock(). If no lock remains, switch to the highest-priority ready task.
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
 * Description: Let the core take interrupts between two critical sections. A core may take none between consecutive
 *              instructions that enable and disable interrupts, so this call separates them.
 * Arguments  : none
 * Returns    : none
 */
void OS_SectionsSeparate(void)
{
}
#endif

/*
 * Description: Record the start of an interrupt handler.
 * Arguments  : none
 * Returns    : none
 * Notes      : Interrupts must be disabled. Instead of calling this function, a handler may increment OSIntNesting.
 *              This function does not count beyond 255.
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
 * Description: Record the end of an interrupt handler. At the end of the outermost handler, this may switch tasks.
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
