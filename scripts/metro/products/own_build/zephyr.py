# SPDX-License-Identifier: Apache-2.0
"""Build a Zephyr application with Zephyr's own CMake and Ninja, for the module in sw/zephyr.

The build folder build/zephyr/KEY stays, so that Ninja compiles only what changed.
"""
from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from ...base import cache, paths
from ...base.errors import MetroError
from ...base.progress import Progress
from ...environment import command_venv, setup, tools
from .. import firmware, rtos as rtos_module, simulator, soc as soc_module
from . import steps

KEY = "zephyr"
MODULE = rtos_module.SOFTWARE / KEY
BOARD = "metronome_sim"
CONFIGURATION = "prj.conf"
REQUIREMENTS = paths.SCRIPTS / "zephyr-requirements.txt"
SETTINGS, CSR = "metro.conf", "csr.json"              # files in a build folder
IMPORTED = "west", "elftools", "yaml", "pykwalify", "packaging"
MOST_THREADS = 254                                    # of the module's Kconfig
OPTIMISATIONS = {"-O0": "NO_OPTIMIZATIONS", "-Og": "DEBUG_OPTIMIZATIONS", "-O2": "SPEED_OPTIMIZATIONS",
                 "-Os": "SIZE_OPTIMIZATIONS"}
REFUSED = {"SMP": "the SoC has one core", "USERSPACE": "this port has no user mode"}
# Lines of CMake, Kconfig, Ninja and the devicetree compiler that say what happened, but not why.
_NOISE = re.compile(r"-- |\[\d+/\d+\]|FAILED: |ninja: |Parsing |Loaded configuration|Merged configuration|"
                    r"Loading Zephyr |CMake Warning|  CMakeLists.txt:\d+ \(|  \S+\.cmake:\d+ \(|Call Stack|See also|"
                    r"\S*cc1|: && |cd /|\S*(python3?|gcc|ccache) .*|Memory region |\s+(FLASH|RAM|IDT_LIST):")
# The error of a CMake module that follows the message of the script that failed.
_RESULT = "CMake Error at ", "  command failed with return code"


def is_application(folder: Path) -> bool:
    file = folder / "CMakeLists.txt"
    return file.is_file() and bool(re.search(r"^[^#\n]*find_package\s*\(\s*Zephyr\b", file.read_text(errors="replace"),
                                             re.MULTILINE | re.IGNORECASE))


def configuration_of(folder: Path) -> str:
    """Return the settings of an application's prj.conf as -D options; `y` is 1."""
    file = folder / CONFIGURATION
    found = re.findall(r"^(CONFIG_\w+)=(y|\d+)\s*$", file.read_text(errors="replace") if file.is_file() else "",
                       re.MULTILINE)
    return "\n".join(f"-D{name}={1 if value == 'y' else value}" for name, value in found)


def build(folder: Path, tree: Path, chosen, opt: str, soc: Path, settings: Iterable[str] = ()) -> Path:
    """Build an application for a configuration's SoC. Return the ELF file. settings: further lines of Kconfig."""
    cache.refuse_in_dry_run()
    lines, description = [*kconfig_lines(chosen, opt), *settings], soc_module.description(soc)
    python = _ensure_tools()
    work = paths.BUILD / KEY / cache.key_of({"tree": str(tree), "application": str(folder), "settings": lines,
                                             "soc": description})
    arguments = {
        "command": ["cmake", "-GNinja", "-S", str(folder), "-B", str(work), f"-DBOARD={BOARD}",
                    f"-DZephyr_DIR={tree / 'share' / 'zephyr-package' / 'cmake'}",
                    f"-D{_modules_variable(tree)}={';'.join(_modules())}", f"-DEXTRA_CONF_FILE={work / SETTINGS}",
                    f"-DMETRONOME_CSR_JSON={work / CSR}",
                    f"-DPython3_EXECUTABLE={python}", f"-DUSER_CACHE_DIR={paths.BUILD / KEY / 'cache'}"],
        "compiler": simulator.version(firmware.COMPILER),
        # CMake looks for these files only when it configures the folder.
        "files": sorted(str(file.relative_to(folder)) for place in (folder, folder / "boards")
                        for file in place.glob("*") if file.suffix in (".conf", ".overlay")),
    }
    environment = {**os.environ, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}", "ZEPHYR_BASE": str(tree),
                   "ZEPHYR_TOOLCHAIN_VARIANT": "cross-compile", "CCACHE_DIR": str(paths.BUILD / "ccache"),
                   "CROSS_COMPILE": (shutil.which(firmware.COMPILER) or firmware.COMPILER).removesuffix("gcc")}

    def run(command: list[str]) -> str:
        return steps.run("Zephyr", command, environment, work, folder, legible)
    with cache.lock(f"{KEY}-{work.name}"):
        if not _is_configured(work, arguments):
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            (work / CSR).write_text(json.dumps(description, indent=1))
            (work / SETTINGS).write_text("".join(f"{line}\n" for line in lines))
            with Progress(KEY, file=sys.stderr) as progress, progress.step(f"CMake configures {folder.name}"):
                printed = run(arguments["command"])
            _report_unmet_settings(printed, work, folder)
            (work / steps.ARGUMENTS).write_text(json.dumps(arguments))
        if "no work to do" not in run(["ninja", "-C", str(work), "-n"]):
            with Progress(KEY, file=sys.stderr) as progress, progress.step(f"{folder.name} and Zephyr's kernel"):
                printed = run(["ninja", "-C", str(work)])
            _report_unmet_settings(printed, work, folder)
    return work / KEY / f"{_name(work)}.elf"


