# SPDX-License-Identifier: Apache-2.0
"""`./metro boards --check`: runs each board's project as far as possible without the vendor's tool.

generated    the project is written, and inspection.py finds nothing wrong with it
linted       Verilator reads the whole project, and warns only of the style of LiteX and SpinalHDL
simulated    the netlist, driven at its pins, runs Dhrystone or the given firmware to its end (with SRAM and SDRAM: once
             the firmware was sent over the serial port, into a model of the chip)
synthesised  Yosys maps it to the cells of the family
placed       nextpnr places and routes it at the requested clock
bitstream    the bitstream is made

Without options, the measured values become figures.
"""
from __future__ import annotations

import dataclasses
import json
import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Callable

from litex.tools import litex_term

from .. import configuration
from ..base import cache, paths
from ..base.errors import MetroError
from ..base.progress import Progress
from ..figures import store as figures
from ..figures.key import Key
from ..measure import area, origin, workloads
from ..products import simulator, synthesis
from . import board as board_module, inspection, project as project_module
from .board import SDRAM, Board

BENCH = board_module.FOLDER / "check"
COLUMNS = ("generated", "linted", "simulated", "synthesised", "placed", "bitstream")
# The style of LiteX and SpinalHDL: unused and undriven names, implicit width extensions, case without default, modules
# and files with different names. LiteX also has <= in combinational blocks, and = for temporaries in clocked blocks.
STYLE = ("UNUSED", "UNDRIVEN", "WIDTH", "CASEINCOMPLETE", "DECLFILENAME", "COMBDLY", "BLKSEQ")
END_MESSAGE = "ended with code 0"
REQUEST, ANSWER = litex_term.sfl_magic_req.decode(), litex_term.sfl_magic_ack      # from the loader; to it
FRAME = 60                      # bytes of a program in one frame, as in the safe mode of litex_term
FAST_BAUD = 2_000_000           # for sending a program in simulation


def defaults(board: Board, memory: str | None = None, config: str = "combined") -> project_module.Options:
    return project_module.Options(variant=next(iter(board.variants)), clock_hz=board.clock_hz,
                                  chosen=configuration.read(config), console=board.consoles[0],
                                  memory=memory or board.memories[0])


def project(board: Board, folder: Path, config: str = "combined", **changes) -> Path:
    """Write the board's project with default options and these changes, and return the folder."""
    project_module.build(board, dataclasses.replace(defaults(board, config=config), **changes), folder)
    return folder


def sources(board: Board, folder: Path) -> list[Path]:
    """Return the Verilog files: the SoC, the core, and the units' adapter if there is one."""
    soc = folder / "gateware" / f"{board.name}.v"
    return [soc, *sorted({*soc.parent.glob("*.v")} - {soc}, reverse=True)]


def lint(board: Board, folder: Path) -> None:
    simulator.run(["verilator", "--lint-only", "-Wall", *(f"-Wno-{name}" for name in STYLE), "--top-module", board.name,
                   str(BENCH / "unused.vlt"), *map(str, sources(board, folder)), str(BENCH / "primitives.v")],
                  "Verilator's lint")


# Simulation

def bench_verilog(board: Board, folder: Path) -> str:
    """Return the module `bench`: the board's netlist with clock, serial port, reset key (high: pressed) and chips."""
    options = json.loads((folder / "board.json").read_text())
    memory, clock_hz = options["memory"], options["clock_hz"]
    more, chip = sdram(board, clock_hz) if memory == SDRAM else board.bench_parts.get(memory, ({}, ""))
    bench = {**board.bench, **more}
    widths = inspection.ports(sources(board, folder)[0].read_text(), board.name)
    missing = set(bench) - set(widths)
    if missing:
        raise MetroError(f"the netlist of {board.name} has no port {', '.join(sorted(missing))}")
    connections = ", ".join(f".{port}({what})" for port, what in bench.items())
    return (f"module bench(input clock, input rx, input reset, output tx);\n{chip}\n"
            f"    {board.name} board({connections});\nendmodule\n")


