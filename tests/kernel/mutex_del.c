// SPDX-License-Identifier: Apache-2.0
// What ends a promotion other than OSMutexPost: the mutex is deleted, its owner is deleted, the owner's priority is
// changed. The kernel and the priorities stay sound, also where the application does what it should not.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_EVENT_MULTI_EN=0 -O0
#define STK_COUNT 64u
#include "check.h"

#define PCP  9u
#define PCP2 7u

static OS_EVENT *mutex, *mutex2, *rest;
static OS_EVENT other;
static INT8U wait_err, last_code;
static OS_MUTEX_DATA data;

static void owns(void *p_arg)
{
    INT8U mutex_err;

    OSMutexPend(mutex, 0, &mutex_err);
    CHECK_EQ(mutex_err, OS_ERR_NONE);
    if (p_arg != 0) {
        OSMutexPend(mutex2, 0, &mutex_err);
        CHECK_EQ(mutex_err, OS_ERR_NONE);
    }
    OSTaskSuspend(OS_PRIO_SELF);
    log_put('o');
    last_code = OSMutexPost(mutex);
    log_put('O');
    OSTaskDel(OS_PRIO_SELF);
}

static void waits(void *p_arg)
{
    OSMutexPend(mutex, (INT32U)p_arg, &wait_err);
    log_put('w');
    if (wait_err == OS_ERR_NONE) {
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    }
    OSTaskDel(OS_PRIO_SELF);
}

static void waits2(void *p_arg)
{
    OSMutexPend(mutex2, (INT32U)p_arg, &wait_err);
    log_put('2');
    OSTaskDel(OS_PRIO_SELF);
}

static void counts(void *p_arg)
{
    (void)p_arg;
    log_put('c');
    OSTaskSuspend(OS_PRIO_SELF);
}

static void stand_back(void)
{
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 58), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO), OS_ERR_NONE);
}

/* 40 owns the mutex, or both, and is suspended; 12 waits for the first. */
static void promoted_new(void *both, INT32U timeout)
{
    CHECK_EQ(task_new_arg(owns, 40, both), OS_ERR_NONE);
    stand_back();
    CHECK_EQ(task_new_arg(waits, 12, (void *)timeout), OS_ERR_NONE);
    CHECK_EQ(tcb(40)->OSTCBPrio, PCP);
}

static void mutex_new(void)
{
    CHECK_ERR(mutex = OSMutexCreate(PCP, &err), OS_ERR_NONE);
}

static void mutex_deleted(void)
{
    /* Errors. */
    CHECK_ERR(CHECK(OSMutexDel(0, 9, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSMutexDel(&other, 9, &err) == &other), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(rest = OSMutexDel(mutex, 9, &err)), OS_ERR_DEL_ISR);
    CHECK(rest == mutex);
    CHECK_ERR(CHECK(OSMutexDel(mutex, 9, &err) == mutex), OS_ERR_INVALID_OPT);

    /* Free: so is its ceiling afterwards. Owned, nobody waits: the same. */
    CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE);
    CHECK(OSTCBPrioTbl[PCP] == 0);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_EVENT_TYPE);
    mutex_new();
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE);
    CHECK(OSTCBPrioTbl[PCP] == 0);
    CHECK_EQ(OSTCBCur->OSTCBPrio, TEST_PRIO);
    mutex_new();

    /* Somebody waits; the owner is promoted, suspended, and not the one who deletes. */
    promoted_new(0, 0);
    CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_NO_PEND, &err) == mutex), OS_ERR_TASK_WAITING);
    CHECK_ERR(CHECK(OSMutexDel(mutex, 9, &err) == mutex), OS_ERR_INVALID_OPT);
    OSSchedLock();
    CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE);
    CHECK_EQ(OSPrioCur, TEST_PRIO);
    OSSchedUnlock();
    CHECK_LOG("w");
    CHECK_EQ(wait_err, OS_ERR_PEND_ABORT);
    CHECK_EQ(tcb(40)->OSTCBPrio, 40);
    CHECK_EQ(is_rdy(40), OS_FALSE); /* still suspended */
    CHECK(OSTCBPrioTbl[PCP] == 0);
    CHECK_EQ(task_new(counts, PCP), OS_ERR_NONE);
    CHECK_LOG("c");
    CHECK_EQ(OSTaskDel(PCP), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("");
    stand_back();
    CHECK_LOG("oO");
    CHECK_EQ(last_code, OS_ERR_EVENT_TYPE);
    mutex_new();

    /* Nobody waits any more, but the owner is still promoted. */
    promoted_new(0, 2);
    ticks(2);
    CHECK_LOG("w");
    CHECK_EQ(tcb(40)->OSTCBPrio, PCP);
    CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE);
    CHECK_EQ(tcb(40)->OSTCBPrio, 40);
    CHECK(OSTCBPrioTbl[PCP] == 0);
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
    mutex_new();

    /* The owner deletes it. */
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSPrioCur, PCP);
    CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK_EQ(OSPrioCur, TEST_PRIO);
    CHECK_EQ(OSTCBCur->OSTCBPrio, TEST_PRIO);
    CHECK(OSTCBPrioTbl[TEST_PRIO] == OSTCBCur);
    mutex_new();
}

