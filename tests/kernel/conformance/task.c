// SPDX-License-Identifier: Apache-2.0
// Tasks: creation, deletion, priority, suspension and queries.
#include "conform.h"

static OS_EVENT *sem;
static OS_SEM_DATA sem_data;
static OS_TCB copy;
static OS_STK_DATA stk_data;

static void says(void *p_arg)
{
    SAY("argument %u", (INT32U)p_arg);
}

static INT8U create(INT8U prio)
{
    return OSTaskCreate(says, (void *)7, conform_stack() + STK_SIZE - 1u, prio);
}

static INT8U create_ext(INT8U prio, INT16U opt)
{
    OS_STK *stack = conform_stack();

    return OSTaskCreateExt(says, (void *)8, stack + STK_SIZE - 1u, prio, 'X', stack, STK_SIZE, (void *)9, opt);
}

/* Call create() or create_ext(), and log the result under the name of the kernel function. */
#define CREATE(prio)          do { INT8U code = create(prio); SAY("OSTaskCreate %s", conform_code(code)); } while (0)
#define CREATE_EXT(prio, opt) \
    do { \
        INT8U code = create_ext(prio, opt); \
        SAY("OSTaskCreateExt %s", conform_code(code)); \
    } while (0)

/* Makes a priority unavailable to tasks by using it as the ceiling of a mutex. */
static void reserve(INT8U prio)
{
    INT8U err;

    (void)OSMutexCreate(prio, &err);
}

/* ----------------------------------------------------------------------------------------------------- creation */

// A new task of higher priority runs at once, and gets its argument.
CASE(create_runs_at_once,
     "10 argument 7, M OSTaskCreate NONE")
{
    CREATE(10);
}

// A new task of lower priority runs when the tasks above it wait.
CASE(create_of_lower_priority,
     "M OSTaskCreate NONE, M rests, 55 argument 7, M end")
{
    CREATE(55);
    SAY("rests");
    WITH_TICKS(OSTimeDly(2));
    SAY("end");
}

// OSTaskCreateExt() runs a task of higher priority at once, and stores its id, extension, stack size and options.
CASE(create_ext_runs_at_once,
     "X argument 8, M OSTaskCreateExt NONE, M OSTaskCreateExt NONE, M id 88 extension 9 size 192 options 3")
{
    CREATE_EXT(10, OS_TASK_OPT_NONE);
    CREATE_EXT(55, OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);
    (void)OSTaskQuery(55, &copy);
    SAY("id %u extension %u size %u options %u", copy.OSTCBId, (INT32U)copy.OSTCBExtPtr, copy.OSTCBStkSize,
        copy.OSTCBOpt);
}

// Tasks that are created before OSStart() do not run until OSStart().
CASE_MAIN(create_before_the_start,
          "main OSTaskCreate NONE, main OSTaskCreateExt NONE, main OSTaskCreate PRIO_EXIST,"
          "main OSTaskCreate PRIO_EXIST, main OSTaskCreate PRIO_INVALID, main starts, 10 argument 7,"
          "X argument 8, I stuck")
{
    CREATE(10);
    CREATE_EXT(11, OS_TASK_OPT_NONE);
    CREATE(10);
    CREATE(OS_LOWEST_PRIO);
    CREATE(OS_LOWEST_PRIO + 1u);
    SAY("starts");
    OSStart();
}

// Before OSStart(), tasks can be deleted, suspended and resumed, and their priorities can change.
CASE_MAIN(change_before_the_start,
          "main OSTaskDel NONE, main OSTaskDel TASK_NOT_EXIST, main OSTaskSuspend NONE, main OSTaskSuspend NONE,"
          "main OSTaskResume NONE, main OSTaskChangePrio NONE, main OSTaskQuery PRIO, main starts, B runs,"
          "C runs, I stuck")
{
    TASK(A, 10, SAY("never"));
    CODE(OSTaskDel(10));
    CODE(OSTaskDel(10));
    TASK(A, 10, SAY("never"));
    TASK(B, 11, SAY("runs"));
    TASK(C, 12, SAY("runs"));
    CODE(OSTaskSuspend(10));
    CODE(OSTaskSuspend(11));
    CODE(OSTaskResume(11));
    CODE(OSTaskChangePrio(12, 20));
    CODE(OSTaskQuery(12, &copy));
    SAY("starts");
    OSStart();
}

// Before OSStart(), the task functions report invalid arguments and missing tasks.
CASE_MAIN(codes_before_the_start,
          "main OSTaskDel TASK_DEL_IDLE, main OSTaskDel PRIO_INVALID, main OSTaskDel TASK_NOT_EXIST,"
          "main OSTaskDelReq TASK_DEL_IDLE, main OSTaskDelReq PRIO_INVALID, main OSTaskDelReq TASK_NOT_EXIST,"
          "main OSTaskChangePrio PRIO, main OSTaskSuspend TASK_SUSPEND_IDLE, main OSTaskSuspend PRIO_INVALID,"
          "main OSTaskSuspend TASK_SUSPEND_PRIO, main OSTaskResume TASK_RESUME_PRIO, main OSTaskQuery PRIO,"
          "main OSTaskQuery NONE, main OSTaskStkChk TASK_NOT_EXIST, main OSTaskStkChk NONE")
{
    CODE(OSTaskDel(OS_TASK_IDLE_PRIO));
    CODE(OSTaskDel(OS_LOWEST_PRIO + 1u));
    CODE(OSTaskDel(NO_PRIO));
    CODE(OSTaskDelReq(OS_TASK_IDLE_PRIO));
    CODE(OSTaskDelReq(OS_LOWEST_PRIO + 1u));
    CODE(OSTaskDelReq(NO_PRIO));
    CODE(OSTaskChangePrio(20, 21));
    CODE(OSTaskSuspend(OS_TASK_IDLE_PRIO));
    CODE(OSTaskSuspend(OS_LOWEST_PRIO + 1u));
    CODE(OSTaskSuspend(NO_PRIO));
    CODE(OSTaskResume(NO_PRIO));
    CODE(OSTaskQuery(NO_PRIO, &copy));
    CODE(OSTaskQuery(OS_TASK_IDLE_PRIO, &copy));
    CODE(OSTaskStkChk(NO_PRIO, &stk_data));
    CODE(OSTaskStkChk(OS_TASK_IDLE_PRIO, &stk_data));
}

