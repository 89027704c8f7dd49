/* SPDX-License-Identifier: Apache-2.0 */
/* Timers for the application: create, delete, start, stop and query. os_tmr_wheel.c handles their expiry. */
#include "os_check.h"
#include "os_init.h"
#include "os_tmr.h"

#if OS_TMR_EN > 0u
INT16U OSTmrFree;
INT16U OSTmrUsed;
OS_TMR OSTmrTbl[OS_TMR_CFG_MAX];
OS_TMR *OSTmrFreeList;

/* Return a timer to the free list. The scheduler must be locked. */
static void OS_TmrFree(OS_TMR *ptmr)
{
    ptmr->OSTmrType = OS_TMR_TYPE; /* the state, and not the type, marks a free timer */
    ptmr->OSTmrState = OS_TMR_STATE_UNUSED;
    ptmr->OSTmrOpt = OS_TMR_OPT_NONE;
    ptmr->OSTmrCallback = (OS_TMR_CALLBACK)0;
    ptmr->OSTmrCallbackArg = (void *)0;
    ptmr->OSTmrMatch = 0u;
    ptmr->OSTmrDly = 0u;
    ptmr->OSTmrPeriod = 0u;
#if OS_TMR_CFG_NAME_EN > 0u
    ptmr->OSTmrName = OS_NAME_NONE;
#endif
    ptmr->OSTmrPrev = (void *)0;
    ptmr->OSTmrNext = OSTmrFreeList;
    OSTmrFreeList = ptmr;
    OSTmrFree++;
}

/*
 * Description: Make every timer free.
 * Arguments  : none
 * Returns    : none
 */
void OS_TmrListInit(void)
{
    INT16U i;

    OSTmrFreeList = (OS_TMR *)0;
    OSTmrFree = 0u;
    OSTmrUsed = 0u;
    for (i = OS_TMR_CFG_MAX; i > 0u; i--) {
        OS_TmrFree(&OSTmrTbl[i - 1u]);
    }
}

/* Check a timer's address and type. In an interrupt, return `isr_err`. */
static INT8U OS_TmrChk(OS_TMR const *ptmr, INT8U isr_err)
{
#if OS_ARG_CHK_EN > 0u
    if (ptmr == (OS_TMR const *)0) {
        return OS_ERR_TMR_INVALID;
    }
#endif
    if (ptmr->OSTmrType != OS_TMR_TYPE) {
        return OS_ERR_TMR_INVALID_TYPE;
    }
    if (OSIntNesting > 0u) {
        return isr_err;
    }
    return OS_ERR_NONE;
}

/* Check the state of a timer. The scheduler must be locked. */
static INT8U OS_TmrStateChk(OS_TMR const *ptmr)
{
    switch (ptmr->OSTmrState) {
    case OS_TMR_STATE_RUNNING:
    case OS_TMR_STATE_STOPPED:
    case OS_TMR_STATE_COMPLETED:
        return OS_ERR_NONE;
    case OS_TMR_STATE_UNUSED:
        return OS_ERR_TMR_INACTIVE;
    default:
        return OS_ERR_TMR_INVALID_STATE;
    }
}

/* Return the number of timer ticks from a timer's start to its first expiry. */
static INT32U OS_TmrFirst(OS_TMR const *ptmr)
{
    return (ptmr->OSTmrDly != 0u) ? ptmr->OSTmrDly : ptmr->OSTmrPeriod;
}

#if OS_ARG_CHK_EN > 0u
static INT8U OS_TmrArgChk(INT32U dly, INT32U period, INT8U opt)
{
    switch (opt) {
    case OS_TMR_OPT_PERIODIC:
        return (period == 0u) ? OS_ERR_TMR_INVALID_PERIOD : OS_ERR_NONE;
    case OS_TMR_OPT_ONE_SHOT:
        return (dly == 0u) ? OS_ERR_TMR_INVALID_DLY : OS_ERR_NONE;
    default:
        return OS_ERR_TMR_INVALID_OPT;
    }
}
#endif

