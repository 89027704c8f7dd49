/* SPDX-License-Identifier: Apache-2.0 */
/* What the port for guests has in the place of ../riscv/os_cpu.h's. */
#ifndef OS_CPU_GUEST_H
#define OS_CPU_GUEST_H

#ifndef OS_IDLE_SLEEP_EN
#define OS_IDLE_SLEEP_EN 1u             /* the idle task lets other guests run */
#endif

#if !__has_include(<os_internal.h>)
#define OS_CPU_IDLE() OS_CPU_Sleep()    /* another kernel knows no such switch: the idle hook does it */
#endif

/* One instruction each, of the CSR GUEST_OFF (sw/monitor/guest.h). No trap, unless something has come meanwhile. */
static inline __attribute__((always_inline)) OS_CPU_SR OS_CPU_SR_Save(void)
{
    OS_CPU_SR sr;

    __asm__ volatile("csrrsi %0, 0x8C0, 1" : "=r"(sr) : : "memory");
    return sr;
}

static inline __attribute__((always_inline)) void OS_CPU_SR_Restore(OS_CPU_SR sr)
{
    __asm__ volatile("csrw 0x8C0, %z0" : : "rJ"(sr) : "memory");
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
