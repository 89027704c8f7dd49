/* SPDX-License-Identifier: Apache-2.0 */
/* Memory partitions: blocks of one size, which can be taken and returned in any order in constant time. */
#include <stddef.h>
#include <string.h>
#include "os_check.h"
#include "os_init.h"

#if OS_MEM_USED
OS_MEM *OSMemFreeList;
OS_MEM OSMemTbl[OS_MAX_MEM_PART];

/*
 * Description: Make every partition control block free.
 * Arguments  : none
 * Returns    : none
 */
void OS_MemInit(void)
{
    INT16U i;

    memset(OSMemTbl, 0, sizeof(OSMemTbl));
    OSMemFreeList = (OS_MEM *)0;
    for (i = OS_MAX_MEM_PART; i > 0u; i--) {
        OS_MEM *pmem = &OSMemTbl[i - 1u];

#if OS_MEM_NAME_EN > 0u
        pmem->OSMemName = OS_NAME_NONE;
#endif
        pmem->OSMemFreeList = OSMemFreeList;
        OSMemFreeList = pmem;
    }
}

#if OS_ARG_CHK_EN > 0u
static INT8U OS_MemArgChk(void const *addr, INT32U nblks, INT32U blksize)
{
    if ((addr == (void const *)0) || (((size_t)addr % sizeof(void *)) != 0u)) {
        return OS_ERR_MEM_INVALID_ADDR;
    }
    if (nblks < 2u) {
        return OS_ERR_MEM_INVALID_BLKS;
    }
    if ((blksize < sizeof(void *)) || ((blksize % sizeof(void *)) != 0u)) {
        return OS_ERR_MEM_INVALID_SIZE;
    }
    return OS_ERR_NONE;
}
#endif

/*
 * Description: Create a memory partition.
 * Arguments  : addr      memory of the blocks, aligned for a pointer
 *              nblks     number of blocks, at least 2
 *              blksize   bytes in each block, a multiple of the size of a pointer
 *              perr      gets OS_ERR_NONE, OS_ERR_MEM_INVALID_ADDR, OS_ERR_MEM_INVALID_BLKS, OS_ERR_MEM_INVALID_SIZE,
 *                        OS_ERR_MEM_INVALID_PART (no control block is free), OS_ERR_ILLEGAL_CREATE_RUN_TIME
 * Returns    : the partition; null after an error
 */
OS_MEM *OSMemCreate(void *addr, INT32U nblks, INT32U blksize, INT8U *perr)
{
    OS_MEM *pmem;
    INT8U *pblk = (INT8U *)addr;
    INT32U i;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr) || OS_ObjectsAreFrozenErr(perr, OS_ERR_ILLEGAL_CREATE_RUN_TIME)) {
        return (OS_MEM *)0;
    }
#if OS_ARG_CHK_EN > 0u
    *perr = OS_MemArgChk(addr, nblks, blksize);
    if (*perr != OS_ERR_NONE) {
        return (OS_MEM *)0;
    }
#endif
    OS_ENTER_CRITICAL();
    pmem = OSMemFreeList;
    if (pmem != (OS_MEM *)0) {
        OSMemFreeList = (OS_MEM *)pmem->OSMemFreeList;
    }
    OS_EXIT_CRITICAL();
    if (pmem == (OS_MEM *)0) {
        *perr = OS_ERR_MEM_INVALID_PART;
        return pmem;
    }

    for (i = 1u; i < nblks; i++) {
        *(void **)(void *)pblk = pblk + blksize;
        pblk += blksize;
    }
    *(void **)(void *)pblk = (void *)0;
    pmem->OSMemAddr = addr;
    pmem->OSMemFreeList = addr;
    pmem->OSMemBlkSize = blksize;
    pmem->OSMemNBlks = nblks;
    pmem->OSMemNFree = nblks;
    OS_TRACE_MEM_CREATE(pmem);
    *perr = OS_ERR_NONE;
    return pmem;
}

