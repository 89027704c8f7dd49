# SPDX-License-Identifier: Apache-2.0
"""`./metro docs --timeline`: a picture of one tick in two runs for README, one below the other on the same scale.

The runs are the benchmark with 48 tasks that sleep 1 to 7 ticks: in software, and with time unit and ready unit.
"""
from __future__ import annotations

import tempfile
from pathlib import Path

from .. import configuration
from ..base import output, paths
from ..measure import workloads
from ..products import rtos, soc as soc_module
from ..run import execution as run_module, timeline

TASKS = 48
TICKS = 40                     # of each run; the first half warms the caches
TITLES = {"original": "In software (original)", "combined": "With time unit and ready unit (combined)"}
# {kind of lane: role of its colour (report/canvas.py)}
ROLES = {timeline.INTERRUPTS: "part1", timeline.ACCELERATOR: "part4", "idle": "rest", "task": "part3"}
FILE = paths.ROOT / "docs" / "timeline.svg"


def record(system: str) -> list[tuple]:
    """Return the slices (lane, name, begin, end), in cycles, of a run of the tick benchmark."""
    chosen = configuration.read(system)
    soc = soc_module.of(chosen)
    build = workloads.Build("tick", "O2", defs=rtos.get().switches(chosen))
    run = next(run for run in workloads.tick_runs(build, system, [TASKS], chosen.hardware) if run.name == "wakeup")
    firmware = run.build.make().with_values(run.values)
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as folder:
        run_module.execute(firmware, soc, max_cycles=TICKS * workloads.CLOCK_HZ // run.hz,
                           options=timeline.options(firmware, Path(folder)))
        return slices(timeline.Log(firmware, soc, Path(folder)))


def slices(log: timeline.Log) -> list[tuple]:
    found, opened = [], {}
    for cycle, lane, name, _ in log.events():
        if name is None:
            found.append((lane, *opened[lane].pop(), cycle))
        else:
            opened.setdefault(lane, []).append((name, cycle))
    return found


def quietest_tick(found: list[tuple]) -> tuple[int, int]:
    """Return the first cycle of the tick that wakes the fewest tasks, and the cycles until the idle task runs again."""
    ticks = [begin for lane, name, begin, _ in found if (lane, name) == (timeline.INTERRUPTS, "timer0")]
    ticks = ticks[len(ticks) // 2:]

    def woken(tick, following):
        return len({lane for lane, _, begin, _ in found if "(prio" in lane and tick < begin < following})
    tick, following = min(zip(ticks, ticks[1:]), key=lambda pair: woken(*pair))
    return tick, max(end for lane, _, begin, end in found if "Idle" not in lane and tick <= begin < following) - tick


def draw(runs: dict[str, list]) -> bytes:
    """Return an SVG file. runs: the slices of each run by its system."""
    from ..report import canvas                            # imported late, because it loads matplotlib

    windows = {system: quietest_tick(found) for system, found in runs.items()}
    before, after = 300, max(length for _, length in windows.values()) + 300
    lanes = {system: visible_slices(found, windows[system][0], after) for system, found in runs.items()}
    rows = [len(lanes[system]) for system in runs]
    look = canvas.PICTURE
    with canvas.style(look, "timeline"):
        figure = canvas.Figure(figsize=(look.width / 72, (22 * sum(rows) + 110) / 72), layout="constrained")
        panels = figure.subplots(len(runs), 1, sharex=True, gridspec_kw={"height_ratios": rows})
        for panel, (system, found) in zip(panels, runs.items()):
            tick, length = windows[system]
            for row, lane in enumerate(lanes[system]):
                colour = look.colours[ROLES.get(lane) or ROLES["idle" if "Idle" in lane else "task"]]
                bars = [((begin - tick) / 50, (end - begin) / 50) for name, _, begin, end in found
                        if name == lane and tick - before < end and begin < tick + after]
                panel.broken_barh(bars, (row - 0.38, 0.76), facecolors=colour, edgecolor=colour, linewidth=0.8)
            panel.set_yticks(range(len(lanes[system])), [label(lane) for lane in lanes[system]])
            panel.invert_yaxis()
            panel.set_xlim(-before / 50, after / 50)
            panel.set_title(f"{TITLES[system]}: {length:,} cycles until all {TASKS} tasks sleep again", loc="left",
                            weight="bold")
            panel.grid(axis="x")
        panels[-1].set_xlabel("µs from the timer interrupt, at 50 MHz")
        return canvas.svg(figure)


def visible_slices(found: list[tuple], tick: int, after: int) -> list[str]:
    """Return the lanes with a slice in the window: interrupts, accelerator, then tasks in running order, idle last."""
    running = [lane for lane, _, begin, end in sorted(found, key=lambda slice_: slice_[2])
               if tick < end and begin < tick + after]
    first = [lane for lane in (timeline.INTERRUPTS, timeline.ACCELERATOR) if lane in running]
    tasks = dict.fromkeys(lane for lane in running if lane not in first)
    return [*first, *sorted(tasks, key=lambda lane: "Idle" in lane)]


def label(lane: str) -> str:
    return lane.replace("OS_TaskIdle", "idle").replace("BenchTask", "task").replace("uC/OS-II Idle", "idle")


def renew() -> None:
    """Run both systems and write the picture."""
    output.write({FILE: draw({system: record(system) for system in TITLES})})
