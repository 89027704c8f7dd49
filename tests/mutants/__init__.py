# SPDX-License-Identifier: Apache-2.0
"""Mutants: deliberate faults in our sources and netlists. A named test must find each mutant.

A module of this package has the mutants of one layer, in tables. A row of a table is one mutant: name, place, original
text, faulty text, and what the test needs to show the fault. Each original text must occur exactly once in its place.
tests/test_mutants.py checks that without a build, for all mutants.
"""
from __future__ import annotations

import dataclasses
import re
import shutil
from pathlib import Path

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
class Mutant:
    name: str
    test: str               # file::function of the test that must find it
    edits: tuple[Edit, ...]
    shows: tuple = ()       # what that test needs: a program, a system, ...

    def put_into(self, text: str, file: str | None = None) -> str:
        """Return a text with the edits, or with those of one file."""
        for edit in self.edits:
            if file in (None, edit.file):
                try:
                    text = edit.put_into(text)
                except Stale as reason:
                    raise Stale(f"adapt the mutant {self.name!r} in tests/mutants: {reason}") from None
        return text

    def changed(self) -> dict[str, str]:
        """Return the faulty files: text by name."""
        return {file: self.put_into((ROOT / file).read_text(), file)
                for file in dict.fromkeys(edit.file for edit in self.edits)}

    def copy(self, folder: Path, *parts: str) -> Path:
        """Copy parts of the repository with the fault, and return the copy of their first folder. parts: by default the
        first folder of the file, such as sw."""
        changed = self.changed()
        top = next(iter(changed)).partition("/")[0]
        for part in parts or (top,):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("spinal"))
        for file, text in changed.items():
            (folder / file).write_text(text)
        return folder / top


@dataclasses.dataclass(frozen=True)
class Table:
    """Mutants that one test must find. The quick run has some of them, or all where quick is None."""
    mutants: tuple[Mutant, ...]
    quick: tuple[str, ...] | None = None

    def __iter__(self):
        return iter(self.mutants)

    def __len__(self) -> int:
        return len(self.mutants)

    def __getitem__(self, name: str) -> Mutant:
        return next(mutant for mutant in self if mutant.name == name)

    def is_quick(self, mutant: Mutant) -> bool:
        return self.quick is None or mutant.name in self.quick

    def each(self, function):
        """Run a test with each mutant."""
        return pytest.mark.parametrize("mutant", [
            pytest.param(mutant, id=mutant.name, marks=slow_if(not self.is_quick(mutant)))
            for mutant in self])(function)


def table(test: str, folder: str, *rows, quick: tuple[str, ...] | None = None) -> Table:
    """Rows: name, file or file:function below the folder, original text, faulty text, what the test needs."""
    return Table(tuple(Mutant(name, test, (Edit(f"{folder}/{place}", old, new),), tuple(shows))
                       for name, place, old, new, *shows in rows), quick)


def together(mutants) -> Mutant:
    """Return one mutant with the edits of all of these."""
    return Mutant("several", "", tuple(edit for mutant in mutants for edit in mutant.edits))
