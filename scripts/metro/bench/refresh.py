# SPDX-License-Identifier: Apache-2.0
"""Find the committed figures that are old, and measure them: `./metro figures --old` and `--refresh`.

Digests of sources decide first: if these are unchanged, nothing is built. Otherwise the netlist is elaborated, the
firmware is compiled, and their digests are compared with the figure's digests. This comparison simulates nothing.
"""
from __future__ import annotations

import argparse
import collections
import dataclasses
import functools
import shlex
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .. import kernels
from ..base import paths, progress
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..figures import committed, inputs, store
from ..figures.key import Key
from ..measure import budget, sweep, workloads
from ..measure.sweep import points, settings
from ..products import rtos as rtos_module
from ..products.kernel import version_of
from ..report import commands
from . import command, duration, programs

SYNTHESISED = ("area", "fmax")
COMMAND = 180                  # seconds that a command takes if it does not simulate a benchmark; an estimate


@dataclasses.dataclass
class Findings:
    """Figures with changed sources, sorted by the result of the comparison."""
    same: list[Key] = dataclasses.field(default_factory=list)          # all digests are equal
    old: dict[Key, str] = dataclasses.field(default_factory=dict)      # the reason of each row
    foreign: list[Key] = dataclasses.field(default_factory=list)       # need a kernel tree, but --kernel is missing
    wanted: list[points.Point] = dataclasses.field(default_factory=list)      # points to measure
    commands: list[str] = dataclasses.field(default_factory=list)      # commands that measure the remaining old figures

    @property
    def seconds(self) -> float:
        """Return the estimated CPU time in seconds."""
        runs = [point.run for point in self.wanted if isinstance(point, points.Measured)]
        others = [point for point in self.wanted if not isinstance(point, points.Measured)]
        return duration.Work(runs).seconds + sum(map(points.seconds, others)) + COMMAND * len(self.commands)


def find_old_figures(args, keys: Iterable[Key] | None = None) -> Findings:
    """Find the old figures. args: the arguments of `./metro figures`. keys: the figures to check; None: those that
    match the pattern."""
    known, found = committed.load()[0], Findings()
    rows: dict[Key, list[Key]] = {}
    for key in committed.select_by_name(known, args.pattern) if keys is None else keys:
        if inputs.changed_inputs(known[key]) == []:
            continue
        if key.needs_tree and not is_measured_with(key, args.kernel):
            found.foreign.append(key)
        else:
            rows.setdefault(key.row, []).append(key)
    sources = {row: known[keys[0]].get("made_of") for row, keys in rows.items()}
    producers = {row: point for row, point in points_of_rows(rows, args).items() if point}
    boards = _boards(row for row in rows if row.part == "board" and sources[row])
    now = {row: project.origin() for row, project in boards.items()}
    origins = _origins({producers[row] for row in producers if sources[row]}, args.jobs)
    now |= {row: origins[producers[row]] for row in producers if sources[row]}
    for row, keys in rows.items():
        changed = [kind for kind, digest in now.get(row, {}).items() if sources[row].get(kind) != digest]
        if row in now and not changed:
            found.same += keys
        else:
            found.old[row] = f"{' and '.join(changed)} changed" if changed else "its inputs are not known"
    found.wanted = list(dict.fromkeys(point for row in found.old if row in producers
                                      for point in (producers[row], *companions(row))))
    found.commands = commands.measuring(
        known, [key for row in found.old if row not in producers for key in rows[row]])
    return found


def is_measured_with(key: Key, tree: Path | None) -> bool:
    """Return whether a figure that needs a tree can be measured with this one."""
    about = tree and rtos_module.rtos_of_tree(tree)
    return bool(about) and about.in_figures == key.rtos and key.version in ("", version_of(tree, about))


def _origins(wanted: set[points.Point], jobs: int) -> dict[points.Point, dict[str, str]]:
    """Return the current digests of each point."""
    found = {}
    with progress.Progress("figures", total=len(wanted)) as bar, thread_pool(jobs) as pool:
        for point, job in [(point, pool.submit(command.timed, point.origin)) for point in wanted]:
            found[point], seconds = job.result()
            bar.advance(f"origin of {point.name}", seconds)
    return found


def _boards(rows: Iterable[Key]) -> dict:
    """Return {row: project} of the boards to which these rows belong. `./metro boards NAME --check` measures them."""
    if not (rows := set(rows)):
        return {}
    from ..boards import board, check                      # late: they import LiteX
    return {project.key: project for project in check.projects(list(map(board.load, board.names())))
            if project.key in rows}