/*
 * Description: Create a timer. It does not run yet.
 * Arguments  : dly            timer ticks until it expires for the first time; 0 (periodic timers only): the period
 *              period         timer ticks between expiries of a periodic timer
 *              opt            OS_TMR_OPT_ONE_SHOT, OS_TMR_OPT_PERIODIC
 *              callback       called by the timer task at each expiry, with the scheduler locked; or null
 *              callback_arg   second argument of the callback; the first is the timer
 *              pname          the timer's name, which must stay valid; or null
 *              perr           gets OS_ERR_NONE, OS_ERR_TMR_INVALID_PERIOD, OS_ERR_TMR_INVALID_DLY,
 *                             OS_ERR_TMR_INVALID_OPT, OS_ERR_TMR_ISR, OS_ERR_TMR_NON_AVAIL,
 *                             OS_ERR_ILLEGAL_CREATE_RUN_TIME
 * Returns    : the timer; null after an error
 */
OS_TMR *OSTmrCreate(INT32U dly, INT32U period, INT8U opt, OS_TMR_CALLBACK callback, void *callback_arg, INT8U *pname,
                    INT8U *perr)
{
    OS_TMR *ptmr;

    if (OS_PerrIsNull(perr) || OS_ObjectsAreFrozenErr(perr, OS_ERR_ILLEGAL_CREATE_RUN_TIME)) {
        return (OS_TMR *)0;
    }
#if OS_ARG_CHK_EN > 0u
    *perr = OS_TmrArgChk(dly, period, opt);
    if (*perr != OS_ERR_NONE) {
        return (OS_TMR *)0;
    }
#endif
    if (OSIntNesting > 0u) {
        *perr = OS_ERR_TMR_ISR;
        return (OS_TMR *)0;
    }
    OSSchedLock();
    ptmr = OSTmrFreeList;
    if (ptmr == (OS_TMR *)0) {
        *perr = OS_ERR_TMR_NON_AVAIL;
    } else {
        OSTmrFreeList = (OS_TMR *)ptmr->OSTmrNext;
        OSTmrFree--;
        OSTmrUsed++;
        ptmr->OSTmrNext = (void *)0;
        ptmr->OSTmrDly = dly;
        ptmr->OSTmrPeriod = period;
        ptmr->OSTmrOpt = opt;
        ptmr->OSTmrCallback = callback;
        ptmr->OSTmrCallbackArg = callback_arg;
#if OS_TMR_CFG_NAME_EN > 0u
        if (pname != (INT8U *)0) {
            ptmr->OSTmrName = pname;
        }
        OS_TRACE_TMR_CREATE(ptmr, ptmr->OSTmrName);
#else
        (void)pname;
        OS_TRACE_TMR_CREATE(ptmr, (INT8U *)0);
#endif
        ptmr->OSTmrState = OS_TMR_STATE_STOPPED;
        *perr = OS_ERR_NONE;
    }
    OSSchedUnlock();
    return ptmr;
}

/*
 * Description: Delete a timer, even if it is running.
 * Arguments  : ptmr   the timer
 *              perr   gets OS_ERR_NONE, OS_ERR_TMR_INVALID, OS_ERR_TMR_INVALID_TYPE, OS_ERR_TMR_ISR,
 *                     OS_ERR_TMR_INACTIVE (already deleted), OS_ERR_TMR_INVALID_STATE, OS_ERR_ILLEGAL_DEL_RUN_TIME
 * Returns    : OS_TRUE when it is deleted, OS_FALSE after an error
 */
BOOLEAN OSTmrDel(OS_TMR *ptmr, INT8U *perr)
{
    INT8U err;

    if (OS_PerrIsNull(perr) || OS_ObjectsAreFrozenErr(perr, OS_ERR_ILLEGAL_DEL_RUN_TIME)) {
        return OS_FALSE;
    }
    OS_TRACE_API(ptmr, OS_TRACE_TMR_DEL_ENTER(ptmr));
    err = OS_TmrChk(ptmr, OS_ERR_TMR_ISR);
    if (err == OS_ERR_NONE) {
        OSSchedLock();
        err = OS_TmrStateChk(ptmr);
        if (err == OS_ERR_NONE) {
            if (ptmr->OSTmrState == OS_TMR_STATE_RUNNING) {
                OS_TmrUnlink(ptmr);
            }
            OS_TmrFree(ptmr);
            OSTmrUsed--;
        }
        OSSchedUnlock();
    }
    *perr = err;
    OS_TRACE_API(ptmr, OS_TRACE_TMR_DEL_EXIT(err));
    return (BOOLEAN)(err == OS_ERR_NONE);
}

