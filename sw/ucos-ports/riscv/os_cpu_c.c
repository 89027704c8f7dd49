/* SPDX-License-Identifier: Apache-2.0 */
/* uC/OS-II port for RV32: hooks, the first stack frame of a task, the vector table of interrupts. */

#include <ucos_ii.h>
#if OS_CPU_VECTORS
#include <ci_vectors.h>
#endif

/* --------------------------------------------- Interrupt vector table ----------------------------------------- */

#define OS_CPU_STR_(x) #x
#define OS_CPU_STR(x)  OS_CPU_STR_(x)

/* Place of a line in OS_CPU_IntVect. */
#define OS_CPU_INT_PLACE(line) (((INT32U)OS_CPU_INT_DE_BRUIJN << (line)) >> 27u)

static void OS_CPU_IntDefault(void);
static void OS_CPU_IntSpurious(void);

/* OS_CPU_IntVect has the 32 lines in the order of the de Bruijn sequence, then the core's own interrupts by cause. */
#define OS_CPU_INT_EXTERNAL  (OS_CPU_INT_LINES + 11u)

OS_CPU_INT_FNCT OS_CPU_IntVect[OS_CPU_INT_NBR] = {
    [0u ... OS_CPU_INT_EXTERNAL - 1u] = OS_CPU_IntDefault,
    [OS_CPU_INT_EXTERNAL] = OS_CPU_IntSpurious,
    [OS_CPU_INT_EXTERNAL + 1u ... OS_CPU_INT_NBR - 1u] = OS_CPU_IntDefault,
};

#if OS_CPU_TICK_FAST
INT32U OS_CPU_TickLines = 0xFFFFFFFFu; /* pending lines with which the trap entry processes a tick; all ones: none */
#if OS_ACCEL_TICKLESS_EN == 0
volatile void *OS_CPU_TickAck;
INT32U OS_CPU_TickAckValue;
#endif
#if OS_CPU_CONTEXTS > 0
void OS_CPU_TickFastCopy(void);
#endif
#if OS_CPU_VECTORS
extern const char OS_CPU_Tick[]; /* the trap entry's code for a tick */
#endif
#endif

#if OS_CPU_VECTORS
/* With a trace, the trap entry reports the interrupt before it calls the handler. */
#define OS_CPU_VECTOR(address) ((OS_TRACE_EN > 0u) ? (const void *)OS_CPU_TrapEntry : (const void *)(address))

/* Set the vector of a line. The first call sets all lines. */
static void OS_CPU_VectorSet(INT32U line, const void *address)
{
    static BOOLEAN is_filled;
    INT32U         each;
    OS_CPU_SR      cpu_sr;

    for (each = 0u; each < OS_CPU_INT_LINES; each++) {
        if (!is_filled || (each == line)) {
            cpu_sr = OS_CPU_SR_Save();
            ci_vector_set(each, OS_CPU_VECTOR((each == line) ? address : OS_CPU_IntVect[OS_CPU_INT_PLACE(each)]));
            OS_CPU_SR_Restore(cpu_sr);
        }
    }
    is_filled = OS_TRUE;
}
#elif OS_CPU_CONTEXTS > 0
void OS_CPU_LinesForget(void);
#endif

void OS_CPU_TickFastSet(INT32U line, volatile void *ack, INT32U value)
{
#if OS_CPU_TICK_FAST && (OS_ACCEL_TICKLESS_EN == 0)
    OS_CPU_TickAck = ack;
    OS_CPU_TickAckValue = value;
    OS_CPU_TickLines = 1u << line;
#if OS_CPU_CONTEXTS > 0
    OS_CPU_TickFastCopy();
#endif
#if OS_CPU_VECTORS
    OS_CPU_VectorSet(line, OS_CPU_Tick);
#endif
#else
    (void)line;
    (void)ack;
    (void)value;
#endif
}

#if OS_ACCEL_TICKLESS_EN > 0
void OS_CPU_TickStart(INT32U line, INT32U cycles)
{
    OS_CPU_IntVectSet(line, OSTickHandler);
#if OS_CPU_TICK_FAST
    OS_CPU_TickLines = 1u << line;
#if OS_CPU_CONTEXTS > 0
    OS_CPU_TickFastCopy();
#endif
#if OS_CPU_VECTORS
    OS_CPU_VectorSet(line, OS_CPU_Tick + OS_CPU_SELF_SWITCH);
#endif
#endif
    OSTickStart(cycles);
}
#endif

