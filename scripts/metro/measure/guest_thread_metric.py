# SPDX-License-Identifier: Apache-2.0
"""`./metro bench thread_metric --guest`: Thread-Metric of uC/OS-II as a guest that is alone on the monitor, beside the
same on the same core without a monitor; without units, and on the event unit."""
from __future__ import annotations

import csv
import functools
import json
import re
from pathlib import Path

from .. import configuration
from ..base import cache
from ..base.errors import MetroError
from ..base.jobs import side_by_side
from ..base.marked import grid
from ..base.progress import Progress
from ..build import application, firmware as firmware_module, guests as guests_module, rtos, simulator
from ..build import soc as soc_module
from ..run import execution
from . import thread_metric, workloads

CFG = workloads.BENCH / "cfg"
PUBLISHED = workloads.BENCH / "published" / "kerone-thread-metric.csv"
THEIRS = {"basic_processing": "Calibration", "preemptive_scheduling": "Preemptive Context Switching",
          "message_processing": "Message Processing", "synchronization_processing": "Synchronization Processing",
          "memory_allocation": "Memory Allocation", "interrupt_processing": "Interrupt Handling",
          "interrupt_preemption_processing": "Interrupt Preemption"}
DEFS = f"-DTM_TEST_DURATION={thread_metric.DURATION}"
MEMORY = 1 << 17                # bytes of the guest; that is all of the RAM which the SoC has by itself
RAM = 1 << 18
CACHES = ("4 KiB", "64 KiB")
SYSTEMS = ("original", "events")


def chosen(system: str):
    return configuration.read(system).fitted((CFG / "os_cfg.h").read_text())


def soc(caches: str, system: str = SYSTEMS[0]) -> Path:
    """The core with user mode and memory protection, with a guest on it or without one; units are a guest's set."""
    large = workloads.LARGE_CACHES if caches == CACHES[1] else {}
    sets = {"units.guests": 2} if chosen(system).units else {}
    return soc_module.of(chosen(system).changed(
        {**guests_module.CORE, **sets, **large}), ram=RAM)


def sources(workload: str) -> list[Path]:
    return [thread_metric.PORT, thread_metric.FOLDER / "workload.c", thread_metric.FOLDER / f"{workload}.c"]


def values(seconds: float) -> dict[str, int]:
    return {"tm_hz": thread_metric.HZ, "tm_second_ticks": round(seconds * thread_metric.HZ / thread_metric.DURATION),
            "tm_sleeps": thread_metric.SLEEPS}


def defs_of(system: str) -> str:
    return f"{DEFS} {chosen(system).switches((CFG / 'os_cfg.h').read_text())}"


def native(workload: str, its_soc: Path, seconds: float, system: str = SYSTEMS[0]) -> firmware_module.Firmware:
    built = firmware_module.build(workload, sources(workload), CFG, its_soc, defs=defs_of(system))
    return built.with_values(values(seconds))


def guest(workload: str, its_soc: Path, seconds: float, system: str = SYSTEMS[0]) -> firmware_module.Firmware:
    app = application.Application(workload, tuple(sources(workload)), (CFG,), (), (), rtos.get())
    one = guests_module.Guest("guest", MEMORY, priority=1,
                              program=guests_module.Program(app, defs=defs_of(system), strict=True,
                                                            units=chosen(system).units))
    return guests_module.build(guests_module.Guests(CFG, (one,), ram=RAM), its_soc,
                               values={"guest": values(seconds)})


def score(firmware: firmware_module.Firmware, its_soc: Path, seconds: float) -> int:
    """Rounds in the measurement. Made once: a simulation is deterministic."""
    most = round(thread_metric.SLEEPS * seconds * workloads.CLOCK_HZ) + thread_metric.START_CYCLES

    def make(folder: Path) -> None:
        result = execution.execute(firmware, its_soc, max_cycles=most)
        found = re.findall(r"Time Period Total: *(\d+)$", result.output, re.MULTILINE)
        if result.status or not found:
            raise MetroError(f"{firmware.elf} ended with {result.status}", result.errors + result.output[-500:])
        (folder / "score.json").write_text(json.dumps(int(found[-1])))

    made = cache.product("run", {"image": cache.key_of({"image": firmware.image.hex()}), "most": most,
                                 "simulator": simulator.build(its_soc).name}, make)
    return json.loads((made / "score.json").read_text())


def published() -> dict[str, str]:
    """Ker-ONE's percentages, by our names of the workloads."""
    with PUBLISHED.open() as file:
        theirs = {row["test"]: row["ratio_percent"] for row in csv.DictReader(file)}
    return {ours: f"{theirs[name]} %" for ours, name in THEIRS.items()}


def table(progress: Progress, seconds: float = 0.1) -> str:
    theirs, rows = published(), []

    def measured(system: str, caches: str, workload: str) -> list[str]:
        its_soc = soc(caches, system)
        with progress.step(f"{workload}, {system}, caches of {caches}"):
            alone = score(native(workload, its_soc, seconds, system), its_soc, seconds)
            its = score(guest(workload, its_soc, seconds, system), its_soc, seconds)
        return [system, caches, workload.replace("_", " "), f"{round(alone / seconds):,}",
                f"{round(its / seconds):,}", f"{100 * its / alone:.1f} %", theirs.get(workload, "-")]

    with side_by_side(2) as pool:
        for system in SYSTEMS:
            for caches in reversed(CACHES):
                rows += pool.map(functools.partial(measured, system, caches), thread_metric.WORKLOADS)
    return grid(["kernel", "caches", "workload", "no monitor, rounds a second", "a guest", "of that",
                 "Ker-ONE"], rows, 3).rstrip()
