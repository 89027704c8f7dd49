// SPDX-License-Identifier: Apache-2.0
// The image contains the constants for debuggers, and they match the configuration.
// cfg: OS_TMR_EN=1
// cfg: OS_LOWEST_PRIO=254 OS_MAX_TASKS=30 OS_TASK_STAT_EN=0 OS_FLAG_EN=0 OS_MEM_EN=0 OS_Q_EN=0
#include "check.h"

extern INT32U const OSEndiannessTest;

/* Check a constant of type INT16U. All except OSEndiannessTest have this type. */
#define CHECK_CONST(name, value) \
    do { \
        extern INT16U const name; \
        CHECK_EQ(name, value); \
    } while (0)

static void kernel(void)
{
    CHECK_EQ(OSEndiannessTest, 0x12345678);
    CHECK_CONST(OSDebugEn, 1);
    CHECK_CONST(OSVersionNbr, 29300);
    CHECK_CONST(OSTicksPerSec, 100);
    CHECK_CONST(OSPtrSize, 4);
    CHECK_CONST(OSStkWidth, 4);
    CHECK_CONST(OSTimeTickHookEn, 1);
    CHECK_CONST(OS_TLS_TblSize, 0);
#if OS_TMR_EN > 0u
    CHECK_CONST(OSDataSize, 5139); /* value of a V2.93 build with this configuration */
#endif
}

static void tasks(void)
{
    CHECK_CONST(OSLowestPrio, OS_LOWEST_PRIO);
    CHECK_CONST(OSRdyTblSize, (OS_LOWEST_PRIO == 254u) ? 16 : 8); /* entries, not bytes */
    CHECK_CONST(OSTaskCreateEn, 1);
    CHECK_CONST(OSTaskCreateExtEn, 1);
    CHECK_CONST(OSTaskDelEn, 1);
    CHECK_CONST(OSTaskIdleStkSize, 128);
    CHECK_CONST(OSTaskMax, OS_MAX_TASKS + 1u + OS_TASK_STAT_EN);
    CHECK_CONST(OSTaskNameEn, 1);
    CHECK_CONST(OSTaskProfileEn, 1);
    CHECK_CONST(OSTaskRegTblSize, 1);
    CHECK_CONST(OSTaskStatEn, OS_TASK_STAT_EN);
    CHECK_CONST(OSTaskStatStkSize, OS_TASK_STAT_EN * 128u);
    CHECK_CONST(OSTaskStatStkChkEn, 1);
    CHECK_CONST(OSTaskSwHookEn, 1);
    CHECK_CONST(OSTCBPrioTblMax, OS_LOWEST_PRIO + 1u);
    CHECK_CONST(OSTCBSize, sizeof(OS_TCB));
}

static void events(void)
{
    CHECK_CONST(OSEventEn, 1);
    CHECK_CONST(OSEventMax, OS_MAX_EVENTS);
    CHECK_CONST(OSEventMultiEn, 1);
    CHECK_CONST(OSEventNameEn, 1);
    CHECK_CONST(OSEventSize, sizeof(OS_EVENT));
    CHECK_CONST(OSEventTblSize, OS_MAX_EVENTS * sizeof(OS_EVENT));
    CHECK_CONST(OSMboxEn, 1);
    CHECK_CONST(OSMutexEn, 1);
    CHECK_CONST(OSSemEn, 1);
    CHECK_CONST(OSQEn, OS_Q_EN);
    CHECK_CONST(OSQMax, OS_Q_EN * OS_MAX_QS);
    CHECK_CONST(OSQSize, OS_Q_EN * 24u);
}

static void flags_and_memory(void)
{
    CHECK_CONST(OSFlagEn, OS_FLAG_EN);
    CHECK_CONST(OSFlagMax, OS_FLAG_EN * OS_MAX_FLAGS);
    CHECK_CONST(OSFlagNameEn, OS_FLAG_EN);
    CHECK_CONST(OSFlagGrpSize, OS_FLAG_EN * 16u);
    CHECK_CONST(OSFlagNodeSize, OS_FLAG_EN * 20u);
    CHECK_CONST(OSFlagWidth, OS_FLAG_EN * 2u);
    CHECK_CONST(OSMemEn, OS_MEM_EN);
    CHECK_CONST(OSMemMax, OS_MEM_EN * OS_MAX_MEM_PART);
    CHECK_CONST(OSMemNameEn, OS_MEM_EN);
    CHECK_CONST(OSMemSize, OS_MEM_EN * 24u);
    CHECK_CONST(OSMemTblSize, OS_MEM_EN * OS_MAX_MEM_PART * 24u);
}

static void timers(void)
{
    CHECK_CONST(OSTmrEn, OS_TMR_EN);
    CHECK_CONST(OSTmrCfgMax, OS_TMR_EN * 16u);
    CHECK_CONST(OSTmrCfgNameEn, OS_TMR_EN);
    CHECK_CONST(OSTmrCfgTicksPerSec, OS_TMR_EN * 10u);
    CHECK_CONST(OSTmrCfgWheelSize, OS_TMR_EN * 7u);
    CHECK_CONST(OSTmrSize, OS_TMR_EN * 40u);
    CHECK_CONST(OSTmrTblSize, OS_TMR_EN * 16u * 40u);
    CHECK_CONST(OSTmrWheelSize, OS_TMR_EN * 8u);
    CHECK_CONST(OSTmrWheelTblSize, OS_TMR_EN * 7u * 8u);
}

void test(void)
{
    kernel();
    tasks();
    events();
    flags_and_memory();
    timers();
}
