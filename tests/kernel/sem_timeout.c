// SPDX-License-Identifier: Apache-2.0
// A timeout and a post that meet: until the task runs it can still be posted to.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem;
static INT8U sem_err[64];
static volatile BOOLEAN post_in_hook;
static OS_TCB data;
static OS_SEM_DATA sem_data;

void App_TimeTickHook(void)
{
    if (post_in_hook) {
        OSSemPost(sem);
    }
}

static void pends(void *p_arg)
{
    INT8U *perr = &sem_err[OSTCBCur->OSTCBPrio];

    *perr = 0xEEu;
    OSSemPend(sem, (INT32U)p_arg, perr);
    CHECK_EQ(OSTCBCur->OSTCBStat, OS_STAT_RDY); /* whatever ended it: nothing is left of the wait */
    CHECK_EQ(OSTCBCur->OSTCBStatPend, OS_STAT_PEND_OK);
    CHECK(OSTCBCur->OSTCBEventPtr == 0);
    CHECK_EQ(OSTCBCur->OSTCBDly, 0);
    log_put((char)('a' + OSTCBCur->OSTCBPrio - 10u));
    OSTaskDel(OS_PRIO_SELF);
}

void test(void)
{
    sem = OSSemCreate(0);

    /* Post after the timeout, before the task ran: it takes the post. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)2), OS_ERR_NONE);
    OSSchedLock();
    ticks(2);
    CHECK_EQ(OSTaskQuery(10, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSTCBStat, OS_STAT_RDY);
    CHECK_EQ(data.OSTCBStatPend, OS_STAT_PEND_TO);
    CHECK_EQ(data.OSTCBDly, 0);
    CHECK_EQ(OSSemQuery(sem, &sem_data), OS_ERR_NONE);
    CHECK_EQ(sem_data.OSEventGrp, tcb(10)->OSTCBBitY);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(sem_cnt(sem), 0);
    CHECK_EQ(waiting_grp(sem), 0);
    OSSchedUnlock();
    CHECK_LOG("a");
    CHECK_EQ(sem_err[10], OS_ERR_NONE);

    /* Two in the list, the higher of them timed out: the post goes to that one. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)2), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, (void *)0), OS_ERR_NONE);
    OSSchedLock();
    ticks(2);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_LOG("a");
    CHECK_EQ(sem_err[10], OS_ERR_NONE);
    CHECK_EQ(sem_err[11], 0xEE);
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);

    /* A post in the hook of the tick in which the time is up comes first. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)2), OS_ERR_NONE);
    ticks(1);
    post_in_hook = OS_TRUE;
    ticks(1);
    post_in_hook = OS_FALSE;
    CHECK_LOG("a");
    CHECK_EQ(sem_err[10], OS_ERR_NONE);
    CHECK_EQ(sem_cnt(sem), 0);

    /* And one right after it in the same interrupt takes part in the race, and wins. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)1), OS_ERR_NONE);
    IN_ISR(OSTimeTick(); OSSemPost(sem));
    CHECK_LOG("a");
    CHECK_EQ(sem_err[10], OS_ERR_NONE);
    CHECK_EQ(sem_cnt(sem), 0);

    /* The next tick is too late. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)1), OS_ERR_NONE);
    ticks(1);
    CHECK_LOG("a");
    CHECK_EQ(sem_err[10], OS_ERR_TIMEOUT);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(sem_cnt(sem), 1);
    CHECK_EQ(waiting_grp(sem), 0);
    CHECK_EQ(OSSemAccept(sem), 1);

    /* Tasks that time out together leave the list without touching the others. */
    CHECK_EQ(task_new_arg(pends, 10, (void *)3), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 12, (void *)3), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, (void *)4), OS_ERR_NONE);
    ticks(3);
    CHECK_LOG("ac");
    CHECK_EQ(sem_err[10], OS_ERR_TIMEOUT);
    CHECK_EQ(sem_err[12], OS_ERR_TIMEOUT);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("b");
    CHECK_EQ(sem_err[11], OS_ERR_NONE);
}
