/* SPDX-License-Identifier: Apache-2.0 */
/* Task switches: the scheduler, and the switch that is inlined where it is short. */
#ifndef OS_KERNEL_SWITCH_H
#define OS_KERNEL_SWITCH_H

#include "os_kernel.h"

void OS_Sched(void);
#if OS_TASK_DEL_EN > 0u
void OS_SectionsSeparate(void);
extern BOOLEAN OSIntSwHeld; /* an interrupt could not switch tasks because the scheduler was locked */
#endif

#if OS_SWITCH_SHORT
/*
 * Loads and unit results have a latency of two cycles, shifts of one cycle. An instruction that uses the value earlier
 * waits. The compiler does not know these latencies, so it may put a load directly before its use. OS_IN_ORDER()
 * fixes the order: the program computes `value` and executes all earlier loads and stores before the later ones. The
 * later ones then fill the latency. OS_IN_ORDER() adds no instruction if the compiler optimises. Each use below
 * changes the order of instructions in a task switch.
 */
#define OS_IN_ORDER(value) __asm__ volatile("" : : "r"(value) : "memory")
/* Load `value` before this point. Unlike OS_IN_ORDER(), this does not order other loads and stores. */
#define OS_READ_HERE(value) __asm__ volatile("" : : "r"(value))

/*
 * On a core that switches by itself, such a switch changes only the bank, and the task that continues records the
 * switch. A switch hook or a trace must run at each switch, so the kernel then does not let the core switch.
 */
#define OS_SELF_SWITCH (OS_CPU_SELF_SWITCH && !OS_CPU_SW_HOOK_USED)

/*
 * Switch to the task `ptcb` of priority `prio`; return when the calling task runs again. Call this at task level with
 * interrupts disabled and the scheduler unlocked. `switches` is OSCtxSwCtr before the switch. OSPrioHighRdy and
 * OSTCBHighRdy are set only if OSTaskSwHook() is used. `cpu_sr` is the state of the critical section, which ends here;
 * if it is 0, the critical section continues.
 */
OS_ACCEL_INLINE void OS_SwitchTo(INT32U prio, OS_TCB *ptcb, INT32U switches, OS_CPU_SR cpu_sr)
{
#if OS_TASK_PROFILE_EN > 0u
    INT32U count;
#endif
    INT32U bank;
    INT8U low;

    __asm__("" : "=r"(low) : "0"(prio)); /* convert to a byte without an instruction */
#if OS_CPU_SW_HOOK_USED
    OSPrioHighRdy = low;
    OSTCBHighRdy = ptcb;
#else
    OSPrioCur = low;
#endif
    switches++;
    OS_IN_ORDER(switches);
#if OS_TASK_PROFILE_EN > 0u
    count = ptcb->OSTCBCtxSwCtr;
    OS_IN_ORDER(count);
#endif
#if !OS_CPU_SW_HOOK_USED
    bank = OS_CPU_BANK(ptcb);
    OS_IN_ORDER(bank);
#endif
    OSCtxSwCtr = switches;
#if OS_TASK_PROFILE_EN > 0u
    OS_IN_ORDER(count);
    ptcb->OSTCBCtxSwCtr = count + 1u;
#endif
#if OS_CPU_SW_HOOK_USED
    OS_CPU_SW_HOOK_WITHIN(ptcb, low, cpu_sr);
    bank = OS_CPU_BANK(ptcb);
    OS_IN_ORDER(bank);
    OSPrioCur = low;
#endif
#if OS_SELF_SWITCH
    {
        OS_TCB *const pself = OSTCBCur;

        OSTCBCur = ptcb;
        OS_CPU_BANK_SWITCH_FROM(bank, cpu_sr, by_software);
        OSPrioCur = pself->OSTCBPrio; /* the core has switched */
        OSTCBCur = pself;
        OSCtxSwCtr++;
#if OS_TASK_PROFILE_EN > 0u
        pself->OSTCBCtxSwCtr++;
#endif
        if (!__builtin_constant_p(cpu_sr) || (cpu_sr != 0u)) {
            OS_CPU_SR_Restore(cpu_sr);
        }
    by_software:;
    }
#else
    OSTCBCur = ptcb;
    OS_CPU_BANK_SWITCH(bank, cpu_sr);
#endif
}

/* OS_SwitchTo() for the task of priority `prio`. `ptbl` is the address of OSTCBPrioTbl[]. */
OS_ACCEL_INLINE void OS_SwitchToPrio(INT32U prio, OS_TCB **ptbl, OS_CPU_SR cpu_sr)
{
    const INT32U at = prio * sizeof(OS_TCB *);
    INT32U switches;
    OS_TCB *ptcb;

    OS_IN_ORDER(at);
    switches = OSCtxSwCtr;
    OS_IN_ORDER(switches);
    ptcb = *(OS_TCB **)((size_t)ptbl + at);
    OS_IN_ORDER(ptcb);
    OS_SwitchTo(prio, ptcb, switches, cpu_sr);
}

/*
 * Return the priority of the highest ready task. The result has a latency of two cycles, in which other instructions
 * can run. Directly after a load or a store, the unit's instruction would wait for one cycle.
 */
OS_ACCEL_INLINE INT32U OS_SwitchNext(void)
{
    const INT32U prio = OS_AccelRdyFirst();

    if (prio > 255u) {
        __builtin_unreachable(); /* the idle task is always ready */
    }
    return prio;
}

/* Serve interrupts in the middle of a long critical section. Without the two nops, a core would take no interrupt. */
#define OS_INT_WINDOW() \
    do { \
        OS_EXIT_CRITICAL(); \
        __asm__ volatile("nop\n\tnop"); \
        OS_ENTER_CRITICAL(); \
    } while (0)

/* Switch from the running task, which waits, to the next task. Return when it runs again. cpu_sr: see OS_SwitchTo(). */
OS_ACCEL_INLINE void OS_SchedWait(OS_CPU_SR cpu_sr)
{
    const INT32U prio = OS_SwitchNext();
    OS_TCB **ptbl;

    OS_CPU_TABLE(ptbl, OSTCBPrioTbl, prio);
    OS_SwitchToPrio(prio, ptbl, cpu_sr);
}
#define OS_SCHED_WAIT() OS_SchedWait(0u)

/* OS_SCHED_WAIT() that ends the critical section. */
#define OS_SCHED_WAIT_EXIT() OS_SchedWait(cpu_sr)

/* Do the work of OS_Sched() in a critical section, and end the critical section. OS_NESTING must be 0. */
OS_ACCEL_INLINE void OS_SchedWithin(OS_CPU_SR cpu_sr)
{
    const INT32U prio = OS_SwitchNext();
    INT32U cur;
    OS_TCB **ptbl;

    cur = OSPrioCur;
    OS_READ_HERE(cur);
    OS_CPU_TABLE(ptbl, OSTCBPrioTbl, prio);
    if (OS_ACCEL_LIKELY(prio != cur)) {
        OS_SwitchToPrio(prio, ptbl, cpu_sr);
    } else {
        OS_EXIT_CRITICAL();
    }
}
#else
#define OS_SCHED_WAIT() \
    do { \
        OS_EXIT_CRITICAL(); \
        OS_Sched(); \
        OS_ENTER_CRITICAL(); \
    } while (0)
#define OS_SCHED_WAIT_EXIT() \
    do { \
        OS_EXIT_CRITICAL(); \
        OS_Sched(); \
    } while (0)
#endif

#endif
