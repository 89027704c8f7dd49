# SPDX-License-Identifier: Apache-2.0
"""`./metro boards`: lists the boards, builds the SoC for a board, debugs it, or checks how far each board runs.

`python3 boards/NAME/build.py ARGS` runs `./metro boards NAME ARGS`.
"""
from __future__ import annotations

import argparse
from pathlib import Path

from .. import configuration
from ..base import paths
from ..base.errors import MetroError
from ..run.command import port
from . import board


def add_arguments(parser) -> None:
    parser.description = ("Build the SoC for a board: write the project for the FPGA tool, run the tool if it is on "
                          "the PATH, and load the bitstream. Without a name, list the boards.")
    parser.add_argument("name", nargs="?", metavar="NAME", help=f"select the board: {', '.join(board.names())}")
    parser.add_argument("--build", action="store_true", help="write the project and build the bitstream")
    parser.add_argument("--load", action="store_true", help="load the bitstream into the FPGA")
    parser.add_argument("--check", action="store_true",
                        help="check this board, or all: generate, lint, simulate, synthesise, place, and print what "
                             "ran; for one board, use the given firmware and configuration")
    parser.add_argument("--variant",
                        help="select the variant of the board: a7-35 or a7-100 for the Arty, 45f or 85f for the "
                             "ULX3S")
    parser.add_argument("--sys-clk-freq", type=_frequency, metavar="HZ", help="set the clock of the SoC (50e6)")
    parser.add_argument("--firmware", type=Path, metavar="DIR",
                        help="run this application's folder, or ELF file for this SoC (Dhrystone among 16 tasks)")
    parser.add_argument("-O", dest="opt", default="2", metavar="LEVEL",
                        help="set the optimisation of a folder's build (2)")
    parser.add_argument("--memory", choices=("block", "sram", "sdram"),
                        help="select the memory for program and data, if the board has it (block; DE1: sram)")
    parser.add_argument("--serial-boot", action="store_true",
                        help="leave the firmware out of the bitstream, so litex_term sends it (with SRAM and SDRAM: "
                             "always)")
    parser.add_argument("--uart-name", choices=("serial", "jtag_uart"),
                        help="select the interface of the console (serial)")
    parser.add_argument("--uart-baudrate", type=_positive, default=115200, metavar="BAUD",
                        help="set the baud rate of the console (115200)")
    parser.add_argument("--gdb", nargs="?", type=port, const=0, metavar="PORT",
                        help="serve GDB for a board that was built with --debug, through litex_server (3333, or a "
                             "free port)")
    parser.add_argument("--litex-server", type=_address, default=("localhost", 1234), metavar="HOST:PORT",
                        help="set the address of litex_server (localhost:1234)")
    parser.add_argument("--output-dir", type=Path, metavar="DIR",
                        help="set the project's folder (build/boards/NAME; with --check: build/boards/check)")
    configuration.add_arguments(parser, "combined", leave_out=("--native-buses",))


def _frequency(text: str) -> float:
    value = float(text)
    if not 1e6 <= value <= 1e9:
        raise argparse.ArgumentTypeError(f"{text}: not a clock of 1e6 to 1e9 Hz")
    return value


def _address(text: str) -> tuple[str, int]:
    host, _, number = text.rpartition(":")
    if not host:
        raise ValueError
    return host, port(number)


def _positive(text: str) -> int:
    value = int(float(text))
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text}: not a baud rate")
    return value


# argparse prints the name of the conversion function in its error message.
_frequency.__name__, _address.__name__, _positive.__name__ = "frequency", "HOST:PORT", "rate"


def options(args, chosen: board.Board, memory: str | None = None):
    """Return the Options of a board from the arguments. Raise MetroError for a value that the board does not support.
    memory: overrides args.memory."""
    from .project import DHRYSTONE, Options
    variant = args.variant or next(iter(chosen.variants))
    if variant not in chosen.variants:
        raise MetroError(f"the {chosen.title} has no variant {variant}", f"choose from {', '.join(chosen.variants)}")
    console = args.uart_name or chosen.consoles[0]
    if console not in chosen.consoles:
        raise MetroError(f"the {chosen.title} has no console {console}", f"choose from {', '.join(chosen.consoles)}")
    memory = memory or args.memory or chosen.memories[0]
    if memory not in chosen.memories:
        raise MetroError(f"the {chosen.title} has no memory {memory}", f"choose from {', '.join(chosen.memories)}")
    hz = args.sys_clk_freq or chosen.clock_hz
    if memory == board.SDRAM and not 13e6 <= hz <= 133e6:
        raise MetroError(f"SDRAM does not run at {hz / 1e6:g} MHz", "set --sys-clk-freq to 13e6 to 133e6")
    if args.uart_baudrate > hz / 8:
        raise MetroError(f"{args.uart_baudrate} baud leave fewer than 8 cycles per bit at {hz / 1e6:g} MHz",
                         "choose a lower --uart-baudrate")
    return Options(variant, hz, configuration.chosen(args), args.firmware or DHRYSTONE, memory, args.serial_boot,
                   console, args.uart_baudrate, f"-O{args.opt}")


