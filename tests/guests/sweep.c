/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executes NUMBER instructions from FIRST on, each of which may fault; a page that restarts do not clear keeps the
 * progress. The number of an instruction is the CSR that a SYSTEM instruction with FUNCT3 accesses. If FUNCT3 is 8, it
 * is the funct3 (low 3 bits) and funct7 of a unit's instruction. Prints the number of each instruction that does not
 * fault.
 */

#include <guest.h>

static volatile uint32_t *const page = (volatile uint32_t *)PAGE_PLACE; /* started, completed instructions */

static uint32_t code[2];

static void number(char *to, uint32_t value)
{
    int n;

    for (n = 3; n >= 0; n--, value >>= 4) {
        to[n] = "0123456789abcdef"[value & 15u];
    }
}

int main(void)
{
    static char line[] = "could: 0000", end[] = "tried: 0000, ended: 0000";
    uint32_t at;

    while (page[0] < NUMBER) {
        at = FIRST + page[0]++;
#if FUNCT3 == 8
        code[0] = 0x00B5000Bu | ((at & 7u) << 12) | ((at >> 3) << 25);
#else
        /*
         * A read writes a0. A write has no destination register, because VexRiscv executes a write of a read-only CSR,
         * without effect, if the instruction also reads the CSR.
         */
        code[0] = 0x00000073u | (at << 20) | ((uint32_t)FUNCT3 << 12) | (FUNCT3 == 2 ? 10u << 7 : 10u << 15);
#endif
        code[1] = 0x00008067u; /* ret */
        __asm__ volatile("fence.i" : : : "memory");
        ((void (*)(uint32_t, uint32_t))code)(0u, 0u);
        page[1]++;
        number(line + 7, at);
        guest_print(line);
    }
    number(end + 7, page[0]);
    number(end + 20, page[1]);
    guest_print(end);
    return 0;
}
