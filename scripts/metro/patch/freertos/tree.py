# SPDX-License-Identifier: Apache-2.0
"""Checks of a FreeRTOS kernel in a folder: its files and its version."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...base.errors import MetroError

HEADER, TASKS, QUEUE, VERSION = "include/FreeRTOS.h", "tasks.c", "queue.c", "include/task.h"
FIRST, LAST = (10, 4, 0), (11, 3, 0)
ACCEPTED = " to ".join(f"V{'.'.join(map(str, version))}" for version in (FIRST, LAST))
SEAM = re.compile(rb'#[ \t]*include[ \t]+[<"]task_lists\.h[>"]')
INCLUDE = "#include <task_lists.h>"


@dataclass(frozen=True)
class Tree:
    root: Path
    version: str               # for example V11.2.0

    def other_files(self) -> list[Path]:
        """Return the C and assembly files, except tasks.c."""
        return sorted(path for path in self.root.rglob("*") if path.suffix.lower() in (".c", ".h", ".s")
                      and path.is_file() and path != self.root / TASKS)


def is_kernel_folder(root: Path) -> bool:
    return (root / HEADER).is_file() and (root / TASKS).is_file()


def is_patched(folder: Path) -> bool:
    tasks = folder / TASKS
    return tasks.is_file() and bool(SEAM.search(tasks.read_bytes()))


def is_known(version: str) -> bool:
    """Return whether a version is an accepted release or an LTS patch of one. The code is checked separately."""
    found = re.fullmatch(r"V(\d+)\.(\d+)\.(\d+)( LTS Patch \d+)?", version)
    return found is not None and FIRST <= tuple(map(int, found.groups()[:3])) <= LAST


def find(root: Path) -> Tree:
    if not (root / VERSION).is_file():
        raise MetroError(f"{root} has {HEADER}, but no {VERSION}", "give the folder of a whole FreeRTOS kernel")
    if not (root / QUEUE).is_file():
        raise MetroError(f"{root} has {TASKS}, but no {QUEUE}", "give the folder of a whole FreeRTOS kernel")
    if is_patched(root):
        raise MetroError(f"{root} is already patched: {TASKS} uses the seam", "give the original tree")
    number = re.search(r'^[ \t]*#[ \t]*define[ \t]+tskKERNEL_VERSION_NUMBER[ \t]+"([^"]*)"',
                       (root / VERSION).read_text(errors="replace"), re.MULTILINE)
    if not number:
        raise MetroError(f"{root / VERSION} defines no version (tskKERNEL_VERSION_NUMBER)",
                         f"FreeRTOS {ACCEPTED} can be patched")
    if not is_known(number[1]):
        raise MetroError(f"{root / VERSION} is of FreeRTOS {number[1]}: this version was never checked",
                         f"{ACCEPTED} can be patched")
    return Tree(root, number[1])
