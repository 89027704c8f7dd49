/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in machine mode with VexRiscv's interrupt array: types, critical sections, yields. FreeRTOS's
 * documentation explains these names.
 */

#ifndef PORTMACRO_H
#define PORTMACRO_H

#include "portvector.h"

#if !defined(__riscv) || (__riscv_xlen != 32) || defined(__riscv_flen) || defined(__riscv_32e)
#error "portmacro.h: this port is for RV32I without floating-point registers (-march=rv32i..., -mabi=ilp32)."
#endif
#if configNUMBER_OF_CORES > 1
#error "portmacro.h: this port is for one core (configNUMBER_OF_CORES 1)."
#endif

/* --------------------------------------- Macros that older kernels lack --------------------------------------- */

#ifndef TICK_TYPE_WIDTH_32_BITS /* before V10.6 */
#define TICK_TYPE_WIDTH_16_BITS       0
#define TICK_TYPE_WIDTH_32_BITS       1
#define configTICK_TYPE_WIDTH_IN_BITS (!configUSE_16_BIT_TICKS)
#endif
#ifndef traceISR_EXIT /* before V11 */
#define traceISR_EXIT()
#endif
#ifndef traceISR_EXIT_TO_SCHEDULER
#define traceISR_EXIT_TO_SCHEDULER()
#endif

/*
 * Ticks take effect in the core's time base, without an interrupt. A tick hook or a trace macro runs at each tick, so
 * the ticks of such a build are interrupts of LiteX's timer.
 */
#if portTICKLESS && (configUSE_TICK_HOOK == 0) && !defined(traceTASK_INCREMENT_TICK) && \
    !defined(traceENTER_xTaskIncrementTick) && !defined(traceRETURN_xTaskIncrementTick)
#define portTIME_BASE 1
#else
#define portTIME_BASE 0
#endif

/* Interrupt lines that wake tasks (portline.h). They need the ticks of the time base. */
#if !defined(portLINES) || !portTIME_BASE
#undef portLINES
#define portLINES 0
#endif

/* ---------------------------------------------------- Types --------------------------------------------------- */

typedef uint32_t      StackType_t; /* entry of a stack */
typedef long          BaseType_t;
typedef unsigned long UBaseType_t;

#if configTICK_TYPE_WIDTH_IN_BITS == TICK_TYPE_WIDTH_16_BITS
typedef uint16_t TickType_t;
#define portMAX_DELAY ((TickType_t)0xFFFFu)
#elif configTICK_TYPE_WIDTH_IN_BITS == TICK_TYPE_WIDTH_32_BITS
typedef uint32_t TickType_t;
#define portMAX_DELAY              ((TickType_t)0xFFFFFFFFu)
#define portTICK_TYPE_IS_ATOMIC    1
#else
typedef uint64_t TickType_t;
#define portMAX_DELAY ((TickType_t)0xFFFFFFFFFFFFFFFFu)
#endif

/* Type names that older applications use. */
#define portCHAR       char
#define portFLOAT      float
#define portDOUBLE     double
#define portLONG       long
#define portSHORT      short
#define portSTACK_TYPE StackType_t
#define portBASE_TYPE  BaseType_t
#define portUBASE_TYPE UBaseType_t

#define portPOINTER_SIZE_TYPE uint32_t
#define portSTACK_GROWTH    (-1)
#define portBYTE_ALIGNMENT  16 /* as the RISC-V calling convention requires for sp */
#define portTICK_PERIOD_MS  ((TickType_t)1000 / configTICK_RATE_HZ)

#define portTASK_FUNCTION_PROTO(function, parameters) void function(void *parameters)
#define portTASK_FUNCTION(function, parameters)       void function(void *parameters)

#define portINLINE       inline
#define portFORCE_INLINE inline __attribute__((always_inline))
#define portDONT_DISCARD __attribute__((used))
#define portNOP()            __asm__ volatile("nop")
#define portMEMORY_BARRIER() __asm__ volatile("" : : : "memory")

/* ---------------------------------------------- Critical sections --------------------------------------------- */

/*
 * Nesting depth of the running task's critical sections. If a task yields inside a section, vPortYield() sets
 * portYIELD_LATER here, and the task yields at the end of the outermost section. A switch need not save the depth,
 * because the depth is 0 at each switch. Pending interrupts are served before the yield.
 */
