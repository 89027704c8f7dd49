# SPDX-License-Identifier: Apache-2.0
"""What the report says, in its order: sections with their plots, tables, conditions and the commands behind them."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..figures import inputs
from ..figures.key import Key, values
from ..figures.store import text as short
from . import commands, grids, hardware_threads, plots_area, plots_cycles, plots_services, published, switch, tables

CONFIGURATION = "N = 64 priorities, W = 16 bits, look-ahead engine; caches 4 + 4 KiB; 50 MHz by definition"


@dataclass
class Plot:
    """draw(figures, look) gives a canvas.Sheet, or None where nothing of it was measured."""
    key: str
    title: str
    draw: Callable
    conditions: str                 # what stands under it: units, configuration, tasks, optimisation
    made_by: str                    # the command that makes its figures, for when they are missing


@dataclass
class Section:
    key: str
    title: str
    lead: list[str]                                        # sentences
    plots: list[Plot] = field(default_factory=list)
    tables: list[tables.Table] = field(default_factory=list)
    numbers: list[tables.Table] = field(default_factory=list)          # behind the plots, folded away
    folded: str = "The numbers"


@dataclass
class Tile:
    """One figure before and after, for those who read nothing else."""
    title: str
    before: str
    after: str
    unit: str
    conditions: str
    names: list[str]


def sentence(found: dict, text: str, **names: str) -> str:
    """The text with figures in it, or nothing when one was not measured. A / in names divides two figures."""
    values = {}
    for key, name in names.items():
        parts = [found.get(part.strip()) for part in name.split(" / ")]
        if not all(parts):
            return ""
        values[key] = parts[0]["value"] if len(parts) == 1 else round(parts[0]["value"] / parts[1]["value"])
    return text.format(**values)


def tiles(found: dict) -> list[Tile]:
    wanted = (
        ("OSTimeTick, longest", "tick.workers.max.{}.48.O2", "cycles", "48 tasks, all due at once, -O2"),
        ("Due tick to the task's own code, longest", "wakeup.max.{}.48.O2", "cycles", "48 tasks, -O2"),
        ("Interrupts off, longest", "irq.off.max.{}.48.O2", "cycles", "48 tasks, -O2"),
        ("Dhrystone keeps", "dhrystone.retention.{}.16.10000.O2", "%", "16 tasks, tick 10,000 Hz, -O2"),
    )
    made = []
    for title, name, unit, conditions in wanted:
        names = [name.format(system) for system in ("original", "combined")]
        if all(name in found for name in names):
            before, after = (tables.shown(found[name]["value"], unit) for name in names)
            made.append(Tile(title, before, after, unit, conditions, names))
    names = ["area.xc7.core_added.64.16.lookahead.luts", "area.xc7.core.luts"]
    if names[0] in found:
        luts = found[names[0]]["value"]
        share = f"{100 * luts / found[names[1]]['value']:+.0f} % of the core; " if names[1] in found else ""
        made.append(Tile("What it costs", "", f"{luts:+,}", "LUTs", f"{share}7-series, N = 64, W = 16",
                         [name for name in names if name in found]))
    names = ["fmax.ecp5.core", "fmax.ecp5.core.64.16.lookahead"]
    if all(name in found for name in names):
        before, after = (f"{found[name]['value']:.1f}" for name in names)
        made.append(Tile("The core's clock", before, after, "MHz", "ECP5-85, median of seven seeds", names))
    return made


def sections(found: dict) -> list[Section]:
    scope = tables.Scope(found)
    every = [_tick(found), _budget(found, scope), _felt(found, scope), _retention(found), _services(found, scope),
             _thread_metric(found, scope), _hardware_threads(), _area(found), _core(found, scope), _clock(found),
             _paper(scope), _others(found), _given(scope), _rest(scope)]
    return [section for section in every if section.plots or any(t.rows or t.made_by for t in section.tables)]


def _tick(found: dict) -> Section:
    return Section(
        "tick", "What a tick costs",
        [sentence(found, "In software every tick visits every task, and makes those ready that are due. With the units "
                  "the longest tick at 48 tasks went from {a:,} cycles to {b:,}, 1 in {c}.",
                  a="tick.workers.max.original.48.O2", b="tick.workers.max.combined.48.O2",
                  c="tick.workers.max.original.48.O2 / tick.workers.max.combined.48.O2"),
         _flatness(found)],
        [Plot("tick", "Cycles of OSTimeTick against tasks: software, accelerated, and the 2007 paper's",
              plots_cycles.ticks,
              "Cycles, call to return, logarithmic scale; each band from the shortest to the longest: ours from no "
              "task due to all of them due at once, the paper's as its Table 2 has them. "
              f"Ours: {CONFIGURATION}. The paper: Nios II/s, 50 MHz, 2007; it names no unit (its times read as cycles) "
              "and no -O level here. Another core, another compiler: compare shapes and ratios.",
              "./metro bench tick")],
        numbers=grids.ticks(found))


def _flatness(found: dict) -> str:
    """How much the accelerated tick depends on the number of tasks."""
    longest = tables.Figures(found).series(
        Key("tick.workers", "max", system="combined", optimisation="O2"), "tasks")
    if len(longest.x) < 2:
        return ""
    low, high = min(longest.y), max(longest.y)
    span = f"{low:,.0f} cycles" if low == high else f"{low:,.0f} to {high:,.0f} cycles"
    return f"Accelerated it takes {span} at the longest with {longest.x[0]} to {longest.x[-1]} tasks."


def _budget(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "budget", "Where the cycles of one tick go",
        [sentence(found, "The whole timer interrupt, from trap entry to mret, takes {a:,} cycles in software and {b:,} "
                  "with both units, which answer it in the trap entry.", a="tick.interrupt.max.original.48.O2",
                  b="tick.interrupt.max.combined.48.O2")],
        [Plot("budget", "Mean cycles of one timer interrupt by function, for each system", plots_cycles.budget,
              f"Mean cycles of one timer interrupt, trap entry to mret; 48 tasks, none due, -O2; {CONFIGURATION}.",
              "./metro bench tick --opt O2")],
        numbers=[tables.budget(scope)])


def _felt(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "felt", "What a user feels",
        [sentence(found, "From the tick that is due to the woken task's own code: {a:,} cycles at the longest in "
                  "software, {b:,} accelerated.",
                  a="wakeup.max.original.48.O2", b="wakeup.max.combined.48.O2")],
        [Plot("felt", "Shortest, mean and longest of what a user feels, software and accelerated", plots_cycles.felt,
              f"Cycles, logarithmic scale; bars from the shortest to the longest, a mark at the mean; 48 tasks, -O2; "
              f"{CONFIGURATION}.", "./metro bench tick --opt O2")],
        numbers=[tables.felt(scope, opt) for opt in scope.opts])


def _retention(found: dict) -> Section:
    return Section(
        "retention", "What is left for the application",
        [sentence(found, "With 16 tasks and a tick of 10,000 Hz Dhrystone keeps {a:.1f} % of the machine in software, "
                  "{b:.1f} % accelerated.", a="dhrystone.retention.original.16.10000.O2",
                  b="dhrystone.retention.combined.16.10000.O2")],
        [Plot("retention", "Dhrystone's share of the machine against the tick's rate, by system",
              plots_cycles.retention,
              "% of the score of the same build with no tick and no other task. Dhrystone runs at middle priority "
              "among N tasks that sleep 2 + (7n mod 50) ticks; retention has in it the tick, the switches and those "
              f"tasks' own code. Tick rates on a logarithmic scale. {CONFIGURATION}.", "./metro sweep")],
        numbers=grids.retention(found))


def _services(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "services", "What services cost",
        [sentence(found, "A post to a semaphore for which 48 lower tasks wait takes {a:,.0f} cycles in software and "
                  "{b:,.0f} with the event unit.",
                  a="latency.sem.post.lower.48.mean.original.O2", b="latency.sem.post.lower.48.mean.events.O2")],
        [Plot("services", "Mean cycles of each service in each of its situations, by system", plots_services.services,
              "Cycles, logarithmic scale, from the call to its return, or to the other task's first instruction where "
              "it runs because of it: the mean of 10,000 calls, by the firmware's own cycle counter. Nothing "
              "interrupts; -O2; N = 64, W = 16, look-ahead; 32 events, 64 words of queues; caches of 64 KiB.",
              "./metro bench latency --system original,combined,events")],
        numbers=[table for opt in scope.opts for table in (*tables.latencies(scope, opt),
                                                           tables.interrupts_off(scope, opt), tables.cold(scope, opt))])


def _thread_metric(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "thread-metric", "Thread-Metric by system",
        [sentence(found, "With the event unit the score of message processing is {a:.2f} times software's, that of "
                  "synchronization {b:.2f} times.",
                  a="thread_metric.message_processing.speedup.events.O2.large_caches",
                  b="thread_metric.synchronization_processing.speedup.events.O2.large_caches")],
        [Plot("thread-metric", "Scores of Thread-Metric's workloads as multiples of software's, by system",
              plots_services.thread_metric,
              "Rounds in a simulated second as a multiple of software's; ours of the workloads, -O2, ticks of 10 ms; "
              "N = 64, W = 16, look-ahead; 32 events, 64 words of queues; caches of 64 KiB.",
              "./metro bench thread_metric")],
        numbers=tables.thread_metric(scope, "O2"))


def _hardware_threads() -> Section:
    return Section(
        "hardware-threads", "Hardware threads",
        ["Circuits that pend and post as tasks do, beside tasks of software. ./metro threads measures all of it."],
        tables=hardware_threads.tables())


def _area(found: dict) -> Section:
    return Section(
        "area", "What the units cost: the whole plane",
        ["The paper keeps a counter for every task in registers, and so does our parallel engine. The look-ahead "
         "engine keeps deadlines in a RAM and compares them before the tick comes.",
         sentence(found, "On 7-series it takes {a:,} LUTs and {b:,} flip-flops at 64 tasks and 16 bits, the parallel "
                  "engine {c:,} and {d:,}.",
                  a="area.xc7.time.64.16.lookahead.luts", b="area.xc7.time.64.16.lookahead.ffs",
                  c="area.xc7.time.64.16.parallel.luts", d="area.xc7.time.64.16.parallel.ffs")],
        [Plot("area-tasks", "The time unit's logic cells and registers against tasks, by engine and width, with the "
              "paper's points", plots_area.by_tasks,
              "The time unit alone on Cyclone IV, as it is beside the ready unit, without block RAM; logarithmic "
              "scales; a line for each counter width W. The paper's points (Tables 6 and 7; Cyclone II, Quartus) are "
              "drawn in both columns. By Yosys, which knows neither the carry chains nor the synchronous clear and "
              "load of these cells: Quartus needs fewer. The family has no RAM in its cells, so that the look-ahead "
              "engine's is made of registers here; the last plot of this section has families with one.",
              "./metro sweep"),
         Plot("area-width", "The time unit's logic cells and registers against counter width, by engine and tasks, "
              "with the paper's points", plots_area.by_width,
              "The same figures against the counter width; a line for each number of tasks.", "./metro sweep"),
         Plot("area-families", "The units on four FPGA families against tasks", plots_area.families,
              "The units alone, W = 16, without block RAM, by Yosys; logarithmic scales. A LUT of one family is not "
              "one of another: ECP5's has 4 inputs, that of 7-series up to 6, and an ALM of Cyclone V holds two ALUTs.",
              "./metro sweep")],
        numbers=[*grids.planes(found), grids.ready(found)])


def _core(found: dict, scope: tables.Scope) -> Section:
    return Section(
        "core", "What the core grows by",
        [sentence(found, "Both units with their plugin add {a:,} LUTs and {b:,} flip-flops to the core at 64 tasks, "
                  "16 bits, look-ahead.", a="area.xc7.core_added.64.16.lookahead.luts",
                  b="area.xc7.core_added.64.16.lookahead.ffs")],
        [Plot("core", "LUTs of the core with and without the units", plots_area.core,
              "VexRiscv with time unit and ready unit, whole core, 7-series, by Yosys; N tasks, W bits. Where it says "
              "E, with the event unit for so many events too, and 64 words of queues.",
              "./metro sweep")],
        tables=[tables.event_unit(scope)], numbers=[grids.cores(found)])


def _clock(found: dict) -> Section:
    return Section(
        "clock", "What the clock loses",
        [sentence(found, "On ECP5 the core runs at {a:.1f} MHz without the units and at {b:.1f} MHz with them, in the "
                  "median of seven seeds; the seeds of one netlist spread further than that.", a="fmax.ecp5.core",
                  b="fmax.ecp5.core.64.16.lookahead")
         if _spread_exceeds_loss(found) else
         sentence(found, "On ECP5 the core runs at {a:.1f} MHz without the units and at {b:.1f} MHz with them, in the "
                  "median of seven seeds.", a="fmax.ecp5.core", b="fmax.ecp5.core.64.16.lookahead")],
        [Plot("clock", "The core's Fmax on ECP5 over the seeds", plots_area.clock,
              "MHz by nextpnr for ECP5-85, out of context; a dot for each seed of the placer, a line "
              "at the median. The axis does not begin at zero.", "./metro sweep")],
        numbers=[grids.clock(found)])


def _spread_exceeds_loss(found: dict) -> bool:
    cores = Key("fmax.core", device="ecp5"), Key("fmax.core", device="ecp5", N=64, W=16, engine="lookahead")
    seeds = [mhz for core in cores for mhz in values(found, core, "seed").values()]
    medians = [found[str(core)]["value"] for core in cores if str(core) in found]
    return bool(seeds) and max(seeds) - min(seeds) > abs(medians[0] - medians[-1])


def _paper(scope: tables.Scope) -> Section:
    return Section(
        "paper", "The 2007 paper's tables beside ours",
        ["M. F. Bin Abbas, K. W. Chiet, T. Srikanthan, RTOS Acceleration Using Instruction Set Customization, Nanyang "
         "Technological University, Nios II design contest, 2007: uC/OS-II on a Nios II/s, 50 MHz, Cyclone II.",
         "It names neither the unit of its times (they read as CPU cycles) nor that of its scores (they read as VAX "
         "MIPS at 50 MHz). Its scores at light load hardly differ between -O0 and -O2, so the optimisation was perhaps "
         "not applied to Dhrystone itself; ours applies to everything that is compiled. Another core, another "
         "compiler: compare ratios and shapes.", f"Ours: {CONFIGURATION}."],
        tables=published.paper(scope), numbers=[published.operations()],
        folded="The paper's operations, and what does them here")


def _others(found: dict) -> Section:
    return Section(
        "others", "Other published work",
        ["Other machines, other compilers, other kernels: what can be compared is how much hardware saves, and what it "
         "adds."],
        tables=[published.calls(found), published.cores(found), switch.as_published(tables.Figures(found))],
        numbers=published.without_counterpart(),
        folded="Published tables without a counterpart here")


def _given(scope: tables.Scope) -> Section:
    """For those who measured a tree of their own; nobody else misses it."""
    return Section(
        "given", "Beside a given uC/OS-II tree",
        ["The same benchmarks, port and flags on the tree of ./metro bench --kernel; patched is what ./metro patch "
         "makes of it."],
        tables=[*(tables.patched(scope, opt) for opt in scope.opts), *tables.given(scope)])


def _rest(scope: tables.Scope) -> Section:
    found = scope.found
    speed = sentence(found, "The simulation of the whole SoC runs at {a:,.0f} kHz, {b:.2f} times LiteX's own loop.",
                     a="sim.khz", b="sim.speedup_over_litex_loop")
    return Section("rest", "Sizes and targets", [speed], tables=[tables.sizes(scope), tables.targets(scope)],
                   numbers=[tables.adapters(scope), tables.adapter_areas(scope), tables.template(scope)],
                   folded="Adapters, and the full template configuration")


def appendix(found: dict, state: Mapping) -> list[tuple[str, list[tuple[str, str, str, str, str]]]]:
    """Every figure of the store, by the first part of its name: (name, value, unit, command, what changed since)."""
    groups: dict[str, list] = {}
    for name, figure in found.items():
        kind = Key.parse(name).what.partition(".")[0]
        groups.setdefault(kind, []).append((name, short(figure["value"]), figure["unit"], figure["command"],
                                            inputs.said(inputs.older(figure, state))))
    return sorted(groups.items())


def behind(found: dict, names) -> list[str]:
    return commands.behind(found, names)
