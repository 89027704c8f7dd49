# SPDX-License-Identifier: Apache-2.0
"""`./metro bench freertos` with few tasks and repetitions: services, ticks, switches and interrupts under FreeRTOS."""
import dataclasses

import pytest

from metro import kernels
from metro.bench import command as bench, duration
from metro.figures import inputs
from metro.figures.key import FEW_PRIORITIES, Conditions, Who
from metro.kernels.freertos import programs, tables as report, thread_metric as measured
from metro.measure import latency, measurement, workloads
from metro.report import documents, tables
from metro.run import execution
from mutants.bench import SERVICES
from support import slow_except
from test_freertos import freertos, on  # noqa: F401  (a fixture)
from test_thread_metric import arguments

TIMES = {"bench_repetitions": 3}
CYCLES = 4_000_000
FEW = Conditions(priorities=FEW_PRIORITIES)
SYSTEMS = pytest.mark.parametrize("system", slow_except(measured.INSTEAD["system"], ("original", "levels-contexts")))


def planned(kind, *systems, **is_):
    args = arguments(part=["freertos"], unchosen={"opt": None, "system": None}, opt=["O2"],
                     system=list(systems or measured.INSTEAD["system"]))
    return [run for run in bench.plan(args) if isinstance(run, kind)
            and all(getattr(run, field) == value for field, value in is_.items())]


def outcome(run, **values):
    """Execute a run with these values on a SoC with default caches. Return the changed run and its result."""
    run = dataclasses.replace(run, values={**run.values, **values}, core=on(run.key("").system).hardware)
    firmware = run.build.make().with_values(run.values)
    return run, execution.execute(firmware, measurement.soc_of(run.core), meters=run.meters(firmware),
                                  max_cycles=CYCLES, line=run.line)


def figures(run, **values):
    """Return the figures of a run by stem and statistic."""
    run, result = outcome(run, **values)
    assert run.ended_well(result), result.output + result.errors
    return {(key.what, key.statistic): value for key, (value, _) in run.figures(result).items()}


@pytest.mark.sample(1)
@SYSTEMS
def test_each_service_is_measured_in_each_of_its_situations(freertos, system):  # noqa: F811
    found = figures(*planned(programs.ServiceRun, system), **TIMES)
    names = {what.removeprefix("latency.") for what, _ in found}
    assert names == set(report.SERVICES)
    for name in names:
        mean, longest, off = (found[f"latency.{name}", statistic] for statistic in ("mean", "max", latency.IRQ_OFF))
        assert 0 < off < mean <= longest, name
    # A service takes longer if it switches to another task.
    for service in ("sem.take", "q.receive", "notify.take", "events.wait", "stream.receive"):
        available, = (name for name in names if name.startswith(service) and not name.endswith("switch"))
        assert found[f"latency.{available}", "mean"] < found[f"latency.{service}.switch", "mean"]


@pytest.mark.sample(1)
@SERVICES.each
def test_measurement_of_a_faulty_service_fails(freertos, mutant, tmp_path, monkeypatch):  # noqa: F811
    run, = planned(programs.ServiceRun, "original")
    monkeypatch.setattr(workloads, "BENCH", mutant.copy(tmp_path))
    run, result = outcome(run, **TIMES)
    assert not run.ended_well(result)


def test_situation_with_too_few_measurements_fails(freertos):  # noqa: F811
    run, result = outcome(*planned(programs.ServiceRun, "original"), **TIMES)
    assert run.ended_well(result)
    assert not dataclasses.replace(run, values={"bench_repetitions": 4}).ended_well(result)


@pytest.mark.sample(1)
@SYSTEMS
def test_ticks_and_switches_are_measured_for_both_workloads(freertos, system):  # noqa: F811
    of = {run.name: run for run in planned(programs.TickRun, system, tasks=4, special=FEW)}
    found = {name: value for run in of.values() for name, value in figures(run).items()}
    for what in (*report.TICKS.values(), *report.SWITCHES.values(), "wakeup", "irq.off"):
        least, mean, longest = (found[what, statistic] for statistic in ("min", "mean", "max"))
        assert 0 < least <= mean <= longest < 3000, what
    # Most ticks wake a worker, and some ticks wake all workers.
    assert found["tick.interrupt", "max"] < found["tick.interrupt_workers", "mean"]
    assert found["tick.interrupt_workers", "mean"] < found["tick.interrupt_workers", "max"]
    assert found["tick.interrupt_workers", "max"] < found["wakeup", "max"]
    assert found["tick.stolen", "mean"] == found["tick.interrupt", "mean"]


@pytest.mark.slow
def test_tick_during_another_tick_ends_the_run(freertos):  # noqa: F811
    run, = planned(programs.TickRun, "original", tasks=16, special=Conditions(), name="wakeup")
    run, result = outcome(run, bench_hz=10_000)
    assert not run.ended_well(result) and "runs in another tick" in result.output


@SYSTEMS
def test_interrupt_latency_is_measured_from_line_to_handler(freertos, system):  # noqa: F811
    run, = planned(programs.TickRun, system, tasks=4, special=FEW, name="wakeup")
    line, = planned(programs.TickRun, system, name="irq.latency")
    found = figures(dataclasses.replace(line, tasks=4, build=run.build), bench_tasks=4, bench_priorities=4,
                    bench_hz=5000)
    assert 0 < found["irq.latency", "min"] < found["irq.latency", "mean"] < found["irq.latency", "max"] < 1500


def test_kernel_and_core_have_enough_priorities_for_the_tasks(freertos):  # noqa: F811
    runs = planned(programs.TickRun)
    assert {(run.system, run.tasks, run.special.priorities) for run in runs} == {
        (Who(programs.KEY, system), tasks, priorities) for system in measured.INSTEAD["system"]
        for tasks in programs.TASKS for priorities in report.PRIORITIES}
    for run in runs:
        used = run.values["bench_priorities"] or run.tasks
        assert used < run.build.priorities and f"configMAX_PRIORITIES={run.build.priorities}" not in run.build.defs
        units = run.core.units
        assert not (units and units.levels) or units.levels >= run.build.priorities


def test_tables_show_the_measured_figures(freertos):  # noqa: F811
    found = {key: {"value": 47.0, "unit": "cycles", "command": run.command, "inputs": inputs.current_inputs(key)}
             for run in planned(programs.TickRun, "original") for what in workloads.MEASURED[run.name].values()
             for statistic in ("min", "mean", "max") for key in [run.key(what, statistic)]}
    for table in ("freertos-ticks", "freertos-switches"):
        rows = documents.markdown(table, tables.Scope(found, state=inputs.State())).splitlines()[2:]
        assert len(rows) == 4 * len(programs.TASKS)
        assert all("| 47 / 47 / 47 | - | - | - | - |" in row for row in rows)
    shown = [table for table in report.bench_tables(tables.Scope(found, opts=["O2"])) if table.rows]
    assert [len(table.rows) for table in shown] == [16, 16, 3]       # the fourth row needs another figure
    # uC/OS-II's tables show none of these figures.
    of_ucos = kernels.of("ucos").bench_tables(tables.Scope(found, opts=["O2"]), with_given=True)
    assert not any(table.rows for table in of_ucos)


def test_duration_before_set_up_is_the_estimate_for_the_part():
    args = arguments(part=["freertos"])
    assert bench.plan(args, duration.UnreadConfiguration) == [] and kernels.of("freertos").seconds["freertos"] > 0
