/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS port for RV32 in machine mode: what the kernel calls, and the table of handlers. portasm.S has the rest. */

#include <FreeRTOS.h>
#include <task.h>

/* As portasm.S lays out the frame of an interrupted task. */
enum { FRAME_PC = 0, FRAME_RA = 1, FRAME_A0 = 9, FRAME_ENTRIES = 32 };

void vPortStartFirstTask(void) __attribute__((noreturn));

/* Not 0 before the first task runs: so no critical section switches interrupts on too early. */
volatile UBaseType_t uxPortCriticalNesting = 1u;
volatile UBaseType_t uxPortIntNesting;
volatile UBaseType_t uxPortSwitchWanted;

/*
 * Description: lay out the stack of a new task, as if it had been interrupted at its first instruction.
 * Arguments  : pxTop         the highest entry of its stack
 *              pxCode        its function
 *              pvParameters  the function's argument
 * Returns    : the top of its stack
 */
StackType_t *pxPortInitialiseStack(StackType_t *pxTop, TaskFunction_t pxCode, void *pvParameters)
{
    StackType_t *pxFrame = (StackType_t *)((uint32_t)(pxTop + 1) & ~(uint32_t)(portBYTE_ALIGNMENT - 1)) - FRAME_ENTRIES;

    for (uint32_t ulEntry = 0; ulEntry < FRAME_ENTRIES; ulEntry++) {
        pxFrame[ulEntry] = 0;
    }
    pxFrame[FRAME_PC] = (StackType_t)pxCode;
    pxFrame[FRAME_RA] = (StackType_t)vPortTaskReturned;
    pxFrame[FRAME_A0] = (StackType_t)pvParameters;
    return pxFrame;
}

/*
 * Description: let the first task run.
 * Returns    : never
 * Notes      : main()'s stack is from now on that of interrupt handlers.
 */
BaseType_t xPortStartScheduler(void)
{
    vPortSetupTimerInterrupt();
    vPortStartFirstTask();
}

/* Nobody is there to go back to. */
void vPortEndScheduler(void)
{
    configASSERT(pdFALSE);
}

void vPortTick(void)
{
    const UBaseType_t uxStatus = uxPortSetInterruptMask();

    if (xTaskIncrementTick() != pdFALSE) {
        uxPortSwitchWanted = 1u;
    }
    vPortClearInterruptMask(uxStatus);
}

/* --------------------------------------------------- Handlers ------------------------------------------------- */

static void prvDefaultHandler(void)
{
    uint32_t ulPending;
    uint32_t ulCause;

    __asm__ volatile("csrr %0, %1" : "=r"(ulPending) : "i"(portCSR_IRQ_PENDING));
    if (ulPending != 0u) {
        vPortInterruptUnexpected((uint32_t)__builtin_ctzl(ulPending));
    }
    __asm__ volatile("csrr %0, mcause" : "=r"(ulCause));
    vPortInterruptUnexpected(portINT_LINES + (ulCause & (portINT_CAUSES - 1u)));
}

PortHandler_t pxPortHandlers[portINT_LINES + portINT_CAUSES] = {
    [0 ... portINT_LINES + portINT_CAUSES - 1] = prvDefaultHandler};

void vPortHandlerSet(uint32_t ulLine, PortHandler_t pxHandler)
{
    const uint32_t ulPlace = (ulLine < portINT_LINES) ? (((uint32_t)portINT_DE_BRUIJN << ulLine) >> 27) : ulLine;

    if (ulPlace < (portINT_LINES + portINT_CAUSES)) {
        pxPortHandlers[ulPlace] = (pxHandler != NULL) ? pxHandler : prvDefaultHandler;
    }
}
