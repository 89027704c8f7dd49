#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC on Terasic's DE1-SoC: `python3 boards/de1_soc/build.py --build --load`."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from metro.boards.board import BLOCK, SDRAM, Board, Device, run


class De1Soc(Board):
    title = "Terasic DE1-SoC"
    family = "cyclonev"
    # Block RAM: 397 M10K blocks of 1 KiB. An ALM holds two ALUTs and four flip-flops.
    variants = {"5csema5": Device("5csema5", "Cyclone V 5CSEMA5 (DE1-SoC)", (128, 128),
                                  {"luts": 64_140, "ffs": 128_280, "brams": 397})}
    memories = (BLOCK, SDRAM)
    sdram = "IS42S16320"            # 64 MiB
    consoles = ("serial", "jtag_uart")
    key = "key"
    grid = 30

    def platform(self, variant):
        from litex_boards.platforms import terasic_de1soc
        return terasic_de1soc.Platform()

    def pll(self):
        from litex.soc.cores.clock import CycloneVPLL
        return CycloneVPLL(speedgrade="-C6")

    def load_command(self, variant, bitstream):
        return ["quartus_pgm", "-m", "jtag", "-c", "DE-SoC", "-o", f"p;{bitstream}@2"]    # device 1 is the ARM


if __name__ == "__main__":
    run(__file__)
