# SPDX-License-Identifier: Apache-2.0
"""Firmware: builds it with sw/metronome.mk, and reads what came out (or what a user brings)."""
from __future__ import annotations

import dataclasses
import re
import shutil
import struct
import tempfile
from pathlib import Path

from . import cache, core as core_module, paths, simulator, soc as soc_module
from .errors import MetroError

SOFTWARE = paths.ROOT / "sw"
KERNEL = SOFTWARE / "kernel"
COMPILER = "riscv64-unknown-elf-gcc"


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


def build(name: str, sources: list[Path], cfg: Path, soc: Path | None = None, kernel: Path = KERNEL,
          opt: str = "-O2", defs: str = "", foreign: list[Path] = (), foreign_flags: str = "",
          software: Path | None = None) -> Firmware:
    """Compiles and links an application with a kernel, the port and the board support.

    name: of the ELF file. sources: the application's C files. cfg: folder of its os_cfg.h. soc: as soc.build() gives.
    kernel: folder of os_*.c and ucos_ii.h. defs: further compiler options. foreign, foreign_flags: C files of others'
    making, and what they need on top. software: another sw/, with a kernel of its own; tests put faults there.
    """
    soc = soc or soc_module.default()
    headers = soc_module.headers(soc)
    sources = [Path(source).resolve() for source in sources]
    kernel, cfg = Path(software / "kernel" if software else kernel).resolve(), Path(cfg).resolve()
    software = software or SOFTWARE
    inputs = {
        "name": name, "opt": opt, "defs": defs, "foreign_flags": foreign_flags, "headers": headers.name,
        "sources": cache.digest_files([*sources, *foreign, *headers_beside([*sources, *foreign]), cfg]),
        "files": [source.name for source in sources],
        "kernel": cache.digest_files([kernel]),
        "software": cache.digest_files([*software.glob("*.*"), *(software / folder for folder in
                                                                 ("ucos-ports", "bsp", "model"))]),
        "compiler": simulator.version(COMPILER),
        "isa": isa_of(soc),
    }

    def make(folder: Path) -> None:
        simulator.run(_make(software, NAME=name, OUT=folder, SRC=" ".join(map(str, sources)), CFG=cfg, KERNEL=kernel,
                            SOC=headers, ISA=isa_of(soc), OPT=opt, DEFS=defs, FOREIGN=" ".join(map(str, foreign)),
                            FOREIGN_FLAGS=foreign_flags), f"building the firmware {name}")
        for file in folder.iterdir():
            if file.suffix not in (".elf", ".map"):
                shutil.rmtree(file) if file.is_dir() else file.unlink()

    return read(cache.product("firmware", inputs, make) / f"{name}.elf", soc)


def headers_beside(sources: list[Path]) -> list[Path]:
    return sorted({header for source in sources for header in Path(source).parent.glob("*.h")})


def _make(software: Path = SOFTWARE, /, **variables) -> list[str]:
    return ["make", "--no-print-directory", "-f", str(software / "metronome.mk"), f"LITEX={soc_module.litex_include()}",
            "CCACHE=ccache", *(f"{key}={value}" for key, value in variables.items())]


def kernel_size(cfg: Path, opt: str, kernel: Path = KERNEL, defs: str = "") -> dict:
    """Bytes of text, data and bss of a kernel's objects, all functions included. cfg: folder of its os_cfg.h."""
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        output = simulator.run([*_make(NAME="kernel", OUT=scratch, SRC="none.c", CFG=cfg, KERNEL=kernel, OPT=opt,
                                       DEFS=defs, SOC=soc_module.headers(soc_module.default())), "sizes"],
                               "compiling the kernel")
    text, data, bss = output.splitlines()[-1].split()[:3]
    return {"text": int(text), "data": int(data), "bss": int(bss)}


def sources_of(app: Path) -> list[Path]:
    """The C files of an application's folder; metronome.mk takes its hooks by itself."""
    sources = [source for source in sorted(app.glob("*.c")) if source.name != "app_hooks.c"]
    if not sources:
        raise MetroError(f"{app} has no .c files", "give an ELF file or an application's folder")
    return sources


def isa_of(soc: Path) -> str:
    """As the compiler calls it: rv32im, or rv32imc."""
    return core_module.describe(soc)["isa"]


def rom_bytes(soc: Path) -> int:
    regions = (soc / "include" / "generated" / "regions.ld").read_text()
    return int(re.search(r"rom\s*:\s*ORIGIN = 0x0+, LENGTH = (\w+)", regions).group(1), 16)


def read(elf: Path, soc: Path) -> Firmware:
    """Reads an ELF file and refuses what cannot run on the SoC."""
    from elftools.common.exceptions import ELFError
    from elftools.elf.elffile import ELFFile

    room = rom_bytes(soc)
    try:
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
            table = parsed.get_section_by_name(".symtab")
            entries = list(table.iter_symbols()) if table else []
    except FileNotFoundError:
        raise MetroError(f"there is no firmware {elf}") from None
    except IsADirectoryError:
        raise MetroError(f"{elf} is a folder, not a firmware") from None
    except ELFError as error:
        raise MetroError(f"{elf} is not an ELF file ({error})",
                         "give the linker's output, not a .bin or .hex") from None
    symbols = {entry.name: entry["st_value"] for entry in entries if entry.name}
    functions = sorted((entry["st_value"], entry["st_size"], entry.name) for entry in entries
                       if entry["st_info"]["type"] == "STT_FUNC" and entry.name)
    return Firmware(Path(elf), bytes(image), symbols, functions, segments)
