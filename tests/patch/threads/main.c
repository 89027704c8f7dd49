/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two hardware threads that execute scripts on the small kernel in ../tree: semaphores, a mutex and delays. The log
 * is the same for threads in software and in circuits.
 */
#include "script.h"

#define STK_SIZE 512u
#define CEILING  5u
#define HIGH     10u
#define FIRST    20u
#define SECOND   21u
#define MAIN     50u
#define mutex    OSEventTbl[OS_MAX_EVENTS - 1u]

static OS_STK    main_stk[STK_SIZE], high_stk[STK_SIZE], stk[2][STK_SIZE];
static OS_EVENT *sem, *answer, *unposted_sem, *mutex_ptr = &mutex;
static INT32U    words[16];

static STEP first[] __attribute__((aligned(8))) = {
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 3u, 0u, 0u},      /* times out: no task posts within 3 ticks */
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 0u, 0u, 0u},      /* the second thread posts, at tick 10 */
    {CALL(OS_HW_CMD_SEM_POST, 1u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 100000u, 0u, 0u}, /* High posts at tick 30; the timeout exceeds 16 bits */
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 0u, 0u, 0u},      /* High aborts the wait at tick 40 */
    {CALL(OS_HW_CMD_MUTEX_PEND, 2u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_TIME_DLY, 0u), 10u, 0u, 0u},     /* during the delay, High pends on the mutex */
    {CALL(OS_HW_CMD_MUTEX_POST, 2u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MUTEX_POST, 2u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_TRY, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_TRY, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_PEND, 0u), 0u, 0u, 0u},     /* refused: handle 0 is a semaphore */
    {WRITE(16u), (INT32U)words, 0u, 0u},
    {READ(16u), (INT32U)words, 0u, 0u},
    {CALL(OS_HW_CMD_EXIT, 0u), 0u, 0u, 0u},
};
static STEP second[] __attribute__((aligned(8))) = {
    {CALL(OS_HW_CMD_TIME_DLY, 0u), 10u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_PEND, 1u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_TIME_GET, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_PEND, 3u), 0u, 0u, 0u},      /* High deletes the thread during this wait */
};

static void Say(const char *what, INT32U err)
{
    printf("%lu: %s %lu\n", (unsigned long)OSTimeGet(), what, (unsigned long)err);
}

static void High(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    OSTimeDly(30u);
    Say("posts", OSSemPost(sem));
    OSTimeDly(10u);
    Say("aborts", OSSemPendAbort(sem));
    OSTimeDly(5u);
    OSMutexPend(mutex_ptr, 0u, &err);
    Say("has the mutex", err);
    Say("gives it", OSMutexPost(mutex_ptr));
    Say("suspends", OSHwTaskSuspend(1u));
    OSTimeDly(5u);
    Say("resumes", OSHwTaskResume(1u));
    OSTimeDly(5u);
    Say("ends", OSHwTaskDel(1u));
    (void)OSTaskDel(OS_PRIO_SELF);
}

static void Show(const char *name, const STEP *script, INT32U steps)
{
    for (INT32U n = 0u; n < steps; n++) {
        printf("%s %lu: %lx %lu\n", name, (unsigned long)n, (unsigned long)script[n].Value,
               (unsigned long)script[n].Error);
    }
}

static void Main(void *p_arg)
{
    static const OS_HW_RES resources[] = {{OS_HW_SEM, 0u, (void **)&sem}, {OS_HW_SEM, 0u, (void **)&answer},
                                          {OS_HW_MUTEX, 0u, (void **)&mutex_ptr},
                                          {OS_HW_SEM, 0u, (void **)&unposted_sem}};
    static OS_HW_THREAD    threads[2];
    INT32U                 calls, refused;

    (void)p_arg;
    BSP_TickStart(1000u);
    sem          = OSSemCreate(0u);
    answer       = OSSemCreate(0u);
    unposted_sem = OSSemCreate(0u);
    OSMutexInit(&mutex, CEILING);
    Check(OSTaskCreate(High, (void *)0, &high_stk[STK_SIZE - 1u], HIGH), "OSTaskCreate");
    for (INT8U slot = 0u; slot < 2u; slot++) {
        threads[slot] = (OS_HW_THREAD){
            .Task = Script, .Arg = (void *)((INT32U)((slot == 0u) ? first : second) | slot), .Res = resources,
            .ResNbr = 4u, .Prio = (slot == 0u) ? FIRST : SECOND, .DirectPrio = (INT8U)(40u + slot),
            .StkBase = stk[slot], .StkSize = STK_SIZE, .Mem = (void *)0, .MemSize = 0xFFFFFFFCu};
        Check(OSHwTaskCreate(slot, &threads[slot]), "OSHwTaskCreate");
    }
    while ((OSHwTaskStat(0u, &calls, &refused) == OS_ERR_NONE) || (OSHwTaskStat(1u, &calls, &refused) == OS_ERR_NONE)) {
        OSTimeDly(1u);
    }
    OSHwCacheInvalidate();
    Show("first", first, sizeof(first) / sizeof(first[0]) - 1u);
    Show("second", second, 4u);
    printf("gone: %u %u\n", (unsigned)OSTaskQuery(FIRST, &(OS_TCB){0}), (unsigned)OSTaskQuery(SECOND, &(OS_TCB){0}));
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
