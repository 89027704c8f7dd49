// SPDX-License-Identifier: Apache-2.0
// Memory partitions.
#include "conform.h"

static OS_MEM *mem;
static OS_MEM_DATA data;
static void *memory[12]; /* four blocks of three pointers */
static void *block[5];

static void create(void)
{
    INT8U err;

    mem = OSMemCreate(memory, 4, 3 * sizeof(void *), &err);
}

/* Returns the index of a block, or 99 for null. */
static INT32U index_of(void const *address)
{
    return address == 0 ? 99u : (INT32U)((void *const *)address - memory) / 3u;
}

static void query(void)
{
    CODE(OSMemQuery(mem, &data));
    SAY("blocks %u free %u used %u size %u", data.OSNBlks, data.OSNFree, data.OSNUsed, data.OSBlkSize);
}

// A new partition has all its blocks free.
CASE(mem_create,
     "M OSMemCreate set NONE, M OSMemQuery NONE, M blocks 4 free 4 used 0 size 12, M at 1 first 0")
{
    POINTER_ERR(mem = OSMemCreate(memory, 4, 3 * sizeof(void *), &err));
    query();
    SAY("at %u first %u", data.OSAddr == memory, index_of(data.OSFreeList));
}

// OSMemCreate() rejects, in this order: null or unaligned memory, fewer than two blocks, blocks smaller than a pointer.
CASE(mem_create_codes,
     "M OSMemCreate null MEM_INVALID_ADDR, M OSMemCreate null MEM_INVALID_ADDR, M OSMemCreate null MEM_INVALID_ADDR,"
     "M OSMemCreate null MEM_INVALID_ADDR, M OSMemCreate null MEM_INVALID_BLKS, M OSMemCreate null MEM_INVALID_BLKS,"
     "M OSMemCreate null MEM_INVALID_SIZE, M OSMemCreate set NONE")
{
    POINTER_ERR(OSMemCreate((void *)0, 4, 12, &err));
    POINTER_ERR(OSMemCreate((void *)0, 1, 1, &err));
    POINTER_ERR(OSMemCreate((INT8U *)memory + 1, 1, 1, &err));
    POINTER_ERR(OSMemCreate((INT8U *)memory + 2, 2, 12, &err));
    POINTER_ERR(OSMemCreate(memory, 1, 1, &err));
    POINTER_ERR(OSMemCreate(memory, 1, 12, &err));
    POINTER_ERR(OSMemCreate(memory, 4, sizeof(void *) - 1u, &err));
    POINTER_ERR(OSMemCreate(memory, 2, sizeof(void *), &err));
}

// The configuration limits the number of partitions.
CASE(mem_create_depleted,
     "M created 5, M OSMemCreate null MEM_INVALID_PART")
{
    INT32U n = 0u;
    INT8U err = OS_ERR_NONE;

    while (n < 99u && OSMemCreate(memory, 4, 12, &err) != 0) {
        n++;
    }
    SAY("created %u", n);
    POINTER_ERR(OSMemCreate(memory, 4, 12, &err));
}

// Before OSStart(), partitions can be created and blocks allocated.
CASE_MAIN(mem_create_before_the_start,
          "main OSMemCreate set NONE, main OSMemGet set NONE")
{
    POINTER_ERR(mem = OSMemCreate(memory, 4, 12, &err));
    POINTER_ERR(OSMemGet(mem, &err));
}

// An interrupt may create partitions.
CASE(mem_create_in_an_interrupt,
     "isr OSMemCreate set NONE")
{
    ISR(POINTER_ERR(OSMemCreate(memory, 4, 12, &err)));
}

// Blocks are allocated in the order of their addresses, until none is left.
CASE(mem_get,
     "M OSMemGet set NONE, M block 0, M block 1, M block 2, M OSMemGet set NONE, M block 3,"
     "M OSMemGet null MEM_NO_FREE_BLKS, M OSMemQuery NONE, M blocks 4 free 0 used 4 size 12")
{
    INT8U error;

    create();
    POINTER_ERR(block[0] = OSMemGet(mem, &err));
    block[1] = OSMemGet(mem, &error);
    block[2] = OSMemGet(mem, &error);
    SAY("block %u", index_of(block[0]));
    SAY("block %u", index_of(block[1]));
    SAY("block %u", index_of(block[2]));
    POINTER_ERR(block[3] = OSMemGet(mem, &err));
    SAY("block %u", index_of(block[3]));
    POINTER_ERR(OSMemGet(mem, &err));
    query();
}

// The most recently freed block is allocated first. Data in an allocated block does not damage the free list.
CASE(mem_put,
     "M OSMemPut NONE, isr OSMemPut NONE, M OSMemQuery NONE, M blocks 4 free 4 used 0 size 12, M block 0, M block 1,"
     "M block 2")
{
    INT8U error;

    create();
    block[0] = OSMemGet(mem, &error);
    block[1] = OSMemGet(mem, &error);
    memset(block[0], 0xFF, 3 * sizeof(void *));
    memset(block[1], 0xFF, 3 * sizeof(void *));
    CODE(OSMemPut(mem, block[1]));
    ISR(CODE(OSMemPut(mem, block[0])));
    query();
    SAY("block %u", index_of(OSMemGet(mem, &error)));
    SAY("block %u", index_of(OSMemGet(mem, &error)));
    SAY("block %u", index_of(OSMemGet(mem, &error)));
}

// A block cannot be freed if all blocks are free.
CASE(mem_put_full,
     "M OSMemPut MEM_FULL, M OSMemQuery NONE, M blocks 4 free 4 used 0 size 12")
{
    create();
    CODE(OSMemPut(mem, memory));
    query();
}

// Interrupts may allocate and free blocks.
CASE(mem_in_an_interrupt,
     "isr OSMemGet set NONE, isr OSMemPut NONE, isr OSMemQuery NONE")
{
    create();
    ISR(POINTER_ERR(block[0] = OSMemGet(mem, &err)); CODE(OSMemPut(mem, block[0])); CODE(OSMemQuery(mem, &data)));
}

// OSMemGet(), OSMemPut() and OSMemQuery() reject null pointers, and check the partition first.
CASE(mem_codes,
     "M OSMemGet null MEM_INVALID_PMEM, M OSMemPut MEM_INVALID_PMEM, M OSMemPut MEM_INVALID_PBLK,"
     "M OSMemPut MEM_INVALID_PMEM, M OSMemQuery MEM_INVALID_PMEM, M OSMemQuery MEM_INVALID_PMEM,"
     "M OSMemQuery MEM_INVALID_PDATA")
{
    create();
    POINTER_ERR(OSMemGet((OS_MEM *)0, &err));
    CODE(OSMemPut((OS_MEM *)0, memory));
    CODE(OSMemPut(mem, (void *)0));
    CODE(OSMemPut((OS_MEM *)0, (void *)0));
    CODE(OSMemQuery((OS_MEM *)0, &data));
    CODE(OSMemQuery((OS_MEM *)0, (OS_MEM_DATA *)0));
    CODE(OSMemQuery(mem, (OS_MEM_DATA *)0));
}

// Two partitions are independent of each other.
CASE(mem_two_partitions,
     "M OSMemGet set NONE, M OSMemQuery NONE, M blocks 2 free 2 used 0 size 8")
{
    static void *other[4];

    INT8U error;

    create();
    POINTER_ERR(OSMemGet(mem, &err));
    mem = OSMemCreate(other, 2, 8, &error);
    query();
}
