/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweep a second call, an interrupt or a tick over every cycle of a circuit's call. Both use the same object.
 *
 * Each case combines a call of circuit A with a second event. The variable `distance` shifts the second event against
 * the call. The second event is an action of an interrupt handler or of an urgent task, or a call of circuit B. In some
 * cases circuit A's call is swept over a task's call, or follows A's previous answer. The main task has the lowest
 * priority, so it runs only while all other tasks are blocked. Then the main task checks:
 *
 *   - each given item was taken or is still in the object;
 *   - no task and no circuit blocks on an available object;
 *   - the events explain the error code of each call;
 *   - wait lists and the ready list are correct, interrupts are enabled, and the scheduler is unlocked.
 *
 *   STEP     cycles between two distances (1)
 *   OBJECTS  bit mask of the tested object kinds below (all)
 *
 * The run ends with "PASS", or with the case, the distance and the failed check.
 */
#include <generated/csr.h>
#include <generated/soc.h>
#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"
#include <os_accel.h>
#include "../../kernel/port/distances.h"

#ifndef STEP
#define STEP 1u
#endif
#ifndef OBJECTS
#define OBJECTS 0x3Fu
#endif

#define STK_SIZE 512u
#define CEILING  4u /* priorities */
#define ACTOR    5u
#define NUMBER_A 12u
#define SOFT     16u
#define PRIO_A   20u
#define PRIO_B   22u
#define NUMBER_B 30u
#define MAIN     50u

#define LEAD   1500u /* cycles from the start of a step to the call                                    */
#define EARLY  150u  /* cycles from the second event to the call at distance 0                          */
#define WINDOW 1400u /* maximum number of distances                                                    */
#define MARGIN 200u  /* number of distances after the call has returned or is blocked                  */
#define NEXT_WINDOW 600u /* number of distances for a call that follows the previous answer             */
#define TICK   700u  /* cycles from the call to the additional tick of a case (CASE.Tick)               */
#define SETTLE 400u  /* cycles until a call of a circuit reaches the kernel                             */
#define TRIES  8u    /* attempts to end the remaining waits                                            */

typedef enum { SEM, MBOX, QUEUE, MUTEX, FLAGS, DELAY } OBJECT;
typedef enum { NOTHING, TAKE, TAKE_1, GIVE, TRY } ACT; /* TAKE_1: with a timeout of one tick */
typedef enum { A, B, S, T, H, M, PARTIES, NONE = PARTIES } PARTY; /* circuits, Soft, Actor, handler, main task */
typedef enum { TICKS = M + 1, TICKS_GIVES, GIVES_TICKS, ABORTS, SUSPENDS, ENDS, NEXT } OTHER; /* or a PARTY */

#define OF(object) (1u << (object))
#define EVENTS     (OF(SEM) | OF(MBOX) | OF(QUEUE))
#define ALL        (EVENTS | OF(MUTEX) | OF(FLAGS))

static const char *const object_names[] = {"semaphore", "mailbox", "queue", "mutex", "flags", "delay"};
static const char *const act_names[]    = {"", "take", "take for a tick", "give", "try"};
static const char *const other_names[]  = {
    "circuit A", "circuit B", "task", "urgent task", "handler", "", "tick", "tick and give in the handler",
    "give and tick in the handler", "abort", "suspension", "end of the thread", "the answer before, which it follows"};

typedef struct {
    INT8U   Objects;
    ACT     Act;    /* call of circuit A                                          */
    PARTY   Waiter; /* party that already waits, or NONE; its call                */
    ACT     Waits;
    BOOLEAN Full;   /* the object is available, or the mutex is free              */
    INT8U   Other;  /* second event or party; its call                            */
    ACT     Does;
    BOOLEAN Tick;   /* an additional tick comes at a fixed time                   */
} CASE;

