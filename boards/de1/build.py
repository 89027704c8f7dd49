#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SoC on Terasic's DE1 of 2006: `python3 boards/de1/build.py --build --load`."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from metro.boards.board import SDRAM, Board, Device, run
from metro.boards.devices import QUARTUS_13


class De1(Board):
    title = "Terasic DE1"
    toolchain = QUARTUS_13
    variants = {"ep2c20": Device("ep2c20", "Cyclone II EP2C20 (DE1)")}
    # Caches and register file use half of the 52 blocks of 512 bytes. No program with a kernel fits into the rest.
    memories = ("sram", SDRAM)
    sdram = "MT48LC4M16"            # the same size as the IS42S16400, which LiteDRAM lacks: 8 MiB
    key = "key"
    grid = 22
    family = "cycloneiv"
    # Closest family that Yosys supports, with Cyclone II memory blocks. ABC instead of ABC9, which takes too long.
    synthesis = ("synth_intel -family cycloneiv -top {top} -run begin:map_bram; memory_bram -rules m4k.txt; "
                 "synth_intel -family cycloneiv -top {top} -run map_ffram:map_luts; simplemap; abc -lut 4; clean; "
                 "synth_intel -family cycloneiv -top {top} -run map_cells:vqm")
    bench_parts = {"sram": ({"sram_addr": "addr", "sram_data": "data", "sram_we_n": "we_n", "sram_oe_n": "oe_n",
                             "sram_ce_n": "ce_n", "sram_lanes_n": "lanes_n"}, """
    wire [17:0] addr;
    wire [15:0] data;
    wire we_n, oe_n, ce_n;
    wire [1:0] lanes_n;
    sram sram(.clock(clock), .addr(addr), .data(data), .we_n(we_n), .oe_n(oe_n), .ce_n(ce_n), .lanes_n(lanes_n));""")}

    def platform(self, variant):
        from boards.de1 import pins
        return pins.Platform()

    def pll(self):
        from boards.de1 import pins
        return pins.CycloneIIPLL()

    def memory(self, name, variant, platform, hz):
        if name == SDRAM:
            return super().memory(name, variant, platform, hz)
        from async_sram import AsyncSram
        return {"memory": AsyncSram(platform.request("sram"), hz)}

    def load_command(self, variant, bitstream):
        return ["quartus_pgm", "-m", "jtag", "-c", "USB-Blaster", "-o", f"p;{bitstream}@1"]


if __name__ == "__main__":
    run(__file__)
