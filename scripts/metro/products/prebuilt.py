# SPDX-License-Identifier: Apache-2.0
"""Prebuilt Verilog of the named configurations, because the package metronome-litex has no generator."""
from __future__ import annotations

from pathlib import Path

from .. import configuration
from ..base import paths
from ..base.errors import MetroError

DEBUGGED = "debug"                   # subfolder of a configuration: its core with a debug module


def core(hardware) -> Path:
    """Return the folder with the prebuilt VexRiscv.v and core.json of this core, with or without a debug module."""
    return _folder(lambda other: other.soc.adapter == "plugin" and other.document == hardware.document)


def adapter(name: str, units) -> Path:
    """Return the folder with the Verilog of these units behind an adapter."""
    return _folder(lambda other: other.soc.adapter == name and other.units == units)


def _folder(fits) -> Path:
    names = [name for name in configuration.names() if (paths.PREBUILT / name).is_dir()]
    for name in names:
        chosen, folder = configuration.read(name).hardware, paths.PREBUILT / name
        if fits(chosen):
            return folder
        if (folder / DEBUGGED).is_dir() and fits(chosen.changed(configuration.DEBUGGED)):
            return folder / DEBUGGED
    raise MetroError("this package has no Verilog of such a core, and cannot generate it",
                     f"it has the cores of {', '.join(names)} without changes; use a checkout of Metronome for others")
