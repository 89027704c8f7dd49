/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Public interface of the kernel: uC/OS-II V2.93's names, types, constants and functions.
 */
#ifndef OS_uCOS_II_H
#define OS_uCOS_II_H

#ifdef __cplusplus
extern "C" {
#endif

#define OS_VERSION 29300u

#include <app_cfg.h>
#include <os_cfg.h>
#include <os_cpu.h>
#include "os_cfg_check.h"
#include "os_trace.h"

/* ------------------------------------------------------------------------------------------ sizes and layouts */

#define OS_FALSE 0u
#define OS_TRUE  1u

#define OS_ASCII_NUL ((INT8U)0)

#define OS_PRIO_SELF           0xFFu /* as a priority argument: the calling task */
#define OS_PRIO_MUTEX_CEIL_DIS 0xFFu /* as a mutex's ceiling: the owner is not promoted */

#if OS_TASK_STAT_EN > 0u
#define OS_N_SYS_TASKS 2u
#else
#define OS_N_SYS_TASKS 1u
#endif

#define OS_TASK_STAT_PRIO (OS_LOWEST_PRIO - 1u)
#define OS_TASK_IDLE_PRIO (OS_LOWEST_PRIO)

#define OS_TASK_IDLE_ID 65535u
#define OS_TASK_STAT_ID 65534u
#define OS_TASK_TMR_ID  65533u

/* True if an alarm of the time base drives the timers. If not, the tick hook or the application calls OSTmrSignal(). */
#define OS_TMR_BY_ALARM \
    ((OS_TIME_BASE > 0u) && (OS_TMR_EN > 0u) && (OS_TIME_TICK_HOOK_EN > 0u) && (OS_CPU_HOOKS_EN > 0u))

/* Priority bitmaps have up to 8 rows of 8 bits, or up to 16 rows of 16 bits if OS_LOWEST_PRIO is above 63. */
#if OS_LOWEST_PRIO <= 63u
typedef INT8U OS_PRIO;
#define OS_EVENT_TBL_SIZE ((OS_LOWEST_PRIO) / 8u + 1u)
#define OS_RDY_TBL_SIZE   ((OS_LOWEST_PRIO) / 8u + 1u)
#else
typedef INT16U OS_PRIO;
#define OS_EVENT_TBL_SIZE ((OS_LOWEST_PRIO) / 16u + 1u)
#define OS_RDY_TBL_SIZE   ((OS_LOWEST_PRIO) / 16u + 1u)
#endif

#define OS_EVENT_EN \
    (((OS_Q_EN > 0u) && (OS_MAX_QS > 0u)) || (OS_MBOX_EN > 0u) || (OS_SEM_EN > 0u) || (OS_MUTEX_EN > 0u))

/* This kernel can keep whole events in the event unit, and not only wait lists: see OS_EVENT_UNIT in os_accel.h. */
#define OS_EVENT_UNIT 1u

/* This kernel reads the nesting of interrupts through the port, so handlers can start without code of the port. */
#define OS_VECTORS

/* This kernel tolerates a tick between any two instructions, so the core may generate ticks (os_accel.h). */
#define OS_TICKLESS
#if defined(OS_ACCEL_TICKLESS_EN) && (OS_ACCEL_TICKLESS_EN > 0u)
#define OS_TIME_BASE 1u
#include <os_accel_time.h>
#else
#define OS_TIME_BASE 0u
#endif

/* Entry of OSTCBPrioTbl[] for a priority that is reserved and has no task. */
#define OS_TCB_RESERVED ((OS_TCB *)1)

/* ------------------------------------------------------------------------------------------------- task states */

#define OS_STAT_RDY      0x00u
#define OS_STAT_SEM      0x01u
#define OS_STAT_MBOX     0x02u
#define OS_STAT_Q        0x04u
#define OS_STAT_SUSPEND  0x08u
#define OS_STAT_MUTEX    0x10u
#define OS_STAT_FLAG     0x20u
#define OS_STAT_MULTI    0x80u
#define OS_STAT_PEND_ANY (OS_STAT_SEM | OS_STAT_MBOX | OS_STAT_Q | OS_STAT_MUTEX | OS_STAT_FLAG)

#define OS_STAT_PEND_OK    0u
#define OS_STAT_PEND_TO    1u
#define OS_STAT_PEND_ABORT 2u

/* ------------------------------------------------------------------------------------------------ event types */

#define OS_EVENT_TYPE_UNUSED 0u
#define OS_EVENT_TYPE_MBOX   1u
#define OS_EVENT_TYPE_Q      2u
#define OS_EVENT_TYPE_SEM    3u
#define OS_EVENT_TYPE_MUTEX  4u
#define OS_EVENT_TYPE_FLAG   5u
#define OS_TMR_TYPE          100u

/* ---------------------------------------------------------------------------------------------------- options */

#define OS_DEL_NO_PEND 0u
#define OS_DEL_ALWAYS  1u

#define OS_PEND_OPT_NONE      0u
#define OS_PEND_OPT_BROADCAST 1u

#define OS_POST_OPT_NONE      0x00u
#define OS_POST_OPT_BROADCAST 0x01u
#define OS_POST_OPT_FRONT     0x02u
#define OS_POST_OPT_NO_SCHED  0x04u

#define OS_TASK_OPT_NONE    0x0000u
#define OS_TASK_OPT_STK_CHK 0x0001u
#define OS_TASK_OPT_STK_CLR 0x0002u
#define OS_TASK_OPT_SAVE_FP 0x0004u
#define OS_TASK_OPT_NO_TLS  0x0008u

#define OS_FLAG_WAIT_CLR_ALL 0u
#define OS_FLAG_WAIT_CLR_AND 0u
#define OS_FLAG_WAIT_CLR_ANY 1u
#define OS_FLAG_WAIT_CLR_OR  1u
#define OS_FLAG_WAIT_SET_ALL 2u
#define OS_FLAG_WAIT_SET_AND 2u
#define OS_FLAG_WAIT_SET_ANY 3u
#define OS_FLAG_WAIT_SET_OR  3u
#define OS_FLAG_CONSUME      0x80u
#define OS_FLAG_CLR          0u
#define OS_FLAG_SET          1u

#define OS_TICK_STEP_DIS  0u /* each tick counts the delays down */
#define OS_TICK_STEP_WAIT 1u /* ticks do not count the delays */
#define OS_TICK_STEP_ONCE 2u /* the next tick counts the delays, and sets OS_TICK_STEP_WAIT */

#define OS_TMR_OPT_NONE         0u
#define OS_TMR_OPT_ONE_SHOT     1u
#define OS_TMR_OPT_PERIODIC     2u
#define OS_TMR_OPT_CALLBACK     3u
#define OS_TMR_OPT_CALLBACK_ARG 4u
#define OS_TMR_STATE_UNUSED     0u
#define OS_TMR_STATE_STOPPED    1u
#define OS_TMR_STATE_COMPLETED  2u
#define OS_TMR_STATE_RUNNING    3u

/* ------------------------------------------------------------------------------------------------ error codes */

#define OS_ERR_NONE                    0u
#define OS_ERR_EVENT_TYPE              1u
#define OS_ERR_PEND_ISR                2u
#define OS_ERR_POST_NULL_PTR           3u
#define OS_ERR_PEVENT_NULL             4u
#define OS_ERR_POST_ISR                5u
#define OS_ERR_QUERY_ISR               6u
#define OS_ERR_INVALID_OPT             7u
#define OS_ERR_ID_INVALID              8u
#define OS_ERR_PDATA_NULL              9u
#define OS_ERR_TIMEOUT                 10u
#define OS_ERR_EVENT_NAME_TOO_LONG     11u
#define OS_ERR_PNAME_NULL              12u
#define OS_ERR_PEND_LOCKED             13u
#define OS_ERR_PEND_ABORT              14u
#define OS_ERR_DEL_ISR                 15u
#define OS_ERR_CREATE_ISR              16u
#define OS_ERR_NAME_GET_ISR            17u
#define OS_ERR_NAME_SET_ISR            18u
#define OS_ERR_ILLEGAL_CREATE_RUN_TIME 19u
#define OS_ERR_MBOX_FULL               20u
#define OS_ERR_ILLEGAL_DEL_RUN_TIME    21u
#define OS_ERR_Q_FULL                  30u
#define OS_ERR_Q_EMPTY                 31u
#define OS_ERR_PRIO_EXIST              40u
#define OS_ERR_PRIO                    41u
#define OS_ERR_PRIO_INVALID            42u
#define OS_ERR_SCHED_LOCKED            50u
#define OS_ERR_SEM_OVF                 51u
#define OS_ERR_TASK_CREATE_ISR         60u
#define OS_ERR_TASK_DEL                61u
#define OS_ERR_TASK_DEL_IDLE           62u
#define OS_ERR_TASK_DEL_REQ            63u
#define OS_ERR_TASK_DEL_ISR            64u
#define OS_ERR_TASK_NAME_TOO_LONG      65u
#define OS_ERR_TASK_NO_MORE_TCB        66u
#define OS_ERR_TASK_NOT_EXIST          67u
#define OS_ERR_TASK_NOT_SUSPENDED      68u
#define OS_ERR_TASK_OPT                69u
#define OS_ERR_TASK_RESUME_PRIO        70u
#define OS_ERR_TASK_SUSPEND_IDLE       71u
#define OS_ERR_TASK_SUSPEND_PRIO       72u
#define OS_ERR_TASK_WAITING            73u
#define OS_ERR_TIME_NOT_DLY            80u
#define OS_ERR_TIME_INVALID_MINUTES    81u
#define OS_ERR_TIME_INVALID_SECONDS    82u
#define OS_ERR_TIME_INVALID_MS         83u
#define OS_ERR_TIME_ZERO_DLY           84u
#define OS_ERR_TIME_DLY_ISR            85u
#define OS_ERR_MEM_INVALID_PART        90u
#define OS_ERR_MEM_INVALID_BLKS        91u
#define OS_ERR_MEM_INVALID_SIZE        92u
#define OS_ERR_MEM_NO_FREE_BLKS        93u
#define OS_ERR_MEM_FULL                94u
#define OS_ERR_MEM_INVALID_PBLK        95u
#define OS_ERR_MEM_INVALID_PMEM        96u
#define OS_ERR_MEM_INVALID_PDATA       97u
#define OS_ERR_MEM_INVALID_ADDR        98u
#define OS_ERR_MEM_NAME_TOO_LONG       99u
#define OS_ERR_NOT_MUTEX_OWNER         100u
#define OS_ERR_FLAG_INVALID_PGRP       110u
#define OS_ERR_FLAG_WAIT_TYPE          111u
#define OS_ERR_FLAG_NOT_RDY            112u
#define OS_ERR_FLAG_INVALID_OPT        113u
#define OS_ERR_FLAG_GRP_DEPLETED       114u
#define OS_ERR_FLAG_NAME_TOO_LONG      115u
#define OS_ERR_PCP_LOWER               120u
#define OS_ERR_TMR_INVALID_DLY         130u
#define OS_ERR_TMR_INVALID_PERIOD      131u
#define OS_ERR_TMR_INVALID_OPT         132u
#define OS_ERR_TMR_INVALID_NAME        133u
#define OS_ERR_TMR_NON_AVAIL           134u
#define OS_ERR_TMR_INACTIVE            135u
#define OS_ERR_TMR_INVALID_DEST        136u
#define OS_ERR_TMR_INVALID_TYPE        137u
#define OS_ERR_TMR_INVALID             138u
#define OS_ERR_TMR_ISR                 139u
#define OS_ERR_TMR_NAME_TOO_LONG       140u
#define OS_ERR_TMR_INVALID_STATE       141u
#define OS_ERR_TMR_STOPPED             142u
#define OS_ERR_TMR_NO_CALLBACK         143u
#define OS_ERR_NO_MORE_ID_AVAIL        150u
#define OS_ERR_TLS_NO_MORE_AVAIL       160u
#define OS_ERR_TLS_ID_INVALID          161u
#define OS_ERR_TLS_NOT_EN              162u
#define OS_ERR_TLS_DESTRUCT_ASSIGNED   163u
#define OS_ERR_OS_NOT_RUNNING          164u

/* ------------------------------------------------------------------------------------------------- structures */

#if OS_EVENT_EN
typedef struct os_event { /* event control block (ECB). Debuggers and tests/kernel/layout.c know its layout */
    INT8U OSEventType;
#if defined(OS_ACCEL_EVENT_EN) && (OS_ACCEL_EVENT_EN > 0u)
    INT8S OSEventUnit;       /* number of the event in the event unit; -1: the event is in software */
    INT16U OSEventRing;      /* value of the empty queue in the unit; 0: no queue, or its messages are in software */
    INT16S OSEventHandle[4]; /* entry OSEventType % 4: number and kind in the unit; of a mutex: the priority after its
                                ceiling (1 if it has none). 0: the unit does not hold the whole event. The other
                                entries are 0 */
#endif
    void *OSEventPtr; /* mailbox: message; queue: its OS_Q; mutex: owner's TCB; free: next free ECB */
    INT16U OSEventCnt;
    OS_PRIO OSEventGrp;                    /* a bit for every row of OSEventTbl[] that is not 0 */
    OS_PRIO OSEventTbl[OS_EVENT_TBL_SIZE]; /* a bit for every waiting task's priority */
#if OS_EVENT_NAME_EN > 0u
    INT8U *OSEventName;
#endif
} OS_EVENT;
#endif

#if OS_FLAGS_NBITS == 8u
typedef INT8U OS_FLAGS;
#elif OS_FLAGS_NBITS == 16u
typedef INT16U OS_FLAGS;
#elif OS_FLAGS_NBITS == 32u
typedef INT32U OS_FLAGS;
#endif

typedef struct os_flag_node OS_FLAG_NODE;

#if OS_MBOX_EN > 0u
typedef struct os_mbox_data {
    void *OSMsg; /* null: empty */
    OS_PRIO OSEventTbl[OS_EVENT_TBL_SIZE];
    OS_PRIO OSEventGrp;
} OS_MBOX_DATA;
#endif

#if OS_MUTEX_EN > 0u
typedef struct os_mutex_data {
    OS_PRIO OSEventTbl[OS_EVENT_TBL_SIZE];
    OS_PRIO OSEventGrp;
    BOOLEAN OSValue;   /* OS_TRUE: available */
    INT8U OSOwnerPrio; /* priority at which the owner locked the mutex; 0xFF: no owner */
    INT8U OSMutexPCP;  /* ceiling priority, or OS_PRIO_MUTEX_CEIL_DIS */
} OS_MUTEX_DATA;
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
typedef struct os_q { /* queue control block */
    struct os_q *OSQPtr; /* free: next free block */
    void **OSQStart;
    void **OSQEnd; /* after the last entry */
    void **OSQIn;  /* position of the next message */
    void **OSQOut; /* position of the oldest message */
    INT16U OSQSize;
    INT16U OSQEntries; /* messages in the queue */
} OS_Q;

typedef struct os_q_data {
    void *OSMsg; /* the oldest; null if there is none */
    INT16U OSNMsgs;
    INT16U OSQSize;
    OS_PRIO OSEventTbl[OS_EVENT_TBL_SIZE];
    OS_PRIO OSEventGrp;
} OS_Q_DATA;
#endif

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
typedef struct os_flag_grp { /* event flag group */
    INT8U OSFlagType;
#if defined(OS_ACCEL_EVENT_EN) && (OS_ACCEL_EVENT_EN > 0u)
    INT8S OSFlagUnit;   /* number in the event unit, which then holds the list; -1: in software */
    INT8U OSFlagWaited; /* kinds of tasks that may wait (os_flag_pend.c); 0: none */
#endif
    void *OSFlagWaitList; /* OS_FLAG_NODE of the newest waiting task; free: next free group */
    OS_FLAGS OSFlagFlags;
#if OS_FLAG_NAME_EN > 0u
    INT8U *OSFlagName;
#endif
} OS_FLAG_GRP;

struct os_flag_node { /* one wait, on the stack of the waiting task */
    void *OSFlagNodeNext;
    void *OSFlagNodePrev;
    void *OSFlagNodeTCB;
    void *OSFlagNodeFlagGrp;
    OS_FLAGS OSFlagNodeFlags;
    INT8U OSFlagNodeWaitType; /* OS_FLAG_WAIT_…, with OS_FLAG_CONSUME */
};
#endif

#if (OS_MEM_EN > 0u) && (OS_MAX_MEM_PART > 0u)
typedef struct os_mem { /* memory partition */
    void *OSMemAddr;     /* address of its blocks */
    void *OSMemFreeList; /* first free block, which points to the next; unused partition: next unused one */
    INT32U OSMemBlkSize;
    INT32U OSMemNBlks;
    INT32U OSMemNFree;
#if OS_MEM_NAME_EN > 0u
    INT8U *OSMemName;
#endif
} OS_MEM;

typedef struct os_mem_data {
    void *OSAddr;
    void *OSFreeList;
    INT32U OSBlkSize;
    INT32U OSNBlks;
    INT32U OSNFree;
    INT32U OSNUsed;
} OS_MEM_DATA;
#endif

#if OS_SEM_EN > 0u
typedef struct os_sem_data {
    INT16U OSCnt;
    OS_PRIO OSEventTbl[OS_EVENT_TBL_SIZE];
    OS_PRIO OSEventGrp;
} OS_SEM_DATA;
#endif

#if OS_TASK_CREATE_EXT_EN > 0u
typedef struct os_stk_data { /* both in stack entries (OS_STK) */
    INT32U OSFree;
    INT32U OSUsed;
} OS_STK_DATA;
#endif

/* With register banks, align the TCB: the fields that a switch or a wait uses share one line of the data cache. */
#if OS_CPU_CONTEXTS > 0
#define OS_TCB_ALIGNED __attribute__((aligned(32)))
#else
#define OS_TCB_ALIGNED
#endif

typedef struct os_tcb { /* task control block (TCB) */
    OS_STK *OSTCBStkPtr OS_TCB_ALIGNED; /* must be first: the port's assembly code accesses offset 0 */
#if OS_CPU_CONTEXTS > 0
    INT32U OSTCBBank; /* must be second (os_tcb_bank.h): the task's register bank */
#if OS_TASK_PROFILE_EN > 0u
    INT32U OSTCBCtxSwCtr;
#endif
    INT32U OSTCBDly;
    INT8U OSTCBStat;
    INT8U OSTCBStatPend;
    INT8U OSTCBPrio;
#if OS_EVENT_EN
    OS_EVENT *OSTCBEventPtr;
#endif
#endif

#if OS_TASK_CREATE_EXT_EN > 0u
    void *OSTCBExtPtr;
    OS_STK *OSTCBStkBottom; /* end of the stack, where it overflows */
    INT32U OSTCBStkSize;
    INT16U OSTCBOpt;
    INT16U OSTCBId;
#endif

    struct os_tcb *OSTCBNext;
    struct os_tcb *OSTCBPrev;

#if OS_EVENT_EN
#if OS_CPU_CONTEXTS == 0
    OS_EVENT *OSTCBEventPtr;
#endif
#if OS_EVENT_MULTI_EN > 0u
    OS_EVENT **OSTCBEventMultiPtr;
    OS_EVENT *OSTCBEventMultiRdy;
#endif
#endif
#if ((OS_Q_EN > 0u) && (OS_MAX_QS > 0u)) || (OS_MBOX_EN > 0u)
    void *OSTCBMsg;
#endif
#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
#if (OS_TASK_DEL_EN > 0u) || (defined(OS_ACCEL_EVENT_EN) && (OS_ACCEL_EVENT_EN > 0u))
    OS_FLAG_NODE *OSTCBFlagNode;
#endif
    OS_FLAGS OSTCBFlagsRdy;
#endif

#if OS_CPU_CONTEXTS == 0
    INT32U OSTCBDly; /* remaining ticks; 0: no delay. With the time unit: only ticks that the unit does not count yet */
    INT8U OSTCBStat;
    INT8U OSTCBStatPend;
    INT8U OSTCBPrio;
#endif

#if OS_TIME_BASE > 0u
    INT32U OSTCBDlyDue; /* if OSTCBDly is not 0: OS_AccelTime() at which the part in the time unit ends */
#endif
    /* Column and row of the priority in the bitmaps, and their masks. With the event unit, promotions keep them. */
    INT8U OSTCBX;
    INT8U OSTCBY;
    OS_PRIO OSTCBBitX;
    OS_PRIO OSTCBBitY;

#if OS_TASK_DEL_EN > 0u
    INT8U OSTCBDelReq;
#endif
#if OS_TASK_PROFILE_EN > 0u
#if OS_CPU_CONTEXTS == 0
    INT32U OSTCBCtxSwCtr;
#endif
    INT32U OSTCBCyclesTot;
    INT32U OSTCBCyclesStart;
    OS_STK *OSTCBStkBase; /* start of the stack */
    INT32U OSTCBStkUsed;  /* used entries, at the last check by the statistics task */
#endif
#if OS_TASK_NAME_EN > 0u
    INT8U *OSTCBTaskName;
#endif
#if OS_TASK_REG_TBL_SIZE > 0u
    INT32U OSTCBRegTbl[OS_TASK_REG_TBL_SIZE];
#endif
} OS_TCB;

#if OS_TMR_EN > 0u
typedef void (*OS_TMR_CALLBACK)(void *ptmr, void *parg);

typedef struct os_tmr { /* timer */
    INT8U OSTmrType;
    OS_TMR_CALLBACK OSTmrCallback;
    void *OSTmrCallbackArg;
    void *OSTmrNext; /* next of the same spoke; unused timer: next unused one */
    void *OSTmrPrev;
    INT32U OSTmrMatch; /* the OSTmrTime at which it expires */
    INT32U OSTmrDly;
    INT32U OSTmrPeriod;
#if OS_TMR_CFG_NAME_EN > 0u
    INT8U *OSTmrName;
#endif
    INT8U OSTmrOpt;
    INT8U OSTmrState;
} OS_TMR;

typedef struct os_tmr_wheel { /* one spoke: running timers with equal OSTmrMatch % OS_TMR_CFG_WHEEL_SIZE */
    OS_TMR *OSTmrFirst;
    INT16U OSTmrEntries;
} OS_TMR_WHEEL;
#endif

/* ------------------------------------------------------------------------------------------- global variables */

extern INT32U OSCtxSwCtr;
extern volatile INT32U OSIdleCtr;

#if OS_TASK_STAT_EN > 0u
extern INT8U OSCPUUsage; /* percent */
extern INT32U OSIdleCtrMax;
extern INT32U OSIdleCtrRun;
extern BOOLEAN OSStatRdy;
extern OS_STK OSTaskStatStk[OS_TASK_STAT_STK_SIZE];
#endif
extern OS_STK OSTaskIdleStk[OS_TASK_IDLE_STK_SIZE];

#ifdef OS_CPU_INT_NESTING
#define OSIntNesting OS_CPU_INT_NESTING
#else
extern INT8U OSIntNesting;
#endif
extern INT8U OSLockNesting;
/* Not 0 in an interrupt, or while the scheduler is locked. */
#ifdef OS_CPU_NESTING
#define OS_NESTING OS_CPU_NESTING
#elif OS_CPU_CONTEXTS > 0
extern volatile INT16U OSNesting; /* both counters, read by one load (os_core.c) */
#define OS_NESTING OSNesting
#else
#define OS_NESTING (OSIntNesting | OSLockNesting)
#endif
extern BOOLEAN OSRunning;

extern INT8U OSPrioCur;
extern INT8U OSPrioHighRdy;
extern OS_PRIO OSRdyGrp;
extern OS_PRIO OSRdyTbl[OS_RDY_TBL_SIZE];
extern INT8U const OSUnMapTbl[256]; /* index of the lowest bit set */

extern INT8U OSTaskCtr;
extern OS_TCB *OSTCBCur;
extern OS_TCB *OSTCBHighRdy;
extern OS_TCB *OSTCBFreeList;
extern OS_TCB *OSTCBList; /* newest first; the idle task is last */
extern OS_TCB *OSTCBPrioTbl[OS_LOWEST_PRIO + 1u];
extern OS_TCB OSTCBTbl[OS_MAX_TASKS + OS_N_SYS_TASKS];

#if (OS_EVENT_EN) && (OS_MAX_EVENTS > 0u)
extern OS_EVENT *OSEventFreeList;
extern OS_EVENT OSEventTbl[OS_MAX_EVENTS];
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
extern OS_Q *OSQFreeList;
extern OS_Q OSQTbl[OS_MAX_QS];
#endif

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
extern OS_FLAG_GRP *OSFlagFreeList;
extern OS_FLAG_GRP OSFlagTbl[OS_MAX_FLAGS];
#endif
#if (OS_MEM_EN > 0u) && (OS_MAX_MEM_PART > 0u)
extern OS_MEM *OSMemFreeList;
extern OS_MEM OSMemTbl[OS_MAX_MEM_PART];
#endif

#if OS_TASK_REG_TBL_SIZE > 0u
extern INT8U OSTaskRegNextAvailID;
#endif
#if OS_TICK_STEP_EN > 0u
extern INT8U OSTickStepState; /* written by debuggers: OS_TICK_STEP_… */
#endif
#if OS_TIME_GET_SET_EN > 0u
/*
 * Hook for hardware threads, called with interrupts disabled when the time is set. With a time base, `offset` is OSTime
 * minus the core's ticks. Without a time base, `offset` is the new OSTime.
 */
void OS_TimeOffsetHook(INT32U offset) __attribute__((weak));
#if OS_TIME_BASE > 0u
extern volatile INT32U OSTimeOffset; /* OSTime minus the core's ticks */
static inline INT32U OS_TimeNow(void)
{
    return OS_AccelTime() + OSTimeOffset;
}
#define OSTime OS_TimeNow() /* always current; read only: OSTimeSet() sets the time */
#else
extern volatile INT32U OSTime;
#endif
#endif
#if OS_TMR_EN > 0u
extern INT16U OSTmrFree; /* number of free timers */
extern INT16U OSTmrUsed;
extern INT32U OSTmrTime; /* time of the timers, in timer ticks */
#if OS_TMR_BY_ALARM
INT32U *OS_TmrTimeNow(void);
#define OSTmrTime (*OS_TmrTimeNow()) /* updated at each read, because it does not advance while no timer runs */
#endif
extern OS_EVENT *OSTmrSem;
extern OS_EVENT *OSTmrSemSignal;
extern OS_TMR OSTmrTbl[OS_TMR_CFG_MAX];
extern OS_TMR *OSTmrFreeList;
extern OS_STK OSTmrTaskStk[OS_TASK_TMR_STK_SIZE];
extern OS_TMR_WHEEL OSTmrWheelTbl[OS_TMR_CFG_WHEEL_SIZE];
#endif
#ifdef OS_SAFETY_CRITICAL_IEC61508
extern BOOLEAN OSSafetyCriticalStartFlag;
#endif

/* ------------------------------------------------------------------------------------------------------- core */

void OSInit(void);
void OSStart(void);
INT16U OSVersion(void);
void OSIntEnter(void);
void OSIntExit(void);

#if OS_SCHED_LOCK_EN > 0u
void OSSchedLock(void);
void OSSchedUnlock(void);
#endif

void OSStatInit(void); /* defined only if OS_TASK_STAT_EN is 1 */

#ifdef OS_SAFETY_CRITICAL_IEC61508
void OSSafetyCriticalStart(void);
#endif

#if (OS_EVENT_EN) && (OS_EVENT_NAME_EN > 0u)
INT8U OSEventNameGet(OS_EVENT *pevent, INT8U **pname, INT8U *perr);
void OSEventNameSet(OS_EVENT *pevent, INT8U *pname, INT8U *perr);
#endif
#if (OS_EVENT_EN) && (OS_EVENT_MULTI_EN > 0u)
INT16U OSEventPendMulti(OS_EVENT **pevents_pend, OS_EVENT **pevents_rdy, void **pmsgs_rdy, INT32U timeout,
                        INT8U *perr);
#endif

/* ------------------------------------------------------------------------------------------------------ tasks */

#if OS_TASK_CHANGE_PRIO_EN > 0u
INT8U OSTaskChangePrio(INT8U oldprio, INT8U newprio);
#endif
#if OS_TASK_CREATE_EN > 0u
INT8U OSTaskCreate(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio);
#endif
#if OS_TASK_CREATE_EXT_EN > 0u
INT8U OSTaskCreateExt(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio, INT16U id, OS_STK *pbos,
                      INT32U stk_size, void *pext, INT16U opt);
INT8U OSTaskStkChk(INT8U prio, OS_STK_DATA *p_stk_data);
#endif
#if OS_TASK_DEL_EN > 0u
INT8U OSTaskDel(INT8U prio);
INT8U OSTaskDelReq(INT8U prio);
#endif
#if OS_TASK_NAME_EN > 0u
INT8U OSTaskNameGet(INT8U prio, INT8U **pname, INT8U *perr);
void OSTaskNameSet(INT8U prio, INT8U *pname, INT8U *perr);
#endif
#if OS_TASK_SUSPEND_EN > 0u
INT8U OSTaskResume(INT8U prio);
INT8U OSTaskSuspend(INT8U prio);
#endif
#if OS_TASK_QUERY_EN > 0u
INT8U OSTaskQuery(INT8U prio, OS_TCB *p_task_data);
#endif
#if OS_TASK_REG_TBL_SIZE > 0u
INT32U OSTaskRegGet(INT8U prio, INT8U id, INT8U *perr);
INT8U OSTaskRegGetID(INT8U *perr);
void OSTaskRegSet(INT8U prio, INT8U id, INT32U value, INT8U *perr);
#endif

/* ------------------------------------------------------------------------------------------------------- time */

void OSTimeDly(INT32U ticks);
#if OS_TIME_DLY_HMSM_EN > 0u
INT8U OSTimeDlyHMSM(INT8U hours, INT8U minutes, INT8U seconds, INT16U ms);
#endif
#if OS_TIME_DLY_RESUME_EN > 0u
INT8U OSTimeDlyResume(INT8U prio);
#endif
#if OS_TIME_GET_SET_EN > 0u
INT32U OSTimeGet(void);
void OSTimeSet(INT32U ticks);
#endif
void OSTimeTick(void);
#if OS_TIME_BASE > 0u
INT32U OSTickPeriodMin(void);
void OSTickStart(INT32U cycles);
void OSTickModeUpdate(void);
#define OSTickLook OSTickModeUpdate /* name in 0.2 */
void OSTickHandler(void);
#define OSTickLine OSTickHandler /* name in 0.2 */
void OSAlarmHook(INT32U alarms); /* the application may define this; bit n: alarm n has expired, 1 to 7 */
#endif

/* ------------------------------------------------------------------------------------------------- semaphores */

#if OS_SEM_EN > 0u
#if OS_SEM_ACCEPT_EN > 0u
INT16U OSSemAccept(OS_EVENT *pevent);
#endif
OS_EVENT *OSSemCreate(INT16U cnt);
#if OS_SEM_DEL_EN > 0u
OS_EVENT *OSSemDel(OS_EVENT *pevent, INT8U opt, INT8U *perr);
#endif
void OSSemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr);
#if OS_SEM_PEND_ABORT_EN > 0u
INT8U OSSemPendAbort(OS_EVENT *pevent, INT8U opt, INT8U *perr);
#endif
INT8U OSSemPost(OS_EVENT *pevent);
#if OS_SEM_QUERY_EN > 0u
INT8U OSSemQuery(OS_EVENT *pevent, OS_SEM_DATA *p_sem_data);
#endif
#if OS_SEM_SET_EN > 0u
void OSSemSet(OS_EVENT *pevent, INT16U cnt, INT8U *perr);
#endif
#endif

