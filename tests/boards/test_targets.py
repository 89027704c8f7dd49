# SPDX-License-Identifier: Apache-2.0
"""Test LiteX's targets with our core: a sample of targets, their failures, the table of all targets, placement."""
import os
import re
import shutil
import sys
import types

import pytest

import litex_boards.targets
from litex.soc.integration.soc_core import SoCCore
from litex_boards.platforms import alchitry_cu, radiona_ulx3s

from metro import configuration
from metro.base.errors import MetroError
from metro.boards import devices, target_place, target_run, targets
from metro.cli import command_line
from metro.environment import installers
from metro.products import adapters, core, synthesis, wheel
from support import ROOT, metro

sys.path.insert(0, str(ROOT / "hw"))

import metronome_litex  # noqa: E402

CONFIG = "combined"
SAMPLE = {
    "digilent_arty": (target_run.ELABORATES, target_run.ELABORATES),
    "litex_sim": (target_run.ELABORATES, target_run.ELABORATES),
    "muselab_icesugar": ("always uses vexriscv lite", "refused: always uses VexRiscv's variant lite"),
    "gsd_orangecrab": ("needs the Python package valentyusb", target_run.AS_STOCK),
}


@pytest.fixture(scope="module")
def installed():
    lacking = [folder.name for folder in (target_run.ENVIRONMENT, wheel.ENVIRONMENT)
               if not (folder / "metro-stamp").is_file()]
    if installers.offline() and lacking:
        pytest.skip(f"not run: no {' and '.join(lacking)}, and --offline forbids fetching it")
    return targets.package(CONFIG)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_target_gives_the_expected_result_with_each_core(name, installed):
    tried = target_run.cached_outcomes(name, CONFIG, installed)
    assert (tried["stock"], tried["ours"]) == SAMPLE[name]


def committed(mark="targets"):
    """Return a table of docs/target-list.md: its text and {target: cells}. mark: name of the table's marker."""
    text = re.search(rf"<!-- {mark} -->\n(.*?)<!-- /{mark} -->", targets.PAGE.read_text(), re.DOTALL)[1]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines()
            if line.startswith("| ")][2:]
    return text, {row[0]: row[1:] for row in rows}


def test_committed_table_has_the_sample_and_adds_up():
    text, rows = committed()
    assert len(rows) > 150 and text.startswith(f"{len(rows)} targets: ")
    assert {name: tuple(rows[name][1:3]) for name in SAMPLE} == SAMPLE
    stock = [name for name, cells in rows.items() if cells[1].startswith(target_run.ELABORATES)]
    ours = [name for name in stock if rows[name][2].startswith(target_run.ELABORATES)]
    assert f"{len(stock)} elaborate with LiteX's `full`, and of these {len(ours)} with ours" in text
    assert stock == ours                       # each target that elaborates with `full` elaborates with our core


def test_table_says_what_can_be_built():
    _, rows = committed()
    for name, (fpga, stock, ours, built) in rows.items():
        assert built == targets.build_level(name, {"stock": stock, "ours": ours}, fpga), name
    assert {cells[3] for cells in rows.values()} == {targets.PLACED, targets.MAPPED, targets.TOO_LARGE,
                                                     targets.NOT_TRIED, "-"}


@pytest.mark.slow                              # takes minutes
def test_committed_table_equals_the_table_of_the_command(installed):
    fpgas = devices.targets()
    results = {name: target_run.cached_outcomes(name, CONFIG, installed) for name in sorted(fpgas)}
    page = targets.PAGE.read_text()
    assert targets.replace_part(page, "targets", targets.page_part(results, fpgas, CONFIG)) == page


class LoudPlatform:
    def __init__(self):
        print("loud")
        os.environ["LOUD"] = "1"
        sys.exit("there is no tool")


