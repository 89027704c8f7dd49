/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of the register banks, for assembly. */

#include "ci_opcodes.h"

.macro CONTEXT_SET bank, slot
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_SET, zero, \bank, \slot
.endm
.macro CONTEXT_SWITCH bank              /* interrupt enable: as in the slot */
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_SWITCH, zero, \bank, zero
.endm
.macro CONTEXT_RETURN_TO bank
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_RETURN_TO, zero, \bank, zero
.endm
.macro CONTEXT_EXIT bank
        .insn r CI_OPCODE, CI_UNIT_CONTEXT, CI_CONTEXT_EXIT, zero, \bank, zero
.endm
