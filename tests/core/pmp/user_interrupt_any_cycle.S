/* SPDX-License-Identifier: Apache-2.0 */
/* An interrupt for user mode comes at any cycle. With SPREAD, a timer interrupt for machine mode also comes. User mode
 * adds up the results of pieces of code, so a skipped or repeated piece changes the sum. User mode's handler checks the
 * PC that was interrupted, and sets a pending bit that interrupts the handler. Machine mode checks each trap. */
#include "program.inc"
#include "banks.h"

#define NO_CODE 0x3000                  /* user mode may not execute this */

/* Registers of user mode. Machine mode uses ra, sp, gp and tp. */
#define SUM a5
#define RESULT a6                       /* of a piece of code */
#define SOFTWARE_COUNT s8               /* interrupts by GUEST_SOFTWARE */
#define NESTED s9                       /* 1: the handler has been interrupted */
#define CAME_AT s10                     /* GUEST_PC when the line's interrupt came */
#define LINE_COUNT s11                  /* interrupts of the line */

/* Words in RAM, relative to a2. User mode tells machine mode which trap comes next. */
#define COUNTER 0
#define SCRATCH 4
#define EXPECTED_CAUSE 16
#define EXPECTED_MEPC 20
#define RESUME_AT 24                    /* where machine mode continues; if bit 0 is set, it stays in machine mode */
#define EXPECTED_MPIE 28
#define TRAPS 32                        /* number of traps */
#define TIMER_COUNT 36                  /* interrupts of the timer */

#define USER_FAIL li a0, __LINE__; j user_exit
#define USER_FAIL_IF(...) li a0, __LINE__; __VA_ARGS__, user_exit

/* The expected sum and counts, computed by the assembler. */
.set    sum, 0
.set    counter, 0
.set    traps, 0
.set    raises, 0

/* Add the result of a piece to SUM, and its known value to the assembler's sum. */
.macro  RESULT_IS value
        slli    t0, SUM, 5
        add     SUM, SUM, t0
        add     SUM, SUM, RESULT
        .set    sum, (sum * 33 + \value) & 0xFFFFFFFF
.endm

.macro  COUNT
        lw      RESULT, COUNTER(a2)
        addi    RESULT, RESULT, 1
        sw      RESULT, COUNTER(a2)
        .set    counter, counter + 1
.endm

.macro  AWAIT_SOFTWARE_INTERRUPT
        .set    raises, raises + 1
        li      t1, raises
1:      bne     SOFTWARE_COUNT, t1, 1b
        mv      RESULT, SOFTWARE_COUNT
        RESULT_IS raises
.endm

/* Tell machine mode which trap comes next, and where it continues. */
.macro  ANNOUNCE cause, mepc, resume_at
        li      t1, \cause
        sw      t1, EXPECTED_CAUSE(a2)
        la      t1, \mepc
        sw      t1, EXPECTED_MEPC(a2)
        la      t1, \resume_at
        sw      t1, RESUME_AT(a2)
.endm

/* TRAP_AT: an instruction whose trap sets mepc to `mepc`. TRAP: an instruction that traps at its own address. */
.macro  TRAP_AT mepc, cause, instruction:vararg
        ANNOUNCE \cause, \mepc, 103f
102:    \instruction
        li      SUM, 0                                  /* never executed */
103:    lw      RESULT, TRAPS(a2)
        .set    traps, traps + 1
        RESULT_IS traps
.endm
.macro  TRAP cause, instruction:vararg
        TRAP_AT 102f, \cause, \instruction
.endm

/* The code after ENTER, up to LEAVE, runs in user mode. */
.macro  ENTER mpie
        la      t0, 100f
        csrw    mepc, t0
        li      t0, MSTATUS_MPP | MSTATUS_MPIE
        csrc    mstatus, t0
        li      t0, \mpie
        csrs    mstatus, t0
        sw      t0, EXPECTED_MPIE(a2)
        mret
        .section .user, "ax"
