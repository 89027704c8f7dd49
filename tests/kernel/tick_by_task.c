// SPDX-License-Identifier: Apache-2.0
// A task calls OSTimeTick() while interrupts make a higher task delete other tasks. The walk over the tasks never
// follows a deleted task, counts each delay exactly once, and lets the higher task run.
#include "check.h"

#define SLEEPERS 8u

static OS_EVENT *sem;
static volatile INT32U deleted;
static volatile BOOLEAN was_interrupted;

/* Delete a sleeping task, which can be the next one in the walk, and create it again. */
static void deletes(void *p_arg)
{
    INT8U prio = 40u;

    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0, &err);
        if (OSTaskDel(prio) == OS_ERR_NONE) {
            deleted++;
            stk_used = prio - 40u + 2u;
            task_new(task_idle_forever, prio);
        }
        prio = (prio == 40u + SLEEPERS - 1u) ? 40u : (INT8U)(prio + 1u);
    }
}

static void timer(void)
{
    timer0_ev_pending_write(1);
    OSSemPost(sem);
    was_interrupted = OS_TRUE;
}

void test(void)
{
    INT32U left[SLEEPERS], before;
    INT8U i;
    unsigned n;

    sem = OSSemCreate(0);
    CHECK_EQ(task_new(deletes, 5), OS_ERR_NONE); /* the test and this task use stacks 0 and 1 */
    for (i = 0u; i < SLEEPERS; i++) {
        CHECK_EQ(task_new(task_idle_forever, 40u + i), OS_ERR_NONE);
    }
    OSTaskSuspend(OS_TASK_STAT_PRIO);
    OSTaskChangePrio(OS_PRIO_SELF, 58); /* let the sleeping tasks begin their delays */
    OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO);

    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer);
    timer0_en_write(0);
    timer0_ev_pending_write(1);
    timer0_ev_enable_write(1);
    BSP_IntEnable(TIMER0_INTERRUPT);
    for (n = 0u; n < 150u; n++) {
        before = OSCtxSwCtr;
        for (i = 0u; i < SLEEPERS; i++) {
            left[i] = DLY(40u + i);
        }
        /* Let an interrupt come during the walk, 3 cycles later in each round. */
        was_interrupted = OS_FALSE;
        timer0_load_write(30u + 3u * n);
        timer0_reload_write(0);
        timer0_en_write(1);
        OSTimeTick();
        while (was_interrupted == OS_FALSE) {
        }
        timer0_en_write(0);
        CHECK(OSCtxSwCtr >= before + 2u); /* the higher task ran and blocked again */
        for (i = 0u; i < SLEEPERS; i++) {
            /* A new task has no delay yet: it is ready but less urgent than this task. */
            if (DLY(40u + i) != 0u) {
                CHECK_EQ(DLY(40u + i), left[i] - 1u);
            }
        }
        OSTaskChangePrio(OS_PRIO_SELF, 58);
        OSTaskChangePrio(OS_PRIO_SELF, TEST_PRIO);
    }
    CHECK_EQ(deleted, 150);
    CHECK_EQ(OSTaskCtr, OS_N_SYS_TASKS + 2u + SLEEPERS);
    CHECK_EQ(OSLockNesting, 0);
}
