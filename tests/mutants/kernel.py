# SPDX-License-Identifier: Apache-2.0
"""Mutants of our kernel, of the seam and of the port."""
from . import table

READY, DELAY, EVENT = (f"ucos-ports/accel/os_accel_{subject}_hard.h" for subject in ("ready", "delay", "event"))

# A comparison with the log of `original` finds these faults. Three faults are left out because they only cost time.
# Without OS_AccelRelease(), software completes the wake-up. Without OS_AccelSettle(), a suspension or post takes effect
# a little later. If an event of the unit is never freed, the kernel keeps the next event in software. The last items
# are the system, and the application's variant, seed and number of steps.
SYSTEMS = table(
    "test_kernel_apps.py::test_a_fault_is_found", "sw",
    ("a suspended task is not held", DELAY, "ci_time_hold(ptcb->OSTCBPrio);",
     "(void)ptcb;", "combined", "narrow", 3, 400),
    ("timeouts are lost", DELAY, "ci_time_take(ptcb->OSTCBPrio)", "0u", "combined", "narrow", 3, 400),
    ("a priority change does not move the delay", DELAY,
     "ci_time_move(prio_old, prio_new);", "(void)prio_old; (void)prio_new;", "combined", "narrow", 3, 400),
    ("a priority change in the timer system does not move the delay", DELAY, "ci_time_move(prio_old, prio_new);",
     "(void)prio_new;", "timer", "narrow", 3, 400),
    ("the old priority is not held", DELAY, "ci_time_hold(prio_old);", "", "timer", "narrow", 3, 1000),
    ("a long delay ends after its first part", f"{DELAY}:OS_AccelExpired",
     "ptcb->OSTCBDly == 0u", "1", "combined", "short", 3, 300),
    ("the next part of a long delay is one tick too long", DELAY, "ci_time_set(prio, part)",
     "ci_time_set(prio, part + 1u)", "timer", "short", 3, 300),
    ("clearing a delay keeps its rest", DELAY, "ptcb->OSTCBDly = 0u;", "", "combined", "short", 3, 300),
    ("the rest of a delay is only its first part", DELAY, " + OS_AccelDlyRest(ptcb)",
     "", "combined", "short", 3, 300),
    ("a waiting task stays ready", READY, "ci_ready_clear(ptcb->OSTCBPrio);",
     "(void)ptcb;", "scheduler", "narrow", 3, 50),
    ("a long delay does not hold the task", DELAY, "OS_AccelHold(ptcb);", "", "combined", "short", 3, 300),
    ("a query does not notice a timeout", "kernel/os_task_info.c", "OS_AccelSettle(ptcb);", "", "combined", "narrow",
     3, 1000),
    ("a wait does not notice its timeout", "kernel/os_event.c:OS_EventTaskWaitEnd", "OS_AccelSettle(ptcb);", "",
     "combined", "narrow", 3, 300),
    ("a wait for flags does not notice its timeout", "kernel/os_flag_pend.c", "OS_AccelSettle(OSTCBCur);", "",
     "combined", "narrow", 3, 400),
    ("a promotion does not move the owner's delay", "kernel/os_tcb.c", "OS_AccelDlyMove(ptcb, prio_old, prio);",
     "(void)prio_old;", "timer", "narrow", 3, 400),
    ("the short tick ignores held tasks", "ucos-ports/riscv/os_cpu_a.S", "bnez    t0, OS_CPU_TickRest", "nop",
     "combined", "fast", 3, 400),
    ("the short tick does not switch", "ucos-ports/riscv/os_cpu_a.S", "bne     t1, t2, OS_CPU_TickRest", "nop",
     "combined", "fast", 3, 400),
    ("a wait does not notice the post", f"{DELAY}:OS_AccelSettle",
     "ci_event_take(ptcb->OSTCBPrio)", "0u", "events", "narrow", 3, 1000),
    ("a post makes a suspended task ready", f"{DELAY}:OS_AccelHold",
     "ci_event_mark(ptcb->OSTCBPrio, 1u);", "", "events", "narrow", 3, 1000),
    ("a long timeout is truncated", f"{EVENT}:OS_AccelEventPend",
     "timeout <= OS_ACCEL_DLY_MAX", "1", "events-few", "narrow", 2, 1000),
    ("a query sees only the first tasks of a wait list", EVENT,
     "id + CI_EVENT_INDEX(y / (4u / sizeof(OS_PRIO)))", "id", "events", "narrow", 3, 400),
    ("a new event keeps the old value", "kernel/os_event_unit.c", "OS_AccelUnitInit(id, value);",
     "(void)value;", "events", "narrow", 3, 400),
    ("queues share a word of the unit", "kernel/os_event_unit.c", "base = to;", "base = to - 1u;", "events", "narrow",
     3, 400),
    ("a message for the front goes to the back", "kernel/os_q.c", "OS_ACCEL_Q + OS_ACCEL_FRONT", "OS_ACCEL_Q", "events",
     "narrow", 2, 400),
    ("a wait for several events ends without software", f"{DELAY}:OS_AccelMark",
     "ci_event_mark(ptcb->OSTCBPrio, 1u);", "(void)ptcb;", "events", "narrow", 3, 400),
    quick=("a waiting task stays ready",))

