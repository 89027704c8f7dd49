/* SPDX-License-Identifier: Apache-2.0 */
/* What the port for guests has in the place of ../riscv/os_cpu.h's. */
#ifndef OS_CPU_GUEST_H
#define OS_CPU_GUEST_H

#define OS_CPU_PAGE_OFF     "-2048(gp)" /* of guest_page (sw/monitor/guest.h) */
#define OS_CPU_PAGE_PENDING "-2044(gp)"

#ifndef OS_IDLE_SLEEP_EN
#define OS_IDLE_SLEEP_EN 1u             /* the idle task lets other guests run */
#endif

#if !__has_include(<os_internal.h>)
#define OS_CPU_IDLE() OS_CPU_Sleep()    /* another kernel knows no such switch: the idle hook does it */
#endif

/* gp is not 0. What comes between the two instructions is over before the second. */
static inline __attribute__((always_inline)) OS_CPU_SR OS_CPU_SR_Save(void)
{
    OS_CPU_SR sr;

    __asm__ volatile("lw %0, " OS_CPU_PAGE_OFF "\n\tsw gp, " OS_CPU_PAGE_OFF : "=r"(sr) : : "memory");
    return sr;
}

/* What has come while they were off is still to come; what comes from the first instruction on comes by itself. */
static inline __attribute__((always_inline)) void OS_CPU_SR_Restore(OS_CPU_SR sr)
{
    INT32U pending;

    __asm__ volatile("sw %z1, " OS_CPU_PAGE_OFF "\n\t"
                     "lw %0, " OS_CPU_PAGE_PENDING "\n\t"
                     "bnez %0, 1f\n"
                     "2:\n\t"
                     ".subsection 1\n"
                     "1:\tjal t0, OS_CPU_IntOn\n\t"
                     "j 2b\n\t"
                     ".previous"
                     : "=&r"(pending) : "rJ"(sr) : "memory", "t0");
}

/* Lets other interrupts into the handler that calls it. */
static inline __attribute__((always_inline)) void OS_CPU_IntNestEn(void) { OS_CPU_SR_Restore(0u); }

/* For the idle task, with interrupts off: waits until one is pending. Meanwhile other guests run. */
static inline __attribute__((always_inline)) void OS_CPU_Sleep(void)
{
    register INT32U answer __asm__("a0");
    register INT32U call __asm__("a7") = 0u; /* GUEST_WAIT */

    __asm__ volatile("ecall" : "=r"(answer) : "r"(call) : "memory");
}

/* Lower half of the cycle counter. */
static inline __attribute__((always_inline)) INT32U OS_CPU_Cycles(void)
{
    INT32U cycles;

    __asm__ volatile("csrr %0, cycle" : "=r"(cycles));
    return cycles;
}

/*
 * An interrupt that the guest raises itself: OS_CPU_INT_SOFTWARE. Its handler has run when this returns, and so have
 * the tasks that it made ready and that come first; with interrupts off it comes when they are on again. No trap,
 * unless they are off.
 */
void OS_CPU_IntRaise(void);

/* A line of the guest's own: whether its interrupts come. At first they do not. */
void OS_CPU_LineClose(INT32U line);
void OS_CPU_LineOpen(INT32U line);

#endif
