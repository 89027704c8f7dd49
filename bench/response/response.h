/* SPDX-License-Identifier: Apache-2.0 */
/* Code that the two programs share: main.c measures the kernel's costs, and set.c runs a set of tasks. */
#ifndef RESPONSE_H
#define RESPONSE_H

#include <stdio.h>
#include <generated/csr.h>
#include <generated/soc.h>
#include "../bench.h"
#include "bsp.h"

/*
 * Empty both caches; the data cache with an instruction of VexRiscv. The core flushes as soon as it fetches such an
 * instruction, even after a jump that is not yet taken. The nops keep it away from earlier code.
 */
static inline void empty_caches(void)
{
    __asm__ volatile(".rept 8\n\tnop\n\t.endr\n\t.word 0x0000500f\n\tfence.i" : : : "memory");
}

/*
 * Sleep until a tick, unless it is over. No tick can come between the look at the time and the delay. A time base ticks
 * in a critical section too, so the task first waits for a tick that is only TOO_NEAR cycles away.
 */
#define TOO_NEAR 400u

static inline void sleep_until(INT32U tick)
{
    OS_CPU_SR cpu_sr;
    INT32U now;

    OS_ENTER_CRITICAL();
#if OS_ACCEL_TICKLESS_EN > 0u
    while (ci_time_read(CI_TIME_BASE_LEFT) < TOO_NEAR) {
        OS_EXIT_CRITICAL();
        OS_ENTER_CRITICAL();
    }
#endif
    now = OSTimeGet();
    if ((INT32S)(tick - now) > 0) {
        OSTimeDly(tick - now);
    }
    OS_EXIT_CRITICAL();
}

static inline void check(INT32U right)
{
    if (right == 0u) {
        printf("a service failed\n");
        BSP_Exit(1);
    }
}

/* Create a task. number: of its stack. */
static inline void start(void (*task)(void *), INT32U argument, INT8U prio, OS_STK *stk)
{
    check(OSTaskCreateExt(task, (void *)argument, &stk[BENCH_STK_SIZE - 1u], prio, prio, stk, BENCH_STK_SIZE, (void *)0,
                          OS_TASK_OPT_NONE) == OS_ERR_NONE);
}

static inline void start_line(void (*handler)(void))
{
    BSP_IntHandlerSet(SIM_LINE_INTERRUPT, handler);
    sim_line_ev_pending_write(1u);
    sim_line_ev_enable_write(1u);
    BSP_IntEnable(SIM_LINE_INTERRUPT);
}

#endif