# Code that enables interrupts for eight instructions. Without the nops, the core would take no interrupt, because the
# next instruction would disable interrupts again.
OPEN = 'OS_CPU_SR_Restore(8u); __asm__ volatile("nop; nop; nop; nop; nop; nop; nop; nop"); (void)OS_CPU_SR_Save(); '
# Faults that can lose an item if a handler runs at a random cycle.
EXCHANGE = table(
    "test_kernel_apps.py::test_interrupts_within_a_critical_section_are_found", "sw",
    ("a post can occur between the count check and the wait", "kernel/os_sem.c", "OS_AccelEventWait",
     OPEN + "OS_AccelEventWait", "combined", "exchange", 6, 300),
    ("the count can change between its read and its write", "kernel/os_sem.c:OS_SemTake", "pevent->OSEventCnt--;",
     "{ INT16U cnt = pevent->OSEventCnt; " + OPEN + "pevent->OSEventCnt = cnt - 1u; }",
     "scheduler", "exchange", 3, 300),
    ("a wait can end before the task's state is set", "kernel/os_event.c:OS_EventTaskWait",
     "ptcb->OSTCBStatPend = ", OPEN + "ptcb->OSTCBStatPend = ", "events", "exchange", 1, 300),
    quick=("a post can occur between the count check and the wait",))

# Faults in code that all systems share. A comparison with upstream uC/OS-II (option --kernel) finds them.
UPSTREAM = table(
    "test_kernel_apps.py::test_fault_in_our_kernel_differs_from_upstream", "sw",
    ("an owner is not promoted", "kernel/os_mutex.c", "OS_MutexOwnerMove(powner, pcp);", ""),
    ("flags are not consumed", "kernel/os_flag.h", "pgrp->OSFlagFlags ^= rdy;", ""),
    ("only one of several events is taken", "kernel/os_event_multi.c", "taken++;", "taken++; break;"),
    ("a timer ignores its initial delay", "kernel/os_tmr.c", "OSTmrDly != 0u", "OSTmrPeriod == 0u"))

# A single case finds each fault. The last items are the system, the area and the case.
CONFORMANCE = table(
    "test_conformance.py::test_faults_in_the_kernel_are_found", "sw",
    ("an unlock does not schedule", "kernel/os_core.c:OSSchedUnlock", "OSLockNesting == 0u", "1u == 0u", "original",
     "core", "lock_nests"),
    ("a suspension clears the pending state", "kernel/os_task_state.c", "OSTCBStat |= OS_STAT_SUSPEND",
     "OSTCBStat = OS_STAT_SUSPEND", "original", "task", "resume_pending"),
    ("the end of a wait clears a suspension", "kernel/os_event.c", "OSTCBStat &= OS_STAT_SUSPEND",
     "OSTCBStat = OS_STAT_RDY", "original", "sem", "sem_delete_with_a_suspended_waiter"),
    ("milliseconds are rounded down", "kernel/os_time.c", "500uL / OS_TICKS_PER_SEC", "0uL", "original", "time",
     "hmsm_rounds"),
    ("a broadcast wakes only one task", "kernel/os_mbox.c:OS_MboxPut", "OS_POST_OPT_BROADCAST", "0u", "original",
     "mbox", "mbox_post_broadcast"),
    ("a queue accepts one message too many", "kernel/os_q.c", "OSQEntries >= pq", "OSQEntries > pq", "original",
     "queue", "queue_full"),
    ("an owner is never promoted", "kernel/os_mutex.c", "OS_MutexOwnerMove(powner, pcp);", "(void)0;", "original",
     "mutex", "mutex_promotion_outlives_timeout"),
    ("flags are never consumed", "kernel/os_flag.h", "wait_type & OS_FLAG_CONSUME", "0u", "original", "flag",
     "flag_accept_consume_set"),
    ("the last memory block is never allocated", "kernel/os_mem.c", "OSMemNFree > 0u", "OSMemNFree > 1u", "original",
     "mem", "mem_get"),
    ("a periodic timer expires only once", "kernel/os_tmr_wheel.c", "OS_TmrLink(ptmr, ptmr->OSTmrPeriod);", "(void)0;",
     "original", "timer", "tmr_periodic"),
    ("an owner keeps the ceiling after its post", "kernel/os_mutex.c:OS_MutexPostShort",
     "ptcb->OSTCBPrio = (INT8U)locked;", "", "contexts", "mutex", "mutex_inheritance"),
    ("a flush keeps the messages", "kernel/os_q.c", "OS_AccelEventPut(pevent, OS_AccelEventRing(pevent));",
     "(void)0;", "events", "queue", "queue_flush"),
    ("consuming waits are not recorded", "kernel/os_flag_pend.c", "? WAITED_BY_CONSUMERS", "? WAITED_BY_NON_CONSUMERS",
     "events", "flag", "flag_consume_set"),
    ("a priority change ends a wait for flags", "kernel/os_flag_pend.c",
     "OS_AccelFlagInsert((OS_FLAG_GRP const *)pnode->OSFlagNodeFlagGrp, ptcb);", "(void)0;", "events", "flag",
     "flag_waiter_changes_prio"),
    ("a suspended task gets wrong flags", "kernel/os_flag_pend.c:OS_FlagUnitMarkedEnd",
     "pgrp->OSFlagFlags = OS_AccelFlagGet(pgrp);", "pgrp->OSFlagFlags = 0u;", "events", "flag",
     "flag_post_to_suspended"))

