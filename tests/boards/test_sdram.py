# SPDX-License-Identifier: Apache-2.0
"""Test the model of the boards' SDRAM: it stores written data, and ends the simulation if a command breaks a rule.

test_boards.py checks that a board's netlist breaks no rule, and that programs run from the SDRAM.
"""
import subprocess

import pytest

from metro.base import cache
from metro.products import simulator
from support import ROOT

BENCH = ROOT / "tests" / "boards"
MODEL = ROOT / "boards" / "check" / "sdram.v"
POWER_UP_WAIT = "nop:1388"                                                  # 5,000 cycles of 20 ns: 100 us
PRECHARGE_AND_REFRESHES = ["pre:0:400", "nop:1", *["ref", "nop:3"] * 8]
START = [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES, "mode:20", "nop:1"]       # CAS latency 2
REFRESH = ["ref", "nop:3"]


@pytest.fixture(scope="module")
def chip():
    """Return chip(*commands), which runs the commands at 50 MHz after the start sequence and returns the output."""
    files = [BENCH / "sdram_bench.v", MODEL, BENCH / "sdram.cpp"]

    def make(folder):
        simulator.run(["verilator", "--cc", "--exe", "--prefix", "Vsdram_bench", "--top-module", "sdram_bench",
                       "--Mdir", str(folder), *simulator.OPTIMISATION, "-Wno-fatal", "-Wno-lint", "-Wno-style",
                       "-CFLAGS", simulator.CFLAGS, "-o", "sdram", *map(str, files)], "Verilator")
        simulator.compile_model(folder, simulator.LEVEL)

    program = cache.product("sdram-model", {"files": cache.digest_files(files),
                                            "verilator": simulator.version("verilator")}, make) / "sdram"

    def run(*commands, start=START):
        process = subprocess.run([program, *start, *commands], capture_output=True, text=True)
        assert (process.returncode == 0) == process.stdout.endswith("done\n")
        return process.stdout
    return run


def test_words_rows_and_banks_are_separate(chip):
    places = [(bank, row, column) for bank in (0, 3) for row in (0, 0x1FFF) for column in (0, 1, 0x3F)]
    write, read = [], []
    for number, (bank, row, column) in enumerate(places):
        write += [f"act:{bank}:{row:x}", "nop:1", f"write:{bank}:{column:x}:{0xA000 + number:x}:0", "nop:1",
                  f"pre:{bank}:0", "nop:1"]
        read += [f"act:{bank}:{row:x}", "nop:1", f"read:{bank}:{0x400 + column:x}", "nop:1", "print", "nop:2"]
    assert chip(*write, *REFRESH, *read) == "".join(f"a{number:03x}\n" for number in range(len(places))) + "done\n"


def test_masked_byte_is_not_written(chip):
    assert chip("act:1:5", "nop:1", "write:1:2:1234:0", "write:1:2:abcd:1", "read:1:2", "nop:1", "print", "nop:1",
                "write:1:2:5678:2", "read:1:2", "nop:1", "print") == "ab34\nab78\ndone\n"


def test_mode_register_sets_the_latency(chip):
    output = chip("pre:0:400", "nop:1", "mode:30", "nop:1", "act:0:0", "nop:1", "write:0:7:beef:0", "read:0:7", "nop:1",
                "print", "nop:1", "print")
    assert output == "0000\nbeef\ndone\n"


@pytest.mark.parametrize("message, commands", [
    ("a command in the first 100 us", ["nop:1387", "pre:0:400"]),
    ("a refresh or a mode before all banks were precharged", [POWER_UP_WAIT, "pre:0:0", "nop:1", "ref"]),
    ("used before eight refreshes and a mode", [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES, "act:0:0"]),
    ("used before eight refreshes and a mode",
     [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES[:-2], "mode:20", "nop:1", "act:0:0"]),
    ("a mode with reserved bits", [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES, "mode:120"]),
    ("a mode with reserved bits", [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES, "mode:2020"]),
    ("a mode with a CAS latency other than 2 and 3", [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES, "mode:10"]),
    ("a mode with bursts", [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES, "mode:21"]),
    ("a command too soon after the mode was loaded", [POWER_UP_WAIT, *PRECHARGE_AND_REFRESHES, "mode:20", "act:0:0"]),
    ("a command too soon after a refresh", [*START, "ref", "nop:2", "act:0:0"]),
    ("a refresh or a mode while a row is open", [*START, "act:2:0", "nop:3", "ref"]),
    ("a refresh or a mode too soon after a precharge", [*START, "act:0:0", "nop:2", "pre:0:400", "ref"]),
    ("a read or a write of a closed row", [*START, "read:0:0"]),
    ("a read or a write of a closed row", [*START, "act:0:0", "nop:1", "read:0:400", "nop:3", "write:0:1:0:0"]),
    ("a read or a write too soon after the row was opened", [*START, "act:0:0", "write:0:0:0:0"]),
    ("a row is opened while another of its bank is open", [*START, "act:1:0", "nop:9", "act:1:1"]),
    ("a row is opened too soon after the last one was closed", [*START, "act:0:0", "nop:4", "pre:0:0", "act:0:1"]),
    ("a row is opened too soon after the last one was closed",
     [*START, "act:0:0", "nop:4", "read:0:400", "nop:1", "act:0:1"]),
    ("a row is closed too soon after it was opened", [*START, "act:0:0", "nop:1", "pre:0:0"]),
    ("a write while data of a read are on the lines", [*START, "act:0:0", "nop:1", "read:0:0", "write:0:0:0:0"]),
    ("a write while data of a read are on the lines",
     [*START, "act:0:0", "nop:1", "read:0:0", "nop:1", "write:0:0:0:0"]),
    ("a burst is stopped", [*START, "stop"]),
    ("CKE is low", [*START, "sleep"]),
    ("no refresh for 70 us", [*START, *REFRESH, "nop:daa"]),
    ("not every row was refreshed in 64 ms", [*START, *["ref", "nop:187"] * 8200]),
])
def test_a_broken_rule_ends_the_simulation(chip, message, commands):
    assert f"sdram: {message}" in chip(*commands, start=[])


def test_timely_refreshes_break_no_rule(chip):
    assert chip(*["ref", "nop:185"] * 8250) == "done\n"
