/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in machine mode, on a core with register banks (portCONTEXTS): traps and task switches.
 * ci_banks.h describes the registers of the handlers' bank, and has the code that is the same for every kernel.
 *
 * Labels of the last instruction of a trap, for a simulator that watches the program counter. The first two return to
 * the interrupted task: xPortTrapExitReloaded after the trap has reloaded mepc and the previous bank. The other three
 * can switch to another task:
 *   xPortTrapExit, xPortTrapExitReloaded, xPortTrapExitSwitch, xPortTrapExitTick, xPortTrapExitShared
 */

#include "portasm.h"

#if portCONTEXTS > 0

#define CI_PORT(name)       xPort##name
#define CI_BANKS            portCONTEXTS
#define CI_BANK_SHARED      portBANK_SHARED
#define CI_FRAME_BYTES      portFRAME_BYTES
#define CI_SHARED_BY        pxPortSharedBy
#define CI_HANDLERS_TABLE   pxPortHandlers
#define CI_IRQ_PENDING      portCSR_IRQ_PENDING
#define CI_DE_BRUIJN        portINT_DE_BRUIJN
#define CI_EXCEPTION        xPortException
#define CI_TASK_RETURNED    vPortTaskReturned
#define CI_BANKS_REFUSED    vPortBanksRefused
#define CI_NESTED_PC        0
#define CI_NESTED_REGISTERS 4
#if portVECTORS
#define CI_VECTORS
#define NESTING             uxPortHandlersNesting /* thread-local; 0 for tasks, and at least 1 for handlers */
#else
#define NESTING             uxPortIntNesting
#endif

#include <ci_banks.h>

/* Bytes of xPortTrapFlags. If one of them is not 0, a trap does not take its fast exit. */
#define FLAG_SWITCH     0               /* a handler has requested a task switch */
#define FLAG_RELOAD     1               /* another trap changed mepc and the previous bank */
#define FLAG_FORGET     2               /* pxPortHandlers has changed, so s10 and s11 are invalid */

.macro TASK     reg                     /* load the address of the record (PortTask_t) of the task to run */
        LOAD    lw, \reg, pxCurrentTCB
        lw      \reg, 0(\reg)
.endm

/* The macros that ci_banks.h uses. */

.macro CI_HANDLE
#if portVECTORS
        jalr    a1
#else
        STORE   sw, s7, uxPortIntNesting, t3
        jalr    s11
#endif
.endm

.macro CI_NEST
        LOAD    lw, t1, NESTING
        li      t0, 1
        STORE   sb, t0, xPortTrapFlags + FLAG_RELOAD, t2
        addi    t1, t1, 1
        STORE   sw, t1, NESTING, t0
.endm

.macro CI_HANDLE_NESTED
        jalr    a1
.endm

.macro CI_UNNEST
        LOAD    lw, t1, NESTING
        lw      t0, CI_NESTED_PC(sp)
        addi    t1, t1, -1
        STORE   sw, t1, NESTING, t2
        csrw    mepc, t0                /* the trap has made the handlers' bank the previous one */
.endm

.macro CI_LOAD_SHARERS
        TASK    a0
        LOAD    lw, a2, pxPortSharedBy
.endm

.macro CI_SET_FORGET
        li      t0, 1
        STORE   sb, t0, xPortTrapFlags + FLAG_FORGET, t1
.endm

.macro CI_KEEP_INFO
#if portREADY_UNIT || portTASK_LISTS
        STORE   sw, a0, ulPortInfo, t0
#endif
.endm

        .section .sbss.freertos_port, "aw", @nobits
        .balign 4
        .globl  ucPortSwitchWanted
xPortTrapFlags:
ucPortSwitchWanted:
        .space  4

        EXCEPTION_DATA

#if portVECTORS
        .globl  xPortHandlersHaveTls
        .set    xPortHandlersHaveTls, 1
        .section .first_tls, "awT", @progbits
        .word   0                       /* uxPortIntNesting (portmacro.h) */
#endif

        .section .text.freertos_port, "ax"
        .globl  xPortTrapExit
        .globl  xPortTrapExitSwitch

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

        TRAP_ENTRY
xPortHandlerDone:
        csrci   mstatus, MSTATUS_MIE    /* the handler may have enabled interrupts */
        LOAD    lw, t0, xPortTrapFlags
#if !portVECTORS
        STORE   sw, zero, uxPortIntNesting, t1
#endif
        bnez    t0, 1f
xPortTrapExit:
        mret

1:      STORE   sw, zero, xPortTrapFlags, t1
        srli    t1, t0, 8 * FLAG_RELOAD
        bnez    t1, 3f
2:      call    ulPortNextBank
        KEEP_RETURN
        bltz    a0, xPortShareExit
xPortTrapExitSwitch:
        CONTEXT CI_CONTEXT_EXIT, a0

3:
#if portVECTORS
        TASK    t2
        lw      t2, portTASK_BANK(t2)
        andi    t2, t2, portCONTEXTS - 1 /* without portSHARES */
        CONTEXT_GET t1, t2
        andi    t1, t1, ~CI_SLOT_ENABLE
        csrw    mepc, t1
