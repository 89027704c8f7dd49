/* SPDX-License-Identifier: Apache-2.0 */
/* The template's configuration with the changes that -D options of the build select. */
#include_next <FreeRTOSConfig.h>

#ifdef TICK_HZ
#undef configTICK_RATE_HZ
#define configTICK_RATE_HZ TICK_HZ
#endif
#ifdef NO_TIME_SLICING
#undef configUSE_TIME_SLICING
#define configUSE_TIME_SLICING 0
#endif
#ifdef HOOKS
#undef configUSE_IDLE_HOOK
#undef configUSE_TICK_HOOK
#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 1
#endif
#ifdef EXCHANGE /* needs memory for more tasks */
#undef configTOTAL_HEAP_SIZE
#define configTOTAL_HEAP_SIZE (48 * 1024)
#endif
#ifdef PRIORITIES
#undef configMAX_PRIORITIES
#define configMAX_PRIORITIES PRIORITIES
#endif
#ifdef STATIC_ONLY
#undef configSUPPORT_DYNAMIC_ALLOCATION
#undef configSUPPORT_STATIC_ALLOCATION
#define configSUPPORT_DYNAMIC_ALLOCATION     0
#define configSUPPORT_STATIC_ALLOCATION      1
#define configKERNEL_PROVIDED_STATIC_MEMORY  1
#endif
#ifdef STATIC_TOO
#undef configSUPPORT_STATIC_ALLOCATION
#define configSUPPORT_STATIC_ALLOCATION      1
#define configKERNEL_PROVIDED_STATIC_MEMORY  1
#endif
#ifdef STACK_ENDS
#define configRECORD_STACK_HIGH_ADDRESS 1
#endif
#ifdef NO_TIMERS /* removes the timer task, which has the highest priority */
#undef configUSE_TIMERS
#undef INCLUDE_xTimerPendFunctionCall
#define configUSE_TIMERS               0
#define INCLUDE_xTimerPendFunctionCall 0
#endif
#ifdef TICKLESS /* the program implements the sleep and chooses its length */
void sleeps(unsigned long expected);
#undef configUSE_IDLE_HOOK
#undef configUSE_TICK_HOOK
#define configUSE_IDLE_HOOK     1
#define configUSE_TICK_HOOK     1
#define configUSE_TICKLESS_IDLE 1
#define portSUPPRESS_TICKS_AND_SLEEP(xTicks) sleeps(xTicks)
#endif
#ifdef NO_TICK_HOOK
#undef configUSE_TICK_HOOK
#define configUSE_TICK_HOOK 0
#endif
#ifdef TICKS_16
#undef configUSE_16_BIT_TICKS
#define configUSE_16_BIT_TICKS 1
#endif
#ifdef COOPERATIVE
#undef configUSE_PREEMPTION
#define configUSE_PREEMPTION 0
#endif
#ifdef NO_ASSERTS /* asserts contain line numbers, which ./metro patch changes */
#undef configASSERT
#endif
#ifdef NO_MUTEXES
#undef configUSE_MUTEXES
#undef configUSE_RECURSIVE_MUTEXES
#define configUSE_MUTEXES           0
#define configUSE_RECURSIVE_MUTEXES 0
#endif
#ifdef WATCHED
#ifndef __ASSEMBLER__
void inherits(void);
void suspends(void);
#endif
#define traceTASK_PRIORITY_INHERIT(...) inherits()
#define traceENTER_vTaskSuspendAll(...) suspends()
#endif

#ifdef TRACE_ORDER /* the program records which macros run */
#ifndef __ASSEMBLER__
void traced(char const *macro);
#endif
#define traceENTER_xQueueGenericSend(...) traced("enter send")
#define traceENTER_xQueueReceive(...) traced("enter receive")
#define traceENTER_xQueueSemaphoreTake(...) traced("enter take")
#define traceRETURN_xQueueGenericSend(xReturn) traced((xReturn) ? "send: true" : "send: false")
#define traceRETURN_xQueueReceive(xReturn) traced((xReturn) ? "receive: true" : "receive: false")
#define traceRETURN_xQueueSemaphoreTake(xReturn) traced((xReturn) ? "take: true" : "take: false")
#define traceQUEUE_SEND(...) traced("send")
#define traceQUEUE_SEND_FAILED(...) traced("send failed")
#define traceQUEUE_RECEIVE(...) traced("receive")
#define traceQUEUE_RECEIVE_FAILED(...) traced("receive failed")
#define traceBLOCKING_ON_QUEUE_SEND(...) traced("send blocks")
#define traceBLOCKING_ON_QUEUE_RECEIVE(...) traced("receive blocks")
#define traceTASK_PRIORITY_DISINHERIT(...) traced("disinherit")
#define traceMOVED_TASK_TO_READY_STATE(pxTCB) traced((pxTCB)->pcTaskName)
#endif

