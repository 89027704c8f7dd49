// SPDX-License-Identifier: Apache-2.0
// Each task can have several registers. They are 0 in a new task, and a task that does not exist has none.
// cfg: OS_TASK_REG_TBL_SIZE=3
#include "check.h"

static INT8U id;

void test(void)
{
    for (id = 0u; id < OS_TASK_REG_TBL_SIZE; id++) {
        CHECK_ERR(CHECK_EQ(OSTaskRegGetID(&err), id), OS_ERR_NONE);
    }
    CHECK_ERR(CHECK_EQ(OSTaskRegGetID(&err), OS_TASK_REG_TBL_SIZE), OS_ERR_NO_MORE_ID_AVAIL);
    CHECK_ERR(OSTaskRegSet(TEST_PRIO, OS_TASK_REG_TBL_SIZE, 1, &err), OS_ERR_ID_INVALID);
    CHECK_ERR(CHECK_EQ(OSTaskRegGet(TEST_PRIO, OS_TASK_REG_TBL_SIZE, &err), 0), OS_ERR_ID_INVALID);
    CHECK_ERR(OSTaskRegSet(NO_PRIO, 0, 1, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(CHECK_EQ(OSTaskRegGet(NO_PRIO, 0, &err), 0), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_ERR(OSTaskRegSet(NO_PRIO, 0, 1, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(OSTaskRegGet(NO_PRIO, 0, &err), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = 0;

    CHECK_EQ(task_new(task_idle_forever, 10), OS_ERR_NONE);
    for (id = 0u; id < OS_TASK_REG_TBL_SIZE; id++) {
        CHECK_ERR(CHECK_EQ(OSTaskRegGet(10, id, &err), 0), OS_ERR_NONE);
        CHECK_ERR(OSTaskRegSet(10, id, 0x10000000u + id, &err), OS_ERR_NONE);
        CHECK_ERR(OSTaskRegSet(OS_PRIO_SELF, id, 0x20000000u + id, &err), OS_ERR_NONE);
    }
    for (id = 0u; id < OS_TASK_REG_TBL_SIZE; id++) {
        CHECK_ERR(CHECK_EQ(OSTaskRegGet(10, id, &err), 0x10000000u + id), OS_ERR_NONE);
        CHECK_ERR(CHECK_EQ(OSTaskRegGet(OS_PRIO_SELF, id, &err), 0x20000000u + id), OS_ERR_NONE);
        CHECK_EQ(OSTCBCur->OSTCBRegTbl[id], 0x20000000u + id);
    }
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_EQ(task_new(task_idle_forever, 10), OS_ERR_NONE);
    for (id = 0u; id < OS_TASK_REG_TBL_SIZE; id++) {
        CHECK_ERR(CHECK_EQ(OSTaskRegGet(10, id, &err), 0), OS_ERR_NONE);
    }
}
