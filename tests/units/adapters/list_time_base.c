/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check the time base of the task lists without an RTOS: ticks wake tasks without an instruction, and the unit requests
 * an interrupt only if a more urgent task is ready or software has work. With -DCI_HOST_MODEL, the golden model
 * executes the same program.
 */

#include <stdint.h>
#include <stdio.h>

#include <ci_intrinsics.h>

#define PERIOD    2000u
#define AUTOMATIC CI_TIME_CONTROL_AUTOMATIC

enum { MORE_URGENT = 5, RUNNING = 10, LESS_URGENT = 20 };  /* levels */
enum { CALLER = 1, SLEEPER = 2, PEER = 3, LIST = 2 };      /* tasks, and a wait list */

static volatile uint32_t interrupts, reasons, tick_of_interrupt, chosen;

static void handle_interrupt(void);

/* ------------------------------------------------------------------------------------------------- core or model */

#ifdef CI_HOST_MODEL
#include <stdlib.h>

struct accelerator ci_host;
static uint32_t    clock_cycles;
static int         is_enabled;

static void begin(void)
{
    if (!accelerator_init_lists(&ci_host, 64u, 32u, 32u, 8u, true) || !accelerator_add_time_base(&ci_host)) {
        exit(2);
    }
}

static void enable_interrupts(void) { is_enabled = 1; }
static void disable_interrupts(void) { is_enabled = 0; }
static uint32_t cycles(void) { return clock_cycles; }
static void end(int code) { exit(code); }

/* Let some cycles pass. */
static void idle(void)
{
    for (unsigned n = 0u; n < 50u; n++) {
        clock_cycles++;
        accelerator_cycle(&ci_host);
        (void)accelerator_tick_automatically(&ci_host);
        if (is_enabled && accelerator_interrupts(&ci_host)) {
            handle_interrupt();
        }
    }
}
#else
#include <generated/soc.h>
#include <ucos_ii.h>
#include <bsp.h>

static void __attribute__((interrupt("machine"), aligned(4))) trap(void)
{
    uint32_t cause;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != 0x8000000Bu) {
        printf("trap %lx\n", (unsigned long)cause);
        BSP_Exit(2);
    }
    handle_interrupt();
}

static void begin(void)
{
    (void)OS_CPU_AccelInfo(); /* with a CFU, this enables the instructions */
    __asm__ volatile("csrw mtvec, %0" : : "r"(trap));
    BSP_IntEnable(METRONOME_TIME_BASE_INTERRUPT);
}

static void enable_interrupts(void) { __asm__ volatile("csrsi mstatus, 8" : : : "memory"); }
static void disable_interrupts(void) { __asm__ volatile("csrci mstatus, 8" : : : "memory"); }
static uint32_t cycles(void) { return BSP_Cycles(); }
static void end(int code) { BSP_Exit(code); }

static void idle(void)
{
    for (volatile unsigned n = 0u; n < 5u; n++) {
    }
}
#endif

/* --------------------------------------------------------------------------------------------------------- checks */

#define CHECK(got, expected) check(__LINE__, #got, (got), (expected))

static void check(int line, char const *what, uint32_t got, uint32_t expected)
{
    if (got != expected) {
        disable_interrupts();
        printf("line %d: %s: expected 0x%lx, got 0x%lx\n", line, what, (unsigned long)expected, (unsigned long)got);
        end(1);
    }
}

static uint32_t now(void) { return ci_time_read(CI_TIME_BASE_TIME); }

static void wait_ticks(uint32_t ticks)
{
    uint32_t const from = now();

    while (now() - from < ticks) {
        idle();
    }
    idle();
}

/* Record the reasons for the interrupt, remove them, and choose the task that runs next. */
static void handle_interrupt(void)
{
    uint32_t const status = ci_time_read(CI_TIME_BASE_STATUS);
    uint32_t       task;

    interrupts++;
    tick_of_interrupt = now();
    reasons |= status & ~(0xFFu << CI_TIME_STATUS_PENDING_LOW);
    ci_time_write(CI_TIME_BASE_STATUS, status);     /* clears the alarms and the overrun */
    while ((task = ci_list_first(CI_LIST_DUE)) != CI_NONE) {
        ci_list_put(task, LESS_URGENT);
    }
    if ((status & CI_TIME_STATUS_WAITING) != 0u) {
        ci_list_tick();
    }
    chosen = ci_list_head();
}

