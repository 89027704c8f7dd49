/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweep a circuit's call over every cycle of a kernel service. Software executes the service in several instructions
 * with interrupts disabled. For each service and each call that can affect it, the circuit calls before the service,
 * after the service, and at each cycle of the service. Each result must equal the result of a sequential order (ORDER
 * below). After each step the test drains all objects and checks that no task waits by mistake and no item is left.
 *
 *   SWEEP_STRIDE             cycles between two tries (1)
 *   SWEEP_FIRST, SWEEP_LAST  indexes of the first and the last service in the table below (all)
 *   SWEEP_CALLS              bit mask of the calls below (all)
 *   SWEEP_NUMBER             number of the circuit: the priority at which its direct calls wait (each of `numbers`)
 *
 * Ticks come only from the steps themselves, so a step takes the same time in every run.
 */
#include <generated/csr.h>
#include <generated/soc.h>
#include "script.h"
#include <os_accel.h>

#ifndef SWEEP_STRIDE
#define SWEEP_STRIDE 1u
#endif
#ifndef SWEEP_CALLS
#define SWEEP_CALLS 0xFFFFu
#endif
#ifndef SWEEP_FIRST
#define SWEEP_FIRST 0u
#endif
#ifndef SWEEP_LAST
#define SWEEP_LAST (SERVICES - 1u)
#endif

#define STK_SIZE 512u
#define HIGH     5u /* priorities */
#define CEILING  7u
#define MAIN     10u
#define LOW      20u
#define LOW_TOO  25u
#define LOWEST   50u

/* Numbers of the circuit. By default, one is above the priority of LOW and the other is below. */
#ifdef SWEEP_NUMBER
static const INT8U numbers[] = {SWEEP_NUMBER};
#else
static const INT8U numbers[] = {12u, 30u};
#endif

#define LEAD_CYCLES    20u /* cycles from the start to the service */
#define LATENCY_CYCLES 60u /* cycles until a call reaches the unit, or its interrupt reaches the processor */
#define ROOM           4u
#define TICK           800u /* cycles */
#define LONG_DELAY     70000u

/* --------------------------------------------------------------------------------------------- the circuit's calls */

#define JOB(command, handle, operand) \
    (0x80000000u | ((INT32U)(handle) << 25) | ((INT32U)(command) << 20) | ((INT32U)(operand) << 12))
#define PAUSE_MAX      0xFFFu
#define CALLED(result) ((result) & 0xFFFFu) /* value and error */
#define CYCLES(result) (((result) >> 16) & 0x7FFFu)

enum { START_MBOX, RESULT_MBOX, SEM, MBOX, QUEUE, ASIDE }; /* handles */

enum { ASIDE_POST, SEM_POST, SEM_PEND, SEM_PEND_1, SEM_TRY, MBOX_POST, MBOX_PEND, MBOX_TRY, Q_POST, Q_PEND, Q_TRY,
       DELAY, CALLS };

static const struct {
    const char *Name;
    INT32U      Job;
} calls[CALLS] = {
    {"a post aside", JOB(OS_HW_CMD_SEM_POST, ASIDE, 0u)},
    {"semaphore, post", JOB(OS_HW_CMD_SEM_POST, SEM, 0u)},
    {"semaphore, pend", JOB(OS_HW_CMD_SEM_PEND, SEM, 0u)},
    {"semaphore, pend, a tick", JOB(OS_HW_CMD_SEM_PEND, SEM, 1u)},
    {"semaphore, try", JOB(OS_HW_CMD_SEM_TRY, SEM, 0u)},
    {"mailbox, post", JOB(OS_HW_CMD_MBOX_POST, MBOX, 0x51u)},
    {"mailbox, pend", JOB(OS_HW_CMD_MBOX_PEND, MBOX, 0u)},
    {"mailbox, try", JOB(OS_HW_CMD_MBOX_TRY, MBOX, 0u)},
    {"queue, post", JOB(OS_HW_CMD_Q_POST, QUEUE, 0x52u)},
    {"queue, pend", JOB(OS_HW_CMD_Q_PEND, QUEUE, 0u)},
    {"queue, try", JOB(OS_HW_CMD_Q_TRY, QUEUE, 0u)},
    {"delay, a tick", JOB(OS_HW_CMD_TIME_DLY, 0u, 1u)},
};

