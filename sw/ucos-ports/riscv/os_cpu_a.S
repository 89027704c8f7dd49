/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port for RV32 in machine mode: traps and task switches, and the probe for the accelerator.
 *
 * Labels for a simulator that watches the program counter:
 *   OS_CPU_TrapEntry        first instruction of every trap (interrupt or exception)
 *   OS_CPU_TrapExit         mret to the interrupted task or handler or, after a switch, to another interrupted task
 *   OS_CPU_TrapExitCtxSw    ret to a task that called OSCtxSw(); interrupts stay disabled until the task ends its
 *                           critical section
 *   OS_CPU_TrapExitTick     mret of a tick that did not affect the running task (only with OS_CPU_TICK_FAST)
 *   OS_CPU_TrapExitExcept   mret after an exception whose handler returned
 *
 * A task that does not run has one of two frames at its sp. The first word tells them apart:
 *   interrupted   128 bytes: PC (never 0), ra, t0-t6, a0-a7, s0-s11
 *   switched       64 bytes: 0, ra, s0-s11; by the calling convention, a call need not preserve the other registers
 * Neither frame has mstatus: an interrupted task had interrupts enabled, and a switched task had them disabled and
 * returns to a critical section, which restores the previous state.
 */

#include <os_cpu_asm.h>

/* With register banks, os_cpu_contexts.S replaces the rest of this file up to OS_CPU_AccelInfo, but not this part. */
        .globl  OS_CPU_TrapFlags
        .globl  OS_CPU_IntMaskBit31     /* os_cpu.h */
        .globl  OS_CPU_ExceptStkTop
        .globl  OS_CPU_ExceptRecord
        .globl  OS_CPU_ExceptBusy

        .section .sbss.OS_CPU, "aw", @nobits
#if OS_CPU_CONTEXTS == 0
        .balign 4
OS_CPU_IntStkPtr:                       /* top of the interrupt stack; the word there is the interrupted sp */
        .space  4
#endif
OS_CPU_TrapFlags:
        .space  1
OS_CPU_IntMaskBit31:
        .space  1

        .section .bss.OS_CPU, "aw", @nobits
        .balign 16
OS_CPU_ExceptStk:
        .space  OS_CPU_EXCEPT_STK_SIZE
OS_CPU_ExceptStkTop:
OS_CPU_ExceptRecord:
        .space  E_SIZE
OS_CPU_ExceptBusy:
        .space  4

#if OS_CPU_CONTEXTS == 0                /* else: os_cpu_contexts.S */

/* Frame of an interrupted task (OS_CPU_FRAME in os_cpu_c.c). */
#define F_PC            0
#define F_RA            4
#define F_T(n)          (8 + 4 * (n))
#define F_A(n)          (36 + 4 * (n))
#define F_S(n)          (68 + 4 * (n))
#define F_SIZE          128

/* Frame of a switched task. */
#define C_TAG           0
#define C_RA            4
#define C_S(n)          (8 + 4 * (n))
#define C_SIZE          64

/* OS_CPU_TrapFlags: reasons against the fast exit of a trap. */
#define FLAG_RELOAD     1               /* another trap came in between and overwrote mepc */
#define FLAG_SWITCH     2               /* OSIntExit() has requested a task switch */

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

.macro RESTORE_SCRATCH                  /* restore the registers that a C function may change */
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
        lw      a7, F_A(7)(sp)
.endm

        .globl  OS_CPU_TrapExit
        .globl  OS_CPU_TrapExitCtxSw
#if (OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN == 0)) || TICK_CALLS_HOOK
        .globl  OS_CPU_TrapExitTick
#endif
        .globl  OS_CPU_TrapExitExcept
        .globl  OS_CPU_TrapEnd

        .section .text.OS_CPU, "ax"

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        .balign 32                      /* a cache line; mtvec requires 4 */
        FUNCTION OS_CPU_TrapEntry
        csrr    gp, mcause              /* gp need not be saved, because its value is known */
        bgez    gp, OS_CPU_Except       /* without using sp, which may be corrupt */
        addi    sp, sp, -F_SIZE
        LOAD_GP
        /*
         * The core accepts a store every other cycle, because its data cache writes through. Other instructions fill
         * the gaps between the stores and use a register as soon as it is saved.
         */
        sw      t0, F_T(0)(sp)
