/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for guests of the monitor. This file adds two parts to the port for machine mode: interrupts in user
 * mode, and an idle task that lets other guests run.
 */

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

volatile uint32_t ulPortLastYielder; /* TCB that yielded or ran vPortIdle() last; other values: a handler ran since */

#if portIDLE_SLEEP
#if configUSE_IDLE_HOOK
void vApplicationIdleHook(void);
#endif

/*
 * Wait for an interrupt if no handler and no other task has run since the idle task last yielded or called this
 * function. A handler or task may have left work for the idle task: a ready task of the same priority, any ready task
 * if tasks are cooperative, or a deleted task.
 */
void vPortIdle(void)
{
#if configUSE_IDLE_HOOK
    vApplicationIdleHook();
#endif
    portDISABLE_INTERRUPTS();
    if (ulPortLastYielder == (uint32_t)pxCurrentTCB) {
        BSP_IntWait();
    }
    ulPortLastYielder = (uint32_t)pxCurrentTCB;
    portENABLE_INTERRUPTS();
}
#endif
