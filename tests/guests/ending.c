/* SPDX-License-Identifier: Apache-2.0 */
/* Exit or fault while an interrupt comes: the guest's alarm or its timer's line. `distance` selects the cycle. */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

#define LEAD  4000u /* cycles until the guest ends */
#define EARLY 60u   /* cycles by which the first interrupt comes before the end */

uint32_t distance = 1u, faults = 2u; /* set by the test */

int main(void)
{
    const uint64_t end = guest_time() + LEAD;

#ifdef GUEST_TIMER_NUMBER
    timer1_en_write(0u);
    timer1_reload_write(0u);
    timer1_load_write((uint32_t)(end - EARLY + distance - guest_time()));
    timer1_ev_pending_write(1u);
    timer1_ev_enable_write(1u);
    timer1_en_write(1u);
#else
    guest_alarm(end - EARLY + distance);
#endif
    guest_print("ends");
    while (guest_time() < end) {
    }
    if (faults == 1u) {
        __asm__ volatile("ebreak");
    }
    return 7;
}
