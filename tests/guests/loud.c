/* SPDX-License-Identifier: Apache-2.0 */
/* Works after each alarm, prints a line if PRINTS is 1, and waits. The default work takes longer than the monitor's
 * pause between two pieces of output. */

#include <guest.h>

#ifndef PERIOD
#define PERIOD 40000u   /* cycles */
#define WORK   3500u    /* cycles */
#define PRINTS 1
#endif

int main(void)
{
    uint64_t due = guest_time();

    for (;;) {
        due += PERIOD;
        guest_alarm(due);
        guest_wait();
        (void)guest_take();
        while (guest_time() < due + WORK) {
        }
        if (PRINTS) {
            guest_print("x");
        }
    }
}
