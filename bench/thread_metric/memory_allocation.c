/* SPDX-License-Identifier: Apache-2.0 */
/* Memory allocation: a thread takes a block of 128 bytes from a pool, writes its first and
 * last byte, and returns it. */
#include "workload.h"

static void Worker(void)
{
    unsigned char *block;

    for (;;) {
        block = 0;
        Need(tm_memory_pool_allocate(0, &block), "tm_memory_pool_allocate");
        block[0]   = 1;
        block[127] = 1;
        Need(tm_memory_pool_deallocate(0, block), "tm_memory_pool_deallocate");
        Counter[0]++;
    }
}

static void Init(void)
{
    Need(tm_memory_pool_create(0), "tm_memory_pool_create");
    Start(0, 10, Worker);
    ReportCreate(1, 1);
}

void tm_main(void)
{
    tm_initialize(Init);
}
