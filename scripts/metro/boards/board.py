# SPDX-License-Identifier: Apache-2.0
"""A board: LiteX's platform, and the few facts that it lacks. Each boards/NAME/build.py has a subclass of `Board`.

The classes are read before set-up, so they import LiteX only in their methods.
"""
from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import os
import sys
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError
from .devices import FAMILIES, Toolchain

FOLDER = paths.ROOT / "boards"


BLOCK, SDRAM = "block", "sdram"         # memories for program and data


@dataclasses.dataclass(frozen=True)
class Device:
    """An FPGA that a board can have."""
    part: str
    title: str
    memory: tuple[int, int] = (0, 0)        # KiB of a project's ROM and SRAM in block RAM
    holds: dict = dataclasses.field(default_factory=dict)       # luts, ffs, brams, counted as in area.FAMILIES
    board: Board | None = None              # this and the next are set by devices()
    variant: str = ""


class Board:
    title = ""
    family = ""                     # of area.FAMILIES; without a toolchain in devices.FAMILIES, set `toolchain` too
    variants: dict[str, Device] = {}        # the first is the default
    clock_hz = 50_000_000           # default clock of the SoC; all our figures have it
    memories: tuple = (BLOCK,)      # possible memories for program and data; the first is the default
    sdram = ""                      # LiteDRAM's name of a chip with as many rows and columns as the board's SDRAM
    consoles = ("serial",)          # LiteX's names of UARTs; the first is the default
    key, pressed = "", 0            # LiteX's name of the reset key, and its level while it is pressed
    grid = 0                        # number of rows, and of columns, of the package's balls
    bench_parts: dict = {}          # {memory: (ports as in `bench`, Verilog of the chip)}; check.py has SDRAM's entry

    def platform(self, variant: str):
        """Return LiteX's platform: pins, clock and device."""
        raise NotImplementedError

    def pll(self):
        """Return LiteX's PLL for the FPGA."""
        raise NotImplementedError

    def load_command(self, variant: str, bitstream: Path) -> list[str]:
        """Return the command that loads a bitstream into the FPGA."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """Return the name of the board's folder."""
        return Path(sys.modules[type(self).__module__].__file__).parent.name

    @property
    def toolchain(self) -> Toolchain:
        """Return the tool for the FPGA's family."""
        family = FAMILIES.get(self.family)
        if not (family and family.toolchain):
            raise MetroError(f"boards/{self.name}/build.py: the family {self.family} has no toolchain",
                             f"set `toolchain` in class {type(self).__name__}")
        return family.toolchain

    @property
    def synthesis(self) -> str:
        """Return the Yosys commands of the synthesis, with {top}."""
        return f"synth_{FAMILIES[self.family].yosys} -top {{top}}"

    @property
    def clock_pin(self) -> tuple[str, float]:
        """Return the clock pin's name and frequency in MHz."""
        platform = self.platform(next(iter(self.variants)))
        return platform.default_clk_name, 1e3 / platform.default_clk_period

    @property
    def bench(self) -> dict[str, str]:
        """Return {port of the top module: signal of the simulation}."""
        return {self.clock_pin[0]: "clock", self.key: "reset" if self.pressed else "~reset", "serial_tx": "tx",
                "serial_rx": "rx"}

    def clock(self, platform, hz: float, memory: str):
        """Return the clock and reset generator."""
        from board_clock import BoardClock
        return BoardClock(platform, hz, self.key, self.pressed, self.pll, with_sdram=memory == SDRAM)

    def memory(self, name: str, variant: str, platform, hz: float) -> dict:
        """Return arguments of MetronomeSoC: integrated_rom_size and integrated_sram_size in bytes, or memory, or sdram.
        """
        if name == SDRAM:
            from litedram.phy import GENSDRPHY
            from sdram_chip import SdramChip
            return {"sdram": (GENSDRPHY(platform.request("sdram"), hz), SdramChip(self.sdram, hz))}
        rom, sram = self.variants[variant].memory
        return {"integrated_rom_size": rom * 1024, "integrated_sram_size": sram * 1024}


def names() -> list[str]:
    return sorted(file.parent.name for file in FOLDER.glob("*/build.py"))


def load(name: str) -> Board:
    """Return the board with this name: the last subclass of Board in its build.py."""
    if name not in names():
        raise MetroError(f"there is no board {name}", f"boards are {', '.join(names())}")
    for place in map(str, (paths.ROOT, paths.ROOT / "hw", paths.ROOT / "hw" / "litex")):
        if place not in sys.path:
            sys.path.insert(0, place)
    key = f"metro_board_{name}"
    try:
        if key not in sys.modules:
            spec = importlib.util.spec_from_file_location(key, FOLDER / name / "build.py")
            sys.modules[key] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[key])
        kinds = [kind for kind in vars(sys.modules[key]).values()
                 if isinstance(kind, type) and issubclass(kind, Board) and kind.__module__ == key]
        if not kinds:
            raise MetroError(f"boards/{name}/build.py has no subclass of Board")
        if not all(isinstance(device, Device) for device in kinds[-1].variants.values()):
            raise TypeError("a variant is not a Device")
        return kinds[-1]()
    except (ImportError, TypeError, AttributeError) as error:
        sys.modules.pop(key, None)
        raise MetroError(f"boards/{name}/build.py does not fit this version: {error}",
                         "see CHANGELOG.md, version 0.3.0") from error


def devices() -> dict[str, Device]:
    """Return the FPGAs of all usable boards, by part, if their sizes are known."""
    found = {}
    for name in names():
        with contextlib.suppress(MetroError):           # `./metro boards` prints it
            board = load(name)
            found |= {device.part: dataclasses.replace(device, board=board, variant=variant)
                      for variant, device in board.variants.items() if device.holds}
    return found


def run(file: str) -> None:
    """Replace `python3 boards/NAME/build.py ARGS` by `./metro boards NAME ARGS`, which has its own environment."""
    name = Path(file).resolve().parent.name
    sys.stdout.flush()
    os.execv(paths.ROOT / "metro", [str(paths.ROOT / "metro"), "boards", name, *sys.argv[1:]])
