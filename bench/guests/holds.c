/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the accelerator while allots.c orders this, with the accelerator running or idle. allots.c has the higher
 * priority and can take the accelerator. A read of its status then waits until this guest has the accelerator again. */

#include <guest.h>
#include "allots.h"

#define SAMPLES 256u

int main(void)
{
    static uint32_t x[SAMPLES], y[SAMPLES], taps[8];
    struct guest_accelerator *fir = 0;
    uint32_t order;

    for (;;) {
        order = ORDER;
        if ((order <= NOTHING) || (order == ENDS)) {
            guest_release();
            fir = 0;
        } else if (fir == 0) {
            fir = guest_accelerator(ACCELERATOR_FIR);
        }
        if ((order == RUNS) && ((fir->status & GUEST_RUNS) == 0u)) {
            fir->argument[0] = (uint32_t)x;
            fir->argument[1] = (uint32_t)y;
            fir->argument[2] = SAMPLES;
            fir->argument[3] = (uint32_t)taps;
            fir->start = 0u;
        }
        DONE = order;
        if (order == ENDS) {
            return 0;
        }
    }
}
