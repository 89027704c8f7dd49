/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in machine mode: functions for the kernel, and the table of handlers. The rest is in portasm.S
 * or, with register banks, in portcontexts.S.
 */

#include <stddef.h>
#include <FreeRTOS.h>
#include <task.h>
#include <ci_intrinsics.h>
#include <ci_lines.h>
#if portVECTORS
#include <ci_vectors.h>
#endif

void vPortStartFirstTask(void) __attribute__((noreturn));

/* Not 0 before the first task runs, so no critical section enables interrupts too early. */
volatile UBaseType_t uxPortCriticalNesting = 1u;
#if !portVECTORS
volatile UBaseType_t uxPortIntNesting;
#endif
BaseType_t xPortStarted;
#if portCONTEXTS == 0
volatile uint8_t ucPortSwitchWanted;
#endif

#if portREADY_UNIT || portTASK_LISTS
uint32_t ulPortInfo; /* the core's information word, read by xPortTrapInit() */
#endif

#if portREADY_UNIT
/* Check and clear the ready unit. This runs before main(), because main() creates the first tasks. */
static __attribute__((constructor)) void prvUnitClear(void)
{
    if ((CI_INFO_VERSION(ulPortInfo) != CI_VERSION) || ((CI_INFO_UNITS(ulPortInfo) & CI_INFO_UNITS_READY) == 0u) ||
        (CI_INFO_TASKS(ulPortInfo) < configMAX_PRIORITIES)) {
        vPortUnitRefused(ulPortInfo, configMAX_PRIORITIES);
    }
    ci_ready_clear_all();
}
#endif

#if portTIME_BASE
/* Stop the ticks, which a debugger that loads a program again does not. Clear the state of the former program. */
static void prvTimeBaseStop(void)
{
    ci_time_write(CI_TIME_BASE_CONTROL, CI_TIME_CONTROL_HALTS);
    ci_time_write(CI_TIME_BASE_PERIOD, 0u);
    while (CI_TIME_STATUS_PENDING(ci_time_read(CI_TIME_BASE_STATUS)) != 0u) {
        ci_list_tick();
    }
    for (uint32_t ulAlarm = 0; ulAlarm < CI_TIME_STATUS_ALARMS_BITS; ulAlarm++) {
        ci_time_write(CI_TIME_BASE_ALARM + ulAlarm, 0u);
    }
    ci_time_write(CI_TIME_BASE_STATUS, CI_TIME_STATUS_OVERRUN);
#if portLINES
    for (uint32_t ulLine = 0; ulLine < portLINES; ulLine++) {
        ci_line_clear(ulLine);
    }
#endif
}

#define portINT_NO_LINE (portINT_LINES + 11u) /* an interrupt of the lines, although no line is pending any more */

void vPortTickStart(uint32_t ulLine, uint32_t ulCycles)
{
    vPortHandlerSet(ulLine, vTaskTimeBaseHandler);
    /* A task can enable interrupts while a tick takes effect, before it yields to a task that it has made ready. The
     * line can then fall during the trap, and rise again later. The handler does not mind being called without it. */
    vPortHandlerSet(portINT_NO_LINE, vTaskTimeBaseHandler);
    ci_time_write(CI_TIME_BASE_PERIOD, ulCycles);
}

/* A tick takes effect only after the scan for the next tick, and each task can prolong both (docs/time-base.md). */
uint32_t ulPortTickCyclesMin(void)
{
    return (15u * CI_INFO_TASKS(ulPortInfo)) + 32u;
}
#endif

#if portTASK_LISTS
/* Check the task lists and free all task numbers. This runs before main(), because main() creates the first tasks. */
static __attribute__((constructor)) void prvListsCheck(void)
{
    const uint32_t ulMore = (CI_INFO_VERSION(ulPortInfo) == CI_VERSION) ? (ulPortInfo & CI_INFO_MORE) : 0u;
    const uint32_t ulSecond = (ulMore != 0u) ? ci_info_second() : 0u;
    const uint32_t ulLists = ((ulSecond & CI_INFO2_LEVELS) != 0u) ? ci_list_info() : 0u;

    if ((CI_LIST_INFO_LEVELS(ulLists) < (portREADY_LISTS ? configMAX_PRIORITIES : 1)) ||
        (portSLEEPERS && (CI_INFO_WIDTH(ulPortInfo) < 8u * sizeof(TickType_t))) ||
        (portWAITERS && ((ulSecond & CI_INFO2_WAITING) == 0u)) ||
        (portTIME_BASE && ((CI_INFO_UNITS(ulPortInfo) & CI_INFO_UNITS_TIME_BASE) == 0u)) ||
        (portLINES && ((int32_t)CI_INFO2_LINES(ulSecond) < portLINES))) {
        vPortListsRefused(ulPortInfo, ulSecond, ulLists);
    }
    vTaskNumbersInit(CI_INFO_TASKS(ulPortInfo));
#if portTIME_BASE
    prvTimeBaseStop();
#endif
#if portWAITERS
    vTaskEventListsInit(CI_WAIT_INFO_LISTS(ci_wait_info()));
#endif
}
#endif

