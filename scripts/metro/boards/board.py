# SPDX-License-Identifier: Apache-2.0
"""A board: its platform, clock, memory and tools. Each board has a boards/NAME/build.py with a subclass of `Board`.

The classes are read before set-up, so they import LiteX only in their methods.
"""
from __future__ import annotations

import dataclasses
import importlib.util
import os
import sys
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError

FOLDER = paths.ROOT / "boards"


@dataclasses.dataclass(frozen=True)
class Toolchain:
    """A tool that makes a bitstream from the project, and its file names."""
    title: str
    program: str            # must be on the path
    bitstream: str          # extension
    constraints: tuple      # extensions of the project's files that name pins and clocks
    ours: bool = False      # comes with the Python environment


VIVADO = Toolchain("Vivado", "vivado", ".bit", (".xdc",))
QUARTUS = Toolchain("Quartus Prime Lite", "quartus_map", ".sof", (".qsf", ".sdc"))
QUARTUS_13 = Toolchain("Quartus II 13.0sp1 Web Edition", "quartus_map", ".sof", (".qsf", ".sdc"))
TRELLIS = Toolchain("Yosys, nextpnr, ecppack", "yosys", ".bit", (".lpf",), ours=True)


BLOCK, SDRAM = "block", "sdram"         # memories for program and data


class Board:
    name = ""                       # of its folder
    title = ""
    toolchain: Toolchain
    variants: dict = {}             # {name: (KiB of ROM, KiB of SRAM) in block RAM}; the first is the default
    clock_hz = 50_000_000           # default clock of the SoC; all our figures have it
    memories: tuple = (BLOCK,)      # possible memories for program and data; the first is the default
    sdram_bits = (0, 0)             # address bits of the SDRAM: row, column
    consoles = ("serial",)          # LiteX's names of UARTs; the first is the default
    pin_mhz = 0.0                   # of the clock pin
    grid = 0                        # number of rows, and of columns, of the package's balls
    family = ""                     # one of area.FAMILIES
    synthesis = ""                  # Yosys commands of the synthesis, with {top}
    bench: dict = {}                # {port of the top module: signal of the simulation} (check.py)
    bench_parts: dict = {}          # {memory: (such ports, Verilog of the chip)}; check.py has those of SDRAM

    def platform(self, variant: str):
        """Return LiteX's platform: pins and device."""
        raise NotImplementedError

    def clock(self, platform, hz: float, sdram_clock):
        """Return the clock and reset generator. sdram_clock: the pin of the SDRAM's clock, or None without SDRAM."""
        raise NotImplementedError

    def memory(self, name: str, variant: str, platform, hz: float) -> dict:
        """Return arguments of MetronomeSoC: integrated_rom_size and integrated_sram_size in bytes, or memory, or sdram.
        """
        if name == SDRAM:
            from litedram.phy import GENSDRPHY
            from sdram_chip import SdramChip
            return {"sdram": (GENSDRPHY(platform.request("sdram"), hz), SdramChip(*self.sdram_bits, hz))}
        rom, sram = self.variants[variant]
        return {"integrated_rom_size": rom * 1024, "integrated_sram_size": sram * 1024}

    def load_command(self, variant: str, bitstream: Path) -> list[str]:
        """Return the command that loads a bitstream into the FPGA."""
        raise NotImplementedError

    @property
    def folder(self) -> Path:
        return FOLDER / self.name


def names() -> list[str]:
    return sorted(file.parent.name for file in FOLDER.glob("*/build.py"))


def load(name: str) -> Board:
    """Return the board with this name, from its build.py."""
    if name not in names():
        raise MetroError(f"there is no board {name}", f"boards are {', '.join(names())}")
    module = sys.modules.get(f"metro_board_{name}")
    if module is None:
        spec = importlib.util.spec_from_file_location(f"metro_board_{name}", FOLDER / name / "build.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    return next(item for item in vars(module).values()
                if isinstance(item, type) and issubclass(item, Board) and item.name == name)()


def run(name: str) -> None:
    """Replace `python3 boards/NAME/build.py ARGS` by `./metro boards NAME ARGS`, which has its own environment."""
    sys.stdout.flush()
    os.execv(paths.ROOT / "metro", [str(paths.ROOT / "metro"), "boards", name, *sys.argv[1:]])
