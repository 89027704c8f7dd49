# SPDX-License-Identifier: Apache-2.0
"""The monitor's size: bytes, and lines."""
from __future__ import annotations

from ...base.marked import grid
from ...base.progress import Progress
from ...build import firmware as firmware_module
from .systems import guests

MONITOR = firmware_module.SOFTWARE / "monitor"


def table(progress: Progress) -> str:
    with progress.step("size"):
        one, two = (bytes_of(guests("response.toml", number)) for number in (1, 2))
        own = [file for file in sorted(MONITOR.iterdir()) if file.suffix in (".c", ".S", ".h", ".ld")]
        lines = {of_guests: sum(len(file.read_text().splitlines()) for file in own
                                if file.name.startswith("guest") == of_guests) for of_guests in (False, True)}
    rows = [["program and constants, bytes", f"{one['rom']:,}"],
            ["for each guest, beside its image", f"{two['rom'] - one['rom']:,}"],
            ["data, without the stack, bytes", f"{2 * one['ram'] - two['ram']:,}"],
            ["for each guest", f"{two['ram'] - one['ram']:,}"],
            ["lines of C, assembly and linker script, all counted", f"{lines[False]:,}"],
            ["those that are linked to each guest", f"{lines[True]:,}"]]
    return grid(["", "the monitor"], rows).rstrip()


def bytes_of(firmware: firmware_module.Firmware) -> dict[str, int]:
    """Of the ROM without the guests' images, and of the RAM."""
    from elftools.elf.elffile import ELFFile
    sizes, _, _ = firmware_module.contents(firmware.elf)
    with open(firmware.elf, "rb") as file:
        images = sum(symbol["st_size"] for symbol in ELFFile(file).get_section_by_name(".symtab").iter_symbols()
                     if symbol.name.startswith("image") and symbol["st_info"]["type"] == "STT_OBJECT")
    return {"rom": sizes["program"] + sizes["data"] - images, "ram": sizes["data"] + sizes["zeroed"]}
