# SPDX-License-Identifier: Apache-2.0
"""The units behind a CFU bus and on Wishbone: in simulated SoCs, in a user's SoC, and refused combinations."""
import hashlib
import json
import re
import shutil
import subprocess
import sys

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import adapters, core as core_module, firmware, isa, soc as soc_module
from metro.run import execution as run
from mutants.units import UNITS
from support import ROOT, metro, slow_except
from test_accelerator import insn, table
from test_sim import bare  # noqa: F401  (a fixture)

PROGRAMS = ROOT / "tests" / "units" / "adapters"
EVERY = ROOT / "tests" / "units" / "model" / "every.c"
CFG = ROOT / "tests" / "kernel" / "port" / "cfg"
LINE = run.Line(40, 900)
LISTS_WITH_TIME_BASE = ("--levels", "32", "--waiting", "8", "--slices", "--width", "32", "--time-base")


def bus_instructions():
    """Return (unit, instruction) of all units except the event unit, because only the core's pipeline can have it."""
    return [(unit, instruction) for unit, instruction in isa.instructions(isa.read()) if unit["name"] != "event"]


def instructions_without_time_base():
    return [(unit, instruction) for unit, instruction in bus_instructions() if not isa.need_of(instruction)]


def board(adapter, *options):
    return soc_module.build(core_module.generate(configuration.of_options("--adapter", adapter, "--units", *options)))


def outcome_of(name, soc, defs="", opt="-O2", line=None):
    built = firmware.build(name, [PROGRAMS / f"{name}.c"], CFG, soc, opt=opt, defs=defs)
    return run.execute(built, soc, max_cycles=20_000_000, line=line)


@pytest.mark.parametrize("adapter", slow_except(adapters.MODULES, ("cfu",)))
def test_the_self_test_passes(adapter):
    outcome = metro("run", "sw/selftest", "--system", "combined", "--adapter", adapter, cwd=ROOT)
    assert outcome.returncode == 0, outcome.stdout
    count = len(instructions_without_time_base())
    assert outcome.stdout.endswith(f" {count} instructions, 0 differences\n"), outcome.stdout
    if adapter == "wishbone":
        assert_access_cycles_match_the_datasheet(outcome.stdout)


def assert_access_cycles_match_the_datasheet(printed):
    """Check the cycles of instructions that never wait: 1 for a store (with rs2), 4 to 6 for a load."""
    cycles = {name: (int(least), int(most or least)) for name, least, most in
              re.findall(r"(ci_\w+) +ok; (\d+)(?: to (\d+))? cycles?", printed)}
    assert len(cycles) == len(instructions_without_time_base())
    for unit, instruction in instructions_without_time_base():
        least, most = cycles[isa.intrinsic(unit, instruction)]
        if instruction["latency"] == "none":
            assert least == most == 1 if "rs2" in instruction else 4 <= least <= most <= 6, (instruction, least, most)


@pytest.mark.parametrize("adapter", slow_except(configuration.ADAPTERS, ("plugin", "cfu")))
def test_every_command_takes_effect_once(adapter):
    outcome = outcome_of("once", board(adapter), line=LINE)
    assert (outcome.status, outcome.output) == (0, "PASS\n"), outcome.output + outcome.errors


@pytest.mark.slow
@pytest.mark.parametrize("adapter", slow_except(configuration.ADAPTERS, ("plugin",)))
def test_time_base_interrupts_only_if_there_is_work(adapter):
    # The plugin's core has the event unit here, as in other tests.
    outcome = outcome_of("time_base", board(adapter, "--time-base", *["--events", "32"] * (adapter == "plugin")))
    assert (outcome.status, outcome.output) == (0, "PASS\n"), outcome.output + outcome.errors


