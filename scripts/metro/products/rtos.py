# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the RTOSes, from sw/NAME-ports/rtos.toml. sw/metronome.mk also reads these files."""
from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path

from .. import configuration
from ..base import paths, toml
from ..base.errors import MetroError
from ..environment import crate

SOFTWARE = paths.ROOT / "sw"
FILE = "rtos.toml"
SUFFIX = "-ports"
DEFAULT = "ucos"
IN_SOFTWARE = "original"             # the configuration for any kernel, patched or not


@dataclasses.dataclass(frozen=True)
class Rtos:
    key: str               # the value of RTOS in sw/metronome.mk
    name: str
    build: dict            # files to compile; folders are relative to sw/
    switches: dict | None  # macros of its build, by feature that the kernel leaves to the core. None: uC/OS-II's
    configs: tuple         # configurations for it, the default first; empty: only IN_SOFTWARE
    needs_patch: tuple     # features that a tree has only after ./metro patch
    crate: dict            # the package of its kernel; empty: the kernel is in sw/
    tree: dict             # how to recognise a user's tree
    watch: dict            # symbols that show its threads
    stacks: dict           # how to recognise its tasks' stacks
    studio: dict           # how an application's configuration and calls show its needs; empty: the studio refuses it
    user_tree: Path | None = None  # a user's tree in place of the kit's kernel

    def file(self, software: Path) -> Path:
        return software / f"{self.key}{SUFFIX}" / FILE

    @property
    def folders(self) -> list[str]:
        """Return the folders of port, seam and glue."""
        return [self.build["port"], *self.build["glue"].split()]

    def added(self, kernel: Path) -> Path | None:
        """Return the folder of a patched tree with the port and seam that replace ours, or None."""
        mark = self.build.get("added")
        folders = (kernel / paths.ADDED, kernel.parent / paths.ADDED)
        return next((folder for folder in folders if mark and (folder / mark).is_file()), None)

    @property
    def guest(self) -> str:
        """Return the folder of its port for guests of the monitor, or an empty string."""
        return self.build.get("guest", "")

    @property
    def priorities(self) -> str:
        """Return its macro for the number of priorities; empty selects uC/OS-II's macro."""
        return self.build.get("priorities", "")

    @property
    def include(self) -> list[str]:
        """Return the folders of the kernel's headers, relative to the kernel."""
        return self.build.get("include", "").split()

    def kernel(self, software: Path = SOFTWARE) -> Path:
        """Return the folder of the default kernel."""
        if self.user_tree:
            return self.user_tree
        if not self.crate:
            return software / self.build["kernel"]
        return crate.folder(self.crate["name"], self.crate["version"], self.crate["folder"], self.crate["digest"])

    def kernel_for(self, chosen, given: Path | None = None) -> Path | None:
        """Return the kernel that uses the units of a configuration: the given tree, or else the kit's, patched if
        necessary. None selects the kit's own kernel, which needs no patch."""
        if not self._needs_patch_for(chosen):
            return given
        from .. import patch            # here, because most commands do not need its 20 modules
        if given and not patch.is_patched(given):
            raise MetroError(f"{given} does not know the custom instructions: no file of it has the seam",
                             f"write one that does with ./metro patch, or use --config "
                             f"{' or '.join(filter(self._fits_unpatched, self.configs))}")
        return given or (patch.patched(self.kernel()) if self.crate else None)

    def _needs_patch_for(self, chosen) -> bool:
        return any(getattr(chosen.kernel, use) for use in self.needs_patch)

    def _fits_unpatched(self, name: str) -> bool:
        return not self._needs_patch_for(configuration.read(name))

    @property
    def template(self) -> Path | None:
        return SOFTWARE / self.build["template"] if self.build["template"] else None

    def refuse(self, chosen, fits=lambda _: True) -> None:
        """Refuse a configuration that leaves to the core what this kernel keeps in software.

        fits: tells whether the caller can use a configuration, for the suggestions of the message.
        """
        if unused := chosen.kernel.unsupported(self.switches):
            first, *others = [name for name in self.configs or [IN_SOFTWARE] if fits(configuration.read(name))]
            raise MetroError(f"{self.name} cannot leave {', '.join(f'kernel.{use}' for use in unused)} to the core",
                             "use configuration " + first + (f" (or {', '.join(others)})" if others else ""))
        if self.switches is not None and chosen.soc.adapter != "plugin" and chosen.kernel.uses_units:
            raise MetroError(f"{self.name} uses units in the core's pipeline only", "leave out --adapter")

    def runs_in(self, symbols: dict) -> bool:
        return self.watch.get("thread") in symbols


def get(name: str = DEFAULT) -> Rtos:
    file = SOFTWARE / f"{name}{SUFFIX}" / FILE
    if not file.is_file():
        raise MetroError(f"there is no RTOS {name}", f"choose from {', '.join(names())}")
    table = toml.read(file)
    return Rtos(name, table["name"], table["build"], table.get("switches"),
                tuple(table.get("configs", ())), tuple(table.get("needs_patch", ())), table.get("crate", {}),
                table.get("tree", {}), table.get("watch", {}), table.get("stacks", {}), table.get("studio", {}))


def names() -> list[str]:
    """Return the keys of all RTOSes by name, the default first."""
    return sorted((file.parent.name.removesuffix(SUFFIX) for file in SOFTWARE.glob(f"*{SUFFIX}/{FILE}")),
                  key=lambda name: (name != DEFAULT, name))


def switches_for(chosen) -> dict[str, str]:
    """Return {RTOS: -D options} of each RTOS that can use the units of a configuration."""
    found = {}
    for rtos in map(get, names()):
        with contextlib.suppress(MetroError):
            rtos.refuse(chosen)
            found[rtos.key] = chosen.switches("", rtos.switches)
    return found


def rtos_of_application(folder: Path) -> Rtos:
    """Return the RTOS with a configuration file in an application's folder, or the default RTOS."""
    return next((rtos for rtos in map(get, names()) if (folder / rtos.build["config"]).is_file()), get())


def rtos_of_tree(kernel: Path) -> Rtos | None:
    """Return the RTOS of the kernel in a folder, or None."""
    return next((rtos for rtos in map(get, names()) if (kernel / rtos.build["header"]).is_file()), None)


def rtos_of_program(symbols: dict) -> Rtos | None:
    """Return the RTOS that a program's symbols belong to, or None."""
    return next((rtos for rtos in map(get, names()) if rtos.runs_in(symbols)), None)
