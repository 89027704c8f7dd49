/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port for RV32 in machine mode, on a core with register banks (OS_CPU_CONTEXTS): traps and task switches.
 *
 * A trap finds the registers of the handlers' bank as the one before left them, and those of the task safe where they
 * are. So nothing is saved, sp is the top of the interrupt stack, and constants stay in saved registers. A trap within
 * a handler, and one before OSStart(), when main() runs in that bank, saves what C may change.
 *
 * In the handlers' bank, outside C:
 *   s0   where the interrupted task goes on          s5   OSTCBPrioTbl
 *   s1   context.state: which bank is its            s6   OS_CPU_IntVect
 *   s2   lines with which the trap is but the tick   s7   1
 *   s3   where the tick is acknowledged              s8   the value that does that
 *        with a time base: the tick hook, or 0            with a time base: STATUS_ONE_TICK
 *   s4, s9  gp and tp: these are free in between     s10  the lines with which the latest handler was found
 *                                                    s11  that handler
 *
 * Labels for a simulator that watches the program counter, beside those of os_cpu_a.S:
 *   OS_CPU_TrapExitSwitch, OS_CPU_TrapExitTickSwitch
 *                           context.exit to another task than the interrupted one; the second after a tick
 */

#include <os_cpu_asm.h>

#if OS_CPU_CONTEXTS > 0

#define HANDLERS        (OS_CPU_CONTEXTS - 1)

/* OS_CPU_TrapFlags: what the short way out of a trap would miss. */
#define FLAG_RELOAD     1               /* another trap came in between: mepc and previous bank are no longer ours; or
                                           what is in memory for s2, s3 and s8 is new */
#define FLAG_SWITCH     2               /* OSIntExit() wants another task */
#define FLAG_FORGET     4               /* OS_CPU_IntVect has changed: what s10 and s11 say is over */
#if OS_CPU_SW_HOOK_USED
#define FLAG_LOST       0x80            /* an exception has lost mepc and previous bank; FLAG_RELOAD is set, too */
#else
#define FLAG_LOST       0
#endif
#define NO_LINES        -1              /* in s10: s11 is a function that looks for the handler */

/* Frame of an interrupted handler. */
#define N_SIZE          80
#define N_PC            64

/* OSTaskSwHook(), or the application's, where that is all it calls. */
#if (OS_CPU_HOOKS_EN > 0) && (OS_APP_HOOKS_EN > 0) && (OS_TRACE_EN == 0)
#define SW_HOOK         App_TaskSwHook
#else
#define SW_HOOK         OSTaskSwHook
#endif

/* With the ready list in hardware OSIntExit() is three instructions, unless it is traced. */
#define EXIT_FAST       OS_CPU_TICK_FAST

.macro CONTEXT  op, bank
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, \op, zero, \bank, zero
.endm
.macro CONTEXT_STATE rd
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_STATE, \rd, zero, zero
.endm
.macro PREVIOUS_OF bank, state          /* which was running when the trap came */
        srli    \bank, \state, CI_CONTEXT_STATE_PREVIOUS_LOW
        andi    \bank, \bank, (1 << CI_CONTEXT_STATE_PREVIOUS_BITS) - 1
.endm
.macro CONTEXT_SET bank, slot
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_SET, zero, \bank, \slot
.endm
.macro CONTEXT_WRITE bank, number, value /* register `number` of the bank */
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_WRITE, x\number, \bank, \value
.endm
.macro CONTEXT_READ rd, bank, number
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_READ, \rd, \bank, x\number
.endm

.macro BANK_OF  reg, tcb                /* os_cpu.h: OS_CPU_BANK() */
#ifdef OS_TCB_BANK
        lw      \reg, OS_TCB_BANK(\tcb)
#else
        lw      \reg, 0(\tcb)
        lw      \reg, 0(\reg)
#endif
.endm

.macro HANDLE                           /* the handler s11, of the outermost trap */
        STORE   sb, s7, OSIntNesting, t3
#if OS_TRACE_EN > 0
        call    OS_CPU_TraceIntEnter
#endif
        jalr    s11
.endm

