# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in our kernel, each with a case that has to find it: one where none of the others shows. In
software, and in what keeps events in the unit."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "random_app"))
from app_faults import Fault  # noqa: E402  (found by the line above)


def fault(system, area, case, name, file, function, pattern, replacement):
    return area, case, Fault(name, system, "", 0, f"kernel/{file}", function, pattern, replacement)


FAULTS = [fault("original", *row) for row in (
    ("core", "lock_nests", "an unlock lets nobody run", "os_core.c", "OSSchedUnlock",
     r"OSLockNesting == 0u", "1u == 0u"),
    ("task", "resume_pending", "a suspended task forgets what it waits for", "os_task_state.c",
     r"TaskSuspend\)",
     r"OSTCBStat \|= OS_STAT_SUSPEND", "OSTCBStat = OS_STAT_SUSPEND"),
    ("sem", "sem_delete_with_a_suspended_waiter", "the end of a wait ends a suspension", "os_event.c",
     "OS_EventTaskRdy", r"OSTCBStat &= OS_STAT_SUSPEND", "OSTCBStat = OS_STAT_RDY"),
    ("time", "hmsm_rounds", "milliseconds are rounded down", "os_time.c", "OSTimeDlyHMSM",
     r"500uL / OS_TICKS_PER_SEC", "0uL"),
    ("mbox", "mbox_post_broadcast", "a broadcast reaches one task", "os_mbox.c", "OS_MboxPut",
     r"OS_POST_OPT_BROADCAST", "0u"),
    ("queue", "queue_full", "a queue takes one message too many", "os_q.c", "OS_QAdd",
     r"OSQEntries >= pq", "OSQEntries > pq"),
    ("mutex", "mutex_promotion_outlives_timeout", "an owner is never promoted", "os_mutex.c", "OS_MutexPromote",
     r"OS_MutexOwnerMove\(.*?\);", "(void)0;"),
    ("flag", "flag_accept_consume_set", "flags are never consumed", "os_internal.h", "OS_FlagTakeWithin",
     r"wait_type & OS_FLAG_CONSUME", "0u"),
    ("mem", "mem_get", "the last block is never given away", "os_mem.c", "OSMemGet", r"OSMemNFree > 0u",
     "OSMemNFree > 1u"),
    ("timer", "tmr_periodic", "a periodic timer calls back once", "os_tmr_wheel.c", "OS_TmrExpire",
     r"OS_TmrLink\(.*?\);", "(void)0;"),
)]

EVENT_FAULTS = [fault("events", *row) for row in (
    ("queue", "queue_flush", "a queue that is flushed keeps its messages", "os_q.c", "OSQFlush",
     r"OS_AccelEventPut\(.*?\);", "(void)0;"),
    ("flag", "flag_consume_set", "nobody is known to consume flags", "os_flag_pend.c", "OS_FlagBlock",
     r"\? WAITED_TO_CONSUME", "? WAITED_TO_KEEP"),
    ("flag", "flag_waiter_changes_prio", "a task with a new priority waits for flags no more", "os_flag_pend.c",
     "OS_FlagListEnter", r"OS_AccelFlagInsert\(.*?\);", "(void)0;"),
    ("flag", "flag_post_to_suspended", "a suspended task gets other flags than it waits for", "os_flag_pend.c",
     "OS_FlagUnitMarked", r"pgrp->OSFlagFlags = OS_AccelFlagGet\(pgrp\);", "pgrp->OSFlagFlags = 0u;"),
)]
