# SPDX-License-Identifier: Apache-2.0
"""The monitor's size: bytes, and lines."""
from __future__ import annotations

import re
from pathlib import Path

from ...base.marked import grid
from ...base.progress import Progress
from ...build import firmware as firmware_module
from .systems import guests

MONITOR = firmware_module.SOFTWARE / "monitor"


def table(progress: Progress) -> str:
    with progress.step("size"):
        one, two = (bytes_of(guests("response.toml", number)) for number in (1, 2))
        files = [file for file in sorted(MONITOR.iterdir()) if file.suffix in (".c", ".S", ".h")]
        linked = [file for file in files if file.name.startswith("guest")]      # to each guest
        devices = [file for file in files if file.name.startswith("devices")]
        kernel = [file for file in files if file not in linked + devices]
    rows = [["program and constants, bytes", f"{one['rom']:,}"],
            ["for each guest, beside its image", f"{two['rom'] - one['rom']:,}"],
            ["data, without the stack, bytes", f"{2 * one['ram'] - two['ram']:,}"],
            ["for each guest", f"{two['ram'] - one['ram']:,}"],
            ["lines of C and assembly; without comments and blank ones", lines(kernel)],
            ["accelerators as devices besides", lines(devices)],
            ["what is linked to each guest", lines(linked)]]
    return grid(["", "the monitor"], rows).rstrip()


def lines(files: list[Path]) -> str:
    texts = [file.read_text() for file in files]
    code = [re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for text in texts]
    return (f"{sum(len(text.splitlines()) for text in texts):,}; "
            f"{sum(1 for text in code for line in text.splitlines() if line.strip()):,}")


def bytes_of(firmware: firmware_module.Firmware) -> dict[str, int]:
    """Of the ROM without the guests' images, and of the RAM."""
    from elftools.elf.elffile import ELFFile
    sizes, _, _ = firmware_module.contents(firmware.elf)
    with open(firmware.elf, "rb") as file:
        images = sum(symbol["st_size"] for symbol in ELFFile(file).get_section_by_name(".symtab").iter_symbols()
                     if symbol.name.startswith("image") and symbol["st_info"]["type"] == "STT_OBJECT")
    return {"rom": sizes["program"] + sizes["data"] - images, "ram": sizes["data"] + sizes["zeroed"]}
