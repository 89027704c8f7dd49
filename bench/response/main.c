/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Costs of the kernel for a response-time analysis. The caches are empty before each measurement.
 *
 * A task of middle priority, the observer, empties the caches, and then reads the cycle counter in a short loop. What
 * stops the loop, such as a tick or the job of a more urgent task, takes this time from every less urgent task. Other
 * parts measure calls of services.
 *
 * Output: response NAME CYCLES, the longest.
 */
#include "response.h"

BENCH_PARAMETER(bench_part_wanted, 0u);
BENCH_PARAMETER(bench_tasks, 1u);
BENCH_PARAMETER(bench_hz, 1000u);

enum { TICK, MORE_URGENT, LESS_URGENT, LINE, LINE_LESS_URGENT, LINE_MORE_URGENT, ENTRY, SERVICES, MUTEX };

#define CEILING    2u
#define URGENT     4u  /* first of the tasks above the observer */
#define OBSERVER   54u
#define LESS       55u /* first of the tasks below it */
#define LESS_MOST  4u
#define DRIVER     60u
#define LONG_SLEEP 1000000u /* ticks */
#define SAMPLES    24u
#define READS      200u     /* of the cycle counter, before the observer empties the caches again */
#define ROUNDS     50u      /* of the observer: more than a tick, because some ticks take nothing */
#define WAY        4096u    /* bytes of a cache; addresses with this distance share a line */

static OS_STK ObserverStk[BENCH_STK_SIZE];
static OS_STK Stks[BENCH_TASKS_MAX - 2u][BENCH_STK_SIZE];
static OS_EVENT *signal, *back, *mutex;
static INT8U error;

static INT32U normal; /* cycles of the observer's loop without an interrupt */

static void longest(volatile INT32U *most, INT32U cycles)
{
    if (cycles > *most) {
        *most = cycles;
    }
}

static void print(char const *name, INT32U cycles)
{
    printf("response %s %u\n", name, cycles);
}

/* --------------------------------------------------------------------------------------------------- the observer */

/*
 * Observe until something takes longer than `limit`, or for some rounds. Return the longest time between two reads of
 * the cycle counter. The first reads after the caches were emptied do not count, because they fetch the loop.
 */
__attribute__((noipa, aligned(32))) static INT32U observe(INT32U limit)
{
    INT32U most = 0u;
    INT32U rounds, reads, before, now;

    for (rounds = 0u; (rounds < ROUNDS) && (most <= limit); rounds++) {
        empty_caches();
        before = BSP_Cycles();
        for (reads = 0u; reads < READS; reads++) {
            now = BSP_Cycles();
            if ((now - before > most) && (reads > 2u)) {
                most = now - before;
            }
            before = now;
        }
    }
    return most;
}

/* Measure the observer while no interrupt is possible. */
static void calibrate(void)
{
    (void)observe(~0u);
    normal = observe(~0u);
}

/* Return the longest time that something takes from the observer, over some samples. */
static INT32U stolen(INT32U samples, void (*between)(void))
{
    volatile INT32U most = normal;

    while (samples-- != 0u) {
        longest(&most, observe(normal));
        if (between != 0) {
            between();
        }
    }
    return most - normal;
}

/* A more urgent job has started. noipa: the harness watches this function. */
__attribute__((noipa)) void response_started(void) { __asm__ volatile(""); }

/* ---------------------------------------------------------------------------------------------------------- ticks */

static void sleeper(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(LONG_SLEEP);
    }
}

/* A job at each tick. */
static void urgent(void *p_arg)
{
    INT32U next = OSTimeGet() + 2u;

    for (;;) {
        sleep_until(next);
        if (p_arg != 0) {
            response_started();
        }
        next++;
    }
}

/* A job at every fourth tick, at which the observer observes. */
static void less_urgent(void *p_arg)
{
    INT32U next = 8u;

    (void)p_arg;
    for (;;) {
        sleep_until(next);
        next += 4u;
    }
}

/* Let the less urgent tasks run, until the tick before they are due again. */
static void sleep_to_next(void)
{
    sleep_until((OSTimeGet() & ~3u) + 3u);
}

