# SPDX-License-Identifier: Apache-2.0
"""The candidates for a choice, and their figures. No figure is a guess. Values of a figure's field `how`:

measured      at exactly this point
interpolated  between measured neighbours, which the note names
computed      from measured parts, which the note names
other         measured under other conditions, which the note names
unknown       not measured
"""
from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

from .. import configuration
from ..figures import committed, inputs
from ..figures.estimate import Estimate, interpolate, nearest_point
from ..figures.key import LARGE_CACHES, Key, Who, of_run, select, select_along, values
from ..measure import thread_metric
from ..report import choose, own_build
from .needs import DEVICES, RTOSES, Needs

OPT = choose.OPT
MEASURED, INTERPOLATED, COMPUTED, OTHER_CONDITIONS, NONE = "measured", "interpolated", "computed", "other", "unknown"
LUTS, FFS, BRAMS = "luts", "ffs", "brams"


# Headings of the table.
CORE, KERNEL, SCORES = "Core", "Kernel, caches of 4 KiB", "Thread-Metric, caches of 64 KiB"
SERVICES, SIZES = "Services, caches of 64 KiB: mean", "Program that measures the services"


@dataclass(frozen=True)
class Row:
    title: str
    unit: str
    form: str = "{:,.0f}"
    less: bool = True           # less is better
    group: str = KERNEL         # heading above it
    figures: tuple = ()         # of a run, as (what, statistic): the first one that was measured
    axes: tuple = ("tasks",)    # columns of the figure's key that depend on the needs
    caches: str = ""            # column of the figure's key

    @property
    def heading(self) -> str:
        return f"{self.title}, {self.unit}" if self.unit else self.title


ROWS = {
    LUTS: Row("Look-up tables of the core", "", group=CORE),
    FFS: Row("Flip-flops", "", group=CORE),
    BRAMS: Row("Block RAMs", "", group=CORE),
    "clock": Row("Clock", "MHz", "{:.1f}", less=False, group=CORE),
    # Each of these figures is the time that a tick takes from the tasks.
    "tick": Row("Tick that wakes no task", "cycles",
                figures=(("tick.interrupt", "mean"), ("tick.stolen", "mean"), ("tick.interrupt", "max"))),
    "switch": Row("Task switch, mean", "cycles", figures=(("sched.switch", "mean"),)),
    "wakeup": Row("Wake-up latency, longest", "cycles", figures=(("wakeup", "max"),)),
    "irq": Row("Interrupt latency, longest", "cycles", figures=(("irq.latency", "max"),)),
    "irq_off": Row("Longest critical section", "cycles", figures=(("irq.off", "max"),)),
    "retention": Row("CPU time left (Dhrystone)", "%", "{:.2f}", less=False, figures=(("dhrystone", "retention"),),
                     axes=("tasks", "hz")),
    **{workload: Row(workload.replace("_", " ").capitalize(), "rounds/s", less=False, group=SCORES,
                     figures=((f"thread_metric.{workload}", ""),), axes=(), caches=LARGE_CACHES)
       for workload in thread_metric.WORKLOADS},
    **{service: Row(title, "cycles", group=SERVICES, figures=((f"latency.{service}", "mean"),), axes=())
       for service, title in own_build.titles().items()},
    **{kind: Row(title.capitalize(), "bytes", group=SIZES, figures=(("size.program", kind),), axes=())
       for kind, title in own_build.SIZES.items()},
}
SPECIFIC = SERVICES, SIZES      # not every kernel can have these rows

