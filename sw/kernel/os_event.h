/* SPDX-License-Identifier: Apache-2.0 */
/* Internal functions for events: control blocks, waits, the event unit, contents, and owners of mutexes. */
#ifndef OS_KERNEL_EVENT_H
#define OS_KERNEL_EVENT_H

#include "os_kernel.h"

#if OS_EVENT_EN
OS_EVENT *OS_EventAlloc(INT8U type, INT16U cnt, void *ptr);
void OS_EventFree(OS_EVENT *pevent);
OS_EVENT *OS_EventDel(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr, void (*free_rest)(OS_EVENT *pevent));
INT8U OS_EventTaskRdy(OS_EVENT *pevent, void *pmsg, INT8U pend_stat);
void OS_EventTaskWait(OS_EVENT *pevent, INT8U stat);
#if OS_ACCEL_EVENT
INT8U OS_EventPostEndGeneral(OS_EVENT *pevent, INT32U kind, void *pmsg, INT32U outcome);
BOOLEAN OS_EventTaskPostAll(OS_EVENT *pevent, void *pmsg);
#else
#define OS_EventPostEndGeneral(pevent, kind, pmsg, outcome) OS_ERR_NONE
#endif
INT8U OS_EventTaskWaitEnd(void);
INT8U OS_EventPendAbort(OS_EVENT *pevent, INT8U type, INT8U opt, INT8U *perr);
INT8U OS_EventQueryChk(OS_EVENT const *pevent, INT8U type, void const *pdata);
void OS_EventTaskRemove(OS_TCB *ptcb);
void OS_EventListsLeave(OS_TCB const *ptcb);
void OS_EventListsEnter(OS_TCB const *ptcb);
#endif

#if OS_ACCEL_EVENT
INT8S OS_EventUnitAlloc(INT32U value, INT32U lacks);
#if OS_EVENT_EN
void OS_EventUnitEnter(OS_EVENT *pevent, INT8U type, INT16U cnt, void const *ptr);
#endif
void OS_EventUnitFree(INT8S id);
#if OS_FLAG_USED
INT8S OS_FlagUnitAlloc(void);
#endif
#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
INT16U OS_EventUnitRingAlloc(INT8S id, INT16U size);
#endif
#endif

#if OS_ACCEL_LINES > 0u
void OS_LinesForget(void const *pobj);
void OS_LinesPost(void);
#endif

#if (OS_Q_EN > 0u) && (OS_MAX_QS > 0u)
INT16U OS_QCount(OS_EVENT const *pevent);
void *OS_QGet(OS_EVENT *pevent);
#endif
#if OS_SEM_EN > 0u
INT16U OS_SemGet(OS_EVENT *pevent);
#endif
#if OS_MBOX_EN > 0u
void *OS_MboxGet(OS_EVENT *pevent);
#endif
#if OS_MUTEX_EN > 0u
extern INT8U OSMutexPromotions; /* number of current promotions */
void OS_MutexOwnerDemote(OS_TCB *ptcb);
void OS_MutexOwnerForget(OS_TCB *ptcb);
#endif

#endif
