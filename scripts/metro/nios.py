# SPDX-License-Identifier: Apache-2.0
"""`./metro nios`: the units as a custom instruction of Nios II and Nios V/g, as a folder for Platform Designer."""
from __future__ import annotations

import shutil
from pathlib import Path

from . import __version__, cache, core, paths
from .errors import MetroError

SOURCE = paths.ROOT / "hw" / "nios"
COMPONENT = "metronome_hw.tcl"
NAMES = "custom_instruction_debug.xml"

PROCESSORS = {"nios2": "Nios II", "niosv": "Nios V/g"}      # the generator's adapters


def module(adapter: str, tasks: int, width: int, engine: str, units: str = "both") -> str:
    """The name of the module and of its file; units: both, time or ready."""
    return f"metronome_{adapter}_n{tasks}_w{width}_{engine}" + ("" if units == "both" else f"_{units}")


def options(adapter: str, tasks: int, width: int, engine: str, units: str = "both") -> list[str]:
    """Of the generator."""
    absent = {"both": [], "time": ["--no-ready"], "ready": ["--no-time"]}[units]
    return ["--adapter", adapter, "--tasks", str(tasks), "--width", str(width), "--engine", engine, *absent]


def verilog(adapter: str, tasks: int, width: int, engine: str, units: str = "both") -> Path:
    """The file with the Verilog."""
    generator = core.ensure_built()
    chosen = options(adapter, tasks, width, engine, units)
    name = f"{module(adapter, tasks, width, engine, units)}.v"

    def build(folder: Path) -> None:
        core.run_generator(generator, "metronome.GenerateAdapter", chosen, folder / name)

    return cache.product("adapter", {"generator": generator.name, "options": chosen}, build) / name


def write(folder: Path, netlists: list[Path]) -> None:
    """The folder, or these netlists added to it."""
    (folder / "verilog").mkdir(parents=True, exist_ok=True)
    for netlist in netlists:
        shutil.copyfile(netlist, folder / "verilog" / netlist.name)
    shutil.copyfile(SOURCE / NAMES, folder / NAMES)
    (folder / COMPONENT).write_text((SOURCE / COMPONENT).read_text().replace("@VERSION@", __version__))


# --------------------------------------------------------------------------------------------------- ./metro nios

def add_arguments(parser) -> None:
    from .units import ENGINES                             # late: it imports this module
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
    netlists = [verilog(processor, args.tasks, args.width, args.engine, args.units)
                for processor in ([args.processor] if args.processor else PROCESSORS)]
    try:
        write(folder, netlists)
    except (FileExistsError, NotADirectoryError):
        raise MetroError(f"{folder} is not a folder", "name another one") from None
    for name in (COMPONENT, NAMES, *(f"verilog/{netlist.name}" for netlist in netlists)):
        print(folder / name)
    return 0
