/* SPDX-License-Identifier: Apache-2.0 */
/* Check errors of unknown calls and of the console, then alarms, waits and interrupts. Exit code: the failed check. */

#include <guest.h>

#define OWN_MEMORY 4096u /* as in the guest's configuration file */

#define CHECK(condition, code)  \
    do {                        \
        if (!(condition)) {     \
            guest_exit(code);   \
        }                       \
    } while (0)

static volatile uint32_t interrupts, which_came;

void guest_interrupt(uint32_t which)
{
    interrupts++;
    which_came = which;
}

static int console(uint32_t text, uint32_t length) { return guest_call(GUEST_CONSOLE, text, length); }

static void spin(uint32_t cycles)
{
    uint64_t end = guest_time() + cycles;

    while (guest_time() < end) {
    }
}

int main(void)
{
    static char text[80] = "x\nmonitor: not mine";
    uint32_t base = (uint32_t)&guest_page;
    uint64_t at;
    int answer;

    CHECK(guest_call(6, 0u, 0u) == GUEST_UNKNOWN, 1);
    CHECK(guest_call(-1, 0u, 0u) == GUEST_UNKNOWN, 2);
    CHECK(console((uint32_t)text, GUEST_LINE + 1u) == GUEST_LONG, 3);
    CHECK(console(0u, 4u) == GUEST_MEMORY, 4);
    CHECK(console(base - 4u, 8u) == GUEST_MEMORY, 5);
    CHECK(console(base + OWN_MEMORY - 4u, 8u) == GUEST_MEMORY, 6);
    CHECK(console(base + OWN_MEMORY, 1u) == GUEST_MEMORY, 7);
    CHECK(console(0xFFFFFFFCu, 8u) == GUEST_MEMORY, 8);
    CHECK(console((uint32_t)text, 19u) == 0, 9);
    do { /* until the guest's log is full */
        answer = console((uint32_t)text, GUEST_LINE);
    } while (answer == 0);
    CHECK(answer == GUEST_BUSY, 10);

    /* Interrupts disabled: the alarm stays pending, and is taken when interrupts are enabled. */
    guest_alarm(guest_time() + 500u);
    spin(5000u);
    CHECK((interrupts == 0u) && (guest_pending() == GUEST_TIMER), 11);
    guest_on();
    __asm__ volatile("nop\n nop\n nop");
    CHECK((interrupts == 1u) && (which_came == GUEST_TIMER) && (guest_pending() == 0u), 12);
    /* Interrupts enabled: the alarm is taken once. */
    guest_alarm(guest_time() + 500u);
    spin(10000u);
    CHECK(interrupts == 2u, 13);
    /* Wait with interrupts enabled, then disabled. */
    at = guest_time() + 20000u;
    guest_alarm(at);
    guest_wait();
    CHECK((interrupts == 3u) && (guest_time() >= at), 14);
    guest_off();
    at = guest_time() + 20000u;
    guest_alarm(at);
    guest_wait();
    CHECK((interrupts == 3u) && (guest_time() >= at), 15);
    guest_wait(); /* an interrupt is pending, so this returns at once */
    CHECK(interrupts == 3u, 16);
    guest_on();
    __asm__ volatile("nop\n nop\n nop");
    CHECK(interrupts == 4u, 17);
    guest_alarm(guest_time() + 60000u); /* other guests may run between the two calls */
    guest_alarm(UINT64_MAX);
    spin(80000u);
    CHECK(interrupts == 4u, 18);
    guest_raise();
    __asm__ volatile("nop\n nop\n nop");
    CHECK((interrupts == 5u) && (which_came == GUEST_SOFTWARE), 19);
    guest_print("done");
    return 0;
}
