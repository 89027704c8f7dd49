// SPDX-License-Identifier: Apache-2.0
// The owner of a mutex for which a task of higher priority waits runs at the ceiling: ready, delayed, suspended,
// waiting for something else; three levels of it; two mutexes at once; timeouts and time.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_ACCEL_WIDTH=4
// cfg: OS_EVENT_MULTI_EN=0 -O0
#define STK_COUNT 64u
#include "check.h"

#define PCP  9u
#define PCP2 7u

static OS_EVENT *mutex, *mutex2, *sem;
static INT8U wait_err[64];
static INT8U unlock_code = OS_ERR_NONE; /* what the owner gets */
static OS_MUTEX_DATA data;
static OS_TCB copy;

typedef void (*STEP)(void);

/* A task that locks the mutex, does something, unlocks it. */
static void owns(void *p_arg)
{
    INT8U mutex_err;

    OSMutexPend(mutex, 0, &mutex_err);
    CHECK_EQ(mutex_err, OS_ERR_NONE);
    ((STEP)p_arg)();
    log_put('o');
    CHECK_EQ(OSMutexPost(mutex), unlock_code);
    log_put('O');
    OSTaskDel(OS_PRIO_SELF);
}

/* A task that wants it. */
static void waits(void *p_arg)
{
    const INT8U prio = OSTCBCur->OSTCBPrio;

    wait_err[prio] = 0xEEu;
    OSMutexPend(mutex, (INT32U)p_arg, &wait_err[prio]);
    log_put((char)('a' + prio % 10u));
    if (wait_err[prio] == OS_ERR_NONE) {
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    }
    OSTaskDel(OS_PRIO_SELF);
}

static void waits2(void *p_arg)
{
    INT8U mutex_err;

    (void)p_arg;
    OSMutexPend(mutex2, 0, &mutex_err);
    CHECK_EQ(mutex_err, OS_ERR_NONE);
    log_put('2');
    CHECK_EQ(OSMutexPost(mutex2), OS_ERR_NONE);
    OSTaskDel(OS_PRIO_SELF);
}

/* Let everything that is ready below this task run. */
static void stand_back(void)
{
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 58), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO), OS_ERR_NONE);
}

static void owner_new(STEP step)
{
    CHECK_EQ(task_new_arg(owns, 40, (void *)(size_t)step), OS_ERR_NONE);
    stand_back();
    CHECK_EQ(OSMutexQuery(mutex, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSOwnerPrio, 40);
}

/* Promoted: the task stands at the ceiling and at its own priority. */
#define CHECK_PROMOTED(prio, pcp) \
    do { \
        CHECK_EQ(tcb(prio)->OSTCBPrio, pcp); \
        CHECK(OSTCBPrioTbl[pcp] == OSTCBPrioTbl[prio]); \
    } while (0)

#define CHECK_NOT_PROMOTED(prio, pcp) \
    do { \
        CHECK_EQ(tcb(prio)->OSTCBPrio, prio); \
        CHECK(OSTCBPrioTbl[pcp] == OS_TCB_RESERVED); \
    } while (0)

static void step_suspend(void)
{
    OSTaskSuspend(OS_PRIO_SELF);
}

static void step_delay(void)
{
    OSTimeDly(40);
}

static void step_pend(void)
{
    OSSemPend(sem, 40, &wait_err[0]);
}

#if OS_EVENT_MULTI_EN > 0u
static OS_EVENT *several[3], *rdy[3];
static void *msgs[3];

static void step_pend_multi(void)
{
    CHECK_EQ(OSEventPendMulti(several, rdy, msgs, 40, &wait_err[0]), 1);
}
#endif

static void delayed(void)
{
    /* The delay counts at the old priority, at the ceiling, and at the old one again. */
    owner_new(step_delay);
    ticks(5);
    CHECK_EQ(DLY(40), 35);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_PROMOTED(40, PCP);
    CHECK_EQ(is_rdy(40), OS_FALSE);
    CHECK_EQ(DLY(40), 35);
    CHECK_EQ(OSTaskQuery(40, &copy), OS_ERR_NONE);
    CHECK_EQ(copy.OSTCBDly, 35);
    CHECK_EQ(copy.OSTCBPrio, PCP);
    CHECK_EQ(OSTaskQuery(PCP, &copy), OS_ERR_NONE);
    CHECK_EQ(copy.OSTCBDly, 35);
    ticks(34);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("oc"); /* the waiting one has it at once; the owner is behind this task again */
    CHECK_NOT_PROMOTED(40, PCP);
    stand_back();
    CHECK_LOG("O");
    CHECK_EQ(wait_err[12], OS_ERR_NONE);

    /* The delay ended by hand, by either of its priorities. */
    owner_new(step_delay);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTimeDlyResume(40), OS_ERR_NONE);
    CHECK_LOG("oc");
    stand_back();
    CHECK_LOG("O");
    owner_new(step_delay);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTimeDlyResume(PCP), OS_ERR_NONE);
    CHECK_LOG("oc");
    stand_back();
    CHECK_LOG("O");
}

