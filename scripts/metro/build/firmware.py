# SPDX-License-Identifier: Apache-2.0
"""Firmware: builds it with sw/metronome.mk, and reads what came out (or what a user brings)."""
from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import shutil
import struct
import sys
import tempfile
import time
from pathlib import Path

from ..base import cache, paths, plain
from ..base.errors import MetroError
from ..base.near import meant_path
from . import core as core_module, dependencies, rtos as rtos_module, simulator, soc as soc_module
from .rtos import Rtos, SOFTWARE

KERNEL = SOFTWARE / "kernel"
TOOLS = "riscv64-unknown-elf-"      # what the names of compiler and binutils begin with
COMPILER = f"{TOOLS}gcc"
COMPILED = (".c", ".S", ".ld")     # or what the linker reads by INCLUDE, which it does not list
WARNINGS = "warnings.txt"          # of a product: what compiler and linker said about it


@dataclasses.dataclass(frozen=True)
class Firmware:
    """A firmware for a SoC. `image` is the ROM's content; `symbols` are addresses by name."""
    elf: Path
    image: bytes
    symbols: dict
    functions: list        # (address, size, name), by address
    segments: list         # (address at run time, size, place in the image)

    def address(self, symbol: str) -> int:
        try:
            return self.symbols[symbol]
        except KeyError:
            raise MetroError(f"{self.elf} has no symbol {symbol}", "was it built without it, or stripped?") from None

    def function_at(self, address: int) -> str:
        """`name+0x12` of the function around an address, or an empty string."""
        for start, size, name in reversed(self.functions):
            if start <= address and (size == 0 or address < start + size):   # assembly may give no size
                return f"{name}+{address - start:#x}" if address > start else name
        return ""

    def with_values(self, values: dict) -> Firmware:
        """The same firmware with other initial values of some of its 32-bit variables."""
        image = bytearray(self.image)
        for symbol, value in values.items():
            address = self.address(symbol)
            for start, size, place in self.segments:
                if start <= address and address + 4 <= start + size:
                    struct.pack_into("<I", image, place + address - start, value & 0xFFFFFFFF)
                    break
            else:
                raise MetroError(f"{symbol} of {self.elf} has no initial value in the ROM", "give it one, in .data")
        return dataclasses.replace(self, image=bytes(image))


def build(name: str, sources: list[Path], cfg: Path | list[Path], soc: Path | None = None, kernel: Path | None = None,
          opt: str = "-O2", defs: str = "", foreign: list[Path] = (), foreign_flags: str = "",
          software: Path | None = None, include: list[Path] = (), define: list[str] = (),
          strict: bool = True, rtos: Rtos | None = None) -> Firmware:
    """The firmware that linked() gives."""
    soc = soc or soc_module.default()
    return read(linked(name, sources, cfg, soc, kernel, opt, defs, foreign, foreign_flags, software, include, define,
                       strict, rtos), soc)


