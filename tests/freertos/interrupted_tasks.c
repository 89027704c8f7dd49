/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupted calls: delays, suspension, priorities, the suspended scheduler, task creation, notifications. */
#include "interrupted_calls.h"

/* ------------------------------------------------------ Lines ----------------------------------------------------- */

#if LINES_ONLY
static void no_line(void) { taken[BY_CALLER] = 0u; }

static void took_line(void)
{
    see("lines taken", taken[BY_CALLER], 1u);
    see("lines left", xLineTake(TIMER0_INTERRUPT, 0u), pdFALSE);
}

static void take_other_line(void)
{
    failed[BY_CALLER] += (xLineTake(SIM_LINE_INTERRUPT, portMAX_DELAY) == pdFALSE);
}

static void took_no_line(void) { see("failed waits for a line", failed[BY_CALLER], 1u); }
#endif

/* ------------------------------------------------------ Delays ---------------------------------------------------- */

static volatile BaseType_t other_ran;
static TickType_t began;

static void reset_state(void)
{
    began = xTaskGetTickCount();
    other_ran = pdFALSE;
}

static void delay(void)
{
    const TickType_t start = xTaskGetTickCount();

    vTaskDelay(1u);
    taken[party()] = xTaskGetTickCount() - start;
}

static void delay_until(void)
{
    TickType_t last = xTaskGetTickCount();
    const TickType_t start = last;
    const BaseType_t waited = xTaskDelayUntil(&last, 1u);

    see("last wake-up", last, start + 1u);
    taken[party()] = xTaskGetTickCount() - start;
    (waited ? given : failed)[party()]++;
}

/* Delay until xTaskAbortDelay() ends the delay. */
static void delay_long(void)
{
    vTaskDelay(1000u);
}

static void delay_two(void)
{
    vTaskDelay(2u);
}

static void delayed(void)
{
    see("the delay took at least one tick", taken[BY_CALLER] >= 1u, pdTRUE);
}

static void other_delayed(void)
{
    see("the delay of `other` took at least one tick", taken[BY_OTHER] >= 1u, pdTRUE);
}

static void both_delayed(void)
{
    other_delayed();
    delayed();
}

static void aborted_once(void)
{
    see("successful aborts", total(counted), 1u);
}

static void catch_up(void)
{
    see("xTaskCatchUpTicks() returns pdFALSE or pdTRUE", xTaskCatchUpTicks(1u) | pdTRUE, pdTRUE);
}

static void two_ticks(void)
{
    see("ticks", xTaskGetTickCount() - began, 2u);
}

/* ---------------------------------------------------- Suspension -------------------------------------------------- */

static void suspend(void)
{
    vTaskSuspend(NULL);
}

static void suspend_and_run(void)
{
    vTaskSuspend(NULL);
    other_ran = pdTRUE;
}

static void delay_and_run(void)
{
    vTaskDelay(1u);
    other_ran = pdTRUE;
}

static void suspend_and_delay(void)
{
    vTaskSuspend(NULL);
    delay();
}

static void suspend_other(void) { vTaskSuspend(other.task); }
static void suspend_and_resume_other(void) { vTaskSuspend(other.task), vTaskResume(other.task); }

static void yield(void) { taskYIELD(); }

static void yield_to_an_equal(void)
{
    vTaskResume(other.task);
    arm();
    while (!other_ran) {
        taskYIELD();
    }
}

static void raise_other(void) { vTaskPrioritySet(other.task, 7u), vTaskPrioritySet(other.task, MORE); }
static void lower_other(void) { vTaskPrioritySet(other.task, LESS), vTaskPrioritySet(other.task, MORE); }
static void raise_self(void) { vTaskPrioritySet(NULL, 7u), vTaskPrioritySet(NULL, CALLER); }

/* Suspend the scheduler for a while. A task that then becomes ready must not run before xTaskResumeAll(). */
static void suspend_all(void)
{
    BaseType_t had_run;

    vTaskSuspendAll();
    had_run = other_ran;
    for (volatile uint32_t n = 0u; n < 10u; n++) {
    }
    see("a switch while the scheduler is suspended", other_ran, had_run);
    xTaskResumeAll();
}

static void tick_and_resume_other(void) { tick(), resume_other(); }

static void other_has_run(void) { see("the other ran", other_ran, pdTRUE); }

