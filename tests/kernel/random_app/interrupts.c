/* SPDX-License-Identifier: Apache-2.0 */
/* Ticks and interrupts that the application requests, and interrupts at any cycle that must leave no trace. */
#include "app.h"
#include <generated/csr.h>
#include <generated/soc.h>

static volatile BOOLEAN irq_done;
static BOOLEAN irq_is_tick;
static volatile BOOLEAN irq_is_due; /* the running task waits for the interrupt */

#ifdef BSP_GUEST            /* a guest has no timer, so it uses an alarm of the monitor */
#include <guest.h>

#define APP_TIMER BSP_INT_TIMER

static void irq_start(void)
{
    irq_is_due = OS_TRUE;
    guest_alarm(guest_time() + 20u);
}

static void irq_taken(void)
{
    irq_is_due = OS_FALSE;
}
#else
#define APP_TIMER TIMER0_INTERRUPT

static void irq_start(void)
{
    irq_is_due = OS_TRUE;
    timer0_en_write(0);
    timer0_load_write(20);
    timer0_reload_write(0);
    timer0_ev_pending_write(1);
    timer0_ev_enable_write(1);
    timer0_en_write(1);
}

static void irq_taken(void)
{
    irq_is_due = OS_FALSE;
    timer0_ev_pending_write(1);
}
#endif

#if OS_TIME_BASE == 0u
static void tick_handler(void)
{
    irq_taken();
    if (app_line != 0u) {
        OS_CPU_IntNestEn();
    }
    OSTimeTick();
}
#endif

/* Make a tick with the time base or the timer, and wait for it. The timer's ticks use the port's fast path, if any. */
void tick(void)
{
    const INT32U before = OSTime;

#if OS_TIME_BASE > 0u
    OS_CPU_SR cpu_sr;
    INT32U n;

    if (!irq_is_tick) {
        OS_CPU_TickStart(METRONOME_TIME_BASE_INTERRUPT, 0u);
        BSP_IntEnable(METRONOME_TIME_BASE_INTERRUPT);
        irq_is_tick = OS_TRUE;
    }
    irq_is_due = OS_TRUE;
    OS_ENTER_CRITICAL();
    OS_AccelTickPeriod(0u);
    OS_AccelTickPeriod(100u);
    OS_AccelTickPeriod(0xFFFFFFFFu); /* the next tick is far in the future */
    OS_EXIT_CRITICAL();
    while (OSTime == before) {
    }
    for (n = 0u; n < 20u; n++) { /* the time base's interrupt comes a little later than its tick */
        __asm__ volatile("");
    }
    irq_is_due = OS_FALSE;
#else
    if (!irq_is_tick) {
        BSP_IntHandlerSet(APP_TIMER, tick_handler);
        OS_CPU_TickFastSet(APP_TIMER, (volatile void *)CSR_TIMER0_EV_PENDING_ADDR, 1u);
        BSP_IntEnable(APP_TIMER);
        irq_is_tick = OS_TRUE;
    }
    irq_start();
    while (OSTime == before) { /* the time never decreases: see act_info() */
    }
#endif
}

static void isr_handler(void)
{
    INT32U n;

    irq_taken();
    priority_changes = 0u;
    for (n = rnd(4); n > 0u; n--) {
        act();
    }
    irq_done = OS_TRUE;
}

/* Start the timer, whose interrupt handler performs random acts. Wait until the handler has run. */
void isr(void)
{
    irq_is_tick = OS_FALSE;
    BSP_IntHandlerSet(APP_TIMER, isr_handler);
    BSP_IntEnable(APP_TIMER);
    irq_done = OS_FALSE;
    irq_start();
    while (irq_done == OS_FALSE) {
    }
}

/*
 * Call OSTimeTick() as a task. OSTimeTick() can leave the switch to the next scheduling point or interrupt. So if
 * interrupts come at random cycles, lock the scheduler, because OSSchedUnlock() switches tasks at once.
 */
static void tick_by_task(void)
{
    const BOOLEAN lock = (BOOLEAN)((app_line != 0u) | (rnd(2) == 0u));

    if (lock) {
        OSSchedLock();
    }
    OSTimeTick();
    if (rnd(3) == 0u) {
        dump(); /* some tasks have become ready but have not run */
    }
    if (lock) {
        OSSchedUnlock();
    }
    log_put(LOG_TICK_TASK, 0u, lock, 0u);
}

