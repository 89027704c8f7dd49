# SPDX-License-Identifier: Apache-2.0
"""Build firmware with sw/metronome.mk, and read ELF files of the build or of a user."""
from __future__ import annotations

import contextlib
import dataclasses
import functools
import os
import re
import shlex
import shutil
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ..base import cache, paths, plain
from ..base.errors import MetroError
from ..base.near import did_you_mean_path
from . import core as core_module, dependencies, rtos as rtos_module, simulator, soc as soc_module
from .rtos import Rtos, SOFTWARE

KERNEL = SOFTWARE / "kernel"
TOOLS = "riscv64-unknown-elf-"      # prefix of compiler and binutils
COMPILER = f"{TOOLS}gcc"
COMPILED = (".c", ".S", ".ld")     # .ld because the linker does not list INCLUDE files
WARNINGS = "warnings.txt"          # in a product: the messages of compiler and linker


@dataclasses.dataclass(frozen=True)
class Firmware:
    """A firmware for a SoC. `image` is the ROM's content; `symbols` are addresses by name."""
    elf: Path
    image: bytes
    symbols: dict
    functions: list        # (address, size, name), by address
    segments: list         # (address at run time, size, offset in the image)

    def address(self, symbol: str) -> int:
        try:
            return self.symbols[symbol]
        except KeyError:
            raise MetroError(f"{self.elf} has no symbol {symbol}",
                             "check that the program contains it and is not stripped") from None

    def function_at(self, address: int) -> str:
        """Return the function at an address as `name+0x12`, or an empty string."""
        for start, size, name in reversed(self.functions):
            if start <= address and (size == 0 or address < start + size):   # assembly can omit the size
                return f"{name}+{address - start:#x}" if address > start else name
        return ""

    def with_values(self, values: dict) -> Firmware:
        """Return a copy of this firmware in which 32-bit variables have other initial values.

        values: by symbol; a list for the first words of an array.
        """
        image = bytearray(self.image)
        for symbol, value in values.items():
            address, words = self.address(symbol), value if isinstance(value, list) else [value]
            for start, size, place in self.segments:
                if start <= address and address + 4 * len(words) <= start + size:
                    struct.pack_into(f"<{len(words)}I", image, place + address - start,
                                     *(word & 0xFFFFFFFF for word in words))
                    break
            else:
                raise MetroError(f"{symbol} of {self.elf} has no initial value in the ROM",
                                 "initialise the variable, so that it is in .data")
        return dataclasses.replace(self, image=bytes(image))


def build(name: str, sources: list[Path], cfg: Path | list[Path], soc: Path | None = None, kernel: Path | None = None,
          opt: str = "-O2", defs: str = "", foreign: list[Path] = (), foreign_flags: str = "",
          software: Path | None = None, include: list[Path] = (), define: list[str] = (),
          strict: bool = True, rtos: Rtos | None = None) -> Firmware:
    """Build a firmware with link(), and read it."""
    soc = soc or soc_module.default()
    return read(link(name, sources, cfg, soc, kernel, opt, defs, foreign, foreign_flags, software, include, define,
                     strict, rtos), soc)


