# SPDX-License-Identifier: Apache-2.0
"""Digests of a figure's inputs. A figure is old only if one of them changed. No digest needs a simulation.

netlist     the logic of the SoC, or of the synthesised module
firmware    the bytes that a run loads
workload    the values that a run writes into the firmware, and the interrupt line that it raises
meter       the harness, the meters' specification, and the code that makes the figure; without comments
tools       versions of synthesis, and of place and route
"""
from __future__ import annotations

import ast
import functools
import inspect
import re
import textwrap
import types
from pathlib import Path

from ..base import cache, paths
from ..figures import inputs
from ..products import netlist as netlist_module, synthesis
from . import area, fmax, measurement

HARNESS = [paths.ROOT / "hw" / "sim" / f"{name}.{suffix}"      # drives the SoC, raises its lines, and measures
           for name in ("meters", "model", "simulation") for suffix in ("cpp", "h")]
PACKAGES = tuple(f"{__name__.split('.')[0]}.{package}" for package in ("measure", "kernels"))
PLAIN = (int, float, str, tuple, list, dict, frozenset, re.Pattern)
IDENTITY = ("key", "columns")     # not in the digest: they only name a figure


def of_run(run) -> dict[str, str]:
    """Return the digests of a workloads.Run."""
    firmware = run.build.make()
    texts = [*code(type(run).figures, type(run)), *code(type(run).budget, type(run))]
    return {
        "netlist": _logic(measurement.soc_of(run.core)),
        "firmware": short(firmware.image.hex()),
        "workload": short([run.values, str(run.line)]),
        "meter": short([run.meters(_Named(firmware.symbols)), texts, _harness()]),
    }


def of_simulations(runs: list[measurement.Simulation], owner: type) -> dict[str, str]:
    """Return the digests of the figures that owner.figures() makes from the results of these runs."""
    return {
        "netlist": short([_logic(run.soc) for run in runs]),
        "firmware": short([run.firmware.image.hex() for run in runs]),
        "workload": short([str(run.line) for run in runs]),
        "meter": short([[run.meters for run in runs], code(owner.figures, owner), _harness()]),
    }


def of_point(point) -> dict[str, str]:
    """Return the digests of a sweep point that runs synthesis."""
    verilog, top, *options = point.netlist()
    routed = point.key.part == "fmax"
    texts = [*code(area.of), *(code(fmax.mhz) if routed else [])]
    tools = [synthesis.version(tool) for tool in (synthesis.YOSYS, *([synthesis.NEXTPNR] * routed))]
    return {"netlist": netlist(verilog), "tools": short(tools),
            "meter": short([texts, repr(area.FAMILIES[point.key.device]), top, options])}


def short(value) -> str:
    return cache.key_of({"value": value})[:6]


def _logic(soc: Path) -> str:
    return netlist(*sorted((soc / "gateware").glob("*.v")))


@functools.lru_cache(maxsize=None)
def netlist(*files: Path) -> str:
    return short([netlist_module.digest(file.read_text()) for file in files])


@functools.lru_cache(maxsize=None)
def _harness() -> str:
    return short(list(map(inputs.code, HARNESS)))


class _Named:
    """A firmware whose addresses are its symbols' names, because a moved function does not change the meter."""

    def __init__(self, symbols):
        self.symbols = {name: name for name in symbols}

    def address(self, name: str) -> str:
        return name


def code(function, owner: type | None = None) -> tuple[str, ...]:
    """Return the text of a function, and of the functions and constants of PACKAGES that it uses. Comments and
    docstrings are left out. owner: the class whose methods the function calls."""
    found, seen, todo = set(), set(), [function]
    while todo:
        function = todo.pop()
        if function in seen:
            continue
        seen.add(function)
        found.add(_text(function))
        for name in _names(function.__code__).difference(IDENTITY):
            for place in _places(function, owner):
                used = place.get(name)
                if isinstance(used, property):
                    used = used.fget
                if inspect.isfunction(used) and used.__module__.startswith(PACKAGES):
                    todo.append(used)
                elif name.isupper() and isinstance(used, PLAIN):
                    found.add(f"{name} = {sorted(used) if isinstance(used, frozenset) else used!r}")
    return tuple(sorted(found))


def _places(function, owner: type | None) -> list[dict]:
    """Return the namespaces in which a function finds a name: its class, its module, and the modules imported there."""
    own = function.__globals__
    modules = [vars(module) for module in own.values()
               if isinstance(module, types.ModuleType) and module.__name__.startswith(PACKAGES)]
    return [*([dict(inspect.getmembers_static(owner))] if owner else []), own, *modules]


def _names(code) -> set[str]:
    return set(code.co_names).union(*(_names(inner) for inner in code.co_consts if isinstance(inner, types.CodeType)))


@functools.lru_cache(maxsize=None)
def _text(function) -> str:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
