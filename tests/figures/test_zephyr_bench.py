# SPDX-License-Identifier: Apache-2.0
"""`./metro bench zephyr` and `riot`: plan, messages, tables. `./metro test --kernel TREE` also measures."""
import argparse
import json
import dataclasses
import re
from types import SimpleNamespace

import pytest

from metro import kernels
from metro.base.errors import MetroError
from metro.base.publications import read_table
from metro.bench import command as bench, duration, own_build as measured, refresh
from metro.cli import command_line as cli
from metro.figures import committed, inputs, rows
from metro.figures.key import GIVEN, LARGE_CACHES, Who, of_run
from metro.kernels import zephyr as zephyr_module
from metro.kernels.riot import SUITE as RIOT
from metro.kernels.zephyr import SUITE
from metro.measure import latency, measurement, sleepers, thread_metric, workloads
from metro.report import own_build as report, services, tables
from metro.run import execution
from support import ROOT
from test_riot import tree as riot_tree  # noqa: F401  (a fixture)
from test_thread_metric import arguments
from test_zephyr import fake, make_tree, tree  # noqa: F401  (fixtures)

OF_SERVICES = measured.ServiceRun, measured.SleeperRun
UCOS_TREE = ROOT / "tests" / "patch" / "tree"


def planned(tree, kind=measured.ThreadMetricRun, **chosen):  # noqa: F811
    """Return the planned runs of one class."""
    every = bench.plan(arguments(**{"part": ["zephyr"], "kernel": tree, "unchosen": {"opt": None, "system": None},
                                    "opt": ["O2"], "system": measured.INSTEAD["system"], **chosen}))
    return [run for run in every if isinstance(run, kind)]


# Plan

def test_each_column_measures_each_workload_with_both_caches(fake):  # noqa: F811
    found = planned(fake)
    assert len(found) == len({run.title for run in found}) == 80
    assert {(run.system.system, run.special.uses) for run in found} == set(SUITE.columns.values())
    assert {run.name for run in found} == {f"thread_metric.{name}" for name in thread_metric.WORKLOADS}
    assert {(run.special.caches, run.core.core.icache_bytes) for run in found} == {("", 4096), (LARGE_CACHES, 65536)}
    assert {run.special.version for run in found} == {"3.7.0"}


def test_caches_and_workloads_share_an_image(fake):  # noqa: F811
    runs = planned(fake, system=["levels"])
    assert len({run.build for run in runs}) == 1
    assert {run.name.partition(".")[2]: run.values["tm_workload"] for run in runs} == {
        name: number for number, name in enumerate(thread_metric.WORKLOADS)}


@pytest.mark.parametrize("suite", [SUITE, RIOT], ids=lambda suite: suite.key)
def test_application_has_the_workloads_in_our_order(suite):
    port = (workloads.BENCH / suite.key / measured.THREAD_METRIC / "port.c").read_text()
    assert tuple(re.findall(r"^    DO\((\w+)\)", port, re.MULTILINE)) == thread_metric.WORKLOADS


def test_columns_in_software_differ_by_settings(fake):  # noqa: F811
    settings = {run.special.uses: run.build.settings for run in planned(fake, system=["original"])}
    assert settings == {"": (), "multiq": ("CONFIG_SCHED_MULTIQ=y",),
                        "short_ways": ("CONFIG_METRONOME_SHORT_WAYS=y",)}


def test_default_is_each_column_at_both_optimisations(fake):  # noqa: F811
    default = {"opt": ["O2"], "system": ["original", "combined"]}
    found = planned(fake, kind=workloads.Run, unchosen=default, **default)
    assert {(run.build.opt, run.system.system, run.special.uses) for run in found if run.name == "latency"} == {
        (opt, *column) for opt in ("O2", "Os") for column in SUITE.columns.values()}
    assert len(found) == len({run.title for run in found})


def test_idle_system_is_measured_with_each_timer(fake):  # noqa: F811
    found = {(run.system.system, run.special.uses): run for run in planned(fake, measured.SleeperRun)
             if run.name == "idle"}
    assert set(found) == {*SUITE.columns.values(), ("original", "each_tick"), ("levels-contexts", "time_base")}
    assert found["original", "each_tick"].build.settings == ("CONFIG_TICKLESS_KERNEL=n",)
    timers = {uses: run.meters(Symbols())["meters"][0]["start"] for (system, uses), run in found.items()
              if system == "levels-contexts"}
    assert timers == {"": {"line": workloads.TIMER_LINE}, "time_base": {"line": workloads.TIME_BASE_LINE}}