// While the scheduler is locked, a new task waits for the unlock.
CASE(create_while_locked,
     "M OSTaskCreate NONE, M OSTaskCreateExt NONE, M unlocks, 10 argument 7, X argument 8, M end")
{
    OSSchedLock();
    CREATE(10);
    CREATE_EXT(11, OS_TASK_OPT_NONE);
    SAY("unlocks");
    OSSchedUnlock();
    SAY("end");
}

// A priority number above OS_LOWEST_PRIO is invalid, and the idle task has OS_LOWEST_PRIO.
CASE(create_priority_invalid,
     "M OSTaskCreate PRIO_INVALID, M OSTaskCreate PRIO_INVALID, M OSTaskCreate PRIO_EXIST,"
     "M OSTaskCreateExt PRIO_INVALID, M OSTaskCreateExt PRIO_INVALID, M OSTaskCreateExt PRIO_EXIST")
{
    CREATE(OS_LOWEST_PRIO + 1u);
    CREATE(OS_PRIO_SELF);
    CREATE(OS_LOWEST_PRIO);
    CREATE_EXT(OS_LOWEST_PRIO + 1u, OS_TASK_OPT_NONE);
    CREATE_EXT(OS_PRIO_SELF, OS_TASK_OPT_NONE);
    CREATE_EXT(OS_LOWEST_PRIO, OS_TASK_OPT_NONE);
}

// Creation rejects a priority that a task has or a mutex reserves.
CASE(create_priority_exists,
     "M OSTaskCreate PRIO_EXIST, M OSTaskCreateExt PRIO_EXIST, M OSTaskCreate PRIO_EXIST,"
     "M OSTaskCreateExt PRIO_EXIST")
{
    reserve(9);
    CREATE(M_PRIO);
    CREATE_EXT(M_PRIO, OS_TASK_OPT_NONE);
    CREATE(9);
    CREATE_EXT(9, OS_TASK_OPT_NONE);
}

// An interrupt cannot create tasks.
CASE(create_in_an_interrupt,
     "isr OSTaskCreate TASK_CREATE_ISR, isr OSTaskCreateExt TASK_CREATE_ISR, isr OSTaskCreate TASK_CREATE_ISR,"
     "isr OSTaskCreate PRIO_INVALID, 10 argument 7, M OSTaskCreate NONE")
{
    ISR(CREATE(10); CREATE_EXT(10, OS_TASK_OPT_NONE); CREATE(M_PRIO); CREATE(OS_LOWEST_PRIO + 1u));
    CREATE(10);
}

// If all TCBs are in use, no task is created, and the priority stays free.
CASE(create_no_more_tcb,
     "M tasks 22, M OSTaskCreate TASK_NO_MORE_TCB, M OSTaskCreateExt TASK_NO_MORE_TCB, M tasks 22,"
     "M OSTaskDel NONE, M OSTaskCreate NONE, M tasks 22")
{
    OS_STK *stack = conform_stack();
    INT8U prio;

    OSSchedLock(); /* none of the tasks runs, so they share a stack */
    for (prio = 10u; OSTaskCtr < OS_MAX_TASKS + OS_N_SYS_TASKS; prio++) {
        (void)OSTaskCreate(says, (void *)0, stack + STK_SIZE - 1u, prio);
    }
    SAY("tasks %u", OSTaskCtr);
    CREATE(40);
    CREATE_EXT(40, OS_TASK_OPT_NONE);
    SAY("tasks %u", OSTaskCtr);
    CODE(OSTaskDel(10));
    CREATE(40);
    SAY("tasks %u", OSTaskCtr);
    END();
}

// A new task has no delay, waits for no event, and has zeros in its registers.
CASE(create_state,
     "M OSTaskCreate NONE, M task 55 RDY 0 OK, M event 0 requested 0 register 0")
{
    CREATE(55);
    STATE(55);
    (void)OSTaskQuery(55, &copy);
    SAY("event %u requested %u register %u", (INT32U)copy.OSTCBEventPtr, copy.OSTCBDelReq, copy.OSTCBRegTbl[0]);
}

// The task list begins with the newest task and ends with the idle task.
CASE(create_order_of_the_list,
     "M 11 55 50 5 62 63")
{
    OS_TCB *ptcb;
    INT32U prio[6];
    INT32U n = 0u;

    TASK(A, 55, SAY("runs"));
    TASK(B, 11, OSTaskSuspend(OS_PRIO_SELF));
    for (ptcb = OSTCBList; (ptcb != 0) && (n < 6u); ptcb = ptcb->OSTCBNext) {
        prio[n++] = ptcb->OSTCBPrio;
    }
    SAY("%u %u %u %u %u %u", prio[0], prio[1], prio[2], prio[3], prio[4], prio[5]);
}

/* ----------------------------------------------------------------------------------------------------- deletion */

// A task that deletes itself no longer exists.
CASE(delete_self,
     "A goes, M OSTaskQuery PRIO, M tasks 4")
{
    TASK(A, 10, SAY("goes"); OSTaskDel(OS_PRIO_SELF); SAY("never"));
    CODE(OSTaskQuery(10, &copy));
    SAY("tasks %u", OSTaskCtr);
}

// A task can delete itself with its own priority as the argument.
CASE(delete_self_by_priority,
     "A goes, M OSTaskDel TASK_NOT_EXIST")
{
    TASK(A, 10, SAY("goes"); OSTaskDel(10); SAY("never"));
    CODE(OSTaskDel(10));
}

// A deleted ready task does not run again.
CASE(delete_ready,
     "M OSTaskDel NONE, M end")
{
    TASK(A, 55, SAY("never"));
    CODE(OSTaskDel(55));
    WITH_TICKS(OSTimeDly(2));
    SAY("end");
}

// Ticks do not wake a deleted delayed task; a new task with the same priority has no delay.
CASE(delete_delayed,
     "M OSTaskDel NONE, M OSTaskQuery PRIO, 10 argument 7, M OSTaskCreate NONE, M end")
{
    TASK(A, 10, OSTimeDly(2); SAY("never"));
    CODE(OSTaskDel(10));
    CODE(OSTaskQuery(10, &copy));
    CREATE(10);
    TICKS(3);
    SAY("end");
}

