/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hardware threads: the functions of os_hw.h. An application compiles only this file. The included files make the calls
 * of a thread, and start and serve its circuit.
 */
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include <stdio.h>
#include "bsp.h"
#include "os_hw.h"
#include <os_accel.h>

#define HW_LIKELY(condition) __builtin_expect((condition), 1)
#define HW_UNUSED           __attribute__((unused))

#if (OS_SEM_EN == 0u) || (OS_SEM_DEL_EN == 0u) || (OS_TASK_DEL_EN == 0u) || (OS_TASK_SUSPEND_EN == 0u) || \
    (OS_TASK_CREATE_EXT_EN == 0u)
#error "hardware threads need OS_SEM_EN, OS_SEM_DEL_EN, OS_TASK_DEL_EN, OS_TASK_SUSPEND_EN and OS_TASK_CREATE_EXT_EN"
#endif

typedef struct {
    const OS_HW_THREAD *Thread;  /* 0: the slot is empty                           */
    volatile INT32U    *Regs;    /* registers of the circuit; 0: the model runs    */
    OS_TCB             *Tcb;     /* of the delegate; 0: the model runs, or the delegate has not started */
    volatile INT32U     Call;    /* pending work of the delegate, encoded as OS_HW_ALL_CALL; or 0 */
    void *volatile      WaitObj; /* resource of the call in progress, which may block */
    volatile BOOLEAN    Answered; /* the handler has already answered the delegate's call */
    INT32U              Count;
    INT32U              Refused;
} OS_HW;

static OS_HW     OSHwTbl[OS_HW_SLOTS_MAX];
static OS_HW    *p_OSHwEnd = OSHwTbl; /* after the last slot that ever had a thread */
static OS_HW_CMD OSHwCmdTbl[OS_HW_CMD_MAX - OS_HW_CMD_APP];

/* ---------------------------------------------- Registers of the slots ------------------------------------------ */

#ifdef HARDWARE_THREADS_BASE
static volatile INT32U *OS_HwRegs(INT8U page)
{
    return (volatile INT32U *)HARDWARE_THREADS_BASE + page * (OS_HW_PAGE_BYTES / 4u);
}

#define HW_INFO() OS_HwRegs(OS_HW_SLOTS_MAX)[OS_HW_ALL_INFO]
#else
#define HW_INFO() 0u /* the SoC has no slots */
#endif

INT8U OSHwSlots(void)
{
    const INT32U info = HW_INFO();

    return (((info >> OS_HW_ALL_INFO_VERSION_LOW) & (OS_HW_ALL_INFO_VERSION >> OS_HW_ALL_INFO_VERSION_LOW)) ==
            OS_HW_VERSION) ? (INT8U)info : 0u;
}

INT8U OSHwSlotsDirect(void)
{
    return (OSHwSlots() > 0u) ? (INT8U)(HW_INFO() >> OS_HW_ALL_INFO_DIRECT_LOW) : 0u;
}

/* ----------------------------------------------- Calls and circuits --------------------------------------------- */

#include "os_hw_commands.h"
#include "os_hw_calls.h"
#ifdef HARDWARE_THREADS_BASE
#include "os_hw_delegate.h"
#include "os_hw_handler.h"
#include "os_hw_direct.h"
#include "os_hw_circuit.h"
#else /* the SoC has no slots, so each thread runs as its model */
#define OS_HwStart(slot, p_thread) OS_ERR_HW_SLOT
#define OS_HwReset(slot)           ((void)(slot))
#define OS_HwHold(slot, held)      ((void)(slot))
#endif

/* ---------------------------------------------- Calls of software ---------------------------------------------- */

