# SPDX-License-Identifier: Apache-2.0
"""`./metro bench zephyr`: plan, messages, table. `./metro test --kernel TREE` also measures a workload."""
import argparse
import re

import pytest

from metro import kernels
from metro.base.errors import MetroError
from metro.bench import command as bench, duration, own_build as measured, refresh
from metro.cli import command_line as cli
from metro.figures import committed, inputs, rows
from metro.figures.key import GIVEN, LARGE_CACHES, Who, of_run
from metro.kernels.riot import SUITE as RIOT
from metro.kernels.zephyr import SUITE
from metro.measure import measurement, thread_metric, workloads
from metro.report import services, tables
from metro.run import execution
from support import ROOT
from test_thread_metric import arguments
from test_zephyr import fake, make_tree, tree  # noqa: F401  (fixtures)

UCOS_TREE = ROOT / "tests" / "patch" / "tree"


def planned(tree, **chosen):  # noqa: F811
    unchosen = {"opt": ["O2"], "system": list(measured.INSTEAD["system"])}
    return bench.plan(arguments(**{"part": ["zephyr"], "kernel": tree, "unchosen": unchosen, **unchosen, **chosen}))


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
    port = (suite.application / "port.c").read_text()
    assert tuple(re.findall(r"^    DO\((\w+)\)", port, re.MULTILINE)) == thread_metric.WORKLOADS


def test_columns_in_software_differ_by_settings(fake):  # noqa: F811
    settings = {run.special.uses: run.build.settings for run in planned(fake, system=["original"])}
    assert settings == {"": (), "multiq": ("CONFIG_SCHED_MULTIQ=y",),
                        "short_ways": ("CONFIG_METRONOME_SHORT_WAYS=y",)}


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
    assert kept == [] and "the part zephyr is left out" in capsys.readouterr().out


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
    wanted = {run.key(run.name): run for run in planned(fake)}
    points = refresh.points_of_rows(wanted, args)
    assert {key: point.run.command for key, point in points.items()} == {
        key: run.command for key, run in wanted.items()}


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
    table = measured.table(SUITE, tables.Scope(found), "O2", LARGE_CACHES)
    assert table.rows == [
        (["message processing"], ["1,000", "500 (0.50)", "1,500 (1.50)", "2,500 (2.50)", "-", "2.53"])]
    assert "Zephyr 3.7.0 at -O2, caches of 64 KiB" in table.title and table.columns[0] == "Zephyr 3.7.0"
    small = measured.table(SUITE, tables.Scope(found), "O2", "")
    assert small.rows == [] and small.note == "" and "--kernel TREE" in small.made_by
    assert [each.rows for each in services.thread_metric(tables.Scope(found), "O2")] == [[], [], [], []]


def test_table_shows_the_newest_tree():
    found = {**sample("3.7.0"), **sample("4.10.0"), **sample("4.9.0")}
    assert "Zephyr 4.10.0" in measured.table(SUITE, tables.Scope(found), "O2", LARGE_CACHES).title


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