#define OF(call)  (1u << (call))
#define ANY       (OF(ASIDE_POST) | OF(DELAY))
#define OF_SEM    (ANY | OF(SEM_POST) | OF(SEM_PEND) | OF(SEM_PEND_1) | OF(SEM_TRY))
#define OF_MBOX   (ANY | OF(MBOX_POST) | OF(MBOX_PEND) | OF(MBOX_TRY))
#define OF_QUEUE  (ANY | OF(Q_POST) | OF(Q_PEND) | OF(Q_TRY))
#define OF_EVENTS (OF_SEM | OF_MBOX | OF_QUEUE)

/* ---------------------------------------------------------------------------------------------------- waiting tasks */

typedef enum { BY_SEM, BY_SEM_1, BY_MBOX, BY_QUEUE, BY_MULTI, BY_FLAG, BY_FLAG_CONSUMED, BY_DELAY, BY_LONG_DELAY,
               BY_MUTEX } WAIT;

typedef struct {
    OS_EVENT        *Home; /* where the task waits for orders */
    WAIT             Wait;
    INT32U           Value;
    INT8U            Err;
    volatile BOOLEAN Done;
} WAITER;

static OS_STK            main_stk[STK_SIZE], high_stk[STK_SIZE], low_stk[STK_SIZE], lowest_stk[STK_SIZE], stk[STK_SIZE];
static OS_EVENT         *start, *result, *sem, *mbox, *queue, *aside, *mutex, *turn, *locked;
static OS_FLAG_GRP      *flags;
static void             *storage[ROOM];
static WAITER            high, low;
static volatile BOOLEAN  turn_wanted, ticks_wanted;
static INT8U             number;

static INT32U PendMulti(INT32U timeout, INT8U *perr)
{
    OS_EVENT *pend[] = {sem, mbox, queue, (OS_EVENT *)0}, *rdy[4];
    void     *msgs[4];
    INT32U    value = 0u;
    INT16U    nbr   = OSEventPendMulti(pend, rdy, msgs, timeout, perr);

    for (INT16U n = 0u; (*perr == OS_ERR_NONE) && (n < nbr); n++) {
        value += ((rdy[n] == sem) ? 1u : (INT32U)msgs[n]);
    }
    return value;
}

static void Waiter(void *p_arg)
{
    WAITER *me = (WAITER *)p_arg;
    INT8U   err;

    for (;;) {
        OSSemPend(me->Home, 0u, &err);
        me->Value = 0u;
        me->Err   = OS_ERR_NONE;
        switch (me->Wait) {
        case BY_SEM:
            OSSemPend(sem, 0u, &me->Err);
            break;
        case BY_SEM_1:
            OSSemPend(sem, 1u, &me->Err);
            break;
        case BY_MBOX:
            me->Value = (INT32U)OSMboxPend(mbox, 0u, &me->Err);
            break;
        case BY_QUEUE:
            me->Value = (INT32U)OSQPend(queue, 0u, &me->Err);
            break;
        case BY_MULTI:
            me->Value = PendMulti(0u, &me->Err);
            break;
        case BY_FLAG:
            me->Value = OSFlagPend(flags, 1u, OS_FLAG_WAIT_SET_ALL, 0u, &me->Err);
            break;
        case BY_FLAG_CONSUMED:
            me->Value = OSFlagPend(flags, 2u, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME, 0u, &me->Err);
            break;
        case BY_DELAY:
            OSTimeDly(1u);
            break;
        case BY_LONG_DELAY:
            OSTimeDly(LONG_DELAY);
            break;
        case BY_MUTEX:
            OSMutexPend(mutex, 0u, &me->Err);
            OSSemPend(locked, 0u, &me->Err);
            me->Err = OSMutexPost(mutex);
            break;
        }
        me->Done = OS_TRUE;
    }
}

static void Spin(INT32U from, INT32U cycles)
{
    while ((BSP_Cycles() - from) < cycles) {
    }
}

static void Tick(void)
{
    OSSchedLock();
    OSTimeTick();
    OSSchedUnlock();
}

/* If all other tasks are blocked, wake the main task, or generate the ticks that the main task waits for. */
static void Lowest(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        if (turn_wanted) {
            turn_wanted = OS_FALSE;
            (void)OSSemPost(turn);
        } else if (ticks_wanted) {
            Spin(BSP_Cycles(), LEAD_CYCLES);
            OSSchedLock();
            if (ticks_wanted) { /* the main task's wait may just have ended */
                OSTimeTick();
            }
            OSSchedUnlock();
        }
    }
}

/* Block the main task until all other tasks are blocked. */
static void Others(void)
{
    INT8U err;

    turn_wanted = OS_TRUE;
    OSSemPend(turn, 0u, &err);
}

