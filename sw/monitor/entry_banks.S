/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of entry.S on a core with register banks: a trap finds the guest's registers in its bank, and the monitor's
 * in the last one, as they were left. There s11, which C does not use, is the running guest; 0 in the monitor itself.
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
monitor_resume:                         /* a0: the guest that runs */
        lw      t0, 0(a0)
        la      t1, monitor
        mv      s11, a0
        sw      a0, 0(t1)
        CONTEXT_EXIT t0

        .type   panic, @function
panic:                                  /* an exception of the monitor's own: nothing can be trusted any more */
        la      sp, __stack_top
        call    monitor_panic
#endif