// A deleted task with a delay longer than a counter of the time unit does not affect a new task of the same priority.
CASE(delete_in_a_long_delay,
     "M OSTaskDel NONE, M task 10 RDY 2 OK, B wakes, M end")
{
    TASK(A, 10, OSTimeDly(1000); SAY("never"));
    TICK();
    CODE(OSTaskDel(10));
    TASK(B, 10, OSTimeDly(2); SAY("wakes"); OSTaskSuspend(OS_PRIO_SELF));
    STATE(10);
    TICKS(2);
    TICKS(300);
    SAY("end");
}

// A deleted waiter leaves the wait list; a later post goes to the next waiter.
CASE(delete_pending,
     "M waits 10 11, M OSTaskDel NONE, M waits 11, B OSSemPend NONE, M OSSemPost NONE, M OSSemPost NONE,"
     "M OSSemAccept 1")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 0, &err)));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    CODE(OSTaskDel(10));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
}

// Neither ticks nor posts affect a deleted task that waited with a timeout.
CASE(delete_pending_with_timeout,
     "M OSTaskDel NONE, M OSSemPost NONE, M OSSemAccept 1, M tasks 4")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 3, &err)));
    TICK();
    CODE(OSTaskDel(10));
    TICKS(4);
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
    SAY("tasks %u", OSTaskCtr);
}

// A timed-out task that has not run can be deleted; it leaves the wait list.
CASE(delete_timed_out,
     "M OSTaskDel NONE, M OSSemPost NONE, M OSSemAccept 1")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    OSSchedLock();
    TICK();
    CODE(OSTaskDel(10));
    CODE(OSSemPost(sem));
    OSSchedUnlock();
    VALUE(OSSemAccept(sem));
}

// A suspended task can be deleted; a new task with the same priority is not suspended.
CASE(delete_suspended,
     "M OSTaskDel NONE, 10 argument 7, M OSTaskCreate NONE")
{
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF); SAY("never"));
    CODE(OSTaskDel(10));
    CREATE(10);
}

// Deleted suspended tasks leave the wait lists and the time unit, whether or not their delays have ended.
CASE(delete_suspended_waiters,
     "M waits 10 11, M task 11 SUSPEND 0 TO, M OSTaskDel NONE, M OSTaskDel NONE, M OSTaskDel NONE, M waits,"
     "M OSSemPost NONE, M OSSemAccept 1, M tasks 4")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 3, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 1, &err)));
    TASK(C, 12, OSTimeDly(3); SAY("never"));
    OSTaskSuspend(10);
    OSTaskSuspend(11);
    OSTaskSuspend(12);
    TICK();
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    STATE(11);
    CODE(OSTaskDel(10));
    CODE(OSTaskDel(11));
    CODE(OSTaskDel(12));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    TICKS(4);
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
    SAY("tasks %u", OSTaskCtr);
}

// A post to a task that is deleted before it runs is lost.
CASE(delete_after_the_post,
     "M OSSemPost NONE, M OSTaskDel NONE, M OSSemAccept 0, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    OSSchedLock();
    CODE(OSSemPost(sem));
    CODE(OSTaskDel(10));
    OSSchedUnlock();
    VALUE(OSSemAccept(sem));
    SAY("end");
}

// While the scheduler is locked, other tasks can be deleted; the lock does not change.
CASE(delete_while_locked,
     "M OSTaskDel NONE, M lock 1, M end")
{
    TASK(A, 10, OSTimeDly(1); SAY("never"));
    OSSchedLock();
    TICK();
    CODE(OSTaskDel(10));
    SAY("lock %u", OSLockNesting);
    OSSchedUnlock();
    SAY("end");
}

// The statistics task can be deleted, the idle task cannot.
CASE(delete_kernel_tasks,
     "M OSTaskDel TASK_DEL_IDLE, M OSTaskDel NONE, M OSTaskDel TASK_NOT_EXIST")
{
    CODE(OSTaskDel(OS_TASK_IDLE_PRIO));
    CODE(OSTaskDel(OS_TASK_STAT_PRIO));
    CODE(OSTaskDel(OS_TASK_STAT_PRIO));
}

// OSTaskDel() rejects an invalid priority, a priority without a task, and the ceiling of a mutex.
CASE(delete_codes,
     "M OSTaskDel PRIO_INVALID, M OSTaskDel TASK_NOT_EXIST, M OSTaskDel TASK_DEL")
{
    reserve(9);
    CODE(OSTaskDel(OS_LOWEST_PRIO + 1u));
    CODE(OSTaskDel(NO_PRIO));
    CODE(OSTaskDel(9));
}

// An interrupt cannot delete tasks.
CASE(delete_in_an_interrupt,
     "isr OSTaskDel TASK_DEL_ISR, isr OSTaskDel TASK_DEL_ISR, isr OSTaskDel TASK_DEL_ISR, M task 10 SUSPEND 0 OK")
{
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF));
    ISR(CODE(OSTaskDel(10)); CODE(OSTaskDel(OS_PRIO_SELF)); CODE(OSTaskDel(OS_TASK_IDLE_PRIO)));
    STATE(10);
}

// A deleted task frees its TCB, so tasks can be created and deleted without limit.
CASE(delete_gives_the_tcb_back,
     "M tasks 4, M created 60")
{
    OS_STK *stack = conform_stack();
    INT32U n;
    INT32U created = 0u;

    for (n = 0u; n < 60u; n++) {
        created += OSTaskCreate(says, (void *)0, stack + STK_SIZE - 1u, 55) == OS_ERR_NONE ? 1u : 0u;
        (void)OSTaskDel(55);
    }
    SAY("tasks %u", OSTaskCtr);
    SAY("created %u", created);
}

/* ---------------------------------------------------------------------------------------------- deletion on request */

// A task can check for a deletion request and delete itself. A later request returns OS_ERR_TASK_NOT_EXIST.
CASE(delete_request,
     "A OSTaskDelReq NONE, M OSTaskDelReq NONE, A OSTaskDelReq TASK_DEL_REQ, M OSTaskDelReq TASK_NOT_EXIST,"
     "B OSTaskDelReq NONE")
{
    TASK(A, 10,
         CODE(OSTaskDelReq(OS_PRIO_SELF));
         OSTimeDly(1);
         CODE(OSTaskDelReq(OS_PRIO_SELF));
         OSTaskDel(OS_PRIO_SELF));
    CODE(OSTaskDelReq(10));
    TICK();
    CODE(OSTaskDelReq(10));
    TASK(B, 10, CODE(OSTaskDelReq(OS_PRIO_SELF)));
}

