/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for guests of the monitor: interrupts in user mode and task switches. The two frames of a task and the
 * stack of handlers are the same as in ../riscv/portasm.S.
 *
 * Labels of the last instruction of a trap and of a yield, for a simulator that watches the program counter:
 *   xPortTrapExit, xPortYieldExit
 */

#include "../riscv/portasm.h"
#include <guest/port/frame.h>

/* Frame of a yield. */
#define Y_TAG           0
#define Y_RA            4
#define Y_S             8
#define Y_OFF           56
#define Y_SIZE          64

        .section .sbss.freertos_port, "aw", @nobits
        .balign 4
xPortHandlerStack:                      /* top of the handlers' stack; the word at that address holds the task's sp */
        .space  4

        .section .text.freertos_port, "ax"
        .globl  xPortTrapExit
        .globl  xPortYieldExit

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        .balign 32
        FUNCTION xPortTrapEntry         /* the core enters here for an interrupt in user mode */
        FRAME_SAVE "LOAD lw, t2, uxPortIntNesting", "LOAD lw, t4, xPortHandlerStack", "addi t3, t2, 1"
        STORE   sw, gp, ulPortLastYielder, t1 /* a value that is no task's address */
        STORE   sw, t3, uxPortIntNesting, t5
        beqz    t2, 1f
        andi    t4, sp, -16             /* a nested handler stays on this stack */
        addi    t4, t4, -16
1:      sw      sp, 0(t4)
        mv      sp, t4
        call    BSP_IntServe
        lw      sp, 0(sp)
        LOAD    lw, t0, uxPortIntNesting
        LOAD    lbu, t1, ucPortSwitchWanted
        addi    t0, t0, -1
        STORE   sw, t0, uxPortIntNesting, t3
        bnez    t0, xPortRestore
        bnez    t1, 2f
xPortRestore:                           /* return to the interrupted code */
        FRAME_RESTORE
xPortTrapExit:
        URET

2:      EACH_S  sw, F_S
        STORE   sb, zero, ucPortSwitchWanted, t1
        STORE   sw, zero, uxPortCriticalNesting, t1 /* this switch replaces a deferred yield (vPortYieldLate()) */
        LOAD    lw, t0, pxCurrentTCB
        sw      sp, 0(t0)
        LOAD    lw, sp, xPortHandlerStack
        call    vTaskSwitchContext
        j       xPortSwitchIn
        END_OF  xPortTrapEntry

/* -------------------------------------------------- Task switches --------------------------------------------- */

        .balign 32
        FUNCTION vPortYield
        LOAD    lw, t0, uxPortCriticalNesting
        csrrsi  t1, GUEST_OFF, 1
        bnez    t0, 2f
        addi    sp, sp, -Y_SIZE
        LOAD    lw, t2, pxCurrentTCB
        sw      zero, Y_TAG(sp)
        sw      ra, Y_RA(sp)
        EACH_S  sw, Y_S
        sw      t1, Y_OFF(sp)
        sw      sp, 0(t2)
        STORE   sw, t2, ulPortLastYielder, t0
        call    vTaskSwitchContext
xPortSwitchIn:                          /* switch to the task pxCurrentTCB, with interrupts disabled */
        LOAD    lw, t0, pxCurrentTCB
        lw      sp, 0(t0)
        lw      t0, F_PC(sp)
        beqz    t0, 1f
        EACH_S  lw, F_S
        j       xPortRestore

1:      lw      t1, Y_OFF(sp)
        lw      ra, Y_RA(sp)
        EACH_S  lw, Y_S
        addi    sp, sp, Y_SIZE
        csrw    GUEST_OFF, t1
xPortYieldExit:
        ret

2:      lui     t1, %hi(portYIELD_LATER) /* yield at the end of the critical section */
        or      t0, t0, t1
        STORE   sw, t0, uxPortCriticalNesting, t1
        ret
        END_OF  vPortYield

/* Start the first task. main()'s variables stay on its stack; handlers use the stack below them. */
        FUNCTION vPortStartFirstTask
        csrwi   GUEST_OFF, 1
        andi    sp, sp, -16
        addi    sp, sp, -16
        STORE   sw, sp, xPortHandlerStack, t0
        LOAD    lw, t1, pxCurrentTCB
        STORE   sw, t1, pxCurrentTCB, t0 /* unchanged, but an observer of this variable finds the scheduler running */
        j       xPortSwitchIn
        END_OF  vPortStartFirstTask

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        .section .text.freertos_rare, "ax"
        FUNCTION xPortTrapInit
#if portREADY_UNIT
        li      t0, 0                   /* a guest without a unit set faults at the next instruction */
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_INFO, t0, zero, zero
        STORE   sw, t0, ulPortInfo, t1
#endif
        la      t0, xPortTrapEntry
        csrw    GUEST_HANDLER, t0
        ret
        END_OF  xPortTrapInit
