# SPDX-License-Identifier: Apache-2.0
"""Which of the committed figures are old, and what measures those: for `./metro figures --old` and `--refresh`.

Digests of sources decide first: where these are what they were, nothing is built. Else the netlist is elaborated, the
firmware compiled, and both are compared with what the figure was made from. None of this takes a simulation.
"""
from __future__ import annotations

import argparse
import dataclasses
import functools
import shlex
import subprocess
from collections.abc import Iterable

from .. import configuration
from ..base import paths, progress
from ..base.errors import MetroError
from ..base.jobs import side_by_side
from ..figures import committed, inputs, store
from ..figures.key import FREERTOS, GIVEN, PATCHED, Key
from ..measure import budget, cold, freertos, latency, periodic, sweep, thread_metric, workloads
from ..measure.sweep import points, settings
from ..report import commands
from . import command, duration

COMMAND = 180                  # seconds of a command that is no benchmark on the simulator


@dataclasses.dataclass
class Findings:
    """The figures whose sources changed, by what became of them."""
    same: list[Key] = dataclasses.field(default_factory=list)          # what was run is the same
    old: dict[Key, str] = dataclasses.field(default_factory=dict)      # by rows: why
    foreign: list[Key] = dataclasses.field(default_factory=list)       # of a kernel tree that --kernel does not name
    wanted: list[points.Point] = dataclasses.field(default_factory=list)      # what measures the old ones again
    commands: list[str] = dataclasses.field(default_factory=list)      # which measure the others

    @property
    def seconds(self) -> float:
        """Of one processor, about."""
        runs = [point.run for point in self.wanted if isinstance(point, points.Measured)]
        others = [point for point in self.wanted if not isinstance(point, points.Measured)]
        return duration.Work(runs).seconds + sum(map(points.seconds, others)) + COMMAND * len(self.commands)


def look(args) -> Findings:
    """args: those of `./metro figures`."""
    known, found = committed.load()[0], Findings()
    rows: dict[Key, list[Key]] = {}
    for key, figure in known.items():
        if inputs.older(figure) == []:
            continue
        if key.kernel in (GIVEN, PATCHED) and args.kernel is None:
            found.foreign.append(key)
        else:
            rows.setdefault(key.row, []).append(key)
    sources = {row: known[keys[0]].get("made_of") for row, keys in rows.items()}
    producers = {row: point for row, point in of_rows(rows, args).items() if point}
    now = _origins({producers[row] for row in producers if sources[row]}, args.jobs)
    for row, keys in rows.items():
        changed = [kind for kind, digest in now.get(producers.get(row), {}).items()
                   if sources[row] and sources[row].get(kind) != digest]
        if sources[row] and row in producers and not changed:
            found.same += keys
        else:
            found.old[row] = f"{' and '.join(changed)} changed" if changed else "it is not known what it was made from"
    found.wanted = list(dict.fromkeys(point for row in found.old if row in producers
                                      for point in (producers[row], *companions(row))))
    found.commands = commands.behind(known, [key for row in found.old if row not in producers for key in rows[row]])
    return found


def _origins(wanted: set[points.Point], jobs: int) -> dict[points.Point, dict[str, str]]:
    """What figures of these points would be made from now."""
    found = {}
    with progress.Progress("figures", total=len(wanted)) as bar, side_by_side(jobs) as pool:
        for point, job in [(point, pool.submit(command.timed, point.origin)) for point in wanted]:
            found[point], seconds = job.result()
            bar.advance(f"origin of {point.name}", seconds)
    return found


def refresh(args) -> None:
    """Measure what is old, and keep what is not as it is."""
    known, found = committed.load()[0], look(args)
    say(found, args)
    store.record({key: known[key] for key in found.same})
    if found.wanted:
        sweep.sweep(found.wanted, found.wanted, "./metro sweep", args.scheduler, args.jobs)
        measured = store.load()
        # They keep their commands: not every point is one of the sweep's file.
        store.record({key: {**figure, "command": known.get(key, figure)["command"]}
                      for key, figure in {**measured, **workloads.speedups(measured)}.items()
                      if key.row in found.old})
    for line in found.commands:
        _, *words = shlex.split(line)
        if subprocess.run([paths.ROOT / "metro", *words], cwd=paths.ROOT).returncode:
            raise MetroError(f"{line} failed", "its figures stay old; what was measured before is kept")


