# SPDX-License-Identifier: Apache-2.0
"""Annotations: what the analysis cannot see in the code. They are in a file, so they change no byte of a program.

    [[loop]]
    file = "os_flag.c"                 # the source that contains the loop
    text = "while (node != 0)"         # a part of a line of the loop
    most = 64                          # most repetitions each time the program enters the loop

    [[loop]]
    function = "memcpy"                # without a source: each loop of the function
    caller = "prvCopyDataToQueue"      # only where this function is on the way from the analysed function
    most = "item"                      # as many as the entry of an array, or a number of [sizes]

    [sizes]
    item = 4

    [entries]                          # how often a call of the analysed function enters other functions at most
    vTaskSuspendAll = 1

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
from collections.abc import Collection
from pathlib import Path

from ..base import toml
from ..base.errors import MetroError
from .program import line_of

FOLDER = Path(__file__).parent / "annotated"
# Of each section: keys that an entry must have, and further ones.
KEYS = {"loop": ([{"file", "text", "most"}, {"function", "most"}], {"caller"}),
        "call": ([{"function", "targets"}], set())}


@dataclasses.dataclass(frozen=True)
class LoopBound:
    most: int | str                # a number, or the name of a size or an array: as many as its entries
    file: str = ""
    text: str = ""
    function: str = ""
    caller: str = ""

    def __str__(self) -> str:
        return f"{self.function or f'{self.file}: {self.text}'}{f' in {self.caller}' if self.caller else ''}"

    @property
    def place(self) -> tuple[str, str, str, str]:
        return self.file, self.text, self.function, self.caller

    def names(self, program, address: int, callers: Collection[str]) -> bool:
        """Return whether the annotation names the place of an instruction. callers: names of the functions on the way
        there."""
        if self.caller and self.caller not in callers:
            return False
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
    entries: tuple[tuple[str, int], ...] = ()

    def __add__(self, later: Annotations) -> Annotations:
        return Annotations(*(getattr(self, field.name) + getattr(later, field.name)
                             for field in dataclasses.fields(self)))

    def targets(self, program, address: int) -> tuple[int, ...]:
        """Return the annotated targets of the call or jump at an address."""
        name = program.name(address)
        return tuple(program.function(target) for function, targets in self.calls if function == name
                     for target in targets)

    def bound(self, program, addresses, callers: Collection[str] = ()) -> tuple[int, LoopBound] | None:
        """Return the most repetitions of the loop with these instructions, and the annotation; None: it has none.
        callers: see LoopBound."""
        # A later annotation replaces an earlier one, and one with a caller the others.
        found = {loop.place: loop for loop in self.loops
                 if any(loop.names(program, address, callers) for address in addresses)}
        if any(loop.caller for loop in found.values()):
            found = {place: loop for place, loop in found.items() if loop.caller}
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
                required, more = known
                if set(entry) - more not in required:
                    raise MetroError(f"{file}: a [[{section}]] has the keys "
                                     f"{' or '.join(', '.join(sorted(keys)) for keys in required)}; "
                                     f"this one has {', '.join(sorted(entry)) or 'none'}")
        found += of(content)
    return found


def of(content: dict) -> Annotations:
    """Return the annotations of a table with the sections of a file."""
    return Annotations(tuple(LoopBound(**entry) for entry in content.get("loop", ())),
                       tuple((entry["function"], tuple(entry["targets"])) for entry in content.get("call", ())),
                       *(tuple(content.get(section, {}).items()) for section in ("sizes", "variables", "entries")))


def of_kernels() -> list[Path]:
    """Return the files with the annotations of the kernels in this repository."""
    return sorted(FOLDER.glob("*.toml"))
