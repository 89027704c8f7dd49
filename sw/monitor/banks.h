/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of the register banks, for assembly. */

#include "ci_opcodes.h"

.macro CONTEXT_SET bank, slot
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_SET, zero, \bank, \slot
.endm
.macro CONTEXT_SWITCH bank              /* with interrupts as the slot has them */
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_SWITCH, zero, \bank, zero
.endm
.macro CONTEXT_RETURN_TO bank
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_RETURN_TO, zero, \bank, zero
.endm
.macro CONTEXT_EXIT bank
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_EXIT, zero, \bank, zero
.endm
