# SPDX-License-Identifier: Apache-2.0
"""What the measured figures say about a point that may lie between them: never beyond them."""
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Estimate:
    value: float
    between: dict = field(default_factory=dict)     # axis -> its neighbours, where this is not a measured point

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.value + other.value, {**self.between, **other.between})

    def __sub__(self, other: Estimate) -> Estimate:
        return Estimate(self.value - other.value, {**self.between, **other.between})

    @property
    def how(self) -> str:
        if not self.between:
            return "measured"
        return "interpolated, " + ", ".join(f"{axis} {low:,} to {high:,}" for axis, (low, high) in self.between.items())


def at(points: dict[tuple, float], **axes: int) -> Estimate | None:
    """The value at a point, linear between its neighbours on each axis; None where there are none on both sides."""
    if not axes:
        return Estimate(points[()]) if () in points else None
    (axis, wanted), *rest = axes.items()
    planes: dict[int, dict] = {}
    for (first, *others), value in points.items():
        planes.setdefault(first, {})[tuple(others)] = value
    known = {first: found for first, plane in planes.items() if (found := at(plane, **dict(rest)))}
    low = max((first for first in known if first <= wanted), default=None)
    high = min((first for first in known if first >= wanted), default=None)
    if low is None or high is None:
        return None
    if low == high:
        return known[low]
    share = (wanted - low) / (high - low)
    return Estimate(known[low].value * (1 - share) + known[high].value * share,
                    {axis: (low, high), **known[low].between, **known[high].between})
