/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random application: tasks that create, delete, suspend, resume, delay, post, pend and change priorities, from tasks
 * and interrupts. What it does next depends on its seed and on what happened before, and on nothing else: a tick or an
 * interrupt comes when the application asks for one. Two kernels that behave alike leave the same log.
 *
 * The log is a row of records of RECORD_WORDS words. The console gets a hash of it every HASH_EVERY records, and those
 * records whole whose numbers are in [app_log_from, app_log_to): `@` and the words; scripts/metro/kernel_apps.py reads
 * them.
 *
 * With app_line, interrupts come at arbitrary cycles besides, and do things that as a whole change nothing: the log
 * stays the same.
 */
#include <stdio.h>
#include <ucos_ii.h>
#include <os_accel.h>
#include <bsp.h>
#include <generated/csr.h>
#include <generated/soc.h>

/* Set by the harness in the image, so zeros must be there too. */
#define SET __attribute__((section(".data")))
INT32U app_seed SET = 1u;
INT32U app_steps SET = 1000u;
INT32U app_log_from SET = 0u;
INT32U app_log_to SET = 0u;
INT32U app_line SET = 0u;

#define HASH_EVERY   512u
#define SEMS         6u
#define SLOTS        OS_MAX_TASKS /* with the keeper one more than there are TCBs */
#define STK_SIZE     224u
#define TASKS_FEW    24u
#define PRIO_KEEPER  (OS_LOWEST_PRIO - 2u)
#define PRIOS        (PRIO_KEEPER - 1u) /* 1 to PRIO_KEEPER - 1 are the application's */
#define NO_SLOT      0xFFu

/* ------------------------------------------------------------------------------------------------------- the log */

/* What a record is about. kernel_apps.py reads the names here. */
typedef enum {
    LOG_SWITCH, LOG_DLY, LOG_HMSM, LOG_PEND, LOG_POST, LOG_ACCEPT, LOG_ABORT, LOG_SEM_DEL, LOG_SEM_CREATE, LOG_SET,
    LOG_SUSPEND, LOG_RESUME, LOG_DLY_RESUME, LOG_CHANGE_PRIO, LOG_CREATE, LOG_CREATE_EXT, LOG_DEL, LOG_DEL_REQ,
    LOG_DEL_SELF, LOG_TICK, LOG_TICK_TASK, LOG_ISR, LOG_LOCK, LOG_UNLOCK, LOG_TIME_SET, LOG_QUERY, LOG_STK_CHK,
    LOG_REG, LOG_NAME, LOG_TASK_STATE, LOG_SEM_STATE, LOG_READY, LOG_TOTALS
} KIND;

#define RECORD_WORDS 5u
#define LOG_IN_ISR   0x80u

static INT32U log_count;
static INT32U log_hash = 0x811C9DC5u;
static INT32U steps;

/* Quicker than stdio, of which whole logs would use most of the time. */
static void put(char c)
{
    while (uart_txfull_read() != 0u) {
    }
    uart_rxtx_write((unsigned char)c);
}

static void put_word(INT32U word)
{
    INT8S shift;

    for (shift = 28; shift >= 0; shift -= 4) {
        put("0123456789abcdef"[(word >> shift) & 15u]);
    }
}

static void log_hash_print(void)
{
    put('#');
    put_word(log_count);
    put_word(log_hash);
    put('\n');
}

/* kind and err: what was done and how it ended; arg and result: as the kind has them. */
static void log_put(KIND kind, INT8U err, INT32U arg, INT32U result)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();
    const INT32U who = ((INT32U)(OSTCBCur - OSTCBTbl) << 16) | ((INT32U)OSTCBCur->OSTCBPrio << 8);
    const INT32U what = ((INT32U)kind | (OSIntNesting > 0u ? LOG_IN_ISR : 0u)) << 24;
    const INT32U words[RECORD_WORDS] = { steps, OSTime, what | who | err, arg, result };
    const BOOLEAN whole = (log_count >= app_log_from) && (log_count < app_log_to);
    INT32U n;

    if (whole) {
        put('@');
    }
    for (n = 0u; n < RECORD_WORDS; n++) {
        log_hash = (((log_hash << 5) | (log_hash >> 27)) ^ words[n]) * 0x9E3779B1u;
        if (whole) {
            put_word(words[n]);
        }
    }
    if (whole) {
        put('\n');
    }
    log_count++;
    if (log_count % HASH_EVERY == 0u) {
        log_hash_print();
    }
    OS_CPU_SR_Restore(cpu_sr);
}