#if EXIT_FAST
/*
 * Task t2 comes first: to it, or to `locked` if the scheduler is locked (none: the caller knows that it is not). That
 * lies ahead, where a branch is predicted not to go. A macro, since who ends here falls into it: no jump delays him.
 */
.macro SWITCH   exit, locked
        slli    t1, t2, 2
.ifnb \locked
        LOAD    lbu, t0, OSLockNesting
.endif
        add     t1, t1, s5
        lw      t4, 0(t1)               /* its TCB */
.ifnb \locked
        bnez    t0, \locked
.endif
        LOAD    lw, t5, OSCtxSwCtr
#if !OS_CPU_SW_HOOK_USED
        BANK_OF t6, t4
#endif
#if OS_TASK_PROFILE_EN > 0
        .option push
        .option norelax
        lw      t3, %lo(OS_CPU_TCBCtxSwCtr)(t4)
        .option pop
#endif
#if OS_CPU_SW_HOOK_USED
        STORE   sb, t2, OSPrioHighRdy, t1
        STORE   sw, t4, OSTCBHighRdy, t1
#else
        STORE   sb, t2, OSPrioCur, t1
        STORE   sw, t4, OSTCBCur, t1
#endif
        addi    t5, t5, 1
        STORE   sw, t5, OSCtxSwCtr, t1
#if OS_TASK_PROFILE_EN > 0
        addi    t3, t3, 1
        .option push
        .option norelax
        sw      t3, %lo(OS_CPU_TCBCtxSwCtr)(t4)
        .option pop
#endif
#if OS_CPU_SW_HOOK_USED
        mv      tp, s9
        j       OS_CPU_IntSwitch
#else
#if OS_CPU_BANKS_SHARED
        li      t0, OS_CPU_BANK_SHARED
        beq     t6, t0, OS_CPU_ShareExit
#endif
\exit:
        CONTEXT CI_CONTEXT_EXIT, t6
#endif
.endm
#endif

#if OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN == 0)
/* The tick. t1: some task needs software; t2, t3: highest, running priority. A command right behind a load or store
   would wait. */
.macro TICK
        ACCEL   t1, CI_UNIT_TIME, CI_TIME_TICK
        mv      gp, s4
#if OS_TIME_GET_SET_EN > 0
        LOAD    lw, t4, OSTime
#endif
        sw      s8, 0(s3)
        LOAD    lbu, t3, OSPrioCur
#if OS_TIME_GET_SET_EN > 0
        addi    t4, t4, 1
#endif
        ACCEL   t2, CI_UNIT_READY, CI_READY_HIGHEST
#if OS_TIME_GET_SET_EN > 0
        STORE   sw, t4, OSTime, t5
#endif
.endm
#endif

.macro HANDLER_FORGET                   /* the next one is looked for, even if it is that of all 32 lines */
        li      s10, NO_LINES
        la      s11, OS_CPU_LineFirst
.endm

.macro EACH_SCRATCH op                  /* sw or lw of what a C function may change */
        \op     ra, 0(sp)
        \op     t0, 4(sp)
        \op     t1, 8(sp)
        \op     t2, 12(sp)
        \op     t3, 16(sp)
        \op     t4, 20(sp)
        \op     t5, 24(sp)
        \op     t6, 28(sp)
        \op     a0, 32(sp)
        \op     a1, 36(sp)
        \op     a2, 40(sp)
        \op     a3, 44(sp)
        \op     a4, 48(sp)
        \op     a5, 52(sp)
        \op     a6, 56(sp)
        \op     a7, 60(sp)
.endm

#if OS_CPU_SW_HOOK_USED
        .section .sbss.OS_CPU, "aw", @nobits
        .balign 4
OS_CPU_SwHookKept:
        .space  24
#endif

        .globl  OS_CPU_TrapExit
        .globl  OS_CPU_TrapExitSwitch
#if (OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN == 0)) || TICK_HEARD
        .globl  OS_CPU_TrapExitTick
