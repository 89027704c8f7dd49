# SPDX-License-Identifier: Apache-2.0
"""The inputs of figures, and whether they changed since the measurement. The check builds nothing.

An input is a folder or file of this repository, or a tool. The value of a folder or file is a digest without prose,
comments and docstrings; the value of a tool is its version. A user's tree is not an input, because its place is not
known later.
"""
from __future__ import annotations

import ast
import functools
import itertools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..base import cache, paths, toml
from ..environment import tools
from ..products import rtos
from .key import TEMPLATE, Key

ROOMS = {                       # folder: its entries that do not count
    "sw": ("example", *(f"{name}-ports" for name in rtos.names() if name != rtos.DEFAULT),
           *rtos.own_build_names(), "model", "monitor", "selftest", "templates", "threads"),
    "hw": ("formal", "gdb", "hardware_thread.py", "litex_package", "sim", "virtual_device.py", "web"),
    "hw/sim": (),
    "boards": (),
}
PACKAGES = "scripts/requirements.txt"                      # everything from PyPI: LiteX, Yosys, nextpnr ...
COMPILER, VERILATOR = "riscv gcc", "verilator"
SIMULATED = ("sw", "hw", "hw/sim", PACKAGES, COMPILER, VERILATOR)
KINDS = {                       # part of a figure: its inputs; see kinds() for other parts
    "area": ("hw", PACKAGES),
    "fmax": ("hw", PACKAGES),
    "size": ("sw", "bench/cfg-template", COMPILER),
    "board": ("sw", "hw", "bench/cfg", "bench/dhrystone", "boards", PACKAGES, COMPILER, VERILATOR),
    "sim": (*SIMULATED, "bench/cfg", "bench/dhrystone"),
    "conformance": ("sw",),
}
MORE = {                        # second word of `what` of some areas and clocks: inputs in addition to KINDS
    "core_slots": ("configs/events.toml",),
    "guest_core": ("configs/original.toml", "configs/guests.toml", "configs/guest-switch.toml",
                   "configs/events.toml"),
    **dict.fromkeys(("slots", "slots_bursts"), ("hw/hardware_thread.py",)),
}
THREADS = ("sw/threads", "hw/hardware_thread.py")
GUESTS = ("sw/monitor", "hw/virtual_device.py", "hw/hardware_thread.py")
PROGRAMS = {                    # part of a figure: inputs in addition to SIMULATED and the configuration
    **dict.fromkeys(("turnaround", "communication", "sorting", "image", "frames", "busy_bus"),
                    (*THREADS, "bench/cfg", "bench/threads")),
    "direct_call": (*THREADS, "tests/hardware_threads/every_cycle"),
    **dict.fromkeys([f"guest_{part}" for part in ("overheads", "response", "allotment", "size")],
                    (*GUESTS, "bench/guests")),
    "guest_thread_metric": (*GUESTS, "bench/cfg", "bench/thread_metric"),
}
FOLDERS = {                     # part or `what` of a figure: its folder in bench; default: tick
    **{part: part for part in ("dhrystone", "latency", "periodic", "response", "thread_metric")},
    "cold": "cold_caches",
    **dict.fromkeys(("budget.post", "budget.post_instructions"), "latency"),
}
SHARED = ("thread_metric",)     # folders in bench for several RTOSes; the other benchmarks of an RTOS are in bench/NAME
SERVICES = "services"           # another one, for RTOSes whose own build system builds the program
OWN_BUILD = frozenset(rtos.own_build_names())
WITH_C_COMMENTS = (".c", ".h", ".S", ".ld", ".cpp", ".scala", ".v", ".vh")
COMMENT_OR_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\"{3}.*?\"{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
# Keys of hw/isa and configs that no netlist and no program has.
PROSE = ("meaning", "note", "purpose", "title", "text", "needs", "excludes")
DOCUMENTED = ast.Module, ast.ClassDef, ast.FunctionDef


def kinds(key: Key) -> tuple[str, ...]:
    if key.rtos in OWN_BUILD:
        folder = key.part if key.part in SHARED else SERVICES
        return (*SIMULATED, f"sw/{key.rtos}", f"bench/{key.rtos}", f"bench/{folder}", f"configs/{key.system}.toml")
    if key.part in PROGRAMS:
        return (*SIMULATED, *PROGRAMS[key.part], f"configs/{key.system}.toml")
    if key.part in KINDS:
        return (*KINDS[key.part], *MORE.get(key.what.partition(".")[2].partition(".")[0], ()))
    if key.rtos:
        folder = key.part if key.part in SHARED else key.rtos
        return (*SIMULATED, f"sw/{key.rtos}-ports", f"bench/cfg-{key.rtos}", f"bench/{folder}",
                f"configs/{key.system}.toml")
    cfg = "bench/cfg-template" if key.cfg == TEMPLATE else "bench/cfg"
    folder = FOLDERS.get(key.what) or FOLDERS.get(key.part, "tick")
    return (*SIMULATED, cfg, f"bench/{folder}", f"configs/{key.system}.toml")


