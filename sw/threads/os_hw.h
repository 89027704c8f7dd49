/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hardware threads under uC/OS-II: circuits that are tasks (docs/hardware-threads.md).
 *
 * A circuit is in a slot of the SoC. A task, the delegate, has the thread's priority and makes calls for the circuit.
 * The kernel, its queries and a debugger see the delegate as the thread. If the SoC lacks the slot, a task runs the
 * circuit's model instead: a C function that makes the same calls.
 */
#ifndef OS_HW_H
#define OS_HW_H

#include <ucos_ii.h>
#include "os_hw_registers.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OS_ERR_HW_SLOT   240u /* the slot does not exist, is occupied, or is empty */
#define OS_ERR_HW_HANDLE 241u /* in an answer: the thread has no resource of this kind with this handle */
#define OS_ERR_HW_CMD    242u /* in an answer, or from OSHwCmdSet(): no such command, or the kernel lacks its service */
#define OS_ERR_HW_MEM    243u /* Mem or MemSize is not a multiple of 4 */

/* ---------------------------------------------- Calls of a circuit --------------------------------------------- */

/* os_hw_registers.h has the numbers of the commands. Commands from OS_HW_CMD_APP on belong to the application, which
 * sets their functions with OSHwCmdSet(). */
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
    INT8U            Prio;               /* priority of the delegate or the model                          */
    union {
        INT8U        DirectPrio;         /* second priority, at which a circuit waits in direct calls; no task may
                                            have it. 0: no direct calls                                    */
        INT8U        Number;             /* name of DirectPrio in 0.2                                      */
    };
    OS_STK          *StkBase;            /* stack of the delegate or the model                             */
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
 * exist, because this call looks them up. Errors: OS_ERR_HW_SLOT, OS_ERR_HW_MEM, or those of OSTaskCreateExt(), for
 * Prio and for DirectPrio. */
INT8U OSHwTaskCreate(INT8U slot, const OS_HW_THREAD *p_thread);

/* End a thread. After OS_ERR_NONE its circuit is in reset, even if it was in the middle of a transfer. Errors:
 * OS_ERR_HW_SLOT, or as OSTaskDel(). */
INT8U OSHwTaskDel(INT8U slot);

/* Suspend or resume a thread. A suspended circuit stops at its next call. Errors: OS_ERR_HW_SLOT, or as
 * OSTaskSuspend() and OSTaskResume(). */
INT8U OSHwTaskSuspend(INT8U slot);
INT8U OSHwTaskResume(INT8U slot);

/* Return two counts since the start: calls that software answered, and refused transfers. Error: OS_ERR_HW_SLOT. */
INT8U OSHwTaskStat(INT8U slot, INT32U *p_calls, INT32U *p_refused);

/* Make a call for the slot's thread. Only the thread's own task, its delegate or its model, may use this.
 * *perr is the answer's error. */
INT32U OSHwCall(INT8U slot, INT8U command, INT8U handle, INT32U argument, INT8U *perr);

/* Set the function of an application command, OS_HW_CMD_APP to OS_HW_CMD_MAX - 1. Its return value is the answer's
 * result. Error: OS_ERR_HW_CMD. */
typedef INT32U (*OS_HW_CMD)(INT8U slot, INT8U handle, INT32U argument, INT8U *perr);
INT8U OSHwCmdSet(INT8U command, OS_HW_CMD fnct);

/* Hook for a refused transfer: outside Mem, unaligned, of 0 words, or refused by the bus. `address`: the first refused
 * access. The delegate calls this hook. The application may define it; the default does nothing. OSHwTaskStat() counts
 * the transfer with and without a hook. Both leave out transfers that are refused while an earlier refusal waits for
 * the delegate. */
void OSHwFaultHook(INT8U slot, INT32U address);

/*
 * Wait until earlier stores are in memory. Call this between storing data for a circuit and the post that announces it:
 * a direct post does not use the bus, so it may overtake the stores.
 */
void OSHwFence(void);

/*
 * Empty the data cache, so that software reads the data that a hardware thread has written. Call this before the read.
 * The thread must wait for mem_done before the call that announces its data.
 */
static inline void OSHwCacheInvalidate(void)
{
    __asm__ volatile(".word 0x500F" : : : "memory"); /* VexRiscv's instruction that empties its data cache */
}

#ifdef __cplusplus
}
#endif
#endif