#endif
        .globl  OS_CPU_TrapExitExcept
        .globl  OS_CPU_TrapEnd

        .section .text.OS_CPU_Contexts, "ax"

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        .balign 32                      /* a cache line; mtvec needs 4 */
        .option push
        .option norelax
        FUNCTION OS_CPU_TrapEntry
        csrr    gp, OS_CPU_CSR_IRQ_PENDING
        CONTEXT_STATE tp                /* behind it: a CSR waits for what is before it in the pipeline */
#if OS_CPU_TICK_FAST
        beq     gp, s2, OS_CPU_Tick     /* unless it is one of a handler, whose s2 this is */
#endif
        bgez    tp, OS_CPU_Inner        /* no interrupt, or one of a handler */
        .option pop
        bne     gp, s10, OS_CPU_Line
        mv      gp, s4
        csrr    s0, mepc
        mv      s1, tp
        mv      tp, s9
        HANDLE
OS_CPU_HandlerDone:
        csrci   mstatus, MSTATUS_MIE    /* the handler may have let others in */
#if EXIT_FAST
#if OS_ACCEL_TICKLESS_EN > 0
        LOAD    lbu, t0, OS_CPU_TrapFlags
        LOAD    lbu, t3, OSPrioCur
        LOAD    lbu, t4, OSLockNesting
        STORE   sb, zero, OSIntNesting, t1
        bnez    t0, OS_CPU_Mend
OS_CPU_Mended:
        bnez    t4, OS_CPU_TrapExit     /* as long as it is locked, nothing is to interrupt */
        ACCEL   t2, CI_UNIT_READY, CI_READY_RUN
        beq     t2, t3, OS_CPU_TrapExit
        SWITCH  OS_CPU_TrapExitSwitch
#else
        ACCEL   t2, CI_UNIT_READY, CI_READY_HIGHEST
        LOAD    lbu, t0, OS_CPU_TrapFlags
        LOAD    lbu, t3, OSPrioCur
        STORE   sb, zero, OSIntNesting, t1
        bnez    t0, OS_CPU_Mend
OS_CPU_Mended:
        beq     t2, t3, OS_CPU_TrapExit
        SWITCH  OS_CPU_TrapExitSwitch, OS_CPU_TrapExit
#endif
#else
        call    OSIntExit
        LOAD    lbu, t0, OS_CPU_TrapFlags
        bnez    t0, OS_CPU_Mend
OS_CPU_Mended:
#endif
OS_CPU_TrapExit:
        mret

#if OS_CPU_TICK_FAST
OS_CPU_Tick:
        bgez    tp, OS_CPU_Inner
#if OS_ACCEL_TICKLESS_EN > 0
        mv      gp, s4
#if TICK_HEARD
        bnez    s3, OS_CPU_TickHeard
#endif
        ACCEL   t2, CI_UNIT_READY, CI_READY_RUN
        LOAD    lbu, t3, OSPrioCur
        beq     t2, t3, OS_CPU_TickRest
        SWITCH  OS_CPU_TrapExitTickSwitch, OS_CPU_TickRest
#else
        TICK
        bnez    t1, OS_CPU_TickRest
        beq     t2, t3, OS_CPU_TrapExitTick
        SWITCH  OS_CPU_TrapExitTickSwitch, OS_CPU_TrapExitTick
OS_CPU_TrapExitTick:
        mret
#endif

OS_CPU_TickRest:                        /* some task needs software */
        csrr    s0, mepc
        mv      s1, tp
        mv      tp, s9
OS_CPU_TickExpired:
        li      t0, 1
        STORE   sb, t0, OSIntNesting, t1
#if OS_ACCEL_TICKLESS_EN > 0
        call    OSTickLine
#else
        call    OS_AccelExpired
#endif
        j       OS_CPU_HandlerDone
#endif

#if TICK_HEARD
OS_CPU_TickHeard:                       /* s3 is the hook */
        li      t0, CI_TIME_BASE_STATUS
        TIME_READ t0, t0
#if TICK_HAS_TIMERS
        TIME_READ t3, zero
#endif
        LOAD    lbu, t1, OSLockNesting
#if OS_TICK_STEP_EN > 0
        LOAD    lbu, t2, OSTickStepState
#endif
#if TICK_HAS_TIMERS
        LOAD    lw, t4, OSTmrTickLast
