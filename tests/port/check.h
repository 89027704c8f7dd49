/* SPDX-License-Identifier: Apache-2.0 */
/* What the port's test programs share: checks that end the run, a random-distance timer, where sp is. */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <ucos_ii.h>
#include <bsp.h>

#define CHECK_EQ(what, got, expected) check_eq(__FILE_NAME__, __LINE__, what, (INT32U)(got), (INT32U)(expected))
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

/* Fills what a C function may change, waits, and checks it: whatever interrupts in between has to leave it alone. */
static inline void check_scratch_registers(void)
{
    INT32U difference;

    __asm__ volatile(
        ".irp n, 1,5,6,7,10,11,12,13,14,15,16,17,28,29,30,31\n li x\\n, 0x5A50\\n\n .endr\n"
        ".rept 100\n nop\n .endr\n"
        "li s2, 0\n"
        ".irp n, 1,5,6,7,10,11,12,13,14,15,16,17,28,29,30,31\n"
        " li s3, 0x5A50\\n\n sub x\\n, x\\n, s3\n or s2, s2, x\\n\n"
        ".endr\n"
        "mv %0, s2\n"
        : "=r"(difference)
        :
        : "ra", "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4", "t5", "t6", "s2", "s3");
    check_eq(__FILE_NAME__, __LINE__, "a register after an interrupt", difference, 0u);
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
