# SPDX-License-Identifier: Apache-2.0
"""The longest wait of a hardware thread's direct call, at any cycle of a software sequence of several instructions."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...base import paths
from ...base.errors import MetroError
from ...figures.key import LARGE_CACHES, Key
from ..sweep.points import Simulated
from .applications import System, program

APP = paths.ROOT / "tests" / "hardware_threads" / "every_cycle"
# The circuit only posts, to a semaphore that no service uses. The task LOW has a higher priority than the circuit.
MACROS = {"SWEEP_CALLS": 1, "SWEEP_NUMBER": 30}
CONFIGS = ("events", "tickless-contexts")
STRIDES = {LARGE_CACHES: 1, "": 5}                 # every cycle if all code stays in the caches
# Rows of the table: the title, with numbers from the list in docs/critical-sections.md, and a pattern for the names of
# the services in the application.
SERVICES = {
    "one_instruction": ("a post, a pend or an accept of one instruction; `OSSemSet`, `OSQFlush`", (
        r"\w+Post, no task waits|\w+Post, a lower task waits|OSQPostFront|\w+Pend, available|OS\w+Accept|OSSemSet|"
        "OSQFlush")),
    "pend": ("1, 2: `OSSemPend`, `OSMboxPend`, `OSQPend`, the caller waits", "OS(Sem|Mbox|Q)Pend, it waits"),
    "post.higher": ("a post, a higher task runs", r"\w+Post, a higher task waits"),
    "post.suspended": ("3: a suspended task waits", r"\w+Post, a suspended task waits"),
    "post.several": ("3: a task waits for several events", r"\w+Post, a task waits for several"),
    "post_opt.two": ("4: a broadcast wakes two tasks", r"\w+PostOpt, to all"),
    "pend_abort.one": ("5: the wait of one task is aborted", r"\w+PendAbort, one"),
    "pend_abort.two": ("5: the waits of two tasks are aborted", r"\w+PendAbort, all"),
    "query": ("8: `OSSemQuery`, `OSQQuery`", r"\w+Query"),
    "accept_null": ("9: `OSQAccept`, a message of 0", "OSQAccept, a null message"),
    "create_delete": ("6, 10: `OSSemCreate` and `OSSemDel`", "OSSemCreate, OSSemDel"),
    "multi.available": ("11: three events, a message is available", "OSEventPendMulti, one is available"),
    "multi.waits": ("11, 12: the caller waits", "OSEventPendMulti, it waits"),
    "flag_pend": ("13: `OSFlagPend`, the caller waits", "OSFlagPend, it waits"),
    "flag_post.one": ("14: one task waits for flags", "OSFlagPost, one waits"),
    "flag_post.consume": ("14: one task waits for flags, and consumes them", "OSFlagPost, one waits to consume"),
    "mutex": ("15, 16: the owner was posted to, and is promoted before it has run", "OSMutexPend, OSMutexPost, .*"),
    "delay": ("17: `OSTimeDly`", "OSTimeDly"),
    "delay_resume": ("18: `OSTimeDlyResume`", "OSTimeDlyResume, .*"),
    "change_priority": ("19: the task waits", "OSTaskChangePrio, it waits"),
    "change_priority.several": ("19: the task waits for three events", "OSTaskChangePrio, it waits for several"),
    "suspend_resume": ("20, 21: `OSTaskSuspend`, `OSTaskResume`", "OSTaskSuspend, OSTaskResume|OSTaskResume"),
    "delete": ("22: the task waits", "OSTaskDel, it waits"),
    "delete.several": ("22: the task waits for three events", "OSTaskDel, it waits for several"),
    "tick_of_task": ("25, 26: `OSTimeTick` of a task", "OSTimeTick, .*"),
    "tick": ("25, 26: the tick's handler, a task wakes", "the timer's tick, .*"),
}
PATTERNS = {name: pattern for name, (_, pattern) in SERVICES.items()}


@dataclass(frozen=True)
class Bound(Simulated):
    config: str
    caches: str
    cycles = 150_000_000

    @property
    def key(self) -> Key:
        return Key("direct_call", system=self.config, caches=self.caches)

    def runs(self) -> list:
        return [program(APP, System(self.config, 1, 1, self.caches), **MACROS, SWEEP_STRIDE=STRIDES[self.caches])]

    def figures(self, result) -> dict[str, int]:
        return longest(result.output)


def points() -> list[Bound]:
    return [Bound(config, caches) for caches in STRIDES for config in CONFIGS]


def longest(output: str) -> dict[str, int]:
    """Return the longest wait of each row in cycles. The application and SERVICES must name the same services."""
    found = {service: int(cycles) for cycles, service in
             re.findall(r"^at most (\d+) cycles: (.+?)\r?$", output, re.MULTILINE)}
    rows = {name: [service for service in found if re.fullmatch(pattern, service)]
            for name, pattern in PATTERNS.items()}
    if unlisted := set(found).difference(*rows.values()):
        raise MetroError(f"no row of the table lists {', '.join(unlisted)}",
                         f"add it to SERVICES in {Path(__file__).name}")
    if missing := [PATTERNS[name] for name, services in rows.items() if not services]:
        raise MetroError(f"{APP.name} says nothing of {missing[0]!r}")
    return {name: max(found[service] for service in services) for name, services in rows.items()}
