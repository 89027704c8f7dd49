/* SPDX-License-Identifier: Apache-2.0 */
/* Constants from which a kernel-aware debugger learns how this kernel was built. */
#include "os_internal.h"

#if OS_DEBUG_EN > 0u

#define DBG_CONST(name, value) INT16U const name = (INT16U)(value)

INT32U const OSEndiannessTest = 0x12345678uL;

DBG_CONST(OSDebugEn, OS_DEBUG_EN);
DBG_CONST(OSVersionNbr, OS_VERSION);
DBG_CONST(OSTicksPerSec, OS_TICKS_PER_SEC);
DBG_CONST(OSPtrSize, sizeof(void *));
DBG_CONST(OSStkWidth, sizeof(OS_STK));

DBG_CONST(OSRdyTblSize, sizeof(OSRdyTbl));

DBG_CONST(OSEventEn, OS_EVENT_EN);
DBG_CONST(OSEventMultiEn, OS_EVENT_MULTI_EN);
DBG_CONST(OSEventNameEn, OS_EVENT_NAME_EN);
#if OS_EVENT_EN
DBG_CONST(OSEventMax, OS_MAX_EVENTS);
DBG_CONST(OSEventSize, sizeof(OS_EVENT));
DBG_CONST(OSEventTblSize, sizeof(OSEventTbl));
#else
DBG_CONST(OSEventMax, 0);
DBG_CONST(OSEventSize, 0);
DBG_CONST(OSEventTblSize, 0);
#endif

DBG_CONST(OSFlagEn, OS_FLAG_EN);
DBG_CONST(OSMboxEn, OS_MBOX_EN);
DBG_CONST(OSMemEn, OS_MEM_EN);
DBG_CONST(OSMutexEn, OS_MUTEX_EN);
DBG_CONST(OSQEn, OS_Q_EN);
DBG_CONST(OSSemEn, OS_SEM_EN);

DBG_CONST(OSTaskCreateEn, OS_TASK_CREATE_EN);
DBG_CONST(OSTaskCreateExtEn, OS_TASK_CREATE_EXT_EN);
DBG_CONST(OSTaskDelEn, OS_TASK_DEL_EN);
DBG_CONST(OSTaskIdleStkSize, OS_TASK_IDLE_STK_SIZE);
DBG_CONST(OSTaskProfileEn, OS_TASK_PROFILE_EN);
DBG_CONST(OSTaskMax, OS_MAX_TASKS + OS_N_SYS_TASKS);
DBG_CONST(OSTaskNameEn, OS_TASK_NAME_EN);
DBG_CONST(OSTaskStatEn, OS_TASK_STAT_EN);
#if OS_TASK_STAT_EN > 0u
DBG_CONST(OSTaskStatStkSize, OS_TASK_STAT_STK_SIZE);
#else
DBG_CONST(OSTaskStatStkSize, 0);
#endif
DBG_CONST(OSTaskStatStkChkEn, OS_TASK_STAT_STK_CHK_EN);
DBG_CONST(OSTaskSwHookEn, OS_TASK_SW_HOOK_EN);
DBG_CONST(OSTaskRegTblSize, OS_TASK_REG_TBL_SIZE);

DBG_CONST(OSTCBPrioTblMax, OS_LOWEST_PRIO + 1u);
DBG_CONST(OSTCBSize, sizeof(OS_TCB));
DBG_CONST(OSTimeTickHookEn, OS_TIME_TICK_HOOK_EN);

/*
 * Description: Refer to the constants, so that the linker keeps them.
 * Arguments  : none
 * Returns    : none
 */
void OSDebugInit(void)
{
    static void const *const kept[] = {
        &OSEndiannessTest, &OSDebugEn, &OSVersionNbr, &OSTicksPerSec, &OSPtrSize, &OSStkWidth, &OSRdyTblSize,
        &OSEventEn, &OSEventMultiEn, &OSEventNameEn, &OSEventMax, &OSEventSize, &OSEventTblSize,
        &OSFlagEn, &OSMboxEn, &OSMemEn, &OSMutexEn, &OSQEn, &OSSemEn,
        &OSTaskCreateEn, &OSTaskCreateExtEn, &OSTaskDelEn, &OSTaskIdleStkSize, &OSTaskProfileEn, &OSTaskMax,
        &OSTaskNameEn, &OSTaskStatEn, &OSTaskStatStkSize, &OSTaskStatStkChkEn, &OSTaskSwHookEn, &OSTaskRegTblSize,
        &OSTCBPrioTblMax, &OSTCBSize, &OSTimeTickHookEn,
    };
    void const *volatile keep = kept;

    (void)keep;
}

#endif
