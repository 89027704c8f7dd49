/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two tasks on FreeRTOS: one wakes at each tick and gives a semaphore, the other takes it and prints each tenth tick.
 * The exit code is 0 if no tick was lost and the last tick came at most one period late.
 */
#include <stdio.h>
#include <generated/soc.h>
#include <FreeRTOS.h>
#include <semphr.h>
#include <task.h>
#include <bsp.h>

#define TICKS 50u

static SemaphoreHandle_t given;
static volatile uint32_t first, last;

static void ticker(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskDelay(1);
        last = BSP_Cycles();
        first = (first == 0u) ? last : first;
        xSemaphoreGive(given);
    }
}

static void taker(void *argument)
{
    const uint32_t period = CONFIG_CLOCK_FREQUENCY / configTICK_RATE_HZ;
    uint32_t cycles;

    (void)argument;
    for (uint32_t n = 1u; n <= TICKS; n++) {
        xSemaphoreTake(given, portMAX_DELAY);
        if (n % 10u == 0u) {
            printf("tick %u\n", (unsigned)n);
        }
    }
    cycles = last - first + period - (TICKS - 1u) * period; /* a period plus the lateness of the last tick */
    if ((xTaskGetTickCount() < TICKS) || (cycles > 2u * period)) {
        printf("%u ticks, the last %d cycles late\n", (unsigned)xTaskGetTickCount(), (int)(cycles - period));
        BSP_Exit(1);
    }
    printf("in time\n");
    BSP_Exit(0);
}

int main(void)
{
    given = xSemaphoreCreateCounting(TICKS, 0);
    xTaskCreate(ticker, "ticker", configMINIMAL_STACK_SIZE, NULL, 2, NULL);
    xTaskCreate(taker, "taker", 2 * configMINIMAL_STACK_SIZE, NULL, 1, NULL);
    vTaskStartScheduler();
    return 1;
}
