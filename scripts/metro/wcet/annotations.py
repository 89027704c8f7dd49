# SPDX-License-Identifier: Apache-2.0
"""Annotations: what the analysis cannot see in the code. They are in a file, so they change no byte of a program.

    [[loop]]
    file = "os_flag.c"                 # the source that contains the loop
    text = "while (node != 0)"         # a part of a line of the loop
    most = 64                          # most iterations each time the program enters the loop

    [[loop]]
    function = "memcpy"                # without a source: each loop of the function
    most = "item"                      # as many as the entry of an array, or a number of [sizes]

    [sizes]
    item = 4

    [variables]                        # values of words at the entry. Only code with their address changes them
    uxPortCriticalNesting = 0

    [[call]]
    function = "OS_CPU_Dispatch"       # with a call or jump to an address that only the running program knows
    targets = ["BSP_TickHandler"]
"""
from __future__ import annotations

import collections
import dataclasses
import json
from pathlib import Path

from ..base import toml
from ..base.errors import MetroError
from .program import line_of

FOLDER = Path(__file__).parent / "annotated"
KEYS = {"loop": ({"file", "text", "most"}, {"function", "most"}), "call": ({"function", "targets"},)}


@dataclasses.dataclass(frozen=True)
class LoopBound:
    most: int | str                # a number, or the name of a size or an array: as many as its entries
    file: str = ""
    text: str = ""
    function: str = ""

    def __str__(self) -> str:
        return self.function or f"{self.file}: {self.text}"

    @property
    def place(self) -> tuple[str, str, str]:
        return self.file, self.text, self.function

    def names(self, program, address: int) -> bool:
        """Return whether the annotation names the place of an instruction."""
        if self.function:
            return program.name(address) == self.function
        place = program.lines.at(address)
        return place is not None and Path(place[0]).name == self.file and self.text in line_of(*place)


@dataclasses.dataclass(frozen=True)
class Annotations:
    loops: tuple[LoopBound, ...] = ()
    calls: tuple[tuple[str, tuple[str, ...]], ...] = ()
    sizes: tuple[tuple[str, int], ...] = ()
    variables: tuple[tuple[str, int], ...] = ()

    def __add__(self, later: Annotations) -> Annotations:
        return Annotations(*(getattr(self, field.name) + getattr(later, field.name)
                             for field in dataclasses.fields(self)))

    def targets(self, program, address: int) -> tuple[int, ...]:
        """Return the annotated targets of the call or jump at an address."""
        name = program.name(address)
        return tuple(program.function(target) for function, targets in self.calls if function == name
                     for target in targets)

    def bound(self, program, addresses) -> tuple[int, LoopBound] | None:
        """Return the most iterations of the loop with these instructions, and the annotation; None: it has none."""
        # A later annotation replaces an earlier one.
        found = {loop.place: loop for loop in self.loops if any(loop.names(program, address) for address in addresses)}
        return max(((self._number(program, loop), loop) for loop in found.values()), key=lambda one: one[0],
                   default=None)

    def _number(self, program, loop: LoopBound) -> int:
        if isinstance(loop.most, int):
            return loop.most
        size = dict(self.sizes).get(loop.most)
        found = program.entries(loop.most) if size is None else size
        if not found and size is None:
            raise MetroError(f"the annotation of {loop} names {loop.most}, which is no array of {program.elf} and "
                             "not in [sizes]")
        return found


def example(program, entry: int, addresses) -> str:
    """Return an annotation, without its number, of a loop with these instructions in the function at `entry`."""
    lines = {place for address in addresses if (place := program.lines.at(address)) and line_of(*place).strip()}
    # Most lines are of the function's own file, and the others are of inlined functions.
    files = collections.Counter(file for file, _ in lines)
    place = min(lines, key=lambda place: (-files[place[0]], place), default=None)
    if place is None:
        return f'[[loop]]\nfunction = "{program.name(entry)}"\nmost = N'
    return f"[[loop]]\nfile = {json.dumps(Path(place[0]).name)}\ntext = {json.dumps(line_of(*place).strip())}\nmost = N"


def read(*files: Path) -> Annotations:
    found = Annotations()
    for file in files:
        content = toml.read(file)
        for section, known in KEYS.items():
            for entry in content.get(section, ()):
                if set(entry) not in known:
                    raise MetroError(f"{file}: a [[{section}]] has the keys "
                                     f"{' or '.join(', '.join(sorted(keys)) for keys in known)}; "
                                     f"this one has {', '.join(sorted(entry)) or 'none'}")
        found += Annotations(tuple(LoopBound(**entry) for entry in content.get("loop", ())),
                             tuple((entry["function"], tuple(entry["targets"])) for entry in content.get("call", ())),
                             tuple(content.get("sizes", {}).items()), tuple(content.get("variables", {}).items()))
    return found


def of_kernels() -> list[Path]:
    """Return the files with the annotations of the kernels in this repository."""
    return sorted(FOLDER.glob("*.toml"))
