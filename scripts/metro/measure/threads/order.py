# SPDX-License-Identifier: Apache-2.0
"""Search for the order of the functions in sw/threads/hot_more.ld: `./metro threads order`.

The simulator records the cache lines that rounds of bench/threads/turnaround execute, in `original`, `events` and
`contexts`, without other traffic on the bus. A model of the direct-mapped instruction cache counts the misses of these
rounds for a given order of the functions. Simulated annealing moves one function at a time. From the end of the pause
before a post, for the mean time until the end of the pend, a miss counts as 1. Any other miss counts as OTHER. The
pause is a loop, so its middle adds no miss and is left out.
"""
from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...base import output, paths
from ...base.errors import MetroError
from ...products import firmware as firmware_module
from ...run import execution
from . import applications

FILE = firmware_module.SOFTWARE / "threads" / "hot_more.ld"
LINE, SETS = 32, 128            # the instruction cache: bytes in a line, and sets of one line
EXECUTED = 15                   # kind of the record of an executed line (hw/sim/timeline.h)
CYCLE = (1 << 56) - 1           # the bits of a record's first word that hold the cycle
LONG = 5_000                    # cycles in one loop that count as a pause; main.c and handover.v wait for 8,192 or more
LOOP_LINES = 5                  # maximum number of lines in the loop of a pause
EDGE = 12                       # records at each end of a pause that stay in the trace
ROUNDS = 2                      # rounds of a trace whose misses count
OTHER = 0.02
STEPS, SEED = 400_000, 1        # of the annealing
HOTTEST, COLDEST = 1.0, 0.01    # its temperature in misses, at the start and at the end


@dataclass
class Trace:
    """The cache lines that some rounds execute. lines: address // LINE, in the order of execution; weights: cost of a
    miss of each."""
    name: str
    lines: np.ndarray
    weights: np.ndarray
    functions: list             # (address, size, name)


def trace(point) -> Trace | None:
    """Record a run of turnaround. Return some of its last rounds, or None if the CPU takes no part in them."""
    [run] = point.runs()
    with tempfile.TemporaryDirectory(dir=paths.make_build() / "tmp") as folder:
        Path(folder, "watch.json").write_text(json.dumps({"cache_lines": True}))
        outcome = execution.execute(run.firmware, run.soc, max_cycles=run.max_cycles, options=["--timeline", folder])
        run.refuse(outcome)
        records = np.fromfile(Path(folder, "records"), dtype=np.uint64).reshape(-1, 2)
    records = records[records[:, 0] >> np.uint64(56) == EXECUTED]
    cycles = (records[:, 0] & np.uint64(CYCLE)).astype(np.int64)
    lines = (records[:, 1] & np.uint64(0xFFFFFFFF)).astype(np.int64) // LINE
    pauses = pauses_in(cycles, lines)
    if len(pauses) < ROUNDS + 3:
        return None
    # The application prints after the last pause, and the round before it may differ.
    before, first, end = (pauses[number][0] for number in (-ROUNDS - 3, -ROUNDS - 2, -2))
    shown, weights = np.ones(len(lines), bool), np.full(len(lines), OTHER)
    for begin, end in pauses:
        shown[begin + EDGE:max(begin + EDGE, end - EDGE)] = False
        if end < len(lines):
            weights[end:np.searchsorted(cycles, cycles[end] + point.figures(outcome)["mean"])] = 1
    weights[before:first] = 0                              # fills the model's sets, as earlier rounds fill the cache
    part = slice(before, end)
    return Trace(str(point.key), lines[part][shown[part]], weights[part][shown[part]] / ROUNDS, run.firmware.functions)


def pauses_in(cycles: np.ndarray, lines: np.ndarray) -> list[tuple[int, int]]:
    """Return the ranges of the records in which the CPU spends more than LONG cycles in one loop."""
    pauses, begin, spent = [], 0, np.diff(cycles, append=cycles[-1])
    while begin < len(lines):
        seen, end = set(), begin
        while end < len(lines) and (lines[end] in seen or len(seen) < LOOP_LINES):
            seen.add(lines[end])
            end += 1
        if (total := spent[begin:end].sum()) > LONG:
            # Lines with at most 5 % of the cycles lead to the loop or follow it.
            loop = [line for line in seen if spent[begin:end][lines[begin:end] == line].sum() > total / 20]
            inside = begin + np.flatnonzero(np.isin(lines[begin:end], loop))
            pauses.append((int(inside[0]), int(inside[-1]) + 1))
            begin = end
        else:
            begin += 1
    return pauses