/* ------------------------------------------------------------------------------------------------------- chance */

static INT32U chance_next(INT32U *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state * 0x9E3779B1u;
}

static INT32U chance_state;

static INT32U rnd(INT32U range)
{
    return (chance_next(&chance_state) >> 8) % range;
}

/* Ticks: none, few, around what a counter of the time unit holds, around twice that, many. */
static INT32U rnd_ticks(void)
{
    const INT32U most = 0xFFFFFFFFu >> (32u - OS_ACCEL_WIDTH);

    switch (rnd(20)) {
    case 0:
        return 0u;
    case 1: case 2: case 3: case 4: case 5:
        return 1u + rnd(3);
    case 6: case 7: case 8: case 9: case 10:
        return 1u + rnd(12);
    case 11: case 12: case 13: case 14:
        return 1u + rnd(60);
    case 15:
        return most - 2u + rnd(5);
    case 16:
        return 2u * most - 2u + rnd(6);
    case 17: case 18:
        return 100u + rnd(900);
    default:
        return rnd(3) == 0u ? 0xFFFFFFFFu - rnd(3) : 1u;
    }
}

/* ------------------------------------------------------------------------------------------------ tasks and events */

static OS_EVENT *sems[SEMS];
static OS_STK stacks[SLOTS + 1u][STK_SIZE]; /* the last one is the keeper's */
static BOOLEAN slot_used[SLOTS];
static volatile BOOLEAN deleting; /* between the two halves of OSTaskDel() */
static INT8U changed;             /* priorities that this interrupt has changed */

static void life(void *p_arg);
static void act(void);

static OS_EVENT *rnd_sem(INT32U *index)
{
    *index = rnd(SEMS);
    return sems[*index];
}

static INT8U rnd_free_prio(void)
{
    return (INT8U)(1u + rnd(PRIOS));
}

/* Mostly some task's priority, sometimes any; never the keeper's. */
static INT8U rnd_prio(void)
{
    const OS_TCB *ptcb = &OSTCBTbl[rnd(OS_MAX_TASKS)];

    if ((rnd(10) == 0u) || (OSTCBPrioTbl[ptcb->OSTCBPrio] != ptcb) || (ptcb->OSTCBPrio >= PRIO_KEEPER)) {
        return rnd_free_prio();
    }
    return ptcb->OSTCBPrio;
}

static BOOLEAN is_keeper(void)
{
    return (BOOLEAN)((OSIntNesting == 0u) && (OSTCBCur->OSTCBPrio >= PRIO_KEEPER));
}

static void act_create(void)
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
    /* The new task may run, and even be gone, before the function returns. */
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

/* By any other than its own hand. */
static void act_del(void)
{
    const INT8U prio = rnd_prio();
    INT8U err;

    if ((OSIntNesting == 0u) && (prio == OSTCBCur->OSTCBPrio)) {
        return;
    }
    deleting = OS_TRUE;
    err = OSTaskDel(prio);
    deleting = OS_FALSE;
    log_put(LOG_DEL, err, prio, OSTaskCtr);
}

/* With the scheduler locked it goes on here, as a task that is none any more: it can only unlock. */
static void act_del_self(void)
{
    if ((OSIntNesting > 0u) || is_keeper()) {
        return;
    }
    log_put(LOG_DEL_SELF, OSLockNesting, 0u, 0u);
    deleting = OS_TRUE;
    OSTaskDel(OS_PRIO_SELF);
    while (OSLockNesting > 0u) {
        OSSchedUnlock();
    }
}

static void act_del_req(void)
{
    const INT8U prio = rnd(2) == 0u ? OS_PRIO_SELF : rnd_prio();
    const INT8U err = OSTaskDelReq(prio);

    log_put(LOG_DEL_REQ, err, prio, 0u);
    if (err == OS_ERR_TASK_DEL_REQ) {
        act_del_self();
    }
}

