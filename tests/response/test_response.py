# SPDX-License-Identifier: Apache-2.0
"""`./metro response`: verdicts on configurations, and simulated sets whose responses never exceed the computed ones."""
import argparse
import dataclasses
import subprocess
import xml.etree.ElementTree

import pytest

from metro.base.errors import MetroError
from metro.figures import committed
from metro.measure import response as measured
from metro.response import analysis, command, costs, random_sets, report, simulation, task_set
from support import ROOT

EXAMPLE = ROOT / "bench" / "response" / "motor.toml"
PAGE = ROOT / "docs" / "response.md"
FIGURES = committed.load()[0]
SERVICES = [*costs.MUTEX, *(name for names in simulation.CALLS.values() for name in names)]
AT_ONCE = 12                   # random sets in a test


def response(*words):
    return subprocess.run([str(ROOT / "metro"), "response", *map(str, words)], capture_output=True, text=True,
                          cwd=ROOT)


def verdict(name, figures=FIGURES):
    found = costs.read(name, figures)
    return report.verdict(task_set.read(EXAMPLE, found.services), name, found, 0)


@pytest.mark.parametrize("name", command.DEFAULT)
def test_every_cost_of_a_default_configuration_is_stored(name):
    found = costs.read(name, FIGURES)
    assert all(found.services[service] > 0 for service in costs.MUTEX)
    assert found.source == "measured longest" and min(found.job, found.post, found.off, found.entry) > 0
    assert set(found.ticks) == set(measured.TASKS[measured.TICK])


def test_ticks_between_measured_numbers_of_tasks_are_interpolated():
    found = dataclasses.replace(costs.FREE, ticks={1: 100, 11: 205})
    assert [found.tick(tasks) for tasks in (0, 1, 2, 11)] == [100, 100, 111, 205]
    with pytest.raises(MetroError, match="at most 11 tasks"):
        found.tick(12)


def test_the_smallest_clock_is_the_limit():
    one = verdict("contexts")
    tasks = task_set.read(EXAMPLE, one.costs.services)
    met = [all(each.is_met for each in analysis.Analysis(tasks.system(0, clock=hz), one.costs).responses())
           for hz in (one.clock, one.clock - report.CLOCK_STEP_HZ)]
    assert met == [True, False]


def test_the_units_need_a_slower_clock_than_software():
    assert verdict("contexts").clock < verdict("events").clock < verdict("original").clock


def test_the_first_task_that_fails_fails_at_the_next_step():
    one = verdict("contexts")
    tasks, step = task_set.read(EXAMPLE, one.costs.services), 1 / report.GROWTH_STEPS
    missed = [[each.task.name for each in analysis.Analysis(tasks.system(0, growth=growth), one.costs).responses()
               if not each.is_met] for growth in (one.growth, one.growth + step)]
    assert missed == [[], one.fails] and one.fails


def test_a_configuration_without_figures_is_refused():
    outcome = response(EXAMPLE, "--config", "minimal")
    assert outcome.returncode == 1 and "there are no kernel costs of the configuration minimal" in outcome.stderr
    assert "contexts" in outcome.stderr


def test_the_report_names_costs_shares_and_verdicts():
    outcome = response(EXAMPLE, "--config", "original", "contexts")
    assert "measured longest time is no bound" in " ".join(outcome.stdout.split())
    for word in ("blocking", "interference", "handlers", "MISSED", "met", "smallest clock"):
        assert word in outcome.stdout
    assert outcome.returncode == 0


def test_the_page_shows_what_the_command_prints():
    shown = PAGE.read_text().partition("contexts: times in us")[2].partition("```")[0].splitlines()
    printed = [line.rstrip() for line in response(EXAMPLE.relative_to(ROOT)).stdout.splitlines()]
    assert len(shown) > 10 and [line for line in shown[1:] if line not in printed] == []


def test_a_picture_shows_each_task_on_each_configuration(tmp_path):
    file = tmp_path / "motor.svg"
    assert response(EXAMPLE, "--picture", file).returncode == 0
    drawn = xml.etree.ElementTree.parse(file)
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for word in (*command.DEFAULT, "own", "kernel", "blocking"):
        assert texts.count(word) == 1
    for task in ("current", "speed", "communication", "logging"):
        assert texts.count(task) == len(command.DEFAULT)