def linked(name: str, sources: list[Path], cfg: Path | list[Path], soc: Path, kernel: Path | None = None,
           opt: str = "-O2", defs: str = "", foreign: list[Path] = (), foreign_flags: str = "",
           software: Path | None = None, include: list[Path] = (), define: list[str] = (),
           strict: bool = True, rtos: Rtos | None = None, guest: tuple[int, int] | None = None) -> Path:
    """Compiles and links an application with a kernel, the port and the board support.

    name: of the ELF file. sources: the application's C and assembly files. cfg: folder of its os_cfg.h; of several the
    first that has a file gives it. soc: as soc.build() gives. kernel: the folder of another one. defs: further
    compiler options. foreign, foreign_flags: C files of others' making, and what they need on top. software: another
    sw/, with a kernel of its own; tests put faults there. include: further folders with headers. define: macros,
    as NAME or NAME=VALUE. strict: a warning about a source is an error; else it is shown, each time.
    rtos: uC/OS-II, if none is named. guest: base and size of its memory, in bytes, as a guest of the monitor. Returns
    the ELF file.
    """
    headers = soc_module.headers(soc)
    rtos = rtos or rtos_module.get()
    if not kernel or (software and not rtos.crate):
        kernel = rtos.kernel(software or SOFTWARE)
    software = software or SOFTWARE
    added = rtos.added(kernel) if software == SOFTWARE else None
    names = plain.Paths()
    sources, foreign = ([names.file(source) for source in files] for files in (sources, foreign))
    cfgs, include = ([names.folder(folder) for folder in folders]
                     for folders in ([cfg] if isinstance(cfg, (str, Path)) else cfg, include))
    kernel, software = names.folder(kernel), names.folder(software)
    added = added and names.folder(added)
    parts = [*rtos.folders, *([rtos.guest, "monitor"] if guest else [])]
    hooks = [file for file in (folder / rtos.build["hooks"] for folder in cfgs) if file.is_file()][:1]
    folders = dependencies.Folders(
        path={"cfg": cfgs, "include": include, "kernel": [kernel, *(kernel / part for part in rtos.include)],
              "software": [*filter(None, [added]), *(software / part for part in (*parts, "", "bsp"))]},
        beside={"source": [source.parent for source in [*sources, *foreign]]},
        settled={"soc": headers, "litex": soc_module.litex_include().parents[2]})
    more = [*(f"-D{macro}" for macro in define), *names.options()]
    options = {"RTOS": rtos.key, "OPT": opt, "DEFS": " ".join([defs, *map(plain.argument, more)]),
               "FOREIGN_FLAGS": foreign_flags, "ISA": isa_of(soc), "SRC_FLAGS": "-Werror" if strict else "",
               **({"GUEST": f"{guest[0]:#x},{guest[1]:#x}"} if guest else {})}
    inputs = {
        "name": name, "options": options, "headers": headers.name, "places": sorted(folders.places),
        "sources": [[folders.name(str(file)) for file in files] for files in (sources, foreign, hooks)],
        # What a user gets to see, warnings and a debugger's lines, says where the sources are.
        "at": None if strict else sorted({str(source.parent) for source in sources}),
        # All that is compiled; what is read for that, compiler and linker list.
        "code": cache.digest_files([*sources, *foreign, *hooks,
                                    *(file for folder in include for file in folder.glob("*.ld")),
                                    *(file for files in rtos.build["sources"].split() for file in kernel.glob(files)),
                                    *(file for folder in filter(None, ["bsp", *parts, "model", added])
                                      for file in (software / folder).rglob("*.*") if file.suffix in COMPILED)]),
        "rules": cache.digest_files([software / "metronome.mk", rtos.file(software)]),
        "compiler": simulator.version(COMPILER),
    }

    def legible(said: str, folder: Path) -> str:
        return _legible(names.spelled(said), folder)

    def compiled(folder: Path, ccache: str) -> tuple[str, dict]:
        """What compiler and linker said, and what they read."""
        shutil.rmtree(folder / "objects", ignore_errors=True)
        command = _make(software, rtos, added, NAME=name, OUT=folder, SRC=_words(sources), FOREIGN=_words(foreign),
                        CFG=_words(cfgs), INCLUDE=_words(include), KERNEL=kernel, SOC=headers, CCACHE=ccache,
                        LINK_FLAGS=f"-Wl,--dependency-file={folder}/objects/{name}.d", **options)
        said = simulator.run(command, f"building the firmware {name}", lambda said: _first(legible(said, folder)))
        return legible(said, folder), folders.read(folder)

    def make(folder: Path) -> dict:
        now = None
        while True:
            started = time.time_ns()
            # Not by ccache's own lists: they miss a header that comes up elsewhere, and one that was only asked for.
            said, read = compiled(folder, "CCACHE_NODIRECT=1 ccache")
            if read["assembled"]:                          # nor does what is preprocessed show these
                said, read = compiled(folder, "")
            before, now = now, folders.look(read)
            if now == before or not folders.changed_since(read, started):
                break                                      # nobody wrote what was just read
        shutil.rmtree(folder / "objects")
        linked = folder / f"{name}.map"
        linked.write_text(linked.read_text(errors="replace").replace(f"{folder}/", ""))
        for leftover in set(folder.iterdir()) - {folder / f"{name}.elf", linked}:
            leftover.unlink()
        if said:
            (folder / WARNINGS).write_text(said)
        return now

    product = cache.traced("firmware", inputs, make, folders.look)
    if not strict and (product / WARNINGS).exists():
        print((product / WARNINGS).read_text(), end="", file=sys.stderr, flush=True)
    return product / f"{name}.elf"


def _make(software: Path, rtos: Rtos, added: Path | None, /, **variables) -> list[str]:
    # Silent: all that is printed is what compiler and linker have to say. PORT may mean something in the environment.
    port = software / rtos.guest if "GUEST" in variables else added or software / rtos.build["port"]
    return ["make", "-f", str(software / "metronome.mk"), "--silent", "--no-print-directory", "--output-sync",
            f"--jobs={os.cpu_count() or 1}", f"LITEX={soc_module.litex_include()}",
            f"PORT={port}", f"ADDED={added or ''}", f"CROSS={TOOLS}",
            *(f"{key}={value}" for key, value in {"CCACHE": "ccache", **variables}.items())]


def _first(text: str, lines: int = 60) -> str:
    shown, rest = text.splitlines()[:lines], text.splitlines()[lines:]
    return "\n".join([*shown, f"... and {len(rest)} more lines"] if rest else shown)


def _words(files) -> str:
    return " ".join(map(str, files))


def _legible(said: str, folder: Path) -> str:
    """What compiler and linker said of a build in this folder, without what that adds which nobody needs to know."""
    lines = [re.sub(r"^\S*/ld(\.\w+)?: ", "", line.replace(f"{folder}/objects/", ""))
             for line in said.splitlines()
             if not re.match(r"make(\[\d+\])?: \*\*\*|collect2: error: ld returned", line)]
    return "".join(f"{line}\n" for line in lines)


