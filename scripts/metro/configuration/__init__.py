# SPDX-License-Identifier: Apache-2.0
"""What is built: core, units, SoC and kernel switches, as a named configuration of configs/ or a file like those.

This module is read before set-up. The schema (schema.py) needs packages, and is only there after it.
"""
from __future__ import annotations

import argparse
import functools
from pathlib import Path

from ..base import paths, toml
from ..base.errors import MetroError
from ..base.near import meant, meant_path
from .options import OPTIONS, given, spelled  # noqa: F401  (for those who build a command line)

FOLDER = paths.ROOT / "configs"

# The 2007 paper's four systems, and ours, which goes beyond them.
SYSTEMS = ("original", "scheduler", "timer", "combined")
EVENTS = "events"
CONTEXTS = "contexts"
LEVELS = "levels"                                          # task lists, for other kernels
EVERY_SYSTEM = (*SYSTEMS, EVENTS, CONTEXTS)
ADAPTERS = ("plugin", "cfu", "wishbone")                   # where a SoC's units are
ENGINES = ("parallel", "lookahead")                        # of the time unit, by number as in the information word

# All code is in ROM; in simulation a breakpoint costs nothing.
DEBUGGED = {"core.debug": True, "core.breakpoints": 16}    # what a simulated core needs for GDB

SERVICES = ("flags", "semaphores", "mailboxes")            # of the event unit, that it can be without

# For tests: the same firmware on cores that have less than it asks for.
LESSER_SYSTEMS = ("events-few", "events-bare", "contexts-few")


def names() -> list[str]:
    """Of the configurations in configs/: first the systems that are measured, then all others."""
    there = {file.stem for file in FOLDER.glob("*.toml")}
    return [*(name for name in EVERY_SYSTEM if name in there), *sorted(there - set(EVERY_SYSTEM))]


def named(text: str) -> str:
    """For argparse: the name of a configuration, or a file with one."""
    if text not in names() and not is_file(text):
        near = meant_path(Path(text)) if text.endswith(".toml") else meant(text, names())
        raise argparse.ArgumentTypeError(f"there is no configuration {text}; there are {', '.join(names())}, or give a "
                                         f"file NAME.toml. {near}".rstrip(" ."))
    return text


def is_file(text: str) -> bool:
    return text.endswith(".toml") and Path(text).is_file()


def label(name: str) -> str:
    """What it is called in figures."""
    return Path(name).stem if is_file(name) else name


def origin(name: str) -> str:
    """Options of a command that name it, where its label does not."""
    return f" --config {name}" if is_file(name) else ""


def file_of(name: str) -> Path:
    return Path(name) if is_file(name) else FOLDER / f"{name}.toml"


@functools.cache
def read(name: str):
    """The configuration with this name, or of this file."""
    from . import schema
    if name not in names() and not is_file(name):
        raise MetroError(f"there is no configuration {name}", f"{meant(name, names())}There are {', '.join(names())}")
    file = file_of(name)
    return schema.validated(toml.read(file), file)


def units(**fields):
    """Units with these fields of the schema."""
    from . import schema
    return schema.hardware({"units": fields}).units


def around(units):
    """The default core with these units, or without."""
    from . import schema
    return schema.Hardware(units=units)


def add_arguments(parser, default: str, leave_out=()) -> None:
    """--config, and an option for each of its fields, but for those that are left out. See chosen()."""
    parser.add_argument("--config", "--system", dest="config", type=named, default=default, metavar="NAME",
                        help=f"use this configuration of core and kernel, from configs/ ({', '.join(names())}) or a "
                             f"file NAME.toml ({default})")
    group = parser.add_argument_group("options that override the configuration")
    for option in OPTIONS:
        if option.name not in leave_out:
            option.add(group)


def chosen(args):
    """What --config names, with the other options on top."""
    return read(args.config).changed(given(args))


def hardware(args):
    """The same of core and SoC alone, whatever the kernel would use of them."""
    return read(args.config).hardware.changed(given(args))


def of(*words: str):
    """The core and SoC that such options describe; without --config those on top of `original`."""
    parser = _Parser(add_help=False, allow_abbrev=False)
    add_arguments(parser, "original")
    return hardware(parser.parse_args([str(word) for word in words]))


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise MetroError(message)
