# SPDX-License-Identifier: Apache-2.0
"""`./metro boards NAME --gdb`: serves GDB for the core of a board, over the bridge that LiteX's litex_server drives."""
from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from ..base import cache, paths
from ..base.errors import MetroError
from ..products import core as core_module, simulator
from . import connection

CSR_TABLE = "csr.csv"                     # file of a board's project: addresses of the SoC's registers and memories
FLAGS = [*simulator.CFLAGS.split(), "-O2"]


def build() -> Path:
    """Compile the server and return the executable."""
    headers = [simulator.OPCODES, simulator.HARNESS / "simulation.h", *simulator.GDB.glob("*.h")]
    sources = sorted(simulator.GDB.glob("*.cpp"))

    def make(folder: Path) -> None:
        simulator.run(["g++", *FLAGS, *simulator.PLACES, "-o", str(folder / "gdb_server"), *map(str, sources)],
                      "the C++ compiler")

    inputs = {"files": cache.digest_files([*headers, *sources]), "compiler": simulator.version("g++"),
              "flags": FLAGS}
    return cache.product("gdb-server", inputs, make) / "gdb_server"


def litex_server(options: dict) -> str:
    """Return the command that drives a project's bridge."""
    return (f"{Path(sys.executable).parent / 'litex_server'} --uart --uart-port /dev/ttyUSB0 "
            f"--uart-baudrate {options['baudrate']}")


def console(folder: Path, options: dict) -> str:
    """Return the command that shows a project's console."""
    port = f"crossover --csr-csv {folder / CSR_TABLE}" if options["console"] == "serial" else "jtag"
    return f"{Path(sys.executable).parent / 'litex_term'} {port}"


def project_options(folder: Path) -> dict:
    """Return the options of a project. Raise MetroError if there is no project or its core has no debug plugin."""
    file = folder / "board.json"
    if not file.exists():
        raise MetroError(f"{folder} has no project of a board", "run --build --debug to write one")
    options = json.loads(file.read_text())
    if not options["debug"]:
        raise MetroError(f"the core of {folder} has no debug plugin", "run --build --debug to add one")
    return options


def connect(options: dict, address: tuple[str, int]) -> socket.socket:
    """Connect to litex_server, discard its greeting and return the socket. address: host and port."""
    try:
        bridge = socket.create_connection(address)
    except OSError as error:
        raise MetroError(f"no litex_server answers at {':'.join(map(str, address))}: {error.strerror}",
                         f"start it in another terminal: {litex_server(options)}") from None
    bridge.recv(128)
    return bridge


def target(folder: Path, options: dict, listener: socket.socket, bridge: socket.socket) -> dict:
    """Return the contents of TARGET.json for the GDB server; main.cpp and gdb.h in hw/gdb describe its keys."""
    core = core_module.describe(folder)
    read_only = {"loader"} if options["sent"] else {"rom"}
    registers = re.search(r"^memory_region,vexriscv_debug,(\w+),", (folder / CSR_TABLE).read_text(),
                          re.MULTILINE)
    return {"socket": listener.fileno(), "bridge": bridge.fileno(), "registers": int(registers[1], 16), "core": core,
            "memory": connection.regions(folder, read_only),
            "hardware_breakpoints": core["debug"]["hardware_breakpoints"]}


def serve(folder: Path, port: int | None, address: tuple[str, int]) -> int:
    """Serve GDB until the debugger or Ctrl-C ends the server. Return the server's exit code.

    port: for GDB. address: host and port of litex_server.
    """
    options = project_options(folder)
    server = build()
    with connect(options, address) as bridge, connection.listen(port) as listener, \
            tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as scratch:
        file = Path(scratch) / "target.json"
        file.write_text(json.dumps(target(folder, options, listener, bridge)))
        print("metro: waiting for GDB; in another terminal:\n"
              f"  {connection.command(folder / 'firmware.elf', listener)}",
              file=sys.stderr, flush=True)
        process = subprocess.Popen([server, file], pass_fds=[listener.fileno(), bridge.fileno()])
        try:
            return process.wait()
        except KeyboardInterrupt:                           # the server gets SIGINT too, and lets the core run
            process.wait()
            raise
