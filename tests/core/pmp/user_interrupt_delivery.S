/* SPDX-License-Identifier: Apache-2.0 */
/* Check when the core takes an interrupt of user mode, and when it does not. The handler counts the interrupt, records
 * GUEST_PC, and leaves user mode with an ecall. The mark is the largest number of instructions that execute between
 * the instruction that enables an interrupt and the handler. */
#include "program.inc"

#define COUNT s8                        /* number of interrupts; plus 100 if GUEST_OFF was 0 in the handler    */
#define CAME_AT s9                      /* GUEST_PC in the handler                                             */
#define HANDLED_BY s10                  /* program whose handler ran                                           */
#define BEGUN_AT s0                     /* address of the first instruction in user mode                       */
#define STEPS a5                        /* number of instructions executed after the first one                 */
#define MOST_STEPS s6                   /* largest STEPS when an interrupt was taken; the mark                 */

.macro  RAISE
        li      t0, GUEST_ACCELERATOR
        csrs    GUEST_PENDING, t0
.endm
/* Execute the given instruction, if any, in user mode, and then six increments of STEPS. */
.macro  USER_STEPS instruction:vararg
        li      COUNT, 0
        li      STEPS, 0
        la      BEGUN_AT, 100f
        ENTER_USER_MODE
        \instruction
        .rept   6
        addi    STEPS, STEPS, 1
        .endr
        LEAVE_USER_MODE
.endm
#define EXPECT_NONE EXPECT(s2, CAUSE_USER_ECALL); EXPECT(COUNT, 0); EXPECT(STEPS, 6)
#define EXPECT_ONE EXPECT(s2, CAUSE_USER_ECALL); EXPECT(COUNT, 1)
/* At most two instructions execute between the first one and the handler. GUEST_PC matches their number, so no
 * instruction is repeated or skipped. */
#define EXPECT_SOON \
        EXPECT_ONE; \
        sub t1, CAME_AT, BEGUN_AT; srai t1, t1, 2; addi t1, t1, -1; \
        FAIL_IF(bne t1, STEPS); \
        li t0, 2; FAIL_IF(bgtu t1, t0); \
        bleu t1, MOST_STEPS, 1f; mv MOST_STEPS, t1; 1:

/* A reset selects program 0. In each program, it disables all lines and clears the raised bits and GUEST_OFF. */
        li      t0, RAM + 64
        lw      t1, 0(t0)
        li      t2, 0x600DC0DE          /* marks that the reset is done */
        beq     t1, t2, after_reset
        sw      t2, 0(t0)
        BOARD_WRITE BOARD_ARM
        .set    program, 0
        .rept   CORE_USER_INTERRUPTS
        csrwi   CI_CSR_USER_PROGRAM, program
        WRITE_CSR CI_CSR_USER_LINES, -1
        WRITE_CSR GUEST_OPEN, -1
        WRITE_CSR GUEST_PENDING, -1
        csrwi   GUEST_OFF, 1
        .set    program, program + 1
        .endr
        BOARD_WRITE BOARD_RESET
1:      j       1b
after_reset:
        csrr    t1, CI_CSR_USER_PROGRAM
        FAIL_IF(bnez t1)
        .set    program, 0
        .rept   CORE_USER_INTERRUPTS
        csrwi   CI_CSR_USER_PROGRAM, program
        csrr    t1, GUEST_OFF
        FAIL_IF(bnez t1)
        csrr    t1, GUEST_PENDING
        FAIL_IF(bnez t1)
        WRITE_CSR CI_CSR_USER_LINES, -1       /* the next programs must not see these lines */
        .set    program, program + 1
        .endr
        LOWER_LINES

#ifdef CORE_PMP
        WRITE_CSR pmpaddr0, NAPOT(USER, 0x2000)
        WRITE_CSR pmpaddr1, NAPOT(BOARD, 32)
        WRITE_CSR pmpcfg0, CFG(0, EXECUTE) | CFG(1, READ_WRITE)
#endif
/* Raised bits of each program. */
        li      MOST_STEPS, 0
        .set    program, 0
        .rept   CORE_USER_INTERRUPTS
        csrwi   CI_CSR_USER_PROGRAM, program
        la      t0, handlers + 8 * program
        csrw    GUEST_HANDLER, t0
        csrw    CI_CSR_USER_LINES, zero
        WRITE_CSR GUEST_OPEN, -1
        .rept   2                               /* with cold caches, and with warm ones */
        csrwi   GUEST_OFF, 1
        RAISE
        USER_STEPS csrwi GUEST_OFF, 0           /* a pending interrupt comes when interrupts are enabled */
        EXPECT_SOON
        EXPECT(HANDLED_BY, program)
        .endr
        csrw    GUEST_PENDING, zero
        csrwi   GUEST_OFF, 1
        USER_STEPS csrwi GUEST_OFF, 0           /* no interrupt is pending */
        EXPECT_NONE
        csrwi   GUEST_OFF, 0
        li      a4, GUEST_TIMER
        USER_STEPS csrs GUEST_PENDING, a4       /* an interrupt is taken when its bit is raised */
        EXPECT_SOON
        csrw    GUEST_PENDING, zero
        csrwi   GUEST_OFF, 0
        RAISE
        USER_STEPS                              /* a pending interrupt is taken with the mret */
        EXPECT_ONE
        EXPECT(STEPS, 0)
        csrwi   GUEST_OFF, 1
        USER_STEPS                              /* an interrupt is pending, but interrupts are off */
        EXPECT_NONE
        csrw    GUEST_PENDING, zero
        csrwi   GUEST_OFF, 0
        USER_STEPS                              /* interrupts are pending only for earlier programs */
        EXPECT_NONE
        csrwi   GUEST_OFF, 1
        RAISE
        .set    program, program + 1
        .endr
        csrw    GUEST_PENDING, zero

        li      a4, GUEST_ACCELERATOR           /* csrs and csrc leave the other bits unchanged */
        li      a5, GUEST_TIMER
        ENTER_USER_MODE
        csrs    GUEST_PENDING, a4
        csrs    GUEST_PENDING, a5
        csrrc   a6, GUEST_PENDING, a4
        csrrw   a7, GUEST_PENDING, a4           /* csrw sets and clears bits */
        csrr    a5, GUEST_PENDING
        LEAVE_USER_MODE
        EXPECT(s2, CAUSE_USER_ECALL)
        EXPECT(a6, GUEST_TIMER | GUEST_ACCELERATOR)
        EXPECT(a7, GUEST_TIMER)
        EXPECT(a5, GUEST_ACCELERATOR)
        csrw    GUEST_PENDING, zero

