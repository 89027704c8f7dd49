/* SPDX-License-Identifier: Apache-2.0 */
/* Sums its registers and a table again and again; neither may change while other guests run. Prints "as it was" after
 * each 1,000 sums. Exits with 1 at a wrong value. A guest with access to the page `other` uses other numbers. */

#ifdef PAGE_OTHER
#define KNOWN(n) ((n * 0x02410805) & 0xFFFFFFFF)
#else
#define KNOWN(n) ((n * 0x01010101) & 0xFFFFFFFF)
#endif

        .globl  main
        .type   main, @function
main:
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
        li      x\n, KNOWN(\n)
        .endr
        li      x28, 1000
        la      x29, table
        sw      x28, 64(x29)
again:  li      x31, 0
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
        add     x31, x31, x\n
        .endr
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        lw      x30, (4 * \n)(x29)
        add     x31, x31, x30
        .endr
        li      x30, KNOWN(514)
        bne     x30, x31, lost
        lw      x30, 64(x29)
        bne     x30, x28, lost
        addi    x28, x28, -1
        sw      x28, 64(x29)
        bnez    x28, again
        la      a0, as_it_was
        li      a1, 9
        li      a7, 2
        ecall
        j       main
lost:   la      a0, not_mine
        li      a1, 8
        li      a7, 2
        ecall
        li      a0, 1
        li      a7, 3
        ecall

        .data
        .balign 4
table:  .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
        .word   KNOWN(\n)
        .endr
        .word   0                       /* a copy of the loop counter in x28 */
as_it_was:
        .ascii  "as it was"
not_mine:
        .ascii  "not mine"
