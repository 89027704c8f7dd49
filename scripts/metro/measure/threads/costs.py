# SPDX-License-Identifier: Apache-2.0
"""Cost of slots and of the second port: area, and the core's clock."""
from __future__ import annotations

from dataclasses import dataclass

from ... import configuration
from ...figures.key import Key
from ...products import slots as slots_module
from ..sweep.points import Area, Point, core

SLOTS = (0, 1, 4, 8)


@dataclass(frozen=True)
class SlotsArea(Point):
    """Area of slots with direct calls, without hardware threads in them."""
    slots: int
    is_bursting: bool
    measure = Area.measure

    @property
    def key(self) -> Key:
        return Key(f"area.slots{'_bursts' * self.is_bursting}", device="xc7", slots=self.slots)

    def netlist(self) -> tuple:
        return slots_module.verilog(self.slots, bursting=self.is_bursting), slots_module.TOP


def points() -> list[Point]:
    cores = {slots: configuration.read("events").changed({"units.direct_calls": slots} if slots else {})
             for slots in SLOTS}
    return [point for slots, chosen in cores.items() for point in (
        *core("core_slots", chosen, ["xc7"], 3, slots=slots),
        *(SlotsArea(slots, is_bursting) for is_bursting in ((False, True) if slots else ())))]
