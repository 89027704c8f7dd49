/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sweep: its tasks, its interrupt and its driver. The driver is the least urgent task, so it runs only while all
 * other tasks wait. The driver checks that no task blocks on an available object.
 */
#include <stdio.h>
#include <string.h>
#include "../port/distances.h"
#include "../port/timer.h"
#include "sweep.h"
#if OS_ACCEL_LINES > 0u
#include <os_line.h>
#endif

/* Parameters of the sweep. The test harness patches these values. */
#define SET __attribute__((section(".data")))
INT32U sweep_step SET = 1u;       /* cycles between two distances */
INT32U sweep_parts SET = 1u;      /* number of parts into which all sweeps are divided */
INT32U sweep_part SET = 0u;       /* index of the part to run */
INT32U sweep_groups SET = 0xFFu;  /* bit mask of the tables of rows */
INT32U sweep_common SET = 0u;     /* not 0: accept the known defects of uC/OS-II V2.93 */

#define FIRST 8u /* minimum distance at which a time base can tick */

#define DRIVER_PRIO 20u
#define MOVED_PRIO  13u /* priority of the caller after act_move() */
#define MOST_STEPS  60u /* maximum number of driver steps until all waits have ended */

PARTY third = { "third", 8u, 8u, 0u, 0, OS_FALSE, 0u, 0, { 0u } };
PARTY urgent = { "urgent", 10u, 10u, 0u, 0, OS_FALSE, 0u, 0, { 0u } };
PARTY caller = { "caller", 14u, 14u, 0u, 0, OS_FALSE, 0u, 0, { 0u } };
PARTY lesser = { "lesser", 18u, 18u, 0u, 0, OS_FALSE, 0u, 0, { 0u } };
static PARTY *const parties[] = { &third, &urgent, &caller, &lesser };
#define PARTIES (sizeof(parties) / sizeof(parties[0]))

static OS_STK driver_stack[500];

/* Current row, kind, action, scene and distance; counters of sweeps, interrupts, and interrupts inside a call. */
static ROW const *row;
static KIND const *kind;
static ACTION const *action;
static INT32U scene, distance, sweeps, interrupts, inside;

/* State of the interrupt. */
static volatile INT32U hits, armed;
static volatile distances_trap trap;
static volatile BOOLEAN is_over, is_early, is_inside; /* call ended; interrupt before the call; during the call */

/* Counters of one distance. */
static volatile INT32U given, given_sum, taken, taken_sum, last_gift, aborts, aborts_seen;
static PARTY *volatile suspended;
static volatile BOOLEAN suspended_waits;
static volatile BOOLEAN object_gone, urgent_gone;

/* ------------------------------------------------------------------------------------------------------ failures */

static void print_case(void)
{
    printf("%s of a %s%s%s%s, the handler %s, %u cycles: ", row->name, kind->name,
           ((scene & URGENT_WAITS) != 0u) ? ", urgent waits" : "",
           ((scene & LESSER_WAITS) != 0u) ? ", lesser waits" : "",
           ((scene & GIFT_IS_AVAILABLE) != 0u) ? ", given before" : "", action->name, distance);
}

void fail(char const *what, INT32U detail)
{
    size_t n;

    (void)OS_CPU_SR_Save();
    print_case();
    printf("%s (%u)\n", what, detail);
    for (n = 0u; n < PARTIES; n++) {
        printf("  %s, priority %u: %s\n", parties[n]->name, parties[n]->prio,
               parties[n]->waits ? "waits" : (parties[n]->role != 0) ? "is busy" : "is free");
    }
    printf("  given %u (sum %u), taken %u (sum %u); waits aborted %u, seen %u; priority %u runs\n", given, given_sum,
           taken, taken_sum, aborts, aborts_seen, OSPrioCur);
    BSP_Exit(1);
}

void must_be(char const *what, INT32U got, INT32U expected)
{
    if (got != expected) {
        (void)OS_CPU_SR_Save();
        printf("%s: expected %u, found %u\n", what, expected, got);
        fail(what, got);
    }
}

/* ------------------------------------------------------------------------------------------------ counts of gifts */

