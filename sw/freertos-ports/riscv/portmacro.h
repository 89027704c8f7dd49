/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FreeRTOS port for RV32 in machine mode with VexRiscv's interrupt array: types, critical sections, yields. The kernel
 * asks for these names; FreeRTOS's own documentation says what each has to do.
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

/* ----------------------------------------- What older kernels do not have ------------------------------------- */

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

/* ---------------------------------------------------- Types --------------------------------------------------- */

typedef uint32_t      StackType_t; /* an entry of a stack */
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

#define portSTACK_TYPE      StackType_t
#define portBASE_TYPE       BaseType_t
#define portPOINTER_SIZE_TYPE uint32_t
#define portSTACK_GROWTH    (-1)
#define portBYTE_ALIGNMENT  16 /* as the RISC-V calling convention asks of sp */
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
 * How deep the running task is in critical sections. A task that yields within one goes on, with portYIELD_LATER in
 * here, and the yield comes at the end of the outermost: so no switch has to keep this, and interrupts come in between.
 */
extern volatile UBaseType_t uxPortCriticalNesting;
#define portIN_CRITICAL_SECTION() (uxPortCriticalNesting != 0u)
void vPortYieldLate(void);

#if portGUEST
#include <portguest.h> /* what is another in user mode: this, masks, idle time */
#else
#define portMSTATUS_MIE 8u

#define portDISABLE_INTERRUPTS() __asm__ volatile("csrci mstatus, 8" : : : "memory")
#define portENABLE_INTERRUPTS()  __asm__ volatile("csrsi mstatus, 8" : : : "memory")

/* In a handler, which may have let other interrupts in. */
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

/* For debugging: a critical section in which something has enabled interrupts ends the run (vPortSectionBroken()). */
#ifndef portSECTION_CHECK
#define portSECTION_CHECK 0
#endif

void vPortSectionBroken(void) __attribute__((noreturn, cold)); /* given by the board support */

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
 * A function call: it saves what a call has to keep, and comes back when the task runs again. Within a critical section
 * it comes back at once.
 */
void vPortYield(void);
#if (portCONTEXTS > 0) && (configCHECK_FOR_STACK_OVERFLOW > 0)
void vPortYieldChecked(void);
#define portYIELD() vPortYieldChecked()
#else
#define portYIELD() vPortYield()
#endif

#if portCONTEXTS > 0
/* A task's stack pointer is in its bank, so that the kernel cannot check it; and a task's end makes the bank free. */
#define portHAS_STACK_OVERFLOW_CHECKING 1
#define portCLEAN_UP_TCB(pxTCB)         vPortTaskGone((TaskHandle_t)(pxTCB))
struct tskTaskControlBlock;
void vPortTaskGone(struct tskTaskControlBlock *xTask);

/* Given by the board support: the core's information words, 0 where it has none. It ends the run. */
void vPortBanksRefused(uint32_t ulInfo, uint32_t ulSecond) __attribute__((noreturn));
#endif

/* At the end of a handler; the switch comes when the outermost one ends. */
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

/* How many handlers are open: 0 in a task. */
extern volatile UBaseType_t uxPortIntNesting;
#define portCHECK_IF_IN_ISR()   (uxPortIntNesting > 0u)
#define portASSERT_IF_IN_ISR()  configASSERT(uxPortIntNesting == 0u)

/*
 * A bit for each priority that has a ready task: the highest is found without a look at each. In the ready unit, where
 * priority 0 comes first and FreeRTOS's highest is that; or in a word, for up to 32 priorities.
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
/* Given by the board support: the core has no ready unit for so many priorities. It ends the run. */
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
#error "portmacro.h: portWAITERS needs the other lists in the core, too (portREADY_LISTS, portSLEEPERS)."
#endif
/* As many as a core can have. A List_t has the number of its own where a list in software has the highest value. */
#define portWAITING_LISTS       64u
#define portLIST_NUMBER(pxList) ((uint32_t)(pxList)->xListEnd.xItemValue)
/* Of the patched kernel. */
void vTaskEventListsInit(UBaseType_t uxThere);
#endif
#if portTASK_LISTS
#if portREADY_UNIT
#error "portmacro.h: the core has task lists or the ready unit (portREADY_LISTS, portSLEEPERS; portREADY_UNIT)."
#endif
/* As many tasks as there can be at once, if the core has as many task numbers. */
#ifndef portTASK_NUMBERS
#define portTASK_NUMBERS 64
#endif
#if (portTASK_NUMBERS < 1) || (portTASK_NUMBERS > 256)
#error "portmacro.h: a core has at most 256 task numbers (portTASK_NUMBERS)."
#endif
/* A word in each task's control block, in which other ports count: here it is the task's number (task_lists.h). */
#define portCRITICAL_NESTING_IN_TCB 1
/* Of the patched kernel; the genuine one has no such function. */
void vTaskNumbersInit(UBaseType_t uxThere);
#if portREADY_LISTS
/* Likewise: pxCurrentTCB is going to run first. */
void vTaskNumberStarts(void);
#endif
#if portREADY_LISTS && (portCONTEXTS > 0)
/* Of the patched kernel: chooses the next task, and gives its bank; below 0 as a signed number: it shares one. */
uint32_t ulTaskNextBank(void);
/* Likewise: the number of the task with this stack. */
uint32_t ulTaskNumberOf(StackType_t const *pxStack);
/* To the task pxCurrentTCB, which shares a bank, with interrupts off. uxStatus: mstatus before. */
void vPortShareSwitch(UBaseType_t uxStatus);
#endif
/* Given by the board support: the core's information words and that of its task lists. It ends the run. */
void vPortListsRefused(uint32_t ulInfo, uint32_t ulSecond, uint32_t ulLists) __attribute__((noreturn));
#endif

extern BaseType_t xPortStarted; /* vTaskStartScheduler() has been called */

/* --------------------------------------------- Interrupts, exceptions ----------------------------------------- */

typedef void (*PortHandler_t)(void);

/* The handler of a line, or of the core's own interrupt (portvector.h); null: none, and it ends the run. */
void vPortHandlerSet(uint32_t ulLine, PortHandler_t pxHandler);

/* What the timer's handler calls at each tick. */
void vPortTick(void);

typedef struct {
    uint32_t ulReg[32]; /* x0..x31 where it happened; x3 (gp) is the program's constant */
    uint32_t ulPC;      /* mepc   */
    uint32_t ulCause;   /* mcause */
    uint32_t ulAddress; /* mtval: the address, or the instruction where it is illegal */
} PortException_t;

/*
 * Given by the board support (sw/freertos-ports/glue). The first two end the run, on a stack of their own with
 * interrupts off; the third starts configTICK_RATE_HZ ticks a second; the last is for a task whose function returns.
 */
void vPortException(PortException_t const *pxException) __attribute__((noreturn));
void vPortExceptionAgain(void) __attribute__((noreturn));
void vPortInterruptUnexpected(uint32_t ulLine) __attribute__((noreturn));
void vPortSetupTimerInterrupt(void);
void vPortTaskReturned(void) __attribute__((noreturn));

#endif
