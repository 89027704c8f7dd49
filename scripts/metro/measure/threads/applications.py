# SPDX-License-Identifier: Apache-2.0
"""The applications of bench/threads, on SoCs with hardware threads."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from ... import configuration
from ...base import paths
from ...figures.key import BURSTS, BUSY_BUS, DIRECT, DOUBLE_BUFFERS, LARGE_CACHES, Key
from ...products import application, firmware as firmware_module, rtos, soc as soc_module
from ...run import execution
from .. import workloads
from ..measurement import Simulation
from ..sweep.points import Simulated

BENCH = paths.ROOT / "bench" / "threads"
MOST_CYCLES = 2_000_000_000


@dataclass(frozen=True)
class System:
    config: str
    circuits: int = 0           # slots of the SoC
    direct: int = 0             # number of slots that make direct calls
    caches: str = ""            # LARGE_CACHES, or empty for the configuration's own
    bursting: bool = False      # whether the bus has bursts

    @property
    def chosen(self):
        chosen = configuration.read(self.config).changed({
            "soc.threads": self.circuits, "soc.bus_bursting": self.bursting,
            **(workloads.LARGE_CACHES if self.caches else {})})
        return chosen.changed({"units.direct_calls": self.direct}) if self.direct else chosen


def program(app: str | Path, system: System, **macros: int) -> Simulation:
    """Return a run of an application of bench/threads, or of a folder."""
    loaded = application.read(BENCH / app, define=[f"{name}={value}u" for name, value in macros.items()])
    chosen = system.chosen
    soc = soc_module.of(loaded.rtos.sized_for(chosen, loaded.configuration), loaded.in_hardware(system.circuits))
    return Simulation(loaded.build(soc, defs=loaded.rtos.switches(chosen, loaded.configuration), strict=True), soc,
                      max_cycles=MOST_CYCLES)


# ------------------------------------------------------------------------ from the start of a post to the end of a pend

CONFIGS = ("original", "events", "contexts")
WAYS = {"task_task": (0, 0), "task_circuit": (0, 1), "circuit_task": (1, 0), "circuit_circuit": (1, 1)}
SLOTS, PLAYERS = 3, 2           # the third slot keeps the bus busy


@dataclass(frozen=True)
class Turnaround(Simulated):
    kind: str
    way: str
    is_direct: bool
    caches: str
    is_busy: bool
    config: str = ""

    @property
    def key(self) -> Key:
        return Key(f"turnaround.{self.kind}.{self.way}", system=self.config, calls=DIRECT * self.is_direct,
                   uses=BUSY_BUS * self.is_busy, caches=self.caches)

    def runs(self) -> list[Simulation]:
        sender, receiver = WAYS[self.way]
        return [program("turnaround", System(self.config, SLOTS, PLAYERS * self.is_direct, self.caches), SENDER=sender,
                        RECEIVER=receiver, MUTEX=int(self.kind == "mutex"), BUSY=int(self.is_busy))]

    def figures(self, result) -> dict[str, float]:
        least, mean, most = re.search(r": least (\d+), mean ([\d.]+), most (\d+) cycles", result.output).groups()
        return {"mean": float(mean), "max": int(most), "jitter": int(most) - int(least)}


def turnaround_rows() -> list[Turnaround]:
    """Return a point for each row, without a configuration. No call of a mutex is direct."""
    return [Turnaround(kind, way, is_direct, caches, is_busy)
            for caches, is_busy in (("", False), (LARGE_CACHES, False), ("", True)) for kind in ("semaphore", "mutex")
            for way in WAYS for is_direct in (False, True)
            if not is_direct or (kind == "semaphore" and way != "task_task")]


def turnaround() -> list[Turnaround]:
    """Return the points. Without an event unit no call is direct."""
    return [replace(row, config=config) for row in turnaround_rows() for config in CONFIGS
            if not row.is_direct or configuration.read(config).units]


# ------------------------------------------------------------------------------------------------- 8 KiB by each way

SYSTEMS = {"original": 0, "events": 2, "contexts": 2}      # how many of the two circuits make direct calls
LINK = "circuit to circuit, link"                          # does not use the bus
TRANSFERS = ("memory to circuit, memory port", "circuit to memory, memory port", "memory to memory, memcpy()", LINK,
             "software to circuit, mailbox", "circuit to software, mailbox", "software to circuit, queue",
             "circuit to software, queue")                 # as main.c prints them


@dataclass(frozen=True)
class Communication(Simulated):
    config: str
    is_bursting: bool
    cycles = 20_000_000

    @property
    def key(self) -> Key:
        return Key("communication", system=self.config, bus=BURSTS * self.is_bursting)

    def runs(self) -> list[Simulation]:
        return [program("communication", System(self.config, 2, SYSTEMS[self.config], bursting=self.is_bursting))]

    def figures(self, result) -> dict[str, int]:
        found = re.findall(r"^(.+): (\d+) cycles$", result.output, re.MULTILINE)
        return {statistic(transfer): int(cycles) for transfer, cycles in found}


def statistic(transfer: str) -> str:
    return re.sub(r"\W+", "_", transfer).strip("_")


def communication() -> list[Communication]:
    return [Communication(config, is_bursting) for is_bursting in (False, True) for config in SYSTEMS]


# ---------------------------------------------------------------------------------------------------- sorted chunks

CHUNKS = 4


@dataclass(frozen=True)
class Sorting(Simulated):
    circuits: int
    threads: int
    config: str = "original"
    direct: int = 0             # circuits that make direct calls
    cycles = 20_000_000

    @property
    def key(self) -> Key:
        return Key("sorting", system=self.config, tasks=self.threads, slots=self.circuits,
                   calls=DIRECT * bool(self.direct))

    def runs(self) -> list[Simulation]:
        return [program("sort", System(self.config, self.circuits, self.direct), SORT_THREADS=self.threads,
                        SORT_CHUNKS=CHUNKS)]

    def figures(self, result) -> dict[str, int]:
        found = re.search(r": (\d+) cycles; merged: (\d+)", result.output).groups()
        return dict(zip(("sorted", "merged"), map(int, found)))


def sorting() -> list[Sorting]:
    return [Sorting(0, 1), Sorting(1, 1), Sorting(2, 2), Sorting(4, 4), Sorting(2, 4), Sorting(4, 4, "events", 4)]


# --------------------------------------------------------------------------------------------------------- pictures

SIZES = (3, 5)                  # of the filter
LINES = (4, 8, 20, 40, 80)      # of a block


@dataclass(frozen=True)
class Alone(Simulated):
    """Cycles of each thread for a frame while the others wait, without its calls."""
    circuits: int
    size: int
    cycles = 10_000_000

    @property
    def key(self) -> Key:
        return Key(f"image.{self.size}x{self.size}", system="original", slots=self.circuits)

    def runs(self) -> list[Simulation]:
        return [program("image", System("original", self.circuits), ALONE=1, SIZE=self.size, LINES=LINES[-1])]

    def figures(self, result) -> dict[str, int]:
        line = re.search(r"^alone: (.+) cycles$", result.output, re.MULTILINE)[1]
        return {thread: int(cycles) for thread, cycles in re.findall(r"(\w+) (\d+)", line)}


@dataclass(frozen=True)
class Frames(Simulated):
    """Frames per second, by the lines of a block. buffers: blocks between two threads."""
    size: int
    config: str
    circuits: int
    direct: int
    buffers: int
    unit, cycles = "1/s", 200_000_000

    @property
    def key(self) -> Key:
        return Key(f"frames.{self.size}x{self.size}", system=self.config, slots=self.circuits,
                   calls=DIRECT * bool(self.direct), uses=DOUBLE_BUFFERS * (self.buffers > 1))

    def runs(self) -> list[Simulation]:
        return [program("image", System(self.config, self.circuits, self.direct), SIZE=self.size, LINES=lines,
                        BUFFERS=self.buffers) for lines in LINES]

    def figures(self, *results) -> dict[str, float]:
        cycles = [int(re.search(r": (\d+) cycles a frame", result.output)[1]) for result in results]
        return {f"{lines}_lines": workloads.CLOCK_HZ / each for lines, each in zip(LINES, cycles)}


def image() -> list[Alone]:
    return [Alone(circuits, size) for size in SIZES for circuits in (0, 2)]


def frames() -> list[Frames]:
    ways = (("original", 0, 0, 1), ("original", 1, 0, 1), ("original", 2, 0, 1), ("original", 2, 0, 2),
            ("contexts", 2, 2, 1), ("contexts", 2, 2, 2))
    return [Frames(size, *way) for size in SIZES for way in ways]


# ---------------------------------------------------------- Dhrystone and interrupts while a circuit keeps the bus busy

# The number of slots, whether the circuit in the slot runs, and whether the bus has bursts.
SITUATIONS = ((0, False, False), (1, False, False), (1, True, False), (0, False, True), (1, True, True))
HOG = BENCH / "turnaround" / "hog.v"
# Dhrystone alone, and among tasks while a line interrupts. The kernel calls of these tasks disable interrupts.
DHRYSTONE = {"bench_tasks": 0, "bench_hz": 0, "bench_cycles": 3_000_000}
AMONG = {"bench_tasks": 16, "bench_hz": 10_000, "bench_cycles": 10_000_000, "bench_line": 1}
LINE = execution.Line(2000, 20000)


@dataclass(frozen=True)
class Busy(Simulated):
    config: str
    slots: int
    is_busy: bool
    is_bursting: bool
    cycles = DHRYSTONE["bench_cycles"] + AMONG["bench_cycles"]

    @property
    def key(self) -> Key:
        return Key("busy_bus", system=self.config, slots=self.slots, bus=BURSTS * self.is_bursting,
                   uses=BUSY_BUS * self.is_busy)

    def runs(self) -> list:
        return [self.run(DHRYSTONE), self.run(AMONG, LINE)]

    def run(self, values: dict[str, int], line: execution.Line | None = None) -> Simulation:
        """Return a run. A SoC without a slot runs the firmware for one slot, which then does not use the circuit."""
        firmware = busy_firmware(self.config, busy_soc(self.config, 1, self.is_bursting)).with_values(
            {**values, "bench_hog": int(self.is_busy)})
        meters = line and {"meters": [
            {"name": "latency", "kind": "interval", "start": {"line": workloads.SIM_LINE},
             "stop": [{"pc": firmware.address("bench_line_handler")}]}, {"name": "off", "kind": "interrupts_off"}]}
        return Simulation(firmware, busy_soc(self.config, self.slots, self.is_bursting), meters, line,
                          4 * values["bench_cycles"] + 5_000_000)

    def figures(self, alone, among) -> dict[str, float]:
        latency, off = (among.report["meters"][name] for name in ("latency", "off"))
        return {"dhrystone": workloads.dhrystone_cycles(alone.output), "latency_mean": latency["mean"],
                "latency_max": latency["max"], "irq_off": off["max"]}


def busy() -> list[Busy]:
    return [Busy(config, *situation) for config in CONFIGS for situation in SITUATIONS]


def busy_soc(config: str, slots: int, bursting: bool) -> Path:
    return soc_module.of(workloads.for_the_benchmarks(System(config, slots, bursting=bursting).chosen), [HOG] * slots)


def busy_firmware(config: str, its_soc: Path) -> firmware_module.Firmware:
    return firmware_module.build(
        "busy", [BENCH / "busy" / "main.c", application.THREADS / "os_hw.c"], workloads.BENCH / "cfg", its_soc,
        include=[application.THREADS], defs=rtos.get().switches(configuration.read(config)),
        foreign=workloads.dhrystone_sources(), foreign_flags=workloads.DHRYSTONE_FLAGS)