static void suspended(void)
{
    owner_new(step_suspend);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_PROMOTED(40, PCP);
    CHECK_EQ(is_rdy(40), OS_FALSE);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("oc");
    stand_back();
    CHECK_LOG("O");

    /* Delayed and suspended: neither is forgotten on the way. */
    owner_new(step_delay);
    CHECK_EQ(OSTaskSuspend(40), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    ticks(41);
    CHECK_LOG("");
    CHECK_EQ(tcb(40)->OSTCBStat, OS_STAT_SUSPEND);
    CHECK_EQ(OSTaskResume(PCP), OS_ERR_NONE);
    CHECK_LOG("oc");
    stand_back();
    CHECK_LOG("O");

    /* The delay ended before the promotion, the suspension after it. */
    owner_new(step_delay);
    CHECK_EQ(OSTaskSuspend(40), OS_ERR_NONE);
    ticks(40);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("oc");
    stand_back();
    CHECK_LOG("O");
}

static void pending(void)
{
    /* Waiting for something else, which it should not: it moves in that list too. */
    sem = OSSemCreate(0);
    owner_new(step_pend);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_PROMOTED(40, PCP);
    CHECK_EQ(waiting_row(sem, tcb(40)->OSTCBY), tcb(40)->OSTCBBitX);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("oc");
    CHECK_EQ(wait_err[0], OS_ERR_NONE);
    CHECK_EQ(waiting_grp(sem), 0);
    stand_back();
    CHECK_LOG("O");
    owner_new(step_pend);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    ticks(40);
    CHECK_LOG("oc");
    CHECK_EQ(wait_err[0], OS_ERR_TIMEOUT);
    CHECK_EQ(waiting_grp(sem), 0);
    stand_back();
    CHECK_LOG("O");

#if OS_EVENT_MULTI_EN > 0u
    several[0] = sem;
    several[1] = OSSemCreate(0);
    owner_new(step_pend_multi);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_PROMOTED(40, PCP);
    CHECK_EQ(waiting_row(several[0], tcb(40)->OSTCBY), tcb(40)->OSTCBBitX);
    CHECK_EQ(waiting_row(several[1], tcb(40)->OSTCBY), tcb(40)->OSTCBBitX);
    CHECK_EQ(OSSemPost(several[1]), OS_ERR_NONE);
    CHECK_LOG("oc");
    CHECK(rdy[0] == several[1]);
    CHECK_EQ(waiting_grp(several[0]), 0);
    CHECK_EQ(waiting_grp(several[1]), 0);
    stand_back();
    CHECK_LOG("O");
#endif
}

static void timeouts(void)
{
    /* A timeout does not demote; what it was promoted for may be long gone. */
    owner_new(step_suspend);
    CHECK_EQ(task_new_arg(waits, 12, (void *)2), OS_ERR_NONE);
    ticks(2);
    CHECK_LOG("c");
    CHECK_EQ(wait_err[12], OS_ERR_TIMEOUT);
    CHECK_PROMOTED(40, PCP);
    CHECK_EQ(waiting_grp(mutex), 0);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_EQ(OSTCBCur->OSTCBPrio, TEST_PRIO);
    stand_back();
    CHECK_LOG("oO");
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);

    /* Not for a lower one, and not for one above the ceiling twice. */
    owner_new(step_suspend);
    CHECK_EQ(task_new_arg(waits, 45, (void *)0), OS_ERR_NONE);
    stand_back();
    CHECK_NOT_PROMOTED(40, PCP);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 11, (void *)0), OS_ERR_NONE);
    CHECK_PROMOTED(40, PCP);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("obc"); /* from the highest to the lowest: unlocking runs the next one, if it is higher */
    stand_back();
    CHECK_LOG("Of");
}

/* 40 owns the first mutex; 35 owns the second and waits for the first; 12 waits for the second. */
static void owns2_waits(void *p_arg)
{
    INT8U mutex_err;

    (void)p_arg;
    OSMutexPend(mutex2, 0, &mutex_err);
    CHECK_EQ(mutex_err, OS_ERR_NONE);
    OSMutexPend(mutex, 0, &mutex_err);
    CHECK_EQ(mutex_err, OS_ERR_NONE);
    log_put('m');
    CHECK_EQ(OSTCBCur->OSTCBPrio, PCP2);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_EQ(OSMutexPost(mutex2), OS_ERR_NONE);
    log_put('M');
    OSTaskDel(OS_PRIO_SELF);
}

