/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in machine mode, on a core with register banks (portCONTEXTS): traps and task switches.
 *
 * A trap finds the registers of the handlers' bank as the one before left them, and those of the task safe where they
 * are. So nothing is saved, sp is the top of the handlers' stack, and constants stay in saved registers. A trap within
 * a handler, and one before the first task, when main() runs in that bank, saves what C may change.
 *
 * In the handlers' bank, outside C:
 *   s0   where the interrupted task goes on          s6   pxPortHandlers
 *   s1   context.state: which bank is its            s7   1
 *   s4   gp, which is free in between                s10  the lines with which the latest handler was found
 *   s9   tp, likewise                                s11  that handler
 *
 * Labels for a simulator that watches the program counter, where a trap ends in the same task, and in another one:
 *   xPortTrapExit, xPortTrapExitMended
 *   xPortTrapExitSwitch, xPortTrapExitShared
 */

#include "portasm.h"

#if portCONTEXTS > 0

#define HANDLERS        (portCONTEXTS - 1)
#define NO_LINES        -1              /* in s10: s11 is a function that looks for the handler */

/* Bytes of xPortTrapFlags: what the short way out of a trap would miss. */
#define FLAG_SWITCH     0               /* a handler wants another task */
#define FLAG_RELOAD     1               /* another trap came in between: mepc and previous bank are no longer ours */
#define FLAG_FORGET     2               /* pxPortHandlers has changed: what s10 and s11 say is over */

/* Frame of an interrupted handler. */
#define N_PC            0
#define N_RA            4
#define N_T(n)          (8 + 4 * (n))
#define N_A(n)          (36 + 4 * (n))
#define N_SIZE          80

.macro CONTEXT  op, bank, before=zero
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, \op, zero, \bank, \before
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
.macro CONTEXT_GET rd, bank
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_GET, \rd, \bank, zero
.endm
.macro CONTEXT_WRITE bank, number, value /* register `number` of the bank */
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_WRITE, x\number, \bank, \value
.endm
.macro CONTEXT_READ rd, bank, number
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_READ, \rd, \bank, x\number
.endm

.macro TASK     reg                     /* what the task that is to run has at pxTopOfStack */
        LOAD    lw, \reg, pxCurrentTCB
        lw      \reg, 0(\reg)
.endm

.macro HANDLE                           /* the handler s11, of the outermost trap */
        STORE   sw, s7, uxPortIntNesting, t3
        jalr    s11
.endm

.macro HANDLER_FORGET                   /* the next one is looked for, even if it is that of all 32 lines */
        li      s10, NO_LINES
        la      s11, xPortLineFirst
.endm

.macro TLS      reg
        .option push
        .option norelax
        lui     \reg, %hi(__tls_base)
        addi    \reg, \reg, %lo(__tls_base)
        .option pop
.endm

