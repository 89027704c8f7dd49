# SPDX-License-Identifier: Apache-2.0
"""What is printed about the shapes of the paper's tables follows from the figures, and is silent without them."""
import pytest

from metro.report import shapes


TICK = {f"tick.{stem}.{measure}.{system}.{tasks}.O2": {"value": value}
        for system, tasks, none, workers in (("original", 4, 120, 190), ("original", 16, 480, 700),
                                             ("original", 48, 1440, 2900), ("timer", 48, 20, 1000),
                                             ("combined", 4, 20, 20), ("combined", 48, 20, 29))
        for stem, value in (("none_due", none), ("workers", workers)) for measure in ("mean", "max")}


def test_as_many_are_due_as_sleep_once_in_their_delay():
    assert shapes.due_per_tick(1) == 1 and shapes.due_per_tick(2) == 1.5
    assert shapes.due_per_tick(7) == pytest.approx(363 / 140)


def test_the_tick():
    text = shapes.tick(TICK, "O2")
    for part in ("the paper's shortest by 79 a task", "ours with none due by 30", "(28 a task up to 16 tasks, 98 from",
                 "ours takes 30 and 30", "from 107 to 219, ours from 20 to 20", "1 in 19 there, to 1 in 100 here",
                 f"pays {980 / shapes.due_per_tick(48):.0f} cycles", "takes 9 cycles more than with none"):
        assert part in text, text
    without = {name: figure for name, figure in TICK.items() if ".16." not in name}
    assert "bends" not in shapes.tick(without, "O2") and "In hardware" in shapes.tick(without, "O2")


def test_the_scheduler():
    found = {f"sched.{stem}.mean.{system}.{tasks}.O2": {"value": value}
             for stem, system, tasks, value in (("no_switch", "original", 4, 60), ("no_switch", "original", 48, 61),
                                                ("no_switch", "combined", 48, 20), ("switch", "original", 48, 200),
                                                ("switch", "combined", 48, 180))}
    text = shapes.sched(found, "O2")
    assert "60 and 61 here, 295 and 286 in the paper" in text
    assert "54 % of the paper's shortest; of ours 33 % without a switch and 90 % with one" in text


def test_scores_at_two_rates_tell_what_a_tick_takes():
    best, cycles = 4.0, 5000
    slow, fast = (best * (1 - cycles * hz / 50e6) for hz in (100, 1000))
    assert shapes.per_tick(slow, fast, 100, 1000) == pytest.approx(cycles)


def test_dhrystone():
    found = {f"dhrystone.retention.{system}.48.1000.O2": {"value": value}
             for system, value in (("original", 92.0), ("combined", 98.0))}
    text = shapes.dhrystone(found, "O2")
    for part in ("5,854 cycles in original and 1,708 in combined", "Ours take 4,000 and 1,000",
                 "hardware leaves 25 % of it, 29 % of the paper's", "saves 4,146 cycles",
                 "as much as the 3,838 to 4,584 that its Table 2 gives",
                 "12 % in the paper's original and 8 % in ours."):
        assert part in text, text
    # The O0 table's scores tell of more than Table 2 does, and that can be said without figures of ours.
    text = shapes.dhrystone({}, "O0")
    assert "not the 3,838 to 4,584" in text and "Ours" not in text and text.endswith("original.")
    assert shapes.dhrystone(found, "O1") == ""


def test_nothing_measured_nothing_said():
    assert shapes.tick({}, "O2") == shapes.sched({}, "O2") == ""
