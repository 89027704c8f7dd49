# SPDX-License-Identifier: Apache-2.0
"""Projects for boards: core, SoC, firmware, and the files of the vendor's tool.

A project is a folder that can be moved to another machine:

    gateware/          Verilog, memory contents, constraints, build_NAME.sh and the tool's project files
    include/           LiteX's headers of the SoC, for firmware
    firmware.elf, .bin the contents of the ROM, or what litex_term sends
    board.json         the options of the project
    csr.csv            addresses, for LiteX's tools on the host
"""
from __future__ import annotations

import contextlib
import dataclasses
import json
import logging
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from ..base import cache, output
from ..base.errors import MetroError
from ..measure import workloads
from ..products import application, core as core_module, firmware as firmware_module, netlist, rtos, simulator
from ..products import soc as soc_module, synthesis
from .board import BLOCK, Board

LOADER = firmware_module.SOFTWARE / "loader"
DHRYSTONE = workloads.BENCH / "dhrystone"


@dataclasses.dataclass(frozen=True)
class Options:
    """The options of a board's project; see ./metro boards NAME --help."""
    variant: str
    clock_hz: float
    chosen: object                  # the configuration
    firmware: Path = DHRYSTONE
    memory: str = BLOCK
    serial_boot: bool = False
    console: str = "serial"
    baudrate: int = 115200
    opt: str = "-O2"

    @property
    def sent(self) -> bool:
        """Whether the firmware comes over the serial port. The bitstream then holds the loader."""
        return self.serial_boot or self.memory != BLOCK

    @property
    def debug(self) -> bool:
        return self.chosen.core.debug

    @property
    def uart(self) -> str:
        """LiteX's name of the program's UART. With debug, the bridge uses the serial port and also carries the console.
        """
        return "crossover" if self.debug and self.console == "serial" else self.console


def build(board: Board, options: Options, folder: Path) -> None:
    """Write the project into the folder, and replace its old contents."""
    app, options = chosen_application(options)
    core = core_module.generate(options.chosen)
    with output.folder(folder, replace=True) as work:
        shutil.copy(core / "core.json", work)              # also gives the ISA to the firmware's compiler
        with silence_litex():
            elaborate(board, options, core, app, work)
        (work / "board.json").write_text(json.dumps(
            {"board": board.name, **description(options)}, indent=1, default=str) + "\n")


def description(options: Options) -> dict:
    """Return the contents of board.json."""
    return {**vars(options), "chosen": options.chosen.model_dump(), "sent": options.sent, "debug": options.debug}


@contextlib.contextmanager
def silence_litex():
    """Silence LiteX's messages except warnings, and restore the current folder, which LiteX changes."""
    where = os.getcwd()
    logging.disable(logging.INFO)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        os.chdir(where)


def circuits(app: application.Application | None, slots: int) -> tuple[Path, ...]:
    """Return the sources of an application's first `slots` hardware threads. app: None for an ELF file."""
    if app:
        return app.in_hardware(slots)
    if slots:
        raise MetroError(f"--threads {slots}: the firmware has no circuits", "name an application's folder with "
                         "--firmware")
    return ()


