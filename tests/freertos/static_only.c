/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kernel without a heap: variables hold the memory of tasks and queues.
 *
 * defs: -DSTATIC_ONLY
 */
#include <stdio.h>
#include <FreeRTOS.h>
#include <queue.h>
#include <task.h>
#include <bsp.h>
#include "versions.h"

static StackType_t stacks[2][256];
static StaticTask_t tasks[2];
static StaticQueue_t queue_memory;
static uint8_t items[4][sizeof(uint32_t)];
static QueueHandle_t queue;

static void sends(void *argument)
{
    (void)argument;
    for (uint32_t value = 0u;; value++) {
        vTaskDelay(1);
        xQueueSend(queue, &value, portMAX_DELAY);
    }
}

static void receives(void *argument)
{
    uint32_t value;

    (void)argument;
    for (uint32_t expected = 0u; expected < 5u; expected++) {
        xQueueReceive(queue, &value, portMAX_DELAY);
        if (value != expected) {
            BSP_Exit(1);
        }
    }
    printf("PASS\n");
    BSP_Exit(0);
}

int main(void)
{
    queue = xQueueCreateStatic(4u, sizeof(uint32_t), &items[0][0], &queue_memory);
    xTaskCreateStatic(sends, "sends", 256u, NULL, 2u, stacks[0], &tasks[0]);
    xTaskCreateStatic(receives, "receives", 256u, NULL, 3u, stacks[1], &tasks[1]);
    vTaskStartScheduler();
    return 1;
}
