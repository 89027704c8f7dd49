# SPDX-License-Identifier: Apache-2.0
"""Test the Wishbone adapter in a LiteX SoC: supported buses, caches and addresses, and the start-up check."""
import json
import re
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest
from litex.build.generic_platform import Pins
from litex.build.sim import SimPlatform
from litex.soc.cores.cpu import CPUS
from litex.soc.cores.cpu.vexriscv.core import CPU_VARIANTS, VexRiscv
from litex.soc.integration.soc import SoCBusHandler, SoCIORegion, SoCRegion
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import axi, wishbone
from litex.gen import LiteXModule
from migen import If, Signal, run_simulation

from metro import configuration
from metro.base import cache
from metro.products import adapters, core as core_module, firmware, soc
from metro.run import execution as run
from support import ROOT

sys.path.insert(0, str(ROOT / "hw"))

import metronome_litex  # noqa: E402

PROGRAMS = ROOT / "tests" / "units" / "wishbone"
CFG = ROOT / "tests" / "kernel" / "port" / "cfg"
BASE, SIZE = 0x8000_0000, 4 << metronome_litex.WORD_ADDRESS_BITS


# In a user's SoC

@pytest.fixture
def verilog(tmp_path):
    """Write stub Verilog of the adapters with the parts that add_accelerator() reads."""
    for module in ("MetronomeWishbone", "Cfu"):
        (tmp_path / f"{module}.v").write_text(f"module {module} (\n);\nendmodule\n")
    return tmp_path


def own_soc(variant, **options):
    return SoCCore(SimPlatform("SIM", [("sys_clk", 0, Pins(1))]), clk_freq=int(1e6), cpu_type="vexriscv",
                   cpu_variant=variant, uart_name="stub", integrated_rom_size=0x8000, integrated_sram_size=0x2000,
                   ident_version=False, **options)


@pytest.mark.parametrize("variant, origin", [("full", 0x8000_0000), ("linux", 0xB000_0000)])
def test_peripheral_is_at_an_uncached_address(verilog, variant, origin):
    soc = own_soc(variant)
    metronome_litex.add_accelerator(soc, "wishbone", verilog / "MetronomeWishbone.v")
    assert soc.bus.regions["metronome"].origin == origin


@pytest.mark.parametrize("variant, options, origin, message", [
    ("linux", {}, 0x8000_0000, "origin 0x80000000: vexriscv linux caches this address"),
    ("full", {}, 0x7000_0000, "origin 0x70000000: vexriscv full caches this address"),
    ("full", {"bus_standard": "axi-lite", "bus_data_width": 64}, None, "the SoC has a 64-bit axi-lite bus"),
    ("full", {"bus_standard": "axi", "bus_data_width": 64}, None, "make the SoC with bus_data_width=32"),
])
def test_soc_in_which_a_load_is_not_one_command_is_refused(verilog, variant, options, origin, message):
    soc = own_soc(variant, **options)
    with pytest.raises(metronome_litex.AcceleratorError, match=message):
        metronome_litex.add_accelerator(soc, "wishbone", verilog / "MetronomeWishbone.v", origin)
    assert "metronome" not in soc.bus.regions


@pytest.mark.parametrize("early", [True, False])
def test_line_31_is_refused_with_a_cfu(verilog, early):
    soc = own_soc("full")
    if early:
        soc.irq.add("camera", 31)
    with pytest.raises(metronome_litex.AcceleratorError, match="camera has interrupt line 31"):
        metronome_litex.add_accelerator(soc, "cfu", verilog / "Cfu.v")
        soc.irq.add("lidar", 30)
        soc.irq.add("camera", 31)
    assert ("lidar" in soc.irq.locs) == (not early)


# Buses

MASTERS = {"wishbone": lambda: wishbone.Interface(data_width=32, address_width=32, addressing="word"),
           "axi-lite": lambda: axi.AXILiteInterface(data_width=32, address_width=32),
           "wide wishbone": lambda: wishbone.Interface(data_width=64, address_width=32, addressing="word")}


