/* SPDX-License-Identifier: Apache-2.0 */
/* Differences between the supported kernel versions. */
#ifndef VERSIONS_H
#define VERSIONS_H

#include <FreeRTOS.h>
#include <task.h>

/* 1 if uxTaskGetSystemState() leaves the order of lists unchanged. Before V11.1.0, it rotates software lists only. */
#define STATE_READ_KEEPS_ORDER (100 * tskKERNEL_VERSION_MAJOR + tskKERNEL_VERSION_MINOR >= 1101)

/* Before V11, an application with static allocation must provide the memory of the kernel's own tasks. */
#if (tskKERNEL_VERSION_MAJOR < 11) && (configSUPPORT_STATIC_ALLOCATION == 1)
void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack, uint32_t *entries)
{
    static StaticTask_t idle;
    static StackType_t idle_stack[configMINIMAL_STACK_SIZE];

    *task = &idle;
    *stack = idle_stack;
    *entries = configMINIMAL_STACK_SIZE;
}

void vApplicationGetTimerTaskMemory(StaticTask_t **task, StackType_t **stack, uint32_t *entries)
{
    static StaticTask_t timers;
    static StackType_t timers_stack[configTIMER_TASK_STACK_DEPTH];

    *task = &timers;
    *stack = timers_stack;
    *entries = configTIMER_TASK_STACK_DEPTH;
}
#endif

#endif
