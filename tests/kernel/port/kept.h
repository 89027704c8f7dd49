/* SPDX-License-Identifier: Apache-2.0 */
/* Check that a call preserves the callee-saved registers, and that interrupts preserve all registers. */
#ifndef KEPT_H
#define KEPT_H

/*
 * DEFINE_CALL_KEPT defines call_kept(call, salt). call_kept() sets each of s0 to s11 to the salt plus the register's
 * number, calls `call`, and returns 0 if these registers and sp are unchanged.
 */
unsigned int call_kept(void (*call)(void), unsigned int salt);

#define DEFINE_CALL_KEPT \
    __asm__(".section .text.call_kept, \"ax\"\n" \
            ".globl call_kept\n" \
            "call_kept:\n" \
            "    addi sp, sp, -64\n    sw ra, 0(sp)\n    sw a1, 4(sp)\n    sw s0, 8(sp)\n    sw s1, 12(sp)\n" \
            "    .irp n, 18,19,20,21,22,23,24,25,26,27\n    sw x\\n, 4*\\n-56(sp)\n    .endr\n" \
            "    sw sp, 56(sp)\n" \
            "    .irp n, 8,9,18,19,20,21,22,23,24,25,26,27\n    addi x\\n, a1, \\n\n    .endr\n" \
            "    jalr a0\n" \
            "    lw a1, 4(sp)\n    lw a0, 56(sp)\n    sub a0, a0, sp\n" \
            "    .irp n, 8,9,18,19,20,21,22,23,24,25,26,27\n" \
            "    addi a2, a1, \\n\n    sub a2, a2, x\\n\n    or a0, a0, a2\n    .endr\n" \
            "    lw ra, 0(sp)\n    lw s0, 8(sp)\n    lw s1, 12(sp)\n" \
            "    .irp n, 18,19,20,21,22,23,24,25,26,27\n    lw x\\n, 4*\\n-56(sp)\n    .endr\n" \
            "    addi sp, sp, 64\n    ret\n" \
            ".previous\n")

/*
 * DEFINE_ALL_KEPT defines all_kept(salt). all_kept() sets each register but x0, sp, gp and tp to the salt plus the
 * register's number, waits for 32 instructions, and returns 0 if no register has changed.
 */
unsigned int all_kept(unsigned int salt);

#define DEFINE_ALL_KEPT \
    __asm__(".section .text.all_kept, \"ax\"\n" \
            ".globl all_kept\n" \
            "all_kept:\n" \
            "    addi sp, sp, -272\n    sw a0, 0(sp)\n    sw gp, 132(sp)\n    sw tp, 136(sp)\n" \
            "    sw sp, 140(sp)\n" \
            "    .irp n, 1,8,9,18,19,20,21,22,23,24,25,26,27\n    sw x\\n, 4*\\n+144(sp)\n    .endr\n" \
            "    .irp n, 1,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,10\n" \
            "    addi x\\n, a0, \\n\n    .endr\n" \
            "    .rept 32\n    nop\n    .endr\n" \
            "    .irp n, 1,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n" \
            "    sw x\\n, 4*\\n(sp)\n    .endr\n" \
            "    lw a1, 0(sp)\n    lw a0, 140(sp)\n    sub a0, a0, sp\n" \
            "    lw a2, 132(sp)\n    sub a2, a2, gp\n    or a0, a0, a2\n" \
            "    lw a2, 136(sp)\n    sub a2, a2, tp\n    or a0, a0, a2\n" \
            "    .irp n, 1,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n" \
            "    lw a2, 4*\\n(sp)\n    sub a2, a2, a1\n    addi a2, a2, -\\n\n    or a0, a0, a2\n    .endr\n" \
            "    .irp n, 1,8,9,18,19,20,21,22,23,24,25,26,27\n    lw x\\n, 4*\\n+144(sp)\n    .endr\n" \
            "    addi sp, sp, 272\n    ret\n" \
            ".previous\n")

#endif
