/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting with threads, then merging: the sorting application of ReconOS (2009). A queue carries the addresses of
 * chunks to the threads; another queue returns the addresses of sorted chunks. Each slot of the SoC sorts with a
 * circuit (bubble_sort.v); the other threads run the same algorithm in software.
 *
 *   SORT_CHUNKS  number of chunks (4)
 *   SORT_WORDS   words of a chunk (2048: 8 KiB)
 *   SORT_THREADS number of threads (1)
 */
#include <stdio.h>
#include <string.h>
#include "bsp.h"
#include "os_hw.h"

#ifndef SORT_CHUNKS
#define SORT_CHUNKS 4u
#endif
#ifndef SORT_WORDS
#define SORT_WORDS 2048u
#endif
#ifndef SORT_THREADS
#define SORT_THREADS 1u
#endif

#define ALL         (SORT_CHUNKS * SORT_WORDS)
#define STK_SIZE    256u
#define MAIN_PRIO   10u
#define THREAD_PRIO 20u
#define DIRECT_PRIO 40u

static OS_STK    main_stk[512], stk[SORT_THREADS][STK_SIZE];
static INT32U    words[SORT_CHUNKS][SORT_WORDS], merged[ALL];
static OS_EVENT *todo, *done;
static void     *given_chunks[SORT_CHUNKS], *sorted_chunks[SORT_CHUNKS];

static void Check(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

/* Model of bubble_sort.v. */
static void Sort(void *p_arg)
{
    const INT32U nbr = (INT32U)p_arg;
    INT8U        err;

    for (;;) {
        INT32U *chunk = (INT32U *)OSQPend(todo, 0u, &err);
        BOOLEAN swapped = OS_TRUE;

        Check(err, "OSQPend");
        for (INT32U last = nbr - 1u; swapped && (last > 0u); last--) {
            swapped = OS_FALSE;
            for (INT32U i = 0u; i < last; i++) {
                const INT32U here = chunk[i], next = chunk[i + 1u];

                if (here > next) {
                    chunk[i]      = next;
                    chunk[i + 1u] = here;
                    swapped       = OS_TRUE;
                }
            }
        }
        Check(OSQPost(done, chunk), "OSQPost");
    }
}

static INT32U Random(void)
{
    static INT32U state = 1u;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Merge two sorted arrays; the second one may be empty. */
static void MergeTwo(INT32U *to, const INT32U *first, INT32U first_nbr, const INT32U *second, INT32U second_nbr)
{
    while ((first_nbr > 0u) && (second_nbr > 0u)) {
        if (*first <= *second) {
            *to++ = *first++;
            first_nbr--;
        } else {
            *to++ = *second++;
            second_nbr--;
        }
    }
    (void)memcpy(to, (first_nbr > 0u) ? first : second, sizeof(*to) * (first_nbr + second_nbr));
}

/* Merge chunks in pairs, then the pairs, and so on. Return the address of the result. */
static const INT32U *Merge(void)
{
    INT32U *from = words[0], *to = merged;

    for (INT32U size = SORT_WORDS; size < ALL; size *= 2u) {
        INT32U *between = from;

        for (INT32U at = 0u; at < ALL; at += 2u * size) {
            const INT32U first = (ALL - at < size) ? ALL - at : size, left = ALL - at - first;

            MergeTwo(&to[at], &from[at], first, &from[at + first], (left < size) ? left : size);
        }
        from = to;
        to   = between;
    }
    return from;
}

/* Return whether the words are in order and none is lost. */
static BOOLEAN IsSorted(const INT32U *sorted, INT32U sum)
{
    BOOLEAN is = OS_TRUE;

    for (INT32U i = 0u; i < ALL; i++) {
        is = (BOOLEAN)(is && ((i == 0u) || (sorted[i - 1u] <= sorted[i])));
        sum -= sorted[i];
    }
    return (BOOLEAN)(is && (sum == 0u));
}

static void Main(void *p_arg)
{
    static const OS_HW_RES    resources[] = {{OS_HW_Q, 0u, (void **)&todo}, {OS_HW_Q, 0u, (void **)&done}};
    static OS_HW_THREAD       threads[SORT_THREADS];
    const INT32U             *in_order;
    INT32U                    sum = 0u, start, sorted, merging;
    BOOLEAN                   is_sorted;
    INT8U                     err;

    (void)p_arg;
    for (INT32U i = 0u; i < ALL; i++) {
        words[i / SORT_WORDS][i % SORT_WORDS] = Random();
        sum += words[i / SORT_WORDS][i % SORT_WORDS];
    }
    todo = OSQCreate(given_chunks, SORT_CHUNKS);
    done = OSQCreate(sorted_chunks, SORT_CHUNKS);
    for (INT8U slot = 0u; slot < SORT_THREADS; slot++) {
        threads[slot] = (OS_HW_THREAD){
            .Task = Sort, .Arg = (void *)SORT_WORDS, .Res = resources, .ResNbr = 2u, .Prio = THREAD_PRIO + slot,
            .DirectPrio = DIRECT_PRIO + slot,
            .StkBase = stk[slot], .StkSize = STK_SIZE, .Mem = words, .MemSize = sizeof(words)};
        Check(OSHwTaskCreate(slot, &threads[slot]), "OSHwTaskCreate");
    }

    OSHwFence();
    start = BSP_Cycles();
    for (INT32U chunk = 0u; chunk < SORT_CHUNKS; chunk++) {
        Check(OSQPost(todo, words[chunk]), "OSQPost");
    }
    for (INT32U chunk = 0u; chunk < SORT_CHUNKS; chunk++) {
        (void)OSQPend(done, 0u, &err);
        Check(err, "OSQPend");
    }
    sorted = BSP_Cycles() - start;
    OSHwCacheInvalidate();
    start     = BSP_Cycles();
    in_order  = Merge();
    merging   = BSP_Cycles() - start;
    is_sorted = IsSorted(in_order, sum);
    printf("%u chunks of %u words by %u threads, %u of them circuits: %lu cycles; merged: %lu\n", SORT_CHUNKS,
           SORT_WORDS, SORT_THREADS, (unsigned)((OSHwSlots() < SORT_THREADS) ? OSHwSlots() : SORT_THREADS),
           (unsigned long)sorted, (unsigned long)merging);
    printf("%s\n", is_sorted ? "sorted" : "WRONG");
    BSP_Exit(is_sorted ? 0 : 1);
}

static void Start(void *p_arg)
{
    BSP_TickStart(OS_TICKS_PER_SEC);
    Main(p_arg);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Start, (void *)0, &main_stk[511], MAIN_PRIO), "OSTaskCreate");
    OSStart();
}
