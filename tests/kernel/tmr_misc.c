// SPDX-License-Identifier: Apache-2.0
// Timers: every error code, in the order of the tests; names; what a deleted timer is.
// cfg: OS_TMR_EN=1
#include "check.h"

static OS_TMR *tmr, *made;
static OS_TMR other; /* no timer: its type is 0 */
static INT8U *name;
static INT32U got;
static unsigned calls;
static void *call_arg;

static void callback(void *ptmr, void *p_arg)
{
    CHECK(ptmr == tmr);
    calls++;
    call_arg = p_arg;
}

#define CREATE(dly, period, opt) made = OSTmrCreate(dly, period, opt, callback, 0, 0, &err)

static void create(void)
{
    unsigned i;

    CHECK_ERR(CREATE(1, 0, OS_TMR_OPT_PERIODIC), OS_ERR_TMR_INVALID_PERIOD);
    CHECK(made == 0);
    CHECK_ERR(CREATE(0, 1, OS_TMR_OPT_ONE_SHOT), OS_ERR_TMR_INVALID_DLY);
    CHECK_ERR(CREATE(1, 1, OS_TMR_OPT_NONE), OS_ERR_TMR_INVALID_OPT);
    CHECK_ERR(CREATE(1, 1, OS_TMR_OPT_CALLBACK), OS_ERR_TMR_INVALID_OPT);
    CHECK_ERR(IN_ISR(CREATE(0, 1, OS_TMR_OPT_ONE_SHOT)), OS_ERR_TMR_INVALID_DLY);
    CHECK_ERR(IN_ISR(CREATE(1, 1, OS_TMR_OPT_ONE_SHOT)), OS_ERR_TMR_ISR);
    CHECK(made == 0);
    for (i = 1u; i < OS_TMR_CFG_MAX; i++) {
        CHECK_ERR(CREATE(0, 1, OS_TMR_OPT_PERIODIC), OS_ERR_NONE);
        CHECK(made == &OSTmrTbl[i]);
        CHECK_EQ(OSTmrUsed, i + 1u);
        CHECK_EQ(OSTmrFree, OS_TMR_CFG_MAX - 1u - i);
    }
    CHECK_ERR(CREATE(0, 1, OS_TMR_OPT_PERIODIC), OS_ERR_TMR_NON_AVAIL);
    CHECK(made == 0);
}

static void start_and_look(void)
{
    CHECK_ERR(got = OSTmrStart(0, &err), OS_ERR_TMR_INVALID);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(IN_ISR(got = OSTmrStart(&other, &err)), OS_ERR_TMR_INVALID_TYPE);
    CHECK_ERR(IN_ISR(got = OSTmrStart(tmr, &err)), OS_ERR_TMR_ISR);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrRemainGet(0, &err), OS_ERR_TMR_INVALID);
    CHECK_ERR(IN_ISR(OSTmrRemainGet(&other, &err)), OS_ERR_TMR_INVALID_TYPE);
    CHECK_ERR(IN_ISR(got = OSTmrRemainGet(tmr, &err)), OS_ERR_TMR_ISR);
    CHECK_EQ(got, 0);
    CHECK_ERR(got = OSTmrStateGet(0, &err), OS_ERR_TMR_INVALID);
    CHECK_ERR(IN_ISR(OSTmrStateGet(&other, &err)), OS_ERR_TMR_INVALID_TYPE);
    CHECK_ERR(IN_ISR(got = OSTmrStateGet(tmr, &err)), OS_ERR_TMR_ISR);
    CHECK_EQ(got, 0);

    CHECK_ERR(got = OSTmrStateGet(tmr, &err), OS_ERR_NONE);
    CHECK_EQ(got, OS_TMR_STATE_STOPPED);
    CHECK_ERR(got = OSTmrRemainGet(tmr, &err), OS_ERR_NONE);
    CHECK_EQ(got, 5);
    CHECK_ERR(got = OSTmrStart(tmr, &err), OS_ERR_NONE);
    CHECK_EQ(got, OS_TRUE);
    CHECK_ERR(got = OSTmrStateGet(tmr, &err), OS_ERR_NONE);
    CHECK_EQ(got, OS_TMR_STATE_RUNNING);

    tmr->OSTmrState = 4u; /* no state */
    CHECK_ERR(got = OSTmrStart(tmr, &err), OS_ERR_TMR_INVALID_STATE);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrRemainGet(tmr, &err), OS_ERR_TMR_INVALID_STATE);
    CHECK_EQ(got, 0);
    CHECK_ERR((void)OSTmrStateGet(tmr, &err), OS_ERR_TMR_INVALID_STATE);
    CHECK_ERR(got = OSTmrStop(tmr, 99, 0, &err), OS_ERR_TMR_INVALID_STATE);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrDel(tmr, &err), OS_ERR_TMR_INVALID_STATE);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrNameGet(tmr, &name, &err), OS_ERR_TMR_INVALID_STATE);
    CHECK_EQ(got, 0);
    tmr->OSTmrState = OS_TMR_STATE_RUNNING;
}

