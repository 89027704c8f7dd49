/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port for RV32 in machine mode, on a core with register banks (OS_CPU_CONTEXTS): traps and task switches.
 * ci_banks.h describes the registers of the handlers' bank, and has the code that is the same for every kernel.
 *
 * Registers of the handlers' bank that this port uses in addition, outside C:
 *   s2   lines that are pending if only the tick is       s5   OSTCBPrioTbl
 *   s3   address at which the tick is acknowledged        s8   value that acknowledges it
 *        with a time base: the tick hook, or 0                 with a time base: STATUS_ONE_TICK
 *   s10  with vectors: __tls_base, the tasks' tp
 *
 * With vectors (OS_CPU_VECTORS), the nesting is thread-local: 0 for tasks, and at least 1 for handlers. So neither the
 * start nor the end of a handler changes it.
 *
 * Labels for a simulator that watches the program counter, in addition to those of os_cpu_a.S:
 *   OS_CPU_TrapExitSwitch, OS_CPU_TrapExitTickSwitch
 *                           context.exit to a task other than the interrupted one; the second label: after a tick
 */

#include <os_cpu_asm.h>

#if OS_CPU_CONTEXTS > 0

#define CI_PORT(name)       OS_CPU_##name
#define CI_BANKS            OS_CPU_CONTEXTS
#define CI_BANK_SHARED      OS_CPU_BANK_SHARED
#define CI_FRAME_BYTES      OS_CPU_FRAME_SIZE
#define CI_SHARED_BY        OS_CPU_SharedBy
#define CI_HANDLERS_TABLE   OS_CPU_IntVect
#define CI_IRQ_PENDING      OS_CPU_CSR_IRQ_PENDING
#define CI_DE_BRUIJN        OS_CPU_INT_DE_BRUIJN
#define CI_EXCEPTION        OS_CPU_Except
#define CI_TASK_RETURNED    OS_TaskReturn
#define CI_BANKS_REFUSED    OS_CPU_BanksRefused
#define CI_NESTED_PC        64
#define CI_NESTED_REGISTERS 0
#if OS_CPU_VECTORS
#define CI_VECTORS
#if OS_CPU_SELF_SWITCH
#define CI_SELF_SWITCH
#endif
#define NESTING             OSHandlersNesting
#else
#define NESTING             OSIntNesting
#endif
#if OS_CPU_TICK_FAST && !OS_CPU_VECTORS
#define CI_TRAP_TICK        OS_CPU_Tick
#if OS_ACCEL_TICKLESS_EN == 0
#define CI_TRAP_TICK_AND_LINE OS_CPU_TickAndLine
#endif
#endif

#include <ci_banks.h>

/* OS_CPU_TrapFlags: reasons against the fast exit of a trap. */
#define FLAG_RELOAD     1               /* another trap changed mepc and the previous bank, or s2, s3 and s8 have new
                                           values in memory */
#define FLAG_SWITCH     2               /* OSIntExit() has requested a task switch */
#define FLAG_FORGET     4               /* OS_CPU_IntVect has changed, so s10 and s11 are invalid */
#if OS_CPU_SW_HOOK_USED
#define FLAG_LOST       0x80            /* an exception changed mepc and the previous bank; FLAG_RELOAD is also set */
#else
#define FLAG_LOST       0
#endif

/* Function that a task switch calls: OSTaskSwHook(), or the application's hook if OSTaskSwHook() only calls that. */
#if (OS_CPU_HOOKS_EN > 0) && (OS_APP_HOOKS_EN > 0) && (OS_TRACE_EN == 0)
#define SW_HOOK         App_TaskSwHook
#else
#define SW_HOOK         OSTaskSwHook
#endif

/* The trap exit does the work of OSIntExit() itself, under the same conditions as the fast tick. */
#define EXIT_FAST       OS_CPU_TICK_FAST

.macro BANK_OF  reg, tcb                /* os_cpu.h: OS_CPU_BANK() */
#ifdef OS_TCB_BANK
        lw      \reg, OS_TCB_BANK(\tcb)
#else
        lw      \reg, 0(\tcb)
        lw      \reg, 0(\reg)
#endif
.endm