#if OS_CPU_TICK_FAST
        LOAD    lw, t0, OS_CPU_TickLines
        sw      t1, F_T(1)(sp)
        csrr    t1, OS_CPU_CSR_IRQ_PENDING
        sw      t2, F_T(2)(sp)
        bne     t0, t1, OS_CPU_TrapNoTick
        LOAD    lbu, t0, OSRunning
        LOAD    lbu, t1, OSIntNesting
        addi    t0, t0, -1
        or      t0, t0, t1
        bnez    t0, OS_CPU_TrapNoTick
#if OS_ACCEL_TICKLESS_EN > 0
#if TICK_CALLS_HOOK
        lui     t0, %hi(TICK_HOOK)
        addi    t0, t0, %lo(TICK_HOOK)
        bnez    t0, OS_CPU_TickWithHook
#endif
        /*
         * The trap interrupted a task, and only the time base is pending. Usually a more urgent task is ready and the
         * scheduler is not locked: t0 is 0, and OSIntExit() switches. Otherwise, t0 is not 0, and OSTickHandler() runs.
         */
        ACCEL   t1, CI_UNIT_READY, CI_READY_RUN
        LOAD    lbu, t2, OSPrioCur
        LOAD    lbu, t0, OSLockNesting
        sub     t1, t1, t2
        seqz    t1, t1
        or      t0, t0, t1
#else
        /*
         * The trap interrupted a task, and only the tick is pending. Three registers are enough, unless a due task is
         * more urgent or needs software.
         */
        ACCEL   t0, CI_UNIT_TIME, CI_TIME_TICK
        LOAD    lw, t1, OS_CPU_TickAck
        LOAD    lw, t2, OS_CPU_TickAckValue
        sw      t2, 0(t1)
#if OS_TIME_GET_SET_EN > 0
        LOAD    lw, t1, OSTime
        addi    t1, t1, 1
        STORE   sw, t1, OSTime, t2
#endif
        ACCEL   t1, CI_UNIT_READY, CI_READY_HIGHEST
        LOAD    lbu, t2, OSPrioCur
        bnez    t0, OS_CPU_TickRest
        bne     t1, t2, OS_CPU_TickRest
        lw      t0, F_T(0)(sp)
        lw      t1, F_T(1)(sp)
        lw      t2, F_T(2)(sp)
        addi    sp, sp, F_SIZE
OS_CPU_TrapExitTick:
        mret

#endif
OS_CPU_TickRest:                        /* continue as after a handler; t0: not 0 if the tick needs software */
        sw      t3, F_T(3)(sp)
        csrr    t3, mepc
        sw      t4, F_T(4)(sp)
        LOAD    lw, t4, OS_CPU_IntStkPtr
        sw      t5, F_T(5)(sp)
        sw      t6, F_T(6)(sp)
        sw      ra, F_RA(sp)
        li      t2, 1
        sw      a0, F_A(0)(sp)
        sw      a1, F_A(1)(sp)
        sw      a2, F_A(2)(sp)
        sw      a3, F_A(3)(sp)
        sw      a4, F_A(4)(sp)
        sw      a5, F_A(5)(sp)
        sw      a6, F_A(6)(sp)
        sw      a7, F_A(7)(sp)
        sw      t3, F_PC(sp)
        STORE   sb, t2, OSIntNesting, t5
        sw      sp, 0(t4)
        mv      sp, t4
        beqz    t0, OS_CPU_HandlerDone
#if OS_ACCEL_TICKLESS_EN > 0
        call    OSTickHandler
#else
        call    OS_AccelExpired
#endif
        j       OS_CPU_HandlerDone