static const CASE cases[] = {
    {ALL, TAKE, NONE, NOTHING, 0, NEXT, NOTHING, 0},
    {ALL, TAKE, NONE, NOTHING, 1, NEXT, NOTHING, 0},
    {ALL, GIVE, NONE, NOTHING, 0, NEXT, NOTHING, 0},
    {EVENTS, TRY, NONE, NOTHING, 0, NEXT, NOTHING, 0},
    {OF(DELAY), TAKE_1, NONE, NOTHING, 0, NEXT, NOTHING, 0},
    {EVENTS | OF(FLAGS), TAKE, NONE, NOTHING, 0, H, GIVE, 0},
    {ALL, TAKE, NONE, NOTHING, 0, T, GIVE, 0},
    {ALL, TAKE, NONE, NOTHING, 0, B, GIVE, 0},
    {ALL, TAKE, NONE, NOTHING, 0, S, GIVE, 0},
    {ALL, TAKE, NONE, NOTHING, 0, SUSPENDS, NOTHING, 0},
    {ALL, TAKE, NONE, NOTHING, 0, ENDS, NOTHING, 0},
    {ALL, TAKE, NONE, NOTHING, 0, B, TAKE, 0},
    {ALL, TAKE, NONE, NOTHING, 0, S, TAKE, 0},
    {ALL, TAKE, NONE, NOTHING, 0, T, TAKE, 0},
    {ALL, TAKE, NONE, NOTHING, 1, B, TAKE, 0},
    {ALL, TAKE, NONE, NOTHING, 1, S, TAKE, 0},
    {ALL, TAKE, NONE, NOTHING, 1, T, TAKE, 0},
    {EVENTS | OF(FLAGS), TAKE, NONE, NOTHING, 1, H, TRY, 0},
    {EVENTS, TAKE, NONE, NOTHING, 0, ABORTS, NOTHING, 0},
    {EVENTS, TAKE, B, TAKE, 0, ABORTS, NOTHING, 0},
    {EVENTS | OF(MUTEX), TAKE_1, NONE, NOTHING, 0, TICKS, NOTHING, 0},
    {EVENTS, TAKE_1, NONE, NOTHING, 0, TICKS_GIVES, NOTHING, 0},
    {EVENTS, TAKE_1, NONE, NOTHING, 0, GIVES_TICKS, NOTHING, 0},
    {EVENTS | OF(MUTEX), TAKE_1, NONE, NOTHING, 0, B, GIVE, 1},
    {EVENTS | OF(MUTEX), TAKE_1, NONE, NOTHING, 0, B, TAKE_1, 1},
    {EVENTS | OF(MUTEX), TAKE_1, NONE, NOTHING, 0, SUSPENDS, NOTHING, 1},
    {EVENTS, TAKE_1, NONE, NOTHING, 0, ABORTS, NOTHING, 1},
    {OF(DELAY), TAKE_1, NONE, NOTHING, 0, TICKS, NOTHING, 0},
    {OF(DELAY), TAKE_1, NONE, NOTHING, 0, SUSPENDS, NOTHING, 1},
    {OF(DELAY), TAKE_1, NONE, NOTHING, 0, ENDS, NOTHING, 1},
    {EVENTS | OF(FLAGS), GIVE, NONE, NOTHING, 0, H, GIVE, 0},
    {EVENTS | OF(FLAGS), GIVE, NONE, NOTHING, 0, H, TRY, 0},
    {EVENTS | OF(FLAGS), GIVE, NONE, NOTHING, 0, B, GIVE, 0},
    {ALL, GIVE, NONE, NOTHING, 0, B, TAKE, 0},
    {EVENTS | OF(MUTEX), GIVE, NONE, NOTHING, 0, B, TAKE_1, 1},
    {ALL, GIVE, NONE, NOTHING, 0, S, TAKE, 0},
    {ALL, GIVE, NONE, NOTHING, 0, S, TAKE_1, 0},
    {EVENTS | OF(FLAGS), GIVE, NONE, NOTHING, 0, S, GIVE, 0},
    {ALL, GIVE, NONE, NOTHING, 0, T, TAKE, 0},
    {ALL, GIVE, NONE, NOTHING, 0, SUSPENDS, NOTHING, 0},
    {EVENTS | OF(FLAGS), GIVE, NONE, NOTHING, 0, ENDS, NOTHING, 0},
    {EVENTS | OF(FLAGS), GIVE, S, TAKE, 0, H, GIVE, 0},
    {ALL, GIVE, S, TAKE_1, 0, TICKS, NOTHING, 0},
    {EVENTS, GIVE, S, TAKE, 0, ABORTS, NOTHING, 0},
    {EVENTS | OF(FLAGS), GIVE, S, TAKE, 0, B, GIVE, 0},
    {ALL, GIVE, S, TAKE, 0, B, TAKE, 0},
    {EVENTS | OF(FLAGS), GIVE, B, TAKE, 0, H, GIVE, 0},
    {EVENTS | OF(FLAGS), GIVE, B, TAKE, 0, H, TRY, 0},
    {EVENTS | OF(MUTEX), GIVE, B, TAKE_1, 0, TICKS, NOTHING, 0},
    {EVENTS, GIVE, B, TAKE, 0, ABORTS, NOTHING, 0},
    {ALL, GIVE, B, TAKE, 0, S, TAKE, 0},
    {ALL, GIVE, B, TAKE, 0, T, TAKE, 0},
    {EVENTS, TRY, NONE, NOTHING, 0, H, GIVE, 0},
    {EVENTS, TRY, NONE, NOTHING, 0, B, GIVE, 0},
    {EVENTS, TRY, NONE, NOTHING, 1, B, TAKE, 0},
    {EVENTS, TRY, NONE, NOTHING, 1, S, TAKE, 0},
    {EVENTS, TRY, NONE, NOTHING, 1, H, TRY, 0},
};

