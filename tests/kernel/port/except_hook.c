/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exception handler can return from an exception in the switch hook, in an interrupt handler and in a nested
 * handler. The switch that called the hook completes, and each trap returns to the right place.
 *
 * line: 1500 2500
 * defs: -DOS_APP_HOOKS_EN=1
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define ROUNDS 200u

static OS_STK          stacks[2][300];
static OS_EVENT       *sem;
static volatile INT32U exceptions, expected, hooks, outer, inner, woken;
static volatile BOOLEAN within;

void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except)
{
    CHECK_EQ("instruction", p_except->Addr, 0xFFFFFFFFu);
    p_except->PC += 4u;
    p_except->Reg[10] = p_except->Reg[11] + 1u;
    exceptions++;
}

static void emulated(void)
{
    register INT32U a0 __asm__("a0") = 0u;
    register INT32U a1 __asm__("a1") = ++expected;

    __asm__ volatile(".word 0xffffffff" : "+r"(a0) : "r"(a1));
    CHECK_EQ("a0 after an exception", a0, a1 + 1u);
}

void App_TaskSwHook(void)
{
    OS_CPU_SR cpu_sr;

    OS_ENTER_CRITICAL();
    emulated();
    hooks++;
    OS_EXIT_CRITICAL();
}

void App_TaskCreateHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskDelHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskIdleHook(void) {}
void App_TaskReturnHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskStatHook(void) {}
void App_TCBInitHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TimeTickHook(void) {}

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    inner += within;
    emulated();
    OSSemPost(sem);
}

static void timer_handler(void)
{
    const INT32U before = inner;

    timer0_ev_pending_write(1u);
    outer++;
    emulated();
    if (outer % 2u == 0u) {
        within = OS_TRUE;
        OS_CPU_IntNestEn();
        while (inner == before) {
            check_scratch_registers();
        }
        (void)OS_CPU_SR_Save();
        within = OS_FALSE;
    }
    timer_once(2000u + outer % 61u);
}

static void high_task(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0u, &err);
        woken++;
    }
}

static void low_task(void *p_arg)
{
    (void)p_arg;
    line_and_timer(line_handler, timer_handler, 500u);
    while (outer < ROUNDS) {
        check_scratch_registers();
        CHECK_EQ("OSIntNesting", OSIntNesting, 0u);
        CHECK(stack_pointer() >= (INT32U)stacks[1]);
        CHECK(stack_pointer() < (INT32U)&stacks[1][300]);
    }
    (void)OS_CPU_SR_Save();
    CHECK_EQ("exceptions", exceptions, expected);
    CHECK_EQ("calls of the hook", hooks, OSCtxSwCtr + 1u); /* OSStart() adds one call */
    CHECK((inner >= ROUNDS / 2u) && (woken > ROUNDS / 2u));
    pass();
}

int main(void)
{
    OSInit();
    sem = OSSemCreate(0u);
    OSTaskCreate(high_task, 0, &stacks[0][299], 4u);
    OSTaskCreate(low_task, 0, &stacks[1][299], 5u);
    OSStart();
    return 2;
}
