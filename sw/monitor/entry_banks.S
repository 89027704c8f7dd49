/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replaces entry.S on a core with register banks. A trap leaves the guest's registers in the guest's bank. It selects
 * the last bank, the monitor's, with the values that the monitor left there. s11, which C code does not use, holds the
 * running guest there; in the monitor it is 0.
 */

#if MONITOR_BANKS
#include "banks.h"

        .section .hot.entry, "ax"
        .balign 4
        .globl  monitor_entry
        .type   monitor_entry, @function
monitor_entry:
        csrr    a1, mcause
        mv      a0, s11
        beqz    s11, panic
        li      s11, 0
        la      sp, __stack_top
        call    monitor_trap
        .globl  monitor_resume
monitor_resume:                         /* a0: the guest to run */
        lw      t0, 0(a0)
        la      t1, monitor
        mv      s11, a0
        sw      a0, 0(t1)
        CONTEXT_EXIT t0

        .type   panic, @function
panic:                                  /* exception in the monitor: its state cannot be trusted */
        la      sp, __stack_top
        call    monitor_panic
#endif