#define COUNTED(...) \
    do { \
        OS_CPU_SR cpu_sr = OS_CPU_SR_Save(); \
        __VA_ARGS__; \
        OS_CPU_SR_Restore(cpu_sr); \
    } while (0)

INT32U next_gift(void)
{
    INT32U gift;

    COUNTED(gift = ++last_gift);
    return gift;
}

void gave(INT32U value)    { COUNTED(given++; given_sum += value); }
void took(INT32U value)    { COUNTED(taken++; taken_sum += value); }
void aborted(INT32U waits) { COUNTED(aborts += waits); }
INT32U gifts_left(void)    { return given - taken; }
void object_is_gone(void)  { object_gone = OS_TRUE; }
void urgent_is_gone(void)  { urgent_gone = OS_TRUE; }

void resume_later(PARTY *party)
{
    suspended = party;
    suspended_waits = party->waits;
}

/* ---------------------------------------------------------------------------------------------------- the interrupt */

/* With a time base, the time unit generates the tick if the action only ticks. */
#if OS_TIME_BASE > 0u
#define BY_UNIT (action->is_tick)

static INT32U armed_at; /* time in ticks when the interrupt was armed */

static void tick_in(INT32U cycles)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    armed_at = OS_AccelTime();
    OS_AccelTickPeriod(0u);
    OS_AccelTickPeriod(cycles);
    OS_AccelTickPeriod(0xFFFFFFFFu); /* next period: so long that no second tick comes */
    OS_CPU_SR_Restore(cpu_sr);
}

static BOOLEAN has_ticked(void)
{
    return (BOOLEAN)(OS_AccelTime() != armed_at);
}
#else
#define BY_UNIT          OS_FALSE
#define tick_in(cycles)  ((void)(cycles))
#define has_ticked()     OS_FALSE
#endif

/* With lines that post, the timer's line makes the post itself if the action is only a post. */
#if OS_ACCEL_LINES > 0u
#define BY_LINE ((kind->event != 0) && (action->act == kind->give))

static INT32U line_gift;

static void line_connect(void)
{
    line_gift = ((*kind->event)->OSEventType == OS_EVENT_TYPE_SEM) ? 0u : next_gift();
    BSP_IntDisable(TIMER0_INTERRUPT);
    MUST_BE(OSLineConnect(TIMER0_INTERRUPT, *kind->event, (void *)(size_t)line_gift, OS_LINE_OPT_EDGE), OS_ERR_NONE);
}

