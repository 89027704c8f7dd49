/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps a known number in each register from ra to t6, except sp: 0x01010101 for ra to 0x1f1f1f1f for t6. */

        .globl  main
        .type   main, @function
main:
        li      x1, 0x01010101
        li      x3, 0x03030303
        li      x4, 0x04040404
        li      x5, 0x05050505
        li      x6, 0x06060606
        li      x7, 0x07070707
        li      x8, 0x08080808
        li      x9, 0x09090909
        li      x10, 0x0a0a0a0a
        li      x11, 0x0b0b0b0b
        li      x12, 0x0c0c0c0c
        li      x13, 0x0d0d0d0d
        li      x14, 0x0e0e0e0e
        li      x15, 0x0f0f0f0f
        li      x16, 0x10101010
        li      x17, 0x11111111
        li      x18, 0x12121212
        li      x19, 0x13131313
        li      x20, 0x14141414
        li      x21, 0x15151515
        li      x22, 0x16161616
        li      x23, 0x17171717
        li      x24, 0x18181818
        li      x25, 0x19191919
        li      x26, 0x1a1a1a1a
        li      x27, 0x1b1b1b1b
        li      x28, 0x1c1c1c1c
        li      x29, 0x1d1d1d1d
        li      x30, 0x1e1e1e1e
        li      x31, 0x1f1f1f1f
loop:   j       loop
