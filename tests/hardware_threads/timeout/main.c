/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The owner unlocks a mutex, and the first of two waiting threads gets it. In each round, the unlock comes at another
 * time around the tick at which the second wait times out. The second thread may unlock only after a successful pend.
 */
#include <generated/soc.h>
#include "script.h"

#define ROUNDS   200u
#define STRIDE   16u /* cycles, fewer than an interrupt handler takes */
#define TICK     5000u /* cycles between two ticks */
#define STK_SIZE 512u
#define THREAD   20u
#define DIRECT_PRIO 40u
#define MAIN     50u

enum { MUTEX, GO, DONE, RESOURCES }; /* handles */
enum { FIRST, SECOND, OWNER, THREADS }; /* slots */

static OS_STK    main_stk[STK_SIZE], stk[THREADS][STK_SIZE];
static OS_EVENT *mutex, *go, *done;
static STEP      scripts[THREADS][8u * ROUNDS + 1u] __attribute__((aligned(8)));

static void Make(void)
{
    STEP *owner = scripts[OWNER];

    for (INT32U round = 0u; round < ROUNDS; round++) {
        *owner++ = (STEP){.What = CALL(OS_HW_CMD_TIME_DLY, 0u), .Operand = 1u}; /* a round begins at a tick */
        *owner++ = (STEP){.What = CALL(OS_HW_CMD_MUTEX_PEND, MUTEX)};
        *owner++ = (STEP){.What = CALL(OS_HW_CMD_SEM_POST, GO)};
        *owner++ = (STEP){.What = CALL(OS_HW_CMD_SEM_POST, GO)};
        *owner++ = (STEP){.What = PAUSE, .Operand = TICK - STRIDE * ROUNDS + STRIDE * round};
        *owner++ = (STEP){.What = CALL(OS_HW_CMD_MUTEX_POST, MUTEX)};
        *owner++ = (STEP){.What = CALL(OS_HW_CMD_SEM_PEND, DONE)};
        *owner++ = (STEP){.What = CALL(OS_HW_CMD_SEM_PEND, DONE)};
    }
    *owner = (STEP){.What = CALL(OS_HW_CMD_EXIT, 0u)};
    for (INT32U t = FIRST; t <= SECOND; t++) {
        STEP *waiter = scripts[t];

        for (INT32U round = 0u; round < ROUNDS; round++) {
            *waiter++ = (STEP){.What = CALL(OS_HW_CMD_SEM_PEND, GO)};
            *waiter++ = (STEP){.What = CALL(OS_HW_CMD_MUTEX_PEND, MUTEX), .Operand = (t == SECOND) ? 1u : 0u};
            *waiter++ = (STEP){.What = PAUSE, .Operand = (t == FIRST) ? TICK : 0u}; /* FIRST: past SECOND's timeout */
            *waiter++ = (STEP){.What = CALL(OS_HW_CMD_MUTEX_POST, MUTEX)};
            *waiter++ = (STEP){.What = CALL(OS_HW_CMD_SEM_POST, DONE)};
        }
        *waiter = (STEP){.What = CALL(OS_HW_CMD_EXIT, 0u)};
    }
}

static void Main(void *p_arg)
{
    static const OS_HW_RES resources[RESOURCES] = {
        {OS_HW_MUTEX, 0u, (void **)&mutex}, {OS_HW_SEM, 0u, (void **)&go}, {OS_HW_SEM, 0u, (void **)&done}};
    static OS_HW_THREAD    threads[THREADS];
    INT32U                 calls, refused;
    INT8U                  err;

    (void)p_arg;
    go    = OSSemCreate(0u);
    done  = OSSemCreate(0u);
    mutex = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err);
    Check(err, "OSMutexCreate");
    Make();
    BSP_TickStart(CONFIG_CLOCK_FREQUENCY / TICK);
    for (INT8U t = 0u; t < THREADS; t++) {
        threads[t] = (OS_HW_THREAD){
            .Task = Script, .Arg = (void *)((INT32U)scripts[t] | t), .Res = resources, .ResNbr = RESOURCES,
            .Prio = (INT8U)(THREAD + t), .DirectPrio = (INT8U)(DIRECT_PRIO + t), .StkBase = stk[t],
            .StkSize = STK_SIZE, .Mem = (void *)0, .MemSize = 0xFFFFFFFCu};
        Check(OSHwTaskCreate(t, &threads[t]), "OSHwTaskCreate");
    }
    while (OSHwTaskStat(OWNER, &calls, &refused) == OS_ERR_NONE) {
        OSTimeDly(1u);
    }
    OSHwCacheInvalidate();
    for (INT32U round = 0u; round < ROUNDS; round++) {
        const STEP  *steps  = &scripts[SECOND][5u * round];
        const INT32U pended = steps[1].Error, posted = steps[3].Error;

        if (posted != ((pended == OS_ERR_NONE) ? OS_ERR_NONE : OS_ERR_NOT_MUTEX_OWNER)) {
            printf("WRONG: round %lu, pend: %lu, post: %lu\n", (unsigned long)round, (unsigned long)pended,
                   (unsigned long)posted);
            BSP_Exit(1);
        }
    }
    printf("told\n");
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
