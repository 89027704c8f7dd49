/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version : V2.93.00
 *
 * A small kernel for tests of ./metro patch. It handles the ready list, delays and wait lists as uC/OS-II does, with
 * the same names. It has semaphores, mutexes and event flags, but no mailboxes or queues. Applications use sw/kernel.
 */
#ifndef OS_UCOS_II_H
#define OS_UCOS_II_H

#include <app_cfg.h>
#include <os_cfg.h>
#include <os_cpu.h>

#define OS_VERSION 29300u

#ifdef OS_GLOBALS
#define OS_EXT
#else
#define OS_EXT extern
#endif

#ifndef OS_TRACE_TASK_READY
#define OS_TRACE_TASK_READY(ptcb)
#define OS_TRACE_TASK_SUSPENDED(ptcb)
#endif

#if OS_LOWEST_PRIO <= 63u
typedef INT8U OS_PRIO;
#define OS_RDY_TBL_SIZE (OS_LOWEST_PRIO / 8u + 1u)
#else
typedef INT16U OS_PRIO;
#define OS_RDY_TBL_SIZE (OS_LOWEST_PRIO / 16u + 1u)
#endif
#define OS_EVENT_TBL_SIZE OS_RDY_TBL_SIZE

#define OS_FALSE 0u
#define OS_TRUE  1u
#define OS_PRIO_SELF      0xFFu
#define OS_TASK_IDLE_PRIO OS_LOWEST_PRIO
#define OS_TCB_RESERVED   ((OS_TCB *)1)
#define OS_EVENT_EN       1

#define OS_STAT_RDY      0x00u
#define OS_STAT_SEM      0x01u
#define OS_STAT_SUSPEND  0x08u
#define OS_STAT_MUTEX    0x10u
#define OS_STAT_FLAG     0x20u
#define OS_STAT_MULTI    0x80u
#define OS_STAT_PEND_ANY (OS_STAT_SEM | OS_STAT_MUTEX | OS_STAT_FLAG)
#define OS_STAT_PEND_OK    0u
#define OS_STAT_PEND_TO    1u
#define OS_STAT_PEND_ABORT 2u

#define OS_EVENT_TYPE_SEM   3u
#define OS_EVENT_TYPE_MUTEX 4u

#define OS_DEL_ALWAYS       1u
#define OS_TASK_OPT_STK_CHK 1u          /* stacks are not checked */
#define OS_TASK_OPT_STK_CLR 2u

#define OS_ERR_NONE             0u
#define OS_ERR_PEVENT_NULL      4u
#define OS_ERR_TIMEOUT         10u
#define OS_ERR_PEND_ABORT      14u
#define OS_ERR_PRIO_EXIST      40u
#define OS_ERR_PRIO            41u
#define OS_ERR_TASK_NO_MORE_TCB 66u
#define OS_ERR_TASK_NOT_EXIST  67u
#define OS_ERR_TIME_NOT_DLY    80u
#define OS_ERR_TASK_NOT_SUSPENDED 100u
#define OS_ERR_NOT_MUTEX_OWNER 102u

typedef struct os_event {
    INT8U OSEventType;
    void *OSEventPtr;               /* the owner of a mutex */
    INT16U OSEventCnt;              /* a count, or a mutex's ceiling and its owner's original priority */
    OS_PRIO OSEventGrp;
    OS_PRIO OSEventTbl[OS_EVENT_TBL_SIZE];
} OS_EVENT;

typedef struct os_sem_data {
    INT16U OSCnt;
    OS_PRIO OSEventTbl[OS_EVENT_TBL_SIZE];
    OS_PRIO OSEventGrp;
} OS_SEM_DATA;

typedef struct os_tcb {
    OS_STK *OSTCBStkPtr;
    struct os_tcb *OSTCBNext;
    struct os_tcb *OSTCBPrev;
    OS_EVENT *OSTCBEventPtr;
    struct os_flag_node *OSTCBFlagNode;
    void *OSTCBExtPtr;
    INT32U OSTCBDly;
    INT8U OSTCBStat;
    INT8U OSTCBStatPend;
    INT8U OSTCBPrio;
    INT8U OSTCBX;
    INT8U OSTCBY;
    OS_PRIO OSTCBBitX;
    OS_PRIO OSTCBBitY;
} OS_TCB;

typedef struct os_flag_node {
    struct os_flag_node *OSFlagNodeNext;
    OS_TCB *OSFlagNodeTCB;
    INT16U OSFlagNodeFlags;
} OS_FLAG_NODE;

