/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raise an interrupt at every cycle, or every STEP cycles, of each operation of the port. Operations: a switch by a
 * give, a task creation, a yield to a task of equal priority, a yield that a critical section delays, another
 * interrupt, and an interrupt that a guest raises itself. Check that the interrupt comes once and wakes the waiting
 * task, and that no task loses a register.
 *
 * defs: -DNO_TIMERS -DNO_TIME_SLICING
 * line: 300 300
 * cycles: 40000000
 */
#include "check.h"

#ifndef STEP
#define STEP 1u /* cycles between successive distances of the interrupt */
#endif
#ifndef SWITCHES_ONLY
#define SWITCHES_ONLY 0
#endif
#define LATE 8u /* a sweep ends after this number of successive interrupts that come after the operation */

static SemaphoreHandle_t woken_by_task, woken_by_line;
static TaskHandle_t resumed;
static volatile uint32_t hits, late, wakes, gives, lines, lines_woken, created, equals;
static volatile BaseType_t wakes_waiter, done;

DEFINE_CALL_KEPT;

static void timer_handler(void)
{
    BaseType_t woken = pdFALSE;

    timer0_ev_pending_write(1u);
    hits++;
    late = done ? late + 1u : 0u;
    if (wakes_waiter) {
        woken = xTaskResumeFromISR(resumed);
    }
    portYIELD_FROM_ISR(woken);
}

static void line_handler(void)
{
    BaseType_t woken = pdFALSE;

    sim_line_ev_enable_write(0u);
    sim_line_ev_pending_write(1u);
    portENABLE_INTERRUPTS();
    lines++;
    xSemaphoreGiveFromISR(woken_by_line, &woken);
    portYIELD_FROM_ISR(woken);
}

static void suspend(void) { vTaskSuspend(NULL); } /* enters no critical section after its wake-up */
static void take_task(void) { xSemaphoreTake(woken_by_task, portMAX_DELAY); }
static void take_line(void) { xSemaphoreTake(woken_by_line, portMAX_DELAY); }

static void high(void *argument)
{
    static void (*const waits[])(void) = {suspend, take_task, take_line};
    static volatile uint32_t *const counts[] = {&wakes, &gives, &lines_woken};
    const uint32_t id = (uint32_t)argument;

    for (;;) {
        CHECK_EQ("registers of a task that waits", call_kept(waits[id], id << 8), 0u);
        CHECK_EQ("interrupts", interrupts_on(), 1u);
        CHECK_EQ("nesting", uxPortCriticalNesting, 0u);
        if ((id == 2u) && (lines_woken == 0u)) { /* force a second line interrupt before `test` continues */
            sim_line_ev_enable_write(1u);
            while (lines == 1u) {
            }
        }
        (*counts[id])++;
    }
}

static void yields(void)
{
    taskYIELD();
}

static void equal(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK_EQ("registers of a task that yields", call_kept(yields, 0x7A0000u), 0u);
        CHECK_EQ("interrupts", interrupts_on(), 1u);
        equals++;
    }
}

static void brief(void *argument)
{
    CHECK_EQ("argument", argument, 0x1234u);
    created++;
    vTaskDelete(NULL);
}

/* Operations during which the interrupt comes. */
static void give(void)
{
    xSemaphoreGive(woken_by_task);
}

static void yields_late(void)
{
    uint32_t before;

    taskENTER_CRITICAL();
    before = equals;
    taskYIELD();
    CHECK_EQ("no switch within a critical section", equals, before);
    taskEXIT_CRITICAL();
}

static void creates(void)
{
    CHECK_EQ("create", xTaskCreate(brief, "brief", 128, (void *)0x1234, 5, NULL), pdPASS);
}

static void line(void)
{
    sim_line_ev_enable_write(1u);
}

#if portGUEST
static volatile uint32_t raised;

static void raised_handler(void)
{
    BaseType_t woken = pdFALSE;

    CHECK_EQ("interrupts in a handler", interrupts_on(), 0u);
    raised++;
    xSemaphoreGiveFromISR(woken_by_task, &woken);
    portYIELD_FROM_ISR(woken);
}

static void raises(void)
{
    const uint32_t before = raised, had = gives;

    taskENTER_CRITICAL();
    BSP_IntRaise();
    CHECK_EQ("raised within a critical section", raised, before);
    taskEXIT_CRITICAL();
    CHECK_EQ("raised", raised, before + 1u);
    BSP_IntRaise();
    CHECK_EQ("raised", raised, before + 2u);
    CHECK_EQ("gives of the woken task", gives, had + 2u);
}
#endif

static void at_every_cycle(const char *name, void (*operation)(void))
{
    uint32_t cycles, before;

    late = 0u;
    for (cycles = 1u; late < LATE; cycles += STEP) {
        if (operation == line) {
            while (sim_line_ev_pending_read() == 0u) {
            }
        }
        before = wakes;
        hits = 0u;
        done = pdFALSE;
        timer_from_now(cycles);
        CHECK_EQ(name, call_kept(operation, 0x5A50000u), 0u);
        done = pdTRUE;
        while (hits == 0u) {
        }
        CHECK_EQ("interrupts", hits, 1u);
        CHECK_EQ("tasks that waited for the interrupt", wakes - before, wakes_waiter);
        CHECK_EQ("handlers", uxPortIntNesting, 0u);
        CHECK_EQ("nesting", uxPortCriticalNesting, 0u);
        CHECK_EQ("interrupts on", interrupts_on(), 1u);
        if (operation == creates) {
            vTaskPrioritySet(NULL, 0); /* the idle task frees the deleted task */
            taskYIELD();
            vTaskPrioritySet(NULL, 2);
        }
    }
    CHECK(cycles > 2u * LATE);
}

static void test(void *argument)
{
    TaskHandle_t peer;

    (void)argument;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer_handler); /* replaces the tick handler */
    timer0_ev_pending_write(1u);
    while (hits == 0u) { /* the tick that the port has started comes first */
    }
    line_start(line_handler);
    while (lines < 2u) {
    }
    for (wakes_waiter = pdFALSE; wakes_waiter <= pdTRUE; wakes_waiter++) {
        at_every_cycle("registers over a give", give);
        if (!SWITCHES_ONLY) {
            at_every_cycle("registers over a creation", creates);
            at_every_cycle("registers over an interrupt", line);
#if portGUEST
            BSP_IntHandlerSet(BSP_INT_SOFTWARE, raised_handler);
            at_every_cycle("registers over an interrupt that the guest raises", raises);
#endif
        }
        peer = create(equal, "equal", NULL, 2);
        at_every_cycle("registers over a yield", yields);
        at_every_cycle("registers over a yield that waits", yields_late);
        vTaskDelete(peer);
    }
    CHECK((gives > 100u / STEP) && (equals > 100u / STEP));
    CHECK(SWITCHES_ONLY || ((created > 100u / STEP) && (lines > 100u / STEP)));
    CHECK_EQ("tasks that the line has woken", lines_woken, lines);
    pass();
}

int main(void)
{
    woken_by_task = xSemaphoreCreateBinary();
    woken_by_line = xSemaphoreCreateBinary();
    for (uint32_t n = 0u; n < 3u; n++) {
        TaskHandle_t task = create(high, "high", (void *)n, 6u - n);

        resumed = (n == 0u) ? task : resumed;
    }
    create(test, "test", NULL, 2);
    vTaskStartScheduler();
    return 1;
}
