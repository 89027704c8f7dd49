/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raise an interrupt at every cycle of every call that can block, wake a task, time out or be aborted. The handler
 * gives, sends, sets, resumes or ticks, or it wakes a task that aborts a wait. The control task has the lowest
 * priority, so it runs only while all other tasks are blocked. It checks that no item is lost, and that no task blocks
 * on an available object. On a core with a time base, a tick takes effect in the unit, also while interrupts are
 * disabled; the interrupt comes some cycles later. With -DLINES_ONLY=1, a line wakes the task `helper` or the caller
 * itself, without a handler.
 *
 * line: 100 100
 */
#include "interrupted_calls.h"
#include "../kernel/port/distances.h"
#if portTIME_BASE
#include <ci_intrinsics.h>
#endif

#ifndef PARTS
#define PARTS 7u /* 1: queues, 2: tasks, 4: groups, buffers and timers */
#endif
#ifndef SHOWN
#define SHOWN 0 /* print each case and the number of interrupts within its call */
#endif
#ifndef STEP
#define STEP 1u /* step of the distances in cycles; sweep() uses a smaller step for a short call */
#endif
#ifndef TICKS_ONLY
#define TICKS_ONLY 0 /* sweep only cases whose interrupt is a tick */
#endif
#define AFTERS 4u

worker_t caller = {.name = "caller"}, other = {.name = "other"}, third = {.name = "third"}, helper = {.name = "helper"};
volatile uint32_t given[PARTIES], taken[PARTIES], failed[PARTIES], values[PARTIES], counted[PARTIES];
TickType_t wait_ticks;
BaseType_t switch_wanted;

static worker_t *const workers[] = {&caller, &other, &third, &helper}; /* indexed by party number */
static TaskHandle_t control;
static case_t const *the_case;
static unsigned int distance;
static uint32_t inside; /* number of interrupts within the call */
static uint32_t idle_since; /* cycle in which control ran again after it started the call */
static volatile uint32_t hits, armed;
static volatile distances_trap trap;
static volatile BaseType_t in_outer, in_call, hit_call;

DEFINE_CALL_KEPT;

void see(const char *what, uint32_t got, uint32_t expected)
{
    if (got == expected) {
        return;
    }
    portDISABLE_INTERRUPTS();
    printf("%s, %s, at %lu cycles: %s: expected %lu, got %lu\n", the_case->call_name, the_case->event,
           (unsigned long)distance, what, (unsigned long)expected, (unsigned long)got);
    for (uint32_t n = 0u; n < COUNT(workers); n++) {
        printf("  %s%s: given %lu, taken %lu, failed %lu\n", workers[n]->name, workers[n]->busy ? " (waits)" : "",
               (unsigned long)given[n], (unsigned long)taken[n], (unsigned long)failed[n]);
    }
    printf("  handler: given %lu, taken %lu; available: %lu\n", (unsigned long)given[BY_HANDLER],
           (unsigned long)taken[BY_HANDLER],
           (unsigned long)((the_case->available != NULL) ? the_case->available() : 0u));
    BSP_Exit(1);
}

uint32_t party(void)
{
    const TaskHandle_t task = xTaskGetCurrentTaskHandle();
    uint32_t n = 0u;

    if (portCHECK_IF_IN_ISR()) {
        return (in_outer && (uxPortIntNesting == 1u)) ? BY_OUTER : BY_HANDLER;
    }
    while ((n < COUNT(workers)) && (workers[n]->task != task)) {
        n++;
    }
    return n;
}

uint32_t total(volatile uint32_t const *counters)
{
    uint32_t sum = 0u;

    for (uint32_t n = 0u; n < PARTIES; n++) {
        sum += counters[n];
    }
    return sum;
}

/* ------------------------------------------------ Tasks and handler ----------------------------------------------- */

#if portTIME_BASE
#define TICK_AHEAD 32u /* cycles from a tick to the interrupt, at least */
#define TICK_LEAST 16u /* cycles of a tick that software can make the only one */

/* Let one tick of the time base end after some cycles. */
static void tick_in(uint32_t cycles)
{
    const UBaseType_t status = uxPortSetInterruptMask();

    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    ci_time_write(CI_TIME_BASE_PERIOD, cycles);
    ci_time_write(CI_TIME_BASE_PERIOD, UINT32_MAX);
    vPortClearInterruptMask(status);
}

#define TICKS_BY_UNIT() (the_case->handler == tick)
#define TICKS_STOP()    ci_time_write(CI_TIME_BASE_PERIOD, 0u)
#else
#define TICK_AHEAD      0u
#define TICK_LEAST      0u
#define tick_in(cycles)
#define TICKS_BY_UNIT() 0
#define TICKS_STOP()
#endif