#endif
        csrr    s0, mepc
        mv      s1, tp
        mv      tp, s9
#if OS_TICK_STEP_EN > 0
        or      t1, t1, t2
#endif
        bne     t0, s8, 3f              /* forward: the core takes these for branches that mostly do not branch */
        bnez    t1, 3f
#if TICK_HAS_TIMERS
        beq     t3, t4, 3f
#endif
        li      t0, 1
        STORE   sb, t0, OSIntNesting, t1
        jalr    s3
        ACCEL   t1, CI_UNIT_TIME, CI_TIME_TICK
        csrci   mstatus, MSTATUS_MIE
        ACCEL   t2, CI_UNIT_READY, CI_READY_RUN
        LOAD    lbu, t0, OS_CPU_TrapFlags
        LOAD    lbu, t3, OSPrioCur
        bnez    t1, 1f
        bnez    t0, 2f
        bne     t2, t3, 2f
        STORE   sb, zero, OSIntNesting, t1
OS_CPU_TrapExitTick:
        mret

1:      call    OS_AccelExpired
2:      j       OS_CPU_HandlerDone
3:      j       OS_CPU_TickExpired
#endif

#if OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN == 0)
OS_CPU_TickAndLine:                     /* the tick is the lowest of the lines t0: the others are next */
        TICK
        xor     t0, t0, s2
        beqz    t1, OS_CPU_LineNext
        j       OS_CPU_TickExpired      /* the others trap again */
#endif

OS_CPU_Line:                            /* another one than last time: the lowest of these */
        mv      t0, gp
        mv      gp, s4
        csrr    s0, mepc
        mv      s1, tp
        mv      tp, s9
        beqz    t0, OS_CPU_Internal
OS_CPU_LineNext:
        neg     t1, t0
        and     t1, t0, t1
#if OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN == 0)
        beq     t1, s2, OS_CPU_TickAndLine
#endif
        li      t2, OS_CPU_INT_DE_BRUIJN
        mv      s10, t0
        mul     t1, t1, t2
        srli    t1, t1, 27
        slli    t1, t1, 2
        add     t1, t1, s6
        lw      s11, 0(t1)
        HANDLE
        j       OS_CPU_HandlerDone

OS_CPU_Internal:                        /* no line pending: one of the core's own interrupts */
        csrr    t1, mcause
        andi    t1, t1, 15
        addi    t1, t1, 32
        slli    t1, t1, 2
        add     t1, t1, s6
        lw      s11, 0(t1)
        HANDLE
        HANDLER_FORGET                  /* it is no line's */
        j       OS_CPU_HandlerDone

OS_CPU_Mend:
        STORE   sb, zero, OS_CPU_TrapFlags, t1
        csrw    mepc, s0
        PREVIOUS_OF t1, s1
        CONTEXT CI_CONTEXT_RETURN_TO, t1
        li      t1, MSTATUS_TO_TASK
        csrs    mstatus, t1
#if OS_CPU_TICK_FAST
        LOAD    lw, s2, OS_CPU_TickLines
#if OS_ACCEL_TICKLESS_EN == 0
        LOAD    lw, s3, OS_CPU_TickAck
        LOAD    lw, s8, OS_CPU_TickAckValue
#endif
#endif
        andi    t1, t0, FLAG_FORGET
        beqz    t1, 1f
        HANDLER_FORGET
1:
#if !EXIT_FAST
        andi    t0, t0, FLAG_SWITCH
        bnez    t0, OS_CPU_IntSwitch
#endif
        j       OS_CPU_Mended

OS_CPU_LineFirst:                       /* the handler of the lowest of all 32 lines */
        lw      t0, 0(s6)
        jr      t0

#if !EXIT_FAST || OS_CPU_SW_HOOK_USED
OS_CPU_IntSwitch:
#if OS_CPU_SW_HOOK_USED
        csrr    s0, mepc
        CONTEXT_STATE s1
        call    SW_HOOK
        LOAD    lw, t4, OSTCBHighRdy
        LOAD    lb, t0, OS_CPU_TrapFlags
        LOAD    lbu, t2, OSPrioHighRdy
        BANK_OF t6, t4
        bltz    t0, 2f                  /* FLAG_LOST is its sign */
