# SPDX-License-Identifier: Apache-2.0
"""`./metro nios`: the units as a custom instruction of Nios II and Nios V/g, as a folder for Platform Designer."""
from __future__ import annotations

import shutil
from pathlib import Path

from .. import __version__
from ..base import paths
from ..base.errors import MetroError
from .adapters import ENGINES, unit_options, verilog

SOURCE = paths.ROOT / "hw" / "nios"
COMPONENT = "metronome_hw.tcl"
NAMES = "custom_instruction_debug.xml"

PROCESSORS = {"nios2": "Nios II", "niosv": "Nios V/g"}      # the generator's adapters


def write(folder: Path, netlists: list[Path]) -> None:
    """The folder, or these netlists added to it."""
    (folder / "verilog").mkdir(parents=True, exist_ok=True)
    for netlist in netlists:
        shutil.copyfile(netlist, folder / "verilog" / netlist.name)
    shutil.copyfile(SOURCE / NAMES, folder / NAMES)
    (folder / COMPONENT).write_text((SOURCE / COMPONENT).read_text().replace("@VERSION@", __version__))


# --------------------------------------------------------------------------------------------------- ./metro nios

def add_arguments(parser) -> None:
    parser.description = ("Writes a folder for Platform Designer: the component, the Verilog of one configuration, "
                          "and the instructions' names for a debugger. Called again it adds a configuration.")
    parser.add_argument("--tasks", type=int, default=64, metavar="N", help="8 to 256 (64)")
    parser.add_argument("--width", type=int, default=16, metavar="W", help="bits of a delay, 4 to 32 (16)")
    parser.add_argument("--engine", choices=ENGINES, default="lookahead", help="of the time unit (lookahead)")
    absent = parser.add_mutually_exclusive_group()
    absent.add_argument("--no-time", action="store_const", const="ready", dest="units", help="no time unit")
    absent.add_argument("--no-ready", action="store_const", const="time", dest="units", help="no ready unit")
    parser.add_argument("--processor", choices=PROCESSORS, help="the Verilog for this one only (for both)")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="the folder (nios in the build folder)")
    parser.set_defaults(units="both")


def main(args) -> int:
    folder = args.output or paths.BUILD / "nios"
    options = unit_options(args.tasks, args.width, args.engine, args.units)
    netlists = [verilog(processor, options) for processor in ([args.processor] if args.processor else PROCESSORS)]
    try:
        write(folder, netlists)
    except (FileExistsError, NotADirectoryError):
        raise MetroError(f"{folder} is not a folder", "name another one") from None
    for name in (COMPONENT, NAMES, *(f"verilog/{netlist.name}" for netlist in netlists)):
        print(folder / name)
    return 0
