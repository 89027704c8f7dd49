# SPDX-License-Identifier: Apache-2.0
"""Area and clock frequency of the units: what they cost alone, and what they cost the core.

LUTs are LUT1 to LUT6 and the look-up tables that a LUT RAM takes, after `synth_xilinx -family xc7` with the pinned
Yosys; units alone without block RAM. Frequencies are nextpnr's for ECP5-85, the median of seven seeds.
"""
from __future__ import annotations

import json
import os
import re
import shutil
import statistics
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import cache, core, synthesis
from .progress import Progress

COMMAND = "./metro bench area"
SEEDS = range(1, 8)
TASKS, WIDTH, ENGINE = 64, 16, "lookahead"

# Look-up tables of each kind of LUT RAM (Xilinx UG953).
RAM_LUTS = {"RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM32X1D": 2, "RAM64X1D": 2,
            "RAM128X1D": 4, "RAM32M": 4, "RAM64M": 4, "RAM32M16": 8, "RAM64M8": 8, "RAM32X2S": 2,
            "SRL16E": 1, "SRLC16E": 1, "SRLC32E": 1}

UNIT_TOPS = {"time": "TimeUnit", "ready": "ReadyUnit", "both": "Accelerator"}


def unit(name: str, *options: str) -> Path:
    """The Verilog of a unit alone; with --wake as it is beside the other one, which is what the figures are about."""
    generator = core.ensure_built()
    file = f"{UNIT_TOPS[name]}.v"
    arguments = ["--unit", name, *options]

    def build(folder: Path) -> None:
        core.run_generator(generator, "metronome.GenerateUnit", arguments, folder / file)

    return cache.product("unit", {"generator": generator.name, "options": arguments}, build) / file


def xc7(netlist: Path, top: str, *options: str) -> dict[str, int]:
    """{"luts", "ffs"} and the count of every cell."""
    command = f"read_verilog netlist.v; synth_xilinx -family xc7 -noiopad -noclkbuf -flatten -top {top} " \
              f"{' '.join(options)}; tee -q -o cells.json stat -json"

    def build(folder: Path) -> None:
        shutil.copy(netlist, folder / "netlist.v")
        synthesis.run(synthesis.YOSYS, "-q", "-p", command, folder=folder)
        (folder / "netlist.v").unlink()

    inputs = {"netlist": cache.digest_file(netlist), "command": command,
              "yosys": synthesis.version(synthesis.YOSYS)}
    stat = json.loads((cache.product("area", inputs, build) / "cells.json").read_text())
    return count({name: _number(cells) for name, cells in stat["design"]["num_cells_by_type"].items()})


def _number(cells) -> int:
    return cells["count"] if isinstance(cells, dict) else int(cells)


def count(cells: dict[str, int]) -> dict[str, int]:
    unknown = [name for name in cells if re.match(r"(RAM\d|SRL)", name) and name not in RAM_LUTS]
    assert not unknown, f"how many look-up tables are {unknown}?"
    luts = sum(n for name, n in cells.items() if re.fullmatch("LUT[1-6]", name))
    ram = sum(n * RAM_LUTS[name] for name, n in cells.items() if name in RAM_LUTS)
    return {"luts": luts + ram, "ffs": sum(n for name, n in cells.items() if re.fullmatch("FD[CPRS]E(_1)?", name)),
            **cells}


def ecp5(netlist: Path) -> list[float]:
    """MHz of a core, for each seed."""
    def build(folder: Path) -> None:
        shutil.copy(netlist, folder / "netlist.v")
        with Progress("place and route", total=1 + len(SEEDS)) as progress:
            with progress.step("synthesis for ECP5"):
                synthesis.run(synthesis.YOSYS, "-q", "-p",
                              "read_verilog netlist.v; synth_ecp5 -top VexRiscv -json netlist.json",
                              folder=folder)

            def route(seed: int) -> float:
                with progress.step(f"place and route, seed {seed}"):
                    return _route(folder, seed)

            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                mhz = list(pool.map(route, SEEDS))
        for file in folder.iterdir():
            file.unlink()
        (folder / "mhz.json").write_text(json.dumps(mhz))

    inputs = {"netlist": cache.digest_file(netlist), "seeds": list(SEEDS),
              **{tool: synthesis.version(tool) for tool in (synthesis.YOSYS, synthesis.NEXTPNR)}}
    return json.loads((cache.product("fmax", inputs, build) / "mhz.json").read_text())


def _route(folder: Path, seed: int) -> float:
    # The goal is out of reach on purpose, so that the tool does its best; it is no failure to miss it.
    report = synthesis.run(synthesis.NEXTPNR, "--85k", "--package", "CABGA756", "--out-of-context",
                           "--lpf-allow-unconstrained", "--freq", "100", "--timing-allow-fail", "--seed", str(seed),
                           "--json", "netlist.json", folder=folder)
    return float(re.findall(r"Max frequency for clock .*?: ([\d.]+) MHz", report)[-1])


def figures(with_fmax: bool = True) -> dict[str, dict]:
    """{name: {"value", "unit", "command"}}"""
    size = ["--tasks", str(TASKS)]
    time = [*size, "--width", str(WIDTH)]
    plain, accelerated = core.generate([]) / "VexRiscv.v", core.generate(time) / "VexRiscv.v"
    found: dict[str, tuple] = {}

    def area(name: str, cells: dict, less: dict | None = None) -> None:
        for what in ("luts", "ffs"):
            found[f"area.xc7.{name}.{what}"] = (cells[what] - (less[what] if less else 0), what[:-1].upper() + "s")

    for engine in (ENGINE, "parallel"):
        area(f"time.{TASKS}.{WIDTH}.{engine}",
             xc7(unit("time", "--wake", *time, "--engine", engine), UNIT_TOPS["time"], "-nobram"))
    area(f"ready.{TASKS}", xc7(unit("ready", "--wake", *size), UNIT_TOPS["ready"], "-nobram"))
    area(f"core_added.{TASKS}.{WIDTH}.{ENGINE}", xc7(accelerated, "VexRiscv"), xc7(plain, "VexRiscv"))
    if with_fmax:
        mhz = {name: statistics.median(ecp5(netlist)) for name, netlist in (("without", plain), ("with", accelerated))}
        found["fmax.ecp5.core"] = (mhz["without"], "MHz")
        found[f"fmax.ecp5.core.{TASKS}.{WIDTH}.{ENGINE}"] = (mhz["with"], "MHz")
        found[f"fmax.ecp5.ratio.{TASKS}.{WIDTH}.{ENGINE}"] = (mhz["with"] / mhz["without"], "x")
    return {name: {"value": value, "unit": unit, "command": COMMAND} for name, (value, unit) in found.items()}