INT8U OSHwTaskCreate(INT8U slot, const OS_HW_THREAD *p_thread)
{
    OS_CPU_SR cpu_sr = 0u;
    INT8U     err;

    if (slot >= OS_HW_SLOTS_MAX) {
        return OS_ERR_HW_SLOT;
    }
    if ((((INT32U)p_thread->Mem | p_thread->MemSize) & 3u) != 0u) {
        return OS_ERR_HW_MEM;
    }
    OS_ENTER_CRITICAL();
    if (OSHwTbl[slot].Thread != (const OS_HW_THREAD *)0) {
        OS_EXIT_CRITICAL();
        return OS_ERR_HW_SLOT;
    }
    OSHwTbl[slot] = (OS_HW){.Thread = p_thread};
    p_OSHwEnd     = (p_OSHwEnd <= &OSHwTbl[slot]) ? &OSHwTbl[slot + 1u] : p_OSHwEnd;
    OS_EXIT_CRITICAL();

    if (OSHwIsCircuit(slot)) {
        err = OS_HwStart(slot, p_thread);
    } else {
        err = OSTaskCreateExt(p_thread->Task, p_thread->Arg, &p_thread->StkBase[p_thread->StkSize - 1u],
                              p_thread->Prio, p_thread->Prio, p_thread->StkBase, p_thread->StkSize, &OSHwTbl[slot],
                              OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);
    }
    if (err != OS_ERR_NONE) {
        OSHwTbl[slot].Thread = (const OS_HW_THREAD *)0;
    }
    return err;
}

/* Return the thread of a slot, or 0 if the slot is empty. */
static const OS_HW_THREAD *OS_HwThread(INT8U slot)
{
    return (slot < OS_HW_SLOTS_MAX) ? OSHwTbl[slot].Thread : (const OS_HW_THREAD *)0;
}

/* Empty a slot. Reset its circuit first, so that the circuit makes no more calls. */
static void OS_HwStop(INT8U slot)
{
    OS_HwReset(slot);
    OSHwTbl[slot].WaitObj = (void *)0; /* no post may answer the ended thread */
    OSHwTbl[slot].Thread  = (const OS_HW_THREAD *)0;
}

INT8U OSHwTaskDel(INT8U slot)
{
    const OS_HW_THREAD *p_thread = OS_HwThread(slot);
    INT8U               err;

    if (p_thread == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    if (OSTCBCur->OSTCBExtPtr == &OSHwTbl[slot]) { /* a thread that ends itself does not return from OSTaskDel() */
        OS_HwStop(slot);
        return OSTaskDel(OS_PRIO_SELF);
    }
    err = OSTaskDel(p_thread->Prio);
    if (err == OS_ERR_NONE) {
        OS_HwStop(slot);
    }
    return err;
}

INT8U OSHwTaskSuspend(INT8U slot)
{
    const OS_HW_THREAD *p_thread = OS_HwThread(slot);

    if (p_thread == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    OS_HwHold(slot, OS_HW_REG_CONTROL_HELD);
    return OSTaskSuspend(p_thread->Prio);
}

INT8U OSHwTaskResume(INT8U slot)
{
    const OS_HW_THREAD *p_thread = OS_HwThread(slot);
    INT8U               err;

    if (p_thread == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    err = OSTaskResume(p_thread->Prio);
    if (err == OS_ERR_NONE) {
        OS_HwHold(slot, 0u);
    }
    return err;
}

INT8U OSHwTaskStat(INT8U slot, INT32U *p_calls, INT32U *p_refused)
{
    if (OS_HwThread(slot) == (const OS_HW_THREAD *)0) {
        return OS_ERR_HW_SLOT;
    }
    *p_calls   = OSHwTbl[slot].Count;
    *p_refused = OSHwTbl[slot].Refused;
    return OS_ERR_NONE;
}

/* Read a register: the bus keeps the order of accesses, so this read completes after all earlier stores. */
void OSHwFence(void)
{
    (void)HW_INFO();
}

INT8U OSHwCmdSet(INT8U command, OS_HW_CMD fnct)
{
    if ((command < OS_HW_CMD_APP) || (command >= OS_HW_CMD_MAX)) {
        return OS_ERR_HW_CMD;
    }
    OSHwCmdTbl[command - OS_HW_CMD_APP] = fnct;
    return OS_ERR_NONE;
}

__attribute__((weak)) void OSHwFaultHook(INT8U slot, INT32U address)
{
    (void)slot;
    (void)address;
}
