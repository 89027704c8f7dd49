/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the ways in and out of an interrupt are made from, in the assembly file of a kernel's port for guests.
 *
 * All of it runs with GUEST_OFF 1: on the way in the core has set it, on the way out uret clears it, and a task that
 * gave the processor up clears it itself. So nothing comes in between.
 */
#ifndef GUEST_PORT_FRAME_H
#define GUEST_PORT_FRAME_H

#include <guest.h>

/* Frame of an interrupted task, or handler: as the port for machine mode has it, whose C file makes a task's first. */
#define F_PC            0               /* never 0: so it is told from another frame */
#define F_RA            4
#define F_T(n)          (8 + 4 * (n))
#define F_A(n)          (36 + 4 * (n))
#define F_S             68              /* s0 to s11: only where another task goes on */
#define F_SIZE          128

.macro EACH_S   op, place               /* sw or lw of s0..s11, from that place in the frame on */
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        \op     s\n, \place + 4 * \n(sp)
        .endr
.endm

/* What was interrupted, but for s0..s11, which C keeps. a0: what has come. The core takes a store every other cycle, so
 * four instructions of the port's stand between them: they may use t2 and t4, the second one t1, the third t3, too. */
.macro FRAME_SAVE first, second, third, fourth
        addi    sp, sp, -F_SIZE
        sw      t2, F_T(2)(sp)
        sw      t4, F_T(4)(sp)
        \first
        sw      t1, F_T(1)(sp)
        \second
        sw      t3, F_T(3)(sp)
        \third
        sw      t0, F_T(0)(sp)
        \fourth
        sw      a0, F_A(0)(sp)
        li      a0, GUEST_RAISED
        .irp    n, 5,6
        sw      t\n, F_T(\n)(sp)
        .endr
        csrr    t0, GUEST_PC
        sw      ra, F_RA(sp)
        .irp    n, 1,2,3,4
        sw      a\n, F_A(\n)(sp)
        .endr
        csrrc   a0, GUEST_PENDING, a0
        .irp    n, 5,6,7
        sw      a\n, F_A(\n)(sp)
        .endr
        sw      t0, F_PC(sp)
.endm

.macro FRAME_RESTORE                    /* a uret behind it goes there */
        lw      t0, F_PC(sp)
        lw      ra, F_RA(sp)
        csrw    GUEST_PC, t0
        .irp    n, 0,1,2,3,4,5,6
        lw      t\n, F_T(\n)(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6,7
        lw      a\n, F_A(\n)(sp)
        .endr
        addi    sp, sp, F_SIZE
.endm

#endif
