/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes. */
#include "app.h"

#define NEST 3u

/* The mutexes that each task holds, in the order in which the task took them. */
static INT8U held[KERNELS + 1u][NEST];
static INT8U depths[KERNELS + 1u];

static BOOLEAN owns(OS_TCB const *ptcb, INT32U index)
{
    const OS_EVENT *event = events[index];

    return (BOOLEAN)((event != 0) && (event->OSEventType == OS_EVENT_TYPE_MUTEX) && (event->OSEventPtr == ptcb));
}

/* Return whether the task owns a mutex, even if a post made the task the owner and the task has not run since. */
BOOLEAN is_owner(OS_TCB const *ptcb)
{
    INT32U index;

    for (index = MUTEX; (index < EVENTS) && !owns(ptcb, index); index++) {
    }
    return (BOOLEAN)(index < EVENTS);
}

void mutexes_forget(INT8U slot)
{
    depths[slot] = 0u;
}

/*
 * Post a mutex. If no task waits, OSMutexPost() does not call the scheduler, so a demoted owner could run on until the
 * next scheduling point or interrupt. If interrupts come at random cycles, lock the scheduler, because OSSchedUnlock()
 * switches at once.
 */
static void post(INT32U index)
{
    INT8U err;

    if (app_line != 0u) {
        OSSchedLock();
    }
    err = OSMutexPost(events[index]);
    if (app_line != 0u) {
        OSSchedUnlock();
    }
    log_put(LOG_MUTEX_POST, err, index, OSTCBCur->OSTCBPrio);
}

/* Delete a mutex. A deletion also demotes the owner, so lock the scheduler as in post(). */
static void del(INT32U index)
{
    if (app_line != 0u) {
        OSSchedLock();
    }
    event_del(LOG_MUTEX_DEL, index, OSMutexDel);
    if (app_line != 0u) {
        OSSchedUnlock();
    }
}

static void hold(INT32U index)
{
    const INT8U me = slot_of(OSTCBCur);
    INT32U n;

    held[me][depths[me]++] = (INT8U)index;
    for (n = rnd(5); n > 0u; n--) {
        act();
    }
    depths[me]--;
    post(index); /* an act may have deleted this mutex or created another one in its place */
}

/*
 * Return whether a task may pend on the mutex. With app_common, avoid an owner whose own wait has timed out and that
 * has not run since, because uC/OS-II does not promote such an owner.
 */
static BOOLEAN may_pend_on(INT32U index)
{
    const OS_EVENT *event = events[index];
    const OS_TCB *ptcb;
    OS_TCB copy;

    if ((app_common == 0u) || (event == 0) || (event->OSEventType != OS_EVENT_TYPE_MUTEX) ||
        (event->OSEventPtr == 0)) {
        return OS_TRUE;
    }
    ptcb = event->OSEventPtr;
    (void)OSTaskQuery(ptcb->OSTCBPrio, &copy); /* this copies the event unit's changes to the TCB */
    return (BOOLEAN)((copy.OSTCBEventPtr == 0) || !OS_AccelRdyTst(ptcb));
}

static void take(INT32U index)
{
    const INT8U me = slot_of(OSTCBCur);
    INT8U err = OS_ERR_NONE;
    BOOLEAN taken;

    if ((OSIntNesting == 0u) && (must_keep_running() || (depths[me] == NEST))) {
        return;
    }
    if (rnd(4) == 0u) {
        taken = OSMutexAccept(events[index], &err);
        log_put(LOG_MUTEX_ACCEPT, err, index, taken);
    } else if (!may_pend_on(index)) {
        return;
    } else {
        OSMutexPend(events[index], rnd_timeout(), &err);
        log_put(LOG_MUTEX_PEND, err, index, OSTCBCur->OSTCBPrio);
        taken = (BOOLEAN)((err == OS_ERR_NONE) || (err == OS_ERR_PCP_LOWER));
    }
    if (taken) {
        hold(index);
    }
}

/*
 * Return whether the mutex may be deleted. With app_common, an owner may delete only the mutex that it took last, and
 * another task may delete a mutex only if the mutex's owner is not promoted and owns no other mutex.
 */
static BOOLEAN may_be_deleted(INT32U index)
{
    const OS_EVENT *event = events[index];
    const OS_TCB *ptcb;
    INT8U me;
    INT32U n;

    if ((app_common == 0u) || (event == 0) || (event->OSEventType != OS_EVENT_TYPE_MUTEX) ||
        (event->OSEventPtr == 0)) {
        return OS_TRUE;
    }
    ptcb = event->OSEventPtr;
    me = slot_of(ptcb);
    if ((ptcb == OSTCBCur) && (depths[me] > 0u)) {
        return (BOOLEAN)(held[me][depths[me] - 1u] == index);
    }
    for (n = MUTEX; n < EVENTS; n++) {
        if ((n != index) && owns(ptcb, n)) {
            return OS_FALSE;
        }
    }
    return (BOOLEAN)(ptcb->OSTCBPrio == (event->OSEventCnt & 0xFFu));
}

static void create(INT32U index)
{
    INT8U err = OS_ERR_NONE;
    INT8U prio = rnd_free_prio();

    if (rnd(3) != 0u) {
        prio = prio / 4u + 1u; /* higher than most tasks */
    } else if (rnd(2) == 0u) {
        prio = OS_PRIO_MUTEX_CEIL_DIS;
    }
    events[index] = OSMutexCreate(prio, &err);
    log_put(LOG_MUTEX_CREATE, err, index, prio);
}

void act_mutex(void)
{
    const INT32U index = rnd_event(MUTEX, EVENTS - MUTEX);
    const INT32U which = rnd(100);

    if ((index >= MUTEX) && (events[index] == 0) && (rnd(2) == 0u)) {
        create(index);
    } else if (which < 88u) {
        take(index);
    } else if (which < 95u) {
        if ((OSIntNesting > 0u) || !owns(OSTCBCur, index)) {
            post(index);
        }
    } else if (may_be_deleted(index)) {
        del(index);
    }
}