def elaborate(board: Board, options: Options, core: Path, app: application.Application | None, folder: Path) -> None:
    from litex.soc.cores.led import LedChaser
    from litex.soc.integration.builder import Builder
    from litex_soc import MetronomeSoC
    from metronome_litex import name_switches

    hz, platform = options.clock_hz, board.platform(options.variant)
    if options.console == "jtag_uart":
        platform.add_reserved_jtag_decls()
    soc = MetronomeSoC(platform, core, crg=board.clock(platform, hz, options.memory), sys_clk_freq=hz,
                       with_loader=options.sent, uart_name=options.uart, uart_baudrate=options.baudrate,
                       ident=f"Metronome on {board.title}", threads=circuits(app, options.chosen.soc.threads),
                       bus_bursting=options.chosen.soc.bus_bursting,
                       **board.memory(options.memory, options.variant, platform, hz))
    name_switches(soc, {"switches": rtos.switches_for(options.chosen)})
    if options.debug:
        soc.add_uartbone(baudrate=options.baudrate)
    soc.leds = LedChaser(pads=platform.request_all("user_led"), sys_clk_freq=hz)     # a sign of life

    builder = Builder(soc, output_dir=str(folder), compile_software=False)
    try:
        soc.finalize()
    except ValueError as error:
        if "PLL" not in str(error):
            raise
        raise MetroError(f"the PLL of the {board.title} cannot generate {hz / 1e6:g} MHz", "choose another frequency") \
            from None
    # Copy the sources, so the project is complete. make_reproducible() expands the includes of circuits.
    platform.sources = [(*source[:3], True) for source in platform.sources]
    platform.verilog_include_paths.clear()
    builder._generate_includes()
    soc_module.copy_headers(folder / "software" / "include" / "generated", folder / "include" / "generated")
    shutil.rmtree(folder / "software")

    firmware = build_firmware(options, app, folder)
    shutil.copy(firmware.elf, folder / "firmware.elf")
    (folder / "firmware.bin").write_bytes(firmware.image)
    if options.sent:
        soc.init_rom("loader", image_words(build_loader(folder)), auto_size=False)
    else:
        soc.init_rom("rom", image_words(firmware.image), auto_size=False)
    # A missed clock is an error with our tools. Vivado and Quartus only mention it in their reports.
    builder.build(build_name=board.name, run=False,
                  **({"timingstrict": True} if board.toolchain.is_installed_by_setup else {}))
    shutil.rmtree(folder / "software")
    make_reproducible(board, folder / "gateware")


def image_words(image: bytes) -> list[int]:
    image += bytes(-len(image) % 4)
    return list(struct.unpack(f"<{len(image) // 4}I", image))


# Firmware

def chosen_application(options: Options) -> tuple[application.Application | None, Options]:
    """Return the application to build, or None for an ELF file, and the options with a core that fits it."""
    if not options.firmware.exists():
        raise firmware_module.missing_file_error(options.firmware)
    if not options.firmware.is_dir():
        return None, options
    app = application.read(options.firmware)
    if options.firmware.resolve() == DHRYSTONE:
        app = dataclasses.replace(app, cfg=(workloads.BENCH / "cfg",))
    app.rtos.refuse(options.chosen)
    text = app.configuration
    if macro := app.rtos.sizes.get("lowest"):              # sized_for() reads the first value: the preprocessor's
        text = f"-D{macro}={preprocessed(macro, app)}\n{text}"
    return app, dataclasses.replace(options, chosen=app.rtos.sized_for(options.chosen, text))


def preprocessed(macro: str, app: application.Application) -> int:
    """Return the number that a macro of the application's configuration has, as the preprocessor sees it."""
    header = app.config
    text = simulator.run([firmware_module.COMPILER, "-E", "-dM", "-x", "c", str(header)],
                         "the preprocessor")
    found = re.search(rf"#define {macro}\s+\(?(\d+)", text)
    if not found:
        raise MetroError(f"{header} does not define {macro}", f"see sw/{app.rtos.application}/{header.name}")
    return int(found[1])


def build_firmware(options: Options, app: application.Application | None, soc: Path):
    """Build the application, or read the ELF file. soc: the folder with the SoC's headers."""
    if app is None:
        return firmware_module.read(options.firmware.resolve(), soc)
    dhrystone = options.firmware.resolve() == DHRYSTONE
    return app.build(soc, opt=options.opt, kernel=app.rtos.kernel_for(options.chosen),
                     defs=app.rtos.switches(options.chosen, app.configuration), strict=dhrystone,
                     foreign=workloads.dhrystone_sources() if dhrystone else [],
                     foreign_flags=workloads.DHRYSTONE_FLAGS)