class Symbols:
    """A firmware whose symbols all have the address 0."""
    def address(self, name):
        return 0


def test_command_repeats_the_run(fake):  # noqa: F811
    run = next(run for run in planned(fake) if run.system.system == "levels")
    assert run.command == f"./metro bench zephyr --opt O2 --system levels --kernel {fake}"
    figure = {"value": 1, "unit": "1/s", "command": run.command, "inputs": {}, "made_of": {}}
    (key, kept), = committed.repeatable_figures({run.key(run.name): figure}).items()
    assert kept["command"] == "./metro bench zephyr --opt O2 --system levels --kernel TREE"
    assert rows.read(rows.text({key: kept}))[0] == {key: {**kept, "inputs": {}}}
    assert str(key) == "thread_metric.basic_processing.zephyr-levels.O2.large_caches.3_7_0"


def test_inputs_are_the_module_the_application_and_the_workloads(fake):  # noqa: F811
    run = planned(fake)[0]
    kinds = inputs.kinds(run.key(run.name))
    assert {"sw/zephyr", "bench/zephyr", "bench/thread_metric", "configs/original.toml"} <= set(kinds)
    assert all((ROOT / kind).exists() for kind in kinds if "/" in kind)


def test_duration_before_set_up_is_the_estimate_for_the_part():
    args = arguments(part=["zephyr"])
    assert bench.plan(args, duration.UnreadConfiguration) == [] and kernels.of("zephyr").seconds["zephyr"] > 0


# Messages

def refused(*words):
    with pytest.raises(MetroError) as error:
        bench.main(cli.parse(["bench", *map(str, words)])[1])
    return f"{error.value.message}\n{error.value.hint}"


def test_part_without_a_tree_says_how_to_give_one():
    message = refused("zephyr")
    assert "the part zephyr needs a tree of Zephyr" in message
    assert "./metro bench zephyr --kernel TREE; 3.7 or 4.x" in message


def test_all_parts_without_a_tree_leave_this_part_out(capsys):
    kept = bench.plan(arguments(part=["zephyr"], all=True))
    assert kept == [] and "left out: zephyr, zephyr-benchmarks: " in capsys.readouterr().out


@pytest.mark.parametrize("words, message", [
    (("tick", "--kernel", "TREE"), "is Zephyr, which tick does not measure\nrun ./metro bench zephyr --kernel DIR"),
    (("zephyr", "--kernel", UCOS_TREE), "is uC/OS-II, which zephyr does not measure"),
    (("zephyr", "--kernel", "TREE", "--patched"), "--patched is not for Zephyr"),
    (("zephyr", "--kernel", "TREE", "--config", "combined"), "Zephyr cannot leave kernel.ready")])
def test_option_that_does_not_fit_is_refused(words, message, fake):  # noqa: F811
    assert message in refused(*(fake if word == "TREE" else word for word in words))


def test_tree_is_not_measured_as_another_rtos(fake):  # noqa: F811
    assert bench.plan(arguments(part=["tick"], kernel=fake)) == bench.plan(arguments(part=["tick"]))


# Old figures

@pytest.mark.parametrize("given, needed", [(None, True), ("3.7.0", False), ("4.0.0", True)])
def test_figure_is_skipped_without_its_tree(given, needed, fake, tmp_path, monkeypatch):  # noqa: F811
    run = planned(fake)[0]
    other = of_run("latency.x", "mean", Who(GIVEN, "original"))
    found = {key: {"inputs": {"sw": "before"}, "made_of": {}, "command": "./metro bench zephyr"}
             for key in (run.key(run.name), other)}
    monkeypatch.setattr(committed, "load", lambda: (found, {}))
    folder = given and make_tree(tmp_path / "given", given)
    args = argparse.Namespace(pattern="*", kernel=folder, jobs=1, scheduler=None)
    assert (run.key(run.name) in refresh.find_old_figures(args).foreign) == needed
    assert other in refresh.find_old_figures(args).foreign


