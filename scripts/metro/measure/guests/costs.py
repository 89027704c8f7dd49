# SPDX-License-Identifier: Apache-2.0
"""What user mode, its interrupts, memory protection and sets of units cost: area, and the core's clock."""
from __future__ import annotations

from ... import configuration
from ...build import guests
from ..sweep.points import Point, core

# A configuration, and what is different from it.
CORES = {"original": ("original", {}), "user_mode": ("original", {"core.user_mode": True}),
         **{f"rules_{rules}": ("original", {**guests.CORE, "core.pmp": rules}) for rules in (0, 4, 8, 16)},
         "guests": ("guests", {}), "events": ("events", {}),
         "events_sets": ("events", {**guests.CORE, "units.guests": 2})}


def points() -> list[Point]:
    return [point for name, (config, changes) in CORES.items() for point in core(
        f"guest_core.{name}", configuration.read(config).changed(changes), ["xc7"], 3)]
