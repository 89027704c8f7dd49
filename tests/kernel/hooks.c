// SPDX-License-Identifier: Apache-2.0
// Application hooks, except those of the idle and statistics tasks: when the kernel calls each hook, with which
// argument, and whether interrupts are enabled.
#include "check.h"

static OS_TCB *hook_tcb, *hook_in, *hook_out;
static BOOLEAN linked;
static INT32U switches_seen;
static BOOLEAN quiet = OS_TRUE;
static volatile BOOLEAN interrupts_off_in_sw_hook, interrupts_off_in_del_hook, interrupts_on_in_init_hook;

static BOOLEAN interrupts_on(void)
{
    OS_CPU_SR cpu_sr;
    BOOLEAN on;

    OS_ENTER_CRITICAL();
    on = (BOOLEAN)((cpu_sr & OS_CPU_MSTATUS_MIE) != 0u);
    OS_EXIT_CRITICAL();
    return on;
}

static void put(char what, OS_TCB *ptcb)
{
    if (quiet == OS_FALSE) {
        log_put(what);
        hook_tcb = ptcb;
    }
}

void App_TCBInitHook(OS_TCB *ptcb)
{
    put('i', ptcb);
    linked = (BOOLEAN)(OSTCBPrioTbl[ptcb->OSTCBPrio] == ptcb);
    interrupts_on_in_init_hook = interrupts_on();
}

void App_TaskCreateHook(OS_TCB *ptcb)
{
    put('c', ptcb);
}

void App_TaskDelHook(OS_TCB *ptcb)
{
    put('d', ptcb);
    interrupts_off_in_del_hook = (BOOLEAN)!interrupts_on();
}

void App_TaskReturnHook(OS_TCB *ptcb)
{
    put('r', ptcb);
}

void App_TaskSwHook(void)
{
    put('s', 0);
    hook_out = OSTCBCur;
    hook_in = OSTCBHighRdy;
    switches_seen++;
    interrupts_off_in_sw_hook = (BOOLEAN)!interrupts_on();
}

void App_TimeTickHook(void)
{
    put('t', 0);
}

static void returns(void *p_arg)
{
    (void)p_arg;
    log_put('.');
}

void test_before_start(void)
{
    /* The hooks ran for the kernel's own tasks, but put() did not log those calls. */
    CHECK_EQ(linked, OS_FALSE);
    quiet = OS_FALSE;
    CHECK_EQ(task_new(task_idle_forever, 40), OS_ERR_NONE);
    CHECK_LOG("ic");
    CHECK(hook_tcb == tcb(40));
    CHECK_EQ(linked, OS_FALSE); /* the TCB was not yet in OSTCBPrioTbl[] when the hook ran */
    CHECK_EQ(OSTaskDel(40), OS_ERR_NONE);
    CHECK_LOG("d");
}

void test(void)
{
    OS_TCB *ptcb;
    INT32U switches = OSCtxSwCtr;

    memset(log_text, 0, sizeof(log_text));
    switches_seen = 0u;

    OSSchedLock();
    CHECK_EQ(task_new(returns, 10), OS_ERR_NONE);
    CHECK_LOG("ic");
    CHECK_EQ(interrupts_on_in_init_hook, OS_TRUE);
    ptcb = tcb(10);
    CHECK(hook_tcb == ptcb);
    OSSchedUnlock();
    CHECK_LOG("s.rds"); /* switch to the task, its return, its deletion, and the switch back */
    CHECK_EQ(interrupts_off_in_del_hook, OS_TRUE);
    CHECK_EQ(interrupts_off_in_sw_hook, OS_TRUE);
    CHECK(hook_out == ptcb);
    CHECK(hook_in == OSTCBCur);
    CHECK_EQ(switches_seen, 2);
    CHECK_EQ(OSCtxSwCtr, switches + 2u);

    ticks(2);
    CHECK_LOG("tt");

    /* A switch at the end of an interrupt. */
    CHECK_EQ(task_new(task_idle_forever, 10), OS_ERR_NONE);
    CHECK_LOG("icss");
    IN_ISR(OSTimeDlyResume(10));
    CHECK_LOG("ss");
    CHECK_EQ(OSTaskDel(10), OS_ERR_NONE);
    CHECK_LOG("d");

    /* A refused creation or deletion calls no hook. */
    CHECK_EQ(task_new(returns, TEST_PRIO), OS_ERR_PRIO_EXIST);
    CHECK_EQ(OSTaskDel(NO_PRIO), OS_ERR_TASK_NOT_EXIST);
    CHECK_LOG("");
}
