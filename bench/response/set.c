/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a set of tasks for a while, and prints the longest response of each. `./metro response --simulate` writes the
 * set into the image, so that one build runs every set.
 *
 * A job burns its execution time in a loop, which keeps its mutexes and calls services in between. Before the start,
 * each job is tried without these, so that its own instructions count as execution time.
 *
 * Result: set_worst and set_jobs, which the command reads from memory after the run. The harness measures tasks that an
 * interrupt line releases: from the line's rise to response_line_done().
 */
#include "response.h"

#define TASKS    24u
#define SEGMENTS 10u
#define MUTEXES  6u
#define WITHIN   150u      /* cycles around the loop of a critical section or of a handler, with empty caches */
#define EARLY    10u       /* cycles from the rise of the tick's line until the poll sees it */
#define CHUNK    1500u     /* rounds of the loop after which a burning job empties the caches again */

enum { BURN, SECTION, SEM, QUEUE, MEMORY, TIME };

typedef struct {
    INT32U what;           /* see above */
    INT32U mutex;          /* of a SECTION */
    INT32U cycles;         /* of a BURN or a SECTION */
} SEGMENT;

typedef struct {
    INT32U prio;
    INT32U line;           /* 1: the interrupt line releases the jobs */
    INT32U offset;         /* cycles; jobs arrive at offset + n * period, and start at the next tick */
    INT32U period;
    INT32U segments;
    SEGMENT segment[SEGMENTS]; /* the first one is a BURN */
} TASK;

/* The set; all are in .data, because the command writes them into the image. */
#define SET __attribute__((section(".data.set")))
BENCH_PARAMETER(set_hz, 1000u);
BENCH_PARAMETER(set_first, 8u);    /* tick of the first release */
BENCH_PARAMETER(set_ticks, 100u);  /* length of the run */
BENCH_PARAMETER(set_evicts, 0u);   /* 1: jobs empty the caches */
BENCH_PARAMETER(set_handler, 0u);  /* cycles of the line's handler; 0: no line */
BENCH_PARAMETER(set_wakes, 0u);    /* 1: the handler wakes a task */
BENCH_PARAMETER(set_tasks, 1u);
BENCH_PARAMETER(set_mutexes, 0u);
SET INT32U set_ceilings[MUTEXES] = { 1u };
SET TASK set_task[TASKS] = { { 9u, 0u, 0u, 50000u, 1u, { { BURN, 0u, 5000u } } } };

typedef struct {
    INT32U due;            /* arrival of the next job, in cycles since tick 0 */
    INT32U tick;           /* its release, the first tick that is not earlier */
    INT32U rounds[SEGMENTS];
} STATE;

/* The results of each task: the longest response in cycles, and the number of jobs. */
INT32U set_worst[TASKS], set_jobs[TASKS];

static STATE states[TASKS];
/* The start-up code does not clear these stacks, so that a run takes less time. */
static OS_STK Stks[TASKS + 1u][BENCH_STK_SIZE] __attribute__((section(".noinit")));
static OS_EVENT *mutexes[MUTEXES], *signal, *sem, *queue;
static OS_MEM *memory;
static INT32U blocks[TASKS][2];
static void *ring[TASKS];
static INT32U period;      /* of the tick, in cycles */
static INT32U zero;        /* the cycle of tick 0 */
static INT8U error;

/* noipa: the harness watches this function. */
__attribute__((noipa)) void response_line_done(void) { __asm__ volatile(""); }

/* ---------------------------------------------------------------------------------------------------- a job's work */

/* The loop needs one cache line and no data. */
__attribute__((noipa, aligned(32))) static void loop(INT32U rounds)
{
    __asm__ volatile("1: addi %0, %0, -1\n\tbgtz %0, 1b" : "+r"(rounds));
}

/* An interrupt must not make the core begin again. */
static void empty_caches_at_once(void)
{
    OS_CPU_SR cpu_sr;

    OS_ENTER_CRITICAL();
    empty_caches();
    OS_EXIT_CRITICAL();
}

/* noipa: every call takes the same time. */
__attribute__((noipa)) static void burn(INT32U rounds)
{
    do {
        const INT32U now = (rounds < CHUNK) ? rounds : CHUNK;

        if (set_evicts != 0u) {
            empty_caches_at_once();
        }
        loop(now);
        rounds -= now;
    } while (rounds != 0u);
    if (set_evicts != 0u) {
        empty_caches_at_once();
    }
}

/* Run one job. dry: without kernel calls and without burning. */
__attribute__((noipa)) static void job(INT32U number, INT32U dry)
{
    TASK const *task = &set_task[number];
    STATE *state = &states[number];
    const INT32U arrived = zero + state->due;
    INT32U n, took;
    void *got;

    for (n = 0u; n < task->segments; n++) {
        const SEGMENT *segment = &task->segment[n];

        switch (segment->what) {
        case BURN:
            burn(state->rounds[n]);
            break;
        case SECTION:
            if (dry == 0u) {
                OSMutexPend(mutexes[segment->mutex], 0u, &error);
            }
            burn(state->rounds[n]);
            if (dry == 0u) {
                (void)OSMutexPost(mutexes[segment->mutex]);
            }
            break;
        case SEM:
            if (dry == 0u) {
                (void)OSSemPost(sem);
                OSSemPend(sem, 0u, &error);
            }
            break;
        case QUEUE:
            if (dry == 0u) {
                (void)OSQPost(queue, state);
                (void)OSQPend(queue, 0u, &error);
            }
            break;
        case MEMORY:
            if (dry == 0u) {
                got = OSMemGet(memory, &error);
                (void)OSMemPut(memory, got);
            }
            break;
        default:
            if (dry == 0u) {
                (void)OSTimeGet();
            }
            break;
        }
    }
    state->due += task->period;
    while (state->tick * period < state->due) {
        state->tick++;
    }
    if (task->line != 0u) {
        response_line_done();
    }
    took = BSP_Cycles() - arrived;
    if (took > set_worst[number]) {
        set_worst[number] = took;
    }
    set_jobs[number]++;
}

