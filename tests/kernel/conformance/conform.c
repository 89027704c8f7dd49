/* SPDX-License-Identifier: Apache-2.0 */
/* Runs conformance cases one after the other. Each begins in the start-up code. Log lines go to the UART at once. */
#include <stdarg.h>
#include <stdio.h>
#include "conform.h"
#include <generated/csr.h>
#include <generated/soc.h>

#define STK_COUNT 18u /* OS_MAX_TASKS without M and the timer task */

/* The first case. metro.verify.conformance writes this pointer, and the `next` pointer of each case, into the image. */
CONFORM_CASE *conform_first __attribute__((section(".data"))) = 0;

/*
 * The SoC's scratch register keeps the current case across the start-up code. SCRATCH_RESET is its value after reset.
 */
#define SCRATCH_RESET 0x12345678u

static CONFORM_CASE *current(void)
{
    return (CONFORM_CASE *)ctrl_scratch_read();
}

/* -------------------------------------------------------------------------------------------------------- log */

static void put(char c)
{
    while (uart_txfull_read() != 0u) {
    }
    uart_rxtx_write((unsigned char)c);
}

static void put_text(char const *text)
{
    while (*text != '\0') {
        put(*text++);
    }
}

static void put_number(INT32U number, INT32U base)
{
    if (number >= base) {
        put_number(number / base, base);
    }
    put("0123456789abcdef"[number % base]);
}

static void put_format(char const *format, va_list arguments)
{
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            put(*format);
            continue;
        }
        format++;
        if (*format == 's') {
            put_text(va_arg(arguments, char const *));
        } else {
            put_number(va_arg(arguments, INT32U), *format == 'x' ? 16u : 10u);
        }
    }
    put('\n');
}

static void put_context(void)
{
    if (OSIntNesting > 0u) {
        put_text("isr ");
        return;
    }
    if ((OSRunning == OS_FALSE) || (OSTCBCur == 0)) {
        put_text("main ");
        return;
    }
    switch (OSTCBCur->OSTCBId) {
    case 0u:
        put_number(OSTCBCur->OSTCBPrio, 10u);
        break;
    case OS_TASK_IDLE_ID:
        put('I');
        break;
    case OS_TASK_STAT_ID:
        put('S');
        break;
    case OS_TASK_TMR_ID:
        put('T');
        break;
    default:
        put((char)OSTCBCur->OSTCBId);
    }
    put(' ');
}

void conform_log(char const *format, ...)
{
    va_list arguments;

    put_context();
    va_start(arguments, format);
    put_format(format, arguments);
    va_end(arguments);
}

/* Logs the function's name from `call`, which is the C text of a call, and then the formatted result. */
void conform_call(char const *call, char const *format, ...)
{
    va_list arguments;
    char const *c = strstr(call, "OS");

    put_context();
    while ((c != 0) && (*c != '\0') && (*c != '(')) {
        put(*c++);
    }
    va_start(arguments, format);
    put_format(format, arguments);
    va_end(arguments);
}

