/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt the port's operations at every STEP-th cycle: switches by a post, by OSTaskResume() and by OSTaskSuspend(),
 * a switch of a task to itself, a creation and a deletion, an exception whose handler returns, and another interrupt.
 * Each interrupt comes once and, in the second round, wakes the waiting task. No task loses a register.
 *
 * case: all
 * case: some -DSTEP=7u
 * line: 300 300
 * cycles: 40000000
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#ifndef STEP
#define STEP 1u /* cycles between successive distances of the interrupt */
#endif
#define LATE 8u /* a sweep ends when this number of successive interrupts came after the operation */

#define HELD_PRIO 7u

static OS_STK          stacks[5][400];
static OS_EVENT       *woken_by_timer, *woken_by_task, *woken_by_line;
static volatile INT32U hits, late, wakes, posts, lines, created, resumed;
static volatile BOOLEAN wakes_waiter, done;

DEFINE_CALL_KEPT;

static void timer_handler(void)
{
    timer0_ev_pending_write(1u);
    CHECK_EQ("gp and tp", pointers_are_kept(), 1u);
    hits++;
    late = done ? late + 1u : 0u;
    if (wakes_waiter) {
        OSSemPost(woken_by_timer);
    }
}

static void line_handler(void)
{
    sim_line_ev_enable_write(0u);
    sim_line_ev_pending_write(1u);
    CHECK_EQ("gp and tp", pointers_are_kept(), 1u);
    OS_CPU_IntNestEn();
    lines++;
    OSSemPost(woken_by_line);
}

void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except)
{
    CHECK_EQ("instruction", p_except->Addr, 0xFFFFFFFFu);
    CHECK_EQ("s11", p_except->Reg[27], 0x5A50000u + 27u);
    p_except->PC += 4u;
    p_except->Reg[10] += 1u;
}

static void pend_timer(void)
{
    INT8U err;

    OSSemPend(woken_by_timer, 0u, &err);
}

static void pend_task(void)
{
    INT8U err;

    OSSemPend(woken_by_task, 0u, &err);
}

static void pend_line(void)
{
    INT8U err;

    OSSemPend(woken_by_line, 0u, &err);
}

static void high_task(void *p_arg)
{
    static void (*const pends[])(void) = { pend_timer, pend_task, pend_line };
    static volatile INT32U *const counts[] = { &wakes, &posts, &lines };
    const INT32U           id = (INT32U)p_arg;

    for (;;) {
        CHECK_EQ("registers of a task that waits", call_kept(pends[id], id << 8), 0u);
        CHECK_EQ("interrupts", interrupts_on(), 1u);
        if (id < 2u) {
            (*counts[id])++;
        }
    }
}

static void suspend(void)
{
    CHECK_EQ("OSTaskSuspend", OSTaskSuspend((resumed % 2u != 0u) ? HELD_PRIO : OS_PRIO_SELF), OS_ERR_NONE);
}

static void held_task(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        CHECK_EQ("registers of a task that is suspended", call_kept(suspend, 0x7A0000u), 0u);
        CHECK_EQ("interrupts", interrupts_on(), 1u);
        resumed++;
    }
}

static void short_task(void *p_arg)
{
    CHECK_EQ("argument", p_arg, 0x1234u);
    created++;
}

/* Operations during which the interrupt comes. */
static void post(void)
{
    OSSemPost(woken_by_task);
}

static void resume(void)
{
    const INT32U before = resumed;

    CHECK_EQ("OSTaskResume", OSTaskResume(HELD_PRIO), OS_ERR_NONE);
    CHECK_EQ("resumed tasks", resumed - before, 1u);
}

static void create(void)
{
    CHECK_EQ("OSTaskCreate", OSTaskCreate(short_task, (void *)0x1234, &stacks[3][99], 3u), OS_ERR_NONE);
}

static void to_itself(void)
{
    OS_CPU_SR cpu_sr;

    OS_ENTER_CRITICAL();
    OSTCBHighRdy = OSTCBCur;
    OSPrioHighRdy = OSPrioCur;
    OSCtxSw();
    OS_EXIT_CRITICAL();
}

#if !OS_CPU_GUEST
static void except(void)
{
    register INT32U a0 __asm__("a0") = 41u;

    __asm__ volatile(".word 0xffffffff" : "+r"(a0));
    CHECK_EQ("a0 after an exception", a0, 42u);
}
#endif

static void line(void)
{
    sim_line_ev_enable_write(1u);
}

static void wait_for_line(void)
{
    while (sim_line_ev_pending_read() == 0u) {
    }
}

static void at_every_cycle(const char *name, void (*operation)(void))
{
    INT32U cycles;

    late = 0u;
    for (cycles = 1u; late < LATE; cycles += STEP) {
        const INT32U before = wakes, switches = OSCtxSwCtr;

        if (operation == line) {
            wait_for_line();
        }
        hits = 0u;
        done = OS_FALSE;
        timer_from_now(cycles);
        CHECK_EQ(name, call_kept(operation, 0x5A50000u), 0u);
        done = OS_TRUE;
        while (hits == 0u) {
        }
        CHECK_EQ("interrupts", hits, 1u);
        CHECK_EQ("tasks that waited for the interrupt", wakes - before, wakes_waiter);
        CHECK(OSCtxSwCtr - switches >= 2u * wakes_waiter);
        CHECK_EQ("OSIntNesting", OSIntNesting, 0u);
        CHECK_EQ("interrupts on", interrupts_on(), 1u);
    }
    CHECK(cycles > 2u * LATE);
}

static void low_task(void *p_arg)
{
    (void)p_arg;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer_handler);
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    for (INT32U round = 0u; round < 2u; round++) {
        wakes_waiter = (BOOLEAN)round;
        at_every_cycle("registers over a post", post);
        at_every_cycle("registers over a task's resumption", resume);
        at_every_cycle("registers over a creation", create);
        at_every_cycle("registers over a switch to itself", to_itself);
#if !OS_CPU_GUEST /* an exception ends a guest */
        at_every_cycle("registers over an exception", except);
#endif
        at_every_cycle("registers over an interrupt", line);
    }
    CHECK((posts > 100u / STEP) && (resumed > 100u / STEP) && (created > 100u / STEP) && (lines > 100u / STEP));
    pass();
}

int main(void)
{
    OSInit();
    woken_by_timer = OSSemCreate(0u);
    woken_by_task = OSSemCreate(0u);
    woken_by_line = OSSemCreate(0u);
    for (INT32U n = 0u; n < 3u; n++) {
        OSTaskCreate(high_task, (void *)n, &stacks[n][399], (INT8U)(4u + n));
    }
    OSTaskCreate(held_task, 0, &stacks[4][399], HELD_PRIO);
    OSTaskCreate(low_task, 0, &stacks[3][399], HELD_PRIO + 1u);
    OSStart();
    return 2;
}
