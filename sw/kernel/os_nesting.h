/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupt nesting and scheduler lock in one value. ucos_ii.h must come before. */
#ifndef OS_KERNEL_NESTING_H
#define OS_KERNEL_NESTING_H

/* Not 0 in an interrupt, or while the scheduler is locked. */
#if OS_CPU_CONTEXTS > 0
extern volatile INT16U OSNesting; /* OSIntNesting and OSLockNesting, in os_core.c */
#define OS_NESTING OSNesting
#else
#define OS_NESTING (OSIntNesting | OSLockNesting)
#endif

#endif