#if portCONTEXTS == 0
/* Layout of the frame of an interrupted task, as in portasm.S. */
enum { FRAME_PC = 0, FRAME_RA = 1, FRAME_A0 = 9, FRAME_ENTRIES = 32 };

/*
 * Description: Prepare the stack of a new task, as if it had been interrupted at its first instruction.
 * Arguments  : pxTop         the highest entry of its stack
 *              pxCode        its function
 *              pvParameters  the function's argument
 * Returns    : the top of its stack
 */
StackType_t *pxPortInitialiseStack(StackType_t *pxTop, TaskFunction_t pxCode, void *pvParameters)
{
    StackType_t *pxFrame = (StackType_t *)((uint32_t)(pxTop + 1) & ~(uint32_t)(portBYTE_ALIGNMENT - 1)) - FRAME_ENTRIES;

    for (uint32_t ulEntry = 0; ulEntry < FRAME_ENTRIES; ulEntry++) {
        pxFrame[ulEntry] = 0;
    }
    pxFrame[FRAME_PC] = (StackType_t)pxCode;
    pxFrame[FRAME_RA] = (StackType_t)vPortTaskReturned;
    pxFrame[FRAME_A0] = (StackType_t)pvParameters;
    return pxFrame;
}

#else
/* --------------------------------------------- Banks of registers --------------------------------------------- */

/* Record of a task, above its stack. pxTopOfStack points to it. portvector.h has the offsets for assembly. */
typedef struct {
    uint32_t  ulBank;
    uint32_t *pulFrame;
    uint32_t *pulLimit;
    uint32_t  ulUnused;
} PortTask_t;

_Static_assert(offsetof(PortTask_t, ulBank) == portTASK_BANK, "portcontexts.S has the bank at this offset");
_Static_assert(offsetof(PortTask_t, pulFrame) == portTASK_FRAME, "ci_banks.h has the frame at this offset");
_Static_assert((portCONTEXTS & (portCONTEXTS - 1)) == 0, "a core has 4, 8, 16 ... register banks");

void vPortBankInit(uint32_t ulBank, TaskFunction_t pxCode, void *pvParameters, PortTask_t *pxStack);
void vPortLinesForget(void);

extern struct tskTaskControlBlock *volatile pxCurrentTCB;

PortTask_t     *pxPortSharedBy; /* task whose registers are in the shared bank; null: none */
#if !portREADY_LISTS
static uint32_t ulBanksUsed[(portBANK_SHARED + 31) / 32];
#endif

static PortTask_t *prvTask(TaskHandle_t xTask)
{
    return *(PortTask_t *volatile *)xTask; /* pxTopOfStack is a TCB's first member */
}

#if portREADY_LISTS
/* Return the bank with the task's number, or the shared bank. */
static uint32_t prvBankTake(StackType_t const *pxStack)
{
    const uint32_t ulNumber = ulTaskNumberOf(pxStack);

    return (ulNumber < portBANK_SHARED) ? ulNumber : (portBANK_SHARED | portSHARES);
}
#else
/* Allocate a free bank, or return the shared bank. Interrupts are disabled only while one word of the table changes. */
static uint32_t prvBankTake(StackType_t const *pxStack)
{
    (void)pxStack;
    for (uint32_t ulFirst = 0; ulFirst < portBANK_SHARED; ulFirst += 32u) {
        const uint32_t    ulBanks = portBANK_SHARED - ulFirst;
        const uint32_t    ulBuilt = (ulBanks < 32u) ? ((1uL << ulBanks) - 1u) : ~0uL;
        const UBaseType_t uxStatus = uxPortSetInterruptMask();
        const uint32_t    ulFree = ulBuilt & ~ulBanksUsed[ulFirst / 32u];

        ulBanksUsed[ulFirst / 32u] |= ulFree & (0u - ulFree);
        vPortClearInterruptMask(uxStatus);
        if (ulFree != 0u) {
            return ulFirst + (uint32_t)__builtin_ctzl(ulFree);
        }
    }
    return portBANK_SHARED | portSHARES;
}
#endif

