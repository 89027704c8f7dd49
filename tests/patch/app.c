/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random application for the small kernel in tree/. The unpatched kernel and the patched kernel on each system must
 * print the same events. The workers sleep, wait and hold a mutex. The driver has a low priority. It calls OSTimeTick()
 * and disturbs the workers.
 */
#include <stdio.h>
#include <ucos_ii.h>
#include <bsp.h>

#define WORKERS 6u
#define STEPS   1200u
#define DRIVER  55u
#define CEILING 3u
#define sem     OSEventTbl[1]
#define mutex   OSEventTbl[6] /* in software if the event unit has only four events */

static OS_STK stacks[WORKERS + 1u][256];
static OS_TCB *tasks[WORKERS];
static BOOLEAN holds[WORKERS];
static OS_EVENT own; /* outside OSEventTbl, so the event unit keeps no wait list for this event */
static OS_FLAG_GRP flags;
static INT32U state = 12345u;

static INT32U chance(INT32U below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 10u) % below;
}

static OS_EVENT *semaphore(void)
{
    return (chance(3u) == 0u) ? &own : &sem;
}

static void say(char const *what, INT32U who, INT32U err, INT32U more)
{
    printf("%u %s %u %u %u\n", (unsigned)OSTime, what, (unsigned)who, (unsigned)err, (unsigned)more);
}

static void worker(void *p_arg)
{
    INT32U me = (INT32U)p_arg;
    OS_EVENT *pevent;
    INT8U err = 0u;

    for (;;) {
        switch (chance(16u)) {
        case 0u:
            OSTimeDly(1u + chance(12u));
            say("slept", me, 0u, OSTCBCur->OSTCBPrio);
            break;
        case 1u:
            OSTimeDly(200u + chance(400u)); /* 200 to 599 ticks, usually more than the 255 of an 8-bit counter */
            say("slept long", me, 0u, OSTCBCur->OSTCBPrio);
            break;
        case 2u:
        case 3u:
        case 4u:
        case 5u:
        case 6u:
        case 7u:
            pevent = semaphore();
            OSSemPend(pevent, chance(8u), &err);
            say("sem", me, err, OSTCBCur->OSTCBPrio);
            break;
        case 8u:
        case 9u:
        case 10u:
            OSFlagPend(&flags, (INT16U)(1u << chance(4u)), chance(8u), &err);
            say("flag", me, err, OSTCBCur->OSTCBPrio);
            break;
        default:
            OSMutexPend(&mutex, chance(10u), &err);
            say("mutex", me, err, OSTCBCur->OSTCBPrio);
            if (err == OS_ERR_NONE) {
                holds[me] = OS_TRUE;
                OSTimeDly(chance(9u));
                say("held", me, 0u, OSTCBCur->OSTCBPrio);
                holds[me] = OS_FALSE;
                say("gave", me, OSMutexPost(&mutex), OSTCBCur->OSTCBPrio);
            }
            break;
        }
        OSTimeDly(1u);
    }
}

static void create(INT32U who, INT8U prio)
{
    INT8U err = OSTaskCreate(worker, (void *)who, &stacks[who][255], prio);

    say("create", who, err, prio);
    tasks[who] = OSTCBPrioTbl[prio];
}

/* Disturb a worker with a random kernel call. */
static void disturb(INT32U who)
{
    OS_TCB copy;
    OS_SEM_DATA data;
    INT8U prio = tasks[who]->OSTCBPrio;
    INT8U other = (INT8U)(4u + chance(46u));

    switch (chance(9u)) {
    case 0u:
        say("suspend", who, OSTaskSuspend(prio), 0u);
        break;
    case 1u:
    case 2u:
        say("resume", who, OSTaskResume(prio), 0u);
        break;
    case 3u:
        if (!holds[who]) {
            say("change", who, OSTaskChangePrio(prio, other), other);
        }
        break;
    case 4u:
        say("wake", who, OSTimeDlyResume(prio), 0u);
        break;
    case 5u:
        say("abort", who, OSSemPendAbort(semaphore()), 0u);
        break;
    case 6u:
        (void)OSTaskQuery(prio, &copy);
        say("query", who, copy.OSTCBStat, copy.OSTCBDly);
        if (!holds[who] && ((copy.OSTCBStat & (OS_STAT_MUTEX | OS_STAT_FLAG)) == 0u) &&
            (copy.OSTCBStatPend == OS_STAT_PEND_OK) && (OSTCBPrioTbl[other] == (OS_TCB *)0)) {
            say("delete", who, OSTaskDel(prio), 0u);
            create(who, other);
        }
        break;
    case 7u:
        OSSemQuery(&sem, &data);
        say("waiting", data.OSCnt, data.OSEventGrp, data.OSEventTbl[1]);
        break;
    default:
        OSFlagPost(&flags, (INT16U)(1u << chance(4u)));
        break;
    }
}

static void driver(void *p_arg)
{
    INT32U step;

    (void)p_arg;
    for (step = 0u; step < STEPS; step++) {
        switch (chance(6u)) {
        case 0u:
            if (chance(2u) == 0u) { /* post in half of the cases, so that a task usually waits */
                OSSemPost(semaphore());
            }
            break;
        case 1u:
        case 2u:
            disturb(chance(WORKERS));
            break;
        default:
            OSTimeTick();
            OS_Sched();
            break;
        }
    }
    for (step = 0u; step < 600u; step++) { /* until all long sleeps have ended */
        OSTimeTick();
        OS_Sched();
    }
    printf("end %u %x\n", (unsigned)OSTime, (unsigned)state);
    BSP_Exit(0);
}

int main(void)
{
    INT32U who;

    OSInit();
    OSSemInit(&sem, 0u);
    OSSemInit(&own, 0u);
    OSMutexInit(&mutex, CEILING);
    for (who = 0u; who < WORKERS; who++) {
        create(who, (INT8U)(5u + 8u * who));
    }
    (void)OSTaskCreate(driver, (void *)0, &stacks[WORKERS][255], DRIVER);
    OSStart();
    return 1;
}