static void StartWait(WAITER *waiter, WAIT wait)
{
    waiter->Wait = wait;
    waiter->Done = OS_FALSE;
    (void)OSSemPost(waiter->Home);
    Others();
}

/* ----------------------------------------------------------------------------------------------------- the services */

static void PrepareNothing(void)
{
}

static void PrepareCount(void)
{
    (void)OSSemPost(sem);
}

static void BlockLowOnSem(void)
{
    StartWait(&low, BY_SEM);
}

static void BlockHighOnSem(void)
{
    StartWait(&high, BY_SEM);
}

static void BlockBothOnSem(void)
{
    StartWait(&high, BY_SEM);
    StartWait(&low, BY_SEM);
}

static void BlockLowOnSemForTick(void)
{
    StartWait(&low, BY_SEM_1);
}

static INT32U SemPost(INT8U *perr)
{
    *perr = OSSemPost(sem);
    return 0u;
}

static INT32U SemPend(INT8U *perr)
{
    ticks_wanted = OS_TRUE;
    OSSemPend(sem, 2u, perr);
    ticks_wanted = OS_FALSE;
    return 0u;
}


static INT32U SemAccept(INT8U *perr)
{
    (void)perr;
    return OSSemAccept(sem);
}

static INT32U SemSet(INT8U *perr)
{
    OSSemSet(sem, 3u, perr);
    return 0u;
}

static INT32U SemAbort(INT8U *perr)
{
    return OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, perr);
}

static INT32U SemAbortOne(INT8U *perr)
{
    return OSSemPendAbort(sem, OS_PEND_OPT_NONE, perr);
}

static INT32U SemQuery(INT8U *perr)
{
    OS_SEM_DATA data;

    *perr = OSSemQuery(sem, &data);
    return data.OSCnt;
}

/* Create and delete another semaphore, which gets the place in the unit that an earlier one freed. */
static INT32U SemDel(INT8U *perr)
{
    OS_EVENT *other = OSSemCreate(7u);

    (void)OSSemDel(other, OS_DEL_ALWAYS, perr);
    return 0u;
}

static void PrepareMail(void)
{
    (void)OSMboxPost(mbox, (void *)0x41);
}

static void BlockLowOnMbox(void)
{
    StartWait(&low, BY_MBOX);
}

static void BlockBothOnMbox(void)
{
    StartWait(&high, BY_MBOX);
    StartWait(&low, BY_MBOX);
}

static INT32U MboxPost(INT8U *perr)
{
    *perr = OSMboxPost(mbox, (void *)0x42);
    return 0u;
}

static INT32U MboxPostAll(INT8U *perr)
{
    *perr = OSMboxPostOpt(mbox, (void *)0x42, OS_POST_OPT_BROADCAST);
    return 0u;
}

static INT32U MboxPend(INT8U *perr)
{
    INT32U msg;

    ticks_wanted = OS_TRUE;
    msg          = (INT32U)OSMboxPend(mbox, 2u, perr);
    ticks_wanted = OS_FALSE;
    return msg;
}

static INT32U MboxAccept(INT8U *perr)
{
    (void)perr;
    return (INT32U)OSMboxAccept(mbox);
}

static INT32U MboxAbort(INT8U *perr)
{
    return OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, perr);
}

static void PrepareMessage(void)
{
    (void)OSQPost(queue, (void *)0x43);
}

static void PrepareTwoMessages(void)
{
    (void)OSQPost(queue, (void *)0x43);
    (void)OSQPost(queue, (void *)0x44);
}

static void PrepareNullMessage(void)
{
    (void)OSQPost(queue, (void *)0);
}

static void BlockLowOnQueue(void)
{
    StartWait(&low, BY_QUEUE);
}

static void BlockBothOnQueue(void)
{
    StartWait(&high, BY_QUEUE);
    StartWait(&low, BY_QUEUE);
}

static INT32U QPost(INT8U *perr)
{
    *perr = OSQPost(queue, (void *)0x45);
    return 0u;
}

static INT32U QPostFront(INT8U *perr)
{
    *perr = OSQPostFront(queue, (void *)0x45);
    return 0u;
}

static INT32U QPostAll(INT8U *perr)
{
    *perr = OSQPostOpt(queue, (void *)0x45, OS_POST_OPT_BROADCAST);
    return 0u;
}

static INT32U QPend(INT8U *perr)
{
    INT32U msg;

    ticks_wanted = OS_TRUE;
    msg          = (INT32U)OSQPend(queue, 2u, perr);
    ticks_wanted = OS_FALSE;
    return msg;
}

