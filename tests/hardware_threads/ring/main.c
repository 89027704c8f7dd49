/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four threads form a ring, and each thread posts messages to the next thread. SEED determines the scripts: posts,
 * pends without a timeout or with a timeout that never expires, delays, pauses, semaphores and transfers. The data of a
 * thread does not depend on the speed of the other threads, so the log is the same whichever threads are circuits.
 */
#include "script.h"

#ifndef SEED
#define SEED 1u
#endif

#define THREADS  4u
#define STEPS    120u
#define STK_SIZE 512u
#define THREAD   20u
#define DIRECT_PRIO 40u
#define MAIN     50u
#define ROOM     16u /* messages from one thread to the next, so a queue is never full at any speed */

static OS_STK    main_stk[STK_SIZE], stk[THREADS][STK_SIZE];
static OS_EVENT *queues[THREADS], *credits[THREADS], *boxes[THREADS];
static void     *storage[THREADS][ROOM];
static STEP      script[THREADS][STEPS + 1u] __attribute__((aligned(8)));
static INT32U    words[THREADS][32];

static INT32U Random(INT32U below)
{
    static INT32U state = 2463534242u + 7919u * SEED;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

/* Make one script for all threads: each post comes before the matching pend, so no thread waits forever. */
static void Make(void)
{
    INT32U sent = 0u, all = 0u, credit = 0u, boxed = 0u;

    for (INT32U n = 0u; n < STEPS; n++) {
        INT32U what, operand[THREADS] = {0u};

        switch (Random(9u)) {
        case 0u:
        case 1u:
            if (all < ROOM) {
                what = CALL(OS_HW_CMD_Q_POST, 1u);
                sent++;
                all++;
                for (INT32U t = 0u; t < THREADS; t++) {
                    operand[t] = 1u + Random(1000000u);
                }
                break;
            } /* fall through */
        case 2u:
            what = CALL(OS_HW_CMD_Q_PEND, 0u);
            if (sent == 0u) {
                what = PAUSE;
            } else {
                sent--;
            }
            for (INT32U t = 0u; t < THREADS; t++) {
                operand[t] = (what == PAUSE) ? Random(300u) : Random(2u) * (5000u + Random(70000u));
            }
            break;
        case 3u:
            what = CALL(OS_HW_CMD_SEM_POST, 3u);
            credit++;
            break;
        case 4u:
            what = (credit > 0u) ? CALL(OS_HW_CMD_SEM_PEND, 2u) : CALL(OS_HW_CMD_TIME_DLY, 0u);
            credit -= (credit > 0u) ? 1u : 0u;
            break;
        case 5u:
            what = CALL(OS_HW_CMD_TIME_DLY, 0u);
            for (INT32U t = 0u; t < THREADS; t++) {
                operand[t] = Random(3u);
            }
            break;
        case 6u:
            what = PAUSE;
            for (INT32U t = 0u; t < THREADS; t++) {
                operand[t] = Random(2000u);
            }
            break;
        case 7u: {
            const INT32U nbr = 1u + Random(32u);

            what = (Random(2u) != 0u) ? WRITE(nbr) : READ(nbr);
            for (INT32U t = 0u; t < THREADS; t++) {
                operand[t] = (INT32U)words[t];
            }
            break;
        }
        default: /* the thread's own mailbox, which no other thread uses */
            what  = (boxed == 0u) ? CALL(OS_HW_CMD_MBOX_POST, 4u) : CALL(OS_HW_CMD_MBOX_PEND, 4u);
            boxed = 1u - boxed;
            for (INT32U t = 0u; t < THREADS; t++) {
                operand[t] = 1u + Random(9u);
            }
            break;
        }
        for (INT32U t = 0u; t < THREADS; t++) {
            script[t][n] = (STEP){what, operand[t], 0u, 0u};
        }
    }
    for (INT32U t = 0u; t < THREADS; t++) {
        script[t][STEPS] = (STEP){CALL(OS_HW_CMD_EXIT, 0u), 0u, 0u, 0u};
    }
}

static void Main(void *p_arg)
{
    static OS_HW_RES    resources[THREADS][5];
    static OS_HW_THREAD threads[THREADS];
    INT32U              calls, refused;

    (void)p_arg;
    BSP_TickStart(10000u);
    Make();
    for (INT32U t = 0u; t < THREADS; t++) {
        queues[t]  = OSQCreate(storage[t], ROOM);
        credits[t] = OSSemCreate(0u);
        boxes[t]   = OSMboxCreate((void *)0);
    }
    for (INT8U t = 0u; t < THREADS; t++) {
        const INT32U next = (t + 1u) % THREADS;

        resources[t][0] = (OS_HW_RES){OS_HW_Q, 0u, (void **)&queues[t]};
        resources[t][1] = (OS_HW_RES){OS_HW_Q, 0u, (void **)&queues[next]};
        resources[t][2] = (OS_HW_RES){OS_HW_SEM, 0u, (void **)&credits[t]};
        resources[t][3] = (OS_HW_RES){OS_HW_SEM, 0u, (void **)&credits[next]};
        resources[t][4] = (OS_HW_RES){OS_HW_MBOX, 0u, (void **)&boxes[t]};
        threads[t] = (OS_HW_THREAD){
            .Task = Script, .Arg = (void *)((INT32U)script[t] | t), .Res = resources[t], .ResNbr = 5u,
            .Prio = (INT8U)(THREAD + t), .DirectPrio = (INT8U)(DIRECT_PRIO + t), .StkBase = stk[t], .StkSize = STK_SIZE,
            .Mem = (void *)0, .MemSize = 0xFFFFFFFCu};
        Check(OSHwTaskCreate(t, &threads[t]), "OSHwTaskCreate");
    }
    for (INT8U t = 0u; t < THREADS; t++) {
        while (OSHwTaskStat(t, &calls, &refused) == OS_ERR_NONE) {
            OSTimeDly(1u);
        }
    }
    OSHwCacheInvalidate();
    for (INT32U t = 0u; t < THREADS; t++) {
        for (INT32U n = 0u; n < STEPS; n++) {
            printf("%lu.%lu: %lx %lx %lu\n", (unsigned long)t, (unsigned long)n, (unsigned long)script[t][n].What,
                   (unsigned long)script[t][n].Value, (unsigned long)script[t][n].Error);
        }
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
