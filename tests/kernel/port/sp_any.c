/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With register banks, an interrupt does not use a task's registers, so sp may temporarily hold any value.
 *
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 * on: contexts banks
 */

#include "check.h"

#define TICKS 10u

static OS_STK          stacks[2][200];
static volatile INT32U woken;

static void high_task(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(2u);
        woken++;
    }
}

static void low_task(void *p_arg)
{
    (void)p_arg;
    for (INT32U n = 0u; n < 3u; n++) {
        static const INT32U any[] = { 0u, 0x10001001u, 0xFFFFFFF0u };
        const INT32U        before = woken;

        __asm__ volatile("mv s1, sp\n"
                         "mv sp, %0\n"
                         "1: lw t0, woken\n"
                         "sub t0, t0, %1\n"
                         "sltiu t0, t0, %2\n"
                         "bnez t0, 1b\n"
                         "mv t0, sp\n"
                         "mv sp, s1\n"
                         "sub s1, t0, %0\n"
                         "beqz s1, 1f\n"
                         "unimp\n"
                         "1:\n"
                         :
                         : "r"(any[n]), "r"(before), "i"(TICKS)
                         : "t0", "s1", "memory");
    }
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(high_task, 0, &stacks[0][199], 4u);
    OSTaskCreate(low_task, 0, &stacks[1][199], 5u);
    BSP_TickStart(20000u);
    OSStart();
    return 2;
}
