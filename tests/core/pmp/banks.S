/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks in register banks have separate modes, and a switch also changes the rights. The task of bank 1 is in user
 * mode and may not load from address 0. The task of bank 2 is in machine mode and may. Traps use bank 3. */
#include "program.inc"
#include "banks.h"

#define USER_SLOT (1 << CI_CONTEXT_USER_LOW)

        WRITE_CSR pmpaddr0, NAPOT(USER, 32)
        WRITE_CSR pmpcfg0, EXECUTE
        li      t0, 1 | USER_SLOT
        la      t1, user
        CONTEXT_SET t0, t1
        li      t0, 2
        la      t1, machine
        CONTEXT_SET t0, t1
        li      t0, 1
        CONTEXT_SWITCH t0
        FAIL

machine:                                /* the task of bank 2 */
        lw      a4, 0(zero)
        li      t0, 1
        CONTEXT_SWITCH t0
        FAIL

        .balign 4
handler:
        csrr    t1, mcause
        EXPECT(t1, CAUSE_LOAD_ACCESS)
        csrr    t1, mepc
        EXPECT_ADDRESS(t1, user)
        csrr    t1, mstatus
        li      t0, MSTATUS_MPP
        and     t1, t1, t0
        FAIL_IF(bnez t1)                /* the trap came from user mode */
        addi    s5, s5, 1
        li      t0, 3
        beq     s5, t0, pass            /* each switch to bank 1 has trapped */
        li      t0, 2
        la      t1, machine
        CONTEXT_SET t0, t1
        CONTEXT_EXIT t0
        FAIL

        .section .user, "ax"
user:   lw      a4, 0(zero)             /* the task of bank 1 */
        ecall