static INT32U QAccept(INT8U *perr)
{
    return (INT32U)OSQAccept(queue, perr);
}

static INT32U QFlush(INT8U *perr)
{
    *perr = OSQFlush(queue);
    return 0u;
}

static INT32U QAbort(INT8U *perr)
{
    return OSQPendAbort(queue, OS_PEND_OPT_BROADCAST, perr);
}

static INT32U QQuery(INT8U *perr)
{
    OS_Q_DATA data;

    *perr = OSQQuery(queue, &data);
    return (data.OSNMsgs << 4) + ((INT32U)data.OSMsg & 0xFu);
}

static void BlockLowOnMulti(void)
{
    StartWait(&low, BY_MULTI);
}

static INT32U MultiPend(INT8U *perr)
{
    INT32U value;

    ticks_wanted = OS_TRUE;
    value        = PendMulti(2u, perr);
    ticks_wanted = OS_FALSE;
    return value;
}

static void BlockLowOnFlag(void)
{
    StartWait(&low, BY_FLAG);
}

static void BlockBothOnFlags(void)
{
    StartWait(&high, BY_FLAG_CONSUMED);
    StartWait(&low, BY_FLAG);
}

static INT32U FlagPost(INT8U *perr)
{
    return OSFlagPost(flags, 3u, OS_FLAG_SET, perr);
}

static INT32U FlagPend(INT8U *perr)
{
    INT32U got;

    ticks_wanted = OS_TRUE;
    got          = OSFlagPend(flags, 4u, OS_FLAG_WAIT_SET_ALL, 2u, perr);
    ticks_wanted = OS_FALSE;
    return got;
}

static void LockMutexInLow(void)
{
    StartWait(&low, BY_MUTEX);
    (void)OSSemPost(locked);
}

/* Lock the mutex that LOW owns, so LOW is promoted and unlocks the mutex. Then unlock the mutex. */
static INT32U Mutex(INT8U *perr)
{
    OSMutexPend(mutex, 0u, perr);
    return OSMutexPost(mutex);
}

static void DelayLow(void)
{
    StartWait(&low, BY_DELAY);
}

static void DelayLowLong(void)
{
    StartWait(&low, BY_LONG_DELAY);
}

static INT32U Delay(INT8U *perr)
{
    (void)perr;
    ticks_wanted = OS_TRUE;
    OSTimeDly(2u);
    ticks_wanted = OS_FALSE;
    return 0u;
}

static INT32U DelayResume(INT8U *perr)
{
    *perr = OSTimeDlyResume(LOW);
    return 0u;
}

static INT32U SuspendResume(INT8U *perr)
{
    *perr = OSTaskSuspend(LOW);
    return OSTaskResume(LOW);
}

static void SuspendLow(void)
{
    StartWait(&low, BY_SEM);
    (void)OSTaskSuspend(LOW);
}

static INT32U Resume(INT8U *perr)
{
    *perr = OSTaskResume(LOW);
    return 0u;
}

static INT32U ChangePrio(INT8U *perr)
{
    *perr = OSTaskChangePrio(LOW, LOW_TOO);
    return OSTaskChangePrio(LOW_TOO, LOW);
}

static INT32U TaskDel(INT8U *perr)
{
    *perr = OSTaskDel(LOW);
    return 0u;
}

static INT32U TaskTick(INT8U *perr)
{
    (void)perr;
    Tick();
    return 0u;
}

/* Start the timer or the time base, wait for one tick, and stop it. */
static INT32U TimerTick(INT8U *perr)
{
    const INT32U before = OSTime;

    (void)perr;
    BSP_TickStart(CONFIG_CLOCK_FREQUENCY / TICK);
    while (OSTime == before) {
    }
#ifdef BSP_RTOS_TICK_START
    OSTickStart(0u);
#else
    timer0_en_write(0u);
#endif
    return 0u;
}