/* The task is about to delete itself. */
void App_TaskReturnHook(OS_TCB *ptcb)
{
    (void)ptcb;
    deleting = OS_TRUE;
}

void App_TaskDelHook(OS_TCB *ptcb)
{
    slot_used[(ptcb->OSTCBStkPtr - stacks[0]) / STK_SIZE] = OS_FALSE;
    deleting = OS_FALSE;
}

/*
 * Nobody changes the running task's priority where no switch can follow at once, or twice in one interrupt: as in every
 * uC/OS-II, a task that then gets the old priority is taken for the running one.
 */
static void act_change_prio(void)
{
    const INT8U from = (OSIntNesting == 0u) && (rnd(3) == 0u) ? OS_PRIO_SELF : rnd_prio();
    const INT8U to = rnd_free_prio();
    INT8U err;

    if (is_keeper() && (from == OS_PRIO_SELF)) {
        return;
    }
    if ((OSLockNesting > 0u) && ((from == OS_PRIO_SELF) || (from == OSTCBCur->OSTCBPrio))) {
        return;
    }
    if ((OSIntNesting > 0u) && (changed++ > 0u)) {
        return;
    }
    err = OSTaskChangePrio(from, to);
    log_put(LOG_CHANGE_PRIO, err, ((INT32U)from << 8) | to, 0u);
}

static void act_suspend(void)
{
    const INT8U prio = (OSIntNesting == 0u) && !is_keeper() && (rnd(4) == 0u) ? OS_PRIO_SELF : rnd_prio();
    const INT8U err = OSTaskSuspend(prio);

    log_put(LOG_SUSPEND, err, prio, 0u);
}

static __attribute__((noinline)) void act_query(void)
{
    const INT8U prio = rnd_prio();
    OS_TCB copy = { 0 };
    const INT8U err = OSTaskQuery(prio, &copy);

    log_put(LOG_QUERY, err, ((INT32U)prio << 16) | ((INT32U)copy.OSTCBStat << 8) | copy.OSTCBStatPend, copy.OSTCBDly);
}

/* ------------------------------------------------------------------------------------------------------ semaphores */

static void act_pend(void)
{
    INT32U index;
    OS_EVENT *sem = rnd_sem(&index);
    const INT32U ticks = is_keeper() ? 1u + rnd(5) : (rnd(5) == 0u ? 0u : rnd_ticks());
    INT8U err;

    OSSemPend(sem, ticks, &err);
    log_put(LOG_PEND, err, index, ticks);
}

static void act_sem(INT32U which)
{
    INT32U index;
    OS_EVENT *sem = rnd_sem(&index);
    INT32U arg = 0u;
    INT8U err = OS_ERR_NONE;

    switch (which) {
    case 0:
        arg = rnd(3); /* 2: no such option */
        sem = OSSemDel(sem, (INT8U)arg, &err);
        sems[index] = err == OS_ERR_NONE ? sem : sems[index];
        log_put(LOG_SEM_DEL, err, index, arg);
        return;
    case 1:
        if (sems[index] == 0) {
            arg = rnd(3);
            sems[index] = OSSemCreate((INT16U)arg);
            log_put(LOG_SEM_CREATE, sems[index] != 0, index, arg);
        }
        return;
    case 2:
        arg = rnd(4) == 0u ? 65535u : rnd(3);
        OSSemSet(sem, (INT16U)arg, &err);
        log_put(LOG_SET, err, index, arg);
        return;
    case 3:
        arg = rnd(2) == 0u ? OS_PEND_OPT_BROADCAST : OS_PEND_OPT_NONE;
        arg |= (INT32U)OSSemPendAbort(sem, (INT8U)arg, &err) << 8;
        log_put(LOG_ABORT, err, index, arg);
        return;
    default:
        log_put(LOG_ACCEPT, 0u, index, OSSemAccept(sem));
    }
}

/* ------------------------------------------------------------------------------------------- what can be seen of it */

static void dump_ready(void)
{
    INT32U word = 0u;
    INT16U prio;

    for (prio = 0u; prio <= OS_LOWEST_PRIO; prio++) {
        const OS_TCB *ptcb = OSTCBPrioTbl[prio];
        OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

        if ((ptcb != 0) && (ptcb != OS_TCB_RESERVED) && OS_AccelRdyTst(ptcb)) {
            word |= 1u << (prio % 32u);
        }
        OS_CPU_SR_Restore(cpu_sr);
        if ((prio % 32u == 31u) || (prio == OS_LOWEST_PRIO)) {
            log_put(LOG_READY, 0u, prio / 32u, word);
            word = 0u;
        }
    }
}

