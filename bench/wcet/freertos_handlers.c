/* SPDX-License-Identifier: Apache-2.0 */
/* As ucos_handlers.c, for FreeRTOS. */
#include <generated/csr.h>
#include <generated/soc.h>
#include <FreeRTOS.h>
#include <semphr.h>
#include <task.h>
#include "bsp.h"
#include "handlers.h"

#define URGENT  4u
#define SLEEPER 3u
#define BUSY    2u
#define STACK   160u

static SemaphoreHandle_t Signal;
static volatile uint32_t Wakes;

/* The command finds the handler by its name. */
__attribute__((noipa, hot)) void bench_line_handler(void)
{
    BaseType_t woken = pdFALSE;

    sim_line_ev_pending_write(1u);
    if (Wakes != 0u) {
        (void)xSemaphoreGiveFromISR(Signal, &woken);
    }
    portYIELD_FROM_ISR(woken);
}

static void Woken(void *argument)
{
    (void)argument;
    for (;;) {
        (void)xSemaphoreTake(Signal, portMAX_DELAY);
    }
}

static void Sleeper(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskDelay(3u);
    }
}

static void Busy(void *argument)
{
    (void)argument;
    for (uint32_t n = 0u; n < bench_rounds; n++) {
        Wakes = n & 2u;
        if ((n & 1u) != 0u) {
            taskENTER_CRITICAL(); /* an interrupt would wait until the data cache is empty */
            /* The nops keep the instruction that empties the data cache away from earlier code (response.h). */
            __asm__ volatile(".rept 8\n\tnop\n\t.endr\n\t.word 0x0000500f\n\tfence.i" : : : "memory");
            taskEXIT_CRITICAL();
        }
        run(3000u);
    }
    BSP_Exit(0);
}

/* Replaces the function of the board support. */
void vPortSetupTimerInterrupt(void)
{
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, bench_line_handler);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    BSP_TickStart(bench_hz);
}

int main(void)
{
    Signal = xSemaphoreCreateBinary();
    (void)xTaskCreate(Woken, "woken", STACK, NULL, URGENT, NULL);
    (void)xTaskCreate(Sleeper, "sleeper", STACK, NULL, SLEEPER, NULL);
    (void)xTaskCreate(Busy, "busy", STACK, NULL, BUSY, NULL);
    vTaskStartScheduler();
    return 1;
}
