/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port: RV32 in machine mode, GCC (made for VexRiscv under LiteX; fits V2.92 and V2.93 trees).
 *
 * Properties of this port:
 *   - Interrupts run on a separate stack: the stack of OSStart()'s caller, below the stack pointer at that call.
 *   - The trap entry counts OSIntNesting and calls OSIntExit(); a handler calls neither OSIntEnter() nor OSIntExit().
 *   - A handler may set mstatus.MIE to let other interrupts nest (OS_CPU_IntNestEn()). It must first mask or
 *     acknowledge its own interrupt. The trap exit disables interrupts again.
 *   - A task switch from task level is a function call that saves the registers that a call preserves (64 bytes on the
 *     task's stack). A switch at the end of an interrupt saves every register (128 bytes).
 *   - gp is a constant of the whole program, and the trap entry restores it. The port never changes tp. All tasks share
 *     both registers.
 */

#ifndef OS_CPU_H
#define OS_CPU_H

#include <ci_opcodes.h>

/* CSRs of VexRiscv's interrupt array: 32 lines share the machine external interrupt. */
#ifndef OS_CPU_CSR_IRQ_MASK
#define OS_CPU_CSR_IRQ_MASK CI_CSR_IRQ_MASK
#endif
#ifndef OS_CPU_CSR_IRQ_PENDING
#define OS_CPU_CSR_IRQ_PENDING CI_CSR_IRQ_PENDING
#endif

/* 1 in the port for guests (../guest), which includes this file and replaces the parts for machine mode. */
#ifndef OS_CPU_GUEST
#define OS_CPU_GUEST 0
#endif

/*
 * De Bruijn sequence: the upper 5 bits of its product with 2^n differ for each n from 0 to 31. They are the place of
 * line n in the vector table. The trap entry needs the sequence because the core has no instruction that counts zeros.
 */
#define OS_CPU_INT_DE_BRUIJN 0x077CB531

/* 1: the time unit generates the ticks, and requests an interrupt if a tick needs software (docs/tickless.md). */
#ifndef OS_ACCEL_TICKLESS_EN
#define OS_ACCEL_TICKLESS_EN 0
#endif

/*
 * Let the trap entry process a tick that wakes no task, without a function call. Without a time base, this requires the
 * ready list and the delays in hardware, no tick hook, no tick stepping and no trace. With a time base, this requires
 * only that there is no trace. The trap entry then switches to a more urgent task, or calls the tick hook
 * (os_cpu_asm.h). OSTickHandler() does the rest. If an application extends OSTimeTick(), it must set
 * -DOS_CPU_TICK_FAST=0.
 */
#ifndef OS_CPU_TICK_FAST
#if OS_ACCEL_TICKLESS_EN > 0
#define OS_CPU_TICK_FAST (OS_TRACE_EN == 0)
#else
#define OS_CPU_TICK_FAST \
    ((OS_ACCEL_RDY_EN > 0) && (OS_ACCEL_DLY_EN > 0) && (OS_TIME_TICK_HOOK_EN == 0) && (OS_TICK_STEP_EN == 0) && \
     (OS_TRACE_EN == 0))
#endif
#endif

/*
 * Number of register banks of the core (metro's --contexts); 0: all tasks use the same registers. The last bank is for
 * the handlers, and the other banks are for tasks.
 */
#ifndef OS_CPU_CONTEXTS
#define OS_CPU_CONTEXTS 0
#endif

/*
 * 1: the core has vectored interrupts (metro's --vectors), so an interrupt of a task calls the handler of its line
 * directly. Needs our kernel and OS_CPU_CONTEXTS.
 */
#ifndef OS_CPU_VECTORS
#define OS_CPU_VECTORS 0
#endif

/*
 * 1: the core switches by itself to a more urgent task that wakes (metro's --self-switch). Needs OS_CPU_VECTORS and a
 * time base.
 */
#ifndef OS_CPU_SELF_SWITCH
#define OS_CPU_SELF_SWITCH 0
#endif

/*
 * OS_TCB_BANK is the offset of the bank's number in our TCB. In other kernels, OSTCBStkPtr points to the number.
 */
#if OS_CPU_CONTEXTS > 0
#if __has_include(<os_tcb_bank.h>)
#include <os_tcb_bank.h>
#endif
#endif

/*
 * If all other banks are in use, further tasks share one bank: the port saves and loads their registers at a switch to
 * another of these tasks. The bank is reserved if such tasks are possible, and for all kernels except ours. In
 * other kernels, the port can miss that a bank is free again: a creation can fail after the choice of a bank, and an
 * application's own OSTaskDelHook() replaces the port's.
 */
#if OS_CPU_CONTEXTS > 0
#ifndef OS_CPU_BANKS_SHARED
#if !defined(OS_TCB_BANK) || ((OS_MAX_TASKS + 1u + (OS_TASK_STAT_EN > 0u)) > (OS_CPU_CONTEXTS - 1u))
#define OS_CPU_BANKS_SHARED 1
#else
#define OS_CPU_BANKS_SHARED 0
#endif
#endif
#define OS_CPU_BANK_SHARED (OS_CPU_CONTEXTS - 2)
#define OS_CPU_FRAME_SIZE  128 /* bytes on the stack for the registers of a task that shares a bank */

/*
 * True if a switch must call OSTaskSwHook(), because the hook may do something. Some trees do not define OS_TRACE_EN,
 * which then counts as 0.
 */
#define OS_CPU_SW_HOOK_USED \
    ((OS_TASK_SW_HOOK_EN > 0) && ((OS_CPU_HOOKS_EN == 0) || (OS_APP_HOOKS_EN > 0) || (OS_TRACE_EN > 0)))
#endif

#ifndef __ASSEMBLER__

#if !defined(__riscv) || (__riscv_xlen != 32) || defined(__riscv_flen) || defined(__riscv_32e)
#error "OS_CPU.H: this port is for RV32I without floating-point registers (-march=rv32i..., -mabi=ilp32)."
#endif

/* ------------------------------------------------- Data types ------------------------------------------------- */

typedef unsigned char  BOOLEAN;
typedef unsigned char  INT8U;
typedef signed char    INT8S;
typedef unsigned short INT16U;
typedef signed short   INT16S;
typedef unsigned int   INT32U;
typedef signed int     INT32S;
typedef float          FP32;
typedef double         FP64;

typedef unsigned int   OS_STK;    /* entry of a stack                                      */
typedef unsigned int   OS_CPU_SR; /* mstatus, saved by OS_ENTER_CRITICAL()                 */

#define OS_STK_GROWTH 1u          /* stacks grow downwards                                 */
#define OS_STK_ALIGN  16u         /* bytes, as the RISC-V calling convention requires for sp */

/* ---------------------------------------------- Critical sections --------------------------------------------- */

#define OS_CRITICAL_METHOD 3u

#if OS_CPU_GUEST
#include <os_cpu_guest.h>         /* critical sections, nesting, sleep, cycle counter in user mode */
#else
#define OS_CPU_MSTATUS_MIE 8u

/* Save and restore are one instruction each. Restoring sets only bits that were set before, so sections may nest. */
static inline __attribute__((always_inline)) OS_CPU_SR OS_CPU_SR_Save(void)
{
    OS_CPU_SR sr;

    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(sr) : : "memory");
    return sr;
}

