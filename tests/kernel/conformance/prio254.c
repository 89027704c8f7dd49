// SPDX-License-Identifier: Apache-2.0
// Priorities up to 253, with wait lists in groups of sixteen priorities. Each service that wakes tasks has a case whose
// tasks are in several groups.
// cfg: OS_LOWEST_PRIO=254 OS_ACCEL_WIDTH=16
#include "conform.h"

#define PCP 65u

static OS_EVENT *sem, *mbox, *queue, *mutex;
static OS_FLAG_GRP *group;
static OS_SEM_DATA data;
static void *storage[2];

/* Moves the case's task below the others, and creates `sem`. */
static void move_down_and_create_sem(void)
{
    (void)OSTaskChangePrio(OS_PRIO_SELF, 240);
    sem = OSSemCreate(0);
}

static void query(void)
{
    (void)OSSemQuery(sem, &data);
    WAITS(data);
}

static void log_prio(void)
{
    static OS_TCB self;

    (void)OSTaskQuery(OS_PRIO_SELF, &self);
    SAY("at %u", self.OSTCBPrio);
}

// Each post goes to the waiter with the highest priority, whatever its group.
CASE(prio254_sem,
     "M waits 15 16 127 128 143 239, E OSSemPend NONE, M OSSemPost NONE, B OSSemPend NONE, M OSSemPost NONE"
     "D OSSemPend NONE, M OSSemPost NONE, M waits 128 143 239, C OSSemPend NONE, M OSSemPost NONE, F OSSemPend NONE"
     "M OSSemPost NONE, M waits 239, A OSSemPend NONE, M OSSemPost NONE")
{
    move_down_and_create_sem();
    TASK(A, 239, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 16, ERR(OSSemPend(sem, 0, &err)));
    TASK(C, 128, ERR(OSSemPend(sem, 0, &err)));
    TASK(D, 127, ERR(OSSemPend(sem, 3, &err)));
    TASK(E, 15, ERR(OSSemPend(sem, 0, &err)));
    TASK(F, 143, ERR(OSSemPend(sem, 0, &err)));
    query();
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    query();
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    query();
    CODE(OSSemPost(sem));
}

// Ready tasks of several groups run in the order of their priorities.
CASE(prio254_ready,
     "D runs, B runs, C runs, A runs, E runs, M at 240")
{
    move_down_and_create_sem();
    OSSchedLock();
    TASK(A, 200, SAY("runs"));
    TASK(B, 79, SAY("runs"));
    TASK(C, 80, SAY("runs"));
    TASK(D, 10, SAY("runs"));
    TASK(E, 239, SAY("runs"));
    OSSchedUnlock();
    log_prio();
}

