# SPDX-License-Identifier: Apache-2.0
"""`./metro nios`: writes the units as a custom instruction of Nios II and Nios V/g, for Platform Designer."""
from __future__ import annotations

from pathlib import Path

from .. import __version__, configuration
from ..base import output, paths
from ..base.errors import MetroError
from ..configuration.options import OPTIONS
from .adapters import verilog

SOURCE = paths.ROOT / "hw" / "nios"
COMPONENT = "metronome_hw.tcl"
NAMES = "custom_instruction_debug.xml"

PROCESSORS = {"nios2": "Nios II", "niosv": "Nios V/g"}      # {adapter of the generator: processor}


def contents(netlists: list[Path] = ()) -> dict[str, bytes]:
    """Return {name: content} of the component's files and of these netlists."""
    return {COMPONENT: (SOURCE / COMPONENT).read_text().replace("@VERSION@", __version__).encode(),
            NAMES: (SOURCE / NAMES).read_bytes(),
            **{f"verilog/{netlist.name}": netlist.read_bytes() for netlist in netlists}}


def write(folder: Path, netlists: list[Path]) -> list[Path]:
    """Write the component and these netlists into a folder, and return their paths. Other netlists there remain."""
    files = {folder / name: content for name, content in contents(netlists).items()}
    output.write(files)
    return list(files)


# --------------------------------------------------------------------------------------------------- ./metro nios

def refuse_units(units) -> None:
    """Refuse units that the component for Platform Designer does not support."""
    if units.time_base:
        raise MetroError("--time-base: the component for Platform Designer has no interrupt, which a time base needs",
                         "leave out --time-base, or name a configuration without a time base; software counts "
                         "ticks with `ci_time_tick`")
    if units.levels:
        raise MetroError("--levels: the component for Platform Designer has the time unit and the ready unit only",
                         "name a configuration without task lists, such as combined")


def add_arguments(parser) -> None:
    parser.description = ("Write a folder for Platform Designer: the component, the Verilog of one configuration, "
                          "and the instructions' names for a debugger. A second call adds a configuration.")
    configuration.add_arguments(parser, "combined", leave_out=[
        option.name for option in OPTIONS if option.key.partition(".")[0] != "units"])
    parser.add_argument("--processor", choices=PROCESSORS,
                        help="write the Verilog for this processor only (for both)")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="set the folder (nios in the build folder)")


def main(args) -> int:
    folder = args.output or paths.BUILD / "nios"
    units = configuration.hardware(args).units
    if units is None:
        raise MetroError(f"{args.config} has no units", "name another configuration")
    refuse_units(units)
    netlists = [verilog(processor, units) for processor in ([args.processor] if args.processor else PROCESSORS)]
    print(*write(folder, netlists), sep="\n")
    return 0