/* End the run. A job that has arrived and not ended has a response of at least the time since then. */
static void finish(void)
{
    const INT32U now = BSP_Cycles() - zero;
    INT32U n;

    for (n = 0u; n < set_tasks; n++) {
        if ((set_task[n].line == 0u) && ((INT32S)(now - states[n].due) > (INT32S)set_worst[n])) {
            set_worst[n] = now - states[n].due;
        }
    }
    BSP_Exit(0);
}

static void task(void *p_arg)
{
    const INT32U number = (INT32U)p_arg;

    for (;;) {
        if (set_task[number].line != 0u) {
            OSSemPend(signal, 0u, &error);
        } else {
            sleep_until(states[number].tick);
            if (states[number].tick > set_ticks) {
                finish();
            }
        }
        job(number, 0u);
    }
}

static void handler(void)
{
    sim_line_ev_pending_write(1u);
    loop(set_handler);
    if (set_wakes != 0u) {
        (void)OSSemPost(signal);
    }
}

/* ---------------------------------------------------------------------------------------------------------- start */

/* Return the cycles of a call with empty caches; the longer of two. */
#define LONGEST(...) \
    __extension__({ \
        INT32U most = 0u; \
        INT32U times; \
        for (times = 0u; times < 2u; times++) { \
            INT32U from; \
            empty_caches(); \
            from = BSP_Cycles(); \
            __VA_ARGS__; \
            from = BSP_Cycles() - from; \
            most = (from > most) ? from : most; \
        } \
        most; \
    })

/* Return how many rounds of the loop fit into these cycles, next to `without`. chunk: cycles of CHUNK rounds. */
static INT32U rounds_in(INT32U cycles, INT32U without, INT32U chunk)
{
    return (cycles > without) ? (INT32U)((unsigned long long)(cycles - without) * CHUNK / chunk) : 0u;
}

/* Turn the cycles of each segment into rounds of the loop. */
static void calibrate(void)
{
    const INT32U once = LONGEST(burn(1u));
    const INT32U chunk = LONGEST(burn(1u + CHUNK)) - once; /* emptying the caches is a part of it */
    INT32U n, m, dry;

    set_handler = (set_handler != 0u) ? 1u + rounds_in(set_handler, WITHIN, chunk) : 0u;
    for (n = 0u; n < set_tasks; n++) {
        TASK *one = &set_task[n];
        STATE *state = &states[n];

        for (m = 0u; m < one->segments; m++) {
            state->rounds[m] = 1u;
        }
        /* The time around the first burn; each section counts its own. */
        dry = LONGEST(job(n, 1u));
        for (m = 0u; m < one->segments; m++) {
            dry -= (one->segment[m].what == SECTION) ? once : 0u;
        }
        for (m = 0u; m < one->segments; m++) {
            const INT32U around = (m == 0u) ? dry : once + WITHIN;

            check((one->segment[m].what > SECTION) || (one->segment[m].cycles > around));
            state->rounds[m] = 1u + rounds_in(one->segment[m].cycles, around, chunk);
        }
        set_worst[n] = 0u;
        set_jobs[n] = 0u;
    }
}

/* Return the cycle of the first tick. Interrupts are off, so that the tick does not delay its own observation. */
static INT32U first_tick(void)
{
    OS_CPU_SR cpu_sr;
    INT32U cycle;

    OS_ENTER_CRITICAL();
#if OS_ACCEL_TICKLESS_EN > 0u
    do {
        cycle = BSP_Cycles();
    } while (OSTimeGet() == 0u);
#else
    INT32U pending;

    do {
        __asm__ volatile("csrr %0, %1" : "=r"(pending) : "i"(CI_CSR_IRQ_PENDING));
    } while ((pending & (1u << TIMER0_INTERRUPT)) == 0u);
    cycle = BSP_Cycles() - EARLY;
#endif
    OS_EXIT_CRITICAL();
    __asm__ volatile("nop\n\tnop\n\tnop\n\tnop");
    check(OSTimeGet() == 1u);
    return cycle;
}

static void boot(void *p_arg)
{
    INT32U n;

    (void)p_arg;
    for (n = 0u; n < set_mutexes; n++) {
        mutexes[n] = OSMutexCreate((INT8U)set_ceilings[n], &error);
        check(mutexes[n] != 0);
    }
    signal = OSSemCreate(0u);
    sem = OSSemCreate(0u);
    queue = OSQCreate(ring, TASKS);
    memory = OSMemCreate(blocks, TASKS, sizeof(blocks[0]), &error);
    check((sem != 0) && (queue != 0) && (memory != 0));
    period = CONFIG_CLOCK_FREQUENCY / set_hz;
    calibrate();
    for (n = 0u; n < set_tasks; n++) {
        start(task, n, (INT8U)set_task[n].prio, Stks[n]);
    }
    BSP_TickStart(set_hz);
    zero = first_tick() - period;
    for (n = 0u; n < set_tasks; n++) {
        states[n].due = set_first * period + set_task[n].offset;
        states[n].tick = (states[n].due + period - 1u) / period;
    }
    if (set_handler != 0u) {
        start_line(handler);
    }
    (void)OSTaskDel(OS_PRIO_SELF);
}

int main(void)
{
    OSInit();
    start(boot, 0u, 1u, Stks[TASKS]);
    OSStart();
    return 1;
}