#define CASES (sizeof(cases) / sizeof(cases[0]))

/* ----------------------------------------------------------------------------------------------------------- data */

enum { START, RESULT, HANDLE }; /* handles of each circuit; the objects start at HANDLE */

typedef struct {
    ACT              Act;
    volatile BOOLEAN Done;
    BOOLEAN          Booked;
    INT32U           Value;
    INT8U            Err;
} CALLER;

/* Events of timer0: the additional tick (FIXED) and the second event. */
enum { FIXED, SECOND, EVENT_TIMES };

typedef struct {
    BOOLEAN Comes;
    INT32U  Time;
} EVENT;

static EVENT            events[EVENT_TIMES];
static OS_STK           stks[5][STK_SIZE];
static OS_EVENT        *sem, *mbox, *queue, *mutex, *start[2], *result[2], *soft_home, *actor_home;
static OS_FLAG_GRP     *flags;
static void            *storage[8];
static volatile CALLER  callers[PARTIES];
static BOOLEAN          owns[PARTIES]; /* the party owns the mutex */
static INT32U           given, taken;  /* semaphore: a count; other objects: one bit for each party */
static volatile INT32U  ticks, aborted;
static volatile ACT     soft_does, actor_does;
static volatile BOOLEAN settled;
static OBJECT           object;
static INT32U           lag[2];        /* estimated cycles until an order reaches the circuit */
static const CASE      *the_case;      /* the swept case, and its index */
static INT32U           at;
static INT32U           distance, base, steps; /* the step's distance; cycle of A's or the task's call; steps so far */
static INT32U           window;        /* number of distances of this case */
static INT32U           task_took;     /* cycles of the task's call */
static distances_trap   trap;          /* trap of the second event, relative to `base` */

static OS_HW_RES    resources[2][HANDLE + DELAY];
static OS_HW_THREAD threads[2];

static const char *NameOf(INT32U other)
{
    return (other == M) ? "main task" : other_names[other];
}

static void Fail(const char *what, INT32U found)
{
    (void)OS_CPU_SR_Save();
    printf("FAIL: %s: %s (0x%lx)\n", object_names[object], what, (unsigned long)found);
    printf("case %lu, distance %lu: circuit A: %s; %s waits: %s; second event: %s: %s\n", (unsigned long)at,
           (unsigned long)distance, act_names[the_case->Act],
           (the_case->Waiter == NONE) ? "no one" : NameOf(the_case->Waiter), act_names[the_case->Waits],
           NameOf(the_case->Other), act_names[the_case->Does]);
    for (INT32U p = A; p < PARTIES; p++) {
        if (callers[p].Act != NOTHING) {
            printf("  %s: %s: %s, value 0x%lx, error %u\n", NameOf(p), act_names[callers[p].Act],
                   callers[p].Done ? "has returned" : "waits", (unsigned long)callers[p].Value, callers[p].Err);
        }
    }
    printf("  given 0x%lx, taken 0x%lx, ticks %lu, aborted %lu\n", (unsigned long)given, (unsigned long)taken,
           (unsigned long)ticks, (unsigned long)aborted);
    BSP_Exit(1);
}

static void FailIf(INT32U found, const char *what)
{
    if (found != 0u) {
        Fail(what, found);
    }
}

static BOOLEAN Passed(INT32U time)
{
    return (INT32S)(BSP_Cycles() - time) >= 0;
}

static void Until(INT32U time)
{
    while (!Passed(time)) {
    }
}

/* ------------------------------------------------------------------------------------------------ calls and events */

/* Make a software call on the case's object. */
static void Call(PARTY p, ACT act)
{
    const INT32U timeout = (act == TAKE_1) ? 1u : 0u, bit = 1uL << p;
    INT32U       value = 0u;
    INT8U        err = OS_ERR_NONE;

    callers[p] = (CALLER){.Act = act};
    if (act == GIVE) {
        switch (object) {
        case SEM:
            err = OSSemPost(sem);
            break;
        case MBOX:
            err = OSMboxPost(mbox, (void *)bit);
            break;
        case QUEUE:
            err = OSQPost(queue, (void *)bit);
            break;
        case MUTEX:
            err = OSMutexPost(mutex);
            break;
        default:
            (void)OSFlagPost(flags, (OS_FLAGS)bit, OS_FLAG_SET, &err);
            break;
        }
    } else if (act == TRY) {
        switch (object) {
        case SEM:
            value = OSSemAccept(sem) > 0u;
            break;
        case MBOX:
            value = (INT32U)OSMboxAccept(mbox);
            break;
        case QUEUE:
            value = (INT32U)OSQAccept(queue, &err);
            break;
        default:
            value = OSFlagAccept(flags, 0xFFu, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME, &err);
            break;
        }
    } else {
        switch (object) {
        case SEM:
            OSSemPend(sem, timeout, &err);
            value = 1u;
            break;
        case MBOX:
            value = (INT32U)OSMboxPend(mbox, timeout, &err);
            break;
        case QUEUE:
            value = (INT32U)OSQPend(queue, timeout, &err);
            break;
        case MUTEX:
            OSMutexPend(mutex, timeout, &err);
            break;
        default:
            value = OSFlagPend(flags, 0xFFu, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME, timeout, &err);
            break;
        }
    }
    callers[p].Value = value;
    callers[p].Err   = err;
    callers[p].Done  = OS_TRUE;
}

