/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Owns the line sim_line and its device. Each life enables the line, takes one interrupt and then faults. Every second
 * life acknowledges the interrupt first, so the others leave an active line. That line must not interrupt the next life
 * before it enables the line. A page that restarts do not clear counts the lives. The last life exits.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

#define LINE (1u << SIM_LINE_INTERRUPT)

static volatile uint32_t *const lives = (volatile uint32_t *)PAGE_PLACE;
static volatile uint32_t is_open;

void guest_interrupt(uint32_t which)
{
    if ((is_open == 0u) || (which != LINE) || (sim_line_ev_pending_read() == 0u)) {
        guest_exit(1);
    }
    sim_line_ev_pending_write(*lives & 1u);
    if (++*lives <= LIVES) {
        __asm__ volatile("ebreak");
    }
    guest_print("interrupted in each life");
    guest_exit(0);
}

int main(void)
{
    sim_line_ev_enable_write(1u);
    guest_on();
    (void)guest_time();             /* an enabled line would interrupt here at the latest */
    is_open = 1u;
    guest_open(LINE);
    for (;;) {
        guest_wait();
    }
}
