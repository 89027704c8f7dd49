# SPDX-License-Identifier: Apache-2.0
"""The needs of an application: from the page's form, or from the configuration and the calls of a project."""
from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from pathlib import Path

from ..base.errors import MetroError
from ..base.near import did_you_mean_path
from ..boards import board
from ..products import application, own_build, rtos as rtos_module

DEVICES = board.devices()
AIMS = {"area": "smallest area", "tick": "lowest tick overhead", "wakeup": "shortest wake-up latency",
        "retention": "most CPU time for the application", "preemptive_scheduling": "fastest preemption (Thread-Metric)"}
RTOSES = {rtos.key: rtos for rtos in rtos_module.every() if rtos.studio}
KERNELS = {key: rtos.name for key, rtos in RTOSES.items()}


@dataclass(frozen=True)
class Number:
    title: str
    minimum: int
    maximum: int
    hint: str


NUMBERS = {
    "tasks": Number("Tasks", 1, 254, "tasks of application and kernel, without the idle task"),
    "priorities": Number("Priorities", 0, 255, "number in the kernel's configuration; 0: one for each task"),
    "max_delay": Number("Longest delay", 1, 2**32 - 1, "longest delay or timeout, in ticks"),
    "tick": Number("Tick rate", 10, 50_000, "ticks per second (Hz)"),
    "events": Number("Events", 0, 1000, "semaphores, mutexes, mailboxes, queues"),
    "words": Number("Messages in queues", 0, 10_000, "capacity of all queues together"),
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
    rtos: str = rtos_module.DEFAULT

    @property
    def size(self) -> int:
        """Return N of the units, at least 8. If tasks cannot share a priority, each task and the idle task need one."""
        if RTOSES[self.rtos].shares_priorities:
            return max(self.priorities, 8)
        return max(self.tasks + 1, self.priorities, 8)

    def query(self) -> dict[str, str]:
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}


def read(given: dict[str, str], start: Needs = Needs()) -> tuple[Needs, dict[str, str]]:
    """Return the needs from the fields of a form, and {invalid field: its allowed values}. An invalid or missing field
    keeps its value in `start`."""
    values, wrong = start.__dict__.copy(), {}
    for name, number in NUMBERS.items():
        if name not in given:
            continue
        text = given[name].strip()
        if re.fullmatch(r"[0-9]{1,10}", text) and number.minimum <= int(text) <= number.maximum:
            values[name] = int(text)
        else:
            wrong[name] = f"a number from {number.minimum:,} to {number.maximum:,}"
    for name, choices in (("device", DEVICES), ("aim", AIMS), ("rtos", KERNELS)):
        if given.get(name) in choices:
            values[name] = given[name]
        elif name in given:
            wrong[name] = f"one of {', '.join(choices)}"
    return Needs(**values), wrong


# ----------------------------------------------------------------------------------------------------- from a project

_COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\])*")', re.DOTALL)
_CALL = r"\b(?:{})\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"     # with arguments: at most two levels of brackets
_CAST = re.compile(r"\(\s*(?:unsigned|signed|long|short|int|[A-Za-z]\w*_t|INT\d+[US]|OS_TICK|TickType_t)[\w\s]*\)")


DEPTH = 4                   # levels of callers through which task creations are counted


@dataclass(frozen=True)
class Calls:
    """Section [studio] of an rtos.toml: the macros and calls that show the needs of an application."""
    own_tasks: list         # macros that each add a task of the kernel
    create_task: str        # patterns of the names of functions and macros
    create_event: str
    create_queue: str
    words: int              # index of the argument with a queue's length
    waits: dict = field(default_factory=dict)              # {pattern of a name: index of the argument with the time}
    # {name of a call, or of the clock in the first argument of a call in `waits`: how many of its units are a second;
    # 0: the unit is a tick}
    units: dict = field(default_factory=lambda: {"pdMS_TO_TICKS": 1000})
    example: str = ""       # folder of an application, relative to sw/; empty: it has none
    started: int = 0        # number of tasks that the kernel always creates, without the idle task
    ticks: str = ""         # expressions of macros: the tick rate, the number of priorities; default: [sizes]
    priorities: str = ""
    defaults: dict = field(default_factory=dict)           # the kernel's defaults: {macro: number}
    most_tasks: str = ""    # macro: the maximum number of tasks
    most_events: str = ""   # macro: the maximum number of events


@dataclass(frozen=True)
class Project:
    folder: Path
    needs: Needs
    found: list             # (title, value, source of the value)
    typed: Path | None      # input for the application's console, if the folder has one

    @property
    def min_priorities(self) -> int:
        """Return the number of priorities that the units must have: 64 if the configuration does not set it."""
        return self.needs.priorities or 64


