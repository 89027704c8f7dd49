/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in machine mode: traps and task switches.
 *
 * A task that does not run has one of two frames on its stack. After an interrupt, the frame has all registers and the
 * PC. After vPortYield(), it has the registers that a function preserves. A handler runs on the stack of main(), and a
 * nested handler below the interrupted one.
 *
 * Labels of the last instruction of a trap and of a yield, for a simulator that watches the program counter:
 *   xPortTrapExit, xPortTrapExitSwitch, xPortYieldExit
 */

#include "portasm.h"

#if portCONTEXTS == 0

/* Frame of an interrupted task or handler. */
#define F_PC            0               /* never 0, which identifies the frame of a yield */
#define F_RA            4
#define F_T(n)          (8 + 4 * (n))
#define F_A(n)          (36 + 4 * (n))
#define F_S             68              /* s0 to s11: only at a switch to another task */
#define F_SIZE          128

/* Frame of a yield. */
#define Y_TAG           0
#define Y_RA            4
#define Y_S             8
#define Y_STATUS        56
#define Y_SIZE          64

.macro EACH_S   op, place               /* sw or lw of s0..s11, from `place` in the frame on */
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        \op     s\n, \place + 4 * \n(sp)
        .endr
.endm

.macro RESTORE                          /* restore the registers that a C function may change */
        lw      ra, F_RA(sp)
        .irp    n, 0,1,2,3,4,5,6
        lw      t\n, F_T(\n)(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        lw      a\n, F_A(\n)(sp)
        .endr
        addi    sp, sp, F_SIZE
.endm

        .section .sbss.freertos_port, "aw", @nobits
        .balign 4
xPortHandlerStack:                      /* top of the handlers' stack; the word at that address holds the task's sp */
        .space  4

        EXCEPTION_DATA

        .section .text.freertos_port, "ax"
        .globl  xPortTrapExit
        .globl  xPortTrapExitSwitch
        .globl  xPortYieldExit

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        .balign 32                      /* a cache line; mtvec requires 4 */
        FUNCTION xPortTrapEntry
        csrr    gp, mcause              /* gp need not be saved, because its value is known */
        bgez    gp, xPortException      /* without using sp, which may be corrupt */
        addi    sp, sp, -F_SIZE
        LOAD_GP
        /* The core accepts a store every other cycle, so other instructions fill the gaps between the stores. */
        sw      t0, F_T(0)(sp)
        csrr    t0, portCSR_IRQ_PENDING
        sw      t1, F_T(1)(sp)
        neg     t1, t0
        sw      t2, F_T(2)(sp)
        LOAD    lw, t2, uxPortIntNesting
        sw      t3, F_T(3)(sp)
        and     t1, t0, t1              /* the lowest line */
        sw      t4, F_T(4)(sp)
        LOAD    lw, t4, xPortHandlerStack
        sw      t5, F_T(5)(sp)
        lui     t5, %hi(portINT_DE_BRUIJN)
        sw      t6, F_T(6)(sp)
        addi    t5, t5, %lo(portINT_DE_BRUIJN)
        sw      ra, F_RA(sp)
        mul     t1, t1, t5
        sw      a0, F_A(0)(sp)
        csrr    t6, mepc
        sw      a1, F_A(1)(sp)
        addi    t3, t2, 1
        sw      a2, F_A(2)(sp)
        srli    t1, t1, 27
        sw      a3, F_A(3)(sp)
        sw      a4, F_A(4)(sp)
        sw      a5, F_A(5)(sp)
        sw      a6, F_A(6)(sp)
        sw      a7, F_A(7)(sp)
        sw      t6, F_PC(sp)
        STORE   sw, t3, uxPortIntNesting, t5
        bnez    t2, 4f
1:      beqz    t0, 5f
2:      sw      sp, 0(t4)
        .option push
        .option norelax                 /* else the linker could remove the lui, but the add needs its result */
        lui     a1, %hi(pxPortHandlers)
        slli    t1, t1, 2
        add     a1, a1, t1
        lw      a1, %lo(pxPortHandlers)(a1)
        .option pop
        mv      sp, t4
        jalr    a1
        csrci   mstatus, MSTATUS_MIE    /* the handler may have enabled interrupts */
        lw      sp, 0(sp)
        LOAD    lw, t0, uxPortIntNesting
        LOAD    lbu, t1, ucPortSwitchWanted
        lw      t2, F_PC(sp)
        addi    t0, t0, -1
        STORE   sw, t0, uxPortIntNesting, t3
        bnez    t0, 3f
        bnez    t1, 6f
3:      csrw    mepc, t2                /* a nested trap may have changed mepc */
        li      t0, MSTATUS_TO_TASK
        csrs    mstatus, t0
        RESTORE
xPortTrapExit:
        mret

4:      andi    t4, sp, -16             /* a nested handler stays on this stack */
        addi    t4, t4, -16
        j       1b

5:      csrr    t1, mcause              /* no line: one of the core's own interrupts */
        andi    t1, t1, portINT_CAUSES - 1
        addi    t1, t1, portINT_LINES
        j       2b

6:      EACH_S  sw, F_S
        STORE   sb, zero, ucPortSwitchWanted, t1
        STORE   sw, zero, uxPortCriticalNesting, t1 /* this switch replaces a deferred yield (vPortYieldLate()) */
        LOAD    lw, t0, pxCurrentTCB
        sw      sp, 0(t0)
        LOAD    lw, sp, xPortHandlerStack
        call    vTaskSwitchContext
        j       xPortSwitchIn
        END_OF  xPortTrapEntry

/* -------------------------------------------------- Task switches --------------------------------------------- */

        FUNCTION vPortYield
        LOAD    lw, t0, uxPortCriticalNesting
        csrrci  t1, mstatus, MSTATUS_MIE
        bnez    t0, 2f
        addi    sp, sp, -Y_SIZE
        LOAD    lw, t2, pxCurrentTCB
        sw      zero, Y_TAG(sp)
        andi    t1, t1, MSTATUS_MIE
        sw      ra, Y_RA(sp)
        EACH_S  sw, Y_S
        sw      t1, Y_STATUS(sp)
        sw      sp, 0(t2)
        call    vTaskSwitchContext
xPortSwitchIn:                          /* switch to the task pxCurrentTCB, with interrupts disabled */
        LOAD    lw, t0, pxCurrentTCB
        lw      sp, 0(t0)
        lw      t0, F_PC(sp)
        beqz    t0, 1f
        csrw    mepc, t0
        li      t0, MSTATUS_TO_TASK
        csrs    mstatus, t0
        EACH_S  lw, F_S
        RESTORE
xPortTrapExitSwitch:
        mret

1:      lw      t1, Y_STATUS(sp)
        lw      ra, Y_RA(sp)
        EACH_S  lw, Y_S
        addi    sp, sp, Y_SIZE
        csrs    mstatus, t1
xPortYieldExit:
        ret

2:      lui     t1, %hi(portYIELD_LATER) /* yield at the end of the critical section */
        or      t0, t0, t1
        STORE   sw, t0, uxPortCriticalNesting, t1
        ret
        END_OF  vPortYield

/* Start the first task. main()'s variables stay on its stack; handlers use the stack below them. */
        FUNCTION vPortStartFirstTask
        csrci   mstatus, MSTATUS_MIE
        andi    sp, sp, -16
        addi    sp, sp, -16
        STORE   sw, sp, xPortHandlerStack, t0
        LOAD    lw, t1, pxCurrentTCB
        STORE   sw, t1, pxCurrentTCB, t0 /* unchanged, but an observer of this variable finds the scheduler running */
        j       xPortSwitchIn
        END_OF  vPortStartFirstTask

/* ---------------------------------------------------- Exceptions ---------------------------------------------- */

        .section .text.freertos_rare, "ax"
        .option push
        .option norelax                 /* gp does not hold its constant in this function */
        FUNCTION xPortException
        lui     gp, %hi(xPortExceptionBusy)
        lw      gp, %lo(xPortExceptionBusy)(gp)
        bnez    gp, 1f
        lui     gp, %hi(xPortExceptionRecord)
        addi    gp, gp, %lo(xPortExceptionRecord)
        .irp    n, 1,2,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sw      x\n, 4*\n(gp)
        .endr
        mv      a0, gp
        LOAD_GP
        sw      gp, 4*3(a0)
        EXCEPTION_REPORT
1:      la      sp, xPortExceptionStackTop
        LOAD_GP
        call    vPortExceptionAgain
        .option pop
        END_OF  xPortException

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        FUNCTION xPortTrapInit
#if portREADY_UNIT || portTASK_LISTS
        la      t0, 1f                  /* a core without the instruction traps to label 1, and t0 stays 0 */
        csrw    mtvec, t0
        li      t0, 0
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_INFO, t0, zero, zero
        .balign 4
1:      STORE   sw, t0, ulPortInfo, t1
#endif
        la      t0, xPortTrapEntry
        csrw    mtvec, t0
        li      t0, MIE_MEIE
        csrs    mie, t0
        ret
        END_OF  xPortTrapInit

#endif
