# SPDX-License-Identifier: Apache-2.0
"""Mutants: deliberate faults in our sources and netlists. A named test must find each mutant.

A module of this package has the mutants of one layer, in tables. A row of a table is one mutant: name, place, original
text, faulty text, and what the test needs to show the fault. Each original text must occur exactly once at that place.
tests/repository/test_mutants.py checks this without a build, for all mutants.
"""
from __future__ import annotations

import dataclasses
import re
import shutil
from pathlib import Path
from typing import Callable, Iterable

import pytest

from support import ROOT, slow_if


class Stale(Exception):
    """A mutant does not fit the text that it changes."""


@dataclasses.dataclass(frozen=True)
class Edit:
    """Replace a text of a source file."""
    place: str              # file below the root of the repository, or file:function
    old: str
    new: str

    @property
    def file(self) -> str:
        return self.place.partition(":")[0]

    def put_into(self, text: str) -> str:
        start, end = 0, len(text)
        if function := self.place.partition(":")[2]:
            # In C a function ends at a brace in the first column, in assembly at the next function.
            found = re.search(rf"^(?:\w[^\n;#]*\b{function}\([^;{{]*\)\n\{{| +FUNCTION {function}$)"
                              r".*?(?=^\}$|^ +FUNCTION |\Z)", text, re.MULTILINE | re.DOTALL)
            if not found:
                raise Stale(f"there is no function {function} in {self.file}")
            start, end = found.span()
        if (count := text.count(self.old, start, end)) != 1:
            raise Stale(f"{self.place} has this text {count} times instead of once:\n{self.old}")
        at = text.index(self.old, start)
        return text[:at] + self.new + text[at + len(self.old):]


@dataclasses.dataclass(frozen=True)
class Assignment:
    """Replace the value that a netlist assigns to a signal."""
    place: str              # signal or module:signal. signal: a pattern. module: its name without the generated number
    value: str | tuple[str, str]    # faulty value, {was}: correct value; or (part of the correct value, faulty part)
    where: str = ""         # pattern in the correct value, which selects one of several assignments
    times: int = 1          # number of selected assignments, which all get the faulty value
    before: str = ""        # signal whose value one cycle earlier replaces {before} in the faulty value
    file = ""

    def places(self, netlist: str) -> list[re.Match]:
        module, signal = re.fullmatch(r"(?:(\w+):)?(.*)", self.place).groups()
        start, end = 0, len(netlist)
        if module:
            found = list(re.finditer(rf"^module {module}(_\d+)? .*?^endmodule", netlist, re.MULTILINE | re.DOTALL))
            if len(found) != 1:
                raise Stale(f"the netlist has {len(found)} modules {module} instead of one")
            start, end = found[0].span()
        part = self.value[0] if isinstance(self.value, tuple) else ""
        assignments = re.compile(rf"^[ \t]*(?:assign )?{signal} <?= ([^;]*);", re.MULTILINE)
        places = [place for place in assignments.finditer(netlist, start, end)
                  if part in place[1] and re.search(self.where, place[1])]
        if len(places) != self.times:
            raise Stale(f"the netlist assigns {part or self.where or 'a value'} to {self.place} {len(places)} times "
                        f"instead of {self.times}")
        return places

    def put_into(self, text: str) -> str:
        return switched(text, [Mutant("", "", (self,))])

    def faulty(self, value: str, number: int) -> str:
        if isinstance(self.value, tuple):
            return value.replace(*self.value)
        return self.value.replace("{was}", value).replace("{before}", f"fault_{number}_before")


