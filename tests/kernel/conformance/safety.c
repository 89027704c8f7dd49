// SPDX-License-Identifier: Apache-2.0
// Safety-critical builds: after OSSafetyCriticalStart(), kernel objects can be neither created nor deleted.
// cfg: OS_SAFETY_CRITICAL OS_SAFETY_CRITICAL_IEC61508
#include "conform.h"

static OS_EVENT *sem, *mutex, *mbox, *q;
static OS_FLAG_GRP *grp;
static OS_MEM *mem;
static OS_TMR *tmr;
static void *messages[4];
static void *memory[4];

static void runs(void *p_arg)
{
    (void)p_arg;
    SAY("runs");
}

// Before OSSafetyCriticalStart(), kernel objects can be created and deleted.
CASE(safety_before,
     "M flag 0, M OSSemCreate set, M OSSemDel null NONE, M exceptions 0, M OSSafetyCriticalStart, M flag 1")
{
    SAY("flag %u", OSSafetyCriticalStartFlag);
    POINTER(sem = OSSemCreate(0));
    POINTER_ERR(OSSemDel(sem, OS_DEL_ALWAYS, &err));
    SAY("exceptions %u", safety_exceptions);
    CALL(OSSafetyCriticalStart());
    SAY("flag %u", OSSafetyCriticalStartFlag);
}

// After OSSafetyCriticalStart(), no task can be created. Each attempt runs OS_SAFETY_CRITICAL_EXCEPTION(), whatever its
// arguments.
CASE(safety_tasks,
     "M OSTaskCreate ILLEGAL_CREATE_RUN_TIME, M OSTaskCreateExt ILLEGAL_CREATE_RUN_TIME,"
     "M OSTaskCreate ILLEGAL_CREATE_RUN_TIME, M exceptions 3")
{
    OS_STK *stack = conform_stack();

    OSSafetyCriticalStart();
    CODE(OSTaskCreate(runs, 0, stack + STK_SIZE - 1u, 10));
    CODE(OSTaskCreateExt(runs, 0, stack + STK_SIZE - 1u, 10, 0, stack, STK_SIZE, 0, 0));
    CODE(OSTaskCreate(runs, 0, stack + STK_SIZE - 1u, OS_LOWEST_PRIO + 1u));
    SAY("exceptions %u", safety_exceptions);
}

// After OSSafetyCriticalStart(), no call can delete a task or request a task to delete itself.
CASE(safety_task_deletion,
     "M OSTaskDel ILLEGAL_DEL_RUN_TIME, M OSTaskDel ILLEGAL_DEL_RUN_TIME, M OSTaskDelReq ILLEGAL_DEL_RUN_TIME,"
     "M task 10 SUSPEND 0 OK, M exceptions 3")
{
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF));
    OSSafetyCriticalStart();
    CODE(OSTaskDel(OS_TASK_IDLE_PRIO));
    CODE(OSTaskDel(10));
    CODE(OSTaskDelReq(10));
    STATE(10);
    SAY("exceptions %u", safety_exceptions);
}

// After OSSafetyCriticalStart(), no event, event flag group, partition or timer can be created.
CASE(safety_creation,
     "M OSSemCreate null, M OSMutexCreate null ILLEGAL_CREATE_RUN_TIME, M OSMboxCreate null, M OSQCreate null,"
     "M OSFlagCreate null ILLEGAL_CREATE_RUN_TIME, M OSMemCreate null ILLEGAL_CREATE_RUN_TIME,"
     "M OSTmrCreate null ILLEGAL_CREATE_RUN_TIME, M exceptions 7")
{
    OSSafetyCriticalStart();
    POINTER(OSSemCreate(0));
    POINTER_ERR(OSMutexCreate(9, &err));
    POINTER(OSMboxCreate((void *)0));
    POINTER(OSQCreate(messages, 4));
    POINTER_ERR(OSFlagCreate(0, &err));
    POINTER_ERR(OSMemCreate(memory, 4, sizeof(void *), &err));
    POINTER_ERR(OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, 0, 0, 0, &err));
    SAY("exceptions %u", safety_exceptions);
}