// A task can request its own deletion by its priority.
CASE(delete_request_to_oneself,
     "M OSTaskDelReq NONE, M OSTaskDelReq NONE, M OSTaskDelReq TASK_DEL_REQ")
{
    CODE(OSTaskDelReq(OS_PRIO_SELF));
    CODE(OSTaskDelReq(M_PRIO));
    CODE(OSTaskDelReq(OS_PRIO_SELF));
}

// A deletion request does not wake a task, and a task that does not check for the request continues to run.
CASE(delete_request_does_not_wake,
     "M OSTaskDelReq NONE, M task 10 RDY 2 OK, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(2); SAY("wakes"));
    CODE(OSTaskDelReq(10));
    STATE(10);
    TICKS(2);
    SAY("end");
}

// OSTaskDelReq() rejects the idle task, an invalid priority, a missing task, and the ceiling of a mutex.
CASE(delete_request_codes,
     "M OSTaskDelReq TASK_DEL_IDLE, M OSTaskDelReq PRIO_INVALID, M OSTaskDelReq TASK_NOT_EXIST,"
     "M OSTaskDelReq TASK_DEL")
{
    reserve(9);
    CODE(OSTaskDelReq(OS_TASK_IDLE_PRIO));
    CODE(OSTaskDelReq(OS_LOWEST_PRIO + 1u));
    CODE(OSTaskDelReq(NO_PRIO));
    CODE(OSTaskDelReq(9));
}

// An interrupt may request a deletion.
CASE(delete_request_in_an_interrupt,
     "isr OSTaskDelReq NONE, isr OSTaskDelReq TASK_DEL_IDLE, A OSTaskDelReq TASK_DEL_REQ")
{
    TASK(A, 10, OSTimeDly(1); CODE(OSTaskDelReq(OS_PRIO_SELF)));
    ISR(CODE(OSTaskDelReq(10)); CODE(OSTaskDelReq(OS_TASK_IDLE_PRIO)));
    TICK();
}

/* ----------------------------------------------------------------------------------------------------- priority */

// A ready task that gets a higher priority than the caller runs at once.
CASE(change_priority_raises,
     "A runs, M OSTaskChangePrio NONE, M OSTaskQuery PRIO")
{
    TASK(A, 55, SAY("runs"); OSTaskSuspend(OS_PRIO_SELF));
    CODE(OSTaskChangePrio(55, 10));
    CODE(OSTaskQuery(55, &copy));
}

// A task that lowers its priority below that of another ready task is preempted.
CASE(change_priority_lowers_self,
     "A begins, B runs, A OSTaskChangePrio NONE, A current 12, M end")
{
    TASK(A, 10,
         OSSchedLock();
         TASK(B, 11, SAY("runs"));
         OSSchedUnlock();
         SAY("begins");
         CODE(OSTaskChangePrio(OS_PRIO_SELF, 12));
         SAY("current %u", OSPrioCur));
    SAY("end");
}

// If a task changes its own priority and stays the highest, the kernel counts a task switch and calls the switch hook.
CASE(change_priority_of_self_switches,
     "M switch 50 to 50, M OSTaskChangePrio NONE, M switches 1 own 1 current 40")
{
    static INT32U before, own;

    before = OSCtxSwCtr;
    own = OSTCBCur->OSTCBCtxSwCtr;
    ON(switch, SAY("switch %u to %u", OSPrioCur, OSPrioHighRdy == 40u ? 50u : 0u));
    CODE(OSTaskChangePrio(OS_PRIO_SELF, 40));
    OFF(switch);
    SAY("switches %u own %u current %u", OSCtxSwCtr - before, OSTCBCur->OSTCBCtxSwCtr - own, OSPrioCur);
}

// OSTaskChangePrio() accepts the caller's own priority as its first argument.
CASE(change_priority_by_own_priority,
     "M OSTaskChangePrio NONE, M task 40 RDY 0 OK, M OSTaskQuery PRIO")
{
    CODE(OSTaskChangePrio(M_PRIO, 40));
    STATE(40);
    STATE(M_PRIO);
}

// A delayed task keeps its delay when its priority changes.
CASE(change_priority_of_a_delayed_task,
     "M OSTaskChangePrio NONE, M task 20 RDY 2 OK, M tick, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(3); SAY("wakes"));
    TICK();
    CODE(OSTaskChangePrio(10, 20));
    STATE(20);
    TICK();
    SAY("tick");
    TICK();
    SAY("end");
}

// A delay longer than a counter of the time unit ends at the right tick, even if the task's priority changes twice.
CASE(change_priority_of_a_long_delay,
     "M OSTaskChangePrio NONE, M task 20 RDY 590 OK, M OSTaskChangePrio NONE, M task 10 RDY 290 OK, M task 10 RDY 1 OK,"
     "A wakes, M end")
{
    TASK(A, 10, OSTimeDly(600); SAY("wakes"));
    TICKS(10);
    CODE(OSTaskChangePrio(10, 20));
    STATE(20);
    TICKS(300);
    CODE(OSTaskChangePrio(20, 10));
    STATE(10);
    TICKS(289);
    STATE(10);
    TICK();
    SAY("end");
}

// If two tasks exchange their priorities, each keeps its delay.
CASE(change_priority_swaps_delays,
     "M task 11 RDY 2 OK, M task 10 RDY 3 OK, A wakes, M tick, B wakes, M end")
{
    TASK(A, 10, OSTimeDly(2); SAY("wakes"));
    TASK(B, 11, OSTimeDly(3); SAY("wakes"));
    OSTaskChangePrio(10, 20);
    OSTaskChangePrio(11, 10);
    OSTaskChangePrio(20, 11);
    STATE(11);
    STATE(10);
    TICKS(2);
    SAY("tick");
    TICK();
    SAY("end");
}

// If an interrupt changes a task's priority and then ticks, the task wakes at the new priority.
CASE(change_priority_and_tick_in_one_interrupt,
     "isr OSTaskChangePrio NONE, isr task 20 RDY 0 OK, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(1); SAY("wakes"));
    ISR(CODE(OSTaskChangePrio(10, 20)); OSTimeTick(); STATE(20));
    SAY("end");
}

// A priority change does not delay a due task that has not run yet.
CASE(change_priority_of_a_due_task,
     "M task 10 RDY 0 OK, M OSTaskChangePrio NONE, M task 20 RDY 0 OK, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(1); SAY("wakes"));
    OSSchedLock();
    TICK();
    STATE(10);
    CODE(OSTaskChangePrio(10, 20));
    STATE(20);
    OSSchedUnlock();
    SAY("end");
}