# Configurations whose core was measured at one size: the key of the core's area, the key of its clock or None, and the
# parts that this area lacks, as (sign, key of an area).
BANKS, TIME_BASE = Key("area.core_contexts", contexts=64), Key("area.core_time_base")
FIXED = {
    "events": (replace(BANKS, contexts=0),
               Key("fmax.core", N=64, W=16, engine="lookahead", E=32, queue_words=64), ()),
    "contexts": (BANKS, replace(BANKS, what="fmax.core_contexts"), ()),
    "tickless": (TIME_BASE, replace(TIME_BASE, what="fmax.core_time_base"), ()),
    "tickless-contexts": (BANKS, None, ((1, Key("area.time_base")),)),
}
# The same for the configurations with task lists, which were measured at one size.
TASK_LISTS = Key("area.core_lists", levels=32, waiting=32)
LISTS = {
    "levels": (TASK_LISTS, replace(TASK_LISTS, what="fmax.core_lists"), ()),
    "levels-contexts": (TASK_LISTS, None, ((1, BANKS), (-1, replace(BANKS, contexts=0)))),
}
LEVELS, LISTED = 32, 64         # their numbers of priorities, and of tasks with the idle task
FIXED_SIZE = {"tasks": 64, "width": 16, "events": 32, "words": 64}
TITLES = {
    "original": "software", "scheduler": "ready unit", "timer": "time unit", "combined": "time and ready unit",
    "events": "with event unit", "contexts": "with event unit and register banks",
    "tickless": "with event unit and time base",
    "tickless-contexts": "with event unit, time base and register banks", "levels": "task lists",
    "levels-contexts": "task lists and register banks",
}


@dataclass(frozen=True)
class Figure:
    value: float | None
    how: str
    note: str = ""              # conditions, neighbours or parts
    older: bool = False         # its inputs have changed since the measurement

    def number(self, row: Row) -> str:
        return "–" if self.value is None else row.form.format(self.value)

    def text(self, row: Row) -> str:
        return f"{self.number(row)} {row.unit}".rstrip() if self.value is not None else self.number(row)


UNKNOWN = Figure(None, NONE, "not measured")


@dataclass(frozen=True)
class Candidate:
    system: str
    tasks: int = 0
    width: int = 0
    engine: str = ""
    rearm_percent: float = 0.0  # upper bound of the CPU time, for delays longer than the counters
    figures: dict = field(default_factory=dict)
    notes: tuple = ()

    @property
    def id(self) -> str:
        return "_".join(str(part) for part in (self.system, self.tasks, self.width, self.engine) if part)

    @property
    def title(self) -> str:
        return TITLES[self.system]

    @property
    def size(self) -> str:
        parts = [f"N = {self.tasks}" if self.tasks else "", f"W = {self.width}" if self.width else "", self.engine]
        return ", ".join(part for part in parts if part)

    @property
    def is_sufficient(self) -> bool:
        return self.rearm_percent <= choose.MAX_REARM_PERCENT

    @property
    def accelerates(self) -> bool:
        """Return whether hardware keeps both delays and ready list. Only such candidates are suggested."""
        return self.system in ("combined", *FIXED, *LISTS)

    def options(self, min_priorities: int = 0) -> list[str]:
        """Return the ./metro options that select this candidate. min_priorities: minimum for --tasks."""
        words = ["--config", self.system]
        if self.tasks:
            words += ["--tasks", str(max(self.tasks, min_priorities))]
        if self.width:
            words += ["--width", str(self.width)]
        return words + (["--engine", self.engine] if self.engine == "parallel" else [])


