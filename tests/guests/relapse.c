/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Owns the line sim_line and its device. Each life takes one interrupt and then faults; every second life acknowledges
 * the interrupt first. A page that restarts do not clear counts the lives. The last life exits instead of faulting.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

static volatile uint32_t *const lives = (volatile uint32_t *)PAGE_PLACE;

void guest_interrupt(uint32_t which)
{
    if ((which != (1u << SIM_LINE_INTERRUPT)) || (sim_line_ev_pending_read() == 0u)) {
        guest_exit(1);
    }
    sim_line_ev_pending_write(*lives & 1u);
    if (++*lives <= LIVES) {
        guest_close(which);
        __asm__ volatile("ebreak");
    }
    guest_print("interrupted in each life");
    guest_exit(0);
}

int main(void)
{
    sim_line_ev_enable_write(1u);
    guest_on();
    for (;;) {
        guest_wait();
    }
}
