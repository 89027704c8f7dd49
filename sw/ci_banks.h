/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traps and task switches on a core with register banks (docs/register-banks.md), as macros for the assembly file of a
 * kernel's port.
 *
 * A task has its own bank or the shared bank, and the handlers have the last bank. A trap from a task switches to the
 * handlers' bank and saves nothing: the registers there are as the previous handler left them, and the task's registers
 * stay in the task's bank. A trap in a handler, or before the first task while main() runs in the handlers' bank, saves
 * the registers that a C function may change. sp is the top of the interrupt stack. Outside C functions, these
 * callee-saved registers of the handlers' bank have fixed meanings:
 *
 *   s0   address at which the interrupted task continues      s6   address of CI_HANDLERS_TABLE
 *   s1   result of context.state, with the task's bank        s7   1, which CI_HANDLE stores
 *   s4   copy of gp, because the trap entry changes gp        s10  pending lines of the previous interrupt
 *   s9   copy of tp, because the trap entry changes tp        s11  handler of the previous interrupt
 *
 * A port can use s2, s3, s5 and s8.
 *
 * The port defines before the include:
 *   CI_PORT(name)           name of a label or function of the port
 *   CI_BANKS, CI_BANK_SHARED   number of banks; the bank of all tasks that have no own bank
 *   CI_FRAME_BYTES          bytes of the frame of a task in the shared bank: the slot and 31 registers
 *   CI_SHARED_BY            variable: the port's record of the task whose registers are in the shared bank, or 0. Word
 *                           1 of a record is the address of the task's frame
 *   CI_HANDLERS_TABLE       handlers of the 32 lines in the order of CI_DE_BRUIJN, then of the core's own interrupts by
 *                           their cause
 *   CI_IRQ_PENDING          number of the CSR with the pending lines
 *   CI_DE_BRUIJN            de Bruijn factor: bits 31 to 27 of its product with a line's bit are the line's place in
 *                           CI_HANDLERS_TABLE
 *   CI_EXCEPTION            label of the code for exceptions, which may change only tp before it saves the registers
 *   CI_TASK_RETURNED        C function to which the function of a task returns
 *   CI_BANKS_REFUSED        C function that reports a core without CI_BANKS banks, and does not return
 *   CI_NESTED_PC, CI_NESTED_REGISTERS   offsets of the PC and of the registers in the frame of an interrupted handler
 *   CI_TRAP_TICK            optional label, reached if only the lines in s2 are pending. In a handler s2 is arbitrary,
 *                           so the code there must check the sign of tp
 *   CI_TRAP_TICK_AND_LINE   optional label, reached if s2 is the bit of the lowest pending line in t0
 *   CI_VECTORS              optional: the core has vectored interrupts, which call a line's handler directly. Then:
 *                           ra is the address of CI_PORT(HandlerDone) whenever a task runs, because the handler returns
 *                           there; s11 is this address; s0, s1, s4, s6 and s10 have no fixed meaning; tp is
 *                           __tls_handlers, so handlers have their own thread-local variables
 *
 * The port also defines the macros CI_HANDLE, CI_HANDLE_NESTED, CI_NEST, CI_UNNEST, CI_LOAD_SHARERS, CI_SET_FORGET and
 * CI_KEEP_INFO. The comments below describe them.
 */
#ifndef CI_BANKS_H
#define CI_BANKS_H

#include <ci_asm.h>
#include <ci_opcodes.h>

#define HANDLERS        (CI_BANKS - 1)
#define NO_LINES        -1              /* value of s10 while s11 is LineFirst, which finds the handler */
#define NESTED_FRAME_BYTES 80           /* bytes of the frame of an interrupted handler */

.macro CONTEXT  op, bank, before=zero
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, \op, zero, \bank, \before
.endm
.macro CONTEXT_STATE rd
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_STATE, \rd, zero, zero
.endm
.macro PREVIOUS_OF bank, state          /* the bank that the trap interrupted */
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

#ifdef CI_VECTORS
#define HANDLERS_TLS    __tls_handlers
#else
#define HANDLERS_TLS    __tls_base
#endif

.macro LOAD_TP  reg=tp                  /* the handlers' tp */
        .option push
        .option norelax
        lui     \reg, %hi(HANDLERS_TLS)
        addi    \reg, \reg, %lo(HANDLERS_TLS)
        .option pop
.endm

/* With vectors: a call has changed ra. */
.macro KEEP_RETURN
#ifdef CI_VECTORS
        mv      ra, s11
#endif
.endm

