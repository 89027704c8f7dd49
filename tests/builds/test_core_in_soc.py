# SPDX-License-Identifier: Apache-2.0
"""Test a core in a user's LiteX SoC. A matching core is accepted and can be built. Any other core is rejected with a
message."""
import functools
import json
import re
import shutil
import subprocess
import sys

import pytest

from metro import configuration
from metro.products import core as core_module
from support import ROOT

sys.path.insert(0, str(ROOT / "hw"))                       # a user copies the module to the target's folder

import metronome_litex as module  # noqa: E402
from litex.build.generic_platform import Pins  # noqa: E402
from litex.build.io import CRG  # noqa: E402
from litex.build.sim import SimPlatform  # noqa: E402
from litex.soc.integration.builder import Builder  # noqa: E402
from litex.soc.integration.soc_core import SoCCore  # noqa: E402


def a_soc(variant="full", **options):
    """Return a user's SoC with this variant of VexRiscv."""
    platform = SimPlatform("SIM", [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1))])
    soc = SoCCore(platform, clk_freq=int(1e6), cpu_type="vexriscv", cpu_variant=variant, with_uart=False,
                  integrated_rom_size=0x8000, integrated_sram_size=0x2000, ident_version=False, **options)
    soc.crg = CRG(platform.request("sys_clk"))
    return soc


@functools.cache
def generated(*options):
    return core_module.generate(configuration.of_options("--tasks", 16, *options))


def a_core(folder, *options, netlist=None, **described):
    """Copy a core with these options to a folder and return its netlist file. netlist: function that changes the
    netlist. described: fields of core.json with new values (None: remove the field)."""
    core = folder / "core"
    shutil.copytree(generated(*options), core)
    if netlist:
        text = (core / "VexRiscv.v").read_text()
        (core / "VexRiscv.v").write_text(changed := netlist(text))
        assert changed != text
    fields = json.loads((core / "core.json").read_text()) | described
    (core / "core.json").write_text(json.dumps({key: value for key, value in fields.items() if value is not None}))
    return core / "VexRiscv.v"


def without_port(name):
    return lambda text: re.sub(rf"^ *(input|output)\b[^\n]*\b{name},\n", "", text, flags=re.MULTILINE)


def with_port(line):
    return lambda text: re.sub(r"(^module VexRiscv \(\n)", rf"\g<1>  {line},\n", text, flags=re.MULTILINE)


def refusal(soc, verilog):
    with pytest.raises(module.AcceleratorError) as refused:
        module.add_accelerator(soc, "plugin", verilog)
    return str(refused.value)


def lint(folder):
    """Return Verilator's errors and warnings about instance ports in a SoC that LiteX has generated."""
    sources = re.findall(r"--cc (\S+\.v)", (folder / "gateware" / "build_sim.sh").read_text())
    run = subprocess.run(["verilator", "--lint-only", "--top-module", "sim", "-Wno-fatal", "-Wno-lint", "-Wno-style",
                          "-Wwarn-PINMISSING", *sources], capture_output=True, text=True)
    return [line for line in run.stderr.splitlines() if line.startswith("%Error") or "PINMISSING" in line]


def build(soc, folder):
    Builder(soc, output_dir=str(folder), compile_software=False).build(run=False)


# Accepted cores

@pytest.mark.sample(1)
@pytest.mark.parametrize("adapter", ["plugin", "cfu", "wishbone"])
def test_soc_with_debugger_can_be_built(tmp_path, monkeypatch, adapter):
    monkeypatch.chdir(tmp_path)                            # LiteX's builder changes the working directory
    if adapter == "plugin":
        verilog = a_core(tmp_path, "--debug")
    else:
        verilog = generated("--adapter", adapter) / f"{module.MODULES[adapter]}.v"
    soc = a_soc("full+debug")
    module.add_accelerator(soc, adapter, verilog)
    build(soc, tmp_path / "soc")
    assert lint(tmp_path / "soc") == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["full", "standard"])
def test_core_replaces_a_compatible_variant(tmp_path, variant):
    module.add_accelerator(a_soc(variant), "plugin", a_core(tmp_path))


