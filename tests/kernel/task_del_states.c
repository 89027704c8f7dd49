// SPDX-License-Identifier: Apache-2.0
// OSTaskDel of tasks in every state: later ticks and posts do not find them any more.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem;
static INT8U sem_err;

static void pends(void *p_arg)
{
    OSSemPend(sem, (INT32U)p_arg, &sem_err);
    log_put('p');
    OSTaskSuspend(OS_PRIO_SELF);
}

static void sleeps(void *p_arg)
{
    OSTimeDly((INT32U)p_arg);
    log_put('d');
    OSTaskSuspend(OS_PRIO_SELF);
}

static void delete_and_look(INT8U prio)
{
    OS_SEM_DATA data;
    OS_TCB *ptcb = tcb(prio);
    INT8U count = OSTaskCtr;

    CHECK_EQ(OSTaskDel(prio), OS_ERR_NONE);
    CHECK_EQ(OSTaskCtr, count - 1u);
    CHECK(tcb(prio) == 0);
    CHECK_EQ(OS_AccelDlyGet(ptcb), 0);
    CHECK_EQ(ptcb->OSTCBStat, OS_STAT_RDY);
    CHECK_EQ(ptcb->OSTCBStatPend, OS_STAT_PEND_OK);
    CHECK(ptcb->OSTCBEventPtr == 0);
    CHECK_EQ(OS_AccelRdyTst(ptcb), OS_FALSE);
    CHECK(OSTCBFreeList == ptcb);
    CHECK_EQ(OSSemQuery(sem, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSEventGrp, 0);
    CHECK_EQ(data.OSEventTbl[ptcb->OSTCBY], 0);
    ticks(4);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemAccept(sem), 1); /* nobody got it */
    CHECK_LOG("");
}

void test(void)
{
    sem = OSSemCreate(0);

    CHECK_EQ(task_new_arg(sleeps, 40, (void *)1), OS_ERR_NONE); /* ready, never ran */
    delete_and_look(40);
    CHECK_EQ(task_new_arg(sleeps, 10, (void *)3), OS_ERR_NONE); /* delayed */
    delete_and_look(10);
    CHECK_EQ(task_new_arg(pends, 10, (void *)0), OS_ERR_NONE); /* pending */
    delete_and_look(10);
    CHECK_EQ(task_new_arg(pends, 10, (void *)3), OS_ERR_NONE); /* pending with a timeout */
    ticks(1);
    delete_and_look(10);

    CHECK_EQ(task_new_arg(sleeps, 40, (void *)1), OS_ERR_NONE); /* suspended */
    CHECK_EQ(OSTaskSuspend(40), OS_ERR_NONE);
    delete_and_look(40);
    CHECK_EQ(task_new_arg(sleeps, 10, (void *)3), OS_ERR_NONE); /* suspended and delayed */
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    delete_and_look(10);
    CHECK_EQ(task_new_arg(pends, 10, (void *)2), OS_ERR_NONE); /* suspended and pending */
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    delete_and_look(10);
    CHECK_EQ(task_new_arg(pends, 10, (void *)2), OS_ERR_NONE); /* suspended, and timed out: still listed */
    CHECK_EQ(OSTaskSuspend(10), OS_ERR_NONE);
    ticks(2);
    CHECK(tcb(10)->OSTCBEventPtr == sem);
    delete_and_look(10);

    CHECK_EQ(task_new_arg(pends, 10, (void *)1), OS_ERR_NONE); /* timed out, and did not run yet */
    OSSchedLock();
    ticks(1);
    CHECK_EQ(is_rdy(10), OS_TRUE);
    CHECK(tcb(10)->OSTCBEventPtr == sem);
    delete_and_look(10);
    OSSchedUnlock();
    CHECK_LOG("");

    CHECK_EQ(task_new_arg(pends, 10, (void *)0), OS_ERR_NONE); /* posted to, and did not run yet */
    OSSchedLock();
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    delete_and_look(10);
    OSSchedUnlock();
    CHECK_LOG("");

    /* From the middle of the list and of a waiting list: the neighbours stay. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)5), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, (void *)0), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 12, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);
    CHECK(tcb(12)->OSTCBNext == tcb(10));
    CHECK(tcb(10)->OSTCBPrev == tcb(12));
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("pp");
    CHECK_EQ(OSSemAccept(sem), 0);
}
