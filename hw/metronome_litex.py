# SPDX-License-Identifier: Apache-2.0
"""The units for a LiteX SoC. Needs only LiteX and this file:

    from metronome_litex import add_accelerator

    soc = BaseSoC(cpu_type="vexriscv", cpu_variant="full", ...)
    add_accelerator(soc, adapter="cfu", verilog="Cfu.v")           # or:
    add_accelerator(soc, adapter="wishbone", verilog="MetronomeWishbone.v")
    add_accelerator(soc, adapter="plugin", verilog="VexRiscv.v")

Call add_accelerator() before the SoC is built. `./metro gen --adapter ADAPTER --tasks N -o DIR` writes the Verilog. The
firmware uses sw/ci_intrinsics.h. For Wishbone, compile it with -DMETRONOME_WISHBONE=address; the address is
METRONOME_BASE in LiteX's generated/mem.h (sw/metronome.mk finds it there).
"""

import json
import re
from pathlib import Path
from types import SimpleNamespace

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import wishbone
from migen import ClockSignal, Instance, ResetSignal, Signal

# The top module of each adapter's Verilog.
MODULES = {"plugin": "VexRiscv", "cfu": "Cfu", "wishbone": "MetronomeWishbone"}

VARIANT = "metronome"   # CPU variant with the units in a SoC of metronome-target (package metronome-litex)

# Bits of a word address of the peripheral: unit, operation, rs1.
WORD_ADDRESS_BITS = 3 + 4 + 10

# {CPU and variant: {origin: size}}: the uncached addresses on the bus if LiteX's `io_regions` name more.
UNCACHED = {
    "vexriscv linux": {0xB000_0000: 0x1000_0000, 0xE000_0000: 0x2000_0000},   # the I/O of its MMU
    "sentinel standard": {0x8000_0000: 0x8000_0000},                         # 0 is for registers inside the CPU
}

# Yosys's commands before synthesis, on iCE40 and GateMate.
NO_LUT_MEMORY = ["hierarchy -top {build_name}", "setattr -unset ram_style */a:ram_style=distributed"]

# LiteX's core with a CFU lacks this interrupt line: its bit of the mask enables the instructions.
CFU_ENABLE = 31

HOT_DATA_BASE = 0xFFFF0000  # of the core's memory for data (HotDataPlugin.scala)


# Parts of a core that have ports. The CPU variant tells software about the other parts.
PARTS = (
    # ports, what they are, what to do if only the core has them, what to do if only the SoC has them
    ("debug", "a debug module", "choose the variant with +debug, or generate the core without --debug",
     "choose the variant without +debug, or generate the core with --debug"),
    ("[id]BusWishbone_", "Wishbone buses", "", "generate it without --native-buses"),
    ("externalInterruptArray", "an interrupt array", "", "generate it with ExternalInterruptArrayPlugin"),
    ("externalResetVector", "an input for the reset address", "", "generate it with resetVector = null"),
    ("CfuPlugin_", "a CFU bus", "generate it without CfuPlugin", "choose the variant without +cfu"),
)

FLUSHED = {"minimal": (), "lite": ("icache",)}   # caches that LiteX's software flushes, by variant; all others: both

# CSRs that LiteX's software uses, by the keys of core.json.
INTERRUPT_CSRS = {"irq_mask_csr": ("mask", 0xBC0), "irq_pending_csr": ("pending register", 0xFC0)}


class AcceleratorError(ValueError):
    """The accelerator cannot be added to this SoC; the message says why, and what to do."""