/* -------------------------------------------------------------------------------------------------- mailboxes */

#if OS_MBOX_EN > 0u
#if OS_MBOX_ACCEPT_EN > 0u
void *OSMboxAccept(OS_EVENT *pevent);
#endif
OS_EVENT *OSMboxCreate(void *pmsg);
#if OS_MBOX_DEL_EN > 0u
OS_EVENT *OSMboxDel(OS_EVENT *pevent, INT8U opt, INT8U *perr);
#endif
void *OSMboxPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr);
#if OS_MBOX_PEND_ABORT_EN > 0u
INT8U OSMboxPendAbort(OS_EVENT *pevent, INT8U opt, INT8U *perr);
#endif
#if OS_MBOX_POST_EN > 0u
INT8U OSMboxPost(OS_EVENT *pevent, void *pmsg);
#endif
#if OS_MBOX_POST_OPT_EN > 0u
INT8U OSMboxPostOpt(OS_EVENT *pevent, void *pmsg, INT8U opt);
#endif
#if OS_MBOX_QUERY_EN > 0u
INT8U OSMboxQuery(OS_EVENT *pevent, OS_MBOX_DATA *p_mbox_data);
#endif
#endif

/* ----------------------------------------------------------------------------------------------------- queues */

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
#if OS_Q_ACCEPT_EN > 0u
void *OSQAccept(OS_EVENT *pevent, INT8U *perr);
#endif
OS_EVENT *OSQCreate(void **start, INT16U size);
#if OS_Q_DEL_EN > 0u
OS_EVENT *OSQDel(OS_EVENT *pevent, INT8U opt, INT8U *perr);
#endif
#if OS_Q_FLUSH_EN > 0u
INT8U OSQFlush(OS_EVENT *pevent);
#endif
void *OSQPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr);
#if OS_Q_PEND_ABORT_EN > 0u
INT8U OSQPendAbort(OS_EVENT *pevent, INT8U opt, INT8U *perr);
#endif
#if OS_Q_POST_EN > 0u
INT8U OSQPost(OS_EVENT *pevent, void *pmsg);
#endif
#if OS_Q_POST_FRONT_EN > 0u
INT8U OSQPostFront(OS_EVENT *pevent, void *pmsg);
#endif
#if OS_Q_POST_OPT_EN > 0u
INT8U OSQPostOpt(OS_EVENT *pevent, void *pmsg, INT8U opt);
#endif
#if OS_Q_QUERY_EN > 0u
INT8U OSQQuery(OS_EVENT *pevent, OS_Q_DATA *p_q_data);
#endif
#endif

