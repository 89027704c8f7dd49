/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four threads and two tasks lock and unlock two mutexes, one of which has a ceiling. They do this at random times that
 * depend on SEED, and with timeouts that can expire. Meanwhile the main task suspends and resumes the threads. The test
 * checks that a mutex has only one owner at a time, and that the owner can unlock it. At the end no mutex may be locked
 * and no task may be promoted.
 */
#include "script.h"
#include <os_accel.h>

#ifndef SEED
#define SEED 1u
#endif
#ifndef ROUNDS
#define ROUNDS 150u
#endif

#define THREADS  4u
#define STEPS    (6u * ROUNDS + 1u)
#define STK_SIZE 512u
#define CEILING  5u
#define HIGH     10u
#define THREAD   20u
#define LOW      30u
#define DIRECT_PRIO 40u
#define MAIN     8u

enum { WITH_CEILING, WITHOUT, MUTEXES, SEM = MUTEXES }; /* handles */

static OS_STK    main_stk[STK_SIZE], high_stk[STK_SIZE], low_stk[STK_SIZE], stk[THREADS][STK_SIZE];
static OS_EVENT *mutexes[MUTEXES], *sem;
static STEP      script[THREADS][STEPS] __attribute__((aligned(8)));
static INT32U    inside[MUTEXES][8] __attribute__((aligned(32))); /* a line per mutex; its owner uses the first word */
static INT32U    locks, ended;

#ifdef OS_MUTEX_DELEGATE
extern INT8U OSMutexPromotions; /* our kernel only: number of current promotions */
#else
#define OSMutexPromotions 0u
#endif

static INT32U Random(INT32U below)
{
    static INT32U state = 2463534242u + 7919u * SEED;
    INT32U        drawn;
    OS_CPU_SR     cpu_sr = 0u;

    OS_ENTER_CRITICAL();
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    drawn = state % below;
    OS_EXIT_CRITICAL();
    return drawn;
}

static void Expect(BOOLEAN is, const char *what, INT32U number)
{
    if (!is) {
        printf("WRONG: %s (%lu)\n", what, (unsigned long)number);
        BSP_Exit(1);
    }
}

static void Spin(INT32U cycles)
{
    for (INT32U start = BSP_Cycles(); (BSP_Cycles() - start) < cycles;) {
    }
}

/*
 * Make the steps of a thread's round. While the thread owns the mutex, it writes a word and reads the word back. If the
 * pend has a timeout, the thread only pauses, because it may not own the mutex.
 */
static void Make(STEP *step)
{
    const INT32U mutex = (Random(3u) == 0u) ? WITHOUT : WITH_CEILING, word = (INT32U)inside[mutex];
    const BOOLEAN timed = (BOOLEAN)(Random(3u) == 0u);

    *step++ = (STEP){PAUSE, Random(1500u), 0u, 0u};
    *step++ = (STEP){CALL(OS_HW_CMD_MUTEX_PEND, mutex), timed ? 1u + Random(2u) : 0u, 0u, 0u};
    *step++ = timed ? (STEP){PAUSE, Random(200u), 0u, 0u} : (STEP){WRITE(1u), word, 0u, 0u};
    *step++ = (Random(4u) == 0u) ? (STEP){CALL(OS_HW_CMD_SEM_POST, SEM), 0u, 0u, 0u}
                                 : (STEP){PAUSE, Random(1500u), 0u, 0u};
    *step++ = timed ? (STEP){PAUSE, 0u, 0u, 0u} : (STEP){READ(1u), word, 0u, 0u};
    *step++ = (STEP){CALL(OS_HW_CMD_MUTEX_POST, mutex), 0u, 0u, 0u};
}

static void Look(const STEP *step, INT32U number)
{
    const INT8U pended = (INT8U)step[1].Error, posted = (INT8U)step[5].Error;

    Expect((BOOLEAN)(((step[2].What & 0xFFu) == PAUSE) || (step[4].Value == 0xABCD0000u)), "a thread was not alone",
           number);
    Expect((BOOLEAN)((pended == OS_ERR_NONE) ? (posted == OS_ERR_NONE)
                                             : ((pended == OS_ERR_TIMEOUT) && (step[1].Operand != 0u) &&
                                                (posted == OS_ERR_NOT_MUTEX_OWNER))), "a thread's errors", number);
    locks += (pended == OS_ERR_NONE) ? 1u : 0u;
}