/* Count the gift, unless the event was full. If the event is gone, its deletion has disconnected the line. */
static void line_disconnect(void)
{
    if (OSLineOverrunTake(TIMER0_INTERRUPT) == OS_FALSE) {
        gave(line_gift);
    }
    MUST_BE(OSLineDisconnect(TIMER0_INTERRUPT), object_gone ? OS_ERR_LINE_NOT_USED : OS_ERR_NONE);
    timer0_ev_pending_write(1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
}

static BOOLEAN line_has_risen(void)
{
    return (BOOLEAN)(timer0_ev_pending_read() != 0u);
}
#else
#define BY_LINE           OS_FALSE
#define line_connect()    ((void)0)
#define line_disconnect() ((void)0)
#define line_has_risen()  OS_FALSE
#endif

static void (*volatile handler_acts)(void);

/* At odd distances, call the action between OSIntEnter() and OSIntExit(), as in a nested interrupt. */
static void handler(void)
{
    if (hits == 0u) {
        trap = distances_trapped(armed);
    }
    timer0_ev_pending_write(1u);
    if (distance % 2u != 0u) {
        OSIntEnter();
        handler_acts();
        OSIntExit();
    } else {
        handler_acts();
    }
    hits++;
}

static BOOLEAN has_come(void)
{
    return BY_UNIT ? has_ticked() : BY_LINE ? line_has_risen() : (BOOLEAN)(hits != 0u);
}

static inline void arm(INT32U cycles)
{
    if (BY_UNIT) {
        tick_in(cycles);
    } else {
        armed = BSP_Cycles();
        timer_from_now(cycles);
    }
}

/* Wait until interrupts in flight have arrived. */
static void breathe(void)
{
    volatile INT32U n;

    for (n = 0u; n < 8u; n++) {
    }
}

void tick(void)
{
#if OS_TIME_BASE > 0u
    tick_in(100u);
    while (!has_ticked()) {
    }
#else
    hits = 0u;
    handler_acts = OSTimeTick;
    timer_from_now(50u);
    while (hits == 0u) {
    }
#endif
    breathe();
}

void act_tick(void)
{
    OSTimeTick();
}

void act_suspend(void)
{
    MUST_BE(OSTaskSuspend(caller.prio), OS_ERR_NONE);
    resume_later(&caller);
}

void act_move(void)
{
    MUST_BE(OSTaskChangePrio(caller.prio, MOVED_PRIO), OS_ERR_NONE);
    caller.prio = MOVED_PRIO;
}

/* -------------------------------------------------------------------------------------------------------- the tasks */

PARTY *self(void)
{
    return (PARTY *)OSTCBCur->OSTCBExtPtr;
}

void begin(void)
{
    PARTY *me = self();

    me->began = OSTimeGet();
    me->waits = OS_TRUE;
}

void ended(INT8U err, INT32U value)
{
    PARTY *me = self();

    me->waits = OS_FALSE;
    FAIL_IF((OSTCBCur->OSTCBStat & OS_STAT_SUSPEND) != 0u); /* a suspended task must not run */
    switch (err) {
    case OS_ERR_NONE:
        took(value);
        break;
    case OS_ERR_PEND_ABORT:
        COUNTED(aborts_seen++);
        break;
    case OS_ERR_TIMEOUT:
        FAIL_IF(me->timeout == 0u);
        FAIL_IF(OSTimeGet() == me->began);
        break;
    default:
        if (!object_gone || (err != OS_ERR_EVENT_TYPE)) {
            fail("a wait ends with an error", err);
        }
        break;
    }
}

/* Return whether the task is ready. */
static BOOLEAN is_ready(PARTY const *party)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();
    OS_TCB const *ptcb = OSTCBPrioTbl[party->prio];
    const BOOLEAN ready = (BOOLEAN)((ptcb != (OS_TCB *)0) && OS_AccelRdyTst(ptcb));

    OS_CPU_SR_Restore(cpu_sr);
    return ready;
}

static void task(void *p_arg)
{
    PARTY *me = self();
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(me->go, 0u, &err);
        FAIL_IF(me->role == 0); /* the task was woken twice */
        me->role();
        me->role = 0;
        if (OSTaskDelReq(OS_PRIO_SELF) == OS_ERR_TASK_DEL_REQ) {
            urgent_is_gone();
            (void)OSTaskDel(OS_PRIO_SELF);
        }
    }
}

void start(PARTY *party, void (*role)(void))
{
    party->role = role;
    OSSemPost(party->go);
}

static void create(PARTY *party)
{
    party->role = 0;
    party->waits = OS_FALSE;
    MUST_BE(OSTaskCreateExt(task, 0, &party->stack[399], party->home, party->home, &party->stack[0], 400u, party, 0u),
            OS_ERR_NONE);
}

static void party_waits(void)
{
    kind->wait();
}

void act_third(void)
{
    if (third.role == 0) {
        start(&third, party_waits);
    }
}

static void call_wait_for(INT32U ticks)
{
    caller.timeout = ticks;
    kind->wait();
}

void call_wait(void)       { call_wait_for(0u); }
void call_wait_timed(void) { call_wait_for(1u); }
void call_wait_long(void)  { call_wait_for(18u); } /* longer than the maximum of 15 in a 4-bit counter */

INT32U priorities(OS_PRIO const *tbl)
{
    return tbl[0] | ((INT32U)tbl[1] << 8u) | ((INT32U)tbl[2] << 16u) | ((INT32U)tbl[3] << 24u);
}

static void caller_gets_ready(void)
{
    row->ready();
}

static void caller_calls(void)
{
    arm(distance);
    is_early = has_come();
    row->call();
    is_inside = (BOOLEAN)(has_come() && !is_early);
    is_over = OS_TRUE;
    /* `third` and `urgent` are more urgent than the running caller, so neither may be ready. */
    if (is_ready(&third) || is_ready(&urgent)) {
        breathe(); /* the tick interrupt arrives a few cycles after the tick */
        FAIL_IF(is_ready(&third));
        FAIL_IF(is_ready(&urgent));
    }
}

