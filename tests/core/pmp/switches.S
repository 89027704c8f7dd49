/* SPDX-License-Identifier: Apache-2.0 */
/* Enters user mode and returns by each kind of trap, with mstatus.MPIE set and clear, while one interrupt comes at
 * any cycle. The handlers check mcause, mepc, mtval and mstatus. At the end, each instruction of user mode must have
 * been executed once, and the interrupt taken once. */
#include "program.inc"

#if TIMER
#define INTERRUPT_ENABLE MIP_MTIP
#define INTERRUPT_CAUSE CAUSE_TIMER_INTERRUPT
#else
#define INTERRUPT_ENABLE MIP_MEIP
#define INTERRUPT_CAUSE CAUSE_EXTERNAL_INTERRUPT
#endif
#define NO_CODE 0x3000                  /* user mode may not execute this */

/* Values that the trap handler expects, and the address at which it continues. */
#define EXPECTED_MEPC s4
#define EXPECTED_MPIE s5
#define EXPECTED_CAUSE s7
#define EXPECTED_MTVAL s8
#define RESUME_AT s6
/* Counters. */
#define EXECUTED a5
#define ROUNDS s9
#define INTERRUPTS s11

.set    rounds, 0

/* Run code in user mode that ends with a trap. cause, mtval, mepc: expected values of the trap; mepc is the address of
 * the instruction unless it is given. mtval -1: not checked. */
.macro  ROUND mpie, instruction, cause, mtval=-1, mepc=101f
        la      t0, user\@
        csrw    mepc, t0
        li      t0, MSTATUS_MPP | MSTATUS_MPIE
        csrc    mstatus, t0
        li      EXPECTED_MPIE, \mpie
        csrs    mstatus, EXPECTED_MPIE
        la      EXPECTED_MEPC, \mepc
        li      EXPECTED_CAUSE, \cause
        li      EXPECTED_MTVAL, \mtval
        la      RESUME_AT, back\@
        mret
        addi    INTERRUPTS, INTERRUPTS, 1000            /* never executed */
back\@: csrsi   mstatus, MSTATUS_MIE
        addi    ROUNDS, ROUNDS, 1
        csrci   mstatus, MSTATUS_MIE
        .set    rounds, rounds + 1

        .section .user, "ax"
        .balign 4
user\@: addi    EXECUTED, EXECUTED, 1
        sw      EXECUTED, 0(a2)
        mul     a6, EXECUTED, EXECUTED
        lw      a7, 0(a2)
        bne     a7, EXECUTED, 1f                        /* never taken */
        div     a6, a6, EXECUTED
        addi    EXECUTED, EXECUTED, 1
101:    \instruction
        addi    EXECUTED, EXECUTED, 1000                /* never executed */
1:      addi    EXECUTED, EXECUTED, 1000
        nop
        .text
.endm

.macro  TRAP_BY instruction, cause, mtval, mepc
        ROUND   MSTATUS_MPIE, "\instruction", \cause, \mtval, \mepc
        ROUND   0, "\instruction", \cause, \mtval, \mepc
.endm

#ifdef CORE_PMP
        WRITE_CSR pmpaddr0, NAPOT(USER, 4096)
        WRITE_CSR pmpaddr1, NAPOT(RAM, 64)
        WRITE_CSR pmpcfg0, CFG(0, EXECUTE) | CFG(1, READ_WRITE)
#endif
        WRITE_CSR mie, INTERRUPT_ENABLE
        WRITE_CSR CI_CSR_IRQ_MASK, 1
        li      a2, RAM
        li      a3, NO_CODE
        li      EXECUTED, 0
        li      ROUNDS, 0
        li      INTERRUPTS, 0
        BOARD_WRITE BOARD_ARM
        TRAP_BY "ecall", CAUSE_USER_ECALL
        TRAP_BY "csrr a4, mstatus", CAUSE_ILLEGAL_INSTRUCTION
        TRAP_BY "csrw pmpcfg0, a4", CAUSE_ILLEGAL_INSTRUCTION
        TRAP_BY "mret", CAUSE_ILLEGAL_INSTRUCTION
        TRAP_BY ".word 0x10200073", CAUSE_ILLEGAL_INSTRUCTION, mtval=0x10200073         /* sret */
        TRAP_BY "READY_HIGHEST a4", CAUSE_ILLEGAL_INSTRUCTION
        TRAP_BY "lw a4, 2(a2)", CAUSE_MISALIGNED_LOAD, mtval=RAM+2
#ifdef CORE_PMP
        TRAP_BY "lw a4, 64(a2)", CAUSE_LOAD_ACCESS, mtval=RAM+64
        TRAP_BY "sw a4, 64(a2)", CAUSE_STORE_ACCESS, mtval=RAM+64
        TRAP_BY "jr a3", CAUSE_FETCH_ACCESS, mtval=NO_CODE, mepc=NO_CODE
#endif
        csrsi   mstatus, MSTATUS_MIE
1:      beqz    INTERRUPTS, 1b
        csrci   mstatus, MSTATUS_MIE
        EXPECT(EXECUTED, 2 * rounds)
        EXPECT(ROUNDS, rounds)
        EXPECT(INTERRUPTS, 1)
        j       pass

        .balign 4
handler:
        csrr    t3, mcause
        csrr    t4, mepc
        csrr    t5, mstatus
        andi    t6, t5, MSTATUS_MIE
        FAIL_IF(bnez t6)
        li      t6, MSTATUS_MPP | MSTATUS_MPIE
        and     t5, t5, t6
        bltz    t3, interrupt
        FAIL_IF(bne t3, EXPECTED_CAUSE)
        FAIL_IF(bne t4, EXPECTED_MEPC)
        FAIL_IF(bne t5, EXPECTED_MPIE)                  /* MPP is user mode, and MPIE as expected */
        addi    t6, EXPECTED_MTVAL, 1
        beqz    t6, 1f
        csrr    t6, mtval
        FAIL_IF(bne t6, EXPECTED_MTVAL)
1:      jr      RESUME_AT
interrupt:
        EXPECT_BY(t6, t3, INTERRUPT_CAUSE)
        li      t6, NO_CODE
        beq     t4, t6, from_user_mode
        li      t6, USER
        bgeu    t4, t6, from_user_mode
        EXPECT_BY(t6, t5, MSTATUS_MPP | MSTATUS_MPIE)   /* from machine mode */
        j       1f
from_user_mode:
        FAIL_IF(bne t5, EXPECTED_MPIE)
1:      LOWER_LINES t6, t5
        addi    INTERRUPTS, INTERRUPTS, 1
        mret
