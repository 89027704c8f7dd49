/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The line that the harness raises posts to a semaphore for which the most urgent task waits. 46 other tasks sleep for
 * 1 to 7 ticks, and the lowest one computes. The harness measures the cycles from the line to latency_awake. With
 * BY_HANDLER, a handler posts.
 */
#include <stdio.h>
#include <ucos_ii.h>
#include <os_line.h>
#include <bsp.h>
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>

#define TASKS    48u
#ifndef POSTS
#define POSTS    1000u
#endif
#define STK_SIZE 64u

#if HOT_DATA_SIZE >= 32768 /* else they do not fit */
#define PLACE __attribute__((section(".hot_data")))
#else
#define PLACE
#endif
static OS_STK stacks[TASKS][STK_SIZE] PLACE;
static OS_EVENT *sem;

/* The harness watches this function. */
__attribute__((noipa, hot)) void latency_awake(void)
{
    __asm__ volatile("");
}

#ifdef BY_HANDLER
__attribute__((hot)) static void handler(void)
{
    sim_line_ev_pending_write(1u);
    (void)OSSemPost(sem);
}
#endif

__attribute__((hot)) static void urgent(void *p_arg)
{
    INT32U posts;
    INT8U err;

    (void)p_arg;
    BSP_TickStart(1000u);
    sim_line_ev_pending_write(1u);
#ifdef BY_HANDLER
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, handler);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
#else
    (void)OSLineConnect(SIM_LINE_INTERRUPT, sem, 0, OS_LINE_OPT_EDGE);
#endif
    sim_line_ev_enable_write(1u); /* after the connection, which would miss an earlier edge */
    for (posts = 0u; posts < POSTS; posts++) {
        OSSemPend(sem, 0u, &err);
        latency_awake();
#ifndef BY_HANDLER
        sim_line_ev_pending_write(1u);
#endif
    }
    printf("ok: %u posts\n", posts);
    BSP_Exit(OSLineOverrunTake(SIM_LINE_INTERRUPT) == OS_FALSE ? 0 : 1);
}

static void worker(void *p_arg)
{
    for (;;) {
        OSTimeDly(1u + (INT32U)p_arg % 7u);
    }
}

static void lowest(void *p_arg)
{
    volatile INT32U sum = 0u;

    (void)p_arg;
    for (;;) {
        sum += sum * 3u + 1u;
    }
}

int main(void)
{
    INT32U n;

    OSInit();
    sem = OSSemCreate(0u);
    (void)OSTaskCreate(urgent, 0, &stacks[0][STK_SIZE - 1u], 4u);
    for (n = 1u; n < TASKS - 1u; n++) {
        (void)OSTaskCreate(worker, (void *)n, &stacks[n][STK_SIZE - 1u], (INT8U)(4u + n));
    }
    (void)OSTaskCreate(lowest, 0, &stacks[n][STK_SIZE - 1u], (INT8U)(4u + n));
    OSStart();
    return 2;
}
