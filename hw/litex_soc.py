# SPDX-License-Identifier: Apache-2.0
"""The LiteX SoC around a generated core: one class, for the simulation and for every board.

A board supplies its platform, its clock and reset generator and, if it has one, its external memory. The simulation
uses `SimulationPlatform` and two additional blocks that only make sense there (`sim_exit`, `sim_line`).

The program is in memory when the FPGA starts, or `loader`, a small program in a separate ROM, loads it over the serial
port (sw/loader). In both cases the program is in the region `rom`, and its data in `sram`.
"""

import json
from pathlib import Path

from migen import CEInserter, Cat, Finish, If, ResetSignal, Signal
from litex.build.generic_platform import Pins, Subsignal
from litex.build.io import CRG
from litex.build.sim import SimPlatform
from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect.csr import CSRStorage
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceProcess

from hardware_thread import SLOTS, VerilogThread, add_hardware_thread
from metronome_litex import add_accelerator
from virtual_device import add_region

SYS_CLK_FREQ = int(50e6)   # clock of the simulated SoC, Hz, by definition

ROM_BYTES = 256 * 1024
SRAM_BYTES = 128 * 1024

LOADER_BASE = 0x20000000
LOADER_BYTES = 1024

# Cycles after which an access without an answer becomes an access fault. LiteX's default, 10^6, would look like a hang
# to a user and to the simulation harness.
BUS_TIMEOUT = 1000