@pytest.mark.slow
@pytest.mark.parametrize("adapter", slow_except(configuration.ADAPTERS, ("plugin",)))
def test_time_base_of_task_lists_interrupts_only_if_needed(adapter):
    outcome = outcome_of("list_time_base", board(adapter, *LISTS_WITH_TIME_BASE))
    assert (outcome.status, outcome.output) == (0, "PASS\n"), outcome.output + outcome.errors


def test_model_runs_the_program_for_timed_task_lists(tmp_path):
    model = ROOT / "sw" / "model"
    subprocess.run(["gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-DCI_HOST_MODEL", f"-I{ROOT / 'sw'}",
                    f"-I{model}", PROGRAMS / "list_time_base.c", *sorted(model.glob("*.c")), "-o",
                    tmp_path / "program"], check=True)
    done = subprocess.run([tmp_path / "program"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "PASS\n")


def test_plugin_and_cfu_run_the_same_firmware():
    assert soc_module.headers(board("cfu")) == soc_module.headers(board("plugin")) != soc_module.headers(
        board("wishbone"))


@pytest.mark.slow                              # needs its own simulator
def test_extra_command_of_the_stock_core_is_found(tmp_path):
    """The fault: the adapter is not ready while no command is valid. The stock core then sends an extra command."""
    good = core_module.generate(configuration.of_options("--adapter", "cfu"))
    text = UNITS["the bus is not ready without a command"].put_into((good / "Cfu.v").read_text())
    core = tmp_path / hashlib.sha256(text.encode()).hexdigest()                # the core's name identifies the SoC
    shutil.copytree(good, core)
    (core / "Cfu.v").write_text(text)
    outcome = outcome_of("once", soc_module.build(core), line=LINE)
    assert outcome.status != 0, outcome.output


@pytest.mark.parametrize("adapter", ["plugin", "cfu"])
def test_interrupt_mask_and_instructions_do_not_interfere(adapter):
    outcome = outcome_of("mask", board(adapter), defs=f"-DSTOCK={int(adapter == 'cfu')}")
    assert (outcome.status, outcome.output) == (0, "PASS\n"), outcome.output + outcome.errors


def test_unknown_cfu_operation_returns_0_and_changes_nothing(bare):  # noqa: F811
    known = set(table())
    tried = sorted({(funct3, funct7) for funct3 in range(8) for funct7 in (*range(20), 32, 36, 64, 100, 127)} - known)
    program = bare(f"""
        li t0, 0x80000000
        csrs {isa.csrs(isa.read())["irq_mask"]}, t0
        nop
        nop
        li a1, 5
        li a2, 9
        {insn(2, 0, rs1="a1")}              # task 5 is ready
        {insn(1, 0, rs1="a1", rs2="a2")}    # and has 9 ticks to go
        li a0, 1
        {"".join(insn(*operation, rd="a3", rs1="a1", rs2="a2") + "bnez a3, exit" + chr(10) for operation in tried)}
        li a0, 2
        {insn(1, 2, rd="t0", rs1="a1")}
        bne t0, a2, exit
        li a0, 3
        {insn(2, 2, rd="t0")}
        bne t0, a1, exit
        li a0, 0
        j exit
    """)
    outcome = run.execute(program, board("cfu"))
    assert outcome.status == 0, outcome.errors


@pytest.mark.parametrize("adapter, module", adapters.MODULES.items())
def test_gen_writes_a_core_with_its_adapter(tmp_path, adapter, module):
    outcome = metro("gen", "--adapter", adapter, "--tasks", "20", "--no-ready", "-o", tmp_path)
    assert outcome.returncode == 0, outcome.stderr
    core = json.loads((tmp_path / "core.json").read_text())
    assert core["adapter"] == adapter and core["adapter_netlist"] == f"{module}.v"
    assert f"module {module} " in (tmp_path / f"{module}.v").read_text()
    netlist = (tmp_path / "VexRiscv.v").read_text()
    assert ("CfuPlugin_bus_cmd_valid" in netlist) == (adapter == "cfu") and "module Accelerator" not in netlist


@pytest.mark.parametrize("options, reason", [
    (["--adapter", "avalon"], "--adapter avalon: there are plugin, cfu, wishbone"),
    (["--adapter", "cfu", "--icache-bytes", "8192"], "the stock core is fixed, so --icache-bytes cannot be changed"),
    (["--adapter", "wishbone", "--tasks", "7"], "--tasks 7: there can be 8 to 256"),
    (["--adapter", "cfu", "--no-time", "--no-ready"], "no unit is left"),
])
def test_unsupported_options_of_an_adapter_are_refused(options, reason):
    with pytest.raises(MetroError, match=re.escape(reason)):
        configuration.of_options(*options)


@pytest.mark.parametrize("adapter", adapters.MODULES)
def test_event_unit_behind_an_adapter_is_refused(adapter):
    outcome = metro("run", "sw/selftest", "--system", "events", "--adapter", adapter, cwd=ROOT)
    assert outcome.returncode == 1 and "Traceback" not in outcome.stderr, outcome.stderr
    assert "--events: the event unit is for the core's pipeline, not behind an adapter" in outcome.stderr


def test_stock_core_matches_its_description():
    """The stock core's netlist does not describe itself, but its package has the sources that generated it."""
    package = adapters.stock_file().parent
    assert "--csrPluginConfig all --cfu true --outputFile VexRiscv_FullCfu\"" in (package / "Makefile").read_text()
    source = (package / "src" / "main" / "scala" / "vexriscv" / "GenCoreDefault.scala").read_text()
    for default in ("iCacheSize : Int = 4096", "dCacheSize : Int = 4096", "prediction : BranchPrediction = STATIC",
                    "bytePerLine = 32", "earlyBranch = argConfig.cfu"):
        assert default in source
    ours, stock = core_module.describe(core_module.generate()), adapters.stock_description()
    same = ("isa", "icache_bytes", "dcache_bytes", "cache_line_bytes", "prediction", "irq_mask_csr")
    assert [ours[key] for key in same] == [stock[key] for key in same]


# In a user's SoC

def own_soc(folder, adapter, verilog, *origin):
    return subprocess.run([sys.executable, PROGRAMS / "own_soc.py", adapter, verilog, folder, *origin],
                          capture_output=True, text=True, cwd=folder.parent, env={"PYTHONPATH": str(ROOT / "hw"),
                                                                                   "PATH": "/usr/bin:/bin"})


def core_folder(adapter):
    return core_module.generate(configuration.of_options("--adapter", adapter, "--units"))


@pytest.mark.parametrize("adapter", slow_except(configuration.ADAPTERS, ("cfu",)))
def test_one_call_adds_the_units_to_a_users_soc(tmp_path, adapter):
    folder, core = tmp_path / "soc", core_folder(adapter)
    verilog = core / f"{adapters.MODULES.get(adapter, 'VexRiscv')}.v"
    outcome = own_soc(folder, adapter, verilog)
    assert outcome.returncode == 0, outcome.stderr
    headers = folder / "software" / "include" / "generated"
    assert "#define CONFIG_CPU_VARIANT_FULL\n" in (headers / "soc.h").read_text()
    base = re.search(r"METRONOME_BASE 0x([0-9a-f]+)", (headers / "mem.h").read_text())
    assert bool(base) == (adapter == "wishbone")
    assert not base or int(base[1], 16) >= 0x80000000                   # because VexRiscv does not cache it
    sources = re.findall(r"--cc (\S+\.v)", (folder / "gateware" / "build_sim.sh").read_text())
    assert str(verilog) in sources
    assert (str(adapters.stock_file()) in sources) == (adapter == "cfu")
    # All instances have their modules; all ports are connected and have the right width.
    lint = subprocess.run(["verilator", "--lint-only", "--top-module", "sim", "-Wno-fatal", "-Wno-lint", "-Wno-style",
                           "-Wwarn-PINMISSING", "-Wwarn-WIDTH", *sources], capture_output=True, text=True)
    assert lint.returncode == 0, lint.stderr
    assert [line for line in lint.stderr.splitlines()
            if "PINMISSING" in line or "WIDTH" in line and re.search(r"bus_[A-Z]|cmd_|rsp_", line)] == []


def test_firmware_uses_the_peripherals_address_in_the_soc(tmp_path):
    folder = tmp_path / "soc"
    outcome = own_soc(folder, "wishbone", core_folder("wishbone") / "MetronomeWishbone.v", "0x90000000")
    assert outcome.returncode == 0, outcome.stderr
    include = folder / "software" / "include"
    dry = subprocess.run(["make", "-n", "-f", ROOT / "sw" / "metronome.mk", "NAME=x", f"OUT={tmp_path}/x",
                          f"SRC={PROGRAMS / 'once.c'}", f"CFG={CFG}", f"SOC={include}",
                          f"LITEX={soc_module.litex_include()}"],
                         capture_output=True, text=True)
    assert " -DMETRONOME_WISHBONE=0x90000000 " in dry.stdout + dry.stderr


@pytest.mark.parametrize("adapter, verilog, origin, reason", [
    ("avalon", "Cfu.v", [], "adapter 'avalon': adapters are plugin, cfu, wishbone"),
    ("cfu", "none.v", [], "there is no file none.v"),
    ("wishbone", "Cfu.v", [], "Cfu.v has no module MetronomeWishbone: it may be the Verilog of another adapter"),
    ("wishbone", "MetronomeWishbone.v", ["0x90001000"], "origin 0x90001000 is not a multiple of 0x80000"),
    ("cfu", "Cfu.v", ["0x90000000"], "adapter 'cfu' has no address"),
])
def test_refused_adapter_comes_with_a_reason(tmp_path, adapter, verilog, origin, reason):
    for name in ("cfu", "wishbone"):
        shutil.copy(core_folder(name) / f"{adapters.MODULES[name]}.v", tmp_path)
    outcome = own_soc(tmp_path / "soc", adapter, verilog, *origin)
    assert outcome.returncode != 0 and "AcceleratorError: " in outcome.stderr and reason in outcome.stderr
    assert not (tmp_path / "soc").exists()


# The intrinsics

@pytest.mark.parametrize("level", ["-O2", "-Os"])
def test_each_intrinsic_is_one_bus_access(tmp_path, level):
    subprocess.run([firmware.COMPILER, "-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "--specs=picolibc.specs",
                    "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'sw'}", "-DMETRONOME_WISHBONE=0x80000000",
                    level, "-c", EVERY, "-o", tmp_path / "every.o"], check=True)
    listing = subprocess.run(["riscv64-unknown-elf-objdump", "-d", "--no-show-raw-insn", tmp_path / "every.o"],
                             check=True, capture_output=True, text=True).stdout
    accesses = {name: re.findall(r"\t([ls][bhw]u?)\t", body)                   # local labels stay in the body
                for name, body in re.findall(r"<do_(\w+)>:\n((?:(?!\w+ <do_).*\n)+)", listing)}
    assert accesses == {isa.intrinsic(unit, instruction): ["lw" if "rd" in instruction else "sw"]
                        for unit, instruction in bus_instructions()}


def test_no_instruction_needs_two_accesses():
    """A load has no rs2, and a store has no rd."""
    assert [i["name"] for _, i in bus_instructions() if "rs2" in i and "rd" in i] == []


def test_peripheral_at_a_misaligned_address_is_refused():
    run = subprocess.run(["gcc", "-std=c11", f"-I{ROOT / 'sw'}", "-DMETRONOME_WISHBONE=0x80001000", "-fsyntax-only",
                          EVERY], capture_output=True, text=True)
    assert run.returncode and "must be a multiple of CI_WISHBONE_BYTES (0x80000" in run.stderr