/* ------------------------------------------------ Creation, deletion ---------------------------------------------- */

static TaskHandle_t created[PARTIES];

static void runs(void *argument)
{
    taken[(uint32_t)argument]++;
    vTaskSuspend(NULL);
}

static void create_one(void)
{
    const uint32_t me = party();

    created[me] = create(runs, "created", (void *)me, LESS);
}

/* Control has the lowest priority, so the created task has already run. */
static void delete_created(uint32_t creator)
{
    see("a created task ran", taken[creator], 1u);
    see("state of a created task", eTaskGetState(created[creator]), eSuspended);
    vTaskDelete(created[creator]);
}

static void both_created(void) { delete_created(BY_CALLER), delete_created(BY_HELPER); }
static void one_left(void) { delete_created(BY_HELPER); }
static void one_created(void) { create_one(); }
static void delete_one(void) { vTaskDelete(created[BY_CONTROL]); }

/* -------------------------------------------------- Notifications ------------------------------------------------- */

static TaskHandle_t notified;
static UBaseType_t place; /* index of the notification */

static void clear(TaskHandle_t task, UBaseType_t index)
{
    notified = task;
    place = index;
    for (UBaseType_t n = 0u; n < configTASK_NOTIFICATION_ARRAY_ENTRIES; n++) {
        see("notification value at the start", ulTaskNotifyValueClearIndexed(task, n, 0u), 0u);
    }
    (void)xTaskNotifyStateClearIndexed(task, index);
}

static void to_caller(void) { clear(caller.task, 0u); }
static void to_other(void) { clear(other.task, 0u); }
static void to_caller_at_1(void) { clear(caller.task, 1u); }
static void to_other_at_1(void) { clear(other.task, 1u); }

static uint32_t value(void) { return ulTaskNotifyValueClearIndexed(notified, place, 0u); }

static void noted(uint32_t count)
{
    const uint32_t me = party();

    taken[me] += count;
    failed[me] += (count == 0u);
}

static void notify_take(void) { noted(ulTaskNotifyTake(pdTRUE, wait_ticks)); }
static void notify_take_one(void) { noted(ulTaskNotifyTakeIndexed(1u, pdFALSE, wait_ticks) != 0u); }

static void notify_wait(void)
{
    uint32_t bits = 0u;
    const BaseType_t passed = xTaskNotifyWait(0u, 0xFFFFFFFFu, &bits, wait_ticks);

    see("bits of a notification", (bits != 0u) || !passed, pdTRUE);
    noted(passed ? bits : 0u);
}

static void notify_wait_at_1(void)
{
    uint32_t bits = 0u;
    const BaseType_t passed = xTaskNotifyWaitIndexed(1u, 0u, 0xFFFFFFFFu, &bits, wait_ticks);

    see("bits of a notification", (bits != 0u) || !passed, pdTRUE);
    noted(passed ? bits : 0u);
}

static void notify(void)
{
    see("give", (place == 0u) ? xTaskNotifyGive(notified) : xTaskNotifyGiveIndexed(notified, place), pdPASS);
    given[party()]++;
}

static void notify_from_isr(void)
{
    if (place == 0u) {
        vTaskNotifyGiveFromISR(notified, &switch_wanted);
    } else {
        vTaskNotifyGiveIndexedFromISR(notified, place, &switch_wanted);
    }
    given[party()]++;
}

/* Each party sets a separate bit. */
static void set_bits(void)
{
    const uint32_t bit = 1u << party();

    see("notify", (place == 0u) ? xTaskNotify(notified, bit, eSetBits)
                                : xTaskNotifyIndexed(notified, place, bit, eSetBits), pdPASS);
    given[party()] += bit;
}

static void set_bits_from_isr(void)
{
    const uint32_t bit = 1u << party();

    see("notify", (place == 0u) ? xTaskNotifyFromISR(notified, bit, eSetBits, &switch_wanted)
                                : xTaskNotifyIndexedFromISR(notified, place, bit, eSetBits, &switch_wanted), pdPASS);
    given[party()] += bit;
}

/* The kernel accepts a value only if the previous value was taken. */
static void set_value(void)
{
    const uint32_t bit = 1u << party();

    if (xTaskNotify(notified, bit, eSetValueWithoutOverwrite) == pdPASS) {
        given[party()] += bit;
    }
}

