# SPDX-License-Identifier: Apache-2.0
"""The programs of bench/guests on a core with user mode and memory protection: what they say, what the harness saw."""
from __future__ import annotations

import dataclasses
import json
from pathlib import Path

from ... import configuration
from ...base import cache, paths
from ...base.errors import MetroError
from ...base.published import published
from ...build import firmware as firmware_module, guests as guests_module, simulator, soc as soc_module
from ...run import debug, execution
from ..workloads import SIM_LINE

BENCH = paths.ROOT / "bench" / "guests"
NATIVE = BENCH / "native"
KERONE_MHZ = 667
# By the caches; with banks of registers, and hot memory.
SMALL, LARGE, SMALL_BANKS, LARGE_BANKS = "4 KiB", "64 KiB", "4 KiB, banks", "64 KiB, banks"
_LARGE = {"core.icache_bytes": 65536, "core.dcache_bytes": 65536}
SYSTEMS = {SMALL: ("original", {}), LARGE: ("original", _LARGE), SMALL_BANKS: ("guests", {}),
           LARGE_BANKS: ("guests", _LARGE)}
LINE = execution.Line(5000, 20000)
MOST_CYCLES = 30_000_000
LOOK = {"instruction": 0xFC002073, "mask": 0xFFFFFFFF & ~(31 << 7)}       # csrr of the lines that are up


def deaf(firmware: firmware_module.Firmware) -> dict:
    """A meter: the monitor may not be interrupted, from a trap, a look at the lines or the end of a sleep to the next
    one of these, or to the guest. When all guests have ended, nobody waits."""
    ends = [at(firmware, "finish")] if "finish" in firmware.symbols else []
    return {"name": "deaf", "kind": "interval", "start": [{"interrupts": False}, LOOK, {"asleep": False}],
            "stop": [{"interrupts": True}, LOOK, {"asleep": True}, *ends]}


def soc(system: str = SMALL, regions: tuple[soc_module.Region, ...] = ()) -> Path:
    """What guests run on; the program that has the core for itself, too."""
    name, changes = SYSTEMS[system]
    return soc_module.of(configuration.read(name).changed(
        {**guests_module.CORE, **changes}), regions=regions)


def some_of(file: str, number: int | None = None) -> guests_module.Guests:
    """All guests of a file of bench/guests, or the first ones, so many."""
    its = guests_module.read(BENCH / file)
    return dataclasses.replace(its, guests=its.guests[:number])


def guests(file: str, number: int | None = None, system: str = SMALL) -> firmware_module.Firmware:
    """The monitor with them."""
    return guests_module.build(some_of(file, number), soc(system))


def native(program: str, system: str = SMALL) -> firmware_module.Firmware:
    """A guest's program without a monitor, in machine mode."""
    its_soc = soc(system)
    headers, litex = soc_module.headers(its_soc), soc_module.litex_include()
    ram = next(region for region in debug.regions(its_soc) if region["type"] == "ram")
    flags = ["-O2", f"-march={firmware_module.isa_of(its_soc)}", "-misa-spec=2.2", "-mabi=ilp32",
             "--specs=picolibc.specs", "-nostartfiles", "-msmall-data-limit=0", "-mno-relax", "-Wall", "-Wextra",
             "-Werror", f"-Wl,--defsym=__ram={ram['start']},--defsym=__ram_end={ram['start'] + ram['length']}",
             "-Wl,--no-warn-rwx-segments"]
    folders = [f"-I{NATIVE}", f"-isystem{headers}", f"-isystem{litex}", f"-isystem{litex}/../../cores/cpu/vexriscv"]
    inputs = {"code": cache.digest_files([BENCH / program, NATIVE]), "headers": headers.name, "flags": flags,
              "compiler": simulator.version(firmware_module.COMPILER)}

    def make(folder: Path) -> None:
        simulator.run([firmware_module.COMPILER, *flags, *folders, f"-T{NATIVE / 'native.ld'}",
                       str(NATIVE / "native.c"), str(BENCH / program), "-o", str(folder / "native.elf")],
                      f"compiling {program} for the core alone")

    return firmware_module.read(cache.product("native", inputs, make) / "native.elf", its_soc)


def run(firmware: firmware_module.Firmware, meters: dict, system: str = SMALL, max_cycles: int = MOST_CYCLES,
        ends_well: tuple[int, ...] = (0,), on: Path | None = None) -> execution.Result:
    """A run with the same firmware, SoC and meters is not repeated. ends_well: statuses that are no failure. on:
    another SoC than that without regions."""
    its_soc = on or soc(system)
    simulated = simulator.build(its_soc)

    def make(folder: Path) -> None:
        result = execution.execute(firmware, its_soc, meters, max_cycles, LINE)
        if result.status not in ends_well:
            raise MetroError(f"{firmware.elf} ended with {result.status}", result.errors + result.output[-500:])
        (folder / "result.json").write_text(json.dumps(vars(result)))

    made = cache.product("run", {"image": cache.key_of({"image": firmware.image.hex()}), "simulator": simulated.name,
                                 "meters": meters, "line": str(LINE), "most": max_cycles}, make)
    return execution.Result(**json.loads((made / "result.json").read_text()))


def interval(name: str, start: list | dict, *stop: dict) -> dict:
    return {"name": name, "kind": "interval", "start": start, "stop": list(stop)}


def at(firmware: firmware_module.Firmware, symbol: str, further: int = 0) -> dict:
    return {"pc": firmware.address(symbol) + further}


RISES = {"line": SIM_LINE}


def kerone(what: str, *keys: str) -> str:
    """Ker-ONE's figures of a row, as ours: cycles; shortest, mean and longest, or only some."""
    row = next(row for row in published("kerone-overheads.csv") if row["what"] == what)
    return " / ".join(f"{float(row[f'{key}_us']) * KERONE_MHZ:,.0f}" if row[f"{key}_us"] else "-"
                      for key in keys or ("min", "mean", "max"))