static void Abort(void)
{
    INT8U err;

    switch (object) {
    case SEM:
        aborted = OSSemPendAbort(sem, OS_PEND_OPT_BROADCAST, &err);
        break;
    case MBOX:
        aborted = OSMboxPendAbort(mbox, OS_PEND_OPT_BROADCAST, &err);
        break;
    default:
        aborted = OSQPendAbort(queue, OS_PEND_OPT_BROADCAST, &err);
        break;
    }
}

/* Send a job to a circuit: the circuit receives the message, pauses for `pause` cycles, and makes the call. */
static void Order(PARTY p, ACT act, INT32U pause)
{
    static const INT8U commands[][4] = { /* take, take for a tick, give, try */
        {OS_HW_CMD_SEM_PEND, OS_HW_CMD_SEM_PEND, OS_HW_CMD_SEM_POST, OS_HW_CMD_SEM_TRY},
        {OS_HW_CMD_MBOX_PEND, OS_HW_CMD_MBOX_PEND, OS_HW_CMD_MBOX_POST, OS_HW_CMD_MBOX_TRY},
        {OS_HW_CMD_Q_PEND, OS_HW_CMD_Q_PEND, OS_HW_CMD_Q_POST, OS_HW_CMD_Q_TRY},
        {OS_HW_CMD_MUTEX_PEND, OS_HW_CMD_MUTEX_PEND, OS_HW_CMD_MUTEX_POST, 0u},
        {OS_HW_CMD_FLAG_PEND, 0u, OS_HW_CMD_FLAG_POST, 0u},
        {0u, OS_HW_CMD_TIME_DLY, 0u, 0u}};
    const INT32U command = commands[object][act - TAKE];
    const INT32U operand = (act == TAKE_1) ? 1u : (act == GIVE) ? (1uL << p) : (object == FLAGS) ? 0xFFu : 0u;

    callers[p] = (CALLER){.Act = act};
    FailIf(pause > 0xFFFu, "the pause does not fit into 12 bits");
    (void)OSMboxPost(start[p], (void *)(0x80000000u | ((HANDLE + ((object == DELAY) ? 0u : object)) << 25) |
                                        (command << 20) | (operand << 12) | pause));
}

/* Let circuit p make its call at the cycle `time`. */
static void Circuit(PARTY p, ACT act, INT32U time)
{
    const INT32U begun = BSP_Cycles();

    Order(p, act, time - begun - lag[p]);
    lag[p] = (BSP_Cycles() - begun) * 3u / 4u;
}

/* Model of every_cycle.v without the pause. */
static void Model(void *p_arg)
{
    const INT8U slot = (INT8U)(size_t)p_arg;

    for (;;) {
        INT8U        err;
        const INT32U job   = OSHwCall(slot, OS_HW_CMD_MBOX_PEND, START, 0u, &err);
        const INT32U value = OSHwCall(slot, (job >> 20) & 0x1Fu, (job >> 25) & 7u, (job >> 12) & 0xFFu, &err);

        (void)OSHwCall(slot, OS_HW_CMD_MBOX_POST, RESULT, 0x80000000u | ((INT32U)err << 8) | (value & 0xFFu), &err);
    }
}

static void Soft(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(soft_home, 0u, &err);
        Call(S, soft_does);
    }
}

static void SoftDoes(ACT act)
{
    soft_does  = act;
    callers[S] = (CALLER){.Act = act}; /* initial state in case the task does not reach the call */
    (void)OSSemPost(soft_home);
}

/* The urgent task: perform the action after the interrupt. */
static void Actor(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(actor_home, 0u, &err);
        if (actor_does != NOTHING) {
            Call(T, actor_does);
        } else if (the_case->Other == ABORTS) {
            Abort();
        } else if (the_case->Other == SUSPENDS) {
            FailIf(OSHwTaskSuspend(0u), "OSHwTaskSuspend");
        } else {
            FailIf(OSHwTaskDel(0u), "OSHwTaskDel");
        }
    }
}

