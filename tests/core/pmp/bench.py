# SPDX-License-Identifier: Apache-2.0
"""Runs the assembly programs of this folder on a core without an SoC, with interrupts at chosen cycles and with faults
in the netlist."""
from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import tempfile
from pathlib import Path

from metro import configuration
from metro.base import paths
from metro.products import core as core_module, firmware
from metro.verify import comparison

HERE = Path(__file__).parent
BOARD_H = {name: int(value, 0) for name, value in re.findall(r"#define (\w+) (\w+)", (HERE / "board.h").read_text())}
USER, RAM, ECALLS, PAGE, BOARD = (BOARD_H[name] for name in ("USER", "RAM", "ECALLS", "PAGE", "BOARD"))
INCLUDED = HERE, paths.ROOT / "sw", paths.ROOT / "sw" / "monitor"


@dataclasses.dataclass
class Outcome:
    status: int         # 0: passed; 0x10000: no end; otherwise the line of the failed check (program or generated.inc)
    at: int             # number of cycles between the program's request and the interrupt
    mark: int           # the value that the program wrote to BOARD_MARK
    runs: int
    cycles: int
    interrupts: int


def build(program, folder: Path, options, generated: str, **values) -> Path:
    """Assemble a program (a file name in this folder, or the path of another file) and return the path of its image.

    Each option of the core is a macro: CORE_USER_INTERRUPTS=4 for --user-interrupts 4, CORE_COMPRESSED=1 for
    --compressed. generated: the text of generated.inc, which the program includes. values: more macros.
    """
    given = re.findall(r"--(\S+)(?: ([^-]\S*))?", " ".join(options))
    values = {**{f"CORE_{name.upper().replace('-', '_')}": value or 1 for name, value in given}, **values}
    (folder / "generated.inc").write_text(generated)
    elf, image = folder / "program.elf", folder / "image.bin"
    subprocess.run([firmware.COMPILER, "-march=rv32imc", "-misa-spec=2.2", "-mabi=ilp32", "-nostdlib", f"-I{folder}",
                    *(f"-I{place}" for place in INCLUDED), *(f"-D{name}={value}" for name, value in values.items()),
                    "-T", paths.ROOT / "tests" / "soc" / "sim" / "bare.ld",
                    f"-Wl,--section-start=.user={BOARD_H['USER']:#x}", HERE / program, "-o", elf], check=True)
    subprocess.run([f"{firmware.TOOLS}objcopy", "-O", "binary", elf, image], check=True)
    return image


def run(program, options=("--user-mode", "--pmp", "8"), mutate=None, fault: int = 0, seed: int = 1, wait: int = 3,
        sweep=(0, 0), timer: bool = False, spread: int = 0, generated: str = "", **values) -> Outcome:
    """Run a program (see build) on the core of these options, once for each number of cycles from sweep[0] to sweep[1].

    mutate: a function that adds faults to the netlist; fault: the number of the active fault. wait: the most cycles
    that a bus waits. timer: use the timer's interrupt. spread: if not 0, the timer's interrupt also comes, at most this
    number of cycles before or after the line's. The program gets timer and spread as the macros TIMER and SPREAD.
    """
    netlist = (core_module.generate(configuration.of_options(*options)) / "VexRiscv.v").read_text()
    if mutate:
        netlist = mutate(netlist)
    defines = ["-DFAULTS"] * bool(mutate) + ["-DTIME_BASE"] * ("--time-base" in options) + \
        ["-DDEBUG"] * ("--debug" in options)
    executable = comparison.build("core", HERE, netlist, "VexRiscv", defines)
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        image = build(program, Path(scratch), options, generated, TIMER=int(timer), SPREAD=spread, **values)
        ran = subprocess.run([executable, image, *map(str, (seed, wait, fault, int(timer), *sweep, spread))],
                             capture_output=True, text=True, check=True)
    return Outcome(**json.loads(ran.stdout))