def link(name: str, sources: list[Path], cfg: Path | list[Path], soc: Path, kernel: Path | None = None,
         opt: str = "-O2", defs: str = "", foreign: list[Path] = (), foreign_flags: str = "",
         software: Path | None = None, include: list[Path] = (), define: list[str] = (),
         strict: bool = True, rtos: Rtos | None = None, guest: tuple[int, int] | None = None) -> Path:
    """Compile and link an application with a kernel, the port and the board support. Return the ELF file.

    name: name of the ELF file. sources: the application's C and assembly files. cfg: folder of os_cfg.h, or several
    folders; each file comes from the first folder that has it. soc: a folder from soc.build(). kernel: folder of
    another kernel. defs: further compiler options. foreign, foreign_flags: third-party C files and their additional
    options. software: a copy of sw/ with a kernel, in which tests put faults. include: further folders with headers.
    define: macros, as NAME or NAME=VALUE. strict: treat warnings about sources as errors; otherwise print them each
    time. rtos: None selects uC/OS-II. guest: if given, link for a guest of the monitor; base and bytes of its memory.
    """
    headers = soc_module.headers(soc)
    rtos = rtos or rtos_module.get()
    if not kernel or (software and not rtos.crate):
        kernel = rtos.kernel(software or SOFTWARE)
    software = software or SOFTWARE
    patched_port = rtos.patched_port(kernel) if software == SOFTWARE else None
    names = plain.SafePaths()
    sources, foreign = ([names.file(source) for source in files] for files in (sources, foreign))
    cfgs, include = ([names.folder(folder) for folder in folders]
                     for folders in ([cfg] if isinstance(cfg, (str, Path)) else cfg, include))
    kernel, software = names.folder(kernel), names.folder(software)
    patched_port = patched_port and names.folder(patched_port)
    parts = [*rtos.folders, *([rtos.guest, "monitor"] if guest else [])]
    hooks = [file for file in (folder / rtos.build["hooks"] for folder in cfgs) if file.is_file()][:1]
    folders = dependencies.Folders(
        path={"cfg": cfgs, "include": include, "kernel": [kernel, *(kernel / part for part in rtos.include)],
              "software": [*filter(None, [patched_port]), *(software / part for part in (*parts, "", "bsp"))]},
        source_folders={"source": [source.parent for source in [*sources, *foreign]]},
        fixed_folders={"soc": headers, "litex": soc_module.litex_include().parents[2]})
    more = [*(f"-D{macro}" for macro in define), *names.options()]
    options = {"RTOS": rtos.key, "OPT": opt, "ISA": isa_of(soc),
               "DEFS": " ".join([defs, *map(plain.quote_for_make, more)]),
               **({"GUEST": f"{guest[0]:#x},{guest[1]:#x}"} if guest else {})}
    kit_files = [*(file for files in rtos.build["sources"].split() for file in kernel.glob(files)),
                 *(file for folder in filter(None, ["bsp", *parts, "model", patched_port])
                   for file in (software / folder).rglob("*.*") if file.suffix in COMPILED)]
    common_inputs = {"headers": headers.name, "places": sorted(folders.places),
                     "rules": cache.digest_files([software / "metronome.mk", rtos.files(software)]),
                     "compiler": simulator.version(COMPILER)}
    app_options = {"FOREIGN_FLAGS": foreign_flags, "SRC_FLAGS": "-Werror" if strict else ""}
    inputs = {
        **common_inputs, "name": name, "options": {**options, **app_options},
        "sources": [[folders.name(str(file)) for file in files] for files in (sources, foreign, hooks)],
        # A user's build is not strict. Its warnings and debug information contain the paths of the sources.
        "at": None if strict else sorted({str(source.parent) for source in sources}),
        # All compiled files. Compiler and linker list the files that they read in addition.
        "code": cache.digest_files([*sources, *foreign, *hooks,
                                    *(file for folder in include for file in folder.glob("*.ld")), *kit_files]),
    }

    def legible(messages: str) -> str:
        return _shorten_messages(names.with_real_folders(messages))

    def run_make(folder: Path, target: str, ccache: str, **variables) -> str:
        """Run make. Return the messages of compiler and linker."""
        shutil.rmtree(folder / "objects", ignore_errors=True)
        command = _make(software, rtos, patched_port, OUT=folder, CFG=_joined(cfgs), INCLUDE=_joined(include),
                        KERNEL=kernel, SOC=headers, CCACHE=ccache, **{**options, **variables})
        return legible(simulator.run([*command, target], f"building the firmware {name}",
                                     lambda messages: _first_lines(legible(messages))))

    def compile_until_stable(compile_with: Callable[[str], tuple[str, dict]]) -> tuple[str, dict]:
        """Compile, and repeat while files change during the compilation. Return the messages and the inputs.

        compile_with: compiles with a ccache command, and returns the messages and the names of the inputs.
        """
        now = None
        while True:
            started = time.time_ns()
            # Disable ccache's direct mode, which misses new headers in other folders and headers of __has_include.
            # For a copy of sw/, ccache never finds an object, because debug information contains the sources' paths.
            ccache = "CCACHE_NODIRECT=1 ccache" if software == SOFTWARE else ""
            messages, read = compile_with(ccache)
            if ccache and read["assembled"]:               # ccache does not see .include and .incbin files
                messages, read = compile_with("")
            before, now = now, folders.with_digests(read)
            if now == before or not folders.changed_since(read, started):
                return messages, now

    def kit_with(kit_options: dict) -> Path:
        def make_kit(folder: Path) -> dict:
            return compile_until_stable(lambda ccache: (
                run_make(folder, "kit", ccache, NAME="kit", SRC="none.c", **kit_options), folders.read(folder)))[1]

        return cache.traced_product("kit", {**common_inputs, "options": kit_options,
                                            "code": cache.digest_files(kit_files),
                                            "at": sorted(map(str, kit_files))}, make_kit, folders.with_digests)

    def kit_for_options() -> Path:
        """Return a kit for the options. Omit macros that no file of the kit names, so that applications share a kit."""
        trees = filter(None, [kernel, software, patched_port, headers, soc_module.litex_include()])
        defs = _defs_of_kit(options["DEFS"], [
            *kit_files, *(file for folder in [*cfgs, *include] for file in folder.glob("*.h")),
            *(file for tree in trees for file in tree.rglob("*.h"))])
        kit = kit_with({**options, "DEFS": defs})
        left_out = _macros(options["DEFS"]) - _macros(defs)
        # These are all files that the compiler read, also in subfolders and in the C library.
        read = map(folders.file, folders.read(kit)["files"]) if left_out else ()
        is_named = any(left_out & _words_of(file, os.stat(file).st_mtime_ns) for file in read)
        return kit_with(options) if is_named else kit

    def make(folder: Path) -> dict:
        def compile_with(ccache: str) -> tuple[str, dict]:
            # Keep no kit of a copy of sw/: objects are stored by source path, and a test compiles a copy only once.
            kit = software == SOFTWARE and kit_for_options()
            printed = run_make(folder, "all", ccache, NAME=name, SRC=_joined(sources), FOREIGN=_joined(foreign),
                               KIT=kit or "", LINK_FLAGS=f"-Wl,--dependency-file={folder}/objects/{name}.d",
                               **app_options)
            linked = folder / f"{name}.map"
            text = linked.read_text(errors="replace").replace(f"{folder}/", "")
            linked.write_text(text.replace(f"{kit}/", "") if kit else text)
            return printed, folders.read(folder, *([kit] if kit else []))

        messages, now = compile_until_stable(compile_with)
        shutil.rmtree(folder / "objects")
        for leftover in set(folder.iterdir()) - {folder / f"{name}.elf", folder / f"{name}.map"}:
            leftover.unlink()
        if messages:
            (folder / WARNINGS).write_text(messages)
        return now

    product = cache.traced_product("firmware", inputs, make, folders.with_digests)
    if not strict and (product / WARNINGS).exists():
        print((product / WARNINGS).read_text(), end="", file=sys.stderr, flush=True)
    return product / f"{name}.elf"


