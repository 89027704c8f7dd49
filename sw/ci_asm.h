/* SPDX-License-Identifier: Apache-2.0 */
/* Macros for the assembly files of all ports. */
#ifndef CI_ASM_H
#define CI_ASM_H

#define MSTATUS_MIE     0x8
#define MSTATUS_TO_TASK 0x1880          /* MPP = machine, MPIE = 1: mret stays in machine mode and enables interrupts */
#define MIE_MEIE        0x800

/* Access a global variable by its absolute address. If gp reaches it, the linker reduces this to one instruction. */
.macro LOAD     op, reg, symbol
        lui     \reg, %hi(\symbol)
        \op     \reg, %lo(\symbol)(\reg)
.endm

.macro STORE    op, reg, symbol, temp
        lui     \temp, %hi(\symbol)
        \op     \reg, %lo(\symbol)(\temp)
.endm

.macro LOAD_GP
        .option push
        .option norelax
        lui     gp, %hi(__global_pointer$)
        addi    gp, gp, %lo(__global_pointer$)
        .option pop
.endm

.macro FUNCTION name
        .globl  \name
        .type   \name, @function
\name:
.endm

.macro END_OF   name
        .size   \name, . - \name
.endm

#endif
