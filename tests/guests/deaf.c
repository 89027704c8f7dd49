/* SPDX-License-Identifier: Apache-2.0 */
/* Has the line sim_line and its device, but keeps interrupts off: ignores the line and never waits. */

#include <generated/csr.h>
#include <guest.h>

int main(void)
{
    sim_line_ev_enable_write(1u);
    for (;;) {
    }
}
