# SPDX-License-Identifier: Apache-2.0
"""Metronome for LiteX as a package: the units for your SoC, their Verilog, and the C sources.

    from metronome_litex import add_accelerator, path

    add_accelerator(soc, adapter="plugin", verilog=path("verilog", "combined", "VexRiscv.v"))

`metronome-target TARGET` runs an unmodified LiteX target with the units in its core (target.py).
"""
from importlib import metadata
from pathlib import Path

from .accelerator import AcceleratorError, add_accelerator

__all__ = ["AcceleratorError", "__version__", "add_accelerator", "path"]
__version__ = metadata.version("metronome-litex")

_HERE = Path(__file__).resolve().parent


def path(*names):
    """Return the path of a file or folder of the package: path("sw", "metronome.mk"), path("verilog", "combined").

    `sw` has the C sources, `verilog` a folder for each configuration. Raise AcceleratorError if there is no such path.
    """
    place = _HERE
    for name in "/".join(map(str, names)).split("/"):
        if not (place / name).exists() or name in ("", ".."):
            files = sorted(file.name for file in place.iterdir() if not file.name.startswith("_"))
            raise AcceleratorError(f"metronome_litex has no {'/'.join(map(str, names)) or 'path without a name'}; "
                                   f"{place.name} contains {', '.join(files)}")
        place /= name
    return place