/* Without a handler there is no trap. A tick or a line is too late if all tasks were blocked before it. */
#define HAS_TRAP() (!LINES_ONLY && !TICKS_BY_UNIT())
#define IS_LATE() \
    (!HAS_TRAP() && ((int32_t)(idle_since - (armed + (TICKS_BY_UNIT() ? TICK_LEAST : 0u) + distance)) < 0))

void arm(void)
{
    armed = BSP_Cycles();
    if (TICKS_BY_UNIT()) {
        timer_from_now(TICK_LEAST + distance + TICK_AHEAD);
        tick_in(TICK_LEAST + distance);
    } else {
        timer_from_now(distance);
    }
}

/* Clear the abort flag. A call that succeeds after an aborted wait leaves it set, and the next call could fail. */
static void forget_abort(void)
{
    TickType_t ticks = portMAX_DELAY;
    TimeOut_t time;

    vTaskSetTimeOutState(&time);
    (void)xTaskCheckForTimeOut(&time, &ticks);
}

static void works(void *argument)
{
    worker_t *const self = argument;

    for (;;) {
        do {
            vTaskSuspend(NULL);
            see("a task that was not started runs", self->busy || the_case->resumes, pdTRUE);
        } while (!self->busy);
        if ((self == &caller) && !the_case->arms) {
            arm();
        }
        in_call |= (self == &caller);
        see("registers", call_kept(self->does, 0x5A500000u), 0u);
        in_call &= (self != &caller);
        see("interrupts", interrupts_on(), 1u);
        if (the_case->helper_call != NULL) {
            forget_abort();
        }
        self->busy = pdFALSE;
    }
}

void start(worker_t *worker, void (*function)(void))
{
    if (function != NULL) {
        worker->does = function;
        worker->busy = pdTRUE;
        vTaskResume(worker->task);
    }
}

static void handler(void)
{
    const BaseType_t outer_wants = switch_wanted;
    const distances_trap this_trap = distances_trapped(armed);

    timer0_ev_pending_write(1u);
    hits++;
    trap = (xTaskGetCurrentTaskHandle() == control) ? distances_late : this_trap;
    hit_call = in_call && !distances_same(trap, distances_late);
    switch_wanted = pdFALSE;
    if ((the_case->handler != NULL) && !TICKS_BY_UNIT()) {
        the_case->handler();
    }
    if (helper.does != NULL) {
        helper.busy = pdTRUE;
        switch_wanted |= xTaskResumeFromISR(helper.task);
    }
    portYIELD_FROM_ISR(switch_wanted);
    switch_wanted = outer_wants;
}

#if LINES_ONLY
void line_take(void)
{
    const uint32_t me = party();

    see("line", xLineTake(TIMER0_INTERRUPT, portMAX_DELAY), pdTRUE);
    timer0_ev_pending_write(1u);
    hits++;
    hit_call = in_call;
    trap = (distances_trap){1u, 1u};
    taken[me] += (me == BY_CALLER);
}

static void line_helps(void)
{
    line_take();
    the_case->helper_call();
}
#endif

static void outer_handler(void)
{
    sim_line_ev_enable_write(0u);
    sim_line_ev_pending_write(1u);
    if (the_case != NULL) {
        in_outer = pdTRUE;
        switch_wanted = pdFALSE;
        portENABLE_INTERRUPTS();
        the_case->outer_action();
        portYIELD_FROM_ISR(switch_wanted);
        portDISABLE_INTERRUPTS();
        in_outer = pdFALSE;
    }
}

void raise_outer(void)
{
    while (sim_line_ev_pending_read() == 0u) {
    }
    arm();
    sim_line_ev_enable_write(1u);
}

/* --------------------------------------- Functions shared by several cases ---------------------------------------- */

void tick(void)
{
    if (portCHECK_IF_IN_ISR()) {
        vPortTick();
    } else {
        (void)xTaskCatchUpTicks(1u);
    }
}

static void resume(TaskHandle_t task)
{
    if (portCHECK_IF_IN_ISR()) {
        switch_wanted |= xTaskResumeFromISR(task);
    } else {
        vTaskResume(task);
    }
}

void resume_other(void) { resume(other.task); }
void resume_caller(void) { resume(caller.task); }
void abort_caller(void) { counted[party()] += (xTaskAbortDelay(caller.task) == pdPASS); }
void abort_other(void) { counted[party()] += (xTaskAbortDelay(other.task) == pdPASS); }

/* ------------------------------------------------------ Control --------------------------------------------------- */

static worker_t const *waiting(void)
{
    for (uint32_t n = 0u; n < COUNT(workers); n++) {
        if (workers[n]->busy) {
            return workers[n];
        }
    }
    return NULL;
}

