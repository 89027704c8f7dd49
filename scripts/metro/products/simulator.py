# SPDX-License-Identifier: Apache-2.0
"""The simulator: Verilator's model of a SoC with our harness around it."""
from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Callable

from ..base import cache, paths
from ..base.errors import MetroError
from ..base.jobs import thread_pool

HARNESS = paths.ROOT / "hw" / "sim"
GDB = paths.ROOT / "hw" / "gdb"
GDB_PARTS = ("debugger", "gdb")         # sources in hw/gdb that the harness uses
OPCODES = paths.ROOT / "sw" / "ci_opcodes.h"
SLOTS = OPCODES.parent / "threads" / "os_hw_registers.h"
# -fno-table, because a look-up costs more than the wide expression that the table replaces. --output-split 0, because
# values stay in registers within one long function.
OPTIMISATION = ["-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert", "-fno-table", "--output-split", "0"]
# -O1, because -O2 doubles the compile time and shortens a run by only 3 %.
LEVEL = "OPT_FAST=-O1"
CFLAGS = "-std=c++17 -Wall -Wextra"
PLACES = [f"-I{place}" for place in (HARNESS, GDB, OPCODES.parent)]
PER_MODEL = "model"              # the part of the harness that includes Verilator's output
WATCHED = "watched_slots"        # files with the names of exposed thread signals, for Verilator and C++
BUS = r"\b(\w+_slot(\d*)_memoryport\d*_bus)_ack;"       # bus of a memory port; a single slot has no number
ACCESS = ("cyc", "ack", "we", "sel", "adr")             # signals of this bus, in the order of slots.h
CALL = {"valid": "command_valid", "ready": "command_ready", "unit": "command_unit", "operation": "command_op",
        "rs1": "command_rs1", "rd": "command_rd", "posted": "tasks_posted"}
UNOPTIMISED = {"main", "gdb"}    # parts compiled with -O0: large templates, and no code that runs in simulated cycles
PUBLIC = "/* verilator public */"


@functools.cache
def version(program: str) -> str:
    """Return the first line of `program --version`, an input of its products."""
    return subprocess.run([program, "--version"], capture_output=True, text=True).stdout.partition("\n")[0]


def build(soc: Path, trace: bool = False, slots: bool = False) -> Path:
    """Return the folder with the executable `simulator` and the files that it reads at start.

    trace: the simulator can write waveforms. slots: the simulator also watches the hardware threads.
    """
    parts = harness()
    inputs = {
        "soc": cache.digest_files([soc / "gateware"]),
        "harness": parts.name,
        "verilator": version("verilator"),
        "flags": [*OPTIMISATION, LEVEL, CFLAGS],
        "trace": trace,
        **({"slots": cache.digest_file(__file__)} if slots else {}),
    }

    def make(folder: Path) -> None:
        objects = folder / "objects"
        verilate(soc, objects, ["--exe", "-o", "simulator", *(["--trace-fst"] if trace else []),
                                "-CFLAGS", f"{CFLAGS} -I{HARNESS}" + (" -DWATCHES_SLOTS" if slots else ""),
                                *map(str, sorted(parts.glob("*.o"))),
                                "Vsim__ALL.a"], slots)                 # after the objects that use it
        compile_model(objects, LEVEL, HARNESS / f"{PER_MODEL}.cpp")
        shutil.copy(objects / "simulator", folder)
        for file in (soc / "gateware").glob("*.init"):
            shutil.copy(file, folder)
        shutil.rmtree(objects)

    return cache.product("simulator", inputs, make)


def verilate(soc: Path, folder: Path, options: list[str] = (), slots: bool = False) -> None:
    """Write the model of a SoC into a new folder, as C++. slots: as in build()."""
    folder.mkdir()
    for file in (soc / "gateware").glob("*.v"):
        # Remove the mark PUBLIC from VexRiscv's signals, because it makes them writable. For a writable signal,
        # Verilator evaluates dependent logic twice in each step, and does not merge the core with the SoC.
        # watch.vlt makes the signals that the harness reads public, but read-only.
        (folder / file.name).write_text(file.read_text().replace(PUBLIC, ""))
    if slots:
        show_slots(folder)
    # LiteX and SpinalHDL generate the netlists, so we cannot change their style.
    run(["verilator", "--cc", "--top-module", "sim", "--Mdir", str(folder), *OPTIMISATION, "-Wno-fatal", "-Wno-lint",
         "-Wno-style", str(HARNESS / "watch.vlt"), *map(str, folder.glob(f"{WATCHED}.vlt")),
         *map(str, sorted(folder.glob("*.v"))), *options], "Verilator")


def verilator_include() -> Path:
    """Return the folder of Verilator's own headers and sources."""
    output = run(["verilator", "--getenv", "VERILATOR_ROOT"], "Verilator")
    return Path(output.strip()) / "include"


