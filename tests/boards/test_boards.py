# SPDX-License-Identifier: Apache-2.0
"""Test the boards: projects without the vendor's tools, the loader into SRAM and SDRAM, and the units as gates.

`./metro boards --check` has further checks: it simulates and synthesises the netlist of every board, and places a
netlist if set-up installs the tools for the FPGA.
"""
import json
import re
import shutil
import struct
import subprocess
import sys

import pytest

from metro import boards, configuration
from metro.base import cache
from metro.base.errors import MetroError
from metro.boards import board as board_module, check, inspection, project as project_module
from metro.cli import command_line as cli
from metro.products import rtos
from metro.verify import gates, unit_driver as units
from metro.verify import hammer
from support import ROOT, slow_except

BOARDS = board_module.names()
LABELS = [check.label(board, memory) for board in map(board_module.load, BOARDS) for memory in board.memories]
PROJECTS = slow_except(LABELS, ("arty", "de1", "ulx3s sdram"))
APP = ROOT / "tests" / "boards"
CONSOLE_OUTPUT = "tick 2, set 12345678, zero 0, bytes 01 04 ef be 0d 10 13 16"
M4K_SHAPES = tuple((width, 4096 // width) for width in (1, 2, 4, 8, 16, 32))    # (width, depth) without parity bits


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """Return project(label), which builds a board's project with a small application once."""
    folder, built = tmp_path_factory.mktemp("projects"), {}

    def project(label):
        if label not in built:
            name, _, memory = label.partition(" ")
            board = board_module.load(name)
            built[label] = board, check.project(board, folder / label.replace(" ", "-"), firmware=APP,
                                                baudrate=check.FAST_BAUD, memory=memory or board.memories[0])
        return built[label]
    return project


@pytest.fixture
def copied(projects, tmp_path):
    """Return copied(label), which copies a project so that a test can damage it."""
    def copy(label):
        board, folder = projects(label)
        return board, shutil.copytree(folder, tmp_path / board.name)
    return copy


def memories_in(text):
    """Return the width in bits and the depth of each memory in a Verilog file."""
    return {name: (int(high) + 1, int(last) + 1) for high, name, last in
            re.findall(r"^\s*(?:\(\*.*?\*\)\s*)?reg\s+\[(\d+):0\]\s*(\w+)\s*\[0:(\d+)\]", text, re.MULTILINE)}


def m4k_blocks(width, depth):
    """Return how many M4K blocks of a Cyclone II a memory needs: the minimum over the possible shapes of a block."""
    return min(-(-width // w) * -(-depth // d) for w, d in M4K_SHAPES)


def initial_contents(gateware, memory):
    """Return a memory's initial contents. A project stores one memory of words, or, for Quartus, four of bytes."""
    files = sorted(gateware.glob(f"*_{memory}.init")) or sorted(gateware.glob(f"*_{memory}_grain[0-3].init"))
    columns = [[int(line, 16) for line in file.read_text().split()] for file in files]
    if len(columns) == 4:
        return bytes(byte for word in zip(*columns) for byte in word)
    return struct.pack(f"<{len(columns[0])}I", *columns[0])


def gateware_file(folder, board, suffix):
    return folder / "gateware" / f"{board.name}{suffix}"


# Digests of figures

@pytest.mark.sample(1)
@pytest.mark.parametrize("kind, suffix, text", [("netlist", ".v", "\nmodule another; endmodule\n"),
                                                ("meter", ".xdc", "\n# another constraint\n"),
                                                ("firmware", "firmware.bin", "another byte")])
def test_each_input_of_a_board_changes_its_own_digest(copied, kind, suffix, text):
    board, folder = copied("arty")
    before = check.digests_of(board, folder)
    file = folder / suffix if suffix == "firmware.bin" else gateware_file(folder, board, suffix)
    file.write_bytes(file.read_bytes() + text.encode())
    check.origin.netlist.cache_clear()
    after = check.digests_of(board, folder)
    assert {name for name in before if before[name] != after[name]} == {kind}


# Projects

def command(*arguments):
    """Run ./metro boards in this process, without set-up, and return its exit code."""
    return boards.main(cli.parse(["boards", *map(str, arguments)])[1])


def test_boards_command_lists_the_boards(capsys):
    assert command() == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == BOARDS == ["arty", "de1", "de1_soc",
                                                                                           "ulx3s"]


OLD = """
from metro.boards.board import BLOCK, SDRAM, TRELLIS, Board, run
class Mine(Board):
    toolchain, variants = TRELLIS, {"45f": (64, 96)}
"""
NEW = """
from metro.boards.board import Board, Device
class Base(Board):
    pass
class Mine(Base):
    title, family, variants = "mine", "gowin", {"a": Device("part", "title", holds={"luts": 1})}
Other, Other.__module__ = type("Other", (Mine,), {}), "another"
"""


@pytest.fixture
def build_script(tmp_path, monkeypatch):
    """Return build_script(source), which writes build.py of the board `mine`. The only other board is ulx3s."""
    monkeypatch.setattr(board_module, "FOLDER", tmp_path)
    for name in ("mine", "ulx3s"):
        monkeypatch.delitem(sys.modules, f"metro_board_{name}", raising=False)
        (tmp_path / name).mkdir()
    shutil.copy(ROOT / "boards" / "ulx3s" / "build.py", tmp_path / "ulx3s")
    yield (tmp_path / "mine" / "build.py").write_text
    sys.modules.pop("metro_board_mine", None)


@pytest.mark.parametrize("source, message", [
    (OLD, "does not fit this version: cannot import name 'TRELLIS'"),
    (OLD.replace("TRELLIS", "BLOCK"), "does not fit this version: a variant is not a Device"),
    (NEW.replace("holds", "area"), "does not fit this version: "),
    ("import metro\nmetro.none", "does not fit this version: module 'metro' has no attribute 'none'"),
    ("from metro.boards.board import Board", "has no subclass of Board"),
], ids=["import", "variant", "argument", "attribute", "class"])
def test_unusable_build_script_is_named_and_skipped(build_script, capsys, source, message):
    build_script(source)
    for _ in range(2):
        with pytest.raises(MetroError) as error:
            board_module.load("mine")
        assert f"boards/mine/build.py {message}" in error.value.message
    assert set(board_module.devices()) == {"lfe5u-45f", "lfe5u-85f"}
    assert command() == 0
    mine, ulx3s = capsys.readouterr().out.splitlines()
    assert mine.startswith(f"mine     boards/mine/build.py {message}") and ulx3s.startswith("ulx3s    Radiona")


def test_last_class_of_a_build_script_is_the_board(build_script, capsys):
    build_script(NEW)
    mine = board_module.load("mine")
    assert (type(mine).__name__, mine.name) == ("Mine", "mine") and mine.variants
    with pytest.raises(MetroError, match="the family gowin has no toolchain"):
        mine.toolchain
    assert command() == 0 and "gowin has no toolchain; set `toolchain` in class Mine" in capsys.readouterr().out


@pytest.mark.parametrize("label", PROJECTS)
def test_ports_pins_and_clocks_agree(projects, label):
    assert inspection.find_faults(*projects(label)) == []


@pytest.mark.parametrize("label", PROJECTS)
def test_the_program_is_in_the_memory(projects, label):
    board, folder = projects(label)
    firmware = (folder / "firmware.bin").read_bytes()
    has_loader = label in ("de1", "de1 sdram", "de1_soc sdram", "ulx3s sdram")
    program, memory = (project_module.build_loader(folder), "loader") if has_loader else (firmware, "rom")
    contents = initial_contents(folder / "gateware", memory)
    assert len(program) > 500 and contents == program + bytes(-len(program) % 4)
    # The netlist's arrays load these files, are 32 bits wide in total, and have room for all of the contents.
    verilog = gateware_file(folder, board, ".v").read_text()
    read = re.findall(rf'\$readmemh\("{board.name}_({memory}\w*).init", (\w+)\)', verilog)
    shapes = memories_in(verilog)
    assert sum(shapes[array][0] for _, array in read) == 32 and all(file == array for file, array in read)
    assert all(4 * shapes[array][1] >= len(contents) for _, array in read)


@pytest.mark.parametrize("label", PROJECTS)
def test_project_is_complete_and_can_be_moved(projects, label):
    board, folder = projects(label)
    gateware = folder / "gateware"
    more = {".xdc": ".tcl", ".qsf": ".qpf", ".lpf": ".ys"}[board.toolchain.constraint_suffixes[-1]]
    for suffix in (*board.toolchain.constraint_suffixes, more):
        assert gateware_file(folder, board, suffix).stat().st_size > 20
    for file in gateware.iterdir():
        assert str(folder.parent) not in file.read_text(), file
    named = "".join(file.read_text() for file in gateware.iterdir() if file.suffix in (".qsf", ".tcl", ".ys"))
    assert {"VexRiscv.v", f"{board.name}.v"} == set(re.findall(r"[\w./-]+\.v\b", named))
    assert json.loads((folder / "board.json").read_text())["chosen"]["units"]["tasks"] == 64


def test_the_same_options_give_the_same_project(projects, tmp_path):
    board, folder = projects("arty")
    again = check.project(board, tmp_path / "again", firmware=APP, baudrate=check.FAST_BAUD)
    assert cache.digest_files([again / "gateware"]) == cache.digest_files([folder / "gateware"])


def spoil(file, old, new):
    text = file.read_text()
    assert len(re.findall(old, text)) == 1, (old, text)
    file.write_text(re.sub(old, new, text))


@pytest.mark.parametrize("name, suffix, old, new, message", [
    ("arty", ".xdc", r"LOC A9 ", "LOC W9 ", "serial_rx is at W9"),
    ("arty", ".xdc", r"set_property LOC D10 \[get_ports \{serial_tx\}\]", "", "port serial_tx has no pin"),
    ("arty", ".xdc", r"LOC T9 ", "LOC T10 ", "T10 is used twice"),
    ("arty", ".xdc", r"-period 10.0", "-period 8.0", "the clock clk100 is not constrained to 100 MHz"),
    ("de1", ".qsf", r"-to serial_rx Pin_F14", "-to serial_in Pin_F14", "serial_in, which is not a port"),
    ("de1", ".qsf", r"sram_data\[15\] Pin_U8", "sram_data[15] Pin_AC8", "at AC8"),
    ("de1", ".sdc", r"create_clock", "create_block", "clk50 is not constrained to 50"),
    pytest.param("de1_soc", ".qsf", r"Pin_AC18", "Pin_AC31", "serial_tx is at AC31", marks=pytest.mark.slow),
    pytest.param("ulx3s", ".lpf", r'SITE "L4"', 'SITE "Z4"', "serial_tx is at Z4", marks=pytest.mark.slow),
    pytest.param("ulx3s", ".lpf", r'FREQUENCY PORT "clk25" 25.0', 'FREQUENCY PORT "clk25" 2.5',
                 "clk25 is not constrained to 25", marks=pytest.mark.slow),
])
def test_mismatch_of_ports_pins_or_clocks_is_found(copied, name, suffix, old, new, message):
    board, folder = copied(name)
    spoil(gateware_file(folder, board, suffix), old, new)
    assert message in "\n".join(inspection.find_faults(board, folder))


def test_missing_memory_contents_are_found(copied):
    board, folder = copied("arty")
    (folder / "gateware" / "arty_rom.init").unlink()
    assert inspection.find_faults(board, folder) == ["the memory contents arty_rom.init are missing"]


def evaluate(*files):
    """Run Tcl files. Commands of the vendor's tool do nothing, but their arguments are evaluated."""
    if not shutil.which("tclsh"):
        pytest.skip("not run: no tclsh here")
    script = "proc unknown args {}\nproc quit args {}\n" + "".join(f"source {{{file}}}\n" for file in files)
    return subprocess.run(["tclsh"], input=script + "puts parsed\n", capture_output=True, text=True)


@pytest.mark.parametrize("name, suffixes", [("arty", (".tcl", ".xdc")), ("de1", (".qsf", ".sdc")),
                                            pytest.param("de1_soc", (".qsf", ".sdc"), marks=pytest.mark.slow)])
def test_tcl_parses(copied, name, suffixes):
    board, folder = copied(name)
    files = [gateware_file(folder, board, suffix) for suffix in suffixes]
    run = evaluate(*files)
    assert run.stdout == "parsed\n", run.stderr
    files[0].write_text(files[0].read_text() + "\nset_property {")
    assert "missing close-brace" in evaluate(*files).stderr


@pytest.mark.parametrize("label", PROJECTS)
def test_verilog_lints_clean(projects, label):
    check.lint(*projects(label))


@pytest.mark.parametrize("config", slow_except(["original", "scheduler", "events", "large", "cfu", "wishbone"],
                                               ("events",)))
def test_a_board_takes_any_configuration(tmp_path, config):
    board = board_module.load("arty")
    folder = check.project(board, tmp_path / "project", config=config, firmware=APP)
    assert inspection.find_faults(board, folder) == []
    check.lint(board, folder)
    chosen = json.loads((folder / "board.json").read_text())["chosen"]
    assert chosen["kernel"] == configuration.read(config).kernel.model_dump()


def test_lint_finds_what_is_wrong(copied):
    board, folder = copied("arty")
    verilog = gateware_file(folder, board, ".v")
    verilog.write_text(verilog.read_text().replace(".externalResetVector", ".externalRestVector"))
    with pytest.raises(MetroError, match="lint failed"):
        check.lint(board, folder)


@pytest.mark.slow
def test_console_can_use_jtag(tmp_path):
    board = board_module.load("de1_soc")
    folder = check.project(board, tmp_path / "project", firmware=APP, console="jtag_uart")
    check.lint(board, folder)
    assert inspection.find_faults(board, folder) == []
    assert "cyclonev_jtag" in gateware_file(folder, board, ".v").read_text()


# Memories of the DE1's FPGA, and how a program is loaded into SRAM and SDRAM

def memories_of(board, folder):
    """Return (instances, width, words) of each memory of the SoC by file and name. A register file counts twice."""
    found = {}
    for file in check.sources(board, folder):
        found.update({(file.name, name): shape for name, shape in memories_in(file.read_text()).items()})
    return {key: (2 if key[1] == "RegFilePlugin_regFile" else 1, *shape) for key, shape in found.items()}


def m4k_of(board, folder):
    return sum(count * m4k_blocks(*shape) for count, *shape in memories_of(board, folder).values())


@pytest.mark.parametrize("label, blocks", [
    ("de1", 28), pytest.param("de1 sdram", 28 + 19 + 4, marks=pytest.mark.slow)])    # of 52; SDRAM adds cache, FIFOs
def test_memories_fit_the_de1(projects, label, blocks):
    found = memories_of(*projects(label))
    assert sum(count for count, *_ in found.values()) == len(found) + 1
    assert sum(count * width * depth for count, width, depth in found.values()) < 239_616
    assert m4k_of(*projects(label)) == blocks
    assert found["de1.v", "loader_grain0"] == (1, 8, 256)


@pytest.mark.parametrize("memory, banks, blocks", [
    ("sram", 32, 28 - 2 + 16 + 1), pytest.param("sdram", 4, 51 - 2 + 2 + 1, marks=pytest.mark.slow)])
def test_largest_number_of_register_banks_fits_the_de1(tmp_path, memory, banks, blocks):
    """One block per read port holds four banks. One more block has the saved PCs. Twice as many banks do not fit."""
    board = board_module.load("de1")
    folder = check.project(board, tmp_path / "project", firmware=APP, memory=memory, chosen=configuration.read(
        "combined").changed({"core.contexts": banks, "kernel.contexts": False}))
    assert m4k_of(board, folder) == blocks <= 52 < blocks + 2 * banks // 4


@pytest.mark.parametrize("shape, blocks", [((32, 128), 1), ((32, 129), 2), ((8, 1024), 2), ((1, 4096), 1),
                                           ((22, 128), 1), ((36, 128), 2), ((10, 16), 1)])
def test_memory_shape_determines_the_m4k_blocks(shape, blocks):
    assert m4k_blocks(*shape) == blocks


def test_headers_of_a_board_name_the_switches(projects):
    header = (projects("de1")[1] / "include" / "generated" / "soc.h").read_text()
    switches = rtos.get().switches(configuration.read("combined"))
    assert f'#define METRONOME_SWITCHES_UCOS "{switches}"\n' in header and "SWITCHES_FREERTOS" not in header


def send_to_de1(projects, sent, until=check.END_MESSAGE):
    return check.simulate(*projects("de1"), sent=sent, until=until, cycles=20_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("label", slow_except(["de1", "ulx3s sdram"], ("de1",)))
def test_a_program_is_loaded_into_the_boards_memory_and_runs(projects, label):
    image = (projects(label)[1] / "firmware.bin").read_bytes()
    output, _ = check.simulate(*projects(label), sent=check.upload(image), cycles=20_000_000)
    asked, _, rest = output.partition(check.REQUEST)
    frames = -(-len(image) // check.FRAME)
    assert asked == "" and rest.startswith("K" * (frames + 1) + CONSOLE_OUTPUT)


@pytest.mark.slow
def test_uninitialised_sdram_is_found(copied):
    board, folder = copied("ulx3s sdram")
    loader = folder / "gateware" / "ulx3s_loader.init"
    call, rest = loader.read_text().split("\n", 1)
    loader.write_text("00000013\n" + rest)
    with pytest.raises(MetroError) as error:
        check.simulate(board, folder, cycles=100_000)
    assert int(call, 16) & 0xFFF == 0x0EF and "sdram: a command in the first 100 us" in error.value.hint


def frame(command, payload):
    return check.frame(bytes([command]), payload)


def with_wrong_crc(sent):
    return sent[:2] + bytes([sent[2] ^ 1]) + sent[3:]


def test_loader_refuses_invalid_frames(projects):
    rom, sram = 0, 256 * 1024
    at = struct.Struct(">I").pack
    sent = check.ANSWER + b"".join([
        with_wrong_crc(frame(1, at(rom) + b"data")),    # C
        frame(1, at(sram) + b"data"),                   # E: in `sram`, which has the loader's stack
        frame(1, at(sram - 2) + b"data"),               # E: the second half would be in `sram`
        frame(1, at(0xFFFFFFFE) + b"data"),             # E: the data wraps around the end of the address space
        frame(1, at(sram - 4) + b"data"),               # K
        frame(1, b"abc"),                               # U: shorter than an address
        frame(3, at(rom)),                              # U: unknown command
        frame(2, at(rom + 2)),                          # E: misaligned for an instruction
        frame(2, at(sram)),                             # E: not in `rom`
        frame(0, b""),                                  # K, and the loader sends its request again
    ])
    output, _ = send_to_de1(projects, b"junk" + check.ANSWER[:3] + sent, until="UUEEK" + check.REQUEST)
    assert output.removeprefix(check.REQUEST) == "CEEEKUUEEK" + check.REQUEST


@pytest.mark.slow
def test_loader_gives_up_on_an_unfinished_frame(projects):
    sent = check.ANSWER + frame(1, struct.pack(">I", 0) + b"data")[:-1]
    output, cycles = send_to_de1(projects, sent, until=check.REQUEST + "C")
    assert output == check.REQUEST + "C" and cycles > 50e6 / 4


# An application with hardware threads, on a board's netlist

THREADS = ROOT / "tests" / "hardware_threads"


def row_of_check(capsys, folder, *arguments):
    """Run ./metro boards --check and return its row for the board as {column: cell}."""
    command(*arguments, "--check", "--firmware", THREADS / "stale", "--output-dir", folder)
    names, _, row = capsys.readouterr().out.strip().splitlines()[-3:]
    return dict(zip(names.split(), re.split(r"  +", row), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("more", slow_except([["--threads", 1],
                                              ["--config", "events", "--threads", 1, "--direct-calls", 1],
                                              ["--threads", 1, "--bus-bursting"]], (["--threads", 1],)))
def test_hardware_threads_run_on_a_boards_netlist(capsys, monkeypatch, tmp_path, more):
    monkeypatch.setattr(check, "synthesise", lambda *_: {"LUT5": 7})     # replaces synthesis, which takes minutes
    monkeypatch.setattr(check.figures, "record", None)                   # a check with options must record no figure
    row = row_of_check(capsys, tmp_path, "arty", *more)
    assert re.fullmatch(r"ended, \d{1,3}(,\d{3})* cycles", row["simulated"]) and row["synthesised"].startswith("7 LUTs")
    assert (tmp_path / "arty" / "gateware" / "arty.v").read_text().count("\nscript script(") == 1


@pytest.mark.slow
def test_check_with_hardware_threads_reaches_the_bitstream(capsys, tmp_path):
    row = row_of_check(capsys, tmp_path, "ulx3s", "--memory", "block", "--config", "events", "--threads", 1,
                       "--direct-calls", 1)
    assert row["simulated"].startswith("ended, ")
    assert row["placed"].endswith("MHz") and row["bitstream"].endswith("bytes")


# The reset key

def test_reset_key_restarts_the_de1s_loader(projects):
    output, _ = check.simulate(*projects("de1"), reset_after=check.REQUEST, until=check.REQUEST * 2, cycles=5_000_000)
    assert output == check.REQUEST * 2      # without a reset, the loader repeats its request after 50,000,000 cycles


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arty", "de1_soc", "ulx3s"])
def test_reset_key_restarts_the_program(projects, name):
    output, _ = check.simulate(*projects(name), reset_after=CONSOLE_OUTPUT[:6], until=CONSOLE_OUTPUT, cycles=5_000_000)
    assert re.fullmatch(rf"{CONSOLE_OUTPUT[:6]}.{{0,4}}{re.escape(CONSOLE_OUTPUT)}", output)


# Commands

@pytest.mark.parametrize("arguments, message", [
    (["nexys", "--build"], "there is no board nexys"),
    (["arty"], "nothing to do"),
    (["arty", "--build", "--variant", "a7-200"], "has no variant a7-200"),
    (["arty", "--build", "--uart-name", "jtag_uart"], "has no console jtag_uart"),
    (["arty", "--build", "--memory", "sdram"], "the Digilent Arty A7 has no memory sdram"),
    (["ulx3s", "--build", "--memory", "sdram", "--sys-clk-freq", "10e6"], "SDRAM does not run at 10 MHz"),
    (["arty", "--check", "--memory", "sdram"], "no board with the memory sdram among arty"),
    (["--check", "--threads", "2"], "--check of all boards accepts no option except --memory"),
    (["arty", "--check", "--build", "-O", "0"], "--check and --build cannot be combined"),
    (["ulx3s", "--check", "--debug"], "--check cannot read the console crossover"),
    (["arty", "--build", "--tasks", "300"], "--tasks 300"),
    (["arty", "--build", "--width", "3"], "--width 3"),
    (["arty", "--build", "--engine", "serial"], "--engine serial: there are lookahead, parallel"),
    (["arty", "--build", "--no-time", "--no-ready"], "no unit is left; --config original has none"),
    (["arty", "--build", "--tasks", "32"], "needs at least 64 tasks, not 32"),
    (["arty", "--build", "--sys-clk-freq", "5e6"], "cannot generate 5 MHz"),
    (["de1", "--build", "--sys-clk-freq", "51.23456e6"], "cannot generate 51.2346 MHz"),
    (["arty", "--build", "--uart-baudrate", "10e6"], "fewer than 8 cycles per bit"),
    (["arty", "--build", "--firmware", "nowhere"], "there is no firmware nowhere"),
    (["arty", "--build", "--firmware", "docs"], "has no .c files"),
    (["arty", "--load"], "there is no bitstream"),
])
def test_impossible_request_is_refused(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(ROOT)
    with pytest.raises(MetroError) as error:
        command(*arguments, "--output-dir", tmp_path / "out")
    assert message in error.value.message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments, message", [
    (["--sys-clk-freq", "5"], "a clock of 1e6 to 1e9 Hz"),
    (["--sys-clk-freq", "fast"], "invalid frequency value: 'fast'"),
    (["--uart-baudrate", "fast"], "invalid rate value: 'fast'"),
    (["--litex-server", "board"], "invalid HOST:PORT value: 'board'"),
    (["--litex-server", "1234"], "invalid HOST:PORT value: '1234'"),
    (["--tsks", "8"], "unrecognized arguments: --tsks 8"),
])
def test_invalid_option_value_is_refused(arguments, message, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.parse(["boards", "arty", "--build", *arguments])
    assert message in capsys.readouterr().err


def test_folder_with_foreign_files_is_not_replaced(tmp_path):
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(MetroError, match="contains files that are not a board's project"):
        command("arty", "--build", "--output-dir", tmp_path)
    assert (tmp_path / "mine").read_text() == "precious" and len(list(tmp_path.iterdir())) == 1


def test_build_script_works_with_and_without_quartus(projects, tmp_path, programs):
    board, _ = projects("de1")
    script, out = ROOT / "boards" / board.name / "build.py", tmp_path / "out"

    def build(*arguments):
        return subprocess.run(["python3", script, *arguments, "--firmware", APP, "--output-dir", out],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)

    without = build("--build", "--load")
    assert without.returncode == 1 and "there is no bitstream" in without.stderr
    assert "quartus_map is not on the PATH" in without.stdout and f"--kernel {out}/firmware.bin" in without.stdout

    log_call = 'echo "$(basename "$0") $*" >> ../calls'
    programs(quartus_map=log_call, quartus_fit=log_call, quartus_sta=log_call,
             quartus_pgm=f'echo "$*" >> {out}/calls', quartus_asm=f"{log_call}; touch de1.sof")
    run = build("--build", "--load")
    assert run.returncode == 0, run.stderr
    ran = (out / "calls").read_text().splitlines()
    assert [line.split()[0] for line in ran] == ["quartus_map", "quartus_fit", "quartus_asm", "quartus_sta", "-m"]
    assert ran[-1].endswith(f"p;{out}/gateware/de1.sof@1")


def test_a_missing_loading_tool_is_named(copied, monkeypatch):
    board, folder = copied("arty")
    gateware_file(folder, board, ".bit").touch()
    monkeypatch.setattr(shutil, "which", lambda program: None)
    options = project_module.Options("a7-35", 50e6, configuration.read("combined"))
    with pytest.raises(MetroError, match="openFPGALoader is not on the PATH") as error:
        project_module.load(board, options, folder)
    assert f"openFPGALoader -b arty_a7_35t {folder}/gateware/arty.bit" in error.value.hint


def test_missing_loading_tool_is_reported_before_the_build(tmp_path, monkeypatch):
    monkeypatch.setattr(project_module, "has_toolchain", lambda board: True)
    monkeypatch.setattr(project_module, "build", lambda *_: pytest.fail("it was built"))
    monkeypatch.setattr(shutil, "which", lambda program: None)
    with pytest.raises(MetroError, match="openFPGALoader is not on the PATH"):
        command("ulx3s", "--build", "--load", "--output-dir", tmp_path / "out")


def test_chosen_units_determine_the_kernels_switches():
    def units_and_switches(*given):
        asked = boards.options(cli.parse(["boards", "arty", *given])[1], board_module.load("arty")).chosen
        return asked.units.words if asked.units else [], rtos.get().switches(asked)
    assert units_and_switches("--width", "8") == (["--tasks", "64", "--width", "8", "--engine", "lookahead"],
                                                  "-DOS_ACCEL_RDY_EN=1u -DOS_ACCEL_DLY_EN=1u -DOS_ACCEL_WIDTH=8u")
    assert units_and_switches("--no-time")[1] == "-DOS_ACCEL_RDY_EN=1u"
    assert units_and_switches("--no-ready", "--engine", "parallel") == (
        ["--tasks", "64", "--width", "16", "--engine", "parallel", "--no-ready"], "-DOS_ACCEL_DLY_EN=1u")
    assert units_and_switches("--config", "events")[1].endswith("-DOS_ACCEL_EVENT_EN=1u")
    assert units_and_switches("--config", "original") == ([], "")


# The units as gates

READY = "combined,units.tasks=37,units.time=false"


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_except([READY, "combined,units.tasks=8,units.width=4"], (READY,)))
def test_gates_behave_like_the_model(name):
    dut = units.named(name)
    outcome = units.hammer(dut, seed=1, seconds=0.5, mutate=gates.synthesised)
    assert outcome.difference == "" and outcome.report["operations"] > 2000
    used = gates.cells(units.near_wrap(dut, units.verilog(dut).read_text()))
    assert used["LUT4"] > 20 and used["TRELLIS_FF"] > 8


@pytest.mark.slow
def test_a_wrong_gate_is_found():
    def wrong(netlist):
        text, count = re.subn(r"(assign io_command_rd\[0\] = )(.*);", r"\1~(\2);", gates.synthesised(netlist))
        assert count == 1
        return text
    outcome = units.hammer(units.named(READY), seed=1, seconds=0.5, mutate=wrong)
    assert "seed 1, operation" in outcome.difference


def test_hammer_says_how_to_repeat_a_difference_of_gates():
    outcome = units.Outcome(units.named("combined,units.tasks=8,units.time=false"), {"seed": 7}, "rd is 1, not 0")
    hint = hammer.difference_error(outcome, as_gates=True).hint
    assert "./metro hammer --gates --config combined,units.tasks=8,units.time=false --seed 7" in hint