/* Lock and unlock mutexes from a task. */
static void Locker(void *p_arg)
{
    const INT32U me = (INT32U)p_arg;
    INT8U        err;

    for (INT32U round = 0u; round < ROUNDS; round++) {
        const INT32U   mutex  = Random(MUTEXES);
        const BOOLEAN  locked = (BOOLEAN)(Random(8u) == 0u); /* lock the scheduler during the unlock */
        volatile INT32U *word = inside[mutex];

        if (Random(4u) == 0u) {
            OSTimeDly(1u);
        }
        Spin(Random(600u));
        OSMutexPend(mutexes[mutex], Random(4u) == 0u ? 1u : 0u, &err);
        if (err == OS_ERR_NONE) {
            *word = me;
            Spin(Random(600u));
            OSHwCacheInvalidate();
            Expect((BOOLEAN)(*word == me), "a task was not alone", round);
            if (locked) {
                OSSchedLock();
            }
            Check(OSMutexPost(mutexes[mutex]), "OSMutexPost");
            if (locked) {
                Spin(Random(200u));
                OSSchedUnlock();
            }
            locks++;
        } else {
            Expect((BOOLEAN)(err == OS_ERR_TIMEOUT), "a task's pend", err);
        }
    }
    ended++;
    (void)OSTaskDel(OS_PRIO_SELF);
}

static void Main(void *p_arg)
{
    static const OS_HW_RES resources[] = {{OS_HW_MUTEX, 0u, (void **)&mutexes[WITH_CEILING]},
                                          {OS_HW_MUTEX, 0u, (void **)&mutexes[WITHOUT]},
                                          {OS_HW_SEM, 0u, (void **)&sem}};
    static OS_HW_THREAD    threads[THREADS];
    INT32U                 calls, refused, left = THREADS;
    OS_MUTEX_DATA          data;
    INT8U                  err;

    (void)p_arg;
    BSP_TickStart(10000u);
    sem                   = OSSemCreate(0u);
    mutexes[WITH_CEILING] = OSMutexCreate(CEILING, &err);
    Check(err, "OSMutexCreate");
    mutexes[WITHOUT] = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err);
    Check(err, "OSMutexCreate");
    for (INT8U t = 0u; t < THREADS; t++) {
        for (INT32U round = 0u; round < ROUNDS; round++) {
            Make(&script[t][6u * round]);
        }
        script[t][STEPS - 1u] = (STEP){CALL(OS_HW_CMD_EXIT, 0u), 0u, 0u, 0u};
    }
    for (INT8U t = 0u; t < THREADS; t++) { /* start all threads together */
        threads[t] = (OS_HW_THREAD){
            .Task = Script, .Arg = (void *)((INT32U)script[t] | t), .Res = resources, .ResNbr = 3u,
            .Prio = (INT8U)(THREAD + t), .DirectPrio = (INT8U)(DIRECT_PRIO + t), .StkBase = stk[t], .StkSize = STK_SIZE,
            .Mem = (void *)0, .MemSize = 0xFFFFFFFCu};
        Check(OSHwTaskCreate(t, &threads[t]), "OSHwTaskCreate");
    }
    Check(OSTaskCreate(Locker, (void *)1u, &high_stk[STK_SIZE - 1u], HIGH), "OSTaskCreate");
    Check(OSTaskCreate(Locker, (void *)2u, &low_stk[STK_SIZE - 1u], LOW), "OSTaskCreate");
    while ((left > 0u) || (ended < 2u)) {
        const INT8U slot = (INT8U)Random(THREADS), prio = (INT8U)(THREAD + slot);

        /* Suspend only the delegate. Calls of the circuit that need no delegate continue. */
        if ((Random(2u) == 0u) && (OSTaskSuspend(prio) == OS_ERR_NONE)) {
            OSTimeDly(Random(3u));
            Check(OSTaskResume(prio), "OSTaskResume");
        } else if ((Random(3u) == 0u) && (OSHwTaskSuspend(slot) == OS_ERR_NONE)) {
            OSTimeDly(Random(2u));
            Check(OSHwTaskResume(slot), "OSHwTaskResume");
        }
        OSTimeDly(1u + Random(2u));
        left = 0u;
        for (INT8U t = 0u; t < THREADS; t++) {
            left += (OSHwTaskStat(t, &calls, &refused) == OS_ERR_NONE) ? 1u : 0u;
        }
    }
    OSHwCacheInvalidate();
    for (INT32U t = 0u; t < THREADS; t++) {
        for (INT32U round = 0u; round < ROUNDS; round++) {
            Look(&script[t][6u * round], 1000u * t + round);
        }
    }
    for (INT32U m = 0u; m < MUTEXES; m++) {
        Check(OSMutexQuery(mutexes[m], &data), "OSMutexQuery");
        Expect((BOOLEAN)(data.OSValue == OS_TRUE), "a mutex is locked at the end", m);
    }
    Expect((BOOLEAN)((OSTCBPrioTbl[CEILING] == OS_TCB_RESERVED) && (OSMutexPromotions == 0u)), "a task is promoted",
           OSMutexPromotions);
    printf("%s\n", (locks > 3u * ROUNDS) ? "locked" : "hardly ever locked");
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
