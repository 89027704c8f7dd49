/* SPDX-License-Identifier: Apache-2.0 */
/* The template's configuration with the changes that the demos need. */
#include_next <FreeRTOSConfig.h>

#undef configUSE_TICK_HOOK
#undef configMINIMAL_STACK_SIZE
#undef configTOTAL_HEAP_SIZE
#undef configSUPPORT_STATIC_ALLOCATION
#undef configTASK_NOTIFICATION_ARRAY_ENTRIES
#undef configTIMER_QUEUE_LENGTH
#undef configTIMER_TASK_STACK_DEPTH
#define configUSE_TICK_HOOK                   1
#define configMINIMAL_STACK_SIZE              200
#define configTOTAL_HEAP_SIZE                 (80 * 1024)
#define configSUPPORT_STATIC_ALLOCATION       1
#define configKERNEL_PROVIDED_STATIC_MEMORY   1
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 3
#define configTIMER_QUEUE_LENGTH              20
#define configTIMER_TASK_STACK_DEPTH          (2 * configMINIMAL_STACK_SIZE)
#define configRUN_ADDITIONAL_TESTS            1
#define configSTREAM_BUFFER_TRIGGER_LEVEL_TEST_MARGIN 4
#define INCLUDE_xTimerGetTimerDaemonTaskHandle 1
#define INCLUDE_xTaskGetIdleTaskHandle        1

/* MessageBufferAMP.c replaces the function that wakes the reader of a stream buffer. */
#ifdef SEND_COMPLETED
#ifndef __ASSEMBLER__
void SEND_COMPLETED(void *pxStreamBuffer);
#endif
#define sbSEND_COMPLETED(pxStreamBuffer) SEND_COMPLETED(pxStreamBuffer)
#endif