char const *conform_code(INT8U code)
{
    static struct {
        INT8U code;
        char const *name;
    } const names[] = {
#define NAME(code) { OS_ERR_##code, #code },
        NAME(NONE) NAME(EVENT_TYPE) NAME(PEND_ISR) NAME(POST_NULL_PTR) NAME(PEVENT_NULL) NAME(POST_ISR) NAME(QUERY_ISR)
        NAME(INVALID_OPT) NAME(ID_INVALID) NAME(PDATA_NULL) NAME(TIMEOUT) NAME(PNAME_NULL) NAME(PEND_LOCKED)
        NAME(PEND_ABORT) NAME(DEL_ISR) NAME(CREATE_ISR) NAME(NAME_GET_ISR) NAME(NAME_SET_ISR)
        NAME(ILLEGAL_CREATE_RUN_TIME) NAME(ILLEGAL_DEL_RUN_TIME) NAME(MBOX_FULL) NAME(Q_FULL) NAME(Q_EMPTY)
        NAME(PRIO_EXIST) NAME(PRIO) NAME(PRIO_INVALID) NAME(SCHED_LOCKED) NAME(SEM_OVF) NAME(TASK_CREATE_ISR)
        NAME(TASK_DEL) NAME(TASK_DEL_IDLE) NAME(TASK_DEL_REQ) NAME(TASK_DEL_ISR) NAME(TASK_NO_MORE_TCB)
        NAME(TASK_NOT_EXIST) NAME(TASK_NOT_SUSPENDED) NAME(TASK_OPT) NAME(TASK_RESUME_PRIO) NAME(TASK_SUSPEND_IDLE)
        NAME(TASK_SUSPEND_PRIO) NAME(TASK_WAITING) NAME(TIME_NOT_DLY) NAME(TIME_INVALID_MINUTES)
        NAME(TIME_INVALID_SECONDS) NAME(TIME_INVALID_MS) NAME(TIME_ZERO_DLY) NAME(TIME_DLY_ISR) NAME(MEM_INVALID_PART)
        NAME(MEM_INVALID_BLKS) NAME(MEM_INVALID_SIZE) NAME(MEM_NO_FREE_BLKS) NAME(MEM_FULL) NAME(MEM_INVALID_PBLK)
        NAME(MEM_INVALID_PMEM) NAME(MEM_INVALID_PDATA) NAME(MEM_INVALID_ADDR) NAME(NOT_MUTEX_OWNER)
        NAME(FLAG_INVALID_PGRP) NAME(FLAG_WAIT_TYPE) NAME(FLAG_NOT_RDY) NAME(FLAG_INVALID_OPT) NAME(FLAG_GRP_DEPLETED)
        NAME(PCP_LOWER) NAME(TMR_INVALID_DLY) NAME(TMR_INVALID_PERIOD) NAME(TMR_INVALID_OPT) NAME(TMR_NON_AVAIL)
        NAME(TMR_INACTIVE) NAME(TMR_INVALID_DEST) NAME(TMR_INVALID_TYPE) NAME(TMR_INVALID) NAME(TMR_ISR)
        NAME(TMR_INVALID_STATE) NAME(TMR_STOPPED) NAME(TMR_NO_CALLBACK) NAME(NO_MORE_ID_AVAIL)
    };
    INT32U n;

    for (n = 0u; n < sizeof(names) / sizeof(names[0]); n++) {
        if (names[n].code == code) {
            return names[n].name;
        }
    }
    return "unknown code";
}

void conform_task_state(INT8U prio)
{
    static char const *const pends[] = { "OK", "TO", "ABORT" };
    static struct {
        INT8U bit;
        char const *name;
    } const states[] = {
        { OS_STAT_SEM, "SEM" }, { OS_STAT_MBOX, "MBOX" }, { OS_STAT_Q, "Q" }, { OS_STAT_MUTEX, "MUTEX" },
        { OS_STAT_FLAG, "FLAG" }, { OS_STAT_MULTI, "MULTI" }, { OS_STAT_SUSPEND, "SUSPEND" },
    };
    static OS_TCB copy;
    INT8U err = OSTaskQuery(prio, &copy);
    char const *glue = "";
    INT32U n;

    if (err != OS_ERR_NONE) {
        conform_call("OSTaskQuery", " %s", conform_code(err));
        return;
    }
    put_context();
    put_text("task ");
    put_number(prio, 10u);
    put(' ');
    for (n = 0u; n < sizeof(states) / sizeof(states[0]); n++) {
        if ((copy.OSTCBStat & states[n].bit) != 0u) {
            put_text(glue);
            put_text(states[n].name);
            glue = "+";
        }
    }
    put_text(copy.OSTCBStat == OS_STAT_RDY ? "RDY " : " ");
    put_number(copy.OSTCBDly, 10u);
    put(' ');
    put_text(copy.OSTCBStatPend < 3u ? pends[copy.OSTCBStatPend] : "?");
    put('\n');
}

void conform_waits(OS_PRIO const *tbl)
{
    const INT32U bits = 8u * sizeof(OS_PRIO);
    INT32U prio;

    put_context();
    put_text("waits");
    for (prio = 0u; prio <= OS_LOWEST_PRIO; prio++) {
        if (((tbl[prio / bits] >> (prio % bits)) & 1u) != 0u) {
            put(' ');
            put_number(prio, 10u);
        }
    }
    put('\n');
}

/* ------------------------------------------------------------------------------------------ interrupts, ticks */

static void (*volatile irq_body)(void);
static volatile BOOLEAN irq_done;

static void irq_handler(void)
{
    timer0_en_write(0);
    timer0_ev_pending_write(1);
    irq_body();
    irq_done = OS_TRUE;
}

void conform_interrupt_start(void (*body)(void), INT32U cycles)
{
    irq_body = body;
    irq_done = OS_FALSE;
    BSP_IntHandlerSet(TIMER0_INTERRUPT, irq_handler);
    BSP_IntEnable(TIMER0_INTERRUPT);
    timer0_en_write(0);
    timer0_load_write(cycles);
    timer0_reload_write(0);
    timer0_ev_pending_write(1);
    timer0_ev_enable_write(1);
    timer0_en_write(1);
    if (OSIntNesting > 0u) {
        OS_CPU_IntNestEn();
    }
}

