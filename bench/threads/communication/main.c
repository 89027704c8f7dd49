/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transfer time of WORDS words (2048: 8 KiB) for each row of Table VI of ReconOS (2009): through the memory port and
 * the link of circuits (mover.v), through mailbox and queue between software and a circuit, and by memcpy(). A message
 * is a word. uC/OS-II has no post that waits for room, so a semaphore counts the room. It needs a pend and a post for
 * each message of the mailbox, and for every 16 messages of the queue. The received words are compared with the sent
 * words.
 */
#include <stdio.h>
#include <string.h>
#include "bsp.h"
#include "os_hw.h"

#ifndef WORDS
#define WORDS 2048u /* a multiple of 16, at most 2048 */
#endif

#define STK_SIZE 256u
#define PRIO     20u /* of the first delegate */
#define DIRECT_PRIO 40u
#define MAIN     30u

/* Orders, and number of messages per count of `room`, as in mover.v. */
#define BY_MEMORY   0u
#define BY_LINK     2u
#define BY_MAILBOX  4u
#define BY_QUEUE    6u
#define OUT         1u
#define QUEUE_BATCH 16u

static OS_STK    main_stk[512], stk[2][STK_SIZE];
static OS_EVENT *orders[2], *reports, *mailbox, *queue, *room;
static void     *report_storage[4], *storage[2u * QUEUE_BATCH];
static INT32U    memory[2][WORDS] __attribute__((aligned(8)));
static INT32U   *const given = memory[0], *const got = memory[1];
static INT32U    wrong;

