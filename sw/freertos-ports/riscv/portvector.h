/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt lines and their table, for C and assembly. */
#ifndef PORTVECTOR_H
#define PORTVECTOR_H

#include <ci_opcodes.h>

/* VexRiscv's interrupt array: 32 lines behind the machine external interrupt. */
#define portCSR_IRQ_MASK    CI_CSR_IRQ_MASK
#define portCSR_IRQ_PENDING CI_CSR_IRQ_PENDING

#define portINT_LINES       32    /* then the core's own: 32 + cause */
#define portINT_CAUSES      16

/*
 * The lowest of the lines that are pending, alone and multiplied by this, has another number in its upper five bits for
 * each line (a De Bruijn sequence). That is where the table has its handler.
 */
#define portINT_DE_BRUIJN   0x077CB531

#define portYIELD_LATER     0x80000000 /* in uxPortCriticalNesting: portmacro.h */

#define portEXCEPTION_STACK 1024  /* bytes */

/* In user mode, below a monitor: the port ../guest says so, which takes the most of this one. */
#ifndef portGUEST
#define portGUEST 0
#endif

/*
 * The core has so many banks of registers (metro's --contexts): a task is in one, handlers are in the last one, and
 * tasks for which there is none left share the one before. 0: all are in one.
 */
#ifndef portCONTEXTS
#define portCONTEXTS 0
#endif
/* The core has the ready unit, and the kernel keeps in it which priorities have ready tasks. */
#ifndef portREADY_UNIT
#define portREADY_UNIT 0
#endif
/* The core has task lists, and a patched kernel keeps there its ready tasks, its sleeping ones, or both. */
#ifndef portREADY_LISTS
#define portREADY_LISTS 0
#endif
#ifndef portSLEEPERS
#define portSLEEPERS 0
#endif
#define portTASK_LISTS (portREADY_LISTS || portSLEEPERS)
/* And in the waiting lists beside them those that wait for a queue. */
#ifndef portWAITERS
#define portWAITERS 0
#endif

#define portBANK_SHARED (portCONTEXTS - 2)
#define portSHARES      0x80000000 /* the sign: quickly found out */
#define portFRAME_BYTES 128       /* of a task that shares: its registers, on its stack */

/* What pxTopOfStack points to then, for all of the task's life: its stack is below. */
#define portTASK_BANK   0         /* and portSHARES, if it shares that one */
#define portTASK_FRAME  4         /* of a task that shares: its registers, unless they are in the bank */

#endif