// A task whose priority changes does not inherit the delay of a deleted task that had the new priority.
CASE(change_priority_to_a_freed_priority,
     "M OSTaskChangePrio NONE, M task 20 RDY 5 OK")
{
    TASK(A, 10, OSTimeDly(5));
    TASK(B, 20, OSTimeDly(2));
    OSTaskDel(20);
    CODE(OSTaskChangePrio(10, 20));
    STATE(20);
}

// A waiting task continues to wait at its new priority, and moves in the wait list.
CASE(change_priority_of_a_pending_task,
     "M waits 10 11, M OSTaskChangePrio NONE, M waits 11 20, B OSSemPend NONE, M OSSemPost NONE, A OSSemPend NONE,"
     "M OSSemPost NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 0, &err)));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    CODE(OSTaskChangePrio(10, 20));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    CODE(OSSemPost(sem));
    CODE(OSSemPost(sem));
}

// A wait with a timeout keeps its timeout when the priority changes, and the timeout removes the task from the list.
CASE(change_priority_of_a_task_with_timeout,
     "M OSTaskChangePrio NONE, M task 20 SEM 1 OK, A OSSemPend TIMEOUT, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 2, &err)));
    TICK();
    CODE(OSTaskChangePrio(10, 20));
    STATE(20);
    TICK();
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
}

// A timed-out task that has not run keeps its timeout result and its wait list entry when its priority changes.
CASE(change_priority_of_a_timed_out_task,
     "M OSTaskChangePrio NONE, M waits 20, M task 20 RDY 0 TO, A OSSemPend TIMEOUT, M waits")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    OSSchedLock();
    TICK();
    CODE(OSTaskChangePrio(10, 20));
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
    STATE(20);
    OSSchedUnlock();
    (void)OSSemQuery(sem, &sem_data);
    WAITS(sem_data);
}

// A post after a priority change still reaches a timed-out task that has not run.
CASE(change_priority_of_a_timed_out_task_then_post,
     "M OSTaskChangePrio NONE, M OSSemPost NONE, M task 20 RDY 0 OK, A OSSemPend NONE, M OSSemAccept 0")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 1, &err)));
    OSSchedLock();
    TICK();
    CODE(OSTaskChangePrio(10, 20));
    CODE(OSSemPost(sem));
    STATE(20);
    OSSchedUnlock();
    VALUE(OSSemAccept(sem));
}

// A suspended task stays suspended when its priority changes.
CASE(change_priority_of_a_suspended_task,
     "M OSTaskChangePrio NONE, M task 20 SUSPEND 0 OK, A goes on, M OSTaskResume NONE")
{
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF); SAY("goes on"));
    CODE(OSTaskChangePrio(10, 20));
    STATE(20);
    CODE(OSTaskResume(20));
}

// A task that is suspended during a delay stays suspended and keeps the delay when its priority changes.
CASE(change_priority_of_a_suspended_delayed_task,
     "M OSTaskChangePrio NONE, M task 20 SUSPEND 2 OK, M task 20 SUSPEND 0 OK, A goes on, M OSTaskResume NONE")
{
    TASK(A, 10, OSTimeDly(2); SAY("goes on"));
    OSTaskSuspend(10);
    CODE(OSTaskChangePrio(10, 20));
    STATE(20);
    TICKS(2);
    STATE(20);
    CODE(OSTaskResume(20));
}

// An interrupt may change priorities; the switch follows when the interrupt ends.
CASE(change_priority_in_an_interrupt,
     "isr OSTaskChangePrio PRIO_EXIST, isr OSTaskChangePrio NONE, isr end, A runs, M end")
{
    TASK(A, 55, SAY("runs"));
    ISR(CODE(OSTaskChangePrio(55, M_PRIO)); CODE(OSTaskChangePrio(55, 10)); SAY("end"));
    SAY("end");
}

// A priority change rejects an invalid or used priority, a task that does not exist, and the ceiling of a mutex.
CASE(change_priority_codes,
     "M OSTaskChangePrio PRIO_INVALID, M OSTaskChangePrio PRIO_INVALID, M OSTaskChangePrio PRIO_INVALID,"
     "M OSTaskChangePrio PRIO_EXIST, M OSTaskChangePrio PRIO_EXIST, M OSTaskChangePrio PRIO_EXIST,"
     "M OSTaskChangePrio PRIO, M OSTaskChangePrio TASK_NOT_EXIST")
{
    reserve(9);
    CODE(OSTaskChangePrio(OS_LOWEST_PRIO, 10));
    CODE(OSTaskChangePrio(M_PRIO, OS_LOWEST_PRIO));
    CODE(OSTaskChangePrio(M_PRIO, OS_PRIO_SELF));
    CODE(OSTaskChangePrio(M_PRIO, M_PRIO));
    CODE(OSTaskChangePrio(M_PRIO, 9));
    CODE(OSTaskChangePrio(NO_PRIO, OS_TASK_STAT_PRIO));
    CODE(OSTaskChangePrio(NO_PRIO, 10));
    CODE(OSTaskChangePrio(9, 10));
}

/* --------------------------------------------------------------------------------------------------- suspension */

// A task that suspends itself continues when another task resumes it.
CASE(suspend_self,
     "A waits, M task 10 SUSPEND 0 OK, A goes on, M OSTaskResume NONE")
{
    TASK(A, 10, SAY("waits"); OSTaskSuspend(OS_PRIO_SELF); SAY("goes on"));
    STATE(10);
    CODE(OSTaskResume(10));
}

// A task can suspend itself with its own priority as the argument.
CASE(suspend_self_by_priority,
     "A OSTaskSuspend NONE, M end")
{
    TASK(A, 10, CODE(OSTaskSuspend(10)));
    OSTaskResume(10);
    SAY("end");
}

// A suspended task does not run; a resume makes it ready again.
CASE(suspend_another,
     "M OSTaskSuspend NONE, M rests, M OSTaskResume NONE, M rests, A runs, M end")
{
    TASK(A, 55, SAY("runs"));
    CODE(OSTaskSuspend(55));
    SAY("rests");
    WITH_TICKS(OSTimeDly(2));
    CODE(OSTaskResume(55));
    SAY("rests");
    WITH_TICKS(OSTimeDly(2));
    SAY("end");
}