def add_accelerator(soc, adapter, verilog, origin=None):
    """Add the units to a SoC.

    soc:     a LiteX SoC with its CPU, before it is built
    adapter: "plugin": VexRiscv with the units in its pipeline replaces LiteX's core. A core of `./metro gen` fits the
             variants full and standard; your core fits the variant for which it was generated
             "cfu": LiteX's stock core with a CFU bus, and the units behind that
             "wishbone": a peripheral of any 32-bit, little-endian CPU; the SoC's bus is 32 bits wide, or it is Wishbone
    verilog: file with the adapter's Verilog
    origin:  address of the peripheral, a multiple of 512 KiB that the CPU does not cache (None: the first free one)

    Raise AcceleratorError if the adapter or its Verilog does not fit the SoC.
    """
    if str(getattr(soc.cpu, "variant", "")).split("+")[0] == VARIANT:
        raise AcceleratorError(f"the CPU variant {soc.cpu.variant} of this SoC already has the units: leave "
                               "out add_accelerator(), or choose the variant full")
    if adapter not in MODULES:
        raise AcceleratorError(f"adapter {adapter!r}: adapters are {', '.join(MODULES)}")
    if origin is not None and adapter != "wishbone":
        raise AcceleratorError(f"adapter {adapter!r} has no address: origin is only for wishbone")
    check_verilog(Path(verilog), MODULES[adapter])
    allow_registers(soc.platform)
    mend_debug(soc.cpu)
    described = describe(Path(verilog))
    interrupt = connect_interrupt(soc, Path(verilog))
    if adapter == "wishbone":
        add_peripheral(soc, verilog, origin, interrupt)
        name_switches(soc, described)
        return
    if soc.cpu.name != "vexriscv" or adapter == "cfu" and soc.cpu.variant not in ("full", "full+debug"):
        fits = "variant full or full+debug" if adapter == "cfu" else "any variant"
        raise AcceleratorError(f"adapter {adapter!r} replaces LiteX's core vexriscv, {fits}; this SoC "
                               f"has {soc.cpu.name}, variant {soc.cpu.variant}")
    if adapter == "plugin":
        soc.cpu.cpu_params.update(interrupt)
        rest_second_port(soc, described.get("accelerator", {}))
        check_core(soc.cpu, Path(verilog), described)
        soc.cpu.use_external_variant(str(verilog))
        add_hot_memory(soc, described)
    else:
        refuse_cfu_line(soc)
        soc.cpu.variant = soc.cpu.variant.replace("full", "full+cfu")
        soc.cpu.human_name = soc.cpu.variants[soc.cpu.variant]
        soc.cpu.add_cfu(str(verilog))
        soc.cpu.cfu_params.update(interrupt)
    name_switches(soc, described)


def check_verilog(file, module):
    if not file.is_file():
        raise AcceleratorError(f"there is no file {file}; `./metro gen --adapter ...` writes it")
    text = without_comments(file.read_text())
    if not re.search(rf"^module {module}\b", text, re.MULTILINE):
        raise AcceleratorError(f"{file} has no module {module}: it may be the Verilog of another adapter")
    if len(re.findall(r"^\s*module\b", text, re.MULTILINE)) != len(re.findall(r"\bendmodule\b", text)):
        raise AcceleratorError(f"{file} ends within a module: the file is incomplete; write it again")


def without_comments(verilog):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", verilog, flags=re.DOTALL)


def mend_debug(cpu):
    """Remove an output that LiteX connects for its `+debug` variants, but that no VexRiscv has."""
    if cpu.name == "vexriscv":
        cpu.cpu_params.pop("o_halted", None)


def check_core(cpu, verilog, described):
    """Raise AcceleratorError if a core does not fit the SoC's CPU. Call this when all ports of the CPU are connected.
    The core's parts are known from its ports and, if it exists, core.json."""
    has = ports(verilog)
    reasons = [*contradictions(has, described), *(mismatches(cpu, has) or unmet(cpu, described))]
    if reasons:
        raise AcceleratorError(f"{verilog} does not fit the CPU variant {cpu.variant}: {'; '.join(reasons)}")


def ports(verilog):
    """Return {name: direction} of the core's ports."""
    module = re.search(r"^module VexRiscv\b(.*?)\bendmodule\b", without_comments(verilog.read_text()),
                       re.MULTILINE | re.DOTALL)[1]
    head = module.partition(");")[0]                       # in the style of Verilog-1995 it has only the names
    return {name: direction for direction, name in re.findall(
        r"^\s*(?:\(\*.*?\*\)\s*)?(input|output|inout)\b(?:\s+(?:wire|reg|logic|signed)\b)*\s*(?:\[[^]]*\])?\s*(\w+)",
        head if re.search(r"\b(input|output)\b", head) else module, re.MULTILINE)}


def contradictions(has, described):
    """Yield a message for each part that core.json names but the ports lack."""
    units = described.get("accelerator", {})
    for what, named, port in (("a debug module", described.get("debug"), "debug_bus_cmd_valid"),
                              ("a port for hardware threads", units.get("slots"), "second_command_valid"),
                              ("a time base", "time_base" in units.get("units", ()), "timeBaseInterrupt")):
        if named and port not in has:
            yield f"core.json names {what} that the netlist lacks: it belongs to another core"