static __attribute__((noinline)) void dump(void)
{
    INT32U index;
    INT16U prio;

    for (prio = 0u; prio <= OS_LOWEST_PRIO; prio++) {
        OS_TCB copy;

        if (OSTaskQuery((INT8U)prio, &copy) == OS_ERR_NONE) {
            INT32U event;

            for (event = 0u; (event < OS_MAX_EVENTS) && (copy.OSTCBEventPtr != &OSEventTbl[event]); event++) {
            }
            log_put(LOG_TASK_STATE, copy.OSTCBDelReq,
                    ((INT32U)prio << 24) | (event << 16) | ((INT32U)copy.OSTCBStat << 8) | copy.OSTCBStatPend,
                    copy.OSTCBDly);
        }
    }
    for (index = 0u; index < SEMS; index++) {
        OS_SEM_DATA data;

        if (OSSemQuery(sems[index], &data) == OS_ERR_NONE) {
            INT8U y;

            for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
                if ((y == 0u) || (data.OSEventTbl[y] != 0u)) {
                    log_put(LOG_SEM_STATE, y, (index << 16) | data.OSCnt,
                            ((INT32U)data.OSEventGrp << 16) | data.OSEventTbl[y]);
                }
            }
        }
    }
    log_put(LOG_TOTALS, OSTaskCtr, OSCtxSwCtr, OSLockNesting);
    dump_ready();
}

/* ------------------------------------------------------------------------------------------- ticks and interrupts */

static volatile BOOLEAN irq_done;
static BOOLEAN irq_is_tick;

static void irq_start(void)
{
    timer0_en_write(0);
    timer0_load_write(20);
    timer0_reload_write(0);
    timer0_ev_pending_write(1);
    timer0_ev_enable_write(1);
    timer0_en_write(1);
}

static void tick_handler(void)
{
    timer0_ev_pending_write(1);
    if (app_line != 0u) {
        OS_CPU_IntNestEn();
    }
    OSTimeTick();
}

/* A tick from the interrupt, now. Where the port has a short way for it, that is the way it goes. */
static void tick(void)
{
    const INT32U before = OSTime;

    if (!irq_is_tick) {
        BSP_IntHandlerSet(TIMER0_INTERRUPT, tick_handler);
        OS_CPU_TickFastSet(TIMER0_INTERRUPT, (volatile void *)CSR_TIMER0_EV_PENDING_ADDR, 1u);
        BSP_IntEnable(TIMER0_INTERRUPT);
        irq_is_tick = OS_TRUE;
    }
    irq_start();
    while (OSTime == before) { /* the time never goes back: see act_info() */
    }
}

static void isr_handler(void)
{
    INT32U n;

    timer0_ev_pending_write(1);
    changed = 0u;
    for (n = rnd(4); n > 0u; n--) {
        act();
    }
    irq_done = OS_TRUE;
}

/* An interrupt whose handler does something, now. */
static void isr(void)
{
    irq_is_tick = OS_FALSE;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, isr_handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    irq_done = OS_FALSE;
    irq_start();
    while (irq_done == OS_FALSE) {
    }
}

static void act_ticks(void)
{
    INT32U n = rnd(25) == 0u ? 100u + rnd(300) : 1u + rnd(3);

    if (OSIntNesting > 0u) {
        return;
    }
    if (rnd(4) == 0u) {
        /* At task level nothing is scheduled behind it, unless the scheduler was locked. */
        const BOOLEAN lock = (BOOLEAN)((app_line != 0u) | (rnd(2) == 0u));

        if (lock) {
            OSSchedLock();
        }
        OSTimeTick();
        if (rnd(3) == 0u) {
            dump(); /* with tasks whose time is up, and that have not run */
        }
        if (lock) {
            OSSchedUnlock();
        }
        log_put(LOG_TICK_TASK, 0u, lock, 0u);
        return;
    }
    log_put(LOG_TICK, 0u, n, 0u);
    while (n-- > 0u) {
        tick();
    }
    if (rnd(8) == 0u) {
        dump();
    }
}

