# SPDX-License-Identifier: Apache-2.0
"""What slots and the second port cost: area, and the core's clock."""
from __future__ import annotations

from dataclasses import dataclass

from ...build import slots as slots_module
from ...figures.key import Key
from ..sweep.points import Area, Point, variants

SLOTS = (0, 1, 4, 8)
COMMAND = "./metro threads costs"


@dataclass(frozen=True)
class SlotsArea(Area):
    """Slots with direct calls, without what is in them."""
    slots: int
    is_bursting: bool
    family = "xc7"
    command = COMMAND

    @property
    def key(self) -> Key:
        return Key(f"area.slots{'_bursts' * self.is_bursting}", device=self.family, slots=self.slots)

    def netlist(self) -> tuple:
        return slots_module.verilog(self.slots, bursting=self.is_bursting), slots_module.TOP


def points() -> list[Point]:
    return [point for slots in SLOTS for point in (
        *variants(core(slots), "events", {"units.slots": slots} if slots else {}, COMMAND),
        *(SlotsArea(slots, is_bursting) for is_bursting in ((False, True) if slots else ())))]


def core(slots: int) -> Key:
    """Return the key of the area of a core with slots."""
    return Key("area.core_slots", device="xc7", slots=slots)
