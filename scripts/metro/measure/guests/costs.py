# SPDX-License-Identifier: Apache-2.0
"""Size of the monitor; area and clock of user mode, its interrupts, memory protection and unit sets."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ... import configuration
from ...base import cache
from ...configuration import limits
from ...figures.key import Key
from ...products import firmware as firmware_module, guests as guests_module
from .. import origin
from ..sweep.points import Point, core
from .systems import guests


def variants() -> dict[str, tuple[str, str, dict]]:
    """Return {name: (title, configuration, changes to it)} of the cores."""
    needed = guests_module.core_fields()
    return {"original": ("no user mode", "original", {}),
            "user_mode": ("user mode", "original", {"core.user_mode": True}),
            "rules_0": (f"user mode, interrupts of {needed['core.user_interrupts']} programs", "original",
                        {**needed, "core.pmp": 0}),
            **{f"rules_{rules}": (f"the same, {rules} rules", "original", {**needed, "core.pmp": rules})
               for rules in limits.values(limits.registers()["limit"]["pmp"]) if rules},
            "guests": ("the configuration `guests`", "guests", {}),
            "guest_switch": ("the configuration `guest-switch`", "guest-switch", {}),
            "events": ("`events`", "events", {}),
            "events_sets": (f"`events`, user mode, interrupts, {needed['core.pmp']} rules, 2 sets of units", "events",
                            {**needed, "units.unit_sets": 2})}


def cores() -> list[Point]:
    return [point for name, (_, config, changes) in variants().items() for point in core(
        f"guest_core.{name}", configuration.read(config).changed(changes), ["xc7"], 3)]


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
    """Return the number of lines, and the number of lines with code."""
    texts = [file.read_text() for file in files]
    return (sum(len(text.splitlines()) for text in texts),
            sum(bool(line.strip()) for text in texts for line in COMMENT.sub("", text).splitlines()))


def bytes_of(firmware: firmware_module.Firmware) -> dict[str, int]:
    """Return the bytes of the ROM without the guests' images, and of the RAM."""
    from elftools.elf.elffile import ELFFile
    sizes, _, _ = firmware_module.contents(firmware.elf)
    with open(firmware.elf, "rb") as file:
        images = sum(symbol["st_size"] for symbol in ELFFile(file).get_section_by_name(".symtab").iter_symbols()
                     if symbol.name.startswith("image") and symbol["st_info"]["type"] == "STT_OBJECT")
    return {"rom": sizes["program"] + sizes["data"] - images, "ram": sizes["data"] + sizes["zeroed"]}
