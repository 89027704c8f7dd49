# SPDX-License-Identifier: Apache-2.0
"""An application's folder: the files to compile, and their options."""
from __future__ import annotations

import dataclasses
import os
import re
from pathlib import Path

from ..base import plain, toml
from ..base.errors import MetroError
from ..configuration import limits
from . import firmware, rtos as rtos_module

TEMPLATE = firmware.KERNEL / "template"
THREADS = firmware.SOFTWARE / "threads"
FILE = "app.toml"
LISTS = ("sources", "include", "define", "threads")
KEYS = (*LISTS, "rtos")
SOURCES = (".c", ".S")
HELP = (f"The build compiles the {' and '.join(SOURCES)} files of a folder and its subfolders, except hidden folders, "
        "`build` and links to folders. If the folder has no os_cfg.h, missing configuration files (os_cfg.h, "
        f"app_cfg.h, app_hooks.c) come from sw/kernel/template. {FILE} in the folder can set lists of strings: sources "
        "(files and patterns, instead of all), include (folders with headers), define (NAME or NAME=VALUE), threads "
        "(Verilog files of hardware threads, one per slot; --threads sets how many of them are circuits). Its string "
        "rtos selects the RTOS, as --rtos does. The build files of an RTOS with its own build system "
        f"({', '.join(rtos_module.own_build_names())}) are used instead, with the tree of --kernel.")
_MACRO = re.compile(r"[A-Za-z_]\w*(\([\w, .]*\))?(=[^\n]*)?")


@dataclasses.dataclass(frozen=True)
class Application:
    name: str
    sources: tuple[Path, ...]
    cfg: tuple[Path, ...]           # folders of os_cfg.h, app_cfg.h, app_hooks.c; the first with a file provides it
    include: tuple[Path, ...]
    define: tuple[str, ...]
    rtos: rtos_module.Rtos
    threads: tuple[Path, ...] = ()  # Verilog files of hardware threads, one per slot

    @property
    def config(self) -> Path | None:
        """Return the kernel's configuration file, or None if no folder has one."""
        files = (folder / self.rtos.build["config"] for folder in self.cfg)
        return next((file for file in files if file.is_file()), None)

    @property
    def configuration(self) -> str:
        """Return the text that configures the kernel. Of several definitions of a macro, its readers use the first. So
        `define` comes first, then the file, then the files that it includes, whose values it can override."""
        files = _with_included(self.config) if self.config else []
        return "\n".join([*(f"-D{macro}" for macro in self.define),
                          *(file.read_text(errors="replace") for file in files)])

    def build(self, soc: Path, **options) -> firmware.Firmware:
        """Build the application for a SoC. options: as for firmware.build()."""
        of_threads = [THREADS] if self.threads else []
        return firmware.build(self.name, [*self.sources, *(folder / "os_hw.c" for folder in of_threads)], self.cfg, soc,
                              include=[*self.include, *of_threads], define=self.define, rtos=self.rtos, **options)

    def in_hardware(self, slots: int) -> tuple[Path, ...]:
        """Return the threads that are circuits in a SoC with this number of slots."""
        if slots > len(self.threads):
            raise MetroError(f"--threads {slots}: {self.name} has {len(self.threads) or 'no'} hardware threads",
                             f"its {FILE} lists their Verilog: threads = [\"sort.v\"]")
        return self.threads[:slots]


def _with_included(header: Path) -> list[Path]:
    """Return a header and the headers that it includes by a relative path."""
    files = [header.resolve()]
    for file in files:
        names = re.findall(r'^#include "(.+)"', file.read_text(errors="replace"), re.MULTILINE)
        included = [(file.parent / name).resolve() for name in names]
        files += [other for other in included if other.is_file() and other not in files]
    return files


