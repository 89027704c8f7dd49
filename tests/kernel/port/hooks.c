/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The switch hook runs before each switch, with interrupts off, an aligned stack, and OSTCBCur and OSTCBHighRdy as
 * documented. It uses the task's stack in a switch from a task, and the interrupt stack in a switch from an interrupt.
 * OSInit() and ticks call their hooks.
 *
 * defs: -DOS_APP_HOOKS_EN=1
 * opt: -O0 -O2
 */

#include "check.h"

extern const char __heap_end[], __stack_top[];

static OS_STK          stacks[2][200];
static volatile INT32U from_task, from_interrupt, from_start, ticks;
static OS_TCB         *last;

void App_TaskSwHook(void)
{
    INT32U sp = stack_pointer();

    CHECK_EQ("sp modulo 16", sp % 16u, 0u);
    CHECK_EQ("gp and tp", pointers_are_kept(), 1u);
    CHECK_EQ("interrupts", interrupts_on(), 0u);
    if (OSRunning == OS_FALSE) {
        from_start++;
        CHECK_EQ("OSTCBCur at the start", OSTCBCur, OSTCBHighRdy);
    } else {
        CHECK_EQ("OSTCBCur is the outgoing task", OSTCBCur, last);
        CHECK(OSTCBHighRdy != OSTCBCur);
        if ((sp > (INT32U)__heap_end) && (sp < (INT32U)__stack_top)) {
            from_interrupt++;
        } else {
            CHECK(sp < (INT32U)(OSTCBCur->OSTCBStkPtr) + 1u);
            from_task++;
        }
    }
    last = OSTCBHighRdy;
}

void App_TimeTickHook(void)
{
    CHECK_EQ("sp modulo 16 in the tick hook", stack_pointer() % 16u, 0u);
    ticks++;
}

void App_TaskIdleHook(void)
{
    CHECK_EQ("sp modulo 16 in the idle hook", stack_pointer() % 16u, 0u);
}

void App_TaskCreateHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskDelHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskReturnHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskStatHook(void) {}
void App_TCBInitHook(OS_TCB *ptcb) { (void)ptcb; }

static void task(void *p_arg)
{
    INT32U    id = (INT32U)p_arg;
    OS_CPU_SR cpu_sr = 0u;

    for (INT32U n = 0u; n < 50u; n++) {
        OSTimeDly(1u + id);
        CHECK_EQ("OSTCBCur", OSTCBCur->OSTCBPrio, 4u + id);
        CHECK_EQ("OSPrioCur", OSPrioCur, 4u + id);
    }
    if (id == 0u) {
        OS_ENTER_CRITICAL(); /* no tick between the compared counts */
        CHECK_EQ("switch hook at the start", from_start, 1u);
        CHECK(from_task >= 25u);
        CHECK(from_interrupt >= 25u);
        CHECK_EQ("switch hook calls", from_task + from_interrupt, OSCtxSwCtr);
        CHECK_EQ("tick hook calls", ticks, OSTime);
        OS_EXIT_CRITICAL();
        pass();
    }
    OSTaskSuspend(OS_PRIO_SELF);
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, (void *)0, &stacks[0][199], 4u);
    OSTaskCreate(task, (void *)1, &stacks[1][199], 5u);
    BSP_TickStart(20000u);
    __asm__ volatile("csrsi mstatus, 8"); /* OSStart() must disable interrupts itself */
    OSStart();
    return 2;
}
