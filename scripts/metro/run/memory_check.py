# SPDX-License-Identifier: Apache-2.0
"""`./metro run --check-memory`: finds missing calls in software that shares memory with circuits.

hw/sim/memory_check.h describes the mistakes and the file that the harness reads.
"""
from __future__ import annotations

import json
import re
from pathlib import Path

from ..base.errors import MetroError
from . import timeline


def refuse(threads: int, debugged: bool) -> None:
    if not threads:
        raise MetroError("--check-memory: no circuit shares memory with software", "add --threads")
    if debugged:
        raise MetroError("--check-memory cannot observe circuits while GDB has halted the program",
                         "leave out one of --check-memory and --gdb")


def options(firmware, soc: Path, folder: Path) -> list[str]:
    """Write check.json into the folder. Return the options for a simulator that was built with slots=True."""
    header = (soc / "include" / "generated" / "mem.h").read_text()
    description = {"threads": int(re.search(r"#define HARDWARE_THREADS_BASE (0x[0-9a-f]+)", header)[1], 16)}
    if "priority" in (known := timeline.watch(firmware)):
        description["priority"] = known["priority"]
    (folder / "check.json").write_text(json.dumps(description))
    return ["--check-memory", str(folder / "check.json")]
