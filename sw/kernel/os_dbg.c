/* SPDX-License-Identifier: Apache-2.0 */
/* Constants that tell a kernel-aware debugger how this kernel was built. Sizes of features that are not built are 0. */
#include "os_kernel.h"

#if OS_DEBUG_EN > 0u

#define DBG_CONST(name, value) INT16U const name = (INT16U)(value)

INT32U const OSEndiannessTest = 0x12345678uL;

DBG_CONST(OSDebugEn, OS_DEBUG_EN);
DBG_CONST(OSVersionNbr, OS_VERSION);
DBG_CONST(OSTicksPerSec, OS_TICKS_PER_SEC);
DBG_CONST(OSPtrSize, sizeof(void *));
DBG_CONST(OSStkWidth, sizeof(OS_STK));
DBG_CONST(OSTimeTickHookEn, OS_TIME_TICK_HOOK_EN);
DBG_CONST(OS_TLS_TblSize, 0);

/* ------------------------------------------------------------------------------------------------------ tasks */

DBG_CONST(OSLowestPrio, OS_LOWEST_PRIO);
DBG_CONST(OSRdyTblSize, OS_RDY_TBL_SIZE);
DBG_CONST(OSTaskCreateEn, OS_TASK_CREATE_EN);
DBG_CONST(OSTaskCreateExtEn, OS_TASK_CREATE_EXT_EN);
DBG_CONST(OSTaskDelEn, OS_TASK_DEL_EN);
DBG_CONST(OSTaskIdleStkSize, OS_TASK_IDLE_STK_SIZE);
DBG_CONST(OSTaskMax, OS_MAX_TASKS + OS_N_SYS_TASKS);
DBG_CONST(OSTaskNameEn, OS_TASK_NAME_EN);
DBG_CONST(OSTaskProfileEn, OS_TASK_PROFILE_EN);
DBG_CONST(OSTaskRegTblSize, OS_TASK_REG_TBL_SIZE);
DBG_CONST(OSTaskStatEn, OS_TASK_STAT_EN);
DBG_CONST(OSTaskStatStkChkEn, OS_TASK_STAT_STK_CHK_EN);
DBG_CONST(OSTaskSwHookEn, OS_TASK_SW_HOOK_EN);
DBG_CONST(OSTCBPrioTblMax, OS_LOWEST_PRIO + 1u);
DBG_CONST(OSTCBSize, sizeof(OS_TCB));
#if OS_TASK_STAT_EN > 0u
DBG_CONST(OSTaskStatStkSize, OS_TASK_STAT_STK_SIZE);
#define DBG_STAT_DATA \
    (sizeof(OSCPUUsage) + sizeof(OSIdleCtrMax) + sizeof(OSIdleCtrRun) + sizeof(OSStatRdy) + sizeof(OSTaskStatStk))
#else
DBG_CONST(OSTaskStatStkSize, 0);
#define DBG_STAT_DATA 0u
#endif

/* ----------------------------------------------------------------------------------------------------- events */

DBG_CONST(OSEventEn, OS_EVENT_EN);
DBG_CONST(OSEventMax, OS_MAX_EVENTS);
DBG_CONST(OSEventMultiEn, OS_EVENT_MULTI_EN);
DBG_CONST(OSEventNameEn, OS_EVENT_NAME_EN);
DBG_CONST(OSMboxEn, OS_MBOX_EN);
DBG_CONST(OSMutexEn, OS_MUTEX_EN);
DBG_CONST(OSQEn, OS_Q_EN);
DBG_CONST(OSSemEn, OS_SEM_EN);
#if OS_EVENT_EN
DBG_CONST(OSEventSize, sizeof(OS_EVENT));
DBG_CONST(OSEventTblSize, sizeof(OSEventTbl));
#define DBG_EVENT_DATA (sizeof(OSEventFreeList) + sizeof(OSEventTbl))
#else
DBG_CONST(OSEventSize, 0);
DBG_CONST(OSEventTblSize, 0);
#define DBG_EVENT_DATA 0u
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
DBG_CONST(OSQMax, OS_MAX_QS);
DBG_CONST(OSQSize, sizeof(OS_Q));
#define DBG_Q_DATA (sizeof(OSQFreeList) + sizeof(OSQTbl))
#else
DBG_CONST(OSQMax, 0);
DBG_CONST(OSQSize, 0);
#define DBG_Q_DATA 0u
#endif

