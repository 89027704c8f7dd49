/* SPDX-License-Identifier: Apache-2.0 */
/* Enable the line sim_line but keep interrupts off, so the guest never handles the line. Never call guest_wait(). */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

int main(void)
{
    sim_line_ev_enable_write(1u);
    guest_open(1u << SIM_LINE_INTERRUPT);
    for (;;) {
    }
}
