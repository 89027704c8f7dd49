# SPDX-License-Identifier: Apache-2.0
"""Checks of a board's project without the vendor's tool: ports and pins, clocks, memory contents, the debug bus."""
from __future__ import annotations

import re
from pathlib import Path

from ..base.errors import MetroError
from .board import Board

# Rows of ball grids have only letters that cannot be confused with other characters (JEDEC).
_LETTERS = "ABCDEFGHJKLMNPRTUVWY"
ROWS = [*_LETTERS, *("A" + letter for letter in _LETTERS)]

DEBUG_PORTS = ("debug_bus_cmd_valid", "debug_bus_cmd_ready", "debug_bus_rsp_data", "debug_resetOut", "debugReset")


def ports(text: str, top: str) -> dict[str, int]:
    """Return the ports of the top module with their widths in bits."""
    head = re.search(rf"^module {top} \((.*?)^\);", text, re.MULTILINE | re.DOTALL)
    if not head:
        raise MetroError(f"there is no module {top}", "this is a bug in metro; please report it")
    found = re.findall(r"(?:input|output|inout)\s+(?:wire|reg)?\s*(?:\[\s*(\d+):0\])?\s*(\w+)", head[1])
    return {name: int(high or 0) + 1 for high, name in found}


def port_bits(widths: dict[str, int]) -> set[str]:
    return {name if width == 1 else f"{name}[{bit}]" for name, width in widths.items() for bit in range(width)}


def pins(text: str) -> dict[str, str]:
    """Return the pin of each port, from constraints for Vivado (.xdc), Quartus (.qsf) or nextpnr (.lpf)."""
    found = [(port, pin) for pin, port in re.findall(r"set_property LOC (\w+) \[get_ports \{(.+?)\}\]", text)]
    found += re.findall(r"set_location_assignment .*-to (\S+) Pin_(\w+)", text)
    found += re.findall(r'LOCATE COMP "(.+?)" SITE "(\w+)"', text)
    twice = {port for port, pin in found if dict(found)[port] != pin}
    if twice:
        raise MetroError(f"more than one pin for {', '.join(sorted(twice))}")
    return dict(found)


def clocks(text: str) -> dict[str, float]:
    """Return the frequency in MHz of each constrained clock, by port or net."""
    found = {name: 1000 / float(period) for period, name in
             re.findall(r"create_clock .*-period ([\d.]+) \[get_(?:ports|nets) \{?(\w+)\}?\]", text)}
    found.update((name, float(mhz)) for name, mhz in re.findall(r'FREQUENCY PORT "(\w+)" ([\d.]+) MHz', text))
    return found


def is_on_grid(pin: str, size: int) -> bool:
    """Return whether a package with size x size balls can have this pin."""
    found = re.fullmatch(r"([A-Z]+)(\d+)", pin)
    return bool(found) and found[1] in ROWS[:size] and 1 <= int(found[2]) <= size


def debugger_obstacles(verilog: str, table: Path) -> list[str]:
    """Return the reasons why no debugger reaches the core: an unconnected port, no bridge, or no address in `table`."""
    found = [f"the core's {port} is not connected" for port in DEBUG_PORTS
             if not re.search(rf"\.{port}\s*\([\w(]", verilog)]
    if "uartbone_wishbone_stb" not in verilog:
        found.append("no bridge connects the serial port to the bus")
    if "memory_region,vexriscv_debug," not in (table.read_text() if table.exists() else ""):
        found.append(f"{table.name} has no address of the core's debug registers")
    return found


def find_faults(board: Board, folder: Path) -> list[str]:
    """Return the faults of a project that can be found without the vendor's tool."""
    gateware = folder / "gateware"
    verilog = (gateware / f"{board.name}.v").read_text()
    constraints = "\n".join((gateware / f"{board.name}{suffix}").read_text()
                            for suffix in board.toolchain.constraint_suffixes)
    wanted, placed, found = port_bits(ports(verilog, board.name)), pins(constraints), []
    wanted -= {port for port in wanted if port.startswith("altera_reserved_")}         # JTAG's own pins
    found += [f"port {port} has no pin" for port in sorted(wanted - set(placed))]
    found += [f"pin {placed[port]} is assigned to {port}, which is not a port" for port in sorted(set(placed) - wanted)]
    found += [f"{port} is at {pin}, which the package does not have"
              for port, pin in sorted(placed.items()) if not is_on_grid(pin, board.grid)]
    found += [f"{pin} is used twice" for pin in sorted({pin for pin in placed.values()
                                                       if list(placed.values()).count(pin) > 1})]
    clock, mhz = board.clock_pin
    if abs(clocks(constraints).get(clock, 0) - mhz) > 0.01:
        found.append(f"the clock {clock} is not constrained to {mhz:g} MHz")
    core = gateware / "VexRiscv.v"                         # the stock core has another file name, and no debug plugin
    if core.exists() and "debug_bus_cmd_valid" in core.read_text():
        found += debugger_obstacles(verilog, folder / "csr.csv")
    for name in re.findall(r'\$readmemh\("(.+?)"', verilog):
        if not (gateware / name).exists():
            found.append(f"the memory contents {name} are missing")
    return found