def test_platforms_change_neither_output_nor_environment(monkeypatch, tmp_path, capsys):
    (tmp_path / "mine.py").write_text("from litex_boards.platforms import loud")
    monkeypatch.setattr(litex_boards.targets, "__path__", [str(tmp_path)])
    monkeypatch.setitem(sys.modules, "litex_boards.platforms.loud", types.SimpleNamespace(Platform=LoudPlatform))
    assert devices.targets.__wrapped__() == {"litex_sim": "Verilator", "mine": ""}
    assert capsys.readouterr().out == "" and "LOUD" not in os.environ


# Yosys's families

UNITS = ("--adapter", "wishbone", "--tasks", "8", "--engine", "lookahead")


def synthesise(verilog, top, family, folder, *more):
    """Run Yosys as LiteX does. For ice40 and gatemate, add the commands that add_accelerator() adds."""
    shutil.copy(verilog, folder)
    commands = metronome_litex.NO_LUT_MEMORY if family.split()[0] in ("ice40", "gatemate") else []
    return synthesis.run(synthesis.YOSYS, "-q", "-p", "; ".join([
        f"read_verilog -defer {verilog.name}", *(each.format(build_name=top) for each in commands),
        f"synth_{family} -top {top}", *more]), folder=folder)


@pytest.mark.slow                              # Yosys's first start takes more than a minute
@pytest.mark.parametrize("family", sorted({*(family.yosys for family in devices.FAMILIES.values()), "gatemate"}))
def test_yosys_maps_the_units(tmp_path, family):
    units = configuration.of_options(*UNITS).units
    synthesise(adapters.verilog("wishbone", units), "MetronomeWishbone", family, tmp_path)


@pytest.mark.slow                              # synthesises a whole core
def test_core_is_too_large_for_the_up5k(tmp_path):
    verilog = core.generate(configuration.read(CONFIG).hardware) / "VexRiscv.v"
    output = synthesise(verilog, "VexRiscv", devices.FAMILIES["ice40"].yosys, tmp_path, "tee -o luts stat")
    luts = max(map(int, re.findall(r"(\d+) +SB_LUT4", (tmp_path / "luts").read_text())))
    assert luts > 5280 and f"needs {luts:,} LUTs for the core of `{CONFIG}`" in targets.PAGE.read_text(), output


@pytest.mark.parametrize("board, extra", [(alchitry_cu, metronome_litex.NO_LUT_MEMORY), (radiona_ulx3s, [])])
def test_litex_script_avoids_lut_memory_where_needed(tmp_path, board, extra):
    platform = board.Platform()
    soc = SoCCore(platform, clk_freq=int(1e6), cpu_type="vexriscv", cpu_variant="full", uart_name="stub",
                  integrated_rom_size=0x8000, integrated_sram_size=0x2000, ident_version=False)
    (tmp_path / "MetronomeWishbone.v").write_text("module MetronomeWishbone (\n);\nendmodule\n")
    metronome_litex.add_accelerator(soc, "wishbone", tmp_path / "MetronomeWishbone.v")
    assert platform.toolchain._yosys_cmds == extra


# Placement by open tools

def test_enough_boards_are_placed_and_reach_their_clocks():
    _, rows = committed("placed")
    assert rows.keys() == target_place.TARGETS.keys() and len(rows) >= 8
    assert len({name.split("_")[0] for name in rows}) >= 5             # makers of boards
    assert {"Gowin", "Lattice"} <= {cells[0].split()[0] for cells in rows.values()}
    for name, (_, asked, reached, luts, rams, bitstream, _) in rows.items():
        assert float(reached) >= float(asked), name
        assert all(0 < int(used) < int(available) for used, available in
                   (cell.replace(",", "").split(" of ") for cell in (luts, rams)))
        assert int(bitstream.replace(",", "")) > 10000


NEXTPNR = """Info: \t        TRELLIS_COMB:  9211/24288    37%
Info: \t              DP16KD:      31/     56    55%
Info: Max frequency for clock '$glbnet$sys_clk': 41.20 MHz (FAIL at 50.00 MHz)
Info: Max frequency for clock '$glbnet$sys_clk': 58.94 MHz (PASS at 50.00 MHz)
Info: Max frequency for clock     '$glbnet$por_clk': 20.10 MHz (PASS at 12.00 MHz)
"""


