#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC on Radiona's ULX3S: `python3 boards/ulx3s/build.py --build --load`."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from metro.boards.board import BLOCK, SDRAM, TRELLIS, Board, run


class Ulx3s(Board):
    name = "ulx3s"
    title = "Radiona ULX3S"
    toolchain = TRELLIS
    # Block RAM: 216 KiB (45F), 416 KiB (85F). Caches use 20 KiB.
    variants = {"45f": (64, 96), "85f": (256, 128)}
    memories = (BLOCK, SDRAM)
    sdram_bits = (13, 9)            # 32 MiB; some boards have a 64 MiB chip
    pin_mhz = 25
    grid = 20
    family = "ecp5"
    synthesis = "synth_ecp5 -top {top}"
    bench = {"clk25": "clock", "rst": "reset", "serial_tx": "tx", "serial_rx": "rx"}

    def platform(self, variant):
        from litex.build.generic_platform import IOStandard, Pins
        from litex_boards.platforms import radiona_ulx3s
        platform = radiona_ulx3s.Platform(device=f"LFE5U-{variant.upper()}", revision="2.0", toolchain="trellis")
        # From board revision 2.0 on, the pin that LiteX names wifi_gpio0 is the ESP32's enable.
        platform.add_extension([("esp32_gpio0", 0, Pins("L2"), IOStandard("LVCMOS33"))])
        return platform

    def clock(self, platform, hz, sdram_clock):
        from board_clock import BoardClock
        from litex.soc.cores.clock import ECP5PLL
        clock = BoardClock(platform, platform.request("clk25"), 25e6, hz, platform.request("rst"), ECP5PLL,
                           sdram_clock)
        # Keep the ESP32's pin 0 high: if it is low, the ESP32 may reset the board.
        clock.comb += [platform.request("wifi_gpio0").eq(1), platform.request("esp32_gpio0").eq(1)]
        return clock

    def load_command(self, variant, bitstream):
        return ["openFPGALoader", "-b", "ulx3s", str(bitstream)]


if __name__ == "__main__":
    run("ulx3s")