def _make(software: Path, rtos: Rtos, patched_port: Path | None, /, **variables) -> list[str]:
    # Silent, so that only compiler and linker print. Set PORT, because the environment may define it.
    port = software / rtos.guest if "GUEST" in variables else patched_port or software / rtos.build["port"]
    return ["make", "-f", str(software / "metronome.mk"), "--silent", "--no-print-directory", "--output-sync",
            f"--jobs={os.cpu_count() or 1}", f"LITEX={soc_module.litex_include()}",
            f"PORT={port}", f"ADDED={patched_port or ''}", f"CROSS={TOOLS}",
            *(f"{key}={value}" for key, value in {"CCACHE": "ccache", **variables}.items())]


_WORD = re.compile(r"[A-Za-z_]\w*")


@functools.cache
def _words_of(file: str, changed_at: int) -> frozenset[str]:
    """Return the identifiers in a file. changed_at: time of its change in ns; a changed file misses the cache."""
    return frozenset(_WORD.findall(Path(file).read_text(errors="replace")))


def _macros(defs: str) -> set[str]:
    return set(re.findall(r"-D(\w+)", defs))


def _defs_of_kit(defs: str, files: list[Path]) -> str:
    """Return the compiler options without the macros that no file names. Names with a leading underscore stay.

    defs: options, quoted for make and the shell. files: sources and headers of the kit.
    """
    options = shlex.split(defs)
    if "$" in defs or "-D" in options:             # a `$` of make or the shell, or `-D NAME` in two words
        return defs
    macros = [re.match(r"-D(\w+)(?:\([^)]*\))?(?:=(.*))?$", option, re.DOTALL) for option in options]
    words = set().union(*(_words_of(str(file), file.stat().st_mtime_ns) for file in files))
    words.update(word for macro in macros if macro for word in _WORD.findall(macro[2] or ""))
    return " ".join(shlex.quote(option) for option, macro in zip(options, macros)
                    if not macro or macro[1] in words or macro[1].startswith("_"))


def _first_lines(text: str, lines: int = 60) -> str:
    shown, rest = text.splitlines()[:lines], text.splitlines()[lines:]
    return "\n".join([*shown, f"... and {len(rest)} more lines"] if rest else shown)


def _joined(files) -> str:
    return " ".join(map(str, files))


def _shorten_messages(messages: str) -> str:
    """Return the messages of a build without its folders' paths and without lines that make and collect2 add."""
    objects = re.compile(rf"{re.escape(str(paths.BUILD))}/\S+?/objects/")       # of the application or of the kit
    lines = [re.sub(r"^\S*/ld(\.\w+)?: ", "", objects.sub("", line))
             for line in messages.splitlines()
             if not re.match(r"make(\[\d+\])?: \*\*\*|collect2: error: ld returned", line)]
    return "".join(f"{line}\n" for line in lines)


