/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port for guests of the monitor: virtual interrupts and task switches. The labels that a simulator watches
 * and a task's two frames are those of ../riscv/os_cpu_a.S.
 *
 * All of it runs with GUEST_OFF 1: on the way in the monitor has set it, on the way out GUEST_RETURN clears it with all
 * else at once, and a task that gave the processor up clears it itself. So nothing comes in between.
 */

#include "../riscv/os_cpu_asm.h"
#include <guest.h>

#define PAGE_HANDLER    (GUEST_PAGE_HANDLER - 2048)     /* from gp */
#define PAGE_PC         (GUEST_PAGE_PC - 2048)
#define PAGE_A7         (GUEST_PAGE_A7 - 2048)
#define PAGE_CLOSED     (GUEST_PAGE_CLOSED - 2048)

#define SOFTWARE        35                              /* OS_CPU_INT_SOFTWARE */

        .section .sbss.OS_CPU, "aw", @nobits
        .balign 4
OS_CPU_IntStkPtr:                       /* the top of the interrupt stack; holds the sp of the task below it */
        .space  4
OS_CPU_TrapFlags:                       /* OSIntExit() wants another task */
        .space  1

/* Frame of an interrupted task (OS_CPU_FRAME in ../riscv/os_cpu_c.c), and of a switched one. */
#define F_PC            0
#define F_RA            4
#define F_T(n)          (8 + 4 * (n))
#define F_A(n)          (36 + 4 * (n))
#define F_S(n)          (68 + 4 * (n))
#define F_SIZE          128
#define C_TAG           0
#define C_RA            4
#define C_S(n)          (8 + 4 * (n))
#define C_SIZE          64

.macro EACH_S   op, base                /* sw or lw of s0..s11 */
        \op     s0, \base + 0(sp)
        \op     s1, \base + 4(sp)
        \op     s2, \base + 8(sp)
        \op     s3, \base + 12(sp)
        \op     s4, \base + 16(sp)
        \op     s5, \base + 20(sp)
        \op     s6, \base + 24(sp)
        \op     s7, \base + 28(sp)
        \op     s8, \base + 32(sp)
        \op     s9, \base + 36(sp)
        \op     s10, \base + 40(sp)
        \op     s11, \base + 44(sp)
.endm

/* To the interrupt stack from a task's, whose sp is left there; in a handler, and before OSStart(), it is the same.
 * Counts the nesting. t1 to t4 are free. */
.macro ENTER
        LOAD    lbu, t1, OSRunning
        LOAD    lbu, t2, OSIntNesting
        LOAD    lw, t4, OS_CPU_IntStkPtr
        beqz    t1, .Learly\@
        addi    t3, t2, 1
        beqz    t2, .Lcounted\@
        sltiu   t3, t2, 255             /* OSIntNesting stays at 255 */
        add     t3, t3, t2
.Learly\@:
        andi    t4, sp, -16
        addi    t4, t4, -16
        beqz    t1, .Lentered\@         /* and counts nothing yet */
.Lcounted\@:
        STORE   sb, t3, OSIntNesting, t1
.Lentered\@:
        sw      sp, 0(t4)
        mv      sp, t4
.endm

        .globl  OS_CPU_TrapExit
        .globl  OS_CPU_TrapExitCtxSw
        .globl  OS_CPU_TrapEnd

        .section .text.OS_CPU, "ax"

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        .balign 32
        FUNCTION OS_CPU_TrapEntry       /* where the monitor goes on in the place of what it has interrupted */
        addi    sp, sp, -F_SIZE
        sw      t0, F_T(0)(sp)
        lw      t0, PAGE_PC(gp)
        sw      t1, F_T(1)(sp)
        sw      t2, F_T(2)(sp)
        sw      t3, F_T(3)(sp)
        sw      t4, F_T(4)(sp)
        sw      t5, F_T(5)(sp)
        sw      t6, F_T(6)(sp)
        sw      ra, F_RA(sp)
        sw      a0, F_A(0)(sp)
        sw      a1, F_A(1)(sp)
        sw      a2, F_A(2)(sp)
        sw      a3, F_A(3)(sp)
        sw      a4, F_A(4)(sp)
        sw      a5, F_A(5)(sp)
        sw      a6, F_A(6)(sp)
        sw      a7, F_A(7)(sp)
        sw      t0, F_PC(sp)
        ENTER
#if OS_TRACE_EN > 0
        call    OS_CPU_TraceIntEnter
#endif
        call    OS_CPU_IntServe
        call    OSIntExit
        LOAD    lbu, t0, OS_CPU_TrapFlags
        lw      sp, 0(sp)
        bnez    t0, OS_CPU_IntSwitch
