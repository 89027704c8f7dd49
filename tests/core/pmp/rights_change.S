/* SPDX-License-Identifier: Apache-2.0 */
/* A change of a rule applies to an access directly after the write, and 1, 2 or 3 nops after the write. Machine mode
 * makes these accesses with the rights of user mode (MPRV), and another one under a locked rule. */
#include "program.inc"

#define ON      (CFG(0, EXECUTE) | CFG(1, READ_WRITE))
#define OFF     CFG(0, EXECUTE)
#define HERE    NAPOT(RAM, 32)
#define AWAY    NAPOT(RAM + 64, 32)

        li      a2, RAM
        li      a3, MSTATUS_MPRV
        li      t2, MSTATUS_MPP

/* Write a register of rule 1 so that it allows the access, then refuses it, then allows it again. */
.macro  CHANGE csr, allows, refuses, access, cause, nops
        li      t0, \allows
        li      t1, \refuses
        csrc    mstatus, t2
        csrs    mstatus, a3
        csrw    \csr, t0
        la      s1, refused\@
        \access
        csrw    \csr, t1
        .rept   \nops
        nop
        .endr
at\@:   \access
        FAIL
refused\@:
        EXPECT_ADDRESS(s3, at\@)
        EXPECT(s2, \cause)
        lw      t0, 0(a2)               /* machine mode may, because the trap has set MPP */
        csrc    mstatus, t2
        la      s1, unexpected
        WRITE_CSR \csr, \allows
        .rept   \nops
        nop
        .endr
        \access
        csrc    mstatus, a3
.endm

        WRITE_CSR pmpaddr0, NAPOT(USER, 32)
        WRITE_CSR pmpaddr1, HERE
        .irp    nops, 0, 1, 2, 3
        CHANGE  pmpcfg0, ON, OFF, "lw a4, 0(a2)", CAUSE_LOAD_ACCESS, \nops
        CHANGE  pmpcfg0, ON, OFF, "sw a4, 0(a2)", CAUSE_STORE_ACCESS, \nops
        CHANGE  pmpaddr1, HERE, AWAY, "lw a4, 0(a2)", CAUSE_LOAD_ACCESS, \nops
        CHANGE  pmpaddr1, HERE, AWAY, "sw a4, 0(a2)", CAUSE_STORE_ACCESS, \nops
        .endr

        csrs    mstatus, a3             /* MPRV stays set over an mret to machine mode */
        csrs    mstatus, t2
        la      t0, 1f
        csrw    mepc, t0
        mret
1:      csrr    t0, mstatus
        and     t0, t0, a3
        FAIL_IF(beqz t0)
        IN_USER_MODE                    /* an mret to user mode clears MPRV */
        csrr    t0, mstatus
        and     t0, t0, a3
        FAIL_IF(bnez t0)

        la      s1, 1f
        WRITE_CSR pmpcfg0, CFG(0, EXECUTE) | CFG(1, NOTHING_ALLOWED | LOCKED)
2:      lw      a4, 0(a2)
        FAIL
1:      EXPECT_ADDRESS(s3, 2b)
        EXPECT(s2, CAUSE_LOAD_ACCESS)
        j       pass
unexpected:
        FAIL
        RETURN_TO_S1
