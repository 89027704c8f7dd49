/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt lines and their table, for C and assembly. */
#ifndef PORTVECTOR_H
#define PORTVECTOR_H

#define portCSR_IRQ_MASK    0xBC0 /* VexRiscv's interrupt array: 32 lines behind the machine external interrupt */
#define portCSR_IRQ_PENDING 0xFC0

#define portINT_LINES       32    /* then the core's own: 32 + cause */
#define portINT_CAUSES      16

/*
 * The lowest of the lines that are pending, alone and multiplied by this, has another number in its upper five bits for
 * each line (a De Bruijn sequence). That is where the table has its handler.
 */
#define portINT_DE_BRUIJN   0x077CB531

#define portEXCEPTION_STACK 1024  /* bytes */

#endif
