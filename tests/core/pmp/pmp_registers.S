/* SPDX-License-Identifier: Apache-2.0 */
/* Writes pmpcfg and pmpaddr, and checks how they read with 4, 8 or 16 rules (pmp_registers.py). */
#include "program.inc"

#define READS(csr, value) csrr t1, csr; EXPECT(t1, value)
#define GIVES(operation, csr, bits, value) li t2, bits; operation t1, csr, t2; EXPECT(t1, value)

        #include "generated.inc"

        li      s3, 0                   /* no such register exists after pmpcfg3 */
        csrr    t0, 0x3A4
        csrw    0x3AF, t0
        EXPECT(s3, 2)
        j       pass

        .balign 4
handler:                                /* counts traps in s3 */
        csrr    t1, mcause
        EXPECT(t1, CAUSE_ILLEGAL_INSTRUCTION)
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        addi    s3, s3, 1
        mret