static void three_levels(void)
{
    owner_new(step_suspend);
    CHECK_EQ(task_new(owns2_waits, 35), OS_ERR_NONE);
    stand_back();
    CHECK_PROMOTED(40, PCP);
    CHECK_EQ(tcb(35)->OSTCBPrio, 35);
    CHECK_EQ(task_new(waits2, 12), OS_ERR_NONE);
    CHECK_PROMOTED(35, PCP2);
    CHECK_EQ(tcb(40)->OSTCBPrio, PCP); /* one level: the ceiling was reached already */
    CHECK_EQ(waiting_row(mutex, tcb(35)->OSTCBY), tcb(35)->OSTCBBitX); /* it waits at the higher priority now */
    unlock_code = OS_ERR_PCP_LOWER; /* which is above the ceiling of the one it waits for */
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("om2");
    CHECK_NOT_PROMOTED(40, PCP);
    CHECK_NOT_PROMOTED(35, PCP2);
    stand_back();
    CHECK_LOG("MO");
}

/* One task owns both, and unlocks them in either order. */
static volatile BOOLEAN first_first;

static void owns_both(void *p_arg)
{
    INT8U mutex_err;

    (void)p_arg;
    OSMutexPend(mutex, 0, &mutex_err);
    OSMutexPend(mutex2, 0, &mutex_err);
    OSTaskSuspend(OS_PRIO_SELF);
    log_put('o');
    CHECK_EQ(OSMutexPost(first_first ? mutex : mutex2), OS_ERR_NONE);
    log_put('O');
    CHECK_EQ(OSMutexPost(first_first ? mutex2 : mutex), OS_ERR_NONE);
    log_put('.');
    OSTaskDel(OS_PRIO_SELF);
}

static void two_at_once(void)
{
    INT8U turn;

    for (turn = 0u; turn < 2u; turn++) {
        first_first = turn;
        CHECK_EQ(task_new(owns_both, 40), OS_ERR_NONE);
        stand_back();
        CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
        CHECK_PROMOTED(40, PCP);
        CHECK_EQ(task_new(waits2, 11), OS_ERR_NONE);
        CHECK_PROMOTED(40, PCP2);
        CHECK(OSTCBPrioTbl[PCP] == OSTCBPrioTbl[40]);
        CHECK_EQ(OSMutexQuery(mutex2, &data), OS_ERR_NONE);
        CHECK_EQ(data.OSOwnerPrio, 40);
        CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
        CHECK_LOG(first_first ? "oO2c" : "o2");
        stand_back();
        CHECK_LOG(first_first ? "." : "Oc.");
        CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
        CHECK(OSTCBPrioTbl[PCP2] == OS_TCB_RESERVED);
    }
}

/* It locks the second one when it is promoted by the first, which it unlocks first. */
static void locks_promoted(void *p_arg)
{
    INT8U mutex_err;

    (void)p_arg;
    OSMutexPend(mutex, 0, &mutex_err);
    OSTaskSuspend(OS_PRIO_SELF);
    OSMutexPend(mutex2, 0, &mutex_err);
    OSTaskSuspend(OS_PRIO_SELF);
    log_put('o');
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    log_put('O');
    CHECK_EQ(OSMutexPost(mutex2), OS_ERR_NONE);
    log_put('.');
    OSTaskDel(OS_PRIO_SELF);
}

static void crossed(void)
{
    CHECK_EQ(task_new(locks_promoted, 40), OS_ERR_NONE);
    stand_back();
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_EQ(OSMutexQuery(mutex2, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSOwnerPrio, PCP);
    CHECK_EQ(task_new(waits2, 8), OS_ERR_NONE);
    CHECK_PROMOTED(40, PCP2);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("oO2c"); /* the ceiling that it locked the second at is not its own any more: back to 40 */
    CHECK_EQ(tcb(40)->OSTCBPrio, 40);
    stand_back();
    CHECK_LOG(".");
}

/* The running task is the owner. */
static void running(void)
{
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK_EQ(task_new(task_idle_forever, 20), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTCBCur->OSTCBPrio, PCP);
    CHECK_EQ(OSPrioCur, PCP);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSPrioCur, TEST_PRIO);
    CHECK_NOT_PROMOTED(TEST_PRIO, PCP);
    CHECK_EQ(OSTaskDel(20), OS_ERR_NONE);
}

void test(void)
{
    CHECK_ERR(mutex = OSMutexCreate(PCP, &err), OS_ERR_NONE);
    CHECK_ERR(mutex2 = OSMutexCreate(PCP2, &err), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(OS_TASK_STAT_PRIO), OS_ERR_NONE);
    delayed();
    suspended();
    pending();
    timeouts();
    three_levels();
    two_at_once();
    crossed();
    running();
    CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);
    CHECK_EQ(mutex2->OSEventCnt, (PCP2 << 8) | 0xFFu);
}