/* ---------------------------------------------------------------------------------------------------- mutexes */

#if OS_MUTEX_EN > 0u
#if OS_MUTEX_ACCEPT_EN > 0u
BOOLEAN OSMutexAccept(OS_EVENT *pevent, INT8U *perr);
#endif
OS_EVENT *OSMutexCreate(INT8U prio, INT8U *perr);
#if OS_MUTEX_DEL_EN > 0u
OS_EVENT *OSMutexDel(OS_EVENT *pevent, INT8U opt, INT8U *perr);
#endif
void OSMutexPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr);
INT8U OSMutexPost(OS_EVENT *pevent);
#define OS_MUTEX_DELEGATE 1 /* an interrupt handler locks and unlocks a mutex for a hardware thread's delegate */
BOOLEAN OS_MutexTakeForDelegate(OS_EVENT *pevent, OS_TCB *ptcb, INT8U *perr);
INT8U OS_MutexPostForDelegate(OS_EVENT *pevent, OS_TCB *ptcb);
#if OS_MUTEX_QUERY_EN > 0u
INT8U OSMutexQuery(OS_EVENT *pevent, OS_MUTEX_DATA *p_mutex_data);
#endif
#endif

/* ------------------------------------------------------------------------------------------------ event flags */

#if (OS_FLAG_EN > 0u) && (OS_MAX_FLAGS > 0u)
#if OS_FLAG_ACCEPT_EN > 0u
OS_FLAGS OSFlagAccept(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT8U *perr);
#endif
OS_FLAG_GRP *OSFlagCreate(OS_FLAGS flags, INT8U *perr);
#if OS_FLAG_DEL_EN > 0u
OS_FLAG_GRP *OSFlagDel(OS_FLAG_GRP *pgrp, INT8U opt, INT8U *perr);
#endif
#if OS_FLAG_NAME_EN > 0u
INT8U OSFlagNameGet(OS_FLAG_GRP *pgrp, INT8U **pname, INT8U *perr);
void OSFlagNameSet(OS_FLAG_GRP *pgrp, INT8U *pname, INT8U *perr);
#endif
OS_FLAGS OSFlagPend(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U wait_type, INT32U timeout, INT8U *perr);
OS_FLAGS OSFlagPendGetFlagsRdy(void);
OS_FLAGS OSFlagPost(OS_FLAG_GRP *pgrp, OS_FLAGS flags, INT8U opt, INT8U *perr);
#if OS_FLAG_QUERY_EN > 0u
OS_FLAGS OSFlagQuery(OS_FLAG_GRP *pgrp, INT8U *perr);
#endif
#endif

