# SPDX-License-Identifier: Apache-2.0
"""Python environments next to build/venv, each for one command, so other commands do not wait for its packages."""
from __future__ import annotations

import shutil
import sys
from pathlib import Path

from ..base import cache
from ..base.errors import MetroError
from ..base.progress import Progress
from . import installers

_STAMP = "metro-stamp"


def python(folder: Path, requirements: Path, what: str, command: str) -> Path:
    """Return the Python of an environment with these packages. Install them if they are missing. what, command: names
    of the packages and of the command, for messages."""
    interpreter, stamp = folder / "bin" / "python", folder / _STAMP
    wanted = f"{folder}\n{sys.version_info[:2]}\n{requirements.read_text()}"
    with cache.lock(folder.name):
        if stamp.is_file() and stamp.read_text() == wanted:
            return interpreter
        if installers.offline():
            raise MetroError(f"{what} is not installed in {folder}, and --offline forbids fetching it",
                             f"run {command} once with a network")
        shutil.rmtree(folder, ignore_errors=True)
        with Progress(folder.name, file=sys.stderr) as progress, progress.step(what):
            installers.run("venv", [sys.executable, "-m", "venv", str(folder)])
            installers.run("pip", [str(interpreter), "-m", "pip", "install", "--no-input", "--no-user", "--no-compile",
                                   "--disable-pip-version-check", "-r", str(requirements)])
        stamp.write_text(wanted)
    return interpreter
