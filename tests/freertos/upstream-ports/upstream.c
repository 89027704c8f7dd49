/* SPDX-License-Identifier: Apache-2.0 */
/* Board functions that the upstream port requires: interrupt dispatch, the tick, and the end after a fatal error. */
#include <stdio.h>
#include <FreeRTOS.h>
#include <task.h>
#include <bsp.h>

void (*upstream_handlers[BSP_INT_LINES + 16u])(void);

void upstream_init(void);
void freertos_risc_v_trap_handler(void);
void freertos_risc_v_application_interrupt_handler(uint32_t cause);
void freertos_risc_v_application_exception_handler(uint32_t cause);
void vPortSetupTimerInterrupt(void);
void vApplicationStackOverflowHook(TaskHandle_t task, char *name);
void vApplicationMallocFailedHook(void);

void upstream_init(void)
{
    __asm__ volatile("csrw mtvec, %0\n\tcsrs mie, %1" : : "r"(freertos_risc_v_trap_handler), "r"(0x800u));
}

void freertos_risc_v_application_interrupt_handler(uint32_t cause)
{
    uint32_t pending;

    (void)cause;
    __asm__ volatile("csrr %0, " CI_TEXT(CI_CSR_IRQ_PENDING) : "=r"(pending));
    upstream_handlers[__builtin_ctz(pending)]();
}

void freertos_risc_v_application_exception_handler(uint32_t cause)
{
    printf("exception %lu\n", (unsigned long)cause);
    BSP_Exit(BSP_EXIT_EXCEPTION);
}

void upstream_tick(void)
{
    if (xTaskIncrementTick() != pdFALSE) {
        vTaskSwitchContext();
    }
}

__attribute__((weak)) void vPortSetupTimerInterrupt(void)
{
    BSP_TickStart(configTICK_RATE_HZ);
}

void vAssertCalled(char const *file, int line)
{
    printf("assertion %s:%d\n", file, line);
    BSP_Exit(BSP_EXIT_ERROR);
}

void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
    (void)task;
    vAssertCalled(name, 0);
}

void vApplicationMallocFailedHook(void)
{
    vAssertCalled("heap", 0);
}
