#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC on Terasic's DE1-SoC: `python3 boards/de1_soc/build.py --build --load`."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from metro.boards.board import BLOCK, QUARTUS, SDRAM, Board, run


class De1Soc(Board):
    name = "de1_soc"
    title = "Terasic DE1-SoC"
    toolchain = QUARTUS
    variants = {"5csema5": (128, 128)}      # block RAM: 397 M10K blocks of 1 KiB
    memories = (BLOCK, SDRAM)
    sdram_bits = (13, 10)           # IS42S16320: 64 MiB
    consoles = ("serial", "jtag_uart")
    pin_mhz = 50
    grid = 30
    family = "cyclonev"
    synthesis = "synth_intel_alm -family cyclonev -top {top}"
    bench = {"clk500": "clock", "key0": "~reset", "serial_tx": "tx", "serial_rx": "rx"}

    def platform(self, variant):
        from litex_boards.platforms import terasic_de1soc
        return terasic_de1soc.Platform()

    def clock(self, platform, hz, sdram_clock):
        from board_clock import BoardClock
        from litex.soc.cores.clock import CycloneVPLL
        return BoardClock(platform, platform.request("clk50", 0), 50e6, hz, ~platform.request("key", 0),
                          lambda: CycloneVPLL(speedgrade="-C6"), sdram_clock)

    def load_command(self, variant, bitstream):
        return ["quartus_pgm", "-m", "jtag", "-c", "DE-SoC", "-o", f"p;{bitstream}@2"]    # device 1 is the ARM


if __name__ == "__main__":
    run("de1_soc")
