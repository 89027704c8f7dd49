# SPDX-License-Identifier: Apache-2.0
"""Build a RIOT application with RIOT's own makefiles, for the CPU and the board in sw/riot.

The build folder build/riot/KEY stays, so that make compiles only what changed.
"""
from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from ...base import cache, paths
from ...base.progress import Progress
from .. import firmware, rtos as rtos_module, simulator, soc as soc_module
from . import steps

KEY = "riot"
MODULE = rtos_module.SOFTWARE / KEY
BOARD = "metronome-sim"
CONFIGURATION = "Makefile"
PIDS = 32                                               # RIOT's default for MAXTHREADS
# Variables of RIOT's build that the caller's environment must not set.
HIDDEN = ("BOARD", "BINDIR", "BUILD_IN_DOCKER", "CFLAGS", "CFLAGS_OPT", "LINKFLAGS", "LTO", "MAKEFILES", "MAKEFLAGS",
          "MAKELEVEL", "METRONOME_BANKS", "METRONOME_READY_QUEUE", "METRONOME_THREADS", "RIOTCPU", "TOOLCHAIN")
_NOISE = re.compile(r'"?make"?(\[\d+\])?(:| -C)|\s*$')


def is_application(folder: Path) -> bool:
    file = folder / "Makefile"
    return file.is_file() and bool(re.search(r"^\s*include\s+\$[({]RIOTBASE[)}]/Makefile\.include",
                                             file.read_text(errors="replace"), re.MULTILINE))


def configuration_of(folder: Path) -> str:
    """Return the -D options of an application's makefile, and RIOT's macro for each module that it names."""
    text = (folder / CONFIGURATION).read_text(errors="replace").replace("\\\n", " ")
    modules = " ".join(re.findall(r"^\s*USEMODULE\s*\+?=(.*)$", text, re.MULTILINE)).split()
    return "\n".join([*re.findall(r"-D\w+=\w+", text), *(f"-DMODULE_{name.upper()}=1" for name in modules)])


def build(folder: Path, tree: Path, chosen, opt: str, soc: Path, settings: Iterable[str] = ()) -> Path:
    """Build an application for a configuration's SoC. Return the ELF file. settings: variables of make, as NAME=VALUE,
    which the application's makefile can change."""
    cache.refuse_in_dry_run()
    variables, settings = make_variables(chosen, opt), list(settings)
    work = paths.BUILD / KEY / cache.key_of({"tree": str(tree), "application": str(folder), "settings": settings,
                                             "variables": variables, "soc": soc_module.description(soc)})
    arguments = {"compiler": simulator.version(firmware.COMPILER), "soc": str(soc),
                 "makefiles": {str(file): file.read_text() for file in sorted(MODULE.rglob("Makefile*"))}}
    environment = {**{name: value for name, value in os.environ.items() if name not in HIDDEN},
                   **dict(setting.split("=", 1) for setting in settings),
                   "EXTERNAL_BOARD_DIRS": str(MODULE / "boards"), "BINDIRBASE": str(work),
                   "BUILD_DIR": str(work / "build"), "METRONOME_SOC": str(soc / "include"), "QUIET": "1",
                   "CC_NOCOLOR": "1", "TARGET_ARCH": firmware.COMPILER.removesuffix("-gcc"), "RIOT_CI_BUILD": "1"}
    with cache.lock(f"{KEY}-{work.name}"):
        if not steps.was_built_with(work, arguments):
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
        with Progress(KEY, file=sys.stderr) as progress, progress.step(f"{folder.name} and RIOT's kernel"):
            steps.run("RIOT", ["make", "-C", str(folder), f"-j{os.cpu_count()}", f"BOARD={BOARD}",
                               f"RIOTBASE={tree}", *variables, "elffile"], environment, work, folder, legible)
        (work / steps.ARGUMENTS).write_text(json.dumps(arguments))
    return max((work / BOARD).glob("*.elf"), key=lambda file: file.stat().st_mtime_ns)


def make_variables(chosen, opt: str = "") -> list[str]:
    """Return the variables of make for a configuration, as NAME=VALUE.

    opt: an option such as -O2, or an empty string for the application's own choice."""
    settings = [setting.format(banks=chosen.core.contexts)
                for use, setting in rtos_module.get(KEY).macros.items() if setting and getattr(chosen.kernel, use)]
    if chosen.kernel.ready_lists and (most := steps.most_threads(chosen)) < PIDS:
        settings.append(f"METRONOME_THREADS={most}")
    return [*settings, *([f"CFLAGS_OPT={opt}"] if opt else [])]


def legible(output: str) -> str:
    """Return the lines of a failed build that say why it failed."""
    lines = [line.rstrip() for line in output.splitlines() if not _NOISE.match(line) or "***" in line]
    first = next((number for number, line in enumerate(lines) if re.search(r"error|\*\*\*", line, re.IGNORECASE)), 0)
    return steps.shortened(lines[first:], output)
