# SPDX-License-Identifier: Apache-2.0
"""The units on a bus instead of in the pipeline: an adapter's Verilog, and cores that go with it.

| adapter | core | the units are |
| --- | --- | --- |
| plugin | ours | in its pipeline (plugin_core.py) |
| cfu | LiteX's stock `full+cfu`, as its package brings it | behind the core's CFU bus, in Cfu.v |
| wishbone | ours, without them | a peripheral of the SoC, in MetronomeWishbone.v |
"""
from __future__ import annotations

import json
import shutil
from importlib import metadata
from pathlib import Path

from ..base import cache
from ..base.errors import MetroError
from ..environment import generator
from . import plugin_core
from .systems import ADAPTERS

MODULES = {"cfu": "Cfu", "wishbone": "MetronomeWishbone"}
ENGINES = ("parallel", "lookahead")                        # of the time unit, by number as in the information word
STOCK = "VexRiscv_FullCfu.v"

# Options of the core generator that are the units', and how many words follow each.
UNIT_OPTIONS = {"--tasks": 1, "--width": 1, "--engine": 1, "--no-time": 0, "--no-ready": 0, "--accelerator": 0,
                "--events": 1, "--queue-words": 1, "--no-flags": 0, "--no-semaphores": 0, "--no-mailboxes": 0}


def split(options: list[str]) -> tuple[str, list[str]]:
    """The adapter that such options name, and the others."""
    options = list(options)
    if "--adapter" not in options:
        return "plugin", options
    at = options.index("--adapter")
    adapter = options[at + 1] if at + 1 < len(options) else ""
    if adapter not in ADAPTERS:
        raise MetroError(f"--adapter {adapter}: there are {', '.join(ADAPTERS)}")
    return adapter, options[:at] + options[at + 2:]


def _of_units(options: list[str]) -> tuple[list[str], list[str]]:
    """(those of the units, those of the core)"""
    units, others, words = [], [], iter(options)
    for word in words:
        name, _, value = word.partition("=")
        if name in UNIT_OPTIONS:
            units += [word, *(next(words, "") for _ in range(UNIT_OPTIONS[name] if not value else 0))]
        else:
            others.append(word)
    return units, others


def unit_options(tasks: int, width: int, engine: str, units: str = "both") -> list[str]:
    """Of every generator. units: both, time or ready."""
    absent = {"both": [], "time": ["--no-ready"], "ready": ["--no-time"]}[units]
    return ["--tasks", str(tasks), "--width", str(width), "--engine", engine, *absent]


def verilog(adapter: str, options: list[str]) -> Path:
    """The file with the Verilog of the units with these options behind any of the generator's adapters; the module is
    called like the file."""
    compiled = generator.ensure_built()
    options = ["--adapter", adapter, *options]

    def build(folder: Path) -> None:
        generator.run(compiled, "metronome.GenerateAdapter", options, folder)

    [file] = cache.product("adapter", {"generator": compiled.name, "options": options}, build).glob("*.v")
    return file


def generate(adapter: str, options: list[str]) -> Path:
    """The folder with VexRiscv.v, core.json and the adapter's Verilog."""
    units, others = _of_units(options)
    if adapter == "cfu" and others:
        raise MetroError(f"--adapter cfu: the stock core is as it is, {others[0]} cannot be chosen",
                         "give only options of the units: " + ", ".join(UNIT_OPTIONS))
    beside = verilog(adapter, [word for word in units if word != "--accelerator"])
    if adapter == "wishbone":
        plain = plugin_core.generate(others)
        base, description = plain / "VexRiscv.v", json.loads((plain / "core.json").read_text())
    else:
        base, description = stock_file(), stock_description()
    description |= {"adapter": adapter, "adapter_netlist": beside.name, "adapter_options": units}

    def build(folder: Path) -> None:
        shutil.copy(base, folder / "VexRiscv.v")
        shutil.copy(beside, folder)
        (folder / "core.json").write_text(json.dumps(description, indent=2) + "\n")

    return cache.product("core", {"core": cache.digest_file(base), "adapter": beside.parent.name,
                                  "description": description}, build)


def stock_file() -> Path:
    """LiteX's prebuilt core with a CFU bus, inside its Python package."""
    import pythondata_cpu_vexriscv
    return Path(pythondata_cpu_vexriscv.data_location) / STOCK


def stock_description() -> dict:
    """What core.json says of a core, for the stock one: the options in its package's Makefile and generator."""
    return {
        "module": "VexRiscv", "netlist": "VexRiscv.v", "isa": "rv32im", "user_mode": False, "prediction": "static",
        "icache_bytes": 4096, "dcache_bytes": 4096, "cache_line_bytes": 32, "buses": "wishbone",
        "irq_mask_csr": 0xBC0, "irq_pending_csr": 0xFC0, "stock": "full+cfu",
        "pythondata-cpu-vexriscv": metadata.version("pythondata-cpu-vexriscv"),
    }
