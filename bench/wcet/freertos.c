/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The situations of bench/freertos/services.c for `./metro wcet`. Each service has a function here that calls it:
 * call_xSemaphoreTake() for xSemaphoreTake(), and so on. Tasks wait with a timeout, because this takes longer than to
 * wait for ever.
 */
#include <FreeRTOS.h>
#include <event_groups.h>
#include <queue.h>
#include <semphr.h>
#include <stream_buffer.h>
#include <task.h>

#define SERVICE(result, name, parameters, ...) \
    __attribute__((noipa, hot)) static result call_##name parameters { return name(__VA_ARGS__); }
#define SERVICE_VOID(name, parameters, ...) \
    __attribute__((noipa, hot)) static void call_##name parameters { name(__VA_ARGS__); }

SERVICE(BaseType_t, xSemaphoreTake, (SemaphoreHandle_t what, TickType_t ticks), what, ticks)
SERVICE(BaseType_t, xSemaphoreGive, (SemaphoreHandle_t what), what)
SERVICE(BaseType_t, xQueueReceive, (QueueHandle_t queue, void *item, TickType_t ticks), queue, item, ticks)
SERVICE(BaseType_t, xQueueSend, (QueueHandle_t queue, void const *item, TickType_t ticks), queue, item, ticks)
SERVICE(uint32_t, ulTaskNotifyTake, (BaseType_t clear, TickType_t ticks), clear, ticks)
SERVICE(BaseType_t, xTaskNotifyGive, (TaskHandle_t task), task)
SERVICE(EventBits_t, xEventGroupWaitBits, (EventGroupHandle_t group, EventBits_t bits, BaseType_t clear, BaseType_t all,
        TickType_t ticks), group, bits, clear, all, ticks)
SERVICE(EventBits_t, xEventGroupSetBits, (EventGroupHandle_t group, EventBits_t bits), group, bits)
SERVICE(size_t, xStreamBufferReceive, (StreamBufferHandle_t stream, void *data, size_t bytes, TickType_t ticks),
        stream, data, bytes, ticks)
SERVICE(size_t, xStreamBufferSend, (StreamBufferHandle_t stream, void const *data, size_t bytes, TickType_t ticks),
        stream, data, bytes, ticks)
SERVICE_VOID(vTaskDelay, (TickType_t ticks), ticks)
SERVICE_VOID(vTaskSuspend, (TaskHandle_t task), task)
SERVICE_VOID(vTaskResume, (TaskHandle_t task), task)
SERVICE_VOID(vTaskPrioritySet, (TaskHandle_t task, UBaseType_t priority), task, priority)

#define LONG 5000u /* there is no tick */

/* The benchmark calls these functions. */
#undef xSemaphoreTake
#undef xSemaphoreGive
#undef xQueueReceive
#undef xQueueSend
#undef ulTaskNotifyTake
#undef xTaskNotifyGive
#undef xEventGroupWaitBits
#undef xEventGroupSetBits
#undef xStreamBufferReceive
#undef xStreamBufferSend
#undef vTaskDelay
#undef vTaskSuspend
#undef vTaskResume
#undef vTaskPrioritySet
#define xSemaphoreTake(what, ticks) call_xSemaphoreTake((what), LONG)
#define xSemaphoreGive       call_xSemaphoreGive
#define xQueueReceive(queue, item, ticks) call_xQueueReceive((queue), (item), LONG)
#define xQueueSend           call_xQueueSend
#define ulTaskNotifyTake(clear, ticks) call_ulTaskNotifyTake((clear), LONG)
#define xTaskNotifyGive      call_xTaskNotifyGive
#define xEventGroupWaitBits(group, bits, clear, all, ticks) \
    call_xEventGroupWaitBits((group), (bits), (clear), (all), LONG)
#define xEventGroupSetBits   call_xEventGroupSetBits
#define xStreamBufferReceive(stream, data, bytes, ticks) call_xStreamBufferReceive((stream), (data), (bytes), LONG)
#define xStreamBufferSend    call_xStreamBufferSend
#define vTaskDelay           call_vTaskDelay
#define vTaskSuspend         call_vTaskSuspend
#define vTaskResume          call_vTaskResume
#define vTaskPrioritySet     call_vTaskPrioritySet

#include "../freertos/services.c"
