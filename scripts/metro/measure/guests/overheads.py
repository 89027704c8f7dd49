# SPDX-License-Identifier: Apache-2.0
"""What the monitor takes for a call, an interrupt, an alarm, a switch, and without a look at interrupts."""
from __future__ import annotations

from ...base.marked import grid
from ...base.progress import Progress
from . import response
from .systems import (LARGE, LARGE_BANKS, RISES, SMALL, SMALL_BANKS, SYSTEMS, at, deaf as deaf_meter, guests, interval,
                      kerone, run)

PARTS = ("call", "alarm", "runs", "waits")               # of bench/guests/overheads.c, each behind its warm-up
SLICES = 400_000                # cycles of the run with two guests that take turns
CYCLE_LIMIT = 124


# Beside a guest that never waits or alone, and the system.
CONDITIONS = ((False, SMALL), (True, SMALL), (True, LARGE), (True, SMALL_BANKS), (True, LARGE_BANKS))


def part(others: bool, system: str, what: str, name: str) -> dict:
    """Statistics of a meter in one of PARTS."""
    firmware = guests("overheads.toml", 1 + others, system)
    meters = [deaf_meter(firmware), interval("call", at(firmware, "measures.calls"), at(firmware, "measures.called")),
              interval("interrupt", RISES, at(firmware, "measures.guest_interrupt")),
              interval("return", at(firmware, "measures.handled"), *(at(firmware, "measures.runs", n) for n in (0, 4)))]
    if others:
        meters += [interval("switch", at(firmware, "measures.calls"), at(firmware, "spins.spin")),
                   interval("preempt", at(firmware, "spins.spin"), at(firmware, "measures.guest_interrupt"))]
    # The one that never waits never ends, either.
    result = run(firmware, {"meters": meters, "parts": at(firmware, "measures.part")}, system, max_cycles=9_000_000,
                 ends_well=(0, CYCLE_LIMIT))
    return result.report["parts"][2 * PARTS.index(what) + 1][name]


def turns(system: str) -> dict:
    """From the last instruction of one guest to the first one of another whose turn it is."""
    firmware = guests("slices.toml", system=system)
    result = run(firmware, {"meters": [interval("switch", at(firmware, "one.spin"), at(firmware, "other.spin"))]},
                 system, max_cycles=SLICES, ends_well=(CYCLE_LIMIT,))
    return result.report["meters"]["switch"]


def deaf(system: str) -> int:
    """The longest stretch of all runs here and in the table of responses in which the monitor is not interrupted; while
    a guest's own interrupts come, there is none."""
    return max(*(part(others, size, what, "deaf").get("max", 0) for others, size in CONDITIONS if size == system
                 for what in PARTS),
               *(response.of(row, system).deaf for row in response.SITUATIONS))


def cell(least: int, mean: float, most: int) -> str:
    return f"{least:,} / {mean:,.0f} / {most:,}"


# What is measured in which part; whether there has to be another guest; and what Ker-ONE's authors call theirs.
ROWS = (("a call that there is none of, in and out", "call", "call", False, "hypercall entry and exit"),
        ("a call that sets the alarm", "alarm", "call", False, ""),
        ("a line's edge to its guest's handler, while the guest runs", "runs", "interrupt", False,
         "virtual interrupt emulation"),
        ("the end of the handler to what it interrupted", "runs", "return", False, ""),
        ("a line's edge to its guest's handler, while the guest waits", "waits", "interrupt", False, ""),
        ("from the last instruction of the guest that is preempted", "waits", "preempt", True,
         "preemption of a guest by the real-time guest"),
        ("a guest waits, until another one runs", "waits", "switch", True, ""))


def table(progress: Progress) -> str:
    with progress.step("overheads: calls, interrupts and switches"):
        rows = [[title, *(cell(*(part(others, system, what, meter)[key] for key in ("min", "mean", "max")))
                          if others or not needs_others else "-" for others, system in CONDITIONS),
                 kerone(their) if their else "-"] for title, what, meter, needs_others, their in ROWS]
        rows.append(["the end of a slice: from one guest to another one", "-",
                     *(cell(*(turns(system)[key] for key in ("min", "mean", "max"))) for system in SYSTEMS),
                     kerone("switch of virtual machines")])
    with progress.step("overheads: alarms, critical sections"):
        alarms = [response.of(response.BESIDE if others else response.ALONE, system) for others, system in CONDITIONS]
        rows.append(["an alarm of a guest that waits, to its handler",
                     *(cell(found.least, found.mean, found.most) for found in alarms), "-"])
        rows.append(["the monitor without a look at interrupts, in all runs", "", *(
            f"- / - / {deaf(system):,}" for system in SYSTEMS), kerone("critical execution of the monitor")])
    return grid(["cycles: shortest / mean / longest", "alone", "beside a busy guest", "the same, caches of 64 KiB",
                 "the same, 4 KiB, banks", "the same, 64 KiB, banks", "Ker-ONE, in its cycles"], rows).rstrip()
