# SPDX-License-Identifier: Apache-2.0
"""./metro choose: interpolation between measured points, the choice and its reasons, and refusals."""
import argparse
import dataclasses

import pytest

from metro import report
from metro.base.errors import MetroError
from metro.figures import committed, estimate, store as figures
from metro.figures.key import Key, of_run
from metro.measure.workloads import due_per_tick
from metro.report import choose, configs
from support import metro, named


# Between measured points

def test_measured_point_is_not_interpolated():
    found = estimate.interpolate({(8, 8): 10, (16, 8): 30}, N=16, W=8)
    assert found.value == 30 and found.how == "measured"


def test_interpolation_names_its_two_points():
    found = estimate.interpolate({(8,): 10, (16,): 30, (24,): 31}, N=12)
    assert found.value == 20 and found.how == "interpolated, N 8 to 16"


def test_interpolation_between_four_points_names_both_axes():
    grid = {(8, 8): 0, (8, 16): 8, (16, 8): 16, (16, 16): 24}
    assert estimate.interpolate(grid, N=10, W=12).value == 4 + 4
    assert estimate.interpolate(grid, N=10, W=12).between == {"N": (8, 16), "W": (8, 16)}
    assert estimate.interpolate(grid, N=10, W=8).between == {"N": (8, 16)}


def test_estimate_does_not_extrapolate():
    assert estimate.interpolate({(8,): 10, (16,): 30}, N=17) is None
    assert estimate.interpolate({(8,): 10, (16,): 30}, N=7) is None
    assert estimate.interpolate({}, N=8) is None


def test_interpolation_skips_missing_points():
    grid = {(8, 8): 0, (16, 16): 5, (24, 8): 16}
    assert estimate.interpolate(grid, N=16, W=8).between == {"N": (8, 24)}


def test_due_tasks_per_tick_are_the_sum_of_their_rates():
    assert due_per_tick(1) == 1 and due_per_tick(2) == 1.5
    assert due_per_tick(7) == pytest.approx(363 / 140)


# The choice, from invented figures: one LUT per bit of a delay in the parallel engine, fewer in the look-ahead engine

def made_up_figures(parallel=lambda tasks, width: tasks * width, lookahead=lambda tasks, width: 50 + tasks + width):
    known = {}

    def add(key, value):
        known[key] = {"value": value, "unit": "", "command": "./metro sweep"}
    for tasks in (8, 16, 32):
        for width in (4, 8, 12, 16):
            for engine, size in (("parallel", parallel), ("lookahead", lookahead)):
                for what in ("luts", "ffs"):
                    add(Key("area.time", what, "xc7", tasks, width, engine), size(tasks, width))
        for what in ("luts", "ffs"):
            add(Key("area.ready", what, "xc7", tasks), tasks)
    for tasks in (4, 32):
        for system, idle, busy in (("original", 100, 900), ("timer", 30, 30 + 100 * due_per_tick(tasks)),
                                   ("combined", 20, 20)):
            add(of_run("tick.none_due", "mean", system, tasks), idle)
            add(of_run("tick.workers", "mean", system, tasks), busy)
            add(of_run("tick.interrupt", "mean", system, tasks), idle + 10 * tasks * (system == "original"))
            for hz in (100, 1000):
                add(of_run("dhrystone", "retention", system, tasks, hz=hz), 100 - (idle + tasks) * hz / 10000)
    for tasks in (16, 32):
        add(Key("fmax.core", "", "ecp5", tasks, 16, "lookahead"), 60 + tasks)
    return known


def query(tasks=20, max_delay=4000, tick=1000, device="xc7", system="combined", cover=False, rtos="ucos"):
    return argparse.Namespace(rtos=rtos, tasks=tasks, max_delay=max_delay, tick=tick, device=device,
                              system=system, cover=cover)


def test_smallest_suitable_units_are_chosen():
    chosen, every = choose.choose(made_up_figures(), query())
    # Re-arming 4-bit counters takes 100 * 20 * 1000 / 15 of 50 million cycles a second, and 8-bit counters 1/17 of it.
    assert [(each.width, each.rearm_count, each.is_sufficient) for each in every] == [
        (4, 266, False), (8, 15, True), (12, 0, True), (16, 0, True)]
    assert every[0].rearm_percent == pytest.approx(0.2667, abs=1e-3)
    assert every[1].rearm_percent == pytest.approx(0.0157, abs=1e-3)
    assert (chosen.tasks, chosen.width, chosen.engine) == (21, 8, "lookahead")
    assert chosen.cells["luts"].value == pytest.approx(50 + 21 + 8 + 21)
    assert chosen.cells["luts"].how == "interpolated, N 16 to 32"