/* Check that interrupts, critical sections, the scheduler and all priorities are in their initial state. */
static void look(void)
{
    see("interrupts of the handler", hits, 1u);
    see("interrupts", interrupts_on(), 1u);
    see("critical sections", uxPortCriticalNesting, 0u);
    see("handlers", uxPortIntNesting, 0u);
    see("scheduler", (uint32_t)xTaskGetSchedulerState(), (uint32_t)taskSCHEDULER_RUNNING);
    see("priority of caller", uxTaskPriorityGet(caller.task), CALLER);
    see("priority of other", uxTaskPriorityGet(other.task), the_case->priority ? the_case->priority : MORE);
    see("priority of control", uxTaskPriorityGet(NULL), 1u);
}

static distances_trap once(unsigned int cycles)
{
    distance = cycles;
    for (uint32_t n = 0u; n < PARTIES; n++) {
        given[n] = taken[n] = failed[n] = values[n] = counted[n] = 0u;
    }
    hits = 0u;
    helper.does = NULL;
    the_case->prepare();
    start(&other, the_case->first);
    start(&third, the_case->second);
#if LINES_ONLY
    start(&helper, (the_case->helper_call != NULL) ? line_helps : NULL);
#else
    helper.does = the_case->helper_call;
#endif
    start(&caller, the_case->call);
    idle_since = BSP_Cycles();
    while (hits == 0u) {
    }
    if (IS_LATE()) {
        trap = distances_late;
        hit_call = pdFALSE;
    }
    for (uint32_t n = 0u; waiting() != NULL; n++) {
        see("a task waits for an available item", (the_case->available != NULL) ? the_case->available() : 0u, 0u);
        see("a task waits forever", (the_case->after != NULL) && (n < AFTERS), pdTRUE);
        the_case->after();
    }
    look();
    if (the_case->check != NULL) {
        the_case->check();
    }
    inside += hit_call;
    return trap;
}

/* Sweep a tick of the unit or a line. It can take effect at each distance, also where an interrupt would wait. */
static void plain_sweep(unsigned int first, unsigned int step)
{
    (void)once(first); /* fills the caches */
    while (!distances_same(once(first), distances_late)) {
        first += step;
    }
}

/* Sweep each case. If no interrupt hits the call because it is short, repeat the sweep with a smaller step. */
static void sweep(case_t const *cases, uint32_t count)
{
    static uint32_t residue;

    for (the_case = cases; the_case < cases + count; the_case++) {
        if (TICKS_ONLY && (the_case->handler != tick)) {
            continue;
        }
        if (LINES_ONLY && ((the_case->handler != NULL) || (the_case->outer_action != NULL))) {
            continue;
        }
        wait_ticks = (the_case->ticks != 0u) ? the_case->ticks : portMAX_DELAY;
        vTaskPrioritySet(other.task, the_case->priority ? the_case->priority : MORE);
        inside = 0u;
        for (uint32_t step = STEP; (inside == 0u) && (step > 0u); step /= 4u) {
            residue += 7u;
            if (!HAS_TRAP()) {
                plain_sweep(1u + residue % step, step);
            } else {
                distances_sweep(once, 1u + residue % step, step);
            }
        }
        if (SHOWN) {
            printf("%s, %s: %lu\n", the_case->call_name, the_case->event, (unsigned long)inside);
        }
        see("interrupts within the call", inside > 0u, pdTRUE);
    }
}

static void controls(void *argument)
{
    static const UBaseType_t priorities[] = {CALLER, MORE, THIRD, HELPER};

    (void)argument;
    control = xTaskGetCurrentTaskHandle();
    timer0_ev_enable_write(0u); /* stop the kernel tick */
    timer0_en_write(0u);
    TICKS_STOP();
    timer0_ev_pending_write(1u);
    BSP_IntHandlerSet(TIMER0_INTERRUPT, handler);
#if LINES_ONLY
    BSP_IntDisable(TIMER0_INTERRUPT);
    CHECK_EQ("connect", xLineConnect(TIMER0_INTERRUPT, lineEDGE), pdPASS);
#else
    BSP_IntEnable(TIMER0_INTERRUPT); /* off if the kernel ticks by the time base */
#endif
    timer0_ev_enable_write(1u);
    for (uint32_t n = 0u; n < COUNT(workers); n++) {
        workers[n]->task = create(works, workers[n]->name, workers[n], priorities[n]);
    }
    line_start(outer_handler);
    queue_objects();
    group_objects();
    sweep(queue_cases, (PARTS & 1u) ? queue_case_count : 0u);
    sweep(task_cases, (PARTS & 2u) ? task_case_count : 0u);
    sweep(group_cases, (PARTS & 4u) ? group_case_count : 0u);
    pass();
}

int main(void)
{
    create(controls, "control", NULL, 1u);
    vTaskStartScheduler();
    return 1;
}