#if TICK_CALLS_HOOK
OS_CPU_TickWithHook:                    /* t0 is the hook */
        sw      t3, F_T(3)(sp)
        li      t1, CI_TIME_BASE_STATUS
        sw      t4, F_T(4)(sp)
        TIME_READ t1, t1
        sw      t5, F_T(5)(sp)
        csrr    t2, mepc
        sw      t6, F_T(6)(sp)
        LOAD    lw, t4, OS_CPU_IntStkPtr
        sw      ra, F_RA(sp)
        LOAD    lbu, t3, OSLockNesting
        sw      a0, F_A(0)(sp)
        li      t5, STATUS_ONE_TICK
        sw      a1, F_A(1)(sp)
        xor     t1, t1, t5
        sw      a2, F_A(2)(sp)
        or      t1, t1, t3
        sw      a3, F_A(3)(sp)
#if OS_TICK_STEP_EN > 0
        LOAD    lbu, t5, OSTickStepState
#endif
        sw      a4, F_A(4)(sp)
#if TICK_HAS_TIMERS
        TIME_READ t3, zero
#endif
        sw      a5, F_A(5)(sp)
#if OS_TICK_STEP_EN > 0
        or      t1, t1, t5
#endif
        sw      a6, F_A(6)(sp)
#if TICK_HAS_TIMERS
        LOAD    lw, t5, OSTmrTickLast
#endif
        sw      a7, F_A(7)(sp)
        li      a0, 1
        sw      t2, F_PC(sp)
        STORE   sb, a0, OSIntNesting, t6
        sw      sp, 0(t4)
        mv      sp, t4
        bnez    t1, 2f                  /* a forward branch, because the core predicts that it is not taken */
#if TICK_HAS_TIMERS
        beq     t3, t5, 2f
#endif
        jalr    t0
        ACCEL   t0, CI_UNIT_TIME, CI_TIME_TICK
        csrci   mstatus, MSTATUS_MIE
        ACCEL   t1, CI_UNIT_READY, CI_READY_RUN
        LOAD    lbu, t2, OSPrioCur
        LOAD    lbu, t3, OS_CPU_TrapFlags
        bnez    t0, 1f
        bne     t1, t2, OS_CPU_HandlerDone
        bnez    t3, OS_CPU_HandlerDone
        lw      sp, 0(sp)
        STORE   sb, zero, OSIntNesting, t0
        RESTORE_SCRATCH
        addi    sp, sp, F_SIZE
OS_CPU_TrapExitTick:
        mret

1:      call    OS_AccelExpired
        j       OS_CPU_HandlerDone
2:      call    OSTickHandler
        j       OS_CPU_HandlerDone
#endif

OS_CPU_TrapNoTick:
        csrr    t0, OS_CPU_CSR_IRQ_PENDING
#else
        sw      t1, F_T(1)(sp)
        csrr    t0, OS_CPU_CSR_IRQ_PENDING
        sw      t2, F_T(2)(sp)
#endif
        neg     t1, t0
        sw      t3, F_T(3)(sp)
        LOAD    lbu, t2, OSIntNesting
        sw      t4, F_T(4)(sp)
        LOAD    lbu, t3, OSRunning
        sw      t5, F_T(5)(sp)
        LOAD    lw, t4, OS_CPU_IntStkPtr
        sw      t6, F_T(6)(sp)
        lui     t5, %hi(OS_CPU_INT_DE_BRUIJN)
        sw      ra, F_RA(sp)
        beqz    t3, OS_CPU_Early
        sw      a0, F_A(0)(sp)
        bnez    t2, OS_CPU_Nested
        sw      a1, F_A(1)(sp)
OS_CPU_Entered:
        addi    t5, t5, %lo(OS_CPU_INT_DE_BRUIJN)
        sw      a2, F_A(2)(sp)
        and     t1, t0, t1              /* the lowest line */
        sw      a3, F_A(3)(sp)
        mul     t1, t1, t5
        sw      a4, F_A(4)(sp)
        addi    t2, t2, 1
        sw      a5, F_A(5)(sp)
        csrr    t6, mepc
        sw      a6, F_A(6)(sp)
        srli    t1, t1, 27
        sw      a7, F_A(7)(sp)
        STORE   sb, t2, OSIntNesting, t5
        .option push
        .option norelax                 /* the linker could remove the lui, but the add below needs a1 */
        lui     a1, %hi(OS_CPU_IntVect)
        sw      t6, F_PC(sp)
        beqz    t0, OS_CPU_Internal
