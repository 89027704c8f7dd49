/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dhrystone together with a circuit that keeps the bus busy. This file starts the circuit and an interrupt handler, and
 * then includes the benchmark (bench/dhrystone). `./metro threads busy` builds it with Dhrystone's sources and puts
 * hog.v into the SoC.
 */
#include <generated/csr.h>
#include <generated/soc.h>
#include "../../bench.h"
#include "bsp.h"
#include "os_hw.h"

BENCH_PARAMETER(bench_hog, 0u);  /* 1: start the circuit in slot 0 */
BENCH_PARAMETER(bench_line, 0u); /* 1: serve the interrupt line that the harness raises */

#define HOG_STK_SIZE 256u
#define HOG_PRIO     62u

static OS_STK HogStk[HOG_STK_SIZE];
static INT32U HogMem[64];

/* The harness watches this function by name. */
__attribute__((noipa)) void bench_line_handler(void)
{
    sim_line_ev_pending_write(1u);
}

static void BusyStart(void)
{
    static const OS_HW_THREAD hog = {
        .Arg = HogMem, .Prio = HOG_PRIO, .StkBase = HogStk, .StkSize = HOG_STK_SIZE, .Mem = HogMem,
        .MemSize = sizeof(HogMem)};

    if ((bench_hog != 0u) && (OSHwTaskCreate(0u, &hog) != OS_ERR_NONE)) {
        BSP_Exit(1);
    }
    if (bench_line != 0u) {
        BSP_IntHandlerSet(SIM_LINE_INTERRUPT, bench_line_handler);
        sim_line_ev_pending_write(1u);
        sim_line_ev_enable_write(1u);
        BSP_IntEnable(SIM_LINE_INTERRUPT);
    }
    OSStart();
}

#define OSStart BusyStart
#include "../../dhrystone/main.c"
