/* SPDX-License-Identifier: Apache-2.0 */
/* Replacements for parts of ../riscv/os_cpu.h in the port for guests. */
#ifndef OS_CPU_GUEST_H
#define OS_CPU_GUEST_H

#include <guest/port/off.h>

#ifndef OS_IDLE_SLEEP_EN
#define OS_IDLE_SLEEP_EN 1u             /* the idle task lets other guests run */
#endif

#if OS_IDLE_SLEEP_EN > 0u && !__has_include(<os_event_short.h>)
#define OS_CPU_IDLE() OS_CPU_IdleSleep() /* other kernels ignore OS_IDLE_SLEEP_EN, so the idle hook sleeps */
#endif

static inline __attribute__((always_inline)) OS_CPU_SR OS_CPU_SR_Save(void) { return BSP_IntOff(); }

static inline __attribute__((always_inline)) void OS_CPU_SR_Restore(OS_CPU_SR sr) { BSP_IntRestore(sr); }

static inline __attribute__((always_inline)) INT32U OS_CPU_IntIsOn(void) { return !BSP_IntIsOff(); }

/* Enable interrupts, so that other interrupts can preempt the calling handler. */
static inline __attribute__((always_inline)) void OS_CPU_IntNestEn(void) { OS_CPU_SR_Restore(0u); }

/* Let other guests run until an interrupt is pending. The idle task calls this function with interrupts disabled. */
static inline __attribute__((always_inline)) void OS_CPU_Sleep(void) { BSP_IntWait(); }

/* Return the low half of the cycle counter. */
static inline __attribute__((always_inline)) INT32U OS_CPU_Cycles(void)
{
    INT32U cycles;

    __asm__ volatile("csrr %0, cycle" : "=r"(cycles));
    return cycles;
}

/*
 * Raise the guest's own interrupt, OS_CPU_INT_SOFTWARE. If interrupts are enabled, its handler and the tasks that
 * preempt the caller run before this function returns. Otherwise, they run when interrupts are enabled.
 */
static inline __attribute__((always_inline)) void OS_CPU_IntRaise(void) { BSP_IntSoftwareRaise(); }

#endif
