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
 * De Bruijn sequence: the lowest pending line, as a bit, multiplied by this has different upper five bits for each
 * line. They are the index of the line's handler in the table.
 */
#define portINT_DE_BRUIJN   0x077CB531

#define portYIELD_LATER     0x80000000 /* in uxPortCriticalNesting: portmacro.h */

#define portEXCEPTION_STACK 1024  /* bytes */

/* Not for user mode under a monitor: the port ../guest has its own version, and uses most of this file. */
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

#define portBANK_SHARED (portCONTEXTS - 2)
#define portSHARES      0x80000000 /* the sign bit, which is tested quickly */
#define portFRAME_BYTES 128       /* for a task that shares a bank: its registers, on its stack */

/* pxTopOfStack points to this for the task's whole life. The stack is below it. */
#define portTASK_BANK   0         /* with portSHARES if it is the shared bank */
#define portTASK_FRAME  4         /* for a task that shares a bank: its registers, unless they are in the bank */

#endif
