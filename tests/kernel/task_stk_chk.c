// SPDX-License-Identifier: Apache-2.0
// OSTaskStkChk: every error code, and its numbers in stack entries.
#include "check.h"

static OS_STK_DATA data;
static OS_STK plain[STK_SIZE], cleared[STK_SIZE];
static INT8U code;

/* Uses a known depth at least. */
static void digs(void *p_arg)
{
    volatile OS_STK hole[60];
    unsigned i;

    (void)p_arg;
    for (i = 0u; i < 60u; i++) {
        hole[i] = 1u;
    }
    OSTaskSuspend(OS_PRIO_SELF);
    (void)hole[0];
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskStkChk(NO_PRIO, &data), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskStkChk(OS_PRIO_SELF, &data), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskStkChk(OS_TASK_IDLE_PRIO, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSFree + data.OSUsed, OS_TASK_IDLE_STK_SIZE);
    CHECK_EQ(data.OSUsed % 4u, (OS_TASK_IDLE_STK_SIZE - data.OSFree) % 4u);
#if OS_CPU_CONTEXTS == 0 /* else its registers are not in its stack */
    CHECK(data.OSUsed > 0u);
#endif
}

void test(void)
{
    INT32U used;
    INT32U low;

    data.OSFree = data.OSUsed = 99u;
    CHECK_EQ(OSTaskStkChk(OS_LOWEST_PRIO + 1u, &data), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskStkChk(OS_LOWEST_PRIO + 1u, 0), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskStkChk(NO_PRIO, 0), OS_ERR_PDATA_NULL);
    CHECK_EQ(OSTaskStkChk(NO_PRIO, &data), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(data.OSFree, 0);
    CHECK_EQ(data.OSUsed, 0);
    OSTCBPrioTbl[NO_PRIO] = OS_TCB_RESERVED;
    CHECK_EQ(OSTaskStkChk(NO_PRIO, &data), OS_ERR_TASK_NOT_EXIST);
    OSTCBPrioTbl[NO_PRIO] = 0;
    CHECK_EQ(OSTaskCreate(digs, 0, &plain[STK_SIZE - 1u], 10), OS_ERR_NONE);
    CHECK_EQ(OSTaskStkChk(10, &data), OS_ERR_TASK_OPT);
    CHECK_EQ(OSTaskCreateExt(digs, 0, &plain[STK_SIZE - 1u], 11, 0, plain, STK_SIZE, 0, OS_TASK_OPT_STK_CLR),
             OS_ERR_NONE);
    CHECK_EQ(OSTaskStkChk(11, &data), OS_ERR_TASK_OPT);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);

    /* What was in the stack is cleared; the untouched entries at the far end are the free ones. */
    memset(cleared, 0x55, sizeof(cleared));
    CHECK_EQ(OSTaskCreateExt(digs, 0, &cleared[STK_SIZE - 1u], 12, 0, cleared, STK_SIZE, 0,
                             OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR), OS_ERR_NONE);
    CHECK_EQ(OSTaskStkChk(12, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSFree + data.OSUsed, STK_SIZE);
    CHECK(data.OSUsed > 60u);
    CHECK(data.OSFree > 0u);
    for (low = 0u; cleared[low] == 0u; low++) {
    }
    CHECK_EQ(data.OSFree, low);
    used = data.OSUsed;
    cleared[2] = 1u; /* as if the task had come that deep */
    CHECK_EQ(OSTaskStkChk(12, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSFree, 2);
    CHECK_EQ(data.OSUsed, STK_SIZE - 2u);
    cleared[0] = 1u;
    CHECK_EQ(OSTaskStkChk(12, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSFree, 0);
    CHECK_EQ(data.OSUsed, STK_SIZE);
    cleared[0] = cleared[2] = 0u;
    CHECK_EQ(OSTaskStkChk(12, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSUsed, used);
    memset(cleared, 0, sizeof(cleared)); /* never beyond the stack */
    CHECK_EQ(OSTaskStkChk(12, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSFree, STK_SIZE);
    CHECK_EQ(OSTaskDel(12), OS_ERR_NONE);

    /* Not cleared when that is not asked for. */
    memset(cleared, 0x55, sizeof(cleared));
    CHECK_EQ(OSTaskCreateExt(digs, 0, &cleared[STK_SIZE - 1u], 12, 0, cleared, STK_SIZE, 0, OS_TASK_OPT_STK_CHK),
             OS_ERR_NONE);
    CHECK_EQ(OSTaskStkChk(12, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSUsed, STK_SIZE);

    CHECK_EQ(OSTaskStkChk(OS_PRIO_SELF, &data), OS_ERR_NONE);
    CHECK(data.OSUsed > 0u);
    IN_ISR(code = OSTaskStkChk(12, &data));
    CHECK_EQ(code, OS_ERR_NONE);
}
