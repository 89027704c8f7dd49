/* SPDX-License-Identifier: Apache-2.0 */
/* One thread makes each kind of call, and Main() prints the results. The log is the same for a task and a circuit. */
#include "script.h"

#define STK_SIZE 512u
#define WAKER    10u
#define THREAD   20u
#define DIRECT_PRIO 40u
#define MAIN     50u

static OS_STK       main_stk[STK_SIZE], waker_stk[STK_SIZE], stk[STK_SIZE];
static OS_EVENT    *sem, *mbox, *queue, *mutex, *other;
static OS_FLAG_GRP *flags;
static OS_MEM      *mem;
static void        *storage[4];
static INT32U       blocks[2][4];
static INT32U       words[32];

static STEP script[] __attribute__((aligned(8))) = {
    /* waits for unavailable items: with a timeout, or until a post or an abort */
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 3u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_PEND, 1u), 0u, 0u, 0u},       /* tick 10: 0x77 */
    {CALL(OS_HW_CMD_MBOX_PEND, 1u), 0u, 0u, 0u},       /* tick 20: aborted */
    {CALL(OS_HW_CMD_SEM_PEND, 0u), 0u, 0u, 0u},        /* tick 30: posted */
    {CALL(OS_HW_CMD_Q_PEND, 2u), 100000u, 0u, 0u},     /* tick 40: 0x99; the timeout exceeds a delay counter */
    {CALL(OS_HW_CMD_Q_PEND, 2u), 50u, 0u, 0u},         /* tick 50: broadcast, 0x55 */
    /* messages, including more than fit */
    {CALL(OS_HW_CMD_MBOX_POST, 1u), 0x1234u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_POST, 1u), 0x5678u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_POST, 1u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_PEND, 1u), 7u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_PEND, 1u), 2u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_POST, 2u), 1u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_POST, 2u), 2u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_POST, 2u), 3u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_POST, 2u), 4u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_POST, 2u), 5u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_PEND, 2u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_PEND, 2u), 0u, 0u, 0u},
    /* calls that do not wait */
    {CALL(OS_HW_CMD_Q_TRY, 2u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_TRY, 2u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_TRY, 2u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_TRY, 1u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_POST, 1u), 0x9ABCu, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_TRY, 1u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_TRY, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_TRY, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_TRY, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_TRY, 1u), 0u, 0u, 0u},
    /* calls that are never direct */
    {CALL(OS_HW_CMD_MUTEX_PEND, 3u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MUTEX_POST, 3u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MUTEX_POST, 3u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_FLAG_POST, 4u), 5u, 0u, 0u},
    {CALL(OS_HW_CMD_FLAG_PEND, 4u), 4u, 0u, 0u},
    {CALL(OS_HW_CMD_MEM_GET, 5u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MEM_GET, 5u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MEM_GET, 5u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MEM_PUT, 5u), (INT32U)blocks[1], 0u, 0u},
    {CALL(OS_HW_CMD_PRINT, 7u), 42u, 0u, 0u},
    {CALL(OS_HW_CMD_TIME_DLY, 0u), 3u, 0u, 0u},
    {CALL(OS_HW_CMD_TIME_DLY, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_TIME_GET, 0u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_APP, 9u), 41u, 0u, 0u},
    /* handles of another kind, without a resource and out of range; unknown commands */
    {CALL(OS_HW_CMD_SEM_PEND, 1u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_MBOX_POST, 2u), 1u, 0u, 0u},
    {CALL(OS_HW_CMD_SEM_POST, 6u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_Q_PEND, 200u), 0u, 0u, 0u},
    {CALL(OS_HW_CMD_APP + 1u, 0u), 0u, 0u, 0u},
    {CALL(100u, 0u), 0u, 0u, 0u},
    /* memory: single words and bursts */
    {WRITE(1u), (INT32U)words, 0u, 0u},
    {WRITE(20u), (INT32U)&words[4], 0u, 0u},
    {READ(32u), (INT32U)words, 0u, 0u},
    {PAUSE, 100u, 0u, 0u},
    {CALL(OS_HW_CMD_EXIT, 0u), 0u, 0u, 0u},
};