static void Tick(void)
{
    ticks++;
    OSTimeTick();
}

/* Return whether circuit A's call has returned or is blocked. */
static BOOLEAN IsSettled(void)
{
    const OS_TCB *tcb = OSTCBPrioTbl[PRIO_A];
    OS_MBOX_DATA  data;

    (void)OSMboxQuery(result[A], &data);
    return (data.OSMsg != (void *)0) ||
           (!OS_AccelRdyTst(tcb) && (tcb->OSTCBStat != OS_STAT_SEM || (tcb->OSTCBEventPtr != (OS_EVENT *)0)) &&
            (tcb->OSTCBEventPtr != start[A])) ||
           ((OSHwSlotsDirect() > 0u) && (the_case->Act == TAKE || the_case->Act == TAKE_1) &&
            (OS_AccelEventAny(sem) || OS_AccelEventAny(mbox) || OS_AccelEventAny(queue)));
}

/* Set timer0 to interrupt at the earliest pending event. */
static void Arm(void)
{
    INT32U cycles = 0xFFFFFFFFu, now;

    timer0_en_write(0u);
    timer0_ev_pending_write(1u);
    for (INT32U n = 0u; n < EVENT_TIMES; n++) {
        now = BSP_Cycles();
        if (events[n].Comes) {
            const INT32U left = Passed(events[n].Time) ? 1u : (events[n].Time - now);

            cycles = (left < cycles) ? left : cycles;
        }
    }
    if (cycles != 0xFFFFFFFFu) {
        timer0_load_write(cycles);
        timer0_en_write(1u);
    }
}

static void Handler(void)
{
    const distances_trap this_trap = distances_trapped(base);

    if (events[FIXED].Comes && Passed(events[FIXED].Time)) {
        events[FIXED].Comes = OS_FALSE;
        Tick();
    }
    if (events[SECOND].Comes && Passed(events[SECOND].Time)) {
        events[SECOND].Comes = OS_FALSE;
        settled              = IsSettled();
        trap                 = this_trap;
        switch (the_case->Other) {
        case H:
            if (the_case->Does != NOTHING) {
                Call(H, the_case->Does);
            }
            break;
        case TICKS:
            Tick();
            break;
        case TICKS_GIVES:
            Tick();
            Call(H, GIVE);
            break;
        case GIVES_TICKS:
            Call(H, GIVE);
            Tick();
            break;
        default:
            (void)OSSemPost(actor_home);
            break;
        }
    }
    Arm();
}

static void At(INT32U event, INT32U time)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    events[event] = (EVENT){.Comes = OS_TRUE, .Time = time};
    Arm();
    OS_CPU_SR_Restore(cpu_sr);
}

/* ---------------------------------------------------------------------------------------------------------- checks */

static void Book(PARTY p)
{
    volatile CALLER *me  = &callers[p];
    const BOOLEAN    got = (me->Err == OS_ERR_NONE) && ((me->Act != TRY) || (object == MUTEX) || (me->Value != 0u));
    const INT32U     bit = 1uL << p;

    me->Booked = OS_TRUE;
    if (object == DELAY) {
        FailIf(me->Err, "a delay");
    } else if (me->Act == GIVE) {
        if ((object == MBOX) && (me->Err == OS_ERR_MBOX_FULL)) {
            return;
        }
        FailIf(me->Err, "a give");
        if (object == MUTEX) {
            FailIf(!owns[p], "an unlock by a party that is not the owner");
            owns[p] = OS_FALSE;
        } else if (object == SEM) {
            given++;
        } else {
            FailIf(given & bit, "given twice");
            given |= bit;
        }
    } else if (got && (object == MUTEX)) {
        FailIf(owns[p], "locked twice");
        owns[p] = OS_TRUE;
    } else if (got && (object == SEM)) {
        taken++;
    } else if (got) {
        FailIf((me->Value == 0u) || ((taken & me->Value) != 0u), "an item was taken twice, or has no bits");
        taken |= me->Value;
    } else if ((me->Act == TAKE_1) && (me->Err == OS_ERR_TIMEOUT)) {
        FailIf(ticks == 0u, "a timeout without a tick");
    } else if (me->Err == OS_ERR_PEND_ABORT) {
        FailIf(aborted == 0u, "a call reports an abort that did not happen");
        aborted--;
    } else if (me->Act != TRY) {
        Fail("an error", me->Err);
    }
}

