/* SPDX-License-Identifier: Apache-2.0 */
/* Has the device sim_line without its line: enables the device's interrupt, and waits while no other guest can run. */

#include <generated/csr.h>
#include <guest.h>

int main(void)
{
    sim_line_ev_enable_write(1u);
    guest_alarm(guest_time() + 100000u);
    guest_wait();
    guest_print("no guest was interrupted");
    return 0;
}