OS_CPU_Restore:                         /* to what was interrupted: the monitor takes pc and a7 from the page */
        lw      t0, F_PC(sp)
        lw      t1, F_A(7)(sp)
        sw      t0, PAGE_PC(gp)
        sw      t1, PAGE_A7(gp)
        STORE   sb, zero, OS_CPU_LinesTaken, t0
        lw      ra, F_RA(sp)
        lw      t0, F_T(0)(sp)
        lw      t1, F_T(1)(sp)
        lw      t2, F_T(2)(sp)
        lw      t3, F_T(3)(sp)
        lw      t4, F_T(4)(sp)
        lw      t5, F_T(5)(sp)
        lw      t6, F_T(6)(sp)
        lw      a0, F_A(0)(sp)
        lw      a1, F_A(1)(sp)
        lw      a2, F_A(2)(sp)
        lw      a3, F_A(3)(sp)
        lw      a4, F_A(4)(sp)
        lw      a5, F_A(5)(sp)
        lw      a6, F_A(6)(sp)
        li      a7, GUEST_RETURN
        addi    sp, sp, F_SIZE
OS_CPU_TrapExit:
        ecall
        END_OF  OS_CPU_TrapEntry

/* -------------------------------------------------- Task switches --------------------------------------------- */

        FUNCTION OSIntCtxSw             /* at the end of the interrupt, when s registers are the task's again */
        li      t0, 1
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        ret
        END_OF  OSIntCtxSw

        FUNCTION OS_CPU_IntSwitch
        EACH_S  sw, F_S(0)
        LOAD    lw, t0, OSTCBCur
        STORE   sb, zero, OS_CPU_TrapFlags, t1
        sw      sp, 0(t0)               /* OSTCBStkPtr is the first member */
#if OS_TASK_SW_HOOK_EN > 0
        LOAD    lw, sp, OS_CPU_IntStkPtr
        call    OSTaskSwHook
#endif
        LOAD    lbu, t0, OS_CPU_LinesTaken
        beqz    t0, OS_CPU_SwitchIn
        LOAD    lw, t1, OSTCBHighRdy    /* lines are to be opened: GUEST_RETURN does that for an interrupted task */
        lw      t1, 0(t1)
        lw      t1, 0(t1)
        bnez    t1, OS_CPU_SwitchIn
        STORE   sb, zero, OS_CPU_LinesTaken, t0
        lw      a0, PAGE_CLOSED(gp)
        li      a7, GUEST_LINES
        not     a0, a0
        ecall
        j       OS_CPU_SwitchIn
        END_OF  OS_CPU_IntSwitch

        FUNCTION OSStartHighRdy
        csrwi   GUEST_OFF, 1
        andi    sp, sp, -16             /* main()'s own variables stay alive above the interrupt stack */
        addi    sp, sp, -16
        STORE   sw, sp, OS_CPU_IntStkPtr, t0
#if OS_TASK_SW_HOOK_EN > 0
        call    OSTaskSwHook
#endif
        li      t0, 1
        STORE   sb, t0, OSRunning, t1
        j       OS_CPU_SwitchIn
        END_OF  OSStartHighRdy

        .balign 32
        FUNCTION OSCtxSw
        addi    sp, sp, -C_SIZE
        sw      zero, C_TAG(sp)
        sw      ra, C_RA(sp)
        EACH_S  sw, C_S(0)
        LOAD    lw, t0, OSTCBCur
        sw      sp, 0(t0)
#if OS_TASK_SW_HOOK_EN > 0
        call    OSTaskSwHook
#endif
OS_CPU_SwitchIn:
        LOAD    lw, t1, OSTCBHighRdy
        LOAD    lbu, t2, OSPrioHighRdy
        lw      sp, 0(t1)
        STORE   sw, t1, OSTCBCur, t3
        lw      t0, 0(sp)
        STORE   sb, t2, OSPrioCur, t3
        beqz    t0, OS_CPU_ResumeCtxSw
        EACH_S  lw, F_S(0)
        j       OS_CPU_Restore

OS_CPU_ResumeCtxSw:
        lw      ra, C_RA(sp)
        EACH_S  lw, C_S(0)
        addi    sp, sp, C_SIZE
OS_CPU_TrapExitCtxSw:
        ret
        END_OF  OSCtxSw

/* ------------------------------------------------ Interrupts of one's own ------------------------------------- */

        .balign 32
        FUNCTION OS_CPU_IntRaise        /* a call: what that need not keep, the handler may change */
        csrrsi  t0, GUEST_OFF, 1
        bnez    t0, 2f
        addi    sp, sp, -16
        sw      ra, 0(sp)
        ENTER
#if OS_TRACE_EN > 0
        call    OS_CPU_TraceIntEnter
#endif
        LOAD    lw, t0, OS_CPU_IntVect + 4 * SOFTWARE
        jalr    t0
        csrwi   GUEST_OFF, 1            /* the handler may have let others in */
        call    OSIntExit
        LOAD    lbu, t0, OS_CPU_TrapFlags
        lw      sp, 0(sp)
        beqz    t0, 1f
        STORE   sb, zero, OS_CPU_TrapFlags, t0
        call    OSCtxSw                 /* to the task that OSIntExit() has found */
1:      lw      ra, 0(sp)
        addi    sp, sp, 16
        csrwi   GUEST_OFF, 0
        ret
2:      li      a7, GUEST_RAISE
        ecall
        ret
        END_OF  OS_CPU_IntRaise
OS_CPU_TrapEnd:

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        .section .once, "ax"
        FUNCTION OS_CPU_TrapInit
        la      t0, OS_CPU_TrapEntry
        sw      t0, PAGE_HANDLER(gp)
        ret
        END_OF  OS_CPU_TrapInit
