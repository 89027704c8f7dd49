/* SPDX-License-Identifier: Apache-2.0 */
/* Access each program's interrupt registers from both modes, and check their old values. User mode takes no interrupt,
 * because interrupts are off while one is pending. user_interrupt_registers.py generates the accesses. The mark is
 * the number of the failed access. */
#include "program.inc"

.set    number, 0

.macro  ACCESS operation, csr, word, before
        .set    number, number + 1
        li      s7, number
        li      t1, \word
        \operation t0, \csr, t1
        li      t1, \before
        bne     t0, t1, wrong
.endm

/* Check that an access from user mode to a register of machine mode is an illegal instruction. */
.macro  REFUSED operation, csr, word
        li      t0, number
        li      t1, \word
        la      s1, 102f
        \operation t0, \csr, t1
        ecall
        .text
102:    bne     t0, s7, wrong           /* t0 is unchanged */
        li      t0, CAUSE_ILLEGAL_INSTRUCTION
        bne     s2, t0, wrong
        ENTER_USER_MODE
.endm

#ifdef CORE_PMP
        WRITE_CSR pmpaddr0, NAPOT(USER, 0x4000)
        WRITE_CSR pmpcfg0, EXECUTE
#endif
        #include "generated.inc"
        j       pass
wrong:                                  /* with rules, a jump from user mode traps; the check of s2 then jumps here */
        BOARD_WRITE BOARD_MARK, s7
        FAIL
        RETURN_TO_S1
