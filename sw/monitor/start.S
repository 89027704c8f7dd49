/* SPDX-License-Identifier: Apache-2.0 */
/* Start of the monitor: memory, stack, and the entry to user mode. */

#include "ci_opcodes.h"

#if MONITOR_BANKS
#include "banks.h"
#endif

        .section .init, "ax"
        .globl  _start
        .type   _start, @function
_start:
        csrci   mstatus, 8
        csrw    mie, zero
        csrw    CI_CSR_IRQ_MASK, zero
#if MONITOR_BANKS
        li      t0, MONITOR_BANKS - 1
        la      t1, 1f
        CONTEXT_SET t0, t1
        CONTEXT_SWITCH t0
1:      CONTEXT_RETURN_TO zero          /* makes the first guest the interrupted one */
#else
        csrw    mscratch, zero
#endif
        la      t0, __hot_start
        la      t1, __hot_end
        la      t2, __hot_source
        call    copy
        la      t0, __data_start
        la      t1, __data_end
        la      t2, __data_source
        call    copy
        la      t0, __bss_start
        la      t1, __bss_end
1:      beq     t0, t1, 2f
        sw      zero, 0(t0)
        addi    t0, t0, 4
        j       1b
2:      fence.i
        la      sp, __stack_top
        la      t0, monitor_entry
        csrw    mtvec, t0
        li      t0, 0x1800              /* mret goes to user mode, with interrupts on */
        csrc    mstatus, t0
        li      t0, 0x80
        csrs    mstatus, t0
#if MONITOR_SWITCH              /* the core knows the lines that interrupt each guest */
        li      t0, 8           /* never comes; without it, a guest's wait would look like the end of all work */
#else
        li      t0, 0x800
#endif
        csrw    mie, t0
        call    monitor_start
        li      a1, 0x80000000          /* as for an interrupt */
        call    monitor_trap
        la      t0, monitor_resume
        jr      t0

copy:                                   /* copy from t2 to t0, until t1. Empty if t0 equals t1 */
        beq     t0, t1, 1f
        lw      t3, 0(t2)
        sw      t3, 0(t0)
        addi    t0, t0, 4
        addi    t2, t2, 4
        j       copy
1:      ret
