/* SPDX-License-Identifier: Apache-2.0 */
/* A 32-bit instruction crosses the end of a rule, so the core refuses the fetch of the second half. With a rule for the
 * second half, the instruction executes. */
#include "program.inc"

        WRITE_CSR pmpaddr0, NAPOT(USER, 32)
        WRITE_CSR pmpcfg0, EXECUTE
        li      a4, 0
        CALL_USER user
        EXPECT(s2, CAUSE_FETCH_ACCESS)
        EXPECT_ADDRESS(s3, across)
        EXPECT(s4, USER + 32)
        EXPECT(a4, 1)

        WRITE_CSR pmpaddr1, NAPOT(USER + 32, 32)
        WRITE_CSR pmpcfg0, CFG(0, EXECUTE) | CFG(1, EXECUTE)
        CALL_USER user
        EXPECT(s2, CAUSE_USER_ECALL)
        EXPECT(a4, 0x12345000)
        j       pass
        RETURN_TO_S1

        .section .user, "ax"
        .org    26
        .option rvc
user:   c.li    a4, 1
        c.nop
        .option norvc
across: lui     a4, 0x12345
        ecall
