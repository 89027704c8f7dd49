/* SPDX-License-Identifier: Apache-2.0 */
/* What the port for guests has in the place of ../riscv/os_cpu.h's. */
#ifndef OS_CPU_GUEST_H
#define OS_CPU_GUEST_H

#include <guest/port/off.h>

#ifndef OS_IDLE_SLEEP_EN
#define OS_IDLE_SLEEP_EN 1u             /* the idle task lets other guests run */
#endif

#if OS_IDLE_SLEEP_EN > 0u && !__has_include(<os_internal.h>)
#define OS_CPU_IDLE() OS_CPU_IdleSleep() /* another kernel knows no such switch: the idle hook does it */
#endif

static inline __attribute__((always_inline)) OS_CPU_SR OS_CPU_SR_Save(void) { return BSP_IntOff(); }

static inline __attribute__((always_inline)) void OS_CPU_SR_Restore(OS_CPU_SR sr) { BSP_IntRestore(sr); }

static inline __attribute__((always_inline)) INT32U OS_CPU_IntIsOn(void) { return !BSP_IntIsOff(); }

/* Lets other interrupts into the handler that calls it. */
static inline __attribute__((always_inline)) void OS_CPU_IntNestEn(void) { OS_CPU_SR_Restore(0u); }

/* For the idle task, with interrupts off: waits until one is pending. Meanwhile other guests run. */
static inline __attribute__((always_inline)) void OS_CPU_Sleep(void) { BSP_IntWait(); }

/* Lower half of the cycle counter. */
static inline __attribute__((always_inline)) INT32U OS_CPU_Cycles(void)
{
    INT32U cycles;

    __asm__ volatile("csrr %0, cycle" : "=r"(cycles));
    return cycles;
}

/*
 * An interrupt that the guest raises itself: OS_CPU_INT_SOFTWARE. Its handler has run when this returns, and so have
 * the tasks that it made ready and that come first; with interrupts off it comes when they are on again.
 */
static inline __attribute__((always_inline)) void OS_CPU_IntRaise(void) { BSP_IntOwn(); }

#endif
