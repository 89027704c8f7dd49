# SPDX-License-Identifier: Apache-2.0
"""Benchmarks, tables and random applications of each RTOS. The RTOS's key is the name of its module in this package.

Other packages reach the modules through known(), so a new RTOS needs no change in other packages. An RTOS without a
module has no benchmarks.
"""
from __future__ import annotations

import argparse
import functools
import importlib
import importlib.util

from ..products import rtos as rtos_module


class Kernel:
    """The benchmarks and random applications of an RTOS. The module of an RTOS has a subclass, also named Kernel."""

    default_parts: tuple[str, ...] = ()    # parts of `./metro bench`, measured if no part is named
    variants: tuple[str, ...] = ()         # further parts: the default ones under other conditions
    parts: tuple[str, ...] = ()            # further parts
    shared_parts: tuple[str, ...] = ()     # parts that can measure several kernels
    seconds: dict[str, float] = {}         # the estimated CPU time of parts whose runs are not known before set-up
    choices: tuple[str, ...] = ()          # configurations among which `./metro choose` searches, the default first
    with_banks: str = "levels-contexts"    # the configuration with register banks that README's first table shows
    wake_up: str = "latency.sem.give.switch"    # figure: a call wakes a higher task, which runs
    tree_options: dict[str, str] = {}      # options of `./metro bench` for a benchmark in a user's tree: {name: help}
    bounded = None                         # the services that `./metro wcet` bounds (wcet.suite.Suite)
    tables: dict = {}                      # tables of figures in README and docs by name: functions of a tables.Scope

    def __init__(self, key: str):
        self.key = key

    @functools.cached_property
    def rtos(self) -> rtos_module.Rtos:
        """Return the description of the RTOS. Before set-up, it cannot be read."""
        return rtos_module.get(self.key)

    @property
    def every_part(self) -> tuple[str, ...]:
        return *self.default_parts, *self.variants, *self.parts, *self.shared_parts

    @property
    def systems(self) -> list:
        """Return the measured systems (figures.key.Who), in the order of the tables' columns."""
        return []

    def chosen_systems(self, args) -> list[str]:
        """Return the names of the configurations that these arguments of `./metro bench` select."""
        return []

    def plan(self, args, parts, read) -> list:
        """Return the runs (measure.workloads.Run) of these parts. read: returns the configuration of a name."""
        return []

    def run_tree(self, option: str, args) -> int:
        """Run the benchmark of an option in `tree_options`, and print its figures. Return the exit code."""
        raise NotImplementedError

    def points(self, rows, args) -> list:
        """Return points (measure.sweep.points.Measured) that measure at least these rows. args: the arguments of
        `./metro bench` with their systems."""
        return []

    def sizes(self, args) -> list:
        """Return the points (measure.sweep.points.Size) of the part `size`."""
        return []

    def headline(self, scope):
        """Return README's table of this kernel from committed figures, or None.

        `./metro bench` prints it if it measures only the default parts.
        """
        return None

    def bench_tables(self, scope, with_given: bool) -> list:
        """Return the tables that `./metro bench` prints. with_given: with the tables of a given tree."""
        return []

    def tiles(self) -> list[tuple]:
        """Return the key figures of the report: (title, Key without a system, system, unit, conditions)."""
        return []

    def sections(self, scope) -> list:
        """Return the sections of the report (report.sections.Section)."""
        return []

    def applications(self):
        """Return the module with the random applications of `./metro hammer`, or None.

        It has OPTION, HELP, DESCRIPTION, add_arguments(group) and main(args).
        """
        return None


@functools.cache
def _class(key: str) -> type[Kernel]:
    name = f"{__name__}.{key}"
    return importlib.import_module(name).Kernel if importlib.util.find_spec(name) else Kernel


def of(key: str) -> Kernel:
    return _class(key)(key)


def known() -> list[Kernel]:
    """Return all kernels. The default RTOS is first."""
    return list(map(of, (*rtos_module.names(), *rtos_module.own_build_names())))


def with_own_tree(args, key: str):
    """Return the arguments of `./metro bench` for an RTOS: without --kernel if this tree is of another RTOS."""
    tree = args.kernel and rtos_module.rtos_of_tree(args.kernel)
    return argparse.Namespace(**{**vars(args), "kernel": None}) if tree and tree.key != key else args
