# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in our kernel, which the conformance cases of an area have to find."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "random_app"))
from app_faults import Fault  # noqa: E402  (found by the line above)


def fault(area, name, file, function, pattern, replacement):
    return area, Fault(name, "original", "", 0, f"kernel/{file}", function, pattern, replacement)


FAULTS = [fault(*row) for row in (
    ("core", "an interrupt switches in spite of the lock", "os_core.c", "OSIntExit", r"OSLockNesting == 0u", "1"),
    ("task", "a suspended task forgets what it waits for", "os_task_state.c", "OSTaskSuspend",
     r"OSTCBStat \|= OS_STAT_SUSPEND", "OSTCBStat = OS_STAT_SUSPEND"),
    ("sem", "a post makes a suspended task ready", "os_event.c", "OS_EventTaskRdy",
     r"OSTCBStat &= OS_STAT_SUSPEND", "OSTCBStat = OS_STAT_RDY"),
    ("time", "milliseconds are rounded down", "os_time.c", "OSTimeDlyHMSM", r"500uL / OS_TICKS_PER_SEC", "0uL"),
    ("mbox", "a broadcast reaches one task", "os_mbox.c", "OS_MboxPut", r"OS_POST_OPT_BROADCAST", "0u"),
    ("queue", "a queue holds one message too many", "os_q.c", "OS_QPut", r"OSQEntries >= pq", "OSQEntries > pq"),
    ("mutex", "an owner is never promoted", "os_mutex.c", "OS_MutexPromote", r"OS_TCBPrioMove\(.*?\);", "(void)0;"),
    ("flag", "flags are never consumed", "os_flag.c", "OS_FlagTake", r"wait_type & OS_FLAG_CONSUME", "0u"),
    ("mem", "the last block is never given away", "os_mem.c", "OSMemGet", r"OSMemNFree > 0u",
     "OSMemNFree > 1u"),
    ("timer", "a periodic timer calls back once", "os_tmr_wheel.c", "OS_TmrExpire", r"OS_TmrLink\(.*?\);", "(void)0;"),
)]
