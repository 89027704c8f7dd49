/* SPDX-License-Identifier: Apache-2.0 */
/* Owns the device sim_line but not its line. Enables the device's interrupt and waits for an alarm while no other guest
 * can run. The monitor must ignore the line. */

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