/* ------------------------------------------------------------------------------------------ memory partitions */

#if (OS_MEM_EN > 0u) && (OS_MAX_MEM_PART > 0u)
OS_MEM *OSMemCreate(void *addr, INT32U nblks, INT32U blksize, INT8U *perr);
void *OSMemGet(OS_MEM *pmem, INT8U *perr);
#if OS_MEM_NAME_EN > 0u
INT8U OSMemNameGet(OS_MEM *pmem, INT8U **pname, INT8U *perr);
void OSMemNameSet(OS_MEM *pmem, INT8U *pname, INT8U *perr);
#endif
INT8U OSMemPut(OS_MEM *pmem, void *pblk);
#if OS_MEM_QUERY_EN > 0u
INT8U OSMemQuery(OS_MEM *pmem, OS_MEM_DATA *p_mem_data);
#endif
#endif

/* ----------------------------------------------------------------------------------------------------- timers */

#if OS_TMR_EN > 0u
OS_TMR *OSTmrCreate(INT32U dly, INT32U period, INT8U opt, OS_TMR_CALLBACK callback, void *callback_arg, INT8U *pname,
                    INT8U *perr);
BOOLEAN OSTmrDel(OS_TMR *ptmr, INT8U *perr);
#if OS_TMR_CFG_NAME_EN > 0u
INT8U OSTmrNameGet(OS_TMR *ptmr, INT8U **pdest, INT8U *perr);
#endif
INT32U OSTmrRemainGet(OS_TMR *ptmr, INT8U *perr);
INT8U OSTmrStateGet(OS_TMR *ptmr, INT8U *perr);
BOOLEAN OSTmrStart(OS_TMR *ptmr, INT8U *perr);
BOOLEAN OSTmrStop(OS_TMR *ptmr, INT8U opt, void *callback_arg, INT8U *perr);
INT8U OSTmrSignal(void);
#endif