extern volatile UBaseType_t uxPortCriticalNesting;
#define portIN_CRITICAL_SECTION() (uxPortCriticalNesting != 0u)
#if portCONTEXTS > 0
/* A trap will switch tasks: check the stack of the interrupted one. The switch replaces a deferred yield. */
#if configCHECK_FOR_STACK_OVERFLOW > 0
void vPortTrapStackCheck(void);
#define portSWITCHES_IN_TRAP() (vPortTrapStackCheck(), uxPortCriticalNesting = 0u)
#else
#define portSWITCHES_IN_TRAP() (uxPortCriticalNesting = 0u)
#endif
#endif
void vPortYieldLate(void);

#if portGUEST
#include <portguest.h> /* user mode: other interrupt control, masks and idle task */
#else
#define portMSTATUS_MIE 8u

#define portDISABLE_INTERRUPTS() __asm__ volatile("csrci mstatus, 8" : : : "memory")
#define portENABLE_INTERRUPTS()  __asm__ volatile("csrsi mstatus, 8" : : : "memory")

/* Disable interrupts and return the previous mstatus, because a handler may run with interrupts enabled or disabled. */
static portFORCE_INLINE UBaseType_t uxPortSetInterruptMask(void)
{
    UBaseType_t uxStatus;

    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(uxStatus) : : "memory");
    return uxStatus;
}

static portFORCE_INLINE void vPortClearInterruptMask(UBaseType_t uxStatus)
{
    __asm__ volatile("csrs mstatus, %0" : : "r"(uxStatus & portMSTATUS_MIE) : "memory");
}

static portFORCE_INLINE UBaseType_t uxPortInterruptsOn(void)
{
    UBaseType_t uxStatus;

    __asm__ volatile("csrr %0, mstatus" : "=r"(uxStatus) : : "memory");
    return uxStatus & portMSTATUS_MIE;
}
#endif

/* Debug switch. 1: if interrupts are enabled before a critical section ends, vPortSectionBroken() ends the run. */
#ifndef portSECTION_CHECK
#define portSECTION_CHECK 0
#endif

void vPortSectionBroken(void) __attribute__((noreturn, cold)); /* defined by the board support */

static portFORCE_INLINE void vPortCheckSection(void)
{
    if (portSECTION_CHECK && (uxPortInterruptsOn() != 0u)) {
        vPortSectionBroken();
    }
}

static portFORCE_INLINE void vPortEnterCritical(void)
{
    portDISABLE_INTERRUPTS();
    uxPortCriticalNesting++;
}

static portFORCE_INLINE void vPortExitCritical(void)
{
    const UBaseType_t uxNesting = uxPortCriticalNesting - 1u;

    vPortCheckSection();
    uxPortCriticalNesting = uxNesting;
    if (uxNesting == 0u) {
        portENABLE_INTERRUPTS();
    } else if (uxNesting == portYIELD_LATER) {
        vPortYieldLate();
    }
}

#define portENTER_CRITICAL() vPortEnterCritical()
#define portEXIT_CRITICAL()  vPortExitCritical()

#define portSET_INTERRUPT_MASK_FROM_ISR()           uxPortSetInterruptMask()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(uxStatus) (vPortCheckSection(), vPortClearInterruptMask(uxStatus))

/* --------------------------------------------------- Switching ------------------------------------------------ */

/*
 * Yield: return when the task runs again. As after any function call, the caller can rely only on callee-saved
 * registers. Inside a critical section, return immediately; the task yields at the end of the outermost section.
 */
void vPortYield(void);
#if (portCONTEXTS > 0) && (configCHECK_FOR_STACK_OVERFLOW > 0)
void vPortYieldChecked(void);
#define portYIELD() vPortYieldChecked()
#else
#define portYIELD() vPortYield()
#endif

#if portCONTEXTS > 0
/* A task's stack pointer is in its bank, so the kernel cannot check it. The end of a task frees its bank. */
#define portHAS_STACK_OVERFLOW_CHECKING 1
#define portCLEAN_UP_TCB(pxTCB)         vPortBankFree((TaskHandle_t)(pxTCB))
struct tskTaskControlBlock;
void vPortBankFree(struct tskTaskControlBlock *xTask);

