# SPDX-License-Identifier: Apache-2.0
"""How late the handler of a real-time guest is, beside others, and how much of that the same program has without a
monitor."""
from __future__ import annotations

import dataclasses
import re

from ...base.errors import MetroError
from ...base.marked import grid
from ...base.progress import Progress
from .systems import RISES, SYSTEMS, at, deaf, guests, interval, kerone, native, run

NATIVE, ALONE, BESIDE = "no monitor", "no other guest", "1 busy guest"
# What it runs beside: the file, and how many of its guests.
SITUATIONS = {ALONE: ("response.toml", 1), BESIDE: ("response.toml", 2),
              **{f"{others} busy guests": ("response.toml", 1 + others) for others in (2, 3, 4)},
              "4 guests that only make calls": ("calling.toml", 5)}
ROWS = (NATIVE, *SITUATIONS)


@dataclasses.dataclass(frozen=True)
class Response:
    """Cycles; of an alarm, and of a line. deaf: the longest in which the monitor is not interrupted."""
    least: int
    mean: float
    most: int
    line_mean: float
    line_most: int
    deaf: int


def of(row: str, system: str) -> Response:
    if row == NATIVE:
        return measured(native("response.c", system), "", system)
    return measured(guests(*SITUATIONS[row], system), "control.", system)


def measured(firmware, own: str, system: str) -> Response:
    """Of a firmware with bench/guests/response.c, whose symbols begin with `own`. The run is over with its last sample:
    others would not end."""
    last = at(firmware, f"{own}measured")
    result = run(firmware, {"meters": [deaf(firmware), interval("line", RISES, at(firmware, f"{own}guest_interrupt"))],
                            "window": {"begin": {"pc": 0}, "end": last, "skip": 0, "count": 1}}, system)
    found = re.search(r"alarms: (\d+) / (\d+) / (\d+)", result.output)
    if not found or result.report["ended"] != "measured":
        raise MetroError(f"{firmware.elf} has not come to its end", result.output[-500:])
    meters = result.report["meters"]
    return Response(*map(int, found.groups()), meters["line"]["mean"], meters["line"]["max"],
                    meters["deaf"].get("max", 0))


def table(progress: Progress) -> str:
    rows = []
    for system in SYSTEMS:
        alone = None
        for row in ROWS:
            with progress.step(f"response: {row}, caches of {system}"):
                found = of(row, system)
            alone = alone or found
            added = (["-", "-"] if row == NATIVE else
                     [f"{found.mean - alone.mean:,.0f} / {found.most - alone.most:,}",
                      f"{found.line_mean - alone.line_mean:,.0f} / {found.line_most - alone.line_most:,}"])
            rows.append([system, row, f"{found.mean:,.0f} / {found.most:,}", added[0],
                         f"{found.line_mean:,.0f} / {found.line_most:,}", added[1]])
    rows.append(["Ker-ONE", "other guests", "-", kerone("response of a real-time task more than native", "mean", "max"),
                 "-", "-"])
    return grid(["caches", "beside it", "alarm to handler: mean / longest", "added", "line to handler: mean / longest",
                 "added"], rows, 2).rstrip()