/* Free the bank of a task that will not run again. */
void vPortBankFree(TaskHandle_t xTask)
{
    PortTask_t       *pxTask = prvTask(xTask);
    const UBaseType_t uxStatus = uxPortSetInterruptMask();

    if ((pxTask->ulBank & portSHARES) == 0u) {
#if !portREADY_LISTS
        ulBanksUsed[pxTask->ulBank / 32u] &= ~(1uL << (pxTask->ulBank % 32u));
#endif
    } else if (pxPortSharedBy == pxTask) {
        pxPortSharedBy = NULL;
    }
    vPortClearInterruptMask(uxStatus);
}

/* Prepare the frame of a new task that shares a bank, as ci_banks.h saves it. */
static void prvFrameInit(PortTask_t *pxTask, TaskFunction_t pxCode, void *pvParameters)
{
    uint32_t *pulFrame = (uint32_t *)pxTask - portFRAME_BYTES / sizeof(uint32_t);

    for (uint32_t ulEntry = 0; ulEntry < portFRAME_BYTES / sizeof(uint32_t); ulEntry++) {
        pulFrame[ulEntry] = 0;
    }
    pulFrame[0] = (uint32_t)pxCode | 1u; /* interrupts enabled */
    pulFrame[1] = (uint32_t)vPortTaskReturned;
    pulFrame[2] = (uint32_t)pxTask;
    __asm__ volatile("mv %0, gp" : "=r"(pulFrame[3]));
    __asm__ volatile("mv %0, tp" : "=r"(pulFrame[4]));
    pulFrame[10] = (uint32_t)pvParameters;
    pxTask->pulFrame = pulFrame;
}

/*
 * Description: Assign a bank to a new task, as if the task had been interrupted at its first instruction.
 * Arguments  : pxTop         the highest entry of its stack
 *              pxEnd         the lowest entry
 *              pxCode        its function
 *              pvParameters  the function's argument
 * Returns    : the task's record (PortTask_t), which has the number of the bank
 * Notes      : The new task does not see register values of the bank's previous task.
 */
StackType_t *pxPortInitialiseStack(StackType_t *pxTop, StackType_t *pxEnd, TaskFunction_t pxCode, void *pvParameters)
{
    PortTask_t *pxTask = (PortTask_t *)((uint32_t)(pxTop + 1) & ~(uint32_t)(portBYTE_ALIGNMENT - 1)) - 1;

    pxTask->ulBank = prvBankTake(pxEnd);
    pxTask->pulFrame = NULL;
    pxTask->pulLimit = (uint32_t *)pxEnd;
    if ((pxTask->ulBank & portSHARES) != 0u) {
        prvFrameInit(pxTask, pxCode, pvParameters);
    } else {
        vPortBankInit(pxTask->ulBank, pxCode, pvParameters, pxTask);
    }
    return (StackType_t *)pxTask;
}

/*
 * Replaces the kernel's stack check, because the stack pointer is in the bank. A task that shares a bank also needs
 * room for a frame.
 */
#if configCHECK_FOR_STACK_OVERFLOW > 0
static inline void prvStackCheck(uint32_t ulStack)
{
    PortTask_t const *pxTask = prvTask(pxCurrentTCB);
    const uint32_t    ulFrame = ((pxTask->ulBank & portSHARES) != 0u) ? portFRAME_BYTES : 0u;

    if (ulStack <= (uint32_t)pxTask->pulLimit + ulFrame) {
        vApplicationStackOverflowHook(pxCurrentTCB, pcTaskGetName(NULL));
    }
}
#endif

#if configCHECK_FOR_STACK_OVERFLOW > 0
void vPortYieldChecked(void)
{
    uint32_t ulStack;

    __asm__ volatile("mv %0, sp" : "=r"(ulStack));
    if (uxPortCriticalNesting == 0u) { /* else no switch follows; before the first task, main() is the caller */
        prvStackCheck(ulStack);
    }
    vPortYield();
}
#endif

#if configCHECK_FOR_STACK_OVERFLOW > 0
void vPortTrapStackCheck(void)
{
    prvStackCheck(ci_context_read(CI_CONTEXT_STATE_PREVIOUS(ci_context_state()), 2));
}
#endif

/* Choose the next task and return its bank. The outermost handler's exit calls this if a handler requested a switch. */
uint32_t ulPortNextBank(void)
{
    portSWITCHES_IN_TRAP();
#if portREADY_LISTS
    return ulTaskNextBank();
#else
    vTaskSwitchContext();
    return prvTask(pxCurrentTCB)->ulBank;
#endif
}
#endif

/* ---------------------------------------------------- Start --------------------------------------------------- */

/*
 * Description: Start the first task.
 * Returns    : never
 * Notes      : Interrupt handlers then use main()'s stack.
 */
