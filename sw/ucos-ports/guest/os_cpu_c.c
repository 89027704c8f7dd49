/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port for guests of the monitor: the hooks, frames and vector table of ../riscv, with interrupts in user
 * mode.
 */

#include <ucos_ii.h>

#ifdef OS_CPU_IDLE
/* OSIdleCtr counts cycles, as in our kernel, so that OSCPUUsage is correct. */
static inline void OS_CPU_IdleSleep(void)
{
    const OS_CPU_SR sr = OS_CPU_SR_Save();
    const INT32U before = OSIdleCtr - OS_CPU_Cycles();

    OS_CPU_Sleep();
    OSIdleCtr = before + OS_CPU_Cycles();
    OS_CPU_SR_Restore(sr);
}
#endif

#include "../riscv/os_cpu_c.c"
#include <ci_opcodes.h>

#define PORT_HANDLERS  OS_CPU_IntVect
#define PORT_DE_BRUIJN OS_CPU_INT_DE_BRUIJN
#define PORT_TIMER     OS_CPU_INT_TIMER
#define PORT_RAISED    OS_CPU_INT_SOFTWARE
#include <guest/port/interrupts.c>

static void OS_CPU_IntDefault(void)
{
    OS_CPU_IntUnexpected(BSP_IntLine());
}

/* In a guest without a unit set, this instruction is illegal, and the guest faults (docs/guest-reference.md). */
INT32U OS_CPU_AccelInfo(void)
{
    INT32U info = 0u;

    __asm__ volatile(".insn r %1, %2, %3, %0, zero, zero"
                     : "+r"(info) : "i"(CI_OPCODE), "i"(CI_UNIT_INFO), "i"(CI_INFO_INFO));
    return info;
}

INT8U OS_CPU_IntMaskBit31;
