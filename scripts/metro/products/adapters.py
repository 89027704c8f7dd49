# SPDX-License-Identifier: Apache-2.0
"""Units behind an adapter instead of in the pipeline: the adapter's Verilog, and the cores for it.

| adapter | core | the units are |
| --- | --- | --- |
| plugin | ours | in its pipeline (plugin_core.py) |
| cfu | LiteX's prebuilt `full+cfu` | behind the core's CFU bus, in Cfu.v |
| wishbone | ours, without units | a peripheral of the SoC, in MetronomeWishbone.v |
"""
from __future__ import annotations

import json
import shutil
from importlib import metadata
from pathlib import Path

from ..base import cache, paths
from ..environment import generator
from . import isa, plugin_core, prebuilt

MODULES = {"cfu": "Cfu", "wishbone": "MetronomeWishbone"}
STOCK = "VexRiscv_FullCfu.v"


def verilog(adapter: str, units) -> Path:
    """Return the Verilog file of these units behind one of the generator's adapters. The module has the file's name."""
    if paths.PACKAGED:
        return prebuilt.adapter(adapter, units) / f"{MODULES[adapter]}.v"
    compiled = generator.ensure_built()
    asked = {"write": adapter, "units": units.behind(adapter).document}

    def build(folder: Path) -> None:
        generator.run(compiled, asked, folder)

    [file] = cache.product("adapter", {"generator": compiled.name, "configuration": asked}, build).glob("*.v")
    return file


def generate(hardware) -> Path:
    """Return the folder with VexRiscv.v, core.json and the adapter's Verilog."""
    adapter, units = hardware.soc.adapter, hardware.units
    adapter_file = verilog(adapter, units)
    if adapter == "wishbone":
        plain = plugin_core.generate(hardware.without_units)
        base, description = plain / "VexRiscv.v", json.loads((plain / "core.json").read_text())
    else:
        base, description = stock_file(), stock_description()
    description |= {"adapter": adapter, "adapter_netlist": adapter_file.name,
                    "adapter_options": units.words}

    def build(folder: Path) -> None:
        shutil.copy(base, folder / "VexRiscv.v")
        shutil.copy(adapter_file, folder)
        (folder / "core.json").write_text(json.dumps(description, indent=2) + "\n")

    return cache.product("core", {"core": cache.digest_file(base), "adapter": adapter_file.parent.name,
                                  "description": description}, build)


def stock_file() -> Path:
    """Return LiteX's prebuilt core with a CFU bus, from its Python package."""
    import pythondata_cpu_vexriscv
    return Path(pythondata_cpu_vexriscv.data_location) / STOCK


def stock_description() -> dict:
    """Return core.json of the prebuilt core. The constants repeat options in its package's Makefile and generator."""
    csrs = isa.csrs(isa.read())
    return {
        "module": "VexRiscv", "netlist": "VexRiscv.v", "isa": "rv32im", "user_mode": False, "prediction": "static",
        "icache_bytes": 4096, "dcache_bytes": 4096, "cache_line_bytes": 32, "buses": "wishbone",
        **{f"{name}_csr": csrs[name] for name in ("irq_mask", "irq_pending")}, "stock": "full+cfu",
        "pythondata-cpu-vexriscv": metadata.version("pythondata-cpu-vexriscv"),
    }
