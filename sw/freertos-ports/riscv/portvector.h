/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt lines and their table, for C and assembly. */
#ifndef PORTVECTOR_H
#define PORTVECTOR_H

#include <ci_opcodes.h>

/* VexRiscv's interrupt array: 32 lines share the machine external interrupt. */
#define portCSR_IRQ_MASK    CI_CSR_IRQ_MASK
#define portCSR_IRQ_PENDING CI_CSR_IRQ_PENDING

#define portINT_LINES       32    /* the core's own interrupts follow: 32 + cause */
#define portINT_CAUSES      16

/*
 * De Bruijn sequence. The product of this constant and a word with one bit set has different upper five bits for each
 * bit. With the bit of the lowest pending line, these five bits are the index of the line's handler in the table.
 */
#define portINT_DE_BRUIJN   0x077CB531

#define portYIELD_LATER     0x80000000 /* bit of uxPortCriticalNesting (portmacro.h) */

#define portEXCEPTION_STACK 1024  /* bytes */

/* 1: port for guests of the monitor. The portvector.h of ../guest defines this macro and includes this file. */
#ifndef portGUEST
#define portGUEST 0
#endif

/*
 * Number of the core's register banks (metro's --contexts). The last bank belongs to the handlers. The bank before it
 * is shared by tasks that found no free bank; each other bank has one task. 0: all code uses the same registers.
 */
#ifndef portCONTEXTS
#define portCONTEXTS 0
#endif
/* 1: the core has vectored interrupts (metro's --vectors), so an interrupt of a task calls its handler directly. */
#ifndef portVECTORS
#define portVECTORS 0
#endif
/* The core has the ready unit, in which the kernel keeps the priorities that have ready tasks. */
#ifndef portREADY_UNIT
#define portREADY_UNIT 0
#endif
/* The core has task lists, in which a patched kernel keeps its ready tasks, its sleeping tasks, or both. */
#ifndef portREADY_LISTS
#define portREADY_LISTS 0
#endif
#ifndef portSLEEPERS
#define portSLEEPERS 0
#endif
#define portTASK_LISTS (portREADY_LISTS || portSLEEPERS)
/* The core's wait lists also hold the tasks that wait for a queue. */
#ifndef portWAITERS
#define portWAITERS 0
#endif
/* The ticks come from the core's time base, unless each tick needs software (portTIME_BASE in portmacro.h). */
#ifndef portTICKLESS
#define portTICKLESS 0
#endif

#define portBANK_SHARED (portCONTEXTS - 2)
#define portSHARES      0x80000000 /* flag of a shared bank: the sign bit, because one branch instruction tests it */
#define portNO_BANK     -1         /* in place of a bank with portSHARES: no switch */
#define portFRAME_BYTES 128       /* frame of a task that shares a bank: its registers, on its stack */

/* Offsets in PortTask_t (port.c), to which pxTopOfStack points for the task's whole life. The stack is below it. */
#define portTASK_BANK   0         /* with portSHARES if it is the shared bank */
#define portTASK_FRAME  4         /* address of the frame of a task whose registers are not in its shared bank */

#endif
