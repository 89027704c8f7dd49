/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task's start: sp is a multiple of 16 for every stack top, and the argument and return address are right. No word
 * above the stack top or below the first frame is written.
 *
 * opt: -O0 -O2
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define GUARD 0xDEADBEEFu
#define ABOVE ((OS_CPU_CONTEXTS > 0) ? 16u : 0u) /* bytes in which the port stores the task's bank number */

extern void entry(void *p_arg);
extern void entry_seen(void *p_arg, INT32U sp, INT32U ra, INT32U s0);

/* Pass sp, ra and s0 to entry_seen() before a compiler's prologue can change them. */
__asm__(".section .text.entry, \"ax\"\n"
        ".globl entry\n"
        "entry:\n"
        "    mv a1, sp\n"
        "    mv a2, ra\n"
        "    mv a3, s0\n"
        "    j entry_seen\n"
        ".previous\n");

static OS_STK          stack[256] __attribute__((aligned(16)));
static OS_STK          main_stack[200];
static volatile INT32U starts;
static OS_STK         *top;

void entry_seen(void *p_arg, INT32U sp, INT32U ra, INT32U s0)
{
    CHECK_EQ("argument", p_arg, 0x1234u);
    CHECK_EQ("sp modulo 16 at entry", sp % 16u, 0u);
    CHECK(sp <= (INT32U)(top + 1));
    CHECK(sp > (INT32U)(top + 1) - 16u - ABOVE);
    CHECK_EQ("ra", ra, OS_TaskReturn);
    CHECK_EQ("s0", s0, 0u);
    CHECK_EQ("interrupts at entry", interrupts_on(), 1u);
    starts++;
    /* The return calls OS_TaskReturn(), which deletes the task. */
}

static void main_task(void *p_arg)
{
    (void)p_arg;
    for (INT32U n = 0u; n < 8u; n++) {
        OS_TCB      tcb;
        OS_STK     *frame;
        OS_STK_DATA data;

        for (INT32U i = 0u; i < 256u; i++) {
            stack[i] = GUARD;
        }
        top = &stack[255u - 8u - n];
        frame = OSTaskStkInit(entry, (void *)0x1234, top, 0u);
        CHECK_EQ("frame modulo 16", (INT32U)frame % 16u, 0u);
        for (INT32U i = 0u; i < 256u; i++) {
            if ((&stack[i] > top) || (&stack[i] < frame)) {
                CHECK_EQ("word outside of the stack", stack[i], GUARD);
            }
        }
        CHECK_EQ("OSTaskCreateExt",
                 OSTaskCreateExt(entry, (void *)0x1234, top, 10u, 10u, stack, (INT32U)(top - stack + 1), 0,
                                 OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR),
                 OS_ERR_NONE);
        CHECK_EQ("OSTaskQuery", OSTaskQuery(10u, &tcb), OS_ERR_NONE);
        CHECK_EQ("OSTaskStkChk", OSTaskStkChk(10u, &data), OS_ERR_NONE);
        /* Every word below the new task's frame counts as free. */
        CHECK_EQ("free stack", data.OSFree, tcb.OSTCBStkPtr - stack);
        CHECK_EQ("starts so far", starts, n);
        OSTimeDly(2u); /* the task runs, returns and is deleted */
        CHECK_EQ("starts", starts, n + 1u);
        CHECK_EQ("OSTaskQuery after the end", OSTaskQuery(10u, &tcb), OS_ERR_PRIO);
    }
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(main_task, 0, &main_stack[199], 4u);
    BSP_TickStart(5000u);
    OSStart();
    return 2;
}
