/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS port for guests of the monitor: as in machine mode, with interrupts of user mode, and an idle task that
   lets other guests run. */

#include "../riscv/port.c"

#define PORT_HANDLERS  pxPortHandlers
#define PORT_DE_BRUIJN portINT_DE_BRUIJN
#define PORT_TIMER     (portINT_LINES + 7)
#define PORT_RAISED    (portINT_LINES + 3)
#include <guest/port/interrupts.c>

static void prvDefaultHandler(void)
{
    vPortInterruptUnexpected(BSP_IntLine());
}

extern struct tskTaskControlBlock *volatile pxCurrentTCB;

volatile uint32_t ulPortLast; /* the task that was the last to yield; another value: a handler was called since */

#if portIDLE_SLEEP
#if configUSE_IDLE_HOOK
void vApplicationIdleHook(void);
#endif

/*
 * Waits for an interrupt, but only after a whole round of the idle task in which there was none, and no other task:
 * what these have left it may not have seen. That can be a ready task of its own priority, or any if tasks are
 * cooperative; or a deleted one.
 */
void vPortIdle(void)
{
#if configUSE_IDLE_HOOK
    vApplicationIdleHook();
#endif
    portDISABLE_INTERRUPTS();
    if (ulPortLast == (uint32_t)pxCurrentTCB) {
        BSP_IntWait();
    }
    ulPortLast = (uint32_t)pxCurrentTCB;
    portENABLE_INTERRUPTS();
}
#endif