#ifndef CI_VECTORS
/* Forget the handler in s11, so the next interrupt searches for its handler, even if all 32 lines are pending. */
.macro HANDLER_FORGET
        li      s10, NO_LINES
        la      s11, CI_PORT(LineFirst)
.endm
#endif

.macro EACH_CALLER_SAVED op             /* sw or lw of the registers that a C function may change */
        \op     ra, CI_NESTED_REGISTERS(sp)
        .irp    n, 0,1,2,3,4,5,6
        \op     t\n, CI_NESTED_REGISTERS + 4 + 4 * \n(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        \op     a\n, CI_NESTED_REGISTERS + 32 + 4 * \n(sp)
        .endr
.endm

/* ---------------------------------------------------- Interrupts ---------------------------------------------- */

/* Remember the interrupted task, and restore tp. */
.macro KEEP_TASK
#ifndef CI_VECTORS                      /* else the core has saved the PC, and the vector's code has not changed tp */
        csrr    s0, mepc
        mv      s1, tp
        mv      tp, s9
#endif
.endm

/* Load the handler of the lowest pending line into a1. If no line is pending, load the handler of the core's own
 * interrupt. */
.macro LOAD_HANDLER
        csrr    t0, CI_IRQ_PENDING
        neg     t1, t0
        and     t1, t0, t1
        li      t2, CI_DE_BRUIJN
        mul     t1, t1, t2
        srli    t1, t1, 27
        bnez    t0, 1f
        csrr    t1, mcause
        andi    t1, t1, 15
        addi    t1, t1, 32
1:      slli    t1, t1, 2
        la      t0, CI_HANDLERS_TABLE
        add     t0, t0, t1
        lw      a1, 0(t0)
.endm

/*
 * Entry of every trap. The port must define the label CI_PORT(HandlerDone) directly after this macro.
 *
 * CI_HANDLE: store s7 as the nesting count, and call the handler whose address is in s11, or with vectors in a1.
 */
#ifdef CI_VECTORS
.macro TRAP_ENTRY                       /* for interrupts that the table of vectors does not serve */
        .balign 32                      /* a cache line; mtvec requires 4 */
        .option push
        .option norelax
        FUNCTION CI_PORT(TrapEntry)
        CONTEXT_STATE tp
        bgez    tp, CI_PORT(Inner)      /* an exception, or an interrupt of a handler */
        .option pop
        mv      tp, s9
        LOAD_HANDLER
        CI_HANDLE
.endm

.macro TRAP_LINES
.endm

.macro LINE_FIRST
.endm
#else
.macro TRAP_ENTRY
        .balign 32                      /* a cache line; mtvec requires 4 */
        .option push
        .option norelax
        FUNCTION CI_PORT(TrapEntry)
        csrr    gp, CI_IRQ_PENDING
        CONTEXT_STATE tp                /* after csrr, because a CSR instruction waits for earlier instructions */
#ifdef CI_TRAP_TICK
        beq     gp, s2, CI_TRAP_TICK         /* also in a handler: CI_TRAP_TICK checks tp */
#endif
        bgez    tp, CI_PORT(Inner)      /* an exception, or an interrupt of a handler */
        .option pop
        bne     gp, s10, CI_PORT(Line)
        mv      gp, s4
        KEEP_TASK
        CI_HANDLE
.endm

/* The pending lines differ from those of the previous interrupt: find the handler of the lowest line. */
.macro TRAP_LINES
CI_PORT(Line):
        mv      t0, gp
        mv      gp, s4
        KEEP_TASK
        beqz    t0, CI_PORT(Internal)
#ifdef CI_TRAP_TICK_AND_LINE
CI_PORT(LineNext):                      /* t0: the pending lines */
#endif
        neg     t1, t0
        and     t1, t0, t1
#ifdef CI_TRAP_TICK_AND_LINE
        beq     t1, s2, CI_TRAP_TICK_AND_LINE
#endif
        li      t2, CI_DE_BRUIJN
        mv      s10, t0
        mul     t1, t1, t2
        srli    t1, t1, 27
        slli    t1, t1, 2
        add     t1, t1, s6
        lw      s11, 0(t1)
        CI_HANDLE
        j       CI_PORT(HandlerDone)

CI_PORT(Internal):                      /* no pending line: one of the core's own interrupts */
        csrr    t1, mcause
        andi    t1, t1, 15
        addi    t1, t1, 32
        slli    t1, t1, 2
        add     t1, t1, s6
        lw      s11, 0(t1)
        CI_HANDLE
        HANDLER_FORGET                  /* s11 is not the handler of a line */
        j       CI_PORT(HandlerDone)
.endm

/* After HANDLER_FORGET, this function is in s11. It runs only if all 32 lines are pending, and calls the handler of the
 * lowest line. */
.macro LINE_FIRST
CI_PORT(LineFirst):
        lw      t0, 0(s6)
        jr      t0
.endm

#endif

/*
 * An exception, or an interrupt of a handler or of main() before the first task.
 *
 * CI_NEST: count this handler, and set a flag, so the end of the interrupted trap restores mepc and the previous bank.
 *     May change t0 to t2.
 * CI_HANDLE_NESTED: call the handler whose address is in a1.
 * CI_UNNEST: undo the count, and write the PC at CI_NESTED_PC(sp) to mepc. If the handler may have changed the previous
 *     bank, make the handlers' bank the previous one.
 */
.macro TRAP_INNER
CI_PORT(Inner):
        LOAD_GP
        csrr    tp, mcause
        bgez    tp, CI_EXCEPTION
        addi    sp, sp, -NESTED_FRAME_BYTES
        EACH_CALLER_SAVED sw
        csrr    t0, mepc
        sw      t0, CI_NESTED_PC(sp)
        LOAD_TP
        CI_NEST
        LOAD_HANDLER
        CI_HANDLE_NESTED
        csrci   mstatus, MSTATUS_MIE
        CI_UNNEST
        li      t0, MSTATUS_TO_TASK
        csrs    mstatus, t0
        EACH_CALLER_SAVED lw
        addi    sp, sp, NESTED_FRAME_BYTES
        mret
.endm

/* ------------------------------------------------ Tasks that share a bank ------------------------------------- */

/*
 * The shared bank holds the registers of one of its tasks. Each other task has a frame below its stack pointer: word 0
 * is the slot (PC and interrupt enable), word n is register n. CONTEXT_WRITE does not reach the running bank, so code
 * in the handlers' bank changes the shared bank.
 */

/* Switch from the running task to a task that shares its bank. Interrupts must be disabled. before: register with the
 * value of mstatus at the start of the critical section. */
.macro SHARE_SWITCH temp, before=zero
        li      t0, HANDLERS
        la      \temp, CI_PORT(ShareIn)
        CONTEXT_SET t0, \temp
        CONTEXT CI_CONTEXT_SWITCH, t0, \before
        ret
.endm

/* Start or resume the task to run, which shares its bank. This code runs in the handlers' bank. */
.macro SHARE_IN
CI_PORT(ShareIn):
        call    CI_PORT(Share)
        KEEP_RETURN
        CONTEXT CI_CONTEXT_SWITCH, t6
.endm

/* As SHARE_IN, but at a trap end. load: 1 sets t6 to CI_BANK_SHARED. label: optional, of the last instruction. */
.macro SHARE_EXIT load=0, label
CI_PORT(ShareExit):
        CONTEXT_STATE t1
.if \load
        li      t6, CI_BANK_SHARED
.endif
        PREVIOUS_OF t1, t1
        bne     t1, t6, 1f
        csrr    t2, mepc                /* the interrupted task has the shared bank: set its slot */
        ori     t2, t2, CI_SLOT_ENABLE
        CONTEXT_SET t6, t2
        li      t2, HANDLERS
        CONTEXT CI_CONTEXT_RETURN_TO, t2
1:      call    CI_PORT(Share)
        KEEP_RETURN
.ifnb \label
\label:
.endif
        CONTEXT CI_CONTEXT_EXIT, t6
.endm

/*
 * Replace the task in the shared bank by the task to run. On return, t6 is CI_BANK_SHARED.
 *
 * CI_LOAD_SHARERS: load the task to run into a0, and CI_SHARED_BY into a2.
 */
.macro SHARE
        FUNCTION CI_PORT(Share)
        CI_LOAD_SHARERS
        li      t6, CI_BANK_SHARED
        beq     a0, a2, 2f
        STORE   sw, a0, CI_SHARED_BY, t1
        beqz    a2, 1f
        CONTEXT_READ a4, t6, 2
        addi    a4, a4, -CI_FRAME_BYTES
        sw      a4, 4(a2)
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_READ a5, t6, \n
        sw      a5, 4*\n(a4)
        .endr
        CONTEXT_GET a5, t6
        sw      a5, 0(a4)
1:      lw      a4, 4(a0)
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lw      a5, 4*\n(a4)
        CONTEXT_WRITE t6, \n, a5
        .endr
        lw      a5, 0(a4)
        CONTEXT_SET t6, a5
2:      ret
        END_OF  CI_PORT(Share)
.endm

/* ------------------------------------------------------ Set-up ------------------------------------------------ */

/* Body of a function: prepare the bank a0 of a new task, with its function in a1, argument in a2 and sp in a3. */
.macro BANK_INIT
        .irp    n, 5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_WRITE a0, \n, zero
        .endr
        la      t0, CI_TASK_RETURNED
        CONTEXT_WRITE a0, 1, t0
        CONTEXT_WRITE a0, 2, a3
        CONTEXT_WRITE a0, 3, gp
#ifdef CI_VECTORS
        la      t0, __tls_base
        CONTEXT_WRITE a0, 4, t0
#else
        CONTEXT_WRITE a0, 4, tp
#endif
        CONTEXT_WRITE a0, 10, a2
        ori     a1, a1, CI_SLOT_ENABLE
        CONTEXT_SET a0, a1
        ret
.endm

/*
 * Body of a function: the table of handlers has changed, so the trap entry must forget the handler of the previous
 * interrupt. Interrupts must be disabled.
 *
 * CI_SET_FORGET: set the flag that makes the end of a trap execute HANDLER_FORGET. A handler needs the flag, because
 *     CONTEXT_WRITE does not reach the running bank.
 */
#ifndef CI_VECTORS
.macro LINES_FORGET
        li      t0, HANDLERS
        la      t1, CI_PORT(LineFirst)
        CONTEXT_WRITE t0, 27, t1
        li      t1, NO_LINES
        CONTEXT_WRITE t0, 26, t1
        CI_SET_FORGET
        ret
.endm
#endif

/*
 * Check that the core has CI_BANKS banks and, if needed, vectors and switches of the core. Then enable traps, and
 * continue in the handlers' bank.
 *
 * CI_KEEP_INFO: store the core's information word, a0, if the port needs it. May change t0.
 */
.macro TRAP_INIT
        FUNCTION CI_PORT(TrapInit)
        csrrci  t3, mstatus, MSTATUS_MIE /* until the end: an interrupt would enter NoBanks, which ends the run */
        la      t0, CI_PORT(NoBanks)
        csrw    mtvec, t0
        li      a0, 0
        li      a1, 0
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_INFO, a0, zero, zero
        slli    t0, a0, 31 - CI_INFO_MORE_LOW
        bgez    t0, CI_PORT(NoBanks)
        .insn r CI_OPCODE, CI_UNIT_INFO, CI_INFO_SECOND, a1, zero, zero
        srli    t0, a1, CI_INFO2_BANKS_LOW
        andi    t0, t0, (1 << CI_INFO2_BANKS_BITS) - 1
        addi    t0, t0, -CI_BANKS
        bnez    t0, CI_PORT(NoBanks)
#ifdef CI_VECTORS
        slli    t0, a1, 31 - CI_INFO2_VECTORS_LOW
        bgez    t0, CI_PORT(NoBanks)
#endif
#ifdef CI_SELF_SWITCH
        slli    t0, a1, 31 - CI_INFO2_SELF_SWITCH_LOW
        bgez    t0, CI_PORT(NoBanks)
#endif
        CI_KEEP_INFO
        la      t0, CI_PORT(TrapEntry)
        csrw    mtvec, t0
        CONTEXT_STATE t0
        andi    t0, t0, (1 << CI_CONTEXT_STATE_RUNNING_BITS) - 1
        li      t1, HANDLERS
        beq     t0, t1, 1f
        .irp    n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        CONTEXT_WRITE t1, \n, x\n
        .endr
        la      t0, 1f                  /* value of the slot: bit 0 is 0, so interrupts are disabled */
        CONTEXT_SET t1, t0
        CONTEXT CI_CONTEXT_SWITCH, t1
1:
#ifdef CI_VECTORS
        LOAD_TP t2
        beq     tp, t2, 3f              /* this is not the first call since the start */
        mv      tp, t2
        la      t0, __tls_base          /* copy .tdata; .tbss is 0 in both places */
        la      t1, __tls_data_end
2:      beq     t0, t1, 3f
        lw      a2, 0(t0)
        sw      a2, 0(t2)
        addi    t0, t0, 4
        addi    t2, t2, 4
        j       2b
3:
#endif
        li      t0, MIE_MEIE
        csrs    mie, t0
        andi    t3, t3, MSTATUS_MIE
        csrs    mstatus, t3
        ret

        .balign 4
CI_PORT(NoBanks):
        call    CI_BANKS_REFUSED
        END_OF  CI_PORT(TrapInit)
.endm

#endif