static void act_isr(void)
{
    if (OSIntNesting == 0u) {
        log_put(LOG_ISR, 0u, 0u, 0u);
        isr();
    }
}

static void act_lock(void)
{
    INT32U n;

    OSSchedLock();
    log_put(LOG_LOCK, OSLockNesting, 0u, 0u);
    if (OSIntNesting > 0u) {
        return; /* had no effect */
    }
    if (OSLockNesting < 3u) {
        for (n = rnd(5); n > 0u; n--) {
            act();
        }
    }
    log_put(LOG_UNLOCK, OSLockNesting, 0u, 0u);
    OSSchedUnlock();
}

#if OS_TIME_TICK_HOOK_EN > 0u
/* Something happens at the very tick that ends somebody's delay, before that is counted. */
void App_TimeTickHook(void)
{
    if ((OSIntNesting > 0u) && (rnd(8) == 0u)) {
        changed = 0u;
        act();
    }
}
#endif

void App_TaskSwHook(void)
{
    log_put(LOG_SWITCH, 0u, OSTCBHighRdy->OSTCBPrio, 0u);
}

/* ---------------------------------------------------------------------------------------------------- all the rest */

/* What has little to do with the ready list or delays, and looks at the state. */
static __attribute__((noinline)) void act_info(void)
{
    const INT8U prio = rnd_prio();
    OS_STK_DATA stack;
    INT32U jump;
    INT8U *name;
    INT8U err;

    switch (rnd(16)) {
    case 0: case 1: case 2: case 3:
        dump();
        break;
    case 4: case 5: case 6:
        dump_ready();
        break;
    case 7:
        err = OSTaskStkChk(prio, &stack); /* how much differs between kernels */
        log_put(LOG_STK_CHK, err, prio, 0u);
        break;
    case 8:
        OSTaskRegSet(prio, 0u, steps, &err);
        log_put(LOG_REG, err, prio, OSTaskRegGet(rnd_prio(), 0u, &err));
        break;
    case 9:
        OSTaskNameSet(prio, (INT8U *)"other", &err);
        log_put(LOG_NAME, err, prio, OSTaskNameGet(rnd_prio(), &name, &err));
        break;
    case 10:
        jump = rnd(3) * 1000u;
        OSTimeSet(OSTimeGet() + jump);
        log_put(LOG_TIME_SET, 0u, OSTimeGet(), jump);
        break;
    default:
        act_query();
    }
}

/* A stack of which even the last entry was used may have been too small. */
static int stack_overflows(void)
{
    INT32U slot;

    for (slot = 0u; slot <= SLOTS; slot++) {
        if (stacks[slot][0] != 0u) {
            printf("the stack of slot %u is full\n", slot);
            return 1;
        }
    }
    return 0;
}

static void finish(void)
{
    (void)OS_CPU_SR_Save();
    dump();
    log_hash_print();
    BSP_Exit(stack_overflows());
}

/* ------------------------------------------------------------------------------------------------------- who acts */

/* One random step, of the running task or the handler. */
static void act(void)
{
    const INT32U which = rnd(100);
    INT32U arg;
    INT8U prio;
    INT8U err;

    if (steps == app_steps) {
        finish();
    }
    steps++;
    if (which < 15u) {
        arg = is_keeper() ? rnd(5) : rnd_ticks();
        OSTimeDly(arg);
        log_put(LOG_DLY, 0u, arg, 0u);
    } else if (which < 17u) {
        arg = rnd(20) == 0u ? 1000u : rnd(is_keeper() ? 60u : 400u);
        err = OSTimeDlyHMSM(0u, (INT8U)(rnd(20) == 0u ? 60u : 0u), 0u, (INT16U)arg);
        log_put(LOG_HMSM, err, arg, 0u);
    } else if (which < 31u) {
        act_pend();
    } else if (which < 44u) {
        err = OSSemPost(rnd_sem(&arg));
        log_put(LOG_POST, err, arg, 0u);
    } else if (which < 51u) {
        act_sem(which - 44u);
    } else if (which < 57u) {
        act_suspend();
    } else if (which < 66u) {
        prio = rnd_prio();
        err = OSTaskResume(prio);
        log_put(LOG_RESUME, err, prio, 0u);
    } else if (which < 72u) {
        prio = rnd_prio();
        err = OSTimeDlyResume(prio);
        log_put(LOG_DLY_RESUME, err, prio, 0u);
    } else if (which < 78u) {
        act_change_prio();
    } else if (which < 81u) {
        act_create();
    } else if (which < 83u) {
        act_del();
    } else if (which < 86u) {
        act_del_req();
    } else if (which < 91u) {
        act_ticks();
    } else if (which < 94u) {
        act_isr();
    } else if (which < 96u) {
        act_lock();
    } else {
        act_info();
    }
}

