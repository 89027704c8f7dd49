/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tasks in each state that a debugger must show. When all tasks are in these states, Control() disables interrupts and
 * calls Stand(). The queries after Stand() therefore see the same states as the debugger. The program prints the
 * results of the queries.
 */
#include <stdio.h>
#include <ucos_ii.h>
#include <os_accel.h>
#include "bsp.h"

#define TASKS    12u
#define STK_SIZE 256u
#define LAST     24u

typedef struct {
    INT8U  err;
    BOOLEAN ready;
    OS_TCB tcb;
} REPORT;

static OS_STK       stk[TASKS][STK_SIZE];
static void        *messages[4];
static OS_EVENT    *sem, *mbox, *queue, *mutex;
static OS_FLAG_GRP *flags;
static REPORT       reports[LAST + 1u];
INT32U              created;
INT32U volatile     rounds;

void Stand(INT32U n);

static void Check(INT8U err)
{
    if (err != OS_ERR_NONE) {
        printf("error %u\n", (unsigned)err);
        BSP_Exit(1);
    }
}

static void Create(void (*task)(void *p_arg), INT8U prio, const char *name)
{
    INT8U err;

    Check(OSTaskCreateExt(task, (void *)0, &stk[created][STK_SIZE - 1u], prio, prio, &stk[created][0], STK_SIZE,
                          (void *)0, OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR));
    created++;
    OSTaskNameSet(prio, (INT8U *)name, &err);
    Check(err);
}

/* The tests set a breakpoint here. */
__attribute__((noinline)) void Stand(INT32U n)
{
    rounds += n;
}

static void WaitsForSem(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    OSSemPend(sem, 500u, &err);
}

static void WaitsShort(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    OSSemPend(sem, 3u, &err);
    for (;;) {
        OSTimeDly(1000u);
    }
}

static void SleepsLong(void *p_arg)
{
    (void)p_arg;
    OSTimeDly(70000u); /* more than 16 bits */
}

static void Suspends(void *p_arg)
{
    (void)p_arg;
    Check(OSTaskSuspend(OS_PRIO_SELF));
}

static void WaitsForFlags(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    (void)OSFlagPend(flags, 0x05u, OS_FLAG_WAIT_SET_ALL, 0u, &err);
}

static void WaitsForMail(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    (void)OSMboxPend(mbox, 40u, &err);
}

static void WaitsForMessage(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    (void)OSQPend(queue, 0u, &err);
}

static void WaitsForMutex(void *p_arg)
{
    INT8U err;

    (void)p_arg;
    OSMutexPend(mutex, 0u, &err);
}

static void WaitsForTwo(void *p_arg)
{
    OS_EVENT *events[] = {sem, queue, (OS_EVENT *)0}, *ready[3];
    void *message[3];
    INT8U err;

    (void)p_arg;
    (void)OSEventPendMulti(events, ready, message, 0u, &err);
}

/* Stay ready at the lowest priority of these tasks, so each of the other tasks can preempt this task. */
static void Spins(void *p_arg)
{
    (void)p_arg;
    for (;;) {
        rounds++;
    }
}

static void Control(void *p_arg)
{
    OS_CPU_SR cpu_sr;
    INT32U now;
    INT8U prio, err;

    (void)p_arg;
    BSP_TickStart(5000u);
    OSMutexPend(mutex, 0u, &err);
    Check(err);
    Create(WaitsForSem, 10u, "sem");
    Create(SleepsLong, 11u, "long");
    Create(Suspends, 12u, "suspended");
    Create(WaitsForFlags, 13u, "flags");
    Create(WaitsForMail, 14u, "mail");
    Create(WaitsForMessage, 15u, "queue");
    Create(WaitsForMutex, 16u, "mutex");
    Create(WaitsForTwo, 17u, "two");
    Create(WaitsShort, 18u, "short");
    Create(Spins, LAST, "spins");
    OSTimeDly(2u);
    for (now = OSTimeGet(); OSTimeGet() - now < 4u;) { /* task 18 times out, but cannot preempt this task */
    }
    OS_ENTER_CRITICAL();
    Stand(1u);
    for (prio = 0u; prio <= LAST; prio++) {
        reports[prio].ready = (OSTCBPrioTbl[prio] > OS_TCB_RESERVED) && OS_AccelRdyTst(OSTCBPrioTbl[prio]);
        reports[prio].err = OSTaskQuery(prio, &reports[prio].tcb);
    }
    OS_EXIT_CRITICAL();
    for (prio = 0u; prio <= LAST; prio++) {
        if (reports[prio].err == OS_ERR_NONE) {
            printf("%u %s: ready %u, status %u, %lu ticks\n", (unsigned)prio, (char *)reports[prio].tcb.OSTCBTaskName,
                   (unsigned)reports[prio].ready, (unsigned)reports[prio].tcb.OSTCBStat,
                   (unsigned long)reports[prio].tcb.OSTCBDly);
        }
    }
    OSTimeDly(20u);
    printf("%lu switches, %lu ticks\n", (unsigned long)OSCtxSwCtr, (unsigned long)OSTimeGet());
    BSP_Exit(17);
}

int main(void)
{
    INT8U err;

    OSInit();
    sem = OSSemCreate(0u);
    OSEventNameSet(sem, (INT8U *)"work", &err);
    mbox = OSMboxCreate((void *)0);
    queue = OSQCreate(messages, 4u);
    mutex = OSMutexCreate(3u, &err);
    Check(err);
    flags = OSFlagCreate(0x10u, &err);
    Check(err);
    OSFlagNameSet(flags, (INT8U *)"lights", &err);
    Create(Control, 5u, "control");
    OSStart();
    return 1;
}