def build_loader(soc: Path) -> bytes:
    """Build the serial loader for this SoC and return the contents of its ROM."""
    headers, litex = soc_module.headers(soc), soc_module.litex_include()
    flags = ["-march=rv32im", "-misa-spec=2.2", "-mabi=ilp32", "-Os", "-std=gnu11", "-Wall", "-Wextra", "-Werror",
             "-ffreestanding", "-nostdlib", "-isystem", str(headers), "-isystem", str(litex), "-isystem",
             str(litex.parent.parent / "cores" / "cpu" / "vexriscv"), f"-L{headers}", f"-T{LOADER / 'loader.ld'}"]

    def make(folder: Path) -> None:
        compiler, sdram = [firmware_module.COMPILER, *flags], str(folder / "sdram.o")
        simulator.run([*compiler, "-Wstack-usage=0", "-c", "-o", sdram, str(LOADER / "sdram.c")], "building the loader")
        simulator.run([*compiler, "-o", str(folder / "loader.elf"), str(LOADER / "loader.c"), sdram, "-lgcc"],
                      "building the loader")
        simulator.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(folder / "loader.elf"),
                       str(folder / "loader.bin")], "objcopy")

    inputs = {"sources": cache.digest_files([LOADER]), "headers": headers.name,
              "compiler": simulator.version(firmware_module.COMPILER)}
    return (cache.product("loader", inputs, make) / "loader.bin").read_bytes()


# The project's files

def make_reproducible(board: Board, gateware: Path) -> None:
    """Make the project movable and reproducible.

    Paths become relative to their folder. In circuits, the macros of their included header are expanded. Comments lose
    time, commit and LiteX's unordered list of vendor cells. SDRAM data lines become bidirectional, because LiteX
    declares them as inputs for ECP5. A Quartus project gets a .qpf."""
    for file in gateware.iterdir():
        text = file.read_text().replace(f"{gateware}/", "")
        text = re.sub(r"^    input  (?=wire +\[15:0\] sdram_dq,$)", "    inout  ", text, flags=re.MULTILINE)
        text = netlist.expand_port_macros(netlist.without_build_time(text))
        file.write_text(re.sub(r"^[│└─ ]*\[\w+\]\n", "", text, flags=re.MULTILINE))
    if (gateware / f"{board.name}.qsf").exists():
        (gateware / f"{board.name}.qpf").write_text(f'PROJECT_REVISION = "{board.name}"\n')


def bitstream(board: Board, folder: Path) -> Path:
    return folder / "gateware" / f"{board.name}{board.toolchain.bitstream_suffix}"


def script(board: Board) -> str:
    """Return the name of the script that makes the bitstream. It runs in gateware/."""
    return f"build_{board.name}.sh"


def has_toolchain(board: Board) -> bool:
    return board.toolchain.is_installed_by_setup or shutil.which(board.toolchain.program) is not None


def run_toolchain(board: Board, folder: Path, log: Path | None = None) -> None:
    """Make the bitstream. The output of the tool goes to the log, or to the terminal if there is none."""
    environment = synthesis.environment()
    if board.toolchain.is_installed_by_setup:
        environment["PATH"] = f"{synthesis.tool_folder(Path(sys.executable).parent)}{os.pathsep}{environment['PATH']}"
    with open(log, "w") if log else contextlib.nullcontext() as file:
        run = subprocess.run(["bash", script(board)], cwd=folder / "gateware", env=environment, stdout=file,
                             stderr=subprocess.STDOUT if log else None, stdin=subprocess.DEVNULL)
    if run.returncode or not bitstream(board, folder).exists():
        errors = re.findall(r"^.*(?:ERROR|Error[: (]).*$", log.read_text(errors="replace") if log else "", re.MULTILINE)
        raise MetroError(f"{board.toolchain.title} made no bitstream of {folder / 'gateware'}", "\n".join(errors[:5]))


def refuse_without_loader(board: Board, options: Options, folder: Path) -> None:
    command = board.load_command(options.variant, bitstream(board, folder))
    if shutil.which(command[0]) is None:
        raise MetroError(f"{command[0]} is not on the PATH: it loads the bitstream into the {board.title}",
                         f"install it and run the same command again, or run this one:\n{' '.join(command)}")


def load(board: Board, options: Options, folder: Path) -> None:
    """Load the bitstream into the FPGA."""
    file = bitstream(board, folder)
    if not file.exists():
        raise MetroError(f"there is no bitstream {file}", f"run --build on a machine with {board.toolchain.title}, "
                         f"or bash {script(board)} in {file.parent}")
    refuse_without_loader(board, options, folder)
    command = board.load_command(options.variant, file)
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        raise MetroError(f"{command[0]} could not load the {board.title}", "is the board connected and switched on?")