// Suspensions do not nest: one resume ends two suspensions.
CASE(suspend_twice,
     "M OSTaskSuspend NONE, M OSTaskSuspend NONE, M OSTaskResume NONE, M task 55 RDY 0 OK,"
     "M OSTaskResume TASK_NOT_SUSPENDED")
{
    TASK(A, 55, SAY("runs"));
    CODE(OSTaskSuspend(55));
    CODE(OSTaskSuspend(55));
    CODE(OSTaskResume(55));
    STATE(55);
    CODE(OSTaskResume(55));
}

// A delay continues during a suspension. The resume, and not the end of the delay, makes the task ready.
CASE(suspend_delayed_past_its_end,
     "M OSTaskSuspend NONE, M task 10 SUSPEND 2 OK, M task 10 SUSPEND 0 OK, M OSTimeDlyResume TIME_NOT_DLY,"
     "A wakes, M OSTaskResume NONE")
{
    TASK(A, 10, OSTimeDly(2); SAY("wakes"));
    CODE(OSTaskSuspend(10));
    STATE(10);
    TICKS(3);
    STATE(10);
    CODE(OSTimeDlyResume(10));
    CODE(OSTaskResume(10));
}

// A delay longer than a counter of the time unit continues during a suspension. The resume makes the task ready.
CASE(suspend_long_delay_past_its_end,
     "M task 10 SUSPEND 10 OK, M task 10 SUSPEND 0 OK, A wakes, M OSTaskResume NONE")
{
    TASK(A, 10, OSTimeDly(300); SAY("wakes"));
    OSTaskSuspend(10);
    TICKS(290);
    STATE(10);
    TICKS(20);
    STATE(10);
    CODE(OSTaskResume(10));
}

// A task that is suspended and resumed during a long delay sleeps to the end of the delay.
CASE(suspend_in_a_long_delay,
     "M task 10 SUSPEND 300 OK, M task 10 SUSPEND 40 OK, M task 10 RDY 40 OK, M task 10 RDY 1 OK, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(300); SAY("wakes"));
    OSTaskSuspend(10);
    STATE(10);
    TICKS(260);
    STATE(10);
    OSTaskResume(10);
    STATE(10);
    TICKS(39);
    STATE(10);
    TICK();
    SAY("end");
}

// A task that is resumed before the end of its delay continues to sleep.
CASE(resume_before_the_end_of_a_delay,
     "M OSTaskResume NONE, M task 10 RDY 1 OK, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(3); SAY("wakes"));
    OSTaskSuspend(10);
    TICKS(2);
    CODE(OSTaskResume(10));
    STATE(10);
    TICK();
    SAY("end");
}

// OSTimeDlyResume() ends the delay of a suspended task, and the task stays suspended.
CASE(suspended_and_delay_resumed,
     "M OSTimeDlyResume NONE, M task 10 SUSPEND 0 OK, A wakes, M OSTaskResume NONE")
{
    TASK(A, 10, OSTimeDly(3); SAY("wakes"));
    OSTaskSuspend(10);
    CODE(OSTimeDlyResume(10));
    STATE(10);
    CODE(OSTaskResume(10));
}

// If a waiting task is suspended, it gets a post, but runs only after it is resumed.
CASE(suspend_pending_then_post,
     "M OSTaskSuspend NONE, M task 10 SEM+SUSPEND 0 OK, M OSSemPost NONE, M task 10 SUSPEND 0 OK, M OSSemAccept 0,"
     "A OSSemPend NONE, M OSTaskResume NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    CODE(OSTaskSuspend(10));
    STATE(10);
    CODE(OSSemPost(sem));
    STATE(10);
    VALUE(OSSemAccept(sem));
    CODE(OSTaskResume(10));
}

// A waiting task that is resumed before the post continues to wait.
CASE(resume_pending,
     "M OSTaskResume NONE, M task 10 SEM 0 OK, A OSSemPend NONE, M OSSemPost NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    OSTaskSuspend(10);
    CODE(OSTaskResume(10));
    STATE(10);
    CODE(OSSemPost(sem));
}

// A task that is suspended after a post, before it runs, gets the post when it is resumed.
CASE(suspend_after_the_post,
     "M OSSemPost NONE, M OSTaskSuspend NONE, M task 10 SUSPEND 0 OK, A OSSemPend NONE, M OSTaskResume NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    OSSchedLock();
    CODE(OSSemPost(sem));
    CODE(OSTaskSuspend(10));
    OSSchedUnlock();
    STATE(10);
    CODE(OSTaskResume(10));
}

// If a timeout expires during a suspension, the pend returns OS_ERR_TIMEOUT after the task is resumed.
CASE(suspend_pending_past_its_timeout,
     "M task 10 SUSPEND 0 TO, M OSTimeDlyResume TIME_NOT_DLY, A OSSemPend TIMEOUT, M OSTaskResume NONE,"
     "M OSSemPost NONE, M OSSemAccept 1")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 2, &err)));
    OSTaskSuspend(10);
    TICKS(2);
    STATE(10);
    CODE(OSTimeDlyResume(10));
    CODE(OSTaskResume(10));
    CODE(OSSemPost(sem));
    VALUE(OSSemAccept(sem));
}

// If a suspended task times out and then gets a post, its wait ends successfully.
CASE(suspend_pending_timeout_then_post,
     "M task 10 SUSPEND 0 TO, M OSSemPost NONE, M task 10 SUSPEND 0 OK, A OSSemPend NONE, M OSTaskResume NONE,"
     "M OSSemAccept 0")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 2, &err)));
    OSTaskSuspend(10);
    TICKS(2);
    STATE(10);
    CODE(OSSemPost(sem));
    STATE(10);
    CODE(OSTaskResume(10));
    VALUE(OSSemAccept(sem));
}

// A task that is resumed before its timeout continues to wait, and times out.
CASE(resume_before_the_timeout,
     "M task 10 SEM 1 OK, A OSSemPend TIMEOUT, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 2, &err)));
    OSTaskSuspend(10);
    TICK();
    OSTaskResume(10);
    STATE(10);
    TICK();
    SAY("end");
}