def read(folder: Path, include: list[Path] = (), define: list[str] = (), rtos: str = "") -> Application:
    """Return the application of a folder. include, define: added to those of app.toml. rtos: overrides app.toml."""
    folder = folder.resolve()
    if firmware.KERNEL.is_relative_to(folder):
        raise MetroError(f"{folder} is not the folder of one application: it contains Metronome's own kernel",
                         "give the folder of one application, such as sw/example")
    chosen = settings(folder / FILE) if (folder / FILE).exists() else {}
    include = [*(folder / name for name in chosen.get("include", ())), *include]
    for place in include:
        if not place.is_dir():
            raise MetroError(f"there is no folder {place} to include headers from")
    macros = {}
    for macro in [*chosen.get("define", ()), *define]:
        if not _MACRO.fullmatch(macro):
            raise MetroError(f"{macro!r} does not define a macro", "write NAME or NAME=VALUE")
        macros[re.split(r"[(=]", macro)[0]] = macro        # the last definition counts
    sources = listed_sources(folder, chosen["sources"]) if "sources" in chosen else find_sources(folder)
    key = rtos or chosen.get("rtos")
    used_rtos = rtos_module.get(key) if key else rtos_module.rtos_of_application(folder)
    # firmware.build() compiles the file of hooks itself.
    sources = [source for source in sources if source != folder / used_rtos.build["hooks"]]
    if not sources:
        raise MetroError(f"{folder} has no .c files", "give an ELF file or an application's folder")
    config, template = used_rtos.build["config"], used_rtos.template
    is_configured = not template or (folder / config).is_file()
    if is_configured:
        refuse_incomplete_configuration(folder, include, used_rtos)
    cfg = (folder,) if is_configured else (folder, template)
    threads = tuple(folder / name for name in chosen.get("threads", ()))
    refuse_threads(threads, used_rtos)
    return Application(plain.make_safe_word(folder.name), tuple(sources), cfg, tuple(include), tuple(macros.values()),
                       used_rtos, threads)


def refuse_incomplete_configuration(folder: Path, include: list[Path], rtos: rtos_module.Rtos) -> None:
    """Refuse an application that lacks a header of the template, because the kernel includes each of them."""
    for header in sorted(rtos.template.glob("*.h")) if rtos.template else ():
        if not any((place / header.name).is_file() for place in (folder, *include)):
            raise MetroError(f"{folder} has {rtos.build['config']}, but no {header.name}",
                             f"write one from the example {header}, or name the folder that has it with --include")


def refuse_threads(threads: tuple[Path, ...], rtos: rtos_module.Rtos) -> None:
    if threads and not rtos.has_threads:
        able = [each.name for each in map(rtos_module.get, rtos_module.names()) if each.has_threads]
        raise MetroError(f"{FILE}: hardware threads are for {' and '.join(able)}, not for {rtos.name} yet")
    most = limits.most("threads")
    if len(threads) > most:
        raise MetroError(f"{FILE}: {len(threads)} threads: a SoC has {most} slots at most")
    for file in threads:
        if not file.is_file():
            raise MetroError(f"{FILE}: there is no {file}", "name Verilog files, relative to the folder of app.toml")
        if twin := next((other for other in threads if other.name == file.name and other != file), None):
            raise MetroError(f"{FILE}: two threads are called {twin.name}", "give each module a unique name")


def find_sources(folder: Path) -> list[Path]:
    files = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "build")
        files += [Path(place, name) for name in sorted(names) if name.endswith(SOURCES) and not name.startswith(".")]
    return files


def listed_sources(folder: Path, patterns: list[str]) -> list[Path]:
    files = {}
    for pattern in patterns:
        matching = [file for file in [folder / pattern, *_matching(folder, pattern)] if file.is_file()]
        if not matching:
            raise MetroError(f"{folder / FILE}: no file matches {pattern}", f"sources are relative to {folder}")
        for file in matching:
            if file.suffix not in SOURCES:
                raise MetroError(f"{folder / FILE}: {file} is not a source file",
                                 f"sources end in {' or '.join(SOURCES)}")
            files[file.resolve()] = True
    return list(files)


def _matching(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except (ValueError, NotImplementedError):              # an absolute or empty pattern
        return []


def settings(file: Path) -> dict:
    """Return the keys of an app.toml. Each value must be a list of strings; rtos must be a string."""
    table = toml.read(file)
    for key, value in table.items():
        if key not in KEYS:
            raise MetroError(f"{file}: unknown key {key}", f"keys are {', '.join(KEYS)}")
        if key not in LISTS and not isinstance(value, str):
            raise MetroError(f"{file}: {key} is not a string", f"write one of {', '.join(rtos_module.names())}")
        if key in LISTS and not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise MetroError(f"{file}: {key} is not a list of strings", f'write {key} = ["…"]')
    return table