static void stop(void)
{
    CHECK_ERR(got = OSTmrStop(0, 99, 0, &err), OS_ERR_TMR_INVALID);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(IN_ISR(OSTmrStop(&other, 99, 0, &err)), OS_ERR_TMR_INVALID_TYPE);
    CHECK_ERR(IN_ISR(got = OSTmrStop(tmr, 99, 0, &err)), OS_ERR_TMR_ISR);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrStop(tmr, 99, 0, &err), OS_ERR_TMR_INVALID_OPT); /* but it is stopped */
    CHECK_EQ(got, OS_TRUE);
    CHECK_EQ(OSTmrStateGet(tmr, &err), OS_TMR_STATE_STOPPED);
    CHECK_EQ(calls, 0);
    CHECK_ERR(got = OSTmrStop(tmr, 99, 0, &err), OS_ERR_TMR_STOPPED);
    CHECK_EQ(got, OS_TRUE);

    OSTmrStart(tmr, &err);
    CHECK_ERR(got = OSTmrStop(tmr, OS_TMR_OPT_NONE, "x", &err), OS_ERR_NONE);
    CHECK_EQ(got, OS_TRUE);
    CHECK_EQ(calls, 0);
    OSTmrStart(tmr, &err);
    CHECK_ERR(got = OSTmrStop(tmr, OS_TMR_OPT_CALLBACK, "x", &err), OS_ERR_NONE);
    CHECK_EQ(calls, 1);
    CHECK_STR(call_arg, "own");
    OSTmrStart(tmr, &err);
    CHECK_ERR(got = OSTmrStop(tmr, OS_TMR_OPT_CALLBACK_ARG, "given", &err), OS_ERR_NONE);
    CHECK_EQ(calls, 2);
    CHECK_STR(call_arg, "given");
    CHECK_ERR(got = OSTmrStop(tmr, OS_TMR_OPT_CALLBACK, "x", &err), OS_ERR_TMR_STOPPED);
    CHECK_EQ(calls, 2);
    tmr->OSTmrCallback = 0;
    OSTmrStart(tmr, &err);
    CHECK_ERR(got = OSTmrStop(tmr, OS_TMR_OPT_CALLBACK, 0, &err), OS_ERR_TMR_NO_CALLBACK);
    CHECK_EQ(got, OS_TRUE);
    OSTmrStart(tmr, &err);
    CHECK_ERR(got = OSTmrStop(tmr, OS_TMR_OPT_CALLBACK_ARG, 0, &err), OS_ERR_TMR_NO_CALLBACK);
    CHECK_EQ(got, OS_TRUE);
    CHECK_EQ(OSTmrStateGet(tmr, &err), OS_TMR_STATE_STOPPED);
    CHECK_EQ(calls, 2);
}

static void names(void)
{
    CHECK_ERR(got = OSTmrNameGet(0, 0, &err), OS_ERR_TMR_INVALID_DEST);
    CHECK_EQ(got, 0);
    CHECK_ERR(OSTmrNameGet(0, &name, &err), OS_ERR_TMR_INVALID);
    CHECK_ERR(IN_ISR(OSTmrNameGet(&other, &name, &err)), OS_ERR_TMR_INVALID_TYPE);
    CHECK_ERR(IN_ISR(OSTmrNameGet(tmr, &name, &err)), OS_ERR_NAME_GET_ISR);
    CHECK_ERR(got = OSTmrNameGet(tmr, &name, &err), OS_ERR_NONE);
    CHECK_EQ(got, 5);
    CHECK_STR(name, "blink");
    CHECK_ERR(got = OSTmrNameGet(&OSTmrTbl[1], &name, &err), OS_ERR_NONE);
    CHECK_EQ(got, 1);
    CHECK_STR(name, "?");

    CHECK_ERR(OSTaskNameGet(OS_TASK_TMR_PRIO, &name, &err), OS_ERR_NONE);
    CHECK_STR(name, "uC/OS-II Tmr");
    CHECK_EQ(OSTCBPrioTbl[OS_TASK_TMR_PRIO]->OSTCBId, OS_TASK_TMR_ID);
    CHECK_ERR(OSEventNameGet(OSTmrSem, &name, &err), OS_ERR_NONE);
    CHECK_STR(name, "uC/OS-II TmrLock");
    CHECK_ERR(OSEventNameGet(OSTmrSemSignal, &name, &err), OS_ERR_NONE);
    CHECK_STR(name, "uC/OS-II TmrSignal");
}