100:
.endm
.macro  LEAVE
        ANNOUNCE CAUSE_USER_ECALL, 102f, 101f+1
102:    ecall
        USER_FAIL
        .text
101:    csrsi   mstatus, MSTATUS_MIE
        nop
        csrci   mstatus, MSTATUS_MIE
        lw      RESULT, TRAPS(a2)
        .set    traps, traps + 1
        RESULT_IS traps
.endm

/* No interrupt of user mode may come in a critical section. Its handler finds these sections by their labels. */
.macro  PIECES round
        li      RESULT, 0x123                           /* stores and loads */
        sw      RESULT, SCRATCH(a2)
        lw      a7, SCRATCH(a2)
        add     RESULT, RESULT, a7
        sb      RESULT, SCRATCH+4(a2)
        lbu     a7, SCRATCH+4(a2)
        add     RESULT, RESULT, a7
        RESULT_IS 0x246+0x46
        COUNT
        RESULT_IS counter

        li      t1, 1234                                /* multiplication and division */
        mul     RESULT, t1, t1
        divu    RESULT, RESULT, t1
        li      t1, 100
        rem     t1, RESULT, t1
        mul     RESULT, RESULT, t1
        RESULT_IS 1234*34

        li      RESULT, 0                               /* branches and jumps */
        li      t1, 3
1:      addi    RESULT, RESULT, 7
        addi    t1, t1, -1
        bnez    t1, 1b
        bne     t1, zero, 1b
        jal     t2, 2f
        li      RESULT, 0
2:      la      t1, 3f
        jr      t1
        li      RESULT, 0
3:      addi    RESULT, RESULT, 1
        RESULT_IS 22

        csrrsi  t1, GUEST_OFF, 1
critical_1_\round:
        COUNT
        csrw    GUEST_OFF, t1
critical_1_\round\()_end:
        RESULT_IS counter
        TRAP    CAUSE_USER_ECALL, ecall

        csrwi   GUEST_OFF, 1
critical_2_\round:
        li      t1, GUEST_SOFTWARE
        csrs    GUEST_PENDING, t1
        COUNT
        wfi
        csrrci  zero, GUEST_OFF, 1
critical_2_\round\()_end:
        RESULT_IS counter
        AWAIT_SOFTWARE_INTERRUPT

        TRAP    CAUSE_ILLEGAL_INSTRUCTION, csrr a6, mstatus
        TRAP    CAUSE_ILLEGAL_INSTRUCTION, csrw CI_CSR_USER_PROGRAM, zero
        TRAP    CAUSE_ILLEGAL_INSTRUCTION, csrr a6, CI_CSR_USER_LINES
        TRAP    CAUSE_ILLEGAL_INSTRUCTION, mret
        TRAP    CAUSE_ILLEGAL_INSTRUCTION, READY_HIGHEST a4
        TRAP    CAUSE_MISALIGNED_LOAD, lw a6, 2(a2)
#ifdef CORE_PMP
        TRAP    CAUSE_LOAD_ACCESS, lw a6, 64(a2)
        TRAP    CAUSE_STORE_ACCESS, sw a6, 64(a2)
        TRAP_AT NO_CODE, CAUSE_FETCH_ACCESS, jr a3
#endif

        csrrsi  RESULT, GUEST_OFF, 1
critical_3_\round:
        la      t1, critical_3_\round\()_end
        csrw    GUEST_PC, t1
        URET
        li      SUM, 0                                  /* never executed */
critical_3_\round\()_end:
        RESULT_IS 0

        li      t1, GUEST_SOFTWARE
        csrrs   RESULT, GUEST_PENDING, t1
        AWAIT_SOFTWARE_INTERRUPT
