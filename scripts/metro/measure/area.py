# SPDX-License-Identifier: Apache-2.0
"""Area of the units alone, behind the adapters' buses and in the core, on four FPGA families, after synthesis with the
pinned Yosys.

Units without a core use no block RAM. The counts by family:

| family | `luts` | `ffs` | `brams` |
| --- | --- | --- | --- |
| xc7 | LUT1 to LUT6, and the LUTs of a LUT RAM | FDRE and similar cells | blocks of 18 Kbit |
| ecp5 | LUT4; 2 for a carry cell, 6 for a 16 x 4 RAM, as in nextpnr | TRELLIS_FF | blocks of 18 Kbit |
| cyclonev | ALUTs, two for each ALM; 1 for a 32 x 1 MLAB cell | MISTRAL_FF | M10K |
| cycloneiv | as `cells`: logic cells, each a LUT4, a flip-flop, or a LUT4 and the flip-flop it feeds | dffeas | M9K |

For Cyclone IV, Yosys uses neither the cells' carry chains nor their synchronous clear and load, so Quartus needs fewer
cells for a counter. Cyclone IV has no LUT RAM, so a memory that is read in the same cycle consists of flip-flops.
"""
from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from ..base import cache
from ..products import adapters, core, synthesis, unit as unit_module

UNIT_TOPS = {**unit_module.MODULES, "event": "EventUnit"}
CORE_TOP = "VexRiscv"

# Look-up tables of each kind of LUT RAM (Xilinx UG953).
RAM_LUTS = {"RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM32X1D": 2, "RAM64X1D": 2,
            "RAM128X1D": 4, "RAM32M": 4, "RAM64M": 4, "RAM32M16": 8, "RAM64M8": 8, "RAM32X2S": 2,
            "SRL16E": 1, "SRLC16E": 1, "SRLC32E": 1}


@dataclass(frozen=True)
class Family:
    title: str
    synthesis: str          # the Yosys command
    luts: dict              # pattern of a cell's name: its number of look-up tables
    ffs: str                # pattern of a flip-flop's name
    brams: dict             # pattern of a cell's name: its number of block RAMs
    free: str               # pattern of the cells that are not counted, because a design never runs out of them
    counted: tuple = ("luts", "ffs", "brams")
    script: str = ""        # Yosys commands before the cells are counted


FAMILIES = {
    "xc7": Family("7-series", "synth_xilinx -family xc7 -noiopad -noclkbuf -flatten",
                  {"LUT[1-6]": 1, **RAM_LUTS}, r"FD[CPRS]E(_1)?", {"RAMB18E1": 1, "RAMB36E1": 2},
                  r"CARRY4|MUXF[78]|INV|DSP48E1"),
    "ecp5": Family("ECP5", "synth_ecp5",
                   {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}, "TRELLIS_FF", {"DP16KD|PDPW16KD": 1},
                   r"PFUMX|L6MUX21|MULT18X18D"),
    "cyclonev": Family("Cyclone V", "synth_intel_alm -family cyclonev -noiopad -noclkbuf",
                       {"MISTRAL_(ALUT[2-6]|ALUT_ARITH|NOT|MLAB)": 1}, "MISTRAL_FF", {"MISTRAL_M10K": 1},
                       r"MISTRAL_MUL\w+|MISTRAL_BUF"),
    # A flip-flop shares the cell of the look-up table that feeds it. An inverter of a reset takes a look-up table.
    "cycloneiv": Family("Cyclone IV", "synth_intel -family cycloneiv",
                        {r"cycloneiv_lcell_comb|\$not": 1}, "dffeas", {"altsyncram": 1}, "",
                        ("cells", "ffs", "brams"),
                        "splitnets; select -set fed t:cycloneiv_lcell_comb %co:+[combout] %co:+[d] t:dffeas %i; "
                        "tee -q -o fed.txt select -count @fed; "),
}


def synthesise(family: str, netlist: Path, top: str, *options: str) -> Path:
    """Synthesise a netlist and return the folder with cells.json, which holds Yosys's cell counts.

    For the core on ECP5, the folder also holds netlist.json for place and route.
    """
    kind = FAMILIES[family]
    keeps = ["-json netlist.json"] if (family, top) == ("ecp5", CORE_TOP) else []
    command = " ".join(["read_verilog netlist.v;", kind.synthesis, "-top", top, *options, *keeps]) + \
        f"; {kind.script}tee -q -o cells.json stat -json"

    def build(folder: Path) -> None:
        shutil.copy(netlist, folder / "netlist.v")
        synthesis.run(synthesis.YOSYS, "-q", "-p", command, folder=folder)
        (folder / "netlist.v").unlink()

    return cache.product("area", {"netlist": cache.digest_file(netlist), "command": command,
                                  "yosys": synthesis.version(synthesis.YOSYS)}, build)


def of(family: str, netlist: Path, top: str, *options: str) -> dict[str, int]:
    """Return the counts of the table at the top of this file, by the names of its columns."""
    folder = synthesise(family, netlist, top, *options)
    stat = json.loads((folder / "cells.json").read_text())
    cells = {name: number["count"] if isinstance(number, dict) else int(number)
             for name, number in stat["design"]["num_cells_by_type"].items()
             if f"\\{name}" not in stat["modules"] and name != "$scopeinfo"}
    found = count(family, cells)
    if (folder / "fed.txt").exists():
        fed = int(re.search(r"(\d+) objects", (folder / "fed.txt").read_text())[1])
        found["cells"] = found["luts"] + found["ffs"] - fed
    return {what: found[what] for what in FAMILIES[family].counted}


# The next three functions return arguments of of(): the netlist's file, its top module, and options.

def unit(name: str, units) -> tuple:
    """Return the arguments for one of UNIT_TOPS. The event unit is a module of the netlist of all units."""
    return unit_module.verilog("both" if name == "event" else name, units), UNIT_TOPS[name], "-nobram"


def adapter(name: str, units) -> tuple:
    """Return the arguments for these units behind one of the generator's adapters."""
    netlist = adapters.verilog(name, units)
    return netlist, netlist.stem, "-nobram"


def whole_core(chosen) -> tuple:
    """Return the arguments for the core of a configuration."""
    return core.generate(chosen) / "VexRiscv.v", CORE_TOP


def count(family: str, cells: dict[str, int]) -> dict[str, int]:
    """Return the number of LUTs, flip-flops and block RAMs. cells: number of each type of cell."""
    kind, found = FAMILIES[family], {"luts": 0, "ffs": 0, "brams": 0}
    weights = [("luts", kind.luts), ("ffs", {kind.ffs: 1}), ("brams", kind.brams), ("free", {kind.free: 0})]
    for name, number in cells.items():
        matching = [(what, weight) for what, patterns in weights for pattern, weight in patterns.items()
                    if re.fullmatch(pattern, name)]
        assert len(matching) == 1, f"what does {name} count for on {kind.title}?"
        if matching[0][0] in found:
            found[matching[0][0]] += number * matching[0][1]
    return found