#define STEPS (sizeof(script) / sizeof(script[0]))

static INT32U App(INT8U slot, INT8U handle, INT32U argument, INT8U *perr)
{
    *perr = handle;
    return argument + 1u + slot;
}

static void Waker(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    OSTimeDly(10u - OSTimeGet());
    Check(OSMboxPost(mbox, (void *)0x77), "post");
    OSTimeDly(10u);
    printf("aborted: %u\n", (unsigned)OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, &err));
    OSTimeDly(10u);
    Check(OSSemPost(sem), "post");
    OSTimeDly(10u);
    Check(OSQPost(queue, (void *)0x99), "post");
    OSTimeDly(10u);
    OSTimeSet(1000u);
    Check(OSQPostOpt(queue, (void *)0x55, OS_POST_OPT_BROADCAST), "post");
    (void)OSTaskDel(OS_PRIO_SELF);
}

static void Main(void *p_arg)
{
    static const OS_HW_RES resources[] = {
        {OS_HW_SEM, 0u, (void **)&sem}, {OS_HW_MBOX, 0u, (void **)&mbox}, {OS_HW_Q, 0u, (void **)&queue},
        {OS_HW_MUTEX, 0u, (void **)&mutex}, {OS_HW_FLAG, OS_FLAG_WAIT_SET_ALL, (void **)&flags},
        {OS_HW_MEM, 0u, (void **)&mem}};
    static const OS_HW_THREAD thread = {.Task = Script, .Arg = script, .Res = resources, .ResNbr = 6u, .Prio = THREAD,
                                        .DirectPrio = DIRECT_PRIO, .StkBase = stk, .StkSize = STK_SIZE,
                                        .Mem = (void *)0, .MemSize = 0xFFFFFFFCu};
    INT32U calls, refused;
    INT8U  err;

    (void)p_arg;
    BSP_TickStart(1000u);
    sem   = OSSemCreate(0u);
    mbox  = OSMboxCreate((void *)0);
    queue = OSQCreate(storage, 4u);
    mutex = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err);
    other = OSSemCreate(0u);
    flags = OSFlagCreate(0u, &err);
    mem   = OSMemCreate(blocks, 2u, sizeof(blocks[0]), &err);
    Check(OSHwCmdSet(OS_HW_CMD_APP, App), "OSHwCmdSet");
    Check(OSTaskCreate(Waker, (void *)0, &waker_stk[STK_SIZE - 1u], WAKER), "OSTaskCreate");
    Check(OSHwTaskCreate(0u, &thread), "OSHwTaskCreate");
    printf("again: %u; no slot: %u, %u\n", (unsigned)OSHwTaskCreate(0u, &thread),
           (unsigned)OSHwTaskCreate(OS_HW_SLOTS_MAX, &thread), (unsigned)OSHwTaskResume(3u));
    while (OSHwTaskStat(0u, &calls, &refused) == OS_ERR_NONE) {
        OSTimeDly(1u);
    }
    OSHwCacheInvalidate();
    for (INT32U n = 0u; n < STEPS - 1u; n++) {
        INT32U value = script[n].Value;

        if ((value >= (INT32U)blocks) && (value < (INT32U)blocks + sizeof(blocks))) {
            value -= (INT32U)blocks;
        }
        value = ((script[n].What & 0xFFu) == OS_HW_CMD_TIME_GET) ? (value - 1000u < 500u) : value;
        printf("%lu: %lx %lu\n", (unsigned long)n, (unsigned long)value, (unsigned long)script[n].Error);
    }
    printf("gone: %u\n", (unsigned)OSTaskQuery(THREAD, &(OS_TCB){0}));
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