static inline __attribute__((always_inline)) void OS_CPU_SR_Restore(OS_CPU_SR sr)
{
    __asm__ volatile("csrs mstatus, %0" : : "r"(sr) : "memory");
}

static inline __attribute__((always_inline)) INT32U OS_CPU_IntIsOn(void)
{
    INT32U status;

    __asm__ volatile("csrr %0, mstatus" : "=r"(status) : : "memory");
    return status & OS_CPU_MSTATUS_MIE;
}
#endif

/* For debugging: end the run if a critical section enables interrupts (OS_CPU_SectionBroken()). */
#ifndef OS_CPU_SECTION_CHECK_EN
#define OS_CPU_SECTION_CHECK_EN 0
#endif

void OS_CPU_SectionBroken(void) __attribute__((noreturn, cold)); /* defined by the board support */

static inline __attribute__((always_inline)) void OS_CPU_SectionCheck(void)
{
    if ((OS_CPU_SECTION_CHECK_EN > 0) && (OS_CPU_IntIsOn() != 0u)) {
        OS_CPU_SectionBroken();
    }
}

#define OS_ENTER_CRITICAL() do { cpu_sr = OS_CPU_SR_Save(); } while (0)
#define OS_EXIT_CRITICAL()  do { OS_CPU_SectionCheck(); OS_CPU_SR_Restore(cpu_sr); } while (0)

