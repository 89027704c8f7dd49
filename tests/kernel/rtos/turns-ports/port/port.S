/* SPDX-License-Identifier: Apache-2.0 */
        .globl  switch_context
switch_context:
        addi    sp, sp, -64
        sw      ra, 0(sp)
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sw      s\n, 4 + 4 * \n(sp)
        .endr
        sw      sp, 0(a0)
        mv      sp, a1
        lw      ra, 0(sp)
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lw      s\n, 4 + 4 * \n(sp)
        .endr
        addi    sp, sp, 64
        ret

        .globl  trap_init
trap_init:
        la      t0, trap
        csrw    mtvec, t0
        ret
        .balign 4
trap:   csrr    a0, mcause
        csrr    a1, mepc
        csrr    a2, mtval
        mv      a3, ra
        mv      a4, sp
        j       trap_report
