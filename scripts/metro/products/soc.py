# SPDX-License-Identifier: Apache-2.0
"""The simulated SoC from LiteX: Verilog, initial memory contents, C headers. `./metro soc` writes the headers."""
from __future__ import annotations

import dataclasses
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from .. import configuration
from ..base import cache, output, paths, plain
from ..base.errors import MetroError
from . import core as core_module, netlist, rtos as rtos_module

SOURCE = paths.ROOT / "hw" / "litex_soc.py"
MODULE = paths.ROOT / "hw" / "metronome_litex.py"          # imported by SOURCE
THREADS = paths.ROOT / "hw" / "hardware_thread.py"         # imported by SOURCE
REGIONS = paths.ROOT / "hw" / "virtual_device.py"          # imported by SOURCE
CIRCUITS = "circuits.json"                                 # names of the circuits, by slot


@dataclasses.dataclass(frozen=True)
class Region:
    """A region (hw/virtual_device.py): the Verilog of its circuits, and the modelled cycles of a reconfiguration."""
    circuits: tuple[Path, ...]
    cycles: int


def elaborate(core: Path, output: Path, rom: Path | None = None, threads: Sequence[Path] = (),
              bursting: bool = False, regions: Sequence[Region] = (), ram: int = 0, timers: int = 0) -> None:
    """Run LiteX in a separate process, because it changes the working folder and prints a lot.

    rom: the ROM's content. The other parameters are those of build().
    """
    command = [sys.executable, str(SOURCE), "--core", str(core), "--output", str(output)]
    command += [*(["--rom", str(rom)] if rom else []), *(f"--thread={file}" for file in threads),
                *(["--bus-bursting"] if bursting else []), *([f"--ram={ram}"] if ram else []),
                *([f"--timers={timers}"] if timers else [])]
    for region in regions:
        command += ["--region", str(region.cycles), *map(str, region.circuits)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        if refused := re.search(r"^hardware_thread\.ThreadError: (.+)", run.stderr, re.MULTILINE):
            raise MetroError(refused[1], "docs/thread-reference.md lists the ports of a circuit")
        if refused := re.search(r"^virtual_device\.RegionError: (.+)", run.stderr, re.MULTILINE):
            raise MetroError(refused[1], "hw/virtual_device.py lists the ports of a circuit")
        raise MetroError("LiteX could not build the SoC", (run.stdout + run.stderr)[-4000:])


def of(chosen, threads: Sequence[Path] = (), regions: Sequence[Region] = (), ram: int = 0, timers: int = 0) -> Path:
    """Return the folder of a configuration's SoC. Result and other parameters are those of build()."""
    return build(core_module.generate(chosen), threads, chosen.soc.bus_bursting, regions, ram, timers)


def build(core: Path, threads: Sequence[Path] = (), bursting: bool = False, regions: Sequence[Region] = (),
          ram: int = 0, timers: int = 0) -> Path:
    """Return the folder with gateware/ (*.v, *.init), include/generated/ (*.h, regions.ld) and core.json.

    threads: Verilog files of hardware threads, one per slot. bursting: the bus supports bursts. regions: areas
    for the accelerators of guests.
    ram: size in bytes, 0 for the default. timers: number of timers in addition to timer0.
    """
    inputs = {
        # The core's content, because a new generator that writes the same core must not change the SoC.
        "core": cache.digest_files([*core.glob("*.v"), core / "core.json"]),
        "source": cache.digest_files([SOURCE, MODULE]),
        "packages": {name: metadata.version(name) for name in ("litex", "migen")},
    }
    of_slots = [(file.name, netlist.expand_port_macros(file.read_text())) for file in threads]
    of_regions = {file.name: netlist.expand_port_macros(file.read_text())
                  for region in regions for file in region.circuits}
    if of_slots:
        inputs["threads"] = [[name, cache.key_of({"text": text})] for name, text in of_slots]
        inputs["slots"] = cache.digest_file(THREADS)
    if bursting:
        inputs["bursting"] = True
    if regions:
        inputs["regions"] = [[region.cycles, *([file.name, cache.key_of({"text": of_regions[file.name]})]
                                               for file in region.circuits)] for region in regions]
        inputs["virtual_device"] = cache.digest_files([REGIONS, THREADS])
    if ram:
        inputs["ram"] = ram
    if timers:
        inputs["timers"] = timers

    buses = core_module.describe(core)["buses"]
    if buses != "wishbone":
        raise MetroError(f"a SoC needs a core with Wishbone buses; {core} has {buses} ones",
                         "generate it without --native-buses")

    def make(folder: Path) -> None:
        scratch = folder / "litex"
        elaborate(core, scratch, threads=threads, bursting=bursting, regions=regions, ram=ram, timers=timers)
        (folder / "gateware").mkdir()
        verilog = (scratch / "gateware" / "sim.v").read_text()
        (folder / "gateware" / "sim.v").write_text(netlist.without_build_time(verilog))
        for file in scratch.glob("gateware/*.init"):
            shutil.copy(file, folder / "gateware")
        for file in core.glob("*.v"):
            shutil.copy(file, folder / "gateware")
        for name, text in (*of_slots, *of_regions.items()):
            (folder / "gateware" / name).write_text(text)
        copy_headers(scratch / "software" / "include" / "generated", folder / "include" / "generated")
        shutil.copy(core / "core.json", folder)
        if threads:
            (folder / CIRCUITS).write_text(json.dumps([file.stem for file in threads]))
        shutil.rmtree(scratch)

    return cache.product("soc", inputs, make)


def copy_headers(source: Path, target: Path) -> None:
    """Copy headers without the build's time, folder and commit, so that equal SoCs have equal headers."""
    target.mkdir(parents=True)
    for file in (file for file in source.iterdir() if file.name not in ("variables.mak", "git.h")):
        (target / file.name).write_text(re.sub(r"(// Auto-generated by LiteX).*", r"\1", file.read_text()))


def headers(soc: Path) -> Path:
    """Return the SoC's include/, in a folder that all SoCs with equal headers share, so that they share firmware."""
    source = soc / "include" / "generated"
    return cache.product("headers", {"files": cache.digest_files([source])},
                         lambda folder: shutil.copytree(source, folder / "generated"))


def description(soc: Path) -> dict:
    """Return what LiteX's csr.json has of a SoC: addresses of registers, constants and memories. They come from the
    SoC's headers."""
    csr, mem, constants = ((soc / "include" / "generated" / name).read_text() for name in ("csr.h", "mem.h", "soc.h"))
    base = int(re.search(r"#define CSR_BASE (0x\w+)L", csr)[1], 16)
    sizes = {name.lower(): int(size) for name, size in re.findall(r"#define CSR_(\w+)_SIZE (\d+)$", csr, re.MULTILINE)}
    registers = {name.lower(): {"addr": base + int(offset, 16), "size": sizes[name.lower()]}
                 for name, offset in re.findall(r"#define CSR_(\w+)_ADDR \(CSR_BASE \+ (0x\w+)L\)", csr)}
    memories = re.findall(r"#define (\w+)_BASE (0x\w+)L\n#define \1_SIZE (0x\w+)", mem)
    values = re.findall(r'^#define (\w+)(?: "?([^"\n]*)"?)?$', constants, re.MULTILINE)
    return {"csr_registers": registers,
            "constants": {name.lower(): int(value) if value.isdigit() else value.lower() or None
                          for name, value in values if name != "__GENERATED_SOC_H"},
            "memories": {name.lower(): {"base": int(start, 16), "size": int(size, 16)}
                         for name, start, size in memories}}


def circuits(soc: Path) -> list[str]:
    """Return the names of the circuits in the SoC's slots."""
    file = soc / CIRCUITS
    return json.loads(file.read_text()) if file.exists() else []


def default() -> Path:
    """Return the folder of the SoC with the default core."""
    return build(core_module.generate())


def litex_include() -> Path:
    """Return the folder of LiteX's C headers."""
    import litex
    return Path(litex.__file__).parent / "soc" / "software" / "include"


# ----------------------------------------------------------------------------------------------------- ./metro soc

def add_arguments(parser) -> None:
    parser.description = ("Write the headers of the simulated SoC (csr.h, mem.h, regions.ld ...), with which "
                          "sw/metronome.mk builds a firmware, and print the command that builds it.")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR",
                        help="set the folder; give it to make as SOC=")
    parser.add_argument("--rtos", choices=rtos_module.names(),
                        help=f"print the command for this RTOS ({rtos_module.DEFAULT})")
    configuration.add_arguments(parser, "original", leave_out=("--native-buses", "--threads"))