#ifdef CORE_COMPRESSED
        li      RESULT, 1
        .option rvc
        c.addi  RESULT, 2
        .option norvc
        sw      RESULT, SCRATCH(a2)
        bne     RESULT, RESULT, 1f                      /* never taken */
        lw      RESULT, SCRATCH(a2)
        mul     RESULT, RESULT, RESULT
        .option rvc
        c.nop
1:      c.addi  RESULT, 1
        c.addi  RESULT, 1
        .option norvc
        RESULT_IS 11
#endif
.endm

/* Start of the program. */
#ifdef CORE_CONTEXTS
        li      t0, 1
        la      t1, 1f
        CONTEXT_SET t0, t1
        CONTEXT_SWITCH t0
1:
#endif
#ifdef CORE_PMP
        WRITE_CSR pmpaddr0, NAPOT(USER, 0x2000)
        WRITE_CSR pmpaddr1, NAPOT(RAM, 64)
        WRITE_CSR pmpaddr2, NAPOT(BOARD, 32)
        WRITE_CSR pmpcfg0, CFG(0, EXECUTE) | CFG(1, READ_WRITE) | CFG(2, READ_WRITE)
#endif
        .set    program, 0
        .rept   CORE_USER_INTERRUPTS
        csrwi   CI_CSR_USER_PROGRAM, program
        la      t0, other_handler
        csrw    GUEST_HANDLER, t0
        WRITE_CSR CI_CSR_USER_LINES, -1
        WRITE_CSR GUEST_OPEN, -1
        csrwi   GUEST_OFF, 0
        .set    program, program + 1
        .endr
        la      t0, user_handler                        /* the last program runs, and owns line 0 */
        csrw    GUEST_HANDLER, t0
        csrwi   CI_CSR_USER_LINES, 1
        WRITE_CSR GUEST_OPEN, 1
        WRITE_CSR mie, MIP_MTIP
        li      a2, RAM
        li      a3, NO_CODE
        .irp    word, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        sw      zero, 4*\word(a2)
        .endr
        .irp    register, SUM, SOFTWARE_COUNT, NESTED, CAME_AT, LINE_COUNT
        li      \register, 0
        .endr
        BOARD_WRITE BOARD_ARM
        ENTER   MSTATUS_MPIE
        PIECES  first
        LEAVE
        ENTER   0
        PIECES  second
        LEAVE
        ENTER   0
1:      beqz    LINE_COUNT, 1b
        LEAVE
#if SPREAD
        csrsi   mstatus, MSTATUS_MIE
1:      lw      t1, TIMER_COUNT(a2)
        beqz    t1, 1b
        csrci   mstatus, MSTATUS_MIE
        EXPECT(t1, 1)
#endif
        EXPECT(SUM, sum)
        EXPECT(LINE_COUNT, 1)
        EXPECT(SOFTWARE_COUNT, raises)
        j       pass

/* Machine mode's handler: for the timer, the traps that user mode announces, and the ecall of user mode's handler. */
        .balign 4
handler:
        csrr    ra, mcause
        li      sp, RAM
        csrr    gp, mstatus
        andi    tp, gp, MSTATUS_MIE
        FAIL_IF(bnez tp)
        li      tp, MSTATUS_MPP | MSTATUS_MPIE
        and     gp, gp, tp
        bltz    ra, timer
        lw      tp, EXPECTED_MPIE(sp)
        FAIL_IF(bne gp, tp)                             /* MPP is user mode, and MPIE as expected */
        csrr    gp, mepc
        la      tp, handler_call
        beq     gp, tp, of_handler
        lw      tp, EXPECTED_MEPC(sp)
        FAIL_IF(bne gp, tp)
        lw      tp, EXPECTED_CAUSE(sp)
        FAIL_IF(bne ra, tp)
        lw      tp, TRAPS(sp)
        addi    tp, tp, 1
        sw      tp, TRAPS(sp)
        lw      tp, RESUME_AT(sp)
        andi    gp, tp, 1
        beqz    gp, 1f
        li      gp, MSTATUS_MPP
        csrs    mstatus, gp
        addi    tp, tp, -1