/*
 * Defined by the board support: report that the core does not have portCONTEXTS banks, and end the run. The arguments
 * are the core's information words, or 0 if the core has none.
 */
void vPortBanksRefused(uint32_t ulInfo, uint32_t ulSecond) __attribute__((noreturn));
#endif

/* Request a switch in a handler. The switch happens when the outermost handler ends. */
extern volatile uint8_t ucPortSwitchWanted;
#define portEND_SWITCHING_ISR(xSwitch) \
    do { \
        if ((xSwitch) != pdFALSE) { \
            traceISR_EXIT_TO_SCHEDULER(); \
            ucPortSwitchWanted = 1u; \
        } else { \
            traceISR_EXIT(); \
        } \
    } while (0)
#define portYIELD_FROM_ISR(xSwitch) portEND_SWITCHING_ISR(xSwitch)

/* Number of nested handlers: 0 in a task. With vectors, handlers have their own thread-local variables, and this is the
 * first one. */
#if portVECTORS
#define uxPortIntNesting (*(volatile UBaseType_t *)__builtin_thread_pointer())
#else
extern volatile UBaseType_t uxPortIntNesting;
#endif
#define portCHECK_IF_IN_ISR()   (uxPortIntNesting > 0u)
#define portASSERT_IF_IN_ISR()  configASSERT(uxPortIntNesting == 0u)

/*
 * Keep one bit per priority, which is 1 if a task of that priority is ready. So the highest ready priority is found
 * without a search. The bits are in the ready unit, in which number 0 is the highest priority, or in a word of 32 bits.
 */
#if portREADY_UNIT
#include <ci_intrinsics.h>
#undef configUSE_PORT_OPTIMISED_TASK_SELECTION
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 1
#define portRECORD_READY_PRIORITY(uxPriority, uxReady) ci_ready_set(configMAX_PRIORITIES - 1u - (uxPriority))
#define portRESET_READY_PRIORITY(uxPriority, uxReady)  ci_ready_clear(configMAX_PRIORITIES - 1u - (uxPriority))
#define portGET_HIGHEST_PRIORITY(uxTop, uxReady)       ((uxTop) = configMAX_PRIORITIES - 1u - ci_ready_highest())
#if configUSE_TICKLESS_IDLE
#error "portmacro.h: with the ready unit the kernel cannot know how long it may be idle (configUSE_TICKLESS_IDLE)."
#endif
/* Defined by the board support: report a core without a ready unit for ulPriorities priorities, and end the run. */
void vPortUnitRefused(uint32_t ulInfo, uint32_t ulPriorities) __attribute__((noreturn));
#else
#ifndef configUSE_PORT_OPTIMISED_TASK_SELECTION
#define configUSE_PORT_OPTIMISED_TASK_SELECTION (configMAX_PRIORITIES <= 32)
#endif
#if configUSE_PORT_OPTIMISED_TASK_SELECTION
#if configMAX_PRIORITIES > 32
#error "portmacro.h: configUSE_PORT_OPTIMISED_TASK_SELECTION is for at most 32 priorities (configMAX_PRIORITIES)."
#endif
#define portRECORD_READY_PRIORITY(uxPriority, uxReady) ((uxReady) |= (1uL << (uxPriority)))
#define portRESET_READY_PRIORITY(uxPriority, uxReady)  ((uxReady) &= ~(1uL << (uxPriority)))
#define portGET_HIGHEST_PRIORITY(uxTop, uxReady)       ((uxTop) = 31u - (UBaseType_t)__builtin_clzl(uxReady))
#endif
#endif

#if portWAITERS
#if !(portREADY_LISTS && portSLEEPERS)
#error "portmacro.h: portWAITERS also needs portREADY_LISTS and portSLEEPERS."
#endif
/*
 * Maximum number of wait lists in a core. A List_t stores the number of its wait list in xListEnd.xItemValue. For a
 * list in software, this field holds portMAX_DELAY.
 */
#define portWAIT_LISTS          64u
#define portLIST_NUMBER(pxList) ((uint32_t)(pxList)->xListEnd.xItemValue)
/* Function of the patched kernel: set the number of the core's wait lists (event_lists.h). */
void vTaskEventListsInit(UBaseType_t uxBuilt);
#endif
#if portTIME_BASE
/* Function of the patched kernel: serve an interrupt of the time base (task_lists.h). */
void vTaskTimeBaseHandler(void);
#if portVECTORS
/*
 * Function of the patched kernel: if the time base only requests a switch, choose the next task and return its bank, as
 * ulTaskNextBank() does. Otherwise do nothing and return portNO_BANK.
 */