class MetronomeSoC(SoCCore):
    """A LiteX SoC whose CPU is a core from the generator in `hw/spinal`, or, with the adapter `cfu`, LiteX's core.

    platform:     LiteX platform
    core:         folder with VexRiscv.v, core.json and the Verilog of the adapter that it names
    crg:          clock and reset generator of the board (None: the platform's `sys_clk` pin is the clock)
    sys_clk_freq: Hz
    with_sim:     add the blocks for the simulation harness
    memory:       external memory instead of block RAM: a module with a Wishbone `bus` and its `size`, bytes; the
                  program is in the lower half, its data in the upper half
    sdram:        external memory through LiteDRAM: its PHY, and its description of the chip
    with_loader:  the core starts in the loader's ROM, and `rom` can be written
    threads:      Verilog files, each with a hardware thread
    regions:      per region: Verilog files of its circuits, and cycles of a reconfiguration (virtual_device.py)
    timers:       number of timers in addition to timer0: timer1 ...
    kwargs:       as for LiteX's SoCCore
    """

    def __init__(self, platform, core, crg=None, sys_clk_freq=SYS_CLK_FREQ, with_sim=False, memory=None,
                 sdram=None, with_loader=False, threads=(), regions=(), timers=0, **kwargs):
        core = Path(core)
        self.core_description = json.loads((core / "core.json").read_text())
        self.crg = crg or CRG(platform.request("sys_clk"))
        kwargs.setdefault("integrated_rom_size", 0 if memory or sdram else ROM_BYTES)
        kwargs.setdefault("integrated_sram_size", 0 if memory or sdram else SRAM_BYTES)
        kwargs.setdefault("ident", "Metronome")
        if with_loader:
            kwargs["integrated_rom_mode"] = "rwx"
        SoCCore.__init__(
            self, platform, clk_freq=sys_clk_freq,
            # `full` tells LiteX's software about caches and multiplier; _add_core() selects the netlist.
            cpu_type="vexriscv", cpu_variant="full",
            ident_version=False, bus_timeout=BUS_TIMEOUT,
            **kwargs,
        )
        if with_sim:
            self.irq.add("sim_line", use_loc_if_exists=True)
        debug_pads = None
        if "debug" in self.core_description:
            if with_sim:
                self._debug_by_pins(debug_pads := platform.request("sim_debug"))
            else:
                self.cpu.add_debug()
        self._add_core(core)
        for n in range(1, 1 + timers):
            self.add_timer(f"timer{n}")
        if debug_pads:
            self._freeze_timers(debug_pads, timers)
        elif "debug" in self.core_description:
            self._debug_by_bus()
        self._report_timeouts()
        if memory:
            self._add_external(memory)
        if sdram:
            self._add_sdram(*sdram)
        if with_loader:
            self.add_rom("loader", LOADER_BASE, LOADER_BYTES)
            self.cpu.set_reset_address(LOADER_BASE)
        for n, file in enumerate(threads):
            self.add_hardware_thread(f"thread{n}", VerilogThread(platform, file))
        for files, cycles in regions:
            add_region(self, files, cycles)
        if with_sim:
            self.sim_exit = SimExit(platform.request("sim_exit"))
            self.sim_line = SimLine(platform.request("sim_line"))
        if with_sim and threads:
            self._show_threads(platform.request("sim_threads"))

    def add_hardware_thread(self, name, thread):
        return add_hardware_thread(self, name, thread)

    def _show_threads(self, pads):
        """Connect the threads' signals to the harness. hw/sim/model.h has the bits of `state`."""
        for n, slot in enumerate(self.hardware_threads.slots):
            ports = slot.ports
            suits, busy = (slot.direct.suits, slot.direct.busy) if slot.direct else (0, 0)
            in_call = slot.calls | busy | ports.answer_valid
            self.comb += [
                pads.state[8 * n:8 * n + 8].eq(Cat(
                    ~slot.reset, ports.call_valid & ports.call_ready, suits, slot.calls,
                    ports.answer_valid & ports.answer_ready, ports.mem_valid & ports.mem_ready, ports.mem_done,
                    ports.call_valid & ~ports.call_ready & ~in_call)),
                pads.command[8 * n:8 * n + 8].eq(ports.call_command),
                pads.handle[8 * n:8 * n + 8].eq(ports.call_handle),
                pads.error[8 * n:8 * n + 8].eq(ports.answer_error),
                pads.argument[32 * n:32 * n + 32].eq(ports.call_argument),
                pads.answer[32 * n:32 * n + 32].eq(ports.answer_value),
                pads.address[32 * n:32 * n + 32].eq(ports.mem_address),
                pads.transfer[32 * n:32 * n + 32].eq(Cat(ports.mem_write, ports.mem_words, ports.mem_error))]

    def _add_core(self, folder):
        adapter = self.core_description.get("adapter", "plugin")
        if adapter != "cfu":                               # with "cfu" the core is LiteX's
            add_accelerator(self, "plugin", folder / self.core_description["netlist"])
        if adapter != "plugin":
            add_accelerator(self, adapter, folder / self.core_description["adapter_netlist"])

    def _add_external(self, memory):
        """Add one memory at address 0, which the linker sees as `rom` and `sram`."""
        self.external = memory
        self.bus.add_slave("external", memory.bus, SoCRegion(origin=0, size=memory.size, mode="rwx"))
        self._halve(memory.size)

    def _add_sdram(self, phy, chip):
        """Add an SDRAM at address 0, as `rom` and `sram`. The loader has to initialise it (sw/loader/sdram.c).

        LiteX's cache of 8 KiB is between the SDRAM and the bus, and reads a 16-bit chip in bursts. All masters use this
        cache, so the firmware need not flush it."""
        self.sdrphy = phy
        self.mem_map["main_ram"] = 0
        self.add_sdram("sdram", phy=phy, module=chip)
        self._halve(self.bus.regions["main_ram"].size)

    def _halve(self, size):
        half = size // 2
        self.bus.add_region("rom", SoCRegion(origin=0, size=half, mode="rwx", linker=True))
        self.bus.add_region("sram", SoCRegion(origin=half, size=half, mode="rwx", linker=True))

    def _report_timeouts(self):
        """Give the core a bus error for an access that no slave answers; LiteX only returns all ones."""
        for name, bus in (("iBus", self.cpu.ibus), ("dBus", self.cpu.dbus)):
            self.cpu.cpu_params[f"i_{name}Wishbone_ERR"] |= bus.ack & self.ctrl.bus_error

    def _debug_by_bus(self):
        """Map the core's debug registers into the SoC's address space, where a host bridge (uartbone, jtagbone, ...)
        reaches them, as in LiteX's `+debug` variants."""
        self.bus.add_slave("vexriscv_debug", self.cpu.debug_bus, region=SoCRegion(
            origin=self.cpu.mem_map["vexriscv_debug"], size=0x100, cached=False))

    def _debug_by_pins(self, pads):
        """Connect the core's debug bus to pins, for the simulation harness."""
        reset = Signal()
        self.cpu.cpu_params.update(
            i_reset=ResetSignal("sys") | self.cpu.reset | reset,
            i_debugReset=ResetSignal("sys") | self.cpu.reset,
            i_debug_bus_cmd_valid=pads.valid, o_debug_bus_cmd_ready=pads.ready,
            i_debug_bus_cmd_payload_wr=pads.write, i_debug_bus_cmd_payload_address=pads.address,
            i_debug_bus_cmd_payload_data=pads.data, o_debug_bus_rsp_data=pads.result,
            o_debug_resetOut=reset)

    def _freeze_timers(self, pads, timers):
        """Stop the timers while the program is halted, so that debugging costs no ticks."""
        for timer in (getattr(self, f"timer{n}") for n in range(1 + timers)):
            CEInserter()(timer)
            self.comb += timer.ce.eq(~pads.freeze)