def sdram(board: Board, clock_hz: float) -> tuple[dict, str]:
    """Return an entry like those of board.bench_parts: the ports as LiteX's platforms name them, and the chip."""
    from litedram import modules
    chip = getattr(modules, board.sdram)
    rows, columns = chip.nrows.bit_length() - 1, chip.ncols.bit_length() - 1
    widths = {"a": rows, "ba": 2, "dm": 2, "dq": 16, **dict.fromkeys(("cke", "cs_n", "ras_n", "cas_n", "we_n"), 1)}
    wires = "".join(f"    wire [{width - 1}:0] sdram_{pin};\n" for pin, width in {"clock": 1, **widths}.items())
    pins = "".join(f", .{pin}(sdram_{pin})" for pin in widths)
    return ({f"sdram_{pin}": f"sdram_{pin}" for pin in ("clock", *widths)},
            f"{wires}    sdram #(.ROWS({rows}), .COLUMNS({columns}), .PERIOD({round(1e12 / clock_hz)}))\n"
            f"        sdram(.clk(sdram_clock){pins});")


def build_simulator(board: Board, folder: Path) -> Path:
    bench = bench_verilog(board, folder)
    inputs = {"netlist": cache.digest_files(sources(board, folder)), "bench": bench,
              "models": cache.digest_files([BENCH]), "verilator": simulator.version("verilator")}

    def make(target: Path) -> None:
        objects = target / "objects"
        objects.mkdir()
        (objects / "bench.v").write_text(bench)
        simulator.run(["verilator", "--cc", "--exe", "--prefix", "Vbench", "--top-module", "bench", "--Mdir",
                       str(objects), *simulator.OPTIMISATION, "-Wno-fatal", "-Wno-lint", "-Wno-style", "-CFLAGS",
                       simulator.CFLAGS, "-o", "bench", str(objects / "bench.v"), *map(str, sources(board, folder)),
                       *map(str, sorted(BENCH.glob("*.v"))), str(BENCH / "bench.cpp")], "Verilator")
        simulator.compile_model(objects, simulator.LEVEL)
        shutil.copy(objects / "bench", target)
        shutil.rmtree(objects)

    return cache.product("board-simulator", inputs, make) / "bench"


def upload(image: bytes) -> bytes:
    """Return the bytes that litex_term sends to load a program to address 0 and start it."""
    loads = [frame(litex_term.sfl_cmd_load, struct.pack(">I", at) + image[at:at + FRAME])
             for at in range(0, len(image), FRAME)]
    return ANSWER + b"".join(loads) + frame(litex_term.sfl_cmd_jump, struct.pack(">I", 0))


def frame(command: bytes, payload: bytes) -> bytes:
    """Return a frame of LiteX's serial boot."""
    made = litex_term.SFLFrame()
    made.cmd, made.payload = command, payload
    return made.encode()


def simulate(board: Board, folder: Path, sent: bytes | None = None, until: str = END_MESSAGE,
             cycles: int = 100_000_000, reset_after: str | None = None) -> tuple[str, int]:
    """Simulate the board until its console prints `until`. Return the console output and the number of cycles.

    sent: bytes to send when the loader requests a program. cycles: limit. reset_after: text on the console after which
    the reset key is pressed; only without `sent`."""
    options = json.loads((folder / "board.json").read_text())
    command = [str(build_simulator(board, folder)), str(cycles), str(options["clock_hz"] / options["baudrate"]), until]
    if sent is not None:
        (folder / "upload").write_bytes(sent)
        command += [str(folder / "upload"), REQUEST]
    elif reset_after is not None:
        command += ["--reset", reset_after]
    run = subprocess.run(command, cwd=folder / "gateware", capture_output=True, stdin=subprocess.DEVNULL)
    output, errors = run.stdout.decode(errors="replace"), run.stderr.decode(errors="replace")
    if run.returncode:
        raise MetroError(f"the netlist of {board.name} fails in simulation: {errors.strip()}", output[-500:])
    return output, int(errors.split()[0])


# Synthesis, place and route

