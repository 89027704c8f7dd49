/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS for the benchmarks: the services that they use, without checks, hooks, statistics or traces. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_PREEMPTION             1
#define configUSE_TIME_SLICING           0 /* tasks of equal priority switch only when they yield */
#ifndef configMAX_PRIORITIES
#define configMAX_PRIORITIES             32
#endif
#ifndef configTICK_RATE_HZ
#define configTICK_RATE_HZ               100 /* ticks of 10 ms, as Thread-Metric requires */
#endif
#define configTICK_TYPE_WIDTH_IN_BITS    TICK_TYPE_WIDTH_32_BITS
#define configMINIMAL_STACK_SIZE         128
#define configMAX_TASK_NAME_LEN          16
#define configIDLE_SHOULD_YIELD          1
#ifndef configUSE_IDLE_HOOK
#define configUSE_IDLE_HOOK              0
#endif
#define configUSE_TICK_HOOK              0

#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION  0
#define configTOTAL_HEAP_SIZE            (48 * 1024)

#define configUSE_TASK_NOTIFICATIONS     1
#define configUSE_MUTEXES                1
#define configUSE_COUNTING_SEMAPHORES    1
#define configQUEUE_REGISTRY_SIZE        0

#define INCLUDE_vTaskPrioritySet         1
#define INCLUDE_vTaskDelete              1
#define INCLUDE_vTaskSuspend             1
#define INCLUDE_vTaskDelay               1
#define INCLUDE_xTaskResumeFromISR       1

#endif
