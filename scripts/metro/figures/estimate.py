# SPDX-License-Identifier: Apache-2.0
"""Estimates from measured figures: linear interpolation between measured points, without extrapolation."""
from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Estimate:
    value: float
    between: dict = field(default_factory=dict)     # axis -> its values at the two neighbouring points, if interpolated
    measured_at: dict = field(default_factory=dict)   # axis -> value at the measured point used instead

    def __add__(self, other: Estimate) -> Estimate:
        return self._with(self.value + other.value, other)

    def __sub__(self, other: Estimate) -> Estimate:
        return self._with(self.value - other.value, other)

    def _with(self, value: float, other: Estimate) -> Estimate:
        return Estimate(value, {**self.between, **other.between}, {**self.measured_at, **other.measured_at})

    @property
    def how(self) -> str:
        if self.measured_at:
            return "measured with " + ", ".join(f"{axis} {value:,}" for axis, value in self.measured_at.items())
        if not self.between:
            return "measured"
        return "interpolated, " + ", ".join(f"{axis} {low:,} to {high:,}" for axis, (low, high) in self.between.items())


def nearest_point(points: dict[tuple, float], **axes: int) -> tuple | None:
    """Return the measured point with the smallest sum of |log ratio| over the axes, or None if there are no points."""
    return min(points, default=None,
               key=lambda place: sum(abs(math.log(one / wanted)) for one, wanted in zip(place, axes.values())))


def interpolate_or_nearest(points: dict[tuple, float], **axes: int) -> Estimate | None:
    """Return interpolate(). Outside the measured range, return the nearest point's value and set `measured_at`."""
    place = nearest_point(points, **axes)
    return interpolate(points, **axes) or (place and Estimate(points[place], {}, dict(zip(axes, place))))


def interpolate(points: dict[tuple, float], **axes: int) -> Estimate | None:
    """Return the value at a point, linear between its neighbours on each axis. Return None outside the measured range.
    """
    if not axes:
        return Estimate(points[()]) if () in points else None
    (axis, wanted), *rest = axes.items()
    planes: dict[int, dict] = {}
    for (first, *others), value in points.items():
        planes.setdefault(first, {})[tuple(others)] = value
    known = {first: found for first, plane in planes.items() if (found := interpolate(plane, **dict(rest)))}
    low = max((first for first in known if first <= wanted), default=None)
    high = min((first for first in known if first >= wanted), default=None)
    if low is None or high is None:
        return None
    if low == high:
        return known[low]
    share = (wanted - low) / (high - low)
    return Estimate(known[low].value * (1 - share) + known[high].value * share,
                    {axis: (low, high), **known[low].between, **known[high].between})