@dataclasses.dataclass(frozen=True)
class Pattern:
    """Replace the matches of a pattern in a netlist, for a fault that an Assignment cannot express."""
    old: str
    new: str
    times: int = 1
    file = ""

    def put_into(self, text: str) -> str:
        changed, times = re.subn(self.old, self.new, text, flags=re.DOTALL)
        if times != self.times:
            raise Stale(f"the netlist has {self.old} {times} times instead of {self.times}")
        return changed


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    test: str               # file::function of the test that must find the mutant
    edits: tuple[Edit | Assignment | Pattern, ...]
    needs: tuple = ()       # what the test needs to show the fault: a program, a system, ...

    def put_into(self, text: str, file: str | None = None) -> str:
        """Return a file's text with all edits, or only with the edits of `file`."""
        try:
            for edit in self.edits:
                if file in (None, edit.file):
                    text = edit.put_into(text)
        except Stale as reason:
            raise Stale(f"adapt the mutant {self.name!r} in tests/mutants: {reason}") from None
        return text

    def changed(self) -> dict[str, str]:
        """Return the faulty texts, with the file names as keys."""
        return {file: self.put_into((ROOT / file).read_text(), file)
                for file in dict.fromkeys(edit.file for edit in self.edits)}

    def copy(self, folder: Path, *parts: str) -> Path:
        """Copy parts of the repository with the fault into `folder`. Return the copy of the faulty file's top folder,
        such as sw. parts: paths below the root of the repository; default: this top folder."""
        changed = self.changed()
        top = next(iter(changed)).partition("/")[0]
        for part in parts or (top,):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("spinal"))
        for file, text in changed.items():
            (folder / file).write_text(text)
        return folder / top


@dataclasses.dataclass(frozen=True)
class Table:
    """Mutants that one test must find. quick: names of the mutants in the quick run; None: all mutants."""
    mutants: tuple[Mutant, ...]
    quick: tuple[str, ...] | None = None
    netlist: Callable[..., str] | None = None       # returns the netlist for needs[0] of a mutant

    def __iter__(self):
        return iter(self.mutants)

    def __getitem__(self, name: str) -> Mutant:
        return next(mutant for mutant in self if mutant.name == name)

    def of(self, netlist) -> list[Mutant]:
        return [mutant for mutant in self if mutant.needs[0] == netlist]

    def number(self, mutant: Mutant) -> int:
        """Return the number that activates a mutant in a netlist from switched()."""
        return self.of(mutant.needs[0]).index(mutant) + 1

    def is_quick(self, mutant: Mutant) -> bool:
        return self.quick is None or mutant.name in self.quick

    def each(self, function):
        """Parametrise a test with all mutants. Mark the mutants outside the quick run as slow."""
        return pytest.mark.parametrize("mutant", [
            pytest.param(mutant, id=mutant.name, marks=slow_if(not self.is_quick(mutant)))
            for mutant in self])(function)


def table(test: str, folder: str, *rows, quick: tuple[str, ...] | None = None) -> Table:
    """Return a table of edits. rows: name, file or file:function below the folder, original text, faulty text, what
    the test needs."""
    return Table(tuple(Mutant(name, test, (Edit(f"{folder}/{place}", old, new),), tuple(needs))
                       for name, place, old, new, *needs in rows), quick)


def netlists(test: str, netlist: Callable[..., str], rows: dict, quick: tuple[str, ...] | None = None) -> Table:
    """Return a table of netlist faults. rows: the faults for each netlist key. A fault is a name,
    and a Pattern or the fields of an Assignment. netlist: function that returns the netlist of a key."""
    return Table(tuple(Mutant(name, test, (edit[0] if isinstance(edit[0], Pattern) else Assignment(*edit),), (key,))
                       for key, faults in rows.items() for name, *edit in faults), quick, netlist)


def switched(netlist: str, mutants: Iterable[Mutant], condition: str = "") -> str:
    """Return the netlist with all mutants, each active while its condition holds. {} in the condition is the mutant's
    number, from 1. Without a condition all mutants are always active."""
    values, added = {}, []
    for number, mutant in enumerate(mutants, 1):
        for edit in mutant.edits:
            places = edit.places(netlist)
            for place in places:
                faulty, was = edit.faulty(place[1], number), values.get(place.span(1), place[1])
                values[place.span(1)] = f"({condition.format(number)}) ? ({faulty}) : ({was})" if condition else faulty
            if edit.before:
                added.append((netlist.index("endmodule", places[0].end()), f"  reg [31:0] fault_{number}_before;\n"
                              f"  always @(posedge clk) fault_{number}_before <= {edit.before};\n"))
    for (start, end), text in sorted([*values.items(), *(((at, at), text) for at, text in added)], reverse=True):
        netlist = netlist[:start] + text + netlist[end:]
    return netlist


def merged(mutants: Iterable[Mutant]) -> Mutant:
    """Return one mutant with the edits of all given mutants."""
    return Mutant("several", "", tuple(edit for mutant in mutants for edit in mutant.edits))