// The suspension of another task is not a scheduling point.
CASE(suspend_does_not_schedule,
     "M OSTimeTick, M OSTaskSuspend NONE, M unlocks, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(1); SAY("wakes"));
    TASK(B, 55, SAY("never"));
    CALL(OSTimeTick());
    CODE(OSTaskSuspend(55));
    SAY("unlocks");
    OSSchedLock();
    OSSchedUnlock();
    SAY("end");
}

// Interrupts may suspend and resume tasks; the switch follows when the interrupt ends.
CASE(suspend_in_an_interrupt,
     "isr OSTaskSuspend TASK_SUSPEND_IDLE, isr OSTaskSuspend NONE, isr OSTaskResume NONE, isr OSTaskSuspend NONE,"
     "isr task 50 SUSPEND 0 OK, B resumes, M end")
{
    TASK(B, 55, SAY("resumes"); OSTaskResume(M_PRIO));
    ISR(CODE(OSTaskSuspend(OS_TASK_IDLE_PRIO)); CODE(OSTaskSuspend(M_PRIO)); CODE(OSTaskResume(M_PRIO)));
    ISR(CODE(OSTaskSuspend(M_PRIO)); STATE(M_PRIO));
    SAY("end");
}

// A task that an interrupt resumes runs when the interrupt ends.
CASE(resume_in_an_interrupt,
     "isr OSTaskResume TASK_NOT_SUSPENDED, isr OSTaskResume NONE, isr end, A goes on, M end")
{
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF); SAY("goes on"));
    ISR(CODE(OSTaskResume(M_PRIO)); CODE(OSTaskResume(10)); SAY("end"));
    SAY("end");
}

// While the scheduler is locked, a resumed task waits for the unlock.
CASE(resume_while_locked,
     "M OSTaskResume NONE, M unlocks, A goes on, M end")
{
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF); SAY("goes on"));
    OSSchedLock();
    CODE(OSTaskResume(10));
    SAY("unlocks");
    OSSchedUnlock();
    SAY("end");
}

// OSTaskSuspend() rejects the idle task, an invalid priority, a priority without a task, and the ceiling of a mutex.
CASE(suspend_codes,
     "M OSTaskSuspend TASK_SUSPEND_IDLE, M OSTaskSuspend PRIO_INVALID, M OSTaskSuspend TASK_SUSPEND_PRIO,"
     "M OSTaskSuspend TASK_NOT_EXIST")
{
    reserve(9);
    CODE(OSTaskSuspend(OS_TASK_IDLE_PRIO));
    CODE(OSTaskSuspend(OS_LOWEST_PRIO + 1u));
    CODE(OSTaskSuspend(NO_PRIO));
    CODE(OSTaskSuspend(9));
}

// OSTaskResume() rejects an invalid priority, OS_PRIO_SELF, a missing task, a mutex's ceiling, and an unsuspended task.
CASE(resume_codes,
     "M OSTaskResume PRIO_INVALID, M OSTaskResume PRIO_INVALID, M OSTaskResume TASK_RESUME_PRIO,"
     "M OSTaskResume TASK_NOT_EXIST, M OSTaskResume TASK_NOT_SUSPENDED, M OSTaskResume TASK_NOT_SUSPENDED")
{
    reserve(9);
    TASK(A, 10, OSTimeDly(1));
    CODE(OSTaskResume(OS_LOWEST_PRIO));
    CODE(OSTaskResume(OS_PRIO_SELF));
    CODE(OSTaskResume(NO_PRIO));
    CODE(OSTaskResume(9));
    CODE(OSTaskResume(10));
    CODE(OSTaskResume(M_PRIO));
}

/* ------------------------------------------------------------------------------------------------------- queries */

// A query copies the TCB with the remaining ticks.
CASE(query,
     "M OSTaskQuery NONE, M id 65 prio 10 state 1 left 4 event 1, isr OSTaskQuery NONE, M OSTaskQuery NONE, M id 77")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 5, &err)));
    TICK();
    CODE(OSTaskQuery(10, &copy));
    SAY("id %u prio %u state %u left %u event %u", copy.OSTCBId, copy.OSTCBPrio, copy.OSTCBStat, copy.OSTCBDly,
        copy.OSTCBEventPtr == sem);
    ISR(CODE(OSTaskQuery(10, &copy)));
    CODE(OSTaskQuery(OS_PRIO_SELF, &copy));
    SAY("id %u", copy.OSTCBId);
}

// A query rejects an invalid priority, a null pointer, a priority without a task, and the ceiling of a mutex.
CASE(query_codes,
     "M OSTaskQuery PRIO_INVALID, M OSTaskQuery PDATA_NULL, M OSTaskQuery PRIO, M OSTaskQuery TASK_NOT_EXIST")
{
    reserve(9);
    CODE(OSTaskQuery(OS_LOWEST_PRIO + 1u, (OS_TCB *)0));
    CODE(OSTaskQuery(NO_PRIO, (OS_TCB *)0));
    CODE(OSTaskQuery(NO_PRIO, &copy));
    CODE(OSTaskQuery(9, &copy));
}

static __attribute__((noinline)) void use_stack(void)
{
    INT32U deep[130]; /* 40 words more than a suspended task uses without optimisation */

    memset(deep, 1, sizeof(deep));
    __asm__ volatile("" : : "r"(deep) : "memory");
}

// OSTaskStkChk() returns the maximum stack usage so far. Used and free entries add up to the stack's size.
CASE(stack_check,
     "M OSTaskStkChk NONE, M sum 192, M OSTaskStkChk NONE, M sum 192 grown by 40 at least 1, isr OSTaskStkChk NONE")
{
    static INT32U before;

    TASK(A, 10,
         OSTimeDly(1);
         use_stack();
         OSTaskSuspend(OS_PRIO_SELF));
    TASK(B, 11, OSTaskSuspend(OS_PRIO_SELF));
    CODE(OSTaskStkChk(11, &stk_data));
    SAY("sum %u", stk_data.OSFree + stk_data.OSUsed);
    before = stk_data.OSUsed;
    TICK();
    CODE(OSTaskStkChk(10, &stk_data));
    SAY("sum %u grown by 40 at least %u", stk_data.OSFree + stk_data.OSUsed, stk_data.OSUsed >= before + 40u);
    ISR(CODE(OSTaskStkChk(10, &stk_data)));
}