def test_rows_are_measured_by_the_runs_of_the_tree(fake):  # noqa: F811
    args = argparse.Namespace(pattern="*", kernel=fake, jobs=1, scheduler=None)
    wanted = {run.key(ONE_OF.get(run.name.partition(".")[0], "{}").format(run.name)): run
              for run in planned(fake, workloads.Run, part=["zephyr", zephyr_module.PART])}
    points = refresh.points_of_rows(wanted, args)
    assert {key: point.run.title for key, point in points.items()} == {
        key: run.title for key, run in wanted.items()}


ONE_OF = {"latency": "{}.sem.take.free", "benchmark": "{}.switch"}      # a figure of a run that gives several


# Table

def sample(version="3.7.0"):
    def key(system, uses=""):
        return of_run("thread_metric.message_processing", "", Who("zephyr", system), caches=LARGE_CACHES, uses=uses,
                      version=version)
    found = {key("original"): 1000, key("original", "multiq"): 500, key("original", "short_ways"): 1500,
             key("levels"): 2500}
    return {key: {"value": value, "unit": "1/s", "command": "./metro bench zephyr"} for key, value in found.items()}


def test_table_shows_ratios_to_the_simple_ready_queue():
    found = sample()
    found.update(workloads.speedups(found))
    table = report.thread_metric(SUITE, tables.Scope(found), "O2", LARGE_CACHES)
    assert table.rows == [
        (["message processing"], ["1,000", "500 (0.50)", "1,500 (1.50)", "2,500 (2.50)", "-", "2.53"])]
    assert "Zephyr 3.7.0 at -O2, caches of 64 KiB" in table.title and table.columns[0] == "Zephyr 3.7.0"
    small = report.thread_metric(SUITE, tables.Scope(found), "O2", "")
    assert small.rows == [] and small.note == "" and "--kernel TREE" in small.made_by
    assert [each.rows for each in services.thread_metric(tables.Scope(found), "O2")] == [[], [], [], []]


def test_table_shows_the_newest_tree():
    found = {**sample("3.7.0"), **sample("4.10.0"), **sample("4.9.0")}
    assert "Zephyr 4.10.0" in report.thread_metric(SUITE, tables.Scope(found), "O2", LARGE_CACHES).title


# Services, interrupts, sizes

def service_names(suite):
    """Return the names of the situations in bench/services that an RTOS has, in their order."""
    text = (workloads.BENCH / "services" / "services.c").read_text()
    port = (workloads.BENCH / suite.key / measured.SERVICES / "port.h").read_text()
    if "#define HAS_INHERITANCE" not in port:
        text = re.sub(r"#ifdef HAS_INHERITANCE.*?#endif", "", text, flags=re.DOTALL)
    sizes = re.findall(r"DO\((\d+)\)", port)
    rows = re.findall(r'\{ "([\w.]+)"( #bytes)?, (?:"([\w.]+)")?', text)
    return {name for first, sized, second in rows for name in (*([f"{first}{size}" for size in sizes] if sized else
                                                                 [first]), *filter(None, [second]))} - {"nothing"}


def test_table_has_a_row_for_each_service():
    names = {suite.key: service_names(suite) for suite in (SUITE, RIOT)}
    assert names["zephyr"] | names["riot"] == set(report.SERVICES)
    assert len(names["zephyr"]) * measured.REPETITIONS == 10_000


@pytest.mark.parametrize("suite", [SUITE, RIOT], ids=lambda suite: suite.key)
def test_each_service_that_chameliot_measures_is_measured(suite):
    published = [(row["service"], row["situation"]) for row in read_table("chameliot-api.csv")
                 if row["os"] == suite.rtos.name]
    ours = [report.SERVICES[name][2] for name in service_names(suite)]
    assert published and all(any(service == row[0] and situation in row[1:] for row in ours if row)
                             for service, situation in published)


def services_table(suite, found):
    found = {key: {"value": value, "unit": "cycles", "command": ""} for key, value in found.items()}
    found.update(workloads.speedups(found))
    return report.services(suite, tables.Scope(found), "O2")


