/* SPDX-License-Identifier: Apache-2.0 */
/* If its unit set is open, user mode can execute instructions of the ready unit, but not of the register banks. */
#include "program.inc"

        WRITE_CSR CI_CSR_GUEST_UNITS, CI_GUEST_UNITS_OPEN
        CALL_USER user
        EXPECT(s2, CAUSE_ILLEGAL_INSTRUCTION)
        EXPECT_ADDRESS(s3, user + 4)
        j       pass
        RETURN_TO_S1

        .section .user, "ax"
user:   READY_HIGHEST a4
        .insn   r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_READ, a4, zero, zero
        ecall
