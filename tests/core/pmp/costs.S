/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the cycles of a piece of code with warm caches, in its second run, and writes them to BOARD_MARK. PIECE is
 * the name of one of the following macros. */
#include "program.inc"

.macro  NOTHING
.endm
.macro  ONE_ADDRESS
        csrw    pmpaddr1, t1
.endm
.macro  FOUR_RIGHTS
        csrw    pmpcfg0, t2
.endm
.macro  TWO_ADDRESSES
        csrw    pmpaddr1, t1
        csrw    pmpaddr2, t1
.endm
.macro  EIGHT_RULES
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        csrw    pmpaddr\n, t0
        .endr
        csrw    pmpcfg0, t2
        csrw    pmpcfg1, zero
.endm
.macro  USER_MODE_AND_BACK
        csrc    mstatus, t3
        csrw    mepc, s2
        mret
.endm

        WRITE_CSR pmpaddr1, NAPOT(RAM, 4096)
        WRITE_CSR pmpcfg0, CFG(0, EXECUTE) | CFG(1, READ_WRITE)
        WRITE_CSR pmpaddr0, NAPOT(USER, 4096)
        csrr    t0, pmpaddr0            /* the pieces write these values */
        csrr    t1, pmpaddr1
        csrr    t2, pmpcfg0
        li      t3, MSTATUS_MPP
        la      s2, user
        la      s1, after               /* the trap handler jumps to s1 */
        li      s4, 2
again:  j       1f
        .balign 32
1:      csrr    s5, mcycle
        PIECE
after:  csrr    s6, mcycle
        addi    s4, s4, -1
        bnez    s4, again
        sub     s6, s6, s5
        BOARD_WRITE BOARD_MARK, s6
        j       pass
        .balign 32
handler:
        jr      s1

        .section .user, "ax"
user:   ecall