def mismatches(cpu, has):
    """Return messages about ports that only the core has, or only the SoC."""
    connected = {name[2:] for name in cpu.cpu_params if name[:2] in ("i_", "o_")}
    open_inputs = {name for name, direction in has.items() if direction == "input"} - connected
    absent, reasons = connected - set(has), []
    for pattern, what, if_core, if_soc in PARTS:
        in_core, in_soc = (any(re.match(pattern, name) for name in names) for names in (has, connected))
        if in_core and not in_soc:
            reasons.append(f"the core has {what}, but the SoC does not connect it: {if_core}")
        elif in_soc and not in_core:
            reasons.append(f"the SoC connects {what}, but the core has none: {if_soc}")
    return reasons or [*(f"the SoC connects {name}, which the core lacks" for name in sorted(absent)),
                       *(f"the SoC does not drive the core's input {name}"
                         for name in sorted(open_inputs))]


def unmet(cpu, described):
    """Yield a message for each property that LiteX's software for this variant needs but core.json denies."""
    variant = cpu.variant.split("+")[0]
    isa, wanted = described.get("isa"), re.search(r"-march=(rv32)(\w+)", cpu.gcc_flags)
    wanted = wanted[1] + re.sub(r"\d+p\d+|_", "", wanted[2].partition("_z")[0])
    if isa and set(wanted) - set(isa):
        yield f"its software is compiled for {wanted}, but the core is {isa}"
    for cache, what in (("icache", "an instruction cache"), ("dcache", "a data cache")):
        size, flushed = described.get(f"{cache}_bytes"), cache in FLUSHED.get(variant, ("icache", "dcache"))
        if size is not None and bool(size) != flushed:
            yield (f"its software {'flushes' if flushed else 'never flushes'} {what}, but the core has "
                   f"{'one' if size else 'none'}")
    if variant in ("linux", "secure") and described.get("user_mode") is False:
        yield "its programs run in user mode, which the core lacks"
    if variant == "secure" and "user_mode" in described and not described.get("pmp"):
        yield "its programs need memory protection (PMP), which the core lacks"
    for key, (what, number) in INTERRUPT_CSRS.items():
        if described.get(key, number) != number:
            yield f"its interrupt {what} is CSR {number:#x}, but the core's is {described[key]:#x}"
    if described.get("buses", "wishbone") != "wishbone":
        yield f"core.json names {described['buses']} buses, but the SoC's are wishbone"


def allow_registers(platform):
    """Let Yosys use registers for the look-ahead engine's memories if the FPGA has no memories in LUTs. The Verilog
    requests such memories, so Yosys would fail."""
    toolchain = getattr(platform, "toolchain", None)
    if getattr(toolchain, "family", "") == "ice40" or type(toolchain).__name__ == "CologneChipToolchain":
        toolchain._yosys_cmds += NO_LUT_MEMORY


def connect_interrupt(soc, verilog):
    """Connect the interrupt port of a time base, if the Verilog has one, and return {port: signal}.

    The SoC's headers name it METRONOME_TIME_BASE_INTERRUPT. With unit sets for guests, this is the interrupt of set 0;
    set n has METRONOME_TIME_BASE<n>_INTERRUPT."""
    port = re.search(r"^ *output *(?:wire|reg)? *(?:\[(\d+):0\])? *\b(timeBaseInterrupt|interrupt)\b",
                     verilog.read_text(), re.MULTILINE)
    if not port:
        return {}
    lines = Signal(int(port[1] or 0) + 1)
    for number in range(len(lines)):
        name = f"metronome_time_base{number or ''}"
        soc.add_module(name, TimeBase(lines[number]))
        soc.irq.add(name, use_loc_if_exists=True)
    return {f"o_{port[2]}": lines}


class TimeBase(LiteXModule):
    """The interrupt of a time base, a level that the unit itself clears."""

    def __init__(self, line):
        self.ev = SimpleNamespace(irq=line)


def describe(verilog):
    """Return the core.json next to a core's Verilog, or {} if there is none."""
    file = verilog.with_name("core.json")
    return json.loads(file.read_text()) if file.is_file() else {}


def name_switches(soc, described):
    """Give software the options with which a kernel uses the units: METRONOME_SWITCHES_* in generated/soc.h."""
    for rtos, switches in described.get("switches", {}).items():
        # For a core with a separate adapter, this function is called twice.
        soc.add_constant(f"METRONOME_SWITCHES_{rtos.upper()}", switches, check_duplicate=False)


def rest_second_port(soc, units):
    """Set the inputs of the port for hardware threads to 0. hardware_thread.py connects them if there are threads."""
    soc.metronome_units = units
    if units.get("slots"):
        inputs = ["command_valid", "command_unit", "command_op", "command_rs1", "command_rs2", "tasks_owned",
                  *(f"tasks_numbers_{n}" for n in range(units["slots"]))]
        soc.cpu.cpu_params.update({f"i_second_{name}": 0 for name in inputs})


