# SPDX-License-Identifier: Apache-2.0
"""What a firmware is built from and for: one of the four systems, where its units are, our kernel or a user's tree."""
from __future__ import annotations

import argparse
import re
from pathlib import Path

# The 2007 paper's four systems: what is done by custom instructions, as switches of the seam and options of the core.
ACCELERATED = ("--tasks", "64", "--width", "16", "--engine", "lookahead")
SYSTEMS = {
    "original": ("", ()),
    "scheduler": ("-DOS_ACCEL_RDY_EN=1u", ACCELERATED),
    "timer": ("-DOS_ACCEL_DLY_EN=1u", ACCELERATED),
    "combined": ("-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u", ACCELERATED),
}
# And ours, which goes beyond them: semaphores, mutexes, mailboxes, queues and flags too.
EVENTS = "events"
EVERY_SYSTEM = {**SYSTEMS, EVENTS: ("-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u -DOS_ACCEL_EVENT_EN=1u",
                                    (*ACCELERATED, "--events", "32", "--queue-words", "64"))}


# Where the units are: in the core's pipeline, or behind one of these (adapters.py).
ADAPTERS = ("plugin", "cfu", "wishbone")


def on_adapter(adapter: str, options) -> tuple:
    """Options of core.generate() for the same units on this adapter."""
    return (*options, "--adapter", adapter) if adapter != "plugin" else tuple(options)


def core_options(system: str, text: str, adapter: str = "plugin") -> tuple:
    """The core of a system for a kernel with these -D options or this os_cfg.h: its priorities and counters fit."""
    def value(macro, default):
        found = re.search(rf"^[^/\n]*(?:-D|#\s*define\s+){macro}[= \t]+(\d+)", text, re.MULTILINE)
        return int(found[1]) if found else default
    options = list(EVERY_SYSTEM[system][1])
    if options:
        options[options.index("--tasks") + 1] = "64" if value("OS_LOWEST_PRIO", 63) <= 63 else "256"
        options[options.index("--width") + 1] = str(value("OS_ACCEL_WIDTH", 16))
    return on_adapter(adapter, options)


def kernel_folder(text: str) -> Path:
    """The folder with ucos_ii.h of a uC/OS-II tree, which may be the tree's root."""
    root = Path(text).resolve()
    for folder in (root, root / "Source"):
        header = folder / "ucos_ii.h"
        if header.is_file():
            version = re.search(r"define\s+OS_VERSION\s+(\d+)", header.read_text(errors="replace"))
            if not version or not re.match("29[23]..$", version.group(1)):
                found = version.group(1) if version else "no version"
                raise argparse.ArgumentTypeError(f"{header} is of {found}; V2.92 or V2.93 (29300) is needed")
            return folder
    raise argparse.ArgumentTypeError(f"{root} holds no uC/OS-II: neither ucos_ii.h nor Source/ucos_ii.h")