#ifdef TRACED /* each trace macro that can run on a fast path contains a critical section, as a user's macro may */
#ifndef __ASSEMBLER__
__attribute__((weak)) volatile unsigned long ulTraced;
#endif
#define TRACE_SECTION() \
    do { \
        if (portCHECK_IF_IN_ISR()) { /* in a handler, portEXIT_CRITICAL() would enable interrupts */ \
            ulTraced++; \
        } else { \
            portENTER_CRITICAL(); \
            ulTraced++; \
            portEXIT_CRITICAL(); \
        } \
    } while (0)
#define traceENTER_xQueueGenericSend(...) TRACE_SECTION()
#define traceENTER_xQueueReceive(...) TRACE_SECTION()
#define traceENTER_xQueueSemaphoreTake(...) TRACE_SECTION()
#define traceQUEUE_SEND(...) TRACE_SECTION()
#define traceQUEUE_RECEIVE(...) TRACE_SECTION()
#define traceBLOCKING_ON_QUEUE_SEND(...) TRACE_SECTION()
#define traceBLOCKING_ON_QUEUE_RECEIVE(...) TRACE_SECTION()
#define traceENTER_xTaskRemoveFromEventList(...) TRACE_SECTION()
#define traceRETURN_xTaskRemoveFromEventList(...) TRACE_SECTION()
#define traceENTER_vTaskPlaceOnEventList(...) TRACE_SECTION()
#define traceRETURN_vTaskPlaceOnEventList(...) TRACE_SECTION()
#define traceENTER_vTaskInternalSetTimeOutState(...) TRACE_SECTION()
#define traceRETURN_vTaskInternalSetTimeOutState(...) TRACE_SECTION()
#define traceENTER_xTaskCheckForTimeOut(...) TRACE_SECTION()
#define traceRETURN_xTaskCheckForTimeOut(...) TRACE_SECTION()
#define traceENTER_xTaskPriorityDisinherit(...) TRACE_SECTION()
#define traceRETURN_xTaskPriorityDisinherit(...) TRACE_SECTION()
#define traceTASK_PRIORITY_DISINHERIT(...) TRACE_SECTION()
#define traceENTER_xTaskPriorityInherit(...) TRACE_SECTION()
#define traceRETURN_xTaskPriorityInherit(...) TRACE_SECTION()
#define traceTASK_PRIORITY_INHERIT(...) TRACE_SECTION()
#define traceENTER_vTaskPriorityDisinheritAfterTimeout(...) TRACE_SECTION()
#define traceRETURN_vTaskPriorityDisinheritAfterTimeout(...) TRACE_SECTION()
#define traceENTER_pvTaskIncrementMutexHeldCount(...) TRACE_SECTION()
#define traceRETURN_pvTaskIncrementMutexHeldCount(...) TRACE_SECTION()
#define traceMOVED_TASK_TO_READY_STATE(...) TRACE_SECTION()
#define tracePOST_MOVED_TASK_TO_READY_STATE(...) TRACE_SECTION()
#define traceMOVED_TASK_TO_DELAYED_LIST(...) TRACE_SECTION()
#define traceMOVED_TASK_TO_OVERFLOW_DELAYED_LIST(...) TRACE_SECTION()
#define traceENTER_vTaskSuspend(...) TRACE_SECTION()
#define traceTASK_SUSPEND(...) TRACE_SECTION()
#define traceENTER_vTaskResume(...) TRACE_SECTION()
#define traceTASK_RESUME(...) TRACE_SECTION()
#define mtCOVERAGE_TEST_MARKER(...) TRACE_SECTION()
#endif
