# SPDX-License-Identifier: Apache-2.0
"""Hot data memory: loads and stores, speed, placement by the linker, and refusals."""
import re
import shutil

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import core, firmware, rtos, soc as soc_module
from metro.run import execution
from support import ROOT, metro, slow_except
from test_kernel import CFG

SOURCE = ROOT / "tests" / "core" / "hot_data" / "main.c"
PASSED = "hot data: all as it should be\n"


def soc_of(*options):
    return soc_module.build(core.generate(configuration.of_options(*options)))


def run(soc):
    return execution.execute(firmware.build("hot_data", [SOURCE], CFG, soc), soc, max_cycles=20_000_000)


@pytest.mark.parametrize("options", slow_except(
    [("8192",), ("32768", "--hot-bytes", "8192"), ("8192", "--compressed", "--prediction", "dynamic"),
     ("8192", "--user-mode", "--pmp", "4"), ("8192", "--units", "--contexts", "4")], [("8192",)], ids=" ".join))
def test_loads_get_what_the_stores_before_them_wrote(options):
    result = run(soc_of("--hot-data-bytes", *options))
    assert (result.status, result.output) == (0, PASSED), result.output + result.errors


FAULTS = {       # text in the core's netlist, and what replaces it
    "a load misses the store right before it": (r"\(hotData_store_isValid && \(hotData_store_address",
                                                "(1'b0 && (hotData_store_address"),
    "a load misses the store two instructions before it": (r"hotData_earlier_isValid <= hotData_store_isValid",
                                                           "hotData_earlier_isValid <= 1'b0"),
    "a load gets all bytes of an earlier store": (r"hotData_earlier_mask <= hotData_store_mask",
                                                  "hotData_earlier_mask <= 4'hf"),
    "a store writes all bytes": (r"assign hotData_store_mask = stageB_mask", "assign hotData_store_mask = 4'hf"),
    "a load from any address gets the store": (r"\(hotData_store_address == \w+\)", "1'b1")}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_netlist_is_found(fault, tmp_path):
    faulty = shutil.copytree(core.generate(configuration.of_options("--hot-data-bytes", "8192")), tmp_path / "core")
    netlist = faulty / "VexRiscv.v"
    text, count = re.subn(*FAULTS[fault], netlist.read_text())
    assert count == 1
    netlist.write_text(text)
    result = run(soc_module.build(faulty))
    assert (result.status, result.output) != (0, PASSED)


def test_netlist_without_hot_data_has_no_trace_of_it():
    assert "hot_data_bytes" not in core.describe(core.generate())
    assert "hotData" not in (core.generate() / "VexRiscv.v").read_text()


def test_the_kernels_data_is_in_the_memory():
    chosen = configuration.read("tickless-contexts,core.hot_bytes=16384,core.hot_data_bytes=16384")
    board = soc_module.build(core.generate(chosen))
    built = firmware.build("int_nesting", [ROOT / "tests" / "kernel" / "int_nesting.c"], CFG, board,
                           defs=rtos.get().switches(chosen))
    for name in ("OSTCBCur", "OSTCBTbl", "OSTCBPrioTbl", "OSEventTbl", "__stack_top", "__tls_base"):
        assert 0xFFFF0000 <= built.address(name) <= 0xFFFF4000, name


def test_linker_refuses_data_that_does_not_fit(tmp_path):
    (tmp_path / "main.c").write_text('static char large[8192] __attribute__((section(".hot_data"), used));\n'
                                     "int main(void) { return large[0]; }\n")
    with pytest.raises(MetroError) as refused:
        firmware.build("large", [tmp_path / "main.c"], CFG, soc_of("--hot-data-bytes", "8192"))
    assert "the hot data does not fit: the core needs a larger --hot-data-bytes" in refused.value.hint


def test_refuses_unsupported_sizes():
    run = metro("gen", "--hot-data-bytes", "5000")
    assert run.returncode != 0 and "--hot-data-bytes 5000: there are 0, 8192, 16384, 32768" in run.stderr


def test_soc_has_the_region():
    header = (soc_of("--hot-data-bytes", "8192") / "include" / "generated" / "mem.h").read_text()
    assert "#define HOT_DATA_BASE 0xffff0000L" in header and re.search(r"#define HOT_DATA_SIZE 0x0*2000\b", header)
