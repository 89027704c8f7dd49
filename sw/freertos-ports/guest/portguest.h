/* SPDX-License-Identifier: Apache-2.0 */
/* What the port for guests has in the place of ../riscv/portmacro.h's. */
#ifndef PORTGUEST_H
#define PORTGUEST_H

#include <guest/port/off.h>

#define portDISABLE_INTERRUPTS() ((void)BSP_IntOff())
#define portENABLE_INTERRUPTS()  BSP_IntRestore(0u)

static portFORCE_INLINE UBaseType_t uxPortSetInterruptMask(void) { return BSP_IntOff(); }

static portFORCE_INLINE void vPortClearInterruptMask(UBaseType_t uxStatus) { BSP_IntRestore(uxStatus); }

static portFORCE_INLINE UBaseType_t uxPortInterruptsOn(void) { return !BSP_IntIsOff(); }

/* An interrupt that the guest raises itself, with the handler of BSP_INT_SOFTWARE. */
#define vPortRaise() BSP_IntOwn()

/*
 * The kernel's own files have vPortIdle() for their idle hook: it calls the application's, if there is one, and waits.
 * An application whose hook has to be called again and again says -DportIDLE_SLEEP=0.
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