/* The macros that ci_banks.h uses. */

#if OS_CPU_VECTORS
.macro CI_HANDLE
        CALL_HANDLER
.endm
#else
.macro CI_HANDLE
        STORE   sb, s7, OSIntNesting, t3
#if OS_TRACE_EN > 0
        call    OS_CPU_TraceIntEnter
#endif
        jalr    s11
.endm
#endif

.macro HANDLED                       /* a task runs next */
#if !OS_CPU_VECTORS
        STORE   sb, zero, OSIntNesting, t1
#endif
.endm

.macro LOAD_LOCKS reg
#if OS_CPU_VECTORS
        lbu     \reg, 1(s10)
#else
        LOAD    lbu, \reg, OSLockNesting
#endif
.endm

.macro CI_NEST
        SET_FLAG FLAG_RELOAD
        LOAD    lbu, t0, OSRunning
        LOAD    lbu, t1, NESTING
        beqz    t0, 1f                  /* before OSStart(), nesting is not counted */
        sltiu   t0, t1, 255             /* OSIntNesting saturates at 255 */
        add     t1, t1, t0
        STORE   sb, t1, NESTING, t0
1:
.endm

.macro CI_HANDLE_NESTED
        CALL_HANDLER
.endm

.macro CI_UNNEST
        call    OSIntExit
        lw      t0, CI_NESTED_PC(sp)
        csrw    mepc, t0
        li      t0, HANDLERS
        CONTEXT CI_CONTEXT_RETURN_TO, t0
.endm

.macro CI_LOAD_SHARERS
        LOAD    lw, a0, OSTCBCur
        LOAD    lw, a2, OS_CPU_SharedBy
        lw      a0, 0(a0)
.endm

.macro SET_FLAG flags
        LOAD    lbu, t0, OS_CPU_TrapFlags
        ori     t0, t0, \flags
        STORE   sb, t0, OS_CPU_TrapFlags, t1
.endm

.macro CI_SET_FORGET
        SET_FLAG FLAG_FORGET
.endm

.macro CI_KEEP_INFO
.endm

/* Load the registers of the tick from memory. */
.macro LOAD_TICK
#if OS_CPU_TICK_FAST
        LOAD    lw, s2, OS_CPU_TickLines
#if OS_ACCEL_TICKLESS_EN == 0
        LOAD    lw, s3, OS_CPU_TickAck
        LOAD    lw, s8, OS_CPU_TickAckValue
#endif
#endif
.endm

#if EXIT_FAST
/*
 * Switch to the task of priority t2, or go to `locked` if the scheduler is locked. Without `locked`, the scheduler must
 * not be locked. `locked` must be a later address, because the core predicts that a forward branch is not taken. This
 * is a macro, so that the code before it needs no jump.
 */
.macro SWITCH   exit, locked
        slli    t1, t2, 2
.ifnb \locked
        LOAD_LOCKS t0
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
/*
 * Execute a tick. t1: not 0 if a task needs software; t2, t3: highest priority, priority of the running task. A command
 * directly after a load or store would wait.
 */
.macro TICK
        ACCEL   t1, CI_UNIT_TIME, CI_TIME_TICK
#if !OS_CPU_VECTORS
        mv      gp, s4
#endif
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

#if OS_CPU_SW_HOOK_USED
        .section .sbss.OS_CPU, "aw", @nobits
        .balign 4
OS_CPU_SwHookKept:
        .space  24
#endif

#if OS_CPU_VECTORS
        .globl  OS_CPU_Tick, OS_CPU_HandlersHaveTls
        .set    OS_CPU_HandlersHaveTls, 1
        .section .first_tls, "awT", @progbits
        .word   0                       /* nesting of interrupts and of locks (os_cpu.h) */
#endif

        .globl  OS_CPU_TrapExit
        .globl  OS_CPU_TrapExitSwitch
#if (OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN == 0)) || TICK_CALLS_HOOK
        .globl  OS_CPU_TrapExitTick
#endif
        .globl  OS_CPU_TrapExitExcept
        .globl  OS_CPU_TrapEnd

        .section .text.OS_CPU_Contexts, "ax"

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        TRAP_ENTRY
OS_CPU_HandlerDone:
        csrci   mstatus, MSTATUS_MIE    /* the handler may have enabled interrupts */
