/* SPDX-License-Identifier: Apache-2.0 */
/* Memory partitions. */
#include "app.h"

#define BLK_SIZE  8u
#define BLKS_MOST 4u

OS_MEM *parts[PARTS];
INT8U parts_mem[PARTS][BLKS_MOST * BLK_SIZE] __attribute__((aligned(4)));
static INT8U *taken[PARTS][BLKS_MOST];
static INT8U taken_count[PARTS];

static void create(INT32U index)
{
    const INT32U blks = rnd(4) + 1u; /* 1: too few */
    const INT32U off = rnd(8) == 0u; /* 1: not aligned */
    INT8U err = OS_ERR_NONE;

    parts[index] = OSMemCreate(parts_mem[index] + off, blks, BLK_SIZE, &err);
    log_put(LOG_MEM_CREATE, err, index, blks);
}

static void get(INT32U index)
{
    INT8U err = OS_ERR_NONE;
    INT8U *blk = OSMemGet(parts[index], &err);

    if (err == OS_ERR_NONE) {
        taken[index][taken_count[index]++] = blk;
    }
    log_put(LOG_MEM_GET, err, index, blk == 0 ? 0u : (INT32U)(blk - parts_mem[index]));
}

/* Put back a random taken block. If none is taken, put back a block that the partition already holds. */
static void put(INT32U index)
{
    const INT8U count = taken_count[index];
    INT32U which;
    INT8U *blk = parts_mem[index];

    if (count > 0u) {
        which = rnd(count);
        blk = taken[index][which];
        taken[index][which] = taken[index][count - 1u];
        taken_count[index]--;
    }
    log_put(LOG_MEM_PUT, OSMemPut(parts[index], blk), index, (INT32U)(blk - parts_mem[index]));
}

void act_mem(void)
{
    const INT32U index = rnd(PARTS);
    const INT32U which = rnd(100);

    if (parts[index] == 0) {
        create(index);
    } else if (which < 55u) {
        get(index);
    } else {
        put(index);
    }
}
