/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's exception handler may return: the program continues at the PC and with the registers of the record. This
 * works in a task, in a critical section and in an interrupt handler.
 *
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

static OS_STK          stack[300];
static volatile INT32U exceptions, handled, ticks;
static INT32U          last_interrupts;

/* Emulate the instruction: skip it and put a value into a0. */
void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except)
{
    CHECK_EQ("gp and tp in an exception handler", pointers_are_kept(), 1u);
    CHECK_EQ("cause", p_except->Cause, 2u);
    CHECK_EQ("instruction", p_except->Addr, 0xFFFFFFFFu);
    p_except->PC += 4u;
    p_except->Reg[10] = p_except->Reg[11] + 1u;
    last_interrupts = interrupts_on();
    exceptions++;
}

/* Execute the illegal instruction, and return a0. Check that the listed registers keep their values. */
static INT32U emulated(INT32U value)
{
    register INT32U a0 __asm__("a0") = 0u;
    register INT32U a1 __asm__("a1") = value;
    INT32U          sum;

    __asm__ volatile(
        "mv s2, %2\n"
        ".irp n, 5,6,7,9,12,13,14,15,16,17,19,20,21,22,23,24,25,26,27,28,29,30,31\n addi x\\n, s2, \\n\n .endr\n"
        ".word 0xffffffff\n"
        "li %1, 0\n"
        ".irp n, 5,6,7,9,12,13,14,15,16,17,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
        " sub x\\n, x\\n, s2\n addi x\\n, x\\n, -\\n\n or %1, %1, x\\n\n"
        ".endr\n"
        : "+r"(a0), "=&r"(sum)
        : "r"(a1)
        : "t0", "t1", "t2", "s1", "a2", "a3", "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9",
          "s10", "s11", "t3", "t4", "t5", "t6", "ra");
    CHECK_EQ("registers after the return", sum, 0u);
    return a0;
}

static void timer_handler(void)
{
    OSTimeTick();
    ticks++;
    CHECK_EQ("emulated in a handler", emulated(ticks), ticks + 1u);
    handled++;
    timer_once(150u + ticks % 61u);
}

static void task(void *p_arg)
{
    INT32U n = 0u;

    (void)p_arg;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, timer_handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer_once(200u);
    while (handled < 300u) {
        OS_CPU_SR cpu_sr;

        n++;
        CHECK_EQ("emulated in a task", emulated(n), n + 1u);
        CHECK_EQ("interrupts in a task", interrupts_on(), 1u);
        OS_ENTER_CRITICAL();
        CHECK_EQ("emulated in a critical section", emulated(n), n + 1u);
        CHECK_EQ("interrupts in a critical section", interrupts_on(), 0u);
        CHECK_EQ("interrupts in an exception handler", last_interrupts, 0u);
        OS_EXIT_CRITICAL();
        if (n % 16u == 0u) {
            OSTimeDly(1u);
        }
    }
    CHECK_EQ("exceptions", exceptions, handled + 2u * n);
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[299], 5u);
    OSStart();
    return 2;
}