OS_CPU_Dispatch:
        sw      sp, 0(t4)
        slli    t1, t1, 2
        add     a1, a1, t1
        lw      a1, %lo(OS_CPU_IntVect)(a1)
        .option pop
        mv      sp, t4
        CALL_HANDLER
OS_CPU_HandlerDone:
        csrci   mstatus, MSTATUS_MIE    /* the handler may have enabled interrupts */
        call    OSIntExit
        LOAD    lbu, t0, OS_CPU_TrapFlags
        lw      sp, 0(sp)
        bnez    t0, OS_CPU_LongExit
OS_CPU_Restore:
        RESTORE_SCRATCH
        addi    sp, sp, F_SIZE
OS_CPU_TrapExit:
        mret

OS_CPU_Early:                           /* before OSStart(): stay on the current stack, and count no nesting */
        sw      a0, F_A(0)(sp)
        addi    t2, t2, -1
        j       1f
OS_CPU_Nested:                          /* already on the interrupt stack */
        sltiu   t3, t2, 255             /* OSIntNesting saturates at 255 */
        addi    t3, t3, -1
        add     t2, t2, t3
1:      sw      a1, F_A(1)(sp)
        li      t3, FLAG_RELOAD
        STORE   sb, t3, OS_CPU_TrapFlags, t4
        andi    t4, sp, -16
        addi    t4, t4, -16
        j       OS_CPU_Entered

OS_CPU_Internal:                        /* no pending line: one of the core's own interrupts */
        csrr    t1, mcause
        andi    t1, t1, 15
        addi    t1, t1, 32
        j       OS_CPU_Dispatch

OS_CPU_LongExit:
        andi    t0, t0, FLAG_SWITCH
        bnez    t0, OS_CPU_IntSwitch
        lw      t0, F_PC(sp)
        LOAD    lbu, t1, OSRunning
        LOAD    lbu, t2, OSIntNesting
        csrw    mepc, t0
        beqz    t1, 1f                  /* nesting is not counted yet: leave the flag for the interrupted traps */
        bnez    t2, 1f
        STORE   sb, zero, OS_CPU_TrapFlags, t0
1:      li      t0, MSTATUS_TO_TASK
        csrs    mstatus, t0
        j       OS_CPU_Restore
        END_OF  OS_CPU_TrapEntry

/* -------------------------------------------------- Task switches --------------------------------------------- */

/*
 * Request a switch at the exit of the trap. OSIntExit(), the caller, restores the task's s registers only when it
 * returns.
 */
        FUNCTION OSIntCtxSw
        li      t0, FLAG_SWITCH
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
        j       OS_CPU_SwitchIn
        END_OF  OS_CPU_IntSwitch

        FUNCTION OSStartHighRdy
        csrci   mstatus, MSTATUS_MIE
        andi    sp, sp, -16             /* keep main()'s variables above the interrupt stack */
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
        csrw    mepc, t0
        li      t0, MSTATUS_TO_TASK
        csrs    mstatus, t0
        EACH_S  lw, F_S(0)
        j       OS_CPU_Restore

OS_CPU_ResumeCtxSw:
        lw      ra, C_RA(sp)
        EACH_S  lw, C_S(0)
        addi    sp, sp, C_SIZE
OS_CPU_TrapExitCtxSw:
        ret
        END_OF  OSCtxSw

/* ---------------------------------------------------- Exceptions ---------------------------------------------- */

        .option push
        .option norelax                 /* gp does not hold its constant in this function */
        FUNCTION OS_CPU_Except
        lui     gp, %hi(OS_CPU_ExceptBusy)
        lw      gp, %lo(OS_CPU_ExceptBusy)(gp)
        bnez    gp, OS_CPU_ExceptAgain
        lui     gp, %hi(OS_CPU_ExceptRecord)
        addi    gp, gp, %lo(OS_CPU_ExceptRecord)
        .irp    n, 1,2,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sw      x\n, E_X(\n)(gp)
        .endr
        mv      a0, gp
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
        la      t1, OS_CPU_AccelProbe
        beq     t0, t1, OS_CPU_NoAccel
        li      t0, 1
        STORE   sw, t0, OS_CPU_ExceptBusy, t1
        la      sp, OS_CPU_ExceptStkTop
        call    OS_CPU_ExceptHandler
