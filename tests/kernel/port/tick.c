/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tick: its period is exactly clock/hz cycles at every rate, and OSTimeTick() runs once in each period.
 *
 * defs: -DOS_APP_HOOKS_EN=1
 * opt: -O0 -O2
 */

#include "check.h"

static OS_STK          stack[200];
static volatile INT32U hook_at, hook_count;

void App_TimeTickHook(void)
{
    hook_at = BSP_Cycles();
    hook_count++;
}

void App_TaskCreateHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskDelHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskIdleHook(void) {}
void App_TaskReturnHook(OS_TCB *ptcb) { (void)ptcb; }
void App_TaskStatHook(void) {}
void App_TaskSwHook(void) {}
void App_TCBInitHook(OS_TCB *ptcb) { (void)ptcb; }

/*
 * Check that the lateness of the ticks does not grow. An interrupt comes a few cycles late but never early. If each
 * period is exact, the lateness of all ticks stays within a range of 40 cycles.
 */
static void measure(INT32U hz, INT32U ticks)
{
    INT32U period = CONFIG_CLOCK_FREQUENCY / hz;
    INT32U start, time, best = 0xFFFFFFFFu, worst = 0u;

    BSP_TickStart(hz);
    for (INT32U n = 0u; n < 3u; n++) { /* warm caches */
        INT32U count = hook_count;

        while (hook_count == count) {
        }
    }
    start = hook_at;
    time = hook_count;
    for (INT32U n = 1u; n <= ticks; n++) {
        INT32U late;

        while (hook_count - time < n) {
        }
        late = hook_at - start - n * period + 100u; /* 100, because the first tick can be later than this one */
        if (late < best) {
            best = late;
        }
        if (late > worst) {
            worst = late;
        }
    }
    printf("%lu Hz: period %lu, %lu ticks, from %ld to %ld cycles against the first\n", (unsigned long)hz,
           (unsigned long)period, (unsigned long)ticks, (long)best - 100, (long)worst - 100);
    CHECK(worst - best < 40u); /* an error of one cycle per tick would add up to `ticks` */
}

static void task(void *p_arg)
{
    INT32U    before, hooks;
    OS_CPU_SR cpu_sr;

    (void)p_arg;
    measure(10000u, 100u);
    measure(20000u, 200u);
    measure(12500u, 100u);

    OS_ENTER_CRITICAL();
    before = OSTimeGet();
    hooks = hook_count;
    OS_EXIT_CRITICAL();
    CHECK_EQ("OSTime counts every tick", before, hooks);
    OSTimeDly(1u); /* so no tick comes between the next two lines */
    before = OSTimeGet();
    OSTimeDly(3u);
    CHECK_EQ("OSTimeDly(3)", OSTimeGet() - before, 3u);
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[199], 4u);
    OSStart();
    return 2;
}
