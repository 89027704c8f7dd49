# SPDX-License-Identifier: Apache-2.0
"""Drawings of a timeline file from ./metro run: a lane for each task, and lanes for interrupts, units and ticks.

Slices narrower than a pixel are drawn together. Their opacity shows how much of the pixel they fill.
"""
from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from ..run.timeline import ACCELERATOR, CYCLE_NS, INTERRUPTS, TICKS

WIDTH, LANE, LEFT, TOP = 960, 26, 150, 24
PIXELS = WIDTH - LEFT
LEAST = 200                 # cycles in the smallest window
LABELLED = 46               # least width of a slice with a label, in pixels


@dataclass(frozen=True)
class Run:
    lanes: dict             # name -> [(first cycle, end, what)], sorted by the first cycle
    cycles: int


@dataclass(frozen=True)
class Bar:
    x: float
    width: float
    opacity: float
    label: str
    description: str


@dataclass(frozen=True)
class Lane:
    name: str
    kind: str               # a class of the style sheet
    y: int
    bars: list
    share: float            # % of the window that the bars fill


@dataclass(frozen=True)
class Drawing:
    lanes: list
    height: int
    marks: list             # (x, text)
    begin: int
    end: int
    cycles: int

    def windows(self) -> list[tuple[str, int, int]]:
        """Return the windows of the buttons: (label, first cycle, end)."""
        span = self.end - self.begin
        middle = self.begin + span // 2
        return [("All", 0, self.cycles),
                ("Closer", *clamp_window(middle - span // 8, middle + span // 8, self.cycles)),
                ("Wider", *clamp_window(middle - span * 2, middle + span * 2, self.cycles)),
                ("Earlier", *clamp_window(self.begin - span // 2, self.end - span // 2, self.cycles)),
                ("Later", *clamp_window(self.begin + span // 2, self.end + span // 2, self.cycles))]


def clamp_window(begin: int, end: int, cycles: int) -> tuple[int, int]:
    """Return a window that is inside the run, and not smaller than LEAST if the run is long enough."""
    span = min(max(end - begin, LEAST), max(cycles, 1))
    begin = min(max(begin, 0), max(cycles - span, 0))
    return begin, begin + span


def read(file: Path) -> Run:
    return _read(file, file.stat().st_mtime_ns)


@functools.lru_cache(maxsize=4)
def _read(file: Path, _: int) -> Run:
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent
    trace = Trace()
    trace.ParseFromString(file.read_bytes())
    names, lanes, words, open_slices, last = {}, {}, {}, {}, 0
    for packet in trace.packet:
        for interned in packet.interned_data.event_names:
            words[interned.iid] = interned.name
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            names[track.uuid] = track.name
            if track.parent_uuid:
                lanes[track.name] = []
        elif packet.HasField("track_event"):
            event, cycle = packet.track_event, packet.timestamp // CYCLE_NS
            lane, last = names[event.track_uuid], max(last, cycle)
            if event.type == TrackEvent.TYPE_SLICE_BEGIN:
                open_slices.setdefault(lane, []).append((cycle, words[event.name_iid]))
            elif open_slices.get(lane):
                begin, what = open_slices[lane].pop()
                lanes[lane].append((begin, cycle, what))
    return Run({lane: sorted(slices) for lane, slices in lanes.items() if slices}, last)


def draw(run: Run, begin: int = 0, end: int = 0) -> Drawing:
    """Draw a window of the run, in cycles. end: 0 for the end of the run."""
    begin, end = clamp_window(begin, end or run.cycles, run.cycles)
    lanes = []
    for name, slices in run.lanes.items():
        kind = {INTERRUPTS: "interrupts", ACCELERATOR: "units", TICKS: "ticks"}.get(name, "task")
        inside = [(max(first, begin), min(last, end), what) for first, last, what in slices
                  if first < end and last > begin]
        share = 100 * sum(last - first for first, last, _ in inside) / (end - begin)
        lanes.append(Lane(name, kind, TOP + LANE * len(lanes), bars(inside, begin, end, name), share))
    step = (end - begin) / 6
    marks = [(LEFT + PIXELS * n / 6, time(begin + step * n)) for n in range(6)]
    return Drawing(lanes, TOP + LANE * len(lanes) + 6, marks, begin, end, run.cycles)


def time(cycle: float) -> str:
    """Format a cycle as a time at 50 MHz, the clock of the simulated SoC."""
    micros = cycle * CYCLE_NS / 1000
    return f"{micros / 1000:,.3f} ms" if micros >= 1000 else f"{micros:,.1f} µs"


def bars(inside: list, begin: int, end: int, lane: str) -> list[Bar]:
    scale, found, filled = PIXELS / (end - begin), [], {}
    for first, last, what in inside:
        x, width = (first - begin) * scale, (last - first) * scale
        if width >= 1:
            description = f"{what}: {last - first:,} cycles from {time(first)}"
            # The name of a task is left of its lane, so its slices need no label.
            label = what if what != lane and width >= max(LABELLED, 7 * len(what)) else ""
            found.append(Bar(LEFT + x, width, 1, label, description))
        else:
            filled[int(x)] = filled.get(int(x), 0) + width
    for pixel in sorted(filled):
        opacity = round(.25 + .75 * min(filled[pixel], 1), 1)
        before = found[-1] if found else None
        if (before and before.description == "" and before.opacity == opacity
                and before.x + before.width == LEFT + pixel):
            found[-1] = Bar(before.x, before.width + 1, opacity, "", "")
        else:
            found.append(Bar(LEFT + pixel, 1, opacity, "", ""))
    return found
