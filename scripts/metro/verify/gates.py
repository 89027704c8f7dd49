# SPDX-License-Identifier: Apache-2.0
"""Synthesise the units to ECP5 gates with Yosys, so that the hammer can compare the gates with the golden model.

Look-up tables, carry cells, flip-flops and LUT RAMs are Yosys' simulation models, flattened into the unit's modules.
Flip-flops and memories start with the FPGA's initial values. Each bit is a separate wire, because bits of one vector
depend on each other. Verilator 5.006 treats this as a loop and settles wrongly.
"""
from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ..base import cache
from ..products import synthesis

FAMILY = "ecp5"
CELLS = r"LUT4|CCU2C|PFUMX|L6MUX21|TRELLIS_FF|TRELLIS_DPR16X4"
_COMMAND = ("read_verilog unit.v; synth_ecp5 -nobram -top {top}; tee -q -o cells.txt stat; "
            "techmap -autoproc -map +/ecp5/cells_sim.v; flatten; proc; memory_collect; opt -full; splitnets; "
            "clean -purge; select -assert-none t:TRELLIS_* t:LUT4 t:CCU2C t:PFUMX t:L6MUX21; "
            "write_verilog -noattr gates.v")


def synthesised(netlist: str) -> str:
    """Return a unit's netlist after synthesis, as Verilog."""
    return (_product(netlist) / "gates.v").read_text()


def cells(netlist: str) -> dict[str, int]:
    """Return {type of cell: number of cells} of a unit after synthesis. The types are those in CELLS."""
    return {name: int(count) for count, name in
            re.findall(rf"^\s+(\d+)\s+(?:[\d.e+]+\s+)?({CELLS})$", (_product(netlist) / "cells.txt").read_text(), re.M)}


def _product(netlist: str) -> Path:
    found = re.findall(r"^module (Accelerator|ReadyUnit|TimeUnit) ", netlist, re.MULTILINE)
    command = _COMMAND.format(top=min(found))              # the first name: Accelerator, if present, has the others

    def build(folder: Path) -> None:
        (folder / "unit.v").write_text(netlist)
        synthesis.run(synthesis.YOSYS, "-q", "-p", command, folder=folder)

    return cache.product("gates", {"netlist": hashlib.sha256(netlist.encode()).hexdigest(), "command": command,
                                   "yosys": synthesis.version(synthesis.YOSYS)}, build)
