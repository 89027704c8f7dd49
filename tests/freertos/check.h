/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the FreeRTOS test programs: checks that end the run, a log of short words, the interrupt line. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <FreeRTOS.h>
#include <event_groups.h>
#include <queue.h>
#include <semphr.h>
#include <stream_buffer.h>
#include <task.h>
#include <timers.h>
#include <bsp.h>
#include "../kernel/port/kept.h"
#include "../kernel/port/timer.h"

#define CHECK_EQ(what, got, expected) check_eq(__FILE_NAME__, __LINE__, what, (uint32_t)(got), (uint32_t)(expected))
#define CHECK(condition)              CHECK_EQ(#condition, !!(condition), 1)

static inline void check_eq(const char *file, int line, const char *what, uint32_t got, uint32_t expected)
{
    if (got != expected) {
        portDISABLE_INTERRUPTS();
        printf("%s:%d: %s: expected %lu (0x%lx), got %lu (0x%lx)\n", file, line, what, (unsigned long)expected,
               (unsigned long)expected, (unsigned long)got, (unsigned long)got);
        BSP_Exit(1);
    }
}

static inline void pass(void)
{
    portDISABLE_INTERRUPTS();
    printf("PASS\n");
    BSP_Exit(0);
}

#if portGUEST
static inline uint32_t interrupts_on(void) { return guest_is_off() == 0u; }
#else
static inline uint32_t interrupts_on(void)
{
    uint32_t status;

    __asm__ volatile("csrr %0, mstatus" : "=r"(status));
    return (status & portMSTATUS_MIE) != 0u;
}
#endif

/* Log of events in order. CHECK_LOG() compares the log and clears it. */
static char log_text[256];

static inline void log_add(const char *word)
{
    const UBaseType_t status = uxPortSetInterruptMask();

    CHECK(strlen(log_text) + strlen(word) + 2u < sizeof(log_text));
    strcat(strcat(log_text, log_text[0] != '\0' ? " " : ""), word);
    vPortClearInterruptMask(status);
}

#define CHECK_LOG(expected) \
    do { \
        if (strcmp(log_text, expected) != 0) { \
            portDISABLE_INTERRUPTS(); \
            printf("%s:%d: expected \"%s\", got \"%s\"\n", __FILE_NAME__, __LINE__, expected, log_text); \
            BSP_Exit(1); \
        } \
        log_text[0] = '\0'; \
    } while (0)

static inline TaskHandle_t create(TaskFunction_t function, const char *name, void *argument, UBaseType_t priority)
{
    TaskHandle_t task = NULL;

    CHECK_EQ("create", xTaskCreate(function, name, 2 * configMINIMAL_STACK_SIZE, argument, priority, &task), pdPASS);
    return task;
}

/* Enable the line. The harness raises it every min to max cycles (`line:` in a program). The handler must clear it. */
static inline void line_start(BSP_INT_FNCT handler)
{
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, handler);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
}

#endif
