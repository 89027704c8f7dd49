/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that mstatus.MPP holds only 0 and 3, and that sret is illegal in machine mode. Also checks that an mret to a
 * mode that does not exist enters user mode, and that an interrupt ends a wfi in user mode. */
#include "program.inc"

.macro  MPP_READS written, read
        li      t0, MSTATUS_MPP
        csrc    mstatus, t0
        li      t1, \written << 11
        csrs    mstatus, t1
        csrr    t1, mstatus
        and     t1, t1, t0
        EXPECT(t1, \read << 11)
.endm

        WRITE_CSR pmpaddr0, NAPOT(USER, 32)
        WRITE_CSR pmpcfg0, EXECUTE
        MPP_READS 0, 0
        MPP_READS 1, 0
        MPP_READS 2, 0
        MPP_READS 3, 3

        la      s1, 1f
        .word   0x10200073              /* sret */
        FAIL
1:      EXPECT(s2, CAUSE_ILLEGAL_INSTRUCTION)

        la      t0, call                /* mret to mode 1, which does not exist */
        csrw    mepc, t0
        li      t0, MSTATUS_MPP
        csrc    mstatus, t0
        li      t0, 1 << 11
        csrs    mstatus, t0
        la      s1, 1f
        mret
1:      EXPECT(s2, CAUSE_USER_ECALL)

        WRITE_CSR mie, MIP_MEIP
        WRITE_CSR CI_CSR_IRQ_MASK, 1
        BOARD_WRITE BOARD_ARM
        CALL_USER wait
        EXPECT(s2, CAUSE_EXTERNAL_INTERRUPT)
        csrr    t1, mstatus
        li      t0, MSTATUS_MPP
        and     t1, t1, t0
        FAIL_IF(bnez t1)
        j       pass
        RETURN_TO_S1

        .section .user, "ax"
wait:   wfi
1:      j       1b
call:   ecall