/* Check the interrupts since the previous call, and let the caller run again. */
static void check_interrupts(int line, uint32_t times, uint32_t expected)
{
    check(line, "interrupts", interrupts, times);
    check(line, "reasons", reasons, expected);
    ci_list_put(SLEEPER, CI_LIST_PARKED);
    ci_list_put(PEER, CI_LIST_PARKED);
    check(line, "the task that runs", ci_list_head(), CALLER);
    interrupts = reasons = 0u;
}
#define CHECK_INTERRUPTS(times, expected) check_interrupts(__LINE__, times, expected)

static void sleep_for(uint32_t level, uint32_t ticks)
{
    ci_list_level(SLEEPER, level);
    ci_list_sleep(SLEEPER, now() + ticks);
}

/* ---------------------------------------------------------------------------------------------------------- tests */

static void ticks_are_exact(void)
{
    uint32_t at, from;

    wait_ticks(1u);
    at = cycles();
    from = now();
    wait_ticks(50u);
    CHECK(cycles() - at - 49u * PERIOD < 2u * PERIOD, 1u);
    CHECK(now() - from, 50u);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT) - 1u < PERIOD, 1u);
    CHECK(ci_time_read(CI_TIME_BASE_TIME_HIGH), 0u);
}

static void only_a_more_urgent_task_interrupts(void)
{
    uint32_t at;

    sleep_for(LESS_URGENT, 3u);
    CHECK(ci_list_where(SLEEPER), CI_LIST_SLEEPING);
    wait_ticks(5u);
    CHECK(ci_list_where(SLEEPER), LESS_URGENT);
    CHECK_INTERRUPTS(0u, 0u);

    sleep_for(RUNNING, 3u);
    wait_ticks(5u);
    CHECK(ci_list_where(SLEEPER), RUNNING);
    CHECK_INTERRUPTS(0u, 0u);

    at = now();
    sleep_for(MORE_URGENT, 3u);
    wait_ticks(2u);
    CHECK(interrupts, 0u);
    wait_ticks(2u);
    CHECK(chosen, SLEEPER);
    CHECK(tick_of_interrupt - at, 3u);
    CHECK_INTERRUPTS(1u, CI_TIME_STATUS_URGENT);

    ci_time_write(CI_TIME_BASE_RUNNING, 0u);            /* the scheduler is locked */
    sleep_for(MORE_URGENT, 1u);
    wait_ticks(3u);
    CHECK(interrupts, 0u);
    CHECK(ci_list_head(), SLEEPER);
    CHECK_INTERRUPTS(0u, 0u);
}

static void put_raises_no_interrupt(void)
{
    wait_ticks(1u);                                     /* directly after a tick, so none comes below */
    ci_list_put(SLEEPER, MORE_URGENT);
    idle();
    CHECK_INTERRUPTS(0u, 0u);
}

static void held_task_needs_software(void)
{
    ci_list_level(SLEEPER, LESS_URGENT);
    ci_list_sleep(SLEEPER | 1u << CI_LIST_HELD_LOW, now() + 2u);
    wait_ticks(4u);
    CHECK(ci_list_where(SLEEPER), LESS_URGENT);         /* where the handler put it */
    CHECK_INTERRUPTS(1u, CI_TIME_STATUS_SOFTWARE);
}

static void late_sleeper_wakes_at_the_next_tick(void)
{
    uint32_t at;

    wait_ticks(1u);
    at = now();
    ci_list_level(SLEEPER, LESS_URGENT);
    ci_list_sleep(SLEEPER, at - 2u);
    CHECK(ci_list_wake(SLEEPER), at + 1u);
    wait_ticks(2u);
    CHECK(ci_list_where(SLEEPER), LESS_URGENT);
    CHECK_INTERRUPTS(0u, 0u);
}

static void timeout_leaves_the_wait_list(void)
{
    ci_wait_enter(SLEEPER, 7u | LIST << CI_WAIT_LIST_LOW);
    sleep_for(LESS_URGENT, 2u);
    CHECK(ci_wait_first(LIST), SLEEPER);
    wait_ticks(4u);
    CHECK(ci_wait_first(LIST), CI_NONE);
    CHECK_INTERRUPTS(0u, 0u);
}

static void end_of_a_slice_interrupts(void)
{
    ci_list_put(PEER, RUNNING);
    ci_list_level(RUNNING | 1u << CI_LIST_SLICES_LOW, 3u);
    while (interrupts == 0u) {
        idle();
    }
    ci_list_level(RUNNING | 1u << CI_LIST_SLICES_LOW, 0u);
    CHECK(chosen, PEER);
    CHECK_INTERRUPTS(1u, CI_TIME_STATUS_URGENT);
}

