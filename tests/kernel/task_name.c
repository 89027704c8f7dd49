// SPDX-License-Identifier: Apache-2.0
// OSTaskNameGet and OSTaskNameSet: every error code; the pointer is kept, not the text.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static INT8U name[] = "motor";
static INT8U *got;
static INT8U long_name[300];

void test_before_start(void)
{
    CHECK_ERR(OSTaskNameSet(NO_PRIO, name, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(OSTaskNameGet(OS_PRIO_SELF, &got, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(CHECK_EQ(OSTaskNameGet(OS_TASK_IDLE_PRIO, &got, &err), 13), OS_ERR_NONE);
    CHECK_STR(got, "uC/OS-II Idle");
}

void test(void)
{
#if OS_LOWEST_PRIO < 254u
    CHECK_ERR(OSTaskNameSet(OS_LOWEST_PRIO + 1u, name, &err), OS_ERR_PRIO_INVALID);
    CHECK_ERR(OSTaskNameSet(OS_LOWEST_PRIO + 1u, 0, &err), OS_ERR_PRIO_INVALID);
    CHECK_ERR(CHECK_EQ(OSTaskNameGet(OS_LOWEST_PRIO + 1u, &got, &err), 0), OS_ERR_PRIO_INVALID);
#endif
    CHECK_ERR(OSTaskNameSet(NO_PRIO, 0, &err), OS_ERR_PNAME_NULL);
    CHECK_ERR(CHECK_EQ(OSTaskNameGet(NO_PRIO, 0, &err), 0), OS_ERR_PNAME_NULL);
    CHECK_ERR(IN_ISR(OSTaskNameSet(TEST_PRIO, name, &err)), OS_ERR_NAME_SET_ISR);
    CHECK_ERR(IN_ISR(OSTaskNameGet(TEST_PRIO, &got, &err)), OS_ERR_NAME_GET_ISR);
    CHECK_ERR(IN_ISR(OSTaskNameSet(TEST_PRIO, 0, &err)), OS_ERR_PNAME_NULL);
    CHECK_ERR(IN_ISR(OSTaskNameGet(NO_PRIO, &got, &err)), OS_ERR_NAME_GET_ISR);
    CHECK_ERR(OSTaskNameSet(NO_PRIO, name, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(CHECK_EQ(OSTaskNameGet(NO_PRIO, &got, &err), 0), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_ERR(OSTaskNameSet(NO_PRIO, name, &err), OS_ERR_TASK_NOT_EXIST);
    CHECK_ERR(OSTaskNameGet(NO_PRIO, &got, &err), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = 0;

    CHECK_ERR(CHECK_EQ(OSTaskNameGet(OS_PRIO_SELF, &got, &err), 1), OS_ERR_NONE);
    CHECK_STR(got, "?");
    CHECK_ERR(OSTaskNameSet(OS_PRIO_SELF, name, &err), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSTaskNameGet(TEST_PRIO, &got, &err), 5), OS_ERR_NONE);
    CHECK(got == name);
    name[3] = '\0';
    CHECK_ERR(CHECK_EQ(OSTaskNameGet(TEST_PRIO, &got, &err), 3), OS_ERR_NONE);

    memset(long_name, 'n', sizeof(long_name) - 1u); /* longer than the length can say */
    OSSchedLock();
    CHECK_ERR(OSTaskNameSet(TEST_PRIO, long_name, &err), OS_ERR_NONE);
    CHECK_ERR(CHECK_EQ(OSTaskNameGet(TEST_PRIO, &got, &err), 255), OS_ERR_NONE);
    CHECK(got == long_name);
}
