/* SPDX-License-Identifier: Apache-2.0 */
/* A guest's shared page, start-up code and interrupt entry. */

#include "guest.h"

        .section .page, "aw"
        .globl  guest_page
guest_page:
        .space  GUEST_PAGE_BYTES

        .section .init, "ax"
        .globl  _start
        .type   _start, @function
_start:                                         /* the monitor has zeroed the memory after the image */
        la      sp, __stack_top
        la      ra, entry
        csrw    GUEST_HANDLER, ra
        call    main
        li      a7, GUEST_EXIT
        ecall

        .text
        .balign 4
        .type   entry, @function
entry:
        addi    sp, sp, -64
        sw      ra, 0(sp)
        sw      t0, 4(sp)
        sw      t1, 8(sp)
        sw      t2, 12(sp)
        sw      t3, 16(sp)
        sw      t4, 20(sp)
        sw      t5, 24(sp)
        sw      t6, 28(sp)
        sw      a0, 32(sp)
        sw      a1, 36(sp)
        sw      a2, 40(sp)
        sw      a3, 44(sp)
        sw      a4, 48(sp)
        sw      a5, 52(sp)
        sw      a6, 56(sp)
        sw      a7, 60(sp)
        li      a0, GUEST_RAISED
        csrrc   a0, GUEST_PENDING, a0
        call    guest_interrupt
        lw      ra, 0(sp)
        lw      t0, 4(sp)
        lw      t1, 8(sp)
        lw      t2, 12(sp)
        lw      t3, 16(sp)
        lw      t4, 20(sp)
        lw      t5, 24(sp)
        lw      t6, 28(sp)
        lw      a0, 32(sp)
        lw      a1, 36(sp)
        lw      a2, 40(sp)
        lw      a3, 44(sp)
        lw      a4, 48(sp)
        lw      a5, 52(sp)
        lw      a6, 56(sp)
        lw      a7, 60(sp)
        addi    sp, sp, 64
        URET

        .weak   guest_interrupt
        .type   guest_interrupt, @function
guest_interrupt:
        ret