static void ticks(void)
{
    INT32U n;
    INT32U most;

    BSP_TickStart(bench_hz);
    for (n = 1u; (n < bench_tasks) && (bench_part_wanted == TICK); n++) {
        start(sleeper, 0u, (INT8U)(URGENT + n), Stks[n]);
    }
    for (n = 0u; (n < bench_tasks) && (bench_part_wanted == MORE_URGENT); n++) {
        start(urgent, n == 0u, (INT8U)(URGENT + n), Stks[n]);
    }
    for (n = 0u; (n < bench_tasks) && (bench_part_wanted == LESS_URGENT); n++) {
        start(less_urgent, 0u, (INT8U)(LESS + n), Stks[n]);
    }
    if (bench_part_wanted == LESS_URGENT) {
        sleep_until(15u);
    } else {
        OSTimeDly(4u);
        (void)observe(normal);
    }
    bench_part();
    most = (bench_part_wanted == LESS_URGENT) ? stolen(SAMPLES / 2u, sleep_to_next) : stolen(SAMPLES, 0);
    bench_part();
    print("stolen", most);
}

/* ----------------------------------------------------------------------------------------------- interrupt lines */

static void no_wake(void)
{
    sim_line_ev_pending_write(1u);
}

static void wake(void)
{
    sim_line_ev_pending_write(1u);
    (void)OSSemPost(signal);
}

static void woken_urgent(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSSemPend(signal, 0u, &error);
        response_started();
    }
}

static void woken_less(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSSemPend(signal, 0u, &error);
        (void)OSSemPost(back);
    }
}

static void let_woken_run(void)
{
    OSSemPend(back, 0u, &error);
}

/* Code and data whose lines evict each other, and slow instructions, while interrupts come. */
static INT32U volatile place[2u * WAY / sizeof(INT32U)];
__attribute__((noipa, aligned(4096))) static INT32U one_way(INT32U n) { return n + place[0]; }
__attribute__((noipa, aligned(4096))) static INT32U other_way(INT32U n)
{
    place[WAY / sizeof(INT32U)] = n;
    return n / (place[WAY / sizeof(INT32U)] | 1u);
}

static void evict_for(INT32U rounds)
{
    INT32U n = 0u;

    while (rounds-- != 0u) {
        n = other_way(one_way(n));
    }
}

static void lines(void)
{
    INT32U most = 0u;

    signal = OSSemCreate(0u);
    back = OSSemCreate(0u);
    if (bench_part_wanted == LINE_MORE_URGENT) {
        start(woken_urgent, 0u, URGENT, Stks[0]);
    } else if (bench_part_wanted == LINE_LESS_URGENT) {
        start(woken_less, 0u, LESS, Stks[0]);
    }
    bench_part();
    start_line((bench_part_wanted == LINE_LESS_URGENT) || (bench_part_wanted == LINE_MORE_URGENT) ? wake : no_wake);
    if (bench_part_wanted == ENTRY) {
        evict_for(5000u);
    } else {
        most = stolen(SAMPLES, (bench_part_wanted == LINE_LESS_URGENT) ? let_woken_run : 0);
    }
    bench_part();
    print("stolen", most);
}

/* -------------------------------------------------------------------------------------------------------- services */

static OS_EVENT *mbox, *queue;
static OS_FLAG_GRP *group;
static OS_MEM *memory;
static void *ring[16], *block;
static INT32U blocks[4][2];

/* Let all less urgent tasks wait again. */
static void rest(void)
{
    OSSemPend(back, 0u, &error);
}

static void driver(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        (void)OSSemPost(back);
    }
}

static void less_waiter(void *p_arg)
{
    for (;;) {
        switch ((INT32U)p_arg) {
        case 0u:
            OSSemPend(signal, 0u, &error);
            break;
        case 1u:
            (void)OSMboxPend(mbox, 0u, &error);
            break;
        case 2u:
            (void)OSQPend(queue, 0u, &error);
            break;
        default:
            (void)OSFlagPend(group, 1u, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 0u, &error);
            break;
        }
    }
}

/* Empty the caches and read the cycle counter, with the last instruction of a cache line. */
static inline __attribute__((always_inline)) INT32U cycles_with_empty_caches(void)
{
    INT32U cycles;

    empty_caches();
    __asm__ volatile(".balign 32\n\t.rept 7\n\tnop\n\t.endr\n\tcsrr %0, mcycle" : "=r"(cycles) : : "memory");
    return cycles;
}

#define CALL(most, ...) \
    do { \
        const INT32U from = cycles_with_empty_caches(); \
        __VA_ARGS__; \
        longest(&(most), BSP_Cycles() - from); \
    } while (0)

enum { SEM_POST, SEM_PEND, MBOX_POST, MBOX_PEND, Q_POST, Q_PEND, FLAG_POST, FLAG_PEND, MEM_GET, MEM_PUT, TIME_GET,
       MUTEX_PEND, MUTEX_POST, CALLS };