static const struct {
    const char *Name;
    void      (*Prepare)(void);
    INT32U    (*Do)(INT8U *perr);
    INT32U      Calls; /* bit mask of the calls that can affect the service */
} services[] = {
    {"OSSemPost, no task waits", PrepareNothing, SemPost, OF_SEM},
    {"OSSemPost, a lower task waits", BlockLowOnSem, SemPost, OF_SEM},
    {"OSSemPost, a higher task waits", BlockHighOnSem, SemPost, OF_SEM},
    {"OSSemPost, a suspended task waits", SuspendLow, SemPost, OF_SEM},
    {"OSSemPost, a task waits for several", BlockLowOnMulti, SemPost, OF_EVENTS},
    {"OSSemPend, available", PrepareCount, SemPend, OF_SEM},
    {"OSSemPend, it waits", PrepareNothing, SemPend, OF_SEM},
    {"OSSemAccept", PrepareCount, SemAccept, OF_SEM},
    {"OSSemSet", PrepareCount, SemSet, OF_SEM},
    {"OSSemPendAbort, all", BlockBothOnSem, SemAbort, OF_SEM},
    {"OSSemPendAbort, one", BlockLowOnSem, SemAbortOne, OF_SEM},
    {"OSSemQuery", PrepareCount, SemQuery, OF_SEM},
    {"OSSemCreate, OSSemDel", BlockLowOnSem, SemDel, OF_SEM},
    {"OSMboxPost, no task waits", PrepareNothing, MboxPost, OF_MBOX},
    {"OSMboxPost, a lower task waits", BlockLowOnMbox, MboxPost, OF_MBOX},
    {"OSMboxPostOpt, to all", BlockBothOnMbox, MboxPostAll, OF_MBOX},
    {"OSMboxPend, available", PrepareMail, MboxPend, OF_MBOX},
    {"OSMboxPend, it waits", PrepareNothing, MboxPend, OF_MBOX},
    {"OSMboxAccept", PrepareMail, MboxAccept, OF_MBOX},
    {"OSMboxPendAbort, all", BlockBothOnMbox, MboxAbort, OF_MBOX},
    {"OSQPost, no task waits", PrepareMessage, QPost, OF_QUEUE},
    {"OSQPost, a lower task waits", BlockLowOnQueue, QPost, OF_QUEUE},
    {"OSQPostFront", PrepareTwoMessages, QPostFront, OF_QUEUE},
    {"OSQPostOpt, to all", BlockBothOnQueue, QPostAll, OF_QUEUE},
    {"OSQPend, available", PrepareMessage, QPend, OF_QUEUE},
    {"OSQPend, it waits", PrepareNothing, QPend, OF_QUEUE},
    {"OSQAccept", PrepareMessage, QAccept, OF_QUEUE},
    {"OSQAccept, a null message", PrepareNullMessage, QAccept, OF_QUEUE},
    {"OSQFlush", PrepareTwoMessages, QFlush, OF_QUEUE},
    {"OSQPendAbort, all", BlockBothOnQueue, QAbort, OF_QUEUE},
    {"OSQQuery", PrepareMessage, QQuery, OF_QUEUE},
    {"OSEventPendMulti, one is available", PrepareMessage, MultiPend, OF_EVENTS},
    {"OSEventPendMulti, it waits", PrepareNothing, MultiPend, OF_EVENTS},
    {"OSFlagPost, one waits", BlockLowOnFlag, FlagPost, OF_SEM},
    {"OSFlagPost, one waits to consume", BlockBothOnFlags, FlagPost, OF_SEM},
    {"OSFlagPend, it waits", PrepareNothing, FlagPend, OF_SEM},
    {"OSMutexPend, OSMutexPost, the owner is promoted", LockMutexInLow, Mutex, OF_SEM},
    {"OSTimeDly", PrepareNothing, Delay, OF_SEM},
    {"OSTimeDlyResume, a delay", DelayLow, DelayResume, OF_SEM},
    {"OSTimeDlyResume, a timeout", BlockLowOnSemForTick, DelayResume, OF_SEM},
    {"OSTimeDlyResume, a long delay", DelayLowLong, DelayResume, OF_SEM},
    {"OSTaskSuspend, OSTaskResume", BlockLowOnSem, SuspendResume, OF_SEM},
    {"OSTaskResume", SuspendLow, Resume, OF_SEM},
    {"OSTaskChangePrio, it waits", BlockLowOnSem, ChangePrio, OF_SEM},
    {"OSTaskChangePrio, it waits for several", BlockLowOnMulti, ChangePrio, OF_EVENTS},
    {"OSTaskDel, it waits", BlockLowOnSem, TaskDel, OF_SEM},
    {"OSTaskDel, it waits for several", BlockLowOnMulti, TaskDel, OF_EVENTS},
    {"OSTimeTick, a timeout ends", BlockLowOnSemForTick, TaskTick, OF_SEM},
    {"the timer's tick, a delay ends", DelayLow, TimerTick, OF_SEM},
    {"the timer's tick, a timeout ends", BlockLowOnSemForTick, TimerTick, OF_SEM},
};

#define SERVICES (sizeof(services) / sizeof(services[0]))

/* ---------------------------------------------------------------------------------------------------------- a step */