def test_random_sets_have_no_picture(tmp_path):
    outcome = response("--random", 1, "--picture", tmp_path / "sets.svg")
    assert outcome.returncode == 1 and "--picture needs a file" in outcome.stderr


def test_no_deadline_met_anywhere_is_a_failure():
    assert response(EXAMPLE, "--config", "original").returncode == 1


def test_the_example_runs_within_its_computed_responses():
    outcome = response(EXAMPLE, "--config", "contexts", "--simulate", "--seconds", "0.03")
    assert outcome.returncode == 0, outcome.stderr
    assert "observed" in outcome.stdout


def test_without_kernel_costs_a_simulated_response_exceeds_the_computed_one():
    free = {"original": dataclasses.replace(costs.FREE, services=dict.fromkeys(SERVICES, 0))}
    with pytest.raises(MetroError, match="longer than the computed one") as found:
        command.simulate_random(argparse.Namespace(random=1, seed=1, part=(1, 1), jobs=1), free)
    assert "original, set 1" in found.value.hint


class WithoutBlocking(analysis.Analysis):
    def blocking(self, task):
        return 0, 0


class WithoutTheFirstArrival(analysis.Analysis):
    def loads(self, task):
        return [dataclasses.replace(load, jitter=load.jitter - load.period) if load.share == "interference" else load
                for load in super().loads(task)]


class WithoutTicks(analysis.Analysis):
    def loads(self, task):
        return super().loads(task)[1:]


@pytest.mark.parametrize("name, seed, fault", [
    ("contexts", 39, WithoutBlocking), ("contexts", 96, WithoutTheFirstArrival), ("original", 56, WithoutTicks)])
def test_random_sets_find_a_fault_of_the_analysis(name, seed, fault, monkeypatch):
    known = costs.read(name, FIGURES)
    assert random_sets.run(name, known, seed).excesses == []
    monkeypatch.setattr(analysis, "Analysis", fault)
    assert random_sets.run(name, known, seed).excesses


@pytest.mark.slow
def test_a_set_runs_without_a_tick_interrupt():
    one = random_sets.make(2)
    for seen in simulation.simulate("tickless", one.system, one.offsets, one.ticks, one.evicts):
        assert seen.jobs and seen.cycles > seen.task.execution * 0.8 - seen.task.jitter


def test_a_set_without_any_bound_is_counted(capsys):
    args = argparse.Namespace(random=1, seed=6, part=(1, 1), jobs=1)
    assert command.simulate_random(args, {"original": costs.read("original", FIGURES)}) == 0
    assert ": 1 sets, seeds 6 to 6, 0 tasks with a bound" in capsys.readouterr().out


def test_a_random_set_is_the_same_for_the_same_seed():
    assert random_sets.make(7) == random_sets.make(7) != random_sets.make(8)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ("original", "contexts"))
@pytest.mark.parametrize("first", range(1, 1 + 40 * AT_ONCE, AT_ONCE))
def test_no_random_set_exceeds_its_computed_responses(name, first):
    """Ten thousand sets need half an hour: `./metro response --random 10000 --config NAME --part K/M`."""
    known = costs.read(name, FIGURES)
    outcomes = [random_sets.run(name, known, seed) for seed in range(first, first + AT_ONCE)]
    assert [line for outcome in outcomes for line in outcome.excesses] == []
    assert sum(len(outcome.ratios) for outcome in outcomes) > AT_ONCE


def test_a_set_that_the_simulation_cannot_run_is_refused():
    task = analysis.Task("short", 1, 50_000, 50_000, 100)
    with pytest.raises(MetroError, match="too short"):
        simulation.refuse(analysis.System((task,), tick=50_000))
    with pytest.raises(MetroError, match="no immediate ceiling"):
        simulation.refuse(analysis.System((dataclasses.replace(task, execution=5000),), protocol=analysis.CEILING))
