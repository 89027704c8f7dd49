# SPDX-License-Identifier: Apache-2.0
"""How long a circuit's direct call waits at most, when it comes at any cycle of what software does in several
instructions."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...base import paths
from ...base.errors import MetroError
from ...figures.key import LARGE_CACHES, Key
from ..sweep.points import Simulated
from .systems import System, program

APP = paths.ROOT / "tests" / "hardware_threads" / "every_cycle"
# The circuit posts aside, and waits behind the task that waits.
MACROS = {"SWEEP_CALLS": 1, "SWEEP_NUMBER": 30}
CONFIGS = ("events", "tickless-contexts")
STRIDES = {LARGE_CACHES: 1, "": 5}                 # every cycle where all code stays in the caches
# What the application calls the services of a row.
SERVICES = {
    "one_instruction": (r"\w+Post, nobody waits|\w+Post, a lower task waits|OSQPostFront|\w+Pend, it is there|"
                        r"OS\w+Accept|OSSemSet|OSQFlush"),
    "pend": "OS(Sem|Mbox|Q)Pend, it waits",
    "post.higher": r"\w+Post, a higher task waits",
    "post.suspended": r"\w+Post, a suspended task waits",
    "post.several": r"\w+Post, a task waits for several",
    "post_opt.two": r"\w+PostOpt, to all",
    "pend_abort.one": r"\w+PendAbort, one",
    "pend_abort.two": r"\w+PendAbort, all",
    "query": r"\w+Query",
    "accept_null": "OSQAccept, a null message",
    "create_delete": "OSSemCreate, OSSemDel",
    "multi.there": "OSEventPendMulti, one is there",
    "multi.waits": "OSEventPendMulti, it waits",
    "flag_pend": "OSFlagPend, it waits",
    "flag_post.one": "OSFlagPost, one waits",
    "flag_post.consume": "OSFlagPost, one waits to consume",
    "mutex": "OSMutexPend, OSMutexPost, .*",
    "delay": "OSTimeDly",
    "delay_resume": "OSTimeDlyResume, .*",
    "change_priority": "OSTaskChangePrio, it waits",
    "change_priority.several": "OSTaskChangePrio, it waits for several",
    "suspend_resume": "OSTaskSuspend, OSTaskResume|OSTaskResume",
    "delete": "OSTaskDel, it waits",
    "delete.several": "OSTaskDel, it waits for several",
    "tick_of_task": "OSTimeTick, .*",
    "tick": "the timer's tick, .*",
}


@dataclass(frozen=True)
class Bound(Simulated):
    config: str
    caches: str
    command = "./metro threads bound"
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


def longest(said: str) -> dict[str, int]:
    """Return the most cycles of each entry of SERVICES. The application and SERVICES must name the same services."""
    found = {service: int(cycles) for cycles, service in
             re.findall(r"^at most (\d+) cycles: (.+?)\r?$", said, re.MULTILINE)}
    rows = {name: [service for service in found if re.fullmatch(pattern, service)]
            for name, pattern in SERVICES.items()}
    if unlisted := set(found).difference(*rows.values()):
        raise MetroError(f"no row of the table lists {', '.join(unlisted)}",
                         f"add it to SERVICES in {Path(__file__).name}")
    if missing := [SERVICES[name] for name, services in rows.items() if not services]:
        raise MetroError(f"{APP.name} says nothing of {missing[0]!r}")
    return {name: max(found[service] for service in services) for name, services in rows.items()}
