/* SPDX-License-Identifier: Apache-2.0 */
/* For the port of a core with register banks, its assembly too: where a TCB of this kernel has the task's. */
#ifndef OS_TCB_BANK
#define OS_TCB_BANK 4 /* bytes: OSTCBBank */
#endif