class Model:
    """Counts the misses of traces for a given order of some functions. The functions follow each other without gaps,
    from the lowest address of any of them in the traced firmware. names: the functions' names, without the suffixes of
    clones."""

    def __init__(self, traces: list[Trace], names: list[str]):
        self.sizes = np.zeros((len(traces), len(names)), int)
        self.bases = np.zeros(len(traces), int)
        functions, offsets = [], []                # of each executed line: function and line in it, or -1 and set
        for run, one in enumerate(traces):
            place, firsts = {}, []
            for address, size, name in one.functions:
                if (base := name.partition(".")[0]) in names:          # the compiler names clones `name.part.0`
                    number, count = names.index(base), -(-size // LINE)
                    for line in range(count):
                        place[address // LINE + line] = number, self.sizes[run, number] + line
                    self.sizes[run, number] += count
                    firsts.append(address // LINE)
            self.bases[run] = min(firsts)
            found = [place.get(int(line), (-1, int(line) % SETS)) for line in one.lines]
            functions += [number for number, _ in found]
            offsets += [offset for _, offset in found]
        functions, offsets = np.array(functions), np.array(offsets)
        runs = np.concatenate([np.full(len(one.lines), run) for run, one in enumerate(traces)])
        self.runs, self.weights = runs, np.concatenate([one.weights for one in traces])
        self.lines = np.concatenate([one.lines for one in traces])
        self.moved = functions >= 0
        self.sets = (runs * SETS + np.where(self.moved, 0, offsets)).astype(np.int16)      # sorts faster than int
        self.places = runs[self.moved], functions[self.moved], offsets[self.moved]

    def misses(self, order: np.ndarray) -> np.ndarray:
        """Return the weighted misses of each trace. A line misses if another line was last in its set."""
        begins = np.zeros_like(self.sizes)
        begins[:, order[1:]] = np.cumsum(self.sizes[:, order[:-1]], axis=1)
        runs, functions, offsets = self.places
        sets = self.sets.copy()
        sets[self.moved] = runs * SETS + (self.bases[runs] + begins[runs, functions] + offsets) % SETS
        by_set = np.argsort(sets, kind="stable")
        sets, lines = sets[by_set], self.lines[by_set]
        missed = by_set[1:][(sets[1:] == sets[:-1]) & (lines[1:] != lines[:-1])]
        return np.bincount(self.runs[missed], weights=self.weights[missed], minlength=len(self.bases))


def search(model: Model, steps: int, seed: int, tell=lambda *_: None) -> np.ndarray:
    """Return the best order that simulated annealing finds. It starts with the order of the file, so it finds none
    with more misses. The same arguments give the same order."""
    random = np.random.default_rng(seed)
    count = model.sizes.shape[1]
    order = np.arange(count)
    now = least = model.misses(order).sum()
    best = order
    for step in range(steps):
        heat = HOTTEST * (1 - step / steps) ** 2 + COLDEST
        place, to = random.integers(count, size=2)
        other = np.insert(np.delete(order, place), to, order[place])
        misses = model.misses(other).sum()
        if misses <= now or random.random() < np.exp((now - misses) / heat):
            order, now = other, misses
            if now < least:
                best, least = order, now
        if step % (steps // 20 or 1) == 0:
            tell(step, least)
    return best


def entries() -> dict[str, str]:
    """Return {function: its line of text in hot_more.ld}, in the order of the file."""
    return {found[1]: found[0] for found in re.finditer(r"^\*\(\.text\.([^) ]*).*$", FILE.read_text(), re.MULTILINE)}


def refuse_clones(traces: list[Trace], texts: dict[str, str]) -> None:
    """Raise MetroError if the compiler made a clone of a function whose line does not place clones."""
    clones = {name.partition(".")[0] for one in traces for _, _, name in one.functions if "." in name}
    if wrong := [name for name in texts if name in clones and f".text.{name}.*" not in texts[name]]:
        raise MetroError(f"{FILE} does not place the clones of {', '.join(wrong)}", "add .text.NAME.* to their lines")


def main() -> None:
    """Print the misses with the order of hot_more.ld and with the best order. Write the best one if it has fewer."""
    texts, traces = entries(), []
    for point in applications.turnaround():
        if not point.caches and not point.is_busy:
            print(f"  {point.key} ...", flush=True)
            traces.append(trace(point))
            if not traces[-1]:
                print("    is left out: the CPU takes no part in its rounds")
    traces, names = [one for one in traces if one], list(texts)
    refuse_clones(traces, texts)
    model = Model(traces, names)
    order = search(model, STEPS, SEED, tell=lambda step, least: print(
        f"  {step:,} of {STEPS:,} orders: {least:.1f} misses", flush=True))
    before, after = model.misses(np.arange(len(names))), model.misses(order)
    for one, old, new in zip(traces, before, after):
        print(f"{one.name:60} {old:6.1f} {new:6.1f}")
    print(f"{'weighted misses of a round: order of the file, best order':60} {before.sum():6.1f} {after.sum():6.1f}")
    if after.sum() < before.sum():
        head = FILE.read_text().partition("*(.text.")[0]
        output.write({FILE: (head + "".join(f"{texts[names[number]]}\n" for number in order)).encode()})
