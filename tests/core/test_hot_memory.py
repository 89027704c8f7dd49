# SPDX-License-Identifier: Apache-2.0
"""Hot memory: its fetch and data sides, the code that runs there, placement by the linker, and refusals."""
import re
import struct

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.measure import cold_caches, measurement, workloads
from metro.products import application, core, firmware, rtos, soc as soc_module
from metro.run import execution as run_module
from metro.verify import conformance
from support import ROOT, metro, slow_except, slow_if
from test_gdb import APP, debug_soc, target  # noqa: F401  (target is a fixture)
from test_kernel import CFG, PROGRAMS

SOURCE = ROOT / "tests" / "core" / "hot_memory" / "main.c"
LISTS = "".join((ROOT / "sw" / "ucos-ports" / "glue" / name).read_text() for name in ("hot_text.ld", "hot_services.ld"))
PREDICTIONS = ("static", "none", "dynamic", "dynamic_target")
# Programs: random scheduling, nested interrupts, control blocks. API areas: delays, wait lists, priorities.
SAMPLE = ("sched_random", "int_nesting", "blocks")
HOT = conformance.Variant(changes=(("core.hot_bytes", 16384),), areas=("sem", "mutex", "flag", "task", "time"))


def soc_of(*options):
    return soc_module.build(core.generate(configuration.of_options(*options)))


def jumps(built, name):
    """Return {call site: target} of each `jal ra` in a function in ROM."""
    start, length, _ = next(function for function in built.functions if function[2] == name)
    found = {}
    for at in range(start, start + length, 4):
        word, = struct.unpack_from("<I", built.image, at)
        if word & 0xFFF == 0x0EF:                          # jal ra
            offset = (word >> 31) * -(1 << 20) + (word & 0xFF000) + (word >> 20 & 1) * (1 << 11) + (word >> 20 & 0x7FE)
            found[at] = (at + offset) % (1 << 32)
    return found


@pytest.mark.parametrize("size, compressed, prediction", [
    pytest.param(size, compressed, prediction,
                 marks=slow_if((size, compressed, prediction) not in ((8192, False, "static"),)))
    for compressed in (False, True) for prediction in PREDICTIONS
    for size in ((4096, 8192, 16384) if (compressed, prediction) == (False, "static") else (8192,))])
def test_fetch_and_data_sides_of_hot_memory_agree(size, compressed, prediction):
    soc = soc_of("--hot-bytes", size, "--prediction", prediction, *["--compressed"] * compressed)
    built = firmware.build("hot_memory", [SOURCE], CFG, soc)
    outcome = run_module.execute(built, soc, max_cycles=5_000_000)
    assert (outcome.status, outcome.output) == (0, "hot: all as it should be\n"), outcome.output + outcome.errors


def test_call_from_rom_to_hot_memory_is_one_jal():
    built = firmware.build("hot_memory", [SOURCE], CFG, soc_of("--hot-bytes", "8192"))
    hot = built.address("hot")
    assert hot > 0xFFFFE000 and hot in jumps(built, "main").values()


def test_hot_data_is_adjacent_without_hot_memory():
    """The variables of every tick and switch lie within 128 bytes before OSTCBPrioTbl, which a switch reads."""
    listed = re.findall(r"\.s?bss\.(\w+)", (ROOT / "sw" / "ucos-ports" / "glue" / "hot_data.ld").read_text())
    assert {"OSTCBCur", "OSPrioCur", "OSTime", "OSTCBPrioTbl"} <= set(listed)
    built = application.read(ROOT / "sw" / "example").build(soc_module.default())
    places = sorted(built.address(name) for name in listed if name in built.symbols)
    table = built.address("OSTCBPrioTbl")
    assert places[-1] == table and table - places[0] < 128, places


def test_netlist_without_hot_memory_has_no_trace_of_it():
    assert "hot_bytes" not in core.describe(core.generate())
    text = (core.generate() / "VexRiscv.v").read_text()
    assert not re.search(r"[hH]otMemory|hotFetch|tightlyCoupledHits|fetch_dataBypass", text)


@pytest.mark.sample(1)
@pytest.mark.parametrize("native", [False, True], ids=["wishbone", "native"])
def test_core_with_hot_memory_has_the_same_ports(native):
    """A SoC needs no change for hot memory, because the core's ports stay the same."""
    def ports(*options):
        hardware = configuration.of_options(*options, *["--native-buses"] * native)
        text = (core.generate(hardware) / "VexRiscv.v").read_text()
        return {re.sub(r"\s+", " ", port).strip()
                for port in re.search(r"module VexRiscv \((.*?)\);", text, re.DOTALL)[1].split(",")}
    described = core.describe(core.generate(configuration.of_options("--hot-bytes", "8192")))
    assert described["hot_bytes"] == 8192
    assert ports("--hot-bytes", "8192") == ports()


@pytest.mark.parametrize("options, reason", [
    (["--hot-bytes", "5000"], "--hot-bytes 5000: there are 0, 4096, 8192, 16384"),
    (["--hot-bytes", "2048"], "--hot-bytes 2048: there are 0, 4096, 8192, 16384"),
    (["--hot-bytes", "4096", "--adapter", "cfu", "--units"],
     "the stock core is fixed, so --hot-bytes cannot be changed"),
])
def test_refuses_unsupported_sizes_and_cores(options, reason):
    run = metro("gen", *options)
    assert run.returncode != 0 and reason in run.stderr and run.stderr.startswith("metro: error:"), run.stderr
    assert "Traceback" not in run.stderr and "Exception" not in run.stderr