/* ------------------------------------------------------------------------------------------------------- the driver */

static BOOLEAN interrupts_on(void)
{
    const OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    OS_CPU_SR_Restore(cpu_sr);
    return (BOOLEAN)((cpu_sr != 0u) != OS_CPU_GUEST); /* in a guest, the status value is inverted */
}

static BOOLEAN any_task_is_busy(void)
{
    return (BOOLEAN)((third.role != 0) || (urgent.role != 0) || (caller.role != 0) || (lesser.role != 0));
}

/* Check that no task waits for an available gift, and check the wait list. All tasks but the driver must be blocked. */
static void check_waits(void)
{
    INT32U waiting = 0u;
    size_t n;

    for (n = 0u; n < PARTIES; n++) {
        if (parties[n]->waits) {
            waiting |= 1uL << parties[n]->prio;
        }
    }
    if ((waiting != 0u) && kind->is_available()) {
        fail("a task waits for what is available", waiting);
    }
    if ((kind->waiting != 0) && !object_gone) {
        must_be("the wait list", kind->waiting(), waiting);
    }
    must_be("OSIntNesting", OSIntNesting, 0u);
    must_be("OSLockNesting", OSLockNesting, 0u);
    must_be("interrupts on", interrupts_on(), 1u);
}

static BOOLEAN is_timed(void)
{
    size_t n;

    for (n = 0u; n < PARTIES; n++) {
        if (parties[n]->waits && (parties[n]->timeout != 0u)) {
            return OS_TRUE;
        }
    }
    return OS_FALSE;
}

/* End all waits: waits with a timeout by ticks, the other waits by gifts. */
static void end_waits(void)
{
    INT32U steps;

    for (steps = 0u; any_task_is_busy(); steps++) {
        if (steps > MOST_STEPS) {
            fail("a wait does not end", steps);
        }
        if (is_timed()) {
            tick();
        } else {
            kind->give();
        }
        check_waits();
    }
}

static void check_counts(void)
{
    if (object_gone) {
        aborts = aborts_seen; /* the deletion does not report the number of aborted waits */
    } else {
        kind->drain();
    }
    must_be("waits aborted", aborts_seen, aborts);
    if ((sweep_common != 0u) && kind->shares) {
        return;
    }
    if ((taken > given) || (gifts_left() > row->loses)) {
        fail("gifts got lost or were taken twice", gifts_left());
    }
    if (row->loses == 0u) {
        must_be("the sum of the gifts taken", taken_sum, given_sum);
    }
    if (kind->check != 0) {
        kind->check();
    }
}

/* Resume the task that the handler or the call has suspended. */
static void resume_suspended_task(void)
{
    if (suspended != 0) {
        PARTY *party = suspended;

        suspended = 0;
        must_be("a suspended task waits", party->waits, suspended_waits);
        MUST_BE(OSTaskResume(party->prio), OS_ERR_NONE);
    }
}

static void restore_priority(PARTY *party)
{
    if (party->prio != party->home) {
        MUST_BE(OSTaskChangePrio(party->prio, party->home), OS_ERR_NONE);
        party->prio = party->home;
    }
}

static void do_nothing(void)
{
}

