# SPDX-License-Identifier: Apache-2.0
"""Runs points on Dask: on the cores of this machine, or on a cluster that the user has.

A worker needs this checkout, its environment and the same build folder: `./metro sweep --worker ADDRESS` is one that
measures as many points at once as the machine has cores. A point whose worker dies goes to another one; what a point
builds is in the cache, so that nothing is measured twice. Threads are enough: the work is done by other programs.
"""
from __future__ import annotations

import contextlib
import functools
import logging
import os
import pickle
import sys
import time
import traceback
import uuid
from dataclasses import dataclass, field
from typing import Iterator

from ...base import cache, paths
from ...base.errors import MetroError
from .points import Point

PATIENCE = 20           # seconds to reach a scheduler


@dataclass
class Outcome:
    point: Point
    figures: dict = field(default_factory=dict)     # key -> (value, unit)
    origin: dict = field(default_factory=dict)      # what these are made from
    seconds: float = 0
    kept: bool = False                              # all of it was made before
    error: str = ""                                 # why there are no figures


@functools.lru_cache(maxsize=None)
def checkout() -> str:
    """What the figures depend on: the same here and at every worker, or they would not belong together."""
    rooms = (paths.ROOT / room for room in ("configs", "hw", "sw", "bench"))
    return cache.digest_files([paths.SCRIPTS / "metro", *rooms])


def measure(point: Point, sources: str) -> Outcome:
    """In a worker."""
    started = time.monotonic()
    outcome = Outcome(point)
    try:
        if sources != checkout():
            raise MetroError(f"the worker's checkout {paths.ROOT} is another one than that of the sweep")
        found: list[dict] = []
        outcome.kept = cache.is_there(lambda: found.append(point.measure()))
        outcome.figures, outcome.origin = found[0] if found else point.measure(), point.origin()
    except MetroError as error:
        outcome.error = "\n".join(filter(None, [error.message, error.hint]))
    except Exception:
        outcome.error = traceback.format_exc()
    outcome.seconds = time.monotonic() - started
    return outcome


@dataclass
class Call:
    """A call of measure(), which is made when pickle reads it back: by a worker. The scheduler, which looks into tasks
    too, thus need not know anything of ours."""
    point: Point
    sources: str

    def __reduce__(self):
        return measure, (self.point, self.sources)


def run(points: list[Point], scheduler: str | None, jobs: int) -> Iterator[Outcome]:
    """Measures the points, and yields each as it is over, failed or not. The first are begun first."""
    keep_home_clean()
    import cloudpickle
    from dask.distributed import as_completed
    with cluster(scheduler, jobs) as client:
        sweep = f"sweep-{uuid.uuid4().hex[:8]}"
        futures = {client.submit(pickle.loads, cloudpickle.dumps(Call(point, checkout())), key=(sweep, index),
                                 priority=-index): point for index, point in enumerate(points)}
        for future in as_completed(futures):
            yield outcome_of(future, futures[future])


def outcome_of(future, point: Point) -> Outcome:
    if future.status == "finished":
        return future.result()
    if future.status != "error":
        raise MetroError("the connection to the scheduler is lost",
                         "run the same command again: what is measured, is kept")
    error = future.exception()
    if isinstance(error, ModuleNotFoundError):
        raise MetroError(f"a worker lacks what it needs: {error}", "start workers by ./metro sweep --worker ADDRESS")
    return Outcome(point, error=str(error))         # it took several workers with it


@contextlib.contextmanager
def cluster(scheduler: str | None, jobs: int):
    """A client of the scheduler at this address, or of one of our own that measures so many points at once."""
    import dask
    from dask.distributed import Client, LocalCluster
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)           # what happens, we say ourselves
    if scheduler is None:
        # Who has slept, or was stopped, finds its worker silent since long, which is no reason to give it up.
        with dask.config.set({"distributed.scheduler.worker-ttl": None}), \
                LocalCluster(n_workers=1, threads_per_worker=jobs, processes=False, memory_limit=0,
                             dashboard_address=None, local_directory=str(paths.TMP)) as local, Client(local) as client:
            yield client
        return
    try:
        client = Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise MetroError(f"no Dask scheduler answers at {scheduler}", f"{error}\nan address is like tcp://host:8786") \
            from None
    with client:
        yield client


def work_for(scheduler: str, jobs: int) -> None:
    """Becomes a worker of this scheduler that measures so many points at once; does not return."""
    keep_home_clean()
    os.environ["PYTHONPATH"] = str(paths.SCRIPTS)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "distributed.cli.dask_worker", scheduler, "--nthreads", str(jobs),
                              "--memory-limit", "0", "--no-dashboard",
                              "--local-directory", str(paths.TMP)])


def keep_home_clean() -> None:
    """Lets Dask write its template of a configuration into the build folder; that of a user is read all the same."""
    os.environ.setdefault("DASK_CONFIG", str(paths.make_build() / "dask"))
