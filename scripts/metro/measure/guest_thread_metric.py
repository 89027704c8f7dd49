# SPDX-License-Identifier: Apache-2.0
"""Thread-Metric on uC/OS-II as the only guest of the monitor, and on the same core without a monitor.

Each of these two is measured without units and with the units of `events`.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .. import configuration
from ..base.errors import MetroError
from ..figures.key import LARGE_CACHES, Key
from ..products import application, firmware as firmware_module, guests as guests_module, rtos, soc as soc_module
from . import thread_metric, workloads
from .measurement import Simulation
from .sweep.points import Simulated

CFG = workloads.BENCH / "cfg"
DEFS = f"-DTM_TEST_DURATION={thread_metric.DURATION}"
MEMORY = 1 << 17                # bytes of the guest, equal to the SoC's default RAM
RAM = 1 << 18
SYSTEMS = ("original", "events")


def chosen(system: str):
    return rtos.get().sized_for(configuration.read(system), (CFG / "os_cfg.h").read_text())


def soc(caches: str, system: str = SYSTEMS[0]) -> Path:
    """Return a SoC with user mode and memory protection, for the guest and for the run without a monitor.

    If the system has units, the guest has its own unit set.
    """
    large = workloads.LARGE_CACHES if caches else {}
    sets = {"units.unit_sets": 2} if chosen(system).units else {}
    return soc_module.of(chosen(system).changed({**guests_module.core_fields(), **sets, **large}), ram=RAM)


def sources(workload: str) -> list[Path]:
    return [thread_metric.PORT, thread_metric.FOLDER / "workload.c", thread_metric.FOLDER / f"{workload}.c"]


def defs_of(system: str) -> str:
    return f"{DEFS} {rtos.get().switches(chosen(system), (CFG / 'os_cfg.h').read_text())}"


def native(workload: str, its_soc: Path, seconds: float, system: str = SYSTEMS[0]) -> firmware_module.Firmware:
    """Return a workload's firmware without a monitor. seconds: simulated time of a measurement."""
    built = firmware_module.build(workload, sources(workload), CFG, its_soc, defs=defs_of(system))
    return built.with_values(thread_metric.values(seconds))


def guest(workload: str, its_soc: Path, seconds: float, system: str = SYSTEMS[0]) -> firmware_module.Firmware:
    """Return the monitor with a workload as its only guest. seconds: simulated time of a measurement."""
    app = application.Application(workload, tuple(sources(workload)), (CFG,), (), (), rtos.get())
    one = guests_module.Guest("guest", MEMORY, priority=1,
                              program=guests_module.Program(app, defs=defs_of(system), strict=True,
                                                            units=chosen(system).units))
    return guests_module.build(guests_module.Guests(CFG, (one,), ram=RAM), its_soc,
                               values={"guest": thread_metric.values(seconds)})


@dataclass(frozen=True)
class Scores(Simulated):
    """Rounds per second of a workload, without a monitor and as a guest."""
    system: str
    caches: str
    workload: str
    seconds: float = 0.1
    unit = "1/s"

    @property
    def key(self) -> Key:
        return Key(f"guest_thread_metric.{self.workload}", system=self.system, caches=self.caches)

    @property
    def cycles(self) -> float:
        return 2 * thread_metric.SLEEPS * self.seconds * workloads.CLOCK_HZ

    def runs(self) -> list[Simulation]:
        its_soc = soc(self.caches, self.system)
        return [run(make(self.workload, its_soc, self.seconds, self.system), its_soc, self.seconds)
                for make in (native, guest)]

    def figures(self, *results) -> dict[str, int]:
        return {name: round(score(result) / self.seconds) for name, result in zip(("native", "guest"), results)}


def run(firmware: firmware_module.Firmware, its_soc: Path, seconds: float) -> Simulation:
    most = round(thread_metric.SLEEPS * seconds * workloads.CLOCK_HZ) + thread_metric.START_CYCLES
    return Simulation(firmware, its_soc, max_cycles=most)


def score(result) -> int:
    """Return the rounds in the last measurement. The monitor puts a guest's name before each line."""
    found = re.findall(r"Time Period Total: *(\d+)$", result.output, re.MULTILINE)
    if not found:
        raise MetroError("a workload of Thread-Metric has not come to its end", result.output[-500:])
    return int(found[-1])


def points(seconds: float = 0.1) -> list[Scores]:
    return [Scores(system, caches, workload, seconds) for system in SYSTEMS for caches in (LARGE_CACHES, "")
            for workload in thread_metric.WORKLOADS]
