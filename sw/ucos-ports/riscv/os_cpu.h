/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uC/OS-II port: RV32 in machine mode, GCC (made for VexRiscv under LiteX; fits V2.93 trees).
 *
 * What this port does:
 *   - Interrupts run on a stack of their own: the one on which OSStart() was called, from its depth there downwards.
 *   - The trap entry counts OSIntNesting and calls OSIntExit(); a handler needs neither OSIntEnter() nor OSIntExit().
 *   - A handler may set mstatus.MIE to let other interrupts nest (OS_CPU_IntNestEn()). Mask or acknowledge your own
 *     line first. The trap exit switches interrupts off again by itself.
 *   - A task switch from task level is a plain call that keeps what a call keeps (64 bytes of the task's stack); a
 *     switch at the end of an interrupt keeps every register (128 bytes).
 *   - gp is a constant of the whole program and the trap entry sets it anew; tp is never touched. Both are therefore
 *     common to all tasks.
 */

#ifndef OS_CPU_H
#define OS_CPU_H

#include <ci_opcodes.h>

/* CSRs of VexRiscv's interrupt array: 32 lines behind the machine external interrupt. */
#ifndef OS_CPU_CSR_IRQ_MASK
#define OS_CPU_CSR_IRQ_MASK CI_CSR_IRQ_MASK
#endif
#ifndef OS_CPU_CSR_IRQ_PENDING
#define OS_CPU_CSR_IRQ_PENDING CI_CSR_IRQ_PENDING
#endif

/* In user mode, below a monitor: the port ../guest says so, which takes the most of this one. */
#ifndef OS_CPU_GUEST
#define OS_CPU_GUEST 0
#endif

/*
 * Multiplied by a power of two 2^n, the upper 5 bits differ for each n (a de Bruijn sequence): from the lowest pending
 * line to its entry in the vector table, on a core without a count-zeros instruction.
 */
#define OS_CPU_INT_DE_BRUIJN 0x077CB531

/* The time unit has the ticks by itself, and an interrupt for what software has to do about one (docs/tickless.md). */
#ifndef OS_ACCEL_TICKLESS_EN
#define OS_ACCEL_TICKLESS_EN 0
#endif

/*
 * With ready list and delays in hardware a tick that finds nobody due needs no function call: the trap entry then does
 * it by itself. Not where the tick is to call a hook, can be stepped or is traced; nor where OSTimeTick() has been made
 * to do more, which is for who did so to say (-DOS_CPU_TICK_FAST=0).
 * With a time base it goes to a more urgent task by itself, and what else there is to do is OSTickLine()'s.
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
 * The core has so many banks of registers (metro's --contexts), and tasks are in them; 0: they are all in one. The last
 * bank is the handlers', so there can be one task less.
 */
#ifndef OS_CPU_CONTEXTS
#define OS_CPU_CONTEXTS 0
#endif

/* A kernel may have room for a task's bank in its TCB, at this offset. Else it is where OSTCBStkPtr points. */
#if OS_CPU_CONTEXTS > 0
#if __has_include(<os_tcb_bank.h>)
#include <os_tcb_bank.h>
#endif
#endif

/*
 * Tasks for which there is no bank left share one: their registers are saved and loaded when one of them runs after
 * another. It is set aside where there may be such tasks; also for another kernel, whose creations can fail after the
 * task's bank was chosen, and whose deletions the application's own hooks may hide.
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
#define OS_CPU_FRAME_SIZE  128 /* bytes of stack for the registers of a task that shares */

/* OSTaskSwHook() is called where somebody has given it something to do. A tree may know of no OS_TRACE_EN. */
#define OS_CPU_SW_HOOK_IS \
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

typedef unsigned int   OS_STK;    /* an entry of a stack                                   */
typedef unsigned int   OS_CPU_SR; /* mstatus, as OS_ENTER_CRITICAL() found it              */

#define OS_STK_GROWTH 1u          /* stacks grow downwards                                 */
#define OS_STK_ALIGN  16u         /* bytes, as the RISC-V calling convention asks of sp    */

/* ---------------------------------------------- Critical sections --------------------------------------------- */

#define OS_CRITICAL_METHOD 3u

#if OS_CPU_GUEST
#include <os_cpu_guest.h>         /* what is another in user mode: this, nesting, sleep, the cycle counter */
#else
#define OS_CPU_MSTATUS_MIE 8u

/* One instruction each. The exit can only set bits that were set before, so nesting costs nothing. */
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

/* For debugging: a critical section in which something has enabled interrupts ends the run (OS_CPU_SectionBroken()). */
#ifndef OS_CPU_SECTION_CHECK_EN
#define OS_CPU_SECTION_CHECK_EN 0
#endif

void OS_CPU_SectionBroken(void) __attribute__((noreturn, cold)); /* given by the board support */

static inline __attribute__((always_inline)) void OS_CPU_SectionCheck(void)
{
    if ((OS_CPU_SECTION_CHECK_EN > 0) && (OS_CPU_IntIsOn() != 0u)) {
        OS_CPU_SectionBroken();
    }
}

#define OS_ENTER_CRITICAL() do { cpu_sr = OS_CPU_SR_Save(); } while (0)
#define OS_EXIT_CRITICAL()  do { OS_CPU_SectionCheck(); OS_CPU_SR_Restore(cpu_sr); } while (0)

/* ------------------------------------------------ Task switching ---------------------------------------------- */

#if OS_CPU_CONTEXTS > 0
#ifdef OS_TCB_BANK
#define OS_CPU_BANK(ptcb) ((ptcb)->OSTCBBank)
#else
#define OS_CPU_BANK(ptcb) (*(INT32U const *)(ptcb)->OSTCBStkPtr)
#endif

/*
 * One instruction: all that the compiler holds in registers is still there when the task runs again. With interrupts
 * as they are, or on if they were so when OS_ENTER_CRITICAL() gave `sr`; 0: as they are.
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

/* Where a table is, found out after `value` has been asked for, which takes a while. */
#define OS_CPU_TABLE(ptbl, table, value) __asm__ volatile("la %0, " #table : "=r"(ptbl) : "r"(value))

/*
 * OSTaskSwHook() in the middle of a function that keeps its values in a4 to a7: so the function needs no frame, which
 * would no longer be in the cache when its task runs again. With interrupts off. Gives OSTCBHighRdy and OSPrioHighRdy,
 * which the compiler would keep the addresses of.
 */
#define OS_CPU_SW_HOOK_WITHIN(ptcb, prio, sr) \
    do { \
        register OS_TCB *its_ __asm__("a0"); \
        register INT8U prio_ __asm__("a1"); \
        register OS_CPU_SR sr_ __asm__("a7") = (sr); /* the compiler by itself takes s0, and a frame for that */ \
        __asm__ volatile("call t0, OS_CPU_SwHook" : "=r"(its_), "=r"(prio_), "+r"(sr_) : : "memory", "t0", "t1", \
                         "t2", "t3", "t4", "t5", "t6", "a2", "a3"); \
        (ptcb) = its_; \
        (prio) = prio_; \
        (sr) = sr_; \
    } while (0)

#if OS_CPU_SW_HOOK_IS
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

/* The task that has this stack will not run again: its bank is free. Our kernel says so; elsewhere OSTaskDelHook(). */
#define OS_CPU_TASK_GONE(ptos) OS_CPU_BankFree(ptos)
void OS_CPU_BankFree(OS_STK *ptos);

/* Given by the board support: the core's information words, 0 where it has none. It does not return. */
void OS_CPU_BanksRefused(INT32U info, INT32U second);
#else
#define OS_TASK_SW() OSCtxSw()
#endif

void OSCtxSw(void);        /* from a task, interrupts off: returns when the task runs again, interrupts still off   */
void OSIntCtxSw(void);     /* from OSIntExit(): the exit of the outermost trap is to switch                         */
void OSStartHighRdy(void); /* does not return                                                                       */

/* -------------------------------------------------- Interrupts ------------------------------------------------ */

#define OS_CPU_INT_LINES    32u                      /* numbers 0..31: the lines of the interrupt array            */
#define OS_CPU_INT_SOFTWARE (OS_CPU_INT_LINES + 3u)  /* the core's own: 32 + machine interrupt cause               */
#define OS_CPU_INT_TIMER    (OS_CPU_INT_LINES + 7u)
#define OS_CPU_INT_NBR      (OS_CPU_INT_LINES + 16u)

typedef void (*OS_CPU_INT_FNCT)(void);

/*
 * Sets the handler of a line (0..31) or of OS_CPU_INT_SOFTWARE / OS_CPU_INT_TIMER; a null pointer puts the default
 * handler back, which reports the line as unexpected. Of several pending lines the lowest number is served first, and
 * lines before software and timer interrupts. The handler runs with interrupts off and has to acknowledge its source.
 * The line itself is enabled elsewhere (BSP_IntEnable()). Numbers out of range are ignored.
 */
void OS_CPU_IntVectSet(INT32U line, OS_CPU_INT_FNCT handler);

/*
 * Tells the trap entry about the tick, so that it can do without the line's handler: when `line` alone is pending,
 * `value` goes to the word at `ack`, which acknowledges the interrupt, and OSTimeTick's work is done. The handler has
 * to stand in the vector table all the same. OS_CPU_IntVectSet() of the line ends it. Does nothing unless
 * OS_CPU_TICK_FAST; with that, and until it is called, all 32 lines must not be pending at once.
 * With a time base it does nothing, either: there OS_CPU_TickStart() tells the trap entry.
 */
void OS_CPU_TickFastSet(INT32U line, volatile void *ack, INT32U value);

#if OS_ACCEL_TICKLESS_EN > 0
/* A tick every so many cycles, with this line for what software has to do about one. The line is enabled elsewhere. */
void OS_CPU_TickStart(INT32U line, INT32U cycles);

/* Has the application given the tick something to do? Then software has to be there at each. */
BOOLEAN OS_CPU_TickHookIs(void);
#endif

/* Installs the trap entry and lets unmasked lines through. OSInit() calls it; a start-up may have done so earlier. */
void OS_CPU_TrapInit(void);

#if !OS_CPU_GUEST
/* Lets other interrupts into the handler that calls it. */
static inline __attribute__((always_inline)) void OS_CPU_IntNestEn(void)
{
    __asm__ volatile("csrsi mstatus, 8" : : : "memory");
}

/* For the idle task, with interrupts off: waits for one that is enabled, and that comes when they are on again. */
static inline __attribute__((always_inline)) void OS_CPU_Sleep(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

/* Lower half of mcycle. */
static inline __attribute__((always_inline)) INT32U OS_CPU_Cycles(void)
{
    INT32U cycles;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
    return cycles;
}
#endif

/* -------------------------------------------------- Exceptions ------------------------------------------------ */

typedef struct os_cpu_except {
    INT32U Reg[32]; /* x0..x31 where the exception happened; x3 (gp) is the program's constant, not the found value */
    INT32U PC;      /* mepc                                                                                         */
    INT32U Cause;   /* mcause                                                                                       */
    INT32U Addr;    /* mtval: the address, or the instruction where it is illegal                                   */
    INT32U Status;  /* mstatus                                                                                      */
} OS_CPU_EXCEPT;

/*
 * The three below are given by the board support. They run on a stack of their own with interrupts off, so they work
 * whatever state sp or the interrupt stack is in.
 *   OS_CPU_ExceptHandler()   a synchronous exception. If it returns, the program goes on at p_except->PC with the
 *                            registers as they are in the record by then (all but gp).
 *   OS_CPU_ExceptFatal()     an exception inside OS_CPU_ExceptHandler(): end the run, and trust nothing.
 *   OS_CPU_IntUnexpected()   an interrupt without a handler; runs where a handler would.
 */
void OS_CPU_ExceptHandler(OS_CPU_EXCEPT *p_except);
void OS_CPU_ExceptFatal(void);
void OS_CPU_IntUnexpected(INT32U line);

/* Bounds of the trap code: a PC between them means that saving or restoring a task's registers faulted. */
extern const char OS_CPU_TrapEntry[];
extern const char OS_CPU_TrapEnd[];

/* ------------------------------------------------- Accelerator ------------------------------------------------ */

/*
 * The core's information word (ci_opcodes.h), or 0 where the core knows no such instruction. LiteX's stock core with a
 * CFU knows them only while bit 31 of its interrupt mask is set; this function finds that out and sets it.
 */
INT32U OS_CPU_AccelInfo(void);

/*
 * What OS_CPU_AccelInfo() found: bits of the CSR OS_CPU_CSR_IRQ_MASK that are no interrupt's and have to stay set, 0 or
 * bit 31. Who writes the mask as a whole adds them (sw/bsp/bsp.c, and irq.h for LiteX's own functions); otherwise the
 * next instruction of the units traps as an illegal one.
 */
#define OS_CPU_INT_MASK_KEPT ((INT32U)OS_CPU_IntMaskBit31 << 31u)

extern INT8U OS_CPU_IntMaskBit31;

/*
 * Given by the board support: the core cannot do what the kernel was built for. Says so, naming both sides, and does
 * not return.
 *   info      the core's information word
 *   version   of the instruction set that the kernel uses
 *   units     that it uses, as CI_INFO_UNITS(info) has them
 *   tasks     that it needs
 *   width     bits of a delay counter that it needs; 0: it needs none
 */
void OS_CPU_AccelRefused(INT32U info, INT32U version, INT32U units, INT32U tasks, INT32U width);

#endif /* __ASSEMBLER__ */

#endif
