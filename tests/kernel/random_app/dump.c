/* SPDX-License-Identifier: Apache-2.0 */
/* The visible state of the kernel, and acts that hardly affect the ready list or delays. */
#include "app.h"

/* Log the bits of a wait list. */
static void dump_waits(INT32U index, OS_PRIO grp, OS_PRIO const *tbl)
{
    INT8U y;

    for (y = 0u; y < OS_EVENT_TBL_SIZE; y++) {
        if (tbl[y] != 0u) {
            log_put(LOG_WAITS, y, (index << 16) | grp, tbl[y]);
        }
    }
}

void dump_ready(void)
{
    INT32U word = 0u;
    INT16U prio;

    for (prio = 0u; prio <= OS_LOWEST_PRIO; prio++) {
        OS_CPU_SR cpu_sr = OS_CPU_SR_Save();
        const OS_TCB *ptcb = task_at((INT8U)prio);

        if ((ptcb != 0) && !is_partner_prio((INT8U)prio) && OS_AccelRdyTst(ptcb)) {
            word |= 1u << (prio % 32u);
        }
        OS_CPU_SR_Restore(cpu_sr);
        if ((prio % 32u == 31u) || (prio == OS_LOWEST_PRIO)) {
            log_put(LOG_READY, 0u, prio / 32u, word);
            word = 0u;
        }
    }
}

/*
 * Return the task's status for the log. After a wait for several events has ended, the kernels may differ in all bits
 * except OS_STAT_SUSPEND until the task runs. So with app_common, the log then contains only this bit.
 */
static INT8U stat(INT8U prio, OS_TCB const *copy)
{
    const BOOLEAN several = (BOOLEAN)((app_common != 0u) && waits_for_several(task_at(prio)));

    return several ? copy->OSTCBStat & OS_STAT_SUSPEND : copy->OSTCBStat;
}

static __attribute__((noinline)) void query(INT8U prio)
{
    OS_TCB copy = { 0 };
    const INT8U err = OSTaskQuery(prio, &copy);
    const INT32U state = err == OS_ERR_NONE ? stat(prio, &copy) : 0u;

    log_put(LOG_QUERY, err, ((INT32U)prio << 16) | (state << 8) | copy.OSTCBStatPend, copy.OSTCBDly);
}

/* Return the index of the event that the task waits for, EVENTS for none, or a higher index for a flag group. */
static INT32U waits_for(OS_TCB const *copy)
{
    INT32U group = 0u;

    if (copy->OSTCBEventPtr != 0) {
        return event_index(copy->OSTCBEventPtr);
    }
    if (copy->OSTCBFlagNode == 0) {
        return EVENTS;
    }
    while ((group < FLAG_GRPS) && (copy->OSTCBFlagNode->OSFlagNodeFlagGrp != flag_grps[group])) {
        group++;
    }
    return EVENTS + 1u + group;
}

static __attribute__((noinline)) void dump_tasks(void)
{
    OS_TCB copy;
    INT16U prio;

    for (prio = 0u; prio <= OS_LOWEST_PRIO; prio++) {
        if (!is_partner_prio((INT8U)prio) && (OSTaskQuery((INT8U)prio, &copy) == OS_ERR_NONE)) {
            log_put(LOG_TASK_STATE, copy.OSTCBDelReq,
                    ((INT32U)prio << 24) | (waits_for(&copy) << 16) | ((INT32U)stat((INT8U)prio, &copy) << 8) |
                    copy.OSTCBStatPend, copy.OSTCBDly);
        }
    }
}

static __attribute__((noinline)) void dump_event(INT32U index)
{
    OS_EVENT *event = events[index];
    union {
        OS_SEM_DATA sem;
        OS_MBOX_DATA mbox;
        OS_Q_DATA q;
        OS_MUTEX_DATA mutex;
    } data;

    if (OSSemQuery(event, &data.sem) == OS_ERR_NONE) {
        log_put(LOG_SEM_STATE, 0u, index, data.sem.OSCnt);
        dump_waits(index, data.sem.OSEventGrp, data.sem.OSEventTbl);
    } else if (OSMboxQuery(event, &data.mbox) == OS_ERR_NONE) {
        log_put(LOG_MBOX_STATE, 0u, index, (INT32U)data.mbox.OSMsg);
        dump_waits(index, data.mbox.OSEventGrp, data.mbox.OSEventTbl);
    } else if (OSQQuery(event, &data.q) == OS_ERR_NONE) {
        log_put(LOG_Q_STATE, (INT8U)data.q.OSQSize, (index << 16) | data.q.OSNMsgs, (INT32U)data.q.OSMsg);
        dump_waits(index, data.q.OSEventGrp, data.q.OSEventTbl);
    } else if (OSMutexQuery(event, &data.mutex) == OS_ERR_NONE) {
        log_put(LOG_MUTEX_STATE, data.mutex.OSValue, index,
                ((INT32U)data.mutex.OSOwnerPrio << 8) | data.mutex.OSMutexPCP);
        dump_waits(index, data.mutex.OSEventGrp, data.mutex.OSEventTbl);
    }
}

