/* SPDX-License-Identifier: Apache-2.0 */
/*
 * "watchful" has the line sim_line, does not acknowledge it and keeps it closed: it comes once. "opener" opens all
 * lines that there are, again and again.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

static volatile uint32_t interrupts;

void guest_interrupt(uint32_t which)
{
    if (which == (1u << SIM_LINE_INTERRUPT)) {
        guest_page.closed = which;
        interrupts++;
    }
}

int main(void)
{
    if (GUEST_NAME[0] == 'o') {
        for (;;) {
            (void)guest_call(GUEST_LINES, UINT32_MAX, 0u);
        }
    }
    *(volatile uint32_t *)(CSR_SIM_LINE_EV_ENABLE_ADDR) = 1u;
    guest_on();
    guest_alarm(guest_time() + 200000u);
    while (interrupts == 0u) {
        guest_wait();
    }
    guest_wait();
    guest_print(interrupts == 1u ? "once" : "again");
    return 0;
}
