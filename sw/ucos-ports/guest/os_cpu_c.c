/* SPDX-License-Identifier: Apache-2.0 */
/* uC/OS-II port for guests of the monitor: the same hooks, frames and vector table, and interrupts by the monitor. */

#include "../riscv/os_cpu_c.c"
#include <ci_opcodes.h>
#include <guest.h>

#define OS_CPU_LINES ~(GUEST_TIMER | GUEST_SOFTWARE)

_Static_assert(OS_CPU_INT_SOFTWARE == 35u, "os_cpu_a.S counts on this number");

void OS_CPU_IntServe(void);

INT8U OS_CPU_LinesTaken;        /* the monitor keeps lines of ours closed: they have been taken */
static INT32U OS_CPU_IntLeft;   /* to be served                                                 */
static INT32U OS_CPU_IntLine;   /* whose handler was called last                                */

static void OS_CPU_IntDefault(void)
{
    OS_CPU_IntUnexpected(OS_CPU_IntLine);
}

static void OS_CPU_IntCall(INT32U line, INT32U slot)
{
    OS_CPU_IntLine = line;
    (*OS_CPU_IntVect[slot])();
    (void)OS_CPU_SR_Save();     /* the handler may have let others in */
}

/*
 * Calls the handlers of what the monitor has delivered, the lowest line first. With interrupts off. If a handler lets
 * others in, these serve what is left here too, before their own end opens the lines again.
 */
void OS_CPU_IntServe(void)
{
    INT32U which = guest_page.taken;
    INT32U slot;

    if ((which & OS_CPU_LINES) != 0u) {
        OS_CPU_LinesTaken = 1u;
        which &= ~guest_page.closed; /* it was open when it came, and has been closed since */
    }
    OS_CPU_IntLeft |= which;
    while (OS_CPU_IntLeft != 0u) {
        which = OS_CPU_IntLeft & (0u - OS_CPU_IntLeft);
        OS_CPU_IntLeft &= ~which;
        if (which == GUEST_TIMER) {
            OS_CPU_IntCall(OS_CPU_INT_TIMER, OS_CPU_INT_TIMER);
        } else if (which == GUEST_SOFTWARE) {
            OS_CPU_IntCall(OS_CPU_INT_SOFTWARE, OS_CPU_INT_SOFTWARE);
        } else {
            slot = (which * (INT32U)OS_CPU_INT_DE_BRUIJN) >> 27u;
            OS_CPU_IntCall((INT32U)__builtin_ctz(which), slot);
        }
    }
}

/* The monitor keeps a line shut that came while it was closed here: it is told. */
void OS_CPU_LineOpen(INT32U line)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    if ((guest_page.closed & (1u << line)) != 0u) {
        guest_page.closed &= ~(1u << line);
        (void)guest_call(GUEST_LINES, 1u << line, 0u);
    }
    OS_CPU_SR_Restore(cpu_sr);
}

/* No trap: should it come, it is not served, and the monitor leaves it shut. */
void OS_CPU_LineClose(INT32U line)
{
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    guest_page.closed |= 1u << line;
    OS_CPU_SR_Restore(cpu_sr);
}

/* The units are the core's, which gives them to no guest yet: what asks for them ends the guest. */
INT32U OS_CPU_AccelInfo(void)
{
    INT32U info = 0u;

    __asm__ volatile(".insn r %1, %2, %3, %0, zero, zero"
                     : "+r"(info) : "i"(CI_OPCODE), "i"(CI_UNIT_INFO), "i"(CI_INFO_INFO));
    return info;
}

INT8U OS_CPU_IntMaskBit31;
