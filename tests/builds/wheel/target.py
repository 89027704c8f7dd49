# SPDX-License-Identifier: Apache-2.0
"""A user's LiteX target. Its code uses Metronome only with --call VERILOG, which adds this Wishbone adapter.

--fixed TYPE VARIANT: use this CPU and ignore the requested one. --needs: import a package that does not exist."""
from litex.build.generic_platform import Pins
from litex.build.io import CRG
from litex.build.parser import LiteXArgumentParser
from litex.build.sim import SimPlatform
from litex.build.sim.config import SimConfig
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCCore


class Platform(SimPlatform):
    def __init__(self):
        super().__init__("SIM", [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1))])


parser = LiteXArgumentParser(platform=Platform)
parser.add_target_argument("--call", metavar="VERILOG")
parser.add_target_argument("--fixed", nargs=2)
parser.add_target_argument("--needs", action="store_true")
args = parser.parse_args()
if args.needs:
    import no_such_package  # noqa: F401
options = {**parser.soc_argdict, "with_uart": False, "integrated_rom_size": 0x10000}
if args.fixed:
    options["cpu_type"], options["cpu_variant"] = args.fixed[0].replace("none", "") or None, args.fixed[1]
platform = Platform()
soc = SoCCore(platform, clk_freq=int(1e6), **options)
soc.crg = CRG(platform.request("sys_clk"))
if args.call:
    from metronome_litex import add_accelerator
    add_accelerator(soc, adapter="wishbone", verilog=args.call)
config = SimConfig()
config.add_clocker("sys_clk", freq_hz=int(1e6))
Builder(soc, **parser.builder_argdict).build(sim_config=config, run=False)
