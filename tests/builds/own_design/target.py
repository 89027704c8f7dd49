# SPDX-License-Identifier: Apache-2.0
"""A user's LiteX target: a small SoC to which the code in docs/own-design.md adds the units.

Argument 1: file with this code. Argument 2: output folder for the SoC's Verilog.
"""
import sys
from pathlib import Path

from litex.build.generic_platform import Pins
from litex.build.io import CRG
from litex.build.sim import SimPlatform
from litex.build.sim.config import SimConfig
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCCore


def main(code, folder):
    platform = SimPlatform("SIM", [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1))])
    soc = SoCCore(platform, clk_freq=int(1e6), cpu_type="vexriscv", cpu_variant="full", with_uart=False,
                  integrated_rom_size=0x8000, integrated_sram_size=0x2000)
    soc.crg = CRG(platform.request("sys_clk"))
    exec(compile(Path(code).read_text(), code, "exec"), {"soc": soc})
    config = SimConfig()
    config.add_clocker("sys_clk", freq_hz=int(1e6))
    Builder(soc, output_dir=folder, compile_software=False).build(sim_config=config, run=False)


main(*sys.argv[1:])