# Interrupts are enabled for eight instructions: a shorter window closes before the core has taken the interrupt.
WINDOW = r'OS_CPU_SR_Restore(OS_CPU_MSTATUS_MIE); __asm__ volatile(".rept 8; nop; .endr"); (void)OS_CPU_SR_Save(); '
# Each fault lets an interrupt into a section that must not be interrupted. The last items are the system, the group of
# rows that shows the fault, and the sweep's step in cycles. The step is 1 for a tick, because a tick needs no window.
INTERRUPTED = table(
    "test_interrupted_kernel.py::test_a_fault_that_lets_an_interrupt_in_is_found", "sw",
    ("between the flag check and the wait", "kernel/os_flag_pend.c:OS_FlagPendWait", "OS_FlagBlock(",
     WINDOW + "OS_FlagBlock(", "events", "flags", 7),
    ("between read and write of flags", "kernel/os_event_short.h", "pgrp->OSFlagFlags = value;",
     WINDOW + "pgrp->OSFlagFlags = value;", "events", "flags", 7),
    ("between the check of a mutex and its lock", "kernel/os_event_short.h", "OS_MUTEX_PRIO(pevent) = OSPrioCur;",
     WINDOW + "OS_MUTEX_PRIO(pevent) = OSPrioCur;", "events", "mutex", 7),
    ("between an owner's promotion and the wait", "kernel/os_mutex.c:OS_MutexPendShort",
     "OS_AccelEventWaitersSet(pevent);", WINDOW + "OS_AccelEventWaitersSet(pevent);", "contexts", "mutex", 7),
    ("between the post of a mutex and its new owner", "kernel/os_mutex.c:OS_MutexPostShort",
     "offset = OS_AccelWokenOffset(outcome);", WINDOW + "offset = OS_AccelWokenOffset(outcome);", "contexts", "mutex",
     7),
    ("between the check of an event and the wait", "ucos-ports/accel/os_accel_event_soft.h", "OS_AccelDlySet(",
     WINDOW + "OS_AccelDlySet(", "original", "events", 7),
    ("between the removal from ready and a delay", "kernel/os_time.c", "OS_AccelDlySet(",
     WINDOW + "OS_AccelDlySet(", "original", "tasks", 7),
    ("between a wait in the event unit and its long timeout", f"{EVENT}:OS_AccelEventPend",
     "OS_AccelDlySet(", WINDOW + "OS_AccelDlySet(", "events", "events", 7),
    ("between the highest waiting task and its removal", "kernel/os_event.c:OS_EventTaskRdy", "OS_AccelSettle(",
     WINDOW + "OS_AccelSettle(", "original", "events", 7),
    ("between the check of a wait list and the count", "kernel/os_sem.c", "if (pevent->OSEventCnt < SEM_CNT_MAX)",
     WINDOW + "if (pevent->OSEventCnt < SEM_CNT_MAX)", "original", "events", 7),
    ("between the removal from ready and a suspension", "kernel/os_task_state.c:OSTaskSuspend", "OS_AccelHold(",
     WINDOW + "OS_AccelHold(", "contexts", "tasks", 7),
    ("between a taken message and its count", "kernel/os_q.c", "pq->OSQEntries--;",
     WINDOW + "pq->OSQEntries--;", "original", "events", 7),
    ("between the removal from a group and the ready list", "kernel/os_flag_pend.c", "OS_AccelRdySet(",
     WINDOW + "OS_AccelRdySet(", "original", "flags", 7),
    ("a switch of the core without a record", "kernel/os_switch.h", "        OSTCBCur = pself;\n", "",
     "self-switch,units.lines=8", "events", 31),
    ("a tick between a timeout and the removal from ready", "kernel/os_event_multi.c",
     "#if OS_ACCEL_TICK_ANYWHERE\n    OS_AccelRdyClr(ptcb);\n#endif\n    OS_AccelDlySet(ptcb, timeout);\n"
     "    OS_AccelMark(ptcb);\n    OS_EventListsEnter(ptcb);\n#if !OS_ACCEL_TICK_ANYWHERE\n",
     "    OS_AccelDlySet(ptcb, timeout);\n    OS_AccelMark(ptcb);\n    OS_EventListsEnter(ptcb);\n#if OS_TRUE\n",
     "tickless", "several", 1),
    ("a tick between a delay and the removal from ready", "kernel/os_time.c",
     "OS_AccelRdyClr(ptcb);\n    OS_TRACE_TASK_SUSPENDED(ptcb);\n    OS_AccelDlySet(ptcb, ticks);",
     # The unit wakes a task some cycles after the tick, so the removal must come later than that.
     "OS_TRACE_TASK_SUSPENDED(ptcb);\n    OS_AccelDlySet(ptcb, ticks);\n"
     "    for (volatile INT32U n = 0u; n < 8u; n++) { }\n    OS_AccelRdyClr(ptcb);",
     "tickless-contexts", "tasks", 1),
    quick=("between the flag check and the wait",))

