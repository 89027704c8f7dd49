/* SPDX-License-Identifier: Apache-2.0 */
/* Replacements for parts of ../riscv/portmacro.h in the port for guests. */
#ifndef PORTGUEST_H
#define PORTGUEST_H

#include <guest/port/off.h>

#define portDISABLE_INTERRUPTS() ((void)BSP_IntOff())
#define portENABLE_INTERRUPTS()  BSP_IntRestore(0u)

static portFORCE_INLINE UBaseType_t uxPortSetInterruptMask(void) { return BSP_IntOff(); }

static portFORCE_INLINE void vPortClearInterruptMask(UBaseType_t uxStatus) { BSP_IntRestore(uxStatus); }

static portFORCE_INLINE UBaseType_t uxPortInterruptsOn(void) { return !BSP_IntIsOff(); }

/* Raise the guest's own interrupt, with the handler of BSP_INT_SOFTWARE. */
#define vPortRaise() BSP_IntSoftwareRaise()

/*
 * In the kernel's files, vPortIdle() replaces the idle hook: it calls the application's hook, if there is one, and
 * waits. If that hook must be called continuously, define -DportIDLE_SLEEP=0.
 */
#ifndef portIDLE_SLEEP
#define portIDLE_SLEEP 1
#endif
void vPortIdle(void);
#if defined(MPU_WRAPPERS_INCLUDED_FROM_API_FILE) && portIDLE_SLEEP
#undef configUSE_IDLE_HOOK
#define configUSE_IDLE_HOOK 1
#define vApplicationIdleHook vPortIdle
#endif

#endif
