# SPDX-License-Identifier: Apache-2.0
"""Generate the simulated SoC with a wrong bus to the Wishbone adapter, of a kind that add_accelerator() refuses.

The first argument is `cached` (the peripheral at a cached address) or `wide` (a 64-bit bus to it). The other arguments
are those of hw/litex_soc.py."""
import sys
from pathlib import Path

from litex.soc.interconnect import axi, wishbone

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "hw"))

import litex_soc  # noqa: E402
import metronome_litex  # noqa: E402


def cached_origin(soc, size, origin):
    soc.bus.io_regions_check = False
    return 0x7000_0000


class Wide(metronome_litex.WishboneAccelerator):
    def __init__(self, interrupt):
        super().__init__(interrupt)
        near, far = axi.AXILiteInterface(data_width=32), axi.AXILiteInterface(data_width=32)
        middle = axi.AXILiteInterface(data_width=64)
        outer = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.bridges = [axi.Wishbone2AXILite(outer, near), axi.AXILiteConverter(near, middle),
                        axi.AXILiteConverter(middle, far), axi.AXILite2Wishbone(far, self.bus)]
        self.submodules += self.bridges
        self.bus = outer


wrong, *sys.argv[1:] = sys.argv[1:]
if wrong == "cached":
    metronome_litex.uncached_origin = cached_origin
else:
    metronome_litex.WishboneAccelerator = Wide
litex_soc.main()