static void delete(void)
{
    CHECK_ERR(got = OSTmrDel(0, &err), OS_ERR_TMR_INVALID);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(IN_ISR(OSTmrDel(&other, &err)), OS_ERR_TMR_INVALID_TYPE);
    CHECK_ERR(IN_ISR(got = OSTmrDel(tmr, &err)), OS_ERR_TMR_ISR);
    CHECK_EQ(got, OS_FALSE);
    OSTmrStart(tmr, &err);
    CHECK_EQ(OSTmrWheelTbl[5u % OS_TMR_CFG_WHEEL_SIZE].OSTmrEntries, 1);
    CHECK_ERR(got = OSTmrDel(tmr, &err), OS_ERR_NONE);
    CHECK_EQ(got, OS_TRUE);
    CHECK_EQ(OSTmrWheelTbl[5u % OS_TMR_CFG_WHEEL_SIZE].OSTmrEntries, 0);
    CHECK(OSTmrWheelTbl[5u % OS_TMR_CFG_WHEEL_SIZE].OSTmrFirst == 0);
    CHECK_EQ(OSTmrUsed, OS_TMR_CFG_MAX - 1u);
    CHECK_EQ(OSTmrFree, 1);
    CHECK(OSTmrFreeList == tmr);

    CHECK_ERR(got = OSTmrDel(tmr, &err), OS_ERR_TMR_INACTIVE);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrStart(tmr, &err), OS_ERR_TMR_INACTIVE);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrStop(tmr, OS_TMR_OPT_NONE, 0, &err), OS_ERR_TMR_INACTIVE);
    CHECK_EQ(got, OS_FALSE);
    CHECK_ERR(got = OSTmrRemainGet(tmr, &err), OS_ERR_TMR_INACTIVE);
    CHECK_EQ(got, 0);
    CHECK_ERR(got = OSTmrNameGet(tmr, &name, &err), OS_ERR_TMR_INACTIVE);
    CHECK_EQ(got, 0);
    CHECK_ERR(got = OSTmrStateGet(tmr, &err), OS_ERR_NONE);
    CHECK_EQ(got, OS_TMR_STATE_UNUSED);

    CHECK_ERR(CREATE(2, 0, OS_TMR_OPT_ONE_SHOT), OS_ERR_NONE); /* used again */
    CHECK(made == tmr);
    CHECK_EQ(OSTmrNameGet(tmr, &name, &err), 1);
    CHECK_STR(name, "?");
    CHECK_EQ(OSTmrRemainGet(tmr, &err), 2);
}

void test_before_start(void)
{
    CHECK_EQ(OSTaskCtr, 3); /* idle, statistics, timer */
    CHECK_EQ(OSTmrFree, OS_TMR_CFG_MAX);
    CHECK_EQ(OSTmrUsed, 0);
    CHECK_EQ(OSTmrTime, 0);
    CHECK(OSTmrSem == &OSEventTbl[0]);
    CHECK_EQ(sem_cnt(OSTmrSem), 1);
    CHECK(OSTmrSemSignal == &OSEventTbl[1]);
    CHECK_EQ(sem_cnt(OSTmrSemSignal), 0);
    CHECK_ERR(tmr = OSTmrCreate(5, 0, OS_TMR_OPT_ONE_SHOT, callback, "own", (INT8U *)"blink", &err), OS_ERR_NONE);
    CHECK(tmr == &OSTmrTbl[0]);
}

void test(void)
{
    create();
    start_and_look();
    stop();
    names();
    delete();
}
