/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task that main() resumes before the scheduler starts runs first if it has the highest priority.
 *
 * defs: -DNO_TIMERS
 */
#include "check.h"

static void low(void *argument)
{
    (void)argument;
    log_add("low");
    CHECK_LOG("high low");
    pass();
}

static void high(void *argument)
{
    (void)argument;
    CHECK_EQ("nesting", uxPortCriticalNesting, 0u);
    CHECK_EQ("interrupts", interrupts_on(), 1u);
    log_add("high");
    vTaskSuspend(NULL);
}

int main(void)
{
    TaskHandle_t task = create(high, "high", NULL, 3);

    create(low, "low", NULL, 1);
    vTaskSuspend(task);
    vTaskResume(task);
    CHECK_EQ("interrupts in main()", interrupts_on(), 0u);
    vTaskStartScheduler();
    return 1;
}
