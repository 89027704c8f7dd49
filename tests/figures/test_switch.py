# SPDX-License-Identifier: Apache-2.0
"""The cost of a task switch: `./metro bench switch`, and `./metro bench latency` with cold and warm caches."""
import types

import pytest

from metro import configuration
from metro.bench import command as bench
from metro.configuration import EVENTS
from metro.figures.key import Key, Who, of_run
from metro.kernels import ucos
from metro.measure import budget, cold_caches, measurement, switch, thread_metric
from metro.products import firmware as firmware_module
from metro.report import switch as report, tables
from metro.run import execution as run_module
from support import slow_except

ARGS = types.SimpleNamespace(opt=["O2"], system=["original", EVENTS], unchosen={"opt": None, "system": None},
                             suite=None, suite_flags="", seconds=0.1)
SYSTEMS = pytest.mark.parametrize("system", slow_except(["original", EVENTS], (EVENTS,)))


def kernel(system):
    return [(system, firmware_module.KERNEL, "", *ucos.build_settings(configuration.read(system)))]


def measured(run):
    """Build and execute a run. Return the run, its result and its firmware."""
    firmware = run.build.make().with_values(run.values)
    result = run_module.execute(firmware, measurement.soc_of(run.core), meters=run.meters(firmware),
                                max_cycles=run.max_cycles)
    assert run.ended_well(result), result.output + result.errors
    return run, result, firmware


def post_budget(system):
    run, result, firmware = measured(budget.runs(kernel(system))[0])
    return result, run.budget(result, firmware)


@SYSTEMS
def test_post_budget_adds_up_and_shows_inlined_functions(system):
    result, found = post_budget(system)
    mean = result.report["parts"][-2]["post"]["mean"]
    cycles, instructions = ({key.function: value for key, (value, _) in found.items()
                             if key.what == f"budget.post{suffix}"} for suffix in ("", "_instructions"))
    assert sum(cycles.values()) == pytest.approx(mean)
    assert cycles.keys() == instructions.keys() and sum(instructions.values()) < mean
    assert instructions["OSCtxSw"] > 30                    # because OSCtxSw saves and loads the registers
    assert "OS_Sched/OS_CPU_SR_Save" in cycles and "OSCtxSw" in cycles
    assert {"sem_post_high", "sem_waiter"} <= cycles.keys()            # the functions at both ends of the measurement


@SYSTEMS
def test_cold_caches_cost_one_refill_for_each_line(system):
    run, result, _ = measured(cold_caches.runs(ARGS, kernel(system))[0])
    found = run.figures(result)

    def of(name):
        return [found[of_run(f"cold.{name}", statistic, system)][0] for statistic in cold_caches.STATISTICS]
    first, after, instruction, data, excess = of("refill.data")
    refill = first - after
    assert (instruction, data, excess) == (0, 1, 0) and 8 < refill < 50
    assert of("refill.instruction")[2:] == [1, 0, refill]
    warm = {name: part.get(name, part[""])["lines"]["instruction"] for (name, when), part
            in zip(cold_caches.LINE.findall(result.output), result.report["parts"][2::2]) if when == cold_caches.NEXT}
    for name in ("sem.post.no_waiter", "sem.pend.free", "sem.pend.switch", "sem.post.switch", "tick",
                 "interrupt.entry"):
        first, after, instruction, data, excess = of(name)
        # Without an extra line, the next call must also refill lines, because the code's lines evict each other.
        assert instruction >= 0 and instruction + warm[name] > 0
        assert data > 0 and excess == first - after - data * refill
        assert excess <= (instruction + 1) * refill        # one more refill may be in progress at the start
    assert {key.part for key in found} == {"cold"}


def test_measurements_match_the_table_of_switches():
    runs = switch.runs(ARGS, kernel(EVENTS))
    assert {run.build.opt for run in runs} == {"O2"} and {run.special.caches for run in runs} == {"", "large_caches"}
    keys = [key for key in report.ROWS.values() if not key.device]
    services = {key.what.removeprefix("latency.") for key in keys if key.what.startswith("latency.")}
    assert services == {*switch.SITUATIONS, "mutex.post.inherit"}
    assert {key.what for key in keys if key.what.startswith("thread_metric.")} == {
        f"thread_metric.{name}" for name in switch.WORKLOADS}
    assert {(key.tasks, key.hz) for key in keys if key.what == "dhrystone"} == set(switch.LOAD)
    assert {key.tasks for key in keys if key.what in ("wakeup", "irq.off", "irq.latency", "tick.interrupt")} == {
        switch.TASKS}


def test_table_of_switches_has_every_row_and_system():
    others = [Who("given", "original"), Who("patched", "contexts")]
    found = {report.for_system(key, who): {"value": 100 * column, "unit": "cycles", "command": "./metro bench switch"}
             for key in report.ROWS.values()
             for column, who in enumerate([*map(Who.of, report.SYSTEMS), *others], 1)}
    del found[None]
    table = report.costs(tables.Scope(found))
    assert table.columns == ("", *tables.backquoted([*report.SYSTEMS, *others]))
    assert [head for head, _ in table.rows] == [[title] for title in report.ROWS]
    assert dict((head[0], cells) for head, cells in table.rows)["semaphore post, a higher task runs"] == [
        "100", "200", "300", "400", "500"]
    assert report.costs(tables.Scope({})).rows == []


def test_inlined_function_is_listed_below_its_caller():
    found = {Key(f"budget.{what}", system="events", function=place): {"value": value, "unit": unit, "command": ""}
             for place, *values in (("main", 5.0, 2), ("big", 20.0, 9), ("big/part", 30.0, 10),
                                    ("big/part/deep", 1.0, 1))
             for what, value, unit in zip(("post", "post_instructions"), values, ("cycles", "instructions"))}
    assert [(head, cells) for head, cells in report.cycles_by_function(found, budget.POST).rows] == [
        (["big"], ["20 (9)"]), (["  part, in big"], ["30 (10)"]), (["    deep, in part"], ["1 (1)"]),
        (["main"], ["5 (2)"]), (["all"], ["56 (22)"])]


def test_published_switches_name_platform_and_second_hand_data():
    rows = {head[0]: head[1:] for head, _ in report.published_table(tables.Scope({})).rows}
    assert rows["RTOSUnit (CV32E40P)"][0] == "about 70" and "second-hand" in rows["RTOSUnit (CV32E40P)"][-1]
    assert rows["embOS on RV32 with GCC (software)"][0] == "339"


def test_bench_switch_measures_software_units_and_contexts():
    args = types.SimpleNamespace(**{**vars(ARGS), "unchosen": {"opt": ARGS.opt, "system": ARGS.system}})
    assert thread_metric.chosen(args, switch.INSTEAD).system == ["original", EVENTS, "contexts"]
    assert "switch" in bench.ON_REQUEST and "switch" not in bench.PARTS
