// SPDX-License-Identifier: Apache-2.0
// OSTaskQuery: every error code; the copy shows the state of the moment.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem;
static OS_TCB data;
static INT8U code;

static void pends(void *p_arg)
{
    (void)p_arg;
    OSSemPend(sem, 5, &err);
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskQuery(NO_PRIO, &data), OS_ERR_PRIO);
    CHECK_EQ(OSTaskQuery(OS_PRIO_SELF, &data), OS_ERR_PRIO);
    CHECK_EQ(OSTaskQuery(OS_TASK_IDLE_PRIO, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSTCBId, OS_TASK_IDLE_ID);
}

void test(void)
{
#if OS_LOWEST_PRIO < 254u
    CHECK_EQ(OSTaskQuery(OS_LOWEST_PRIO + 1u, &data), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskQuery(OS_LOWEST_PRIO + 1u, 0), OS_ERR_PRIO_INVALID);
#endif
    CHECK_EQ(OSTaskQuery(NO_PRIO, 0), OS_ERR_PDATA_NULL);
    CHECK_EQ(OSTaskQuery(NO_PRIO, &data), OS_ERR_PRIO);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_EQ(OSTaskQuery(NO_PRIO, &data), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = 0;
    CHECK_EQ(OSTaskQuery(OS_PRIO_SELF, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSTCBPrio, TEST_PRIO);
    CHECK_EQ(memcmp(&data, OSTCBCur, sizeof(data)), 0);

    sem = OSSemCreate(0);
    CHECK_EQ(task_new(pends, 10), OS_ERR_NONE);
    ticks(2);
    CHECK_EQ(OSTaskQuery(10, &data), OS_ERR_NONE);
    CHECK_EQ(memcmp(&data, tcb(10), offsetof(OS_TCB, OSTCBDly)), 0);
    CHECK_EQ(data.OSTCBDly, 3);
    CHECK_EQ(data.OSTCBStat, OS_STAT_SEM);
    CHECK(data.OSTCBEventPtr == sem);
    CHECK_STR(data.OSTCBTaskName, "?");

    OSSchedLock(); /* timed out and not yet run */
    ticks(3);
    CHECK_EQ(OSTaskQuery(10, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSTCBDly, 0);
    CHECK_EQ(data.OSTCBStat, OS_STAT_RDY);
    CHECK_EQ(data.OSTCBStatPend, OS_STAT_PEND_TO);
    IN_ISR(code = OSTaskQuery(10, &data));
    CHECK_EQ(code, OS_ERR_NONE);
    OSSchedUnlock();
}
