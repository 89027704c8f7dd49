/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters, random numbers, the choice of the next act, and main(). */
#include "app.h"

/* The harness sets these variables in the image, so variables that are 0 must be in .data, not in .bss. */
#define SET __attribute__((section(".data")))
INT32U app_seed SET = 1u;
INT32U app_steps SET = 1000u;
INT32U app_mask SET = 0xFFFFFFFFu;
INT32U app_common SET = 0u;
INT32U app_line SET = 0u;
INT32U app_log_from SET = 0u;
INT32U app_log_to SET = 0u;
INT32U app_log_now SET = 0u;

INT32U steps;

/* ------------------------------------------------------------------------------------------------------- chance */

INT32U chance_next(INT32U *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state * 0x9E3779B1u;
}

static INT32U chance_state;

INT32U rnd(INT32U range)
{
    return ((chance_next(&chance_state) >> 16) * range) >> 16;
}

/* Start a separate random sequence for each step, so a mask that disables some acts does not change the others. */
static void chance_start(void)
{
    chance_state = (app_seed + 1u) * 0x9E3779B1u ^ steps * 0x85EBCA77u;
    chance_state += chance_state == 0u;
    (void)chance_next(&chance_state);
    (void)chance_next(&chance_state);
}

/* Return ticks: none, few, about the maximum of a counter of the time unit, about twice that maximum, or many. */
INT32U rnd_ticks(void)
{
    const INT32U most = 0xFFFFFFFFu >> (32u - OS_ACCEL_WIDTH);

    switch (rnd(20)) {
    case 0:
        return 0u;
    case 1: case 2: case 3: case 4: case 5:
        return 1u + rnd(3);
    case 6: case 7: case 8: case 9: case 10:
        return 1u + rnd(12);
    case 11: case 12: case 13: case 14:
        return 1u + rnd(60);
    case 15:
        return most - 2u + rnd(5);
    case 16:
        return 2u * most - 2u + rnd(6);
    case 17: case 18:
        return 100u + rnd(900);
    default:
        return rnd(3) == 0u ? 0xFFFFFFFFu - rnd(3) : 1u;
    }
}

/* ---------------------------------------------------------------------------------------------- choice of the act */

/* The weight of each act, in the order of the bits of app_mask. metro.kernels.ucos reads the names here. */
static const struct {
    INT8U chances;
    void (*act)(void);
} acts[] = {
    { 20u, act_dly }, { 9u, act_dly_resume }, { 20u, act_suspend }, { 8u, act_change_prio }, { 4u, act_create },
    { 6u, act_del }, { 8u, act_ticks }, { 5u, act_isr }, { 4u, act_lock }, { 6u, act_info }, { 28u, act_sem },
    { 14u, act_mbox }, { 16u, act_q }, { 9u, act_multi }, { 18u, act_mutex }, { 16u, act_flag }, { 4u, act_mem },
    { 9u, act_tmr },
};

#define ACTS (sizeof(acts) / sizeof(acts[0]))
static INT32U chances;

static void finish(void)
{
    (void)OS_CPU_SR_Save();
    OSSchedLock();
    dump();
    log_print();
#ifdef APP_EXCHANGE
    exchange_report();
#endif
    BSP_Exit(stacks_overflow());
}

void act(void)
{
    INT32U which;
    INT32U n;

    if (steps == app_steps) {
        finish();
    }
    steps++;
    chance_start();
    which = rnd(chances);
    for (n = 0u; which >= acts[n].chances; n++) {
        which -= acts[n].chances;
    }
    if (((app_mask >> n) & 1u) != 0u) {
        acts[n].act();
    }
}

#ifdef APP_TIMER_RUNS
/* While a timer runs, the timer task runs at every timer tick, and the log contains its switches. */
static void timer_start(void)
{
    INT8U err;
    OS_TMR *ptmr = OSTmrCreate(0u, 0x7FFFFFFFu, OS_TMR_OPT_PERIODIC, 0, 0, 0, &err);

    (void)OSTmrStart(ptmr, &err);
}
#endif

int main(void)
{
    INT32U n;

    for (n = 0u; n < ACTS; n++) {
        chances += acts[n].chances;
    }
    chance_start();
    OSInit();
#ifdef APP_EXCHANGE
    exchange_start(OS_TRUE);
    events_start();
    exchange_start(OS_FALSE);
#else
    events_start();
#endif
    tasks_start();
#ifdef APP_TIMER_RUNS
    timer_start();
#endif
    if (app_line != 0u) {
        line_start();
    }
    OSStart();
    return 1;
}
