/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common parts of the kernel's test programs. A program is one file that includes this header and defines
 *   void test(void)                its checks, in a task of priority TEST_PRIO
 *   void test_before_start(void)   optional: checks between OSInit() and OSStart()
 * Each `// cfg:` line at its top is one configuration: macros for cfg/os_cfg.h and an optimisation level. Without such
 * a line the program is built with the defaults.
 *
 * Time does not advance by itself: a tick comes only when the program requests one.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>
#include <ucos_ii.h>
#include <os_accel.h>
#include <bsp.h>
#include <generated/csr.h>
#include <generated/soc.h>

#ifndef TEST_PRIO
#define TEST_PRIO 30u
#endif
#ifndef STK_SIZE
#define STK_SIZE 256u
#endif
#ifndef STK_COUNT
#define STK_COUNT 20u
#endif

#define UNUSED __attribute__((unused))
#define NO_PRIO 59u /* a valid priority without a task, if OS_LOWEST_PRIO is at least 62 */

void test(void);
void test_before_start(void) __attribute__((weak));

/* ----------------------------------------------------------------------------------------------------- checks */

static unsigned check_count, check_failures;

static UNUSED void check_value(char const *file, int line, char const *what, INT32U got, INT32U expected)
{
    check_count++;
    if (got != expected) {
        check_failures++;
        printf("%s:%d: %s: expected %u (0x%x), got %u (0x%x)\n", file, line, what, expected, expected, got, got);
    }
}

static UNUSED void check_text(char const *file, int line, char const *what, char const *got, char const *expected)
{
    check_count++;
    if (strcmp(got, expected) != 0) {
        check_failures++;
        printf("%s:%d: %s: expected \"%s\", got \"%s\"\n", file, line, what, expected, got);
    }
}

#define CHECK(condition)          check_value(__FILE_NAME__, __LINE__, #condition, (condition) ? 1u : 0u, 1u)
#define CHECK_EQ(value, expected) check_value(__FILE_NAME__, __LINE__, #value, (INT32U)(value), (INT32U)(expected))
#define CHECK_STR(text, expected) check_text(__FILE_NAME__, __LINE__, #text, (char const *)(text), (expected))

