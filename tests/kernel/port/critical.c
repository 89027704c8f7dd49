/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each task has its own interrupt enable. Critical sections nest, and a switch inside a section does not end it. A task
 * resumes with its own interrupt enable after each kind of switch.
 *
 * opt: -O0 -O2
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define ROUNDS 300u

static OS_STK          stacks[3][200];
static OS_EVENT       *sem;
static volatile INT32U ticks, done[3];

static void timer_handler(void)
{
    ticks++;
    OSTimeTick();
    timer_once(900u + ticks % 97u);
}

/* Switch from inside a critical section. */
static void closed_task(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OS_CPU_SR cpu_sr, outer_sr;

        CHECK_EQ("interrupts before", interrupts_on(), 1u);
        OS_ENTER_CRITICAL();
        CHECK_EQ("interrupts in a critical section", interrupts_on(), 0u);
        outer_sr = cpu_sr;
        OS_ENTER_CRITICAL(); /* a nested critical section */
        OS_EXIT_CRITICAL();
        CHECK_EQ("interrupts after the inner critical section", interrupts_on(), 0u);
        OSTimeDly(1u);
        CHECK_EQ("interrupts after a switch in a critical section", interrupts_on(), 0u);
        cpu_sr = outer_sr;
        OS_EXIT_CRITICAL();
        CHECK_EQ("interrupts after", interrupts_on(), 1u);
        done[0]++;
    }
}

/* Switch by a call, outside any critical section. */
static void open_task(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 3u, &err);
        CHECK_EQ("interrupts after OSSemPend()", interrupts_on(), 1u);
        done[1]++;
    }
}

/* This task never blocks. Interrupts and its posts, which wake open_task(), switch it out. */
static void busy_task(void *p_arg)
{
    (void)p_arg;
    while (done[0] < ROUNDS || done[1] < ROUNDS) {
        OS_CPU_SR cpu_sr;

        CHECK_EQ("interrupts in a task that was interrupted", interrupts_on(), 1u);
        OS_ENTER_CRITICAL();
        CHECK_EQ("interrupts in a critical section", interrupts_on(), 0u);
        OS_EXIT_CRITICAL();
        if (ticks % 3u == 0u) {
            OSSemPost(sem);
        }
    }
    pass();
}

int main(void)
{
    CHECK_EQ("interrupts in main()", interrupts_on(), 0u);
    OSInit();
    CHECK_EQ("interrupts after OSInit()", interrupts_on(), 0u);
    sem = OSSemCreate(0u);
    OSTaskCreate(closed_task, 0, &stacks[0][199], 4u);
    OSTaskCreate(open_task, 0, &stacks[1][199], 5u);
    OSTaskCreate(busy_task, 0, &stacks[2][199], 6u);
    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer_handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer_once(300u);
    OSStart();
    return 2;
}
