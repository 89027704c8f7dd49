# SPDX-License-Identifier: Apache-2.0
"""A Wishbone slave for an asynchronous static RAM of 16 bits, such as the IS61LV25616 of the Terasic DE1."""

from math import ceil

from migen import Cat, If, Signal
from migen.fhdl.specials import Tristate
from migen.genlib.fsm import FSM, NextState, NextValue
from litex.gen import LiteXModule
from litex.soc.interconnect import wishbone


class AsyncSram(LiteXModule):
    """A 32-bit word takes two accesses, the lower half first. A write skips a half without selected bytes.

    pads:         addr, data (bidirectional), we_n, oe_n, ce_n, and lanes_n, the byte enables (lower byte first)
    sys_clk_freq: Hz
    access_ns:    address to data of the chip (tAA)
    write_ns:     shortest write pulse of the chip (tPWE)
    path_ns:      delay out through the FPGA's output cells, over the board and in through its input cells

    The signals to the chip are registered. In a read, an address stays for access_ns + path_ns. In a write, address and
    byte enables are stable one cycle before the pulse and one cycle after it. In the cycle before the pulse, neither
    the chip nor the FPGA drives the data lines.
    """

    def __init__(self, pads, sys_clk_freq, access_ns=10, write_ns=8, path_ns=20):
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.size = 2 << len(pads.addr)
        self.read_cycles = max(1, ceil((access_ns + path_ns) * sys_clk_freq / 1e9))
        self.write_cycles = max(1, ceil(1.5 * write_ns * sys_clk_freq / 1e9))

        # # #

        address, upper, lanes_n = Signal(len(pads.addr) - 1), Signal(), Signal(2, reset=0b11)
        out, read, drive = Signal(16), Signal(16), Signal()
        we_n, oe_n = Signal(reset=1), Signal(reset=1)
        self.specials += Tristate(pads.data, o=out, oe=drive, i=read)
        self.comb += [
            pads.addr.eq(Cat(upper, address)),
            pads.lanes_n.eq(lanes_n),
            pads.we_n.eq(we_n),
            pads.oe_n.eq(oe_n),
            pads.ce_n.eq(0),
        ]

        count = Signal(max=max(self.read_cycles, self.write_cycles) + 1)
        low, high = Signal(16), Signal(16)
        self.comb += bus.dat_r.eq(Cat(low, high))

        def begin_write(half):
            """Set address and byte enables of a half. The chip's outputs are off, and ours are not on yet."""
            return [NextValue(upper, half), NextValue(lanes_n, ~bus.sel[2 * half:2 * half + 2]),
                    NextValue(out, bus.dat_w[16 * half:16 * half + 16]), NextState("SETUP")]

        self.fsm = fsm = FSM(reset_state="IDLE")
        fsm.act("IDLE",
            NextValue(address, bus.adr),
            NextValue(count, self.read_cycles - 1),
            If(bus.cyc & bus.stb,
                If(~bus.we,
                    NextValue(upper, 0), NextValue(lanes_n, 0), NextValue(oe_n, 0), NextState("READ")
                ).Elif(bus.sel[:2] != 0,
                    *begin_write(0)
                ).Elif(bus.sel[2:] != 0,
                    *begin_write(1)
                ).Else(
                    NextState("DONE")
                )))
        fsm.act("READ",
            NextValue(count, count - 1),
            If(count == 0,
                NextValue(count, self.read_cycles - 1),
                NextValue(upper, 1),
                If(~upper,
                    NextValue(low, read)
                ).Else(
                    NextValue(high, read), NextValue(oe_n, 1), NextState("DONE")
                )))
        fsm.act("SETUP",
            NextValue(we_n, 0), NextValue(drive, 1), NextValue(count, self.write_cycles - 1), NextState("WRITE"))
        fsm.act("WRITE",
            NextValue(count, count - 1),
            If(count == 0, NextValue(we_n, 1), NextState("HOLD")))
        fsm.act("HOLD",
            NextValue(drive, 0),
            If(~upper & (bus.sel[2:] != 0), *begin_write(1)).Else(NextState("DONE")))
        fsm.act("DONE",
            bus.ack.eq(1), NextState("IDLE"))