OS_CPU_ExceptReturn:
        STORE   sw, zero, OS_CPU_ExceptBusy, t0
        LOAD    lbu, t0, OS_CPU_TrapFlags
        ori     t0, t0, FLAG_RELOAD     /* if the exception interrupted a trap, the trap's mepc is lost */
        STORE   sb, t0, OS_CPU_TrapFlags, t1
        la      a0, OS_CPU_ExceptRecord
        lw      t0, E_PC(a0)
        lw      t1, E_STATUS(a0)
        csrw    mepc, t0
        csrw    mstatus, t1
        .irp    n, 1,2,4,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lw      x\n, E_X(\n)(a0)
        .endr
        lw      a0, E_X(10)(a0)
OS_CPU_TrapExitExcept:
        mret

OS_CPU_NoAccel:                         /* the core does not have the instruction: its result is 0 */
        addi    t0, t0, 4
        sw      t0, E_PC(a0)
        j       OS_CPU_ExceptReturn

OS_CPU_ExceptAgain:                     /* an exception in the handler of an exception */
        addi    gp, gp, -1
        bnez    gp, 1f                  /* another one in OS_CPU_ExceptFatal() */
        li      t0, 2
        STORE   sw, t0, OS_CPU_ExceptBusy, t1
        la      sp, OS_CPU_ExceptStkTop
        LOAD_GP
        call    OS_CPU_ExceptFatal
1:      j       1b
        .option pop
        END_OF  OS_CPU_Except
OS_CPU_TrapEnd:

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        FUNCTION OS_CPU_TrapInit
        la      t0, OS_CPU_TrapEntry
        csrw    mtvec, t0
        li      t0, MIE_MEIE
        csrs    mie, t0
        ret
        END_OF  OS_CPU_TrapInit

#endif

        .section .text.OS_CPU, "ax"
/*
 * An exception at OS_CPU_AccelProbe is not an error: the core has no units (see OS_CPU_NoAccel).
 *
 * LiteX's stock core with a CFU treats the units' instructions as illegal until bit 31 is set in the CSR that is also
 * its interrupt mask. So try an instruction without the bit and then with it. If only the second one works, the bit
 * must stay set in the mask. Interrupts are disabled meanwhile, because on other cores bit 31 may be a line.
 */
        FUNCTION OS_CPU_AccelInfo
#ifdef METRONOME_WISHBONE
        lui     t0, %hi(METRONOME_WISHBONE + CI_WISHBONE_PAGE(CI_UNIT_INFO, CI_INFO_INFO))
        li      a0, 0
OS_CPU_AccelProbe:
        lw      a0, 0(t0)
        ret
        END_OF  OS_CPU_AccelInfo
#else
        csrrci  t3, mstatus, MSTATUS_MIE
        lui     t0, 0x80000             /* bit 31 */
        j       OS_CPU_AccelTry
        END_OF  OS_CPU_AccelInfo

        .section .once, "ax"            /* outside the hot code, so that the addresses there do not change */
        FUNCTION OS_CPU_AccelTry
        csrrc   t1, OS_CPU_CSR_IRQ_MASK, t0
        li      t2, 0                   /* the part of the mask that must stay set */
        li      a0, 0
OS_CPU_AccelProbe:
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_INFO, a0, zero, zero
        bnez    a0, 1f
        bnez    t2, 2f
        mv      t2, t0
        csrs    OS_CPU_CSR_IRQ_MASK, t0
        j       OS_CPU_AccelProbe
2:      li      t2, 0                   /* the bit made no difference */
1:      or      t1, t1, t2
        srli    t2, t2, 31
        STORE   sb, t2, OS_CPU_IntMaskBit31, t0
        csrw    OS_CPU_CSR_IRQ_MASK, t1
        andi    t3, t3, MSTATUS_MIE
        csrs    mstatus, t3
        ret
        END_OF  OS_CPU_AccelTry
#endif