def kconfig_lines(chosen, opt: str = "") -> list[str]:
    """Return the settings of Kconfig for a configuration. Omit symbols that the module does not define.

    opt: an option such as -O2, or an empty string for the application's own choice."""
    known = set(re.findall(r"^\s*(?:menu)?config (\w+)", "\n".join(
        file.read_text() for file in MODULE.rglob("Kconfig*")), re.MULTILINE))
    settings = [setting.format(banks=chosen.core.contexts)
                for use, setting in rtos_module.get(KEY).macros.items() if getattr(chosen.kernel, use)]
    if chosen.kernel.ready_lists:
        settings.append(f"METRONOME_THREADS={min(zephyr_threads(chosen), MOST_THREADS)}")
    lines = [f"CONFIG_{setting}" for setting in settings if setting.partition("=")[0] in known]
    if opt:
        if opt not in OPTIMISATIONS:
            raise MetroError(f"Zephyr's Kconfig has no {opt}", f"use {', '.join(OPTIMISATIONS)}")
        lines.append(f"CONFIG_{OPTIMISATIONS[opt]}=y")
    return lines


def zephyr_threads(chosen) -> int:
    """Return the number of threads for which the units have room. On a core with fewer banks than tasks, the last
    threads share a bank. On other cores each thread has its own, because a test for sharers would slow each switch."""
    shares_bank = chosen.kernel.contexts and chosen.core.contexts < chosen.units.tasks
    return chosen.units.tasks - 1 if shares_bank else steps.most_threads(chosen)


def _ensure_tools() -> Path:
    """Install what Zephyr's build needs. Return the Python for its scripts. The package metronome-litex installs
    nothing, and uses the Python that runs it."""
    if paths.PACKAGED:
        setup.refuse_missing(tools.ZEPHYR)
        if any(importlib.util.find_spec(name) is None for name in IMPORTED):
            raise MetroError("the Python packages of Zephyr's scripts are missing",
                             "install TREE/scripts/requirements-base.txt with pip")
        return Path(sys.executable)
    setup.ensure_tools(tools.ZEPHYR)
    return command_venv.python(paths.BUILD / "zephyr-venv", REQUIREMENTS, "Zephyr's build scripts",
                               "./metro run FOLDER --kernel TREE")


def _modules_variable(tree: Path) -> str:
    """Return the variable with our module. Without a west workspace, Zephyr 3.7 ignores ZEPHYR_EXTRA_MODULES."""
    is_workspace = any((folder / ".west" / "config").is_file() for folder in tree.parents)
    return "ZEPHYR_EXTRA_MODULES" if is_workspace else "ZEPHYR_MODULES"


def _modules() -> list[str]:
    return [str(MODULE), *filter(None, os.environ.get("ZEPHYR_EXTRA_MODULES", "").split(";"))]


def _is_configured(work: Path, arguments: dict) -> bool:
    return steps.was_built_with(work, arguments) and (work / "build.ninja").is_file()


def legible(output: str) -> str:
    """Return the lines of a failed build that say why it failed."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip() and not _NOISE.match(line)]
    first = next((number for number, line in enumerate(lines) if re.search(r"error|warning", line, re.IGNORECASE)), 0)
    if lines and lines[first].startswith(_RESULT):         # the lines before it have the reason
        first = max(0, first - 5)
    lines = lines[first:]
    if reasons := [line for line in lines if not line.startswith(_RESULT)]:
        lines = reasons
    return steps.shortened(lines, output)


def unmet_settings(output: str) -> dict[str, str]:
    """Return {symbol: value} of the settings that Kconfig ignores, because their dependencies are not met."""
    text = " ".join(output.split())
    return dict(re.findall(r"warning: (\w+) \(defined at [^)]*\) was assigned the value '(.*?)' but got the value",
                           text))


def _report_unmet_settings(output: str, work: Path, folder: Path) -> None:
    unmet = unmet_settings(output)
    for symbol, reason in REFUSED.items():
        if symbol in unmet:
            (work / steps.ARGUMENTS).unlink(missing_ok=True)     # the next run configures again, and reports this again
            raise MetroError(f"{folder} sets CONFIG_{symbol}: {reason}", "remove the line from its prj.conf")
    for symbol, value in unmet.items():
        print(f"metro: warning: CONFIG_{symbol}={value} has no effect, because its dependencies are not met",
              file=sys.stderr, flush=True)


def _setting(work: Path, symbol: str) -> str:
    found = re.search(rf'^CONFIG_{symbol}="?(.*?)"?$', (work / KEY / ".config").read_text(), re.MULTILINE)
    return found[1] if found else ""


def _name(work: Path) -> str:
    return _setting(work, "KERNEL_BIN_NAME") or KEY
