// SPDX-License-Identifier: Apache-2.0
// Memory partitions: every error code, in the order of the tests; the order of the blocks; names.
// cfg:
// cfg: -O0 OS_MAX_MEM_PART=1
#include "check.h"

#define BLOCKS 5u
#define SIZE   12u

static void *memory[BLOCKS * SIZE / sizeof(void *)];
static INT8U *const bytes = (INT8U *)memory;
static void *more[2];
static OS_MEM *mem, *made;
static void *block;
static INT8U *name;
static INT8U length, code;
static OS_MEM_DATA data;

static void create(void)
{
    unsigned i;

    CHECK_ERR(made = OSMemCreate(0, 1, 1, &err), OS_ERR_MEM_INVALID_ADDR);
    CHECK(made == 0);
    CHECK_ERR(OSMemCreate(bytes + 1, 1, 1, &err), OS_ERR_MEM_INVALID_ADDR);
    CHECK_ERR(OSMemCreate(bytes + 2, 2, SIZE, &err), OS_ERR_MEM_INVALID_ADDR);
    CHECK_ERR(OSMemCreate(memory, 1, 1, &err), OS_ERR_MEM_INVALID_BLKS);
    CHECK_ERR(OSMemCreate(memory, 2, sizeof(void *) - 1u, &err), OS_ERR_MEM_INVALID_SIZE);
    CHECK_ERR(made = OSMemCreate(memory, 2, sizeof(void *) + 1u, &err), OS_ERR_MEM_INVALID_SIZE);
    CHECK(made == 0);
    for (i = 1u; i < OS_MAX_MEM_PART; i++) { /* also in an interrupt */
        CHECK_ERR(IN_ISR(made = OSMemCreate(more, 2, sizeof(void *), &err)), OS_ERR_NONE);
        CHECK(made == &OSMemTbl[i]);
    }
    CHECK(OSMemFreeList == 0);
    CHECK_ERR(made = OSMemCreate(more, 2, sizeof(void *), &err), OS_ERR_MEM_INVALID_PART);
    CHECK(made == 0);
}

static void get_and_put(void)
{
    unsigned i;

    CHECK_ERR(block = OSMemGet(0, &err), OS_ERR_MEM_INVALID_PMEM);
    CHECK(block == 0);
    CHECK_EQ(OSMemPut(0, 0), OS_ERR_MEM_INVALID_PMEM);
    CHECK_EQ(OSMemPut(mem, 0), OS_ERR_MEM_INVALID_PBLK);
    CHECK_EQ(OSMemPut(mem, memory), OS_ERR_MEM_FULL);

    for (i = 0u; i < BLOCKS; i++) { /* first in the order of their addresses, */
        CHECK_ERR(block = OSMemGet(mem, &err), OS_ERR_NONE);
        CHECK(block == bytes + i * SIZE);
        CHECK_EQ(mem->OSMemNFree, BLOCKS - 1u - i);
        memset(block, 0xFF, SIZE);
    }
    CHECK_ERR(block = OSMemGet(mem, &err), OS_ERR_MEM_NO_FREE_BLKS);
    CHECK(block == 0);
    CHECK(mem->OSMemFreeList == 0);
    CHECK_EQ(OSMemPut(mem, bytes + 3u * SIZE), OS_ERR_NONE); /* then the latest first */
    IN_ISR(code = OSMemPut(mem, bytes + 1u * SIZE));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_EQ(mem->OSMemNFree, 2);
    CHECK_ERR(IN_ISR(block = OSMemGet(mem, &err)), OS_ERR_NONE);
    CHECK(block == bytes + 1u * SIZE);
    CHECK_ERR(block = OSMemGet(mem, &err), OS_ERR_NONE);
    CHECK(block == bytes + 3u * SIZE);
    CHECK_ERR(block = OSMemGet(mem, &err), OS_ERR_MEM_NO_FREE_BLKS);
    CHECK_EQ(OSMemPut(mem, bytes + 3u * SIZE), OS_ERR_NONE);
    CHECK_EQ(OSMemPut(mem, bytes + 2u * SIZE), OS_ERR_NONE);
}

static void query_and_names(void)
{
    CHECK_EQ(OSMemQuery(0, 0), OS_ERR_MEM_INVALID_PMEM);
    CHECK_EQ(OSMemQuery(mem, 0), OS_ERR_MEM_INVALID_PDATA);
    IN_ISR(code = OSMemQuery(mem, &data));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK(data.OSAddr == memory);
    CHECK(data.OSFreeList == bytes + 2u * SIZE);
    CHECK_EQ(data.OSBlkSize, SIZE);
    CHECK_EQ(data.OSNBlks, BLOCKS);
    CHECK_EQ(data.OSNFree, 2);
    CHECK_EQ(data.OSNUsed, BLOCKS - 2u);

    CHECK_ERR(length = OSMemNameGet(mem, &name, &err), OS_ERR_NONE);
    CHECK_EQ(length, 1);
    CHECK_STR(name, "?");
    CHECK_ERR(OSMemNameSet(0, 0, &err), OS_ERR_MEM_INVALID_PMEM);
    CHECK_ERR(IN_ISR(OSMemNameSet(mem, 0, &err)), OS_ERR_PNAME_NULL);
    CHECK_ERR(IN_ISR(OSMemNameSet(mem, (INT8U *)"n", &err)), OS_ERR_NAME_SET_ISR);
    CHECK_ERR(OSMemNameSet(mem, (INT8U *)"packets", &err), OS_ERR_NONE);
    CHECK_ERR(length = OSMemNameGet(0, 0, &err), OS_ERR_MEM_INVALID_PMEM);
    CHECK_EQ(length, 0);
    CHECK_ERR(IN_ISR(OSMemNameGet(mem, 0, &err)), OS_ERR_PNAME_NULL);
    CHECK_ERR(IN_ISR(OSMemNameGet(mem, &name, &err)), OS_ERR_NAME_GET_ISR);
    CHECK_ERR(length = OSMemNameGet(mem, &name, &err), OS_ERR_NONE);
    CHECK_EQ(length, 7);
    CHECK_STR(name, "packets");
}

void test_before_start(void)
{
    CHECK_ERR(mem = OSMemCreate(memory, BLOCKS, SIZE, &err), OS_ERR_NONE);
    CHECK(mem == &OSMemTbl[0]);
    CHECK(mem->OSMemAddr == memory);
    CHECK(mem->OSMemFreeList == memory);
    CHECK_EQ(mem->OSMemNBlks, BLOCKS);
    CHECK_EQ(mem->OSMemNFree, BLOCKS);
    CHECK_EQ(mem->OSMemBlkSize, SIZE);
}

void test(void)
{
    create();
    get_and_put();
    query_and_names();
}
