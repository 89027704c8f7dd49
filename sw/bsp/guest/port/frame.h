/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the ways in and out of an interrupt are made from, in the assembly file of a kernel's port for guests. That has
 * the macros LOAD, STORE, FUNCTION and END_OF before.
 *
 * All of it runs with GUEST_OFF 1: on the way in the monitor has set it, on the way out GUEST_RETURN clears it with all
 * else at once, and a task that gave the processor up clears it itself. So nothing comes in between.
 */
#ifndef GUEST_PORT_FRAME_H
#define GUEST_PORT_FRAME_H

#include <guest.h>

/* From gp, which is in the middle of the first 4 KiB of the guest's memory (../guest.ld). */
#define PAGE_HANDLER    (GUEST_PAGE_HANDLER - 2048)
#define PAGE_PC         (GUEST_PAGE_PC - 2048)
#define PAGE_A7         (GUEST_PAGE_A7 - 2048)
#define PAGE_CLOSED     (GUEST_PAGE_CLOSED - 2048)

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

.macro FRAME_SAVE                       /* what was interrupted; but for s0..s11, which C keeps */
        addi    sp, sp, -F_SIZE
        sw      t0, F_T(0)(sp)
        lw      t0, PAGE_PC(gp)
        .irp    n, 1,2,3,4,5,6
        sw      t\n, F_T(\n)(sp)
        .endr
        sw      ra, F_RA(sp)
        .irp    n, 0,1,2,3,4,5,6,7
        sw      a\n, F_A(\n)(sp)
        .endr
        sw      t0, F_PC(sp)
.endm

.macro FRAME_RESTORE                    /* an ecall behind it goes there: the monitor takes pc and a7 from the page */
        lw      t0, F_PC(sp)
        lw      t1, F_A(7)(sp)
        sw      t0, PAGE_PC(gp)
        sw      t1, PAGE_A7(gp)
        STORE   sb, zero, BSP_LinesTaken, t0
        lw      ra, F_RA(sp)
        .irp    n, 0,1,2,3,4,5,6
        lw      t\n, F_T(\n)(sp)
        .endr
        .irp    n, 0,1,2,3,4,5,6
        lw      a\n, F_A(\n)(sp)
        .endr
        li      a7, GUEST_RETURN
        addi    sp, sp, F_SIZE
.endm

/* Lines that were taken are opened, and then it goes to `go`, which goes to the task `tcb` (a variable that points to
 * it; its first member is its sp). GUEST_RETURN does that for a task that was interrupted. */
.macro LINES_OPEN tcb, go
        LOAD    lbu, t0, BSP_LinesTaken
        beqz    t0, \go
        LOAD    lw, t1, \tcb
        lw      t1, 0(t1)
        lw      t1, F_PC(t1)
        bnez    t1, \go
        STORE   sb, zero, BSP_LinesTaken, t0
        lw      a0, PAGE_CLOSED(gp)
        li      a7, GUEST_LINES
        not     a0, a0
        ecall
        j       \go
.endm

#endif
