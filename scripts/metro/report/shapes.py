# SPDX-License-Identifier: Apache-2.0
"""Where our figures and the 2007 paper's have different shapes, and why: a paragraph for each of its Tables 2 to 5.

All numbers are computed from the figures at hand and from bench/published/; a sentence whose figures were not measured
is left out.
"""
from __future__ import annotations

from ..base.published import published
from ..measure import workloads

FEW, MANY = 4, 48                  # tasks between which growth is looked at


class _Lacking(Exception):
    """A figure was not measured."""


class _Lookup:
    def __init__(self, found: dict):
        self.found = found

    def __call__(self, name: str) -> float:
        if name not in self.found:
            raise _Lacking
        return self.found[name]["value"]


def _sentences(*makers) -> str:
    made = []
    for maker in makers:
        try:
            made.append(maker())
        except _Lacking:
            pass
    return " ".join(made)


def _rows(name: str) -> dict[int, dict[str, float]]:
    return {int(row["tasks"]): {key: float(value) for key, value in row.items()} for row in published(name)}


def due_per_tick(tasks: int) -> float:
    """How many of the workers are due at a tick in the mean: worker n sleeps 1 + (n mod 7) ticks."""
    return sum(1 / (1 + n % 7) for n in range(tasks))


def tick(found: dict, opt: str) -> str:
    """About Table 2, OSTimeTick."""
    figure, paper = _Lookup(found), _rows("nios-ci-tick.csv")

    def ours(stem, measure, system, tasks):
        return figure(f"tick.{stem}.{measure}.{system}.{tasks}.{opt}")

    def software():
        theirs = (paper[MANY]["software_st"] - paper[FEW]["software_st"]) / (MANY - FEW)
        none = (ours("none_due", "mean", "original", MANY) - ours("none_due", "mean", "original", FEW)) / (MANY - FEW)
        return (f"In software both grow with the tasks, since every tick visits each of them: the paper's shortest by "
                f"{theirs:.0f} a task from {FEW} to {MANY} tasks, ours with none due by {none:.0f}.")

    def bend():
        def slopes(at):
            return [(at(b) - at(a)) / (b - a) for a, b in ((FEW, 16), (16, MANY))]
        below, above = slopes(lambda tasks: paper[tasks]["software_st"])
        own_below, own_above = slopes(lambda tasks: ours("none_due", "mean", "original", tasks))
        return (f"The paper's bends ({below:.0f} a task up to 16 tasks, {above:.0f} from there; it gives no reason), "
                f"ours takes {own_below:.0f} and {own_above:.0f}.")

    def hardware():
        few, many = (paper[n]["hardware_st"] for n in (FEW, MANY))
        own_few, own_many = (ours("none_due", "mean", "combined", n) for n in (FEW, MANY))
        theirs = paper[MANY]["software_lt"] / paper[MANY]["hardware_lt"]
        gain = ours("workers", "max", "original", MANY) / ours("workers", "max", "combined", MANY)
        return (f"In hardware the paper's shortest goes from {few:.0f} to {many:.0f}, ours from {own_few:.0f} to "
                f"{own_many:.0f}; the longest at {MANY} tasks falls to 1 in {theirs:.0f} there, to 1 in {gain:.0f} "
                f"here.")

    def why():
        timer = (ours("workers", "mean", "timer", MANY) - ours("none_due", "mean", "timer", MANY)) / due_per_tick(MANY)
        more = ours("workers", "max", "combined", MANY) - ours("none_due", "max", "combined", MANY)
        return (f"Why: by its list of operations the paper's unit gives result words, and software looks through them "
                f"and makes the due tasks ready. Our system timer works that way too, and pays {timer:.0f} cycles for "
                f"each due task. In combined the unit makes tasks ready by itself: the longest with all due takes "
                f"{more:.0f} cycles more than with none. What remains to be done for a task is done when it "
                f"runs; the time from the tick to a woken task has that in it.")
    return _sentences(software, bend, hardware, why)