#if OS_TMR_CFG_NAME_EN > 0u
/*
 * Description: Return a timer's name.
 * Arguments  : ptmr    the timer
 *              pdest   gets a pointer to the name, or to "?" if the timer has no name
 *              perr    gets OS_ERR_NONE, OS_ERR_TMR_INVALID_DEST, OS_ERR_TMR_INVALID, OS_ERR_TMR_INVALID_TYPE,
 *                      OS_ERR_NAME_GET_ISR, OS_ERR_TMR_INACTIVE (it is deleted), OS_ERR_TMR_INVALID_STATE
 * Returns    : the name's length; 0 after an error
 */
INT8U OSTmrNameGet(OS_TMR *ptmr, INT8U **pdest, INT8U *perr)
{
    INT8U len = 0u;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
#if OS_ARG_CHK_EN > 0u
    if (pdest == (INT8U **)0) {
        *perr = OS_ERR_TMR_INVALID_DEST;
        return 0u;
    }
#endif
    *perr = OS_TmrChk(ptmr, OS_ERR_NAME_GET_ISR);
    if (*perr != OS_ERR_NONE) {
        return 0u;
    }
    OSSchedLock();
    *perr = OS_TmrStateChk(ptmr);
    if (*perr == OS_ERR_NONE) {
        *pdest = ptmr->OSTmrName;
        len = OS_StrLen(*pdest);
    }
    OSSchedUnlock();
    return len;
}
#endif

/*
 * Description: Return the time until a timer expires.
 * Arguments  : ptmr   the timer
 *              perr   gets OS_ERR_NONE, OS_ERR_TMR_INVALID, OS_ERR_TMR_INVALID_TYPE, OS_ERR_TMR_ISR,
 *                     OS_ERR_TMR_INACTIVE (it is deleted), OS_ERR_TMR_INVALID_STATE
 * Returns    : timer ticks; for a stopped timer, the ticks from its start to its first expiry; 0 for a completed timer
 *              and after an error
 */
INT32U OSTmrRemainGet(OS_TMR *ptmr, INT8U *perr)
{
    INT32U remain = 0u;

    if (OS_PerrIsNull(perr)) {
        return 0u;
    }
    *perr = OS_TmrChk(ptmr, OS_ERR_TMR_ISR);
    if (*perr != OS_ERR_NONE) {
        return 0u;
    }
    OSSchedLock();
    *perr = OS_TmrStateChk(ptmr);
    if (ptmr->OSTmrState == OS_TMR_STATE_RUNNING) {
        remain = ptmr->OSTmrMatch - OSTmrTime;
    } else if (ptmr->OSTmrState == OS_TMR_STATE_STOPPED) {
        remain = OS_TmrFirst(ptmr);
    }
    OSSchedUnlock();
    return remain;
}

/*
 * Description: Return a timer's state.
 * Arguments  : ptmr   the timer
 *              perr   gets OS_ERR_NONE, OS_ERR_TMR_INVALID, OS_ERR_TMR_INVALID_TYPE, OS_ERR_TMR_ISR,
 *                     OS_ERR_TMR_INVALID_STATE
 * Returns    : OS_TMR_STATE_UNUSED (it is deleted; also after errors), OS_TMR_STATE_STOPPED, OS_TMR_STATE_RUNNING,
 *              OS_TMR_STATE_COMPLETED
 */
INT8U OSTmrStateGet(OS_TMR *ptmr, INT8U *perr)
{
    INT8U state;

    if (OS_PerrIsNull(perr)) {
        return OS_TMR_STATE_UNUSED;
    }
    *perr = OS_TmrChk(ptmr, OS_ERR_TMR_ISR);
    if (*perr != OS_ERR_NONE) {
        return OS_TMR_STATE_UNUSED;
    }
    OSSchedLock();
    state = ptmr->OSTmrState;
    if (OS_TmrStateChk(ptmr) == OS_ERR_TMR_INVALID_STATE) {
        *perr = OS_ERR_TMR_INVALID_STATE;
    }
    OSSchedUnlock();
    return state;
}

/*
 * Description: Start a timer. A running timer starts again.
 * Arguments  : ptmr   the timer
 *              perr   gets OS_ERR_NONE, OS_ERR_TMR_INVALID, OS_ERR_TMR_INVALID_TYPE, OS_ERR_TMR_ISR,
 *                     OS_ERR_TMR_INACTIVE (it is deleted), OS_ERR_TMR_INVALID_STATE
 * Returns    : OS_TRUE if it runs, OS_FALSE after an error
 */