def test_service_stands_next_to_the_gain_of_chameliot():
    def key(system, statistic="mean", uses=""):
        return of_run("latency.sem.give.switch", statistic, Who("zephyr", system), uses=uses, version="3.7.0")
    table = services_table(SUITE, {key("original"): 600.0, key("original", uses="short_ways"): 600.0,
                                   key("levels"): 300.0, key("levels", "variance"): 4.0})
    assert table.rows == [(["", "a higher thread is woken, and runs"],
                           ["600", "-", "600 (1.00)", "300 ± 2.0 (2.00)", "-", "8.47"])]


def test_service_without_a_published_gain_has_a_dash():
    key = of_run("latency.q.send.no_waiter.8", "mean", Who("riot", "original"), version="2026.07")
    assert services_table(RIOT, {key: 80.0}).rows == [(["queue, 8 bytes: send", "no thread waits"],
                                                       ["80", "-", "-", "-"])]
    assert services_table(RIOT, {}).rows == []


def test_idle_system_counts_interrupts_and_time_awake(fake):  # noqa: F811
    run = next(run for run in planned(fake, measured.SleeperRun) if run.name == "idle")
    window = workloads.CLOCK_HZ // 5
    result = SimpleNamespace(report={"window_cycles": window, "meters": {
        "interrupt": {"count": 20}, "asleep": {"count": 20, "mean": window / 25},
        "wakeup": dict.fromkeys(sleepers.STATISTICS, 700)}})
    values = {(key.what, key.statistic): value for key, (value, _) in run.figures(result).items()}
    assert values["idle", "interrupts"] == 100 and values["idle", "awake"] == pytest.approx(20)
    assert values["wakeup", "max"] == 700


def test_sizes_need_a_tree(fake):  # noqa: F811
    default = {"opt": ["O2"], "system": ["original"]}
    assert kernels.of("zephyr").sizes(arguments(unchosen=default, **default)) == []
    found = kernels.of("zephyr").sizes(arguments(kernel=fake, unchosen=default, **default))
    assert len(found) == len({point.key for point in found}) == 2 * len(SUITE.columns)
    assert found[0].command == f"./metro bench size --opt O2 --system original --kernel {fake}"
    assert json.loads(json.dumps([point.parameters for point in found]))        # a sweep stores them


def test_rows_of_a_size_are_measured_by_its_point(fake):  # noqa: F811
    key = of_run("size.program", "", Who("zephyr", "levels"), version="3.7.0")
    args = argparse.Namespace(pattern="*", kernel=fake, jobs=1, scheduler=None)
    assert refresh.points_of_rows([key], args)[key].build.app == measured.SERVICES
    assert "bench/services" in inputs.kinds(key)


# Zephyr's own benchmarks

OUTPUTS = {
    "sched": ("unpend    1 ready    2 switch    3 pend    4 tot   10 (avg    0)\n" * 10
              + "unpend   10 ready   20 switch   30 pend   40 tot  100 (avg  100)\n"
              + "unpend   12 ready   20 switch   30 pend   40 tot  102 (avg  101)\nfin\n",
              {"unpend": 11, "ready": 20, "switch": 30, "pend": 40, "total": 101}),
    "latency_measure": ("thread.yield.preemptive.ctx.k_to_k  - Context switch via k_yield : "
                        "     329 cycles ,     6580 ns :\n"
                        "fifo.put.wake+ctx.k_to_k - Add data to FIFO : 12 cycles , 240 ns :\n"
                        "heap.malloc.immediate - Average time for heap malloc :      FAILED ,      FAILED :\n"
                        "PROJECT EXECUTION SUCCESSFUL\n",
                        {"thread.yield.preemptive.ctx.k_to_k": 329, "fifo.put.wake+ctx.k_to_k": 12}),
}


def benchmark_run(fake, name, system="levels"):  # noqa: F811
    return next(run for run in planned(fake, zephyr_module.BenchmarkRun, part=[zephyr_module.PART], system=[system])
                if run.build.app == name)


@pytest.mark.parametrize("name", OUTPUTS)
def test_benchmark_of_the_tree_is_read(name, fake):  # noqa: F811
    output, expected = OUTPUTS[name]
    output = output.replace("\n", "\r\n")                 # as the console ends a line
    run = benchmark_run(fake, name)
    result = SimpleNamespace(status=execution.CYCLE_LIMIT, output=output)
    assert run.ended_well(result) and run.build.folder == fake / "tests" / "benchmarks" / name
    assert {key.what.removeprefix(f"benchmark.{name}."): value
            for key, (value, _) in run.figures(result).items()} == pytest.approx(expected)
    assert not run.ended_well(SimpleNamespace(status=execution.CYCLE_LIMIT, output=output.rpartition("\n")[0][:-5]))


