// SPDX-License-Identifier: Apache-2.0
// If the owner's priority changes before or during its promotion, the priorities of all tasks stay consistent, even if
// another task has taken the owner's old priority. The conformance suite tests behaviour that uC/OS-II also has.
// cfg:
// cfg: OS_EVENT_MULTI_EN=0 -O0
#include "check.h"

#define PCP 9u

static OS_EVENT *mutex;
static INT8U wait_err;

static void owner_task(void *p_arg)
{
    INT8U mutex_err;

    (void)p_arg;
    OSMutexPend(mutex, 0, &mutex_err);
    OSTaskSuspend(OS_PRIO_SELF);
    log_put('o');
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    log_put('O');
    OSTaskDel(OS_PRIO_SELF);
}

static void waiter_task(void *p_arg)
{
    (void)p_arg;
    OSMutexPend(mutex, 0, &wait_err);
    log_put('w');
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    OSTaskDel(OS_PRIO_SELF);
}

static void other_task(void *p_arg)
{
    (void)p_arg;
    log_put('c');
    OSTaskSuspend(OS_PRIO_SELF);
}

static void ticking_task(void *p_arg)
{
    (void)p_arg;
    log_put('t');
    ticks(1);
    OSTaskSuspend(OS_PRIO_SELF);
}

/* Let the less urgent tasks run. */
static void run_less_urgent_tasks(void)
{
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 58), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO), OS_ERR_NONE);
}

static void promoted_after_the_change(void)
{
    CHECK_EQ(task_new(owner_task, 40), OS_ERR_NONE);
    run_less_urgent_tasks();
    CHECK_EQ(OSTaskChangePrio(40, 41), OS_ERR_NONE);
    CHECK_EQ(task_new(other_task, 40), OS_ERR_NONE);
    CHECK_EQ(task_new(waiter_task, 12), OS_ERR_NONE);
    CHECK_EQ(tcb(41)->OSTCBPrio, PCP);
    CHECK_EQ(OSTaskResume(41), OS_ERR_NONE);
    CHECK_LOG("ow");
    CHECK_EQ(tcb(41)->OSTCBPrio, 41);
    run_less_urgent_tasks();
    CHECK_LOG("cO");
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
}

static void own_priority_while_promoted(void)
{
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK_EQ(task_new(waiter_task, 12), OS_ERR_NONE);
    CHECK_EQ(OSTCBCur->OSTCBPrio, PCP);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 31), OS_ERR_NONE);
    CHECK_EQ(OSPrioCur, 31);
    CHECK(OSTCBPrioTbl[TEST_PRIO] == 0);
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK_EQ(OSTaskChangePrio(31, TEST_PRIO), OS_ERR_NONE);
}

/* The owner promotes itself: it waits for its own mutex, at a higher priority than when it locked the mutex. */
static void own_mutex_after_the_change(void)
{
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, 20), OS_ERR_NONE);
    CHECK_EQ(task_new(ticking_task, 40), OS_ERR_NONE);
    CHECK_ERR(OSMutexPend(mutex, 1, &err), OS_ERR_TIMEOUT);
    CHECK_LOG("t");
    CHECK_EQ(OSTCBCur->OSTCBPrio, PCP);
    CHECK_EQ(OSPrioCur, PCP);
    CHECK(OSTCBPrioTbl[PCP] == OSTCBCur);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_EQ(OSPrioCur, 20);
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_EQ(OSTaskChangePrio(20, TEST_PRIO), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
}

void test(void)
{
    CHECK_ERR(mutex = OSMutexCreate(PCP, &err), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(OS_TASK_STAT_PRIO), OS_ERR_NONE);
    promoted_after_the_change();
    own_priority_while_promoted();
    own_mutex_after_the_change();
    CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 1u);
}