class Bus(LiteXModule):
    """Bus between a CPU and a peripheral that counts its reads. A second peripheral makes LiteX decode addresses."""

    def __init__(self, master, standard, width):
        self.cpu_bus = MASTERS[master]()
        self.peripheral = peripheral = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.reads = Signal(8)
        self.bus = SoCBusHandler(standard=standard, data_width=width)
        self.bus.add_region("io", SoCIORegion(origin=BASE, size=BASE, cached=False))
        self.bus.add_master("cpu", self.cpu_bus)
        self.bus.add_slave("metronome", peripheral, SoCRegion(origin=BASE, size=SIZE, cached=False))
        self.bus.add_slave("other", MASTERS["wishbone"](), SoCRegion(origin=0, size=SIZE))
        self.sync += [peripheral.ack.eq(0),
                      If(peripheral.cyc & peripheral.stb & ~peripheral.ack,
                         peripheral.ack.eq(1), self.reads.eq(self.reads + 1))]

    def soc(self):
        return SimpleNamespace(bus=self.bus, cpu=SimpleNamespace(name="cpu", periph_buses=[self.cpu_bus]))


def reads_of_a_load(bus):
    counted = []

    def load():
        if isinstance(bus.cpu_bus, axi.AXILiteInterface):
            yield from bus.cpu_bus.read(BASE + 4 * 5)
        else:
            yield bus.cpu_bus.sel.eq(-1)
            yield from bus.cpu_bus.read((BASE + 4 * 5) * 8 // bus.cpu_bus.data_width)
        counted.append((yield bus.reads))

    run_simulation(bus, load())
    return counted[0]


@pytest.mark.parametrize("width", [32, 64, 128])
@pytest.mark.parametrize("standard", ["wishbone", "axi-lite", "axi"])
@pytest.mark.parametrize("master", MASTERS)
def test_bus_is_accepted_if_a_load_is_one_read(master, standard, width):
    bus = Bus(master, standard, width)
    try:
        metronome_litex.check_reads(bus.soc())
        accepted = True
    except metronome_litex.AcceleratorError as error:
        assert "each read of the peripheral is a command" in str(error)
        accepted = False
    assert accepted == (reads_of_a_load(bus) == 1)


# Addresses

def soc_around(name, variant, io_regions, regions=()):
    bus = SimpleNamespace(regions=dict(regions), check_regions_overlap=SoCBusHandler().check_regions_overlap)
    return SimpleNamespace(bus=bus, cpu=SimpleNamespace(name=name, variant=variant, io_regions=io_regions))


def caches(netlist, address):
    """Return whether the VexRiscv in this netlist caches the address. Evaluate the logic of the netlist."""
    rule = re.search(r"assign DBusCachedPlugin_mmuBus_rsp_isIoAccess = (.+);", netlist)
    if not rule:
        assert "dBus_cmd_payload_address" in netlist and "module DataCache" not in netlist
        return False

    def bits(part):
        high, low = int(part[1]), int(part[2] or part[1])
        return str((address >> low) & ((1 << (high - low + 1)) - 1))

    logic = re.sub(r"DBusCachedPlugin_mmuBus_\w+\[(\d+)(?: : (\d+))?\]", bits, rule[1])
    return not eval(re.sub(r"\d+'b([01]+)", r"0b\1", logic).replace("||", " or "))


def accepts(soc, origin):
    try:
        return metronome_litex.uncached_origin(soc, SIZE, origin) == origin
    except metronome_litex.AcceleratorError as error:
        assert f"{soc.cpu.name} {soc.cpu.variant.split('+')[0]} caches this address" in str(error)
        return False


@pytest.mark.parametrize("variant", CPU_VARIANTS)
def test_origin_is_uncached_on_vexriscv(variant):
    netlist = (adapters.stock_file().parent / f"{CPU_VARIANTS[variant]}.v").read_text()
    soc = soc_around("vexriscv", variant, VexRiscv.io_regions)
    assert not caches(netlist, metronome_litex.uncached_origin(soc, SIZE, None))
    for origin in range(BASE, 2 * BASE, 1 << 26):
        assert accepts(soc, origin) == (not caches(netlist, origin)), hex(origin)


def test_origin_is_the_first_free_one():
    taken = {"uart": SoCRegion(origin=0xB000_0000, size=0x1000, cached=False)}
    soc = soc_around("vexriscv", "linux+debug", VexRiscv.io_regions, taken)
    assert metronome_litex.uncached_origin(soc, SIZE, None) == 0xB008_0000
    full = {"all": SoCRegion(origin=BASE, size=BASE, cached=False)}
    with pytest.raises(metronome_litex.AcceleratorError, match="no 0x80000 bytes are free .* of vexriscv linux"):
        metronome_litex.uncached_origin(soc_around("vexriscv", "linux", VexRiscv.io_regions, full), SIZE, None)


def test_sentinel_registers_are_not_chosen_as_origin():
    soc = soc_around("sentinel", "standard", CPUS["sentinel"].io_regions)
    assert not accepts(soc, 0) and metronome_litex.uncached_origin(soc, SIZE, None) == BASE


def test_every_cpu_of_litex_is_in_the_table():
    """The table lists every 32-bit little-endian CPU of LiteX. A new CPU must be checked and added."""
    page = (ROOT / "docs" / "datasheet.md").read_text()
    table = page.partition("<!-- cached -->")[2].partition("<!-- end -->")[0]
    rows = re.findall(r"^\| ([\w, ]+) \|", table, re.MULTILINE)
    offered = {name for name, cpu in CPUS.items() if name != "None" and cpu.endianness == "little"
               and (cpu.data_width == 32 or isinstance(cpu.data_width, property))}
    assert {name for row in rows[1:] for name in row.split(", ")} == offered


# The check at start-up

@pytest.fixture(scope="module")
def bus_model(tmp_path_factory):
    program = tmp_path_factory.mktemp("wishbone") / "bus"
    subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'sw'}", PROGRAMS / "bus.c",
                    *(ROOT / "sw" / "model").glob("*.c"), "-o", program], check=True)
    return program