.macro EACH_SCRATCH op                  /* sw or lw of what a C function may change */
        \op     ra, N_RA(sp)
        .irp    n, 0,1,2,3,4,5,6
        \op     t\n, N_T(\n)(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        \op     a\n, N_A(\n)(sp)
        .endr
.endm

        .section .sbss.freertos_port, "aw", @nobits
        .balign 4
        .globl  ucPortSwitchWanted
xPortTrapFlags:
ucPortSwitchWanted:
        .space  4

        EXCEPTION_DATA

        .section .text.freertos_port, "ax"
        .globl  xPortTrapExit
        .globl  xPortTrapExitSwitch

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        .balign 32                      /* a cache line; mtvec needs 4 */
        .option push
        .option norelax
        FUNCTION xPortTrapEntry
        csrr    gp, portCSR_IRQ_PENDING
        CONTEXT_STATE tp
        bgez    tp, xPortInner          /* no interrupt, or one of a handler */
        .option pop
        bne     gp, s10, xPortLine
        mv      gp, s4
        csrr    s0, mepc
        mv      s1, tp
        mv      tp, s9
        HANDLE
xPortHandlerDone:
        csrci   mstatus, MSTATUS_MIE    /* the handler may have let others in */
        LOAD    lw, t0, xPortTrapFlags
        STORE   sw, zero, uxPortIntNesting, t1
        bnez    t0, 1f
xPortTrapExit:
        mret

1:      STORE   sw, zero, xPortTrapFlags, t1
        srli    t1, t0, 8 * FLAG_RELOAD
        bnez    t1, 3f
2:      call    ulPortNextBank
        bltz    a0, xPortShareExit
xPortTrapExitSwitch:
        CONTEXT CI_CONTEXT_EXIT, a0

3:      csrw    mepc, s0
        PREVIOUS_OF t2, s1
        CONTEXT CI_CONTEXT_RETURN_TO, t2
        li      t2, MSTATUS_TO_TASK
        csrs    mstatus, t2
        srli    t1, t0, 8 * FLAG_FORGET
        beqz    t1, 4f
        HANDLER_FORGET
4:      andi    t0, t0, 0xff
        bnez    t0, 2b
xPortTrapExitMended:
        mret

xPortLine:                              /* another one than last time: the lowest of these */
        mv      t0, gp
        mv      gp, s4
        csrr    s0, mepc
        mv      s1, tp
        mv      tp, s9
        beqz    t0, xPortInternal
        neg     t1, t0
        and     t1, t0, t1
        li      t2, portINT_DE_BRUIJN
        mv      s10, t0
        mul     t1, t1, t2
        srli    t1, t1, 27
        slli    t1, t1, 2
        add     t1, t1, s6
        lw      s11, 0(t1)
        HANDLE
        j       xPortHandlerDone

xPortInternal:                          /* no line pending: one of the core's own interrupts */
        csrr    t1, mcause
        andi    t1, t1, portINT_CAUSES - 1
        addi    t1, t1, portINT_LINES
        slli    t1, t1, 2
        add     t1, t1, s6
        lw      s11, 0(t1)
        HANDLE
        HANDLER_FORGET                  /* it is no line's */
        j       xPortHandlerDone

xPortLineFirst:                         /* the handler of the lowest of all 32 lines */
        lw      t0, 0(s6)
        jr      t0
        END_OF  xPortTrapEntry

xPortInner:
        LOAD_GP
        csrr    tp, mcause
        bgez    tp, xPortException
        /* An interrupt of a handler, or of main() before the first task. */
        addi    sp, sp, -N_SIZE
        EACH_SCRATCH sw
        csrr    t0, mepc
        sw      t0, N_PC(sp)
        TLS     tp
        LOAD    lw, t1, uxPortIntNesting
        li      t0, 1
        STORE   sb, t0, xPortTrapFlags + FLAG_RELOAD, t2
        addi    t1, t1, 1
        STORE   sw, t1, uxPortIntNesting, t0
        csrr    t0, portCSR_IRQ_PENDING
        neg     t1, t0
        and     t1, t0, t1
        li      t2, portINT_DE_BRUIJN
        mul     t1, t1, t2
        srli    t1, t1, 27
        bnez    t0, 1f
        csrr    t1, mcause
        andi    t1, t1, portINT_CAUSES - 1
        addi    t1, t1, portINT_LINES
1:      slli    t1, t1, 2
        la      t0, pxPortHandlers
        add     t0, t0, t1
        lw      a1, 0(t0)
        jalr    a1
        csrci   mstatus, MSTATUS_MIE
        LOAD    lw, t1, uxPortIntNesting
        lw      t0, N_PC(sp)
        addi    t1, t1, -1
        STORE   sw, t1, uxPortIntNesting, t2
        csrw    mepc, t0                /* the trap has made this bank the interrupted one */
        li      t0, MSTATUS_TO_TASK
        csrs    mstatus, t0
        EACH_SCRATCH lw
        addi    sp, sp, N_SIZE
        mret

/* -------------------------------------------------- Task switches --------------------------------------------- */

#if portREADY_LISTS
        FUNCTION vPortShareSwitch       /* vPortYield is part of the patched tasks.c (task_lists.h) */
        mv      t1, a0
        j       xPortShareSwitch
        END_OF  vPortShareSwitch
#else
        .balign 32
        FUNCTION vPortYield
        .cfi_sections .debug_frame      /* for a debugger, which finds most tasks in here */
        .cfi_startproc
        LOAD    lw, t0, uxPortCriticalNesting
        csrrci  t1, mstatus, MSTATUS_MIE
        bnez    t0, 2f
        addi    sp, sp, -16
        .cfi_def_cfa_offset 16
        sw      ra, 12(sp)
        .cfi_offset ra, -4
        sw      t1, 8(sp)
        call    vTaskSwitchContext
        TASK    t0
        lw      t1, 8(sp)
        lw      t0, portTASK_BANK(t0)
        bltz    t0, 3f
        CONTEXT CI_CONTEXT_SWITCH, t0, t1
1:      lw      ra, 12(sp)
        addi    sp, sp, 16
        ret

3:      la      ra, 1b
        j       xPortShareSwitch

2:      .cfi_def_cfa_offset 0           /* at the end of the critical section */
        .cfi_restore ra
        lui     t1, %hi(portYIELD_LATER)
        or      t0, t0, t1
        STORE   sw, t0, uxPortCriticalNesting, t1
        ret
        .cfi_endproc
        END_OF  vPortYield
#endif

/* To a task that shares its bank, from a task with interrupts off: the handlers' bank does it. t1: mstatus before. */
xPortShareSwitch:
        li      t0, HANDLERS
        la      t2, xPortShareIn
        CONTEXT_SET t0, t2
        CONTEXT CI_CONTEXT_SWITCH, t0, t1
        ret

/* The first task. main() gives its bank to the handlers; what it has on its stack stays, and theirs is behind it. */
        FUNCTION vPortStartFirstTask
        csrci   mstatus, MSTATUS_MIE
        andi    sp, sp, -16
        mv      s4, gp
        la      s6, pxPortHandlers
        li      s7, 1
        mv      s9, tp
        HANDLER_FORGET
        STORE   sw, zero, xPortTrapFlags, t1
        LOAD    lw, t0, pxCurrentTCB
        STORE   sw, t0, pxCurrentTCB, t1 /* who watches it knows by now that the scheduler runs */
        lw      t0, 0(t0)
        lw      t0, portTASK_BANK(t0)
        bltz    t0, xPortShareIn
        CONTEXT CI_CONTEXT_SWITCH, t0   /* nobody switches to this bank: it does not come back */
        END_OF  vPortStartFirstTask

/*
 * Tasks that share a bank: the registers of all but one are in frames below their stack pointers: the slot, and each
 * register in its place. The bank cannot be written by who runs in it: the handlers' bank does it.
 */
xPortShareIn:
        call    xPortShare
        CONTEXT CI_CONTEXT_SWITCH, t6

/* The same in place of context.exit. */
xPortShareExit:
        CONTEXT_STATE t1
        li      t6, portBANK_SHARED
        PREVIOUS_OF t1, t1
        bne     t1, t6, 1f
        csrr    t2, mepc                /* from one of them: its slot is not yet what the frame has to hold */
        ori     t2, t2, CI_SLOT_ENABLE
        CONTEXT_SET t6, t2
        li      t2, HANDLERS
        CONTEXT CI_CONTEXT_RETURN_TO, t2
1:      call    xPortShare
xPortTrapExitShared:
        CONTEXT CI_CONTEXT_EXIT, t6

/* The task that is to run has the bank, which is left in t6. In the handlers' bank. */
        FUNCTION xPortShare
        TASK    a0
        LOAD    lw, a2, pxPortSharedBy
        li      t6, portBANK_SHARED
        beq     a0, a2, 2f
        STORE   sw, a0, pxPortSharedBy, t1
        beqz    a2, 1f
        CONTEXT_READ a4, t6, 2
        addi    a4, a4, -portFRAME_BYTES
        sw      a4, portTASK_FRAME(a2)
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_READ a5, t6, \n
        sw      a5, 4*\n(a4)
        .endr
        CONTEXT_GET a5, t6
        sw      a5, 0(a4)
1:      lw      a4, portTASK_FRAME(a0)
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lw      a5, 4*\n(a4)
        CONTEXT_WRITE t6, \n, a5
        .endr
        lw      a5, 0(a4)
        CONTEXT_SET t6, a5
2:      ret
        END_OF  xPortShare

/* ---------------------------------------------------- Exceptions ---------------------------------------------- */

        .section .text.freertos_rare, "ax"
        .option push
        .option norelax                 /* so that an address is always two instructions on tp alone */
        FUNCTION xPortException         /* tp is free, no other register is if this is a handler's */
        lui     tp, %hi(xPortExceptionBusy)
        lw      tp, %lo(xPortExceptionBusy)(tp)
        bnez    tp, 2f
        lui     tp, %hi(xPortExceptionRecord)
        addi    tp, tp, %lo(xPortExceptionRecord)
        .irp    n, 1,2,3,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sw      x\n, 4*\n(tp)
        .endr
        mv      a0, tp
        TLS     tp
        sw      tp, 4*4(a0)
        CONTEXT_STATE s1
        PREVIOUS_OF s1, s1
        li      t1, HANDLERS
        beq     s1, t1, 1f
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_READ t1, s1, \n
        sw      t1, 4*\n(a0)
        .endr
1:      EXCEPTION_REPORT
2:      la      sp, xPortExceptionStackTop
        TLS     tp
        call    vPortExceptionAgain
        .option pop
        END_OF  xPortException

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

/* A new task, whose first instructions are its function's: (bank, function, argument, stack pointer). */
        FUNCTION vPortBankInit
        .irp    n, 5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_WRITE a0, \n, zero
        .endr
        la      t0, vPortTaskReturned
        CONTEXT_WRITE a0, 1, t0
        CONTEXT_WRITE a0, 2, a3
        CONTEXT_WRITE a0, 3, gp
        CONTEXT_WRITE a0, 4, tp
        CONTEXT_WRITE a0, 10, a2
        ori     a1, a1, CI_SLOT_ENABLE
        CONTEXT_SET a0, a1
        ret
        END_OF  vPortBankInit

/* pxPortHandlers has changed: no handler is known to the trap entry any more. With interrupts off. */
        FUNCTION vPortLinesForget
        li      t0, HANDLERS            /* from a task; a handler's own registers are not reached so */
        la      t1, xPortLineFirst
        CONTEXT_WRITE t0, 27, t1
        li      t1, NO_LINES
        CONTEXT_WRITE t0, 26, t1
        li      t0, 1
        STORE   sb, t0, xPortTrapFlags + FLAG_FORGET, t1
        ret
        END_OF  vPortLinesForget

/* Who calls this goes on in the handlers' bank, if that is not where it is. A core without these banks is refused. */
        FUNCTION xPortTrapInit
        csrrci  t3, mstatus, MSTATUS_MIE /* until mtvec is right: an interrupt does not say that there are no banks */
        la      t0, xPortNoBanks
        csrw    mtvec, t0
        li      a0, 0
        li      a1, 0
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_INFO, a0, zero, zero
        slli    t0, a0, 31 - CI_INFO_MORE_LOW
        bgez    t0, xPortNoBanks
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_SECOND, a1, zero, zero
        srli    t0, a1, CI_INFO2_BANKS_LOW
        andi    t0, t0, (1 << CI_INFO2_BANKS_BITS) - 1
        addi    t0, t0, -portCONTEXTS
        bnez    t0, xPortNoBanks
#if portREADY_UNIT || portTASK_LISTS
        STORE   sw, a0, ulPortInfo, t0
#endif
        la      t0, xPortTrapEntry
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
xPortNoBanks:
        call    vPortBanksRefused
        END_OF  xPortTrapInit

#endif
