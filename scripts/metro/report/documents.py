# SPDX-License-Identifier: Apache-2.0
"""The tables of figures in README and docs, by the names of their markers:

    <!-- figures: NAME -->
    <!-- /figures -->

What stands between them is written here, from docs/figures.json.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from .. import configuration
from ..base import output, paths
from ..base.errors import MetroError
from ..base.marked import grid
from ..figures import committed, inputs
from ..figures.key import select
from ..measure import freertos, freertos_programs
from ..measure.sweep import points
from . import as_markdown, console, freertos as of_freertos, page, switch as switches, tables
from .shapes import published
from .tables import NONE

BETWEEN = re.compile(r"(?<=^<!-- figures: )([\w-]+)( -->\n).*?(?=^<!-- /figures -->$)", re.MULTILINE | re.DOTALL)
MARK = "†"
LEGEND = "of an older state of this repository."
REPORT = Path("docs", "report")
TABLES: dict[str, Callable] = {}


def table(make: Callable) -> Callable:
    """A table's name is its function's, with dashes."""
    TABLES[make.__name__.replace("_", "-")] = make
    return make


class Cells:
    """Looks figures up as a table shows them, and marks those that are older than the rest."""

    def __init__(self, found: dict, state: dict):
        self.found, self.state = found, state
        self.used: dict[str, bool] = {}                    # name: is it older?

    def value(self, name: str) -> float | None:
        if name not in self.found:
            return None
        self.used[name] = inputs.older(self.found[name], self.state) != []
        return self.found[name]["value"]

    def __call__(self, name: str, form: str = "{:,.0f}", none: str = NONE) -> str:
        value = self.value(name)
        return none if value is None else form.format(value) + MARK * self.used[name]

    def cycles(self, name: str) -> str:
        """Of means too, which need not be whole."""
        value = self.value(name)
        return self(name, "{:,.0f}" if value is None or value == round(value, 0) else "{:,.1f}")

    def many(self, *names: str) -> str:
        cells = [self.cycles(name) for name in names]
        return NONE if set(cells) == {NONE} else " / ".join(cells)

    def unit(self, name: str) -> str:
        return self.found[name]["unit"]

    def finished(self, text: str) -> str:
        """With the marks explained; where all figures are older, a sentence says so for all."""
        older = sum(self.used.values())
        if older in (0, len(self.used)):
            return text.replace(MARK, "") + f"\nAll figures of this table are {LEGEND}\n" * bool(older)
        which = MARK if MARK in text else f"{older} of {len(self.used)} figures of this table are"
        return f"{text}\n{which} {LEGEND}\n"


def fill(text: str, found: dict, state: dict) -> str:
    """A page with its tables written anew."""
    def written(match: re.Match) -> str:
        if match[1] not in TABLES:
            raise MetroError(f"no table of figures is called {match[1]}", f"there are {', '.join(sorted(TABLES))}")
        cells = Cells(found, state)
        return f"{match[1]}{match[2]}{cells.finished(TABLES[match[1]](cells))}"
    return BETWEEN.sub(written, text)


def pages() -> list[Path]:
    """Those that have tables of figures."""
    return [path for path in (paths.ROOT / "README.md", *sorted((paths.ROOT / "docs").glob("*.md")))
            if BETWEEN.search(path.read_text())]


def renew() -> None:
    """README's and docs' tables and the report, as docs/figures.json has their figures; what is so is not touched."""
    changed = {path: data for path, data in files().items() if not path.is_file() or path.read_bytes() != data}
    if changed:
        output.write(changed)


def files() -> dict[Path, bytes]:
    found, state = committed.load()
    drawn = page.Report(found, state)
    folder = paths.ROOT / REPORT
    return {**{path: fill(path.read_text(), found, state).encode() for path in pages()},
            **as_markdown(drawn, drawn.pictures(), folder, folder / "pictures")}


def wanted(found: dict) -> set[str]:
    """The figures that the tables show, of these."""
    names: set[str] = set()
    for make in TABLES.values():
        cells = Cells(found, inputs.State())
        make(cells)
        names |= set(cells.used)
    return names


# ----------------------------------------------------------------------------------------------------- the tables

BOTH = ("original", "combined")
HEADLINE = (*BOTH, "tickless")
UNITS, ALL_UNITS = "64.16.lookahead", "64.16.lookahead.32.64"


@table
def headline(cells: Cells) -> str:
    """A column is one configuration: all its cells are of the kernel and of the core of that."""
    cores = [configuration.read(system).hardware for system in HEADLINE]
    rows = [(title * (kernel == "lean"), kernel, *(cells(f"{stem}.{system}.48.O2{row}") for system in HEADLINE))
            for title, stem in (("a tick at which no task is due: cycles that it takes from the tasks, mean",
                                 "tick.stolen.mean"),
                                ("from a due tick to the woken task's own code: cycles, longest", "wakeup.max"),
                                ("interrupts off: cycles, longest", "irq.off.max"))
            for kernel, row in (("lean", ""), ("full", ".template"))]
    rows.append(("what 10,000 ticks a second leave of Dhrystone's score, 16 tasks", "lean",
                 *(cells(f"dhrystone.retention.{system}.16.10000.O2", "{:.1f}") + " %" for system in HEADLINE)))
    rows.append(("the core: LUTs on 7-series", "",
                 *(cells(points.area_of_core("xc7", core, "luts")) for core in cores)))
    rows.append(("its clock on ECP5, MHz", "", *(cells(points.clock_of_core(core), "{:.1f}") for core in cores)))
    return grid(("", "kernel", *(f"`{system}`" for system in HEADLINE)), rows, heads=2)


@table
def bench_tick(cells: Cells) -> str:
    shown = tables.times(tables.Scope(cells.found, opts=("O2",)), "O2")[0]
    for name in shown.names:
        cells.value(name)
    lines = (line.rstrip() for line in console.text(shown).splitlines())
    return "```\n" + "\n".join(lines).strip("\n") + "\n```\n"


@table
def gain(cells: Cells) -> str:
    rows = [(title, *(f"{cells(f'{stem}.max.{system}.48.O2')} cycles" for system in BOTH)) for title, stem in (
        ("`OSTimeTick`, none due, longest", "tick.none_due"),
        ("`OSTimeTick`, workers (all due at once), longest", "tick.workers"),
        ("`OS_Sched`, no switch", "sched.no_switch"),
        ("timer interrupt, trap entry to `mret`, none due", "tick.interrupt"),
        ("due tick to the woken task's own code, longest", "wakeup"),
        ("longest stretch with interrupts off", "irq.off"))]
    rows += [(f"Dhrystone retention at {title}",
              *(cells(f"dhrystone.retention.{system}.{load}.O2", "{:.1f}") + " %" for system in BOTH))
             for title, load in (("1,000 Hz", "48.1000"), ("10,000 Hz, 16 tasks", "16.10000"))]
    return grid(("", *BOTH), rows)


@table
def cost(cells: Cells) -> str:
    def row(title, stem, clock=""):
        return title, cells(f"area.xc7.{stem}.luts"), cells(f"area.xc7.{stem}.ffs"), clock

    def clock(units):
        ratio = cells(f"fmax.ecp5.ratio.{units}", "{:.2f}")
        return f"{cells(f'fmax.ecp5.core.{units}', '{:.1f}')} MHz, {ratio} of that without"
    return grid(("", "7-series LUTs", "flip-flops", "clock on ECP5-85, median of seven seeds"), [
        row("time unit", f"time.{UNITS}"), row("ready unit", "ready.64"), row("event unit", "event.32.64.64"),
        row("core without units", "core", cells("fmax.ecp5.core", "{:.1f}") + " MHz"),
        row("core with time unit and ready unit", f"core.{UNITS}", clock(UNITS)),
        row("core with all three", f"core.{ALL_UNITS}", clock(ALL_UNITS))])


@table
def event_unit_area(cells: Cells) -> str:
    def row(title, stem, clock=""):
        return title, cells.many(f"area.xc7.{stem}.luts", f"area.xc7.{stem}.ffs"), clock and cells(clock, "{:.1f}")
    return grid(("", "7-series LUTs / flip-flops", "clock on ECP5-85, MHz"), [
        row("the unit alone", "event.32.64.64"), row("the core without units", "core", "fmax.ecp5.core"),
        row("the core with all three", f"core.{ALL_UNITS}", f"fmax.ecp5.core.{ALL_UNITS}")])


EVENTS = ("original", "events")


@table
def event_unit_latency(cells: Cells) -> str:
    def row(title, *situations):
        return title, *(_service(cells, situation, EVENTS) for situation in situations)
    return grid(("", "semaphore", "mailbox", "queue"), [
        row(title, *(f"{kind}.{end}" if end else "" for kind, end in zip(("sem", "mbox", "q"), ends)))
        for title, ends in (
            ("accept", ["accept"] * 3), ("pend, it is there", ["pend.free", "pend.full", "pend.full"]),
            ("pend, another task runs", ["pend.switch"] * 3), ("post, nobody waits", ["post.nobody"] * 3),
            ("post, lower, 1 waits", ["post.lower.1"] * 3), ("post, lower, 48 wait", ["post.lower.48"] * 3),
            ("post, a higher task runs", ["post.switch"] * 3), ("broadcast to 48", ["", "post_all.48", "post_all.48"]),
            ("abort, lower, 1 waits", ["pend_abort.lower.1"] * 3), ("query", ["query"] * 3),
            ("set, flush", ["set", "", "flush"]))])


def _service(cells: Cells, situation: str, systems: Iterable[str]) -> str:
    return cells.many(*(f"latency.{situation}.mean.{system}.O2" for system in systems))


@table
def event_unit_latency_mutex_flags(cells: Cells) -> str:
    mutex = (("pend, free", "pend.free"), ("pend, the owner is promoted and runs", "pend.inherit"),
             ("post, nobody waits", "post.nobody"), ("post, lower, 1 waits", "post.lower.1"),
             ("post, lower, 48 wait", "post.lower.48"), ("post, the promotion ends", "post.inherit"),
             ("accept", "accept"), ("query", "query"), ("", ""))
    flags = (("pend, they are there", "pend.there"), ("pend and consume, they are there", "pend.consume"),
             ("pend, another task runs", "pend.switch"), ("post, nobody waits", "post.nobody"),
             ("post, 1 waits for other flags", "post.others.1"), ("post, 48 wait for other flags", "post.others.48"),
             ("post, 1 lower is woken", "post.lower.1"), ("post, 48 lower are woken", "post.lower.48"),
             ("post, a higher task runs", "post.switch"))
    return grid(("", "mutex", "", "flags"), [
        (left, _service(cells, f"mutex.{one}", EVENTS) if one else "", right, _service(cells, f"flag.{other}", EVENTS))
        for (left, one), (right, other) in zip(mutex, flags)])


@table
def event_unit_latency_patched(cells: Cells) -> str:
    def row(title, *ends):
        return title, *(_service(cells, f"{kind}.{end}", [f"patched-{system}" for system in (*BOTH, "events")])
                        if end else NONE for kind, end in zip(("sem", "mbox", "q", "mutex"), ends))
    return grid(("patched V2.93.01", "semaphore", "mailbox", "queue", "mutex"), [
        row("pend, it is there", "pend.free", "pend.full", "pend.full", "pend.free"),
        row("pend, another task runs", *["pend.switch"] * 3, "pend.inherit"),
        row("post, nobody waits", *["post.nobody"] * 4), row("post, lower, 1 waits", *["post.lower.1"] * 4),
        row("post, lower, 48 wait", *["post.lower.48"] * 4),
        row("post, a higher task runs", *["post.switch"] * 3, "post.inherit"),
        row("broadcast to 48", "", "post_all.48", "post_all.48", ""),
        row("abort, lower, 1 waits", *["pend_abort.lower.1"] * 3, ""), row("query", *["query"] * 4)])


SAME_CALLS = {                 # of the RTU's table, which situation of ours is the like
    "OSSemPend": "sem.pend.free", "OSSemPend (not available; task switch)": "sem.pend.switch",
    "OSSemPost": "sem.post.nobody", "OSSemPost (lower-priority task waiting)": "sem.post.lower.1",
    "OSSemPost (higher-priority task waiting)": "sem.post.switch", "OSFlagPend (no task switch)": "flag.pend.there",
    "OSFlagPend (task switch)": "flag.pend.switch", "OSFlagPost": "flag.post.nobody",
    "OSFlagPost (one lower-priority task waiting)": "flag.post.lower.1",
    "OSFlagPost (one higher-priority task waiting)": "flag.post.switch",
}


@table
def rtu(cells: Cells) -> str:
    theirs, rows = {row["call"]: row for row in published("rtu-syscalls.csv")}, []
    for call, situation in SAME_CALLS.items():
        software, hardware = (cells.value(f"latency.{situation}.mean.{system}.O2") for system in EVENTS)
        rows.append((call, f"{theirs[call]['software']} / {theirs[call]['hardware']}", theirs[call]["fraction"],
                     _service(cells, situation, EVENTS),
                     f"{hardware / software:.2f}" if software and hardware else NONE))
    return grid(("", "RTU: software / hardware", "", "ours: software / event unit", ""), rows)


@table
def switch(cells: Cells) -> str:
    goals = tables.goals(cells.found)

    def cell(name):
        value = cells.value(name)
        return NONE if value is None else cells(name, tables.shown(value, cells.unit(name)))
    return grid(("", *(f"`{system}`" for system in switches.SYSTEMS), "reach", "dream"), [
        (title, *(cell(switches.name_for(name, who)) for who in switches.SYSTEMS),
         *(NONE if goal is None else f"{goal:g}" for goal in goals[name])) for title, name in switches.ROWS.items()])


@table
def register_banks(cells: Cells) -> str:
    from ..measure.sweep import points

    def size(family, count):
        return cells.many(*(f"area.{family}.core_contexts.{count}.{what}" for what in ("luts", "ffs", "brams")))
    families = points.BLOCK_RAM
    return grid(("banks", *(tables.area_module.FAMILIES[family].title for family in families), "clock, MHz"), [
        (f"{count}", *(size(family, count) for family in families),
         cells(f"fmax.ecp5.core_contexts.{count}", "{:.1f}")) for count in sorted(points.CONTEXTS)])


@table
def time_base(cells: Cells) -> str:
    families = tables.area_module.FAMILIES

    def size(family, part):
        counted = families[family].counted if part.startswith("core") else families[family].counted[:2]
        return cells.many(*(f"area.{family}.{part}.{what}" for what in counted))
    return grid(("", *(family.title for family in families.values()), "clock, MHz"), [
        (title, *(size(family, part) for family in families), cells(clock, "{:.1f}") if clock else NONE)
        for title, part, clock in (("all three units", "units", ""),
                                   ("with a time base", "units_time_base", ""),
                                   ("more", "time_base", ""),
                                   ("the core of `tickless`", "core_time_base", "fmax.ecp5.core_time_base"))])


@table
def task_lists(cells: Cells) -> str:
    families, title = tables.area_module.FAMILIES, tables.lists_title

    def row(name, part, clock, brams=()):
        sizes = [cells.many(*(f"area.{family}.{part}.{what}" for what in (*families[family].counted[:2], *brams)))
                 if not brams or family in points.BLOCK_RAM else NONE for family in families]
        return name, *sizes, cells(clock, "{:.1f}") if clock else NONE
    return grid(("", *(family.title for family in families.values()), "clock, MHz"), [
        *(row(title(*lists), "lists.{}.{}".format(*lists), "") for lists in points.LEVELS),
        row("the core without units", "core", "fmax.ecp5.core", ("brams",)),
        *(row(f"with {title(*lists)}", "core_lists.{}.{}".format(*lists),
              "fmax.ecp5.core_lists.{}.{}".format(*lists) if lists in points.CLOCKED else "", ("brams",))
          for lists in points.LEVELS)])


@table
def tickless(cells: Cells) -> str:
    systems = "original", "combined", "contexts", "tickless", "tickless-contexts"
    return grid(("", *(f"`{system}`" for system in systems)), [
        (title, *(cells(name.format(system), form) for system in systems)) for title, name, form in (
            ("taken from other tasks by a tick, none due, 48 tasks: mean", "tick.stolen.mean.{}.48.O2", "{:,.0f}"),
            ("interrupts a second at 5,000 ticks, 48 tasks asleep", "tick.interrupts.per_second.{}.48.O2", "{:,.0f}"),
            ("due tick to the woken task's own code, 48 tasks: mean", "wakeup.mean.{}.48.O2", "{:,.0f}"),
            ("the same, longest", "wakeup.max.{}.48.O2", "{:,.0f}"),
            ("longest stretch with interrupts off, 48 tasks", "irq.off.max.{}.48.O2", "{:,.0f}"),
            ("Dhrystone keeps at 1 kHz, 48 tasks, %", "dhrystone.retention.{}.48.1000.O2", "{:.1f}"),
            ("Dhrystone keeps at 10 kHz, 16 tasks, %", "dhrystone.retention.{}.16.10000.O2", "{:.1f}"),
            ("Dhrystone keeps at 50 kHz, 4 tasks asleep, %", "dhrystone.asleep.retention.{}.4.50000.O2", "{:.1f}"),
            ("of the time the core sleeps, %", "periodic.asleep.{}.48.O2", "{:.1f}"),
            ("jitter, when all others sleep", "periodic.idle.jitter.{}.48.O2", "{:,.0f}"),
            ("jitter beside Dhrystone, caches of 64 KiB", "periodic.dhrystone.jitter.{}.48.O2.large_caches", "{:,.0f}"),
            ("the same, caches of 4 KiB", "periodic.dhrystone.jitter.{}.48.O2", "{:,.0f}"))])


@table
def tickless_template(cells: Cells) -> str:
    systems = "original", "combined", "tickless", "tickless-contexts"

    def row(title, stem, *measures, uses="template"):
        def of(system):                                    # elsewhere the template has a tick hook, that does nothing
            hears = uses == "template.tick_hook" and not system.startswith("tickless")
            return cells.many(*(f"{stem}.{measure}.{system}.48.O2.{'template' if hears else uses}"
                                for measure in measures))
        return title, *map(of, systems)
    return grid(("", *(f"`{system}`" for system in systems)), [
        row("taken by a tick, none due: mean / longest", "tick.stolen", "mean", "max"),
        row("the same with a tick hook that does nothing", "tick.stolen", "mean", "max", uses="template.tick_hook"),
        row("the same with one timer", "tick.stolen", "mean", "max", uses="template.timer"),
        row("interrupts off, longest", "irq.off", "max"),
        row("the same with that hook", "irq.off", "max", uses="template.tick_hook"),
        row("the same with one timer", "irq.off", "max", uses="template.timer"),
        row("due tick to the woken task's own code: mean", "wakeup", "mean")])


@table
def published_switches(cells: Cells) -> str:
    shown = switches.as_published(cells)
    return grid(shown.columns, [(*head, *row) for head, row in shown.rows], heads=len(shown.columns))


@table
def published_tick(cells: Cells) -> str:
    def span(low, high):
        both = [cells(low), cells(high)]
        return both[0] if both[0] == both[1] else " - ".join(both)
    return grid(("tasks", "paper, software", "paper, hardware", "ours, software", "ours, `combined`"), [
        (row["tasks"],
         *(f"{int(row[f'{kind}_st']):,} - {int(row[f'{kind}_lt']):,}" for kind in ("software", "hardware")),
         *(span(f"tick.none_due.max.{system}.{row['tasks']}.O2", f"tick.workers.max.{system}.{row['tasks']}.O2")
           for system in BOTH)) for row in published("nios-ci-tick.csv")], heads=0)


@table
def thread_metric(cells: Cells) -> str:
    return _thread_metric(cells, False)


@table
def thread_metric_freertos(cells: Cells) -> str:
    return _thread_metric(cells, True)


def _thread_metric(cells: Cells, under_freertos: bool) -> str:
    shown = tables.thread_metric(tables.Scope(cells.found), "O2", under_freertos)[1]

    def cell(workload, system):
        label = f"{system}.O2.large_caches"
        score, times = (f"thread_metric.{workload}.{middle}{label}" for middle in ("", "speedup."))
        return cells(score) + (f" ({cells.value(times):.2f})" if times in cells.found else "")
    *systems, _ = shown.columns[1:]
    prefix = freertos.PREFIX * under_freertos
    return grid(("", *systems, "ChamelIoT"), [
        (*head, *(cell(head[0].replace(" ", "_"), f"{prefix}{system}") for system in systems), row[-1])
        for head, row in shown.rows])


@table
def rtosunit(cells: Cells) -> str:
    return grid(("", *freertos.INSTEAD["system"]), [
        (name.replace("_", " "), *(cells.many(*(
            f"{freertos_programs.SWITCH}.{name}.{statistic}.{freertos.PREFIX}{system}.O2.large_caches"
            for statistic in freertos_programs.STATISTICS)) for system in freertos.INSTEAD["system"]))
        for name in freertos_programs.SITUATIONS])


@table
def freertos_ticks(cells: Cells) -> str:
    return _freertos_by_tasks(cells, of_freertos.TICKS)


@table
def freertos_switches(cells: Cells) -> str:
    return _freertos_by_tasks(cells, of_freertos.SWITCHES)


def _freertos_by_tasks(cells: Cells, stems: dict[str, str]) -> str:
    systems = freertos.INSTEAD["system"]
    return grid(("tasks", "priority", "", *systems), [
        (*head, *(cells.many(*(f"{stem}.{measure}.{freertos.PREFIX}{system}.{head[0]}.O2{row}"
                               for measure in ("min", "mean", "max"))) for system in systems))
        for head, stem, row in of_freertos.by_tasks(stems)], heads=3)


@table
def freertos_services(cells: Cells) -> str:
    systems = freertos.INSTEAD["system"]
    return grid(("", "", *systems), [
        (*head, *(cells.many(*of_freertos.service_figures(name, system)) for system in systems))
        for name, head in of_freertos.SERVICES.items()], heads=2)


@table
def freertos_interrupts(cells: Cells) -> str:
    systems = freertos.INSTEAD["system"]
    beside = {f"uC/OS-II, `{system}`": system for system in HEADLINE}
    return grid(("", *systems, *beside), [
        (title, *(cells.many(*(f"{stem}.{statistic}.{who}.{freertos_programs.BESIDE}.O2" for statistic in statistics))
                  for who in (*(f"{freertos.PREFIX}{system}" for system in systems), *beside.values())))
        for title, (stem, statistics) in of_freertos.INTERRUPTS.items()])


@table
def adapters(cells: Cells) -> str:
    columns = {"software": "original.48.O2", "the same, stock core": "original.48.O2.cfu",
               "Wishbone": "combined.48.O2.wishbone", "CFU, stock core": "combined.48.O2.cfu",
               "plugin": "combined.48.O2"}
    return grid(("", *columns), [(title, *(cells(f"{stem}.max.{label}") for label in columns.values()))
                                 for title, stem in (
        ("`OSTimeTick`, none due", "tick.none_due"), ("`OS_Sched`, no switch", "sched.no_switch"),
        ("timer interrupt, trap entry to `mret`, none due", "tick.interrupt"),
        ("due tick to the woken task's own code", "wakeup"))])


@table
def adapter_area(cells: Cells) -> str:
    families = tables.area_module.FAMILIES
    return grid(("", *(family.title for family in families.values())), [
        (title, *(cells.many(*(f"area.{name}.{what}.{UNITS}.{count}" for count in (family.counted[0], "ffs")))
                  for name, family in families.items()))
        for title, what in (("both units, no adapter", "both"), ("CFU", "cfu"), ("Wishbone", "wishbone"),
                            ("Nios II", "nios2"), ("Nios V", "niosv"))])


@table
def boards(cells: Cells) -> str:
    def row(board):
        stem = f"board.{board}"

        def counted(what, form="{:,.0f}"):
            name = f"{stem}.{what}"
            return f"{cells(name, form)} {cells.unit(name)}" if name in cells.found else "needs the vendor's tool"
        area = ", ".join(map(counted, ("luts", "ffs", "rams")))
        placed = counted("mhz", "{:.1f}"), counted("bytes")
        return f"`{board.replace('-', ' ')}`", "yes", "yes", f"{cells(f'{stem}.dmips', '{:.2f}')} DMIPS", area, *placed
    names = sorted({key.device for key in select(cells.found, what="board")})
    return grid(("board", "generated", "linted", "simulated", "synthesised (Yosys)", "placed", "bitstream"),
                [row(board) for board in names], heads=7)
