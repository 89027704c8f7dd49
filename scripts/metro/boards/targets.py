# SPDX-License-Identifier: Apache-2.0
"""`./metro targets`: runs every target of litex-boards, first with LiteX's own core `full`, then with our core.

Each run is the command of a user, with --no-compile: the target makes its SoC and writes its project. The first run
shows what the target itself can do. The run with our core must do the same, with the same Verilog around the core.
"""
from __future__ import annotations

import difflib
import io
import re
import sys
import time
import zipfile
from pathlib import Path

from .. import configuration
from ..base import cache, output, paths
from ..base.errors import MetroError
from ..base.jobs import thread_pool
from ..base.marked import replace_part
from ..base.progress import Progress
from ..products import wheel
from . import devices, target_place, target_run
from .target_run import ELABORATES

PAGE = paths.ROOT / "docs" / "target-list.md"

PLACED, MAPPED, TOO_LARGE, NOT_TRIED = "placed", "mapped", "no: too large", "not tried"
SMALL = "Lattice ice40-up5k"                # the core alone has more LUTs than this part


def package(config: str) -> Path:
    """Return a folder with the wheel's files, as pip would install them."""
    with Progress("wheel", file=sys.stderr) as progress:
        files = wheel.contents([config], progress)
    inputs = {"files": {name: cache.key_of({"content": content.hex()}) for name, content in files.items()},
              "requirements": wheel.REQUIREMENTS.read_text()}
    return cache.product("wheel", inputs,
                         lambda folder: zipfile.ZipFile(io.BytesIO(wheel.pack(files))).extractall(folder))


# The table

def summary(results: dict) -> str:
    """Return a summary of all results."""
    stock = [name for name, each in results.items() if each["stock"].startswith(ELABORATES)]
    ours = [name for name in stock if results[name]["ours"].startswith(ELABORATES)]
    return (f"{len(results)} targets: {len(stock)} elaborate with LiteX's `full`, and of these {len(ours)} with ours, "
            f"each with the same Verilog around the core. {len(results) - len(stock)} do not support `full`, or fail "
            "with both cores.")


def build_level(name: str, each: dict, fpga: str) -> str:
    """Return how far open tools can build a target with the units: PLACED, MAPPED, TOO_LARGE, NOT_TRIED or "-"."""
    if not each["ours"].startswith(ELABORATES):
        return "-"
    if name in target_place.TARGETS:
        return PLACED
    if fpga.startswith(SMALL):
        return TOO_LARGE
    return MAPPED if devices.family(fpga) else NOT_TRIED


def target_table(results: dict, fpgas: dict) -> str:
    """Return the table of all targets, in Markdown."""
    rows = [f"| {name} | {fpgas[name]} | {each['stock']} | {each['ours']} | {build_level(name, each, fpgas[name])} |"
            for name, each in sorted(results.items())]
    return "\n".join(["| target | FPGA | with LiteX's `full` | with the units | can be built |",
                      "| --- | --- | --- | --- | --- |", *rows])


def page_part(results: dict, fpgas: dict, config: str) -> str:
    """Return the part of the page between the markers `targets`."""
    return f"{summary(results)} {versions(config)}\n\n{target_table(results, fpgas)}"


def versions(config: str) -> str:
    return f"The configuration is `{config}`, LiteX {pin('litex')}, litex-boards {pin('litex-boards')}."


def pin(name: str) -> str:
    return re.search(rf"^{name}==(\S+)", target_run.REQUIREMENTS.read_text(), re.MULTILINE)[1]


# ./metro targets

def add_arguments(parser) -> None:
    parser.description = ("Generate the project of every litex-boards target that can have a VexRiscv, with LiteX's "
                          "core and with ours, and print a table.")
    parser.add_argument("names", nargs="*", metavar="TARGET", help="try only these targets (all)")
    parser.add_argument("--config", type=configuration.named, default="combined", metavar="NAME",
                        help="select the configuration of our core (combined)")
    parser.add_argument("--place", action="store_true",
                        help=f"place, route and pack these with open tools instead: {', '.join(target_place.TARGETS)}")
    parser.add_argument("--commit", action="store_true", help="write the table into docs/target-list.md")


def main(args) -> int:
    if args.commit and args.names:
        raise MetroError("--commit is for the table of all targets", "leave out the names")
    fpgas = devices.targets()
    available = target_place.TARGETS if args.place else sorted(fpgas)
    for name in args.names:
        if name not in available:
            similar = difflib.get_close_matches(name, available, 1, 0.5)
            raise MetroError(f"there is no target {name}{' for --place' if args.place else ''}"
                             + (f"; did you mean {similar[0]}?" if similar else ""), "leave out names to try all")
    installed, names, label = package(args.config), args.names or list(available), configuration.label(args.config)
    return (place if args.place else elaborate)(args, names, label, installed, fpgas)


def write_part(name: str, text: str) -> None:
    """Write the text into the part of the page with this name."""
    output.write({PAGE: replace_part(PAGE.read_text(), name, text).encode()})


def place(args, names, label: str, installed: Path, fpgas: dict) -> int:
    results = {}
    with Progress("targets", total=len(names), file=sys.stderr) as progress:
        for name in names:
            with progress.step(name):
                results[name] = target_place.cached_outcome(name, label, installed)
    print(target_place.table(results, fpgas))
    if args.commit:
        write_part("placed", f"{versions(args.config)}\n\n{target_place.table(results, fpgas)}")
    return 1 if any("failed" in each for each in results.values()) else 0


def elaborate(args, names, label: str, installed: Path, fpgas: dict) -> int:
    with Progress("targets", total=len(names), file=sys.stderr) as progress, thread_pool(2) as pool:
        def one(name: str) -> dict:
            start = time.monotonic()
            tried = target_run.cached_outcomes(name, label, installed)
            note = "" if tried["ours"] == ELABORATES else "; ".join(tried.values())
            progress.advance(name, time.monotonic() - start, note)
            return tried
        results = dict(zip(names, pool.map(one, names)))
    print(f"{target_table(results, fpgas)}\n\n{summary(results)}")
    if args.commit:
        write_part("targets", page_part(results, fpgas, args.config))
    # A target that elaborates with LiteX's core but not with ours is our fault.
    wrong = [name for name, each in results.items()
             if each["stock"].startswith(ELABORATES) and not each["ours"].startswith(ELABORATES)]
    return 1 if wrong else 0
