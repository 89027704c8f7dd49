// SPDX-License-Identifier: Apache-2.0
// OSTaskDel: every error code.
#include "check.h"

static INT8U code;

static void deletes_itself(void *p_arg)
{
    (void)p_arg;
    log_put('s');
    OSTaskDel(OS_PRIO_SELF);
    log_put('!');
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskDel(OS_TASK_IDLE_PRIO), OS_ERR_TASK_DEL_IDLE);
    CHECK_EQ(OSTaskDel(OS_LOWEST_PRIO + 1u), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskDel(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskDel(OS_PRIO_SELF), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(task_new(task_idle_forever, 20), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(20), OS_ERR_NONE);
    CHECK(tcb(20) == 0);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS);
}

void test(void)
{
    OS_TCB *ptcb;
    unsigned free = 0u;

    CHECK_EQ(OSTaskDel(OS_TASK_IDLE_PRIO), OS_ERR_TASK_DEL_IDLE);
    CHECK_EQ(OSTaskDel(OS_LOWEST_PRIO + 1u), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskDel(254), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskDel(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_EQ(OSTaskDel(NO_PRIO), OS_ERR_TASK_DEL);
    CHECK(OSTCBPrioTbl[NO_PRIO] == OS_TCB_RESERVED);
    OSTCBPrioTbl[NO_PRIO] = 0;

    /* An interrupt is refused before anything else is looked at. */
    CHECK_EQ(task_new(task_idle_forever, 40), OS_ERR_NONE);
    IN_ISR(code = OSTaskDel(40));
    CHECK_EQ(code, OS_ERR_TASK_DEL_ISR);
    IN_ISR(code = OSTaskDel(OS_TASK_IDLE_PRIO));
    CHECK_EQ(code, OS_ERR_TASK_DEL_ISR);
    IN_ISR(code = OSTaskDel(255));
    CHECK_EQ(code, OS_ERR_TASK_DEL_ISR);
    CHECK(tcb(40) != 0);

    /* Deleted: nothing is left of it. */
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 2u);
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 1u);
    CHECK(tcb(40) == 0);
    CHECK_EQ(OSTaskDel(40), OS_ERR_TASK_NOT_EXIST);
    for (ptcb = OSTCBFreeList; ptcb != 0; ptcb = ptcb->OSTCBNext) {
        free++;
    }
    CHECK_EQ(free, OS_MAX_TASKS - 1u);
    CHECK(OSTCBList == OSTCBCur);
    CHECK_EQ(task_new(task_idle_forever, 40), OS_ERR_NONE); /* and its priority can be used again */
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);

    /* Itself, also by its own number; never goes on. */
    CHECK_EQ(task_new(deletes_itself, 5), OS_ERR_NONE);
    CHECK_LOG("s");
    CHECK(tcb(5) == 0);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 1u);

    /* The kernel's own statistics task can be deleted. */
    CHECK_EQ(OSTaskDel(OS_TASK_STAT_PRIO), OS_ERR_NONE);
    CHECK(tcb(OS_TASK_STAT_PRIO) == 0);
    CHECK_EQ(OSTaskCtr, 2);

    /* Locked: works, and does not disturb the lock. */
    OSSchedLock();
    CHECK_EQ(task_new(deletes_itself, 5), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(5), OS_ERR_NONE);
    CHECK_EQ(OSLockNesting, 1);
    OSSchedUnlock();
    CHECK_EQ(OSLockNesting, 0);
    CHECK_LOG("");

    /* Locked to the full depth. */
    CHECK_EQ(task_new(task_idle_forever, 40), OS_ERR_NONE);
    while (OSLockNesting < 255u) {
        OSSchedLock();
    }
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
    CHECK_EQ(OSLockNesting, 255);
}
