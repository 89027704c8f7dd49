/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More tasks are created and deleted than there are register banks. A new task finds no other task's values in its
 * registers. After all deletions, banks are free again.
 *
 * cycles: 20000000
 */
#include "check.h"

#define ROUNDS          100u
#define TASKS_PER_ROUND 5u /* tasks that a round creates */

static volatile uint32_t ran;

/* Check that a new task's registers hold 0, except the argument, sp and the registers that all tasks share. */
void fresh(void *argument);
void fresh_looked(uint32_t any);

__asm__(".section .text.fresh, \"ax\"\n"
        ".globl fresh\n"
        "fresh:\n"
        "    mv a0, zero\n"
        "    .irp n, 5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
        "    or a0, a0, x\\n\n"
        "    .endr\n"
        "    .irp n, 5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
        "    li x\\n, -\\n\n"
        "    .endr\n"
        "    call fresh_looked\n"
        ".previous\n");

void fresh_looked(uint32_t any)
{
    CHECK_EQ("OR of a new task's registers", any, 0u);
    ran++;
    vTaskDelete(NULL);
    CHECK(0);
}

static uint32_t bank_of(TaskHandle_t task)
{
    return **(uint32_t *volatile *)task;
}

static void idles(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskDelay(1);
    }
}

static void test(void *argument)
{
    TaskHandle_t task;

    (void)argument;
    for (uint32_t round = 1u; round <= ROUNDS; round++) {
        for (uint32_t n = 0u; n < TASKS_PER_ROUND; n++) {
            create(fresh, "fresh", NULL, 1);
        }
        vTaskDelay(2); /* the idle task frees the deleted tasks */
        CHECK_EQ("tasks that have run", ran, round * TASKS_PER_ROUND);
    }
    task = create(idles, "idles", NULL, 2);
#if portCONTEXTS > 8
    CHECK(bank_of(task) < portBANK_SHARED);
#endif
    vTaskDelay(3);
    vTaskDelete(task);
    task = create(idles, "idles", NULL, 2);
    CHECK((bank_of(task) & ~portSHARES) <= portBANK_SHARED);
    vTaskDelay(3);
    pass();
}

int main(void)
{
    create(test, "test", NULL, 4);
    vTaskStartScheduler();
    return 1;
}