/* Line 0. */
        RAISE_LINES
        csrwi   GUEST_OFF, 0
        li      a4, -1
        USER_STEPS csrw GUEST_OPEN, a4          /* the program does not have the line */
        EXPECT_NONE
        csrr    t1, GUEST_OPEN
        FAIL_IF(bnez t1)
        csrwi   CI_CSR_USER_LINES, 1
        USER_STEPS csrr a6, GUEST_PENDING       /* the program has the line, but the line is closed */
        EXPECT_NONE
        FAIL_IF(bnez a6)
        csrr    t1, GUEST_OPEN
        FAIL_IF(bnez t1)
        USER_STEPS csrw GUEST_OPEN, a4          /* the interrupt is taken when the program opens the line */
        EXPECT_SOON
        csrwi   GUEST_OFF, 0
        csrwi   CI_CSR_USER_LINES, 1
        USER_STEPS                              /* the write of CI_CSR_USER_LINES closed the line */
        EXPECT_NONE

/* A pending interrupt ends a wfi. */
        csrwi   GUEST_OFF, 1
        RAISE
        USER_STEPS wfi                          /* the wfi ends even if interrupts are off */
        EXPECT_NONE
        csrw    GUEST_PENDING, zero
        LOWER_LINES
        csrwi   GUEST_OPEN, 1
        csrwi   GUEST_OFF, 0
        BOARD_WRITE BOARD_ARM
        USER_STEPS wfi
        EXPECT_ONE
        csrw    CI_CSR_USER_LINES, zero

/* Interrupts of both modes are pending: line 0 for machine mode, and a raised bit for user mode. */
        csrwi   GUEST_OFF, 0
        RAISE
        csrwi   CI_CSR_IRQ_MASK, 1
        li      COUNT, 0
        la      s1, unexpected
        csrsi   mstatus, MSTATUS_MIE    /* an interrupt of user mode does not come in machine mode */
        .rept   8
        nop
        .endr
        csrci   mstatus, MSTATUS_MIE
        WRITE_CSR mie, MIP_MEIP
        CALL_USER first                 /* the interrupt of machine mode is taken first, */
        csrw    mie, zero
        EXPECT(s2, CAUSE_EXTERNAL_INTERRUPT)
        EXPECT(COUNT, 0)
        EXPECT_ADDRESS(s3, last_handler)        /* at the handler of user mode, which the mret entered */
        CALL_USER last_handler
        EXPECT_ADDRESS(CAME_AT, first)
        csrw    GUEST_PENDING, zero

/* A uret in machine mode does nothing. */
        la      s1, unexpected
        la      t0, 1f
        csrw    GUEST_PC, t0
        csrwi   GUEST_OFF, 1
        li      t1, 0
        URET
        addi    t1, t1, 1
1:      addi    t1, t1, 2
        EXPECT(t1, 3)
        csrr    t1, GUEST_OFF
        FAIL_IF(beqz t1)
        csrr    t1, mstatus             /* would trap if the uret had entered user mode */

/* Line 0 is enabled for machine mode and for the program. Machine mode takes the interrupt. */
        csrwi   CI_CSR_USER_LINES, 1
        csrwi   GUEST_OPEN, 1
        csrwi   GUEST_OFF, 0
        csrwi   CI_CSR_IRQ_MASK, 1
        LOWER_LINES
        WRITE_CSR mie, MIP_MEIP
        CALL_USER raises_line
        csrw    mie, zero
        EXPECT(s2, CAUSE_EXTERNAL_INTERRUPT)
        la      t0, raises_line
        FAIL_IF(bltu s3, t0)
        addi    t0, t0, 8
        FAIL_IF(bgtu s3, t0)
        li      t0, MSTATUS_MPP         /* an mret to machine mode takes no interrupt of user mode */
        csrs    mstatus, t0
        la      t0, 1f
        csrw    mepc, t0
        mret
        FAIL
1:      csrr    t1, GUEST_OFF
        FAIL_IF(bnez t1)
        LOWER_LINES
        BOARD_WRITE BOARD_MARK, MOST_STEPS
        j       pass
unexpected:
        FAIL
        RETURN_TO_S1

        .section .user, "ax"
first:  nop
        ecall
raises_line:
        li      t0, BOARD
        sw      zero, BOARD_ARM(t0)
1:      j       1b

        .set    program, 0
        .balign 8
handlers:                               /* each has 8 bytes */
        .rept   CORE_USER_INTERRUPTS
        li      HANDLED_BY, program
        j       handle
        .set    program, program + 1
        .endr
        .set    last_handler, handlers + 8 * (CORE_USER_INTERRUPTS - 1)
handle: addi    COUNT, COUNT, 1
        csrr    CAME_AT, GUEST_PC
        csrr    t1, GUEST_OFF
        li      t0, 1
        beq     t1, t0, 1f
        addi    COUNT, COUNT, 100
1:      ecall
