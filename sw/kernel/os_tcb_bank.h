/* SPDX-License-Identifier: Apache-2.0 */
/* Offset of the task's register bank in a TCB of this kernel, for the C and assembly files of the port. */
#ifndef OS_TCB_BANK
#define OS_TCB_BANK 4 /* bytes: OSTCBBank */
#endif
