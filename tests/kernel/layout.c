// SPDX-License-Identifier: Apache-2.0
// Layout for debuggers: sizes and offsets of the public structures, and the table for the lowest set bit.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_LOWEST_PRIO=64
// cfg: OS_LOWEST_PRIO=31 TEST_PRIO=20
#include <stddef.h>
#include "check.h"

void test(void)
{
    unsigned i;

    CHECK_EQ(offsetof(OS_TCB, OSTCBStkPtr), 0);
    CHECK_EQ(offsetof(OS_TCB, OSTCBDly), 52);
    CHECK_EQ(offsetof(OS_TCB, OSTCBStat), 56);
    CHECK_EQ(offsetof(OS_TCB, OSTCBStatPend), 57);
    CHECK_EQ(offsetof(OS_TCB, OSTCBPrio), 58);
    CHECK_EQ(offsetof(OS_TCB, OSTCBX), 59);
    CHECK_EQ(offsetof(OS_TCB, OSTCBY), 60);
#if OS_LOWEST_PRIO <= 63u
    CHECK_EQ(sizeof(OS_PRIO), 1);
    CHECK_EQ(offsetof(OS_TCB, OSTCBBitX), 61);
    CHECK_EQ(offsetof(OS_TCB, OSTCBBitY), 62);
    CHECK_EQ(sizeof(OS_TCB), 92);
    CHECK_EQ(sizeof(OSRdyTbl), OS_LOWEST_PRIO / 8u + 1u);
    CHECK_EQ(offsetof(OS_EVENT, OSEventTbl), 11);
#else
    CHECK_EQ(sizeof(OS_PRIO), 2);
    CHECK_EQ(offsetof(OS_TCB, OSTCBBitX), 62);
    CHECK_EQ(offsetof(OS_TCB, OSTCBBitY), 64);
    CHECK_EQ(sizeof(OS_TCB), 96);
    CHECK_EQ(sizeof(OSRdyTbl), 2u * (OS_LOWEST_PRIO / 16u + 1u));
    CHECK_EQ(offsetof(OS_EVENT, OSEventTbl), 12);
#endif
    CHECK_EQ(offsetof(OS_EVENT, OSEventGrp), 10);
#if OS_LOWEST_PRIO == 63u
    CHECK_EQ(sizeof(OS_EVENT), 24);
#elif OS_LOWEST_PRIO == 254u
    CHECK_EQ(sizeof(OS_EVENT), 48);
#endif
    CHECK_EQ(sizeof(OSTCBPrioTbl), (OS_LOWEST_PRIO + 1u) * sizeof(OS_TCB *));
    CHECK_EQ(sizeof(OSTCBTbl), (OS_MAX_TASKS + OS_N_SYS_TASKS) * sizeof(OS_TCB));

    for (i = 1u; i < 256u; i++) {
        CHECK_EQ(OSUnMapTbl[i], __builtin_ctz(i));
    }
    CHECK_EQ(OSUnMapTbl[0], 0);

#if OS_ACCEL_RDY_EN == 0u
    /* On a little-endian machine, the ready table is a flat bitmap: priority p is bit p % 8 of byte p / 8. */
    CHECK_EQ(((INT8U *)OSRdyTbl)[TEST_PRIO / 8u], 1u << (TEST_PRIO % 8u));
    CHECK_EQ(((INT8U *)OSRdyTbl)[OS_TASK_IDLE_PRIO / 8u] & (1u << (OS_TASK_IDLE_PRIO % 8u)),
             1u << (OS_TASK_IDLE_PRIO % 8u));
#endif
}
