/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Create situations that a timeline must handle: tasks with names in ROM and in RAM, a task that reuses another task's
 * memory, a task that changes its priority, and nested interrupts. Print the kernel's counts at the end.
 */
#include <generated/csr.h>
#include <generated/soc.h>
#include <stdio.h>
#include <ucos_ii.h>
#include "bsp.h"

#define TASKS    5u
#define STK_SIZE 256u
#define ROUNDS   40u

static OS_STK    stk[TASKS][STK_SIZE];
static char      names[TASKS][16];
static OS_EVENT *work;

static void Check(INT8U err)
{
    if (err != OS_ERR_NONE) {
        printf("error %u\n", (unsigned)err);
        BSP_Exit(1);
    }
}

static void Create(void (*task)(void *p_arg), INT32U n, INT8U prio, const char *name)
{
    INT8U err;

    Check(OSTaskCreateExt(task, (void *)0, &stk[n][STK_SIZE - 1u], prio, prio, &stk[n][0], STK_SIZE, (void *)0,
                          OS_TASK_OPT_NONE));
    OSTaskNameSet(prio, (INT8U *)name, &err);
    Check(err);
}

/* Run long with nested interrupts enabled, so that the timer interrupts this handler. */
static void LineHandler(void)
{
    volatile INT32U n;

    sim_line_ev_pending_write(1u);
    OS_CPU_IntNestEn();
    for (n = 0u; n < 500u; n++) {
    }
}

static void Brief(void *p_arg)
{
    (void)p_arg;
    OSTimeDly(1u);
    Check(OSTaskDel(OS_PRIO_SELF));
}

static void Worker(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    for (;;) {
        OSSemPend(work, 0u, &err);
        Check(err);
        if (OSTCBCur->OSTCBPrio == 9u) {
            Check(OSTaskChangePrio(OS_PRIO_SELF, 7u));
        }
        OSTimeDly(3u); /* sleep, so that the other worker gets the next post */
    }
}

static void Master(void *p_arg)
{
    INT32U round;

    (void)p_arg;
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, LineHandler);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
    BSP_TickStart(5000u);
    for (round = 0u; round < ROUNDS; round++) {
        if ((round == 10u) || (round == 20u)) {
            Create(Brief, 3u, 12u, (round == 10u) ? "first" : "second");
        }
        Check(OSSemPost(work));
        OSTimeDly(2u);
    }
    (void)OS_CPU_SR_Save(); /* disable interrupts, so that no switch or handler follows */
    printf("%lu switches, %lu ticks\n", (unsigned long)OSCtxSwCtr, (unsigned long)OSTime);
    BSP_Exit(0);
}

int main(void)
{
    INT32U n;

    OSInit();
    work = OSSemCreate(0u);
    Create(Master, 0u, 5u, "master");
    for (n = 1u; n <= 2u; n++) {
        sprintf(names[n], "worker %lu", (unsigned long)n);
        Create(Worker, n, (INT8U)(7u + n), names[n]);
    }
    OSStart();
    return 1;
}
