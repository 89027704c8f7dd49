# SPDX-License-Identifier: Apache-2.0
"""What the measured figures say about a point that may lie between them: never beyond them."""
from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Estimate:
    value: float
    between: dict = field(default_factory=dict)     # axis -> its neighbours, where this is not a measured point
    elsewhere: dict = field(default_factory=dict)   # axis -> the measured point, where this is of another one

    def __add__(self, other: Estimate) -> Estimate:
        return self._with(self.value + other.value, other)

    def __sub__(self, other: Estimate) -> Estimate:
        return self._with(self.value - other.value, other)

    def _with(self, value: float, other: Estimate) -> Estimate:
        return Estimate(value, {**self.between, **other.between}, {**self.elsewhere, **other.elsewhere})

    @property
    def how(self) -> str:
        if self.elsewhere:
            return "measured with " + ", ".join(f"{axis} {value:,}" for axis, value in self.elsewhere.items())
        if not self.between:
            return "measured"
        return "interpolated, " + ", ".join(f"{axis} {low:,} to {high:,}" for axis, (low, high) in self.between.items())


def nearest(points: dict[tuple, float], **axes: int) -> tuple | None:
    """Return the measured point that is nearest, by the ratios on all axes."""
    return min(points, default=None,
               key=lambda place: sum(abs(math.log(one / wanted)) for one, wanted in zip(place, axes.values())))


def near(points: dict[tuple, float], **axes: int) -> Estimate | None:
    """Return at(), or beyond what was measured the nearest point, as what it is."""
    place = nearest(points, **axes)
    return at(points, **axes) or (place and Estimate(points[place], {}, dict(zip(axes, place))))


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
