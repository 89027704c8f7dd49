# SPDX-License-Identifier: Apache-2.0
"""What user mode, its interrupts, memory protection and sets of units cost: area, and the core's clock."""
from __future__ import annotations

from ...build import guests
from ...figures.key import Key
from ..sweep.points import Point, variants

# A configuration, and what is different from it.
CORES = {"original": ("original", {}), "user_mode": ("original", {"core.user_mode": True}),
         **{f"rules_{rules}": ("original", {**guests.CORE, "core.pmp": rules}) for rules in (0, 4, 8, 16)},
         "guests": ("guests", {}), "events": ("events", {}),
         "events_sets": ("events", {**guests.CORE, "units.guests": 2})}


def key_of(name: str) -> Key:
    """Return the key of the area of a core."""
    return Key(f"area.guest_core.{name}", device="xc7")


def points() -> list[Point]:
    return [point for name, core in CORES.items() for point in variants(key_of(name), *core, "./metro guests costs")]
