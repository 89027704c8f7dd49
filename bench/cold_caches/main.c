/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cold benchmark: the time of a service, a tick and the entry of a handler, first with empty caches and then once more.
 * The harness counts cycles and fetched cache lines. The firmware creates each situation, with its own code in the
 * cache, and prints the sequence of measurements at the end:
 *
 *   cold NAME first | next      for each part of the run that is a measurement, which is every other part
 */
#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include "../bench.h"
#include "bsp.h"

#define HIGH  6u           /* priorities of the two tasks */
#define LOW   12u

#define TIMES 4u
#define PARTS (TIMES * 32u)
#define SHOT  2000u        /* cycles to an interrupt, more than the task needs to wait for it */
#define HZ    1000u

typedef enum { FIRST, NEXT, BETWEEN } WHEN;

static OS_STK    HighStk[BENCH_STK_SIZE];
static OS_STK    LowStk[BENCH_STK_SIZE];
static OS_EVENT *handed; /* never available: a pend on it switches tasks, and so does a post */
static OS_EVENT *free_one;
static INT8U     error;
static struct {
    char const *name; /* null: not counted */
    WHEN        when;
} parts[PARTS];
static INT32U    part;

/* Place of a measurement, in one or two cache lines. If the object is 0, it calls nothing. */
#define SITE(name, type, ...) \
    __attribute__((noipa, aligned(32))) static void name(type it) \
    { \
        (void)BENCH_NOW(BENCH_START_0); \
        if (it != 0) { \
            __VA_ARGS__; \
        } \
        (void)BENCH_NOW(BENCH_STOP); \
    }

/* The parentheses call the kernel's function itself, even if a part of it would be inlined. */
SITE(post, OS_EVENT *, (void)(OSSemPost)(it))
SITE(pend, OS_EVENT *, (OSSemPend)(it, 0u, &error))
SITE(load, INT32U const volatile *, (void)*it)
SITE(call, BSP_INT_FNCT, it())

__attribute__((noipa, aligned(32))) static void line(void) { __asm__ volatile(""); }

static INT32U const volatile words[8] __attribute__((aligned(32))) = { 1u }; /* line with no other data */

/* The application's handler of the timer. */
__attribute__((noipa, aligned(32))) void bench_handler(void)
{
    timer0_ev_pending_write(1u);
}

/*
 * Empty both caches; the data cache with an instruction of VexRiscv. The core flushes as soon as it fetches such an
 * instruction, even after a jump that is not yet taken. The nops keep it away from earlier code.
 */
__attribute__((noipa)) static void empty_caches(void)
{
    __asm__ volatile(".rept 8\n\tnop\n\t.endr\n\t.word 0x0000500f\n\tfence.i" : : : "memory");
}

/* Begin the next part. Its code is in the cache afterwards, and nothing else. */
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

/* Measure twice in a row, the second time with the caches as they are. */
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
    TWICE("sem.post.no_waiter", post(free_one));
    TWICE("sem.pend.free", pend(free_one));
    /* The other task posts the event that this task waits for, sometimes with empty caches itself. */
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