def add_hot_memory(soc, described):
    """Add regions for the core's memories to the software's headers. They are not on the SoC's bus."""
    if size := described.get("hot_bytes", 0):
        soc.bus.add_region("hot_memory", SoCRegion(origin=(1 << 32) - size, size=size, mode="rwx", cached=False))
    if size := described.get("hot_data_bytes", 0):
        soc.bus.add_region("hot_data", SoCRegion(origin=HOT_DATA_BASE, size=size, mode="rw", cached=False))


def refuse_cfu_line(soc):
    """Refuse a device on the interrupt line that a core with a CFU lacks, now and when a device is added later."""
    def check():
        for name, line in soc.irq.locs.items():
            if line == CFU_ENABLE:
                raise AcceleratorError(f"{name} has interrupt line {line}, which LiteX's core with a CFU lacks: use "
                                       f"a line from 0 to {CFU_ENABLE - 1}")

    def add_and_check(*args, **options):
        add(*args, **options)
        check()

    check()
    add, soc.irq.add = soc.irq.add, add_and_check


def add_peripheral(soc, verilog, origin, interrupt):
    size = 4 << WORD_ADDRESS_BITS
    if soc.cpu.data_width != 32 or soc.cpu.endianness != "little":
        raise AcceleratorError(f"the peripheral is for 32-bit, little-endian CPUs; {soc.cpu.name} is "
                               f"{soc.cpu.data_width}-bit, {soc.cpu.endianness}-endian")
    if origin is not None and origin % size:
        raise AcceleratorError(f"origin {origin:#x} is not a multiple of {size:#x}")
    check_reads(soc)
    region = SoCRegion(origin=uncached_origin(soc, size, origin), size=size, cached=False)
    soc.platform.add_source(str(verilog))
    soc.metronome = WishboneAccelerator(interrupt)
    soc.bus.add_slave("metronome", soc.metronome.bus, region)


def check_reads(soc):
    """Refuse a bus on which one load may cause several reads, because each read of the peripheral is a command. A read
    on AXI has no strobes, so a wider bus reads the word and its neighbours."""
    why = "there, one load can cause several reads, and each read of the peripheral is a command"
    own, shared = soc.cpu.periph_buses, soc.bus
    if wide := [bus for bus in own if bus.data_width != 32]:
        raise AcceleratorError(f"{soc.cpu.name} has a {wide[0].data_width}-bit bus: {why}; use a CPU with 32-bit "
                               "buses")
    if shared.data_width != 32 and not (shared.standard == "wishbone"
                                        and all(isinstance(bus, wishbone.Interface) for bus in own)):
        raise AcceleratorError(f"the SoC has a {shared.data_width}-bit {shared.standard} bus: {why}; make the SoC with "
                               "bus_data_width=32")


def uncached_origin(soc, size, origin):
    """Return the requested origin, or the first free one. Raise AcceleratorError if the CPU caches it: each access is a
    command, but a cache reads whole lines, and answers later reads itself."""
    cpu, bus = soc.cpu, soc.bus
    key = f"{cpu.name} {str(getattr(cpu, 'variant', '')).split('+')[0]}"
    uncached = UNCACHED.get(key, cpu.io_regions)
    if origin is None:
        for start, length in uncached.items():
            for free in range(start, start + length - size + 1, size):
                taken = {**bus.regions, "metronome": SoCRegion(origin=free, size=size)}
                if bus.check_regions_overlap(taken) is None:
                    return free
        raise AcceleratorError(f"no {size:#x} bytes are free in the uncached addresses of {key}")
    if not any(start <= origin and origin + size <= start + length for start, length in uncached.items()):
        ranges = ", ".join(f"{start:#x} to {start + length - 1:#x}" for start, length in uncached.items())
        raise AcceleratorError(f"origin {origin:#x}: {key} caches this address, but each access must reach the "
                               f"peripheral; uncached addresses are {ranges}")
    return origin


class WishboneAccelerator(LiteXModule):
    """The peripheral's Verilog on LiteX's Wishbone bus: 32 bits, word addresses."""

    def __init__(self, interrupt):
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")

        # # #

        self.specials += Instance(
            MODULES["wishbone"],
            i_clk=ClockSignal("sys"), i_reset=ResetSignal("sys"),
            i_bus_CYC=bus.cyc, i_bus_STB=bus.stb, i_bus_WE=bus.we, i_bus_SEL=bus.sel,
            i_bus_ADR=bus.adr[:WORD_ADDRESS_BITS], i_bus_DAT_MOSI=bus.dat_w,
            o_bus_DAT_MISO=bus.dat_r, o_bus_ACK=bus.ack,
            **interrupt,
        )
