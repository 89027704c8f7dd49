/* SPDX-License-Identifier: Apache-2.0 */
/* What happens to an exception, or to an interrupt that nobody handles: a report on the console and the run's end. */

#include <stdio.h>
#include <ucos_ii.h>
#include <ci_opcodes.h>
#include <generated/csr.h>
#include "bsp.h"

static const char *cause_text(INT32U cause)
{
    static const char *const text[] = {
        [0] = "misaligned jump",       [1] = "instruction access fault", [2] = "illegal instruction",
        [3] = "breakpoint",            [4] = "misaligned load",          [5] = "load access fault",
        [6] = "misaligned store",      [7] = "store access fault",       [8] = "ecall from user mode",
        [9] = "ecall from supervisor", [11] = "ecall",
    };

    if ((cause >= (sizeof(text) / sizeof(text[0]))) || (text[cause] == NULL)) {
        return "unknown cause";
    }
    return text[cause];
}

static void print_where(void)
{
    if (OSRunning == OS_FALSE) {
        printf("  before OSStart()\n");
        return;
    }
    if (OSTCBCur == (OS_TCB *)0) { /* somebody has overwritten it */
        printf("  task:    OSTCBCur is null; OSPrioCur says priority %u", (unsigned)OSPrioCur);
    } else {
        printf("  task:    priority %u", (unsigned)OSTCBCur->OSTCBPrio);
#if OS_TASK_NAME_EN > 0u
        printf(" \"%s\"", (const char *)OSTCBCur->OSTCBTaskName);
#endif
    }
    if (OSIntNesting > 0u) {
        printf(", in an interrupt (nesting %u)", (unsigned)OSIntNesting);
    }
    printf("\n");
}

/* Weak: a program may bring its own, which may also return. */
__attribute__((weak)) void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except)
{
    /* What cannot fail comes first: the task below is looked up in memory that may be damaged. */
    printf("\nEXCEPTION %lu: %s\n", (unsigned long)p_except->Cause, cause_text(p_except->Cause));
    printf("  PC:      0x%08lx\n  address: 0x%08lx\n", (unsigned long)p_except->PC, (unsigned long)p_except->Addr);
    printf("  ra:      0x%08lx\n  sp:      0x%08lx\n", (unsigned long)p_except->Reg[1],
           (unsigned long)p_except->Reg[2]);
    if ((p_except->PC >= (INT32U)OS_CPU_TrapEntry) && (p_except->PC < (INT32U)OS_CPU_TrapEnd)) {
        printf("  The registers could not be saved or restored: the stack pointer is broken.\n");
    }
    print_where();
    BSP_Exit(BSP_EXIT_EXCEPTION);
}

void OS_CPU_ExceptFatal(void)
{
    static const char text[] = "\nEXCEPTION inside the report of an exception\n";

    for (const char *c = text; *c != '\0'; c++) {
        while (uart_txfull_read() != 0u) {
        }
        uart_rxtx_write((unsigned char)*c);
    }
    BSP_Exit(BSP_EXIT_NESTED);
}

__attribute__((weak)) void OS_CPU_IntUnexpected(INT32U line)
{
    if (line < OS_CPU_INT_LINES) {
        printf("\nINTERRUPT line %lu has no handler\n", (unsigned long)line);
    } else {
        printf("\nINTERRUPT of the core, cause %lu, has no handler\n", (unsigned long)(line - OS_CPU_INT_LINES));
    }
    print_where();
    BSP_Exit(BSP_EXIT_INTERRUPT);
}

static void print_units(INT32U units)
{
    const INT32U known = CI_INFO_UNITS_READY | CI_INFO_UNITS_TIME | CI_INFO_UNITS_EVENT;

    printf("%s%s%s%s", (units & CI_INFO_UNITS_READY) != 0u ? "ready " : "",
           (units & CI_INFO_UNITS_TIME) != 0u ? "time " : "", (units & CI_INFO_UNITS_EVENT) != 0u ? "event " : "",
           (units & known) == 0u ? "none " : "");
}

void OS_CPU_AccelRefused(INT32U info, INT32U version, INT32U units, INT32U tasks, INT32U width)
{
    printf("\nThis kernel cannot run on this core:\n  the kernel needs the units ");
    print_units(units);
    printf("(version %u) for %u tasks", (unsigned)version, (unsigned)tasks);
    if (width != 0u) {
        printf(", delays of %u bits", (unsigned)width);
    }
    if (info == 0u) {
        printf("\n  the core has no accelerator\n");
    } else {
        printf("\n  the core has the units ");
        print_units(CI_INFO_UNITS(info));
        printf("(version %u) for %u tasks, delays of %u bits\n", (unsigned)CI_INFO_VERSION(info),
               (unsigned)CI_INFO_TASKS(info), (unsigned)CI_INFO_WIDTH(info));
    }
    BSP_Exit(BSP_EXIT_REFUSED);
}
