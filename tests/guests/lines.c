/* SPDX-License-Identifier: Apache-2.0 */
/* Owns the line sim_line and its device. Ends after 60 interrupts of the line, and reports any other interrupt. */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

static volatile uint32_t interrupts, others;

void guest_interrupt(uint32_t which)
{
    if (which == (1u << SIM_LINE_INTERRUPT)) {
        sim_line_ev_pending_write(1u);
        interrupts++;
    } else {
        others++;
    }
}

int main(void)
{
    sim_line_ev_enable_write(1u);
    guest_open(1u << SIM_LINE_INTERRUPT);
    guest_on();
    while (interrupts < 60u) {
        guest_wait();
    }
    guest_print(others == 0u ? "60 interrupts" : "interrupts of others");
    return 0;
}