/*
 * With vectors, handlers have their own thread-local variables, and the nesting is the first one, at tp. A handler
 * finds a count of at least 1 there, so the core can call it without code of the port. The second byte counts locks,
 * and only the one of tasks is used.
 */
#if OS_CPU_VECTORS
#define OS_CPU_INT_NESTING (*(INT8U *)__builtin_thread_pointer())
#define OS_CPU_NESTING     (*(volatile INT16U *)__builtin_thread_pointer())
#endif

/* ------------------------------------------------ Task switching ---------------------------------------------- */

#if OS_CPU_CONTEXTS > 0
#ifdef OS_TCB_BANK
#define OS_CPU_BANK(ptcb) ((ptcb)->OSTCBBank)
#else
#define OS_CPU_BANK(ptcb) (*(INT32U const *)(ptcb)->OSTCBStkPtr)
#endif

/*
 * Switch to a bank with one instruction. The task's registers stay in its bank, so the compiler loses no value.
 * When the task runs again, interrupts are enabled if they were enabled before the switch or in `sr`, a value from
 * OS_ENTER_CRITICAL(). If `sr` is 0, their state does not change.
 */
#define OS_CPU_BANK_GO(bank, sr) \
    __asm__ volatile(".insn r 0x0b, 4, 24, x0, %0, %z1" : : "r"(bank), "rJ"(sr) : "memory")

#if OS_CPU_BANKS_SHARED
void OS_CPU_ShareSwitch(void);
#define OS_CPU_BANK_SWITCH(bank, sr) \
    do { \
        if ((bank) == OS_CPU_BANK_SHARED) { \
            OS_CPU_ShareSwitch(); \
            OS_CPU_SR_Restore(sr); \
        } else { \
            OS_CPU_BANK_GO(bank, sr); \
        } \
    } while (0)
#else
#define OS_CPU_BANK_SWITCH(bank, sr) OS_CPU_BANK_GO(bank, sr)
#endif

#if OS_CPU_SELF_SWITCH
/*
 * Set the bank of the task with this priority, so that the core may switch to it by itself. OS_CPU_BANK_NONE: there is
 * no such task. The core does not switch to a task that shares its bank. Interrupts must be disabled.
 */
#define OS_CPU_BANK_NONE 0xFFFFFFFFu
void OS_CPU_BankMap(INT32U prio, INT32U bank);

/*
 * OS_CPU_BANK_SWITCH(), after which the core may resume this task by itself. The program then continues after the macro
 * with interrupts disabled. If software resumes the task, the program continues at the label.
 */
#define OS_CPU_BANK_GO_FROM(bank, sr, label) \
    __asm__ goto(".insn r 0x0b, 4, 24, x0, %0, %1\n\tj %l2" \
                 : : "r"(bank), "r"((sr) | CI_STATUS_SELF_SWITCH) : "memory" : label)
#if OS_CPU_BANKS_SHARED
#define OS_CPU_BANK_SWITCH_FROM(bank, sr, label) \
    do { \
        if ((bank) == OS_CPU_BANK_SHARED) { \
            OS_CPU_ShareSwitch(); \
            OS_CPU_SR_Restore(sr); \
            goto label; \
        } \
        OS_CPU_BANK_GO_FROM(bank, sr, label); \
    } while (0)
#else
#define OS_CPU_BANK_SWITCH_FROM(bank, sr, label) OS_CPU_BANK_GO_FROM(bank, sr, label)
#endif
#endif

/* Load the address of a table while the unit computes `value`. */
#define OS_CPU_TABLE(ptbl, table, value) __asm__ volatile("la %0, " #table : "=r"(ptbl) : "r"(value))