static void set_value_from_isr(void)
{
    const uint32_t bit = 1u << BY_HANDLER;

    if (xTaskNotifyFromISR(notified, bit, eSetValueWithoutOverwrite, &switch_wanted) == pdPASS) {
        given[BY_HANDLER] += bit;
    }
}

static void give_and_tick(void) { notify_from_isr(), tick(); }
static void tick_and_give(void) { tick(), notify_from_isr(); }
static void set_and_tick(void) { set_bits_from_isr(), tick(); }
static void tick_and_set(void) { tick(), set_bits_from_isr(); }
static void abort_and_give(void) { abort_caller(), notify(); }
static void abort_and_set(void) { abort_caller(), set_bits(); }

static void no_notification_lost(void)
{
    see("notified", total(taken) + ulTaskNotifyValueClearIndexed(notified, place, 0xFFFFFFFFu), total(given));
    (void)xTaskNotifyStateClearIndexed(notified, place);
}

static void caller_notified(void)
{
    see("failed calls of the caller", failed[BY_CALLER], 0u);
    no_notification_lost();
}

static void caller_not_notified(void)
{
    see("failed calls of the caller", failed[BY_CALLER], 1u);
    no_notification_lost();
}

#define WAITS_FOR_A_NOTIFICATION(name, function, setup, notify, from_isr, isr_and_tick, tick_and_isr, abort_and_task) \
    {name, "the handler notifies", .prepare = setup, .call = function, .handler = from_isr, .available = value, \
     .check = caller_notified}, \
    {name, "a task notifies", .prepare = setup, .call = function, .helper_call = notify, .available = value, \
     .check = caller_notified}, \
    {name, "a tick", .prepare = setup, .call = function, .ticks = 1u, .handler = tick, .available = value, \
     .after = tick, .check = caller_not_notified}, \
    {name, "the handler notifies, then a tick", .prepare = setup, .call = function, .ticks = 1u, \
     .handler = isr_and_tick, .available = value, .check = caller_notified}, \
    {name, "a tick, then the handler notifies", .prepare = setup, .call = function, .ticks = 1u, \
     .handler = tick_and_isr, .available = value, .check = no_notification_lost}, \
    {name, "a tick, and a task notifies", .prepare = setup, .call = function, .ticks = 1u, .handler = tick, \
     .helper_call = notify, .available = value, .check = no_notification_lost}, \
    {name, "a task aborts", .prepare = setup, .call = function, .helper_call = abort_caller, .available = value, \
     .after = abort_caller, .check = caller_not_notified}, \
    {name, "a task aborts, then notifies", .prepare = setup, .call = function, .helper_call = abort_and_task, \
     .available = value, .check = no_notification_lost}

#define NOTIFIES(name, function, waits, setup, from_isr) \
    {name, "the handler notifies", .prepare = setup, .first = waits, .call = function, .handler = from_isr, \
     .available = value, .check = no_notification_lost}, \
    {name, "the handler notifies a less urgent task", .prepare = setup, .priority = LESS, .first = waits, \
     .call = function, .handler = from_isr, .available = value, .check = no_notification_lost}, \
    {name, "a tick", .prepare = setup, .first = waits, .call = function, .ticks = 1u, .handler = tick, \
     .available = value, .check = no_notification_lost}, \
    {name, "a tick for a less urgent task", .prepare = setup, .priority = LESS, .first = waits, .call = function, \
     .ticks = 1u, .handler = tick, .available = value, .check = no_notification_lost}, \
    {name, "a task aborts the wait", .prepare = setup, .first = waits, .call = function, .helper_call = abort_other, \
     .available = value, .check = no_notification_lost}

/* ----------------------------------------------------- The table -------------------------------------------------- */