/*
 * Description: Take a block.
 * Arguments  : pmem   the partition
 *              perr   gets OS_ERR_NONE, OS_ERR_MEM_INVALID_PMEM, OS_ERR_MEM_NO_FREE_BLKS
 * Returns    : the block; null after an error
 */
void *OSMemGet(OS_MEM *pmem, INT8U *perr)
{
    void *pblk = (void *)0;
    INT8U err = OS_ERR_NONE;
    OS_CRITICAL_SR;

    if (OS_PerrIsNull(perr)) {
        return (void *)0;
    }
#if OS_ARG_CHK_EN > 0u
    if (pmem == (OS_MEM *)0) {
        *perr = OS_ERR_MEM_INVALID_PMEM;
        return pblk;
    }
#endif
    OS_TRACE_MEM_GET_ENTER(pmem);
    OS_ENTER_CRITICAL();
    if (pmem->OSMemNFree > 0u) {
        pblk = pmem->OSMemFreeList;
        pmem->OSMemFreeList = *(void **)pblk;
        pmem->OSMemNFree--;
    } else {
        err = OS_ERR_MEM_NO_FREE_BLKS;
    }
    OS_EXIT_CRITICAL();
    *perr = err;
    OS_TRACE_MEM_GET_EXIT(err);
    return pblk;
}

/*
 * Description: Return a block to its partition.
 * Arguments  : pmem   the block's partition
 *              pblk   the block
 * Returns    : OS_ERR_NONE, OS_ERR_MEM_INVALID_PMEM, OS_ERR_MEM_INVALID_PBLK, OS_ERR_MEM_FULL (all blocks are free)
 */
INT8U OSMemPut(OS_MEM *pmem, void *pblk)
{
    INT8U err = OS_ERR_NONE;
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if (pmem == (OS_MEM *)0) {
        return OS_ERR_MEM_INVALID_PMEM;
    }
    if (pblk == (void *)0) {
        return OS_ERR_MEM_INVALID_PBLK;
    }
#endif
    OS_TRACE_MEM_PUT_ENTER(pmem, pblk);
    OS_ENTER_CRITICAL();
    if (pmem->OSMemNFree < pmem->OSMemNBlks) {
        *(void **)pblk = pmem->OSMemFreeList;
        pmem->OSMemFreeList = pblk;
        pmem->OSMemNFree++;
    } else {
        err = OS_ERR_MEM_FULL;
    }
    OS_EXIT_CRITICAL();
    OS_TRACE_MEM_PUT_EXIT(err);
    return err;
}

#if OS_MEM_QUERY_EN > 0u
/*
 * Description: Return a partition's memory, the size of a block, and the numbers of all, free and used blocks.
 * Arguments  : pmem         the partition
 *              p_mem_data   gets these values and the first free block
 * Returns    : OS_ERR_NONE, OS_ERR_MEM_INVALID_PMEM, OS_ERR_MEM_INVALID_PDATA
 */
INT8U OSMemQuery(OS_MEM *pmem, OS_MEM_DATA *p_mem_data)
{
    OS_CRITICAL_SR;

#if OS_ARG_CHK_EN > 0u
    if (pmem == (OS_MEM *)0) {
        return OS_ERR_MEM_INVALID_PMEM;
    }
    if (p_mem_data == (OS_MEM_DATA *)0) {
        return OS_ERR_MEM_INVALID_PDATA;
    }
#endif
    OS_ENTER_CRITICAL();
    p_mem_data->OSAddr = pmem->OSMemAddr;
    p_mem_data->OSFreeList = pmem->OSMemFreeList;
    p_mem_data->OSBlkSize = pmem->OSMemBlkSize;
    p_mem_data->OSNBlks = pmem->OSMemNBlks;
    p_mem_data->OSNFree = pmem->OSMemNFree;
    OS_EXIT_CRITICAL();
    p_mem_data->OSNUsed = p_mem_data->OSNBlks - p_mem_data->OSNFree;
    return OS_ERR_NONE;
}
#endif

#endif