/* Collect the results of returned calls. The main task runs, so all others are blocked. Return true if a call waits. */
static BOOLEAN Waits(void)
{
    BOOLEAN waits = OS_FALSE;

    for (INT32U p = A; p <= B; p++) {
        const INT32U came_back = (INT32U)OSMboxAccept(result[p]);

        if (came_back != 0u) {
            FailIf(callers[p].Act == NOTHING, "a result without a call");
            callers[p].Value = came_back & 0xFFu;
            callers[p].Err   = (INT8U)(came_back >> 8);
            callers[p].Done  = OS_TRUE;
            if ((object == SEM) && (callers[p].Act == TRY)) {
                callers[p].Value = callers[p].Value > 0u;
            }
        }
    }
    for (INT32U p = A; p < PARTIES; p++) {
        if (callers[p].Done && !callers[p].Booked) {
            Book((PARTY)p);
        }
        waits = waits || ((callers[p].Act != NOTHING) && !callers[p].Done &&
                          ((p != A) || (OSTCBPrioTbl[PRIO_A] != (OS_TCB *)0)));
    }
    return waits;
}

/* Empty the object. Return what was left: the count of a semaphore, or the bits of other objects. */
static INT32U Left(void)
{
    INT32U left = 0u, word;
    INT8U  err;

    switch (object) {
    case SEM:
        while (OSSemAccept(sem) > 0u) {
            left++;
        }
        break;
    case MBOX:
        left = (INT32U)OSMboxAccept(mbox);
        break;
    case QUEUE:
        for (word = (INT32U)OSQAccept(queue, &err); err == OS_ERR_NONE; word = (INT32U)OSQAccept(queue, &err)) {
            FailIf(left & word, "in the queue twice");
            left |= word;
        }
        break;
    case FLAGS:
        left = OSFlagQuery(flags, &err);
        (void)OSFlagPost(flags, 0xFFu, OS_FLAG_CLR, &err);
        break;
    default:
        break;
    }
    return left;
}

static PARTY Owner(void)
{
    PARTY owner = NONE;

    for (INT32U p = A; p < PARTIES; p++) {
        if (owns[p]) {
            FailIf(owner != NONE, "two owners");
            owner = (PARTY)p;
        }
    }
    return owner;
}

/* Check that no party blocks on an available object, and that each given item was taken or is left. */
static void Account(void)
{
    const BOOLEAN has_ended = OSTCBPrioTbl[PRIO_A] == (OS_TCB *)0;
    const BOOLEAN waits     = Waits();
    const INT32U  left      = Left();

    if (object == MUTEX) {
        FailIf(waits && (Owner() == NONE), "waits for a mutex that is free");
    } else {
        if (waits) {
            FailIf(left, "waits for an available object");
        }
        FailIf((taken & left) && (object != SEM), "an item was taken and is still in the object");
        taken += left;
        if (has_ended && (callers[A].Act == GIVE) && !callers[A].Done) { /* the ended thread may have given an item */
            given = (object == SEM) ? (given + ((taken > given) ? 1u : 0u)) : (given | (taken & (1uL << A)));
        }
        FailIf(given ^ taken, "the given items are not the taken and the remaining items");
    }
    FailIf(aborted, "a call did not report its abort");
}

/* Let a party make a call. */
static void Does(PARTY p, ACT act)
{
    switch (p) {
    case A:
    case B:
        Order(p, act, 1u);
        break;
    case S:
        SoftDoes(act);
        break;
    default:
        actor_does = act;
        (void)OSSemPost(actor_home);
        break;
    }
    Until(BSP_Cycles() + SETTLE);
}

/* After the check, end the remaining waits and empty the object. */
static void Drain(void)
{
    for (INT32U n = 0u; Waits() || (Owner() != NONE); n++) {
        FailIf(n == TRIES, "a wait does not end");
        if ((n == 0u) || (object == DELAY)) {
            OSSchedLock(); /* unlocking switches to a task that the tick has woken */
            Tick();
            OSSchedUnlock();
        } else if (object == MUTEX) {
            Does(Owner(), GIVE);
        } else {
            given &= ~(1uL << M);
            taken &= ~(1uL << M);
            Call(M, GIVE);
        }
        Until(BSP_Cycles() + SETTLE);
        Account();
    }
}

static void CheckTask(INT8U prio, const OS_EVENT *home)
{
    const OS_TCB *tcb = OSTCBPrioTbl[prio];

    if ((tcb == (OS_TCB *)0) || (tcb == OS_TCB_RESERVED)) {
        Fail("there is no task of this priority", (INT32U)tcb);
    }
    FailIf(tcb->OSTCBPrio != prio, "another priority");
    FailIf((tcb->OSTCBStat != OS_STAT_SEM) && (tcb->OSTCBStat != OS_STAT_MBOX), "the state of a task");
    FailIf((tcb->OSTCBEventPtr != home) && (tcb->OSTCBEventPtr != (OS_EVENT *)0), "a task waits for another event");
    FailIf(OS_AccelRdyTst(tcb), "a task is ready");
    FailIf(OS_AccelDlyGet(tcb), "a task has a delay");
    FailIf(!OS_AccelEventAny((OS_EVENT *)home), "the task does not wait for orders");
}