void OS_CPU_IntVectSet(INT32U line, OS_CPU_INT_FNCT handler)
{
    INT32U slot = line;

    if (handler == (OS_CPU_INT_FNCT)0) {
        handler = OS_CPU_IntDefault;
    }
#if OS_CPU_TICK_FAST
    if ((line < OS_CPU_INT_LINES) && (OS_CPU_TickLines == (1u << line))) {
        OS_CPU_TickLines = 0xFFFFFFFFu;
#if OS_CPU_CONTEXTS > 0
        OS_CPU_TickFastCopy();
#endif
    }
#endif
    if (line < OS_CPU_INT_LINES) {
        slot = OS_CPU_INT_PLACE(line);
    }
    if ((slot < OS_CPU_INT_NBR) && (slot != OS_CPU_INT_EXTERNAL)) {
        OS_CPU_IntVect[slot] = handler; /* one store: needs no critical section */
#if OS_CPU_VECTORS
        if (line < OS_CPU_INT_LINES) {
            OS_CPU_VectorSet(line, (const void *)handler);
        }
#elif OS_CPU_CONTEXTS > 0
        {
            OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

            OS_CPU_LinesForget();
            OS_CPU_SR_Restore(cpu_sr);
        }
#endif
    }
}

#if !OS_CPU_GUEST
static void OS_CPU_IntDefault(void)
{
    INT32U pending;
    INT32U cause;

    __asm__ volatile("csrr %0, " OS_CPU_STR(OS_CPU_CSR_IRQ_PENDING) : "=r"(pending));
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (pending != 0u) {
        OS_CPU_IntUnexpected((INT32U)__builtin_ctz(pending));
    } else {
        OS_CPU_IntUnexpected(OS_CPU_INT_LINES + (cause & 15u));
    }
}
#endif

/* Handle an external interrupt without a pending line: the line has become inactive. There is nothing to serve. */
static void OS_CPU_IntSpurious(void)
{
}

#if OS_TRACE_EN > 0u
/* The trap entry counts OSIntNesting, and calls this instead of OSIntEnter(). */
void OS_CPU_TraceIntEnter(void);

void OS_CPU_TraceIntEnter(void)
{
    if (OSRunning == OS_TRUE) {
        OS_TRACE_ISR_ENTER();
    }
}
#endif

/* ---------------------------------------------- A task's first frame ------------------------------------------ */

#if OS_CPU_CONTEXTS == 0
/* Frame of an interrupted task, as os_cpu_a.S saves it, where the offsets have names. */
typedef struct os_cpu_frame {
    INT32U PC;
    INT32U RA;
    INT32U T[7];
    INT32U A[8];
    INT32U S[12];
    INT32U Unused[3];
} OS_CPU_FRAME;

_Static_assert(sizeof(OS_CPU_FRAME) == 128u, "os_cpu_a.S counts on this size");

/*
 * Description: Prepare the stack of a new task as if it had been interrupted at its first instruction.
 * Arguments:   task    the task's function
 *              p_arg   its argument
 *              ptos    the highest entry of its stack
 *              opt     not used
 * Returns:     the new top of the stack.
 * Notes:       sp is a multiple of 16 at the task's entry for any ptos. The task starts with interrupts enabled, and
 *              with 0 in s0 (the frame pointer), which ends a debugger's backtrace. The other registers are undefined.
 */
OS_STK *OSTaskStkInit(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT16U opt)
{
    INT32U        top = (INT32U)(ptos + 1u) & ~(OS_STK_ALIGN - 1u);
    OS_CPU_FRAME *frame = (OS_CPU_FRAME *)top - 1;

    (void)opt;
    frame->PC = (INT32U)task;
    frame->RA = (INT32U)&OS_TaskReturn;
    frame->A[0] = (INT32U)p_arg;
    frame->S[0] = 0u;
    return (OS_STK *)frame;
}
#else
/* OSTCBStkPtr always points to this structure. The stack is below the structure, and the registers are in the bank. */
typedef struct os_cpu_task {
    INT32U  Bank;
    INT32U *Frame; /* for a task that shares its bank: its registers, unless they are in the bank */
    INT32U  Unused[2];
} OS_CPU_TASK;

#define OS_CPU_BANKS (OS_CPU_CONTEXTS - 1u - OS_CPU_BANKS_SHARED) /* banks with one task each */

#if OS_TASK_PROFILE_EN > 0u
/* Export the offset of the switch counter in a TCB, for the trap entry. */
__attribute__((used)) static void OS_CPU_Offsets(void)
{
    __asm__ volatile(".globl OS_CPU_TCBCtxSwCtr\n\t.set OS_CPU_TCBCtxSwCtr, %0"
                     : : "i"(__builtin_offsetof(OS_TCB, OSTCBCtxSwCtr)));
}
#endif

