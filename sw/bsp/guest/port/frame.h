/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Macros for interrupt entry and exit, for the assembly file of a kernel's port for guests.
 *
 * The macros run with GUEST_OFF 1, so no interrupt is taken in them. The core sets GUEST_OFF at an interrupt, and uret
 * clears GUEST_OFF. A task that yielded resumes without uret, so its own code restores GUEST_OFF.
 */
#ifndef GUEST_PORT_FRAME_H
#define GUEST_PORT_FRAME_H

#include <guest.h>

/* Frame of an interrupted task or handler. The layout is the same as in the port for machine mode, because the C file
 * of that port builds the first frame of a task. */
#define F_PC            0               /* never 0: a 0 here marks the frame of a task that yielded */
#define F_RA            4
#define F_T(n)          (8 + 4 * (n))
#define F_A(n)          (36 + 4 * (n))
#define F_S             68              /* s0 to s11: saved only at a switch to another task */
#define F_SIZE          128

.macro EACH_S   op, place               /* sw or lw of s0..s11, from `place` in the frame on */
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        \op     s\n, \place + 4 * \n(sp)
        .endr
.endm

/* Save the interrupted context except s0..s11, which C functions preserve. Read the pending interrupts into a0 and
 * clear those of GUEST_RAISED. The core accepts a store only every other cycle, so the arguments are
 * instructions of the port that fill the gaps. All of them may change t2 and t4. The second and later ones may also
 * change t1, the third and later ones t3. */
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

.macro FRAME_RESTORE                    /* the following uret jumps to the restored PC */
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