BOOLEAN OSTmrStart(OS_TMR *ptmr, INT8U *perr)
{
    INT8U err;

    if (OS_PerrIsNull(perr)) {
        return OS_FALSE;
    }
    OS_TRACE_API(ptmr, OS_TRACE_TMR_START_ENTER(ptmr));
    err = OS_TmrChk(ptmr, OS_ERR_TMR_ISR);
    if (err == OS_ERR_NONE) {
        OSSchedLock();
        err = OS_TmrStateChk(ptmr);
        if (err == OS_ERR_NONE) {
            OS_TMR_RUNNING_ADD(1); /* keep the count above 0 until the restart, so that the alarm stays set */
            if (ptmr->OSTmrState == OS_TMR_STATE_RUNNING) {
                OS_TmrUnlink(ptmr);
            }
            OS_TmrLink(ptmr, OS_TmrFirst(ptmr));
            OS_TMR_RUNNING_ADD(-1);
        }
        OSSchedUnlock();
    }
    *perr = err;
    OS_TRACE_API(ptmr, OS_TRACE_TMR_START_EXIT(err));
    return (BOOLEAN)(err == OS_ERR_NONE);
}

/* Call the callback of a stopped timer, if `opt` requests it. The scheduler must be locked. */
static INT8U OS_TmrStopCallback(OS_TMR *ptmr, INT8U opt, void *callback_arg)
{
    switch (opt) {
    case OS_TMR_OPT_NONE:
        return OS_ERR_NONE;
    case OS_TMR_OPT_CALLBACK:
        callback_arg = ptmr->OSTmrCallbackArg;
        break;
    case OS_TMR_OPT_CALLBACK_ARG:
        break;
    default:
        return OS_ERR_TMR_INVALID_OPT;
    }
    if (ptmr->OSTmrCallback == (OS_TMR_CALLBACK)0) {
        return OS_ERR_TMR_NO_CALLBACK;
    }
    ptmr->OSTmrCallback(ptmr, callback_arg);
    return OS_ERR_NONE;
}

/*
 * Description: Stop a timer.
 * Arguments  : ptmr           the timer
 *              opt            OS_TMR_OPT_NONE          only stop it
 *                             OS_TMR_OPT_CALLBACK      and call its callback with the timer's argument
 *                             OS_TMR_OPT_CALLBACK_ARG  and call its callback with callback_arg
 *              callback_arg   argument for OS_TMR_OPT_CALLBACK_ARG
 *              perr           gets OS_ERR_NONE, OS_ERR_TMR_INVALID, OS_ERR_TMR_INVALID_TYPE, OS_ERR_TMR_ISR,
 *                             OS_ERR_TMR_INACTIVE (it is deleted), OS_ERR_TMR_INVALID_STATE; or, although the timer
 *                             is stopped: OS_ERR_TMR_STOPPED (it was not running), OS_ERR_TMR_INVALID_OPT,
 *                             OS_ERR_TMR_NO_CALLBACK
 * Returns    : OS_TRUE if it is stopped
 */
BOOLEAN OSTmrStop(OS_TMR *ptmr, INT8U opt, void *callback_arg, INT8U *perr)
{
    BOOLEAN stopped = OS_FALSE;
    INT8U err;

    if (OS_PerrIsNull(perr)) {
        return OS_FALSE;
    }
    OS_TRACE_API(ptmr, OS_TRACE_TMR_STOP_ENTER(ptmr));
    err = OS_TmrChk(ptmr, OS_ERR_TMR_ISR);
    if (err == OS_ERR_NONE) {
        OSSchedLock();
        err = OS_TmrStateChk(ptmr);
        if (err == OS_ERR_NONE) {
            stopped = OS_TRUE;
            if (ptmr->OSTmrState == OS_TMR_STATE_RUNNING) {
                OS_TmrUnlink(ptmr);
                err = OS_TmrStopCallback(ptmr, opt, callback_arg);
            } else {
                err = OS_ERR_TMR_STOPPED;
            }
        }
        OSSchedUnlock();
    }
    *perr = err;
    OS_TRACE_API(ptmr, OS_TRACE_TMR_STOP_EXIT(err));
    return stopped;
}
#endif
