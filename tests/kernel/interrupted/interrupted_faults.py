# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in kernel and seam. Each lets an interrupt into a section that must not be interrupted. The quick
run has the first fault."""
import dataclasses
import re
import shutil
from pathlib import Path

# Interrupts are enabled for two instructions.
WINDOW = r'OS_CPU_SR_Restore(OS_CPU_MSTATUS_MIE); __asm__ volatile("nop; nop"); (void)OS_CPU_SR_Save(); '


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    system: str             # that shows it
    group: str              # of rows, in which it shows
    file: str               # in sw/
    after: str              # the pattern is replaced behind this text
    pattern: str            # once
    replacement: str = ""   # none: enable interrupts before the pattern

    def put_into(self, software: Path, copy: Path) -> Path:
        """A copy of sw/ with the fault; returns its folder."""
        shutil.copytree(software, copy)
        file = copy / self.file
        head, found, tail = file.read_text().partition(self.after)
        changed, count = re.subn(self.pattern, self.replacement or (lambda place: WINDOW + place[0]), tail, count=1,
                                 flags=re.DOTALL)
        assert found and count, f"{self.name}: adapt the fault to {self.file}"
        file.write_text(head + found + changed)
        return copy


SEAM, KERNEL = "ucos-ports/accel/os_accel.h", "kernel/"

FAULTS = [Fault(*fault) for fault in (
    ("between the look at flags and the wait for them", "events", "flags", KERNEL + "os_flag_pend.c",
     "OS_FLAGS OS_FlagPendWait(", r"OS_FlagBlock\("),
    ("between reading flags and writing them", "events", "flags", KERNEL + "os_event_short.h",
     "OS_FLAGS OS_FlagPost(", r"pgrp->OSFlagFlags = value;"),
    ("between the look at a mutex and its lock", "events", "mutex", KERNEL + "os_event_short.h",
     "void OS_MutexPend(", r"OS_MUTEX_PRIO\(pevent\) = OSPrioCur;"),
    ("between the look at an event and the wait for it", "original", "events", SEAM,
     "void OS_AccelEventWait(", r"OS_AccelDlySet\("),
    ("between the end of running and a delay", "original", "tasks", KERNEL + "os_time.c",
     "void OS_TimeDlyWithin(", r"OS_AccelDlySet\("),
)]
