/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tick wakes a more urgent task, which must wait for the end of a handler or until the scheduler is unlocked. A tick
 * inside a handler does not switch tasks. This also holds if a register of the handler contains the line mask by which
 * a trap entry recognises the tick. The tick changes no register and counts once.
 *
 * on: combined contexts tickless tickless-contexts
 * line: 100 3000
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 */

#include "check.h"

#define ROUNDS      100u
#define TICK_CYCLES 2000u
#if OS_ACCEL_TICKLESS_EN > 0
#define TICK_LINES (1u << METRONOME_TIME_BASE_INTERRUPT)
#else
#define TICK_LINES (1u << TIMER0_INTERRUPT)
#endif
#define S2          18u /* register number of s2 */
#define HELD        4u  /* priority of the sleeper that is suspended */

/* Enable interrupts for 2 * loops instructions with own[n] in xn. Then store the registers in found[n]. */
extern void registers_hold(const INT32U *own, INT32U *found, INT32U loops);

__asm__(
    ".section .text.registers_hold, \"ax\"\n"
    ".globl registers_hold\n"
    "registers_hold:\n"
    "    addi sp, sp, -64\n    sw ra, 0(sp)\n    sw a1, 4(sp)\n    sw s0, 8(sp)\n    sw s1, 12(sp)\n"
    "    .irp n, 18,19,20,21,22,23,24,25,26,27\n    sw x\\n, 4*\\n-56(sp)\n    .endr\n"
    "    mv t6, a2\n"
    "    .irp n, 1,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,10\n"
    "    lw x\\n, 4*\\n(a0)\n    .endr\n"
    "    csrsi mstatus, 8\n"
    "1:  addi t6, t6, -1\n    bnez t6, 1b\n"
    "    csrci mstatus, 8\n"
    "    lw t6, 4(sp)\n"
    "    .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30\n"
    "    sw x\\n, 4*\\n(t6)\n    .endr\n"
    "    lw ra, 0(sp)\n    lw s0, 8(sp)\n    lw s1, 12(sp)\n"
    "    .irp n, 18,19,20,21,22,23,24,25,26,27\n    lw x\\n, 4*\\n-56(sp)\n    .endr\n"
    "    addi sp, sp, 64\n    ret\n"
    ".previous\n");

static OS_STK          stacks[3][200];
static volatile INT32U handled, woken[2];

/* Run for at least one tick. On even calls, all registers hold the line mask; on odd calls, only s2, and all differ. */
static void line_handler(void)
{
    const INT32U each = (handled % 2u == 0u) ? 0u : 0x1000001u * handled;
    const INT32U ticks = OSTimeGet(), before = woken[0];
    INT32U       own[32], found[32];

    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(0u);
    for (INT32U n = 0u; n < 32u; n++) {
        own[n] = TICK_LINES + (n - S2) * each;
    }
    registers_hold(own, found, TICK_CYCLES / 2u);
    for (INT32U n = 1u; n < 31u; n++) {
        if ((n < 2u) || (n > 4u)) {
            CHECK_EQ("a register after a tick", found[n], own[n]);
        }
    }
    CHECK_EQ("gp and tp", pointers_are_kept(), 1u);
    CHECK_EQ("OSIntNesting", OSIntNesting, 1u);
    CHECK(OSTimeGet() != ticks);
    CHECK_EQ("a woken task runs before the handler ends", woken[0], before);
    handled++;
}

static void sleeper(void *p_arg)
{
    for (;;) {
        OSTimeDly(1u);
        (*(volatile INT32U *)p_arg)++;
    }
}

static void wait_for_tick(void)
{
    const INT32U before = OSTimeGet();

    while (OSTimeGet() == before) {
    }
}

static void within_a_handler(void)
{
    const INT32U before = woken[0], handled_before = handled;

    sim_line_ev_enable_write(1u);
    while (handled == handled_before) {
    }
    CHECK(woken[0] != before);
}

/* suspends: the tick also ends the delay of a suspended task, which must not become ready. */
static void while_locked(BOOLEAN suspends)
{
    INT32U before, held_before;

    wait_for_tick();
    OSSchedLock();
    before = woken[0];
    held_before = woken[1];
    if (suspends) {
        CHECK_EQ("OSTaskSuspend", OSTaskSuspend(HELD), OS_ERR_NONE);
    }
    wait_for_tick();
    CHECK_EQ("a woken task runs while the scheduler is locked", woken[0], before);
    OSSchedUnlock();
    CHECK_EQ("wake-ups after the unlock", woken[0] - before, 1u);
    CHECK_EQ("another one", woken[1] - held_before, !suspends);
    if (suspends) {
        CHECK_EQ("OSTaskResume", OSTaskResume(HELD), OS_ERR_NONE);
        CHECK_EQ("resumed tasks", woken[1] - held_before, 1u);
    }
}

static void task(void *p_arg)
{
    INT32U start_cycles, start, cycles;

    (void)p_arg;
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    sim_line_ev_pending_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    BSP_TickStart(CONFIG_CLOCK_FREQUENCY / TICK_CYCLES);
    wait_for_tick();
    start_cycles = BSP_Cycles();
    start = OSTimeGet();
    for (INT32U n = 0u; n < ROUNDS; n++) {
        within_a_handler();
        while_locked(n % 2u == 0u);
    }
    wait_for_tick();
    cycles = BSP_Cycles() - start_cycles;
    CHECK_EQ("ticks", OSTimeGet() - start, (cycles + TICK_CYCLES / 2u) / TICK_CYCLES);
    pass();
}

int main(void)
{
    OSInit();
    OSTaskCreate(sleeper, (void *)&woken[0], &stacks[0][199], HELD - 1u);
    OSTaskCreate(sleeper, (void *)&woken[1], &stacks[1][199], HELD);
    OSTaskCreate(task, 0, &stacks[2][199], HELD + 1u);
    OSStart();
    return 2;
}
