# SPDX-License-Identifier: Apache-2.0
"""RTOSes whose own build system builds their applications: a module for each, named after its folder in sw/.

A module has:
    is_application(folder) -> bool                  whether the folder is an application of this RTOS
    build(folder, tree, chosen, opt, soc, settings) -> Path
                                                    the ELF file; opt is an option such as -O2, or empty
    CONFIGURATION, configuration_of(folder) -> str  the file with an application's settings, and these as -D options
It raises MetroError with the message of the RTOS's build system if the build fails. Other modules use load().
"""
from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path

from ...base.errors import MetroError
from .. import firmware, rtos as rtos_module, soc as soc_module


def rtos_of(folder: Path) -> rtos_module.Rtos | None:
    """Return the RTOS whose build system builds the application in a folder, or None."""
    return next((rtos_module.get(key) for key in rtos_module.own_build_names() if _module(key).is_application(folder)),
                None)


def load(folder: Path, rtos: rtos_module.Rtos, tree: Path | None, chosen, opt: str, refused: dict,
         settings: Iterable[str] = ()):
    """Build an application. Return the firmware and its SoC.

    opt: an option such as -O2, or an empty string for the application's own choice. refused: {option that this build
    does not have: its value}. settings: further settings of the RTOS."""
    for option, value in refused.items():
        if value:
            raise MetroError(f"{option} is not for {rtos.name}: {folder} has its own build files", "set it there")
    if not tree:
        raise MetroError(f"{folder} is an application of {rtos.name}, and needs a tree of it",
                         f"give the tree's folder with --kernel; {rtos.tree['needed']} is needed")
    if not (tree / rtos.build["header"]).is_file():
        raise MetroError(f"{tree} is not {rtos.name}, which {folder} needs", f"give a tree of {rtos.name}")
    rtos.refuse(chosen)
    if chosen.soc.threads:
        raise MetroError(f"--threads {chosen.soc.threads}: hardware threads are not for {rtos.name} yet",
                         "leave out --threads")
    soc = soc_module.of(chosen)
    return firmware.read(_module(rtos.key).build(folder.resolve(), tree, chosen, opt, soc, settings), soc), soc


def configuration_of(folder: Path, rtos: rtos_module.Rtos) -> tuple[str, str]:
    """Return the name of the file with an application's settings, and the settings as -D options."""
    module = _module(rtos.key)
    return module.CONFIGURATION, module.configuration_of(folder)


def _module(key: str):
    return importlib.import_module(f".{key}", __name__)
