# SPDX-License-Identifier: Apache-2.0
"""`./metro patch` of a uC/OS-II tree: puts its ready list, delays and wait lists behind sw/ucos-ports/accel."""
from __future__ import annotations

import re
from pathlib import Path

from ...base import paths
from ...base.paths import ADDED
from ..report import Refusal, Report
from ..source import Source
from . import event_unit
from .idiom import GUARDED, STATUS
from .rewriter import SEAM, Rewriter, is_declaration, tokens
from .tree import ACCEPTED, HEADERS, Tree, find, is_kernel_folder

NAME, SWITCH = "uC/OS-II", "OS_ACCEL_RDY_EN"
REFUSES_OTHERS = True                  # find() takes each tree that no kernel knows, and says what it lacks
SOFTWARE = paths.ROOT / "sw"
FILES = (*(SOFTWARE / "ucos-ports" / "riscv" / name for name in (
             "os_cpu.h", "os_cpu_asm.h", "os_cpu_c.c", "os_cpu_a.S", "os_cpu_contexts.S")),
         *sorted(path for path in (SOFTWARE / "ucos-ports" / "accel").glob("os_accel*.h")
                 if path.name not in ("os_accel_test.h", "os_accel_time.h")),
         *sorted(SOFTWARE.glob("ci_*.h")), paths.ROOT / "LICENSE")
KINDS = (
    ("ready list", "ready"), ("delays", "delay"), ("wait lists", "wait"), ("changes of priority", "change prio"),
    ("status that may be out of date", "status"), ("suspension", "hold release mark"), ("copies of a TCB", "copy"),
    ("initialisation", "init"), ("event unit", "event unit"),
)
NEEDED = ("ready init", "ready set", "ready clear", "ready highest", "delay count", "init")

__all__ = ["ACCEPTED", "FILES", "HEADERS", "NAME", "examine", "find", "is_kernel_folder", "is_patched"]


def examine(tree: Tree) -> Report:
    """Find and rewrite every place of a uC/OS-II tree, in memory."""
    report = Report(tree.version, NAME, KINDS)
    present: dict = {}
    left: list[Refusal] = []
    for path in tree.sources:
        name = path.relative_to(tree.root).as_posix()
        source = Source(name, path.read_bytes())
        rewriter = Rewriter(source)
        rewriter.run()
        report.sites += rewriter.sites
        report.in_software += rewriter.in_software
        report.refusals += rewriter.refusals
        report.notes += rewriter.notes
        left += rewriter.lists_left
        if rewriter.sites and not rewriter.refusals:
            report.changed[name] = (source.data, source.render())
        for site in rewriter.sites:
            present.setdefault(site.idiom, name)
    for path in tree.other_files():
        check_copied_file(tree, path, report)
    header = tree.header.relative_to(tree.root).as_posix()
    report.refusals += [Refusal(header, 1, f"the tree has no known form of `{idiom}`")
                        for idiom in NEEDED if idiom not in present and not report.refusals]
    for name, (_, after) in report.changed.items():
        check_again(name, after, report)
    if not report.refusals:
        allow_events(tree, left, report)
    return report


def allow_events(tree: Tree, left: list[Refusal], report: Report) -> None:
    """Let the new tree use the event unit if no wait list is left outside the seam. left: such lists."""
    name, data = tree.header.relative_to(tree.root).as_posix(), tree.header.read_bytes()
    if event_unit.has_multi_pend(data) and not report.count("mark"):
        left = [*left, Refusal(name, 1, "waits for several events have an unknown form, so the wait lists stay in "
                                        "software")]
    rewritten = event_unit.rewrite(name, data) if not left else None
    if rewritten is None:
        report.notes += left or [Refusal(name, 1, f"{event_unit.TYPE} has an unknown form, so the wait lists stay "
                                                  "in software")]
        return
    after, found = rewritten
    report.sites += found
    report.changed[name] = (data, after)


def check_copied_file(tree: Tree, path: Path, report: Report) -> None:
    """Check a file that is copied unchanged. An access in a port is a note, because the port is replaced. In another
    file, the use of a status is a note, and any other access is a refusal."""
    data = path.read_bytes()
    name = path.relative_to(tree.root).as_posix()
    in_ports = "ports" in (part.lower() for part in path.relative_to(tree.root).parts[:-1])
    for line, token in accesses(path, name, data, path == tree.header):
        if in_ports:
            report.notes.append(Refusal(name, line, f"uses {token}; {ADDED}/ replaces this port"))
        elif token in STATUS:
            report.notes.append(Refusal(name, line, f"uses {token}, which may be out of date until OS_AccelSettle()"))
        else:
            report.refusals.append(Refusal(name, line, f"{token} is used outside the kernel's own files"))


def accesses(path: Path, name: str, data: bytes, is_header: bool) -> list:
    """Return (line, token) of each use of the ready list, delays and status in a file."""
    words = re.compile(rb"\b(" + "|".join((*GUARDED, *STATUS)).encode() + rb")\b")
    if not words.search(data):
        return []
    if path.suffix.lower() not in (".c", ".h"):
        return [(1 + data[:match.start()].count(b"\n"), match[0].decode()) for match in words.finditer(data)]
    source = Source(name, data)
    found = [(source.line(node), token) for node, token in tokens(source.root, (*GUARDED, *STATUS))
             if not is_declaration(node)]
    return [(line, token) for line, token in found if not (is_header and declares(data, line, token))]


def declares(data: bytes, line: int, token: str) -> bool:
    """Return whether a line is a declaration after a macro (OS_EXT), which does not parse as a declaration."""
    text = data.split(b"\n")[line - 1].decode("latin-1")
    return bool(re.fullmatch(rf"\s*\w+\s+OS_PRIO\s+{token}(\[\w+\])?\s*;.*", text.rstrip()))


def check_again(name: str, after: bytes, report: Report) -> None:
    """Parse a rewritten file again and refuse each guarded token that is left."""
    source = Source(name, after)
    for node, token in tokens(source.root, GUARDED):
        if not is_declaration(node):
            report.refusals.append(Refusal(name, source.line(node), f"{token} is left after the rewrite"))


def is_patched(folder: Path) -> bool:
    return any(SEAM.search(path.read_bytes()) for path in folder.iterdir()
               if path.suffix.lower() == ".c" and path.is_file())