/*
 * Call OSTaskSwHook() in the middle of a function that keeps its values in a4 to a7. Such a function needs no stack
 * frame, which could miss the cache when the task runs again. Interrupts must be disabled. The macro sets ptcb and prio
 * from OSTCBHighRdy and OSPrioHighRdy. Otherwise, the compiler would keep the addresses of both variables in registers.
 */
#define OS_CPU_SW_HOOK_WITHIN(ptcb, prio, sr) \
    do { \
        register OS_TCB *tcb_ __asm__("a0"); \
        register INT8U prio_ __asm__("a1"); \
        register OS_CPU_SR sr_ __asm__("a7") = (sr); /* otherwise the compiler takes s0 and needs a frame */ \
        __asm__ volatile("call t0, OS_CPU_SwHook" : "=r"(tcb_), "=r"(prio_), "+r"(sr_) : : "memory", "t0", "t1", \
                         "t2", "t3", "t4", "t5", "t6", "a2", "a3"); \
        (ptcb) = tcb_; \
        (prio) = prio_; \
        (sr) = sr_; \
    } while (0)

#if OS_CPU_SW_HOOK_USED
#define OS_CPU_SW_HOOK() OSTaskSwHook()
#else
#define OS_CPU_SW_HOOK()
#endif

#define OS_TASK_SW() \
    do { \
        OS_CPU_SW_HOOK(); \
        OSTCBCur = OSTCBHighRdy; \
        OSPrioCur = OSPrioHighRdy; \
        OS_CPU_BANK_SWITCH(OS_CPU_BANK(OSTCBCur), 0u); \
    } while (0)

/*
 * Free the bank of the task with this stack, which will not run again. Our kernel uses this macro. In other kernels,
 * OSTaskDelHook() uses it.
 */
#define OS_CPU_TASK_BANK_FREE(ptos) OS_CPU_BankFree(ptos)
void OS_CPU_BankFree(OS_STK *ptos);

/*
 * Report a core without OS_CPU_CONTEXTS register banks. The board support defines this function, which does not return.
 * The arguments are the core's information words, or 0 if the core has none.
 */
void OS_CPU_BanksRefused(INT32U info, INT32U second);
#else
#define OS_TASK_SW() OSCtxSw()
#endif

void OSCtxSw(void);        /* from a task, interrupts disabled: returns, still disabled, when the task runs again   */
void OSIntCtxSw(void);     /* from OSIntExit(): request a switch at the exit of the outermost trap                  */
void OSStartHighRdy(void); /* does not return                                                                       */

/* -------------------------------------------------- Interrupts ------------------------------------------------ */

#define OS_CPU_INT_LINES    32u                      /* numbers 0..31: lines of the interrupt array                */
#define OS_CPU_INT_SOFTWARE (OS_CPU_INT_LINES + 3u)  /* the core's own interrupts: 32 + machine interrupt cause    */
#define OS_CPU_INT_TIMER    (OS_CPU_INT_LINES + 7u)
#define OS_CPU_INT_NBR      (OS_CPU_INT_LINES + 16u)

typedef void (*OS_CPU_INT_FNCT)(void);

/*
 * Set the handler of a line (0..31) or of OS_CPU_INT_SOFTWARE / OS_CPU_INT_TIMER. A null pointer restores the default
 * handler, which reports an unexpected interrupt. Of several pending lines, the lowest number is served first; lines
 * come before software and timer interrupts. The handler runs with interrupts disabled and must acknowledge its source.
 * BSP_IntEnable() enables the line. Numbers out of range are ignored.
 */
void OS_CPU_IntVectSet(INT32U line, OS_CPU_INT_FNCT handler);

/*
 * Let the trap entry process a tick without the line's handler. If `line` is the only pending line, the trap entry
 * writes `value` to the word at `ack`, which acknowledges the interrupt, and does the work of OSTimeTick(). The line
 * still needs its handler for all other cases. OS_CPU_IntVectSet() for the line undoes this call. The function has an
 * effect only with OS_CPU_TICK_FAST. While no line is set, the 32 lines must not all be pending at once, because the
 * trap entry would process a tick. With a time base, OS_CPU_TickStart() replaces this function.
 */
