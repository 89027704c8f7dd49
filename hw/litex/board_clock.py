# SPDX-License-Identifier: Apache-2.0
"""Clock and reset of a board: a clock pin, a PLL if another frequency or phase is needed, and a reset key."""

from migen import ClockDomain, ClockSignal, If, Signal
from migen.genlib.resetsync import AsyncResetSynchronizer
from litex.build.io import DDROutput
from litex.gen import LiteXModule

POWER_UP_CYCLES = 1 << 16


class BoardClock(LiteXModule):
    """The clock domain `sys`. `rst`, which the SoC's controller drives, resets it as the key does.

    sys_clk_freq:  Hz. If the platform's clock pin has this frequency and there is no SDRAM, the pin is the clock, and
                   `pll` is not used
    key, pressed:  pin of the reset key, and its level while it is pressed
    pll:           function that returns LiteX's PLL for the board's FPGA
    with_sdram:    also drive the clock pin of the SDRAM, a quarter of a period after `sys`
    """

    def __init__(self, platform, sys_clk_freq, key, pressed, pll, with_sdram=False):
        self.rst = Signal()
        self.cd_sys = ClockDomain()

        # # #

        sdram_clock = platform.request("sdram_clock") if with_sdram else None
        pin, pin_hz = platform.request(platform.default_clk_name), 1e9 / platform.default_clk_period
        key = platform.request(key)
        asked = Signal()
        self.comb += asked.eq((key if pressed else ~key) | self.rst)
        if sys_clk_freq == pin_hz and not with_sdram:
            # Without a PLL there is no lock to wait for: a counter holds the reset after configuration.
            self.cd_power = ClockDomain(reset_less=True)
            count = Signal(max=POWER_UP_CYCLES, reset=POWER_UP_CYCLES - 1)
            self.comb += [self.cd_power.clk.eq(pin), self.cd_sys.clk.eq(pin)]
            self.sync.power += If(count != 0, count.eq(count - 1))
            self.specials += AsyncResetSynchronizer(self.cd_sys, asked | (count != 0))
        else:
            self.pll = pll = pll()
            self.comb += pll.reset.eq(asked)
            pll.register_clkin(pin, pin_hz)
            pll.create_clkout(self.cd_sys, sys_clk_freq, margin=1e-3)
            if with_sdram:
                # The chip samples commands after they left the FPGA, and its data arrive before the next `sys` edge.
                self.cd_sdram = ClockDomain(reset_less=True)
                pll.create_clkout(self.cd_sdram, sys_clk_freq, phase=90, margin=1e-3, with_reset=False)
                self.specials += DDROutput(1, 0, sdram_clock, ClockSignal("sdram"))
            platform.add_false_path_constraints(self.cd_sys.clk, pll.clkin)   # because sys drives rst
