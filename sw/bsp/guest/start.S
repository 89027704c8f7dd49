/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of a guest, and the page shared with the monitor. The monitor has loaded the image and zeroed the rest. */

#include <guest.h>
#include "bsp.h"

        .section .page, "aw"
        .globl  guest_page
guest_page:
        .space  GUEST_PAGE_BYTES

        .section .init, "ax"
        .globl  _start
        .type   _start, @function
_start:
        .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        la      tp, __tls_base
        la      sp, __stack_top
        call    BSP_RTOS_TRAP_INIT
        la      s0, __init_array_start
        la      s1, __init_array_end
1:      bgeu    s0, s1, 2f
        lw      t0, 0(s0)
        addi    s0, s0, 4
        jalr    t0
        j       1b

2:      li      a0, 0
        li      a1, 0
        call    main
        call    BSP_Exit
        .size   _start, . - _start
