// SPDX-License-Identifier: Apache-2.0
// OSTaskCreate and OSTaskCreateExt: every error code, what the TCB says, who runs next.
// cfg: OS_TASK_IDLE_STK_SIZE=512
// cfg: OS_TASK_IDLE_STK_SIZE=512 OS_LOWEST_PRIO=254
#include "check.h"

static INT8U code;
static int extension;

static void done(void *p_arg)
{
    log_put(*(char *)p_arg);
    OSTaskSuspend(OS_PRIO_SELF);
}

static OS_STK *top(void)
{
    return STK_TOP(stk_used++ % STK_COUNT);
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskCreate(done, "a", top(), 20), OS_ERR_NONE);
    CHECK_EQ(OSTaskCreate(done, "a", top(), 20), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskCreate(done, "a", top(), OS_LOWEST_PRIO), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskCreate(done, "a", top(), OS_LOWEST_PRIO + 1u), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 1u);
    CHECK_LOG("");
}

void test(void)
{
    CHECK_LOG("a");

    CHECK_EQ(OSTaskCreate(done, "b", top(), 255), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskCreateExt(done, "b", top(), OS_LOWEST_PRIO + 1u, 0, 0, 0, 0, 0), OS_ERR_PRIO_INVALID);
    CHECK_EQ(OSTaskCreate(done, "b", top(), 20), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskCreateExt(done, "b", top(), 20, 0, 0, 0, 0, 0), OS_ERR_PRIO_EXIST);
    OSTCBPrioTbl[21] = OS_TCB_RESERVED;
    CHECK_EQ(OSTaskCreate(done, "b", top(), 21), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskCreateExt(done, "b", top(), 21, 0, 0, 0, 0, 0), OS_ERR_PRIO_EXIST);
    CHECK(OSTCBPrioTbl[21] == OS_TCB_RESERVED);
    OSTCBPrioTbl[21] = 0;

    /* From an interrupt; the priority's range is tested before that, its being free after it. */
    IN_ISR(code = OSTaskCreate(done, "b", top(), 5));
    CHECK_EQ(code, OS_ERR_TASK_CREATE_ISR);
    IN_ISR(code = OSTaskCreateExt(done, "b", top(), 5, 0, 0, 0, 0, 0));
    CHECK_EQ(code, OS_ERR_TASK_CREATE_ISR);
    IN_ISR(code = OSTaskCreate(done, "b", top(), 20));
    CHECK_EQ(code, OS_ERR_TASK_CREATE_ISR);
    IN_ISR(code = OSTaskCreate(done, "b", top(), 255));
    CHECK_EQ(code, OS_ERR_PRIO_INVALID);
    CHECK(tcb(5) == 0);
    CHECK_LOG("");

    /* Higher: runs at once. Lower: not. Locked: when unlocked. */
    CHECK_EQ(OSTaskCreate(done, "h", top(), 5), OS_ERR_NONE);
    CHECK_LOG("h");
    CHECK_EQ(OSTaskCreate(done, "l", top(), 40), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(is_rdy(40), OS_TRUE);
    OSSchedLock();
    CHECK_EQ(OSTaskCreate(done, "s", top(), 6), OS_ERR_NONE);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("s");
    OSTimeDly(1); /* for ever: no ticks here */
}

/* Once everybody sleeps; the last part of the test. */
void App_TaskIdleHook(void)
{
    OS_STK *ptos;
    OS_TCB *ptcb;
    INT8U prio;

    CHECK_LOG("l");

    /* What the TCB of an extended creation says. */
    ptos = top();
    OSSchedLock();
    CHECK_EQ(OSTaskCreateExt(done, "x", ptos, 7, 4711, ptos - (STK_SIZE - 1u), STK_SIZE, &extension,
                             OS_TASK_OPT_STK_CHK | OS_TASK_OPT_SAVE_FP), OS_ERR_NONE);
    ptcb = tcb(7);
    CHECK_EQ(ptcb->OSTCBId, 4711);
    CHECK(ptcb->OSTCBStkBottom == ptos - (STK_SIZE - 1u));
    CHECK_EQ(ptcb->OSTCBStkSize, STK_SIZE);
    CHECK(ptcb->OSTCBExtPtr == &extension);
    CHECK_EQ(ptcb->OSTCBOpt, OS_TASK_OPT_STK_CHK | OS_TASK_OPT_SAVE_FP);
    CHECK_EQ(ptcb->OSTCBPrio, 7);
    CHECK_EQ(ptcb->OSTCBStat, OS_STAT_RDY);
    CHECK_EQ(ptcb->OSTCBStatPend, OS_STAT_PEND_OK);
    CHECK_EQ(ptcb->OSTCBDly, 0);
    CHECK_EQ(ptcb->OSTCBDelReq, OS_ERR_NONE);
    CHECK_STR(ptcb->OSTCBTaskName, "?");
    CHECK_EQ(ptcb->OSTCBCtxSwCtr, 0);
    CHECK_EQ(ptcb->OSTCBRegTbl[0], 0);
    CHECK(ptcb->OSTCBStkPtr > ptcb->OSTCBStkBottom);
    CHECK(ptcb->OSTCBStkPtr <= ptos);
    CHECK(OSTCBList == ptcb);
    CHECK(ptcb->OSTCBPrev == 0);
    CHECK(ptcb->OSTCBNext->OSTCBPrev == ptcb);
#if OS_LOWEST_PRIO <= 63u
    CHECK_EQ(ptcb->OSTCBY, 0);
    CHECK_EQ(ptcb->OSTCBX, 7);
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBY, TEST_PRIO / 8u);
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBX, TEST_PRIO % 8u);
#else
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBY, TEST_PRIO / 16u);
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBX, TEST_PRIO % 16u);
#endif
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBBitX, 1u << tcb(TEST_PRIO)->OSTCBX);
    CHECK_EQ(tcb(TEST_PRIO)->OSTCBBitY, 1u << tcb(TEST_PRIO)->OSTCBY);

    /* No TCB left. The priority is free again afterwards. */
    for (prio = 8u; OSTCBFreeList != 0; prio++) {
        if (tcb(prio) == 0) {
            CHECK_EQ(OSTaskCreate(done, ".", top(), prio), OS_ERR_NONE);
        }
    }
    CHECK_EQ(OSTaskCtr, OS_MAX_TASKS + OS_N_SYS_TASKS);
    CHECK_EQ(OSTaskCreate(done, "b", top(), 1), OS_ERR_TASK_NO_MORE_TCB);
    CHECK_EQ(OSTaskCreateExt(done, "b", top(), 1, 0, 0, 0, 0, 0), OS_ERR_TASK_NO_MORE_TCB);
    CHECK(tcb(1) == 0);
    CHECK_EQ(OSTaskCtr, OS_MAX_TASKS + OS_N_SYS_TASKS);
    check_end();
}
