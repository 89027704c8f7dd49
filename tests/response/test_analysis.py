# SPDX-License-Identifier: Apache-2.0
"""The analysis on task sets whose responses are known, from publications or by hand. All kernel costs are 0."""
import dataclasses
import random

import pytest

from metro.response.analysis import CEILING, Analysis, Section, Source, System, Task
from metro.response.costs import FREE


def task(name, priority, period, execution, deadline=None, **others):
    return Task(name, priority, period, deadline or period, execution, **others)


def totals(system, costs=FREE):
    return [response.total for response in Analysis(system, costs).responses()]


def test_responses_of_burns_and_wellings():
    # Burns and Wellings, Real-Time Systems and Programming Languages: response times 5, 15 and 80, by hand:
    # w = 40 + 10 + 5 = 55 -> 40 + 20 + 15 = 75 -> 40 + 20 + 20 = 80 -> 80.
    system = System((task("a", 3, 80, 40), task("b", 2, 40, 10), task("c", 1, 20, 5)))
    assert totals(system) == [5, 15, 80]


def test_responses_of_joseph_and_pandya():
    # w = 1 + 1 + 1 ... of three tasks with periods 4, 5 and 20: 1 -> 2; third: 3 + 1 + 2 = ... by hand
    # w0 = 4, w1 = 4 + 1*2 + 1 = 7, w2 = 4 + 2*2 + 2*1 = 10, w3 = 4 + 3*2 + 2*1 = 12, w4 = 4 + 3*2 + 3*1 = 13,
    # w5 = 4 + 4*2 + 3*1 = 15, w6 = 4 + 4*2 + 3*1 = 15.
    system = System((task("first", 1, 4, 2), task("second", 2, 5, 1), task("third", 3, 20, 4)))
    assert totals(system) == [2, 3, 15]


def test_a_later_job_may_have_the_longest_response():
    # Lehoczky, 1990: periods 70 and 100, executions 26 and 62. The second task's jobs take
    # 114, 102, 116, 104, 118, 106 and 94: the fifth one is the longest.
    system = System((task("first", 1, 70, 26), task("second", 2, 100, 62, 200)))
    assert totals(system) == [26, 118]


def test_jitter_of_a_more_urgent_task_adds_a_job():
    # Without jitter: 10 + 5 = 15. With 6 of jitter, jobs may come at 0, 20 - 6 = 14: 10 + 2 * 5 = 20.
    tasks = task("urgent", 1, 20, 5, jitter=6), task("other", 2, 100, 10)
    assert totals(System(tasks)) == [11, 20]


def test_inheritance_blocks_by_one_section_of_each_task():
    # The urgent task shares m with middle (7) and n with low (9). Both may delay it: 10 + 7 + 9.
    tasks = (task("urgent", 1, 200, 10, sections=(Section("m", 2), Section("n", 2))),
             task("middle", 2, 300, 20, sections=(Section("m", 7), Section("m", 3))),
             task("low", 3, 400, 30, sections=(Section("n", 9),)))
    assert totals(System(tasks))[0] == 26
    assert totals(System(tasks, protocol=CEILING))[0] == 19


def test_a_mutex_that_is_passed_on_blocks_twice():
    # uC/OS-II gives the mutex from low to middle, which has not run yet: urgent waits for both sections.
    tasks = (task("urgent", 1, 200, 10, sections=(Section("m", 2),)),
             task("middle", 2, 300, 20, sections=(Section("m", 7),)),
             task("low", 3, 400, 30, sections=(Section("m", 9),)))
    assert totals(System(tasks))[0] == 26


def test_a_mutex_of_other_tasks_blocks_a_task_between_them():
    # between has no mutex, but low may run at the urgent task's priority: 4 + 10 + 9.
    tasks = (task("urgent", 1, 200, 10, sections=(Section("m", 2),)), task("between", 2, 300, 4),
             task("low", 3, 400, 30, sections=(Section("m", 9),)))
    assert totals(System(tasks)) == [19, 23, 44]


def test_handlers_and_ticks_are_interference():
    # A handler of 3 every 25, ticks of 2 every 10: 20 -> 20 + 3 + 2*2 = 27 -> 20 + 6 + 6 = 32 -> 20 + 6 + 8 = 34.
    costs = dataclasses.replace(FREE, ticks={1: 2, 9: 2})
    assert totals(System((task("only", 1, 100, 20),), (Source("line", 25, 3),), tick=10), costs) == [34]


def test_a_less_urgent_task_costs_its_part_of_the_tick_only():
    # urgent: tick 2 + due of both 1 + 1 + start 5, which includes its due, + 20.
    costs = dataclasses.replace(FREE, ticks={1: 2, 9: 2}, due=1, start=5, job=8)
    tasks = task("urgent", 1, 100, 20), task("other", 2, 100, 20)
    assert totals(System(tasks, tick=100), costs) == [2 + 1 + 5 + 20, 2 + 5 + 20 + 20 + 8]


def test_refills_are_at_most_as_long_as_the_code_that_evicts():
    tasks = task("urgent", 1, 100, 5), task("other", 2, 200, 20)
    assert totals(System(tasks, refill=3)) == [5, 20 + 5 + 3]
    assert totals(System(tasks, refill=1000)) == [5, 20 + 5 + 5]


def test_without_spare_time_a_task_has_no_bound():
    system = System((task("urgent", 1, 10, 5), task("other", 2, 20, 11)))
    assert totals(system) == [5, None]


def test_shares_of_a_response_are_the_response():
    dice = random.Random(1)
    costs = dataclasses.replace(FREE, ticks={1: 2, 9: 2}, due=1, start=5, job=8, off=9, interrupt=3, post=4)
    for _ in range(100):
        tasks = tuple(task(f"t{n}", n, period := dice.randint(200, 900), dice.randint(1, period // 8),
                           jitter=dice.randint(0, 50)) for n in range(4))
        for response in Analysis(System(tasks, (Source("line", 300, 5),), tick=100, refill=7), costs).responses():
            assert response.total is None or sum(response.shares.values()) == response.total


def simulated(tasks, length):
    """Return the longest response of each task, by a simulation of one cycle after the other from a common start."""
    left, arrived, worst = {}, {}, {each.name: 0 for each in tasks}
    for now in range(length):
        for each in tasks:
            if now % each.period == 0:
                left.setdefault(each.name, []).append(each.execution)
                arrived.setdefault(each.name, []).append(now)
        for each in sorted(tasks, key=lambda each: each.priority):
            if left.get(each.name):
                left[each.name][0] -= 1
                if left[each.name][0] == 0:
                    left[each.name].pop(0)
                    worst[each.name] = max(worst[each.name], now + 1 - arrived[each.name].pop(0))
                break
    return [worst[each.name] for each in sorted(tasks, key=lambda each: each.priority)]


@pytest.mark.parametrize("seed", range(20))
def test_responses_are_exact_for_a_common_start(seed):
    dice = random.Random(seed)
    periods = [dice.choice((4, 5, 6, 8, 10, 12, 15)) for _ in range(3)]
    tasks = tuple(task(f"t{number}", number, period, dice.randint(1, max(1, period // 3)))
                  for number, period in enumerate(periods))
    if sum(each.execution / each.period for each in tasks) < 1:
        assert totals(System(tasks)) == simulated(tasks, 4 * 120)
