# SPDX-License-Identifier: Apache-2.0
"""`./metro gen`: writes a core's Verilog and its description."""
from __future__ import annotations

from pathlib import Path

from .. import configuration
from ..base import output
from . import core as core_module


def add_arguments(parser) -> None:
    parser.description = "Write a core's Verilog and its description (core.json)."
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="copy the files to this folder")
    parser.add_argument("--core-help", action="help", help="print this text, which includes the options of the core")
    configuration.add_arguments(parser, "original", leave_out=("--threads", "--bus-bursting"))


def main(args) -> int:
    core = core_module.generate(configuration.hardware(args))
    if args.output:
        output.copy({args.output / file.name: file for file in [*core.glob("*.v"), core / "core.json"]})
        core = args.output
    print(*sorted(core.glob("*.v")), f"{core / 'core.json'}:", sep="\n")
    print((core / "core.json").read_text(), end="")
    return 0