def test_cover_chooses_counters_that_hold_the_longest_delay():
    assert choose.choose(made_up_figures(), query(cover=True))[0].width == 12
    assert choose.choose(made_up_figures(), query(cover=True, max_delay=4095))[0].width == 12
    between, every = choose.choose(made_up_figures(), query(cover=True, max_delay=4096))
    assert between.width == 13 and between.cells["ffs"].between == {"N": (16, 32), "W": (12, 16)}


def test_width_with_unmeasured_rearming_is_not_chosen():
    known = {key: figure for key, figure in made_up_figures().items() if key.system != "timer"}
    chosen, every = choose.choose(known, query())
    assert chosen.width == 12 and not every[0].is_sufficient


def test_smaller_engine_is_chosen():
    assert choose.choose(made_up_figures(parallel=lambda *_: 1), query())[0].engine == "parallel"


def test_time_unit_alone_has_its_own_area():
    known = made_up_figures()
    known.update({dataclasses.replace(key, what="area.time_alone"): {"value": figure["value"] - 5}
                  for key, figure in known.items() if key.what == "area.time"})
    assert choose.choose(known, query(system="timer"))[0].cells["luts"].value == pytest.approx(50 + 21 + 8 - 5)


def test_chosen_unit_is_at_least_the_smallest_measured_one():
    chosen, _ = choose.choose(made_up_figures(), query(tasks=2))
    assert chosen.tasks == 8 and chosen.cells["luts"].how == "measured"


@pytest.mark.parametrize("rtos", ["zephyr", "riot"])
def test_rtos_without_measured_ticks_shows_scores_of_thread_metric(rtos):
    known, given = committed.latest(), query(rtos=rtos, system="levels")
    rows = choose.cost_and_gain(known, given, choose.choose(known, given)[0])
    (gain,) = [value for title, value, _ in rows if "preemptive scheduling" in title]
    assert 1 < float(gain) < 3 and not [title for title, value, _ in rows if value == "-"]


@pytest.mark.parametrize("arguments, message", [
    ({"tasks": 32}, "32 tasks and the idle task.*outside the measured range: N = 8 to 32"),
    ({"device": "ecp5"}, "no area was measured on ecp5 yet"),
    ({"cover": True, "max_delay": 65536}, "no measured width serves delays of 65536 ticks"),
])
def test_unmeasured_request_is_refused(arguments, message):
    with pytest.raises(MetroError, match=message) as refusal:
        choose.choose(made_up_figures(), query(**arguments))
    assert "./metro sweep" in refusal.value.hint


def answers(known, args):
    rows = choose.cost_and_gain(known, args, choose.choose(known, args)[0])
    return {title: (value, how) for title, value, how in rows}


def test_answer_shows_each_gain_and_its_origin():
    found = answers(made_up_figures(), query(tasks=4, tick=100))
    assert found["cycles saved by a tick that wakes no task"] == ("120", "measured")
    assert found["cycles saved per second by such ticks"] == ("12,000", "measured")
    assert found["CPU time given back (Dhrystone among these tasks)"] == ("0.80 %", "measured")
    assert found["cycles saved per second in all, of 50 million"] == ("400,000", "measured")
    found = answers(made_up_figures(), query(tasks=18, tick=550))
    assert found["cycles saved by a tick that wakes no task"] == ("260", "interpolated, tasks 4 to 32")
    assert found["CPU time given back (Dhrystone among these tasks)"] == (
        "4.40 %", "interpolated, tasks 4 to 32, Hz 100 to 1,000")
    assert found["clock of a core with both units, W = 16, on ECP5-85"] == ("79.0 MHz", "interpolated, N 16 to 32")


def test_gain_outside_the_measured_range_is_not_shown():
    found = answers(made_up_figures(), query(tick=2000))
    value, how = found["CPU time given back (Dhrystone among these tasks)"]
    assert value == "-" and "not measured" in how
    assert found["cycles saved by a tick that wakes no task"][0] != "-"


# FreeRTOS, with the committed figures

def test_freertos_gets_the_task_lists():
    known = committed.load()[0]
    args = query(tasks=20, system=None, rtos="freertos")
    choose.set_default_system(args)
    assert args.system == "levels"
    chosen, every = choose.choose(known, args)
    assert every == [chosen] and (chosen.tasks, chosen.width, chosen.rearm_count) == (64, 32, 0)
    found, name = answers(known, args), named(known)

    def saved(what, tasks):
        before, after = (name[f"{what}.freertos-{system}.{tasks}.O2"]["value"] for system in ("original", "levels"))
        return f"{before - after:,}"
    assert chosen.cells["luts"].value == name["area.xc7.lists.32.32.luts"]["value"]
    assert found["cycles saved in the longest wake-up, due tick to task"] == (saved("wakeup.max", 48),
                                                                             "measured with tasks 48")
    assert found["cycles saved by a tick that wakes no task"][1] == "interpolated, tasks 16 to 48"
    assert not any("Dhrystone" in title for title in found)