def changed_options(args) -> set[str]:
    """Return the names of the options that differ from their defaults."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return {name for name, value in vars(parser.parse_args([])).items() if getattr(args, name) != value}


def run_check(args) -> int:
    """Run --check. Without options other than NAME, --memory and --output-dir, check the boards and store their
    figures. With any other option, check one board and store no figures."""
    from . import check
    names = [args.name] if args.name else board.names()
    folder = (args.output_dir or paths.make_build() / "boards" / "check").resolve()
    more = changed_options(args) - {"name", "check", "memory", "output_dir"}
    if not more:
        return check.main(names, folder, args.memory)
    for only_checks in more & {"build", "load", "gdb"}:
        raise MetroError(f"--check and --{only_checks} cannot be combined", "run one after the other")
    if not args.name:
        raise MetroError("--check of all boards accepts no option except --memory",
                         "name a board to check it with other options")

    def asked(chosen: board.Board, memory: str):
        found = options(args, chosen, memory)
        if found.uart != "serial":
            raise MetroError(f"--check cannot read the console {found.uart}: it reads the serial pins only",
                             "leave out --debug and --uart-name")
        return found

    return check.main(names, folder, args.memory, asked)


def main(args) -> int:
    if args.check:
        return run_check(args)
    if not args.name:
        for name in board.names():
            try:
                chosen = board.load(name)
                print(f"{name:8} {chosen.title:18} {', '.join(chosen.variants):15} {', '.join(chosen.memories):13} "
                      f"{chosen.toolchain.title}")
            except MetroError as error:
                print(f"{name:8} {error.message}{error.hint and f'; {error.hint}'}")
        return 0
    from . import project
    chosen = board.load(args.name)
    folder = (args.output_dir or paths.make_build() / "boards" / chosen.name).resolve()
    if args.gdb is not None:
        if args.build or args.load:
            raise MetroError("--gdb is for a board that runs", "run --build --debug --load first, then --gdb alone")
        from ..gdb import board_server
        return board_server.serve(folder, args.gdb or None, args.litex_server)
    if not (args.build or args.load):
        raise MetroError("nothing to do", "add --build (write the project and the bitstream), --load (load it) or "
                         "--gdb (debug it)")
    asked = options(args, chosen)
    if args.build:
        refuse_foreign(folder)
        if args.load and project.has_toolchain(chosen):
            project.refuse_without_loader(chosen, asked, folder)
        project.build(chosen, asked, folder)
        print(f"{folder}:")
        held = "the loader" if asked.sent else "the firmware"
        print(f"  the project for {chosen.toolchain.title}, with {held} in its memory", flush=True)
        if project.has_toolchain(chosen):
            project.run_toolchain(chosen, folder)
            print(f"  {project.bitstream(chosen, folder).relative_to(folder)}")
        else:
            print(f"  no bitstream: {chosen.toolchain.program} is not on the PATH. "
                  f"On a machine with {chosen.toolchain.title}, run:\n"
                  f"    cd {folder / 'gateware'} && bash {project.script(chosen)}")
        if asked.debug:
            from ..gdb import board_server
            built = board_server.project_options(folder)
            print(f"  the bridge: {board_server.litex_server(built)}\n"
                  f"  the console: {board_server.console(folder, built)}\n"
                  f"  the debugger: ./metro boards {chosen.name} --gdb")
        if asked.sent:
            where = f"crossover --csr-csv {folder / 'csr.csv'}" if asked.debug else "/dev/ttyUSB0"
            print(f"  the firmware: litex_term --kernel {folder / 'firmware.bin'} --kernel-adr 0x0 {where}")
    if args.load:
        project.load(chosen, asked, folder)
    return 0


def refuse_foreign(folder: Path) -> None:
    """Raise MetroError if the folder holds files that are not a board's project."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir()) and not (folder / "board.json").exists()):
        raise MetroError(f"{folder} contains files that are not a board's project", "name another --output-dir")
