# SPDX-License-Identifier: Apache-2.0
"""The kernel that a firmware is built from: ours, or a user's tree."""
from __future__ import annotations

import argparse
import re
from pathlib import Path

from .. import configuration
from ..base.errors import MetroError
from . import rtos as rtos_module


def supports(kernel: Path, use: str) -> bool:
    """Return whether a kernel can leave a function to the core, according to the kernel's header.

    use: the function, a field of schema.Kernel. If [tree] `marks` of rtos.toml names a macro for the function, the
    header must define this macro. Otherwise every tree supports the function. Our kernel defines all these macros.
    """
    rtos = rtos_module.rtos_of_tree(kernel)
    mark = rtos and rtos.tree.get("marks", {}).get(use)
    return not mark or bool(re.search(rf"define\s+{mark}\b",
                                      (kernel / rtos.build["header"]).read_text(errors="replace")))


def refuse_unfit(kernel: Path, configurations) -> None:
    """Refuse a kernel that lacks a feature of one of these configurations."""
    uses = [chosen.kernel for chosen in configurations]
    if any(use.events for use in uses) and not supports(kernel, "events"):
        raise MetroError(f"{kernel} keeps its events in software: it does not support system {configuration.EVENTS}",
                         f"use one of {', '.join(configuration.SYSTEMS)}")
    if any(use.tickless for use in uses) and not supports(kernel, "tickless"):
        raise MetroError(f"{kernel} relies on the tick's interrupt: it cannot be tickless",
                         "use --config combined, or a configuration with kernel.tickless = false: the same core "
                         "runs the kernel with LiteX's timer")
    if any(use.vectors for use in uses) and not supports(kernel, "vectors"):
        raise MetroError(f"{kernel} counts the nesting of interrupts in a variable: it cannot use vectored interrupts",
                         "use a configuration with kernel.vectors = false: the same core runs the kernel with the "
                         "common trap entry")


def kernel_folder(text: str) -> Path:
    """Return the kernel's folder in a uC/OS-II tree of a supported version (an argparse type)."""
    return _folder(text, [rtos_module.get()])


def measured_folder(text: str) -> Path:
    """Return the kernel's folder in a tree that `./metro bench` can measure (an argparse type)."""
    return _folder(text, list(map(rtos_module.get, (rtos_module.DEFAULT, *rtos_module.own_build_names()))))


def version_of(kernel: Path, rtos: rtos_module.Rtos) -> str:
    """Return the version of a tree, or an empty string if it is unknown."""
    file = kernel / rtos.tree["version_in"]
    found = re.search(rtos.tree["version"], file.read_text(errors="replace") if file.is_file() else "")
    return ".".join(found.groups()) if found else ""


def any_kernel_folder(text: str) -> Path:
    """Return the kernel's folder in a tree of any supported RTOS (an argparse type)."""
    return _folder(text, [rtos for rtos in rtos_module.every() if rtos.tree])


def _folder(text: str, known: list[rtos_module.Rtos]) -> Path:
    root = Path(text).resolve()
    for rtos in known:
        for header in rtos.tree["headers"]:
            if (root / header).is_file():
                folder = Path(str(root / header).removesuffix(rtos.build["header"]))
                version = version_of(folder, rtos)
                if not re.fullmatch(rtos.tree["known"], version):
                    raise argparse.ArgumentTypeError(f"{folder / rtos.tree['version_in']} is of "
                                                     f"{version or 'unknown version'}; {rtos.tree['needed']} is needed")
                return folder
    lacks = (f"{rtos.name} ({'neither ' * bool(rtos.tree['headers'][1:])}{' nor '.join(rtos.tree['headers'])})"
             for rtos in known)
    raise argparse.ArgumentTypeError(f"{root} contains no {', and no '.join(lacks)}")
