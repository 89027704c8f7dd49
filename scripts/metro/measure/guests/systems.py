# SPDX-License-Identifier: Apache-2.0
"""The programs of bench/guests on a core with user mode and memory protection."""
from __future__ import annotations

import dataclasses
from pathlib import Path

from ... import configuration
from ...base import cache, paths
from ...figures.key import LARGE_CACHES
from ...gdb import connection as debug
from ...products import firmware as firmware_module, guests as guests_module, isa, simulator, soc as soc_module
from ...run import execution
from .. import workloads
from ..measurement import Simulation

BENCH = paths.ROOT / "bench" / "guests"
NATIVE = BENCH / "native"
# Columns of a key: the configuration and the caches. "guests" has register banks and hot memories. With "guest-switch",
# the core also switches guests by itself.
SYSTEMS = SMALL, LARGE, SMALL_BANKS, LARGE_BANKS, SMALL_SWITCH, LARGE_SWITCH = tuple(
    (config, caches) for config in ("original", "guests", "guest-switch") for caches in ("", LARGE_CACHES))
LINE = execution.Line(5000, 20000)
MOST_CYCLES = 30_000_000


def deaf(firmware: firmware_module.Firmware, system: tuple[str, str] = SMALL) -> dict:
    """Return a meter of the stretches in which nothing can interrupt the monitor.

    A stretch begins with a trap, a read of the interrupt lines or the end of a sleep. It ends when a guest runs again,
    at the next read or sleep, or at the end of all guests. If the core switches guests, a read of the ready guests
    counts like a read of the lines, and a guest can sleep with enabled interrupts.
    """
    switches = system in (SMALL_SWITCH, LARGE_SWITCH)
    looks = [{"instruction": isa.csrs(isa.read())[name] << 20 | 0x2073, "mask": 0xFFFFFFFF & ~(31 << 7)}
             for name in ("irq_pending", *["switch_guests"] * switches)]
    ends = [at(firmware, "finish")] if "finish" in firmware.symbols else []
    return {"name": "deaf", "kind": "interval",
            "start": [{"interrupts": False}, *looks, *[{"asleep": False}] * (not switches)],
            "stop": [{"interrupts": True}, *looks, {"asleep": True}, *ends]}


def soc(system: tuple[str, str] = SMALL, regions: tuple[soc_module.Region, ...] = ()) -> Path:
    """Return the SoC for guests, and for a program without a monitor."""
    config, caches = system
    return soc_module.of(configuration.read(config).changed(
        {**guests_module.core_fields(), **(workloads.LARGE_CACHES if caches else {})}), regions=regions)


def some_of(file: str, number: int | None = None) -> guests_module.Guests:
    """Return all guests of a file of bench/guests, or the first `number` of them."""
    its = guests_module.read(BENCH / file)
    return dataclasses.replace(its, guests=its.guests[:number])


def guests(file: str, number: int | None = None, system: tuple[str, str] = SMALL) -> firmware_module.Firmware:
    """Return the monitor with these guests."""
    return guests_module.build(some_of(file, number), soc(system))


def native(program: str, system: tuple[str, str] = SMALL) -> firmware_module.Firmware:
    """Return a guest's program that runs in machine mode, without a monitor."""
    its_soc = soc(system)
    headers, litex = soc_module.headers(its_soc), soc_module.litex_include()
    ram = next(region for region in debug.regions(its_soc) if region["type"] == "ram")
    flags = ["-O2", f"-march={firmware_module.isa_of(its_soc)}", "-misa-spec=2.2", "-mabi=ilp32",
             "--specs=picolibc.specs", "-nostartfiles", "-msmall-data-limit=0", "-mno-relax", "-Wall", "-Wextra",
             "-Werror", f"-Wl,--defsym=__ram={ram['start']},--defsym=__ram_end={ram['start'] + ram['length']}",
             "-Wl,--no-warn-rwx-segments"]
    folders = [f"-I{NATIVE}", f"-I{firmware_module.SOFTWARE}", f"-isystem{headers}", f"-isystem{litex}",
               f"-isystem{litex}/../../cores/cpu/vexriscv"]
    inputs = {"code": cache.digest_files([BENCH / program, NATIVE, simulator.OPCODES]), "headers": headers.name,
              "flags": flags, "compiler": simulator.version(firmware_module.COMPILER)}

    def make(folder: Path) -> None:
        simulator.run([firmware_module.COMPILER, *flags, *folders, f"-T{NATIVE / 'native.ld'}",
                       str(NATIVE / "native.c"), str(BENCH / program), "-o", str(folder / "native.elf")],
                      f"compiling {program} for the core alone")

    return firmware_module.read(cache.product("native", inputs, make) / "native.elf", its_soc)


def simulation(firmware: firmware_module.Firmware, meters: dict, system: tuple[str, str] = SMALL,
               max_cycles: int = MOST_CYCLES, ends_well: tuple[int, ...] = (0,)) -> Simulation:
    return Simulation(firmware, soc(system), meters, LINE, max_cycles, ends_well)


def interval(name: str, start: list | dict, *stop: dict) -> dict:
    return {"name": name, "kind": "interval", "start": start, "stop": list(stop)}


def at(firmware: firmware_module.Firmware, symbol: str, further: int = 0) -> dict:
    return {"pc": firmware.address(symbol) + further}


RISES = {"line": workloads.SIM_LINE}