typedef struct os_flag_grp {
    OS_FLAG_NODE *OSFlagWaitList;
    INT16U OSFlagFlags;
} OS_FLAG_GRP;

OS_EXT INT8U OSIntNesting;
OS_EXT INT8U OSTaskCtr;
OS_EXT INT8U OSLockNesting;
OS_EXT BOOLEAN OSRunning;
OS_EXT INT8U OSPrioCur;
OS_EXT INT8U OSPrioHighRdy;
OS_EXT OS_PRIO OSRdyGrp;
OS_EXT OS_PRIO OSRdyTbl[OS_RDY_TBL_SIZE];
OS_EXT OS_TCB *OSTCBCur;
OS_EXT OS_TCB *OSTCBHighRdy;
OS_EXT OS_TCB *OSTCBList;
OS_EXT OS_TCB *OSTCBFreeList;
OS_EXT OS_TCB *OSTCBPrioTbl[OS_LOWEST_PRIO + 1u];
OS_EXT OS_TCB OSTCBTbl[OS_MAX_TASKS + 1u];
OS_EXT OS_EVENT OSEventTbl[OS_MAX_EVENTS];
OS_EXT volatile INT32U OSTime;
OS_EXT volatile INT32U OSIdleCtr;
extern INT8U const OSUnMapTbl[256];

void OSInit(void);
void OSStart(void);
void OSIntExit(void);
void OSTimeTick(void);
INT8U OSTaskCreate(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio);
INT8U OSTaskCreateExt(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT8U prio, INT16U id, OS_STK *pbos,
                      INT32U stk_size, void *pext, INT16U opt);
INT8U OSTaskDel(INT8U prio);
INT8U OSTaskSuspend(INT8U prio);
INT8U OSTaskResume(INT8U prio);
INT8U OSTaskChangePrio(INT8U oldprio, INT8U newprio);
INT8U OSTaskQuery(INT8U prio, OS_TCB *p_task_data);
INT32U OSTimeGet(void);
void OSTimeDly(INT32U ticks);
INT8U OSTimeDlyResume(INT8U prio);
OS_EVENT *OSSemCreate(INT16U cnt);
OS_EVENT *OSSemDel(OS_EVENT *pevent, INT8U opt, INT8U *perr);
INT16U OSSemAccept(OS_EVENT *pevent);
void OSSemInit(OS_EVENT *pevent, INT16U cnt);
void OSSemPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr);
INT8U OSSemPendAbort(OS_EVENT *pevent);
INT8U OSSemPost(OS_EVENT *pevent);
void OSSemQuery(OS_EVENT *pevent, OS_SEM_DATA *p_sem_data);
void OSMutexInit(OS_EVENT *pevent, INT8U pcp);
void OSMutexPend(OS_EVENT *pevent, INT32U timeout, INT8U *perr);
INT8U OSMutexPost(OS_EVENT *pevent);
void OSFlagPend(OS_FLAG_GRP *pgrp, INT16U flags, INT32U timeout, INT8U *perr);
void OSFlagPost(OS_FLAG_GRP *pgrp, INT16U flags);

/* Internal functions of the kernel. */
void OS_Sched(void);
void OS_TaskReturn(void);
INT8U OS_TCBInit(INT8U prio, OS_STK *ptos, void *pext);
INT8U OS_EventTaskRdy(OS_EVENT *pevent, INT8U msk, INT8U pend_stat);
void OS_EventTaskWait(OS_EVENT *pevent);
void OS_EventTaskRemove(OS_TCB *ptcb, OS_EVENT *pevent);
void OS_EventWaitListInit(OS_EVENT *pevent);
void OS_FlagUnlink(OS_FLAG_GRP *pgrp, OS_FLAG_NODE *pnode);
void OS_MemCopy(INT8U *pdest, INT8U *psrc, INT16U size);

/* Functions of the port. */
OS_STK *OSTaskStkInit(void (*task)(void *p_arg), void *p_arg, OS_STK *ptos, INT16U opt);
void OSInitHookBegin(void);
void OSInitHookEnd(void);
void OSTaskCreateHook(OS_TCB *ptcb);
void OSTaskDelHook(OS_TCB *ptcb);
void OSTaskIdleHook(void);
void OSTaskReturnHook(OS_TCB *ptcb);
void OSTaskStatHook(void);
void OSTCBInitHook(OS_TCB *ptcb);
void OSTaskSwHook(void);
void OSTimeTickHook(void);

#endif
