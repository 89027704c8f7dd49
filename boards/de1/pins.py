# SPDX-License-Identifier: Apache-2.0
"""LiteX platform of the Terasic DE1 (Cyclone II EP2C20F484C7): the pins that the SoC uses, and the family's PLL.

The pin numbers are from the board's user manual; README.md lists other sources with the same numbers.
"""

import logging

from litex.build.altera import AlteraPlatform
from litex.build.generic_platform import IOStandard, Pins, Subsignal
from litex.soc.cores.clock.intel_common import IntelClocking

_io = [
    ("clk50", 0, Pins("L1"), IOStandard("3.3-V LVTTL")),
    # KEY0, low while pressed. Pins of the other keys: R21 T22 T21.
    ("key", 0, Pins("R22"), IOStandard("3.3-V LVTTL")),
    # To the nine-pin connector, through a MAX232.
    ("serial", 0,
        Subsignal("tx", Pins("G12")),
        Subsignal("rx", Pins("F14")),
        IOStandard("3.3-V LVTTL")),
    # LEDG0 to LEDG7.
    *[("user_led", number, Pins(pin), IOStandard("3.3-V LVTTL"))
      for number, pin in enumerate("U22 U21 V22 V21 W22 W21 Y22 Y21".split())],
    # IS61LV25616: 256 Ki words of 16 bits, 10 ns. The byte enables are LB_N and UB_N.
    ("sram", 0,
        Subsignal("addr", Pins("AA3 AB3 AA4 AB4 AA5 AB10 AA11 AB11 V11 W11 R11 T11 Y10 U10 R10 T7 Y6 Y5")),
        Subsignal("data", Pins("AA6 AB6 AA7 AB7 AA8 AB8 AA9 AB9 Y9 W9 V9 U9 R9 W8 V8 U8")),
        Subsignal("we_n", Pins("AA10")),
        Subsignal("oe_n", Pins("T8")),
        Subsignal("ce_n", Pins("AB5")),
        Subsignal("lanes_n", Pins("Y7 W7")),
        IOStandard("3.3-V LVTTL")),
    # IS42S16400: four banks of 4,096 rows and 256 columns of 16 bits.
    ("sdram_clock", 0, Pins("U4"), IOStandard("3.3-V LVTTL")),
    ("sdram", 0,
        Subsignal("a", Pins("W4 W5 Y3 Y4 R6 R5 P6 P5 P3 N4 W3 N6")),
        Subsignal("ba", Pins("U3 V4")),
        Subsignal("dq", Pins("U1 U2 V1 V2 W1 W2 Y1 Y2 N1 N2 P1 P2 R1 R2 T1 T2")),
        Subsignal("dm", Pins("R7 M5")),
        Subsignal("cke", Pins("N3")),
        Subsignal("cs_n", Pins("T6")),
        Subsignal("ras_n", Pins("T5")),
        Subsignal("cas_n", Pins("T3")),
        Subsignal("we_n", Pins("R8")),
        IOStandard("3.3-V LVTTL")),
]


class Platform(AlteraPlatform):
    default_clk_name = "clk50"
    default_clk_period = 1e9 / 50e6
    create_rbf = False                  # Quartus II 13 writes only .sof and .pof for this family
    create_svf = False

    def __init__(self):
        AlteraPlatform.__init__(self, "EP2C20F484C7", _io)
        # Unused pins must not drive the board's other chips.
        self.add_platform_command("set_global_assignment -name FAMILY \"Cyclone II\"")
        self.add_platform_command("set_global_assignment -name RESERVE_ALL_UNUSED_PINS \"AS INPUT TRI-STATED\"")

    def do_finalize(self, fragment):
        AlteraPlatform.do_finalize(self, fragment)
        self.add_period_constraint(self.lookup_request("clk50", loose=True), 1e9 / 50e6)


class CycloneIIPLL(IntelClocking):
    """PLL with the ranges of the -7 speed grade (Cyclone II Device Handbook, PLLs and DC characteristics)."""
    nclkouts_max = 3
    n_div_range = (1, 4 + 1)
    m_div_range = (1, 32 + 1)
    c_div_range = (1, 32 + 1)
    clkin_freq_range = (10e6, 450e6)
    clkin_pfd_freq_range = (10e6, 402.5e6)
    vco_freq_range = (300e6, 1000e6)
    clko_freq_range = (10e6, 450e6)

    def __init__(self):
        self.logger = logging.getLogger("CycloneIIPLL")
        IntelClocking.__init__(self)
