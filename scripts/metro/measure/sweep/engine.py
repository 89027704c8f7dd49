# SPDX-License-Identifier: Apache-2.0
"""Runs points on Dask: on the cores of this machine, or on the user's cluster.

A worker needs this checkout, its environment and the same build folder. `./metro sweep --worker ADDRESS` starts a
worker that measures one point for each core at once. If a worker dies, another one takes its point. The cache holds the
products of each point, so nothing is measured twice. Threads are enough, because other programs do the work.
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
    origin: dict = field(default_factory=dict)      # digests of the figures' inputs
    seconds: float = 0
    kept: bool = False                              # everything came from the cache
    error: str = ""                                 # why there are no figures


@functools.lru_cache(maxsize=None)
def checkout() -> str:
    """Return a digest of the sources. It must be equal at every worker, so that all figures belong together."""
    rooms = (paths.ROOT / room for room in ("configs", "hw", "sw", "bench"))
    return cache.digest_files([paths.SCRIPTS / "metro", *rooms])


def measure(point: Point, sources: str) -> Outcome:
    """Measure a point in a worker. sources: checkout() of the sweep."""
    started = time.monotonic()
    outcome = Outcome(point)
    try:
        if sources != checkout():
            raise MetroError(f"the worker's checkout {paths.ROOT} differs from the checkout of the sweep")
        found: list[dict] = []
        outcome.kept = cache.has_products(lambda: found.append(point.measure()))
        outcome.figures, outcome.origin = found[0] if found else point.measure(), point.origin()
    except MetroError as error:
        outcome.error = "\n".join(filter(None, [error.message, error.hint]))
    except Exception:
        outcome.error = traceback.format_exc()
    outcome.seconds = time.monotonic() - started
    return outcome


@dataclass
class Call:
    """A call of measure() that a worker makes when it unpickles this object. The scheduler also inspects tasks, but
    it sees only bytes, so it needs none of our modules."""
    point: Point
    sources: str

    def __reduce__(self):
        return measure, (self.point, self.sources)


def run(points: list[Point], scheduler: str | None, jobs: int) -> Iterator[Outcome]:
    """Measure the points, starting with the first. Yield each outcome at the end of its point, even if it failed."""
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
                         "run the same command again: finished points are kept")
    error = future.exception()
    if isinstance(error, ModuleNotFoundError):
        raise MetroError(f"a worker lacks a package: {error}", "start workers with ./metro sweep --worker ADDRESS")
    return Outcome(point, error=str(error))         # the point stopped several workers


@contextlib.contextmanager
def cluster(scheduler: str | None, jobs: int):
    """Yield a client of the scheduler at this address, or of a local one that measures `jobs` points at once."""
    import dask
    from dask.distributed import Client, LocalCluster
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)           # we report errors ourselves
    if scheduler is None:
        # After a suspend or a stop, the worker seems silent for long. The scheduler must not drop it for that.
        with dask.config.set({"distributed.scheduler.worker-ttl": None}), \
                LocalCluster(n_workers=1, threads_per_worker=jobs, processes=False, memory_limit=0,
                             dashboard_address=None, local_directory=str(paths.TMP)) as local, Client(local) as client:
            yield client
        return
    try:
        client = Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise MetroError(f"no Dask scheduler answers at {scheduler}", f"{error}\nuse an address like tcp://host:8786") \
            from None
    with client:
        yield client


def work_for(scheduler: str, jobs: int) -> None:
    """Become a worker of this scheduler that measures `jobs` points at once. Do not return."""
    keep_home_clean()
    os.environ["PYTHONPATH"] = str(paths.SCRIPTS)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "distributed.cli.dask_worker", scheduler, "--nthreads", str(jobs),
                              "--memory-limit", "0", "--no-dashboard",
                              "--local-directory", str(paths.TMP)])


def keep_home_clean() -> None:
    """Make Dask write its configuration template into the build folder. Dask still reads the user's configuration."""
    os.environ.setdefault("DASK_CONFIG", str(paths.make_build() / "dask"))
