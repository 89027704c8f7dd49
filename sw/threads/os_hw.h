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

#ifdef __cplusplus
extern "C" {
#endif

#define OS_HW_SLOTS_MAX 8u

#define OS_ERR_HW_SLOT   240u /* no such slot, or it is occupied, or it is empty */
#define OS_ERR_HW_HANDLE 241u /* in an answer: the thread has no such resource, or it is of another kind */
#define OS_ERR_HW_CMD    242u /* in an answer, or from OSHwCmdSet(): no such command */
#define OS_ERR_HW_MEM    243u /* the memory does not begin and end at a word */

/* ---------------------------------------------- Calls of a circuit --------------------------------------------- */

/* Command, its argument, and its result. Commands 4 to 18 name a resource by its handle. */
#define OS_HW_CMD_EXIT       0u  /* -            ends the thread; no answer                                          */
#define OS_HW_CMD_TIME_DLY   1u  /* ticks                                                                            */
#define OS_HW_CMD_TIME_GET   2u  /* -            time in ticks                                                       */
#define OS_HW_CMD_PRINT      3u  /* a number     prints slot, handle and argument                                    */
#define OS_HW_CMD_SEM_PEND   4u  /* timeout                                                                          */
#define OS_HW_CMD_SEM_POST   5u  /* -                                                                                */
#define OS_HW_CMD_MBOX_PEND  6u  /* timeout      the message                                                         */
#define OS_HW_CMD_MBOX_POST  7u  /* message                                                                          */
#define OS_HW_CMD_Q_PEND     8u  /* timeout      the message                                                         */
#define OS_HW_CMD_Q_POST     9u  /* message                                                                          */
#define OS_HW_CMD_MUTEX_PEND 10u /* timeout                                                                          */
#define OS_HW_CMD_MUTEX_POST 11u /* -                                                                                */
#define OS_HW_CMD_FLAG_PEND  12u /* flags        flags that ended the wait; waits forever, by Opt of the resource    */
#define OS_HW_CMD_FLAG_POST  13u /* flags        flags of the group after setting them                               */
#define OS_HW_CMD_MEM_GET    14u /* -            address of a block                                                  */
#define OS_HW_CMD_MEM_PUT    15u /* address of a block                                                               */
#define OS_HW_CMD_SEM_TRY    16u /* -            count before the call; 0: not taken                                 */
#define OS_HW_CMD_MBOX_TRY   17u /* -            the message, or 0                                                   */
#define OS_HW_CMD_Q_TRY      18u /* -            message, or 0; an error if the queue is empty                       */
#define OS_HW_CMD_APP        24u /* first command of the application, by OSHwCmdSet()                                */
#define OS_HW_CMD_MAX        32u

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