// A broadcast to a mailbox or a queue wakes waiters in several groups.
CASE(prio254_broadcast,
     "B OSMboxPend 7 NONE, C OSMboxPend 7 NONE, A OSMboxPend 7 NONE, M OSMboxPostOpt NONE, B OSQPend 8 NONE"
     "C OSQPend 8 NONE, A OSQPend 8 NONE, M OSQPostOpt NONE")
{
    move_down_and_create_sem();
    mbox = OSMboxCreate(0);
    queue = OSQCreate(storage, 2);
    TASK(A, 220, VALUE_ERR(OSMboxPend(mbox, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(B, 63, VALUE_ERR(OSMboxPend(mbox, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err)));
    TASK(C, 64, VALUE_ERR(OSMboxPend(mbox, 0, &err)); VALUE_ERR(OSQPend(queue, 0, &err)));
    CODE(OSMboxPostOpt(mbox, (void *)7, OS_POST_OPT_BROADCAST));
    CODE(OSQPostOpt(queue, (void *)8, OS_POST_OPT_BROADCAST));
}

// Delays, timeouts and suspension work for tasks in different groups.
CASE(prio254_time,
     "M OSTaskSuspend NONE, M task 150 SUSPEND 0 TO, C OSSemPend TIMEOUT, M OSTaskResume NONE, M waits 100"
     "B OSSemPend TIMEOUT, A OSTimeDly, M waits")
{
    move_down_and_create_sem();
    TASK(A, 200, CALL(OSTimeDly(2)));
    TASK(B, 100, ERR(OSSemPend(sem, 2, &err)));
    TASK(C, 150, ERR(OSSemPend(sem, 1, &err)));
    CODE(OSTaskSuspend(150));
    TICK();
    STATE(150);
    CODE(OSTaskResume(150));
    query();
    TICK();
    query();
}

// An owner that waits for a semaphore moves to another group of the wait list when a mutex promotes it.
CASE(prio254_mutex,
     "M OSMutexCreate NONE, A OSMutexPend NONE, M waits 100 230, M task 65 SEM 0 OK, M task 230 SEM 0 OK"
     "M waits 65 100, A OSSemPend NONE, A at 65, C OSMutexPend NONE, C at 70, A OSMutexPost NONE, A at 230"
     "M OSSemPost NONE, M OSTaskQuery TASK_NOT_EXIST, M waits 100")
{
    move_down_and_create_sem();
    ERR(mutex = OSMutexCreate(PCP, &err));
    TASK(A, 230, ERR(OSMutexPend(mutex, 0, &err)); ERR(OSSemPend(sem, 0, &err)); log_prio(); CODE(OSMutexPost(mutex));
         log_prio());
    TASK(B, 100, ERR(OSSemPend(sem, 0, &err)); log_prio());
    query();
    TASK(C, 70, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    STATE(PCP);
    STATE(230);
    query();
    CODE(OSSemPost(sem));
    STATE(PCP);
    query();
}

// A ready owner at priority 240 is promoted to the ceiling, and returns to 240 when it posts.
CASE(prio254_mutex_of_a_ready_owner,
     "M OSMutexCreate NONE, M OSMutexPend NONE, M at 65, A OSMutexPend NONE, A at 130, M OSMutexPost NONE, M at 240")
{
    move_down_and_create_sem();
    ERR(mutex = OSMutexCreate(PCP, &err));
    ERR(OSMutexPend(mutex, 0, &err));
    TASK(A, 130, ERR(OSMutexPend(mutex, 0, &err)); log_prio());
    log_prio();
    CODE(OSMutexPost(mutex));
    log_prio();
}

// A waiter whose priority changes moves to another group, whether it waits for one event or for several.
CASE(prio254_change_prio,
     "M OSTaskChangePrio NONE, M waits 200 235, M OSTaskChangePrio NONE, M waits 90 235, M task 90 SEM 5 OK"
     "B OSSemPend NONE, B at 90, M OSSemPost NONE, A OSEventPendMulti 1 NONE, A at 235, M OSSemPost NONE, M waits")
{
    static OS_EVENT *pend[3], *rdy[3];
    static void *msgs[3];

    move_down_and_create_sem();
    pend[0] = sem;
    pend[1] = OSSemCreate(0);
    TASK(A, 20, VALUE_ERR(OSEventPendMulti(pend, rdy, msgs, 0, &err)); log_prio());
    TASK(B, 200, ERR(OSSemPend(sem, 5, &err)); log_prio());
    CODE(OSTaskChangePrio(20, 235));
    query();
    CODE(OSTaskChangePrio(200, 90));
    query();
    STATE(90);
    CODE(OSSemPost(sem));
    CODE(OSSemPost(pend[1]));
    query();
}

// A post of a flag wakes waiters in several groups. The waiters run in the order of their priorities.
CASE(prio254_flags,
     "M OSFlagCreate NONE, C OSFlagPend 1 NONE, A OSFlagPend 1 NONE, B OSFlagPend 1 NONE, M OSFlagPost 1 NONE")
{
    move_down_and_create_sem();
    ERR(group = OSFlagCreate(0, &err));
    TASK(A, 120, VALUE_ERR(OSFlagPend(group, 1, OS_FLAG_WAIT_SET_ALL, 0, &err)));
    TASK(B, 230, VALUE_ERR(OSFlagPend(group, 1, OS_FLAG_WAIT_SET_ALL, 0, &err)));
    TASK(C, 12, VALUE_ERR(OSFlagPend(group, 1, OS_FLAG_WAIT_SET_ALL, 0, &err)));
    VALUE_ERR(OSFlagPost(group, 1, OS_FLAG_SET, &err));
}

// A deleted task leaves its wait list or loses its delay. A waiter in the same group stays.
CASE(prio254_del,
     "M OSTaskDel NONE, M OSTaskDel NONE, M waits 225, A OSSemPend NONE, M OSSemPost NONE")
{
    move_down_and_create_sem();
    TASK(A, 225, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 224, ERR(OSSemPend(sem, 0, &err)));
    TASK(C, 70, CALL(OSTimeDly(1)));
    CODE(OSTaskDel(224));
    CODE(OSTaskDel(70));
    TICK();
    query();
    CODE(OSSemPost(sem));
}

// The idle task has priority 254, so no mutex and no other task can use it. Priority 255 is invalid.
CASE(prio254_limits,
     "M OSMutexCreate null PRIO_INVALID, M OSMutexCreate set NONE, M OSTaskCreate PRIO_INVALID"
     "M OSTaskCreate PRIO_EXIST, M OSTaskChangePrio PRIO_INVALID, M OSTaskChangePrio NONE, M at 251")
{
    POINTER_ERR(OSMutexCreate(254, &err));
    POINTER_ERR(OSMutexCreate(252, &err));
    CODE(OSTaskCreate(0, 0, conform_stack(), 255));
    CODE(OSTaskCreate(0, 0, conform_stack(), 254));
    CODE(OSTaskChangePrio(M_PRIO, 254));
    CODE(OSTaskChangePrio(M_PRIO, 251));
    log_prio();
}
