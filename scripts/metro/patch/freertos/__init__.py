# SPDX-License-Identifier: Apache-2.0
"""`./metro patch` of a FreeRTOS kernel: puts its lists of tasks behind the seam of sw/freertos-ports/accel."""
from __future__ import annotations

import re
from pathlib import Path

from ...base import paths
from ..report import Refusal, Report
from .code import Code, blanked
from .places import LISTS, Places
from .queues import Queues
from .tree import ACCEPTED, HEADER, QUEUE, TASKS, Tree, find, is_patched, is_kernel_folder

NAME, SWITCH = "FreeRTOS", "portREADY_LISTS"
HEADERS = (HEADER,)
REFUSES_OTHERS = False
SOFTWARE = paths.ROOT / "sw"
FOLDER = SOFTWARE / "freertos-ports"
FILES = (*sorted(path for part in ("accel", "riscv") for path in (FOLDER / part).iterdir()),
         *sorted(SOFTWARE.glob("ci_*.h")), paths.ROOT / "LICENSE")
KINDS = (("lists", "list"), ("event lists", "event"), ("ticks", "tick"), ("functions", "whole"),
         ("unblock times", "unblock"),
         ("changes of priority", "priority"), ("tick count", "clock"), ("task numbers", "number"),
         ("include", "include"), ("fast paths", "fast path"))

__all__ = ["ACCEPTED", "FILES", "HEADERS", "NAME", "examine", "find", "is_kernel_folder", "is_patched"]


def examine(tree: Tree) -> Report:
    """Find and rewrite every place of a FreeRTOS tree, in memory."""
    report = Report(tree.version, NAME, KINDS)
    code = Code(TASKS, (tree.root / TASKS).read_bytes())
    places = Places(code)
    places.run()
    report.sites, report.in_software, report.refusals = places.sites, places.in_software, places.refusals
    for path in tree.other_files():
        check_copied_file(tree.root, path, report)
    queue = Code(QUEUE, (tree.root / QUEUE).read_bytes())
    queues = Queues(queue, places.has_fast_paths)
    queues.run()
    report.sites += queues.sites
    report.in_software += queues.in_software
    report.refusals += queues.refusals
    if not report.refusals:
        report.changed = {each.name: (each.source.data, each.source.render()) for each in (code, queue)}
    return report


def check_copied_file(root: Path, path: Path, report: Report) -> None:
    """Check a file other than tasks.c for uses of LISTS. A use is a note in a port, and a refusal elsewhere."""
    name = path.relative_to(root).as_posix()
    plain = blanked(path.read_text(encoding="latin-1"))
    for found in re.finditer(rf"\b({'|'.join(LISTS)})\b", plain):
        line = 1 + plain.count("\n", 0, found.start())
        if name.startswith("portable/"):
            report.notes.append(Refusal(name, line, f"uses {found[0]}; this file belongs to another port"))
        else:
            report.refusals.append(Refusal(name, line, f"{found[0]} is used outside {TASKS}"))
