// SPDX-License-Identifier: Apache-2.0
// The kernel's control blocks, as debuggers and tools see them: free lists, tables, and the state after a wait.
// cfg: OS_TMR_EN=1
// cfg: -O0 OS_TMR_EN=1 OS_LOWEST_PRIO=254 OS_MAX_MEM_PART=1 OS_MAX_QS=1 OS_MAX_FLAGS=1
#include "check.h"

#define PCP    9u
#define LATER  50u /* a lower priority than TEST_PRIO, so the task never runs */
#define MSG(n) ((void *)(size_t)(n))

static OS_EVENT *sem, *mbox, *q, *mutex;
static OS_EVENT *several[4], *rdy[4];
static void *msgs[4], *ring[2];
static OS_FLAG_GRP *grp;

static void check_tcb_after_wait(void)
{
    CHECK_EQ(OSTCBCur->OSTCBStat, OS_STAT_RDY);
    CHECK_EQ(OSTCBCur->OSTCBStatPend, OS_STAT_PEND_OK);
    CHECK(OSTCBCur->OSTCBEventPtr == 0);
    CHECK(OSTCBCur->OSTCBEventMultiPtr == 0);
    CHECK(OSTCBCur->OSTCBMsg == 0);
    CHECK(OSTCBCur->OSTCBFlagNode == 0);
    CHECK_EQ(OSTCBCur->OSTCBDly, 0);
}

/* Pend on a semaphore, mailbox, queue, flag group and several events: first without a timeout, then for 3 ticks. */
static void waits(void *p_arg)
{
    INT8U code;
    INT32U timeout;

    (void)p_arg;
    for (timeout = 0u; timeout < 4u; timeout += 3u) {
        OSSemPend(sem, timeout, &code);
        check_tcb_after_wait();
        (void)OSMboxPend(mbox, timeout, &code);
        check_tcb_after_wait();
        (void)OSQPend(q, timeout, &code);
        check_tcb_after_wait();
        (void)OSFlagPend(grp, 1, OS_FLAG_WAIT_SET_ALL, timeout, &code);
        check_tcb_after_wait();
        msgs[1] = MSG(0xEE);
        (void)OSEventPendMulti(several, rdy, msgs, timeout, &code);
        check_tcb_after_wait();
        CHECK(msgs[1] == MSG(0xEE)); /* the call does not write the message of an event that is not ready */
        log_put('w');
    }
    OSTaskSuspend(OS_PRIO_SELF);
}

static void after_a_wait(void)
{
    CHECK_EQ(task_new(waits, 10), OS_ERR_NONE);
    CHECK(tcb(10)->OSTCBEventPtr == sem);
    CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
    CHECK_EQ(OSMboxPost(mbox, MSG(1)), OS_ERR_NONE);
    CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_NONE);
    if (flag_is_soft(grp)) {
        CHECK(((OS_FLAG_NODE *)grp->OSFlagWaitList)->OSFlagNodeTCB == tcb(10));
    }
    CHECK(tcb(10)->OSTCBFlagNode->OSFlagNodeTCB == tcb(10));
    CHECK(tcb(10)->OSTCBFlagNode->OSFlagNodeFlagGrp == grp);
    CHECK_EQ(tcb(10)->OSTCBFlagNode->OSFlagNodeFlags, 1);
    CHECK_EQ(tcb(10)->OSTCBFlagNode->OSFlagNodeWaitType, OS_FLAG_WAIT_SET_ALL);
    CHECK_ERR(OSFlagPost(grp, 1, OS_FLAG_SET, &err), OS_ERR_NONE);
    CHECK_ERR(OSFlagPost(grp, 1, OS_FLAG_CLR, &err), OS_ERR_NONE);
    CHECK(tcb(10)->OSTCBEventMultiPtr == several);
    CHECK_EQ(OSQPost(q, MSG(1)), OS_ERR_NONE);
    CHECK_LOG("w");
    ticks(5u * 3u);
    CHECK_LOG("w");
    CHECK(!flag_waiting(grp));
    CHECK_EQ(waiting_grp(sem) | waiting_grp(mbox) | waiting_grp(q), 0);
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
}

