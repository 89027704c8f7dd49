/* SPDX-License-Identifier: Apache-2.0 */
/* Timers. Their callbacks also perform random acts, with the scheduler locked. */
#include "app.h"

OS_TMR *tmrs[TMRS];
static INT8U callbacks; /* number of callbacks that are running */
static OS_TMR *caller;  /* timer of the latest callback */

/*
 * Return whether an act may use the timer. With app_common, a callback uses no other running timer, because that timer
 * may be the next to expire.
 */
static BOOLEAN may_be_used(OS_TMR const *ptmr)
{
    return (BOOLEAN)((app_common == 0u) || (callbacks == 0u) || (ptmr == caller) || (ptmr == 0) ||
                     (ptmr->OSTmrState != OS_TMR_STATE_RUNNING));
}

static void callback(void *ptmr, void *p_arg)
{
    OS_TMR *const before = caller;
    INT32U n;

    caller = ptmr;
    log_put(LOG_TMR_CALLBACK, OSLockNesting, (INT32U)p_arg, tmrs[(INT32U)p_arg % TMRS] == ptmr);
    callbacks++;
    if (callbacks < 3u) {
        for (n = rnd(3); n > 0u; n--) {
            act();
        }
    }
    callbacks--;
    caller = before;
}

static void create(INT32U index)
{
    const INT32U dly = rnd(9);
    const INT32U period = rnd(9);
    const INT8U opt = (INT8U)(rnd(10) == 0u ? rnd(6) : OS_TMR_OPT_ONE_SHOT + rnd(2));
    INT8U err = OS_ERR_NONE;

    tmrs[index] = OSTmrCreate(dly, period, opt, rnd(8) == 0u ? 0 : callback, (void *)index, (INT8U *)"timer", &err);
    log_put(LOG_TMR_CREATE, err, index, (dly << 16) | (period << 8) | opt);
}

static void del(INT32U index)
{
    OS_TMR *ptmr = tmrs[index];
    BOOLEAN done;
    INT8U err = OS_ERR_NONE;

    tmrs[index] = 0; /* another act may reuse the timer before the function returns */
    done = OSTmrDel(ptmr, &err);
    if (!done) {
        tmrs[index] = ptmr;
    }
    log_put(LOG_TMR_DEL, err, index, done);
}

static void stop(INT32U index)
{
    const INT8U opt = (INT8U)(OS_TMR_OPT_CALLBACK - (rnd(2) == 0u ? OS_TMR_OPT_CALLBACK : 0u) + rnd(3));
    INT8U err = OS_ERR_NONE;
    const BOOLEAN done = OSTmrStop(tmrs[index], opt, (void *)(index + TMRS), &err);

    log_put(LOG_TMR_STOP, err, (index << 8) | opt, done);
}

void act_tmr(void)
{
    const INT32U index = rnd(TMRS);
    const INT32U which = rnd(100);
    BOOLEAN done;
    INT8U err = OS_ERR_NONE;

    if (which < 25u) {
        log_put(LOG_TMR_SIGNAL, OSTmrSignal(), 0u, 0u);
    } else if (tmrs[index] == 0) {
        create(index);
    } else if (!may_be_used(tmrs[index])) {
        return;
    } else if (which < 75u) {
        done = OSTmrStart(tmrs[index], &err);
        log_put(LOG_TMR_START, err, index, done);
    } else if (which < 90u) {
        stop(index);
    } else {
        del(index);
    }
}
