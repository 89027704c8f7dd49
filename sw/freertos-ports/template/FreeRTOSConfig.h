/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Default kernel configuration, with most services on. Copy it into your project and change it there.
 */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

/* The scheduler */
#define configUSE_PREEMPTION             1
#define configUSE_TIME_SLICING           1
#define configMAX_PRIORITIES             32
#define configTICK_RATE_HZ               1000
#define configUSE_16_BIT_TICKS           0
#define configMINIMAL_STACK_SIZE         256 /* entries of 4 bytes */
#define configMAX_TASK_NAME_LEN          16
#define configIDLE_SHOULD_YIELD          1
#define configUSE_IDLE_HOOK              0
#define configUSE_TICK_HOOK              0

/* Memory */
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION  0
#define configTOTAL_HEAP_SIZE            (32 * 1024)
#define configUSE_MALLOC_FAILED_HOOK     1
#define configCHECK_FOR_STACK_OVERFLOW   2

/* Services */
#define configUSE_TASK_NOTIFICATIONS     1
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 2
#define configUSE_MUTEXES                1
#define configUSE_RECURSIVE_MUTEXES      1
#define configUSE_COUNTING_SEMAPHORES    1
#define configUSE_QUEUE_SETS             1
#define configQUEUE_REGISTRY_SIZE        0
#define configUSE_EVENT_GROUPS           1
#define configUSE_STREAM_BUFFERS         1
#define configUSE_TIMERS                 1
#define configTIMER_TASK_PRIORITY        (configMAX_PRIORITIES - 1)
#define configTIMER_QUEUE_LENGTH         10
#define configTIMER_TASK_STACK_DEPTH     configMINIMAL_STACK_SIZE
#define configUSE_TRACE_FACILITY         1

#define INCLUDE_vTaskPrioritySet         1
#define INCLUDE_uxTaskPriorityGet        1
#define INCLUDE_vTaskDelete              1
#define INCLUDE_vTaskSuspend             1
#define INCLUDE_vTaskDelay               1
#define INCLUDE_xTaskDelayUntil          1
#define INCLUDE_xTaskAbortDelay          1
#define INCLUDE_xTaskGetSchedulerState   1
#define INCLUDE_xTaskGetCurrentTaskHandle 1
#define INCLUDE_xTaskGetHandle           1
#define INCLUDE_eTaskGetState            1
#define INCLUDE_uxTaskGetStackHighWaterMark 1
#define INCLUDE_xSemaphoreGetMutexHolder 1
#define INCLUDE_xTimerPendFunctionCall   1
#define INCLUDE_xTaskResumeFromISR       1

/* A failed assertion prints its file and line, and ends the run (sw/freertos-ports/glue). */
#ifndef __ASSEMBLER__
void vAssertCalled(char const *pcFile, int iLine);
#endif
#define configASSERT(xTrue) \
    do { \
        if (!(xTrue)) { \
            vAssertCalled(__FILE__, __LINE__); \
        } \
    } while (0)

#endif
