# SPDX-License-Identifier: Apache-2.0
"""How long a circuit's direct call waits at most, when it comes at any cycle of what software does in several
instructions."""
from __future__ import annotations

import re
from pathlib import Path

from ...base import paths
from ...base.errors import MetroError
from ...base.marked import grid
from ...base.progress import Progress
from .systems import System, output

PAGE = paths.ROOT / "docs" / "critical-sections.md"
APP = paths.ROOT / "tests" / "hardware_threads" / "every_cycle"
# The circuit posts aside, and waits behind the task that waits.
MACROS = {"SWEEP_CALLS": 1, "SWEEP_NUMBER": 30}
CONFIGS = ("events", "tickless-contexts")
LARGE = 65536                   # caches in which all of it stays: there at every cycle
STRIDE = 5                      # with the configuration's own caches
# Of the page's list of sequences; and what the application calls these services.
ROWS = (
    ("a post, a pend or an accept of one instruction; `OSSemSet`, `OSQFlush`",
     r"\w+Post, nobody waits|\w+Post, a lower task waits|OSQPostFront|\w+Pend, it is there|OS\w+Accept|OSSemSet|"
     r"OSQFlush"),
    ("1, 2: `OSSemPend`, `OSMboxPend`, `OSQPend`, it waits", r"OS(Sem|Mbox|Q)Pend, it waits"),
    ("a post, a higher task runs", r"\w+Post, a higher task waits"),
    ("3: a suspended task waits", r"\w+Post, a suspended task waits"),
    ("3: a task waits for several events", r"\w+Post, a task waits for several"),
    ("4: to two tasks", r"\w+PostOpt, to all"),
    ("5: of one task", r"\w+PendAbort, one"),
    ("5: of two tasks", r"\w+PendAbort, all"),
    ("8: `OSSemQuery`, `OSQQuery`", r"\w+Query"),
    ("9: `OSQAccept`, a message of 0", r"OSQAccept, a null message"),
    ("6, 10: `OSSemCreate` and `OSSemDel`", r"OSSemCreate, OSSemDel"),
    ("11: three events, a message is there", r"OSEventPendMulti, one is there"),
    ("11, 12: it waits", r"OSEventPendMulti, it waits"),
    ("13: `OSFlagPend`, it waits", r"OSFlagPend, it waits"),
    ("14: one task waits for flags", r"OSFlagPost, one waits"),
    ("14: it consumes them", r"OSFlagPost, one waits to consume"),
    ("15, 16: the owner was posted to, and is promoted before it has run", r"OSMutexPend, OSMutexPost, .*"),
    ("17: `OSTimeDly`", r"OSTimeDly"),
    ("18: `OSTimeDlyResume`", r"OSTimeDlyResume, .*"),
    ("19: it waits", r"OSTaskChangePrio, it waits"),
    ("19: it waits for three events", r"OSTaskChangePrio, it waits for several"),
    ("20, 21: `OSTaskSuspend`, `OSTaskResume`", r"OSTaskSuspend, OSTaskResume|OSTaskResume"),
    ("22: it waits", r"OSTaskDel, it waits"),
    ("22: it waits for three events", r"OSTaskDel, it waits for several"),
    ("25, 26: `OSTimeTick` of a task", r"OSTimeTick, .*"),
    ("25, 26: the tick's handler, a task wakes", r"the timer's tick, .*"))


def waited(config: str, caches: int, stride: int) -> dict[str, int]:
    """Cycles, by service."""
    said = output(APP, System(config, 1, 1, caches), {**MACROS, "SWEEP_STRIDE": stride})
    return services_in(said)


def services_in(said: str) -> dict[str, int]:
    """What the application says of each service: each has its row, and each row a service."""
    found = {service: int(cycles) for cycles, service in
             re.findall(r"^at most (\d+) cycles: (.+?)\r?$", said, re.MULTILINE)}
    if unlisted := [service for service in found if not any(re.fullmatch(pattern, service) for _, pattern in ROWS)]:
        raise MetroError(f"no row of the table lists {', '.join(unlisted)}", f"add it to ROWS in {Path(__file__).name}")
    for _, pattern in ROWS:
        of(found, pattern)
    return found


def table(progress: Progress) -> str:
    columns = {}
    for caches, stride in ((LARGE, 1), (0, STRIDE)):
        for config in CONFIGS:
            title = f"`{config}`" + ("" if caches else ", 4 KiB")
            with progress.step(f"bound: {title}"):
                columns[title] = waited(config, caches, stride)
    rows = [[title, *(f"{max(of(services, pattern)):,}" for services in columns.values())] for title, pattern in ROWS]
    rows.append(["longest of all", *(f"{max(services.values()):,}" for services in columns.values())])
    return grid(["", *columns], rows).rstrip()


def of(services: dict[str, int], pattern: str) -> list[int]:
    found = [cycles for service, cycles in services.items() if re.fullmatch(pattern, service)]
    if not found:
        raise MetroError(f"{APP.name} says nothing of {pattern!r}")
    return found
