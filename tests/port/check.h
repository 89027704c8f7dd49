/* SPDX-License-Identifier: Apache-2.0 */
/* What the port's test programs share: checks that end the run, a random-distance timer, where sp is. */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <ucos_ii.h>
#include <bsp.h>

#define CHECK_EQ(what, got, expected) check_eq(__FILE__, __LINE__, what, (INT32U)(got), (INT32U)(expected))
#define CHECK(condition)              CHECK_EQ(#condition, !!(condition), 1)

static inline void check_eq(const char *file, int line, const char *what, INT32U got, INT32U expected)
{
    if (got != expected) {
        (void)OS_CPU_SR_Save();
        printf("%s:%d: %s: expected %lu (0x%lx), got %lu (0x%lx)\n", file, line, what, (unsigned long)expected,
               (unsigned long)expected, (unsigned long)got, (unsigned long)got);
        BSP_Exit(1);
    }
}

static inline void pass(void)
{
    (void)OS_CPU_SR_Save();
    printf("PASS\n");
    BSP_Exit(0);
}

static inline INT32U stack_pointer(void)
{
    INT32U sp;

    __asm__ volatile("mv %0, sp" : "=r"(sp));
    return sp;
}

static inline BOOLEAN interrupts_on(void)
{
    INT32U mstatus;

    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus));
    return (mstatus & OS_CPU_MSTATUS_MIE) != 0u;
}

static inline INT32U xorshift(INT32U *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* At -O0 everything takes longer, and distances that are to leave the tasks some time have to. */
#ifdef __OPTIMIZE__
#define CODE_TIME 1u
#else
#define CODE_TIME 4u
#endif

/* timer0 raises its line once, so many cycles from now. */
static inline void timer_once(INT32U cycles)
{
    timer0_en_write(0u);
    timer0_load_write(cycles * CODE_TIME);
    timer0_reload_write(0u);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    timer0_en_write(1u);
}

#endif