void act_ticks(void)
{
    INT32U n = rnd(25) == 0u ? 100u + rnd(300) : 1u + rnd(3);

    if (OSIntNesting > 0u) {
        return;
    }
    if (rnd(4) == 0u) {
        tick_by_task();
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

void act_isr(void)
{
    if (OSIntNesting == 0u) {
        log_put(LOG_ISR, 0u, 0u, 0u);
        isr();
    }
}

void act_lock(void)
{
    INT32U n;

    OSSchedLock();
    log_put(LOG_LOCK, OSLockNesting, 0u, 0u);
    if (OSIntNesting > 0u) {
        return; /* the lock had no effect */
    }
    if (OSLockNesting < 3u) {
        for (n = rnd(5); n > 0u; n--) {
            act();
        }
    }
    log_put(LOG_UNLOCK, OSLockNesting, 0u, 0u);
    OSSchedUnlock();
}

#if (OS_TIME_TICK_HOOK_EN > 0u) && !defined(APP_NO_TICK_HOOK)
/* Perform a random act in one of eight tick interrupts on average, before the tick counts down the delays. */
void App_TimeTickHook(void)
{
    if ((OSIntNesting > 0u) && (rnd(8) == 0u)) {
        priority_changes = 0u;
        act();
    }
}
#endif

void App_TaskSwHook(void)
{
#ifdef APP_EXCHANGE
    if (!exchange_shows_switch()) {
        return;
    }
#endif
    log_put(LOG_SWITCH, 0u, OSTCBHighRdy->OSTCBPrio, 0u);
}

void App_TaskIdleHook(void)
{
#ifdef APP_EXCHANGE
    exchange_check();
#endif
    if (rnd(32) == 0u) {
        isr();
    } else {
        tick();
    }
}

/* ---------------------------------------------------------------------------- interrupts that must leave no trace */

static INT32U line_state = 1u;

static INT32U line_rnd(INT32U range)
{
    return ((chance_next(&line_state) >> 16) * range) >> 16;
}

static void line_event(OS_EVENT *event)
{
    union {
        OS_SEM_DATA sem;
        OS_MBOX_DATA mbox;
        OS_Q_DATA q;
    } data;
    INT8U err;

    if ((OSSemQuery(event, &data.sem) == OS_ERR_NONE) && (data.sem.OSEventGrp == 0u)) {
        if (OSSemPost(event) == OS_ERR_NONE) {
            (void)OSSemAccept(event);
        }
    } else if ((OSMboxQuery(event, &data.mbox) == OS_ERR_NONE) && (data.mbox.OSEventGrp == 0u)) {
        if (OSMboxPost(event, event) == OS_ERR_NONE) {
            (void)OSMboxAccept(event);
        }
    } else if ((OSQQuery(event, &data.q) == OS_ERR_NONE) && (data.q.OSEventGrp == 0u)) {
        if (OSQPostFront(event, event) == OS_ERR_NONE) {
            (void)OSQAccept(event, &err);
        }
    }
}

/* Handle an interrupt at any cycle. The handler undoes its changes before it returns. */
static void line_handler(void)
{
    OS_TCB *ptcb = task_in(line_rnd(SLOTS));
    const INT8U other = (INT8U)(1u + line_rnd(PRIOS));
    OS_MEM *part = parts[line_rnd(PARTS)];
    OS_TCB copy;
    INT8U prio;
    INT8U err;
    void *blk;

    sim_line_ev_pending_write(1);
#ifdef APP_EXCHANGE
    if (exchange_line(irq_is_due)) {
        return;
    }
#endif
    if ((ptcb == 0) || (OSTCBPrioTbl[ptcb->OSTCBPrio] != ptcb)) {
        return;
    }
    prio = ptcb->OSTCBPrio;
    switch (line_rnd(6)) {
    case 0:
        (void)OSTaskQuery(prio, &copy);
        break;
    case 1:
        if (!is_owner(ptcb) && (OSTaskChangePrio(prio, other) == OS_ERR_NONE)) {
            (void)OSTaskChangePrio(other, prio);
        }
        break;
    case 2:
        line_event(events[line_rnd(MUTEX)]);
        break;
    case 3:
        /* A task that is being deleted must not be resumed. */
        if (!deleting && ((ptcb->OSTCBStat & OS_STAT_SUSPEND) == 0u)) {
            (void)OSTaskSuspend(prio);
            (void)OSTaskResume(prio);
        }
        break;
    case 4:
        blk = OSMemGet(part, &err);
        if (err == OS_ERR_NONE) {
            (void)OSMemPut(part, blk);
        }
        break;
    default:
        (void)OSFlagQuery(flag_grps[line_rnd(FLAG_GRPS)], &err);
        break;
    }
}

void line_start(void)
{
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, line_handler);
    sim_line_ev_pending_write(1);
    sim_line_ev_enable_write(1);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
}