3:
#else
        LOAD    lw, t4, OSTCBHighRdy
        LOAD    lbu, t2, OSPrioHighRdy
        BANK_OF t6, t4
#endif
        STORE   sw, t4, OSTCBCur, t1
        STORE   sb, t2, OSPrioCur, t1
#if OS_CPU_BANKS_SHARED
        li      t0, OS_CPU_BANK_SHARED
        beq     t6, t0, OS_CPU_ShareExit
#endif
OS_CPU_TrapExitSwitch:
        CONTEXT CI_CONTEXT_EXIT, t6
#endif

#if OS_CPU_SW_HOOK_USED
2:      csrw    mepc, s0                /* the hook has lost it, and the interrupted bank */
        PREVIOUS_OF s1, s1
        CONTEXT CI_CONTEXT_RETURN_TO, s1
        j       3b
#endif
        END_OF  OS_CPU_TrapEntry

OS_CPU_Inner:
        LOAD_GP
        csrr    tp, mcause
        bgez    tp, OS_CPU_Except
        /* An interrupt of a handler, or of main() before OSStart(). */
        addi    sp, sp, -N_SIZE
        EACH_SCRATCH sw
        csrr    t0, mepc
        sw      t0, N_PC(sp)
        .option push
        .option norelax
        lui     tp, %hi(__tls_base)
        addi    tp, tp, %lo(__tls_base)
        .option pop
        LOAD    lbu, t0, OS_CPU_TrapFlags
        ori     t0, t0, FLAG_RELOAD
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        LOAD    lbu, t0, OSRunning
        LOAD    lbu, t1, OSIntNesting
        beqz    t0, 1f                  /* counts nothing yet */
        sltiu   t0, t1, 255             /* OSIntNesting stays at 255 */
        add     t1, t1, t0
        STORE   sb, t1, OSIntNesting, t0
1:      csrr    t0, OS_CPU_CSR_IRQ_PENDING
        neg     t1, t0
        and     t1, t0, t1
        li      t2, OS_CPU_INT_DE_BRUIJN
        mul     t1, t1, t2
        srli    t1, t1, 27
        bnez    t0, 2f
        csrr    t1, mcause
        andi    t1, t1, 15
        addi    t1, t1, 32
2:      slli    t1, t1, 2
        la      t0, OS_CPU_IntVect
        add     t0, t0, t1
        lw      a1, 0(t0)
#if OS_TRACE_EN > 0
        addi    sp, sp, -16
        sw      a1, 0(sp)
        call    OS_CPU_TraceIntEnter
        lw      a1, 0(sp)
        addi    sp, sp, 16
#endif
        jalr    a1
        csrci   mstatus, MSTATUS_MIE
        call    OSIntExit
        lw      t0, N_PC(sp)
        csrw    mepc, t0
        li      t0, HANDLERS
        CONTEXT CI_CONTEXT_RETURN_TO, t0
        li      t0, MSTATUS_TO_TASK
        csrs    mstatus, t0
        EACH_SCRATCH lw
        addi    sp, sp, N_SIZE
        mret

/* -------------------------------------------------- Task switches --------------------------------------------- */

        FUNCTION OSIntCtxSw
        LOAD    lbu, t0, OS_CPU_TrapFlags
        ori     t0, t0, FLAG_SWITCH
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        ret
        END_OF  OSIntCtxSw

/* main() gives its bank to the handlers, and leaves its own variables alive above the interrupt stack. */
        FUNCTION OSStartHighRdy
        csrci   mstatus, MSTATUS_MIE
        andi    sp, sp, -16
#if OS_CPU_SW_HOOK_USED
        call    OSTaskSwHook
#endif
#if OS_CPU_TICK_FAST
        LOAD    lw, s2, OS_CPU_TickLines
#if OS_ACCEL_TICKLESS_EN == 0
        LOAD    lw, s3, OS_CPU_TickAck
        LOAD    lw, s8, OS_CPU_TickAckValue