/* ------------------------------------------------------------------ functions that the port provides or calls */

void OSInitHookBegin(void);
void OSInitHookEnd(void);
void OSTaskCreateHook(OS_TCB *ptcb);
void OSTaskDelHook(OS_TCB *ptcb);
void OSTaskIdleHook(void);
void OSTaskReturnHook(OS_TCB *ptcb);
void OSTaskStatHook(void);
void OSTCBInitHook(OS_TCB *ptcb);
#if OS_TASK_SW_HOOK_EN > 0u
void OSTaskSwHook(void);
#endif
#if OS_TIME_TICK_HOOK_EN > 0u
void OSTimeTickHook(void);
#endif
OS_STK *OSTaskStkInit(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT16U opt);

#ifndef OS_ISR_PROTO_EXT /* a port that defines this declares these functions itself, with compiler attributes */
void OSStartHighRdy(void);
void OSIntCtxSw(void);
void OSCtxSw(void);
#endif

void OS_TaskReturn(void); /* return address of a task's function */

#if OS_DEBUG_EN > 0u
void OSDebugInit(void);
#endif

#if OS_APP_HOOKS_EN > 0u
void App_TaskCreateHook(OS_TCB *ptcb);
void App_TaskDelHook(OS_TCB *ptcb);
void App_TaskIdleHook(void);
void App_TaskReturnHook(OS_TCB *ptcb);
void App_TaskStatHook(void);
#if OS_TASK_SW_HOOK_EN > 0u
void App_TaskSwHook(void);
#endif
void App_TCBInitHook(OS_TCB *ptcb);
#if OS_TIME_TICK_HOOK_EN > 0u
void App_TimeTickHook(void);
#endif
#endif

#ifdef __cplusplus
}
#endif

/* With the event unit, inline posts and pends in application files that are optimised for speed. */
#ifndef OS_ACCEL_SHORT_EN
#define OS_ACCEL_SHORT_EN 1u
#endif
#if defined(OS_ACCEL_EVENT_EN) && (OS_ACCEL_EVENT_EN > 0u) && (OS_ACCEL_SHORT_EN > 0u) && !defined(OS_IN_KERNEL) && \
    defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(OS_SAFETY_CRITICAL)
#include "os_inline.h"
#endif

#endif
