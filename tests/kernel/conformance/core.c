// SPDX-License-Identifier: Apache-2.0
// Start, scheduler and its lock, interrupts, ticks and tick stepping, hooks.
#include "conform.h"

static OS_EVENT *sem;

// OSVersion() returns the number of V2.93, in a task and in an interrupt.
CASE(version,
     "M OSVersion 29300, isr OSVersion 29300")
{
    VALUE(OSVersion());
    ISR(VALUE(OSVersion()));
}

// A second OSInit() discards the application's tasks and events, and sets the time to 0.
CASE_MAIN(init_again,
          "main OSVersion 29300, main OSInit, main OSTaskQuery NONE, main OSSemCreate set, main OSTimeGet 7,"
          "main tasks 4, main OSInit,"
          "main OSTaskQuery PRIO, main OSSemPost EVENT_TYPE, main OSTimeGet 0, main tasks 3, main lock 0 nesting 0")
{
    static OS_TCB copy;

    VALUE(OSVersion());
    CALL(OSInit());
    TASK(A, 10, SAY("runs"));
    CODE(OSTaskQuery(10, &copy));
    POINTER(sem = OSSemCreate(0));
    OSTimeSet(7);
    VALUE(OSTimeGet());
    SAY("tasks %u", OSTaskCtr);
    CALL(OSInit());
    CODE(OSTaskQuery(10, &copy));
    CODE(OSSemPost(sem));
    VALUE(OSTimeGet());
    SAY("tasks %u", OSTaskCtr);
    SAY("lock %u nesting %u", OSLockNesting, OSIntNesting);
}

// A second OSInit() results in a working kernel.
CASE_MAIN(init_again_and_start,
          "main OSStart, A OSSemPend TIMEOUT")
{
    OSInit();
    TASK(A, 10, sem = OSSemCreate(0); WITH_TICKS(ERR(OSSemPend(sem, 3, &err))); END());
    SAY("OSStart");
    OSStart();
}

// OSStart() runs the task of the highest priority first, whatever the order of creation.
CASE_MAIN(start_runs_the_highest,
          "main OSStart, B runs, C runs, A runs")
{
    TASK(A, 12, SAY("runs"); END());
    TASK(B, 10, SAY("runs"));
    TASK(C, 11, SAY("runs"));
    SAY("OSStart");
    OSStart();
}

// OSStart() does nothing if tasks already run.
CASE(start_again,
     "M OSStart, M goes on")
{
    CALL(OSStart());
    SAY("goes on");
}

// The running flag and the current priority are set when the first task runs.
CASE(running,
     "M running 1 prio 50")
{
    SAY("running %u prio %u", OSRunning, OSPrioCur);
}

// A task that becomes ready preempts the caller at once if its priority is higher; otherwise it runs later.
CASE(preemption_by_priority,
     "A pends, B pends, B OSSemPend NONE, B OSSemPost NONE, A OSSemPend NONE, M OSSemPost NONE")
{
    sem = OSSemCreate(0);
    TASK(A, 12, SAY("pends"); ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 11, SAY("pends"); ERR(OSSemPend(sem, 0, &err)); CODE(OSSemPost(sem)));
    CODE(OSSemPost(sem));
}

// The kernel counts each switch, and the hook sees the old and the new task.
CASE(switch_counter_and_hook,
     "M switch 50 to 10, A switch 10 to 50, M switches 2")
{
    static INT32U before;

    before = OSCtxSwCtr;
    ON(switch, SAY("switch %u to %u", OSTCBCur->OSTCBPrio, OSTCBHighRdy->OSTCBPrio));
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF));
    OFF(switch);
    SAY("switches %u", OSCtxSwCtr - before);
}

// A task's TCB counts the switches to the task.
CASE(switch_counter_of_a_task,
     "M switched to 3 times")
{
    static OS_TCB copy;

    TASK(A, 10, for (;;) { OSTimeDly(1); });
    TICKS(2);
    OSTaskQuery(10, &copy);
    SAY("switched to %u times", copy.OSTCBCtxSwCtr);
}

/* ----------------------------------------------------------------------------------------------------- the lock */

// While the scheduler is locked, no other task runs; the last unlock switches to the highest ready task.
CASE(lock_nests,
     "M OSSchedLock, M OSSchedLock, M nesting 2, M OSSemPost NONE, M OSSchedUnlock, M nesting 1, A OSSemPend NONE,"
     "M OSSchedUnlock, M nesting 0")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    CALL(OSSchedLock());
    CALL(OSSchedLock());
    SAY("nesting %u", OSLockNesting);
    CODE(OSSemPost(sem));
    CALL(OSSchedUnlock());
    SAY("nesting %u", OSLockNesting);
    CALL(OSSchedUnlock());
    SAY("nesting %u", OSLockNesting);
}