#endif
#endif
#if TICK_HEARD
        lui     s3, %hi(TICK_HOOK)
        addi    s3, s3, %lo(TICK_HOOK)
        li      s8, STATUS_ONE_TICK
#endif
        la      s5, OSTCBPrioTbl
        la      s6, OS_CPU_IntVect
        HANDLER_FORGET
        li      s7, 1
        mv      s4, gp
        mv      s9, tp
        li      t0, 1
        STORE   sb, t0, OSRunning, t1
        STORE   sb, zero, OS_CPU_TrapFlags, t1
#if OS_CPU_BANKS_SHARED
        LOAD    lw, t1, OSTCBHighRdy
        BANK_OF t0, t1
        STORE   sw, t1, OSTCBCur, t3
        li      t1, OS_CPU_BANK_SHARED
        beq     t0, t1, OS_CPU_ShareIn
#endif
        j       OS_CPU_SwitchIn         /* nobody switches to this bank: it does not come back */
        END_OF  OSStartHighRdy

#if OS_CPU_SW_HOOK_USED
/* OSTaskSwHook(), for who goes on at t0: OS_CPU_SW_HOOK_WITHIN(). One task at a time is here: no stack is needed. */
        FUNCTION OS_CPU_SwHook
        la      t1, OS_CPU_SwHookKept
        sw      t0, 0(t1)
        sw      ra, 4(t1)
        sw      a4, 8(t1)
        sw      a5, 12(t1)
        sw      a6, 16(t1)
        sw      a7, 20(t1)
        call    SW_HOOK
        la      t1, OS_CPU_SwHookKept
        LOAD    lw, a0, OSTCBHighRdy
        lw      t0, 0(t1)
        lw      ra, 4(t1)
        LOAD    lbu, a1, OSPrioHighRdy
        lw      a4, 8(t1)
        lw      a5, 12(t1)
        lw      a6, 16(t1)
        lw      a7, 20(t1)
        jr      t0
        END_OF  OS_CPU_SwHook
#endif

        .balign 32
        FUNCTION OSCtxSw
#if OS_CPU_SW_HOOK_USED
        addi    sp, sp, -16
        sw      ra, 0(sp)
        call    OSTaskSwHook
        lw      ra, 0(sp)
        addi    sp, sp, 16
#endif
OS_CPU_SwitchIn:
        LOAD    lw, t1, OSTCBHighRdy
        LOAD    lbu, t2, OSPrioHighRdy
        BANK_OF t0, t1
        STORE   sw, t1, OSTCBCur, t3
        STORE   sb, t2, OSPrioCur, t3
#if OS_CPU_BANKS_SHARED
        li      t1, OS_CPU_BANK_SHARED
        beq     t0, t1, OS_CPU_ShareSwitch
#endif
        CONTEXT CI_CONTEXT_SWITCH, t0
        ret
        END_OF  OSCtxSw

#if OS_CPU_BANKS_SHARED
/*
 * Tasks that share a bank: the registers of all but one are in frames, 128 bytes below their stack pointers: the slot,
 * and each register in its place. The bank cannot be written by who runs in it: the handlers' bank does it.
 */

/* To task OSTCBCur, which is one of them, from a task: interrupts off. */
        FUNCTION OS_CPU_ShareSwitch
        li      t0, HANDLERS
        la      t1, OS_CPU_ShareIn
        CONTEXT_SET t0, t1
        CONTEXT CI_CONTEXT_SWITCH, t0
        ret
        END_OF  OS_CPU_ShareSwitch

OS_CPU_ShareIn:
        call    OS_CPU_Share
        CONTEXT CI_CONTEXT_SWITCH, t6

/* The same in place of context.exit. */
OS_CPU_ShareExit:
        CONTEXT_STATE t1
        PREVIOUS_OF t1, t1
        bne     t1, t6, 1f
        csrr    t2, mepc                /* from one of them: its slot is not yet what the frame has to hold */
        ori     t2, t2, CI_SLOT_ENABLE
        CONTEXT_SET t6, t2
        li      t2, HANDLERS
        CONTEXT CI_CONTEXT_RETURN_TO, t2
1:      call    OS_CPU_Share
        CONTEXT CI_CONTEXT_EXIT, t6