/* Words of an outcome. The first four have the value, the error, and whether the call or wait returned before End(). */
enum { OF_SERVICE, OF_CALL, OF_LOW, OF_HIGH, FLAGS, LEFT_COUNT, LEFT_ASIDE, LEFT_MAIL, LEFT_QUEUE, WORDS };

typedef struct {
    INT32U Word[WORDS];
    INT32U Took;   /* duration of the service in cycles */
    INT32U Waited; /* cycles from the call to its answer if the call was direct, else 0 */
} OUTCOME;

/*
 * Orders of the call and the service. In CALL_THEN_OTHERS and OTHERS_THEN_CALL, other tasks run between the two,
 * because this can change the result. For example, the service can delete a task that the call woke, before the task
 * runs. A post can also reach a timed-out task before the task runs.
 */
typedef enum { CALL_THEN_OTHERS, CALL_FIRST, CALL_LAST, OTHERS_THEN_CALL, ORDERS, CALL_WITHIN } ORDER;

static void LowCreate(void)
{
    low.Done = OS_TRUE;
    Check(OSTaskCreate(Waiter, &low, &low_stk[STK_SIZE - 1u], LOW), "OSTaskCreate");
}

static void Wrong(const char *what, INT32U service, INT32U call, INT32U cycle)
{
    printf("\nWRONG: %s: %s; %s, number %u, %lu cycles behind the start\n", what, services[service].Name,
           calls[call].Name, (unsigned)number, (unsigned long)cycle);
}

static INT32U Calls(void)
{
    INT32U made, refused;

    Check(OSHwTaskStat(0u, &made, &refused), "OSHwTaskStat");
    return made;
}

/* End all remaining waits. */
static void End(void)
{
    INT8U err;

    (void)OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err);
    (void)OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err);
    (void)OSQPendAbort(queue, OS_PEND_OPT_BROADCAST, &err);
    (void)OSFlagPost(flags, 3u, OS_FLAG_SET, &err);
    (void)OSTaskResume(LOW);
    (void)OSTimeDlyResume(LOW);
    Tick();
    Tick();
    if (OSTCBPrioTbl[LOW] == (OS_TCB *)0) {
        LowCreate();
    }
    Others();
}

static BOOLEAN IsAtHome(INT8U prio, const WAITER *waiter)
{
    const OS_TCB *tcb = OSTCBPrioTbl[prio];

    return waiter->Done && (tcb->OSTCBStat == OS_STAT_SEM) && (tcb->OSTCBEventPtr == waiter->Home) &&
           OS_AccelEventAny(waiter->Home) && (OS_AccelDlyGet(tcb) == 0u) && !OS_AccelRdyTst(tcb) &&
           (OSSemAccept(waiter->Home) == 0u);
}

/* Return true if the same tasks wait as before the step and none is ready. The caller must have emptied the objects. */
static BOOLEAN IsClean(void)
{
    const OS_TCB *circuit = OSTCBPrioTbl[number]; /* exists if the circuit's calls are direct */

    return !OS_AccelEventAny(sem) && !OS_AccelEventAny(aside) && !OS_AccelEventAny(mbox) && !OS_AccelEventAny(queue) &&
           !OS_AccelEventAny(result) && (OSMboxAccept(result) == (void *)0) &&
           OS_AccelEventAny(start) && (OSMboxAccept(start) == (void *)0) &&
           ((circuit == (OS_TCB *)0) || (!OS_AccelRdyTst(circuit) && (OS_AccelDlyGet(circuit) == 0u))) &&
           IsAtHome(HIGH, &high) && IsAtHome(LOW, &low);
}

static INT32U Word(INT32U value, INT8U err, BOOLEAN done)
{
    return value | ((INT32U)err << 16) | ((INT32U)done << 24);
}

