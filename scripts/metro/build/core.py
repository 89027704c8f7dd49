# SPDX-License-Identifier: Apache-2.0
"""The Verilog of a core, and of the adapter beside it if the units are not in its pipeline."""
from __future__ import annotations

import json
from pathlib import Path

from .. import configuration
from . import adapters, plugin_core, rtos


def generate(chosen=None) -> Path:
    """The folder with VexRiscv.v and core.json of the core of this configuration (of `original`), and with the Verilog
    of the adapter that it names."""
    hardware = (chosen or configuration.read("original")).hardware
    return plugin_core.generate(hardware) if hardware.soc.adapter == "plugin" else adapters.generate(hardware)


def description(core: Path, chosen) -> bytes:
    """The content of core.json with the switches that make each RTOS use the units of the core, for a build elsewhere.
    chosen: the configuration."""
    return (json.dumps({**describe(core), "switches": rtos.switches_for(chosen)}, indent=2) + "\n").encode()


def describe(core: Path) -> dict:
    """What core.json says of a core: its options, instruction set, buses, units."""
    return json.loads((core / "core.json").read_text())