def kernel_size(cfg: Path, opt: str, kernel: Path = KERNEL, defs: str = "") -> dict:
    """Bytes of text, data and bss of a kernel's objects, all functions included. cfg: folder of its os_cfg.h."""
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        rtos = rtos_module.get()
        output = simulator.run([*_make(SOFTWARE, rtos, rtos.added(kernel), NAME="kernel", OUT=scratch, SRC="none.c",
                                       CFG=cfg, KERNEL=kernel, OPT=opt, DEFS=defs,
                                       SOC=soc_module.headers(soc_module.default())), "sizes"],
                               "compiling the kernel")
    text, data, bss = output.splitlines()[-1].split()[:3]
    return {"text": int(text), "data": int(data), "bss": int(bss)}


def isa_of(soc: Path) -> str:
    """As the compiler calls it: rv32im, or rv32imc."""
    return core_module.describe(soc)["isa"]


def rom_bytes(soc: Path) -> int:
    regions = (soc / "include" / "generated" / "regions.ld").read_text()
    return int(re.search(r"rom\s*:\s*ORIGIN = 0x0+, LENGTH = (\w+)", regions).group(1), 16)


def read(elf: Path, soc: Path) -> Firmware:
    """Reads an ELF file and refuses what cannot run on the SoC."""
    from elftools.elf.elffile import ELFFile

    room = rom_bytes(soc)
    with _legible_elf(elf):
        with open(elf, "rb") as file:
            parsed = ELFFile(file)
            machine = f"{parsed.elfclass}-bit {parsed.get_machine_arch()}"
            if machine != "32-bit RISC-V":
                raise MetroError(f"{elf} is a {machine} program; this SoC runs 32-bit RISC-V")
            if parsed["e_type"] != "ET_EXEC":
                raise MetroError(f"{elf} is not linked ({parsed['e_type']})", "link it with sw/metronome.mk")
            if parsed["e_flags"] & 1 and "c" not in isa_of(soc):
                raise MetroError(f"{elf} uses compressed instructions (RVC), which this core does not have",
                                 "compile it with -march=rv32im, or generate the core with --compressed")
            image, segments = bytearray(), []
            for segment in parsed.iter_segments("PT_LOAD"):
                start, data = segment["p_paddr"], segment.data()
                if not data:
                    continue
                if start + len(data) > room:
                    raise MetroError(f"{elf} does not fit: it loads {len(data)} bytes at {start:#x}, the ROM of this "
                                     f"SoC is 0 to {room:#x}", "make it smaller, or link it with sw/metronome.mk")
                image.extend(bytes(max(0, start + len(data) - len(image))))
                image[start:start + len(data)] = data
                segments.append((segment["p_vaddr"], len(data), start))
            if not image:
                raise MetroError(f"{elf} holds nothing to load")
            symbols, functions = _names(parsed)
    return Firmware(Path(elf), bytes(image), symbols, functions, segments)


def absent(path: Path) -> MetroError:
    return MetroError(f"there is no firmware {path}", f"{meant_path(path)}Give an ELF file or an application's folder")


@contextlib.contextmanager
def _legible_elf(elf: Path):
    """Says what is wrong with a file that is no firmware."""
    from elftools.common.exceptions import ELFError
    try:
        yield
    except FileNotFoundError:
        raise absent(elf) from None
    except IsADirectoryError:
        raise MetroError(f"{elf} is a folder, not a firmware") from None
    except ELFError as error:
        raise MetroError(f"{elf} is not an ELF file ({error})",
                         "give the linker's output, not a .bin or .hex") from None


def _names(parsed) -> tuple[dict, list]:
    """Addresses by name; (address, size, name) of the functions."""
    table = parsed.get_section_by_name(".symtab")
    entries = list(table.iter_symbols()) if table else []
    symbols = {entry.name: entry["st_value"] for entry in entries if entry.name}
    functions = sorted((entry["st_value"], entry["st_size"], entry.name) for entry in entries
                       if entry["st_info"]["type"] == "STT_FUNC" and entry.name)
    return symbols, functions


def contents(elf: Path) -> tuple[dict, dict, list]:
    """Of a program for whatever SoC: bytes by kind of memory, and what it names, as Firmware has it."""
    from elftools.elf.elffile import ELFFile
    sizes = {"program": 0, "data": 0, "zeroed": 0}
    with _legible_elf(elf), open(elf, "rb") as file:
        parsed = ELFFile(file)
        if (parsed.elfclass, parsed["e_machine"]) != (32, "EM_RISCV"):
            raise MetroError(f"{elf} is no program for 32-bit RISC-V")
        for section in parsed.iter_sections():
            if section["sh_flags"] & 2:                    # it takes memory
                kind = ("zeroed" if section["sh_type"] == "SHT_NOBITS" else
                        "data" if section["sh_flags"] & 1 and not section["sh_flags"] & 4 else "program")
                sizes[kind] += section["sh_size"]
        return (sizes, *_names(parsed))
