# SPDX-License-Identifier: Apache-2.0
"""LiteDRAM's description of an SDRAM chip: SDR, 16 bits, four banks, with the slowest timing of the boards' chips."""

from litedram import modules


class SdramChip(modules.SDRModule):
    """An SDRAM with the longest times, in ns, of the chips that boards/check/sdram.v names, so each of them works.

    name:         LiteDRAM's module with this number of rows and columns. A chip with more columns also works, but half
                  of it is unused
    sys_clk_freq: clock of the SoC and of the chip, Hz
    """
    nbanks = 4
    tRP, tRCD, tRAS, tWR = 21, 21, 47, 15
    tRFC, tRRD, tCCD, tWTR = (None, 70), (None, 15), (1, None), (2, None)
    tFAW = tZQCS = None

    def __init__(self, name, sys_clk_freq):
        chip = getattr(modules, name)
        self.nrows, self.ncols, self.tREFI = chip.nrows, chip.ncols, 64e6 / chip.nrows
        modules.SDRModule.__init__(self, sys_clk_freq, "1:1")
        # LiteDRAM rounds up: at 50 MHz, a refresh of all rows would take 64.06 ms, but the chips require 64 ms.
        self.timing_settings.tREFI = int(self.tREFI * sys_clk_freq / 1e9)
