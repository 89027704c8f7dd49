/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cold benchmark: what does a service, a tick or the way to a handler take the first time, when both caches are
 * empty, and the next time? The harness counts cycles and the lines that are fetched; the firmware gets into each
 * situation, with its own code around it in the cache, and says at the end what came in which order:
 *
 *   cold NAME first | next      of each part of the run that is a measurement, every other one
 */
#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include "../bench.h"
#include "bsp.h"

#define HIGH  6u           /* the priorities of the two tasks */
#define LOW   12u

#define TIMES 4u
#define PARTS (TIMES * 32u)
#define SHOT  2000u        /* cycles to an interrupt: time enough to wait for it */
#define HZ    1000u

typedef enum { FIRST, NEXT, BETWEEN } WHEN;

static OS_STK    HighStk[BENCH_STK_SIZE];
static OS_STK    LowStk[BENCH_STK_SIZE];
static OS_EVENT *handed; /* nobody has it: a pend switches, and so does a post */
static OS_EVENT *free_one;
static INT8U     error;
static struct {
    char const *name; /* null: not to be counted */
    WHEN        when;
} parts[PARTS];
static INT32U    part;

/* Each place where something is measured, in one or two lines of the cache. Without an object it does nothing. */
#define SITE(name, type, ...) \
    __attribute__((noipa, aligned(32))) static void name(type it) \
    { \
        (void)BENCH_NOW(BENCH_START_0); \
        if (it != 0) { \
            __VA_ARGS__; \
        } \
        (void)BENCH_NOW(BENCH_STOP); \
    }

/* In parentheses: the kernel's function itself, also where a part of it would be in the code that calls it. */
SITE(post, OS_EVENT *, (void)(OSSemPost)(it))
SITE(pend, OS_EVENT *, (OSSemPend)(it, 0u, &error))
SITE(load, INT32U const volatile *, (void)*it)
SITE(call, BSP_INT_FNCT, it())

__attribute__((noipa, aligned(32))) static void line(void) { __asm__ volatile(""); }

static INT32U const volatile words[8] __attribute__((aligned(32))) = { 1u }; /* a line that nobody else uses */

/* An application's own handler, of the timer. */
__attribute__((noipa, aligned(32))) void bench_handler(void)
{
    timer0_ev_pending_write(1u);
}

/*
 * The data cache by VexRiscv's own instruction. The core flushes as soon as it sees such an instruction, also behind a
 * jump that it has not taken yet, so there are others before it.
 */
__attribute__((noipa)) static void empty_caches(void)
{
    __asm__ volatile(".rept 8\n\tnop\n\t.endr\n\t.word 0x0000500f\n\tfence.i" : : : "memory");
}

/* What comes next is this; its code is in the cache then, and nothing else. */
static void prepare(char const *name, WHEN when)
{
    bench_part();
    if (part == PARTS) {
        printf("too many parts\n");
        BSP_Exit(1);
    }
    parts[part].name = (when == BETWEEN) ? 0 : name;
    parts[part].when = when;
    part++;
    if (when == FIRST) {
        empty_caches();
    }
    post(0);
    pend(0);
    load(0);
    call(0);
    bench_handler();
    bench_part();
}

static void sleep_until_interrupt(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

static void shoot(void)
{
    timer0_en_write(0u);
    timer0_load_write(SHOT);
    timer0_reload_write(0u);
    timer0_en_write(1u);
    sleep_until_interrupt();
}

/* Each of them twice in a row: nothing empties the caches in between. */
#define TWICE(name, ...) \
    do { \
        prepare((name), FIRST); \
        __VA_ARGS__; \
        prepare((name), NEXT); \
        __VA_ARGS__; \
    } while (0)

static void services(void)
{
    TWICE("refill.data", load(words));
    TWICE("refill.instruction", call(line));
    TWICE("sem.post.nobody", post(free_one));
    TWICE("sem.pend.free", pend(free_one));
    /* The other task posts what this one waits for, now and then with empty caches itself. */
    prepare("sem.pend.switch", FIRST);
    pend(handed);
    prepare("sem.pend.switch", NEXT);
    pend(handed);
    prepare("", BETWEEN);
    pend(handed);
}

static void low(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        prepare("", BETWEEN);
        post(handed);
        prepare("sem.post.switch", FIRST);
        post(handed);
        prepare("sem.post.switch", NEXT);
        post(handed);
    }
}

static void high(void *p_arg)
{
    INT32U n;

    (void)p_arg;
    for (n = 0u; n < TIMES; n++) {
        services();
    }
    BSP_IntHandlerSet(TIMER0_INTERRUPT, bench_handler);
    timer0_ev_pending_write(1u);
    timer0_ev_enable_write(1u);
    BSP_IntEnable(TIMER0_INTERRUPT);
    for (n = 0u; n < TIMES; n++) {
        TWICE("interrupt.entry", shoot());
    }
    BSP_TickStart(HZ);
    for (n = 0u; n < TIMES; n++) {
        TWICE("tick", sleep_until_interrupt());
    }
    bench_part();
    for (n = 0u; n < part; n++) {
        printf("cold %s %s\n", (parts[n].name != 0) ? parts[n].name : "-", (parts[n].when == FIRST) ? "first" : "next");
    }
    BSP_Exit(0);
}

static void start(void (*task)(void *), OS_STK *stk, INT8U prio)
{
    if (OSTaskCreateExt(task, 0, &stk[BENCH_STK_SIZE - 1u], prio, prio, stk, BENCH_STK_SIZE, 0, OS_TASK_OPT_NONE) !=
        OS_ERR_NONE) {
        BSP_Exit(1);
    }
}

int main(void)
{
    OSInit();
    handed = OSSemCreate(0u);
    free_one = OSSemCreate(0u);
    start(high, HighStk, HIGH);
    start(low, LowStk, LOW);
    OSStart();
    return 1;
}