def test_linker_refuses_hot_code_that_does_not_fit(tmp_path):
    (tmp_path / "main.c").write_text("__attribute__((hot, noinline)) void f(void) { __asm__ (\".zero 8192\"); }\n"
                                     "int main(void) { f(); return 0; }\n")
    with pytest.raises(MetroError) as refused:
        firmware.build("large", [tmp_path / "main.c"], CFG, soc_of("--hot-bytes", "8192"))
    assert "the hot code does not fit: the core needs a larger --hot-bytes" in refused.value.hint


def test_listed_functions_of_the_kernel_are_in_hot_memory():
    """Each function that the lists name and the program contains is in hot memory."""
    soc = soc_of("--hot-bytes", "16384")
    built = firmware.build("int_nesting", [PROGRAMS / "int_nesting.c"], CFG, soc)
    listed = re.findall(r"\.text\.([\w*]+)", LISTS)
    place = {name: at for at, _, name in built.functions}
    patterns = [name.replace("*", ".*") for name in listed]
    in_hot_memory = {name for name in place if any(re.fullmatch(pattern, name) for pattern in patterns)}
    assert {"OSTimeTick", "OSIntExit", "OS_Sched", "OSSemPend", "OSSemPost", "OS_EventTaskRdy"} <= in_hot_memory
    assert all(place[name] >= 0xFFFFC000 for name in in_hot_memory | {"OSCtxSw", "OS_CPU_TrapEntry"})
    assert place["OSSemCreate"] < 0xFFFFC000


def test_every_listed_name_exists_in_the_kernel():
    """A renamed function would otherwise leave its old name in the lists."""
    text = "".join(file.read_text() for folder in ("kernel", "ucos-ports", "bsp")
                   for file in (ROOT / "sw" / folder).rglob("*.[chS]"))
    for name in re.findall(r"\.text\.(\w+)", LISTS):
        assert re.search(rf"\b{name}\b", text), name


@pytest.mark.slow
@pytest.mark.parametrize("system", ["original", "events"])
def test_kernel_runs_from_hot_memory(system):
    chosen = configuration.read(system).changed({"core.hot_bytes": 16384})
    for name in SAMPLE if system != "original" else SAMPLE[:2]:
        defs = "-DOS_TMR_EN=1u" if name == "blocks" else ""
        sized = rtos.get().sized_for(chosen, defs)
        soc = soc_module.build(core.generate(sized))
        built = firmware.build(name, [PROGRAMS / f"{name}.c"], CFG, soc, defs=f"{defs} {rtos.get().switches(sized)}")
        outcome = run_module.execute(built, soc, max_cycles=40_000_000)
        assert outcome.status == 0, outcome.output + outcome.errors
        assert re.fullmatch(r"ok: [1-9]\d* checks", outcome.output.strip()), outcome.output


@pytest.mark.slow
@pytest.mark.parametrize("system", ["original", "events"])
@pytest.mark.parametrize("area", HOT.areas)
def test_api_behaves_the_same_from_hot_memory(area, system):
    found = conformance.run(area, system, variant=HOT)
    expected = {case.name: case.log for case in conformance.cases(area)}
    assert {name: result.log for name, result in found.items()} == expected


def test_soc_has_the_hot_memory_region():
    """add_accelerator() reads the region from core.json, next to the netlist."""
    soc = soc_of("--hot-bytes", "8192")
    header = (soc / "include" / "generated" / "mem.h").read_text()
    assert "#define HOT_MEMORY_BASE 0xffffe000L" in header and "#define HOT_MEMORY_SIZE 0x00002000" in header


@pytest.mark.parametrize("system", slow_except(("original", "events", "contexts"), quick=("original",)))
def test_first_run_costs_only_refills_of_the_data_cache(system):
    chosen = workloads.for_the_benchmarks(configuration.read(system).changed({"core.hot_bytes": 8192}))
    build = workloads.Build("cold_caches", "O2", defs=rtos.get().switches(chosen), memories=chosen.memories)
    run = cold_caches.Run(build, "cold", system, 0, 0, {}, core=chosen.hardware)
    found = run.figures(measurement.measure(run, build.make(), fresh=False)[0])
    excess = {key.what: value for key, (value, _) in found.items() if key.statistic == "excess"}
    other_excess = {name: value for name, value in excess.items() if "refill.instruction" not in name}
    assert len(other_excess) >= 7 and all(value <= 0 for value in other_excess.values()), other_excess


@pytest.mark.slow                           # needs its own simulator
def test_breakpoint_in_hot_memory_survives_the_start(tmp_path, target):  # noqa: F811
    system = tmp_path / "hot.toml"
    system.write_text('purpose = "debugging"\n\n[core]\nhot_bytes = 8192\n')
    built = firmware.build("gdb", [APP / "main.c"], application.TEMPLATE, debug_soc(str(system)))
    output = target(built, str(system)).gdb("break OSTimeTick", "continue", "print/x $pc", "stepi", "print/x $pc")
    start = built.address("OSTimeTick")
    assert f"= {start:#x}" in output and f"= {start + 4:#x}" in output, output