// After OSSafetyCriticalStart(), kernel objects cannot be deleted, and continue to work.
CASE(safety_deletion,
     "M OSSemDel ILLEGAL_DEL_RUN_TIME, M OSMutexDel ILLEGAL_DEL_RUN_TIME, M OSMboxDel ILLEGAL_DEL_RUN_TIME,"
     "M OSQDel ILLEGAL_DEL_RUN_TIME, M OSFlagDel ILLEGAL_DEL_RUN_TIME, M OSTmrDel 0 ILLEGAL_DEL_RUN_TIME,"
     "M exceptions 6, M OSSemPost NONE, M OSMboxPost NONE, M OSQPost NONE, M OSMutexPend NONE, M OSTmrStart 1 NONE,"
     "M OSMemGet set NONE, M OSFlagPost 1 NONE")
{
    INT8U error;

    sem = OSSemCreate(0);
    mutex = OSMutexCreate(9, &error);
    mbox = OSMboxCreate((void *)0);
    q = OSQCreate(messages, 4);
    grp = OSFlagCreate(0, &error);
    mem = OSMemCreate(memory, 4, sizeof(void *), &error);
    tmr = OSTmrCreate(1, 0, OS_TMR_OPT_ONE_SHOT, 0, 0, 0, &error);
    OSSafetyCriticalStart();
    ERR(OSSemDel(sem, OS_DEL_ALWAYS, &err));
    ERR(OSMutexDel(mutex, OS_DEL_ALWAYS, &err));
    ERR(OSMboxDel(mbox, OS_DEL_ALWAYS, &err));
    ERR(OSQDel(q, OS_DEL_ALWAYS, &err));
    ERR(OSFlagDel(grp, OS_DEL_ALWAYS, &err));
    VALUE_ERR(OSTmrDel(tmr, &err));
    SAY("exceptions %u", safety_exceptions);
    CODE(OSSemPost(sem));
    CODE(OSMboxPost(mbox, (void *)1));
    CODE(OSQPost(q, (void *)1));
    ERR(OSMutexPend(mutex, 0, &err));
    VALUE_ERR(OSTmrStart(tmr, &err));
    POINTER_ERR(OSMemGet(mem, &err));
    VALUE_ERR(OSFlagPost(grp, 1, OS_FLAG_SET, &err));
}

// A call with a null error pointer runs OS_SAFETY_CRITICAL_EXCEPTION(), and has no other effect.
CASE(safety_null_perr,
     "M exceptions 3, M OSSemAccept 1, M OSTaskRegGet 0 NONE")
{
    sem = OSSemCreate(1);
    OSSemPend(sem, 1, (INT8U *)0);
    OSSemSet(sem, 5, (INT8U *)0);
    OSTaskRegSet(OS_PRIO_SELF, 0, 5, (INT8U *)0);
    SAY("exceptions %u", safety_exceptions);
    VALUE(OSSemAccept(sem));
    VALUE_ERR(OSTaskRegGet(OS_PRIO_SELF, 0, &err));
}

// Task and event functions with a null error pointer run OS_SAFETY_CRITICAL_EXCEPTION(), and have no other effect.
CASE(safety_null_perr_of_others,
     "M exceptions 8, M OSSemAccept 1, M exceptions 13, M OSMboxAccept 7, M exceptions 17, M OSQAccept 8 NONE,"
     "M exceptions 21, M OSMutexAccept 1 NONE")
{
    static OS_EVENT *several[2];
    static void *got[2];
    INT8U *name;
    INT8U error;

    several[0] = sem = OSSemCreate(1);
    mutex = OSMutexCreate(9, &error);
    mbox = OSMboxCreate((void *)7);
    q = OSQCreate(messages, 4);
    (void)OSQPost(q, (void *)8);
    (void)OSSemPendAbort(sem, OS_PEND_OPT_NONE, (INT8U *)0);
    (void)OSSemDel(sem, OS_DEL_ALWAYS, (INT8U *)0);
    (void)OSTaskNameGet(M_PRIO, &name, (INT8U *)0);
    OSTaskNameSet(M_PRIO, (INT8U *)"n", (INT8U *)0);
    (void)OSEventNameGet(sem, &name, (INT8U *)0);
    OSEventNameSet(sem, (INT8U *)"n", (INT8U *)0);
    (void)OSTaskRegGet(M_PRIO, 0, (INT8U *)0);
    (void)OSTaskRegGetID((INT8U *)0);
    SAY("exceptions %u", safety_exceptions);
    VALUE(OSSemAccept(sem));
    (void)OSSemPost(sem);
    (void)OSEventPendMulti(several, several, got, 0, (INT8U *)0);
    (void)OSMboxPend(mbox, 0, (INT8U *)0);
    (void)OSMboxPendAbort(mbox, OS_PEND_OPT_NONE, (INT8U *)0);
    (void)OSMboxDel(mbox, OS_DEL_ALWAYS, (INT8U *)0);
    (void)OSMutexCreate(8, (INT8U *)0);
    SAY("exceptions %u", safety_exceptions);
    VALUE(OSMboxAccept(mbox));
    (void)OSQAccept(q, (INT8U *)0);
    (void)OSQPend(q, 0, (INT8U *)0);
    (void)OSQPendAbort(q, OS_PEND_OPT_NONE, (INT8U *)0);
    (void)OSQDel(q, OS_DEL_ALWAYS, (INT8U *)0);
    SAY("exceptions %u", safety_exceptions);
    VALUE_ERR(OSQAccept(q, &err));
    (void)OSMutexAccept(mutex, (INT8U *)0);
    OSMutexPend(mutex, 0, (INT8U *)0);
    (void)OSMutexDel(mutex, OS_DEL_ALWAYS, (INT8U *)0);
    (void)OSMutexCreate(OS_PRIO_MUTEX_CEIL_DIS, (INT8U *)0);
    SAY("exceptions %u", safety_exceptions);
    VALUE_ERR(OSMutexAccept(mutex, &err));
}

// OSInit() allows creation again.
CASE_MAIN(safety_init_again,
          "main OSSafetyCriticalStart, main OSSemCreate null, main OSInit, main OSSemCreate set")
{
    CALL(OSSafetyCriticalStart());
    POINTER(OSSemCreate(0));
    CALL(OSInit());
    POINTER(OSSemCreate(0));
}
