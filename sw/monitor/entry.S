/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All entries to the monitor and exits from it. mscratch holds the running guest. In the monitor it is 0, and
 * interrupts are off. Registers that C functions preserve stay in the core until another guest runs.
 */

#if !MONITOR_BANKS
        .section .hot.entry, "ax"
        .balign 4
        .globl  monitor_entry
        .type   monitor_entry, @function
monitor_entry:
        csrrw   sp, mscratch, sp
        beqz    sp, panic
        sw      ra, 4(sp)
        sw      t0, 20(sp)
        sw      t1, 24(sp)
        sw      t2, 28(sp)
        sw      a0, 40(sp)
        sw      a1, 44(sp)
        sw      a2, 48(sp)
        sw      a3, 52(sp)
        sw      a4, 56(sp)
        sw      a5, 60(sp)
        sw      a6, 64(sp)
        sw      a7, 68(sp)
        sw      t3, 112(sp)
        sw      t4, 116(sp)
        sw      t5, 120(sp)
        sw      t6, 124(sp)
        csrrw   t0, mscratch, zero
        sw      t0, 8(sp)
        csrr    t0, mepc
        sw      t0, 0(sp)
        mv      a0, sp
        csrr    a1, mcause
        la      sp, __stack_top
        call    monitor_trap
        .globl  monitor_resume
monitor_resume:                         /* a0: the guest to run */
        la      t1, monitor
        lw      t0, 0(t1)
        beq     a0, t0, 1f
        sw      a0, 0(t1)
        sw      gp, 12(t0)
        sw      tp, 16(t0)
        sw      s0, 32(t0)
        sw      s1, 36(t0)
        sw      s2, 72(t0)
        sw      s3, 76(t0)
        sw      s4, 80(t0)
        sw      s5, 84(t0)
        sw      s6, 88(t0)
        sw      s7, 92(t0)
        sw      s8, 96(t0)
        sw      s9, 100(t0)
        sw      s10, 104(t0)
        sw      s11, 108(t0)
        lw      gp, 12(a0)
        lw      tp, 16(a0)
        lw      s0, 32(a0)
        lw      s1, 36(a0)
        lw      s2, 72(a0)
        lw      s3, 76(a0)
        lw      s4, 80(a0)
        lw      s5, 84(a0)
        lw      s6, 88(a0)
        lw      s7, 92(a0)
        lw      s8, 96(a0)
        lw      s9, 100(a0)
        lw      s10, 104(a0)
        lw      s11, 108(a0)
1:      lw      t0, 0(a0)
        csrw    mepc, t0
        csrw    mscratch, a0
        lw      ra, 4(a0)
        lw      sp, 8(a0)
        lw      t0, 20(a0)
        lw      t1, 24(a0)
        lw      t2, 28(a0)
        lw      a1, 44(a0)
        lw      a2, 48(a0)
        lw      a3, 52(a0)
        lw      a4, 56(a0)
        lw      a5, 60(a0)
        lw      a6, 64(a0)
        lw      a7, 68(a0)
        lw      t3, 112(a0)
        lw      t4, 116(a0)
        lw      t5, 120(a0)
        lw      t6, 124(a0)
        lw      a0, 40(a0)
        mret

        .type   panic, @function
panic:                                  /* exception in the monitor: its state cannot be trusted */
        la      sp, __stack_top
        call    monitor_panic
#endif
