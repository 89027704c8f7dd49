# SPDX-License-Identifier: Apache-2.0
"""A user's LiteX SoC, for LiteX's own simulator. By default, it has main RAM.

    target.py FOLDER KIND [with_bios] [VERILOG]

The build is written to FOLDER. With `with_bios`, LiteX also compiles its BIOS and puts the BIOS into the SoC's ROM.
Then FOLDER/gateware/build_sim.sh builds a simulator that connects the serial line to the TCP port in sim_config.js.
KIND selects a variant from KINDS. VERILOG is the netlist of a Metronome core, for the kind `units`.
"""
import sys
from pathlib import Path

from litex.build.generic_platform import Pins, Subsignal
from litex.build.io import CRG
from litex.build.sim import SimPlatform
from litex.build.sim.config import SimConfig
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCCore

CLOCK = int(50e6)
KINDS = {
    "stock": {},
    "uptime": dict(timer_uptime=True),
    "narrow": dict(timer_uptime=True, csr_data_width=8, csr_paging=0x400, cpu_variant="full"),
    "little": dict(csr_ordering="little", csr_data_width=8),
    "units": dict(cpu_variant="full"),
    "lite": dict(cpu_variant="lite"),
    "moved": dict(base=0xE0000000, lines={"timer0": 7, "uart": 3}),
    "no main RAM": dict(integrated_main_ram_size=0, integrated_rom_size=0x20000, integrated_sram_size=0x8000),
    "no timer": dict(with_timer=False),
    "no uart": dict(with_uart=False),
    "other core": dict(cpu_type="picorv32", cpu_variant="standard"),
}
SERIAL = [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1)),
          ("serial", 0,
           Subsignal("source_valid", Pins(1)), Subsignal("source_ready", Pins(1)), Subsignal("source_data", Pins(8)),
           Subsignal("sink_valid", Pins(1)), Subsignal("sink_ready", Pins(1)), Subsignal("sink_data", Pins(8)))]


def main(folder, kind, with_bios="", verilog=""):
    settings = {"cpu_type": "vexriscv", "cpu_variant": "standard", "integrated_rom_size": 0x10000,
                "integrated_sram_size": 0x2000, "integrated_main_ram_size": 0x20000, **KINDS[kind]}
    base, lines = settings.pop("base", None), settings.pop("lines", {})

    class Target(SoCCore):
        interrupt_map = lines

    platform = SimPlatform("SIM", SERIAL)
    soc = Target(platform, clk_freq=CLOCK, uart_name="sim", **settings)
    soc.mem_map.update({"csr": base} if base else {})
    if verilog:
        sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "hw"))
        from metronome_litex import add_accelerator
        add_accelerator(soc, adapter="plugin", verilog=verilog)
    soc.crg = CRG(platform.request("sys_clk"))
    config = SimConfig()
    config.add_clocker("sys_clk", freq_hz=CLOCK)
    config.add_module("serial2tcp", "serial", args={"port": 0})
    Builder(soc, output_dir=folder, compile_software=bool(with_bios), compile_gateware=bool(with_bios)).build(
        sim_config=config, opt_level="O3", run=False)


main(*sys.argv[1:])
