# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the RTOSes, from sw/NAME-ports: rtos.toml, and rtos.mk with the files that sw/metronome.mk compiles.

An RTOS whose own build system builds its applications has sw/NAME/rtos.toml only, with [build] in place of rtos.mk. The
package `own_build` has its module.
"""
from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from .. import configuration
from ..base import paths, toml
from ..base.errors import MetroError
from ..environment import crate

SOFTWARE = paths.ROOT / "sw"
FILE, FILES = "rtos.toml", "rtos.mk"
SUFFIX = "-ports"
VARIABLE = re.compile(r"^RTOS_(\w+) *:= *(.*)$", re.MULTILINE)
LISTS = "configs", "needs_patch", "patch_lacks", "support"
SECTIONS = ("sizes", "crate", "tree", "watch", "stacks", "parts", "studio")
DEFAULT = "ucos"
IN_SOFTWARE = "original"             # the configuration for any kernel, patched or not
PRIORITIES, WIDTH = 64, 16           # defaults without a macro: number of priorities, bits of a delay counter


class Variables(dict):
    """The variables of a makefile: a variable that is not set is empty."""
    def __missing__(self, name: str) -> str:
        return ""


@dataclasses.dataclass(frozen=True)
class Rtos:
    key: str               # the value of RTOS in sw/metronome.mk
    name: str
    build: Variables       # {name: value} of rtos.mk; names are in lower case, without RTOS_
    macros: dict           # {feature that the kernel can leave to the core (schema.Kernel): macro of its build}
    requires: dict         # {feature: another one, without which it does not work}
    adapters: tuple        # adapters through which the kernel uses the units
    sizes: dict            # macros of its configuration: tick rate, priorities, bits of a delay counter
    has_threads: bool      # its applications can use hardware threads
    application: str       # folder with the default files of an application, relative to sw/; empty if it needs none
    configs: tuple         # configurations for it, the default first; empty: only IN_SOFTWARE
    needs_patch: tuple     # features that a tree has only after ./metro patch
    patch_lacks: tuple     # features that no patched tree has
    crate: dict            # the package of its kernel; empty: the kernel is in sw/
    tree: dict             # how to recognise a user's tree
    watch: dict            # symbols that `--timeline` reads to show its threads
    stacks: dict           # how `./metro size` finds its tasks' stacks
    parts: dict            # folders of a tree by part of the memory report; empty: the header's folder is the kernel
    support: tuple         # the columns of docs/support.md (docs.support.Kernel)
    studio: dict           # settings and calls that show an application's needs; empty: the studio refuses the RTOS
    user_tree: Path | None = None  # a user's tree, which replaces the default kernel

    @property
    def has_own_build(self) -> bool:
        """Return whether the RTOS's own build system builds its applications. Its kernel is then always a user's tree.
        """
        return self.key in own_build_names()

    def files(self, software: Path) -> Path:
        return software / f"{self.key}{SUFFIX}" / FILES

    @property
    def folders(self) -> list[str]:
        """Return the folders of port, seam and glue."""
        return [self.build["port"], *self.build["glue"].split()]

    def patched_port(self, kernel: Path) -> Path | None:
        """Return the folder of a patched tree with the port and seam that replace ours, or None."""
        mark = self.build["added"]
        folders = (kernel / paths.ADDED, kernel.parent / paths.ADDED)
        return next((folder for folder in folders if mark and (folder / mark).is_file()), None)

    @property
    def guest(self) -> str:
        """Return the folder of its port for guests of the monitor, or an empty string."""
        return self.build["guest"]

    @property
    def priorities(self) -> str:
        """Return the macro for the number of priorities, or for the lowest priority; empty if there is neither."""
        return self.sizes.get("priorities") or self.sizes.get("lowest", "")

    @property
    def shares_priorities(self) -> bool:
        """Return whether tasks can share a priority. If not, the macro sets the lowest priority: see `priorities`."""
        return "lowest" not in self.sizes

    @property
    def include(self) -> list[str]:
        """Return the folders of the kernel's headers, relative to the kernel."""
        return self.build["include"].split()

    def kernel(self, software: Path = SOFTWARE) -> Path:
        """Return the folder of the default kernel: the user's tree, the kernel in sw/, or the kernel of the crate."""
        if self.user_tree:
            return self.user_tree
        if not self.crate:
            return software / self.build["kernel"]
        return crate.folder(self.crate["name"], self.crate["version"], self.crate["folder"], self.crate["digest"])

    def kernel_for(self, chosen, given: Path | None = None) -> Path | None:
        """Return the kernel for a configuration: the given tree, or the default kernel, patched if the configuration
        requires it. None means kernel() without a patch. Raise MetroError if the given tree lacks a required patch."""
        if not self._needs_patch_for(chosen):
            return given
        from .. import patch            # here, because most commands do not need this package
        if given and not patch.is_patched(given):
            raise MetroError(f"{given} does not know the custom instructions: no file of it has the seam",
                             f"create a patched copy with ./metro patch, or use --config "
                             f"{' or '.join(filter(self._fits_unpatched, self.configs))}")
        return given or (patch.patched(self.kernel()) if self.crate else None)

    def _needs_patch_for(self, chosen) -> bool:
        return any(getattr(chosen.kernel, use) for use in self.needs_patch)

    def _fits_unpatched(self, name: str) -> bool:
        return not self._needs_patch_for(configuration.read(name))

    @property
    def template(self) -> Path | None:
        return SOFTWARE / self.application if self.application else None

    @property
    def in_figures(self) -> str:
        """Return the value of `kernel` in the keys of its figures (figures.key.Key)."""
        return "" if self.key == DEFAULT else self.key

    def can_use(self, chosen) -> bool:
        try:
            self.refuse(chosen)
        except MetroError:
            return False
        return True

    def refuse(self, chosen, fits=lambda _: True) -> None:
        """Raise MetroError if a configuration leaves functions to the core that this kernel keeps in software.

        Also refuse an adapter that the kernel does not support. fits(configuration): returns whether the caller can use
        it; the message suggests only such configurations.
        """
        if unused := [use for use, is_on in chosen.kernel if is_on and use not in self.macros]:
            first, *others = [name for name in self.configs or [IN_SOFTWARE] if fits(configuration.read(name))]
            raise MetroError(f"{self.name} cannot leave {', '.join(f'kernel.{use}' for use in unused)} to the core",
                             "use configuration " + first + (f" (or {', '.join(others)})" if others else ""))
        for use, other in self.requires.items():
            if getattr(chosen.kernel, use) and not getattr(chosen.kernel, other):
                raise MetroError(f"{self.name} uses kernel.{use} only together with kernel.{other}",
                                 f"set kernel.{other}, or clear kernel.{use}")
        if chosen.soc.adapter not in self.adapters and chosen.kernel.uses_units:
            raise MetroError(f"{self.name} uses units in the core's pipeline only", "leave out --adapter")

    def switches(self, chosen, text: str = "") -> str:
        """Return the -D options of the kernel's build for a configuration. text: the application's own settings, which
        take precedence."""
        values = {"banks": chosen.core.contexts, "lines": chosen.units.lines if chosen.units else 0}
        words = [f"-D{macro.format(**values)}" for use, macro in self.macros.items() if getattr(chosen.kernel, use)]
        width = self.sizes.get("width")
        if width and chosen.kernel.delays and chosen.units.width != WIDTH and _value(width, text) is None:
            words.append(f"-D{width}={chosen.units.width}u")
        return " ".join(words)

    def sized_for(self, chosen, text: str):
        """Return the configuration with units that are large enough for the kernel.

        Sizes that the configuration sets do not change. Raise MetroError if such a size is too small.
        text: the kernel's -D options or its configuration."""
        if not chosen.kernel.uses_units:
            return chosen
        macro, width = self.priorities, _value(self.sizes.get("width"), text)
        value = _value(macro, text)
        place = f" in {self.build['config']}" if self.build["config"] else ""
        tasks = value + (not self.shares_priorities) if value else self.sizes.get("default", PRIORITIES)
        changes, fixed = {}, chosen.units.model_fields_set
        if chosen.kernel.uses_lists:
            # Do not check the number of tasks, because it is known only at run time.
            if self.shares_priorities and tasks > chosen.units.levels:
                raise MetroError(f"{macro} is {tasks}: the core needs at least {tasks} levels, not "
                                 f"{chosen.units.levels}", f"set --levels {tasks}, or decrease {macro}")
            return chosen
        if "tasks" not in fixed:
            changes["units.tasks"] = 64 if tasks <= 64 else 256    # only two sizes, so few cores are built
        elif tasks > chosen.units.tasks:
            raise MetroError(f"{macro} is {tasks - (not self.shares_priorities)}: the core needs at least {tasks} "
                             f"tasks, not {chosen.units.tasks}",
                             f"set --tasks {tasks}, or decrease {macro}{place}")
        if "width" not in fixed:
            # With an event unit, use at least 16 bits, so that most kernels share one core.
            changes["units.width"] = max(width or WIDTH, WIDTH) if chosen.kernel.events else width or WIDTH
        elif chosen.kernel.delays and (width or 0) > chosen.units.width:
            macro = self.sizes["width"]
            raise MetroError(f"{macro} is {width}: the core's counters have {chosen.units.width} bits",
                             f"set --width {width}, or decrease {macro}")
        return chosen.changed(changes)

    def runs_in(self, symbols: dict) -> bool:
        return self.watched_symbol in symbols

    @property
    def watched_symbol(self) -> str:
        """Return the symbol of the variable with the running thread, or an empty string."""
        return self.watch.get("thread", "").partition("+")[0]