class SimulationPlatform(SimPlatform):
    """Pins of the simulated SoC, as the harness in `hw/sim` sees them."""

    pins = [
        ("sys_clk", 0, Pins(1)),
        ("sys_rst", 0, Pins(1)),
        # LiteX's simulated UART: a byte stream in each direction.
        ("serial", 0,
            Subsignal("source_valid", Pins(1)), Subsignal("source_ready", Pins(1)), Subsignal("source_data", Pins(8)),
            Subsignal("sink_valid", Pins(1)), Subsignal("sink_ready", Pins(1)), Subsignal("sink_data", Pins(8))),
        ("sim_exit", 0, Subsignal("valid", Pins(1)), Subsignal("code", Pins(8))),
        ("sim_line", 0, Pins(1)),
        # VexRiscv's debug bus, if the core has one.
        ("sim_debug", 0,
            Subsignal("valid", Pins(1)), Subsignal("ready", Pins(1)), Subsignal("write", Pins(1)),
            Subsignal("address", Pins(8)), Subsignal("data", Pins(32)), Subsignal("result", Pins(32)),
            Subsignal("freeze", Pins(1))),
        # State of the hardware threads, if there are any; each slot has a part of each signal.
        ("sim_threads", 0,
            *(Subsignal(name, Pins(8 * SLOTS)) for name in ("state", "command", "handle", "error")),
            *(Subsignal(name, Pins(32 * SLOTS)) for name in ("argument", "answer", "address", "transfer"))),
    ]

    def __init__(self):
        SimPlatform.__init__(self, "SIM", self.pins)


class SimExit(LiteXModule):
    """Ends the simulation: the firmware writes its exit code (0 to 255) to the CSR `code`."""

    def __init__(self, pads):
        self._code = CSRStorage(8, name="code")

        # # #

        # Our harness reads the pads; $finish ends LiteX's simulation loop, which does not read them.
        ended = Signal()
        self.sync += If(self._code.re, ended.eq(1))
        self.comb += [pads.valid.eq(ended), pads.code.eq(self._code.storage)]
        self.sync += If(ended, Finish())


class SimLine(LiteXModule):
    """An interrupt line that the harness raises: each rising edge of the pad makes the event pending."""

    def __init__(self, pad):
        self.ev = EventManager()
        self.ev.line = EventSourceProcess(edge="rising")
        self.ev.finalize()

        # # #

        self.comb += self.ev.line.trigger.eq(pad)


def main():
    """Writes the simulated SoC: gateware/sim.v, the memories' initial contents and LiteX's C headers."""
    import argparse
    from litex.build.sim.config import SimConfig
    from litex.soc.integration.builder import Builder
    from litex.soc.integration.common import get_mem_data

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--core", required=True, help="folder with VexRiscv.v and core.json, written by ./metro gen")
    parser.add_argument("--output", required=True, help="write to this folder")
    parser.add_argument("--thread", action="append", default=[], metavar="FILE.v",
                        help="add a slot with the hardware thread in this file; can be repeated")
    parser.add_argument("--region", action="append", default=[], nargs="+", metavar=("CYCLES", "FILE.v"),
                        help="add a region: the modelled cycles of a reconfiguration, and its circuits")
    parser.add_argument("--timers", type=int, default=0, metavar="N", help="add this many timers, timer1 and so on")
    parser.add_argument("--bus-bursting", action="store_true", help="answer bursts with one word per cycle")
    parser.add_argument("--ram", type=int, default=SRAM_BYTES, metavar="BYTES", help="set the size of the RAM")
    parser.add_argument("--rom", help="build this flat binary into the ROM (for our harness: none)")
    args = parser.parse_args()

    rom = get_mem_data(args.rom, endianness="little") if args.rom else []
    soc = MetronomeSoC(SimulationPlatform(), args.core, with_sim=True, uart_name="sim", integrated_rom_init=rom,
                       threads=args.thread, regions=[(files, int(cycles)) for cycles, *files in args.region],
                       timers=args.timers,
                       bus_bursting=args.bus_bursting, integrated_sram_size=args.ram)
    # Only LiteX's simulation loop needs this configuration.
    config = SimConfig()
    config.add_clocker("sys_clk", freq_hz=SYS_CLK_FREQ)
    config.add_module("serial2console", "serial")
    Builder(soc, output_dir=args.output, compile_software=False).build(sim_config=config, opt_level="O3", run=False)


if __name__ == "__main__":
    main()