/* Check a function that returns its error through a pointer. The call must use &err. */
static UNUSED INT8U err;
#define CHECK_ERR(call, expected) \
    do { \
        err = 0xEEu; \
        call; \
        check_value(__FILE_NAME__, __LINE__, #call, err, (expected)); \
    } while (0)

static UNUSED void check_end(void)
{
    if ((check_failures == 0u) && (check_count > 0u)) {
        printf("ok: %u checks\n", check_count);
        BSP_Exit(0);
    }
    printf("%u of %u checks failed\n", check_failures, check_count);
    BSP_Exit(1);
}

/* ------------------------------------------------------------------------------------ log of events, as letters */

static UNUSED char log_text[512];

static UNUSED void log_put(char what)
{
    size_t length = strlen(log_text);

    if (length + 1u < sizeof(log_text)) {
        log_text[length] = what;
    }
}

/* Compare the log and clear it. */
#define CHECK_LOG(expected) \
    do { \
        CHECK_STR(log_text, expected); \
        memset(log_text, 0, sizeof(log_text)); \
    } while (0)

/* ------------------------------------------------------------------------------------------------- interrupts */

static UNUSED void (*volatile irq_body)(void);
static UNUSED volatile BOOLEAN irq_done;

#ifdef BSP_GUEST            /* a guest has no timer, so it uses an alarm of the monitor */
#include <guest.h>

#define IRQ_LINE BSP_INT_TIMER

static UNUSED void irq_taken(void) {}

static UNUSED void irq_set(INT32U cycles)
{
    guest_alarm(guest_time() + cycles);
}
#else
#define IRQ_LINE TIMER0_INTERRUPT

static UNUSED void irq_taken(void)
{
    timer0_en_write(0);
    timer0_ev_pending_write(1);
}

static UNUSED void irq_set(INT32U cycles)
{
    timer0_en_write(0);
    timer0_load_write(cycles);
    timer0_reload_write(0);
    timer0_ev_pending_write(1);
    timer0_ev_enable_write(1);
    timer0_en_write(1);
}
#endif

static UNUSED void irq_handler(void)
{
    irq_taken();
    irq_body();
    irq_done = OS_TRUE;
}

/* Raise an interrupt after `cycles` clock cycles. The handler calls `body`. */
static UNUSED void irq_in(INT32U cycles, void (*body)(void))
{
    irq_body = body;
    irq_done = OS_FALSE;
    BSP_IntHandlerSet(IRQ_LINE, irq_handler);
    BSP_IntEnable(IRQ_LINE);
    irq_set(cycles);
}

static UNUSED void irq_wait(void)
{
    while (irq_done == OS_FALSE) {
    }
}

/* Take an interrupt now. Interrupts must be enabled; the kernel need not run yet. */
static UNUSED void irq(void (*body)(void))
{
    irq_in(50, body);
    irq_wait();
}

/*
 * Take an interrupt whose handler executes the statements. They must not use local variables of the caller, because the
 * nested function would then need a trampoline.
 */
/* Without optimisation, each nested function would need a trampoline, even if it uses no outer variable. */
#pragma GCC optimize "O1"
#pragma GCC diagnostic error "-Wtrampolines"
#define IN_ISR(...) \
    do { \
        void in_isr(void) { __VA_ARGS__; } \
        irq(in_isr); \
    } while (0)

/* Take n ticks, each in an interrupt. Higher-priority tasks that a tick makes ready run before the next tick. */
static UNUSED void ticks(INT32U n)
{
    while (n-- > 0u) {
        irq(OSTimeTick);
    }
}

/* ------------------------------------------------------------------------------------------------------ tasks */

static UNUSED OS_STK stk[STK_COUNT][STK_SIZE];
static UNUSED unsigned stk_used;

#define STK_TOP(n) (&stk[n][STK_SIZE - 1u])

static UNUSED INT8U task_new_arg(void (*task)(void *p_arg), INT8U prio, void *p_arg)
{
    OS_STK *pbos = stk[stk_used % STK_COUNT];
    OS_STK *ptos = STK_TOP(stk_used % STK_COUNT);

    stk_used++;
#if OS_TASK_CREATE_EXT_EN > 0u
    return OSTaskCreateExt(task, p_arg, ptos, prio, prio, pbos, STK_SIZE, (void *)0,
                           OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);
#else
    (void)pbos;
    return OSTaskCreate(task, p_arg, ptos, prio);
#endif
}

static UNUSED INT8U task_new(void (*task)(void *p_arg), INT8U prio)
{
    return task_new_arg(task, prio, (void *)0);
}

/* Return a task's TCB as the kernel sees it: through the seam, because the units can hold some of its state. */
static inline UNUSED OS_TCB *tcb(INT8U prio)
{
    OS_TCB *ptcb = OSTCBPrioTbl[prio];
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    if (ptcb != 0 && ptcb != OS_TCB_RESERVED) {
        OS_AccelSettle(ptcb);
    }
    OS_CPU_SR_Restore(cpu_sr);
    return ptcb;
}

#define DLY(prio) OS_AccelDlyGet(OSTCBPrioTbl[prio])

static inline UNUSED BOOLEAN is_rdy(INT8U prio)
{
    return OS_AccelRdyTst(OSTCBPrioTbl[prio]);
}

#if OS_EVENT_EN
/* The functions below access an event's wait list and value through the seam, because the event unit can hold both. */
static inline UNUSED OS_PRIO waiting_row(OS_EVENT const *pevent, INT8U y)
{
    OS_PRIO grp;
    OS_PRIO tbl[OS_EVENT_TBL_SIZE];

    OS_AccelEventCopy(pevent, &grp, tbl);
    return tbl[y];
}

static inline UNUSED OS_PRIO waiting_grp(OS_EVENT const *pevent)
{
    OS_PRIO grp;
    OS_PRIO tbl[OS_EVENT_TBL_SIZE];

    OS_AccelEventCopy(pevent, &grp, tbl);
    return grp;
}

/* With a patched tree, the event unit holds only the wait lists. */
#if OS_ACCEL_EVENT_LISTS
#define UNIT_HOLDS(pevent) OS_FALSE
#else
#define UNIT_HOLDS(pevent) OS_AccelEventIsInUnit(pevent)
#endif

static inline UNUSED INT16U sem_cnt(OS_EVENT const *psem)
{
    if (UNIT_HOLDS(psem)) {
        return (INT16U)OS_AccelEventGet(psem);
    }
    return psem->OSEventCnt;
}

static inline UNUSED void sem_cnt_set(OS_EVENT *psem, INT16U cnt)
{
    if (UNIT_HOLDS(psem)) {
        OS_AccelEventPut(psem, cnt);
    } else {
        psem->OSEventCnt = cnt;
    }
}

static inline UNUSED void *mbox_holds(OS_EVENT const *pmbox)
{
    if (UNIT_HOLDS(pmbox)) {
        return (void *)(size_t)OS_AccelEventGet(pmbox);
    }
    return pmbox->OSEventPtr;
}
#endif

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
/* Return whether the group's wait list is in RAM. */
static inline UNUSED BOOLEAN flag_is_soft(OS_FLAG_GRP const *pgrp)
{
#if OS_ACCEL_EVENT_ALL
    return (BOOLEAN)!OS_AccelFlagIsInUnit(pgrp);
#else
    (void)pgrp;
    return OS_TRUE;
#endif
}

static inline UNUSED BOOLEAN flag_waiting(OS_FLAG_GRP const *pgrp)
{
#if OS_ACCEL_EVENT_ALL
    if (OS_AccelFlagIsInUnit(pgrp)) {
        return OS_AccelUnitAny(OS_ACCEL_FLAG_ID(pgrp));
    }
#endif
    return (BOOLEAN)(pgrp->OSFlagWaitList != 0);
}
#endif

static UNUSED void task_idle_forever(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        OSTimeDly(0xFFFFFFFFu);
    }
}

static void task_test(void *p_arg)
{
    (void)p_arg;
    test();
    check_end();
}

int main(void)
{
    OSInit();
    if (test_before_start) {
        test_before_start();
    }
    if (task_new(task_test, TEST_PRIO) != OS_ERR_NONE) {
        printf("%s: the test's own task could not be created\n", __FILE_NAME__);
        return 1;
    }
    OSStart();
    printf("%s: OSStart() returned\n", __FILE_NAME__);
    return 1;
}

#endif
