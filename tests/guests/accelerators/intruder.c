/* SPDX-License-Identifier: Apache-2.0 */
/* Attempt a forbidden use of an accelerator. ATTEMPT selects the use. */

#include <generated/csr.h>
#include "jobs.h"

#define FOREIGN 0x10000000u /* memory of `watched`, which is first in RAM because it is the largest */

static uint32_t words[16], taps[8] = {1u};

static void poke(uint32_t address) { *(volatile uint32_t *)address = 0xDEADBEEFu; }

/* Filter the samples at `from`, write the results to `to`, and return the accelerator's status. */
static uint32_t from_to(uint32_t from, uint32_t to)
{
    struct guest_accelerator *fir = guest_accelerator(ACCELERATOR_FIR);

    begin(fir, (void *)from, (void *)to, (void *)16u, taps);
    return end_of(fir);
}

int main(void)
{
    uint32_t own = (uint32_t)words, begin_of_memory = (uint32_t)&guest_page;

    fill(words, 16u, 7u);
    guest_print("before");
    switch (ATTEMPT) {
    case 0: poke(CSR_REGION0_BASE); break; /* the guest never had the accelerator */
    case 1:
        (void)guest_accelerator(ACCELERATOR_FIR);
        guest_release();
        poke(CSR_REGION0_BASE);
        break;
    case 2:
        (void)guest_accelerator(ACCELERATOR_FIR);
        poke(CSR_REGION0_CONTROL_LIMIT_ADDR);
        break;
    case 3:
        (void)guest_accelerator(ACCELERATOR_FIR);
        poke(CSR_REGION1_BASE); /* the page of a free region, which could also hold `fir` */
        break;
    case 4:
        if (guest_accelerator(1u) == 0) { /* not assigned to the guest: refused */
            poke(FOREIGN);
        }
        break;
    default:
        say("write", from_to(own, FOREIGN));
        say("monitor", from_to(own, 0x1001F800u));
        say("below", from_to(own, begin_of_memory - 32u));
        say("across", from_to(own, begin_of_memory + 4096u - 32u));
        say("behind", from_to(own, begin_of_memory + 4096u));
        say("round", from_to(own, 0xFFFFFFE0u));
        say("page", from_to(own, CSR_REGION0_CONTROL_BASE));
        say("read", from_to(FOREIGN, own));
        say("odd", from_to(own + 2u, own));
        say("own", from_to(own, own));
    }
    guest_print("behind");
    return 0;
}
