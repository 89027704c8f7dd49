# SPDX-License-Identifier: Apache-2.0
"""The Verilog of a core, and of the adapter beside it if the units are not in its pipeline."""
from __future__ import annotations

import json
from pathlib import Path

from . import adapters, plugin_core


def generate(options: list[str] = ()) -> Path:
    """The folder with VexRiscv.v and core.json of the core with these generator options, and with the Verilog of the
    adapter that `--adapter` among them names."""
    adapter, options = adapters.split(options)
    return plugin_core.generate(options) if adapter == "plugin" else adapters.generate(adapter, options)


def describe(core: Path) -> dict:
    """What core.json says of a core: its options, instruction set, buses, units."""
    return json.loads((core / "core.json").read_text())