static distances_trap one_distance(INT32U cycles)
{
    BOOLEAN in_time;

    distance = cycles;
    given = given_sum = taken = taken_sum = last_gift = aborts = aborts_seen = 0u;
    object_gone = urgent_gone = is_over = is_early = is_inside = OS_FALSE;
    hits = 0u;
    handler_acts = action->act;
    urgent.timeout = 1u;
    third.timeout = lesser.timeout = caller.timeout = 0u;
    if (row->ready != 0) {
        start(&caller, caller_gets_ready);
    }
    if ((scene & GIFT_IS_AVAILABLE) != 0u) {
        kind->give();
    }
    if ((scene & URGENT_WAITS) != 0u) {
        start(&urgent, party_waits);
    }
    if ((scene & LESSER_WAITS) != 0u) {
        start(&lesser, party_waits);
    }
    if (BY_LINE) {
        line_connect();
    }
    start(&caller, caller_calls);
    in_time = is_over ? (BOOLEAN)(is_early || is_inside) : has_come();
    while (!has_come()) {
    }
    breathe();
    if (BY_LINE) {
        line_disconnect();
    }
    resume_suspended_task();
    check_waits();
    restore_priority(&caller);
    restore_priority(&urgent);
    end_waits();
    if (!urgent_gone && (OSTCBPrioTbl[urgent.prio]->OSTCBDelReq == OS_ERR_TASK_DEL_REQ)) {
        start(&urgent, do_nothing); /* `urgent` checks for the request, which came after its wait */
    }
    if (urgent_gone) {
        create(&urgent);
    }
    check_counts();
    if (object_gone) {
        kind->make();
    } else if (kind->waiting != 0) {
        must_be("the wait list", kind->waiting(), 0u);
    }
    interrupts++;
    if (!in_time) {
        return distances_late;
    }
    inside += (is_inside != OS_FALSE);
    /* The unit ticks even while interrupts are off, so no two distances give the same result and all must run. */
    return (BY_UNIT || BY_LINE) ? (distances_trap){ cycles, 0u } : trap;
}

/* Sweep from this distance. Return the number of interrupts within the call. */
static INT32U sweep_from(INT32U first)
{
    inside = 0u;
    distances_sweep(one_distance, first, 2u * sweep_step); /* in two sweeps, because odd distances nest */
    distances_sweep(one_distance, first + sweep_step, 2u * sweep_step);
    return inside;
}

/* If a long step misses a short call, repeat the sweep from a slightly larger distance. */
static void sweep(void)
{
    INT32U first = FIRST + (sweeps * 7u) % sweep_step;
    INT32U tries;

    if (sweeps++ % sweep_parts != sweep_part) {
        return;
    }
    kind->make();
    for (tries = 0u; sweep_from(first) == 0u; tries++) {
        if (tries == sweep_step) {
            fail("the interrupt never came inside the call", tries);
        }
        first = FIRST + (first - FIRST + 1u) % sweep_step;
    }
    kind->remove();
}

static void sweep_rows(ROW const *rows)
{
    for (row = rows; row->name != 0; row++) {
        kind = row->kind;
        for (scene = 0u; scene < 8u; scene++) {
            if ((row->scenes & SCENE(scene)) == 0u) {
                continue;
            }
            for (action = kind->actions; action < kind->actions + row->actions; action++) {
                sweep();
            }
        }
    }
}

static void driver(void *p_arg)
{
    static const ACTION nothing = { "does nothing", 0, OS_FALSE };
    static ROW const *const groups[] = { event_rows, several_rows, flag_rows, mutex_rows, task_rows, timer_rows };
    size_t n;

    (void)p_arg;
    action = &nothing;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, handler);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
#if OS_TIME_BASE > 0u
    BSP_IntEnable(METRONOME_TIME_BASE_INTERRUPT);
    OS_CPU_TickStart(METRONOME_TIME_BASE_INTERRUPT, 0u);
#endif
    for (n = 0u; n < sizeof(groups) / sizeof(groups[0]); n++) {
        if (((sweep_groups >> n) & 1u) != 0u) {
            sweep_rows(groups[n]);
        }
    }
    printf("ok: %u interrupts in %u sweeps\n", interrupts, sweeps);
    BSP_Exit(0);
}

int main(void)
{
    OS_EVENT *first[3];
    INT8U err;
    size_t n;

    OSInit();
    for (n = 0u; n < 3u; n++) { /* an event unit may hold only the first events: keep these for the sweeps */
        first[n] = OSSemCreate(0u);
    }
    for (n = 0u; n < PARTIES; n++) {
        parties[n]->go = OSSemCreate(0u);
        create(parties[n]);
    }
    for (n = 0u; n < 3u; n++) {
        (void)OSSemDel(first[n], OS_DEL_NO_PEND, &err);
    }
    (void)OSTaskCreateExt(driver, 0, &driver_stack[499], DRIVER_PRIO, DRIVER_PRIO, &driver_stack[0], 500u, 0, 0u);
    OSStart();
    return 2;
}
