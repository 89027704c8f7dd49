// SPDX-License-Identifier: Apache-2.0
// OSTaskChangePrio of the running task switches "to itself", also when it stays the highest: counted, and hooked.
#include "check.h"

static unsigned switches;

void App_TaskSwHook(void)
{
    switches++;
}

void test(void)
{
    INT32U counted = OSCtxSwCtr;
    INT32U own = OSTCBCur->OSTCBCtxSwCtr;

    switches = 0u;
    CHECK_EQ(OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO - 1u), OS_ERR_NONE);
    CHECK_EQ(switches, 1);
    CHECK_EQ(OSCtxSwCtr, counted + 1u);
    CHECK_EQ(OSTCBCur->OSTCBCtxSwCtr, own + 1u);
    CHECK_EQ(OSPrioCur, TEST_PRIO - 1u);
    CHECK(OSTCBCur == tcb(TEST_PRIO - 1u));
    CHECK_EQ(OSTaskChangePrio(TEST_PRIO - 1u, TEST_PRIO), OS_ERR_NONE);
    CHECK_EQ(switches, 2);
    CHECK_EQ(OSPrioCur, TEST_PRIO);
}
