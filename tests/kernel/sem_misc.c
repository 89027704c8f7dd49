// SPDX-License-Identifier: Apache-2.0
// OSSemCreate, OSSemAccept, OSSemPost, OSSemSet, OSSemQuery: every error code.
// cfg:
// cfg: OS_LOWEST_PRIO=254
#include "check.h"

static OS_EVENT *sem, *made;
static OS_EVENT other;
static INT8U code, sem_err;
static INT16U count;
static OS_SEM_DATA data;

static void pends(void *p_arg)
{
    for (;;) {
        OSSemPend(sem, 0, &sem_err);
        log_put(*(char *)p_arg);
    }
}

void test_before_start(void)
{
    sem = OSSemCreate(3);
    CHECK(sem != 0);
    CHECK_EQ(sem->OSEventType, OS_EVENT_TYPE_SEM);
    CHECK_EQ(sem_cnt(sem), 3);
    CHECK_EQ(waiting_grp(sem), 0);
    CHECK_EQ(OSSemAccept(sem), 3);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemQuery(sem, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSCnt, 3);
    CHECK_ERR(OSSemSet(sem, 2, &err), OS_ERR_NONE);
}

void test(void)
{
    unsigned i;

    /* Creation: not in an interrupt; until there is none left. */
    IN_ISR(made = OSSemCreate(1));
    CHECK(made == 0);
    OSSchedLock();
    for (i = 1u; OSSemCreate(0) != 0; i++) {
    }
    OSSchedUnlock();
    CHECK_EQ(i, OS_MAX_EVENTS);

    /* Accept. */
    CHECK_EQ(OSSemAccept(0), 0);
    other.OSEventCnt = 5u;
    CHECK_EQ(OSSemAccept(&other), 0);
    CHECK_EQ(other.OSEventCnt, 5);
    CHECK_EQ(OSSemAccept(sem), 2);
    IN_ISR(count = OSSemAccept(sem));
    CHECK_EQ(count, 1);
    CHECK_EQ(OSSemAccept(sem), 0);
    CHECK_EQ(sem_cnt(sem), 0);

    /* Post. */
    CHECK_EQ(OSSemPost(0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSSemPost(&other), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    IN_ISR(code = OSSemPost(sem));
    CHECK_EQ(code, OS_ERR_NONE);
    CHECK_EQ(sem_cnt(sem), 2);
    IN_ISR(code = OSSemPost(&other));
    CHECK_EQ(code, OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSSemSet(sem, 65534, &err), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_SEM_OVF);
    CHECK_EQ(sem_cnt(sem), 65535);
    CHECK_EQ(OSSemAccept(sem), 65535);

    /* Set. */
    CHECK_ERR(OSSemSet(0, 1, &err), OS_ERR_PEVENT_NULL);
    CHECK_ERR(OSSemSet(&other, 1, &err), OS_ERR_EVENT_TYPE);
    CHECK_ERR(OSSemSet(sem, 0, &err), OS_ERR_NONE);
    CHECK_ERR(IN_ISR(OSSemSet(sem, 4, &err)), OS_ERR_NONE);
    CHECK_EQ(sem_cnt(sem), 4);
    CHECK_ERR(OSSemSet(sem, 0, &err), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 11, "b"), OS_ERR_NONE);
    CHECK_ERR(OSSemSet(sem, 1, &err), OS_ERR_TASK_WAITING);
    CHECK_EQ(sem_cnt(sem), 0);
    sem_cnt_set(sem, 1u); /* refused only if the count is 0, too */
    CHECK_ERR(OSSemSet(sem, 0, &err), OS_ERR_NONE);

    /* Query, with two waiting. */
    CHECK_EQ(task_new_arg(pends, 10, "a"), OS_ERR_NONE);
    CHECK_EQ(task_new_arg(pends, 17, "c"), OS_ERR_NONE);
    CHECK_EQ(OSSemQuery(0, 0), OS_ERR_PEVENT_NULL);
    CHECK_EQ(OSSemQuery(&other, 0), OS_ERR_PDATA_NULL);
    CHECK_EQ(OSSemQuery(&other, &data), OS_ERR_EVENT_TYPE);
    CHECK_EQ(OSSemQuery(sem, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSCnt, 0);
#if OS_LOWEST_PRIO <= 63u
    CHECK_EQ(data.OSEventGrp, (1u << 1) | (1u << 2));
    CHECK_EQ(data.OSEventTbl[0], 0);
    CHECK_EQ(data.OSEventTbl[1], (1u << 2) | (1u << 3));
    CHECK_EQ(data.OSEventTbl[2], 1u << 1);
    CHECK_EQ(data.OSEventTbl[3], 0);
#else
    CHECK_EQ(data.OSEventGrp, (1u << 0) | (1u << 1));
    CHECK_EQ(data.OSEventTbl[0], (1u << 10) | (1u << 11));
    CHECK_EQ(data.OSEventTbl[1], 1u << 1);
    CHECK_EQ(data.OSEventTbl[2], 0);
#endif
    IN_ISR(code = OSSemQuery(sem, &data));
    CHECK_EQ(code, OS_ERR_NONE);

    /* The highest waiting task is served first; locked, and in interrupts, it runs later. */
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_LOG("a");
    OSSchedLock();
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSSemQuery(sem, &data), OS_ERR_NONE);
    CHECK_EQ(data.OSEventGrp, 0);
    CHECK_LOG("");
    OSSchedUnlock();
    CHECK_LOG("abc");
    IN_ISR(OSSemPost(sem); OSSemPost(sem); log_put('i'));
    CHECK_LOG("iab");
    CHECK_EQ(OSSemAccept(sem), 0);
    CHECK_EQ(sem_err, OS_ERR_NONE);
}