def project(folder: Path) -> Project:
    """Read the needs from the configuration and the calls of the application in a folder.

    Numbers that are computed at run time are not found. Raises MetroError if the folder is missing, or if its RTOS has
    no section [studio].
    """
    if not folder.is_dir():
        raise MetroError(f"{folder} is not a folder",
                         f"{did_you_mean_path(folder)}Name the folder of an application, with its configuration")
    if rtos := own_build.rtos_of(folder):
        files, (config, settings) = application.find_sources(folder), own_build.configuration_of(folder, rtos)
    else:
        app = application.read(folder)
        rtos, files, settings = app.rtos, app.sources, app.configuration
        config = app.config.name if app.config else rtos.build["config"]
    if not rtos.studio:
        raise MetroError(f"the studio does not know the calls of {rtos.name}",
                         f"describe them in [studio] of its {rtos_module.FILE}")
    calls = Calls(**rtos.studio)
    source = "\n".join(_COMMENT_OR_STRING.sub(lambda match: '""' if match[1] else " ",
                                              file.read_text(errors="replace"))
                       for file in files if file.suffix == ".c")
    text = "\n".join([settings, source, *(f"-D{name}={value}" for name, value in calls.defaults.items())])
    ticks = calls.ticks or rtos.sizes.get("ticks", "")
    values, found = {"rtos": rtos.key}, []

    def take(field: str, value: int | None, where: str) -> None:
        if value is not None and NUMBERS[field].minimum <= value <= NUMBERS[field].maximum:
            values[field] = value
            found.append((NUMBERS[field].title, value, where))

    def take_setting(field: str, expression: str, more: int = 0) -> None:
        value, is_set = number(expression, text), number(expression, settings) is not None
        take(field, value and value + more,
             f"{expression} in {config}" if is_set else f"{expression}, with defaults of {rtos.name}")

    created, most = creations(source, calls.create_task), macro(text, calls.most_tasks)
    kernel_tasks = calls.started + sum(macro(text, name) == 1 for name in calls.own_tasks)
    if created or calls.started:
        take("tasks", min(created, most or created) + kernel_tasks,
             f"{created} calls that create a task (a call in a loop counts once), and {kernel_tasks} tasks of the "
             "kernel")
    elif most:
        take("tasks", most, f"{calls.most_tasks} in {config}")
    take_setting("priorities", calls.priorities or rtos.priorities, not rtos.shares_priorities)
    take_setting("tick", ticks)
    events = len(re.findall(rf"\b(?:{calls.create_event})\b", source))
    if calls.most_events:
        take("events", macro(text, calls.most_events),
             f"{calls.most_events} in {config}; {events} calls create an event")
    elif events:
        take("events", events, "calls that create an event")
    queues = [size for call in arguments(source, calls.create_queue) if len(call) > calls.words
              for size in [number(call[calls.words], text)] if size]
    if queues:
        take("words", sum(queues), f"{len(queues)} calls that create a queue of constant size")
    times = [f"{call[0].strip()}({call[place]})" if call[0].strip() in calls.units else call[place]
             for function, place in calls.waits.items() for call in arguments(source, function) if len(call) > place]
    times += [f"{name}({call[0]})" for name in calls.units for call in arguments(source, name)]
    rate = ticks or str(Needs.tick)
    delays = [delay for time in times if (delay := number(in_ticks(time, calls.units, rate), text))]
    if delays:
        take("max_delay", max(delays), "longest constant in calls with a delay or a timeout")
    typed = folder / "commands.txt"
    return Project(folder, Needs(**values), found, typed if typed.is_file() else None)


def arguments(source: str, function: str) -> list[list[str]]:
    """Return the arguments of each call of the functions that match a pattern."""
    return [re.split(r",(?![^()]*\))", match[1]) for match in re.finditer(_CALL.format(function), source)]


def creations(source: str, create: str) -> int:
    """Return the number of tasks that a source creates. create: pattern of the names of creating functions.

    A creating call inside a function counts once for each call of that function.
    """
    bodies = functions(source)

    def times(name: str, inside: tuple = ()) -> int:
        if not name or len(inside) == DEPTH:
            return 1
        callers = [(caller, len(re.findall(rf"\b{name}\s*\(", body))) for caller, body in bodies.items()
                   if caller not in ("", *inside, name)]
        return sum(times(caller, (*inside, name)) * count for caller, count in callers if count) or 1
    return sum(len(re.findall(rf"\b(?:{create})\s*\(", body)) * times(name) for name, body in bodies.items())


def functions(source: str) -> dict[str, str]:
    """Return the bodies of the functions in a C source, by name; "": the text outside of functions."""
    found, depth, begin, name = {"": ""}, 0, 0, ""
    for match in re.finditer(r"[{}]", source):
        if match[0] == "{":
            if depth == 0:
                head = re.search(r"(\w+)\s*\([^;{}]*\)\s*$", source[begin:match.start()])
                found[""] += source[begin:begin + head.start() if head else match.start()]
                name, begin = head[1] if head else "", match.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                if name:
                    found[name] = found.get(name, "") + source[begin:match.start()]
                begin = match.end()
    found[""] += source[begin:]
    return found


def in_ticks(expression: str, units: dict[str, int], rate: str) -> str:
    """Return an expression in which each call of a name in `units` is a number of ticks. rate: ticks per second."""
    for name, per_second in units.items():
        expression = re.sub(rf"\b{name}\s*\(", f"(({rate}) / {per_second}.0 * " if per_second else "(", expression)
    return expression


def number(expression: str, text: str) -> int | None:
    """Evaluate an expression of numbers and macros of the configuration; return None for any other expression."""
    plain = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", _CAST.sub("", expression))
    plain = re.sub(r"\b[A-Za-z_]\w*\b", lambda match: str(macro(text, match[0])), plain)
    if "**" in plain or not re.fullmatch(r"[\d\s+*/().-]+", plain):
        return None
    try:
        return int(eval(plain))                            # safe: only digits, brackets and four operations
    except (SyntaxError, TypeError, ArithmeticError):
        return None


def macro(text: str, name: str) -> int | None:
    """Return the number that a configuration gives to a macro, or None."""
    found = name and re.search(rf"^[^/\n]*(?:-D|#\s*define\s+){name}[= \t]+(?:{_CAST.pattern}|[(\s])*(\d+)", text,
                               re.MULTILINE)
    return int(found[1]) if found else None
