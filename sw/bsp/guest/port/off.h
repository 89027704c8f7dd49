/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a kernel's port for guests of the monitor has its critical sections from (docs/guests.md). Interrupts are off
 * while the word `off` of the page that the guest shares with the monitor is not 0. gp is in the middle of the first
 * 4 KiB of the guest's memory (../guest.ld), whose first words the page is: so it is one instruction away.
 */
#ifndef GUEST_PORT_OFF_H
#define GUEST_PORT_OFF_H

#define BSP_PAGE_OFF     "-2048(gp)" /* of guest_page (sw/monitor/guest.h) */
#define BSP_PAGE_PENDING "-2044(gp)"

/* Returns what `off` was. gp is not 0. What comes between the two instructions is over before the second. */
static inline __attribute__((always_inline)) unsigned int BSP_IntOff(void)
{
    unsigned int off;

    __asm__ volatile("lw %0, " BSP_PAGE_OFF "\n\tsw gp, " BSP_PAGE_OFF : "=r"(off) : : "memory");
    return off;
}

/* What has come while they were off is still to come; what comes from the first instruction on comes by itself. */
static inline __attribute__((always_inline)) void BSP_IntRestore(unsigned int off)
{
    unsigned int pending;

    __asm__ volatile("sw %z1, " BSP_PAGE_OFF "\n\t"
                     "lw %0, " BSP_PAGE_PENDING "\n\t"
                     "bnez %0, 1f\n"
                     "2:\n\t"
                     ".subsection 1\n"
                     "1:\tjal t0, BSP_IntOn\n\t"
                     "j 2b\n\t"
                     ".previous"
                     : "=&r"(pending) : "rJ"(off) : "memory", "t0");
}

/* For the idle task, with interrupts off: waits until one is pending. Meanwhile other guests run. */
static inline __attribute__((always_inline)) void BSP_IntWait(void)
{
    register unsigned int answer __asm__("a0");
    register unsigned int call __asm__("a7") = 0u; /* GUEST_WAIT */

    __asm__ volatile("ecall" : "=r"(answer) : "r"(call) : "memory");
}

/* A line of the guest's own: whether its interrupts come. At first they do not. */
void BSP_LineClose(unsigned int line);
void BSP_LineOpen(unsigned int line);

#endif
