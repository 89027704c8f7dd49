# SPDX-License-Identifier: Apache-2.0
"""The FPGAs of the boards. The page shows a core's area as a share of them. Sizes are from the vendors' overviews."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Device:
    title: str
    family: str             # a key of area.FAMILIES; `holds` counts cells in the same way
    board: str              # folder in boards/
    variant: str            # of the board
    holds: dict             # luts, ffs, brams


DEVICES = {
    "xc7a35t": Device("Artix-7 35T (Arty A7-35)", "xc7", "arty", "a7-35",
                      {"luts": 20_800, "ffs": 41_600, "brams": 100}),
    "xc7a100t": Device("Artix-7 100T (Arty A7-100)", "xc7", "arty", "a7-100",
                       {"luts": 63_400, "ffs": 126_800, "brams": 270}),
    "lfe5u-45f": Device("ECP5-45 (ULX3S 45F)", "ecp5", "ulx3s", "45f",
                        {"luts": 43_848, "ffs": 43_848, "brams": 108}),
    "lfe5u-85f": Device("ECP5-85 (ULX3S 85F)", "ecp5", "ulx3s", "85f",
                        {"luts": 83_640, "ffs": 83_640, "brams": 208}),
    # An ALM holds two ALUTs and four flip-flops.
    "5csema5": Device("Cyclone V 5CSEMA5 (DE1-SoC)", "cyclonev", "de1_soc", "",
                      {"luts": 64_140, "ffs": 128_280, "brams": 397}),
}