def main(args) -> int:
    folder = args.output.resolve()
    if not plain.is_plain(folder):
        raise MetroError(f"make cannot handle the path {folder}", "use letters, digits and _ . + - @ only")
    chosen = configuration.chosen(args)
    rtos = rtos_module.get(args.rtos or rtos_module.DEFAULT)
    if args.rtos:
        rtos.refuse(chosen)
    switches, core = rtos.switches(chosen), core_module.generate(chosen)
    isa, made = core_module.describe(core)["isa"], headers(of(chosen)) / "generated"
    variables = f"CPU=vexriscv\nCPUFLAGS=-march={isa} -mabi=ilp32\nSOC_DIRECTORY={litex_include().parents[1]}\n"
    header = (made / "soc.h").read_text() + "".join(f'#define METRONOME_SWITCHES_{key.upper()} "{text}"\n'
                                                    for key, text in rtos_module.switches_for(chosen).items())
    output.write({**{folder / "generated" / file.name: file.read_bytes() for file in made.iterdir()},
                  folder / "generated" / "soc.h": header.encode(),
                  folder / "generated" / "variables.mak": variables.encode(),
                  folder / "core.json": (core / "core.json").read_bytes()})
    kernel, software = rtos.crate and (rtos.kernel_for(chosen) or rtos.kernel()), paths.ROOT / "sw"
    line = ["make", "-f", software / "metronome.mk", "NAME=hello", f"OUT={folder / 'hello'}", "SRC=hello.c",
            f"RTOS={rtos.key}", f"CFG={rtos.template}", *([f"KERNEL={kernel}"] if kernel else []), f"SOC={folder}",
            f"LITEX={litex_include()}", f"ISA={isa}",
            *([f"DEFS={switches}"] if switches else [])]
    run = [*paths.METRO.split(), "run", folder / "hello" / "hello.elf", *configuration.spelled(args)]
    print(f"{folder}: the headers of the simulated SoC, {args.config}. For a hello.c in this folder:\n")
    for command in (line, run):
        print(" ", shlex.join(map(str, command)))
    return 0
