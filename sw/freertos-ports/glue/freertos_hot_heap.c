/* SPDX-License-Identifier: Apache-2.0 */
/* The heap in hot data memory: the kernel's heap_4.c under other names. */

#include "freertos_hot_heap.h"

#if portHAS_HOT_HEAP
static uint8_t ucHotHeap[portHOT_HEAP] __attribute__((section(".hot_data"), aligned(portBYTE_ALIGNMENT)));

#undef configTOTAL_HEAP_SIZE
#undef configAPPLICATION_ALLOCATED_HEAP
#undef configUSE_MALLOC_FAILED_HOOK
#define configTOTAL_HEAP_SIZE           portHOT_HEAP
#define configUSE_MALLOC_FAILED_HOOK    0 /* the other heap follows */
#define ucHeap                          ucHotHeap
#define pvPortMalloc                    pvHotMalloc
#define pvPortCalloc                    pvHotCalloc
#define vPortFree                       vHotFree
#define vPortInitialiseBlocks           vHotInitialiseBlocks
#define vPortGetHeapStats               vHotGetHeapStats
#define vPortHeapResetState             vHotHeapResetState
#define xPortGetFreeHeapSize            xHotGetFreeHeapSize
#define xPortGetMinimumEverFreeHeapSize xHotGetMinimumEverFreeHeapSize
#define xPortResetHeapMinimumEverFreeHeapSize xHotResetHeapMinimumEverFreeHeapSize
#define configAPPLICATION_ALLOCATED_HEAP 1
#include <portable/MemMang/heap_4.c>
#endif