static void pends(void *p_arg)
{
    INT8U code;

    (void)p_arg;
    OSSemPend(sem, 0, &code);
    OSTaskSuspend(OS_PRIO_SELF);
}

/* Check the bits of a wait list. Check OSSemSet() in a state that a tool can make: the count is 1 while tasks wait. */
static void wait_list(void)
{
    OS_SEM_DATA data;

    CHECK_EQ(task_new(pends, 10), OS_ERR_NONE);
    CHECK_EQ(task_new(pends, 11), OS_ERR_NONE);
    CHECK_EQ(task_new(pends, 17), OS_ERR_NONE);
    CHECK_EQ(OSSemQuery(sem, &data), OS_ERR_NONE);
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
    sem_cnt_set(sem, 1u);
    CHECK_ERR(OSSemSet(sem, 0, &err), OS_ERR_NONE); /* with waiters, OSSemSet() fails only if the count is 0 */
    CHECK_EQ(OSTaskDel(11), OS_ERR_NONE);
    CHECK(tcb(17)->OSTCBNext == tcb(10));
    CHECK(tcb(10)->OSTCBPrev == tcb(17));
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_EQ(OSTaskDel(17), OS_ERR_NONE);
    CHECK_EQ(waiting_grp(sem), 0);
}

static void tcbs(void)
{
    static int extension;
    static OS_TCB copy;
    OS_STK *const ptos = STK_TOP(STK_COUNT - 1u);
    OS_TCB *ptcb;
    unsigned free = 0u;

    CHECK_EQ(OSTaskCreateExt(task_idle_forever, 0, ptos, 40, 4711, ptos - (STK_SIZE - 1u), STK_SIZE, &extension,
                             OS_TASK_OPT_STK_CHK | OS_TASK_OPT_SAVE_FP), OS_ERR_NONE);
    ptcb = tcb(40);
    CHECK_EQ(OSTaskQuery(40, &copy), OS_ERR_NONE);
    CHECK_EQ(memcmp(&copy, ptcb, sizeof(copy)), 0);
    CHECK_EQ(ptcb->OSTCBId, 4711);
    CHECK(ptcb->OSTCBStkBottom == ptos - (STK_SIZE - 1u));
    CHECK_EQ(ptcb->OSTCBStkSize, STK_SIZE);
    CHECK(ptcb->OSTCBExtPtr == &extension);
    CHECK_EQ(ptcb->OSTCBOpt, OS_TASK_OPT_STK_CHK | OS_TASK_OPT_SAVE_FP);
    CHECK_EQ(ptcb->OSTCBPrio, 40);
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
    CHECK_EQ(ptcb->OSTCBY, 40u / 8u);
    CHECK_EQ(ptcb->OSTCBX, 40u % 8u);
#else
    CHECK_EQ(ptcb->OSTCBY, 40u / 16u);
    CHECK_EQ(ptcb->OSTCBX, 40u % 16u);
#endif
    CHECK_EQ(ptcb->OSTCBBitX, 1u << ptcb->OSTCBX);
    CHECK_EQ(ptcb->OSTCBBitY, 1u << ptcb->OSTCBY);

    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
    CHECK(OSTCBPrioTbl[40] == 0);
    CHECK(OSTCBFreeList == ptcb);
    CHECK(OSTCBList == OSTCBCur);
    for (ptcb = OSTCBFreeList; ptcb != 0; ptcb = ptcb->OSTCBNext) {
        free++;
    }
    CHECK_EQ(free, OS_MAX_TASKS - 2u); /* all but this task and the timer task */
}