uint32_t ulTaskTickBank(void);
#endif
#endif
#if portTASK_LISTS
#if portREADY_UNIT
#error "portmacro.h: the core has task lists or the ready unit (portREADY_LISTS, portSLEEPERS; portREADY_UNIT)."
#endif
/* Maximum number of tasks that exist at a time. A core with fewer task numbers lowers this maximum. */
#ifndef portTASK_NUMBERS
#define portTASK_NUMBERS 64
#endif
#if (portTASK_NUMBERS < 1) || (portTASK_NUMBERS > 256)
#error "portmacro.h: a core has at most 256 task numbers (portTASK_NUMBERS)."
#endif
/*
 * Let each task's control block have the word uxCriticalNesting. Other ports count critical sections in this word. This
 * port stores the task's number in it (task_lists.h).
 */
#define portCRITICAL_NESTING_IN_TCB 1
/* Function of the patched kernel: set the number of task numbers in the core, and free all numbers (task_lists.h). */
void vTaskNumbersInit(UBaseType_t uxBuilt);
#if portREADY_LISTS
/* Function of the patched kernel: record that pxCurrentTCB is the first task to run. */
void vTaskRunningInit(void);
#endif
#if portREADY_LISTS && (portCONTEXTS > 0)
/*
 * Function of the patched kernel: choose the next task and return its bank, or portSHARES if the task shares a bank.
 */
uint32_t ulTaskNextBank(void);
/* Function of the patched kernel: return the number of the task with this stack. */
uint32_t ulTaskNumberOf(StackType_t const *pxStack);
/* Switch to the task pxCurrentTCB, which shares a bank, with interrupts disabled. uxStatus: previous mstatus. */
void vPortShareSwitch(UBaseType_t uxStatus);
#endif
/*
 * Defined by the board support: report a core without the required lists, and end the run. ulInfo and ulSecond are the
 * core's information words. ulLists is the information word of its task lists.
 */
void vPortListsRefused(uint32_t ulInfo, uint32_t ulSecond, uint32_t ulLists) __attribute__((noreturn));
#endif

extern BaseType_t xPortStarted; /* vTaskStartScheduler() has been called */

/* --------------------------------------------- Interrupts, exceptions ----------------------------------------- */

typedef void (*PortHandler_t)(void);

/*
 * Set the handler of a line, or of one of the core's own interrupts (32 + cause). A null handler ends the run when the
 * interrupt arrives.
 */
void vPortHandlerSet(uint32_t ulLine, PortHandler_t pxHandler);

/* The timer's handler calls this at each tick. */
void vPortTick(void);

#if portTIME_BASE
/* Start ticks of the time base: its interrupt line, and the cycles of a tick. */
void vPortTickStart(uint32_t ulLine, uint32_t ulCycles);
/* Return the least cycles of a tick. */
uint32_t ulPortTickCyclesMin(void);
#endif

typedef struct {
    uint32_t ulReg[32]; /* x0..x31 at the exception; gp, and tp with banks, may be the program's constant */
    uint32_t ulPC;      /* mepc   */
    uint32_t ulCause;   /* mcause */
    uint32_t ulAddress; /* mtval: the address, or the illegal instruction */
} PortException_t;

/*
 * Defined by the board support (sw/freertos-ports/glue). vPortException() and vPortExceptionAgain() end the run, on a
 * separate stack with interrupts disabled. vPortInterruptUnexpected() ends the run after an interrupt without a
 * handler. vPortSetupTimerInterrupt() starts configTICK_RATE_HZ ticks per second. A task whose function returns calls
 * vPortTaskReturned().
 */
void vPortException(PortException_t const *pxException) __attribute__((noreturn));
void vPortExceptionAgain(void) __attribute__((noreturn));
void vPortInterruptUnexpected(uint32_t ulLine) __attribute__((noreturn));
void vPortSetupTimerInterrupt(void);
void vPortTaskReturned(void) __attribute__((noreturn));

#endif
