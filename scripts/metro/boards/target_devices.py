# SPDX-License-Identifier: Apache-2.0
"""Prints the FPGA of each target of litex-boards, as JSON. targets.py runs this with the Python that has LiteX."""
import importlib
import json
import pkgutil
import re
from pathlib import Path

import litex_boards.targets

VENDORS = {"xilinx": "AMD", "altera": "Intel", "lattice": "Lattice", "gowin": "Gowin", "efinix": "Efinix",
           "microsemi": "Microchip", "anlogic": "Anlogic", "quicklogic": "QuickLogic", "osfpga": "Rapid Silicon"}


def device(platform):
    """Return vendor and part of a platform's module, as far as they are known."""
    kind = importlib.import_module(f"litex_boards.platforms.{platform}").Platform
    vendor = next((VENDORS.get(base.__module__.split(".")[2], "") for base in kind.__mro__
                   if base.__module__.startswith("litex.build.")), "")
    try:
        part = kind().device
    except Exception:                       # a vendor's tool is missing, or the board comes in variants
        part = ""
    return f"{vendor} {part}".strip()


def main():
    found = {}
    for folder in map(Path, litex_boards.targets.__path__):
        for module in pkgutil.iter_modules([str(folder)]):
            source = (folder / f"{module.name}.py").read_text()
            platform = re.search(r"from litex_boards.platforms import (\w+)", source)
            found[module.name] = device(platform[1]) if platform else ""
    print(json.dumps(found))


main()
