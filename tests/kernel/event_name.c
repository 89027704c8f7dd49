// SPDX-License-Identifier: Apache-2.0
// OSEventNameGet and OSEventNameSet: every error code.
#include "check.h"

static OS_EVENT *sem;
static OS_EVENT other;
static INT8U name[] = "door";
static INT8U *got;
static INT8U length;

void test_before_start(void)
{
    sem = OSSemCreate(0);
    CHECK_ERR(CHECK_EQ(OSEventNameGet(sem, &got, &err), 1), OS_ERR_NONE);
    CHECK_STR(got, "?");
    CHECK_ERR(OSEventNameSet(0, name, &err), OS_ERR_PEVENT_NULL);
}

void test(void)
{
    static INT8U const named[] = {OS_EVENT_TYPE_SEM, OS_EVENT_TYPE_MUTEX, OS_EVENT_TYPE_MBOX, OS_EVENT_TYPE_Q};
    unsigned i;

    CHECK_ERR(OSEventNameSet(0, 0, &err), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK_EQ(OSEventNameGet(0, 0, &err), 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(OSEventNameSet(&other, 0, &err), OS_ERR_PNAME_NULL);
    CHECK_ERR(CHECK_EQ(OSEventNameGet(&other, 0, &err), 0), OS_ERR_PNAME_NULL);
    CHECK_ERR(IN_ISR(OSEventNameSet(&other, name, &err)), OS_ERR_NAME_SET_ISR);
    CHECK_ERR(IN_ISR(OSEventNameGet(&other, &got, &err)), OS_ERR_NAME_GET_ISR);
    CHECK_ERR(IN_ISR(OSEventNameSet(0, name, &err)), OS_ERR_PEVENT_NULL);
    CHECK_ERR(OSEventNameSet(&other, name, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(CHECK_EQ(OSEventNameGet(&other, &got, &err), 0), OS_ERR_EVENT_TYPE);
    other.OSEventType = OS_EVENT_TYPE_FLAG;
    CHECK_ERR(OSEventNameSet(&other, name, &err), OS_ERR_EVENT_TYPE);
    for (i = 0u; i < sizeof(named); i++) {
        other.OSEventType = named[i];
        other.OSEventName = 0;
        CHECK_ERR(OSEventNameSet(&other, name, &err), OS_ERR_NONE);
        CHECK_ERR(CHECK_EQ(OSEventNameGet(&other, &got, &err), 4), OS_ERR_NONE);
        CHECK(got == name);
    }

    OSSchedLock();
    CHECK_ERR(OSEventNameSet(sem, name, &err), OS_ERR_NONE);
    CHECK_ERR(length = OSEventNameGet(sem, &got, &err), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_EQ(length, 4);
    CHECK(got == name);
    CHECK_ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err), OS_ERR_NONE); /* the next one has no name */
    sem = OSSemCreate(0);
    CHECK_ERR(OSEventNameGet(sem, &got, &err), OS_ERR_NONE);
    CHECK_STR(got, "?");
}