def sources_of_model(folder: Path, model: str = "Vsim") -> tuple[list[Path], list[Path]]:
    """Return the names of the C++ files that Verilator wrote: files whose code runs in each cycle, then the others."""
    parts = [Path(file.name) for file in sorted(folder.glob(f"{model}*.cpp"))]
    once = [part for part in parts if "__Slow" in part.stem or part.stem.endswith("__Syms")]
    return [part for part in parts if part not in once], once


def show_slots(folder: Path) -> None:
    """Write two files into the folder of a SoC's Verilog: they let the harness read the signals of slots.h.

    The files are generated, because the signals' names depend on the number of slots.
    """
    buses = {int(slot or 0): bus for bus, slot in re.findall(BUS, (folder / "sim.v").read_text())}
    call = CALL if re.search(r"\bsecond_command_valid\b", (folder / "VexRiscv.v").read_text()) else {}
    shown = [("sim", f"{bus}_{signal}") for bus in buses.values() for signal in ACCESS]
    shown += [("VexRiscv", f"second_{signal}") for signal in call.values()]
    (folder / f"{WATCHED}.vlt").write_text("`verilator_config\n" + "".join(
        f'public_flat_rd -module "{module}" -var "{signal}"\n' for module, signal in shown))
    memories = ["{%s}" % ", ".join(f"&root.sim__DOT__{buses[slot]}_{signal}" for signal in ACCESS)
                for slot in sorted(buses)]
    (folder / f"{WATCHED}.h").write_text("\n".join([
        "std::optional<Slots> slotsOf(const Root& root) {", "    Slots::Signals at;",
        f"    at.memories = {{{', '.join(memories)}}};",
        *(f"    at.{name} = &root.sim__DOT__VexRiscv__DOT__second_{signal};" for name, signal in call.items()),
        "    return Slots(at);", "}", ""]))


def harness() -> Path:
    """Return the folder with the harness's objects that do not depend on a SoC."""
    inputs = {"harness": cache.digest_files([HARNESS, GDB, OPCODES, SLOTS]), "compiler": version("g++"),
              "flags": [CFLAGS, sorted(UNOPTIMISED)]}

    def compile_part(file: Path, folder: Path) -> None:
        level = "-O0" if file.stem in UNOPTIMISED else "-O2"
        run(["g++", *CFLAGS.split(), *PLACES, level, "-c", "-o", str(folder / f"{file.stem}.o"), str(file)],
            "the C++ compiler")

    def make(folder: Path) -> None:
        parts = [file for file in HARNESS.glob("*.cpp") if file.stem != PER_MODEL]
        parts += [GDB / f"{name}.cpp" for name in GDB_PARTS]
        parts.sort(key=lambda file: file.stem != "main")               # start the longest compilation first
        with thread_pool() as pool:
            list(pool.map(lambda file: compile_part(file, folder), parts))

    return cache.product("harness", inputs, make)


def compile_model(objects: Path, level: str, *sources: Path) -> None:
    """Compile the model that Verilator wrote into a folder, with the sources that include it, in one compiler run.
    ccache keeps the objects that models share."""
    makefile = next(file for file in objects.glob("V*.mk") if not file.stem.endswith("_classes"))
    fast, once = sources_of_model(objects, makefile.stem)
    # Compile one file, because the headers take most of the time. Do not optimise code that runs only once.
    (objects / f"{makefile.stem}__ALL.cpp").write_text("".join([
        *(f'#include "{part}"\n' for part in fast), *(f'#include "{file}"\n' for file in sources),
        '#pragma GCC optimize ("O0")\n', *(f'#include "{part}"\n' for part in once)]))
    # By default Verilator's makefile compiles the files separately if a model has a pool of constants.
    run(["make", "-j", str(os.cpu_count() or 1), "-C", str(objects), "-f", makefile.name, "OBJCACHE=ccache", level,
         "VM_PARALLEL_BUILDS=0"], "the C++ compiler")


def error_lines(output: str) -> str:
    """Return the lines of a build tool's output that report errors, or the end of the output."""
    wrong = re.compile(r"error:|undefined reference|multiple definition|not fit|overflowed|%Error|\*\*\*")
    return "\n".join([line for line in output.splitlines() if wrong.search(line)][:10]) or output[-2000:]


def run(command: list[str], step: str, legible: Callable[[str], str] = error_lines) -> str:
    """Run a build step, and return its output. If it fails, raise an error with the output, shortened by `legible`.

    step: its name in the error.
    """
    outcome = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             stdin=subprocess.DEVNULL, env={**os.environ, "CCACHE_DIR": str(paths.BUILD / "ccache")})
    if outcome.returncode:
        if "No space left on device" in outcome.stdout:
            raise MetroError(f"no space left on the disk of {paths.BUILD}",
                             "free some space there and run the same command again; incomplete files are removed")
        raise MetroError(f"{step} failed ({' '.join(command[:3])} …)", legible(outcome.stdout))
    return outcome.stdout