/* ------------------------------------------------------------------------------------------------ event flags */

DBG_CONST(OSFlagEn, OS_FLAG_EN);
#if OS_FLAG_USED
DBG_CONST(OSFlagGrpSize, sizeof(OS_FLAG_GRP));
DBG_CONST(OSFlagMax, OS_MAX_FLAGS);
DBG_CONST(OSFlagNameEn, OS_FLAG_NAME_EN);
DBG_CONST(OSFlagNodeSize, sizeof(OS_FLAG_NODE));
DBG_CONST(OSFlagWidth, sizeof(OS_FLAGS));
#define DBG_FLAG_DATA (sizeof(OSFlagFreeList) + sizeof(OSFlagTbl))
#else
DBG_CONST(OSFlagGrpSize, 0);
DBG_CONST(OSFlagMax, 0);
DBG_CONST(OSFlagNameEn, 0);
DBG_CONST(OSFlagNodeSize, 0);
DBG_CONST(OSFlagWidth, 0);
#define DBG_FLAG_DATA 0u
#endif

/* ------------------------------------------------------------------------------------------ memory partitions */

DBG_CONST(OSMemEn, OS_MEM_EN);
#if OS_MEM_USED
DBG_CONST(OSMemMax, OS_MAX_MEM_PART);
DBG_CONST(OSMemNameEn, OS_MEM_NAME_EN);
DBG_CONST(OSMemSize, sizeof(OS_MEM));
DBG_CONST(OSMemTblSize, sizeof(OSMemTbl));
#define DBG_MEM_DATA (sizeof(OSMemFreeList) + sizeof(OSMemTbl))
#else
DBG_CONST(OSMemMax, 0);
DBG_CONST(OSMemNameEn, 0);
DBG_CONST(OSMemSize, 0);
DBG_CONST(OSMemTblSize, 0);
#define DBG_MEM_DATA 0u
#endif

/* ----------------------------------------------------------------------------------------------------- timers */

DBG_CONST(OSTmrEn, OS_TMR_EN);
#if OS_TMR_EN > 0u
DBG_CONST(OSTmrCfgMax, OS_TMR_CFG_MAX);
DBG_CONST(OSTmrCfgNameEn, OS_TMR_CFG_NAME_EN);
DBG_CONST(OSTmrCfgTicksPerSec, OS_TMR_CFG_TICKS_PER_SEC);
DBG_CONST(OSTmrCfgWheelSize, OS_TMR_CFG_WHEEL_SIZE);
DBG_CONST(OSTmrSize, sizeof(OS_TMR));
DBG_CONST(OSTmrTblSize, sizeof(OSTmrTbl));
DBG_CONST(OSTmrWheelSize, sizeof(OS_TMR_WHEEL));
DBG_CONST(OSTmrWheelTblSize, sizeof(OSTmrWheelTbl));
#define DBG_TMR_DATA \
    (sizeof(OSTmrFree) + sizeof(OSTmrUsed) + sizeof(OSTmrTime) + sizeof(OSTmrSem) + sizeof(OSTmrSemSignal) + \
     sizeof(OSTmrTbl) + sizeof(OSTmrFreeList) + sizeof(OSTmrTaskStk) + sizeof(OSTmrWheelTbl))
