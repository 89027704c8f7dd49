#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC on Radiona's ULX3S: `python3 boards/ulx3s/build.py --build --load`."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from metro.boards.board import BLOCK, SDRAM, Board, Device, run


class Ulx3s(Board):
    title = "Radiona ULX3S"
    family = "ecp5"
    # Block RAM: 216 KiB (45F), 416 KiB (85F). Caches use 20 KiB.
    variants = {"45f": Device("lfe5u-45f", "ECP5-45 (ULX3S 45F)", (64, 96),
                              {"luts": 43_848, "ffs": 43_848, "brams": 108}),
                "85f": Device("lfe5u-85f", "ECP5-85 (ULX3S 85F)", (256, 128),
                              {"luts": 83_640, "ffs": 83_640, "brams": 208})}
    memories = (BLOCK, SDRAM)
    sdram = "MT48LC16M16"           # 32 MiB; some boards have a 64 MiB chip
    key, pressed = "rst", 1
    grid = 20

    def platform(self, variant):
        from litex.build.generic_platform import IOStandard, Pins
        from litex_boards.platforms import radiona_ulx3s
        platform = radiona_ulx3s.Platform(f"LFE5U-{variant.upper()}")
        # From board revision 2.0 on, the pin that LiteX names wifi_gpio0 is the ESP32's enable.
        platform.add_extension([("esp32_gpio0", 0, Pins("L2"), IOStandard("LVCMOS33"))])
        return platform

    def pll(self):
        from litex.soc.cores.clock import ECP5PLL
        return ECP5PLL()

    def clock(self, platform, hz, memory):
        clock = super().clock(platform, hz, memory)
        # Keep the ESP32's pin 0 high: if it is low, the ESP32 may reset the board.
        clock.comb += [platform.request("wifi_gpio0").eq(1), platform.request("esp32_gpio0").eq(1)]
        return clock

    def load_command(self, variant, bitstream):
        return ["openFPGALoader", "-b", "ulx3s", str(bitstream)]


if __name__ == "__main__":
    run(__file__)