static void CheckClean(void)
{
    INT32U mstatus;

    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus));
    FailIf((mstatus & OS_CPU_MSTATUS_MIE) == 0u, "interrupts are off");
    FailIf((INT32U)OSLockNesting + OSIntNesting, "nesting");
    CheckTask(PRIO_A, start[A]);
    CheckTask(PRIO_B, start[B]);
    CheckTask(SOFT, soft_home);
    CheckTask(ACTOR, actor_home);
    FailIf(OS_AccelEventAny(sem) || OS_AccelEventAny(mbox) || OS_AccelEventAny(queue) || OS_AccelEventAny(mutex),
           "a task waits for an object");
    FailIf(OSMutexAccept(mutex, &(INT8U){0u}) == OS_FALSE, "the mutex is not free");
    FailIf(OSMutexPost(mutex), "the main task's unlock");
    FailIf(OSTCBCur->OSTCBPrio != MAIN, "the main task's priority");
}

/* -------------------------------------------------------------------------------------------------------- one step */

static void Create(INT8U slot)
{
    FailIf(OSHwTaskCreate(slot, &threads[slot]), "OSHwTaskCreate");
}

/* Return the party that owns the mutex at the beginning, or NONE if the mutex is free. */
static PARTY FirstOwner(void)
{
    if (the_case->Full) {
        return NONE;
    }
    if (the_case->Act == GIVE) {
        return A;
    }
    return (the_case->Does == GIVE) ? (PARTY)the_case->Other : (the_case->Other == S) ? T : S;
}

static void Prepare(void)
{
    given = taken = ticks = aborted = 0u;
    for (INT32U p = A; p < PARTIES; p++) {
        callers[p] = (CALLER){.Act = NOTHING};
    }
    if (object == MUTEX) {
        const PARTY owner = FirstOwner();

        if (owner != NONE) {
            Does(owner, TAKE);
            FailIf(Waits() || !owns[owner], "the first lock");
        }
    } else if (the_case->Full) {
        Call(M, GIVE);
        (void)Waits();
    }
    if (the_case->Waiter != NONE) {
        Does(the_case->Waiter, the_case->Waits);
    }
    actor_does = (the_case->Other == T) ? the_case->Does : NOTHING;
}

/*
 * After circuit A was suspended or deleted, give an item, or let the owner S unlock the mutex. No case may lose this
 * item. Then resume a suspended circuit A.
 */
static void Follow(void)
{
    if ((object == MUTEX) && owns[S]) {
        Does(S, GIVE);
    } else if ((object != MUTEX) && (object != DELAY)) {
        Call(M, GIVE);
    }
    if (the_case->Other == SUSPENDS) {
        FailIf(OSHwTaskResume(0u), "OSHwTaskResume");
        Until(BSP_Cycles() + SETTLE);
    }
}

static void Step(void)
{
    const INT32U other = the_case->Other;
    INT32U       second;

    Prepare();
    base   = BSP_Cycles() + LEAD;
    second = base - EARLY + distance;
    if (other == NEXT) {
        Order(A, the_case->Act, distance + 1u);
        base = second = BSP_Cycles() + distance;
    } else {
        Circuit(A, the_case->Act, (other == S) ? second : base);
    }
    if (other == B) {
        Circuit(B, the_case->Does, second);
    } else if ((other != S) && (other != NEXT)) {
        At(SECOND, second);
    }
    if (the_case->Tick) {
        At(FIXED, base + TICK);
    }
    FailIf((other != NEXT) && Passed((distance < EARLY) ? second : base), "the lead is too short");
    if (other == S) { /* circuit A calls at `second`; the task's call starts at `base` */
        Until(base);
        SoftDoes(the_case->Does);
        task_took = BSP_Cycles() - base;
    }
    Until(((distance > EARLY) ? second : base) + SETTLE + (the_case->Tick ? TICK : 0u));
    FailIf(events[SECOND].Comes || events[FIXED].Comes, "an interrupt has not come");
    if ((other == SUSPENDS) || (other == ENDS)) {
        Follow();
    }
    Account();
    Drain();
    if (OSTCBPrioTbl[PRIO_A] == (OS_TCB *)0) {
        Create(0u);
        Until(BSP_Cycles() + 2u * SETTLE);
    }
    CheckClean();
}

static void StepAt(INT32U cycles)
{
    distance = cycles;
    settled  = OS_FALSE;
    Step();
    steps++;
}

