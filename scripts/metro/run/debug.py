# SPDX-License-Identifier: Apache-2.0
"""GDB on the simulated SoC: the port where it is served, the command to type."""
from __future__ import annotations

import json
import re
import shlex
import socket
from pathlib import Path

from ..base import paths
from ..base.errors import MetroError
from ..build.core import describe

PORT = 3333
SCRIPT = paths.SCRIPTS / "gdb" / "metronome.py"


def listen(port: int | None) -> socket.socket:
    """A socket of this machine alone where GDB may connect; without a port at 3333 or, if somebody has it, any."""
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
    raise MetroError(f"--gdb cannot listen on port {port}: {reason}", "give another port, or none to get a free one")


def command(elf: Path, listener: socket.socket) -> str:
    """What to type to get a GDB that is connected and knows the tasks."""
    return shlex.join(["gdb-multiarch", str(elf), "-x", str(SCRIPT),
                       "-ex", f"target remote localhost:{listener.getsockname()[1]}"])


def options(listener: socket.socket, soc: Path, folder: Path, code: list[tuple[int, int]] = ()) -> list[str]:
    """The simulator's options. The socket has to be handed on to it. code: (address, bytes) of what the program itself
    copies there, over whatever breakpoint was written: like ROM, it takes hardware breakpoints."""
    core = describe(soc)
    target = {"socket": listener.fileno(), "core": core, "memory": without(regions(soc), code),
              "hardware_breakpoints": core["debug"]["hardware_breakpoints"]}
    (folder / "gdb.json").write_text(json.dumps(target))
    return ["--gdb", str(folder / "gdb.json")]


def without(memory: list[dict], code: list[tuple[int, int]]) -> list[dict]:
    """The regions, with a part of its own for each piece of code."""
    for start, length in sorted(code):
        found = next(one for one in memory if one["start"] <= start and start + length <= one["start"] + one["length"])
        end = found["start"] + found["length"]
        pieces = [(found["type"], found["start"], start), ("rom", start, start + length),
                  (found["type"], start + length, end)]
        memory = [one for one in memory if one is not found] + [
            {"type": kind, "start": first, "length": last - first} for kind, first, last in pieces if first < last]
    return memory


def regions(soc: Path, read_only: frozenset | set = frozenset({"rom"})) -> list[dict]:
    """The SoC's memory as GDB is told of it, which then puts hardware breakpoints into ROM by itself. GDB would ignore
    the whole of it if regions overlapped: of a memory that is divided (hw/litex_soc.py) only the parts are there. Into
    the memory for hot code the program's start copies, over whatever breakpoint was written there: it counts as ROM."""
    read_only = {*read_only, "hot_memory"}
    text = (soc / "include" / "generated" / "regions.ld").read_text()
    found = [{"type": "rom" if name in read_only else "ram", "start": int(start, 16), "length": int(length, 16)}
             for name, start, length in re.findall(r"(\w+) : ORIGIN = (\w+), LENGTH = (\w+)", text)]
    return [one for one in found if not any(
        part["length"] < one["length"] and 0 <= part["start"] - one["start"] < one["length"] for part in found)]