#else
        csrw    mepc, s0
        PREVIOUS_OF t2, s1
#endif
        CONTEXT CI_CONTEXT_RETURN_TO, t2
        li      t2, MSTATUS_TO_TASK
        csrs    mstatus, t2
#if !portVECTORS
        srli    t1, t0, 8 * FLAG_FORGET
        beqz    t1, 4f
        HANDLER_FORGET
4:
#endif
        andi    t0, t0, 0xff
        bnez    t0, 2b
xPortTrapExitReloaded:
        mret

        TRAP_LINES

#if portVECTORS && portTICKLESS
        .globl  xPortTick, xPortTrapExitTick
        .weak   ulTaskTickBank, vTaskTimeBaseHandler /* with portTIME_BASE */
xPortTick:                              /* vector of the time base's line */
        call    ulTaskTickBank
        KEEP_RETURN
        bltz    a0, 1f
xPortTrapExitTick:
        CONTEXT CI_CONTEXT_EXIT, a0

1:      addi    t0, a0, -portNO_BANK
        bnez    t0, xPortShareExit
        call    vTaskTimeBaseHandler
        j       xPortHandlerDone
#endif

        LINE_FIRST
        END_OF  xPortTrapEntry

        TRAP_INNER

/* -------------------------------------------------- Task switches --------------------------------------------- */

#if portREADY_LISTS
        FUNCTION vPortShareSwitch       /* vPortYield is in the patched tasks.c (task_lists.h) */
        mv      t1, a0
        j       xPortShareSwitch
        END_OF  vPortShareSwitch
#else
        .balign 32
        FUNCTION vPortYield
        .cfi_sections .debug_frame      /* for a debugger: most tasks that do not run are in this function */
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

2:      .cfi_def_cfa_offset 0           /* defer the yield to the end of the critical section */
        .cfi_restore ra
        lui     t1, %hi(portYIELD_LATER)
        or      t0, t0, t1
        STORE   sw, t0, uxPortCriticalNesting, t1
        ret
        .cfi_endproc
        END_OF  vPortYield
#endif

/* Switch to a task that shares its bank. Interrupts are disabled. t1: mstatus from before they were disabled. */
xPortShareSwitch:
        SHARE_SWITCH t2, t1

/* Start the first task. The handlers get the bank of main(), and their stack is below the data of main(). */
        FUNCTION vPortStartFirstTask
        csrci   mstatus, MSTATUS_MIE
        andi    sp, sp, -16
        mv      s4, gp
        la      s6, pxPortHandlers
        li      s7, 1
        mv      s9, tp
#if portVECTORS
        la      s11, xPortHandlerDone
        KEEP_RETURN
        STORE   sw, s7, uxPortHandlersNesting, t1
#else
        HANDLER_FORGET
#endif
        STORE   sw, zero, xPortTrapFlags, t1
        LOAD    lw, t0, pxCurrentTCB
        STORE   sw, t0, pxCurrentTCB, t1 /* unchanged, but an observer of this variable finds the scheduler running */
        lw      t0, 0(t0)
        lw      t0, portTASK_BANK(t0)
        bltz    t0, xPortShareIn
        CONTEXT CI_CONTEXT_SWITCH, t0   /* no task has the handlers' bank, so this does not return */
        END_OF  vPortStartFirstTask

        SHARE_IN
        SHARE_EXIT load=1, label=xPortTrapExitShared
        SHARE

/* ---------------------------------------------------- Exceptions ---------------------------------------------- */

        .section .text.freertos_rare, "ax"
        .option push
        .option norelax                 /* so that an address is always two instructions, which change only tp */
        FUNCTION xPortException         /* in a handler, all registers except tp are in use */
        lui     tp, %hi(xPortExceptionBusy)
        lw      tp, %lo(xPortExceptionBusy)(tp)
        bnez    tp, 2f
        lui     tp, %hi(xPortExceptionRecord)
        addi    tp, tp, %lo(xPortExceptionRecord)
        .irp    n, 1,2,3,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        sw      x\n, 4*\n(tp)
        .endr
        mv      a0, tp
        LOAD_TP
        sw      tp, 4*4(a0)
        CONTEXT_STATE s1
        PREVIOUS_OF s1, s1
        li      t1, HANDLERS
        beq     s1, t1, 1f
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_READ t1, s1, \n
        sw      t1, 4*\n(a0)
        .endr
#if portVECTORS
        la      tp, __tls_base          /* with the nesting of tasks */
#endif
1:      EXCEPTION_REPORT
2:      la      sp, xPortExceptionStackTop
        LOAD_TP
        call    vPortExceptionAgain
        .option pop
        END_OF  xPortException

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

        FUNCTION vPortBankInit          /* (bank, function, argument, stack pointer) of a new task */
        BANK_INIT
        END_OF  vPortBankInit

#if !portVECTORS
        FUNCTION vPortLinesForget       /* to be called after a change of pxPortHandlers */
        LINES_FORGET
        END_OF  vPortLinesForget
#endif

        TRAP_INIT

#endif
