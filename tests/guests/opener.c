/* SPDX-License-Identifier: Apache-2.0 */
/*
 * "watchful" owns the line sim_line. At the first interrupt it closes the line without acknowledging it, so the line
 * must not interrupt again. "opener" repeatedly opens all lines, which must not open this line.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

#define LINE (1u << SIM_LINE_INTERRUPT)

static volatile uint32_t interrupts;

void guest_interrupt(uint32_t which)
{
    if (which == LINE) {
        guest_close(LINE);
        interrupts++;
    }
}

int main(void)
{
    uint64_t at;

    if (GUEST_NAME[0] == 'o') {
        guest_on();
        for (;;) {
            guest_open(UINT32_MAX);
            if (interrupts != 0u) {
                guest_print("not mine");
            }
        }
    }
    *(volatile uint32_t *)(CSR_SIM_LINE_EV_ENABLE_ADDR) = 1u;
    guest_open(LINE);
    guest_on();
    while (interrupts == 0u) {
        guest_wait();
    }
    at = guest_time() + 200000u;
    guest_alarm(at);
    guest_wait();
    guest_print((interrupts == 1u) && (guest_time() >= at) ? "once" : "again");
    return 0;
}
