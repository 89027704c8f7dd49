# SPDX-License-Identifier: Apache-2.0
"""The simulated SoC as LiteX writes it: Verilog, initial memory contents, C headers."""
from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from . import cache, core as core_module, paths
from .errors import MetroError

SOURCE = paths.ROOT / "hw" / "litex_soc.py"


def elaborate(core: Path, output: Path, rom: Path | None = None) -> None:
    """Runs LiteX (in a process of its own: it changes folders and prints a great deal)."""
    command = [sys.executable, str(SOURCE), "--core", str(core), "--output", str(output)]
    run = subprocess.run(command + (["--rom", str(rom)] if rom else []), capture_output=True, text=True)
    if run.returncode:
        raise MetroError("LiteX could not build the SoC", (run.stdout + run.stderr)[-4000:])


def build(core: Path) -> Path:
    """The folder with gateware/ (sim.v, *.init) and include/ (generated/*.h, regions.ld)."""
    inputs = {
        "core": core.name,
        "source": cache.digest_file(SOURCE),
        "packages": {name: metadata.version(name) for name in ("litex", "migen")},
    }

    buses = core_module.describe(core)["buses"]
    if buses != "wishbone":
        raise MetroError(f"a SoC needs a core with Wishbone buses; {core} has {buses} ones",
                         "generate it without --native-buses")

    def make(folder: Path) -> None:
        scratch = folder / "litex"
        elaborate(core, scratch)
        (folder / "gateware").mkdir()
        for file in [scratch / "gateware" / "sim.v", *scratch.glob("gateware/*.init")]:
            shutil.copy(file, folder / "gateware")
        shutil.copy(core / "VexRiscv.v", folder / "gateware")
        shutil.copytree(scratch / "software" / "include", folder / "include")
        shutil.copy(core / "core.json", folder)
        shutil.rmtree(scratch)

    return cache.product("soc", inputs, make)


def default() -> Path:
    """The SoC around the core with default parameters."""
    return build(core_module.generate())


def litex_include() -> Path:
    """LiteX's own C headers."""
    import litex
    return Path(litex.__file__).parent / "soc" / "software" / "include"
