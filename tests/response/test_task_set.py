# SPDX-License-Identifier: Apache-2.0
"""The file of `./metro response`: what it means in cycles, and one clear message for each mistake."""
from fractions import Fraction

import pytest

from metro.base.errors import MetroError
from metro.response import task_set
from support import ROOT

EXAMPLE = ROOT / "bench" / "response" / "motor.toml"
SERVICES = ("sem.post", "q.post", "q.pend", "time.get", "mutex.pend", "mutex.post")
SYSTEM = '[system]\nclock_mhz = 50\ntick_hz = 1000\n'
TASK = '[[task]]\nname = "one"\npriority = 4\nperiod_us = 2000\nexecution_us = 100\n'


def read(tmp_path, text):
    file = tmp_path / "tasks.toml"
    file.write_text(text)
    return task_set.read(file, SERVICES)


def test_times_become_cycles_of_the_clock(tmp_path):
    found = read(tmp_path, SYSTEM + TASK + 'deadline_us = 1500.5\nlocked_cycles = 70\njitter_us = 3\n').system(99)
    one = found.tasks[0]
    assert (found.tick, found.refill) == (50_000, 99)
    assert (one.period, one.deadline, one.execution, one.locked, one.jitter) == (100_000, 75_025, 5_000, 70, 150)


def test_another_clock_changes_times_but_not_execution(tmp_path):
    found = read(tmp_path, SYSTEM + TASK).system(0, clock=Fraction(25_000_000))
    assert (found.tick, found.tasks[0].period, found.tasks[0].execution) == (25_000, 50_000, 5_000)


def test_growth_changes_execution_of_tasks_handlers_and_sections(tmp_path):
    text = SYSTEM + TASK + ('[[task.section]]\nmutex = "m"\nheld_us = 10\n[[mutex]]\nname = "m"\n'
                            '[[interrupt]]\nname = "line"\ndistance_us = 500\nhandler_us = 2\n')
    found = read(tmp_path, text).system(0, growth=Fraction(3, 2))
    assert (found.tasks[0].execution, found.tasks[0].sections[0].hold, found.sources[0].execution) == (7500, 750, 150)


def test_a_period_between_ticks_waits_for_the_next_tick(tmp_path):
    one = read(tmp_path, SYSTEM + TASK.replace("2000", "2500")).system(0).tasks[0]
    assert (one.period, one.jitter) == (125_000, 50_000)


def test_a_woken_task_has_the_distance_of_its_interrupt(tmp_path):
    text = SYSTEM + TASK.replace("period_us = 2000\n", "") + (
        '[[interrupt]]\nname = "line"\ndistance_us = 300\nhandler_cycles = 40\nwakes = "one"\n')
    one = read(tmp_path, text).system(0).tasks[0]
    assert (one.period, one.deadline, one.source) == (15_000, 15_000, "line")


def test_the_example_is_valid():
    assert [job.name for job in task_set.read(EXAMPLE, SERVICES).jobs] == ["current", "speed", "communication",
                                                                          "logging"]


def test_the_page_shows_the_example():
    assert EXAMPLE.read_text().partition("\n\n")[2] in (ROOT / "docs" / "response.md").read_text()


WRONG = {
    "task: the load is 2.00, above 1": TASK.replace("= 100\n", "= 4000\n"),
    "task one.periode_us: there is no such key": TASK + "periode_us = 3\n",
    "taks: there is no such table": TASK + '[[taks]]\nname = "two"\n',
    "task one.execution_us: -5 is not from 0": TASK.replace("= 100\n", "= -5\n"),
    "task one.execution_us: nan is not a number": TASK.replace("= 100\n", "= nan\n"),
    "task one.execution_us: is missing": TASK.replace("execution_us = 100\n", ""),
    "task one.execution_cycles: give either": TASK + "execution_cycles = 3\n",
    "task two.priority: 4 is also the priority of the task one": TASK + TASK.replace("one", "two"),
    "task one.name: there are two": TASK + TASK.replace("4", "5"),
    "task one.period_us: is missing, and no interrupt wakes": TASK.replace("period_us = 2000\n", ""),
    "task one.period_us: 400 is shorter than a tick": TASK.replace("2000", "400"),
    "task one.section.mutex: the mutex 'm' is not declared": TASK + '[[task.section]]\nmutex = "m"\nheld_us = 1\n',
    "task one.section: the sections together are longer": TASK + (
        '[[task.section]]\nmutex = "m"\nheld_us = 101\n[[mutex]]\nname = "m"\n'),
    "interrupt line.wakes: there is no task 'won'": TASK + (
        '[[interrupt]]\nname = "line"\ndistance_us = 300\nhandler_us = 1\nwakes = "won"\n'),
    "task one.period_us: the interrupt line wakes the task": TASK + (
        '[[interrupt]]\nname = "line"\ndistance_us = 300\nhandler_us = 1\nwakes = "one"\n'),
    "task one.suspends_us: a job that suspends itself is not supported": TASK + "suspends_us = 10\n",
    "task one.services.sem.pst: the cost of this service is not known": TASK + 'services = { "sem.pst" = 1 }\n',
    "task one.services.mutex.pend: calls of mutexes are counted": TASK + 'services = { "mutex.pend" = 1 }\n',
    "task one.priority: 4.5 is not a whole number": TASK.replace("priority = 4", "priority = 4.5"),
    "task one.priority: 'high' is not a number": TASK.replace("priority = 4", 'priority = "high"'),
    "task: there is none": "",
}


@pytest.mark.parametrize("message", WRONG)
def test_a_mistake_is_named_with_file_and_key(tmp_path, message):
    with pytest.raises(MetroError) as refused:
        read(tmp_path, SYSTEM + WRONG[message])
    assert refused.value.message.startswith(f"{tmp_path / 'tasks.toml'}: {message}")
    assert refused.value.hint


@pytest.mark.parametrize("system,message", [
    ("", "system: is missing"), ("[system]\n", "system.clock_mhz: is missing"),
    ("[system]\nclock_mhz = 0\n", "system.clock_mhz: 0 is not from"),
    ('[system]\nclock_mhz = 50\nmutex_protocol = "none"\n', "system.mutex_protocol: 'none' is not one of"),
    ("[system]\nclock_mhz = 50\n", "task one.period_us: there is no tick"),
    ("clock_mhz =\n", "Invalid value")])
def test_a_mistake_in_the_system_is_named(tmp_path, system, message):
    with pytest.raises(MetroError, match=message):
        read(tmp_path, system + TASK)