def test_nextpnr_report_is_parsed():
    assert [target_place.used_cells(NEXTPNR, cells) for cells in target_place.CELLS] == [(9211, 24288), (31, 56)]
    assert target_place.clock(NEXTPNR) == 58.94
    assert target_place.clock(NEXTPNR.replace("$glbnet$sys_clk", "core.clk")) == 20.1
    with pytest.raises(MetroError, match="no clock"):
        target_place.clock("")


@pytest.mark.slow
def test_target_that_cannot_be_placed_is_shown_as_an_error(installed, monkeypatch, capsys):
    def fail(*_):
        raise MetroError("radiona_ulx3s: yosys failed", "out of memory")
    monkeypatch.setattr(target_place, "build_target", fail)
    _, args = command_line.parse(["targets", "--place", "radiona_ulx3s"])
    monkeypatch.setattr(target_place, "TARGETS", {"radiona_ulx3s": ((), "for a test")})
    assert targets.main(args) == 1
    output = capsys.readouterr().out
    assert "| for a test |" in output and "not placed: radiona_ulx3s: yosys failed" in output
    _, args = command_line.parse(["targets", "--place", "digilent_arty"])
    with pytest.raises(MetroError, match="there is no target digilent_arty for --place"):
        targets.main(args)


# Runs of a target

def test_other_cores_and_other_verilog_are_detected(tmp_path):
    gateware = tmp_path / "gateware"
    gateware.mkdir()
    (gateware / "a.tcl").write_text("read_verilog {/some/where/combined/VexRiscv.v}\n")
    assert target_run.cores(tmp_path) == {"combined/VexRiscv.v"}
    (gateware / "a.tcl").write_text("read_verilog {/where/combined/VexRiscv.v}\nread_verilog verilog/VexRiscv_Full.v\n")
    assert target_run.cores(tmp_path) == {"combined/VexRiscv.v", "verilog/VexRiscv_Full.v"}
    (gateware / "a.tcl").write_text("")
    (gateware / "a.v").write_text("// combined/VexRiscv.v at 12:00\nmodule a; /* one\nand two */ endmodule\n")
    assert target_run.cores(tmp_path) == set()
    assert target_run.verilog_words(tmp_path) == {"a.v": ["module", "a;", "endmodule"]}


@pytest.mark.parametrize("output, reason", [
    ("Traceback\nModuleNotFoundError: No module named 'valentyusb'", "needs the Python package valentyusb"),
    ("AssertionError: use --cpu-variant=minimal", "refuses the options: use --cpu-variant=minimal"),
    ("metronome-target: error: board refuses the options: use --cpu-variant=minimal",
     "refuses the options: use --cpu-variant=minimal"),
    ("OSError: /some/where/file is \x1b[31mbroken\x1b[0m", "OSError: file is broken"),
    ("", "it printed nothing"),
])
def test_failure_of_a_target_is_summarised_in_one_line(output, reason):
    assert target_run.failure_reason(output) == reason


@pytest.mark.slow
def test_unknown_target_is_refused(installed):
    _, args = command_line.parse(["targets", "digilent_art"])
    with pytest.raises(MetroError, match="there is no target digilent_art; did you mean digilent_arty?"):
        targets.main(args)
    _, args = command_line.parse(["targets", "digilent_arty", "--commit"])
    with pytest.raises(MetroError, match="--commit is for the table of all targets"):
        targets.main(args)


@pytest.mark.slow
def test_command_prints_the_table_of_the_named_targets(installed):
    run = metro("targets", "digilent_arty", "gsd_orangecrab")
    assert run.returncode == 0, run.stderr
    assert re.search(r"^\| digilent_arty \| AMD xc7a35\S+ \| elaborates \| elaborates \| mapped \|$", run.stdout,
                     re.MULTILINE)
    assert "2 targets: 1 elaborate with LiteX's `full`, and of these 1 with ours" in run.stdout