def get(name: str = DEFAULT) -> Rtos:
    file = SOFTWARE / (name if name in own_build_names() else f"{name}{SUFFIX}") / FILE
    if not file.is_file():
        raise MetroError(f"there is no RTOS {name}", f"choose from {', '.join(names())}")
    table = toml.read(file)
    build = Variables(table["build"]) if "build" in table else _read_makefile(file.with_name(FILES))
    return Rtos(name, table["name"], build, table.get("switches", {}), table.get("requires", {}),
                tuple(table.get("adapters", ["plugin"])),
                has_threads=table.get("hardware_threads", False), application=table.get("template", ""),
                **{key: tuple(table.get(key, ())) for key in LISTS}, **{key: table.get(key, {}) for key in SECTIONS})


def _read_makefile(file: Path) -> Variables:
    if not file.is_file():
        raise MetroError(f"{file.parent} has no {FILES}", "list the RTOS's files there; see sw/README.md")
    text = file.read_text()
    for line in text.splitlines():
        if line.strip() and not line.startswith("#") and not VARIABLE.match(line):
            raise MetroError(f"{file}: {line}", "write each line as RTOS_NAME := TEXT")
    return Variables({variable.lower(): text for variable, text in VARIABLE.findall(text)})


def names() -> list[str]:
    """Return the keys of the RTOSes that sw/metronome.mk builds: the default, then the others in alphabetical order."""
    return sorted((file.parent.name.removesuffix(SUFFIX) for file in SOFTWARE.glob(f"*{SUFFIX}/{FILE}")),
                  key=lambda name: (name != DEFAULT, name))


