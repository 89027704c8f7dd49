/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wait for the loss of the accelerator, then read a forbidden address. The read must fault at once and not wait for the
 * accelerator.
 */

#include "jobs.h"

int main(void)
{
    (void)guest_accelerator(ACCELERATOR_FIR);
    while (guest_page.accelerator != 0u) {
    }
    (void)*(volatile uint32_t *)0u;
    return 0;
}
