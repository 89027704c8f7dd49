# SPDX-License-Identifier: Apache-2.0
"""GDB on the simulated SoC or a board: the port, the command that connects, and the memory map."""
from __future__ import annotations

import json
import re
import shlex
import socket
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError
from ..products.core import describe

PORT = 3333
SCRIPT = paths.SCRIPTS / "gdb" / "metronome.py"


def listen(port: int | None) -> socket.socket:
    """Return a socket on which GDB can connect from this machine only.

    port: None selects 3333 or, if that is in use, any free port.
    """
    for wanted in (PORT, 0) if port is None else (port,):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", wanted))
            listener.listen(1)
            return listener
        except OSError as error:
            listener.close()
            reason = error.strerror
    raise MetroError(f"--gdb cannot listen on port {port}: {reason}", "give another port, or none for a free port")


def command(elf: Path, listener: socket.socket) -> str:
    """Return the shell command for a GDB that is connected and shows the tasks."""
    return shlex.join(["gdb-multiarch", str(elf), "-x", str(SCRIPT),
                       "-ex", f"target remote localhost:{listener.getsockname()[1]}"])


def options(listener: socket.socket, soc: Path, folder: Path, code: list[tuple[int, int]] = ()) -> list[str]:
    """Return the simulator's options. The simulator must inherit the socket.

    code: (address, bytes) of each area into which the program copies code. A copy overwrites software breakpoints, so
    these areas get hardware breakpoints, as ROM does.
    """
    core = describe(soc)
    target = {"socket": listener.fileno(), "core": core, "memory": split_around(regions(soc), code),
              "hardware_breakpoints": core["debug"]["hardware_breakpoints"]}
    (folder / "gdb.json").write_text(json.dumps(target))
    return ["--gdb", str(folder / "gdb.json")]


def split_around(memory: list[dict], code: list[tuple[int, int]]) -> list[dict]:
    """Return the regions, with each piece of code as a separate region of ROM."""
    for start, length in sorted(code):
        found = next(one for one in memory if one["start"] <= start and start + length <= one["start"] + one["length"])
        end = found["start"] + found["length"]
        pieces = [(found["type"], found["start"], start), ("rom", start, start + length),
                  (found["type"], start + length, end)]
        memory = [one for one in memory if one is not found] + [
            {"type": kind, "start": first, "length": last - first} for kind, first, last in pieces if first < last]
    return memory


def regions(soc: Path, read_only: frozenset | set = frozenset({"rom"})) -> list[dict]:
    """Return the SoC's memory map for GDB, which uses hardware breakpoints in ROM. read_only: names of ROM regions.

    GDB ignores a map with overlapping regions, so a memory that is divided (hw/litex_soc.py) appears only as its parts.
    The start code copies into hot memory and overwrites software breakpoints there, so hot memory counts as ROM.
    """
    read_only = {*read_only, "hot_memory"}
    text = (soc / "include" / "generated" / "regions.ld").read_text()
    found = [{"type": "rom" if name in read_only else "ram", "start": int(start, 16), "length": int(length, 16)}
             for name, start, length in re.findall(r"(\w+) : ORIGIN = (\w+), LENGTH = (\w+)", text)]
    return [one for one in found if not any(
        part["length"] < one["length"] and 0 <= part["start"] - one["start"] < one["length"] for part in found)]
