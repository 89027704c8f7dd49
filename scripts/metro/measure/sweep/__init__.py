# SPDX-License-Identifier: Apache-2.0
"""`./metro sweep`: measures area, clock frequency, cycles and Dhrystone over the configurations of a YAML file."""
from __future__ import annotations

import collections
import fnmatch
import os
from pathlib import Path

from ... import configuration
from ...base import paths
from ...base.errors import MetroError
from ...base.progress import Progress
from ...figures import inputs

FILES = paths.ROOT / "bench" / "sweep"
DEFAULT, QUICK = FILES / "default.yaml", FILES / "quick.yaml"


def add_arguments(parser) -> None:
    parser.description = ("Measure units, cores, cycles and Dhrystone over tasks, widths and engines, as a file "
                          "states. Each result is stored, so an interrupted sweep continues.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE",
                        help=f"measure what this file states ({DEFAULT.relative_to(paths.ROOT)}, which explains "
                             "every field)")
    parser.add_argument("--quick", action="store_true",
                        help=f"measure a few points only, in minutes ({QUICK.relative_to(paths.ROOT)})")
    parser.add_argument("--config", action="append", type=configuration.named, default=[], metavar="NAME",
                        help="measure area, clock and ticks of this configuration instead of a file; can be repeated")
    parser.add_argument("--only", metavar="PATTERN", help="measure only the points that match, e.g. 'area.ecp5.*'")
    parser.add_argument("--jobs", type=at_least_one, default=os.cpu_count() or 1, metavar="N",
                        help="set the number of points at once (number of cores)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="measure on the Dask cluster of this scheduler")
    parser.add_argument("--worker", metavar="ADDRESS", help="work for this scheduler on all cores until it ends")


def at_least_one(text: str) -> int:
    if int(text) < 1:
        raise ValueError
    return int(text)


at_least_one.__name__ = "number of 1 or more"


def main(args) -> int:
    from . import engine, points, settings
    if args.worker:
        engine.work_for(args.worker, args.jobs)
    if args.file and args.quick:
        raise MetroError(f"--quick selects the file {QUICK}", f"give either --quick or {args.file}")
    if args.config and (args.file or args.quick):
        raise MetroError(f"--config and {args.file or '--quick'} exclude each other", "give one of them")
    plan = (points.of_configurations(args.config) if args.config else
            points.plan(settings.read(args.file or (QUICK if args.quick else DEFAULT))))
    configs = "".join(f" --config {name}" for name in args.config)
    sweep(matching(plan, args.only), plan,
          only(f"./metro sweep{f' {args.file}' if args.file else ' --quick' if args.quick else configs}"),
          args.scheduler, args.jobs)
    return 0


def only(command: str):
    """Return a function that returns the command for a point, or for a figure derived from several points."""
    return lambda point: command + (f" --only {point.name}" if point else "")


def matching(found: list, pattern: str | None) -> list:
    """Return the point with the pattern as its name, else the points whose names match or contain it. None: all."""
    named = [point for point in found if pattern in (None, point.name)]
    if not named:
        wild = any(c in pattern for c in "*?[")
        named = [point for point in found if fnmatch.fnmatch(point.name, pattern if wild else f"*{pattern}*")]
    if not named:
        raise MetroError(f"none of the {len(found)} points matches {pattern}", f"example of a point: {found[-1].name}")
    return named


def sweep(wanted: list, plan: list, how, scheduler: str | None, jobs: int) -> dict:
    """Measure some points of the plan. Keep and return their figures. how: see only()."""
    from . import engine, points, results
    inputs.look()
    kept = results.Keeper(plan, how)
    outcomes = kept.outcomes
    spent: dict[str, float] = collections.defaultdict(float)
    try:
        with Progress("sweep", total=len(wanted), work=sum(map(points.seconds, wanted))) as bar:
            for outcome in engine.run(wanted, scheduler, jobs):
                kept.add(outcome)
                work = points.seconds(outcome.point)
                if outcome.kept:
                    bar.work -= work                       # a kept result does not predict other points' times
                spent[type(outcome.point).__name__] += outcome.seconds
                bar.advance(outcome.point.name, outcome.seconds,
                            "failed" if outcome.error else "made before" if outcome.kept else "",
                            0 if outcome.kept else work)
    finally:
        kept.write()
    print("Seconds: " + ", ".join(f"{kind} {total:,.0f}" for kind, total in sorted(spent.items())))
    failed = [outcome for outcome in outcomes if outcome.error]
    if failed:
        raise MetroError(f"{len(failed)} of {len(wanted)} points failed: "
                         f"{', '.join(outcome.point.name for outcome in failed)}",
                         "\n".join(f"{outcome.point.name}: {outcome.error}" for outcome in failed))
    print(f"{len(wanted)} points; ./metro figures [PATTERN] prints the figures, every point is in {results.FILE}")
    return kept.figures