#if EXIT_FAST
#if OS_ACCEL_TICKLESS_EN > 0
        LOAD    lbu, t0, OS_CPU_TrapFlags
        LOAD    lbu, t3, OSPrioCur
        LOAD_LOCKS t4
        HANDLED
        bnez    t0, OS_CPU_Reload
OS_CPU_Reloaded:
        bnez    t4, OS_CPU_TrapExit     /* while the scheduler is locked, the time base must request no switch */
        ACCEL   t2, CI_UNIT_READY, CI_READY_RUN
        beq     t2, t3, OS_CPU_TrapExit
        SWITCH  OS_CPU_TrapExitSwitch
#else
        ACCEL   t2, CI_UNIT_READY, CI_READY_HIGHEST
        LOAD    lbu, t0, OS_CPU_TrapFlags
        LOAD    lbu, t3, OSPrioCur
        HANDLED
        bnez    t0, OS_CPU_Reload
OS_CPU_Reloaded:
        beq     t2, t3, OS_CPU_TrapExit
        SWITCH  OS_CPU_TrapExitSwitch, OS_CPU_TrapExit
#endif
#else
        call    OSIntExit
#if OS_CPU_VECTORS
        KEEP_RETURN
        STORE   sb, s7, OSHandlersNesting, t1
#endif
        LOAD    lbu, t0, OS_CPU_TrapFlags
        bnez    t0, OS_CPU_Reload
OS_CPU_Reloaded:
#endif
OS_CPU_TrapExit:
        mret

#if OS_CPU_TICK_FAST
OS_CPU_Tick:
#if !OS_CPU_VECTORS
        bgez    tp, OS_CPU_Inner
#endif
#if OS_ACCEL_TICKLESS_EN > 0
#if !OS_CPU_VECTORS
        mv      gp, s4
#endif
#if TICK_CALLS_HOOK
        bnez    s3, OS_CPU_TickWithHook
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

OS_CPU_TickRest:                        /* software must handle the tick */
        KEEP_TASK
OS_CPU_TickExpired:
#if !OS_CPU_VECTORS
        li      t0, 1
        STORE   sb, t0, OSIntNesting, t1
#endif
#if OS_ACCEL_TICKLESS_EN > 0
        call    OSTickHandler
#else
        call    OS_AccelExpired
#endif
        j       OS_CPU_HandlerDone
#endif

#if TICK_CALLS_HOOK
OS_CPU_TickWithHook:                    /* s3 is the hook */
        li      t0, CI_TIME_BASE_STATUS
        TIME_READ t0, t0
#if TICK_HAS_TIMERS
        TIME_READ t3, zero
#endif
        LOAD_LOCKS t1
#if OS_TICK_STEP_EN > 0
        LOAD    lbu, t2, OSTickStepState
#endif
#if TICK_HAS_TIMERS
        LOAD    lw, t4, OSTmrTickLast
#endif
        KEEP_TASK
#if OS_TICK_STEP_EN > 0
        or      t1, t1, t2
#endif
        bne     t0, s8, 3f              /* forward branches, because the core predicts that they are not taken */
        bnez    t1, 3f
#if TICK_HAS_TIMERS
        beq     t3, t4, 3f
#endif
#if !OS_CPU_VECTORS
        li      t0, 1
        STORE   sb, t0, OSIntNesting, t1
#endif
        jalr    s3
        KEEP_RETURN
        ACCEL   t1, CI_UNIT_TIME, CI_TIME_TICK
        csrci   mstatus, MSTATUS_MIE
        ACCEL   t2, CI_UNIT_READY, CI_READY_RUN
        LOAD    lbu, t0, OS_CPU_TrapFlags
        LOAD    lbu, t3, OSPrioCur
        bnez    t1, 1f
        bnez    t0, 2f
        bne     t2, t3, 2f
        HANDLED
OS_CPU_TrapExitTick:
        mret

1:      call    OS_AccelExpired
2:      j       OS_CPU_HandlerDone
3:      j       OS_CPU_TickExpired
#endif

