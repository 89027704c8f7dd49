# SPDX-License-Identifier: Apache-2.0
"""`./metro size`: prints the memory and the stacks that a program needs."""
from __future__ import annotations

from pathlib import Path

from .. import configuration
from ..products import application
from ..products.kernel import any_kernel_folder
from . import memory
from .command import add_rtos, load, optimisation


def add_arguments(parser) -> None:
    parser.description = ("Print the memory that a program needs, and each task's stack need, computed from the "
                          "machine code. (./metro run --memory also prints the stack use in a run.)")
    parser.epilog = application.HELP
    parser.add_argument("app", metavar="APP", type=Path,
                        help="read this ELF file, linked for any SoC, or build this application's folder")
    parser.add_argument("-O", dest="opt", metavar="LEVEL",
                        help="set the optimisation of a folder's build (2, or as its own build files say)")
    parser.add_argument("--kernel", type=any_kernel_folder, metavar="DIR",
                        help="build a folder with this kernel, as in ./metro run")
    add_rtos(parser)
    configuration.add_arguments(parser, "original", leave_out=("--native-buses", "--debug", "--breakpoints"))


def main(args) -> int:
    if args.app.is_dir():
        elf = load(args.app, optimisation(args), configuration.chosen(args), args.kernel, its_rtos=args.rtos)[0].elf
    else:
        elf = args.app
    memory.show(memory.Report(elf))
    return 0
