/* SPDX-License-Identifier: Apache-2.0 */
/* Acts on semaphores, mailboxes and queues, and pends on several of these events at once. */
#include "app.h"

OS_EVENT *events[EVENTS];

INT32U event_index(OS_EVENT const *event)
{
    INT32U index;

    for (index = 0u; (index < EVENTS) && (events[index] != event); index++) {
    }
    return index;
}

/* Return a random index of the `count` events from `first`. One call in 30 returns the index of any event. */
INT32U rnd_event(INT32U first, INT32U count)
{
    return rnd(30) == 0u ? rnd(EVENTS) : first + rnd(count);
}

static void *rnd_msg(void)
{
    return (void *)(rnd(16) == 0u ? 0u : steps);
}

static INT8U rnd_abort_opt(void)
{
    return rnd(2) == 0u ? OS_PEND_OPT_BROADCAST : OS_PEND_OPT_NONE;
}

/* ------------------------------------------------------------------------------------------------- common functions */

/* Return whether the event does not exist and should be created in this step. */
static BOOLEAN is_due(INT32U index, INT32U first, INT32U end)
{
    return (BOOLEAN)((index >= first) && (index < end) && (events[index] == 0) && (rnd(2) == 0u));
}

static void event_abort(KIND kind, INT32U index, INT8U (*abort)(OS_EVENT *event, INT8U opt, INT8U *perr))
{
    const INT8U opt = rnd_abort_opt();
    INT8U err = OS_ERR_NONE;
    const INT8U tasks = abort(events[index], opt, &err);

    log_put(kind, err, index, ((INT32U)tasks << 8) | opt);
}

static void msg_pend(KIND kind, INT32U index, void *(*pend)(OS_EVENT *event, INT32U timeout, INT8U *perr))
{
    const INT32U ticks = rnd_timeout();
    INT8U err = OS_ERR_NONE;
    const void *msg = pend(events[index], ticks, &err);

    log_put(kind, err, index, (INT32U)msg);
}

static void msg_post(KIND kind, INT32U index, INT8U (*post)(OS_EVENT *event, void *msg))
{
    const INT8U err = post(events[index], rnd_msg());

    log_put(kind, err, index, 0u);
}

static void msg_post_opt(KIND kind, INT32U index, INT8U (*post)(OS_EVENT *event, void *msg, INT8U opt))
{
    static const INT8U opts[] = { OS_POST_OPT_NONE, OS_POST_OPT_BROADCAST, OS_POST_OPT_FRONT, OS_POST_OPT_NO_SCHED };
    const INT8U unwanted = app_line != 0u ? OS_POST_OPT_NO_SCHED : 0u; /* a random interrupt would switch tasks */
    const INT8U opt = (opts[rnd(4)] | opts[rnd(4)]) & (INT8U)~unwanted;
    const INT8U err = post(events[index], rnd_msg(), opt);

    log_put(kind, err, index, opt);
}

/* Return whether this event ended a task's wait for several events, and the task has not run since. */
static BOOLEAN is_delivered_not_received(OS_EVENT const *event)
{
    INT32U slot;

    for (slot = 0u; slot < SLOTS; slot++) {
        const OS_TCB *ptcb = task_in(slot);

        if ((ptcb != 0) && waits_for_several(ptcb) && (ptcb->OSTCBEventMultiRdy == event)) {
            return OS_TRUE;
        }
    }
    return OS_FALSE;
}

/* Delete an event. Clear events[index] first, because a task may reuse the control block before del() returns. */
void event_del(KIND kind, INT32U index, OS_EVENT *(*del)(OS_EVENT *event, INT8U opt, INT8U *perr))
{
    const INT8U opt = (INT8U)rnd(3); /* 2: no such option */
    OS_EVENT *event = events[index];
    INT8U err = OS_ERR_NONE;

    if ((app_common != 0u) && is_delivered_not_received(event)) {
        return;
    }
    events[index] = 0;
    event = del(event, opt, &err);
    if (event != 0) {
        events[index] = event;
    }
    log_put(kind, err, index, opt);
}

/* ---------------------------------------------------------------------------------------------------- semaphores */

void act_sem(void)
{
    const INT32U index = rnd_event(SEM, MBOX - SEM);
    const INT32U which = rnd(100);
    INT32U arg;
    INT8U err = OS_ERR_NONE;

    if (is_due(index, SEM, MBOX)) {
        arg = rnd(3);
        events[index] = OSSemCreate((INT16U)arg);
        log_put(LOG_SEM_CREATE, events[index] != 0, index, arg);
    } else if (which < 42u) {
        arg = rnd_timeout();
        OSSemPend(events[index], arg, &err);
        log_put(LOG_SEM_PEND, err, index, arg);
    } else if (which < 80u) {
        err = OSSemPost(events[index]);
        log_put(LOG_SEM_POST, err, index, 0u);
    } else if (which < 85u) {
        log_put(LOG_SEM_ACCEPT, 0u, index, OSSemAccept(events[index]));
    } else if (which < 90u) {
        arg = rnd(4) == 0u ? 65535u : rnd(3);
        OSSemSet(events[index], (INT16U)arg, &err);
        log_put(LOG_SEM_SET, err, index, arg);
    } else if (which < 96u) {
        event_abort(LOG_SEM_ABORT, index, OSSemPendAbort);
    } else {
        event_del(LOG_SEM_DEL, index, OSSemDel);
    }
}

/* ----------------------------------------------------------------------------------------------------- mailboxes */

