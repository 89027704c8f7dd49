# SPDX-License-Identifier: Apache-2.0
"""Build simulators that compare a netlist with the golden model. Each contains the netlist, a driver and the model."""
from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from ..base import cache, paths
from ..products import simulator

MODEL = paths.ROOT / "sw" / "model"
_OPCODES = [paths.ROOT / "sw" / name for name in ("ci_opcodes.h", "ci_wishbone.h")]
_CFLAGS = "-std=c++17 -Wall -Wextra -O2"
PER_NETLIST = ("episode", "replay", "main")     # sources of a driver that include Verilator's class


def build(name: str, sources: Path, netlist: str, top: str, defines: list[str], shared: list[Path] = ()) -> Path:
    """Build the simulator and return its path.

    name: unit or core; Verilator's class is named Vunit or Vcore. sources: the driver's folder. netlist: Verilog text.
    top: the netlist's top module. shared: files of another driver.
    """
    settings = sorted(sources.glob("*.vlt"))
    inputs = {
        "netlist": hashlib.sha256(netlist.encode()).hexdigest(),
        "driver": cache.digest_files([*sources.glob("*.h"), *sources.glob("*.cpp"), *settings, *shared, MODEL,
                                      *_OPCODES]),
        "verilator": simulator.version("verilator"),
        "flags": [_CFLAGS, simulator.LEVEL, *defines, *PER_NETLIST],
    }

    def make(folder: Path) -> None:
        objects = folder / "objects"
        objects.mkdir()
        (objects / f"{name}.v").write_text(netlist)
        model = [objects / f"{source.stem}.o" for source in sorted(MODEL.glob("*.c"))]
        for part in model:
            simulator.run(["ccache", "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-c", "-o", str(part),
                           str(MODEL / f"{part.stem}.c")], "the C compiler")
        drivers = sorted(sources.glob("*.cpp"))
        ours = [file for file in drivers if file.stem in PER_NETLIST]
        places = [sources, *dict.fromkeys(file.parent for file in shared), MODEL, MODEL.parent]
        simulator.run(["verilator", "--cc", "--exe", "--prefix", f"V{name}", "--top-module", top,
                       "--Mdir", str(objects), "-O3", "--output-split", "0", "--x-assign", "unique",
                       "--x-initial", "unique", "--noassert", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-o", "hammer",
                       "-CFLAGS", " ".join([_CFLAGS, *defines, *(f"-I{place}" for place in places)]),
                       *map(str, settings), str(objects / f"{name}.v"), *map(str, model),
                       *(str(file) for file in drivers if file not in ours),
                       *(str(file) for file in shared if file.suffix == ".cpp"), f"V{name}__ALL.a"], "Verilator")
        simulator.compile_model(objects, simulator.LEVEL, *ours)
        shutil.copy(objects / "hammer", folder)
        shutil.rmtree(objects)

    return cache.product(f"{name}-simulator", inputs, make) / "hammer"
