# SPDX-License-Identifier: Apache-2.0
"""The kernel that a firmware is built from: ours, or a user's tree."""
from __future__ import annotations

import argparse
import re
from pathlib import Path

from .. import configuration
from ..base.errors import MetroError


def knows(kernel: Path, macro: str) -> bool:
    """Does its header define this? So a kernel says what it can be built for; ours can all of it."""
    header = (kernel / "ucos_ii.h").read_text(errors="replace")
    return bool(re.search(rf"define\s+{macro}\b", header))


def refuse_unfit(kernel: Path, configurations) -> None:
    """configurations: that it is to be built for."""
    uses = [chosen.kernel for chosen in configurations]
    if any(use.events for use in uses) and not knows(kernel, "OS_EVENT_UNIT"):
        raise MetroError(f"{kernel} keeps its events in software: it has no system {configuration.EVENTS}",
                         f"take one of {', '.join(configuration.SYSTEMS)}")
    if any(use.tickless for use in uses) and not knows(kernel, "OS_TICKLESS"):
        raise MetroError(f"{kernel} relies on the tick's interrupt: it cannot be tickless",
                         "take another system, or a configuration with kernel.tickless = false: the same core runs it "
                         "with LiteX's timer")


FREERTOS = r"tskKERNEL_VERSION_MAJOR\s+(\d+)[\s\S]*?tskKERNEL_VERSION_MINOR\s+(\d+)"


def kernel_folder(text: str) -> Path:
    """The folder with ucos_ii.h of a uC/OS-II tree, which may be the tree's root; or that of FreeRTOS-Kernel."""
    root = Path(text).resolve()
    if (root / "include" / "FreeRTOS.h").is_file():
        version = re.search(FREERTOS, (root / "include" / "task.h").read_text(errors="replace"))
        if not version or int(version[1]) < 11:
            found = f"V{version[1]}.{version[2]}" if version else "no version"
            raise argparse.ArgumentTypeError(f"{root} is FreeRTOS of {found}; V11 is needed")
        return root
    for folder in (root, root / "Source"):
        header = folder / "ucos_ii.h"
        if header.is_file():
            version = re.search(r"define\s+OS_VERSION\s+(\d+)", header.read_text(errors="replace"))
            if not version or not re.match("29[23]..$", version.group(1)):
                found = version.group(1) if version else "no version"
                raise argparse.ArgumentTypeError(f"{header} is of {found}; V2.92 or V2.93 (29300) is needed")
            return folder
    raise argparse.ArgumentTypeError(f"{root} holds no uC/OS-II (neither ucos_ii.h nor Source/ucos_ii.h), and no "
                                     "FreeRTOS-Kernel (include/FreeRTOS.h)")