#else
DBG_CONST(OSTmrCfgMax, 0);
DBG_CONST(OSTmrCfgNameEn, 0);
DBG_CONST(OSTmrCfgTicksPerSec, 0);
DBG_CONST(OSTmrCfgWheelSize, 0);
DBG_CONST(OSTmrSize, 0);
DBG_CONST(OSTmrTblSize, 0);
DBG_CONST(OSTmrWheelSize, 0);
DBG_CONST(OSTmrWheelTblSize, 0);
#define DBG_TMR_DATA 0u
#endif

/* ----------------------------------------------------------------------------- all variables of the interface */

#if OS_TASK_REG_TBL_SIZE > 0u
#define DBG_REG_DATA sizeof(OSTaskRegNextAvailID)
#else
#define DBG_REG_DATA 0u
#endif
#if OS_TICK_STEP_EN > 0u
#define DBG_STEP_DATA sizeof(OSTickStepState)
#else
#define DBG_STEP_DATA 0u
#endif
#if OS_TIME_GET_SET_EN > 0u
#define DBG_TIME_DATA sizeof(OSTime)
#else
#define DBG_TIME_DATA 0u
#endif

DBG_CONST(OSDataSize,
          sizeof(OSCtxSwCtr) + sizeof(OSIdleCtr) + sizeof(OSTaskIdleStk) + sizeof(OSIntNesting) +
          sizeof(OSLockNesting) + sizeof(OSRunning) + sizeof(OSPrioCur) + sizeof(OSPrioHighRdy) +
          sizeof(OSRdyGrp) + sizeof(OSRdyTbl) +
          sizeof(OSTaskCtr) + sizeof(OSTCBCur) + sizeof(OSTCBHighRdy) + sizeof(OSTCBFreeList) + sizeof(OSTCBList) +
          sizeof(OSTCBPrioTbl) + sizeof(OSTCBTbl) + DBG_STAT_DATA + DBG_EVENT_DATA + DBG_Q_DATA + DBG_FLAG_DATA +
          DBG_MEM_DATA + DBG_TMR_DATA + DBG_REG_DATA + DBG_STEP_DATA + DBG_TIME_DATA);

/*
 * Description: Reference the constants, so that the linker keeps them.
 * Arguments  : none
 * Returns    : none
 */
void OSDebugInit(void)
{
    static void const *const kept[] = {
        &OSEndiannessTest, &OSDebugEn, &OSVersionNbr, &OSTicksPerSec, &OSPtrSize, &OSStkWidth, &OSTimeTickHookEn,
        &OS_TLS_TblSize, &OSDataSize,
        &OSLowestPrio, &OSRdyTblSize, &OSTaskCreateEn, &OSTaskCreateExtEn, &OSTaskDelEn, &OSTaskIdleStkSize,
        &OSTaskMax, &OSTaskNameEn, &OSTaskProfileEn, &OSTaskRegTblSize, &OSTaskStatEn, &OSTaskStatStkSize,
        &OSTaskStatStkChkEn, &OSTaskSwHookEn, &OSTCBPrioTblMax, &OSTCBSize,
        &OSEventEn, &OSEventMax, &OSEventMultiEn, &OSEventNameEn, &OSEventSize, &OSEventTblSize, &OSMboxEn,
        &OSMutexEn, &OSQEn, &OSQMax, &OSQSize, &OSSemEn,
        &OSFlagEn, &OSFlagGrpSize, &OSFlagMax, &OSFlagNameEn, &OSFlagNodeSize, &OSFlagWidth,
        &OSMemEn, &OSMemMax, &OSMemNameEn, &OSMemSize, &OSMemTblSize,
        &OSTmrEn, &OSTmrCfgMax, &OSTmrCfgNameEn, &OSTmrCfgTicksPerSec, &OSTmrCfgWheelSize, &OSTmrSize,
        &OSTmrTblSize, &OSTmrWheelSize, &OSTmrWheelTblSize,
    };
    void const *volatile keep = kept;

    (void)keep;
}

#endif
