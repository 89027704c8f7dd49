/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common parts of the port's test programs: checks that end the run, timer interrupts, and access to sp and registers.
 */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include <ucos_ii.h>
#include <bsp.h>
#if OS_CPU_VECTORS
#include <ci_intrinsics.h>
#endif
#include "kept.h"
#include "timer.h"

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

/*
 * gp and tp must have the program's values in tasks, handlers, hooks and exception handlers. With vectors, code in the
 * handlers' bank has its own tp, except for the handler of a task's exception.
 */
static inline BOOLEAN pointers_are_kept(void)
{
    extern const char __global_pointer$[], __tls_base[];
    INT32U            gp, tp;

    __asm__ volatile("mv %0, gp\n\tmv %1, tp" : "=r"(gp), "=r"(tp));
#if OS_CPU_VECTORS
    extern const char __tls_handlers[];

    if (CI_CONTEXT_STATE_RUNNING(ci_context_state()) == OS_CPU_CONTEXTS - 1u) {
        return (gp == (INT32U)__global_pointer$) && ((tp == (INT32U)__tls_base) || (tp == (INT32U)__tls_handlers));
    }
#endif
    return (gp == (INT32U)__global_pointer$) && (tp == (INT32U)__tls_base);
}

#ifdef BSP_GUEST
/* For use in assembly code. */
#define INTERRUPTS_OFF "    csrwi " CI_TEXT(CI_CSR_USER_OFF) ", 1\n"
#define INTERRUPTS_ON  "    csrwi " CI_TEXT(CI_CSR_USER_OFF) ", 0\n"

static inline BOOLEAN interrupts_on(void) { return guest_is_off() == 0u; }

static inline INT32U interrupted_pc(void)
{
    INT32U pc;

    __asm__ volatile("csrr %0, %1" : "=r"(pc) : "i"(GUEST_PC));
    return pc;
}
#else
#define INTERRUPTS_OFF "    csrci mstatus, 8\n"
#define INTERRUPTS_ON  "    csrsi mstatus, 8\n"

static inline BOOLEAN interrupts_on(void)
{
    INT32U mstatus;

    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus));
    return (mstatus & OS_CPU_MSTATUS_MIE) != 0u;
}

static inline INT32U interrupted_pc(void)
{
    INT32U pc;

    __asm__ volatile("csrr %0, mepc" : "=r"(pc));
    return pc;
}
#endif

/* Fill the caller-saved registers, wait, and check them: interrupts in between must not change them. */
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

/*
 * Factor for distances that must leave the tasks some time. Code at -O0 is slower, and so are interrupts of guests.
 */
#ifdef __OPTIMIZE__
#define CODE_TIME (OS_CPU_GUEST ? 8u : 1u)
#else
#define CODE_TIME 4u
#endif

/* Raise timer0's interrupt once, after cycles * CODE_TIME cycles. */
static inline void timer_once(INT32U cycles) { timer_raise(cycles * CODE_TIME); }

/* Set handlers for the external line and for timer0, and call timer_once(cycles). */
static inline void line_and_timer(OS_CPU_INT_FNCT line, OS_CPU_INT_FNCT timer, INT32U cycles)
{
    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer);
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer_once(cycles);
}

#endif