static void owner_deleted(void)
{
    static INT8U const name[] = {40u, PCP};
    unsigned i;

    /* By either of its priorities: both are as they were before it came. The mutex stays locked. */
    for (i = 0u; i < 2u; i++) {
        promoted_new(0, 2);
        CHECK_EQ(OSTaskDel(name[i]), OS_ERR_NONE);
        CHECK(OSTCBPrioTbl[40] == 0);
        CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
        CHECK_EQ(OSMutexQuery(mutex, &data), OS_ERR_NONE);
        CHECK_EQ(data.OSValue, OS_FALSE);
        CHECK_EQ(data.OSOwnerPrio, 40);
        /* Another task, in the same TCB, is not its owner: it can neither be promoted nor unlock it. */
        CHECK_EQ(task_new_arg(counts, 41, 0), OS_ERR_NONE);
        stand_back();
        CHECK_LOG("c");
        ticks(2);
        CHECK_LOG("w");
        CHECK_EQ(wait_err, OS_ERR_TIMEOUT);
        CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
        CHECK_EQ(tcb(41)->OSTCBPrio, 41);
        CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
        CHECK_EQ(OSMutexPost(mutex), OS_ERR_NOT_MUTEX_OWNER);
        CHECK_ERR(CHECK(OSMutexDel(mutex, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE); /* the way out */
        CHECK_LOG("w");
        CHECK_EQ(wait_err, OS_ERR_PEND_ABORT);
        CHECK(OSTCBPrioTbl[PCP] == 0);
        CHECK_EQ(OSTaskDel(41), OS_ERR_NONE);
        mutex_new();
    }

    /* Owner of two, promoted by both. */
    promoted_new((void *)1, 2);
    CHECK_EQ(task_new_arg(waits2, 11, (void *)2), OS_ERR_NONE);
    CHECK_EQ(tcb(40)->OSTCBPrio, PCP2);
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
    CHECK(OSTCBPrioTbl[40] == 0);
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK(OSTCBPrioTbl[PCP2] == OS_TCB_RESERVED);
    ticks(2);
    CHECK_LOG("2w");
    CHECK_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    CHECK_ERR(OSMutexDel(mutex2, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    mutex_new();
    CHECK_ERR(mutex2 = OSMutexCreate(PCP2, &err), OS_ERR_NONE);

    /* A waiting task is deleted: the owner keeps its promotion. */
    promoted_new(0, 0);
    CHECK_EQ(OSTaskDel(12), OS_ERR_NONE);
    CHECK_EQ(waiting_grp(mutex), 0);
    CHECK_EQ(tcb(40)->OSTCBPrio, PCP);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    stand_back();
    CHECK_LOG("oO");
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
}

static void owner_changed(void)
{
    static INT8U const name[] = {40u, PCP};
    unsigned i;

    /* A promoted owner: it loses the promotion, and all is well when it unlocks. */
    for (i = 0u; i < 2u; i++) {
        promoted_new(0, 0);
        CHECK_EQ(OSTaskChangePrio(name[i], 41), OS_ERR_NONE);
        CHECK_EQ(tcb(41)->OSTCBPrio, 41);
        CHECK(OSTCBPrioTbl[40] == 0);
        CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
        CHECK_EQ(OSTaskResume(41), OS_ERR_NONE);
        stand_back();
        CHECK_LOG("owO");
        CHECK_EQ(wait_err, OS_ERR_NONE);
        CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);
    }

    /* Changed first, promoted later: it goes back to what is its own then. */
    CHECK_EQ(task_new_arg(owns, 40, 0), OS_ERR_NONE);
    stand_back();
    CHECK_EQ(OSTaskChangePrio(40, 41), OS_ERR_NONE);
    CHECK_EQ(task_new(counts, 40), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(tcb(41)->OSTCBPrio, PCP);
    CHECK_EQ(OSTaskResume(41), OS_ERR_NONE);
    CHECK_LOG("ow");
    CHECK_EQ(tcb(41)->OSTCBPrio, 41);
    stand_back();
    CHECK_LOG("cO");
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);

    /* Its own priority, while it is promoted. */
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTCBCur->OSTCBPrio, PCP);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 31), OS_ERR_NONE);
    CHECK_EQ(OSPrioCur, 31);
    CHECK(OSTCBPrioTbl[TEST_PRIO] == 0);
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK_EQ(OSTaskChangePrio(31, TEST_PRIO), OS_ERR_NONE);

    /* The waiting one: up or down, it keeps its place in the list. */
    promoted_new(0, 0);
    CHECK_EQ(OSTaskChangePrio(12, 50), OS_ERR_NONE);
    CHECK_EQ(tcb(40)->OSTCBPrio, PCP);
    CHECK_EQ(OSTaskResume(40), OS_ERR_NONE);
    CHECK_LOG("o");
    CHECK_EQ(OSMutexQuery(mutex, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSOwnerPrio, 50);
    stand_back();
    CHECK_LOG("Ow");
}

void test(void)
{
    mutex_new();
    CHECK_ERR(mutex2 = OSMutexCreate(PCP2, &err), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(OS_TASK_STAT_PRIO), OS_ERR_NONE);
    mutex_deleted();
    owner_deleted();
    owner_changed();
    CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 1u);
}
