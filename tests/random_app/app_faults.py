# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in the seam, the kernel and the port, which the comparison of the systems has to find; and such in
what the systems share, which only another kernel can find.

Not among them, because they only cost time: a release that is missing (the tick hands the task to the kernel, which
makes it ready), OS_AccelSettle left out of suspension or post (what it would set is set a moment later), and an event
of the unit that is never given back (the next one is in software).
"""
import dataclasses
import re
import shutil
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    system: str             # that shows it
    variant: str
    steps: int              # in so many of them
    file: str               # in sw/
    function: str           # where in it
    pattern: str            # what it replaces there, in every place
    replacement: str
    seed: int = 3           # of the application that shows it

    def put_into(self, software: Path, copy: Path) -> Path:
        """A copy of sw/ with the fault; returns its folder."""
        shutil.copytree(software, copy)
        file = copy / self.file
        text = file.read_text()
        body = re.search(rf"^\w[^\n;]*\b{self.function}\([^;{{]*\)\n.*?^\}}$|^ +FUNCTION {self.function}$.*?mret$",
                         text, re.MULTILINE | re.DOTALL)
        assert body, f"{self.name}: {self.file} has no {self.function}"
        changed, count = re.subn(self.pattern, self.replacement, body[0], flags=re.MULTILINE | re.DOTALL)
        assert count, f"{self.name}: {self.function} has no {self.pattern}: adapt the fault"
        file.write_text(text[:body.start()] + changed + text[body.end():])
        return copy


SEAM, PORT = "ucos-ports/accel/os_accel_hard.h", "ucos-ports/riscv/os_cpu_a.S"

FAULTS = [Fault(*fault) for fault in (
    ("a task that is suspended is not held", "combined", "narrow", 400, SEAM, "OS_AccelHold",
     r"ci_time_hold\(.*?\);", "(void)ptcb;"),
    ("timeouts get lost", "combined", "narrow", 400, SEAM, "OS_AccelSettle",
     r"ci_time_take\(ptcb->OSTCBPrio\)", "0u"),
    ("a change of priority leaves the delay behind", "combined", "narrow", 400, SEAM, "OS_AccelDlyMove",
     r"ci_time_move\(.*?\);", "(void)prio_old; (void)prio_new;"),
    ("the same in the timer system", "timer", "narrow", 400, SEAM, "OS_AccelDlyMove",
     r"ci_time_move\(.*?\);", "(void)prio_new;"),
    ("a priority that was left is not held", "timer", "narrow", 1000, SEAM, "OS_AccelDlyMove",
     r"ci_time_hold\(prio_old\);", ""),
    ("a long delay ends with its first part", "combined", "short", 300, SEAM, "OS_AccelExpired",
     r"ptcb->OSTCBDly == 0u", "1"),
    ("the next part of a long delay is a tick too long", "timer", "short", 300, SEAM, "OS_AccelExpired",
     r"ci_time_set\(prio, part\)", "ci_time_set(prio, part + 1u)"),
    ("a delay that is cleared leaves its rest", "combined", "short", 300, SEAM, "OS_AccelDlyClr",
     r"ptcb->OSTCBDly = 0u;", ""),
    ("what is left of a delay is only its first part", "combined", "short", 300, SEAM, "OS_AccelDlyGet",
     r" \+ OS_AccelDlyRest\(ptcb\)", ""),
    ("a task that waits stays ready", "scheduler", "narrow", 50, SEAM, "OS_AccelRdyClr",
     r"ci_ready_clear\(.*?\);", "(void)ptcb;"),
    ("a long delay does not hold", "combined", "short", 300, SEAM, "OS_AccelDlySet",
     r"OS_AccelHold\(ptcb\);", ""),
    ("a query does not learn of a timeout", "combined", "narrow", 1000, "kernel/os_task_info.c", "OSTaskQuery",
     r"OS_AccelSettle\(ptcb\);", ""),
    ("a wait does not learn of its timeout", "combined", "narrow", 300, "kernel/os_event.c", "OS_EventTaskWaitEnd",
     r"OS_AccelSettle\(ptcb\);", ""),
    ("a wait for flags does not learn of its timeout", "combined", "narrow", 400, "kernel/os_flag_pend.c",
     "OS_FlagBlockEnd", r"OS_AccelSettle\(OSTCBCur\);", ""),
    ("a promoted owner leaves its delay behind", "timer", "narrow", 400, "kernel/os_tcb.c", "OS_TCBPrioMove",
     r"OS_AccelDlyMove\(.*?\);", "(void)prio_old;"),
    ("the short tick forgets held tasks", "combined", "fast", 400, PORT, "OS_CPU_TrapEntry",
     r"bnez +t0, OS_CPU_TickRest", "nop"),
    ("the short tick does not switch", "combined", "fast", 400, PORT, "OS_CPU_TrapEntry",
     r"bne +t1, t2, OS_CPU_TickRest", "nop"),
    ("a wait does not learn of the post", "events", "narrow", 1000, SEAM, "OS_AccelSettle",
     r"ci_event_take\(ptcb->OSTCBPrio\)", "0u"),
    ("a post makes a suspended task ready", "events", "narrow", 1000, SEAM, "OS_AccelHold",
     r"ci_event_mark\(.*?\);", ""),
    ("a long timeout is only its last bits", "events-few", "narrow", 1000, SEAM, "OS_AccelEventPend",
     r"timeout <= OS_ACCEL_DLY_MAX", "1", 2),
    ("a query sees the first tasks of a waiting list alone", "events", "narrow", 400, SEAM, "OS_AccelUnitCopy",
     r"id \+ CI_EVENT_INDEX\(y / \(4u / sizeof\(OS_PRIO\)\)\)", "id"),
    ("an event begins as the one before it ended", "events", "narrow", 400, "kernel/os_event_unit.c",
     "OS_EventUnitAlloc", r"OS_AccelUnitInit\(id, value\);", "(void)value;"),
    ("queues share a word of the unit", "events", "narrow", 400, "kernel/os_event_unit.c", "OS_EventUnitRing",
     r"base = to;", "base = to - 1u;"),
    ("a message for the front is the newest", "events", "narrow", 400, "kernel/os_q.c", "OSQPostFront",
     r"OS_ACCEL_Q \+ OS_ACCEL_FRONT", "OS_ACCEL_Q", 2),
    ("a post to one of several events is the whole of it", "events", "narrow", 400, SEAM, "OS_AccelMark",
     r"ci_event_mark\(.*?\);", "(void)ptcb;"),
)]

# Interrupts are on for a moment within a critical section of a task. The core takes none if the instruction that
# enables interrupts is right before the one that disables them.
OPEN = ('OS_CPU_SR_Restore(8u); __asm__ volatile("nop; nop; nop; nop; nop; nop; nop; nop"); '
        "(void)OS_CPU_SR_Save();")

# What handlers at random cycles lose.
EXCHANGE_FAULTS = [Fault(name, system, "exchange", 300, file, function, pattern, replacement, seed)
                   for name, system, file, function, pattern, replacement, seed in (
    ("a post between a look at a count and the wait", "combined", "kernel/os_sem.c", "OS_SemTake",
     r"OS_AccelEventWait", f"{OPEN} OS_AccelEventWait", 3),
    ("a count changes between its read and its write", "scheduler", "kernel/os_sem.c", "OS_SemTake",
     r"pevent->OSEventCnt--;", f"{{ INT16U cnt = pevent->OSEventCnt; {OPEN} pevent->OSEventCnt = cnt - 1u; }}", 3),
    ("an end of a wait before the task's state says that it waits", "events", "kernel/os_event.c", "OS_EventTaskWait",
     r"ptcb->OSTCBStatPend = ", f"{OPEN} ptcb->OSTCBStatPend = ", 1),
)]

# What the systems share: in our kernel, found by comparison with the tree of a test's --kernel.
KERNEL_FAULTS = [Fault(name, "original", "common", 400, f"kernel/{file}", function, pattern, replacement)
                 for name, file, function, pattern, replacement in (
    ("an owner is not promoted", "os_mutex.c", "OS_MutexPromote", r"OS_MutexOwnerMove\(.*?\);", ""),
    ("flags are not consumed", "os_internal.h", "OS_FlagTakeWithin", r"pgrp->OSFlagFlags \^= rdy;", ""),
    ("only one of several events is taken", "os_event_multi.c", "OSEventPendMulti", r"taken\+\+;", "taken++; break;"),
    ("a timer's first time is its period", "os_tmr.c", "OS_TmrFirst", r"OSTmrDly != 0u", "OSTmrPeriod == 0u"),
)]
