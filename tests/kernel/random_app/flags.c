/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags. */
#include "app.h"

OS_FLAG_GRP *flag_grps[FLAG_GRPS];
static BOOLEAN consumes[KERNELS + 1u]; /* the task's wait consumes the flags */
static BOOLEAN had[KERNELS + 1u];      /* a wait of this task for flags has succeeded */

static OS_FLAGS rnd_flags(void)
{
    return (OS_FLAGS)(rnd(12) == 0u ? 0x8000u * rnd(2) : 1u << rnd(5) | 1u << rnd(5));
}

/* Return a wait type with or without consumption, sometimes an invalid one. */
static INT8U rnd_wait_type(void)
{
    return (INT8U)(rnd(30) == 0u ? 4u + rnd(8) : rnd(4) | (rnd(2) == 0u ? OS_FLAG_CONSUME : 0u));
}

/* Return whether a post has the same result, no matter whether OSFlagPost() or the woken task consumes the flags. */
static BOOLEAN is_consumed_at_once(OS_FLAG_GRP const *grp)
{
    const OS_FLAG_NODE *first = grp == 0 ? 0 : grp->OSFlagWaitList;
    const OS_FLAG_NODE *node;
    BOOLEAN consumed = OS_FALSE;

    if ((first == 0) || (grp->OSFlagType != OS_EVENT_TYPE_FLAG)) {
        return OS_TRUE;
    }
    for (node = first; node != 0; node = node->OSFlagNodeNext) {
        consumed |= consumes[slot_of(node->OSFlagNodeTCB)];
    }
    if (!consumed) {
        return OS_TRUE;
    }
    if ((first->OSFlagNodeNext != 0) || (OSIntNesting > 0u) || (OSLockNesting > 0u)) {
        return OS_FALSE;
    }
    return (BOOLEAN)((((OS_TCB *)first->OSFlagNodeTCB)->OSTCBPrio < OSTCBCur->OSTCBPrio) &&
                     (((OS_TCB *)first->OSFlagNodeTCB)->OSTCBStat == OS_STAT_FLAG));
}

void flags_forget(INT8U slot)
{
    had[slot] = OS_FALSE;
}

static void flag_pend(INT32U index, OS_FLAGS flags, INT8U type)
{
    const INT32U ticks = rnd_timeout();
    INT8U err = OS_ERR_NONE;
    INT32U rdy;

    if (OSIntNesting == 0u) {
        consumes[slot_of(OSTCBCur)] = (BOOLEAN)((type & OS_FLAG_CONSUME) != 0u);
    }
    rdy = OSFlagPend(flag_grps[index], flags, type, ticks, &err);
    if (OSIntNesting == 0u) {
        had[slot_of(OSTCBCur)] |= (BOOLEAN)(err == OS_ERR_NONE);
    }
    log_put(LOG_FLAG_PEND, err, (index << 24) | ((INT32U)type << 16) | flags, rdy);
}

static void flag_del(INT32U index)
{
    OS_FLAG_GRP *grp = flag_grps[index];
    INT8U opt = (INT8U)rnd(3);
    INT8U err = OS_ERR_NONE;

    if ((app_common != 0u) && (grp != 0) && (grp->OSFlagWaitList != 0)) {
        opt = OS_DEL_NO_PEND;
    }
    flag_grps[index] = 0;
    grp = OSFlagDel(grp, opt, &err);
    if (grp != 0) {
        flag_grps[index] = grp;
    }
    log_put(LOG_FLAG_DEL, err, index, opt);
}

void act_flag(void)
{
    const INT32U index = rnd(FLAG_GRPS);
    const INT32U which = rnd(100);
    const OS_FLAGS flags = rnd_flags();
    const INT8U type = rnd_wait_type();
    const INT8U opt = rnd(20) == 0u ? 2u : rnd(3) == 0u ? OS_FLAG_CLR : OS_FLAG_SET; /* 2: no such option */
    INT32U rdy;
    INT8U err = OS_ERR_NONE;

    if ((flag_grps[index] == 0) && (rnd(2) == 0u)) {
        flag_grps[index] = OSFlagCreate(flags, &err);
        log_put(LOG_FLAG_CREATE, err, index, flags);
    } else if (which < 42u) {
        flag_pend(index, flags, type);
    } else if (which < 84u) {
        if ((app_common == 0u) || is_consumed_at_once(flag_grps[index])) {
            rdy = OSFlagPost(flag_grps[index], flags, opt, &err);
            log_put(LOG_FLAG_POST, err, (index << 24) | ((INT32U)opt << 16) | flags, rdy);
        }
    } else if (which < 93u) {
        rdy = OSFlagAccept(flag_grps[index], flags, type, &err);
        log_put(LOG_FLAG_ACCEPT, err, (index << 24) | ((INT32U)type << 16) | flags, rdy);
    } else if (which < 96u) {
        if ((app_common == 0u) || had[slot_of(OSTCBCur)]) {
            log_put(LOG_FLAG_RDY, 0u, OSFlagPendGetFlagsRdy(), 0u);
        }
    } else {
        flag_del(index);
    }
}