void conform_interrupt_wait(void)
{
    while (irq_done == OS_FALSE) {
    }
}

void conform_interrupt(void (*body)(void))
{
    conform_interrupt_start(body, 50u);
    conform_interrupt_wait();
}

void conform_ticks(INT32U n)
{
    while (n-- > 0u) {
        conform_interrupt(OSTimeTick);
    }
}

/* ------------------------------------------------------------------------------------------------------ tasks */

/* The stacks are in the unused heap, because the start-up code of each case does not clear it. */
extern OS_STK __heap_start[];
#define stack_of_m __heap_start /* 2 * STK_SIZE entries; the stacks of the other tasks follow */
static INT32U stacks_used;

OS_STK *conform_stack(void)
{
    if (stacks_used == STK_COUNT) {
        conform_log("no stack is left");
        conform_end();
    }
    return stack_of_m + (2u + stacks_used++) * STK_SIZE;
}

void conform_task(void (*task)(void *p_arg), char letter, INT8U prio)
{
    OS_STK *stack = conform_stack();
    INT8U err = OSTaskCreateExt(task, (void *)0, &stack[STK_SIZE - 1u], prio, (INT16U)letter, stack, STK_SIZE,
                                (void *)0, OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);

    if (err != OS_ERR_NONE) {
        conform_call("OSTaskCreateExt", " %s", conform_code(err));
    }
}

/* ------------------------------------------------------------------------------------------------------ hooks */

void (*volatile conform_on_tick)(void);
void (*volatile conform_on_switch)(void);
void (*volatile conform_on_stat)(void);
void (*volatile conform_on_create)(OS_TCB *ptcb);
void (*volatile conform_on_delete)(OS_TCB *ptcb);
void (*volatile conform_on_return)(OS_TCB *ptcb);
void (*volatile conform_on_tcb_init)(OS_TCB *ptcb);
volatile INT32U conform_idle_rounds;

void App_TaskIdleHook(void)
{
    static INT32U rounds;

    if (conform_idle_rounds == 0u) {
        conform_log("stuck");
        conform_end();
    }
    rounds++;
    if (rounds >= conform_idle_rounds) {
        rounds = 0u;
        conform_ticks(1);
    }
}

#define RUN(hook, ...) \
    do { \
        if (conform_on_##hook != 0) { \
            conform_on_##hook(__VA_ARGS__); \
        } \
    } while (0)

void App_TimeTickHook(void)
{
    RUN(tick);
}

void App_TaskSwHook(void)
{
    RUN(switch);
}

void App_TaskStatHook(void)
{
    RUN(stat);
}

void App_TaskCreateHook(OS_TCB *ptcb)
{
    RUN(create, ptcb);
}

void App_TaskDelHook(OS_TCB *ptcb)
{
    RUN(delete, ptcb);
}

void App_TaskReturnHook(OS_TCB *ptcb)
{
    RUN(return, ptcb);
}

void App_TCBInitHook(OS_TCB *ptcb)
{
    RUN(tcb_init, ptcb);
}

#ifdef OS_SAFETY_CRITICAL
unsigned safety_exceptions;
#endif

/* -------------------------------------------------------------------------------------------- running a case */

/* Jumps to the start-up code to run the next case, or ends the run. */
void conform_end(void)
{
    CONFORM_CASE *next = current()->next;

    (void)OS_CPU_SR_Save();
    timer0_en_write(0);
    timer0_ev_pending_write(1);
    put_text(".\n");
    if (next == 0) {
        BSP_Exit(0);
    }
    ctrl_scratch_write((INT32U)next);
    ((void (*)(void))0)();
    __builtin_unreachable();
}

static void m(void *p_arg)
{
    (void)p_arg;
    current()->body();
    conform_end();
}

int main(void)
{
    if (ctrl_scratch_read() == SCRATCH_RESET) {
        ctrl_scratch_write((INT32U)conform_first);
    }
    put_text("= ");
    put_text(current()->name);
    put('\n');
    OSInit();
    if (current()->in_main) {
        current()->body();
        conform_end();
    }
    (void)OSTaskCreateExt(m, (void *)0, &stack_of_m[2u * STK_SIZE - 1u], M_PRIO, 'M', stack_of_m, 2u * STK_SIZE,
                          (void *)0, OS_TASK_OPT_NONE);
    OSStart();
    return 1;
}
