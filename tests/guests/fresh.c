/* SPDX-License-Identifier: Apache-2.0 */
/* Check the state after the start and each restart: all registers that the start code does not set are 0, and so is
 * GUEST_PC. No interrupt or alarm of the earlier life comes. */

#include <guest.h>

static volatile uint32_t interrupts;

void guest_interrupt(uint32_t which)
{
    (void)which;
    interrupts++;
}

static void __attribute__((used)) checked(uint32_t all)
{
    uint64_t end = guest_time() + 60000u;
    uint32_t pc;

    __asm__ volatile("csrr %0, %1" : "=r"(pc) : "i"(GUEST_PC));
    if ((all | pc) != 0u) {
        guest_exit(1);
    }
    guest_on();
    while (guest_time() < end) {
    }
    if (interrupts != 0u) {
        guest_exit(2);
    }
    guest_off();
    guest_raise();
    __asm__ volatile("csrw %0, %1" : : "i"(GUEST_PC), "r"(0x1234u));
    guest_alarm(guest_time() + 40000u); /* the restart must cancel this alarm */
}

__attribute__((naked)) int main(void)
{
    __asm__ volatile(
        "or a0, a0, gp\n or a0, a0, tp\n or a0, a0, t0\n or a0, a0, t1\n or a0, a0, t2\n or a0, a0, s0\n"
        "or a0, a0, s1\n or a0, a0, a1\n or a0, a0, a2\n or a0, a0, a3\n or a0, a0, a4\n or a0, a0, a5\n"
        "or a0, a0, a6\n or a0, a0, a7\n or a0, a0, s2\n or a0, a0, s3\n or a0, a0, s4\n or a0, a0, s5\n"
        "or a0, a0, s6\n or a0, a0, s7\n or a0, a0, s8\n or a0, a0, s9\n or a0, a0, s10\n or a0, a0, s11\n"
        "or a0, a0, t3\n or a0, a0, t4\n or a0, a0, t5\n or a0, a0, t6\n"
        "call checked\n"
        "li gp, 1\n li tp, 1\n li s0, 1\n li s1, 1\n li s2, 1\n li s3, 1\n li s11, 1\n li t3, 1\n li a5, 1\n"
        "ebreak\n");
}
