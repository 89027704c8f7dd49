/* SPDX-License-Identifier: Apache-2.0 */
/* Reports that the port requires from a board support (os_cpu.h): exceptions, and interrupts without a handler. */

#include <stdio.h>
#include <ucos_ii.h>
#include <bsp.h>
#include <bsp_report.h>

_Static_assert((BSP_INT_LINES == OS_CPU_INT_LINES) && (BSP_INT_SOFTWARE == OS_CPU_INT_SOFTWARE) &&
               (BSP_INT_TIMER == OS_CPU_INT_TIMER), "the port and the board support use the same interrupt numbers");

static void print_where(void)
{
    if (OSRunning == OS_FALSE) {
        printf("  before OSStart()\n");
        return;
    }
    if (OSTCBCur == (OS_TCB *)0) { /* the application has overwritten it */
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

/* Weak: a program may define its own handler, which may return. */
__attribute__((weak)) void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except)
{
    /* Print the exception first, because print_where() reads kernel variables that may be corrupt. */
    BSP_ExceptPrint(p_except->Cause);
    BSP_ExceptPlacePrint(p_except->PC, p_except->Addr);
    BSP_ExceptCallPrint(p_except->Reg[1], p_except->Reg[2]);
    if ((p_except->PC >= (INT32U)OS_CPU_TrapEntry) && (p_except->PC < (INT32U)OS_CPU_TrapEnd)) {
        printf("  The registers could not be saved or restored: the stack pointer is broken.\n");
    }
    print_where();
    BSP_Exit(BSP_EXIT_EXCEPTION);
}

void OS_CPU_ExceptFatal(void)
{
    BSP_Panic("\nEXCEPTION inside the report of an exception\n", BSP_EXIT_NESTED);
}

__attribute__((weak)) void OS_CPU_IntUnexpected(INT32U line)
{
    BSP_IntPrint(line);
    print_where();
    BSP_Exit(BSP_EXIT_INTERRUPT);
}

#if OS_CPU_SECTION_CHECK_EN > 0
void OS_CPU_SectionBroken(void)
{
    (void)OS_CPU_SR_Save();
    BSP_SectionPrint((unsigned int)__builtin_return_address(0));
    print_where();
    BSP_Exit(BSP_EXIT_ERROR);
}
#endif

void OS_CPU_AccelRefused(INT32U info, INT32U version, INT32U units, INT32U tasks, INT32U width)
{
    BSP_AccelRefuse(info, version, units, tasks, width);
}

#if OS_CPU_CONTEXTS > 0
void OS_CPU_BanksRefused(INT32U info, INT32U second)
{
    const INT32U banks = (CI_INFO_VERSION(info) == CI_VERSION) ? CI_INFO2_BANKS(second) : 0u;

    printf("\nThis kernel cannot run on this core:\n  the kernel needs %u register banks (contexts)\n",
           (unsigned)OS_CPU_CONTEXTS);
    if (banks == 0u) {
        printf("  the core has none\n");
    } else {
        printf("  the core has %u\n", (unsigned)banks);
    }
    BSP_Exit(BSP_EXIT_ERROR);
}
#endif
