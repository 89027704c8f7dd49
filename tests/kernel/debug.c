// SPDX-License-Identifier: Apache-2.0
// The constants for debuggers are in the image, and say what was built.
// cfg:
// cfg: OS_LOWEST_PRIO=254 OS_MAX_TASKS=30
#include "check.h"

extern INT16U const OSDebugEn, OSVersionNbr, OSTicksPerSec, OSRdyTblSize, OSEventSize, OSEventMax, OSTaskMax, OSTCBSize;
extern INT16U const OSTCBPrioTblMax, OSPtrSize, OSStkWidth, OSTaskStatEn;
extern INT32U const OSEndiannessTest;

void test(void)
{
    CHECK_EQ(OSDebugEn, 1);
    CHECK_EQ(OSVersionNbr, 29300);
    CHECK_EQ(OSEndiannessTest, 0x12345678);
    CHECK_EQ(OSTicksPerSec, 100);
    CHECK_EQ(OSRdyTblSize, sizeof(OSRdyTbl));
    CHECK_EQ(OSEventSize, sizeof(OS_EVENT));
    CHECK_EQ(OSEventMax, OS_MAX_EVENTS);
    CHECK_EQ(OSTaskMax, OS_MAX_TASKS + 2u);
    CHECK_EQ(OSTCBSize, sizeof(OS_TCB));
    CHECK_EQ(OSTCBPrioTblMax, OS_LOWEST_PRIO + 1u);
    CHECK_EQ(OSPtrSize, 4);
    CHECK_EQ(OSStkWidth, 4);
    CHECK_EQ(OSTaskStatEn, 1);
}
