# SPDX-License-Identifier: Apache-2.0
"""`./metro size`: what a program takes of the memory, and needs of its stacks."""
from __future__ import annotations

from pathlib import Path

from .. import configuration
from ..build import application
from ..build.kernel import any_kernel_folder
from . import memory
from .command import add_rtos, load


def add_arguments(parser) -> None:
    parser.description = ("Shows what a program takes of the memory, and what each of its tasks needs of its stack by "
                          "the machine code. (./metro run --memory shows what a run really used, too.)")
    parser.epilog = application.HELP
    parser.add_argument("app", metavar="APP", type=Path, help="an ELF file, for any SoC, or an application's folder")
    parser.add_argument("-O", dest="opt", default="2", metavar="LEVEL", help="optimisation of a folder's build (2)")
    parser.add_argument("--kernel", type=any_kernel_folder, metavar="DIR",
                        help="of a folder's build, as in ./metro run")
    add_rtos(parser)
    configuration.add_arguments(parser, "original", leave_out=("--native-buses", "--debug", "--breakpoints"))


def main(args) -> int:
    if args.app.is_dir():
        elf = load(args.app, f"-O{args.opt}", configuration.chosen(args), args.kernel, its_rtos=args.rtos)[0].elf
    else:
        elf = args.app
    memory.show(memory.Report(elf))
    return 0
