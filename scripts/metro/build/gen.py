# SPDX-License-Identifier: Apache-2.0
"""`./metro gen`: writes a core's Verilog and its description."""
from __future__ import annotations

import shutil
from pathlib import Path

from ..base.errors import MetroError
from ..environment import generator
from . import core as core_module

EXTRA = "CORE OPTION"


def add_arguments(parser) -> None:
    parser.description = "Writes a core's Verilog and its description (core.json)."
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="copy the files there")
    parser.add_argument("--core-help", action="store_true", help="list the options of the core itself")


def main(args) -> int:
    if args.core_help:
        print(generator.java(generator.ensure_built(), "metronome.Generate", ["--help"]).stdout.strip())
        print("  --adapter NAME           where the units are: plugin (default), cfu (LiteX's stock core and Cfu.v), "
              "wishbone\n                           (a core without units, and MetronomeWishbone.v)")
        return 0
    core = core_module.generate(args.extra)
    if args.output:
        try:
            args.output.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise MetroError(f"{args.output} is not a folder", "name another one") from None
        for file in [*core.glob("*.v"), core / "core.json"]:
            shutil.copy(file, args.output)
        core = args.output
    print(*sorted(core.glob("*.v")), f"{core / 'core.json'}:", sep="\n")
    print((core / "core.json").read_text(), end="")
    return 0