/* Log the flags. dump_tasks() logs the tasks that wait for them. */
static void dump_flags(INT32U index)
{
    INT8U err;
    const OS_FLAGS flags = OSFlagQuery(flag_grps[index], &err);

    if (err == OS_ERR_NONE) {
        log_put(LOG_FLAG_STATE, 0u, (index << 16) | flags, 0u);
    }
}

static void dump_part(INT32U index)
{
    OS_MEM_DATA data;
    const INT8U err = OSMemQuery(parts[index], &data);

    if (err == OS_ERR_NONE) {
        log_put(LOG_MEM_STATE, 0u, (index << 16) | data.OSNBlks, (data.OSNFree << 16) | data.OSNUsed);
    }
}

static void dump_tmr(INT32U index)
{
    INT8U err;
    const INT8U state = OSTmrStateGet(tmrs[index], &err);
    INT32U rest;

    if (err == OS_ERR_NONE) {
        rest = OSTmrRemainGet(tmrs[index], &err);
        log_put(LOG_TMR_STATE, err, (index << 16) | state, rest);
    }
}

void dump(void)
{
    INT32U index;

    dump_tasks();
    for (index = 0u; index < EVENTS; index++) {
        dump_event(index);
    }
    for (index = 0u; index < FLAG_GRPS; index++) {
        dump_flags(index);
    }
    for (index = 0u; index < PARTS; index++) {
        dump_part(index);
    }
    for (index = 0u; index < TMRS; index++) {
        dump_tmr(index);
    }
    log_put(LOG_TOTALS, OSTaskCtr, exchange_switches(), OSLockNesting);
    dump_ready();
}

/* --------------------------------------------------------------------------------------------------------- acts */

/* Set one name and get another. In the log, `arg` is the kind of the object. */
static void act_name(void)
{
    static INT8U *const given = (INT8U *)"another";
    const INT32U index = rnd(EVENTS);
    const INT8U prio = rnd_prio();
    const INT32U which = rnd(5);
    INT8U *name = 0;
    INT8U length = 0u;
    INT8U err = OS_ERR_NONE;

    switch (which) {
    case 0:
        OSTaskNameSet(prio, given, &err);
        length = OSTaskNameGet(rnd_prio(), &name, &err);
        break;
    case 1:
        OSEventNameSet(events[index], given, &err);
        length = OSEventNameGet(events[rnd(EVENTS)], &name, &err);
        break;
    case 2:
        OSFlagNameSet(flag_grps[index % FLAG_GRPS], given, &err);
        length = OSFlagNameGet(flag_grps[rnd(FLAG_GRPS)], &name, &err);
        break;
    case 3:
        OSMemNameSet(parts[index % PARTS], given, &err);
        length = OSMemNameGet(parts[rnd(PARTS)], &name, &err);
        break;
    default:
        length = OSTmrNameGet(tmrs[index % TMRS], &name, &err);
        break;
    }
    log_put(LOG_NAME, err, which, ((INT32U)length << 8) | (err == OS_ERR_NONE ? name[0] : 0u));
}

static void act_reg(void)
{
    const INT8U set = rnd_prio();
    const INT8U get = rnd_prio();
    INT8U err = OS_ERR_NONE;

    if ((app_common == 0u) || ((task_at(set) != 0) && (task_at(get) != 0))) {
        OSTaskRegSet(set, 0u, steps, &err);
        log_put(LOG_REG, err, set, OSTaskRegGet(get, 0u, &err));
    }
}

void act_info(void)
{
    OS_STK_DATA stack;
    INT32U jump;
    INT8U prio;

    switch (rnd(16)) {
    case 0: case 1: case 2:
        dump();
        break;
    case 3:
        dump_ready();
        break;
    case 4: case 5:
        prio = rnd_prio();
        log_put(LOG_STK_CHK, OSTaskStkChk(prio, &stack), prio, 0u); /* the size in use differs between kernels */
        break;
    case 6: case 7:
        act_reg();
        break;
    case 8: case 9: case 10:
        act_name();
        break;
    case 11:
        jump = rnd(3) * 1000u;
        OSTimeSet(OSTimeGet() + jump);
        log_put(LOG_TIME_SET, 0u, OSTimeGet(), jump);
        break;
    default:
        query(rnd_prio());
    }
}