# The test runs lines.c.
LINES = table(
    "test_lines.py::test_a_fault_in_lines_is_found", "sw/kernel",
    ("the message is the register's address", "os_line.c:OS_LinePost", "        pmsg = *(void *volatile *)pmsg;\n", ""),
    ("a lost post of the kernel is not reported", "os_line.c:OSLineOverrunTake", " | OSLineLost)", ")"),
    ("a deleted flag group stays connected", "os_flag.c", "    OS_LinesForget(pgrp);\n", ""),
    ("a line always sets flags", "os_line.c:OS_LinePost", "OSLineTbl[line].flags, OSLineTbl[line].opt,",
     "OSLineTbl[line].flags, OS_FLAG_SET,"),
    ("a deleted event stays connected", "os_event.c", "    OS_LinesForget(pevent);\n", ""),
    quick=())

# The last item is the step of the sweep that shows the fault, in cycles (STEP in any_cycle.c).
STEPS = table(
    "test_kernel.py::test_a_fault_in_the_order_of_steps_is_found", "sw/ucos-ports/accel",
    ("steps have the order for tick interrupts", "os_accel.h",
     "define OS_ACCEL_TICK_ANYWHERE (OS_ACCEL_TICKLESS_EN > 0u)", "define OS_ACCEL_TICK_ANYWHERE OS_FALSE", 3),
    ("a delay that ends during a move is lost", "os_accel_delay_hard.h", "ci_ready_test(prio_old) != 0u", "0", 1),
    ("a part of a long delay starts when software runs", "os_accel_delay_hard.h",
     "OS_AccelDlyPart(ptcb, ptcb->OSTCBDlyDue,", "OS_AccelDlyPart(ptcb, OS_AccelTime(),", 37),
    ("the preempted task is not recorded", "os_accel_ready_hard.h", "define OS_AccelRdyFirst()    ci_ready_run()",
     "define OS_AccelRdyFirst() ci_ready_highest()", 37),
    quick=("the preempted task is not recorded",))

# The last item is the program that finds the fault.
BANKS = table(
    "test_port.py::test_fault_in_the_bank_port_is_found", "sw/ucos-ports/riscv",
    ("a nested trap loses t6", "../../ci_banks.h", "n, 0,1,2,3,4,5,6\n", "n, 0,1,2,3,4,5\n", "nesting"),
    ("an outer trap returns to the nested trap's address", "os_cpu_contexts.S", "        csrw    mepc, s0\n",
     "", "nesting"),
    ("the end of an exception does not restore registers", "os_cpu_contexts.S", "        CONTEXT_WRITE s1, \\n, t1\n",
     "", "except_return"),
    ("an exception in the switch hook loses mepc", "os_cpu_contexts.S", "csrw    mepc, s0                ", "",
     "except_hook"),
    ("a new task finds old registers in its bank", "../../ci_banks.h", "        CONTEXT_WRITE a0, \\n, zero\n", "",
     "bank_reuse"),
    quick=("a new task finds old registers in its bank",))

SHORT_TICK = table(
    "test_port.py::test_register_lost_by_the_short_tick_is_found", "sw/ucos-ports/riscv",
    ("the short tick does not load t2", "os_cpu_a.S",
     "        lw      t2, F_T(2)(sp)\n        addi    sp, sp, F_SIZE\nOS_CPU_TrapExitTick:",
     "        addi    sp, sp, F_SIZE\nOS_CPU_TrapExitTick:"))
