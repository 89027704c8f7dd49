/* SPDX-License-Identifier: Apache-2.0 */
/*
 * If a task yields within nested critical sections, the switch waits until the outermost section ends. Interrupts stay
 * pending until then. So no other task runs within a critical section.
 *
 * line: 100 300
 * defs: -DNO_TIME_SLICING
 */
#include "check.h"

static volatile uint32_t interrupts;
static TaskHandle_t other;

static void handler(void)
{
    sim_line_ev_pending_write(1u);
    CHECK_EQ("nesting in a handler", uxPortIntNesting, 1u);
    CHECK_EQ("interrupts in a handler", interrupts_on(), 0u);
    interrupts++;
}

static void wait_for_interrupts(void)
{
    const uint32_t before = interrupts;

    while (interrupts < before + 2u) {
    }
}

static void second(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK_EQ("interrupts", interrupts_on(), 1u);
        CHECK_EQ("nesting", uxPortCriticalNesting, 0u);
        wait_for_interrupts();
        taskENTER_CRITICAL();
        log_add("second");
        taskYIELD();
        CHECK_EQ("interrupts", interrupts_on(), 0u);
        taskEXIT_CRITICAL();
    }
}

static void first(void *argument)
{
    uint32_t before;

    (void)argument;
    for (uint32_t round = 0u; round < 20u; round++) {
        taskENTER_CRITICAL();
        taskENTER_CRITICAL();
        log_add("first");
        before = interrupts;
        for (volatile uint32_t wait = 0u; wait < 100u; wait++) {
        }
        CHECK_EQ("interrupts in a critical section", interrupts, before);
        taskYIELD();
        taskYIELD(); /* two yields cause one switch */
        CHECK_EQ("interrupts", interrupts_on(), 0u);
        taskEXIT_CRITICAL();
        CHECK_EQ("interrupts", interrupts_on(), 0u);
        CHECK_EQ("interrupts in a critical section", interrupts, before);
        CHECK_LOG("first");
        log_add("first");
        taskEXIT_CRITICAL(); /* switches to the other task, which takes the interrupts */
        CHECK_EQ("interrupts", interrupts_on(), 1u);
        CHECK_EQ("nesting", uxPortCriticalNesting, 0u);
        CHECK(interrupts > before);
        CHECK_LOG("first second");
        wait_for_interrupts();
    }
    vTaskDelete(other);
    pass();
}

int main(void)
{
    CHECK_EQ("interrupts in main()", interrupts_on(), 0u);
    create(first, "first", NULL, 1);
    other = create(second, "second", NULL, 1);
    taskENTER_CRITICAL();
    taskEXIT_CRITICAL();
    CHECK_EQ("interrupts in main()", interrupts_on(), 0u);
    line_start(handler);
    vTaskStartScheduler();
    return 1;
}
