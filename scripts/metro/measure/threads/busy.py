# SPDX-License-Identifier: Apache-2.0
"""What a circuit that keeps the bus busy takes from the processor: Dhrystone's time, and the latency of interrupts."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ... import configuration
from ...build import application, firmware as firmware_module, soc as soc_module
from ...figures.key import BURSTS, BUSY_BUS, Key
from ...run import execution
from .. import workloads
from ..measurement import Simulation
from ..sweep.points import Simulated
from .applications import BENCH, System

CONFIGS = ("original", "events", "contexts")
# Slots, whether the circuit in one runs, and whether the bus has bursts.
SITUATIONS = ((0, False, False), (1, False, False), (1, True, False), (0, False, True), (1, True, True))
HOG = BENCH / "turnaround" / "hog.v"
# Dhrystone alone; and among tasks, whose kernel has interrupts off now and then, while a line interrupts.
ALONE = {"bench_tasks": 0, "bench_hz": 0, "bench_cycles": 3_000_000}
AMONG = {"bench_tasks": 16, "bench_hz": 10_000, "bench_cycles": 10_000_000, "bench_line": 1}
LINE = execution.Line(2000, 20000)


@dataclass(frozen=True)
class Busy(Simulated):
    config: str
    slots: int
    is_busy: bool
    is_bursting: bool
    cycles = ALONE["bench_cycles"] + AMONG["bench_cycles"]

    @property
    def key(self) -> Key:
        return Key("busy_bus", system=self.config, slots=self.slots, bus=BURSTS * self.is_bursting,
                   uses=BUSY_BUS * self.is_busy)

    def runs(self) -> list:
        return [self.run(ALONE), self.run(AMONG, LINE)]

    def run(self, values: dict[str, int], line: execution.Line | None = None) -> Simulation:
        """One firmware for all: that for a SoC with a slot also runs on one without, if it leaves the circuit alone."""
        firmware = build(self.config, soc(self.config, 1, self.is_bursting)).with_values(
            {**values, "bench_hog": int(self.is_busy)})
        meters = line and {"meters": [
            {"name": "latency", "kind": "interval", "start": {"line": workloads.SIM_LINE},
             "stop": [{"pc": firmware.address("bench_line_handler")}]}, {"name": "off", "kind": "interrupts_off"}]}
        return Simulation(firmware, soc(self.config, self.slots, self.is_bursting), meters, line,
                          4 * values["bench_cycles"] + 5_000_000)

    def figures(self, alone, among) -> dict[str, float]:
        latency, off = (among.report["meters"][name] for name in ("latency", "off"))
        return {"dhrystone": workloads.dhrystone_cycles(alone.output), "latency_mean": latency["mean"],
                "latency_max": latency["max"], "irq_off": off["max"]}


def points() -> list[Busy]:
    return [Busy(config, *situation) for config in CONFIGS for situation in SITUATIONS]


def soc(config: str, slots: int, bursting: bool) -> Path:
    return soc_module.of(workloads.for_the_benchmarks(System(config, slots, bursting=bursting).chosen), [HOG] * slots)


def build(config: str, its_soc: Path) -> firmware_module.Firmware:
    return firmware_module.build(
        "busy", [BENCH / "busy" / "main.c", application.THREADS / "os_hw.c"], workloads.BENCH / "cfg", its_soc,
        include=[application.THREADS], defs=configuration.read(config).switches(),
        foreign=workloads.dhrystone_sources(), foreign_flags=workloads.DHRYSTONE_FLAGS)
