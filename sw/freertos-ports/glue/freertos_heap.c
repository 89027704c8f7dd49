/* SPDX-License-Identifier: Apache-2.0 */
/* Include the kernel's heap_N.c (portable/MemMang), N = FREERTOS_HEAP, if dynamic allocation is enabled. */

#include "freertos_hot_heap.h"

#ifndef FREERTOS_HEAP
#define FREERTOS_HEAP 4
#endif

#if portHAS_HOT_HEAP
void *pvFarMalloc(size_t xBytes);
void vFarFree(void *pv);

void *pvPortMalloc(size_t xBytes)
{
    void *pvBlock = (xBytes <= portHOT_BLOCK) ? pvHotMalloc(xBytes) : NULL;

    return (pvBlock != NULL) ? pvBlock : pvFarMalloc(xBytes);
}

void vPortFree(void *pv)
{
    if (((uintptr_t)pv - HOT_DATA_BASE) < HOT_DATA_SIZE) {
        vHotFree(pv);
    } else {
        vFarFree(pv);
    }
}

#define pvPortMalloc pvFarMalloc
#define vPortFree    vFarFree
#endif

#if configSUPPORT_DYNAMIC_ALLOCATION
#if FREERTOS_HEAP == 1
#include <portable/MemMang/heap_1.c>
#elif FREERTOS_HEAP == 2
#include <portable/MemMang/heap_2.c>
#elif FREERTOS_HEAP == 3
#include <portable/MemMang/heap_3.c>
#elif FREERTOS_HEAP == 4
#include <portable/MemMang/heap_4.c>
#elif FREERTOS_HEAP == 5
#include <portable/MemMang/heap_5.c>
#else
#error "freertos_heap.c: FREERTOS_HEAP is 1 to 5, as in the kernel's portable/MemMang."
#endif
#endif
