// SPDX-License-Identifier: Apache-2.0
// Mutexes: OSMutexCreate, OSMutexAccept, OSMutexPend, OSMutexPost, OSMutexQuery with every error code; the ceiling's
// place among the priorities; nobody is promoted here.
// cfg:
// cfg: OS_LOWEST_PRIO=254
// cfg: OS_EVENT_MULTI_EN=0 -O0
#include "check.h"

#define PCP 9u

static OS_EVENT *mutex, *plain, *made;
static OS_EVENT other;
static BOOLEAN taken;
static INT8U code, mutex_err;
static OS_MUTEX_DATA data;
static OS_TCB copy;

#define CHECK_STATE(pevent, value, owner) \
    do { \
        CHECK_EQ(OSMutexQuery(pevent, &data), OS_ERR_NONE); \
        CHECK_EQ(data.OSValue, value); \
        CHECK_EQ(data.OSOwnerPrio, owner); \
    } while (0)

void test_before_start(void)
{
    CHECK_ERR(mutex = OSMutexCreate(PCP, &err), OS_ERR_NONE);
    CHECK_ERR(plain = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err), OS_ERR_NONE);
    CHECK_EQ(mutex->OSEventType, OS_EVENT_TYPE_MUTEX);
    CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);
    CHECK(mutex->OSEventPtr == 0);
    CHECK_EQ(waiting_grp(mutex), 0);
    CHECK_EQ(plain->OSEventCnt, 0xFFFF);
}

static void above_the_ceiling(void *p_arg)
{
    (void)p_arg;
    CHECK_ERR(taken = OSMutexAccept(mutex, &err), OS_ERR_PCP_LOWER);
    CHECK_EQ(taken, OS_TRUE);
    CHECK_STATE(mutex, OS_FALSE, 5);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_PCP_LOWER);
    CHECK_STATE(mutex, OS_FALSE, 5);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_ERR(OSMutexPend(plain, 0, &err), OS_ERR_NONE); /* no ceiling is always high enough */
    CHECK_EQ(OSMutexPost(plain), OS_ERR_NONE);
    OSTaskSuspend(OS_PRIO_SELF);
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE); /* after a wait the one who posts is told */
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    log_put('a');
    OSTaskDel(OS_PRIO_SELF);
}

static void waits(void *p_arg)
{
    mutex_err = 0xEEu;
    OSMutexPend((OS_EVENT *)p_arg, 3, &mutex_err);
    log_put('w');
    if (mutex_err == OS_ERR_NONE) {
        CHECK_STATE((OS_EVENT *)p_arg, OS_FALSE, 20);
        CHECK_EQ(OSMutexPost((OS_EVENT *)p_arg), OS_ERR_NONE);
    }
    OSTaskDel(OS_PRIO_SELF);
}

