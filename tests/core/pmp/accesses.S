/* SPDX-License-Identifier: Apache-2.0 */
/* Makes accesses, and checks that each is allowed or refused as its row says. A refused access changes no register
 * and no memory, and does not reach a bus. generated.inc (accesses.py) writes the rules and contains the rows. */
#include "program.inc"

/* A row: the address of the instruction, the address that it accesses, the cause of the trap that follows, flags, and
 * the address of a word that must not change if the access is refused. */
#define WARM 1                          /* machine mode makes the access first; otherwise the caches are empty  */
#define MACHINE 2                       /* machine mode makes the access, otherwise user mode                   */
#define REFUSED 4
#define ROW_BYTES 20

#define UNTOUCHED 0x5CA1AB1E            /* value of a4, the register that loads write, before an access */

        #include "generated.inc"
        la      s6, rows
        li      s7, 0
next:   addi    s7, s7, 1
        BOARD_WRITE BOARD_MARK, s7      /* the number of the row */
        lw      a1, 0(s6)
        beqz    a1, pass
        lw      a2, 4(s6)
        lw      s8, 8(s6)
        lw      s9, 12(s6)
        lw      s11, 16(s6)
        lw      s10, 0(s11)
        addi    s6, s6, ROW_BYTES
        li      a3, 0x12345678          /* the value to store */
        andi    t0, s9, WARM
        beqz    t0, 1f
        li      t1, MSTATUS_MPP
        csrs    mstatus, t1
        jal     try
        sw      s10, 0(s11)
        j       2f
1:      fence.i
        .word   0x500F                  /* flushes the data cache */
2:      li      t0, BOARD               /* watch the line that is accessed */
        andi    t1, a2, -32
        addi    t2, t1, 32
        sw      t2, BOARD_WATCH_TO(t0)
        sw      t1, BOARD_WATCH_FROM(t0)
        li      t1, MSTATUS_MPP
        csrc    mstatus, t1
        andi    t0, s9, MACHINE
        beqz    t0, 1f
        csrs    mstatus, t1
1:      jal     try
        FAIL_IF(bne s2, s8)
        andi    t0, s9, REFUSED
        beqz    t0, next
        li      t0, BOARD
        lw      t0, BOARD_SEEN(t0)
        FAIL_IF(bnez t0)
        FAIL_IF(bne s3, a1)
        FAIL_IF(bne s4, a2)
        EXPECT(a4, UNTOUCHED)
        lw      t0, 0(s11)
        FAIL_IF(bne t0, s10)
        j       next

try:    mv      s1, ra                  /* run from a1 on, in the mode of MPP, until it traps */
        csrw    mepc, a1
        li      a4, UNTOUCHED
        mret
        RETURN_TO_S1

        .section .user, "ax"
        .irp    load, lb, lbu, lh, lhu, lw
        .balign 8
\load\()_here:
        \load   a4, 0(a2)
        ecall
        .endr
        .irp    store, sb, sh, sw
        .balign 8
\store\()_here:
        \store  a3, 0(a2)
        ecall
        .endr