static BOOLEAN Step(INT32U service, INT32U call, ORDER order, INT32U cycle, OUTCOME *out)
{
    const INT32U made = Calls();
    INT32U       value = 0u, started = 0u, begun, came;
    INT8U        err = OS_ERR_NONE;
    void        *msg;

    services[service].Prepare();
    if ((order != CALL_LAST) && (order != OTHERS_THEN_CALL)) {
        started = BSP_Cycles();
        (void)OSMboxPost(start, (void *)(calls[call].Job + cycle));
        Spin(started, (order == CALL_WITHIN) ? LEAD_CYCLES : (LEAD_CYCLES + LATENCY_CYCLES));
    }
    if (order == CALL_THEN_OTHERS) {
        Others();
    }
    begun     = BSP_Cycles();
    value     = services[service].Do(&err);
    out->Took = BSP_Cycles() - begun;
    if (order == OTHERS_THEN_CALL) {
        Others();
    }
    if ((order == CALL_LAST) || (order == OTHERS_THEN_CALL)) {
        started = BSP_Cycles();
        (void)OSMboxPost(start, (void *)calls[call].Job);
    }
    Spin(started, cycle + LEAD_CYCLES + LATENCY_CYCLES);
    Others();

    out->Word[OF_SERVICE] = Word(value, err, OS_TRUE);
    came                  = (INT32U)OSMboxAccept(result);
    out->Word[OF_CALL]    = Word(0u, 0u, came != 0u);
    out->Word[OF_LOW]     = Word(0u, 0u, low.Done);
    out->Word[OF_HIGH]    = Word(0u, 0u, high.Done);
    out->Word[FLAGS]      = OSFlagQuery(flags, &err);
    End();
    if (came == 0u) {
        came = (INT32U)OSMboxAccept(result);
    }
    out->Word[OF_CALL] |= CALLED(came);
    out->Word[OF_LOW]  |= Word(low.Value, low.Err, OS_FALSE);
    out->Word[OF_HIGH] |= Word(high.Value, high.Err, OS_FALSE);
    out->Waited         = (Calls() == made) ? CYCLES(came) : 0u;

    for (out->Word[LEFT_COUNT] = 0u; OSSemAccept(sem) > 0u; out->Word[LEFT_COUNT]++) {
    }
    for (out->Word[LEFT_ASIDE] = 0u; OSSemAccept(aside) > 0u; out->Word[LEFT_ASIDE]++) {
    }
    out->Word[LEFT_MAIL]  = (INT32U)OSMboxAccept(mbox);
    out->Word[LEFT_QUEUE] = 0u;
    for (msg = OSQAccept(queue, &err); err == OS_ERR_NONE; msg = OSQAccept(queue, &err)) {
        out->Word[LEFT_QUEUE] = (out->Word[LEFT_QUEUE] << 8) + 0x80u + (INT32U)msg;
    }
    (void)OSFlagPost(flags, 3u, OS_FLAG_CLR, &err);
    (void)OSSemAccept(locked);
    low.Value = high.Value = 0u;
    low.Err = high.Err = OS_ERR_NONE;
    return (came != 0u) && IsClean();
}

static void Show(const char *name, const OUTCOME *out)
{
    printf("  %s:", name);
    for (INT32U n = 0u; n < WORDS; n++) {
        printf(" %lx", (unsigned long)out->Word[n]);
    }
    printf("\n");
}

static BOOLEAN Same(const OUTCOME *one, const OUTCOME *other)
{
    INT32U differ = 0u;

    for (INT32U n = 0u; n < WORDS; n++) {
        differ |= one->Word[n] ^ other->Word[n];
    }
    return differ == 0u;
}

/* Return a 16-bit digest of the outcome and the previous digest. */
static INT32U Digest(const OUTCOME *out, INT32U check)
{
    for (INT32U n = 0u; n < WORDS; n++) {
        check = (check ^ out->Word[n]) * 2654435761u;
        check ^= check >> 15;
    }
    return check & 0xFFFFu;
}

/*
 * Make the call at each cycle of the service. Return the number of steps. Raise *p_longest to the longest time in
 * cycles from a direct post aside to its answer. Other calls do not count.
 */
static INT32U Every(INT32U service, INT32U call, INT32U *p_longest)
{
    OUTCOME orders[ORDERS], within;
    INT32U  steps = 0u, cycles;

    for (INT32U order = 0u; order < ORDERS; order++) {
        if (!Step(service, call, (ORDER)order, 0u, &orders[order])) {
            Wrong("not drained", service, call, order);
            Show("so", &orders[order]);
            BSP_Exit(1);
        }
    }
    printf(" %04lx", (unsigned long)Digest(&orders[OTHERS_THEN_CALL], Digest(&orders[CALL_THEN_OTHERS], 0u)));
    cycles = orders[CALL_LAST].Took + LEAD_CYCLES + LATENCY_CYCLES;
    if (cycles > PAUSE_MAX) {
        Wrong("longer than the circuit can pause", service, call, cycles);
        BSP_Exit(1);
    }
    for (INT32U cycle = 0u; cycle < cycles; cycle += SWEEP_STRIDE, steps++) {
        const BOOLEAN clean = Step(service, call, CALL_WITHIN, cycle, &within);
        INT32U        order = 0u;

        while ((order < ORDERS) && !Same(&within, &orders[order])) {
            order++;
        }
        if (!clean || (order == ORDERS)) {
            Wrong(clean ? "in no order" : "not drained", service, call, cycle);
            for (order = 0u; order < ORDERS; order++) {
                Show("one after the other", &orders[order]);
            }
            Show("at once", &within);
            BSP_Exit(1);
        }
        *p_longest = ((call == ASIDE_POST) && (within.Waited > *p_longest)) ? within.Waited : *p_longest;
    }
    return steps;
}

