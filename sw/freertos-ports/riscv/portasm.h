/* SPDX-License-Identifier: Apache-2.0 */
/* Common definitions of the port's assembly files. */
#ifndef PORTASM_H
#define PORTASM_H

#include <ci_asm.h>
#include <ci_opcodes.h>
#include "portvector.h"

.macro EXCEPTION_DATA                   /* stack and record (PortException_t) of an exception */
        .section .sbss.freertos_port, "aw", @nobits
        .balign 4
xPortExceptionBusy:
        .space  4

        .section .bss.freertos_port, "aw", @nobits
        .balign 16
        .space  portEXCEPTION_STACK
xPortExceptionStackTop:
xPortExceptionRecord:
        .space  4 * 35
.endm

/* Complete the record at a0, which has the registers, and call the report, which does not return. */
.macro EXCEPTION_REPORT
        csrr    t0, mepc
        csrr    t1, mcause
        csrr    t2, mtval
        sw      t0, 128(a0)
        sw      t1, 132(a0)
        sw      t2, 136(a0)
        li      t0, 1
        STORE   sw, t0, xPortExceptionBusy, t1
        la      sp, xPortExceptionStackTop
        call    vPortException
.endm

#endif