def refresh(args) -> None:
    """Measure the old figures. Figures with unchanged digests get the current sources."""
    known, found = committed.load()[0], find_old_figures(args)
    print_findings(found, args)
    store.record({key: known[key] for key in found.same})
    if found.wanted:
        sweep.sweep(found.wanted, found.wanted, sweep.only("./metro sweep"), args.scheduler, args.jobs)
        measured = store.load()
        # Keep the known commands, because `./metro sweep` without a file does not contain every point.
        store.record({key: {**figure, "command": known.get(key, figure)["command"]}
                      for key, figure in {**measured, **workloads.speedups(measured)}.items()
                      if key.row in found.old})
    for line in found.commands:
        _, *words = shlex.split(line)
        if subprocess.run([paths.ROOT / "metro", *words], cwd=paths.ROOT).returncode:
            raise MetroError(f"{line} failed", "its figures stay old; the figures that were measured before are kept")


def print_findings(found: Findings, args) -> None:
    reasons: dict[str, list[Key]] = {}
    for row, reason in found.old.items():
        reasons.setdefault(reason, []).append(row)
    for reason, rows in reasons.items():
        print(f"{len(rows)} runs are old, such as {rows[0]}: {reason}")
    for (key, version), count in collections.Counter((key.rtos, key.version) for key in found.foreign).items():
        name = " ".join(filter(None, (rtos_module.get(key or rtos_module.DEFAULT).name, version)))
        print(f"{count} figures belong to a {name} tree: add --kernel DIR to check them")
    if found.old:
        seconds = duration.parallel_seconds(found.seconds, args.jobs)
        print(f"To measure: {len(found.wanted)} runs and syntheses{' and ' * bool(found.commands)}"
              f"{', '.join(found.commands)}; {duration.as_text(seconds)}", flush=True)
    else:
        print("No figure is old." if not found.foreign else "No other figure is old.")


# ------------------------------------------------------------------------------------------------- points of each row

def points_of_rows(rows: Iterable[Key], args) -> dict[Key, points.Point | None]:
    """Return the point that measures each row, or None if another command measures it."""
    others = {point.key: point for point in programs.points() if point.key.part not in SYNTHESISED}
    if sizes := [row for row in rows if row.part == "size"]:
        others |= {point.key: point for kernel in kernels.known()
                   for point in kernel.sizes(_bench(sizes, kernels.with_own_tree(args, kernel.key)))}
    found = {row: others[row] for row in rows if row in others}
    rows = [row for row in rows if row not in others]
    netlists = {point.key: point for point in _syntheses()}
    runs: dict[Key, list[points.Measured]] = {}
    for point in _runs(rows, args):
        runs.setdefault(_columns(point.run.key("")), []).append(point)
        if point.run.gives("budget") or isinstance(point.run, (budget.PostRun, budget.WakeupRun)):
            runs.setdefault(Key("", kernel=point.key.kernel, system=point.key.system), []).append(point)
    return found | {row: netlists.get(points.base(row)) if row.part in SYNTHESISED else next(
        (point for point in runs.get(_columns(row), ()) if point.run.gives(row.what)), None) for row in rows}


def companions(row: Key) -> list[points.Point]:
    """Return the other points that a figure is computed from: other seeds, and the reference point."""
    if row.part not in SYNTHESISED:
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
    """Return the key without the columns that name the measured quantity."""
    return dataclasses.replace(key.row, what="", function="")


@functools.lru_cache(maxsize=None)
def _syntheses() -> list[points.Point]:
    return list(dict.fromkeys(point for plan in (
        points.beside_the_systems(), points.of_the_event_unit(), points.of_the_register_banks(),
        points.of_the_time_base(), points.of_the_task_lists(), points.of_the_pieces(),
        points.plan(settings.read(sweep.DEFAULT)), programs.points())
        for point in plan if point.key.part in SYNTHESISED))


def _runs(rows: list[Key], args) -> list[points.Measured]:
    """Return runs that measure at least these rows."""
    of_kernels: dict[str, list[Key]] = {}
    for row in rows:
        if row.system and not row.device:
            of_kernels.setdefault(row.rtos, []).append(row)
    return [point for kernel in kernels.known() if (kernel_rows := of_kernels.get(kernel.rtos.in_figures))
            for point in kernel.points(kernel_rows, _bench(kernel_rows, kernels.with_own_tree(args, kernel.key)))]


def _bench(rows: list[Key], args) -> argparse.Namespace:
    """Return the arguments of `./metro bench` that measure the systems and optimisations of these rows."""
    return _arguments(args, "--config", ",".join(dict.fromkeys(row.system for row in rows)) or "original", "--opt",
                      ",".join(sorted({row.optimisation for row in rows if row.optimisation})) or "O2")


def _arguments(args, *words: str) -> argparse.Namespace:
    """Return the arguments of `./metro bench` with these words."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    kernel = ["--kernel", str(args.kernel), "--patched"] if args.kernel else []
    return parser.parse_args([*kernel, *words])