/* Return the first distance at which IsSettled() is true, or WINDOW if IsSettled() cannot detect the call's end. */
static INT32U Settles(void)
{
    const CASE *const swept = the_case;
    CASE              call  = *swept;
    INT32U            early = 0u, late = WINDOW;

    call.Other = H;
    call.Does  = NOTHING;
    call.Tick  = OS_FALSE;
    the_case   = &call;
    StepAt(early);
    if (settled) { /* already true before the call, so sweep the whole window */
        early = late - 1u;
    }
    while (late - early > 1u) {
        StepAt((early + late) / 2u);
        *(settled ? &late : &early) = distance;
    }
    the_case = swept;
    return late;
}

/* Return the number of distances until both calls and the additional tick have ended. */
static INT32U Window(void)
{
    const INT32U tick = the_case->Tick ? (EARLY + TICK + SETTLE) : 0u;
    INT32U       ends;

    if (the_case->Other == NEXT) {
        return NEXT_WINDOW;
    }
    if (the_case->Other == S) {
        StepAt(WINDOW);
        ends = EARLY + task_took;
    } else {
        ends = Settles();
        FailIf((the_case->Waiter == NONE) && (object != DELAY) && (ends == WINDOW),
               "the distances end before the call");
    }
    return ((ends < tick) ? tick : ends) + MARGIN;
}

static distances_trap Interrupted(unsigned int cycles)
{
    StepAt(cycles);
    return (cycles < window) ? trap : distances_late;
}

static void Every(void)
{
    window = Window();
    if ((the_case->Other == B) || (the_case->Other == S) || (the_case->Other == NEXT)) {
        for (INT32U cycles = at % STEP; cycles < window; cycles += STEP) {
            StepAt(cycles);
        }
    } else { /* the second event is an interrupt */
        distances_sweep(Interrupted, at % STEP, STEP);
    }
}

static void Main(void *p_arg)
{
    static void **const objects[] = {(void **)&sem, (void **)&mbox, (void **)&queue, (void **)&mutex, (void **)&flags};
    INT8U               err;

    (void)p_arg;
    sem        = OSSemCreate(0u);
    mbox       = OSMboxCreate((void *)0);
    queue      = OSQCreate(storage, 8u);
    soft_home  = OSSemCreate(0u);
    actor_home = OSSemCreate(0u);
    mutex      = OSMutexCreate(CEILING, &err);
    flags      = OSFlagCreate(0u, &err);
    FailIf(OSTaskCreate(Soft, (void *)0, &stks[S][STK_SIZE - 1u], SOFT), "OSTaskCreate");
    FailIf(OSTaskCreate(Actor, (void *)0, &stks[T][STK_SIZE - 1u], ACTOR), "OSTaskCreate");
    for (INT8U slot = 0u; slot < 2u; slot++) {
        start[slot]               = OSMboxCreate((void *)0);
        result[slot]              = OSMboxCreate((void *)0);
        resources[slot][START]    = (OS_HW_RES){OS_HW_MBOX, 0u, (void **)&start[slot]};
        resources[slot][RESULT]   = (OS_HW_RES){OS_HW_MBOX, 0u, (void **)&result[slot]};
        for (INT8U n = SEM; n <= FLAGS; n++) { /* the object kinds have the same order in both enumerations */
            resources[slot][HANDLE + n] = (OS_HW_RES){OS_HW_SEM + n, OS_FLAG_WAIT_SET_ANY + OS_FLAG_CONSUME,
                                                      objects[n]};
        }
        threads[slot] = (OS_HW_THREAD){.Task = Model, .Arg = (void *)(size_t)slot, .Res = resources[slot],
                                       .ResNbr = HANDLE + DELAY, .Prio = (slot == A) ? PRIO_A : PRIO_B,
                                       .DirectPrio = (slot == A) ? NUMBER_A : NUMBER_B, .StkBase = stks[slot],
                                       .StkSize = STK_SIZE};
        Create(slot);
    }
    BSP_IntHandlerSet(TIMER0_INTERRUPT, Handler);
    timer0_en_write(0u);
    timer0_reload_write(0u);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
    Until(BSP_Cycles() + 4u * SETTLE);
    for (INT32U n = SEM; n <= DELAY; n++) {
        for (at = 0u; at < CASES; at++) {
            the_case = &cases[at];
            if ((the_case->Objects & OBJECTS & OF(n)) != 0u) {
                object = (OBJECT)n;
                Every();
            }
        }
    }
    printf("PASS: %lu steps\n", (unsigned long)steps);
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    FailIf(OSTaskCreate(Main, (void *)0, &stks[4][STK_SIZE - 1u], MAIN), "OSTaskCreate");
    OSStart();
}