const case_t task_cases[] = {
#if LINES_ONLY
    {"xLineTake", "the line triggers", .prepare = no_line, .call = line_take, .check = took_line},
    {"xLineTake", "a task aborts", .prepare = no_line, .call = take_other_line, .helper_call = abort_caller,
     .after = abort_caller, .check = took_no_line},
#endif
    {"vTaskDelay", "a tick", .prepare = reset_state, .call = delay, .handler = tick, .after = tick, .check = delayed},
    {"vTaskDelay", "a task aborts", .prepare = reset_state, .call = delay_long, .helper_call = abort_caller,
     .after = abort_caller, .check = aborted_once},
    {"vTaskDelay", "a tick, and a task aborts", .prepare = reset_state, .call = delay, .handler = tick,
     .helper_call = abort_caller, .after = tick},
    {"vTaskDelay", "a tick wakes two tasks", .prepare = reset_state, .first = delay, .call = delay, .handler = tick,
     .after = tick, .check = both_delayed},
    {"xTaskDelayUntil", "a tick", .prepare = reset_state, .call = delay_until, .handler = tick, .after = tick,
     .check = delayed},
    {"xTaskDelayUntil", "a task aborts", .prepare = reset_state, .call = delay_until, .helper_call = abort_caller,
     .after = abort_caller},
    {"xTaskAbortDelay", "a tick", .prepare = reset_state, .first = delay, .call = abort_other, .handler = tick,
     .after = tick},
    {"xTaskAbortDelay", "a task also aborts", .prepare = reset_state, .first = delay_long, .call = abort_other,
     .helper_call = abort_other, .check = aborted_once},
    {"xTaskAbortDelay", "a task also aborts a less urgent task", .prepare = reset_state, .priority = LESS,
     .first = delay_long, .call = abort_other, .helper_call = abort_other, .check = aborted_once},
    {"xTaskCatchUpTicks", "a tick", .prepare = reset_state, .first = delay_two, .call = catch_up, .handler = tick,
     .check = two_ticks},
    {"xTaskCatchUpTicks", "a task aborts", .prepare = reset_state, .first = delay_two, .call = catch_up,
     .helper_call = abort_other, .check = aborted_once},
    {"vTaskSuspend", "the handler resumes", .prepare = reset_state, .call = suspend, .handler = resume_caller,
     .after = resume_caller},
    {"vTaskSuspend", "a task resumes", .prepare = reset_state, .call = suspend, .helper_call = resume_caller,
     .after = resume_caller},
    {"vTaskSuspend", "the handler resumes another task", .prepare = reset_state, .first = suspend_and_run,
     .call = suspend, .handler = resume_other, .after = resume_caller, .check = other_has_run},
    {"vTaskSuspend", "the handler resumes the suspended task", .prepare = reset_state, .first = suspend_and_run,
     .call = suspend_other, .handler = resume_other, .after = resume_other, .check = other_has_run},
    {"vTaskSuspend", "a tick for a suspended task", .prepare = reset_state, .first = delay_and_run,
     .call = suspend_other, .handler = tick, .after = resume_other, .check = other_has_run},
    {"vTaskResume", "the handler resumes", .prepare = reset_state, .first = suspend_and_run, .call = resume_other,
     .handler = resume_other, .resumes = pdTRUE, .check = other_has_run},
    {"vTaskResume", "the handler resumes a less urgent task", .prepare = reset_state, .priority = LESS,
     .first = suspend_and_run, .call = resume_other, .handler = resume_other, .resumes = pdTRUE,
     .check = other_has_run},
    {"vTaskResume", "the handler resumes a task that delays", .prepare = reset_state, .first = suspend_and_delay,
     .call = resume_other, .handler = resume_other, .after = tick, .check = other_delayed},
    {"vTaskResume", "a task suspends and resumes", .prepare = reset_state, .first = suspend_and_run,
     .call = resume_other, .helper_call = suspend_and_resume_other, .resumes = pdTRUE, .check = other_has_run},
    {"vTaskPrioritySet", "the handler resumes the raised task", .prepare = reset_state, .first = suspend_and_run,
     .call = raise_other, .handler = resume_other, .check = other_has_run},
    {"vTaskPrioritySet", "a tick for a raised task", .prepare = reset_state, .first = delay_and_run,
     .call = raise_other, .handler = tick, .check = other_has_run},
    {"vTaskPrioritySet", "a tick for a lowered task", .prepare = reset_state, .first = delay_and_run,
     .call = lower_other, .handler = tick, .check = other_has_run},
    {"vTaskPrioritySet", "the handler resumes another task", .prepare = reset_state, .first = suspend_and_run,
     .call = raise_self, .handler = resume_other, .check = other_has_run},
    {"xTaskResumeAll", "the handler resumes", .prepare = reset_state, .first = suspend_and_run, .call = suspend_all,
     .handler = resume_other, .check = other_has_run},
    {"xTaskResumeAll", "the handler resumes a less urgent task", .prepare = reset_state, .priority = LESS,
     .first = suspend_and_run, .call = suspend_all, .handler = resume_other, .check = other_has_run},
    {"vTaskSuspendAll", "a tick", .prepare = reset_state, .first = delay_and_run, .call = suspend_all, .handler = tick,
     .check = other_has_run},
    {"vTaskSuspendAll", "a tick, and the handler resumes", .prepare = reset_state, .first = suspend_and_run,
     .second = delay, .call = suspend_all, .handler = tick_and_resume_other, .check = other_has_run},
    {"taskYIELD", "the handler resumes", .prepare = reset_state, .first = suspend_and_run, .call = yield,
     .handler = resume_other, .check = other_has_run},
    {"taskYIELD", "a tick, and an equal task is ready", .prepare = reset_state, .priority = EQUAL,
     .first = suspend_and_run, .call = yield_to_an_equal, .arms = pdTRUE, .handler = tick, .check = other_has_run},
    {"xTaskResumeFromISR", "a tick", .prepare = reset_state, .first = suspend_and_run, .second = delay,
     .call = raise_outer, .arms = pdTRUE, .outer_action = resume_other, .handler = tick, .check = other_has_run},
    {"xTaskIncrementTick", "another handler resumes", .prepare = reset_state, .first = suspend_and_run, .second = delay,
     .call = raise_outer, .arms = pdTRUE, .outer_action = tick, .handler = resume_other, .check = other_has_run},
    {"vTaskNotifyGiveFromISR", "another handler notifies", .prepare = to_other, .first = notify_take,
     .call = raise_outer, .arms = pdTRUE, .outer_action = notify_from_isr, .handler = notify_from_isr,
     .available = value, .check = no_notification_lost},
    {"vTaskNotifyGiveIndexedFromISR", "a tick", .prepare = to_other_at_1, .first = notify_take_one, .ticks = 1u,
     .call = raise_outer, .arms = pdTRUE, .outer_action = notify_from_isr, .handler = tick, .available = value,
     .check = no_notification_lost},
    {"xTaskNotifyFromISR", "another handler notifies", .prepare = to_other, .first = notify_wait, .call = raise_outer,
     .arms = pdTRUE, .outer_action = set_bits_from_isr, .handler = set_bits_from_isr, .available = value,
     .check = no_notification_lost},
    {"xTaskNotifyIndexedFromISR", "a tick", .prepare = to_other_at_1, .first = notify_wait_at_1, .ticks = 1u,
     .call = raise_outer, .arms = pdTRUE, .outer_action = set_bits_from_isr, .handler = tick, .available = value,
     .check = no_notification_lost},
    {"xTaskCreate", "a task also creates", .prepare = reset_state, .call = create_one, .helper_call = create_one,
     .check = both_created},
    {"vTaskDelete", "a task creates another one", .prepare = one_created, .call = delete_one, .helper_call = create_one,
     .check = one_left},
    WAITS_FOR_A_NOTIFICATION("ulTaskNotifyTake", notify_take, to_caller, notify, notify_from_isr, give_and_tick,
                             tick_and_give, abort_and_give),
    WAITS_FOR_A_NOTIFICATION("ulTaskNotifyTakeIndexed", notify_take_one, to_caller_at_1, notify, notify_from_isr,
                             give_and_tick, tick_and_give, abort_and_give),
    WAITS_FOR_A_NOTIFICATION("xTaskNotifyWait", notify_wait, to_caller, set_bits, set_bits_from_isr, set_and_tick,
                             tick_and_set, abort_and_set),
    WAITS_FOR_A_NOTIFICATION("xTaskNotifyWaitIndexed", notify_wait_at_1, to_caller_at_1, set_bits, set_bits_from_isr,
                             set_and_tick, tick_and_set, abort_and_set),
    NOTIFIES("xTaskNotifyGive", notify, notify_take, to_other, notify_from_isr),
    NOTIFIES("xTaskNotifyGiveIndexed", notify, notify_take_one, to_other_at_1, notify_from_isr),
    NOTIFIES("xTaskNotify", set_bits, notify_wait, to_other, set_bits_from_isr),
    NOTIFIES("xTaskNotify", set_value, notify_wait, to_other, set_value_from_isr),
    NOTIFIES("xTaskNotifyIndexed", set_bits, notify_wait_at_1, to_other_at_1, set_bits_from_isr),
};
const uint32_t task_case_count = COUNT(task_cases);
