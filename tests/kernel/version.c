// SPDX-License-Identifier: Apache-2.0
// OSVersion: 29300, whenever it is asked. OSStart a second time does nothing.
#include "check.h"

static INT16U version;

void test_before_start(void)
{
    CHECK_EQ(OSVersion(), 29300);
    CHECK_EQ(OS_VERSION, 29300);
}

void test(void)
{
    CHECK_EQ(OSVersion(), 29300);
    IN_ISR(version = OSVersion());
    CHECK_EQ(version, 29300);
    OSStart();
    CHECK_EQ(OSPrioCur, TEST_PRIO);
}
