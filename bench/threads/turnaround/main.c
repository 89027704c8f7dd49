/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time from the start of one thread's post to the end of another thread's pend, which is already waiting. The object is
 * a semaphore, or a mutex that the first thread owns and the second waits for. Each thread is a task or a circuit
 * (handover.v). The waiting thread has the higher priority, so it runs at once.
 *
 *   SENDER, RECEIVER  1: a circuit (0)     MUTEX  1: a mutex (0)     BUSY  1: a third circuit keeps the bus busy (0)
 *
 * There is no tick. A circuit counts its own cycles, and the core has mcycle; their offset is measured first.
 */
#include <generated/csr.h>
#include <generated/mem.h>
#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"

#ifndef SENDER
#define SENDER 0u
#endif
#ifndef RECEIVER
#define RECEIVER 0u
#endif
#ifndef MUTEX
#define MUTEX 0u
#endif
#ifndef BUSY
#define BUSY 0u
#endif

/* As in handover.v. During the pause, the other thread reaches its pend. */
#define ROUNDS 256u
#define PAUSE  8192u
#define GIVES  1u
#define BEGIN  4u

#define STK_SIZE 256u
#define PRIO     20u /* of the receiver, thread 0; the sender, thread 1, has the next one */
#define CEILING  5u
#define DIRECT_PRIO 40u
#define MAIN     30u
#define IGNORED  2u /* rounds in which the caches fill */

/* Variables instead of constants: all situations run the same code at the same addresses, with equal cache effects. */
static volatile INT32U circuit_sends = SENDER, circuit_receives = RECEIVER, by_mutex = MUTEX, bus_busy = BUSY;

static OS_STK    main_stk[512], stk[3][STK_SIZE];
static OS_EVENT *semaphore, *mutex, *go, *back, *done;
static INT32U    times[2][ROUNDS + 2u] __attribute__((aligned(8))); /* by round, from 1 on */
static INT32U    memory[64];