void act_mbox(void)
{
    const INT32U index = rnd_event(MBOX, Q - MBOX);
    const INT32U which = rnd(100);

    if (is_due(index, MBOX, Q)) {
        events[index] = OSMboxCreate(rnd_msg());
        log_put(LOG_MBOX_CREATE, events[index] != 0, index, 0u);
    } else if (which < 42u) {
        msg_pend(LOG_MBOX_PEND, index, OSMboxPend);
    } else if (which < 64u) {
        msg_post(LOG_MBOX_POST, index, OSMboxPost);
    } else if (which < 82u) {
        msg_post_opt(LOG_MBOX_POST_OPT, index, OSMboxPostOpt);
    } else if (which < 88u) {
        log_put(LOG_MBOX_ACCEPT, 0u, index, (INT32U)OSMboxAccept(events[index]));
    } else if (which < 95u) {
        event_abort(LOG_MBOX_ABORT, index, OSMboxPendAbort);
    } else {
        event_del(LOG_MBOX_DEL, index, OSMboxDel);
    }
}

/* -------------------------------------------------------------------------------------------------------- queues */

#define Q_MOST 5u

static void *q_storage[MUTEX - Q][Q_MOST];

static void q_create(INT32U index)
{
    const INT16U size = (INT16U)(1u + rnd(Q_MOST));

    events[index] = OSQCreate(q_storage[index - Q], size);
    log_put(LOG_Q_CREATE, events[index] != 0, index, size);
}

void act_q(void)
{
    const INT32U index = rnd_event(Q, MUTEX - Q);
    const INT32U which = rnd(100);
    const void *msg;
    INT8U err = OS_ERR_NONE;

    if (is_due(index, Q, MUTEX)) {
        q_create(index);
    } else if (which < 40u) {
        msg_pend(LOG_Q_PEND, index, OSQPend);
    } else if (which < 58u) {
        msg_post(LOG_Q_POST, index, OSQPost);
    } else if (which < 68u) {
        msg_post(LOG_Q_POST_FRONT, index, OSQPostFront);
    } else if (which < 80u) {
        msg_post_opt(LOG_Q_POST_OPT, index, OSQPostOpt);
    } else if (which < 86u) {
        msg = OSQAccept(events[index], &err);
        log_put(LOG_Q_ACCEPT, err, index, (INT32U)msg);
    } else if (which < 90u) {
        err = OSQFlush(events[index]);
        log_put(LOG_Q_FLUSH, err, index, 0u);
    } else if (which < 96u) {
        event_abort(LOG_Q_ABORT, index, OSQPendAbort);
    } else {
        event_del(LOG_Q_DEL, index, OSQDel);
    }
}

/* ------------------------------------------------------------------------------------------------ several events */

#define MULTI_MOST 4u

static INT8U multi[KERNELS + 1u]; /* bit mask: kinds of events in the task's OSEventPendMulti(); 0: no such call */

static INT8U kind_bit(OS_EVENT const *event)
{
    const INT32U index = event_index(event);

    return index < MBOX ? 1u : index < Q ? 2u : 4u;
}

BOOLEAN waits_for_several(OS_TCB const *ptcb)
{
    return (BOOLEAN)(multi[slot_of(ptcb)] != 0u);
}

BOOLEAN waits_for_kinds(OS_TCB const *ptcb)
{
    const INT8U kinds = multi[slot_of(ptcb)];

    return (BOOLEAN)((kinds & (kinds - 1u)) != 0u);
}

void events_forget(INT8U slot)
{
    multi[slot] = 0u;
}

void act_multi(void)
{
    const INT32U count = 1u + rnd(MULTI_MOST);
    OS_EVENT *pend[MULTI_MOST + 1u] = { 0 };
    OS_EVENT *rdy[MULTI_MOST + 1u] = { 0 };
    void *msgs[MULTI_MOST + 1u] = { 0 };
    INT8U kinds = 0u;
    INT8U err = OS_ERR_NONE;
    INT32U ready;
    INT32U n;

    for (n = 0u; n < count; n++) {
        pend[n] = events[rnd(40) == 0u ? rnd(EVENTS) : rnd(MUTEX)];
        kinds |= pend[n] != 0 ? kind_bit(pend[n]) : 0u;
    }
    if ((app_common != 0u) && is_owner(OSTCBCur)) {
        return;
    }
    if (OSIntNesting == 0u) {
        multi[slot_of(OSTCBCur)] = kinds;
    }
    ready = OSEventPendMulti(pend, rdy, msgs, rnd_timeout(), &err);
    if (OSIntNesting == 0u) {
        multi[slot_of(OSTCBCur)] = 0u;
    }
    log_put(LOG_MULTI, err, count, ready);
    for (n = 0u; rdy[n] != 0; n++) {
        log_put(LOG_MULTI_RDY, (INT8U)n, event_index(rdy[n]), (INT32U)msgs[n]);
    }
}

/* ------------------------------------------------------------------------------------------------- at the start */

/* Create the first events and flag groups. Leave at least one of each kind for later acts to create. */
void events_start(void)
{
    INT8U err;
    INT32U index;

    for (index = SEM; index < MBOX - 1u; index++) {
        events[index] = OSSemCreate((INT16U)(index % 2u));
    }
    for (index = MBOX; index < Q - 1u; index++) {
        events[index] = OSMboxCreate((void *)0);
    }
    for (index = Q; index < MUTEX - 1u; index++) {
        events[index] = OSQCreate(q_storage[index - Q], (INT16U)(1u + index - Q));
    }
    for (index = MUTEX; index < EVENTS - 2u; index++) {
        events[index] = OSMutexCreate((INT8U)(3u * (index - MUTEX) + 2u), &err);
    }
    for (index = 0u; index < FLAG_GRPS - 1u; index++) {
        flag_grps[index] = OSFlagCreate(0u, &err);
    }
}
