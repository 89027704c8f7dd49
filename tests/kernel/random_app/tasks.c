/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks: creation, life and end, suspension, delays, priorities. */
#include "app.h"
#include <stdio.h>
#include <string.h>

#define STK_SIZE  320u
#define TASKS_FEW (24u + PARTNERS)

static OS_STK stacks[SLOTS + 1u][STK_SIZE]; /* the last stack is the keeper's */
static BOOLEAN slot_used[SLOTS];
static OS_TCB *tcbs[SLOTS + 1u];
static INT8U slots[OS_MAX_TASKS + OS_N_SYS_TASKS]; /* the slot of each TCB: the kernel chooses the TCB of a new task */
volatile BOOLEAN deleting;
INT8U priority_changes;

INT8U slot_of(OS_TCB const *ptcb)
{
    return slots[ptcb - OSTCBTbl];
}

OS_TCB *task_in(INT32U slot)
{
    return tcbs[slot];
}

OS_TCB *task_at(INT8U prio)
{
    return OSTCBPrioTbl[prio] == OS_TCB_RESERVED ? (OS_TCB *)0 : OSTCBPrioTbl[prio];
}

BOOLEAN must_keep_running(void)
{
    return (BOOLEAN)((OSIntNesting == 0u) && (slot_of(OSTCBCur) >= KEEPER));
}

INT8U rnd_free_prio(void)
{
    const INT8U prio = (INT8U)(1u + rnd(PRIOS));

    if (is_partner_prio(prio)) {
        return prio - 1u;
    }
    return prio == OS_TASK_TMR_PRIO ? prio + 1u : prio;
}

INT8U rnd_prio(void)
{
    const OS_TCB *ptcb = tcbs[rnd(SLOTS)];

    return (ptcb == 0) || (rnd(10) == 0u) ? rnd_free_prio() : ptcb->OSTCBPrio;
}

INT32U rnd_timeout(void)
{
    if (must_keep_running()) {
        return 1u + rnd(5);
    }
    if (is_owner(OSTCBCur) && (rnd(8) != 0u)) {
        return 1u + rnd(20);
    }
    return rnd(5) == 0u ? 0u : rnd_ticks();
}

/* -------------------------------------------------------------------------------------------------- life and end */

static void life(void *p_arg);

void App_TaskCreateHook(OS_TCB *ptcb)
{
    const INT32U slot = (INT32U)(ptcb->OSTCBStkPtr - stacks[0]) / STK_SIZE;

    if (slot > SLOTS) {
        slots[ptcb - OSTCBTbl] = KERNELS;
    } else {
        slots[ptcb - OSTCBTbl] = (INT8U)slot;
        tcbs[slot] = ptcb;
        events_forget((INT8U)slot);
        mutexes_forget((INT8U)slot);
        flags_forget((INT8U)slot);
    }
}

/* The task returned from its function, so the kernel deletes it next. */
void App_TaskReturnHook(OS_TCB *ptcb)
{
    (void)ptcb;
    deleting = OS_TRUE;
}

void App_TaskDelHook(OS_TCB *ptcb)
{
    slot_used[slot_of(ptcb)] = OS_FALSE;
    tcbs[slot_of(ptcb)] = (OS_TCB *)0;
    deleting = OS_FALSE;
}

void act_create(void)
{
    const INT8U prio = rnd_free_prio();
    const BOOLEAN ext = (BOOLEAN)(rnd(2) == 0u);
    const INT16U opt = rnd(2) == 0u ? OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR : 0u;
    const OS_TCB *before = OSTCBPrioTbl[prio];
    INT8U slot;
    INT8U err;

    for (slot = 0u; (slot < SLOTS) && slot_used[slot]; slot++) {
    }
    if (slot == SLOTS) {
        return;
    }
    /* The new task may run, and even be deleted, before the function returns. */
    slot_used[slot] = (BOOLEAN)((before == 0) && (OSIntNesting == 0u));
    if (ext) {
        err = OSTaskCreateExt(life, (void *)0, &stacks[slot][STK_SIZE - 1u], prio, slot, stacks[slot], STK_SIZE,
                              (void *)0, opt);
    } else {
        err = OSTaskCreate(life, (void *)0, &stacks[slot][STK_SIZE - 1u], prio);
    }
    if (err == OS_ERR_TASK_NO_MORE_TCB) {
        slot_used[slot] = OS_FALSE;
    }
    log_put(ext ? LOG_CREATE_EXT : LOG_CREATE, err, prio, slot);
}

/* Delete the running task. If the scheduler is locked, OSTaskDel() returns, and the task must only unlock. */
static void del_self(void)
{
    if ((OSIntNesting > 0u) || must_keep_running() || is_owner(OSTCBCur)) {
        return;
    }
    log_put(LOG_DEL_SELF, OSLockNesting, 0u, 0u);
    deleting = OS_TRUE;
    OSTaskDel(OS_PRIO_SELF);
    while (OSLockNesting > 0u) {
        OSSchedUnlock();
    }
}

static void del_req(void)
{
    const INT8U prio = rnd(2) == 0u ? OS_PRIO_SELF : rnd_prio();
    const INT8U err = OSTaskDelReq(prio);

    log_put(LOG_DEL_REQ, err, prio, 0u);
    if (err == OS_ERR_TASK_DEL_REQ) {
        del_self();
    }
}