static void Check(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

static void Pend(OS_EVENT *event)
{
    INT8U err;

    OSSemPend(event, 0u, &err);
    Check(err, "OSSemPend");
}

/* Model of handover.v. */
static void Handover(void *p_arg)
{
    const BOOLEAN gives = (BOOLEAN)((INT32U)p_arg & GIVES), with_mutex = (BOOLEAN)by_mutex;
    INT32U        now;
    INT8U         err = OS_ERR_NONE;

    for (INT32U round = 1u; round <= ROUNDS; round++) {
        if (gives) {
            if (with_mutex) {
                OSMutexPend(mutex, 0u, &err);
                Check(err, "OSMutexPend");
                Check(OSSemPost(go), "OSSemPost");
            }
            for (INT32U start = BSP_Cycles(); (BSP_Cycles() - start) < (PAUSE + round);) {
            }
            if (with_mutex) {
                now = BSP_Cycles();
                err = OSMutexPost(mutex);
            } else {
                now = BSP_Cycles();
                err = OSSemPost(semaphore);
            }
            Check(err, "post");
            times[1][round] = now;
            Pend(back);
        } else {
            if (with_mutex) {
                Pend(go);
                OSMutexPend(mutex, 0u, &err);
            } else {
                OSSemPend(semaphore, 0u, &err);
            }
            now = BSP_Cycles();
            Check(err, "pend");
            times[0][round] = now;
            if (with_mutex) {
                Check(OSMutexPost(mutex), "OSMutexPost");
            }
            Check(OSSemPost(back), "OSSemPost");
        }
    }
    Check(OSSemPost(done), "OSSemPost");
    (void)OSTaskDel(OS_PRIO_SELF);
}

#ifdef HARDWARE_THREADS_BASE
/*
 * Store to a circuit's argument. Return the core's cycles before the store and after the load that follows it. The
 * loads around the store keep other accesses off the bus, and the alignment puts the code into one cache line. If
 * nothing disturbs them, the store and this load take UNDISTURBED cycles. The circuit sees the new value in the fifth
 * cycle: three cycles of the pipeline, one of the data cache's output, and one of the bus. The load takes the remaining
 * cycles.
 */
#define UNDISTURBED 12u
#define SEEN        5u

__attribute__((noinline, aligned(32))) static void Store(volatile INT32U *start, INT32U value, INT32U *p_before,
                                                         INT32U *p_after)
{
    INT32U before, after, read;

    __asm__ volatile("lw %2, 0(%3)\n\tadd %2, %2, %2\n\tcsrr %0, mcycle\n\tsw %4, 0(%3)\n\tlw %2, 0(%3)\n\t"
                     "add %2, %2, %2\n\tcsrr %1, mcycle"
                     : "=&r"(before), "=&r"(after), "=&r"(read) : "r"(start), "r"(value) : "memory");
    *p_before = before;
    *p_after  = after;
}
#endif

/* Start a circuit. Return the core's cycle at which the circuit's count was 0. */
static INT32U Begin(INT8U slot, INT32U argument)
{
    INT32U at = 0u;
#ifdef HARDWARE_THREADS_BASE
    volatile INT32U *start  = (volatile INT32U *)HARDWARE_THREADS_BASE + slot * 1024u + 9u; /* HW_START */
    INT32U           before = 0u, after = 0u;
    OS_CPU_SR        cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    Store(start, argument, &before, &after); /* loads the code into the cache */
    Store(start, argument | BEGIN, &before, &after);
    OS_EXIT_CRITICAL();
    if ((after - before) != UNDISTURBED) {
        printf("the store to slot %u took %lu cycles\n", (unsigned)slot, (unsigned long)(after - before));
        BSP_Exit(1);
    }
    at = before + SEEN;
    do {
        OSHwCacheInvalidate();
    } while (*(volatile INT32U *)times[slot] == 0u); /* time at which the circuit started, in its own cycles */
    at -= times[slot][0];
#else
    (void)slot;
    (void)argument;
#endif
    return at;
}

static void None(void *p_arg)
{
    (void)p_arg;
    (void)OSTaskDel(OS_PRIO_SELF);
}

static void Print(const INT32U *apart)
{
    static const char *const names[] = {"task", "circuit"};
    INT32U                   least = ~0u, most = 0u, sum = 0u;

    for (INT32U round = 1u + IGNORED; round <= ROUNDS; round++) {
        const INT32U cycles = (times[0][round] + apart[0]) - (times[1][round] + apart[1]);

        sum  += cycles;
        least = (cycles < least) ? cycles : least;
        most  = (cycles > most) ? cycles : most;
    }
    printf("%s, %s to %s%s: least %lu, mean %lu.%lu, most %lu cycles\n", (by_mutex != 0u) ? "mutex" : "semaphore",
           names[circuit_sends], names[circuit_receives], (bus_busy != 0u) ? ", bus busy" : "", (unsigned long)least,
           (unsigned long)(sum / (ROUNDS - IGNORED)), (unsigned long)(10u * sum / (ROUNDS - IGNORED) % 10u),
           (unsigned long)most);
}

static void Main(void *p_arg)
{
    static const OS_HW_RES resources[] = {
        {OS_HW_SEM, 0u, (void **)&semaphore}, {OS_HW_MUTEX, 0u, (void **)&mutex}, {OS_HW_SEM, 0u, (void **)&go},
        {OS_HW_SEM, 0u, (void **)&back}, {OS_HW_SEM, 0u, (void **)&done}};
    const BOOLEAN          circuits[] = {(BOOLEAN)circuit_receives, (BOOLEAN)circuit_sends};
    static OS_HW_THREAD    threads[3];
    INT32U                 apart[2] = {0u, 0u}, arguments[2];
    INT8U                  err;

    (void)p_arg;
    semaphore = OSSemCreate(0u);
    go        = OSSemCreate(0u);
    back      = OSSemCreate(0u);
    done      = OSSemCreate(0u);
    mutex     = OSMutexCreate(CEILING, &err);
    Check(err, "OSMutexCreate");
    for (INT8U player = 0u; player < 2u; player++) {
        arguments[player] = (INT32U)times[player] | (by_mutex << 1) | ((player == 1u) ? GIVES : 0u);
        if (circuits[player]) {
            threads[player] = (OS_HW_THREAD){
                .Task = Handover, .Arg = (void *)arguments[player], .Res = resources, .ResNbr = 5u,
                .Prio = (INT8U)(PRIO + player), .DirectPrio = (INT8U)(DIRECT_PRIO + player), .StkBase = stk[player],
                .StkSize = STK_SIZE, .Mem = times[player], .MemSize = sizeof(times[player])};
            Check(OSHwTaskCreate(player, &threads[player]), "OSHwTaskCreate");
            if (OSHwIsCircuit(player)) {
                apart[player] = Begin(player, arguments[player]);
            }
        }
    }
    if (bus_busy != 0u) {
        threads[2] = (OS_HW_THREAD){.Task = None, .Arg = memory, .Prio = PRIO + 2u, .StkBase = stk[2],
                                    .StkSize = STK_SIZE, .Mem = memory, .MemSize = sizeof(memory)};
        Check(OSHwTaskCreate(2u, &threads[2]), "OSHwTaskCreate");
    }
    /* Create tasks last, because they occupy the processor from then on. */
    for (INT8U player = 0u; player < 2u; player++) {
        if (!circuits[player]) {
            Check(OSTaskCreateExt(Handover, (void *)arguments[player], &stk[player][STK_SIZE - 1u],
                                  (INT8U)(PRIO + player), 0u, stk[player], STK_SIZE, (void *)0, 0u),
                  "OSTaskCreateExt");
        }
    }
    Pend(done);
    Pend(done);
    OSHwCacheInvalidate();
    Print(apart);
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[511], MAIN), "OSTaskCreate");
    OSStart();
}
