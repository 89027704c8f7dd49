#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC on Digilent's Arty A7: `python3 boards/arty/build.py --build --load`."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from metro.boards.board import Board, Device, run


class Arty(Board):
    title = "Digilent Arty A7"
    family = "xc7"
    # Block RAM: 200 KiB (a7-35), 540 KiB (a7-100). Caches use 12 KiB.
    variants = {
        "a7-35": Device("xc7a35t", "Artix-7 35T (Arty A7-35)", (64, 96), {"luts": 20_800, "ffs": 41_600, "brams": 100}),
        "a7-100": Device("xc7a100t", "Artix-7 100T (Arty A7-100)", (256, 128),
                         {"luts": 63_400, "ffs": 126_800, "brams": 270})}
    key = "cpu_reset"
    grid = 18

    def platform(self, variant):
        from litex_boards.platforms import digilent_arty
        return digilent_arty.Platform(variant)

    def pll(self):
        from litex.soc.cores.clock import S7PLL
        return S7PLL(speedgrade=-1)

    def load_command(self, variant, bitstream):
        return ["openFPGALoader", "-b", f"arty_{variant.replace('-', '_')}t", str(bitstream)]


if __name__ == "__main__":
    run(__file__)
