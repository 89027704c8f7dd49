// SPDX-License-Identifier: Apache-2.0
// Before OSStart() no caller can block: delays and pends return at once and change nothing. A pend still takes an
// available item.
#include "check.h"

#define LONG_TICKS 100000u /* longer than a delay counter of 16 bits */

static OS_EVENT *sem, *mbox, *queue, *mutex, *events[4], *ready[4];
static OS_FLAG_GRP *group;
static void *ring[4], *messages[4];
static INT8U message;

static void calls_return_at_once(INT32U timeout)
{
    OSTimeDly(timeout);
    CHECK_ERR(OSSemPend(sem, timeout, &err), OS_ERR_OS_NOT_RUNNING);
    CHECK_ERR(CHECK_EQ(OSMboxPend(mbox, timeout, &err), 0), OS_ERR_OS_NOT_RUNNING);
    CHECK_ERR(CHECK_EQ(OSQPend(queue, timeout, &err), 0), OS_ERR_OS_NOT_RUNNING);
    CHECK_ERR(CHECK_EQ(OSFlagPend(group, 3u, OS_FLAG_WAIT_SET_ALL, timeout, &err), 0), OS_ERR_OS_NOT_RUNNING);
    CHECK_ERR(CHECK_EQ(OSEventPendMulti(events, ready, messages, timeout, &err), 0), OS_ERR_OS_NOT_RUNNING);
}

static void pends_take_available_items(void)
{
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_ERR(OSSemPend(sem, 1, &err), OS_ERR_NONE);
    CHECK_EQ(OSMboxPost(mbox, &message), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSMboxPend(mbox, 1, &err), &message), OS_ERR_NONE);
    CHECK_EQ(OSQPost(queue, &message), OS_ERR_NONE);
    CHECK_EQ(OSQPost(queue, (void *)0), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSQPend(queue, 1, &err), &message), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSQPend(queue, 1, &err), 0), OS_ERR_NONE);
    CHECK_ERR(OSFlagPost(group, 3u, OS_FLAG_SET, &err), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSFlagPend(group, 3u, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 1, &err), 3), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSEventPendMulti(events, ready, messages, 1, &err), 1), OS_ERR_NONE);
    CHECK_ERR(OSMutexPend(mutex, 1, &err), OS_ERR_NONE);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
}

/* Before OSStart(), OS_PRIO_SELF names no task. */
static void prio_self_names_no_task(void)
{
    static OS_TCB copy;
    static OS_STK_DATA stk_data;
    static INT8U *name;

    CHECK_EQ(OSTaskDel(OS_PRIO_SELF), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskDelReq(OS_PRIO_SELF), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 21), OS_ERR_PRIO);
    CHECK_EQ(OSTaskSuspend(OS_PRIO_SELF), OS_ERR_TASK_SUSPEND_PRIO);
    CHECK_EQ(OSTaskQuery(OS_PRIO_SELF, &copy), OS_ERR_PRIO);
    CHECK_EQ(OSTaskStkChk(OS_PRIO_SELF, &stk_data), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(OSTaskNameGet(OS_PRIO_SELF, &name, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(OSTaskRegGet(OS_PRIO_SELF, 0, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(OSTaskRegSet(NO_PRIO, 0, 1, &err), OS_ERR_TASK_NOT_EXIST);
}

/*
 * Before OSStart(), a tick advances the time but decrements no delay, and no kernel call can set a delay. So the test
 * sets a delay through the seam.
 */
static void delays_stay_unchanged(void)
{
    CHECK_EQ(task_new(task_idle_forever, 12), OS_ERR_NONE);
    OS_AccelDlySet(tcb(12), 2u);
    OSTimeTick();
    CHECK_EQ(OSTimeGet(), 1);
    CHECK_EQ(DLY(12), 2);
    OS_AccelDlyClr(tcb(12));
    CHECK_EQ(OSTaskDel(12), OS_ERR_NONE);
}

void test_before_start(void)
{
    prio_self_names_no_task();
    delays_stay_unchanged();
    sem = events[0] = OSSemCreate(0);
    mbox = events[1] = OSMboxCreate((void *)0);
    queue = events[2] = OSQCreate(ring, 4);
    mutex = OSMutexCreate(2, &err);
    group = OSFlagCreate(0, &err);

    calls_return_at_once(3);
    calls_return_at_once(0);
    pends_take_available_items();
    calls_return_at_once(LONG_TICKS);
    CHECK_EQ(OSTimeDlyHMSM(1, 2, 3, 4), OS_ERR_OS_NOT_RUNNING);
    CHECK_EQ(OSTimeDlyHMSM(0, 0, 0, 0), OS_ERR_TIME_ZERO_DLY);
    CHECK_EQ(OSTimeDlyResume(OS_TASK_STAT_PRIO), OS_ERR_TIME_NOT_DLY);
    OSStatInit();
    CHECK_EQ(OSRunning, OS_FALSE);
}

static void waits(void *p_arg)
{
    (void)p_arg;
    OSTimeDly(2);
    log_put('d');
    CHECK_ERR(OSSemPend(sem, 2, &err), OS_ERR_TIMEOUT);
    log_put('t');
    CHECK_ERR(OSQPend(queue, 2, &err), OS_ERR_NONE);
    log_put('q');
    OSTaskSuspend(OS_PRIO_SELF);
}

void test(void)
{
    INT8U y;

    CHECK_EQ(OSRunning, OS_TRUE);
    CHECK(!flag_waiting(group));
    CHECK_EQ(waiting_grp(sem) | waiting_grp(mbox) | waiting_grp(queue) | waiting_grp(mutex), 0);
    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        CHECK_EQ(waiting_row(sem, y) | waiting_row(mbox, y) | waiting_row(queue, y) | waiting_row(mutex, y), 0);
    }
    CHECK_EQ(DLY(TEST_PRIO), 0);

    /* Waits end normally after the start. */
    CHECK_EQ(task_new(waits, 10), OS_ERR_NONE);
    ticks(1);
    CHECK_LOG("");
    ticks(1);
    CHECK_LOG("d");
    ticks(2);
    CHECK_LOG("t");
    CHECK_EQ(OSQPost(queue, &message), OS_ERR_NONE);
    CHECK_LOG("q");
}