void OS_CPU_TickFastSet(INT32U line, volatile void *ack, INT32U value);

#if OS_ACCEL_TICKLESS_EN > 0
/* Start periodic ticks. `line` interrupts if a tick needs software; the caller must enable the line. */
void OS_CPU_TickStart(INT32U line, INT32U cycles);

/* Return whether the application has a tick hook, so that software must process each tick. */
BOOLEAN OS_CPU_TickHookIs(void);
#endif

/* Install the trap entry and enable the external interrupt. OSInit() calls it; start-up code may call it earlier. */
void OS_CPU_TrapInit(void);

#if !OS_CPU_GUEST
/* Enable interrupts, so that other interrupts can preempt the calling handler. */
static inline __attribute__((always_inline)) void OS_CPU_IntNestEn(void)
{
    __asm__ volatile("csrsi mstatus, 8" : : : "memory");
}

/*
 * Wait until an unmasked interrupt is pending. The idle task calls this function with interrupts disabled, and the
 * handler runs when interrupts are enabled.
 */
static inline __attribute__((always_inline)) void OS_CPU_Sleep(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

/* Return the low half of mcycle. */
static inline __attribute__((always_inline)) INT32U OS_CPU_Cycles(void)
{
    INT32U cycles;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
    return cycles;
}
#endif

/* -------------------------------------------------- Exceptions ------------------------------------------------ */

typedef struct os_cpu_except {
    INT32U Reg[32]; /* x0..x31 at the exception; x3 (gp) is the program's constant, not the value found */
    INT32U PC;      /* mepc                                                                                         */
    INT32U Cause;   /* mcause                                                                                       */
    INT32U Addr;    /* mtval: the address, or the illegal instruction                                               */
    INT32U Status;  /* mstatus                                                                                      */
} OS_CPU_EXCEPT;

/*
 * The board support defines these functions. The first two run on a separate stack with interrupts disabled, so they
 * work in any state of sp and of the interrupt stack.
 *   OS_CPU_ExceptHandler()   a synchronous exception. If it returns, the program continues at p_except->PC with the
 *                            registers of the record (all but gp), which the handler may have changed.
 *   OS_CPU_ExceptFatal()     an exception inside OS_CPU_ExceptHandler(): end the run without relying on any state.
 *   OS_CPU_IntUnexpected()   an interrupt without a handler; called like a handler.
 */
void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except);
void OS_CPU_ExceptFatal(void);
void OS_CPU_IntUnexpected(INT32U line);

/* Bounds of the trap code: a PC between them means a fault while saving or restoring a task's registers. */
extern const char OS_CPU_TrapEntry[];
extern const char OS_CPU_TrapEnd[];

/* ------------------------------------------------- Accelerator ------------------------------------------------ */

/*
 * Return the core's information word (ci_opcodes.h), or 0 if the core does not have the instruction. LiteX's stock core
 * with a CFU executes the instructions only while bit 31 of its interrupt mask is set; this function detects this and
 * sets the bit.
 */
INT32U OS_CPU_AccelInfo(void);

/*
 * OS_CPU_AccelInfo() sets this value, which is 0 or bit 31: bits of the CSR OS_CPU_CSR_IRQ_MASK that belong to no
 * interrupt and must stay set. Code that writes the whole mask must add them (sw/bsp/bsp.c, and irq.h for LiteX's
 * functions). Otherwise, the next instruction of the units traps as illegal.
 */
#define OS_CPU_INT_MASK_KEPT ((INT32U)OS_CPU_IntMaskBit31 << 31u)

extern INT8U OS_CPU_IntMaskBit31;

/*
 * Report a core that does not match the kernel. The board support defines this function, which does not return.
 *   info      the core's information word
 *   version   required version of the instruction set
 *   units     required units, encoded as CI_INFO_UNITS(info)
 *   tasks     required number of tasks
 *   width     required bits of a delay counter; 0 if no delays are needed
 */
void OS_CPU_AccelRefused(INT32U info, INT32U version, INT32U units, INT32U tasks, INT32U width);

#endif /* __ASSEMBLER__ */

#endif
