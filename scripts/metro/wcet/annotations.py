# SPDX-License-Identifier: Apache-2.0
"""Annotations: what the analysis cannot see in the code. They are in a file, so they change no byte of a program.

    [[loop]]
    file = "os_flag.c"                 # the source that contains the loop
    text = "while (node != 0)"         # a part of a line of the loop
    most = 64                          # most iterations each time the program enters the loop

    [[call]]
    function = "OS_CPU_Dispatch"       # with a call or jump to an address that only the running program knows
    targets = ["BSP_TickHandler"]
"""
from __future__ import annotations

import dataclasses
import functools
from pathlib import Path

from ..base import toml
from ..base.errors import MetroError

FOLDER = Path(__file__).parent / "annotated"
KEYS = {"loop": {"file", "text", "most"}, "call": {"function", "targets"}}


@dataclasses.dataclass(frozen=True)
class LoopBound:
    file: str
    text: str
    most: int | str                # a number, or the name of an array: as many as its entries

    def __str__(self) -> str:
        return f"{self.file}: {self.text}"


@dataclasses.dataclass(frozen=True)
class Annotations:
    loops: tuple[LoopBound, ...] = ()
    calls: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def with_loops(self, loops: list[dict]) -> Annotations:
        """Return these annotations and those of further loops, which are in the form of a file."""
        return dataclasses.replace(self, loops=(*self.loops, *(LoopBound(**loop) for loop in loops)))

    def targets(self, program, address: int) -> tuple[int, ...]:
        """Return the annotated targets of the call or jump at an address."""
        name = program.name(address)
        return tuple(program.function(target) for function, targets in self.calls if function == name
                     for target in targets)

    def bound(self, program, addresses) -> tuple[int, LoopBound] | None:
        """Return the most iterations of the loop with these instructions, and the annotation; None: it has none."""
        places = {program.lines.at(address) for address in addresses} - {None}
        found = {}
        for loop in self.loops:
            if any(Path(file).name == loop.file and loop.text in _line(file, line) for file, line in places):
                found[loop.file, loop.text] = loop         # a later annotation replaces an earlier one
        return max(((self._number(program, loop), loop) for loop in found.values()), key=lambda one: one[0],
                   default=None)

    @staticmethod
    def _number(program, loop: LoopBound) -> int:
        if isinstance(loop.most, int):
            return loop.most
        entries = program.entries(loop.most)
        if not entries:
            raise MetroError(f"the annotation of {loop} names {loop.most}, which is no array of {program.elf}")
        return entries


@functools.lru_cache(maxsize=None)
def _text(file: str) -> list[str]:
    path = Path(file)
    return path.read_text(errors="replace").splitlines() if path.is_file() else []


def _line(file: str, line: int) -> str:
    lines = _text(file)
    return lines[line - 1] if line <= len(lines) else ""


def read(*files: Path) -> Annotations:
    loops, calls = [], []
    for file in files:
        content = toml.read(file)
        for section, keys in KEYS.items():
            for entry in content.get(section, ()):
                if set(entry) != keys:
                    raise MetroError(f"{file}: a [[{section}]] has the keys {', '.join(sorted(keys))}; "
                                     f"this one has {', '.join(sorted(entry)) or 'none'}")
        loops += [LoopBound(**entry) for entry in content.get("loop", ())]
        calls += [(entry["function"], tuple(entry["targets"])) for entry in content.get("call", ())]
    return Annotations(tuple(loops), tuple(calls))


def of_kernels() -> list[Path]:
    """Return the files with the annotations of the kernels in this repository."""
    return sorted(FOLDER.glob("*.toml"))
