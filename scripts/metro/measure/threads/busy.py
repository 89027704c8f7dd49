# SPDX-License-Identifier: Apache-2.0
"""What a circuit that keeps the bus busy takes from the processor: Dhrystone's time, and the latency of interrupts."""
from __future__ import annotations

import json
from pathlib import Path

from ... import configuration
from ...base import cache
from ...base.errors import MetroError
from ...base.marked import grid
from ...base.progress import Progress
from ...build import application, firmware as firmware_module, soc as soc_module
from ...run import execution
from .. import workloads
from .systems import BENCH, System

CONFIGS = ("original", "events", "contexts")
# What there is of slots, whether the circuit in it runs, and whether the bus has bursts.
SITUATIONS = (("no slot", 0, 0, False), ("a slot, in reset", 1, 0, False),
              ("a slot that keeps the bus busy", 1, 1, False), ("bursts, no slot", 0, 0, True),
              ("bursts, a slot that keeps the bus busy", 1, 1, True))
HOG = BENCH / "turnaround" / "hog.v"
# Dhrystone alone; and among tasks, whose kernel has interrupts off now and then, while a line interrupts.
ALONE = {"bench_tasks": 0, "bench_hz": 0, "bench_cycles": 3_000_000}
AMONG = {"bench_tasks": 16, "bench_hz": 10_000, "bench_cycles": 10_000_000, "bench_line": 1}
LINE = execution.Line(2000, 20000)


def table(progress: Progress) -> str:
    rows = []
    for config in CONFIGS:
        none = 0.0
        for title, slots, runs, bursting in SITUATIONS:
            with progress.step(f"busy: {config}, {title}"):
                cycles = workloads.dhrystone_cycles(result(config, slots, {**ALONE, "bench_hog": runs},
                                                           bursting=bursting).output)
                meters = result(config, slots, {**AMONG, "bench_hog": runs}, LINE, bursting).report["meters"]
            none = none or cycles
            latency, off = meters["latency"], meters["off"]
            rows.append([f"`{config}`", title, f"{cycles:,.1f}", f"{100 * none / cycles:.1f} %",
                         f"{latency['mean']:,.1f} / {latency['max']:,}", f"{off['max']:,}"])
    return grid(["", "", "Dhrystone: cycles a run", "its score", "interrupt latency: mean / longest",
                 "interrupts off: longest"], rows, 2).rstrip()


def result(config: str, slots: int, values: dict[str, int], line: execution.Line | None = None,
           bursting: bool = False) -> execution.Result:
    """One firmware for all: that for a SoC with a slot also runs on one without, if it leaves the circuit alone."""
    with_slot, there = soc(config, 1, bursting), soc(config, slots, bursting)
    firmware = build(config, with_slot).with_values(values)
    meters = line and {"meters": [
        {"name": "latency", "kind": "interval", "start": {"line": workloads.SIM_LINE},
         "stop": [{"pc": firmware.address("bench_line_handler")}]}, {"name": "off", "kind": "interrupts_off"}]}

    def make(folder: Path) -> None:
        found = execution.execute(firmware, there, meters=meters, line=line,
                                  max_cycles=4 * values["bench_cycles"] + 5_000_000)
        if found.status:
            raise MetroError(f"busy on {config} ended with {found.status}", found.output[-500:])
        (folder / "result.json").write_text(json.dumps(vars(found)))

    made = cache.product("run", {"image": cache.key_of({"image": firmware.image.hex()}), "soc": there.name,
                                 "meters": meters, "line": str(line)}, make)
    return execution.Result(**json.loads((made / "result.json").read_text()))


def soc(config: str, slots: int, bursting: bool = False) -> Path:
    return soc_module.of(workloads.for_the_benchmarks(System(config, slots, bursting=bursting).chosen), [HOG] * slots)


def build(config: str, its_soc: Path) -> firmware_module.Firmware:
    return firmware_module.build(
        "busy", [BENCH / "busy" / "main.c", application.THREADS / "os_hw.c"], workloads.BENCH / "cfg", its_soc,
        include=[application.THREADS], defs=configuration.read(config).switches(),
        foreign=workloads.dhrystone_sources(), foreign_flags=workloads.DHRYSTONE_FLAGS)