/* -------------------------------------------------------------------------------------- the model and the main task */

/* Model of every_cycle.v without the pause. The model runs while the main task is blocked. */
static void Model(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        INT8U        err;
        const INT32U job   = OSHwCall(0u, OS_HW_CMD_MBOX_PEND, START_MBOX, 0u, &err);
        const INT32U value = OSHwCall(0u, (job >> 20) & 0x1Fu, (job >> 25) & 7u, (job >> 12) & 0xFFu,
                                      &err);

        (void)OSHwCall(0u, OS_HW_CMD_MBOX_POST, RESULT_MBOX, 0x80000000u | ((INT32U)err << 8) | value, &err);
    }
}

/* Mark the start of the sweep: from this call on, the test measures how long interrupts are disabled. */
__attribute__((noinline)) void SweepBegins(void)
{
    __asm__ volatile("");
}

static void Main(void *p_arg)
{
    static const OS_HW_RES resources[] = {
        {OS_HW_MBOX, 0u, (void **)&start}, {OS_HW_MBOX, 0u, (void **)&result}, {OS_HW_SEM, 0u, (void **)&sem},
        {OS_HW_MBOX, 0u, (void **)&mbox},  {OS_HW_Q, 0u, (void **)&queue},     {OS_HW_SEM, 0u, (void **)&aside}};
    static OS_HW_THREAD thread = {.Task = Model, .Res = resources, .ResNbr = 6u, .StkBase = stk, .StkSize = STK_SIZE};
    INT32U longest[SERVICES] = {0u}, steps = 0u, all = 0u;
    INT8U  err;

    (void)p_arg;
    start     = OSMboxCreate((void *)0);
    result    = OSMboxCreate((void *)0);
    sem       = OSSemCreate(0u);
    mbox      = OSMboxCreate((void *)0);
    queue     = OSQCreate(storage, ROOM);
    aside     = OSSemCreate(0u);
    turn      = OSSemCreate(0u);
    locked    = OSSemCreate(0u);
    high.Home = OSSemCreate(0u);
    low.Home  = OSSemCreate(0u);
    mutex     = OSMutexCreate(CEILING, &err);
    flags     = OSFlagCreate(0u, &err);
    high.Done = OS_TRUE;
    Check(OSTaskCreate(Waiter, &high, &high_stk[STK_SIZE - 1u], HIGH), "OSTaskCreate");
    LowCreate();
    Check(OSTaskCreate(Lowest, (void *)0, &lowest_stk[STK_SIZE - 1u], LOWEST), "OSTaskCreate");
    for (INT32U n = 0u; n < sizeof(numbers) / sizeof(numbers[0]); n++) {
        number            = numbers[n];
        thread.DirectPrio = number;
        thread.Prio       = (INT8U)(number + 1u);
        Check(OSHwTaskCreate(0u, &thread), "OSHwTaskCreate");
        Others();
        SweepBegins();
        for (INT32U service = SWEEP_FIRST; service <= SWEEP_LAST; service++) {
            OUTCOME ignored;

            (void)Step(service, ASIDE_POST, CALL_LAST, 0u, &ignored); /* warm the caches: a cold step takes longer */
            printf("%s, %u:", services[service].Name, (unsigned)number);
            for (INT32U call = 0u; call < CALLS; call++) {
                if ((services[service].Calls & SWEEP_CALLS & OF(call)) != 0u) {
                    steps += Every(service, call, &longest[service]);
                }
            }
            printf("\n");
        }
        Check(OSHwTaskDel(0u), "OSHwTaskDel");
    }
    if (OSHwSlotsDirect() > 0u) {
        for (INT32U service = SWEEP_FIRST; service <= SWEEP_LAST; service++) {
            printf("at most %lu cycles: %s\n", (unsigned long)longest[service], services[service].Name);
            all = (longest[service] > all) ? longest[service] : all;
        }
        printf("%lu steps; a call waited %lu cycles at most; %lu cycles\n", (unsigned long)steps,
               (unsigned long)all, (unsigned long)BSP_Cycles());
    }
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    Check(OSTaskCreate(Main, (void *)0, &main_stk[STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
