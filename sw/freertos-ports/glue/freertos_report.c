/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions that the port and the kernel require from a board support: the tick, and reports of errors that end the
 * run.
 */

#include <stdio.h>
#include <FreeRTOS.h>
#include <task.h>
#include <bsp.h>
#include <bsp_report.h>
#include <ci_opcodes.h>

_Static_assert((BSP_INT_LINES == portINT_LINES) && (BSP_INT_TIMER == portINT_LINES + 7u),
               "the port and the board support use the same interrupt numbers");

__attribute__((weak)) void vPortSetupTimerInterrupt(void)
{
    BSP_TickStart(configTICK_RATE_HZ);
}

static void prvPrintWhere(void)
{
    if (xPortStarted == pdFALSE) {
        printf("  before vTaskStartScheduler()\n");
        return;
    }
    printf("  task:    \"%s\"", pcTaskGetName(NULL));
    if (portCHECK_IF_IN_ISR()) {
        printf(", in an interrupt (nesting %lu)", uxPortIntNesting);
    }
    printf("\n");
}

void vPortException(PortException_t const *pxException)
{
    BSP_ExceptPrint(pxException->ulCause);
    BSP_ExceptPlacePrint(pxException->ulPC, pxException->ulAddress);
    BSP_ExceptCallPrint(pxException->ulReg[1], pxException->ulReg[2]);
    prvPrintWhere();
    BSP_Exit(BSP_EXIT_EXCEPTION);
}

void vPortExceptionAgain(void)
{
    BSP_Panic("\nEXCEPTION inside the report of an exception\n", BSP_EXIT_NESTED);
}

void vPortInterruptUnexpected(uint32_t ulLine)
{
    BSP_IntPrint(ulLine);
    prvPrintWhere();
    BSP_Exit(BSP_EXIT_INTERRUPT);
}

#if portSECTION_CHECK
void vPortSectionBroken(void)
{
    portDISABLE_INTERRUPTS();
    BSP_SectionPrint((unsigned)__builtin_return_address(0));
    prvPrintWhere();
    BSP_Exit(BSP_EXIT_ERROR);
}
#endif

#if portREADY_UNIT
void vPortUnitRefused(uint32_t ulInfo, uint32_t ulPriorities)
{
    printf("\nThis kernel cannot run on this core:\n  its port needs a ready unit for %lu priorities\n",
           (unsigned long)ulPriorities);
    if ((CI_INFO_VERSION(ulInfo) != CI_VERSION) || ((CI_INFO_UNITS(ulInfo) & CI_INFO_UNITS_READY) == 0u)) {
        printf("  the core has none\n");
    } else {
        printf("  the core's has %lu\n", (unsigned long)CI_INFO_TASKS(ulInfo));
    }
    BSP_Exit(BSP_EXIT_ERROR);
}
#endif

#if portTASK_LISTS
void vPortListsRefused(uint32_t ulInfo, uint32_t ulSecond, uint32_t ulLists)
{
    printf("\nThis kernel cannot run on this core:\n  it needs task lists");
#if portREADY_LISTS
    printf(" for %u priorities", (unsigned)configMAX_PRIORITIES);
#endif
#if portREADY_LISTS && portSLEEPERS
    printf(", and");
#endif
#if portSLEEPERS
    printf(" for times of %u bits", (unsigned)(8u * sizeof(TickType_t)));
#endif
#if portWAITERS
    printf(", and wait lists");
#endif
#if portTIME_BASE
    printf(", and a time base");
#endif
#if portLINES
    printf(", and %u lines that post", (unsigned)portLINES);
#endif
    if ((ulSecond & CI_INFO2_LEVELS) == 0u) {
        printf("\n  the core has none\n");
    } else {
        printf("\n  the core has %u levels, and times of %u bits%s\n", (unsigned)CI_LIST_INFO_LEVELS(ulLists),
               (unsigned)CI_INFO_WIDTH(ulInfo),
               (portWAITERS && ((ulSecond & CI_INFO2_WAITING) == 0u)) ? ", but no wait lists" : "");
#if portTIME_BASE
        if ((CI_INFO_UNITS(ulInfo) & CI_INFO_UNITS_TIME_BASE) == 0u) {
            printf("  it has no time base\n");
        }
#endif
#if portLINES
        printf("  it has %u lines that post\n", (unsigned)CI_INFO2_LINES(ulSecond));
#endif
    }
    BSP_Exit(BSP_EXIT_ERROR);
}
#endif

#if portCONTEXTS > 0
void vPortBanksRefused(uint32_t ulInfo, uint32_t ulSecond)
{
    const unsigned uBanks = (CI_INFO_VERSION(ulInfo) == CI_VERSION) ? CI_INFO2_BANKS(ulSecond) : 0u;

    printf("\nThis kernel cannot run on this core:\n  its port needs %u register banks (contexts)\n", portCONTEXTS);
    if (uBanks == 0u) {
        printf("  the core has none\n");
    } else {
        printf("  the core has %u\n", uBanks);
    }
    BSP_Exit(BSP_EXIT_ERROR);
}
#endif

void vPortTaskReturned(void)
{
    portDISABLE_INTERRUPTS();
    printf("\nThe function of task \"%s\" has returned: it has to call vTaskDelete(NULL) instead\n",
           pcTaskGetName(NULL));
    BSP_Exit(BSP_EXIT_ERROR);
}

/* configASSERT() of the template calls this. */
void vAssertCalled(char const *pcFile, int iLine)
{
    portDISABLE_INTERRUPTS();
    printf("\nASSERTION failed: %s:%d\n", pcFile, iLine);
    prvPrintWhere();
    BSP_Exit(BSP_EXIT_ERROR);
}

/* Weak: an application that sets configCHECK_FOR_STACK_OVERFLOW or configUSE_MALLOC_FAILED_HOOK can define its hook. */
__attribute__((weak)) void vApplicationStackOverflowHook(TaskHandle_t xTask, char *pcName)
{
    (void)xTask;
    portDISABLE_INTERRUPTS();
    printf("\nThe stack of task \"%s\" is too small\n", pcName);
    BSP_Exit(BSP_EXIT_EXCEPTION);
}

__attribute__((weak)) void vApplicationMallocFailedHook(void)
{
    portDISABLE_INTERRUPTS();
    printf("\nThe heap is used up: configTOTAL_HEAP_SIZE is too small\n");
    BSP_Exit(BSP_EXIT_ERROR);
}
