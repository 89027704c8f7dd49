# SPDX-License-Identifier: Apache-2.0
"""The kernel that a firmware is built from: ours, or a user's tree."""
from __future__ import annotations

import argparse
import re
from pathlib import Path

from .. import configuration
from ..base.errors import MetroError


def has_events(kernel: Path) -> bool:
    """Can it have events in the unit? Its header says so: that of ours, and of a tree whose waiting lists can be."""
    header = (kernel / "ucos_ii.h").read_text(errors="replace")
    return bool(re.search(r"define\s+OS_EVENT_UNIT\b", header))


def refuse_without_events(kernel: Path, configurations) -> None:
    """configurations: that it is to be built for."""
    if any(chosen.kernel.events for chosen in configurations) and not has_events(kernel):
        raise MetroError(f"{kernel} keeps its events in software: it has no system {configuration.EVENTS}",
                         f"take one of {', '.join(configuration.SYSTEMS)}")


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
