# SPDX-License-Identifier: Apache-2.0
"""What an application needs: from the page's form, or from a project's os_cfg.h and its calls."""
from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path

from ..base.errors import MetroError
from ..build import application
from .devices import DEVICES

AIMS = {"area": "the least area", "tick": "the cheapest tick", "wakeup": "the shortest way to a woken task",
        "retention": "the most time left for the application"}


@dataclass(frozen=True)
class Number:
    title: str
    least: int
    most: int
    says: str


NUMBERS = {
    "tasks": Number("Tasks", 1, 254, "yours and the kernel's, but for the idle task"),
    "priorities": Number("Priorities", 0, 255, "OS_LOWEST_PRIO + 1; 0: one each task"),
    "max_delay": Number("Longest delay", 1, 2**32 - 1, "or timeout, in ticks"),
    "tick": Number("Ticks a second", 10, 50_000, "OS_TICKS_PER_SEC"),
    "events": Number("Events", 0, 1000, "semaphores, mutexes, mailboxes, queues"),
    "words": Number("Messages in queues", 0, 10_000, "of all queues together"),
}


@dataclass(frozen=True)
class Needs:
    tasks: int = 20
    priorities: int = 0
    max_delay: int = 4000
    tick: int = 1000
    events: int = 10
    words: int = 32
    device: str = "xc7a35t"
    aim: str = "area"

    @property
    def size(self) -> int:
        """N, of the units: a priority for each task and for the idle task; no unit is smaller than 8."""
        return max(self.tasks + 1, self.priorities, 8)

    def query(self) -> dict[str, str]:
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}


def read(given: dict[str, str], start: Needs = Needs()) -> tuple[Needs, dict[str, str]]:
    """(needs, {field: what is wrong with what was given}); what is wrong, or not given, stays as at the start."""
    values, wrong = start.__dict__.copy(), {}
    for name, number in NUMBERS.items():
        if name not in given:
            continue
        text = given[name].strip()
        if re.fullmatch(r"[0-9]{1,10}", text) and number.least <= int(text) <= number.most:
            values[name] = int(text)
        else:
            wrong[name] = f"a number from {number.least:,} to {number.most:,}"
    for name, choices in (("device", DEVICES), ("aim", AIMS)):
        if given.get(name) in choices:
            values[name] = given[name]
        elif name in given:
            wrong[name] = f"one of {', '.join(choices)}"
    return Needs(**values), wrong


# ----------------------------------------------------------------------------------------------------- from a project

_SAID = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\])*")', re.DOTALL)
_CREATED = re.compile(r"\bOS(?:Sem|Mutex|Mbox|Q)Create\s*\(")
_QUEUE = re.compile(r"\bOSQCreate\s*\([^,;]*,\s*(\d+)[uUlL]*\s*\)")
_TASK = re.compile(r"\bOSTaskCreate(?:Ext)?\s*\(")
_DELAY = re.compile(r"\bOS(?:TimeDly|SemPend|MutexPend|MboxPend|QPend|FlagPend)\s*\(([^;]*?)\)\s*;")


@dataclass(frozen=True)
class Project:
    folder: Path
    needs: Needs
    found: list             # (what, value, where that is from)


def project(folder: Path) -> Project:
    """What its os_cfg.h says, and what its calls show. A number that is computed at run time shows in neither."""
    if not folder.is_dir():
        raise MetroError(f"{folder} is no folder", "name the folder of an application, with its os_cfg.h")
    its = application.read(folder)
    if its.rtos.key != "ucos":
        raise MetroError(f"{folder} is for {its.rtos.name}: the figures to choose on are of uC/OS-II",
                         "./metro bench freertos measures FreeRTOS")
    source = "\n".join(_SAID.sub(lambda match: '""' if match[1] else " ", file.read_text(errors="replace"))
                       for file in its.sources if file.suffix == ".c")
    values, found = {}, []

    def take(field: str, value: int | None, where: str) -> None:
        if value is not None and NUMBERS[field].least <= value <= NUMBERS[field].most:
            values[field] = value
            found.append((NUMBERS[field].title, value, where))

    text, config = its.configuration, its.config.name if its.config else "os_cfg.h"
    lowest, most, ticks = (macro(text, name) for name in ("OS_LOWEST_PRIO", "OS_MAX_TASKS", "OS_TICKS_PER_SEC"))
    calls = len(_TASK.findall(source))
    if most:
        take("tasks", most, f"OS_MAX_TASKS in {config}")
    elif calls:
        take("tasks", calls, "calls of OSTaskCreate() and OSTaskCreateExt()")
    take("priorities", None if lowest is None else lowest + 1, f"OS_LOWEST_PRIO in {config}")
    take("tick", ticks, f"OS_TICKS_PER_SEC in {config}")
    events = len(_CREATED.findall(source))
    take("events", macro(text, "OS_MAX_EVENTS"), f"OS_MAX_EVENTS in {config}; {events} calls create one")
    queues = [int(size) for size in _QUEUE.findall(source)]
    if queues:
        take("words", sum(queues), f"{len(queues)} calls of OSQCreate() that name a number")
    delays = [int(number) for call in _DELAY.findall(source) for number in re.findall(r"\b(\d+)[uUlL]*\b", call)]
    if any(delays):
        take("max_delay", max(delays), "the largest number in calls with a delay or a timeout; "
             "a name's value is not seen")
    return Project(folder, Needs(**values), found)


def macro(text: str, name: str) -> int | None:
    found = re.search(rf"^[^/\n]*(?:-D|#\s*define\s+){name}[= \t]+\(?(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else None
