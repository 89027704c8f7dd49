# SPDX-License-Identifier: Apache-2.0
"""`./metro gen`: writes a core's Verilog and its description."""
from __future__ import annotations

import contextlib
from pathlib import Path

from .. import configuration
from ..base import output
from ..base.errors import MetroError
from . import core as core_module


def add_arguments(parser) -> None:
    parser.description = "Write a core's Verilog and its description (core.json)."
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="copy the files to this folder")
    parser.add_argument("--core-help", action="help", help="print this text, which includes the options of the core")
    configuration.add_arguments(parser, "original", leave_out=("--threads", "--bus-bursting"))


def main(args) -> int:
    chosen = configuration.hardware(args)
    with contextlib.suppress(MetroError):                  # if the kernel does not fit the options, use hardware only
        chosen = configuration.chosen(args)
    core = core_module.generate(chosen)
    description = core_module.description(core, chosen)
    if args.output:
        output.write({args.output / "core.json": description,
                      **{args.output / file.name: file.read_bytes() for file in core.glob("*.v")}})
        core = args.output
    print(*sorted(core.glob("*.v")), f"{core / 'core.json'}:", sep="\n")
    print(description.decode(), end="")
    return 0
