/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check a time base: ticks take effect without an instruction, after an exact number of cycles. The unit requests an
 * interrupt only if software has work, until the work is done. Only the program uses the units, not the kernel.
 */

#include <ci_intrinsics.h>
#include "../../kernel/port/check.h"

#define PERIOD    1000u
#define RUNNING   20u
#define AUTOMATIC CI_TIME_CONTROL_AUTOMATIC

static OS_STK          stack[300];
static volatile INT32U interrupts_taken, reasons;

static INT32U now(void) { return ci_time_read(CI_TIME_BASE_TIME); }
static INT32U status(void) { return ci_time_read(CI_TIME_BASE_STATUS); }
static void running(INT32U task) { ci_time_write(CI_TIME_BASE_RUNNING, task); }

static void wait_ticks(INT32U ticks)
{
    const INT32U from = now();

    while (now() - from < ticks) {
    }
}

/* Record the reasons for the interrupt and remove them. If a tick waits, execute it. */
static void handler(void)
{
    interrupts_taken++;
    reasons |= status() & 0xFFFFu;
    ci_time_write(CI_TIME_BASE_STATUS, CI_TIME_STATUS_ALARMS(0xFFFFFFFFu) << CI_TIME_STATUS_ALARMS_LOW);
    running(0u);
    while (ci_time_next() != CI_NONE) {
    }
    if ((reasons & CI_TIME_STATUS_WAITING) != 0u) {
        (void)ci_time_tick();
    }
}

static void check_reasons(INT32U line, INT32U times, INT32U expected)
{
    check_eq(__FILE_NAME__, (int)line, "interrupts", interrupts_taken, times);
    check_eq(__FILE_NAME__, (int)line, "reasons", reasons, expected);
    interrupts_taken = reasons = 0u;
    running(RUNNING);
}
#define CHECK_REASONS(times, expected) check_reasons(__LINE__, times, expected)

static void ticks_are_exact(void)
{
    INT32U at, from;

    wait_ticks(1u);
    at = BSP_Cycles();
    from = now();
    wait_ticks(50u);
    CHECK((BSP_Cycles() - at - 49u * PERIOD) < 2u * PERIOD);
    CHECK_EQ("ticks", now() - from, 50u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT) - 1u < PERIOD);
    CHECK_EQ("the upper word of the time", ci_time_read(CI_TIME_BASE_TIME_HIGH), 0u);
}

static void ticks_interrupt_only_if_needed(void)
{
    ci_time_set(RUNNING + 5u, 3u);                      /* lower priority */
    wait_ticks(5u);
    CHECK_EQ("ready", ci_ready_test(RUNNING + 5u), 1u);
    CHECK_REASONS(0u, 0u);
    ci_time_set(RUNNING - 5u, 3u);
    wait_ticks(5u);
    CHECK_EQ("ready", ci_ready_test(RUNNING - 5u), 1u);
    CHECK_REASONS(1u, CI_TIME_STATUS_URGENT);           /* writes `running`: no interrupt, only a tick raises one */
    ci_ready_clear(RUNNING - 5u);
    wait_ticks(2u);
    interrupts_taken = reasons = 0u;
    running(RUNNING);

    running(0u);                                        /* scheduler locked */
    ci_time_set(RUNNING - 5u, 1u);
    wait_ticks(3u);
    CHECK_REASONS(0u, 0u);
    CHECK_EQ("the next task to run", ci_ready_run(), RUNNING - 5u);
    ci_ready_clear(RUNNING - 5u);

    ci_time_hold(RUNNING + 1u);
    ci_time_set(RUNNING + 1u, 2u);
    wait_ticks(4u);
    CHECK_REASONS(1u, CI_TIME_STATUS_SOFTWARE);
}

static void posts_raise_no_interrupt(void)
{
    volatile INT32U n;

    wait_ticks(1u);                                     /* directly after a tick, so none comes below */
    for (n = 0u; n < 20u; n++) {
    }
    ci_ready_set(RUNNING - 5u);
    for (n = 0u; n < 20u; n++) {
    }
    ci_ready_clear(RUNNING - 5u);
    CHECK_REASONS(0u, 0u);
}

static void alarms(void)
{
    const INT32U from = now();

    ci_time_write(CI_TIME_BASE_ALARM_PERIOD + 7u, 3u);
    ci_time_write(CI_TIME_BASE_ALARM + 7u, 2u);
    while (interrupts_taken < 4u) {
    }
    CHECK_EQ("ticks until the fourth alarm", now() - from, 2u + 3u * 3u);
    ci_time_write(CI_TIME_BASE_ALARM + 7u, 0u);
    wait_ticks(5u);
    CHECK_REASONS(4u, 0x80u << CI_TIME_STATUS_ALARMS_LOW);
}

static void stepped(void)
{
    ci_time_write(CI_TIME_BASE_CONTROL, 0u);
    interrupts_taken = reasons = 0u;
    wait_ticks(3u);
    ci_time_write(CI_TIME_BASE_CONTROL, AUTOMATIC);
    CHECK(interrupts_taken >= 3u && interrupts_taken <= 4u);
    CHECK_EQ("reason", reasons & CI_TIME_STATUS_WAITING, CI_TIME_STATUS_WAITING);
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    CHECK_EQ("overrun, pending", status() >> CI_TIME_STATUS_PENDING_LOW, 0u);
    (void)ci_time_tick();
    CHECK_EQ("cycles left while the time base is stopped", ci_time_read(CI_TIME_BASE_LEFT), 0u);
}

static void task(void *p_arg)
{
    (void)p_arg;
    CHECK((CI_INFO_UNITS(ci_info()) & CI_INFO_UNITS_TIME_BASE) != 0u);
    OS_CPU_IntVectSet(METRONOME_TIME_BASE_INTERRUPT, handler);
    BSP_IntEnable(METRONOME_TIME_BASE_INTERRUPT);
    running(RUNNING);
    ci_time_write(CI_TIME_BASE_CONTROL, AUTOMATIC);
    ci_time_write(CI_TIME_BASE_PERIOD, PERIOD);
    ticks_are_exact();
    ticks_interrupt_only_if_needed();
    posts_raise_no_interrupt();
    alarms();
    stepped();
    pass();
}

int main(void)
{
    OSInit();
    (void)OS_CPU_AccelInfo(); /* with a CFU, this enables the instructions */
    OSTaskCreate(task, 0, &stack[299], 5u);
    OSStart();
    return 2;
}