def test_core_without_description_is_judged_by_its_ports(tmp_path):
    verilog = a_core(tmp_path)
    (verilog.parent / "core.json").unlink()
    for variant in ("lite", "imac", "linux", "secure"):
        module.add_accelerator(a_soc(variant), "plugin", verilog)
    assert "debug module" in refusal(a_soc("linux+debug"), verilog)


# Rejected cores

def test_core_with_debugger_needs_a_soc_with_one(tmp_path):
    assert refusal(a_soc(), a_core(tmp_path, "--debug")).endswith(
        "core/VexRiscv.v does not fit the CPU variant full: the core has a debug module, but the SoC does not connect "
        "it: choose the variant with +debug, or generate the core without --debug")


def test_soc_with_debugger_needs_a_core_with_one(tmp_path):
    assert refusal(a_soc("full+debug"), a_core(tmp_path)).endswith(
        "core/VexRiscv.v does not fit the CPU variant full+debug: the SoC connects a debug module, but the core has "
        "none: choose the variant without +debug, or generate the core with --debug")


@pytest.mark.parametrize("port, reason", [
    ("externalInterruptArray", "an interrupt array, but the core has none: generate it with External"),
    ("externalResetVector", "an input for the reset address, but the core has none: generate it with"),
    ("dBusWishbone_ERR", "the SoC connects dBusWishbone_ERR, which the core lacks"),
])
def test_core_without_a_port_of_the_soc_is_refused(tmp_path, port, reason):
    assert reason in refusal(a_soc(), a_core(tmp_path, netlist=without_port(port)))


def test_core_with_an_open_input_is_refused(tmp_path):
    verilog = a_core(tmp_path, netlist=with_port("input  wire [3:0]    nmi"))
    assert "the SoC does not drive the core's input nmi" in refusal(a_soc(), verilog)


def test_core_with_native_buses_is_refused(tmp_path):
    message = refusal(a_soc(), a_core(tmp_path, "--native-buses"))
    assert "the SoC connects Wishbone buses, but the core has none: generate it without --native-buses" in message


def test_core_without_cfu_bus_is_refused_in_a_soc_with_one(tmp_path):
    soc = a_soc("full+cfu", cpu_cfu=str(generated("--adapter", "cfu") / "Cfu.v"))
    assert "the SoC connects a CFU bus, but the core has none" in refusal(soc, a_core(tmp_path))


@pytest.mark.parametrize("variant, described, reason", [
    ("imac", {}, "its software is compiled for rv32imac, but the core is rv32im"),
    ("linux", {}, "its software is compiled for rv32ima, but the core is rv32im"),
    ("linux", {"isa": "rv32ima"}, "its programs run in user mode, which the core lacks"),
    ("secure", {"isa": "rv32ima", "user_mode": True}, "its programs need memory protection (PMP), which the"),
    ("lite", {}, "its software never flushes a data cache, but the core has one"),
    ("minimal", {}, "its software never flushes an instruction cache, but the core has one"),
    ("full", {"dcache_bytes": 0}, "its software flushes a data cache, but the core has none"),
    ("full", {"irq_mask_csr": 0xBD0}, "its interrupt mask is CSR 0xbc0, but the core's is 0xbd0"),
    ("full", {"buses": "axi"}, "core.json names axi buses, but the SoC's are wishbone"),
])
def test_core_with_an_incompatible_description_is_refused(tmp_path, variant, described, reason):
    assert reason in refusal(a_soc(variant), a_core(tmp_path, **described))


@pytest.mark.parametrize("described, reason", [
    ({"debug": {"hardware_breakpoints": 4}}, "core.json names a debug module that the netlist lacks"),
    ({"accelerator": {"slots": 2}}, "core.json names a port for hardware threads that the netlist lacks"),
    ({"accelerator": {"units": ["time_base"]}}, "core.json names a time base that the netlist lacks"),
])
def test_description_of_another_core_is_refused(tmp_path, described, reason):
    assert f"{reason}: it belongs to another core" in refusal(a_soc(), a_core(tmp_path, **described))


def test_truncated_netlist_is_refused(tmp_path):
    verilog = a_core(tmp_path, netlist=lambda text: text[:len(text) // 2])
    assert refusal(a_soc(), verilog) == f"{verilog} ends within a module: the file is incomplete; write it again"