static char const *const names[CALLS] = { "sem.post", "sem.pend", "mbox.post", "mbox.pend", "q.post", "q.pend",
                                          "flag.post", "flag.pend", "mem.get", "mem.put", "time.get", "mutex.pend",
                                          "mutex.post" };
static volatile INT32U took[CALLS];

static void create_all(void)
{
    signal = OSSemCreate(0u);
    back = OSSemCreate(0u);
    mbox = OSMboxCreate((void *)0);
    queue = OSQCreate(ring, 16u);
    group = OSFlagCreate(0u, &error);
    memory = OSMemCreate(blocks, 4u, sizeof(blocks[0]), &error);
    mutex = OSMutexCreate(CEILING, &error);
    check((memory != 0) && (mutex != 0));
}

static void posts(void)
{
    CALL(took[SEM_POST], (void)OSSemPost(signal));
    CALL(took[MBOX_POST], (void)OSMboxPost(mbox, &error));
    CALL(took[Q_POST], (void)OSQPost(queue, &error));
    CALL(took[FLAG_POST], (void)OSFlagPost(group, 1u, OS_FLAG_SET, &error));
}

static void services(void)
{
    INT32U n;

    create_all();
    start(driver, 0u, DRIVER, Stks[LESS_MOST]);
    bench_part();
    for (n = 0u; n < SAMPLES; n++) {
        posts();
        CALL(took[SEM_PEND], OSSemPend(signal, 0u, &error));
        CALL(took[MBOX_PEND], (void)OSMboxPend(mbox, 0u, &error));
        CALL(took[Q_PEND], (void)OSQPend(queue, 0u, &error));
        CALL(took[FLAG_PEND], (void)OSFlagPend(group, 1u, OS_FLAG_WAIT_SET_ALL + OS_FLAG_CONSUME, 0u, &error));
        CALL(took[MEM_GET], block = OSMemGet(memory, &error));
        CALL(took[MEM_PUT], (void)OSMemPut(memory, block));
        CALL(took[TIME_GET], (void)OSTimeGet());
        CALL(took[MUTEX_PEND], OSMutexPend(mutex, 0u, &error));
        CALL(took[MUTEX_POST], (void)OSMutexPost(mutex));
    }
    for (n = 0u; n < LESS_MOST; n++) {
        start(less_waiter, n, (INT8U)(LESS + n), Stks[n]);
    }
    for (n = 0u; n < SAMPLES; n++) {
        rest();
        posts();
    }
    bench_part();
    for (n = 0u; n < CALLS; n++) {
        print(names[n], took[n]);
    }
}

/* A more urgent task waits for the observer's mutex. Its wait ends in the observer, and the observer's post in it. */
static volatile INT32U wait_began, post_began;
static volatile INT8U waits;

static void contender(void *p_arg)
{
    INT32U next = OSTimeGet() + 2u;

    (void)p_arg;
    for (;;) {
        sleep_until(next);
        waits = 1u;
        wait_began = cycles_with_empty_caches();
        OSMutexPend(mutex, 0u, &error);
        longest(&took[MUTEX_POST], BSP_Cycles() - post_began);
        CALL(took[MUTEX_POST], (void)OSMutexPost(mutex));
        next += 2u;
    }
}

static void contend(void)
{
    INT32U n;

    create_all();
    BSP_TickStart(bench_hz);
    start(contender, 0u, URGENT, Stks[0]);
    bench_part();
    for (n = 0u; n < SAMPLES; n++) {
        OSMutexPend(mutex, 0u, &error);
        waits = 0u;
        while (waits == 0u) {
        }
        longest(&took[MUTEX_PEND], BSP_Cycles() - wait_began);
        post_began = cycles_with_empty_caches();
        (void)OSMutexPost(mutex);
    }
    bench_part();
    print("mutex.pend.contended", took[MUTEX_PEND]);
    print("mutex.post.contended", took[MUTEX_POST]);
}

static void observer(void *p_arg)
{
    (void)p_arg;
    calibrate();
    switch (bench_part_wanted) {
    case TICK:
    case MORE_URGENT:
    case LESS_URGENT:
        ticks();
        break;
    case SERVICES:
        services();
        break;
    case MUTEX:
        contend();
        break;
    default:
        lines();
        break;
    }
    print("normal", normal);
    BSP_Exit(0);
}

int main(void)
{
    OSInit();
    start(observer, 0u, OBSERVER, ObserverStk);
    OSStart();
    return 1;
}
