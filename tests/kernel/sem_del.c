// SPDX-License-Identifier: Apache-2.0
// OSSemDel: every error code; waiting tasks are told.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem, *rest;
static OS_EVENT other;
static INT8U sem_err[64];

static void pends(void *p_arg)
{
    INT8U *perr = &sem_err[OSTCBCur->OSTCBPrio];

    OSSemPend(sem, (INT32U)p_arg, perr);
    log_put('p');
    OSTaskDel(OS_PRIO_SELF);
}

void test_before_start(void)
{
    CHECK_ERR(CHECK(OSSemDel(0, OS_DEL_ALWAYS, &err) == 0), OS_ERR_PEVENT_NULL);
    sem = OSSemCreate(0);
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE);
}

void test(void)
{
    CHECK_ERR(CHECK(OSSemDel(0, 99, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSSemDel(&other, 99, &err) == &other), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_NO_PEND, &err) == sem), OS_ERR_EVENT_TYPE); /* deleted above */
    sem = OSSemCreate(5);
    CHECK_ERR(IN_ISR(rest = OSSemDel(sem, OS_DEL_NO_PEND, &err)), OS_ERR_DEL_ISR);
    CHECK(rest == sem);
    CHECK_ERR(IN_ISR(rest = OSSemDel(&other, 99, &err)), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK(OSSemDel(sem, 2, &err) == sem), OS_ERR_INVALID_OPT);
    CHECK_EQ(sem_cnt(sem), 5);
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_NO_PEND, &err) == 0), OS_ERR_NONE);
    CHECK_EQ(sem->OSEventType, OS_EVENT_TYPE_UNUSED);
    CHECK(OSEventFreeList == sem);
    sem = OSSemCreate(0);
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE); /* nobody waits */

    sem = OSSemCreate(0);
    CHECK_EQ(task_new_arg(pends, 10, (void *)0), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, (void *)5), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 20, (void *)0), OS_ERR_NONE);
    CHECK_EQ(OSTaskSuspend(20), OS_ERR_NONE);
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_NO_PEND, &err) == sem), OS_ERR_TASK_WAITING);
    CHECK_ERR(CHECK(OSSemDel(sem, 77, &err) == sem), OS_ERR_INVALID_OPT);
    CHECK_LOG("");
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE);
    CHECK_LOG("pp");
    CHECK_EQ(sem_err[10], OS_ERR_PEND_ABORT);
    CHECK_EQ(sem_err[11], OS_ERR_PEND_ABORT);
    CHECK_EQ(OSTaskResume(20), OS_ERR_NONE);
    CHECK_LOG("p");
    CHECK_EQ(sem_err[20], OS_ERR_PEND_ABORT);

    /* Locked: it is deleted at once, they run later. */
    sem = OSSemCreate(0);
    CHECK_EQ(task_new_arg(pends, 10, (void *)0), OS_ERR_NONE);
    OSSchedLock();
    CHECK_ERR(CHECK(OSSemDel(sem, OS_DEL_ALWAYS, &err) == 0), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(OSSemPost(sem), OS_ERR_EVENT_TYPE);
    OSSchedUnlock();
    CHECK_LOG("p");
    CHECK_EQ(sem_err[10], OS_ERR_PEND_ABORT);
}