class Figures:
    """The committed figures, or newer ones that were measured here."""

    def __init__(self, known: dict, state=None):
        self.known, self.state = known, inputs.State() if state is None else state
        self.grids: dict[tuple, tuple] = {}
        self.kinds: dict[tuple, dict] = {}      # index by kind, because a query needs one kind of thousands of figures
        for key, found in known.items():
            self.kinds.setdefault((key.what, key.statistic), {})[key] = found

    @staticmethod
    def load() -> Figures:
        return Figures(committed.latest())

    @functools.lru_cache(maxsize=None)
    def version(self, kernel: str) -> str:
        """Return the newest measured version of a kernel that only a tree provides; an empty string for the others."""
        return own_build.newest([key for key in select(self.known, kernel=kernel) if key.version])

    def older(self, keys) -> bool:
        return any(self._is_older(key) for key in keys if key in self.known)

    @functools.lru_cache(maxsize=None)
    def _is_older(self, key: Key) -> bool:
        return bool(inputs.changed_inputs(self.known[key], self.state))

    def get(self, key: Key) -> Figure:
        if key not in self.known:
            return UNKNOWN
        return Figure(self.known[key]["value"], MEASURED, "", self.older([key]))

    def grid(self, like: Key, *axes: str) -> tuple[dict, list]:
        """Return {place on the axes: value} of the figures that differ from `like` only on the axes, and their keys."""
        if (like, axes) not in self.grids:
            among = self.kinds.get((like.what, like.statistic), {})
            self.grids[like, axes] = values(among, like, *axes), list(select_along(among, like, *axes).values())
        return self.grids[like, axes]

    def point(self, like: Key, **axes: int) -> Figure:
        """Return the figure at a point, or interpolate it between measured neighbours."""
        points, keys = self.grid(like, *axes)
        return figure(interpolate(points, **axes), self.older(keys))

    def point_or_nearest(self, like: Key, **axes: int) -> Figure:
        """Return point(), or the nearest measured figure if the point is outside the measured range."""
        found = self.point(like, **axes)
        points, keys = self.grid(like, *axes)
        if found.value is not None or not points:
            return found
        place = nearest_point(points, **axes)
        words = {"tasks": "{:,} task{s}", "hz": "{:,} tick{s} a second"}
        note = "measured with " + ", ".join(words[axis].format(value, s="" if value == 1 else "s")
                                            for axis, value in zip(axes, place))
        return Figure(points[place], OTHER_CONDITIONS, note, self.older(keys))


def figure(estimate: Estimate | None, older: bool = False) -> Figure:
    if estimate is None:
        return UNKNOWN
    how = INTERPOLATED if estimate.between else MEASURED
    words = [f"{axis} {low:,} to {high:,}" for axis, (low, high) in estimate.between.items()]
    return Figure(estimate.value, how, ", ".join(words), older)


def sum_parts(parts: list[tuple[int, Figure]], note: str) -> Figure:
    """Return the sum of the parts, (sign, figure), marked as computed; UNKNOWN if a part is unknown."""
    if any(part.value is None for _, part in parts):
        return UNKNOWN
    between = "; ".join(dict.fromkeys(part.note for _, part in parts if part.note))
    return Figure(sum(sign * part.value for sign, part in parts), COMPUTED, f"{note}{' (' if between else ''}{between}"
                  f"{')' if between else ''}", any(part.older for _, part in parts))


# -------------------------------------------------------------------------------------------------- one configuration

def area(figures: Figures, family: str, what: str, candidate: Candidate) -> Figure:
    """Return an area figure of the whole core. what: LUTS, FFS or BRAMS."""
    core = figures.get(Key("area.core", what, family))
    if candidate.system == "original":
        return core
    if candidate.system in {**FIXED, **LISTS}:
        base, _, parts = {**FIXED, **LISTS}[candidate.system]
        measured = figures.get(replace(base, statistic=what, device=family))
        if what == BRAMS and measured.value is None:
            return sum_parts([(1, core)], "of the core; the units have none")
        added = [(sign, figures.get(replace(key, statistic=what, device=family))) for sign, key in parts]
        if what == BRAMS:                       # a unit that has none has no figure
            added = [part for part in added if part[1].value is not None]
        if not added:
            return measured
        return sum_parts([(1, measured), *added], "from parts of cores, measured separately")
    if what == BRAMS:
        return sum_parts([(1, core)], "of the core; the units have none")

    def time(width):
        return figures.point(Key("area.time", what, family, engine=candidate.engine), N=candidate.tasks, W=width)

    ready = figures.point(Key("area.ready", what, family), N=candidate.tasks)
    if candidate.system == "scheduler":
        return sum_parts([(1, core), (1, ready)], "sum of core and ready unit, measured separately")
    if candidate.system == "timer":
        return sum_parts([(1, core), (1, time(candidate.width))], "sum of core and time unit, measured separately")
    like = Key("area.core", what, family, engine=candidate.engine)
    measured = figures.point(like, N=candidate.tasks, W=candidate.width)
    if measured.value is not None:
        return measured
    widths = {width for _, width in figures.grid(like, "N", "W")[0]}
    for width in sorted(widths, key=lambda one: abs(one - candidate.width)):
        found = sum_parts([(1, figures.point(like, N=candidate.tasks, W=width)), (1, time(candidate.width)),
                           (-1, time(width))], f"core at W = {width} plus the difference in the time unit")
        if found.value is not None:
            return found
    return sum_parts([(1, core), (1, time(candidate.width)), (1, ready)], "sum of core and units, measured separately")


