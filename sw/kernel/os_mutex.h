/* SPDX-License-Identifier: Apache-2.0 */
/* Owners of mutexes. */
#ifndef OS_KERNEL_MUTEX_H
#define OS_KERNEL_MUTEX_H

#include "os_kernel.h"

#if OS_MUTEX_EN > 0u
extern INT8U OSMutexPromotions; /* promotions in force */
void OS_MutexOwnerDemote(OS_TCB *ptcb);
void OS_MutexOwnerForget(OS_TCB *ptcb);
#endif

#endif
