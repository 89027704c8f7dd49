/* SPDX-License-Identifier: Apache-2.0 */
/* A mutex. The owner keeps the mutex until the semaphore `let_go` is posted. That post is the gift. */
#include "sweep.h"

static OS_EVENT *mutex, *let_go;
static volatile INT32U owners;

static void mutex_make(void)
{
    INT8U err;

    mutex = OSMutexCreate(CEILING_PRIO, &err);
    MUST_BE(err, OS_ERR_NONE);
    if (let_go == 0) {
        let_go = OSSemCreate(0u);
    }
    owners = 0u;
}

static void mutex_remove(void)
{
    INT8U err;

    (void)OSMutexDel(mutex, OS_DEL_NO_PEND, &err);
    MUST_BE(err, OS_ERR_NONE);
}

static void count_owner(void)
{
    owners++;
    MUST_BE(owners, 1u);
}

static void mutex_release(void)
{
    owners--;
    MUST_BE(OSMutexPost(mutex), OS_ERR_NONE);
}

static void keep_until_let_go(void)
{
    INT8U err;

    count_owner();
    OSSemPend(let_go, 0u, &err);
    MUST_BE(err, OS_ERR_NONE);
    took(0u);
    mutex_release();
}

static void mutex_wait(void)
{
    PARTY *me = self();
    INT8U err;

    begin();
    OSMutexPend(mutex, me->timeout, &err);
    if (err == OS_ERR_NONE) {
        me->waits = OS_FALSE;
        keep_until_let_go();
    } else {
        ended(err, 0u);
    }
}

static void mutex_give(void)
{
    gave(0u);
    MUST_BE(OSSemPost(let_go), OS_ERR_NONE);
}

static INT32U mutex_query(OS_MUTEX_DATA *data)
{
    return OSMutexQuery(mutex, data);
}

/* Return whether the mutex is free, or its owner is less urgent than a waiting task and was not promoted. */
static BOOLEAN mutex_is_available(void)
{
    OS_MUTEX_DATA data;

    if (mutex_query(&data) != OS_ERR_NONE) {
        return OS_FALSE;
    }
    return (BOOLEAN)((data.OSValue == OS_TRUE) ||
                     ((urgent.waits || third.waits) && (data.OSOwnerPrio > urgent.home) &&
                      (OSTCBPrioTbl[CEILING_PRIO] == OS_TCB_RESERVED)));
}

static INT32U mutex_waiting(void)
{
    OS_MUTEX_DATA data;

    MUST_BE(mutex_query(&data), OS_ERR_NONE);
    return priorities(data.OSEventTbl);
}

static void mutex_drain(void)
{
    while (OSSemAccept(let_go) > 0u) {
        took(0u);
    }
}

/* Check that no task is promoted and that the mutex has no owner. Take the remaining gifts. */
static void mutex_check(void)
{
    static PARTY *const all[] = { &third, &urgent, &caller, &lesser };
    size_t n;

    if (OSTCBPrioTbl[CEILING_PRIO] != 0) { /* the mutex was not deleted */
        FAIL_IF(OSTCBPrioTbl[CEILING_PRIO] != OS_TCB_RESERVED);
    }
    for (n = 0u; n < 4u; n++) {
        MUST_BE(OSTCBPrioTbl[all[n]->home]->OSTCBPrio, all[n]->home);
    }
    MUST_BE(owners, 0u);
    mutex_drain();
}

static void mutex_take(void)
{
    INT8U err;

    OSMutexPend(mutex, 0u, &err);
    MUST_BE(err, OS_ERR_NONE);
    count_owner();
}

static void mutex_accept(void)
{
    INT8U err;

    if (OSMutexAccept(mutex, &err) == OS_TRUE) {
        MUST_BE(err, OS_ERR_NONE);
        count_owner();
        mutex_release();
    }
}

static void mutex_del(void)
{
    INT8U err;

    object_is_gone();
    owners--;
    FAIL_IF(OSMutexDel(mutex, OS_DEL_ALWAYS, &err) != 0);
    MUST_BE(err, OS_ERR_NONE);
}

static void mutex_tick_give(void)
{
    OSTimeTick();
    mutex_give();
}

static const ACTION mutex_actions[] = {
    { "lets the owner go", mutex_give, OS_FALSE },
    { "ticks", act_tick, OS_TRUE },
    { "ticks and lets the owner go", mutex_tick_give, OS_FALSE },
    { "makes a third task wait", act_third, OS_FALSE },
    { "suspends the caller", act_suspend, OS_FALSE },
};

static const KIND mutex_kind = { "mutex", mutex_make, mutex_remove, mutex_wait, mutex_give, mutex_is_available,
                                 mutex_waiting, mutex_drain, mutex_check, mutex_actions, OS_FALSE, 0 };

const ROW mutex_rows[] = {
    { "OSMutexPend", &mutex_kind, 0, call_wait, NO_WAITER | URGENT | LESSER, 5u, 0u },
    { "OSMutexPend", &mutex_kind, 0, call_wait_timed, LESSER | BOTH, 5u, 0u },
    { "OSMutexPost", &mutex_kind, mutex_take, mutex_release, NO_WAITER | URGENT | LESSER | BOTH, 5u, 0u },
    { "OSMutexAccept", &mutex_kind, 0, mutex_accept, NO_WAITER | LESSER, 4u, 0u },
    { "OSMutexDel", &mutex_kind, mutex_take, mutex_del, BOTH, 4u, ALL_OF_THEM },
    { 0, 0, 0, 0, 0u, 0u, 0u },
};
