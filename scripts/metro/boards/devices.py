# SPDX-License-Identifier: Apache-2.0
"""The FPGA families, the tools for each of them, and the FPGA of each target of litex-boards."""
from __future__ import annotations

import contextlib
import functools
import importlib
import io
import os
import pkgutil
import re
import warnings
from dataclasses import dataclass
from pathlib import Path


SIMULATION = "litex_sim"                # LiteX's own target


@dataclass(frozen=True)
class Toolchain:
    """A tool that makes a bitstream from a board's project, and its file names."""
    title: str
    program: str            # command that must be on the PATH
    bitstream_suffix: str
    constraint_suffixes: tuple      # of the project's files that name pins and clocks
    is_installed_by_setup: bool = False     # into the Python environment


VIVADO = Toolchain("Vivado", "vivado", ".bit", (".xdc",))
QUARTUS = Toolchain("Quartus Prime Lite", "quartus_map", ".sof", (".sdc", ".qsf"))
QUARTUS_13 = Toolchain("Quartus II 13.0sp1 Web Edition", "quartus_map", ".sof", (".sdc", ".qsf"))
TRELLIS = Toolchain("Yosys, nextpnr, ecppack", "yosys", ".bit", (".lpf",), is_installed_by_setup=True)


@dataclass(frozen=True)
class Family:
    prefix: str             # of the names that fpga() returns
    yosys: str              # Yosys's command `synth_...` and its options
    toolchain: Toolchain | None = None      # of this repository's boards


# The keys are our names, which area.FAMILIES also uses. family() takes the first family whose prefix fits.
FAMILIES = {
    "ice40": Family("Lattice ice40", "ice40 -dsp"), "ecp5": Family("Lattice LFE5U", "ecp5", TRELLIS),
    "nexus": Family("Lattice LIFCL", "nexus"), "gowin": Family("Gowin", "gowin"),
    "xc7": Family("AMD xc7", "xilinx -family xc7", VIVADO), "xc6s": Family("AMD xc6s", "xilinx -family xc6s"),
    "xcup": Family("AMD xc", "xilinx -family xcup"),
    "cyclonev": Family("Intel 5C", "intel_alm -family cyclonev", QUARTUS),
    "cycloneiv": Family("Intel EP4C", "intel -family cycloneiv"),
    "cyclone10lp": Family("Intel 10CL", "intel -family cyclone10lp"),
    "max10": Family("Intel 10M", "intel -family max10"), "anlogic": Family("Anlogic", "anlogic"),
    "pp3": Family("QuickLogic", "quicklogic -family pp3"),
}
VENDORS = {"xilinx": "AMD", "altera": "Intel", "lattice": "Lattice", "gowin": "Gowin", "efinix": "Efinix",
           "microsemi": "Microchip", "anlogic": "Anlogic", "quicklogic": "QuickLogic", "osfpga": "Rapid Silicon"}


def family(name: str) -> str:
    """Return the family of an FPGA, or "" if Yosys does not know it. name: as fpga() returns it."""
    return next((key for key, one in FAMILIES.items() if name.startswith(one.prefix)), "")


def fpga(platform: str) -> str:
    """Return the FPGA of a litex-boards platform as "VENDOR PART". Leave out an unknown vendor or part."""
    kind = importlib.import_module(f"litex_boards.platforms.{platform}").Platform
    vendor = next((VENDORS.get(base.__module__.split(".")[2], "") for base in kind.__mro__
                   if base.__module__.startswith("litex.build.")), "")
    try:
        part = kind().device
    except (Exception, SystemExit):         # a vendor's tool is missing, or the board comes in variants
        part = ""
    return f"{vendor} {part}".strip()


@functools.cache
def targets() -> dict[str, str]:
    """Return {target: its FPGA} of all targets of litex-boards, and of LiteX's simulation."""
    from unittest import mock
    import litex_boards.targets
    found = {SIMULATION: "Verilator"}
    for folder in map(Path, litex_boards.targets.__path__):
        for module in pkgutil.iter_modules([str(folder)]):
            source = (folder / f"{module.name}.py").read_text()
            platform = re.search(r"from litex_boards.platforms import (\w+)", source)
            # A platform may print, or change the environment.
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), mock.patch.dict(os.environ):
                warnings.simplefilter("ignore", SyntaxWarning)     # of Python, in the sources of two platforms
                found[module.name] = fpga(platform[1]) if platform else ""
    return found
