// SPDX-License-Identifier: Apache-2.0
// OSIntEnter() and OSIntExit(): nesting count and saturation. Only the outermost exit switches, and only if the
// scheduler is not locked.
#include "check.h"

static OS_EVENT *sem;
static volatile INT8U inside, inner;

static void high(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSSemPend(sem, 0, &err);
        log_put('h');
    }
}

/* Simulate a nested interrupt. */
static void nests(void)
{
    inside = OSIntNesting;
    OSIntEnter();
    inner = OSIntNesting;
    OSSemPost(sem); /* before OSStart(), no task waits, so the post only increments the semaphore */
    OSIntExit();
    log_put('1');
    if (OSRunning == OS_TRUE) {
        OSIntNesting++; /* the API allows this instead of OSIntEnter() */
    }
    OSIntExit();
    log_put('2');
}

void test_before_start(void)
{
    OS_CPU_SR cpu_sr;

    OSIntEnter();
    CHECK_EQ(OSIntNesting, 0); /* not counted before OSStart() */
    OSIntExit();
    CHECK_EQ(OSIntNesting, 0);
    sem = OSSemCreate(0);
    OS_CPU_IntNestEn(); /* enable interrupts, because they are otherwise disabled until a task runs */
    irq(nests);
    OS_ENTER_CRITICAL();
    CHECK_EQ(inside, 0);
    CHECK_LOG("12");
    CHECK_EQ(OSSemAccept(sem), 1);
    (void)cpu_sr;
}

void test(void)
{
    INT32U switches;
    OS_CPU_SR cpu_sr;
    unsigned i;

    CHECK_EQ(task_new(high, 10), OS_ERR_NONE);
    switches = OSCtxSwCtr;
    irq(nests);
    CHECK_EQ(OSCtxSwCtr, switches + 2u); /* only the outermost exit switched: to the task and back */
    CHECK_EQ(inside, 1);
    CHECK_EQ(inner, 2);
    CHECK_LOG("12h");
    CHECK_EQ(OSIntNesting, 0);

    OSSchedLock();
    irq(nests);
    CHECK_LOG("12");
    OSSchedUnlock();
    CHECK_LOG("h");

    /* Without a switch, the switch counter stays the same. */
    switches = OSCtxSwCtr;
    ticks(3);
    CHECK_EQ(OSCtxSwCtr, switches);

    /* The nesting count saturates at 255. OSIntExit() at a count of 0 does not wrap the count. */
    OS_ENTER_CRITICAL();
    for (i = 0u; i < 300u; i++) {
        OSIntEnter();
    }
    inside = OSIntNesting;
    for (i = 0u; i < 254u; i++) {
        OSIntExit();
    }
    inner = OSIntNesting;
    OSIntNesting = 0u;
    OS_EXIT_CRITICAL();
    CHECK_EQ(inside, 255);
    CHECK_EQ(inner, 1);
    OSIntExit();
    CHECK_EQ(OSIntNesting, 0);
    CHECK_EQ(OSCtxSwCtr, switches);
}
