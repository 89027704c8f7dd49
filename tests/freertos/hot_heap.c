/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The heap in hot data memory (glue/freertos_hot_heap.h): small blocks are there as long as there is room, all others
 * in the SoC's memory.
 */
#include <generated/mem.h>
#include "check.h"

#define MOST 256u /* bytes of a block in hot data memory */

static void *blocks[64];

static BaseType_t is_hot(const void *block)
{
    return ((uintptr_t)block - HOT_DATA_BASE) < HOT_DATA_SIZE;
}

/* Fill hot data memory with blocks, and free them again. Return their number. */
static uint32_t fill(void)
{
    uint32_t all, each;

    for (all = 0u; all < 64u; all++) {
        blocks[all] = pvPortMalloc(MOST);
        if (!is_hot(blocks[all])) {
            break;
        }
    }
    CHECK((all < 64u) && (blocks[all] != NULL)); /* the other heap has it */
    for (each = 0u; each <= all; each++) {
        vPortFree(blocks[each]);
    }
    return all;
}

static void task(void *argument)
{
    const uint32_t hot = fill();
    void          *large = pvPortMalloc(MOST + 1u);

    (void)argument;
    CHECK(hot > 8u);
    CHECK_EQ("freed blocks can be used again", fill(), hot);
    CHECK((large != NULL) && !is_hot(large));
    vPortFree(large);
    CHECK(is_hot(xTaskGetCurrentTaskHandle()));
    CHECK(!is_hot(&large)); /* a stack */
    CHECK(is_hot(xQueueCreate(4u, sizeof(uint32_t))));
    pass();
}

int main(void)
{
    (void)xTaskCreate(task, "task", 400u, NULL, 1u, NULL);
    vTaskStartScheduler();
    return 1;
}