#if OS_CPU_SELF_SWITCH
void OS_CPU_BankMap(INT32U prio, INT32U bank)
{
    static BOOLEAN is_cleared;
    INT32U         each;

    for (each = 0u; each <= OS_LOWEST_PRIO; each++) {
        if (!is_cleared || (each == prio)) {
            ci_vector_task_set(each, bank, (each == prio) && (bank < OS_CPU_BANKS));
        }
    }
    is_cleared = OS_TRUE;
}
#endif

static INT32U OS_CPU_BanksUsed[(OS_CPU_BANKS + 31u) / 32u];

#if OS_CPU_BANKS_SHARED
OS_CPU_TASK *OS_CPU_SharedBy; /* task whose registers are in the shared bank; null: none */
#endif

void OS_CPU_BankInit(INT32U bank, void (*task)(void *p_arg), void *p_arg, OS_CPU_TASK *stack);

/* Allocate a free bank, or return the shared bank if none is free. */
static INT32U OS_CPU_BankAlloc(void)
{
    INT32U bank;
    OS_CPU_SR cpu_sr = OS_CPU_SR_Save();

    for (bank = 0u; bank < OS_CPU_BANKS; bank++) {
        if ((OS_CPU_BanksUsed[bank / 32u] & (1u << (bank % 32u))) == 0u) {
            OS_CPU_BanksUsed[bank / 32u] |= 1u << (bank % 32u);
            break;
        }
    }
    OS_CPU_SR_Restore(cpu_sr);
    return bank;
}

/* Free the bank of a task that will not run again. `ptos` is its stack. Interrupts must be disabled. */
void OS_CPU_BankFree(OS_STK *ptos)
{
    OS_CPU_TASK *task = (OS_CPU_TASK *)ptos;

#if OS_CPU_BANKS_SHARED
    if (task->Bank == OS_CPU_BANK_SHARED) {
        if (OS_CPU_SharedBy == task) {
            OS_CPU_SharedBy = (OS_CPU_TASK *)0;
        }
        return;
    }
#endif
    OS_CPU_BanksUsed[task->Bank / 32u] &= ~(1u << (task->Bank % 32u));
}

#if OS_CPU_BANKS_SHARED
/* Prepare the frame of a new task that shares a bank, as ci_banks.h saves it. */
static void OS_CPU_FrameInit(OS_CPU_TASK *top, void (*task)(void *p_arg), void *p_arg)
{
    INT32U i;
    INT32U *frame = (INT32U *)top - (OS_CPU_FRAME_SIZE / sizeof(INT32U));

    for (i = 0u; i < (OS_CPU_FRAME_SIZE / sizeof(INT32U)); i++) {
        frame[i] = 0u;
    }
    frame[0] = (INT32U)task | 1u; /* interrupts enabled */
    frame[1] = (INT32U)&OS_TaskReturn;
    frame[2] = (INT32U)top;
    __asm__ volatile("mv %0, gp" : "=r"(frame[3]));
    __asm__ volatile("mv %0, tp" : "=r"(frame[4]));
    frame[10] = (INT32U)p_arg;
    top->Frame = frame;
}
#endif

/*
 * Description: Assign a bank to a new task, as if the task had been interrupted at its first instruction.
 * Arguments:   task    the task's function
 *              p_arg   its argument
 *              ptos    the highest entry of its stack
 *              opt     not used
 * Returns:     the top of its stack, which has the number of the bank.
 * Notes:       as for the variant without banks. The registers of the bank's previous task are cleared.
 */
OS_STK *OSTaskStkInit(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT16U opt)
{
    OS_CPU_TASK *top = (OS_CPU_TASK *)((INT32U)(ptos + 1u) & ~(OS_STK_ALIGN - 1u)) - 1;

    (void)opt;
    top->Bank = OS_CPU_BankAlloc();
#if OS_CPU_BANKS_SHARED
    if (top->Bank == OS_CPU_BANK_SHARED) {
        OS_CPU_FrameInit(top, task, p_arg);
        return (OS_STK *)top;
    }
#endif
    OS_CPU_BankInit(top->Bank, task, p_arg, top);
    return (OS_STK *)top;
}
#endif

/* ----------------------------------------------------- Hooks -------------------------------------------------- */

/* With OS_CPU_HOOKS_EN == 0 the application may define the hooks. These weak definitions let it link without them. */
#if OS_CPU_HOOKS_EN > 0u
#define OS_CPU_HOOK
#else
#define OS_CPU_HOOK __attribute__((weak))
#endif

#if (OS_CPU_HOOKS_EN > 0u) && (OS_APP_HOOKS_EN > 0u)
#define OS_CPU_APP_HOOK(call) call
#else
#define OS_CPU_APP_HOOK(call)
#endif