static void Check(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

/* Return a random number, never 0, because 0 is no message. */
static INT32U Random(void)
{
    static INT32U state = 1u;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Fill the source with new words, and clear the destination. */
static void Fill(void)
{
    for (INT32U i = 0u; i < WORDS; i++) {
        given[i] = Random();
        got[i]   = 0u;
    }
}

static void Order(INT32U slot, INT32U way, const INT32U *buffer)
{
    OSHwFence();
    Check(OSMboxPost(orders[slot], (void *)((INT32U)buffer | way)), "OSMboxPost");
}

/* Return the cycles that the next circuit reports. */
static INT32U Report(void)
{
    INT8U        err;
    const INT32U cycles = (INT32U)OSQPend(reports, 0u, &err);

    Check(err, "OSQPend");
    return cycles;
}

static INT32U Ordered(INT32U slot, INT32U way, const INT32U *buffer)
{
    Order(slot, way, buffer);
    return Report();
}

static void Arrived(const char *way, INT32U cycles)
{
    OSHwCacheInvalidate();
    if (memcmp(given, got, sizeof(memory[0])) != 0) {
        printf("WRONG: %s\n", way);
        wrong++;
    }
    printf("%s: %lu cycles\n", way, (unsigned long)cycles);
}

static void Send(INT32U way)
{
    const INT32U batch = (way == BY_MAILBOX) ? 1u : QUEUE_BATCH;
    INT8U        err;

    for (INT32U i = 0u; i < WORDS; i++) {
        if ((i % batch) == 0u) {
            OSSemPend(room, 0u, &err);
            Check(err, "OSSemPend");
        }
        err = (way == BY_MAILBOX) ? OSMboxPost(mailbox, (void *)given[i]) : OSQPost(queue, (void *)given[i]);
        Check(err, "post");
    }
}

static void Receive(INT32U way)
{
    const INT32U batch = (way == BY_MAILBOX) ? 1u : QUEUE_BATCH;
    INT8U        err;

    for (INT32U i = 0u; i < WORDS; i++) {
        got[i] = (INT32U)((way == BY_MAILBOX) ? OSMboxPend(mailbox, 0u, &err) : OSQPend(queue, 0u, &err));
        Check(err, "pend");
        if (((i + 1u) % batch) == 0u) {
            Check(OSSemPost(room), "OSSemPost");
        }
    }
}

/* Measure both directions. The circuit's memory holds the words that it received, and the words that it sends. */
static void Messages(INT32U way, INT16U batches, const char *in, const char *out)
{
    INT32U start, cycles;
    INT8U  err;

    OSSemSet(room, batches, &err);
    Check(err, "OSSemSet");
    Fill();
    Order(0u, way, got);
    start = BSP_Cycles();
    Send(way);
    (void)Report(); /* the last word has arrived */
    cycles = BSP_Cycles() - start;
    (void)Ordered(0u, BY_MEMORY | OUT, got);
    Arrived(in, cycles);

    Fill();
    (void)Ordered(0u, BY_MEMORY, given);
    start = BSP_Cycles();
    Order(0u, way | OUT, got);
    Receive(way);
    cycles = BSP_Cycles() - start;
    (void)Report();
    Arrived(out, cycles);
}

/* Measure transfers without software. The circuits count the cycles. */
static void Circuits(void)
{
    INT32U in, out;

    Fill();
    in  = Ordered(0u, BY_MEMORY, given);
    out = Ordered(0u, BY_MEMORY | OUT, got);
    Arrived("memory to circuit, memory port", in);
    Arrived("circuit to memory, memory port", out);

    Fill();
    (void)Ordered(0u, BY_MEMORY, given);
    Order(1u, BY_LINK, got);
    (void)Ordered(0u, BY_LINK | OUT, got);
    in = Report(); /* of the receiver; the sender reports earlier */
    (void)Ordered(1u, BY_MEMORY | OUT, got);
    Arrived("circuit to circuit, link", in);
}

static void Main(void *p_arg)
{
    static OS_HW_RES    resources[2][5];
    static OS_HW_THREAD threads[2];
    INT32U              start, calls, refused, all = 0u;

    (void)p_arg;
    if (OSHwSlots() < 2u) {
        printf("this needs two circuits: --threads 2\n");
        BSP_Exit(1);
    }
    reports = OSQCreate(report_storage, 4u);
    mailbox = OSMboxCreate((void *)0);
    queue   = OSQCreate(storage, 2u * QUEUE_BATCH);
    room    = OSSemCreate(0u);
    for (INT8U slot = 0u; slot < 2u; slot++) {
        orders[slot]       = OSMboxCreate((void *)0);
        resources[slot][0] = (OS_HW_RES){OS_HW_MBOX, 0u, (void **)&orders[slot]};
        resources[slot][1] = (OS_HW_RES){OS_HW_Q, 0u, (void **)&reports};
        resources[slot][2] = (OS_HW_RES){OS_HW_MBOX, 0u, (void **)&mailbox};
        resources[slot][3] = (OS_HW_RES){OS_HW_Q, 0u, (void **)&queue};
        resources[slot][4] = (OS_HW_RES){OS_HW_SEM, 0u, (void **)&room};
        threads[slot]      = (OS_HW_THREAD){
            .Arg = (void *)WORDS, .Res = resources[slot], .ResNbr = 5u, .Prio = (INT8U)(PRIO + slot),
            .DirectPrio = (INT8U)(DIRECT_PRIO + slot), .StkBase = stk[slot], .StkSize = STK_SIZE,
            .Mem = memory, .MemSize = sizeof(memory)};
        Check(OSHwTaskCreate(slot, &threads[slot]), "OSHwTaskCreate");
    }

    Circuits();
    Fill();
    (void)memcpy(got, given, sizeof(memory[0])); /* loads its instructions into the cache */
    Fill();
    start = BSP_Cycles();
    (void)memcpy(got, given, sizeof(memory[0]));
    Arrived("memory to memory, memcpy()", BSP_Cycles() - start);
    Messages(BY_MAILBOX, 1u, "software to circuit, mailbox", "circuit to software, mailbox");
    Messages(BY_QUEUE, 2u, "software to circuit, queue", "circuit to software, queue");
    for (INT8U slot = 0u; slot < 2u; slot++) {
        Check(OSHwTaskStat(slot, &calls, &refused), "OSHwTaskStat");
        all += calls;
    }
    printf("%lu calls by delegates\n", (unsigned long)all);
    BSP_Exit((wrong == 0u) ? 0 : 1);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[511], MAIN), "OSTaskCreate");
    OSStart();
}