// The lock counter saturates at 255; its last unlock lets other tasks run, and a further unlock has no effect.
CASE(lock_limits,
     "M nesting 255, M OSSemPost NONE, M nesting 1, A OSSemPend NONE, M nesting 0, M nesting 0, M nesting 1")
{
    INT32U n;

    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    for (n = 0u; n < 300u; n++) {
        OSSchedLock();
    }
    SAY("nesting %u", OSLockNesting);
    CODE(OSSemPost(sem));
    for (n = 0u; n < 254u; n++) {
        OSSchedUnlock();
    }
    SAY("nesting %u", OSLockNesting);
    OSSchedUnlock();
    SAY("nesting %u", OSLockNesting);
    OSSchedUnlock();
    SAY("nesting %u", OSLockNesting);
    OSSchedLock();
    SAY("nesting %u", OSLockNesting);
}

// An unlock does not switch if no task with a higher priority is ready.
CASE(lock_without_a_switch,
     "M switches 0")
{
    static INT32U before;

    TASK(A, 55, SAY("never"));
    before = OSCtxSwCtr;
    OSSchedLock();
    OSSchedUnlock();
    SAY("switches %u", OSCtxSwCtr - before);
}

// Interrupts continue while the scheduler is locked; a task that they make ready runs at the unlock.
CASE(lock_and_interrupt,
     "isr OSSemPost NONE, M time 1, M unlocks, A OSSemPend NONE, B wakes, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 11, OSTimeDly(1); SAY("wakes"));
    OSSchedLock();
    ISR(CODE(OSSemPost(sem)));
    TICK();
    SAY("time %u", OSTimeGet());
    SAY("unlocks");
    OSSchedUnlock();
    SAY("end");
}

// An interrupt can neither lock nor unlock the scheduler.
CASE(lock_in_an_interrupt,
     "isr OSSchedLock, isr nesting 0, isr OSSchedUnlock, isr nesting 1")
{
    ISR(CALL(OSSchedLock()); SAY("nesting %u", OSLockNesting));
    OSSchedLock();
    ISR(CALL(OSSchedUnlock()); SAY("nesting %u", OSLockNesting));
}

// Before the start, locking and unlocking have no effect.
CASE_MAIN(lock_before_the_start,
          "main OSSchedLock, main nesting 0, main OSSchedUnlock, main nesting 0")
{
    CALL(OSSchedLock());
    SAY("nesting %u", OSLockNesting);
    CALL(OSSchedUnlock());
    SAY("nesting %u", OSLockNesting);
}

// A task that suspends itself while the scheduler is locked continues until it unlocks.
CASE(lock_and_suspend_self,
     "A OSTaskSuspend NONE, A task 10 SUSPEND 0 OK, A unlocks, A end, M OSTaskResume NONE")
{
    TASK(A, 10,
         OSSchedLock();
         CODE(OSTaskSuspend(OS_PRIO_SELF));
         STATE(10);
         SAY("unlocks");
         OSSchedUnlock();
         SAY("end"));
    CODE(OSTaskResume(10));
}

// A task that deletes itself while the scheduler is locked continues until it unlocks, and then ends.
CASE(lock_and_delete_self,
     "A OSTaskDel NONE, A unlocks, M OSTaskDel TASK_NOT_EXIST, M nesting 0")
{
    TASK(A, 10, OSSchedLock(); CODE(OSTaskDel(OS_PRIO_SELF)); TICK(); SAY("unlocks"); OSSchedUnlock(); SAY("never"));
    CODE(OSTaskDel(10));
    TICKS(2);
    SAY("nesting %u", OSLockNesting);
}

/* --------------------------------------------------------------------------------------------------- interrupts */

// A task that an interrupt makes ready runs when the interrupt ends, not before.
CASE(interrupt_switches_at_its_end,
     "isr OSSemPost NONE, isr end, A OSSemPend NONE, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    ISR(CODE(OSSemPost(sem)); SAY("end"));
    SAY("end");
}

// With nested interrupts, only the end of the outermost one switches.
CASE(interrupts_nest,
     "isr nesting 1, isr OSSemPost NONE, isr nesting 2, isr nesting 3, isr OSSemPost NONE, isr back in 2,"
     "isr back in 1, B OSSemPend NONE, A OSSemPend NONE, M nesting 0")
{
    sem = OSSemCreate(0);
    TASK(A, 12, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 0, &err)));
    ISR(SAY("nesting %u", OSIntNesting);
        CODE(OSSemPost(sem));
        ISR(SAY("nesting %u", OSIntNesting);
            ISR(SAY("nesting %u", OSIntNesting); CODE(OSSemPost(sem)));
            SAY("back in %u", OSIntNesting));
        SAY("back in %u", OSIntNesting));
    SAY("nesting %u", OSIntNesting);
}