def own_build_names() -> list[str]:
    """Return the keys of the RTOSes whose own build system builds their applications."""
    return sorted(file.parent.name for file in SOFTWARE.glob(f"*/{FILE}") if not file.parent.name.endswith(SUFFIX))


def every() -> list[Rtos]:
    """Return all RTOSes."""
    return [*map(get, names()), *map(get, own_build_names())]


def switches_for(chosen) -> dict[str, str]:
    """Return {RTOS: -D options} of each RTOS that can use the units of a configuration."""
    return {rtos.key: rtos.switches(chosen) for rtos in map(get, names()) if rtos.can_use(chosen)}


def _value(macro: str | None, text: str) -> int | None:
    found = macro and re.search(rf"^[^/\n]*(?:-D|#\s*define\s+){macro}[= \t]+(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else None


def rtos_of_application(folder: Path) -> Rtos:
    """Return the RTOS whose configuration file is in an application's folder, or the default RTOS."""
    return next((rtos for rtos in map(get, names()) if (folder / rtos.build["config"]).is_file()), get())


def rtos_of_tree(kernel: Path) -> Rtos | None:
    """Return the RTOS of the kernel in a folder, or None."""
    return next((rtos for rtos in every() if (kernel / rtos.build["header"]).is_file()), None)


def rtos_of_program(symbols: dict) -> Rtos | None:
    """Return the RTOS that a program's symbols belong to, or None."""
    return next((rtos for rtos in every() if rtos.runs_in(symbols)), None)
