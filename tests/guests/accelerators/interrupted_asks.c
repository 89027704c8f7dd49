/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raise the guest's alarm at every cycle of GUEST_ASK, GUEST_RELEASE and an access to an accelerator's page. A guest
 * of higher priority takes the accelerator from time to time, so GUEST_ASK and the access sometimes wait.
 *
 * STEP is the number of cycles between two distances. The handler of the alarm sets a backup alarm. The backup comes
 * only if the guest waits although it has the accelerator; the round then fails. The last line is "PASS". A failure
 * prints the case, whether interrupts were off, the distance and the failed check.
 */
#include "jobs.h"

#define LEAD   2500u  /* cycles from the start of a round to the call            */
#define EARLY  60u    /* cycles by which the first alarm comes before the call   */
#define WINDOW 1500u  /* cycles: all distances are below this limit              */
#define COMES  12000u /* cycles within which an alarm must come                  */
#define BACKUP 60000u /* cycles from the alarm to the backup                     */
#define NONE   UINT64_MAX

enum { ASK_WAITS, ASK, RELEASE, TOUCH, CALLS };
static const char *const names[CALLS] = {"ask, and wait", "ask", "release", "touch the page"};

static volatile uint32_t alarms, accelerator_interrupts, alarms_in_call;
static uint32_t waits; /* number of requests that returned GUEST_BUSY */
static volatile int is_in_call;
static uint32_t call, masked, distance;

static void check(int is_right, const char *what)
{
    if (is_right) {
        return;
    }
    guest_off();
    guest_print("FAIL");
    guest_print(names[call]);
    guest_print(what);
    say(masked ? "interrupts off, distance" : "interrupts on, distance", distance);
    guest_exit(1);
}

void guest_interrupt(uint32_t which)
{
    if ((which & GUEST_TIMER) != 0u) {
        alarms++;
        alarms_in_call += (uint32_t)is_in_call;
        guest_alarm(guest_time() + BACKUP);
    }
    accelerator_interrupts += ((which & GUEST_ACCELERATOR) != 0u) ? 1u : 0u;
}

static void settle(void)
{
    __asm__ volatile("nop\n nop\n nop" : : : "memory");
}

/* Wait for GUEST_ACCELERATOR, the interrupt that reports the accelerator. Restore the interrupt enable afterwards. */
static void wait_for_accelerator(void)
{
    const uint32_t off = guest_off();

    while (accelerator_interrupts == 0u) {
        guest_wait();
        guest_on();
        settle();
        guest_off();
        check((alarms < 2u) || (guest_page.accelerator == 0u), "waits with the accelerator");
    }
    guest_set_off(off);
}

static void make_call(uint32_t page)
{
    struct guest_accelerator *fir = (struct guest_accelerator *)page;
    int answer;

    switch (call) {
    case ASK_WAITS:
        check((uint32_t)guest_accelerator(ACCELERATOR_FIR) == page, "the answer");
        check(alarms < 2u, "waits with the accelerator");
        break;
    case ASK:
        answer = guest_call(GUEST_ASK, ACCELERATOR_FIR, 0u);
        check(((uint32_t)answer == page) || (answer == GUEST_BUSY), "the answer");
        if (answer == GUEST_BUSY) {
            waits++;
            wait_for_accelerator();
        }
        break;
    case RELEASE:
        guest_release();
        check(guest_page.accelerator == 0u, "the guest still has the accelerator");
        break;
    default:
        fir->argument[0] = distance;
        check(fir->argument[0] == distance, "argument is not the written value");
        break;
    }
}

static void run_round(uint32_t page)
{
    uint64_t start, comes;

    if (call < RELEASE) {
        guest_release();
    } else {
        (void)guest_accelerator(ACCELERATOR_FIR);   /* it may wait for long */
    }
    start = guest_time() + LEAD;
    comes = start - EARLY + distance;
    alarms = 0u;
    guest_alarm(comes);
    while (guest_time() < start - 2u * EARLY) {
    }
    if (masked) {
        guest_off();
    }
    while (guest_time() < start) {
    }
    accelerator_interrupts = 0u;
    is_in_call = 1;
    make_call(page);
    is_in_call = 0;
    check(guest_is_off() == masked, "the call changed the interrupt enable");
    guest_on();
    settle();
    while ((alarms == 0u) && (guest_time() < comes + COMES)) {
    }
    check(alarms == 1u, "the alarm is lost, or comes twice");
    guest_alarm(NONE);
}

int main(void)
{
    const uint32_t page = (uint32_t)guest_accelerator(ACCELERATOR_FIR);

    guest_on();
    for (call = 0u; call < CALLS; call++) {
        alarms_in_call = 0u;
        for (masked = 0u; masked <= 1u; masked++) {
            for (distance = call % STEP; distance < WINDOW; distance += STEP) {
                run_round(page);
            }
        }
        /* No alarm need come in the call TOUCH, because its access takes only a few cycles. */
        check((alarms_in_call != 0u) || (call == TOUCH), "no alarm came in the call");
    }
    call = ASK;
    check(waits != 0u, "no request returned GUEST_BUSY");
    guest_print("PASS");
    return 0;
}
