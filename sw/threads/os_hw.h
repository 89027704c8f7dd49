/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hardware threads under uC/OS-II: circuits that are tasks (docs/hardware-threads.md).
 *
 * A circuit is in one of the SoC's slots. A task of its own acts for it, the delegate: it has the thread's priority,
 * makes the circuit's calls, and is what the kernel, its queries and a debugger see. Where the SoC has no such slot,
 * the same task runs the circuit's model, a function in C, which makes the same calls itself.
 */
#ifndef OS_HW_H
#define OS_HW_H

#include <ucos_ii.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OS_HW_SLOTS_MAX 8u

#define OS_ERR_HW_SLOT   240u /* there is no such slot, or a thread is in it, or none */
#define OS_ERR_HW_HANDLE 241u /* answer: the thread has no such resource, or it is of another kind */
#define OS_ERR_HW_CMD    242u /* answer, or OSHwCmdSet(): there is no such command */
#define OS_ERR_HW_MEM    243u /* the memory does not begin and end with a word */

/* ----------------------------------------------- What a circuit calls ------------------------------------------ */

/* Command, what its argument is, and its answer. All but the first two groups name a resource by its handle. */
#define OS_HW_CMD_EXIT       0u  /* -            ends the thread; no answer                                          */
#define OS_HW_CMD_TIME_DLY   1u  /* ticks                                                                            */
#define OS_HW_CMD_TIME_GET   2u  /* -            the time, ticks                                                     */
#define OS_HW_CMD_PRINT      3u  /* a number     prints it, with the slot's; the handle is printed before it         */
#define OS_HW_CMD_SEM_PEND   4u  /* timeout                                                                          */
#define OS_HW_CMD_SEM_POST   5u  /* -                                                                                */
#define OS_HW_CMD_MBOX_PEND  6u  /* timeout      the message                                                         */
#define OS_HW_CMD_MBOX_POST  7u  /* message                                                                          */
#define OS_HW_CMD_Q_PEND     8u  /* timeout      the message                                                         */
#define OS_HW_CMD_Q_POST     9u  /* message                                                                          */
#define OS_HW_CMD_MUTEX_PEND 10u /* timeout                                                                          */
#define OS_HW_CMD_MUTEX_POST 11u /* -                                                                                */
#define OS_HW_CMD_FLAG_PEND  12u /* flags        those that were there; it waits by the resource's Opt, without end  */
#define OS_HW_CMD_FLAG_POST  13u /* flags        the group's; it sets them                                           */
#define OS_HW_CMD_MEM_GET    14u /* -            a block's address                                                   */
#define OS_HW_CMD_MEM_PUT    15u /* its address                                                                      */
#define OS_HW_CMD_SEM_TRY    16u /* -            the count before; 0: there was none, and it does not wait           */
#define OS_HW_CMD_MBOX_TRY   17u /* -            the message, or 0                                                   */
#define OS_HW_CMD_Q_TRY      18u /* -            likewise; an error tells an empty queue                             */
#define OS_HW_CMD_APP        24u /* from here on: the application's own, by OSHwCmdSet()                             */
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
    INT8U  Opt;  /* of flags: the wait type of OSFlagPend() */
    void **Obj;  /* where the application keeps it: an OS_EVENT *, OS_FLAG_GRP * or OS_MEM * */
} OS_HW_RES;

/* -------------------------------------------------- What software calls ---------------------------------------- */

typedef struct os_hw_thread {
    void           (*Task)(void *p_arg); /* the model                                                      */
    void            *Arg;                /* its argument; the circuit has it at its port `argument`          */
    const OS_HW_RES *Res;                /* resources, by handle                                           */
    INT8U            ResNbr;
    INT8U            Prio;               /* of the thread, whether in hardware or software                   */
    INT8U            Number;             /* the priority at which a circuit waits in direct calls, and which no task
                                            has; 0: it makes none                                          */
    OS_STK          *StkBase;            /* of the delegate or the model                                    */
    INT32U           StkSize;            /* entries                                                        */
    void            *Mem;                /* what the circuit's memory port may reach, and bytes of it        */
    INT32U           MemSize;
} OS_HW_THREAD;

/* How many slots the SoC has. */
INT8U OSHwSlots(void);

/* How many of them make direct calls: those of the first so many slots. */
INT8U OSHwSlotsDirect(void);

/* Does the SoC have this slot? Then what is in it is a circuit. */
#define OSHwIsCircuit(slot) ((BOOLEAN)((slot) < OSHwSlots()))

/* Puts a thread into a slot and starts it. *p_thread and its resources have to last, and which events they are is
 * looked up now. OS_ERR_HW_SLOT, OS_ERR_HW_MEM, or as OSTaskCreate(), of Number too. */
INT8U OSHwTaskCreate(INT8U slot, const OS_HW_THREAD *p_thread);

/* Ends it: a circuit is in reset behind that, also in the middle of a transfer. As OSTaskDel(). */
INT8U OSHwTaskDel(INT8U slot);

/* A circuit that is suspended stops at its next call. As OSTaskSuspend() and OSTaskResume(). */
INT8U OSHwTaskSuspend(INT8U slot);
INT8U OSHwTaskResume(INT8U slot);

/* Return the calls that software answered and the refused transfers since the creation. Error: OS_ERR_HW_SLOT. */
INT8U OSHwTaskStat(INT8U slot, INT32U *p_calls, INT32U *p_refused);

/* What a delegate does: makes a call of the slot's thread, which runs. A model can make its circuit's calls so, by
 * number; the errors are an answer's. */
INT32U OSHwCall(INT8U slot, INT8U command, INT8U handle, INT32U argument, INT8U *perr);

/* A command of the application's own, OS_HW_CMD_APP to OS_HW_CMD_MAX - 1: what it returns is the answer's value. */
typedef INT32U (*OS_HW_CMD)(INT8U slot, INT8U handle, INT32U argument, INT8U *perr);
INT8U OSHwCmdSet(INT8U command, OS_HW_CMD fnct);

/* Called by the delegate where a transfer was refused: outside of Mem, not of whole words, or nobody answers there. The
 * application's own, if it has one; else it is counted. */
void OSHwFaultHook(INT8U slot, INT32U address);

/*
 * Between what software has stored for a circuit and the post that tells it so: a direct post does not go by the bus,
 * and may be there before the stores. It waits for these.
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