BaseType_t xPortStartScheduler(void)
{
    xPortStarted = pdTRUE;
#if portREADY_LISTS
    vTaskRunningInit();
#endif
    vPortSetupTimerInterrupt();
    /* If main() or a handler has requested a switch, choose the first task again. No critical section is open. */
    if (((uxPortCriticalNesting & portYIELD_LATER) != 0u) || (ucPortSwitchWanted != 0u)) {
        ucPortSwitchWanted = 0u;
        vTaskSwitchContext();
    }
    uxPortCriticalNesting = 0u;
    vPortStartFirstTask();
}

/* There is no caller to return to. */
void vPortEndScheduler(void)
{
    configASSERT(pdFALSE);
}

/* Execute a deferred yield at the end of the outermost critical section. Take pending interrupts first. If one of them
 * switches tasks, that switch replaces the yield. */
void vPortYieldLate(void)
{
    portENABLE_INTERRUPTS();
    portNOP(); /* the core needs some instructions to take an interrupt */
    portNOP();
    portNOP();
    portDISABLE_INTERRUPTS();
    if (uxPortCriticalNesting == portYIELD_LATER) {
        uxPortCriticalNesting = 0u;
        portYIELD();
    }
    portENABLE_INTERRUPTS();
}

void vPortTick(void)
{
    const UBaseType_t uxStatus = uxPortSetInterruptMask();

    if (xTaskIncrementTick() != pdFALSE) {
        ucPortSwitchWanted = 1u;
    }
    vPortClearInterruptMask(uxStatus);
}

/* --------------------------------------------------- Handlers ------------------------------------------------- */

static void prvDefaultHandler(void);

#if portVECTORS && portTIME_BASE
extern const char xPortTick[]; /* portcontexts.S: calls ulTaskTickBank(), and vTaskTimeBaseHandler() if needed */
#endif

#if !portGUEST
static void prvDefaultHandler(void)
{
    uint32_t ulPending;
    uint32_t ulCause;

    __asm__ volatile("csrr %0, %1" : "=r"(ulPending) : "i"(portCSR_IRQ_PENDING));
    if (ulPending != 0u) {
        vPortInterruptUnexpected((uint32_t)__builtin_ctzl(ulPending));
    }
    __asm__ volatile("csrr %0, mcause" : "=r"(ulCause));
    vPortInterruptUnexpected(portINT_LINES + (ulCause & (portINT_CAUSES - 1u)));
}
#endif

PortHandler_t pxPortHandlers[portINT_LINES + portINT_CAUSES] = {
    [0 ... portINT_LINES + portINT_CAUSES - 1] = prvDefaultHandler};

/* Place of a line in pxPortHandlers. */
#define portINT_PLACE(ulLine) (((uint32_t)portINT_DE_BRUIJN << (ulLine)) >> 27)

#if portVECTORS
/* Return the code to which an interrupt of a task jumps. */
static const void *prvVector(PortHandler_t pxHandler)
{
#if portTIME_BASE
    if (pxHandler == vTaskTimeBaseHandler) {
        return xPortTick;
    }
#endif
    return (const void *)pxHandler;
}

/* Copy the handler of a line to the core's table. The first call copies all handlers. */
static void prvVectorsSet(uint32_t ulLine)
{
    static BaseType_t xFilled;
    const uint32_t    ulFirst = xFilled ? ulLine : 0u;
    const uint32_t    ulLast = xFilled ? ulLine : portINT_LINES - 1u;

    for (uint32_t ulEach = ulFirst; (ulEach <= ulLast) && (ulEach < portINT_LINES); ulEach++) {
        const UBaseType_t uxStatus = uxPortSetInterruptMask();

        ci_vector_set(ulEach, prvVector(pxPortHandlers[portINT_PLACE(ulEach)]));
        vPortClearInterruptMask(uxStatus);
    }
    xFilled = pdTRUE;
}
#endif

void vPortHandlerSet(uint32_t ulLine, PortHandler_t pxHandler)
{
    const uint32_t ulPlace = (ulLine < portINT_LINES) ? portINT_PLACE(ulLine) : ulLine;

    if (ulPlace < (portINT_LINES + portINT_CAUSES)) {
        pxPortHandlers[ulPlace] = (pxHandler != NULL) ? pxHandler : prvDefaultHandler;
#if portVECTORS
        prvVectorsSet(ulLine);
#elif portCONTEXTS > 0
        {
            const UBaseType_t uxStatus = uxPortSetInterruptMask();

            vPortLinesForget();
            vPortClearInterruptMask(uxStatus);
        }
#endif
    }
}
