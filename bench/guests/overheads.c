/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Services of the monitor, ROUNDS times each: an unknown call, a call that sets the alarm, an interrupt while the guest
 * runs, and a wait for an interrupt. ./metro guests overheads measures them from outside, by the labels below. WARM
 * rounds come first to warm the caches; `part` marks the beginning and the end of the counted rounds.
 */

#include <generated/csr.h>
#include <generated/soc.h>
#include <guest.h>

#define ROUNDS 100u
#define WARM   8u
#define NONE   99

static volatile uint32_t interrupts;

void guest_interrupt(uint32_t which)
{
    (void)which;
    sim_line_ev_pending_write(1u);
    interrupts++;
    __asm__ volatile(".globl handled\n"
                     "handled: nop");
}

__attribute__((noipa)) static void between(void)
{
    __asm__ volatile(".globl part\n"
                     "part: nop");
}

__attribute__((noipa)) static void call(int number, uint32_t first, uint32_t second)
{
    register uint32_t a0 __asm__("a0") = first;
    register uint32_t a1 __asm__("a1") = second;
    register int a7 __asm__("a7") = number;

    __asm__ volatile(".globl calls, called\n"
                     "calls: nop\n"
                     "ecall\n"
                     "called: nop" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
}

/* Run a loop of two instructions until the next interrupt. */
__attribute__((noipa)) static void run(void)
{
    uint32_t seen = interrupts, now;

    __asm__ volatile(".globl runs\n"
                     "runs: lw %0, 0(%1)\n"
                     "beq %0, %2, runs" : "=&r"(now) : "r"(&interrupts), "r"(seen) : "memory");
}

int main(void)
{
    uint32_t what, round;

    guest_open(1u << SIM_LINE_INTERRUPT);
    guest_on();
    for (what = 0u; what < 4u; what++) {
        sim_line_ev_enable_write(what >= 2u ? 1u : 0u);
        for (round = 0u; round < WARM + ROUNDS; round++) {
            if (round == WARM) {
                between();
            }
            switch (what) {
            case 0u:
                call(NONE, 0u, 0u);
                break;
            case 1u:
                call(GUEST_ALARM, UINT32_MAX, UINT32_MAX);
                break;
            case 2u:
                run();
                break;
            default:
                call(GUEST_WAIT, 0u, 0u);
            }
        }
        between();
    }
    return 0;
}
