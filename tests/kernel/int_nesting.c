// SPDX-License-Identifier: Apache-2.0
// OSIntEnter and OSIntExit: counting, saturation, and that only the outermost exit switches, and not when locked.
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

/* An interrupt within an interrupt, as far as the kernel can tell. */
static void nests(void)
{
    inside = OSIntNesting;
    OSIntEnter();
    inner = OSIntNesting;
    OSSemPost(sem); /* before OSStart() it only counts: nobody waits */
    OSIntExit();
    log_put('1');
    if (OSRunning == OS_TRUE) {
        OSIntNesting++; /* allowed in place of OSIntEnter() */
    }
    OSIntExit();
    log_put('2');
}

void test_before_start(void)
{
    OS_CPU_SR cpu_sr;

    OSIntEnter();
    CHECK_EQ(OSIntNesting, 0); /* does not count yet */
    OSIntExit();
    CHECK_EQ(OSIntNesting, 0);
    sem = OSSemCreate(0);
    OS_CPU_IntNestEn(); /* interrupts are off until a task runs */
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
    CHECK_EQ(OSCtxSwCtr, switches + 2u); /* only the outermost exit decided: to the task, and back */
    CHECK_EQ(inside, 1);
    CHECK_EQ(inner, 2);
    CHECK_LOG("12h");
    CHECK_EQ(OSIntNesting, 0);

    OSSchedLock();
    irq(nests);
    CHECK_LOG("12");
    OSSchedUnlock();
    CHECK_LOG("h");

    /* Nothing to switch to: nothing is counted. */
    switches = OSCtxSwCtr;
    ticks(3);
    CHECK_EQ(OSCtxSwCtr, switches);

    /* Saturates at 255; one exit too many does not wrap. */
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
