/* SPDX-License-Identifier: Apache-2.0 */
/* Has lost its accelerator, and reads what was never its own: it does not wait for the accelerator to do that. */

#include "jobs.h"

int main(void)
{
    (void)guest_accelerator(ACCELERATOR_FIR);
    while (guest_page.accelerator != 0u) {
    }
    (void)*(volatile uint32_t *)0u;
    return 0;
}