def test_freertos_beyond_the_measured_size_is_refused():
    with pytest.raises(MetroError, match="measured for 64 tasks") as refused:
        choose.choose(committed.load()[0], query(tasks=64, system="levels", rtos="freertos"))
    assert "--tasks 128" in refused.value.hint


@pytest.mark.parametrize("rtos, system, name", [("freertos", "combined", "FreeRTOS"), ("ucos", "levels", "uC/OS-II")])
def test_system_of_the_other_kernel_is_refused(rtos, system, name):
    with pytest.raises(MetroError, match=f"--system {system} does not support {name}") as refused:
        choose.set_default_system(query(system=system, rtos=rtos))
    assert choose.SYSTEMS[rtos][0] in refused.value.hint


def test_printed_answer_for_freertos_names_its_configuration(capsys):
    assert choose.main(query(system=None, rtos="freertos")) == 0
    shown = capsys.readouterr().out
    assert "  ./metro gen --config levels\n" in shown and "N = 64, W = 32" in shown and "armed again" not in shown


# The command

@pytest.mark.parametrize("change", [
    {"--tasks": "0"}, {"--tasks": "255"}, {"--max-delay": "0"}, {"--max-delay": "4294967296"}, {"--tick": "9"},
    {"--tick": "x"}, {"--device": "stratix"}, {"--rtos": "tron"}, {"--tasks": None},
])
def test_bad_numbers_are_refused(change):
    given = {"--tasks": "20", "--max-delay": "4000", "--tick": "1000", **change}
    run = metro("choose", *(word for option, value in given.items() if value for word in (option, value)))
    assert run.returncode == 2 and run.stderr.startswith("metro: error:")
    assert next(iter(change)) in run.stderr


def test_fresh_clone_chooses_by_the_figures_of_the_checkout(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(figures, "FILE", tmp_path / "none.json")
    assert choose.main(query()) == 0
    shown = capsys.readouterr()
    assert "./metro gen --tasks 21" in shown.out and "docs/figures.json" in shown.err


def test_fresh_clone_shows_area_and_ticks_of_configurations(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(figures, "FILE", tmp_path / "none.json")
    assert configs.main(argparse.Namespace(name=[])) == 0
    rows = dict(line.split(None, 1) for line in capsys.readouterr().out.splitlines() if not line.startswith(" "))
    known = named(committed.load()[0])
    for name, area in (("original", "core"), ("combined", "core.64.16.lookahead"), ("tickless", "core_time_base"),
                       ("contexts", "core_contexts.64")):
        luts, mhz, tick, *_ = rows[name].split()
        assert luts == f"{known[f'area.xc7.{area}.luts']['value']:,}", name
        assert mhz == f"{known[f'fmax.ecp5.{area}']['value']:.1f}", name
        measured = known.get(f"tick.workers.max.{name}.48.O2")
        assert tick == (f"{measured['value']:,}" if measured else "-"), name


def test_fresh_clone_reports_the_figures_of_the_checkout(monkeypatch, tmp_path):
    monkeypatch.setattr(figures, "FILE", tmp_path / "none.json")
    drawn = []

    class Drawn(Exception):
        pass

    def draw(found, **_):
        drawn.append(found)
        raise Drawn
    monkeypatch.setattr("metro.report.page.Report", draw)
    with pytest.raises(Drawn):
        report.main(argparse.Namespace(out=tmp_path / "report", png=None))
    assert drawn == [committed.load()[0]]


def test_nothing_measured_names_the_command(monkeypatch, tmp_path):
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(committed, "load", lambda: ({}, {}))
    with pytest.raises(MetroError, match="nothing was measured yet") as refusal:
        choose.main(query())
    assert refusal.value.hint == "./metro sweep measures it"


def test_printed_answer_names_the_command_and_its_origin(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(committed, "load", lambda: ({}, {}))
    figures.record(made_up_figures())
    assert choose.main(query()) == 0
    shown = capsys.readouterr().out
    assert "./metro gen --tasks 21 --width 8 --engine lookahead\n" in shown
    assert "N = 21, W = 8, lookahead" in shown and "interpolated, N 16 to 32" in shown and "too often" in shown