static void alarms_expire_at_a_tick(void)
{
    uint32_t from = now();

    ci_time_write(CI_TIME_BASE_ALARM + 2u, 3u);         /* once */
    wait_ticks(6u);
    CHECK(tick_of_interrupt - from, 3u);
    CHECK_INTERRUPTS(1u, 0x04u << CI_TIME_STATUS_ALARMS_LOW);

    from = now();
    ci_time_write(CI_TIME_BASE_ALARM_PERIOD + 7u, 3u);
    ci_time_write(CI_TIME_BASE_ALARM + 7u, 2u);
    while (interrupts < 4u) {
        idle();
    }
    CHECK(tick_of_interrupt - from, 2u + 3u * 3u);
    ci_time_write(CI_TIME_BASE_ALARM + 7u, 0u);
    wait_ticks(5u);
    CHECK_INTERRUPTS(4u, 0x80u << CI_TIME_STATUS_ALARMS_LOW);
}

static void ticks_can_wait_for_software(void)
{
    uint32_t const from = now();

    ci_time_write(CI_TIME_BASE_CONTROL, 0u);
    wait_ticks(3u);
    ci_time_write(CI_TIME_BASE_CONTROL, AUTOMATIC);
    CHECK(interrupts, now() - from);
    CHECK_INTERRUPTS(now() - from, CI_TIME_STATUS_WAITING);
}

static void lost_tick_interrupts(void)
{
    uint32_t from;

    disable_interrupts();
    ci_time_write(CI_TIME_BASE_CONTROL, 0u);
    from = now();
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    ci_time_write(CI_TIME_BASE_PERIOD, 4u);
    while ((ci_time_read(CI_TIME_BASE_STATUS) & CI_TIME_STATUS_OVERRUN) == 0u) {
        idle();
    }
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    CHECK(CI_TIME_STATUS_PENDING(ci_time_read(CI_TIME_BASE_STATUS)), 255u);
    ci_time_write(CI_TIME_BASE_CONTROL, AUTOMATIC);
    while (CI_TIME_STATUS_PENDING(ci_time_read(CI_TIME_BASE_STATUS)) != 0u) {
        idle();
    }
    CHECK(now() - from, 255u);
    enable_interrupts();
    idle();
    CHECK_INTERRUPTS(1u, CI_TIME_STATUS_OVERRUN);
}

/* A one-shot alarm at a cycle: the period is the distance, and the tick waits for software. */
static void pending_tick_is_an_alarm_at_a_cycle(void)
{
    uint32_t const distance = 70000u, from = now();
    uint32_t       start;

    ci_time_write(CI_TIME_BASE_CONTROL, 0u);
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);             /* ends the running period at once */
    start = cycles();
    ci_time_write(CI_TIME_BASE_PERIOD, distance);
    while (interrupts == 0u) {
        idle();
    }
    CHECK(cycles() - start - distance < 2000u, 1u);
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    CHECK(now() - from, 1u);
    CHECK_INTERRUPTS(1u, CI_TIME_STATUS_WAITING);
    ci_time_write(CI_TIME_BASE_CONTROL, AUTOMATIC);
}

static void period_0_stops_the_ticks(void)
{
    uint32_t const from = now();

    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    for (unsigned n = 0u; n < 100u; n++) {
        idle();
    }
    CHECK(now(), from);
    CHECK(ci_time_read(CI_TIME_BASE_LEFT), 0u);
    sleep_for(MORE_URGENT, 1u);
    ci_list_tick();
    idle();
    CHECK(now(), from + 1u);
    CHECK_INTERRUPTS(1u, CI_TIME_STATUS_URGENT);
}

int main(void)
{
    begin();
    CHECK(CI_INFO_UNITS(ci_info()), CI_INFO_UNITS_TIME_BASE);
    ci_list_clear(now());
    ci_list_put(CALLER, RUNNING);
    CHECK(ci_list_select(), CALLER);
    ci_time_write(CI_TIME_BASE_CONTROL, AUTOMATIC);
    ci_time_write(CI_TIME_BASE_PERIOD, PERIOD);
    enable_interrupts();
    ticks_are_exact();
    only_a_more_urgent_task_interrupts();
    put_raises_no_interrupt();
    held_task_needs_software();
    late_sleeper_wakes_at_the_next_tick();
    timeout_leaves_the_wait_list();
    end_of_a_slice_interrupts();
    alarms_expire_at_a_tick();
    ticks_can_wait_for_software();
    lost_tick_interrupts();
    pending_tick_is_an_alarm_at_a_cycle();
    period_0_stops_the_ticks();
    printf("PASS\n");
    end(0);
    return 2;
}