1:      csrw    mepc, tp
        mret
of_handler:
        EXPECT_BY(tp, ra, CAUSE_USER_ECALL)
        la      tp, handler_called
        csrw    mepc, tp
        mret
timer:
        EXPECT_BY(tp, ra, CAUSE_TIMER_INTERRUPT)
        lw      tp, TIMER_COUNT(sp)
        addi    tp, tp, 1
        sw      tp, TIMER_COUNT(sp)
        csrr    ra, mepc
        li      tp, NO_CODE
        beq     ra, tp, 1f
        li      tp, USER
        bgeu    ra, tp, 1f
        EXPECT_BY(tp, gp, MSTATUS_MPP | MSTATUS_MPIE)   /* from machine mode */
        j       2f
1:      lw      tp, EXPECTED_MPIE(sp)                   /* from user mode */
        FAIL_IF(bne gp, tp)
2:      li      tp, BOARD
        sw      zero, BOARD_LOWER_TIMER(tp)
        lw      gp, BOARD_SEEN(tp)                      /* the line is low when the load has its result */
        nop
        nop
        mret

/* The handler of user mode. With 16-bit instructions its address is 2 modulo 4. */
        .section .user, "ax"
        .balign 4
#ifdef CORE_COMPRESSED
        .option rvc
        c.addi  SOFTWARE_COUNT, 1                       /* never executed */
        .option norvc
#endif
user_handler:
        csrr    t3, GUEST_OFF
        li      t4, 1
        USER_FAIL_IF(bne t3, t4)
        csrr    t4, GUEST_PC
        .irp    section, 1_first, 2_first, 3_first, 1_second, 2_second, 3_second
        la      t3, critical_\section
        bltu    t4, t3, 1f
        la      t3, critical_\section\()_end
        bltu    t4, t3, in_critical_section
1:
        .endr
        li      t3, NO_CODE
        beq     t4, t3, 1f
        li      t3, USER
        USER_FAIL_IF(bltu t4, t3)
        la      t3, user_end
        USER_FAIL_IF(bgeu t4, t3)
1:      csrr    t3, GUEST_PENDING
        andi    t5, t3, 1
        bnez    t5, line
        li      t5, GUEST_SOFTWARE
        and     t5, t3, t5
        bnez    t5, software
        li      t5, GUEST_ACCELERATOR
        and     t5, t3, t5
        bnez    t5, nested
        USER_FAIL                                       /* nothing is pending */
in_critical_section:
        USER_FAIL

software:
        csrrc   t3, GUEST_PENDING, t5
        addi    SOFTWARE_COUNT, SOFTWARE_COUNT, 1
        URET

nested:
        la      t3, nested_begin
        USER_FAIL_IF(bltu t4, t3)
        la      t3, nested_end
        USER_FAIL_IF(bgeu t4, t3)
        USER_FAIL_IF(bnez NESTED)
        li      NESTED, 1
        csrrc   t3, GUEST_PENDING, t5
        URET

line:
        mv      CAME_AT, t4
        addi    LINE_COUNT, LINE_COUNT, 1
        LOWER_LINES t6, t5
handler_call:
        ecall
        USER_FAIL
handler_called:
        li      t5, GUEST_ACCELERATOR                   /* an interrupt within the handler */
        csrs    GUEST_PENDING, t5
        csrwi   GUEST_OFF, 0
nested_begin:
1:      beqz    NESTED, 1b
        csrwi   GUEST_OFF, 1
nested_end:
        csrw    GUEST_PC, CAME_AT
        li      NESTED, 0
        URET
        USER_FAIL

other_handler:
        li      a0, __LINE__
user_exit:
        li      t6, BOARD
        sw      a0, BOARD_STATUS(t6)
1:      j       1b
user_end:
