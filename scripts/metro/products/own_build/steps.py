# SPDX-License-Identifier: Apache-2.0
"""What builds with an RTOS's own build system share: run a command, show why it failed, fit the threads to a core."""
from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from ...base.errors import MetroError

LOG, ARGUMENTS = "metro.log", "metro.json"             # files in a build folder
MOST_LINES = 40


def run(name: str, command: list[str], environment: dict, work: Path, folder: Path,
        legible: Callable[[str], str]) -> str:
    """Run a command of the build of an application. Return its output.

    name: of the RTOS. work, folder: the folders of the build and of the application. legible: returns the lines of an
    output that say why the build failed. Raise MetroError with these lines if the command fails."""
    outcome = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             stdin=subprocess.DEVNULL, env=environment)
    (work / LOG).write_text(outcome.stdout)
    if outcome.returncode:
        raise MetroError(f"{name}'s build of {folder} failed",
                         f"{legible(outcome.stdout)}\nThe complete output is in {work / LOG}")
    return outcome.stdout


def most_threads(chosen) -> int:
    """Return the number of threads for which the units have room. Task 0 stays free, and the start and the handlers
    need a register bank each."""
    most = chosen.units.tasks - 1
    return min(most, chosen.core.contexts - 2) if chosen.kernel.contexts else most


def shortened(lines: list[str], output: str) -> str:
    """Return the first lines, or the end of the output if there are none."""
    return "\n".join(lines[:MOST_LINES] + (["..."] if lines[MOST_LINES:] else [])) or output[-2000:]


def was_built_with(work: Path, arguments: dict) -> bool:
    try:
        return json.loads((work / ARGUMENTS).read_text()) == arguments
    except (OSError, ValueError):
        return False