static void life(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        act();
        if (rnd(300) == 0u) {
            act_del_self();
        }
        if (rnd(300) == 0u) {
            return; /* which deletes the task */
        }
    }
}

/* Nobody touches this task: it sees to it that there is always something left that acts. */
static void keeper(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        INT8U prio = rnd_prio();

        if (OSTaskCtr < TASKS_FEW) {
            act_create();
        }
        (void)OSTaskResume(rnd_prio());
        if ((OSTCBPrioTbl[prio] != 0) && (OS_AccelDlyGet(OSTCBPrioTbl[prio]) > 2000u)) {
            log_put(LOG_DLY_RESUME, OSTimeDlyResume(prio), prio, 0u);
        }
        act();
        OSTimeDly(rnd(20));
    }
}

void App_TaskIdleHook(void)
{
    if (rnd(32) == 0u) {
        isr();
    } else {
        tick();
    }
}

/* ------------------------------------------------------------------------- interrupts that must leave no trace */

static INT32U line_state = 1u;

static INT32U line_rnd(INT32U range)
{
    return (chance_next(&line_state) >> 8) % range;
}

/* Come and go at any cycle. What they do is undone before they end. */
static void line_handler(void)
{
    const INT8U prio = OSTCBTbl[line_rnd(OS_MAX_TASKS)].OSTCBPrio;
    const INT8U other = (INT8U)(1u + line_rnd(PRIOS));
    OS_EVENT *sem = sems[line_rnd(SEMS)];
    OS_SEM_DATA data;
    OS_TCB copy;

    sim_line_ev_pending_write(1);
    if ((prio >= PRIO_KEEPER) || (OSTCBPrioTbl[prio] == 0) || (OSTCBPrioTbl[prio] == OS_TCB_RESERVED)) {
        return;
    }
    switch (line_rnd(5)) {
    case 0:
        (void)OSTaskQuery(prio, &copy);
        break;
    case 1:
        if (OSTaskChangePrio(prio, other) == OS_ERR_NONE) {
            (void)OSTaskChangePrio(other, prio);
        }
        break;
    case 2:
        if ((OSSemQuery(sem, &data) == OS_ERR_NONE) && (data.OSEventGrp == 0u) && (OSSemPost(sem) == OS_ERR_NONE)) {
            (void)OSSemAccept(sem);
        }
        break;
    case 3:
        /* A task that is being deleted must not be resumed. */
        if (!deleting && ((OSTCBPrioTbl[prio]->OSTCBStat & OS_STAT_SUSPEND) == 0u)) {
            (void)OSTaskSuspend(prio);
            (void)OSTaskResume(prio);
        }
        break;
    default:
        break;
    }
}

int main(void)
{
    INT32U n;

    chance_state = (app_seed * 2u + 1u) * 0x9E3779B1u;
    OSInit();
    (void)OSTaskCreate(keeper, (void *)0, &stacks[SLOTS][STK_SIZE - 1u], PRIO_KEEPER);
    for (n = 0u; n < SEMS - 1u; n++) { /* and one that is not there yet */
        sems[n] = OSSemCreate((INT16U)(n % 2u));
    }
    OSTCBCur = OSTCBPrioTbl[PRIO_KEEPER]; /* for the log; nobody runs yet */
    while (OSTaskCtr < TASKS_FEW) {
        act_create();
    }
    if (app_line != 0u) {
        BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
        sim_line_ev_pending_write(1);
        sim_line_ev_enable_write(1);
        BSP_IntEnable(SIM_LINE_INTERRUPT);
    }
    OSStart();
    return 1;
}
