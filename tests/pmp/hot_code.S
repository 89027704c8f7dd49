/* SPDX-License-Identifier: Apache-2.0 */
/* Machine mode executes an ecall in the memory for hot code. User mode neither fetches, reads nor writes it. */
#include "program.inc"

#define HOT     0xFFFFF000              /* --hot-memory 4096 is at the end of the address space */

.macro  REFUSED target, cause
        CALL_USER \target
        EXPECT(s2, \cause)
        FAIL_IF(bne s4, a2)
.endm

        WRITE_CSR pmpaddr0, NAPOT(USER, 32)
        WRITE_CSR pmpcfg0, EXECUTE
        li      a2, HOT
        li      t0, 0x73                /* ecall */
        sw      t0, 0(a2)
        fence.i
        la      s1, 1f
        jr      a2
1:      EXPECT(s2, CAUSE_MACHINE_ECALL)
        REFUSED HOT, CAUSE_FETCH_ACCESS
        REFUSED jump, CAUSE_FETCH_ACCESS
        REFUSED load, CAUSE_LOAD_ACCESS
        REFUSED store, CAUSE_STORE_ACCESS
        j       pass
        RETURN_TO_S1

        .section .user, "ax"
jump:   jr      a2
        ecall
load:   lw      a4, 0(a2)
        ecall
store:  sw      a4, 0(a2)
        ecall
