# SPDX-License-Identifier: Apache-2.0
"""The sections of the report, in order: with their plots, tables, conditions and commands."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from .. import kernels
from ..figures import inputs
from ..figures.key import SOFTWARE, Key, of_run
from ..figures.store import text as short
from . import (commands, grids, plots_area, plots_cycles, plots_services, publications, services, switch,
               tables, units)

CONFIGURATION = "N = 64 priorities, W = 16 bits, look-ahead engine; caches 4 + 4 KiB; 50 MHz by definition"


@dataclass
class Plot:
    """A plot of a section. draw(figures, look) returns a canvas.Sheet, or None if it cannot draw the plot."""
    key: str
    title: str
    draw: Callable
    conditions: str                 # the caption: units, configuration, tasks, optimisation
    made_by: str                    # the command that measures the figures, shown in place of a missing plot


@dataclass
class Section:
    key: str
    title: str
    lead: list[str]                                        # paragraphs
    plots: list[Plot] = field(default_factory=list)
    tables: list[tables.Table] = field(default_factory=list)
    numbers: list[tables.Table] = field(default_factory=list)          # tables in a block that is folded at first
    folded: str = "The numbers"


@dataclass
class Tile:
    """A key figure at the top of the report: its value without and with the units."""
    title: str
    before: str
    after: str
    unit: str
    conditions: str
    keys: list[Key]


def tiles(found: dict) -> list[Tile]:
    wanted = (
        ("OSTimeTick, longest", of_run("tick.workers", "max", "", 48), "combined", "cycles",
         "48 tasks, all due at once, -O2"),
        ("Wake-up latency, due tick to task, longest", of_run("wakeup", "max", "", 48), "combined", "cycles",
         "48 tasks, -O2"),
        ("Interrupts off, longest", of_run("irq.off", "max", "", 48), "combined", "cycles", "48 tasks, -O2"),
        *(tile for kernel in kernels.known() for tile in kernel.tiles()),
        ("CPU time left (Dhrystone)", tables.retention("", 16, 10_000), "combined", "%",
         "16 tasks, tick 10,000 Hz, -O2"),
    )
    made = []
    for title, like, system, unit, conditions in wanted:
        keys = [replace(like, system=name) for name in (SOFTWARE, system)]
        if all(key in found for key in keys):
            before, after = (tables.format_value(found[key]["value"], unit) for key in keys)
            made.append(Tile(title, before, after, unit, conditions, keys))
    added, core = (units.area_key(what, **size).of("luts")
                   for what, size in (("core_added", units.SIZE), ("core", {})))
    if added in found:
        luts = found[added]["value"]
        share = f"{100 * luts / found[core]['value']:+.0f} % of the core; " if core in found else ""
        made.append(Tile("Area", "", f"{luts:+,}", "LUTs", f"{share}7-series, N = 64, W = 16",
                         [key for key in (added, core) if key in found]))
    keys = [units.clock_key(), units.clock_key(**units.SIZE)]
    if all(key in found for key in keys):
        before, after = (f"{found[key]['value']:.1f}" for key in keys)
        made.append(Tile("Clock of the core", before, after, "MHz", "ECP5-85, median of seven seeds", keys))
    return made


def sections(found: dict) -> list[Section]:
    scope = tables.Scope(found)
    of_kernels = [section for kernel in kernels.known() for section in kernel.sections(scope)]
    every = [_tick(found), _budget(found, scope), _latencies(found, scope), _retention(found), _services(found, scope),
             _thread_metric(found, scope), *of_kernels, _area(found), _core(found, scope), _clock(found),
             _paper(scope), _other_projects(found), _given_kernel(scope), _other_tables(scope)]
    return [section for section in every if section.plots or any(t.rows or t.made_by for t in section.tables)]


def _tick(found: dict) -> Section:
    return Section(
        "tick", "Cost of a tick",
        ["In software, every tick visits every task and makes the due tasks ready. The units count the delays of "
         "all tasks at once."],
        [Plot("tick", "Cycles of OSTimeTick against tasks: software, accelerated, and the 2007 paper's",
              plots_cycles.ticks,
              "Cycles, call to return, logarithmic scale; each band from the shortest to the longest: ours from no "
              "task due to all tasks due at once, the paper's from its Table 2. "
              f"Ours: {CONFIGURATION}. The paper: Nios II/s, 50 MHz, 2007; it names no unit (its times read as cycles) "
              "and no -O level here. Another core, another compiler: compare shapes and ratios.",
              "./metro bench tick")],
        numbers=grids.ticks(found))


def _budget(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "budget", "Cycles of one tick by function",
        ["The whole timer interrupt, from trap entry to mret. With both units, the trap entry handles it."],
        [Plot("budget", "Mean cycles of one timer interrupt by function, for each system", plots_cycles.budget,
              f"Mean cycles of one timer interrupt, trap entry to mret; 48 tasks, none due, -O2; {CONFIGURATION}.",
              "./metro bench tick --opt O2")],
        numbers=[tables.budget(scope)])


def _latencies(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "latencies", "Latencies of interrupts and tasks",
        ["The interrupt of a due tick, the time until the woken task runs, and the time with interrupts disabled."],
        [Plot("latencies", "Shortest, mean and longest latencies, software and accelerated", plots_cycles.latencies,
              f"Cycles, logarithmic scale; bars from the shortest to the longest, a mark at the mean; 48 tasks, -O2; "
              f"{CONFIGURATION}.", "./metro bench tick --opt O2")],
        numbers=[tables.latencies(scope, opt) for opt in scope.opts])


def _retention(found: dict) -> Section:
    return Section(
        "retention", "CPU time left for the application",
        ["The CPU time that ticks, switches and other tasks leave for Dhrystone."],
        [Plot("retention", "Dhrystone's share of the CPU time against the tick rate, by system",
              plots_cycles.retention,
              "% of the score of the same build without ticks and other tasks. Dhrystone runs at middle priority "
              "among N tasks that sleep 2 + (7n mod 50) ticks; retention includes the ticks, the switches and the "
              f"code of these tasks. Tick rates on a logarithmic scale. {CONFIGURATION}.", "./metro sweep")],
        numbers=grids.retention(found))


def _services(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "services", "Cost of services",
        ["With the event unit, a post that wakes a lower task takes the same time for any number of waiting tasks."],
        [Plot("services", "Mean cycles of each service in each of its situations, by system", plots_services.services,
              "Cycles, logarithmic scale, from the call to its return, or to the first instruction of another task "
              "that runs because of it: the mean of 10,000 calls, by the firmware's cycle counter. There are no "
              "interrupts; -O2; N = 64, W = 16, look-ahead; 32 events, 64 words of queues; caches of 64 KiB.",
              "./metro bench latency --system original,combined,events")],
        numbers=[table for opt in scope.opts for table in (*services.latencies(scope, opt),
                                                           services.interrupts_off(scope, opt),
                                                           services.cold(scope, opt))])


def _thread_metric(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "thread-metric", "Thread-Metric by system",
        ["Kernel services that wake tasks gain most from the event unit."],
        [Plot("thread-metric", "Scores of Thread-Metric's workloads as multiples of software's, by system",
              plots_services.thread_metric,
              "Rounds in a simulated second as a multiple of software's; ours of the workloads, -O2, ticks of 10 ms; "
              "N = 64, W = 16, look-ahead; 32 events, 64 words of queues; caches of 64 KiB.",
              "./metro bench thread_metric")],
        numbers=services.thread_metric(scope, "O2"))


def _area(found: dict) -> Section:
    return Section(
        "area", "Area of the units: all measured points",
        ["The paper keeps a counter for every task in registers, and so does our parallel engine. The look-ahead "
         "engine keeps deadlines in a RAM and compares them before the tick comes."],
        [Plot("area-tasks", "The time unit's logic cells and registers against tasks, by engine and width, with the "
              "paper's points", plots_area.by_tasks,
              "The time unit on Cyclone IV, in the form for a core with the ready unit, without block RAM; logarithmic "
              "scales; a line for each counter width W. The paper's points (Tables 6 and 7; Cyclone II, Quartus) are "
              "drawn in both columns. By Yosys, which knows neither the carry chains nor the synchronous clear and "
              "load of these cells: Quartus needs fewer. The family has no RAM in its cells, so the look-ahead "
              "engine's RAM is made of registers here; the last plot of this section has families with RAM.",
              "./metro sweep"),
         Plot("area-width", "The time unit's logic cells and registers against counter width, by engine and tasks, "
              "with the paper's points", plots_area.by_width,
              "The same figures against the counter width; a line for each number of tasks.", "./metro sweep"),
         Plot("area-families", "The units on four FPGA families against tasks", plots_area.families,
              "The units alone, W = 16, without block RAM, by Yosys; logarithmic scales. LUTs of different "
              "families are not comparable: ECP5's have 4 inputs, 7-series' up to 6; a Cyclone V ALM has two ALUTs.",
              "./metro sweep")],
        numbers=[*grids.planes(found), grids.ready(found)])


def _core(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "core", "Area added to the core",
        ["The LUTs that time unit, ready unit and their plugin add to the core."],
        [Plot("core", "LUTs of the core with and without the units", plots_area.core,
              "VexRiscv with time unit and ready unit, whole core, 7-series, by Yosys; N tasks, W bits. With E, "
              "the core also has the event unit with E events and 64 words of queues.",
              "./metro sweep")],
        tables=[units.event_unit(scope)], numbers=[grids.cores(found)])


def _clock(found: dict) -> Section:
    return Section(
        "clock", "Clock of the core",
        ["The seeds of one netlist can differ by more than the effect of the units."],
        [Plot("clock", "The core's Fmax on ECP5 over the seeds", plots_area.clock,
              "MHz by nextpnr for ECP5-85, out of context; a dot for each seed of the placer, a line "
              "at the median. The axis does not begin at zero.", "./metro sweep")],
        numbers=[grids.clock(found)])


def _paper(scope: tables.Scope) -> Section:
    return Section(
        "paper", "The 2007 paper's tables and ours",
        ["M. F. Bin Abbas, K. W. Chiet, T. Srikanthan, RTOS Acceleration Using Instruction Set Customization, Nanyang "
         "Technological University, Nios II design contest, 2007: uC/OS-II on a Nios II/s, 50 MHz, Cyclone II.",
         "It does not name the units of its times (they read as CPU cycles) and scores (they read as VAX MIPS at 50 "
         "MHz). Its scores at light load hardly differ between -O0 and -O2, so the optimisation was perhaps "
         "not applied to Dhrystone itself; ours applies to all compiled code. Another core, another "
         "compiler: compare ratios and shapes.", f"Ours: {CONFIGURATION}."],
        tables=publications.paper(scope), numbers=[publications.operations()],
        folded="The paper's operations and ours")


def _other_projects(found: dict) -> Section:
    return Section(
        "others", "Other published work",
        ["Machines, compilers and kernels differ. Compare only the savings and the added area."],
        tables=[publications.calls(found), publications.cores(found), switch.published_table(tables.Scope(found))],
        numbers=publications.without_counterpart(),
        folded="Published tables without a counterpart here")


def _given_kernel(scope: tables.Scope) -> Section:
    """Build the section of a given uC/OS-II tree. It is empty if no such tree was measured."""
    return Section(
        "given", "Compared with a given uC/OS-II tree",
        ["The same benchmarks, port and flags on the tree of ./metro bench --kernel; the column patched is this "
         "tree after ./metro patch."],
        tables=[*(tables.patched_kernel(scope, opt) for opt in scope.opts), *tables.given_kernel(scope)])


def _other_tables(scope: tables.Scope) -> Section:
    return Section("rest", "Sizes", [], tables=[tables.sizes(scope)],
                   numbers=[tables.adapters(scope), units.adapters(scope), tables.template(scope)],
                   folded="Adapters, and the full template configuration")


def appendix(found: dict, state: Mapping) -> list[tuple[str, list[tuple[str, str, str, str, str]]]]:
    """Return (part, rows) by the first part of a name. A row: name, value, unit, command, changed inputs."""
    groups: dict[str, list] = {}
    for key, figure in found.items():
        groups.setdefault(key.part, []).append((str(key), short(figure["value"]), figure["unit"], figure["command"],
                                                inputs.describe_changes(inputs.changed_inputs(figure, state))))
    return sorted(groups.items())


def commands_measuring(found: dict, keys) -> list[str]:
    return commands.measuring(found, keys)