// A handler may call OSIntEnter() and OSIntExit() itself; the inner exit does not switch.
CASE(interrupt_enters_and_exits,
     "isr OSIntEnter, isr nesting 2, isr OSSemPost NONE, isr OSIntExit, isr nesting 1, A OSSemPend NONE, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 10, ERR(OSSemPend(sem, 0, &err)));
    ISR(CALL(OSIntEnter());
        SAY("nesting %u", OSIntNesting);
        CODE(OSSemPost(sem));
        CALL(OSIntExit());
        SAY("nesting %u", OSIntNesting));
    SAY("end");
}

// The nesting counter saturates at 255, and a surplus exit has no effect.
CASE(interrupt_nesting_limits,
     "isr nesting 255, M nesting 0, isr nesting 1, M nesting 0")
{
    INT32U n;

    for (n = 0u; n < 300u; n++) {
        OSIntEnter();
    }
    SAY("nesting %u", OSIntNesting);
    for (n = 0u; n < 300u; n++) {
        OSIntExit();
    }
    SAY("nesting %u", OSIntNesting);
    OSIntEnter();
    SAY("nesting %u", OSIntNesting);
    OSIntExit();
    SAY("nesting %u", OSIntNesting);
}

// Code may increment the nesting counter without OSIntEnter(), because the kernel checks only the counter.
CASE(interrupt_nesting_by_hand,
     "isr OSTaskDel TASK_DEL_ISR, M OSTaskDel TASK_NOT_EXIST")
{
    OSIntNesting++;
    CODE(OSTaskDel(10));
    OSIntExit();
    CODE(OSTaskDel(10));
}

// Before the start, the kernel does not count interrupts.
CASE_MAIN(interrupt_before_the_start,
          "main OSIntEnter, main nesting 0, main OSIntExit, main nesting 0")
{
    CALL(OSIntEnter());
    SAY("nesting %u", OSIntNesting);
    CALL(OSIntExit());
    SAY("nesting %u", OSIntNesting);
}

// While the scheduler is locked, the end of an interrupt does not switch, at any nesting depth.
CASE(interrupts_nest_in_a_lock,
     "isr OSSemPost NONE, isr OSSemPost NONE, M unlocks, B OSSemPend NONE, A OSSemPend NONE, M end")
{
    sem = OSSemCreate(0);
    TASK(A, 12, ERR(OSSemPend(sem, 0, &err)));
    TASK(B, 11, ERR(OSSemPend(sem, 0, &err)));
    OSSchedLock();
    ISR(CODE(OSSemPost(sem)); ISR(CODE(OSSemPost(sem))));
    SAY("unlocks");
    OSSchedUnlock();
    SAY("end");
}

// After the preempting task has ended, a task that was preempted at the end of an interrupt continues where it stopped.
CASE(interrupted_task_goes_on,
     "A 1, isr tick, B wakes, A 2, M end")
{
    TASK(B, 10, OSTimeDly(1); SAY("wakes"));
    TASK(A, 11, SAY("1"); ISR(SAY("tick"); OSTimeTick()); SAY("2"));
    SAY("end");
}

/* --------------------------------------------------------------------------------------------------- the tick */

// The tick hook runs first: it sees the old time and delays that are not yet decremented.
CASE(tick_hook_comes_first,
     "isr hook at 0, isr task 10 RDY 1 OK, A wakes, M time 1")
{
    TASK(A, 10, OSTimeDly(1); SAY("wakes"));
    ON(tick, SAY("hook at %u", OSTimeGet()); STATE(10));
    TICK();
    SAY("time %u", OSTimeGet());
}

// Before the start, a tick advances the time and calls the hook.
CASE_MAIN(tick_before_the_start,
          "main hook, main OSTimeTick, main OSTimeGet 1")
{
    ON(tick, SAY("hook"));
    CALL(OSTimeTick());
    VALUE(OSTimeGet());
}

// A task may call OSTimeTick(); a task that the tick makes ready runs at the next scheduling point.
CASE(tick_by_a_task,
     "M OSTimeTick, M task 10 RDY 0 OK, M nesting 0, M OSTimeTick, M nesting 1, A wakes, M end")
{
    TASK(A, 10, OSTimeDly(1); SAY("wakes"));
    CALL(OSTimeTick());
    STATE(10);
    SAY("nesting %u", OSLockNesting);
    OSSchedLock();
    CALL(OSTimeTick());
    SAY("nesting %u", OSLockNesting);
    OSSchedUnlock();
    SAY("end");
}