def synthesise(board: Board, folder: Path) -> dict:
    """Return {type: number} of the cells to which Yosys maps the whole board."""
    black_boxes = "read_verilog -lib primitives.v m4k.v; " if "intel" in board.synthesis else ""
    netlists = " ".join(file.name for file in sources(board, folder)[::-1])
    command = (f"{black_boxes}read_verilog -defer {netlists}; {board.synthesis.format(top=board.name)}; "
               "check -assert; tee -q -o cells.json stat -json")
    files = [*sources(board, folder), *(folder / "gateware").glob("*.init"), BENCH / "primitives.v",
             *(BENCH / "yosys").iterdir()]

    def make(target: Path) -> None:
        for file in files:
            shutil.copy(file, target)
        synthesis.run(synthesis.YOSYS, "-q", "-p", command, folder=target)
        for file in target.iterdir():
            if file.name != "cells.json":
                file.unlink()

    inputs = {"files": cache.digest_files(files), "command": command,
              "yosys": synthesis.version(synthesis.YOSYS)}
    stat = json.loads((cache.product("board-synthesis", inputs, make) / "cells.json").read_text())
    return {name: number["count"] if isinstance(number, dict) else int(number)
            for name, number in stat["design"]["num_cells_by_type"].items() if f"\\{name}" not in stat["modules"]}


RAMS = {"cyclonev": "M10K", "cycloneiv": "M4K"}            # of other families: block RAMs of 18 Kbit


def area_of(board: Board, cells: dict) -> dict[str, tuple]:
    """Return the area as {"luts", "ffs", "rams": (number, unit)}. cells: see synthesise()."""
    kind = area.FAMILIES[board.family]
    counted = (("luts", kind.luts, "4-input LUTs" if board.family == "cycloneiv" else "LUTs"),
               ("ffs", {kind.ffs: 1}, "flip-flops"),
               ("rams", {**kind.brams, "m4k": 1}, RAMS.get(board.family, "block RAMs of 18 Kbit")))
    return {what: (sum(number * weight for cell, number in cells.items() for pattern, weight in patterns.items()
                       if re.fullmatch(pattern, cell)), unit) for what, patterns, unit in counted}


def place(board: Board, folder: Path) -> tuple[float, int]:
    """Place and route. Return the reached clock in MHz and the bitstream's bytes. A missed clock raises MetroError."""
    log = folder / "place.log"
    project_module.run_toolchain(board, folder, log)
    # nextpnr prints an estimate after placement and the final value after routing. dict() keeps the last one.
    reached = dict(re.findall(r"Max frequency for clock '(.+?)': ([\d.]+) MHz \(PASS", log.read_text()))
    if not reached:
        raise MetroError(f"nextpnr does not report that {board.name} meets its clock", f"its output is in {log}")
    return min(map(float, reached.values())), project_module.bitstream(board, folder).stat().st_size


# The command

def label(board: Board, memory: str) -> str:
    return board.name if memory == board.memories[0] else f"{board.name} {memory}"


Found = dict[str, tuple]        # {statistic of the figure's key: (value, unit)}


def check(board: Board, options: project_module.Options, folder: Path, progress: Progress) -> tuple[list[str], Found]:
    """Check a board. Return its row of the table and its numbers. A failed step raises MetroError. folder: of the
    project."""
    name, row, figures = label(board, options.memory), [], {}

    def step(column: str, work: Callable[[], str]) -> None:
        with progress.step(f"{name}: {column}"):
            row.append(work())

    def counted(found: Found) -> str:
        figures.update(found)
        return ", ".join(f"{value:,} {unit}" for value, unit in found.values())

    def generated() -> str:
        project_module.build(board, options, folder)
        if found := inspection.find_faults(board, folder):
            raise MetroError(f"the project of {name} has faults", "\n".join(found))
        return "yes"

    def linted() -> str:
        lint(board, folder)
        return "yes"

    def simulated() -> str:
        output, cycles = run_to_end(board, options, folder)
        if options.firmware.resolve() != project_module.DHRYSTONE:
            return f"ended, {cycles:,} cycles"
        score = options.clock_hz / workloads.dhrystone_cycles(output) / workloads.DHRYSTONE_VAX
        return counted({"dmips": (round(score, 2), "DMIPS")})

    def placed() -> str:
        mhz, size = place(board, folder)
        return counted({"mhz": (round(mhz, 1), "MHz")}) + "\n" + counted({"bytes": (size, "bytes")})

    step("generated", generated)
    step("linted", linted)
    step("simulated", simulated)
    if board.family in area.FAMILIES:
        step("synthesised", lambda: counted(area_of(board, synthesise(board, folder))))
    else:
        row.append(f"cells of {board.family} not known")
    if board.toolchain.is_installed_by_setup:
        step("placed", placed)
        row += row.pop().split("\n")
    else:
        row += [f"needs {board.toolchain.program}"] * 2
    return row, figures