def say(found: Findings, args) -> None:
    reasons: dict[str, list[Key]] = {}
    for row, reason in found.old.items():
        reasons.setdefault(reason, []).append(row)
    for reason, rows in reasons.items():
        print(f"{len(rows)} runs are old, such as {rows[0]}: {reason}")
    if found.foreign:
        print(f"{len(found.foreign)} figures are of another kernel tree: --kernel DIR tells whether they are old")
    if found.old:
        print(f"To measure: {len(found.wanted)} runs and syntheses{' and ' * bool(found.commands)}"
              f"{', '.join(found.commands)}; {duration.spoken(duration.shared(found.seconds, args.jobs))}", flush=True)
    else:
        print("No figure is old." if not found.foreign else "No other figure is old.")


# ------------------------------------------------------------------------------------------------- what measures what

def of_rows(rows: Iterable[Key], args) -> dict[Key, points.Point | None]:
    """What measures each row; None where another command does."""
    rows = list(rows)
    netlists = {point.key: point for point in _syntheses()}
    runs: dict[Key, list[points.Measured]] = {}
    for point in _runs(rows, args):
        runs.setdefault(_columns(point.run.key("")), []).append(point)
        if point.run.gives("budget") or isinstance(point.run, (budget.PostRun, budget.WakeupRun)):
            runs.setdefault(Key("", kernel=point.key.kernel, system=point.key.system), []).append(point)
    return {row: netlists.get(points.base(row)) if row.part in ("area", "fmax") else next(
        (point for point in runs.get(_columns(row), ()) if point.run.gives(row.what)), None) for row in rows}


def companions(row: Key) -> list[points.Point]:
    """What else it takes to know a figure that follows from several: other seeds, and what it is compared with."""
    if row.part not in ("area", "fmax"):
        return []
    others = [] if row.seed or row.part == "area" else [dataclasses.replace(points.base(row), seed=None)]
    if row.what == "fmax.ratio":
        others.append(Key("fmax.core", device=row.device))
    compared = {"area.core_added": Key("area.core", device=row.device),
                "area.contexts": Key("area.core_contexts", device=row.device, contexts=0),
                "area.time_base": Key("area.units", device=row.device)}.get(row.what)
    return [point for point in _syntheses()
            if point.key == compared or dataclasses.replace(point.key, seed=None) in others]


def _columns(key: Key) -> Key:
    """All but what was measured."""
    return dataclasses.replace(key.row, what="", function="")


@functools.lru_cache(maxsize=None)
def _syntheses() -> list[points.Point]:
    return list(dict.fromkeys(point for plan in (
        points.beside_the_systems(), points.of_the_event_unit(), points.of_the_register_banks(),
        points.of_the_time_base(), points.of_the_task_lists(), points.plan(settings.read(sweep.DEFAULT)))
        for point in plan if not isinstance(point, points.Measured)))


def _runs(rows: list[Key], args) -> list[points.Measured]:
    """Runs that measure these rows, and others."""
    ours = [row for row in rows if row.system and row.kernel != FREERTOS and not row.device]
    tasks = sorted({row.tasks for row in ours if row.tasks and row.part != "dhrystone"})
    loads = sorted({(row.tasks, row.hz) for row in ours if row.what == "dhrystone" and row.hz})
    bench = _arguments(args, "--config", ",".join(dict.fromkeys(row.system for row in ours)) or "original", "--opt",
                       ",".join(sorted({row.optimisation for row in rows if row.optimisation})) or "O2")
    kernels, found = list(command.kernels(bench)) if ours else [], []
    for system, kernel, origin, defs, core in kernels:
        for opt in bench.opt:
            tick, dhrystone = (workloads.Build(app, opt, defs=defs, kernel=kernel, origin=origin,
                                               hot_bytes=core.hot_bytes) for app in ("tick", "dhrystone"))
            found += map(points.Measured, [
                *workloads.tick_runs(tick, system, tasks, core),
                *workloads.template_runs(tick, system, tasks, core)])
            alone, *others = workloads.dhrystone_runs(dhrystone, system, loads, core, asleep=True)
            found += [points.Measured(alone), *(points.Measured(run, alone) for run in others)]
    if kernels:
        found += map(points.Measured, [
            *workloads.adapter_runs(), *latency.runs(bench, kernels), *cold.runs(bench, kernels),
            *thread_metric.runs(bench, kernels), *periodic.runs(bench, kernels), *budget.runs(kernels)])
    if any(row.kernel == FREERTOS for row in rows):
        found += map(points.Measured, freertos.runs(_arguments(args), configuration.read))
    return found


def _arguments(args, *words: str) -> argparse.Namespace:
    """As `./metro bench` gets them."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    kernel = ["--kernel", str(args.kernel), "--patched"] if args.kernel else []
    return parser.parse_args([*kernel, *words])