#ifdef CI_TRAP_TICK_AND_LINE
OS_CPU_TickAndLine:                     /* the tick is the lowest of the lines in t0 */
        TICK
        xor     t0, t0, s2
        beqz    t1, OS_CPU_LineNext
        j       OS_CPU_TickExpired      /* the other lines trap again */
#endif

        TRAP_LINES

OS_CPU_Reload:
        STORE   sb, zero, OS_CPU_TrapFlags, t1
#if OS_CPU_VECTORS
        LOAD    lw, t1, OSTCBCur
        BANK_OF t1, t1
        CONTEXT_GET t5, t1
        andi    t5, t5, ~CI_SLOT_ENABLE
        csrw    mepc, t5
#else
        csrw    mepc, s0
        PREVIOUS_OF t1, s1
#endif
        CONTEXT CI_CONTEXT_RETURN_TO, t1
        li      t1, MSTATUS_TO_TASK
        csrs    mstatus, t1
        LOAD_TICK
#if !OS_CPU_VECTORS
        andi    t1, t0, FLAG_FORGET
        beqz    t1, 1f
        HANDLER_FORGET
1:
#endif
#if !EXIT_FAST
        andi    t0, t0, FLAG_SWITCH
        bnez    t0, OS_CPU_IntSwitch
#endif
        j       OS_CPU_Reloaded

        LINE_FIRST

#if !EXIT_FAST || OS_CPU_SW_HOOK_USED
OS_CPU_IntSwitch:
#if OS_CPU_SW_HOOK_USED
        csrr    s0, mepc
        CONTEXT_STATE s1
#if OS_CPU_VECTORS
        STORE   sb, zero, OSHandlersNesting, t1
        call    SW_HOOK
        KEEP_RETURN
        STORE   sb, s7, OSHandlersNesting, t1
#else
        call    SW_HOOK
#endif
        LOAD    lw, t4, OSTCBHighRdy
        LOAD    lb, t0, OS_CPU_TrapFlags
        LOAD    lbu, t2, OSPrioHighRdy
        BANK_OF t6, t4
        bltz    t0, 2f                  /* FLAG_LOST is the sign bit */
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
2:      csrw    mepc, s0                /* an exception in the hook changed mepc and the previous bank */
        PREVIOUS_OF s1, s1
        CONTEXT CI_CONTEXT_RETURN_TO, s1
        j       3b
#endif
        END_OF  OS_CPU_TrapEntry

        TRAP_INNER

/* -------------------------------------------------- Task switches --------------------------------------------- */

        FUNCTION OSIntCtxSw
        SET_FLAG FLAG_SWITCH
        ret
        END_OF  OSIntCtxSw

/* Give the bank of main() to the handlers. Variables of main() stay valid above the interrupt stack. */
        FUNCTION OSStartHighRdy
        csrci   mstatus, MSTATUS_MIE
        andi    sp, sp, -16
#if OS_CPU_SW_HOOK_USED
        call    OSTaskSwHook
#endif
        LOAD_TICK
#if TICK_CALLS_HOOK
        lui     s3, %hi(TICK_HOOK)
        addi    s3, s3, %lo(TICK_HOOK)
        li      s8, STATUS_ONE_TICK
#endif
        la      s5, OSTCBPrioTbl
        la      s6, OS_CPU_IntVect
#if OS_CPU_VECTORS
        la      s10, __tls_base
        la      s11, OS_CPU_HandlerDone
        KEEP_RETURN
#else
        HANDLER_FORGET
#endif
        li      s7, 1
        mv      s4, gp
        mv      s9, tp
        li      t0, 1
        STORE   sb, t0, OSRunning, t1
        STORE   sb, zero, OS_CPU_TrapFlags, t1
#if OS_CPU_VECTORS
        STORE   sb, s7, OSHandlersNesting, t1
#endif
#if OS_CPU_BANKS_SHARED
        LOAD    lw, t1, OSTCBHighRdy
        BANK_OF t0, t1
        STORE   sw, t1, OSTCBCur, t3
        li      t1, OS_CPU_BANK_SHARED
        beq     t0, t1, OS_CPU_ShareIn
