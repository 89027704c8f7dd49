# SPDX-License-Identifier: Apache-2.0
"""The monitor's size: bytes, and lines."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...base import cache
from ...build import firmware as firmware_module
from ...figures.key import Key
from .. import origin
from ..sweep.points import Point
from .systems import guests

MONITOR = firmware_module.SOFTWARE / "monitor"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@dataclass(frozen=True)
class Size(Point):
    key = Key("guest_size", system="original")

    def measure(self) -> dict:
        one, two = (bytes_of(guests("response.toml", number)) for number in (1, 2))
        files = {file for file in MONITOR.iterdir() if file.suffix in (".c", ".S", ".h")}
        parts = {"guest": {file for file in files if file.name.startswith("guest")},           # linked to each guest
                 "devices": {file for file in files if file.name.startswith("devices")}}
        parts["kernel"] = files.difference(*parts.values())
        sizes = {"rom": one["rom"], "rom_each": two["rom"] - one["rom"], "ram": 2 * one["ram"] - two["ram"],
                 "ram_each": two["ram"] - one["ram"]}
        return {**{self.key.of(name): (value, "bytes") for name, value in sizes.items()},
                **{self.key.of(f"{name}_{what}"): (count, "lines") for name, part in parts.items()
                   for what, count in zip(("lines", "code"), lines(part))}}

    def origin(self) -> dict[str, str]:
        images = [guests("response.toml", number).image.hex() for number in (1, 2)]
        return {"firmware": origin.short([images, cache.digest_files([MONITOR])]),
                "meter": origin.short(origin.code(Size.measure))}


def lines(files: set[Path]) -> tuple[int, int]:
    """Return the number of lines, and that of lines with code."""
    texts = [file.read_text() for file in files]
    return (sum(len(text.splitlines()) for text in texts),
            sum(bool(line.strip()) for text in texts for line in COMMENT.sub("", text).splitlines()))


def bytes_of(firmware: firmware_module.Firmware) -> dict[str, int]:
    """Of the ROM without the guests' images, and of the RAM."""
    from elftools.elf.elffile import ELFFile
    sizes, _, _ = firmware_module.contents(firmware.elf)
    with open(firmware.elf, "rb") as file:
        images = sum(symbol["st_size"] for symbol in ELFFile(file).get_section_by_name(".symtab").iter_symbols()
                     if symbol.name.startswith("image") and symbol["st_info"]["type"] == "STT_OBJECT")
    return {"rom": sizes["program"] + sizes["data"] - images, "ram": sizes["data"] + sizes["zeroed"]}


def points() -> list[Size]:
    return [Size()]