@pytest.mark.parametrize("units", range(4), ids=["lists", "ready", "time", "both"])
@pytest.mark.parametrize("bus", ["right", "cached", "wide"])
def test_startup_check_notices_a_wrong_bus(bus_model, bus, units):
    """A doubled read does not affect a system with only the ready unit, because its reads have no side effects."""
    output = subprocess.run([bus_model, bus, str(units)], capture_output=True, text=True, check=True).stdout
    assert bool(int(output)) == (bus == "right" or (bus, units) == ("wide", 1))


@pytest.fixture(params=["cached", "wide"])
def wrong_soc(request, monkeypatch):
    """A simulated SoC in which a load is not one command."""
    script = PROGRAMS / "wrong_bus.py"

    def elaborate(core, output, **_):
        subprocess.run([sys.executable, script, request.param, "--core", core, "--output", output], check=True,
                       capture_output=True)

    monkeypatch.setattr(soc, "elaborate", elaborate)
    core = core_module.generate(configuration.of_options("--adapter", "wishbone", "--units"))
    marked = cache.product("core", {"core": core.name, "bus": request.param, "script": cache.digest_file(script)},
                           lambda folder: mark(core, folder, request.param))
    return soc.build(marked)


def mark(core, folder, name):
    """Copy the core under another description, so the cache keeps a separate SoC for the copy."""
    for file in core.iterdir():
        shutil.copy(file, folder)
    about = json.loads((folder / "core.json").read_text())
    (folder / "core.json").write_text(json.dumps({**about, "wrong_bus": name}))


@pytest.mark.slow                              # builds two simulators
def test_kernel_is_refused_on_a_wrong_bus(wrong_soc):
    built = firmware.build("started", [PROGRAMS / "started.c"], CFG, wrong_soc,
                           defs="-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u")
    outcome = run.execute(built, wrong_soc, max_cycles=1_000_000)
    assert outcome.status == 123 and re.search("the peripheral at 0x[78]0000000 has them, but a load there is not one "
                                               "command", outcome.output), outcome
    built = firmware.build("selftest", [ROOT / "sw" / "selftest" / "main.c"], CFG, wrong_soc)
    outcome = run.execute(built, wrong_soc, max_cycles=20_000_000)
    assert re.search(r"instructions, [1-9]\d* differences", outcome.output), outcome