#endif
        j       OS_CPU_SwitchIn         /* no task has this bank, so the call does not return */
        END_OF  OSStartHighRdy

#if OS_CPU_SW_HOOK_USED
/*
 * Call OSTaskSwHook() and continue at t0 (OS_CPU_SW_HOOK_WITHIN()). Registers are saved in a variable and not on the
 * stack, which is possible because interrupts are disabled.
 */
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
/* ------------------------------------------------ Tasks that share a bank ------------------------------------- */

        FUNCTION OS_CPU_ShareSwitch     /* to task OSTCBCur, with interrupts disabled */
        SHARE_SWITCH t1
        END_OF  OS_CPU_ShareSwitch

        SHARE_IN
        SHARE_EXIT
        SHARE
#endif

/* ---------------------------------------------------- Exceptions ---------------------------------------------- */

        .option push
        .option norelax                 /* so that an address is always two instructions, which change only tp */
        FUNCTION OS_CPU_Except          /* in a handler, all registers except tp are in use */
        lui     tp, %hi(OS_CPU_ExceptBusy)
        lw      tp, %lo(OS_CPU_ExceptBusy)(tp)
        bnez    tp, OS_CPU_ExceptAgain
        lui     tp, %hi(OS_CPU_ExceptRecord)
        addi    tp, tp, %lo(OS_CPU_ExceptRecord)
        .irp    n, 1,2,3,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sw      x\n, E_X(\n)(tp)
        .endr
        mv      a0, tp
        LOAD_TP
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
#if OS_CPU_VECTORS
        la      tp, __tls_base          /* with the nesting of tasks */
#endif
1:      la      sp, OS_CPU_ExceptStkTop
        call    OS_CPU_ExceptHandler
#if OS_CPU_VECTORS
        LOAD_TP
#endif
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
        KEEP_RETURN
        j       OS_CPU_TrapExitExcept
2:      SET_FLAG FLAG_RELOAD+FLAG_LOST
        .irp    n, 1,2,4,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lw      x\n, E_X(\n)(a0)
        .endr
        lw      a0, E_X(10)(a0)
OS_CPU_TrapExitExcept:
        mret

OS_CPU_ExceptAgain:                     /* an exception in the handler of an exception */
        addi    tp, tp, -1
        bnez    tp, 1f                  /* another one in OS_CPU_ExceptFatal() */
        li      t0, 2
        STORE   sw, t0, OS_CPU_ExceptBusy, t1
        la      sp, OS_CPU_ExceptStkTop
        LOAD_TP
        LOAD_GP
        call    OS_CPU_ExceptFatal
1:      j       1b
        .option pop
        END_OF  OS_CPU_Except
OS_CPU_TrapEnd:

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        .section .once, "ax"            /* outside the code that every tick executes */
        FUNCTION OS_CPU_BankInit        /* (bank, function, argument, stack pointer) of a new task */
        BANK_INIT
        END_OF  OS_CPU_BankInit

#if !OS_CPU_VECTORS
        FUNCTION OS_CPU_LinesForget     /* OS_CPU_IntVect has changed */
        LINES_FORGET
        END_OF  OS_CPU_LinesForget
#endif

#if OS_CPU_TICK_FAST
/*
 * Copy the tick's lines, address and value to registers of the handlers' bank, for the trap entry. CONTEXT_WRITE has no
 * effect in a handler, which runs in that bank, so the end of the trap loads the values. If the call comes before
 * OSStart(), OSStart() loads the values.
 */
        FUNCTION OS_CPU_TickFastCopy
        li      t0, HANDLERS
        LOAD    lw, t1, OS_CPU_TickLines
#if OS_ACCEL_TICKLESS_EN == 0
        LOAD    lw, t2, OS_CPU_TickAck
        LOAD    lw, t3, OS_CPU_TickAckValue
        CONTEXT_WRITE t0, 19, t2
        CONTEXT_WRITE t0, 24, t3
#endif
        CONTEXT_WRITE t0, 18, t1
        SET_FLAG FLAG_RELOAD
        ret
        END_OF  OS_CPU_TickFastCopy
#endif

        TRAP_INIT

#endif