static void nothing(void *p_arg)
{
    (void)p_arg;
}

static void post(void)
{
    (void)OSSemPost(sem);
}

// B7: while a task calls OSTimeTick(), no task can preempt it and delete tasks that the tick has yet to examine.
CASE_DEFECT(B7, tick_by_a_task_and_deletion,
            "M ticks 30 deleted 240",
            HANGS)
{
    OS_STK *stack = conform_stack(); /* for tasks that never run */
    static INT32U deleted;
    INT8U prio;

    sem = OSSemCreate(0);
    TASK(A, 10,
         for (;;) {
             INT8U err;

             OSSemPend(sem, 0, &err);
             for (INT8U n = M_PRIO + 1u; n < M_PRIO + 9u; n++) {
                 deleted += OSTaskDel(n) == OS_ERR_NONE ? 1u : 0u;
             }
         });
    while (OSTimeGet() < 30u) {
        for (prio = M_PRIO + 1u; prio < M_PRIO + 9u; prio++) {
            (void)OSTaskCreate(nothing, (void *)0, stack + STK_SIZE - 1u, prio);
        }
        conform_interrupt_start(post, 60u + 20u * OSTimeGet());
        OSTimeTick();
        conform_interrupt_wait();
    }
    SAY("ticks %u deleted %u", OSTimeGet(), deleted);
}

// While tick stepping waits, the time advances and the hook runs, but delays do not count down.
CASE(tick_step_wait,
     "isr hook, isr hook, M time 2, M task 10 RDY 2 OK")
{
    TASK(A, 10, OSTimeDly(2); SAY("wakes"));
    ON(tick, SAY("hook"));
    OSTickStepState = OS_TICK_STEP_WAIT;
    TICKS(2);
    SAY("time %u", OSTimeGet());
    STATE(10);
}

// One step counts one tick, then stepping waits again.
CASE(tick_step_once,
     "M task 10 RDY 2 OK, M task 10 RDY 2 OK, M state 1, A wakes, M state 1 time 4")
{
    TASK(A, 10, OSTimeDly(3); SAY("wakes"));
    OSTickStepState = OS_TICK_STEP_ONCE;
    TICK();
    STATE(10);
    TICK();
    STATE(10);
    SAY("state %u", OSTickStepState);
    OSTickStepState = OS_TICK_STEP_ONCE;
    TICK();
    OSTickStepState = OS_TICK_STEP_ONCE;
    TICK();
    SAY("state %u time %u", OSTickStepState, OSTimeGet());
}

// With stepping disabled again, every tick counts; an unknown state also counts every tick.
CASE(tick_step_off,
     "A wakes, M state 0, B wakes, M state 0")
{
    TASK(A, 10, OSTimeDly(1); SAY("wakes"));
    TASK(B, 11, OSTimeDly(2); SAY("wakes"));
    OSTickStepState = OS_TICK_STEP_WAIT;
    TICKS(5);
    OSTickStepState = OS_TICK_STEP_DIS;
    TICK();
    SAY("state %u", OSTickStepState);
    OSTickStepState = 77u;
    TICK();
    SAY("state %u", OSTickStepState);
}

/* ---------------------------------------------------------------------------------------------------- hooks */

// The TCB hook sees a new task when its TCB is initialized; the create hook sees it before it is ready.
CASE(hooks_of_creation,
     "M TCB of 10, M create 10, A runs, M end")
{
    ON_TASK(tcb_init, SAY("TCB of %u", ptcb->OSTCBPrio));
    ON_TASK(create, SAY("create %u", ptcb->OSTCBPrio));
    TASK(A, 10, SAY("runs"));
    SAY("end");
}

// The delete hook sees a task while its TCB is still valid.
CASE(hook_of_deletion,
     "M delete 10, M OSTaskDel NONE")
{
    ON_TASK(delete, SAY("delete %u", ptcb->OSTCBPrio));
    TASK(A, 10, OSTaskSuspend(OS_PRIO_SELF));
    CODE(OSTaskDel(10));
}

// A task that returns from its function is passed to the return hook and then deleted.
CASE(hook_of_return,
     "A returns, A return 10, A delete 10, M OSTaskDel TASK_NOT_EXIST")
{
    ON_TASK(return, SAY("return %u", ptcb->OSTCBPrio));
    ON_TASK(delete, SAY("delete %u", ptcb->OSTCBPrio));
    TASK(A, 10, SAY("returns"));
    CODE(OSTaskDel(10));
}