static void mutexes(void)
{
    CHECK_ERR(mutex = OSMutexCreate(PCP, &err), OS_ERR_NONE);
    CHECK_EQ(mutex->OSEventType, OS_EVENT_TYPE_MUTEX);
    CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);
    CHECK(mutex->OSEventPtr == 0);
    CHECK(OSTCBPrioTbl[PCP] == OS_TCB_RESERVED);
    CHECK_ERR(OSMutexPend(mutex, 0, &err), OS_ERR_NONE);
    CHECK(mutex->OSEventPtr == OSTCBCur);
    CHECK_EQ(OSMutexPost(mutex), OS_ERR_NONE);
    CHECK_EQ(mutex->OSEventCnt, (PCP << 8) | 0xFFu);
    CHECK_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    CHECK(OSTCBPrioTbl[PCP] == 0);
    CHECK_ERR(mutex = OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, &err), OS_ERR_NONE);
    CHECK_EQ(mutex->OSEventCnt, 0xFFFF);
    CHECK_ERR(OSMutexDel(mutex, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
}

static void free_events(void)
{
    static void *rings[OS_MAX_QS][1];
    OS_EVENT *freed;
    unsigned i;

    CHECK_ERR(OSSemDel(sem, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    CHECK_EQ(sem->OSEventType, OS_EVENT_TYPE_UNUSED);
    CHECK(OSEventFreeList == sem);
    CHECK_ERR(OSMboxDel(mbox, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    CHECK(OSEventFreeList == mbox);
    CHECK_ERR(OSQDel(q, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    CHECK(OSEventFreeList == q);
    CHECK(OSQFreeList == OSQTbl);
    for (i = 0u; i < OS_MAX_QS; i++) {
        CHECK(OSQCreate(rings[i], 1) != 0);
    }
    freed = OSEventFreeList;
    CHECK(OSQCreate(ring, 1) == 0); /* no queue control block is free, but an event control block is */
    CHECK(OSEventFreeList == freed);
    CHECK(OSQFreeList == 0);
    while (OSSemCreate(0) != 0) {
    }
    CHECK(OSEventFreeList == 0);
    CHECK_ERR(CHECK(OSMutexCreate(PCP, &err) == 0), OS_ERR_PEVENT_NULL);
    CHECK(OSTCBPrioTbl[PCP] == 0); /* a failed creation does not reserve the priority */
}

static void groups_and_partitions(void)
{
    static void *memory[8];
    unsigned i;
    OS_MEM *mem;

    for (i = 1u; i < OS_MAX_FLAGS; i++) {
        CHECK_ERR(CHECK(OSFlagCreate(i, &err) == &OSFlagTbl[i]), OS_ERR_NONE);
    }
    CHECK(OSFlagFreeList == 0);
    CHECK_ERR(OSFlagCreate(0, &err), OS_ERR_FLAG_GRP_DEPLETED);
    CHECK_ERR(OSFlagDel(grp, OS_DEL_NO_PEND, &err), OS_ERR_NONE);
    CHECK_EQ(grp->OSFlagType, OS_EVENT_TYPE_UNUSED);
    CHECK_STR(grp->OSFlagName, "?");
    CHECK(OSFlagFreeList == grp);

    CHECK_ERR(CHECK(OSMemCreate(memory, 2, sizeof(void *) + 1u, &err) == 0), OS_ERR_MEM_INVALID_SIZE);
    for (i = 0u; i < OS_MAX_MEM_PART; i++) {
        CHECK_ERR(mem = OSMemCreate(memory, 4, 8, &err), OS_ERR_NONE);
        CHECK(mem == &OSMemTbl[i]);
        CHECK(mem->OSMemAddr == memory);
        CHECK(mem->OSMemFreeList == memory);
        CHECK_EQ(mem->OSMemNBlks, 4);
        CHECK_EQ(mem->OSMemNFree, 4);
        CHECK_EQ(mem->OSMemBlkSize, 8);
    }
    CHECK(OSMemFreeList == 0);
    CHECK_ERR(OSMemCreate(memory, 4, 8, &err), OS_ERR_MEM_INVALID_PART);
}

#define SPOKE(ticks) OSTmrWheelTbl[(OSTmrTime + (ticks)) % OS_TMR_CFG_WHEEL_SIZE]

static void timers(void)
{
    OS_TMR *tmr[OS_TMR_CFG_MAX];
    unsigned i;

    CHECK_EQ(OSTCBPrioTbl[OS_TASK_TMR_PRIO]->OSTCBId, OS_TASK_TMR_ID);
    for (i = 0u; i < OS_TMR_CFG_MAX; i++) {
        CHECK_ERR(tmr[i] = OSTmrCreate(5, 0, OS_TMR_OPT_ONE_SHOT, 0, 0, 0, &err), OS_ERR_NONE);
        CHECK(tmr[i] == &OSTmrTbl[i]);
        CHECK_EQ(OSTmrUsed, i + 1u);
        CHECK_EQ(OSTmrFree, OS_TMR_CFG_MAX - 1u - i);
    }
    CHECK(OSTmrStart(tmr[0], &err));
    CHECK(OSTmrStart(tmr[1], &err));
    CHECK_EQ(SPOKE(5u).OSTmrEntries, 2);
    CHECK(SPOKE(5u).OSTmrFirst == tmr[1]);
    CHECK(OSTmrDel(tmr[1], &err));
    CHECK_EQ(SPOKE(5u).OSTmrEntries, 1);
    CHECK(SPOKE(5u).OSTmrFirst == tmr[0]);
    CHECK(OSTmrStop(tmr[0], OS_TMR_OPT_NONE, 0, &err));
    CHECK_EQ(SPOKE(5u).OSTmrEntries, 0);
    CHECK(SPOKE(5u).OSTmrFirst == 0);
    CHECK_EQ(OSTmrUsed, OS_TMR_CFG_MAX - 1u);
    CHECK_EQ(OSTmrFree, 1);
    CHECK(OSTmrFreeList == tmr[1]);
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
    sem = several[0] = OSSemCreate(3);
    CHECK_EQ(sem->OSEventType, OS_EVENT_TYPE_SEM);
    CHECK_EQ(sem_cnt(sem), 3);
    CHECK_EQ(waiting_grp(sem), 0);
    CHECK_EQ(OSSemAccept(sem) + OSSemAccept(sem) + OSSemAccept(sem), 6);
    mbox = several[1] = OSMboxCreate(MSG(1));
    CHECK_EQ(mbox->OSEventType, OS_EVENT_TYPE_MBOX);
    CHECK(mbox_holds(mbox) == MSG(1));
    CHECK_EQ(mbox->OSEventCnt, 0);
    CHECK(OSMboxAccept(mbox) == MSG(1));
    q = several[2] = OSQCreate(ring, 2);
    CHECK_EQ(q->OSEventType, OS_EVENT_TYPE_Q);
    CHECK(q->OSEventPtr == OSQTbl);
    CHECK(OSQFreeList == ((OS_MAX_QS > 1u) ? &OSQTbl[1] : 0));
    CHECK_ERR(grp = OSFlagCreate(0, &err), OS_ERR_NONE);
    CHECK(grp == &OSFlagTbl[0]);
    CHECK_EQ(grp->OSFlagType, OS_EVENT_TYPE_FLAG);
    CHECK(!flag_waiting(grp));
}

/* If all words of a stack are 0, OSTaskStkChk() must stop at the end of the stack. */
static void empty_stack(void)
{
    OS_STK_DATA stk_data;

    CHECK_EQ(task_new(waits, LATER), OS_ERR_NONE);
    memset(tcb(LATER)->OSTCBStkBottom, 0, STK_SIZE * sizeof(OS_STK));
    CHECK_EQ(OSTaskStkChk(LATER, &stk_data), OS_ERR_NONE);
    CHECK_EQ(stk_data.OSUsed, 0);
    CHECK_EQ(OSTaskDel(LATER), OS_ERR_NONE);
}

void test(void)
{
    tcbs();
    empty_stack();
    after_a_wait();
    wait_list();
    mutexes();
    timers();
    groups_and_partitions();
    free_events();
}
