/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up: memory, stack, constructors, main(). The return value of main() is the run's exit code. */

#include <generated/mem.h>
#include "bsp.h"

        .section .init, "ax"
        .globl  _start
        .type   _start, @function
_start:
        csrci   mstatus, 8              /* interrupts may be on: a jump through a null pointer also arrives here */
        csrw    mie, zero
        csrw    BSP_CSR_IRQ_MASK, zero
        .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        la      tp, __tls_base
        la      sp, __stack_top

#ifdef HOT_MEMORY_BASE
        la      t0, __hot_start
        la      t1, __hot_end           /* 0 if hot memory is full, so the loop compares with beq */
        la      t2, __hot_source
1:      beq     t0, t1, 2f
        lw      t3, 0(t2)
        sw      t3, 0(t0)
        addi    t0, t0, 4
        addi    t2, t2, 4
        j       1b
2:
#endif
        la      t0, __data_start
        la      t1, __data_end
        la      t2, __data_source
1:      bgeu    t0, t1, 2f
        lw      t3, 0(t2)
        sw      t3, 0(t0)
        addi    t0, t0, 4
        addi    t2, t2, 4
        j       1b
2:
#ifdef HOT_DATA_BASE                    /* .data and .bss are in the SoC's memory, apart from the data so far */
        la      t0, __far_data_start
        la      t1, __far_data_end
        la      t2, __far_data_source
1:      bgeu    t0, t1, 2f
        lw      t3, 0(t2)
        sw      t3, 0(t0)
        addi    t0, t0, 4
        addi    t2, t2, 4
        j       1b
2:      la      t0, __hot_bss_start
        la      t1, __hot_bss_end
3:      bgeu    t0, t1, 2f
        sw      zero, 0(t0)
        addi    t0, t0, 4
        j       3b
2:
#endif
        la      t0, __bss_start
        la      t1, __bss_end
3:      bgeu    t0, t1, 4f
        sw      zero, 0(t0)
        addi    t0, t0, 4
        j       3b

4:      call    BSP_RTOS_TRAP_INIT      /* before the constructors, so that faults in them are reported */

        la      s0, __init_array_start
        la      s1, __init_array_end
5:      bgeu    s0, s1, 6f
        lw      t0, 0(s0)
        addi    s0, s0, 4
        jalr    t0
        j       5b

6:      li      a0, 0
        li      a1, 0
        call    main
        call    BSP_Exit
        .size   _start, . - _start
