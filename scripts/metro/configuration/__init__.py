# SPDX-License-Identifier: Apache-2.0
"""Configurations of core, units, SoC and kernel switches: a name in configs/, or a file of the same format.

This module is imported before set-up. The schema (schema.py) needs packages, so only functions import schema.py.
"""
from __future__ import annotations

import argparse
import functools
from pathlib import Path

from ..base import paths, toml
from ..base.errors import MetroError
from ..base.near import did_you_mean, did_you_mean_path
from . import notation
from .options import OPTIONS, given, spelled  # noqa: F401  (for builders of a command line)
from .renamed import hint

FOLDER = paths.ROOT / "configs"

# The four systems of the 2007 paper, and our extensions.
SYSTEMS = ("original", "scheduler", "timer", "combined")
EVENTS = "events"
CONTEXTS = "contexts"
LEVELS = "levels"                                          # task lists, for other kernels
EVERY_SYSTEM = (*SYSTEMS, EVENTS, CONTEXTS)
ADAPTERS = ("plugin", "cfu", "wishbone")                   # how the units are connected
ENGINES = ("parallel", "lookahead")                        # of the time unit; the index is in the information word

# All code is in ROM, so GDB needs hardware breakpoints. They cost nothing in simulation.
DEBUGGED = {"core.debug": True, "core.breakpoints": 16}    # of a simulated core, for GDB

SERVICES = ("flags", "semaphores", "mailboxes")            # optional services of the event unit

# For tests: cores with fewer resources than the firmware asks for.
LESSER_SYSTEMS = ("events-few", "events-bare", "contexts-few")


def names() -> list[str]:
    """Return the names of the configurations in configs/: first those in EVERY_SYSTEM, then the others by name."""
    found = {file.stem for file in FOLDER.glob("*.toml")}
    return [*(name for name in EVERY_SYSTEM if name in found), *sorted(found - set(EVERY_SYSTEM))]


def named(text: str) -> str:
    """Return the text if it names a configuration or its file. Otherwise raise argparse.ArgumentTypeError."""
    if text not in names() and not is_file(text):
        near = did_you_mean_path(Path(text)) if text.endswith(".toml") else did_you_mean(text, names())
        raise argparse.ArgumentTypeError(f"there is no configuration {text}; there are {', '.join(names())}, or give a "
                                         f"file NAME.toml. {near}".rstrip(" ."))
    return text


def described(text: str) -> str:
    """Return the text if it is a configuration in the notation of notation.py: a name, and key=value pairs. Otherwise
    raise argparse.ArgumentTypeError."""
    if not is_file(text):
        try:
            named(notation.parse(text)[0])
        except MetroError as error:
            raise argparse.ArgumentTypeError(f"{error.message}. {error.hint}") from None
    return text


def is_file(text: str) -> bool:
    return text.endswith(".toml") and Path(text).is_file()


def label(name: str) -> str:
    """Return the configuration's name in figures."""
    return Path(name).stem if is_file(name) else name


def origin(name: str) -> str:
    """Return the --config option for a configuration file, or an empty string for a name in configs/."""
    return f" --config {name}" if is_file(name) else ""


def file_of(name: str) -> Path:
    return Path(name) if is_file(name) else FOLDER / f"{name}.toml"


@functools.cache
def read(text: str):
    """Return the configuration of a name or a file, changed by its key=value pairs (notation.py)."""
    from . import schema
    if is_file(text) or "," not in text:
        if text not in names() and not is_file(text):
            raise MetroError(f"there is no configuration {text}",
                             f"{did_you_mean(text, names())}There are {', '.join(names())}")
        file = file_of(text)
        return schema.validated(toml.read(file), file)
    name, fields = notation.parse(text)
    return read(name).changed(fields, typed=text)


def read_hardware(text: str):
    """Return core, units and SoC of a name or a file, changed by its key=value pairs, without the kernel's switches."""
    name, fields = (text, {}) if is_file(text) else notation.parse(text)
    return read(name).hardware.changed(fields, typed=text)


def units(**fields):
    """Return units with these values of the schema's fields."""
    from . import schema
    return schema.hardware({"units": fields}).units


def around(units):
    """Return the default core with these units, or without units (None)."""
    from . import schema
    return schema.Hardware(units=units)


def add_arguments(parser, default: str, leave_out=(), tell=hint) -> None:
    """Add --config and an option for each field, except the options in leave_out. See chosen().

    tell: called with the old and the new name if the user types the name of an earlier release.
    """
    parser.add_argument("--config", "--system", dest="config", type=described, default=default, metavar="NAME",
                        help=f"use this configuration of core and kernel, from configs/ ({', '.join(names())}) or a "
                             f"file NAME.toml, with key=value pairs after commas ({default})")
    group = parser.add_argument_group("options that override the configuration")
    for option in OPTIONS:
        if option.name not in leave_out:
            option.add(group, tell)


def chosen(args):
    """Return the configuration of --config, changed by the other options."""
    return read(args.config).changed(given(args))


def hardware(args):
    """Return core, units and SoC of --config, changed by the other options, without the kernel's switches."""
    return read_hardware(args.config).changed(given(args))


def of_options(*words: str):
    """Return the core and SoC that these options describe. Without --config they change `original`."""
    parser = _Parser(add_help=False, allow_abbrev=False)
    add_arguments(parser, "original", tell=lambda old, new: None)
    return hardware(parser.parse_args([str(word) for word in words]))


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise MetroError(message)
