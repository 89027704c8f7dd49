# SPDX-License-Identifier: Apache-2.0
"""`./metro studio`: a local web page to choose a configuration, build it and see it run."""
from __future__ import annotations

import argparse
from pathlib import Path

from ..products.kernel import any_kernel_folder


def add_arguments(parser) -> None:
    parser.description = ("Open a page to choose a configuration: measured cost and gain, commands, the core, a "
                          "board's bitstream, a run's timeline. The page is served to this machine only, until "
                          "Ctrl-C.")
    parser.add_argument("project", nargs="?", metavar="DIR", type=Path,
                        help="read an application's needs from its kernel's configuration and its calls "
                             "(without DIR, the page runs the kernel's example)")
    parser.add_argument("--kernel", type=any_kernel_folder, metavar="TREE",
                        help="run applications of this tree's RTOS with the tree; an RTOS with its own build needs one")
    parser.add_argument("--port", type=_port, default=0, metavar="PORT", help="set the port of the page (a free one)")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")


def _port(text: str) -> int:
    if not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text}: not a number from 1 to 65535")
    return int(text)


_port.__name__ = "port"         # argparse shows this name in its message


def main(args) -> int:
    from . import command
    return command.serve(args)
