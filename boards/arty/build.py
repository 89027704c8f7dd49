#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC on Digilent's Arty A7: `python3 boards/arty/build.py --build --load`."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from metro.boards.board import VIVADO, Board, run


class Arty(Board):
    name = "arty"
    title = "Digilent Arty A7"
    toolchain = VIVADO
    # Block RAM: 200 KiB (a7-35), 540 KiB (a7-100). Caches use 12 KiB.
    variants = {"a7-35": (64, 96), "a7-100": (256, 128)}
    pin_mhz = 100
    grid = 18
    family = "xc7"
    synthesis = "synth_xilinx -family xc7 -top {top}"
    bench = {"clk100": "clock", "cpu_reset": "~reset", "serial_tx": "tx", "serial_rx": "rx"}

    def platform(self, variant):
        from litex_boards.platforms import digilent_arty
        return digilent_arty.Platform(variant=variant, toolchain="vivado")

    def clock(self, platform, hz, sdram_clock):
        from board_clock import BoardClock
        from litex.soc.cores.clock import S7PLL
        return BoardClock(platform, platform.request("clk100"), 100e6, hz, ~platform.request("cpu_reset"),
                          lambda: S7PLL(speedgrade=-1))

    def load_command(self, variant, bitstream):
        return ["openFPGALoader", "-b", f"arty_{variant.replace('-', '_')}t", str(bitstream)]


if __name__ == "__main__":
    run("arty")