@dataclasses.dataclass(frozen=True)
class Project:
    """The figures of a board with default options and one of its memories."""
    key: Key
    board: Board
    memory: str

    @property
    def command(self) -> str:
        more = f" --memory {self.memory}" * (self.memory != self.board.memories[0])
        return f"./metro boards {self.board.name} --check{more}"

    def origin(self) -> dict[str, str]:
        """Return the digests of its figures, without a simulation."""
        with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
            project_module.build(self.board, defaults(self.board, self.memory), Path(scratch, self.key.device))
            return digests_of(self.board, Path(scratch, self.key.device))


def projects(boards: list[Board], memory: str | None = None) -> list[Project]:
    return [Project(Key("board", device=label(board, has).replace(" ", "-")), board, has)
            for board in boards for has in board.memories if memory in (None, has)]


def digests_of(board: Board, folder: Path) -> dict[str, str]:
    """Return the digests of a board's figures: the netlist, the contents of the memories, the meter and the tools."""
    tools = [synthesis.YOSYS, *([synthesis.NEXTPNR] * board.toolchain.is_installed_by_setup)]
    return {"netlist": origin.netlist(*sources(board, folder)),
            "firmware": origin.short([cache.digest_file(file) for file in sorted((folder / "gateware").glob("*.init"))]
                                     + [cache.digest_file(folder / "firmware.bin")]),
            "meter": origin.short([
                board.synthesis, repr(area.FAMILIES.get(board.family)), cache.digest_files([BENCH]),
                [cache.digest_file(file) for kind in board.toolchain.constraint_suffixes
                 for file in sorted((folder / "gateware").glob(f"*{kind}"))],
                *map(origin.code, (area_of, place, workloads.dhrystone_cycles))]),
            "tools": origin.short([simulator.version("verilator"), *map(synthesis.version, tools)])}


def run_to_end(board: Board, options: project_module.Options, folder: Path) -> tuple[str, int]:
    """Return the console output of the project's firmware until it ends well, and the cycles. Firmware for the loader
    is sent at FAST_BAUD."""
    if not options.sent:
        return simulate(board, folder)
    fast = folder.with_name(f"{folder.name}-fast")
    project_module.build(board, dataclasses.replace(options, baudrate=FAST_BAUD), fast)
    return simulate(board, fast, upload((fast / "firmware.bin").read_bytes()))


def main(names: list[str], folder: Path, memory: str | None = None, asked=None) -> int:
    """Check these boards and print the table. folder: of the projects. memory: check only with this one. asked: a
    function that returns the options for a board and a memory (default: defaults())."""
    rows, chosen = {}, projects(list(map(board_module.load, names)), memory)
    if not chosen:
        raise MetroError(f"no board with the memory {memory} among {', '.join(names)}", "leave out --memory")
    steps = sum(3 + (one.board.family in area.FAMILIES) + one.board.toolchain.is_installed_by_setup for one in chosen)
    with Progress("boards", total=steps) as progress:
        for one in chosen:
            place, options = folder / one.key.device, (asked or defaults)(one.board, one.memory)
            rows[label(one.board, one.memory)], found = check(one.board, options, place, progress)
            if asked is None:
                origins = digests_of(one.board, place)
                figures.record({one.key.of(what): {"value": value, "unit": unit, "command": one.command,
                                                   "made_of": origins} for what, (value, unit) in found.items()})
    show(rows)
    return 0


def show(rows: dict[str, list[str]]) -> None:
    table = [["board", *COLUMNS], *([name, *row] for name, row in rows.items())]
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    print()
    for number, row in enumerate(table):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        if number == 0:
            print("─" * (sum(widths) + 2 * len(widths) - 2))
