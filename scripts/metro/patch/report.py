# SPDX-License-Identifier: Apache-2.0
"""The findings in a tree and the changes made, as a text and as a diff."""
from __future__ import annotations

import difflib
from collections import Counter
from dataclasses import dataclass, field

@dataclass(frozen=True)
class Site:
    """A place in a tree. idiom: short name of its operation. call: its replacement, or why it stays in software."""
    file: str
    line: int
    function: str
    idiom: str
    call: str


@dataclass(frozen=True)
class Refusal:
    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


@dataclass
class Report:
    """The findings in a tree and the changes made."""
    version: str
    kernel: str
    kinds: tuple               # (title, words) in report order; words: an idiom, its first word, or several idioms
    sites: list[Site] = field(default_factory=list)
    in_software: list[Site] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    notes: list[Refusal] = field(default_factory=list)
    changed: dict = field(default_factory=dict)             # path in the tree -> (bytes before, bytes after)

    def count(self, *idioms: str) -> int:
        return sum(site.idiom in idioms for site in self.sites)

    def text(self) -> str:
        """Return the report as text. It does not depend on the tree's location."""
        lines = [f"{self.kernel} {self.version}"]
        for name in dict.fromkeys(site.file for site in [*self.sites, *self.in_software]):
            lines += ["", name]
            rows = [(site.line, site.function, site.idiom, f"{how} {site.call}")
                    for found, how in ((self.sites, "->"), (self.in_software, "stays:")) for site in found
                    if site.file == name]
            lines += [f"  {line:>5}  {function:<24} {idiom:<13} {call}" for line, function, idiom, call in sorted(rows)]
        if self.on_ticks():
            lines += ["", "Stays on ticks", *(f"  {reason}" for reason in self.on_ticks())]
        if self.notes:
            lines += ["", "Notes", *(f"  {note}" for note in self.notes)]
        if self.refusals:
            lines += ["", "Refused", *(f"  {refusal}" for refusal in self.refusals)]
        lines += ["", *self.counts()]
        return "\n".join(lines) + "\n"

    def on_ticks(self) -> list[Refusal]:
        """Return the places that need periodic tick interrupts even with a time base, and the reason."""
        why = ("each tick is a timer interrupt, also on a core with a time base, because no tick may occur in a "
               "critical section here. OS_ACCEL_TICKLESS_EN stays 0; the build refuses 1")
        return [Refusal(site.file, site.line, f"{site.function}: {why}") for site in self.sites
                if site.idiom == "delay count"]

    def counts(self) -> list[str]:
        kinds = Counter(next((title for title, words in self.kinds if site.idiom in words or
                              site.idiom.split()[0] == words), site.idiom) for site in self.sites)
        found = len(self.sites) + len(self.in_software) + len(self.refusals)
        return [f"{found} places found: {len(self.sites)} changed, {len(self.in_software)} stay in software, "
                f"{len(self.refusals)} refused; {len(self.changed)} files changed, {self.lines[0]} lines out and "
                f"{self.lines[1]} in",
                ", ".join(f"{title} {kinds[title]}" for title, _ in self.kinds if kinds[title])]

    @property
    def lines(self) -> tuple[int, int]:
        """The number of lines removed from and added to the tree's own files."""
        found = [line[:1] for line in self.diff().splitlines() if not line.startswith((b"--- ", b"+++ "))]
        return found.count(b"-"), found.count(b"+")

    def diff(self) -> bytes:
        """Return the changes in the tree's own files as a diff for patch -p1."""
        lines = []
        for name, (before, after) in sorted(self.changed.items()):
            found = difflib.diff_bytes(difflib.unified_diff, before.splitlines(keepends=True),
                                       after.splitlines(keepends=True), b"a/" + name.encode(), b"b/" + name.encode())
            lines += [line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in found]
        return b"".join(lines)