def sched(found: dict, opt: str) -> str:
    """About Table 3, OS_Sched."""
    figure, paper = _Lookup(found), _rows("nios-ci-sched.csv")

    def ours(stem, measure, system, tasks):
        return figure(f"sched.{stem}.{measure}.{system}.{tasks}.{opt}")

    def shape():
        few, many = (ours("no_switch", "mean", "original", n) for n in (FEW, MANY))
        theirs = (paper[n]["software_st"] for n in (FEW, MANY))
        return (f"The same shape: with {FEW} and {MANY} tasks software takes {few:.0f} and {many:.0f} here, "
                f"{' and '.join(f'{value:.0f}' for value in theirs)} in the paper, because two table look-ups find the "
                f"highest priority of however many.")

    def gain():
        theirs = paper[MANY]["hardware_st"] / paper[MANY]["software_st"]
        none, switch = (ours(stem, "mean", "combined", MANY) / ours(stem, "mean", "original", MANY)
                        for stem in ("no_switch", "switch"))
        return (f"Hardware leaves {100 * theirs:.0f} % of the paper's shortest; of ours {100 * none:.0f} % without a "
                f"switch and {100 * switch:.0f} % with one. Why: a switch is mostly the saving and loading of "
                f"registers, which no ready list shortens; without one, where one instruction gives the highest task, "
                f"OS_Sched calls nothing and saves no register. The paper's times do not tell the two apart.")
    return _sentences(shape, gain)


def per_tick(slow: float, fast: float, slow_hz: int, fast_hz: int) -> float:
    """Cycles that a tick and all it causes take from Dhrystone, by its scores at two tick rates.

    score(hz) = best * (1 - cycles * hz / clock), and likewise for the other: best drops out.
    """
    ratio = fast / slow
    return workloads.CLOCK_HZ * (1 - ratio) / (fast_hz - ratio * slow_hz)


def dhrystone(found: dict, opt: str) -> str:
    """About Table 4 (O0) or 5 (O2), Dhrystone."""
    figure = _Lookup(found)
    paper = {(row["optimisation"], int(row["tasks"]), int(row["tick_hz"])): row
             for row in published("nios-ci-dhrystone.csv")}
    if (opt, MANY, 100) not in paper:
        return ""

    def theirs(system, level=opt):
        return per_tick(*(float(paper[level, MANY, hz][system]) for hz in (100, 1000)), 100, 1000)

    def ours(system):
        lost = 1 - figure(f"dhrystone.retention.{system}.{MANY}.1000.{opt}") / 100
        return lost * workloads.CLOCK_HZ / 1000

    def implied():
        original, combined = theirs("original"), theirs("combined")
        return (f"A tick and what it causes (interrupt, switches, the tasks' own code) take from Dhrystone with {MANY} "
                f"tasks, by the paper's scores at 100 and 1,000 Hz, {original:,.0f} cycles in original and "
                f"{combined:,.0f} in combined.")

    def compared():
        original, combined = ours("original"), ours("combined")
        return (f"Ours take {original:,.0f} and {combined:,.0f}: hardware leaves {100 * combined / original:.0f} % "
                f"of it, {100 * theirs('combined') / theirs('original'):.0f} % of the paper's; what is left is no "
                f"longer OSTimeTick, but trap entry, task switches and the tasks themselves.")

    def why():
        saved = theirs("original") - theirs("combined")
        rows = _rows("nios-ci-tick.csv")[MANY]
        low, high = sorted(rows[f"software_{end}"] - rows[f"hardware_{end}"] for end in ("st", "lt"))
        told = ("as much as" if 0.75 * low <= saved <= 1.25 * high else "not") + f" the {low:,.0f} to {high:,.0f}"
        return (f"Why: in the paper hardware saves {saved:,.0f} cycles of a tick by these scores, {told} that its "
                f"Table 2 gives for OSTimeTick. The less ticks take in software, the less there is to win back: of the "
                f"processor at 1,000 Hz {100 * theirs('original') * 1000 / workloads.CLOCK_HZ:.0f} % in the paper's "
                f"original")

    def own_share():
        return f"and {100 * ours('original') * 1000 / workloads.CLOCK_HZ:.0f} % in ours."

    text = _sentences(implied, compared, why, own_share)
    return text if text.endswith(".") else text + "."