def test_benchmarks_of_the_tree_are_a_part_of_their_own(fake):  # noqa: F811
    runs = planned(fake, workloads.Run, part=[zephyr_module.PART])
    assert {run.build.app for run in runs} == set(zephyr_module.BENCHMARKS) and len(runs) == 8
    assert {run.command for run in runs if run.system.system == "levels"} == {
        f"./metro bench zephyr-benchmarks --system levels --kernel {fake}"}
    assert not planned(fake, zephyr_module.BenchmarkRun)


def test_table_shows_the_steps_of_the_benchmarks():
    found = {of_run("benchmark.sched.switch", "mean", Who("zephyr", system), optimisation="Os", version="3.7.0"):
             {"value": value, "unit": "cycles", "command": ""}
             for system, value in (("original", 300), ("levels", 200))}
    found.update(workloads.speedups(found))
    table = report.benchmarks(SUITE, tables.Scope(found), "Os", zephyr_module.BENCHMARKS)
    assert table.columns == ("Zephyr 3.7.0", "", "software, SIMPLE", "`levels`")
    assert table.rows == [(["sched", "switch"], ["300", "200 (1.50)"])]


# With a tree

@pytest.mark.slow
@pytest.mark.parametrize("system, uses", SUITE.columns.values())
def test_workload_ends_without_an_error(system, uses, tree):  # noqa: F811
    run = next(run for run in planned(tree, system=[system]) if run.special.uses == uses
               and run.special.caches and run.name.endswith("cooperative_scheduling"))
    image = run.build.make().with_values(run.values)
    result = execution.execute(image, measurement.soc_of(run.core), max_cycles=run.max_cycles)
    assert run.ended_well(result), result.output + result.errors
    (_, (score, unit)), = run.figures(result).items()
    assert unit == "1/s" and score > 100_000


@pytest.mark.slow
@pytest.mark.parametrize("system, uses", SUITE.columns.values())
def test_services_and_interrupts_are_measured(system, uses, tree):  # noqa: F811
    check_figures(SUITE, [run for run in planned(tree, OF_SERVICES, system=[system])
                          if run.special.uses == uses])


@pytest.mark.slow
@pytest.mark.parametrize("system", measured.INSTEAD["system"])
def test_services_and_interrupts_of_riot_are_measured(system, riot_tree):  # noqa: F811
    check_figures(RIOT, planned(riot_tree, OF_SERVICES, part=["riot"], system=[system]))


@pytest.mark.slow
@pytest.mark.parametrize("system", ["original", "levels-contexts"])
def test_benchmark_of_a_tree_ends(system, tree):  # noqa: F811
    found = outcome(benchmark_run(tree, "sched", system))
    steps = [found[f"benchmark.sched.{step}", "mean"] for step in zephyr_module.SCHED_STEPS]
    assert all(step > 0 for step in steps) and sum(steps[:-1]) == pytest.approx(steps[-1])


def check_figures(suite, runs):
    found = {key: value for run in runs for key, value in outcome(run).items()}
    assert {what.removeprefix("latency.") for what, _ in found if what.startswith("latency.")} == service_names(suite)
    for name in service_names(suite):
        mean, off = (found[f"latency.{name}", statistic] for statistic in ("mean", latency.IRQ_OFF))
        assert 0 < off <= mean, name
    assert 0 < found["irq.latency", "min"] < found["irq.latency", "max"] and found["irq.off", "max"] > 0
    assert found["idle", "interrupts"] == pytest.approx(100, rel=0.1) and 0 < found["idle", "awake"] < 5


def outcome(run):
    """Return the figures of a run with few repetitions, by stem and statistic."""
    if "bench_repetitions" in run.values:
        run = dataclasses.replace(run, values={**run.values, "bench_repetitions": 3})
    image = run.build.make().with_values(run.values)
    result = execution.execute(image, measurement.soc_of(run.core), run.meters(image), run.max_cycles, run.line)
    assert run.ended_well(result), result.output + result.errors
    return {(key.what, key.statistic): value for key, (value, _) in run.figures(result).items()}
