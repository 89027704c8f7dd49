/* SPDX-License-Identifier: Apache-2.0 */
/*
 * If all of the core's task numbers are in use, the creation of a task fails as it does without memory, and no memory
 * stays allocated. The number of a deleted task is used again.
 *
 * defs: -DportTASK_NUMBERS=11 -DSTATIC_TOO
 * cycles: 20000000
 */
#include "check.h"
#include "versions.h"

#define OURS (portTASK_NUMBERS - 3) /* the idle task, the timer task and `test` also have numbers */

static void waits(void *argument)
{
    if (argument == NULL) {
        vTaskDelete(NULL);
    }
    for (;;) {
        vTaskDelay(2);
    }
}

static void refused(void)
{
    static StackType_t stack[configMINIMAL_STACK_SIZE];
    static StaticTask_t memory;
    const size_t heap = xPortGetFreeHeapSize();
    TaskHandle_t task = (TaskHandle_t)&task;

    CHECK_EQ("a task without a number", xTaskCreate(waits, "refused", configMINIMAL_STACK_SIZE, NULL, 1, &task),
             errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY);
    CHECK(task == (TaskHandle_t)&task);
    CHECK_EQ("free heap after the refusal", xPortGetFreeHeapSize(), heap);
    CHECK(xTaskCreateStatic(waits, "refused", configMINIMAL_STACK_SIZE, NULL, 1, stack, &memory) == (TaskHandle_t)NULL);
}

static void test(void *argument)
{
    TaskHandle_t tasks[OURS];
    const size_t heap = xPortGetFreeHeapSize();

    (void)argument;
    for (uint32_t round = 0u; round < 20u; round++) {
        for (uint32_t n = 0u; n < OURS; n++) {
            tasks[n] = create(waits, "waits", &tasks, 1u + n % 3u);
        }
        CHECK_EQ("tasks", uxTaskGetNumberOfTasks(), portTASK_NUMBERS);
        refused();
        vTaskDelay(round % 3u);
        vTaskDelete(tasks[round % OURS]);
        tasks[round % OURS] = create(waits, "ends", NULL, 1);
        refused();
        vTaskDelay(2); /* the idle task frees the ended task */
        tasks[round % OURS] = create(waits, "waits", &tasks, 2);
        refused();
        for (uint32_t n = 0u; n < OURS; n++) {
            vTaskDelete(tasks[n]);
        }
    }
    CHECK_EQ("free bytes of the heap", xPortGetFreeHeapSize(), heap);
    pass();
}

int main(void)
{
    create(test, "test", NULL, 5);
    vTaskStartScheduler();
    return 1;
}
