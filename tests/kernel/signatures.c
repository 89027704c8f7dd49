// SPDX-License-Identifier: Apache-2.0
// All public functions exist and have the documented signatures: this file compiles and links.
// cfg:
// cfg: OS_SAFETY_CRITICAL_IEC61508
#include "check.h"

static struct {
    void (*OSInit_)(void);
    void (*OSStart_)(void);
    INT16U (*OSVersion_)(void);
    void (*OSIntEnter_)(void);
    void (*OSIntExit_)(void);
    void (*OSSchedLock_)(void);
    void (*OSSchedUnlock_)(void);
    void (*OSStatInit_)(void);
    INT8U (*OSEventNameGet_)(OS_EVENT *, INT8U **, INT8U *);
    void (*OSEventNameSet_)(OS_EVENT *, INT8U *, INT8U *);
    INT16U (*OSEventPendMulti_)(OS_EVENT **, OS_EVENT **, void **, INT32U, INT8U *);
    void *(*OSMboxAccept_)(OS_EVENT *);
    OS_EVENT *(*OSMboxCreate_)(void *);
    OS_EVENT *(*OSMboxDel_)(OS_EVENT *, INT8U, INT8U *);
    void *(*OSMboxPend_)(OS_EVENT *, INT32U, INT8U *);
    INT8U (*OSMboxPendAbort_)(OS_EVENT *, INT8U, INT8U *);
    INT8U (*OSMboxPost_)(OS_EVENT *, void *);
    INT8U (*OSMboxPostOpt_)(OS_EVENT *, void *, INT8U);
    INT8U (*OSMboxQuery_)(OS_EVENT *, OS_MBOX_DATA *);
    BOOLEAN (*OSMutexAccept_)(OS_EVENT *, INT8U *);
    OS_EVENT *(*OSMutexCreate_)(INT8U, INT8U *);
    OS_EVENT *(*OSMutexDel_)(OS_EVENT *, INT8U, INT8U *);
    void (*OSMutexPend_)(OS_EVENT *, INT32U, INT8U *);
    INT8U (*OSMutexPost_)(OS_EVENT *);
    INT8U (*OSMutexQuery_)(OS_EVENT *, OS_MUTEX_DATA *);
    void *(*OSQAccept_)(OS_EVENT *, INT8U *);
    OS_EVENT *(*OSQCreate_)(void **, INT16U);
    OS_EVENT *(*OSQDel_)(OS_EVENT *, INT8U, INT8U *);
    INT8U (*OSQFlush_)(OS_EVENT *);
    void *(*OSQPend_)(OS_EVENT *, INT32U, INT8U *);
    INT8U (*OSQPendAbort_)(OS_EVENT *, INT8U, INT8U *);
    INT8U (*OSQPost_)(OS_EVENT *, void *);
    INT8U (*OSQPostFront_)(OS_EVENT *, void *);
    INT8U (*OSQPostOpt_)(OS_EVENT *, void *, INT8U);
    INT8U (*OSQQuery_)(OS_EVENT *, OS_Q_DATA *);
    INT8U (*OSTaskChangePrio_)(INT8U, INT8U);
    INT8U (*OSTaskCreate_)(void (*)(void *), void *, OS_STK *, INT8U);
    INT8U (*OSTaskCreateExt_)(void (*)(void *), void *, OS_STK *, INT8U, INT16U, OS_STK *, INT32U, void *, INT16U);
    INT8U (*OSTaskDel_)(INT8U);
    INT8U (*OSTaskDelReq_)(INT8U);
    INT8U (*OSTaskNameGet_)(INT8U, INT8U **, INT8U *);
    void (*OSTaskNameSet_)(INT8U, INT8U *, INT8U *);
    INT8U (*OSTaskResume_)(INT8U);
    INT8U (*OSTaskSuspend_)(INT8U);
    INT8U (*OSTaskStkChk_)(INT8U, OS_STK_DATA *);
    INT8U (*OSTaskQuery_)(INT8U, OS_TCB *);
    INT32U (*OSTaskRegGet_)(INT8U, INT8U, INT8U *);
    INT8U (*OSTaskRegGetID_)(INT8U *);
    void (*OSTaskRegSet_)(INT8U, INT8U, INT32U, INT8U *);
    void (*OSTimeDly_)(INT32U);
    INT8U (*OSTimeDlyHMSM_)(INT8U, INT8U, INT8U, INT16U);
    INT8U (*OSTimeDlyResume_)(INT8U);
    INT32U (*OSTimeGet_)(void);
    void (*OSTimeSet_)(INT32U);
    void (*OSTimeTick_)(void);
    INT16U (*OSSemAccept_)(OS_EVENT *);
    OS_EVENT *(*OSSemCreate_)(INT16U);
    OS_EVENT *(*OSSemDel_)(OS_EVENT *, INT8U, INT8U *);
    void (*OSSemPend_)(OS_EVENT *, INT32U, INT8U *);
    INT8U (*OSSemPendAbort_)(OS_EVENT *, INT8U, INT8U *);
    INT8U (*OSSemPost_)(OS_EVENT *);
    INT8U (*OSSemQuery_)(OS_EVENT *, OS_SEM_DATA *);
    void (*OSSemSet_)(OS_EVENT *, INT16U, INT8U *);
    void (*last)(void);
} const api = {
    OSInit, OSStart, OSVersion, OSIntEnter, OSIntExit, OSSchedLock, OSSchedUnlock, OSStatInit, OSEventNameGet,
    OSEventNameSet,
    OSEventPendMulti, OSMboxAccept, OSMboxCreate, OSMboxDel, OSMboxPend, OSMboxPendAbort, OSMboxPost, OSMboxPostOpt,
    OSMboxQuery, OSMutexAccept, OSMutexCreate, OSMutexDel, OSMutexPend, OSMutexPost, OSMutexQuery, OSQAccept,
    OSQCreate, OSQDel, OSQFlush, OSQPend, OSQPendAbort, OSQPost, OSQPostFront, OSQPostOpt, OSQQuery,
    OSTaskChangePrio, OSTaskCreate, OSTaskCreateExt, OSTaskDel, OSTaskDelReq, OSTaskNameGet,
    OSTaskNameSet, OSTaskResume, OSTaskSuspend, OSTaskStkChk, OSTaskQuery, OSTaskRegGet, OSTaskRegGetID, OSTaskRegSet,
    OSTimeDly, OSTimeDlyHMSM, OSTimeDlyResume, OSTimeGet, OSTimeSet, OSTimeTick, OSSemAccept, OSSemCreate, OSSemDel,
    OSSemPend, OSSemPendAbort, OSSemPost, OSSemQuery, OSSemSet,
#ifdef OS_SAFETY_CRITICAL_IEC61508
    OSSafetyCriticalStart,
#else
    test,
#endif
};

void test(void)
{
    void (*const volatile *function)(void) = (void (*const volatile *)(void))&api;
    unsigned i;

    for (i = 0u; i < sizeof(api) / sizeof(*function); i++) {
        CHECK(function[i] != 0);
    }
    CHECK_EQ(i, 64);
}
