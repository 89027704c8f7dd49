# SPDX-License-Identifier: Apache-2.0
"""Checks of a uC/OS-II source tree in a folder: its kernel, its version and its files."""
from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from ...base import paths
from ...base.errors import MetroError
from .rewriter import SEAM

HEADER = "ucos_ii.h"
HEADERS = HEADER, f"Source/{HEADER}"
ACCEPTED = "V2.92 and V2.93"

FREERTOS = "FreeRTOS; its kernel is the folder with tasks.c and include/FreeRTOS.h"
# Other kernels by a file that only they have.
OTHERS = (
    ("FreeRTOS.h", FREERTOS), ("tx_api.h", "ThreadX"), ("rtthread.h", "RT-Thread"), ("kernel_structs.h", "Zephyr"),
    ("os_cfg_app.h", "uC/OS-III"), ("os_cfg_app.c", "uC/OS-III"), ("cmsis_os2.h", "RTX"),
    ("ucos.h", "uC/OS, the first version"), ("tasks.c", FREERTOS), ("core_task_switch.c", "RIOT"), ("ch.h", "ChibiOS"),
)


@dataclass(frozen=True)
class Tree:
    root: Path                 # as it was given
    folder: Path               # the one with ucos_ii.h: the root, or its Source/
    header: Path
    version: str               # V2.93

    @property
    def sources(self) -> list[Path]:
        """The kernel's C files."""
        return sorted(path for path in self.folder.iterdir() if path.suffix.lower() == ".c" and path.is_file())

    def other_files(self) -> list[Path]:
        """Return the other C and assembly files."""
        kernel = set(self.sources)
        return sorted(path for path in files(self.root) if path not in kernel
                      and path.suffix.lower() in (".c", ".h", ".s", ".asm", ".inc"))


def files(root: Path):
    for folder, _, names in os.walk(root, followlinks=True):
        yield from (Path(folder, name) for name in names)


def is_kernel_folder(root: Path) -> bool:
    return any((root / header).is_file() for header in HEADERS)


def find(root: Path) -> Tree:
    """Return the uC/OS-II tree in a folder, or raise MetroError. If the folder has no tree but a file of a known other
    kernel, the message names that kernel."""
    if not root.exists():
        raise MetroError(f"there is no folder {root}")
    if not root.is_dir():
        raise MetroError(f"{root} is a file, not a folder with a uC/OS-II tree")
    source = paths.named(root, "Source")
    folders = [root] + ([source] if source is not None and source.is_dir() else [])
    found = [(folder, header) for folder in folders if (header := paths.named(folder, HEADER)) is not None]
    if not found:
        raise MetroError(f"{root} contains no uC/OS-II: neither {HEADER} nor Source/{HEADER}{suggest_folder(root)}")
    if len(found) > 1:
        raise MetroError(f"{root} contains two trees: {found[0][1]} and {found[1][1]}", "give the folder of one tree")
    folder, header = found[0]
    if (folder / "os_accel.h").exists() or (folder / "os_kernel.h").exists() and SEAM.search(
            (folder / "os_kernel.h").read_bytes()):
        raise MetroError(f"{folder} is Metronome's own kernel, which already has the acceleration seam",
                         "give your own uC/OS-II tree")
    seam = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in (".c", ".h") and path.is_file()
            and SEAM.search(path.read_bytes())]
    if seam:
        raise MetroError(f"{root} is already patched: {', '.join(path.name for path in seam)} "
                         f"{'uses' if len(seam) == 1 else 'use'} the acceleration seam",
                         "give the original tree")
    return Tree(root, folder, header, version_of(folder, header))


def suggest_folder(root: Path) -> str:
    names = {path.name for path in files(root)}
    return next((f"; it looks like {kernel}" for name, kernel in OTHERS if name in names), "")


def version_of(folder: Path, header: Path) -> str:
    """Return V2.92 or V2.93. The version number, the heads of all files, and the fields of the TCB must agree."""
    text = header.read_bytes().decode("latin-1")
    number = re.search(r"^[ \t]*#[ \t]*define[ \t]+OS_VERSION[ \t]+\(?[ \t]*(\d+)", text, re.MULTILINE)
    if not number:
        raise MetroError(f"{header} defines no version (OS_VERSION)", f"uC/OS-II {ACCEPTED} can be patched")
    value = int(number[1])
    version = f"V{value // 10000}.{value // 100 % 100:02}" if value >= 10000 else f"V{value // 100}.{value % 100:02}"
    if version not in ("V2.92", "V2.93"):
        older = value < 10000 and value <= 291 or 10000 <= value < 29200
        why = {True: "its delays have 16 bits, and its task control blocks have other fields" if value < 291
               else "its mutexes and its handling of priorities differ", False: "this version was never checked"}[older]
        raise MetroError(f"{header} is uC/OS-II {version} (OS_VERSION {value}): {why}",
                         f"{ACCEPTED} can be patched; change to one of them first")
    versions: dict = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in (".c", ".h") and path.is_file():
            found = re.search(rb"(?im)^[\s*]*Version\s*:\s*(V\d+\.\d+)", path.read_bytes()[:4000])
            if found:
                versions.setdefault(found[1].decode().upper(), path.name)
    if set(versions) - {version}:
        other, name = next((v, n) for v, n in versions.items() if v != version)
        raise MetroError(f"{folder} mixes versions: {header.name} is {version}, but {name} says {other}",
                         "use files of one version only")
    code = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    for pattern, what in ((r"\bINT32U\s+OSTCBDly\s*;", "no 32-bit OSTCBDly"),
                          (r"\bINT8U\s+OSTCBStatPend\s*;", "no OSTCBStatPend"),
                          (r"\bOS_PRIO\s+OSTCBBitX\s*;", "no OS_PRIO OSTCBBitX"),
                          (r"\bOS_TCB_RESERVED\b", "no OS_TCB_RESERVED")):
        if not re.search(pattern, code):
            raise MetroError(f"{header} says {version}, but its task control block has {what}",
                             "it is an older version with a new number, or another kernel")
    return version