def kernel_size(cfg: Path, opt: str, kernel: Path = KERNEL, defs: str = "") -> dict:
    """Return the bytes of text, data and bss of a kernel with all functions. cfg: folder of its os_cfg.h."""
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        rtos = rtos_module.get()
        output = simulator.run([*_make(SOFTWARE, rtos, rtos.patched_port(kernel), NAME="kernel", OUT=scratch,
                                       SRC="none.c", CFG=cfg, KERNEL=kernel, OPT=opt, DEFS=defs,
                                       SOC=soc_module.headers(soc_module.default())), "sizes"],
                               "compiling the kernel")
    text, data, bss = output.splitlines()[-1].split()[:3]
    return {"text": int(text), "data": int(data), "bss": int(bss)}


def isa_of(soc: Path) -> str:
    """Return the compiler's name of the instruction set: rv32im or rv32imc."""
    return core_module.describe(soc)["isa"]


def rom_bytes(soc: Path) -> int:
    regions = (soc / "include" / "generated" / "regions.ld").read_text()
    return int(re.search(r"rom\s*:\s*ORIGIN = 0x0+, LENGTH = (\w+)", regions).group(1), 16)


def read(elf: Path, soc: Path) -> Firmware:
    """Read an ELF file. Refuse a program that cannot run on the SoC."""
    from elftools.elf.elffile import ELFFile

    room = rom_bytes(soc)
    with _elf_errors(elf):
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
                    raise MetroError(f"{elf} does not fit: it loads {len(data)} bytes at {start:#x}, but the ROM of "
                                     f"this SoC is 0 to {room:#x}", "make it smaller, or link it with sw/metronome.mk")
                image.extend(bytes(max(0, start + len(data) - len(image))))
                image[start:start + len(data)] = data
                segments.append((segment["p_vaddr"], len(data), start))
            if not image:
                raise MetroError(f"{elf} contains nothing to load")
            symbols, functions = _names(parsed)
    return Firmware(Path(elf), bytes(image), symbols, functions, segments)


def missing_file_error(path: Path) -> MetroError:
    return MetroError(f"there is no firmware {path}",
                      f"{did_you_mean_path(path)}Give an ELF file or an application's folder")


@contextlib.contextmanager
def _elf_errors(elf: Path):
    """Turn errors about a file that is no firmware into a MetroError."""
    from elftools.common.exceptions import ELFError
    try:
        yield
    except FileNotFoundError:
        raise missing_file_error(elf) from None
    except IsADirectoryError:
        raise MetroError(f"{elf} is a folder, not a firmware") from None
    except ELFError as error:
        raise MetroError(f"{elf} is not an ELF file ({error})",
                         "give the linker's output, not a .bin or .hex") from None


def _names(parsed) -> tuple[dict, list]:
    """Return the addresses by name, and (address, size, name) of the functions."""
    table = parsed.get_section_by_name(".symtab")
    entries = list(table.iter_symbols()) if table else []
    symbols = {entry.name: entry["st_value"] for entry in entries if entry.name}
    functions = sorted((entry["st_value"], entry["st_size"], entry.name) for entry in entries
                       if entry["st_info"]["type"] == "STT_FUNC" and entry.name)
    return symbols, functions


def kind_of(section) -> str:
    """Return the kind of memory of an ELF section: program, data or zeroed; or an empty string.

    The C library of RIOT's programs has tables of pointers, so their linker marks the constants as writable.
    """
    flags = section["sh_flags"]
    if not flags & 2:                                      # SHF_ALLOC: the section takes memory
        return ""
    if section["sh_type"] == "SHT_NOBITS":
        return "zeroed"
    return "data" if flags & 1 and not flags & 4 and section.name != ".rodata" else "program"


def contents(elf: Path) -> tuple[dict, dict, list]:
    """Return bytes by kind of memory, symbols and functions (as in Firmware) of a program for any SoC."""
    from elftools.elf.elffile import ELFFile
    sizes = {"program": 0, "data": 0, "zeroed": 0}
    with _elf_errors(elf), open(elf, "rb") as file:
        parsed = ELFFile(file)
        if (parsed.elfclass, parsed["e_machine"]) != (32, "EM_RISCV"):
            raise MetroError(f"{elf} is not a program for 32-bit RISC-V")
        for section in parsed.iter_sections():
            if kind := kind_of(section):
                sizes[kind] += section["sh_size"]
        return (sizes, *_names(parsed))
