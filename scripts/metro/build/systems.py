# SPDX-License-Identifier: Apache-2.0
"""What a firmware is built from and for: one of the four systems, where its units are, our kernel or a user's tree."""
from __future__ import annotations

import argparse
import re
from pathlib import Path

from ..base.errors import MetroError

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
_EVENTS = "-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u -DOS_ACCEL_EVENT_EN=1u"
EVERY_SYSTEM = {**SYSTEMS, EVENTS: (_EVENTS, (*ACCELERATED, "--events", "32", "--queue-words", "64"))}

# For tests: the same firmware on cores whose event unit has less than it asks for; the rest is in software.
LESSER_SYSTEMS = {
    "events-few": (_EVENTS, (*ACCELERATED, "--events", "4", "--queue-words", "4")),
    "events-bare": (_EVENTS, (*ACCELERATED, "--events", "8", "--queue-words", "0", "--no-flags", "--no-semaphores",
                                  "--no-mailboxes")),
}


# Where the units are: in the core's pipeline, or behind one of these (adapters.py).
ADAPTERS = ("plugin", "cfu", "wishbone")


def on_adapter(adapter: str, options) -> tuple:
    """Options of core.generate() for the same units on this adapter."""
    return (*options, "--adapter", adapter) if adapter != "plugin" else tuple(options)


def switches(system: str) -> str:
    """The seam's -D options."""
    return {**EVERY_SYSTEM, **LESSER_SYSTEMS}[system][0]


def core_options(system: str, text: str, adapter: str = "plugin") -> tuple:
    """The core of a system for a kernel with these -D options or this os_cfg.h: its priorities and counters fit."""
    def value(macro, default):
        found = re.search(rf"^[^/\n]*(?:-D|#\s*define\s+){macro}[= \t]+(\d+)", text, re.MULTILINE)
        return int(found[1]) if found else default
    options = list({**EVERY_SYSTEM, **LESSER_SYSTEMS}[system][1])
    if options:
        options[options.index("--tasks") + 1] = "64" if value("OS_LOWEST_PRIO", 63) <= 63 else "256"
        width = value("OS_ACCEL_WIDTH", 16)
        # The largest core: one for all kernels that it is enough for.
        options[options.index("--width") + 1] = str(max(width, 16) if system == EVENTS else width)
    return on_adapter(adapter, options)


def has_events(kernel: Path) -> bool:
    """Can it have events in the unit? Its header says so: that of ours, and of a tree whose waiting lists can be."""
    header = (kernel / "ucos_ii.h").read_text(errors="replace")
    return bool(re.search(r"define\s+OS_EVENT_UNIT\b", header))


def refuse_without_events(kernel: Path, names) -> None:
    if EVENTS in names and not has_events(kernel):
        raise MetroError(f"{kernel} keeps its events in software: it has no system {EVENTS}",
                         f"take one of {', '.join(SYSTEMS)}")


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
