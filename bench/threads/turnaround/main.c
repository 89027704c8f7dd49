/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long it takes from one thread's post to the end of another one's wait, and back: two threads play ping-pong with
 * two semaphores, or hand a mutex to each other. Of the two as many are circuits (pingpong.v) as CIRCUITS says, the
 * others are tasks.
 *
 *   CIRCUITS 0, 1, 2 (0)     MUTEX (0)     ROUNDS (200)     BUSY: a third circuit keeps the bus busy (0)
 *   PAUSE    how many times 512 cycles a circuit pauses before it posts, up to 7, so that the other one waits by then
 *            (0)
 */
#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"

#ifndef CIRCUITS
#define CIRCUITS 0u
#endif
#ifndef MUTEX
#define MUTEX 0u
#endif
#ifndef ROUNDS
#define ROUNDS 200u
#endif
#ifndef PAUSE
#define PAUSE 0u
#endif
#ifndef BUSY
#define BUSY 0u
#endif

#define STK_SIZE 256u
#define PRIO     20u /* of the first; the second comes behind it */
#define CEILING  5u
#define NUMBER   40u
#define MAIN     30u

static OS_STK    main_stk[512], stk[3][STK_SIZE];
static OS_EVENT *semaphores[2], *mutex, *results[2];
static void     *storage[2][3];
static INT32U    memory[64];

static void Check(INT8U err, const char *what)
{
    if (err != OS_ERR_NONE) {
        printf("%s: error %u\n", what, (unsigned)err);
        BSP_Exit(1);
    }
}

/* pingpong.v's model. Which of the two it is, bit 7 of its argument says. */
static void Pingpong(void *p_arg)
{
    const INT32U argument = (INT32U)p_arg, rounds = argument >> 8, second = (argument >> 7) & 1u;
    INT32U       now, before = 0u, least = ~0u, most = 0u, sum = 0u;
    INT8U        err;

    if (((argument & 1u) != 0u) && (MUTEX == 0u)) {
        Check(OSSemPost(semaphores[1u - second]), "OSSemPost");
    }
    for (INT32U round = 0u; round < rounds;) {
        if (MUTEX != 0u) {
            OSMutexPend(mutex, 0u, &err);
        } else {
            OSSemPend(semaphores[second], 0u, &err);
        }
        now = BSP_Cycles();
        Check(err, "pend");
        if (round > 1u) {
            const INT32U apart = now - before;

            sum  += apart;
            least = (apart < least) ? apart : least;
            most  = (apart > most) ? apart : most;
        }
        before = now;
        round++;
        err = (MUTEX != 0u) ? OSMutexPost(mutex) : OSSemPost(semaphores[1u - second]);
        Check(err, "post");
    }
    Check(OSQPost(results[second], (void *)least), "OSQPost");
    Check(OSQPost(results[second], (void *)most), "OSQPost");
    Check(OSQPost(results[second], (void *)sum), "OSQPost");
    (void)OSTaskDel(OS_PRIO_SELF);
}

static void None(void *p_arg)
{
    (void)p_arg;
    (void)OSTaskDel(OS_PRIO_SELF);
}

static void Main(void *p_arg)
{
    static const OS_HW_RES resources[2][4] = {
        {{OS_HW_SEM, 0u, (void **)&semaphores[0]}, {OS_HW_SEM, 0u, (void **)&semaphores[1]},
         {OS_HW_MUTEX, 0u, (void **)&mutex}, {OS_HW_Q, 0u, (void **)&results[0]}},
        {{OS_HW_SEM, 0u, (void **)&semaphores[1]}, {OS_HW_SEM, 0u, (void **)&semaphores[0]},
         {OS_HW_MUTEX, 0u, (void **)&mutex}, {OS_HW_Q, 0u, (void **)&results[1]}}};
    static OS_HW_THREAD    threads[3];
    INT32U                 result[6], pauses;
    INT8U                  err;

    (void)p_arg;
    BSP_TickStart(OS_TICKS_PER_SEC);
    semaphores[0] = OSSemCreate(0u);
    semaphores[1] = OSSemCreate(0u);
    mutex         = OSMutexCreate(CEILING, &err);
    Check(err, "OSMutexCreate");
    results[0] = OSQCreate(storage[0], 3u);
    results[1] = OSQCreate(storage[1], 3u);
    if (BUSY != 0u) {
        threads[2] = (OS_HW_THREAD){.Task = None, .Arg = memory, .Prio = PRIO + 2u, .StkBase = stk[2],
                                    .StkSize = STK_SIZE, .Mem = memory, .MemSize = sizeof(memory)};
        Check(OSHwTaskCreate(2u, &threads[2]), "OSHwTaskCreate");
    }
    /* The one that begins comes last, and the tasks of software before the circuits. */
    for (INT32U n = 0u; n < 2u; n++) {
        const INT8U  player   = (INT8U)(1u - n);
        const INT32U argument = (ROUNDS << 8) | (player << 7) | (PAUSE << 4) | (MUTEX << 1) | (1u - player);

        threads[player] = (OS_HW_THREAD){
            .Task = Pingpong, .Arg = (void *)argument, .Res = resources[player], .ResNbr = 4u,
            .Prio = (INT8U)(PRIO + player), .Number = (INT8U)(NUMBER + player), .StkBase = stk[player],
            .StkSize = STK_SIZE};
        if (player + 1u <= CIRCUITS) {
            Check(OSHwTaskCreate(player, &threads[player]), "OSHwTaskCreate");
        } else {
            Check(OSTaskCreateExt(Pingpong, (void *)argument, &stk[player][STK_SIZE - 1u], (INT8U)(PRIO + player), 0u,
                                  stk[player], STK_SIZE, (void *)0, 0u), "OSTaskCreateExt");
        }
    }
    for (INT32U n = 0u; n < 6u; n++) {
        result[n] = (INT32U)OSQPend(results[n / 3u], 0u, &err);
        Check(err, "OSQPend");
    }
    pauses = (PAUSE == 0u) ? 0u : (512u * PAUSE + 1u) * CIRCUITS;
    printf("%s, %u of 2 circuits%s: least %lu, mean %lu.%lu, most %lu cycles there and back\n",
           (MUTEX != 0u) ? "mutex" : "semaphore", CIRCUITS, (BUSY != 0u) ? ", bus busy" : "",
           (unsigned long)(result[0] - pauses), (unsigned long)(result[2] / (ROUNDS - 2u) - pauses),
           (unsigned long)(10u * result[2] / (ROUNDS - 2u) % 10u), (unsigned long)(result[1] - pauses));
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[511], MAIN), "OSTaskCreate");
    OSStart();
}
