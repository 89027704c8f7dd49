// SPDX-License-Identifier: Apache-2.0
// Random operations on the ready list and a wait list, checked against a simple model: the kernel always finds the
// highest task.
// cfg: OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_LOWEST_PRIO=254 OS_MAX_TASKS=200 STK_COUNT=200 STK_SIZE=120 OS_TASK_IDLE_STK_SIZE=256
// cfg: OS_LOWEST_PRIO=100 OS_MAX_TASKS=90 STK_COUNT=90 OS_TASK_IDLE_STK_SIZE=256
// cfg: -O0 OS_TASK_IDLE_STK_SIZE=256
#define TEST_PRIO 0u
#include "check.h"

typedef enum { NONE, READY, WAITS, SUSPENDED } STATE;

static OS_EVENT *sem;
static STATE state[OS_LOWEST_PRIO + 1u];
static INT32U seed = 12345u;

static INT32U chance(INT32U range)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % range;
}

/* Check that the running task is the highest ready one. Then wait. */
static void pends(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        INT8U prio;

        for (prio = 1u; state[prio] != READY; prio++) {
        }
        CHECK_EQ(OSTCBCur->OSTCBPrio, prio);
        state[prio] = WAITS;
        OSSemPend(sem, 0, &err);
    }
}

static void change(INT8U prio)
{
    INT8U other = (INT8U)(1u + chance(OS_TASK_STAT_PRIO - 1u));

    if ((state[prio] != NONE) && (state[other] == NONE)) {
        CHECK_EQ(OSTaskChangePrio(prio, other), OS_ERR_NONE);
        state[other] = state[prio];
        state[prio] = NONE;
    }
}

static void post(void)
{
    INT8U prio;

    for (prio = 1u; (prio < OS_LOWEST_PRIO) && (state[prio] != WAITS); prio++) {
    }
    if (prio < OS_LOWEST_PRIO) {
        CHECK_EQ(OSSemPost(sem), OS_ERR_NONE);
        state[prio] = READY;
        CHECK_EQ(is_rdy(prio), OS_TRUE);
    }
}

static void suspend(INT8U prio)
{
    if (state[prio] == READY) {
        CHECK_EQ(OSTaskSuspend(prio), OS_ERR_NONE);
        state[prio] = SUSPENDED;
    } else if (state[prio] == SUSPENDED) {
        CHECK_EQ(OSTaskResume(prio), OS_ERR_NONE);
        state[prio] = READY;
    }
}

void test(void)
{
    unsigned n, m, tasks = 0u;

    OSTaskDel(OS_TASK_STAT_PRIO);
    sem = OSSemCreate(0);
    while ((OSTCBFreeList != 0) && (tasks < STK_COUNT - 1u)) {
        INT8U prio = (INT8U)(1u + chance(OS_TASK_STAT_PRIO - 1u));

        if (tcb(prio) == 0) {
            CHECK_EQ(task_new(pends, prio), OS_ERR_NONE);
            state[prio] = READY;
            tasks++;
        }
    }
    CHECK(tasks > 15u);

    /* While this task, the most urgent one, is suspended, all ready tasks run in order. Then it changes some states. */
    for (n = 0u; n < 20u; n++) {
        INT8U prio;

        OSTaskSuspend(OS_PRIO_SELF); /* the idle hook resumes this task */
        for (prio = 1u; prio < OS_LOWEST_PRIO; prio++) {
            CHECK(state[prio] != READY);
        }
        for (m = 0u; m < 40u; m++) {
            prio = (INT8U)(1u + chance(OS_TASK_STAT_PRIO - 1u));
            switch (chance(4)) {
            case 0:
                change(prio);
                break;
            case 1:
                suspend(prio);
                break;
            default:
                post();
            }
        }
    }
}

void App_TaskIdleHook(void)
{
    OSTaskResume(TEST_PRIO);
}
