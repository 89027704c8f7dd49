# SPDX-License-Identifier: Apache-2.0
"""An SDRAM chip as LiteDRAM wants it described: SDR, 16 bits, four banks, as slow as the slowest that boards have."""

from litedram.modules import SDRModule


class SdramChip(SDRModule):
    """rows, columns: bits of their addresses. sys_clk_freq: Hz, also of the chip.

    Times are ns, of the chips that boards/check/sdram.v names: whichever of them a board was sold with, it works. A
    chip with more columns works too, and half of it is used.
    """
    nbanks = 4
    tRP, tRCD, tRAS, tWR = 21, 21, 47, 15
    tRFC, tRRD, tCCD, tWTR = (None, 70), (None, 15), (1, None), (2, None)
    tFAW = tZQCS = None

    def __init__(self, rows, columns, sys_clk_freq):
        self.nrows, self.ncols, self.tREFI = 1 << rows, 1 << columns, 64e6 / (1 << rows)
        SDRModule.__init__(self, sys_clk_freq, "1:1")
        # LiteDRAM rounds it up: at 50 MHz all rows would take 64.06 ms, where the chips want 64.
        self.timing_settings.tREFI = int(self.tREFI * sys_clk_freq / 1e9)
