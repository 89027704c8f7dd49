# SPDX-License-Identifier: Apache-2.0
"""The Verilog of a core, and of its adapter if the units are not in the pipeline."""
from __future__ import annotations

import json
from pathlib import Path

from .. import configuration
from . import adapters, plugin_core, rtos


def generate(chosen=None) -> Path:
    """Return the folder with the core of a configuration: VexRiscv.v, core.json and the Verilog of its adapter.

    chosen: the configuration (default: original).
    """
    hardware = (chosen or configuration.read("original")).hardware
    return plugin_core.generate(hardware) if hardware.soc.adapter == "plugin" else adapters.generate(hardware)


def description(core: Path, chosen) -> bytes:
    """Return core.json with the switches of each RTOS for the units, for a build outside this checkout.

    core: the core's folder. chosen: the core's configuration, or its hardware. If it has no kernel that uses units, the
    switches are for a kernel that uses all units.
    """
    uses = chosen if getattr(chosen, "kernel", None) and chosen.kernel.uses_units else chosen.fully_used()
    switches = rtos.switches_for(uses)
    return (json.dumps({**describe(core), "switches": switches}, indent=2) + "\n").encode()


def describe(core: Path) -> dict:
    """Return the content of core.json: a core's options, instruction set, buses and units."""
    return json.loads((core / "core.json").read_text())
