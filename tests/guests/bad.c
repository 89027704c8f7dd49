/* SPDX-License-Identifier: Apache-2.0 */
/* Check that memory is new and interrupts are off at each start. Print a line. Then do the forbidden action FAULT. */

#include <guest.h>

#define MONITOR 0x1001F800u /* in the monitor's data */
#define HOT     0xFFFFE020u /* in the monitor's program, if the core has a memory for hot code */
#define DATA    0xFFFF0040u /* in the monitor's data, if the core has a memory for hot data */

static volatile uint32_t attempts __attribute__((aligned(32))); /* not in the image's padding to a multiple of 16 */

int main(void)
{
    attempts++;
    if (attempts != 1u) {
        guest_print("my memory is not new");
    }
    if (!guest_is_off()) {
        guest_print("my interrupts are on");
    }
    guest_on();
    guest_print("before");
#if FAULT == 0
    (void)*(volatile uint32_t *)MONITOR;
#elif FAULT == 1
    *(volatile uint32_t *)MONITOR = 0u;
#elif FAULT == 2
    __asm__ volatile("lw a0, 256(zero)" : : : "a0"); /* the monitor's program */
#elif FAULT == 3
    __asm__ volatile("jr %0" : : "r"(0x100u));
#elif FAULT == 4
    __asm__ volatile("csrw mscratch, zero");
#elif FAULT == 5
    __asm__ volatile("lw a0, 2(%0)" : : "r"(&attempts) : "a0");
#elif FAULT == 6
    __asm__ volatile("sw a0, 2(%0)" : : "r"(&attempts));
#elif FAULT == 7
    __asm__ volatile("ebreak");
#elif FAULT == 8
    *(volatile uint32_t *)0xF0001000u = 0u; /* ends the simulation */
#elif FAULT == 9
    __asm__ volatile("mret");
#elif FAULT == 10
    *(volatile uint32_t *)0xF0002008u = 0u; /* the monitor's timer */
#elif FAULT == 11
    *(volatile uint32_t *)0x10000000u = 0u; /* another guest */
#elif FAULT == 12
    __asm__ volatile("jr %0" : : "r"(HOT));
#elif FAULT == 13
    (void)*(volatile uint32_t *)HOT;
#elif FAULT == 14
    __asm__ volatile(".insn r 0x0B, 4, 3, a0, zero, sp" : : : "a0"); /* context.read, on another guest */
#elif FAULT == 15
    __asm__ volatile(".insn r 0x0B, 2, 2, a0, zero, zero" : : : "a0"); /* ready unit, in a guest without units */
#elif FAULT == 16
    while (guest_call(GUEST_CONSOLE, (uint32_t)&guest_page, GUEST_LINE) == 0) { /* until the guest's log is full */
    }
    __asm__ volatile("ebreak");
#elif FAULT == 17
    (void)*(volatile uint32_t *)DATA;
#elif FAULT == 18
    *(volatile uint32_t *)DATA = 0u;
#endif
    guest_print("behind");
    return 0;
}
