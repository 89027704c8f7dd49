/* SPDX-License-Identifier: Apache-2.0 */
/* Overwrites and executes its own code, then faults. A restart must restore the code and empty the instruction cache,
 * because the code is so large that other code does not evict all of it. */

#include <guest.h>

#define PIECES 120u
#define LINE   8u /* words */

__asm__(".text\n .balign 32\n pieces:\n .rept 120\n .balign 32\n li a0, 1\n ret\n .endr\n");
extern uint32_t pieces[PIECES * LINE];

static uint32_t sum(void)
{
    uint32_t n, all = 0u;

    for (n = 0u; n < PIECES; n++) {
        all += ((uint32_t (*)(void))&pieces[n * LINE])();
    }
    return all;
}

int main(void)
{
    uint32_t n;

    if (sum() != PIECES) {
        guest_print("code of another life");
    }
    for (n = 0u; n < PIECES; n++) {
        pieces[n * LINE] = 0x00200513u; /* li a0, 2 */
    }
    __asm__ volatile("fence.i" : : : "memory");
    if (sum() == 2u * PIECES) {
        guest_print("rewritten");
    }
    __asm__ volatile("ebreak");
    return 0;
}