void test(void)
{
    /* Creation. */
    CHECK_ERR(CHECK(OSMutexCreate(OS_LOWEST_PRIO, &err) == 0), OS_ERR_PRIO_INVALID);
    CHECK_ERR(IN_ISR(made = OSMutexCreate(OS_LOWEST_PRIO, &err)), OS_ERR_PRIO_INVALID);
    CHECK_ERR(IN_ISR(made = OSMutexCreate(PCP, &err)), OS_ERR_CREATE_ISR);
    CHECK(made == 0);
    CHECK_ERR(CHECK(OSMutexCreate(PCP, &err) == 0), OS_ERR_PRIO_EXIST);
    CHECK_ERR(CHECK(OSMutexCreate(TEST_PRIO, &err) == 0), OS_ERR_PRIO_EXIST);
    OSSchedLock();
    while (OSSemCreate(0) != 0) {
    }
    OSSchedUnlock();
    CHECK_ERR(CHECK(OSMutexCreate(PCP + 1u, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK_ERR(CHECK(OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK(OSTCBPrioTbl[PCP + 1u] == 0); /* not reserved in vain */

    /* The ceiling is nobody's. */
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_EQ(task_new(task_idle_forever, PCP), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskChangePrio(TEST_PRIO, PCP), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskChangePrio(PCP, PCP + 1u), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskSuspend(PCP), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskResume(PCP), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTimeDlyResume(PCP), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskQuery(PCP, &copy), OS_ERR_TASK_NOT_EXIST);
    CHECK_EQ(OSTaskDel(PCP), OS_ERR_TASK_DEL);
    CHECK_EQ(OSTaskDelReq(PCP), OS_ERR_TASK_DEL);

    /* Locking, unlocking. */
    CHECK_ERR(taken = OSMutexAccept(0, &err), OS_ERR_PEVENT_NULL);
    CHECK_EQ(taken, OS_FALSE);
    CHECK_ERR(taken = OSMutexAccept(&other, &err), OS_ERR_EVENT_TYPE);
    CHECK_EQ(taken, OS_FALSE);
    CHECK_ERR(IN_ISR(taken = OSMutexAccept(&other, &err)), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(taken = OSMutexAccept(mutex, &err)), OS_ERR_PEND_ISR);
    CHECK_EQ(taken, OS_FALSE);
    CHECK_ERR(OSMutexPend(0, 0, &err), OS_ERR_PEVENT_NULL);
    CHECK_ERR(OSMutexPend(&other, 0, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(OSMutexPend(&other, 0, &err)), OS_ERR_EVENT_TYPE);
    CHECK_ERR(IN_ISR(OSMutexPend(mutex, 0, &err)), OS_ERR_PEND_ISR);
    OSSchedLock();
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_PEND_LOCKED);
    CHECK_ERR(taken = OSMutexAccept(mutex, &err), OS_ERR_NONE); /* this does not wait, so it may */
    CHECK_EQ(taken, OS_TRUE);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    OSSchedUnlock();
    CHECK_STATE(mutex, OS_TRUE, 0xFF);
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK(mutex->OSEventPtr == OSTCBCur);
    CHECK_STATE(mutex, OS_FALSE, TEST_PRIO);
    CHECK_EQ(data.OSMutexPCP, PCP);
    CHECK_EQ(data.OSEventGrp, 0);
    CHECK_ERR(taken = OSMutexAccept(mutex, &err), OS_ERR_NONE); /* does not nest */
    CHECK_EQ(taken, OS_FALSE);

    IN_ISR(code = OSMutexPost(0));
    CHECK_EQ(code, OS_ERR_POST_ISR);
    CHECK_EQ(OSMutexPost(0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSMutexPost(&other), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSMutexPost(plain), OS_ERR_NOT_MUTEX_OWNER);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NOT_MUTEX_OWNER);

    IN_ISR(code = OSMutexQuery(0, 0));
    CHECK_EQ(code, OS_ERR_QUERY_ISR);
    CHECK_EQ(OSMutexQuery(0, 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSMutexQuery(&other, 0), OS_ERR_PDATA_NULL);
    CHECK_EQ(OSMutexQuery(&other, &data), OS_ERR_EVENT_TYPE);

    /* A ceiling that is too low for a task that uses the mutex: it works, and is told. */
    CHECK_EQ(task_new(above_the_ceiling, 5), OS_ERR_NONE);
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK_EQ(OSTaskResume(5), OS_ERR_NONE);
    CHECK_LOG("");
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_PCP_LOWER);
    CHECK_LOG("a");

    /* Without a ceiling nobody is promoted. */
    CHECK_ERR(OSMutexPend(plain, 0, &err), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 20, plain), OS_ERR_NONE);
    CHECK_EQ(tcb(20)->OSTCBStat, OS_STAT_MUTEX);
    CHECK_EQ(OSTCBCur->OSTCBPrio, TEST_PRIO);
    CHECK_EQ(OSMutexQuery(plain, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSMutexPCP, OS_PRIO_MUTEX_CEIL_DIS);
    CHECK_EQ(data.OSEventTbl[tcb(20)->OSTCBY], tcb(20)->OSTCBBitX);
    CHECK_EQ(OSMutexPost(plain), OS_ERR_NONE);
    CHECK_LOG("w");
    CHECK_EQ(mutex_err, OS_ERR_NONE);
    CHECK_STATE(plain, OS_TRUE, 0xFF);

    /* A timeout; and a post after it, in time. */
    CHECK_ERR(OSMutexPend(plain, 0, &err), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(waits, 20, plain), OS_ERR_NONE);
    ticks(3);
    CHECK_LOG("w");
    CHECK_EQ(mutex_err, OS_ERR_TIMEOUT);
    CHECK_EQ(waiting_grp(plain), 0);
    CHECK_EQ(task_new_arg(waits, 20, plain), OS_ERR_NONE);
    OSSchedLock();
    ticks(3);
    CHECK_EQ(OSMutexPost(plain), OS_ERR_NONE);
    CHECK_STATE(plain, OS_FALSE, 20);
    OSSchedUnlock();
    CHECK_LOG("w");
    CHECK_EQ(mutex_err, OS_ERR_NONE);
}
