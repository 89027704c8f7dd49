# SPDX-License-Identifier: Apache-2.0
"""Files of the page "Try it" (docs/try-it.md): simulators for browsers, programs, and the terminal xterm.js.

These files are scripts that pass their content to metronome.add(NAME, CONTENT) of docs/try-it/page.js:
  catalogue.js          the programs and RTOSes, see write_program() and symbols_of()
  CONFIGURATION.sim.js  a simulator: its code, the size of its ROM, and whether its core has compressed instructions
  PROGRAM.CONFIGURATION.elf.js  an ELF file without debug information
  xterm.js              the terminal's code
Others are xterm.css and licences.txt.
"""
from __future__ import annotations

import base64
import dataclasses
import gzip
import json
import shutil
import sys
import tarfile
import tempfile
from importlib import metadata
from pathlib import Path

from .. import configuration
from ..base import cache, paths, toml
from ..base.errors import MetroError
from ..base.progress import Progress
from ..environment import generator, installers, setup, tools
from ..measure import workloads
from ..products import firmware as firmware_module, rtos as rtos_module, simulator, soc as soc_module, web

FOLDER = Path("docs", "try-it")
PROGRAMS = FOLDER / "programs.toml"
XTERM, XTERM_FILES = "@xterm/xterm@5.5.0", ("lib/xterm.js", "css/xterm.css", "LICENSE")
XTERM_DIGEST = "de280b5fda52a571b18df79919f7b7bf3c34c82d41a162d3de6eb99c71a91efc"
WATCHED = ("thread", "running", "created", "idle")      # what the page needs of an RTOS (rtos.toml, [watch]) ...
OFFSETS = ("name_in_thread", "name_is_array")           # ... and from the debug information
TASKS = 48                      # of the tick benchmark, until the user moves the slider
# Debian and Python packages of which the files contain parts.
DEBIAN = ("emscripten", "verilator", "nlohmann-json3-dev", "picolibc-riscv64-unknown-elf", "gcc-riscv64-unknown-elf")
PYTHON = ("litex", "migen")


@dataclasses.dataclass(frozen=True)
class Program:
    """A program of the file PROGRAMS, which describes the fields."""
    name: str
    title: str
    configurations: list[str]
    folder: str = ""
    share: str = "not idle"

    def firmware(self, system: str) -> firmware_module.Firmware:
        chosen = configuration.read(system)
        if self.folder:
            from ..run import command      # late import, because it imports the whole package `run`
            return command.load(paths.ROOT / self.folder, chosen=chosen)[0]
        build = workloads.Build("tick", "O2", defs=rtos_module.get().switches(chosen))
        runs = workloads.tick_runs(build, system, [TASKS], chosen.hardware)
        return next(run for run in runs if run.name == "wakeup").build.make()


def programs() -> list[Program]:
    return [Program(**fields) for fields in toml.read(paths.ROOT / PROGRAMS)["program"]]


def copy(folder: Path) -> None:
    """Write all files into the folder of the site's pages. Install Emscripten and npm if they are missing."""
    try:
        setup.ensure(tools.TRY_IT, core=True)
    except MetroError as error:
        raise MetroError(error.message, f"{error.hint}\n./metro docs --no-simulators builds the site without them"
                         ) from None
    generator.ensure_built()
    target = folder / FOLDER
    with Progress("docs", file=sys.stderr) as progress:
        with progress.step("xterm.js (npm)"):
            package = terminal()
            shutil.copy(package / "xterm.css", target)
            write(target, "xterm.js", packed((package / "xterm.js").read_bytes()))
        for system in dict.fromkeys(name for program in programs() for name in program.configurations):
            with progress.step(f"simulator of {system} (Verilator, Emscripten)"):
                write(target, f"{system}.sim.js", simulator_of(system))
        with progress.step("programs"):
            entries = [write_program(program, target) for program in programs()]
    write(target, "catalogue.js", {"rtoses": [symbols_of(rtos) for rtos in rtos_module.every()], "programs": entries})
    write_licences(target / "licences.txt", package)


def write(folder: Path, file: str, content) -> None:
    folder.joinpath(file).write_text(f"metronome.add({json.dumps(file)}, {json.dumps(content)});\n")


def packed(data: bytes) -> str:
    """Return data as text: compressed, because this page is large, and in base64."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def simulator_of(system: str) -> dict:
    soc = soc_module.of(configuration.read(system))
    built = web.build(soc)
    return {"glue": packed((built / web.GLUE).read_bytes()), "code": packed((built / web.CODE).read_bytes()),
            "rom": firmware_module.rom_bytes(soc), "compressed": "c" in firmware_module.isa_of(soc)}


def write_program(program: Program, folder: Path) -> dict:
    """Write the program's ELF files. Return its entry in the catalogue."""
    from ..run import timeline
    files, rtoses = [], []
    for system in program.configurations:
        firmware = program.firmware(system)
        files.append(f"{program.name}.{system}.elf.js")
        write(folder, files[-1], packed(stripped(firmware.elf)))
        offsets = {key: value for key, value in timeline.watch(firmware).items() if key in OFFSETS}
        rtoses.append({**symbols_of(rtos_module.rtos_of_program(firmware.symbols)), "offsets": offsets})
    sliders = {"count": "bench_tasks", "hertz": "bench_hz", "at": TASKS, "most": workloads.MOST_TASKS}
    return {"title": program.title, "configurations": program.configurations, "files": files, "rtoses": rtoses,
            "share": program.share, **({} if program.folder else {"parameters": sliders})}


def symbols_of(rtos) -> dict:
    """Return the symbols that the page needs of an RTOS, except members of structures, which need debug information."""
    return {what: symbol for what, symbol in rtos.watch.items() if what in WATCHED and not {".", "+"} & set(symbol)}


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


def write_licences(file: Path, package: Path) -> None:
    """Write the licences of everything that the page contains, except our own. package: xterm.js."""
    texts = {"xterm.js": (package / "LICENSE").read_text(), "VexRiscv": generator.vexriscv_licence().decode(),
             **{name: licence_of_package(name) for name in PYTHON}}
    for name in DEBIAN:
        texts[name] = Path("/usr/share/doc", name, "copyright").read_text(errors="replace")
    for rtos in filter(lambda rtos: rtos.crate, rtos_module.every()):          # kernels that are not ours
        header = next(rtos.kernel().rglob(rtos.build["header"])).read_text()
        texts[rtos.name] = header[:header.index("*/")].strip("/* \n")
    file.write_text("\n\n".join(f"{'=' * 80}\n{name}\n{'=' * 80}\n{text}" for name, text in texts.items()))


def licence_of_package(name: str) -> str:
    """Return the licence of an installed Python package."""
    return next(file for file in metadata.files(name) if file.name.startswith("LICENSE")).read_text()


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