/* Task OSTCBCur has the bank; t6: that bank. In the handlers' bank. */
        FUNCTION OS_CPU_Share
        LOAD    lw, a0, OSTCBCur
        LOAD    lw, a2, OS_CPU_SharedBy
        lw      a0, 0(a0)
        li      t6, OS_CPU_BANK_SHARED
        beq     a0, a2, 2f
        STORE   sw, a0, OS_CPU_SharedBy, t1
        beqz    a2, 1f
        CONTEXT_READ a4, t6, 2
        addi    a4, a4, -OS_CPU_FRAME_SIZE
        sw      a4, 4(a2)
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_READ a5, t6, \n
        sw      a5, 4*\n(a4)
        .endr
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_GET, a5, t6, zero
        sw      a5, 0(a4)
1:      lw      a4, 4(a0)
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lw      a5, 4*\n(a4)
        CONTEXT_WRITE t6, \n, a5
        .endr
        lw      a5, 0(a4)
        CONTEXT_SET t6, a5
2:      ret
        END_OF  OS_CPU_Share
#endif

/* ---------------------------------------------------- Exceptions ---------------------------------------------- */

        .option push
        .option norelax                 /* so that an address is always two instructions on tp alone */
        FUNCTION OS_CPU_Except          /* tp is free, no other register is if this is a handler's */
        lui     tp, %hi(OS_CPU_ExceptBusy)
        lw      tp, %lo(OS_CPU_ExceptBusy)(tp)
        bnez    tp, OS_CPU_ExceptAgain
        lui     tp, %hi(OS_CPU_ExceptRecord)
        addi    tp, tp, %lo(OS_CPU_ExceptRecord)
        .irp    n, 1,2,3,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sw      x\n, E_X(\n)(tp)
        .endr
        mv      a0, tp
        lui     tp, %hi(__tls_base)
        addi    tp, tp, %lo(__tls_base)
        sw      tp, E_X(4)(a0)
        LOAD_GP
        sw      gp, E_X(3)(a0)
        csrr    t0, mepc
        csrr    t1, mcause
        csrr    t2, mtval
        csrr    t3, mstatus
        sw      t0, E_PC(a0)
        sw      t1, E_CAUSE(a0)
        sw      t2, E_ADDR(a0)
        sw      t3, E_STATUS(a0)
        mv      s0, sp
        CONTEXT_STATE s1
        PREVIOUS_OF s1, s1
        li      t0, 1
        STORE   sw, t0, OS_CPU_ExceptBusy, t1
        li      t1, HANDLERS
        beq     s1, t1, 1f
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_READ t1, s1, \n
        sw      t1, E_X(\n)(a0)
        .endr
1:      la      sp, OS_CPU_ExceptStkTop
        call    OS_CPU_ExceptHandler
        STORE   sw, zero, OS_CPU_ExceptBusy, t0
        la      a0, OS_CPU_ExceptRecord
        lw      t0, E_PC(a0)
        lw      t1, E_STATUS(a0)
        csrw    mepc, t0
        csrw    mstatus, t1
        li      t1, HANDLERS
        beq     s1, t1, 2f
        .irp    n, 1,2,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lw      t1, E_X(\n)(a0)
        CONTEXT_WRITE s1, \n, t1
        .endr
        mv      sp, s0
        j       OS_CPU_TrapExitExcept
2:      LOAD    lbu, t0, OS_CPU_TrapFlags
        ori     t0, t0, FLAG_RELOAD + FLAG_LOST
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        .irp    n, 1,2,4,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lw      x\n, E_X(\n)(a0)
        .endr
        lw      a0, E_X(10)(a0)
OS_CPU_TrapExitExcept:
        mret

OS_CPU_ExceptAgain:                     /* the handler of an exception failed itself */
        addi    tp, tp, -1
        bnez    tp, 1f                  /* and so did the last resort */
        li      t0, 2
        STORE   sw, t0, OS_CPU_ExceptBusy, t1
        la      sp, OS_CPU_ExceptStkTop
        lui     tp, %hi(__tls_base)
        addi    tp, tp, %lo(__tls_base)
        LOAD_GP
        call    OS_CPU_ExceptFatal