#if (OS_TMR_EN > 0u) && (OS_CPU_HOOKS_EN > 0u) && (OS_TIME_TICK_HOOK_EN > 0u) && (OS_ACCEL_TICKLESS_EN == 0)
static INT16U OSTmrCtr;
/* Ticks per timer tick, at least one. */
#define OS_CPU_TMR_TICKS \
    ((OS_TICKS_PER_SEC > OS_TMR_CFG_TICKS_PER_SEC) ? (OS_TICKS_PER_SEC / OS_TMR_CFG_TICKS_PER_SEC) : 1u)
#define OS_CPU_TMR_EN 1u
#else
#define OS_CPU_TMR_EN 0u
#endif

OS_CPU_HOOK void OSInitHookBegin(void)
{
    OS_CPU_TrapInit();
#if OS_CPU_TMR_EN > 0u
    OSTmrCtr = 0u;
#endif
}

OS_CPU_HOOK void OSInitHookEnd(void)
{
}

OS_CPU_HOOK void OSTaskCreateHook(OS_TCB *ptcb)
{
    (void)ptcb;
    OS_CPU_APP_HOOK(App_TaskCreateHook(ptcb);)
}

OS_CPU_HOOK void OSTaskDelHook(OS_TCB *ptcb)
{
    (void)ptcb;
#if (OS_CPU_CONTEXTS > 0) && !defined(OS_TCB_BANK)
    OS_CPU_TASK_BANK_FREE(ptcb->OSTCBStkPtr);
#endif
    OS_CPU_APP_HOOK(App_TaskDelHook(ptcb);)
}

OS_CPU_HOOK void OSTaskIdleHook(void)
{
#ifdef OS_CPU_IDLE
    OS_CPU_IDLE();
#endif
    OS_CPU_APP_HOOK(App_TaskIdleHook();)
}

OS_CPU_HOOK void OSTaskReturnHook(OS_TCB *ptcb)
{
    (void)ptcb;
    OS_CPU_APP_HOOK(App_TaskReturnHook(ptcb);)
}

OS_CPU_HOOK void OSTaskStatHook(void)
{
    OS_CPU_APP_HOOK(App_TaskStatHook();)
}

OS_CPU_HOOK void OSTCBInitHook(OS_TCB *ptcb)
{
    (void)ptcb;
    OS_CPU_APP_HOOK(App_TCBInitHook(ptcb);)
}

#if OS_TASK_SW_HOOK_EN > 0u
/* Called before each switch from OSTCBCur to OSTCBHighRdy, with interrupts disabled. */
OS_CPU_HOOK void OSTaskSwHook(void)
{
#if OS_TRACE_EN > 0u
    OS_TRACE_TASK_SWITCHED_IN(OSTCBHighRdy);
#endif
    OS_CPU_APP_HOOK(App_TaskSwHook();)
}
#endif

#if OS_ACCEL_TICKLESS_EN > 0
/*
 * With a time base, an application may leave out App_TimeTickHook(). Software then need not process each tick of the
 * time base.
 */
#if (OS_TIME_TICK_HOOK_EN == 0u) || ((OS_CPU_HOOKS_EN > 0u) && (OS_APP_HOOKS_EN == 0u))
#define OS_CPU_TICK_HOOK_IS OS_FALSE
#elif OS_CPU_HOOKS_EN > 0u
#pragma weak App_TimeTickHook
#define OS_CPU_TICK_HOOK_IS ((BOOLEAN)(App_TimeTickHook != 0))
#else
#define OS_CPU_TICK_HOOK_IS OS_TRUE
#endif

BOOLEAN OS_CPU_TickHookIs(void)
{
    return OS_CPU_TICK_HOOK_IS;
}

/* Default for an application that does not define OSAlarmHook(). */
__attribute__((weak)) void OSAlarmHook(INT32U alarms)
{
    (void)alarms;
}
#endif

#if OS_TIME_TICK_HOOK_EN > 0u
OS_CPU_HOOK void OSTimeTickHook(void)
{
#if OS_ACCEL_TICKLESS_EN > 0
    OS_CPU_APP_HOOK(if (OS_CPU_TICK_HOOK_IS) App_TimeTickHook();)
#else
    OS_CPU_APP_HOOK(App_TimeTickHook();)
#endif
#if OS_CPU_TMR_EN > 0u
    OSTmrCtr++;
    if (OSTmrCtr >= OS_CPU_TMR_TICKS) {
        OSTmrCtr = 0u;
        (void)OSTmrSignal();
    }
#endif
}
#endif
