/* SPDX-License-Identifier: Apache-2.0 */
/* Machine mode executes an ecall in the hot memory. User mode cannot fetch from, load from or store to this memory. */
#include "program.inc"

#define HOT     0xFFFFF000              /* the hot memory of --hot-bytes 4096, at the end of the address space */

#define EXPECT_REFUSED(cause) EXPECT(s2, cause); FAIL_IF(bne s4, a2)

        WRITE_CSR pmpaddr0, NAPOT(USER, 4096)
        WRITE_CSR pmpcfg0, EXECUTE
        li      a2, HOT
        li      t0, 0x73                /* ecall */
        sw      t0, 0(a2)
        fence.i
        la      s1, 1f
        jr      a2
1:      EXPECT(s2, CAUSE_MACHINE_ECALL)
        CALL_USER HOT
        EXPECT_REFUSED(CAUSE_FETCH_ACCESS)
        IN_USER_MODE jr a2
        EXPECT_REFUSED(CAUSE_FETCH_ACCESS)
        IN_USER_MODE lw a4, 0(a2)
        EXPECT_REFUSED(CAUSE_LOAD_ACCESS)
        IN_USER_MODE sw a4, 0(a2)
        EXPECT_REFUSED(CAUSE_STORE_ACCESS)
        j       pass
        RETURN_TO_S1