1:      j       1b
        .option pop
        END_OF  OS_CPU_Except
OS_CPU_TrapEnd:

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        .section .once, "ax"            /* not among what runs at every tick */
/* A new task, whose first instructions are its function's: (bank, function, argument, stack pointer). */
        FUNCTION OS_CPU_BankInit
        .irp    n, 5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_WRITE a0, \n, zero
        .endr
        la      t0, OS_TaskReturn
        CONTEXT_WRITE a0, 1, t0
        CONTEXT_WRITE a0, 2, a3
        CONTEXT_WRITE a0, 3, gp
        CONTEXT_WRITE a0, 4, tp
        CONTEXT_WRITE a0, 10, a2
        ori     a1, a1, CI_SLOT_ENABLE
        CONTEXT_SET a0, a1
        ret
        END_OF  OS_CPU_BankInit

/* OS_CPU_IntVect has changed: no handler is known to the trap entry any more. */
        FUNCTION OS_CPU_LinesForget
        li      t0, HANDLERS            /* from a task; a handler's own registers are not reached so */
        la      t1, OS_CPU_LineFirst
        CONTEXT_WRITE t0, 27, t1
        li      t1, NO_LINES
        CONTEXT_WRITE t0, 26, t1
        LOAD    lbu, t0, OS_CPU_TrapFlags
        ori     t0, t0, FLAG_FORGET
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        ret
        END_OF  OS_CPU_LinesForget

#if OS_CPU_TICK_FAST
/*
 * Hands the tick's lines, address and value to the trap entry, from a task. From a handler, whose own registers these
 * are, they are fetched at its end; before OSStart() that fetches them.
 */
        FUNCTION OS_CPU_TickFastHand
        li      t0, HANDLERS
        LOAD    lw, t1, OS_CPU_TickLines
#if OS_ACCEL_TICKLESS_EN == 0
        LOAD    lw, t2, OS_CPU_TickAck
        LOAD    lw, t3, OS_CPU_TickAckValue
        CONTEXT_WRITE t0, 19, t2
        CONTEXT_WRITE t0, 24, t3
#endif
        CONTEXT_WRITE t0, 18, t1
        LOAD    lbu, t0, OS_CPU_TrapFlags
        ori     t0, t0, FLAG_RELOAD
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        ret
        END_OF  OS_CPU_TickFastHand
#endif

/* Who calls this goes on in the handlers' bank, if that is not where it is. A core without these banks is refused. */
        FUNCTION OS_CPU_TrapInit
        csrrci  t3, mstatus, MSTATUS_MIE /* until mtvec is right: an interrupt does not say that there are no banks */
        la      t0, OS_CPU_NoBanks
        csrw    mtvec, t0
        li      a0, 0
        li      a1, 0
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_INFO, a0, zero, zero
        slli    t0, a0, 31 - CI_INFO_MORE_LOW
        bgez    t0, OS_CPU_NoBanks
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_SECOND, a1, zero, zero
        srli    t0, a1, CI_INFO2_BANKS_LOW
        andi    t0, t0, (1 << CI_INFO2_BANKS_BITS) - 1
        addi    t0, t0, -OS_CPU_CONTEXTS
        bnez    t0, OS_CPU_NoBanks
        la      t0, OS_CPU_TrapEntry
        csrw    mtvec, t0
        CONTEXT_STATE t0
        andi    t0, t0, (1 << CI_CONTEXT_STATE_RUNNING_BITS) - 1
        li      t1, HANDLERS
        beq     t0, t1, 1f
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_WRITE t1, \n, x\n
        .endr
        la      t0, 1f                  /* with interrupts off, as they are */
        CONTEXT_SET t1, t0
        CONTEXT CI_CONTEXT_SWITCH, t1
1:      li      t0, MIE_MEIE
        csrs    mie, t0
        andi    t3, t3, MSTATUS_MIE
        csrs    mstatus, t3
        ret

        .balign 4
OS_CPU_NoBanks:
        call    OS_CPU_BanksRefused
        END_OF  OS_CPU_TrapInit

#endif
