# SPDX-License-Identifier: Apache-2.0
"""Generate a user's LiteX SoC with the units: own_soc.py ADAPTER VERILOG OUTPUT [ORIGIN]"""
import sys

from litex.build.generic_platform import Pins
from litex.build.io import CRG
from litex.build.sim import SimPlatform
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCCore

from metronome_litex import add_accelerator

adapter, verilog, output, *origin = sys.argv[1:]
platform = SimPlatform("SIM", [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1))])

soc = SoCCore(platform, clk_freq=int(1e6), cpu_type="vexriscv", cpu_variant="full", uart_name="stub",
              integrated_rom_size=0x8000, integrated_sram_size=0x2000, ident_version=False)
soc.crg = CRG(platform.request("sys_clk"))
add_accelerator(soc, adapter=adapter, verilog=verilog, origin=int(origin[0], 0) if origin else None)

Builder(soc, output_dir=output, compile_software=False).build(run=False)
