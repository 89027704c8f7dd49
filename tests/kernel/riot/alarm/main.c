/* SPDX-License-Identifier: Apache-2.0 */
/* The timer expires while a more urgent thread is ready, but does not run yet. Exit code 0 if it interrupts once. */
#include "irq.h"
#include "metronome.h"
#include "periph/timer.h"
#include "periph_conf.h"
#include "sched.h"
#include "thread.h"

#define DISTANCE    100u    /* cycles to the alarm */
#define STORM       10u     /* interrupts */

static char stack[THREAD_STACKSIZE_MAIN];
static volatile unsigned interrupts, interrupts_before;

static void expired(void *unused, int channel)
{
    (void)unused;
    (void)channel;
    if (++interrupts == STORM) {
        metronome_exit(1);
    }
}

static void *urgent(void *unused)
{
    (void)unused;
    interrupts_before = interrupts;
    return NULL;
}

int main(void)
{
    kernel_pid_t pid = thread_create(stack, sizeof(stack), THREAD_PRIORITY_MAIN - 1, THREAD_CREATE_SLEEPING, urgent,
                                     NULL, "urgent");

    timer_init(TIMER_DEV(0), CLOCK_CORECLOCK, expired, NULL);

    unsigned state = irq_disable();
    unsigned start = timer_read(TIMER_DEV(0));

    timer_set(TIMER_DEV(0), 0, DISTANCE);
    while (timer_read(TIMER_DEV(0)) - start < 2 * DISTANCE) {}
    sched_set_status(thread_get(pid), STATUS_PENDING);
    irq_restore(state);
    thread_yield_higher();
    metronome_exit(interrupts == 1 && interrupts_before == 1 ? 0 : 2);
}
