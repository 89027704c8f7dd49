/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An interrupt line that a task masks interrupts the task only before the instruction that masks the line. The timer
 * raises the line at every cycle around this instruction.
 *
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define DISTANCES 120u

extern const char mask_line[], after_mask[];

static OS_STK          stack[300];
static volatile INT32U before, after;

static void handler(void)
{
    INT32U pc;

    timer0_ev_pending_write(1u);
    __asm__ volatile("csrr %0, mepc" : "=r"(pc));
    if ((pc > (INT32U)mask_line) && (pc <= (INT32U)after_mask)) {
        after++;
    } else {
        before++;
    }
}

__attribute__((noipa)) static void mask_and_wait(INT32U lines)
{
    __asm__ volatile(".rept 32\n    nop\n    .endr\n"
                     "mask_line: csrc " CI_TEXT(CI_CSR_IRQ_MASK) ", %0\n"
                     "    .rept 64\n    nop\n    .endr\n"
                     "after_mask: nop" : : "r"(lines));
}

static void task(void *p_arg)
{
    INT32U distance;

    (void)p_arg;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, handler);
    for (distance = 0u; distance < DISTANCES; distance++) {
        BSP_IntEnable(TIMER0_INTERRUPT);
        timer_raise(distance);
        mask_and_wait(1u << TIMER0_INTERRUPT);
        timer0_en_write(0u);
        timer0_ev_pending_write(1u);
    }
    CHECK_EQ("interrupts after the mask", after, 0u);
    CHECK(before > 5u);
    CHECK(before < DISTANCES - 5u);
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(task, 0, &stack[299], 5u);
    OSStart();
    return 1;
}
