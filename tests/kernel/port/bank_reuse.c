/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task that gets a released register bank starts with cleared registers. More tasks are created and deleted than
 * there are banks. Some creations fail, and some tasks on a shared stack never run. No task finds another task's values
 * in its registers, and no task loses its own values.
 *
 * combined: -DOS_TIME_TICK_HOOK_EN=0u
 * on: contexts banks
 */

#include "check.h"

#define ROUNDS 150u
#define TASKS  (OS_MAX_TASKS - 1u) /* all but the boss; OSInit() creates the kernel's own tasks in addition */

extern void fills(void *p_arg);
extern void looks(void *p_arg);
extern void looked(void *p_arg, INT32U left);

/* `fills` overwrites all registers, and then loops or deletes itself. `looks` checks its initial registers first. */
__asm__(".section .text.fills, \"ax\"\n"
        ".globl fills, looks\n"
        "fills:\n"
        "    li t0, 0\n"
        "    addi t0, t0, 1\n"
        "    .irp n, 6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
        "    li x\\n, 0x5A5A5A5A\n"
        "    .endr\n"
        "    beqz a0, 1f\n"
        "    li a0, 255\n"
        "    call OSTaskDel\n"
        "1:  j 1b\n"
        "looks:\n"
        "    .irp n, 6,7,8,9,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
        "    or x5, x5, x\\n\n"
        "    .endr\n"
        "    mv a1, x5\n"
        "    j looked\n"
        ".previous\n");

static OS_STK          stacks[TASKS + 1u][160];
static volatile INT32U looks_so_far, rounds[TASKS];

DEFINE_CALL_KEPT;

void looked(void *p_arg, INT32U left)
{
    CHECK_EQ("argument", p_arg, 0x1234u);
    CHECK_EQ("registers at a task's entry", left, 0u);
    CHECK_EQ("gp and tp", pointers_are_kept(), 1u);
    looks_so_far++;
}

static void sleeps(void)
{
    OSTimeDly(1u);
}

static void worker(void *p_arg)
{
    const INT32U id = (INT32U)p_arg;

    for (;;) {
        CHECK_EQ("registers of a worker", call_kept(sleeps, id << 12), 0u);
        rounds[id]++;
    }
}

static INT8U create(void (*task)(void *), INT32U arg, INT32U which, INT8U prio)
{
    return OSTaskCreate(task, (void *)arg, &stacks[which][159], prio);
}

/* Create as many workers as possible. Return their number. */
static INT32U fill_up(void)
{
    INT32U n = 0u;

    while (create(worker, n, n, (INT8U)(5u + n)) == OS_ERR_NONE) {
        n++;
        CHECK(n < TASKS + 1u);
    }
    return n;
}

static void boss(void *p_arg)
{
    INT32U workers;

    (void)p_arg;
    for (INT32U n = 0u; n < ROUNDS; n++) {
        CHECK_EQ("OSTaskCreate() of fills", create(fills, n % 2u, 0u, 10u), OS_ERR_NONE);
        OSTimeDly(1u);
        CHECK_EQ("OSTaskDel() of fills", OSTaskDel(10u), (n % 2u != 0u) ? OS_ERR_TASK_NOT_EXIST : OS_ERR_NONE);
        CHECK_EQ("OSTaskCreate() of looks", create(looks, 0x1234u, 0u, 3u), OS_ERR_NONE);
        CHECK_EQ("tasks that looked", looks_so_far, n + 1u);
    }
#ifdef OS_TCB_BANK /* without it, a bank's number is on the stack, which two tasks cannot share */
    for (INT32U n = 0u; n < ROUNDS; n++) {
        CHECK_EQ("create a task that does not run", create(looks, 0u, 0u, 10u), OS_ERR_NONE);
        CHECK_EQ("create a second task on this stack", create(looks, 0u, 0u, 11u), OS_ERR_NONE);
        CHECK_EQ("delete the first task", OSTaskDel(10u), OS_ERR_NONE);
        CHECK_EQ("delete the second task", OSTaskDel(11u), OS_ERR_NONE);
    }
#endif
    workers = fill_up();
    for (INT32U n = 0u; n < ROUNDS; n++) {
        CHECK_EQ("one too many", create(worker, 0u, TASKS, 30u), OS_ERR_TASK_NO_MORE_TCB);
    }
    for (INT32U n = 0u; n < workers; n++) {
        CHECK_EQ("delete a worker", OSTaskDel((INT8U)(5u + n)), OS_ERR_NONE);
    }
    CHECK_EQ("workers after all were deleted", fill_up(), workers);
    OSTimeDly(20u);
    for (INT32U n = 0u; n < workers; n++) {
        CHECK(rounds[n] > 10u);
    }
    pass();
}

static OS_STK boss_stack[200];

int main(void)
{
    OSInit();
    OSTaskCreate(boss, 0, &boss_stack[199], 4u);
    BSP_TickStart(5000u);
    OSStart();
    return 2;
}