void act_del(void)
{
    const INT8U prio = rnd_prio();
    const OS_TCB *ptcb = task_at(prio);
    INT8U err;

    if (rnd(2) == 0u) {
        del_req();
        return;
    }
    if ((ptcb != 0) && (((OSIntNesting == 0u) && (ptcb == OSTCBCur)) || is_owner(ptcb))) {
        return;
    }
    deleting = OS_TRUE;
    err = OSTaskDel(prio);
    deleting = OS_FALSE;
    log_put(LOG_DEL, err, prio, OSTaskCtr);
}

static void life(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        act();
        if (rnd(300) == 0u) {
            del_self();
        }
        if ((rnd(300) == 0u) && !is_owner(OSTCBCur)) {
            return; /* the return deletes the task */
        }
    }
}

static void keeper(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        INT8U prio = rnd_prio();

        if (OSTaskCtr < TASKS_FEW) {
            act_create();
        }
        (void)OSTaskResume(rnd_prio());
        if ((task_at(prio) != 0) && (OS_AccelDlyGet(task_at(prio)) > 2000u)) {
            log_put(LOG_DLY_RESUME, OSTimeDlyResume(prio), prio, 0u);
        }
        act();
        OSTimeDly(rnd(20));
    }
}

void tasks_start(void)
{
    (void)OSTaskCreate(keeper, (void *)0, &stacks[KEEPER][STK_SIZE - 1u], PRIO_KEEPER);
    OSTCBCur = tcbs[KEEPER]; /* for the log, because no task runs yet */
    while (OSTaskCtr < TASKS_FEW) {
        act_create();
    }
}

/* Return 1 if a task has used the last entry of its stack, because the stack may then be too small. */
int stacks_overflow(void)
{
    INT32U slot;

    for (slot = 0u; slot <= SLOTS; slot++) {
        if (stacks[slot][0] != 0u) {
            printf("the stack of slot %u is full\n", (unsigned)slot);
            return 1;
        }
    }
    return 0;
}

/* --------------------------------------------------------------------------------- delays, suspension, priorities */

void act_dly(void)
{
    INT32U ticks;
    INT8U err;

    if (rnd(8) == 0u) {
        ticks = rnd(20) == 0u ? 1000u : rnd(must_keep_running() ? 60u : 400u);
        err = OSTimeDlyHMSM(0u, (INT8U)(rnd(20) == 0u ? 60u : 0u), 0u, (INT16U)ticks);
        log_put(LOG_HMSM, err, ticks, 0u);
        return;
    }
    ticks = must_keep_running() ? rnd(5) : rnd_ticks();
    OSTimeDly(ticks);
    log_put(LOG_DLY, 0u, ticks, 0u);
}

void act_dly_resume(void)
{
    const INT8U prio = rnd_prio();

    log_put(LOG_DLY_RESUME, OSTimeDlyResume(prio), prio, 0u);
}

/*
 * Return whether a task may be suspended. With app_common, avoid two defects of uC/OS-II: the suspension of a task that
 * waits for several kinds of events, and of the running promoted task by its old priority.
 */
static BOOLEAN may_be_suspended(INT8U prio, OS_TCB const *ptcb)
{
    if ((app_common == 0u) || (ptcb == 0)) {
        return OS_TRUE;
    }
    if ((ptcb == OSTCBCur) && (prio != OS_PRIO_SELF) && (prio != ptcb->OSTCBPrio)) {
        return OS_FALSE;
    }
    return (BOOLEAN)!waits_for_kinds(ptcb);
}

void act_suspend(void)
{
    const INT8U prio = (OSIntNesting == 0u) && !must_keep_running() && (rnd(4) == 0u) ? OS_PRIO_SELF : rnd_prio();
    const OS_TCB *ptcb = prio == OS_PRIO_SELF ? OSTCBCur : task_at(prio);

    if (rnd(5) < 3u) {
        log_put(LOG_RESUME, OSTaskResume(prio), prio, 0u);
    } else if (may_be_suspended(prio, ptcb)) {
        log_put(LOG_SUSPEND, OSTaskSuspend(prio), prio, 0u);
    }
}

/*
 * Do not change the running task's priority while the scheduler is locked. Change at most one priority in an interrupt.
 * Otherwise the kernel mistakes a task that gets the old priority for the running task, as every uC/OS-II does.
 */
void act_change_prio(void)
{
    const INT8U from = (OSIntNesting == 0u) && (rnd(3) == 0u) ? OS_PRIO_SELF : rnd_prio();
    const INT8U to = rnd_free_prio();
    const OS_TCB *ptcb = from == OS_PRIO_SELF ? OSTCBCur : task_at(from);

    if (must_keep_running() && (from == OS_PRIO_SELF)) {
        return;
    }
    if ((ptcb != 0) && (((OSLockNesting > 0u) && (ptcb == OSTCBCur)) || is_owner(ptcb))) {
        return;
    }
    if ((OSIntNesting > 0u) && (priority_changes++ > 0u)) {
        return;
    }
    log_put(LOG_CHANGE_PRIO, OSTaskChangePrio(from, to), ((INT32U)from << 8) | to, 0u);
}