def clock(figures: Figures, family: str, candidate: Candidate) -> Figure:
    """Return the core's clock on ECP5, from nextpnr. For another family, mark it as measured under other conditions."""
    if candidate.system == "original":
        found = figures.get(Key("fmax.core", device="ecp5"))
    elif core := {**FIXED, **LISTS}.get(candidate.system):
        found = figures.get(replace(core[1], device="ecp5")) if core[1] else UNKNOWN
    elif candidate.system == "combined":
        like = Key("fmax.core", device="ecp5", engine=candidate.engine)
        found = figures.point(like, N=candidate.tasks, W=candidate.width)
        widths = {width for _, width in figures.grid(like, "N", "W")[0]}
        if found.value is None and widths:
            width = min(widths, key=lambda one: abs(one - candidate.width))
            found = figures.point(like, N=candidate.tasks, W=width)
            if found.value is not None:
                found = Figure(found.value, OTHER_CONDITIONS, join_texts(f"at W = {width}", found.note), found.older)
    else:
        found = UNKNOWN
    if family == "ecp5" or found.value is None:
        return found
    return Figure(found.value, OTHER_CONDITIONS, join_texts("on ECP5-85", found.note), found.older)


def join_texts(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def cycles(figures: Figures, need: Needs, system: str) -> dict[str, Figure]:
    """Return {key of ROWS: figure} for the rows that are measured at run time."""
    kernel, place = RTOSES[need.rtos].in_figures, {"tasks": need.tasks, "hz": need.tick}

    def first(row: Row) -> Figure:
        found = [figures.point_or_nearest(of_run(what, statistic, Who(kernel, system), None, OPT, caches=row.caches,
                                                 version=figures.version(kernel)),
                                          **{axis: place[axis] for axis in row.axes})
                 for what, statistic in row.figures]
        return next((one for one in found if one.value is not None), UNKNOWN)
    return {name: first(row) for name, row in ROWS.items() if row.figures}


def build(figures: Figures, need: Needs, candidate: Candidate) -> Candidate:
    """Return the candidate with its figures and notes."""
    family = DEVICES[need.device].board.family
    found = {what: area(figures, family, what, candidate) for what in (LUTS, FFS, BRAMS)}
    found["clock"] = clock(figures, family, candidate)
    found.update(cycles(figures, need, candidate.system))
    rearm_percent = 0.0
    if candidate.width and need.max_delay > 2**candidate.width - 1:
        ticks = {key: one for what in ("tick.workers", "tick.none_due")
                 for key, one in figures.kinds.get((what, "mean"), {}).items()}
        rearm_percent = choose.rearm_percent(ticks, SimpleNamespace(tasks=need.tasks, tick=need.tick), candidate.width)
    notes = []
    if candidate.width and need.max_delay > 2**candidate.width - 1:
        cost = f"at most {rearm_percent:.3f} % of the time" if math.isfinite(rearm_percent) else "at an unmeasured cost"
        notes.append(f"Delays longer than {2**candidate.width - 1:,} ticks are re-armed by software, {cost}.")
    if candidate.system in FIXED:
        for what, title in (("events", "events"), ("words", "messages in queues")):
            if getattr(need, what) > FIXED_SIZE[what]:
                notes.append(f"Has {FIXED_SIZE[what]} {title} in hardware; the others stay in software.")
    return replace(candidate, figures=found, rearm_percent=rearm_percent, notes=tuple(notes))


# --------------------------------------------------------------------------------------------------------- the choice

@dataclass(frozen=True)
class Choice:
    software: Candidate
    sufficient: list                 # sufficient candidates of known area
    suggested: Candidate | None
    left_out: list              # sentences that say which configurations are missing, and why

    @functools.cached_property
    def rows(self) -> dict[str, Row]:
        """Return the rows of ROWS with a figure."""
        return {name: row for name, row in ROWS.items()
                if any(one.figures[name].value is not None for one in (self.software, *self.sufficient))}

    @property
    def groups(self) -> dict[str, dict[str, Row]]:
        """Return the rows by group."""
        found: dict[str, dict[str, Row]] = {}
        for name, row in self.rows.items():
            found.setdefault(row.group, {})[name] = row
        return found

    @property
    def unmeasured(self) -> list[str]:
        """Return the titles of the other rows, but only of rows that each kernel can have."""
        return [row.title for name, row in ROWS.items() if name not in self.rows and row.group not in SPECIFIC]

    def find(self, id: str) -> Candidate | None:
        return next((one for one in (self.software, *self.sufficient) if one.id == id), None)


def can_use(need: Needs, system: str) -> bool:
    return RTOSES[need.rtos].can_use(configuration.read(system))


def candidates(figures: Figures, need: Needs) -> tuple[list[Candidate], list[str]]:
    family, found, left_out = DEVICES[need.device].board.family, [], []

    def usable(*systems: str) -> list[str]:
        return [system for system in systems if can_use(need, system)]
    found += [Candidate(system, need.size) for system in usable("scheduler")]
    if lists := usable(*LISTS):
        if need.priorities > LEVELS:
            left_out.append(f"Task lists were measured for {LEVELS} priorities only; you need {need.priorities}.")
        elif need.tasks >= LISTED:
            left_out.append(f"Task lists were measured for {LISTED} tasks only; you need {need.tasks + 1}, with the "
                            "idle task.")
        else:
            found += map(Candidate, lists)
    if "scheduler-contexts" in RTOSES[need.rtos].configs:
        left_out.append("The area of register banks with a ready unit alone was not measured.")
    for engine in ("lookahead", "parallel"):
        widths = {width for _, width in figures.grid(Key("area.time", LUTS, family, engine=engine), "N", "W")[0]}
        found += [Candidate(system, need.size, width, engine) for system in usable("timer", "combined")
                  for width in sorted(widths)]
    if need.size <= FIXED_SIZE["tasks"]:
        found += [Candidate(system, FIXED_SIZE["tasks"], FIXED_SIZE["width"]) for system in usable(*FIXED)]
    elif usable(*FIXED):
        left_out.append(f"Event unit, register banks and time base were measured for {FIXED_SIZE['tasks']} priorities "
                        f"only; you need {need.size}.")
    return found, left_out


def choose_among(figures: Figures, need: Needs) -> Choice:
    software = build(figures, need, Candidate("original"))
    found, left_out = candidates(figures, need)
    built = [build(figures, need, one) for one in found]
    sufficient = [one for one in built if one.figures[LUTS].value is not None and one.is_sufficient]
    if figures.known and can_use(need, "combined") and not any(one.system == "combined" for one in sufficient):
        left_out.append(f"No area was measured near N = {need.size} on this family.")
    too_narrow = sorted({one.width for one in built if not one.is_sufficient})
    if too_narrow:
        left_out.append(f"Counters of {', '.join(map(str, too_narrow))} bits would have to be re-armed too often.")
    holds, aim = DEVICES[need.device].holds, {"area": LUTS}.get(need.aim, need.aim)
    fitting = [one for one in sufficient if one.accelerates and one.figures[aim].value is not None
               and one.figures[LUTS].value <= holds[LUTS]]
    if sufficient and not any(one.figures[aim].value is not None for one in sufficient):
        left_out.append(f"{ROWS[aim].title}: not measured for {RTOSES[need.rtos].name}, so nothing is suggested.")
    sign = 1 if ROWS[aim].less else -1
    suggested = min(fitting, key=lambda one: (sign * one.figures[aim].value, one.figures[LUTS].value), default=None)
    return Choice(software, sufficient, suggested, left_out)
