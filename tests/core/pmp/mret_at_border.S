/* SPDX-License-Identifier: Apache-2.0 */
/* The mret is the last instruction before the memory of a rule, and returns into this memory. Machine mode has already
 * prefetched the memory. The right to execute changes directly before the mret. The program also checks that a jump
 * back at the end of a cache line does not load the next line. */
#include "program.inc"

.macro  CROSS before, now, cause, flush
        csrc    mstatus, t2
        la      t0, user
        csrw    mepc, t0
        la      s1, back\@
        WRITE_CSR pmpcfg0, \before
        \flush
        li      t0, \now
        j       mret_to_user
back\@: EXPECT(s2, \cause)
        EXPECT_ADDRESS(s3, user)
.endm

        WRITE_CSR pmpaddr0, NAPOT(USER, 32)
        li      t2, MSTATUS_MPP
        .irp    flush, nop, fence.i
        CROSS   EXECUTE, 0, CAUSE_FETCH_ACCESS, \flush
        CROSS   0, EXECUTE, CAUSE_USER_ECALL, \flush
        CROSS   EXECUTE, READ_WRITE, CAUSE_FETCH_ACCESS, \flush
        CROSS   0, EXECUTE, CAUSE_USER_ECALL, \flush
        .endr

        li      t0, BOARD
        li      t1, USER + 64
        sw      t1, BOARD_WATCH_TO(t0)
        li      t1, USER + 32
        sw      t1, BOARD_WATCH_FROM(t0)
        fence.i
        li      a5, 5
        CALL_USER loop
        EXPECT(s2, CAUSE_USER_ECALL)
        FAIL_IF(bnez a5)
        li      t0, BOARD
        lw      t0, BOARD_SEEN(t0)
        FAIL_IF(bnez t0)
        j       pass
        RETURN_TO_S1

        .org    USER - 8
mret_to_user:
        csrw    pmpcfg0, t0
        mret

        .section .user, "ax"            /* one cache line */
user:   ecall
loop:   addi    a5, a5, -1
        beqz    a5, 1f
        nop
        nop
        nop
        j       loop
1:      ecall
