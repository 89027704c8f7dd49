/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nested interrupts: OSIntNesting counts them, they share one aligned stack, and tasks switch only at the outermost
 * exit.
 *
 * line: 1000 2500
 * opt: -O0 -O2
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define ROUNDS 200u

extern const char __heap_end[], __stack_top[];

static OS_STK          high_stack[200], low_stack[200];
static OS_EVENT       *sem;
static volatile INT32U inner, outer, woken, deepest, nested_on_255;
static volatile INT32U depth;

static void check_interrupt_stack(void)
{
    INT32U sp = stack_pointer();

    CHECK_EQ("sp modulo 16 in a handler", sp % 16u, 0u);
    CHECK_EQ("gp and tp in a handler", pointers_are_kept(), 1u);
    CHECK(sp > (INT32U)__heap_end);
    CHECK(sp < (INT32U)__stack_top);
    CHECK_EQ("interrupts in a new handler", interrupts_on(), 0u);
}

static void line_handler(void)
{
    sim_line_ev_pending_write(1u);
    check_interrupt_stack();
    CHECK_EQ("OSIntNesting", OSIntNesting, depth + 1u);
    if (depth == 0u) { /* the line did not interrupt timer_handler() */
        return;
    }
    inner++;
    if (inner % 2u == 0u) {
        OSSemPost(sem); /* wakes the high-priority task, which must not run before the outer handler ends */
    }
}

/* Handle the outer interrupt: wait for two nested line interrupts. Every fourth time, the timer nests in itself too. */
static void timer_handler(void)
{
    INT32U inner_before = inner;
    INT32U woken_before = woken;
    INT8U  nesting = OSIntNesting;

    timer0_ev_pending_write(1u);
    check_interrupt_stack();
    CHECK_EQ("OSIntNesting", nesting, depth + 1u);
    depth++;
    if (depth > deepest) {
        deepest = depth;
    }
    if ((outer % 4u == 0u) && (depth < 4u)) {
        timer_once(100u);
    }
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    OS_CPU_IntNestEn();
    while ((inner - inner_before) < 2u) {
        check_scratch_registers();
    }
    CHECK_EQ("OSIntNesting after an inner handler", OSIntNesting, nesting);
    CHECK_EQ("the woken task runs before the outer handler ends", woken, woken_before);
    CHECK_EQ("interrupts after an inner handler", interrupts_on(), 1u);
    if (nesting == 1u) {
        (void)OS_CPU_SR_Save();
        outer++;
        timer_once(3000u);
    }
    (void)OS_CPU_SR_Save();
    depth--;
    if ((nesting == 1u) && (outer % 2u == 0u)) { /* a handler may end with interrupts enabled */
        BSP_IntDisable(SIM_LINE_INTERRUPT); /* `depth` is already lower, so line_handler()'s check would fail */
        OS_CPU_IntNestEn();
    }
}

/* Check that OSIntNesting saturates at 255. These two handlers replace the other two. */
static void saturation_inner(void)
{
    sim_line_ev_pending_write(1u);
    CHECK_EQ("OSIntNesting at its maximum", OSIntNesting, 255u);
    nested_on_255 = 1u;
}

static void saturation_outer(void)
{
    timer0_ev_pending_write(1u);
    OSIntNesting = 255u;
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, saturation_inner);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    OS_CPU_IntNestEn();
    while (nested_on_255 == 0u) {
    }
    (void)OS_CPU_SR_Save();
    BSP_IntDisable(SIM_LINE_INTERRUPT);
    OSIntNesting = 1u;
}

static void high_task(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0u, &err);
        CHECK_EQ("OSSemPend", err, OS_ERR_NONE);
        CHECK_EQ("OSIntNesting in a task", OSIntNesting, 0u);
        CHECK_EQ("depth", depth, 0u);
        CHECK_EQ("interrupts in a task", interrupts_on(), 1u);
        CHECK_EQ("sp modulo 16 in a task", stack_pointer() % 16u, 0u);
        CHECK(stack_pointer() >= (INT32U)high_stack);
        CHECK(stack_pointer() < (INT32U)&high_stack[200]);
        woken++;
    }
}

static void low_task(void *p_arg)
{
    (void)p_arg;
    line_and_timer(line_handler, timer_handler, 3000u);
    while (outer < ROUNDS) {
        BSP_IntEnable(SIM_LINE_INTERRUPT);
        check_scratch_registers();
        CHECK_EQ("OSIntNesting in a task", OSIntNesting, 0u);
        CHECK(stack_pointer() >= (INT32U)low_stack);
        CHECK(stack_pointer() < (INT32U)&low_stack[200]);
    }
    CHECK(woken > ROUNDS / 2u);
    CHECK(deepest == 4u);

    timer0_en_write(0u);
    BSP_IntHandlerSet(TIMER0_INTERRUPT, saturation_outer);
    timer_once(100u);
    while ((nested_on_255 == 0u) || (OSIntNesting != 0u)) {
    }
    pass();
}

int main(void)
{
    OSInit();
    sem = OSSemCreate(0u);
    OSTaskCreate(high_task, 0, &high_stack[199], 4u);
    OSTaskCreate(low_task, 0, &low_stack[199], 5u);
    OSStart();
    return 2;
}
