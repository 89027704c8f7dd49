# SPDX-License-Identifier: Apache-2.0
"""Files of the page "Try it" (docs/try-it.md): simulators for browsers, programs, and the terminal xterm.js.

Each file is a script that passes its content to metronome.add(NAME, CONTENT) of docs/try-it/page.js:
  catalogue.js          the programs and RTOSes, see catalogue()
  CONFIGURATION.sim.js  a simulator: its code, and what programs must fit
  PROGRAM.CONFIGURATION.elf.js  an ELF file without debug information
"""
from __future__ import annotations

import base64
import dataclasses
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from .. import configuration
from ..base import cache, paths
from ..base.errors import MetroError
from ..base.progress import Progress
from ..environment import generator, installers, setup, tools
from ..measure import workloads
from ..products import firmware as firmware_module, rtos as rtos_module, simulator, soc as soc_module, web

FOLDER = Path("docs", "try-it")
XTERM, XTERM_FILES = "@xterm/xterm@5.5.0", ("lib/xterm.js", "css/xterm.css", "LICENSE")
XTERM_DIGEST = "de280b5fda52a571b18df79919f7b7bf3c34c82d41a162d3de6eb99c71a91efc"
WATCHED = ("thread", "running", "priority", "created", "idle")          # symbols that web.cpp needs of an RTOS
OFFSETS = ("priority_in_thread", "name_in_thread", "name_is_array")
TASKS = 48                      # of the tick benchmark, until the user moves the slider
# Licences of what the files contain, beside our own: from Debian's packages.
LICENCES = ("emscripten", "verilator", "nlohmann-json3-dev", "picolibc-riscv64-unknown-elf")


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    title: str
    configurations: tuple[str, str]         # in software, and with units
    folder: str = ""                        # an application; empty: the tick benchmark

    def firmware(self, system: str) -> firmware_module.Firmware:
        chosen = configuration.read(system)
        if self.folder:
            from ..run import command      # late import, because it imports the whole package `run`
            return command.load(paths.ROOT / self.folder, chosen=chosen)[0]
        build = workloads.Build("tick", "O2", defs=rtos_module.get().switches(chosen))
        runs = workloads.tick_runs(build, system, [TASKS], chosen.hardware)
        return next(run for run in runs if run.name == "wakeup").build.make()


PROGRAMS = (Program("tick", "uC/OS-II: tasks that only sleep", ("original", "vectors")),
            Program("example", "uC/OS-II: a heater with a console", ("original", "vectors"), "sw/example"),
            Program("freertos", "FreeRTOS: the example", ("original", "levels-vectors"), "sw/freertos-ports/example"))


def copy(folder: Path) -> None:
    """Write all files into the folder of the site's pages. Install Emscripten and npm if they are missing."""
    setup.ensure(tools.TRY_IT, core=True)
    generator.ensure_built()
    target = folder / FOLDER
    with Progress("docs", file=sys.stderr) as progress:
        with progress.step("xterm.js (npm)"):
            copy_terminal(target)
        for system in dict.fromkeys(name for program in PROGRAMS for name in program.configurations):
            with progress.step(f"simulator of {system} (Verilator, Emscripten)"):
                write(target, f"{system}.sim.js", simulator_of(system))
        with progress.step("programs"):
            programs = [described(program, target) for program in PROGRAMS]
    write(target, "catalogue.js", {"rtoses": [symbols_of(rtos) for rtos in rtos_module.every()],
                                   "programs": programs}, "catalogue")


def write(folder: Path, file: str, content, name: str = "") -> None:
    folder.joinpath(file).write_text(f"metronome.add({json.dumps(name or file)}, {json.dumps(content)});\n")


def text_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def simulator_of(system: str) -> dict:
    soc = soc_module.of(configuration.read(system))
    built = web.build(soc)
    return {"glue": (built / web.GLUE).read_text(), "code": text_of((built / web.CODE).read_bytes()),
            "rom": firmware_module.rom_bytes(soc), "compressed": "c" in firmware_module.isa_of(soc)}


def described(program: Program, folder: Path) -> dict:
    """Write the program's ELF files. Return its entry in the catalogue."""
    from ..run import timeline
    files, rtoses = [], []
    for system in program.configurations:
        firmware = program.firmware(system)
        files.append(f"{program.name}.{system}.elf.js")
        write(folder, files[-1], text_of(stripped(firmware.elf)))
        offsets = {key: value for key, value in timeline.watch(firmware).items() if key in OFFSETS}
        rtoses.append({**symbols_of(rtos_module.rtos_of_program(firmware.symbols)), "offsets": offsets})
    return {"title": program.title, "configurations": program.configurations, "files": files, "rtoses": rtoses,
            **({} if program.folder else {"parameters": {"tasks": "bench_tasks", "rate": "bench_hz"}})}


def symbols_of(rtos) -> dict:
    return {what: rtos.watch[what] for what in WATCHED if not {".", "+"} & set(rtos.watch.get(what, "."))}


def stripped(elf: Path) -> bytes:
    """Return an ELF file without debug information.

    If the section .tdata is empty, remove it: it is at the beginning of the RAM, but in no segment, and objcopy would
    write a file as large as the distance from ROM to RAM.
    """
    from elftools.elf.elffile import ELFFile
    with open(elf, "rb") as file:
        data = ELFFile(file).get_section_by_name(".tdata")
        options = ["--remove-section=.tdata"] if data and data.data_size == 0 else []
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        small = Path(scratch, "small.elf")
        simulator.run([f"{firmware_module.TOOLS}objcopy", "--strip-debug", *options, str(elf), str(small)], "objcopy")
        return small.read_bytes()


def copy_terminal(folder: Path) -> None:
    """Copy xterm.js and its style sheet, and write the licences of everything that the page contains."""
    package = terminal()
    for file in ("xterm.js", "xterm.css"):
        shutil.copy(package / file, folder)
    texts = {"xterm.js": (package / "LICENSE").read_text()}
    for name in LICENCES:
        texts[name] = Path("/usr/share/doc", name, "copyright").read_text(errors="replace")
    source = (rtos_module.get("freertos").kernel() / "tasks.c").read_text()
    texts["FreeRTOS"] = source[:source.index("*/")].strip("/* \n")
    (folder / "licences.txt").write_text("\n\n".join(f"{'=' * 80}\n{name}\n{'=' * 80}\n{text}"
                                                     for name, text in texts.items()))


def terminal() -> Path:
    """Return the folder of the package XTERM, which npm fetches."""
    def fetch(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
            installers.run("npm", ["npm", "pack", "--silent", *(["--offline"] if installers.offline() else []),
                                   f"--pack-destination={scratch}", XTERM])
            with tarfile.open(next(Path(scratch).glob("*.tgz"))) as archive:
                for part in XTERM_FILES:
                    (folder / Path(part).name).write_bytes(archive.extractfile(f"package/{part}").read())
        if cache.digest_files(folder.iterdir()) != XTERM_DIGEST:
            raise MetroError(f"npm's package {XTERM} has an unexpected checksum", "it was changed on the way")

    return cache.product("npm", {"package": XTERM, "digest": XTERM_DIGEST}, fetch)
