/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A second heap in hot data memory, for blocks of up to portHOT_BLOCK bytes: control blocks, queues and timers, so that
 * the kernel's accesses never miss the cache. If there is no room, or a block is larger, as most stacks are, it comes
 * from the heap that the application has chosen. xPortGetFreeHeapSize() and vPortGetHeapStats() cover only that heap.
 */
#ifndef FREERTOS_HOT_HEAP_H
#define FREERTOS_HOT_HEAP_H

#include <FreeRTOS.h>
#include <generated/mem.h>

/* Bytes of the heap. 0: no such heap. The rest is for variables and for the stack of main() and the handlers. */
#ifndef portHOT_HEAP
#ifdef HOT_DATA_SIZE
#define portHOT_HEAP ((HOT_DATA_SIZE > 10240) ? (HOT_DATA_SIZE - 10240) : 0)
#else
#define portHOT_HEAP 0
#endif
#endif

#ifndef portHOT_BLOCK
#define portHOT_BLOCK 256
#endif

#define portHAS_HOT_HEAP (configSUPPORT_DYNAMIC_ALLOCATION && (portHOT_HEAP > 0))

void *pvHotMalloc(size_t xBytes);
void vHotFree(void *pv);

#endif
