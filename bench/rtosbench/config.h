/* SPDX-License-Identifier: Apache-2.0 */
/* Types and constants that RTOSBench's programs expect in config.h, for FreeRTOS. port.c has the functions. */
#ifndef RTOSBENCH_CONFIG_H
#define RTOSBENCH_CONFIG_H

#include <stdint.h>
#include <FreeRTOS.h>
#include <queue.h>
#include <semphr.h>
#include <task.h>

#define BASE_PRIO              5 /* of 7 priorities; a program uses this one and the two below */
#define NO_INIT_MAX_TIME_VALUE INT32_MAX
#define TASK_DEFAULT_RETURN
#define MAIN_DEFAULT_RETURN    0

/* The work of some programs between two calls. They write it with and without a semicolon. */
#define DO_WORKLOAD(number)    { _workload_results[number] = no_root((uint32_t)(number)); }

typedef void              no_task_retval_t;
typedef void             *no_task_argument_t;
typedef int               no_main_retval_t;
typedef int               no_main_argument_t;
typedef TaskFunction_t    no_task_entry_t;
typedef TaskHandle_t      no_task_handle_t;
typedef long              no_time_t;
typedef SemaphoreHandle_t no_sem_t;
typedef SemaphoreHandle_t no_mutex_t;
typedef QueueHandle_t     no_mq_t;
typedef void             *no_event_t; /* no program of ours waits for events or has a handler */
typedef void (*no_int_handler_t)(int number, void *argument);

/* Return the integer square root. */
static inline uint32_t no_root(uint32_t value)
{
    uint32_t root = 0u;
    uint32_t bit;

    for (bit = 1u << 15; bit != 0u; bit >>= 1) {
        root += ((root + bit) * (root + bit) <= value) ? bit : 0u;
    }
    return root;
}

#endif