// A task can check its own stack if it has OS_TASK_OPT_STK_CHK. The kernel's own tasks have this option.
CASE(stack_check_self,
     "A OSTaskStkChk NONE, A some 1, M OSTaskStkChk NONE")
{
    TASK(A, 10, CODE(OSTaskStkChk(OS_PRIO_SELF, &stk_data)); SAY("some %u", stk_data.OSUsed > 0u));
    CODE(OSTaskStkChk(OS_TASK_IDLE_PRIO, &stk_data));
}

static OS_STK *checked;

static void create_checked(INT16U opt)
{
    INT32U n;

    for (n = 0u; n < STK_SIZE; n++) {
        checked[n] = 0x55555555u;
    }
    (void)OSTaskDel(55);
    (void)OSTaskCreateExt(says, (void *)0, checked + STK_SIZE - 1u, 55, 'X', checked, STK_SIZE, (void *)0, opt);
}

static void check_stack(void)
{
    CODE(OSTaskStkChk(55, &stk_data));
    SAY("free %u used %u", stk_data.OSFree, stk_data.OSUsed);
}

// OSTaskStkChk() counts the zeros at the stack's end as free. OS_TASK_OPT_STK_CLR clears the stack at creation.
CASE(stack_check_counts_zeros,
     "M OSTaskStkChk NONE, M as many as there are 1, M OSTaskStkChk NONE, M free 2 used 190, M OSTaskStkChk NONE,"
     "M free 0 used 192, M OSTaskStkChk NONE, M free 0 used 192,"
     "M OSTaskStkChk TASK_OPT, M free 0 used 0")
{
    INT32U zeros = 0u;

    checked = conform_stack();
    create_checked(OS_TASK_OPT_STK_CHK | OS_TASK_OPT_STK_CLR);
    while ((zeros < STK_SIZE) && (checked[zeros] == 0u)) {
        zeros++;
    }
    CODE(OSTaskStkChk(55, &stk_data));
    SAY("as many as there are %u", (stk_data.OSFree == zeros) && (zeros > STK_SIZE / 2u));
    checked[2] = 1u;
    check_stack();
    checked[0] = 1u;
    check_stack();
    create_checked(OS_TASK_OPT_STK_CHK);
    check_stack();
    create_checked(OS_TASK_OPT_STK_CLR);
    check_stack();
}

// OSTaskStkChk() rejects an invalid priority, a null pointer, a missing task, a mutex's ceiling, and a task without
// OS_TASK_OPT_STK_CHK.
CASE(stack_check_codes,
     "M OSTaskStkChk PRIO_INVALID, M OSTaskStkChk PDATA_NULL, M OSTaskStkChk TASK_NOT_EXIST,"
     "M OSTaskStkChk TASK_NOT_EXIST, M OSTaskCreate NONE, M OSTaskStkChk TASK_OPT, M OSTaskStkChk TASK_OPT,"
     "M free 0 used 0")
{
    reserve(9);
    CODE(OSTaskStkChk(OS_LOWEST_PRIO + 1u, (OS_STK_DATA *)0));
    CODE(OSTaskStkChk(NO_PRIO, (OS_STK_DATA *)0));
    CODE(OSTaskStkChk(NO_PRIO, &stk_data));
    CODE(OSTaskStkChk(9, &stk_data));
    CREATE(55);
    CODE(OSTaskStkChk(55, &stk_data));
    stk_data.OSFree = 1u;
    stk_data.OSUsed = 1u;
    CODE(OSTaskStkChk(M_PRIO, &stk_data));
    SAY("free %u used %u", stk_data.OSFree, stk_data.OSUsed);
}

// Each task has its own registers.
CASE(registers,
     "M OSTaskRegSet NONE, M OSTaskRegSet NONE, A OSTaskRegGet 0 NONE, A OSTaskRegSet NONE, A OSTaskRegGet 3 NONE,"
     "M OSTaskRegGet 2 NONE, M OSTaskRegGet 1 NONE, isr OSTaskRegSet NONE, isr OSTaskRegGet 4 NONE")
{
    TASK(A, 55,
         VALUE_ERR(OSTaskRegGet(OS_PRIO_SELF, 0, &err));
         ERR(OSTaskRegSet(OS_PRIO_SELF, 0, 3, &err));
         VALUE_ERR(OSTaskRegGet(55, 0, &err));
         OSTaskSuspend(OS_PRIO_SELF));
    TASK(B, 54, OSTaskSuspend(OS_PRIO_SELF));
    ERR(OSTaskRegSet(OS_PRIO_SELF, 0, 1, &err));
    ERR(OSTaskRegSet(54, 0, 2, &err));
    WITH_TICKS(OSTimeDly(2));
    VALUE_ERR(OSTaskRegGet(54, 0, &err));
    VALUE_ERR(OSTaskRegGet(M_PRIO, 0, &err));
    ISR(ERR(OSTaskRegSet(55, 0, 4, &err)); VALUE_ERR(OSTaskRegGet(55, 0, &err)));
}

// OSTaskRegGet() and OSTaskRegSet() reject an invalid priority and an invalid register id.
CASE(register_codes,
     "M OSTaskRegGet 0 PRIO_INVALID, M OSTaskRegGet 0 PRIO_INVALID, M OSTaskRegGet 0 ID_INVALID,"
     "M OSTaskRegSet PRIO_INVALID, M OSTaskRegSet PRIO_INVALID, M OSTaskRegSet ID_INVALID")
{
    VALUE_ERR(OSTaskRegGet(OS_TASK_IDLE_PRIO, 0, &err));

    VALUE_ERR(OSTaskRegGet(OS_LOWEST_PRIO + 1u, 0, &err));
    VALUE_ERR(OSTaskRegGet(OS_PRIO_SELF, OS_TASK_REG_TBL_SIZE, &err));
    ERR(OSTaskRegSet(OS_TASK_IDLE_PRIO, 0, 1, &err));
    ERR(OSTaskRegSet(OS_LOWEST_PRIO + 1u, 99, 1, &err));
    ERR(OSTaskRegSet(OS_PRIO_SELF, OS_TASK_REG_TBL_SIZE, 1, &err));
}

// Register ids are assigned in order until none is left.
CASE(register_ids,
     "M OSTaskRegGetID 0 NONE, M OSTaskRegGetID 1 NO_MORE_ID_AVAIL, isr OSTaskRegGetID 1 NO_MORE_ID_AVAIL")
{
    VALUE_ERR(OSTaskRegGetID(&err));
    VALUE_ERR(OSTaskRegGetID(&err));
    ISR(VALUE_ERR(OSTaskRegGetID(&err)));
}
