/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hardware threads under uC/OS-II: circuits that are tasks (docs/hardware-threads.md).
 *
 * A circuit is in one of the SoC's slots. A task, the delegate, acts for it: it has the thread's priority and makes the
 * circuit's calls, and the kernel, its queries and a debugger see the delegate. If the SoC has no such slot, the task
 * runs the circuit's model instead, a function in C that makes the same calls.
 */
#ifndef OS_HW_H
#define OS_HW_H

#include <ucos_ii.h>
#include "os_hw_registers.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OS_ERR_HW_SLOT   240u /* no such slot, or it is occupied, or it is empty */
#define OS_ERR_HW_HANDLE 241u /* in an answer: the thread has no such resource, or it is of another kind */
#define OS_ERR_HW_CMD    242u /* in an answer, or from OSHwCmdSet(): no such command */
#define OS_ERR_HW_MEM    243u /* the memory does not begin and end at a word */

/* ---------------------------------------------- Calls of a circuit --------------------------------------------- */

/* The commands of the kit are in os_hw_registers.h. Those from OS_HW_CMD_APP on belong to the application, which sets
 * their functions with OSHwCmdSet(). */
#define OS_HW_CMD_MAX 32u

/* Kinds of resources. A call for a kind that the kernel was built without returns OS_ERR_HW_CMD. */
#define OS_HW_SEM   1u
#define OS_HW_MBOX  2u
#define OS_HW_Q     3u
#define OS_HW_MUTEX 4u
#define OS_HW_FLAG  5u
#define OS_HW_MEM   6u

typedef struct os_hw_res {
    INT8U  Kind;
    INT8U  Opt;  /* for flags: the wait type of OSFlagPend() */
    void **Obj;  /* address of the application's pointer: an OS_EVENT *, OS_FLAG_GRP * or OS_MEM * */
} OS_HW_RES;

/* ---------------------------------------------- Calls of software ---------------------------------------------- */

typedef struct os_hw_thread {
    void           (*Task)(void *p_arg); /* the model                                                      */
    void            *Arg;                /* argument of the model; the circuit reads it at its port `argument` */
    const OS_HW_RES *Res;                /* resources, by handle                                           */
    INT8U            ResNbr;
    INT8U            Prio;               /* of the thread, in hardware or in software                        */
    INT8U            Number;             /* priority at which a circuit waits in direct calls; no task may have it.
                                            0: no direct calls                                             */
    OS_STK          *StkBase;            /* of the delegate or the model                                    */
    INT32U           StkSize;            /* entries                                                        */
    void            *Mem;                /* memory that the circuit's memory port may reach; size in bytes       */
    INT32U           MemSize;
} OS_HW_THREAD;

/* Return the number of slots of the SoC. */
INT8U OSHwSlots(void);

/* Return the number of slots that can make direct calls: these are the first slots. */
INT8U OSHwSlotsDirect(void);

/* Return whether the SoC has this slot. If so, its thread is a circuit. */
#define OSHwIsCircuit(slot) ((BOOLEAN)((slot) < OSHwSlots()))

/* Put a thread into a slot and start it. *p_thread and its resources must stay valid. The events of the resources must
 * exist, because they are looked up now. Errors: OS_ERR_HW_SLOT, OS_ERR_HW_MEM, or those of OSTaskCreateExt(), for
 * Prio and for Number. */
INT8U OSHwTaskCreate(INT8U slot, const OS_HW_THREAD *p_thread);

/* End a thread. Its circuit is in reset afterwards, even if it was in the middle of a transfer. Errors:
 * OS_ERR_HW_SLOT, or as OSTaskDel(). */
INT8U OSHwTaskDel(INT8U slot);

/* Suspend or resume a thread. A suspended circuit stops at its next call. Errors: OS_ERR_HW_SLOT, or as
 * OSTaskSuspend() and OSTaskResume(). */
INT8U OSHwTaskSuspend(INT8U slot);
INT8U OSHwTaskResume(INT8U slot);

/* Return the calls that software answered and the refused transfers since the creation. Error: OS_ERR_HW_SLOT. */
INT8U OSHwTaskStat(INT8U slot, INT32U *p_calls, INT32U *p_refused);

/* Make a call of the slot's thread. The delegate or the model, which is running, uses this.
 * *perr is the answer's error. */
INT32U OSHwCall(INT8U slot, INT8U command, INT8U handle, INT32U argument, INT8U *perr);

/* Set the function of an application command, OS_HW_CMD_APP to OS_HW_CMD_MAX - 1. Its return value is the answer's
 * result. Error: OS_ERR_HW_CMD. */
typedef INT32U (*OS_HW_CMD)(INT8U slot, INT8U handle, INT32U argument, INT8U *perr);
INT8U OSHwCmdSet(INT8U command, OS_HW_CMD fnct);

/* Hook for a refused transfer: outside of Mem, not of whole words, or without a slave at `address`. The delegate calls
 * it. The application may define it; the default does nothing, and OSHwTaskStat() counts the transfer anyway. */
void OSHwFaultHook(INT8U slot, INT32U address);

/*
 * Wait until earlier stores are in memory. Call this between storing data for a circuit and the post that announces it:
 * a direct post does not use the bus, so it may overtake the stores.
 */
void OSHwFence(void);

/*
 * Empty the data cache, so that software reads what a hardware thread has written. Call it before such a read. The
 * thread must wait for mem_done before the call that reports its data.
 */
static inline void OSHwCacheInvalidate(void)
{
    __asm__ volatile(".word 0x500F" : : : "memory"); /* VexRiscv's */
}

#ifdef __cplusplus
}
#endif
#endif