@functools.lru_cache(maxsize=None)
def current_input(kind: str) -> str:
    """Return the current digest or version of an input, or an empty string if the tool is not installed."""
    if kind in (COMPILER, VERILATOR):
        return _versions().get(kind, "")
    place = paths.ROOT / kind
    without = {place / name for name in ROOMS.get(kind, ())}
    files = [file for file in ([place] if place.is_file() else place.rglob("*"))
             if file.is_file() and file.suffix != ".md" and "__pycache__" not in file.parts
             and not without & {file, *file.parents}]
    return cache.key_of({"files": sorted((str(file.relative_to(paths.ROOT)), code(file)) for file in files)})[:12]


def code(file: Path) -> str:
    """Return a digest of a file. In files of Python, TOML or WITH_C_COMMENTS, comments, docstrings, layout and the keys
    in PROSE do not count."""
    if file.suffix == ".py":
        tree = ast.parse(file.read_text())
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        return cache.key_of({"code": ast.unparse(tree)})
    if file.suffix in WITH_C_COMMENTS:
        without = COMMENT_OR_TEXT.sub(lambda found: " " if found[0][0] == "/" else found[0], file.read_text())
        return cache.key_of({"code": without.split()})
    if file.suffix == ".toml":
        table = toml.read(file)
        if file.name == rtos.FILE and file.parent.name in OWN_BUILD:
            table.pop("studio", None)          # no program depends on it; the digests of the others include it
        return cache.key_of({"code": without_prose(table)})
    return cache.digest_file(file)


def without_prose(table):
    """Return the content of a TOML file without the keys that only describe something."""
    if isinstance(table, dict):
        return {key: without_prose(value) for key, value in table.items() if key not in PROSE}
    return [without_prose(value) for value in table] if isinstance(table, list) else table


@functools.lru_cache(maxsize=None)
def _versions() -> dict[str, str]:
    return {finding.tool.name: finding.version for finding in tools.find_tools("bench", paths.BUILD / "tools.json")}


def look() -> None:
    """Read all inputs. A long measurement starts with this, because a user may edit the sources while it runs."""
    for kind in (*SIMULATED, "boards", *itertools.chain(*PROGRAMS.values(), *MORE.values()),
                 *(file.relative_to(paths.ROOT).as_posix() for pattern in ("bench/*", "configs/*")
                   for file in paths.ROOT.glob(pattern))):
        current_input(kind)


def current_inputs(key: Key) -> dict[str, str]:
    """Return the current inputs of a figure."""
    return {kind: current_input(kind) for kind in kinds(key)}


class State(dict):
    """The current inputs, each read on demand."""
    def __missing__(self, kind: str) -> str:
        return current_input(kind)


def changed_inputs(figure: Mapping, state: Mapping = State()) -> list[str] | None:
    """Return the inputs of a figure that differ in this state, or None if its inputs are not known."""
    if not figure.get("inputs"):
        return None
    return [kind for kind, digest in figure["inputs"].items() if state[kind] not in ("", digest)]


def describe_changes(changed: list[str] | None) -> str:
    """Return the changed inputs as text, or an empty string if there are none."""
    if changed is None:
        return "its inputs are not known"
    return f"older: {', '.join(changed)} changed since" if changed else ""


def count_old(found: Mapping, keys: Iterable[Key], state: Mapping = State()) -> str:
    """Return a sentence that says how many of these figures are old, or an empty string if none is."""
    changed = [changed_inputs(found[key], state) for key in keys if key in found]
    kinds = dict.fromkeys(kind for each in changed for kind in each or ())
    unknown = changed.count(None)
    parts = []
    if kinds:
        count = sum(map(bool, changed))
        parts.append(f"{count:,} of {len(changed):,} figures {'is' if count == 1 else 'are'} older than "
                     f"{', '.join(kinds)}")
    if unknown:
        parts.append(f"the inputs of {unknown:,} of {len(changed):,} figures are not known")
    text = "; ".join(parts)
    return text and f"{text[0].upper()}{text[1:]}."
