/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each error that ends a run prints its reason.
 *
 * case: illegal -DFAIL=0
 * case: in_handler -DFAIL=1
 * case: no_handler -DFAIL=2
 * case: returned -DFAIL=3
 * case: assertion -DFAIL=4
 * case: overflow -DFAIL=5
 * case: heap -DFAIL=6
 * case: before -DFAIL=7
 * case: end -DFAIL=8
 * line: 1000 2000
 */
#include "check.h"

static void illegal(void)
{
    __asm__ volatile(".word 0");
}

static int deep(volatile int level)
{
    volatile int here[32];

    here[level % 32] = level;
    if (level % 4 == 0) {
        taskYIELD();
    }
    return (level == 0) ? 0 : deep(level - 1) + here[level % 32];
}

static void task(void *argument)
{
    (void)argument;
    switch (FAIL) {
    case 0: illegal(); break;
    case 3: return;
    case 4: configASSERT(argument != NULL); break;
    case 5: (void)deep(40); break;
    case 6: (void)pvPortMalloc(configTOTAL_HEAP_SIZE); break;
    case 8: vTaskEndScheduler(); break;
    default: break;
    }
    for (;;) {
    }
}

int main(void)
{
    if (FAIL == 7) {
        illegal();
    }
    if (FAIL == 5) {
        (void)pvPortMalloc(1024); /* the overflow must not overwrite the console's memory */
    }
    create(task, "fails", NULL, 1);
    if (FAIL == 1) {
        line_start(illegal);
    } else if (FAIL == 2) {
        line_start(NULL);
    }
    vTaskStartScheduler();
    return 1;
}
