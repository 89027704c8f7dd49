# SPDX-License-Identifier: Apache-2.0
"""The benchmarks: Dhrystone gives the right results, and each figure has its name and its command."""
import argparse
import dataclasses
import json
import re

import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.bench import command as bench, duration, listing
from metro.cli import command_line as cli
from metro.figures import committed, store as figures
from metro.figures.key import Key, Who, of_run
from metro.kernels import ucos
from metro.measure import measurement, workloads
from metro.measure.sweep import points
from metro.measure.workloads import Build
from metro.products import rtos
from metro.report import console, tables, units
from metro.run import execution as run_module
from support import ROOT, named, refusal, slow_except


@pytest.mark.sample(1)
@pytest.mark.parametrize("opt", ["O0", "O2"])
def test_dhrystone_ends_with_the_expected_values(opt):
    firmware = Build("dhrystone", opt).make().with_values(
        {"bench_tasks": 0, "bench_hz": 0, "bench_cycles": 1, "bench_verbose": 1})
    outcome = run_module.execute(firmware, max_cycles=5_000_000)
    assert outcome.status == 0, outcome.errors
    pairs = re.findall(r"^ *(\S+): +(.*)\n +should be: +(.*)$", outcome.output, re.M)
    assert len(pairs) == 22
    for name, value, expected in pairs:
        if expected == "Number_Of_Runs + 10":
            expected = "110"
        if "implementation-dependent" not in expected:
            assert value == expected, name
    # The firmware's sum of cycles matches Dhrystone's own measurement.
    own = int(re.search(r"User_Time: (\d+) cycles", outcome.output).group(1))
    assert workloads.dhrystone_cycles(outcome.output) == pytest.approx(own / 100, rel=0.02)


def run_small(name, system="original"):
    from metro.products import core, soc
    chosen = configuration.read(system)
    runs = workloads.tick_runs(Build("tick", "O2", defs=rtos.get().switches(chosen)), system, [4], chosen.hardware)
    run = next(run for run in runs if run.name == name)
    firmware = run.build.make()
    meters = run.meters(firmware)
    meters["window"]["count"] = 20
    outcome = run_module.execute(firmware.with_values(run.values), soc.build(core.generate(chosen)),
                                 meters=meters, max_cycles=3_000_000, line=run.line)
    assert outcome.status == 0, outcome.errors
    return run, outcome


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["combined", "tickless"], ["tickless"]))
def test_core_sleeps_and_a_periodic_task_wakes_on_time(system):
    runs = {run.name: run for run in bench.plan(arguments("periodic", "--system", system))
            if not run.special}
    shown = {}
    for run in runs.values():
        firmware, meters = run.build.make(), run.meters(run.build.make())
        meters["window"]["count"] = 10
        outcome = run_module.execute(firmware.with_values(run.values), measurement.soc_of(run.core), meters=meters,
                                     max_cycles=2_000_000)
        assert outcome.report["ended"] == "measured", outcome.errors
        assert outcome.report["meters"]["period"]["mean"] == pytest.approx(50_000, rel=0.01)
        shown |= {key: {"value": value, "unit": unit} for key, (value, unit) in run.figures(outcome).items()}
    found = {key: figure["value"] for key, figure in shown.items()}
    assert {(key.what, key.statistic) for key in found} == {("periodic.asleep", ""), *(
        (f"periodic.{other}", statistic) for other in ("idle", "dhrystone")
        for statistic in ("min", "mean", "max", "jitter"))}
    assert 90 < found[Key("periodic.asleep", **key_of(system))] < 99       # the task runs for 500 of 50,000 cycles
    assert found[Key("periodic.idle", "jitter", **key_of(system))] <= 2
    assert found[Key("periodic.dhrystone", "mean", **key_of(system))] < 1000
    assert [head for head, _ in tables.periodic(tables.Scope(shown), "O2").rows] == [
        ["others asleep"], ["while Dhrystone runs"], ["of the time the core sleeps, others asleep"]]


def key_of(system):
    return {"system": system, "tasks": 48, "optimisation": "O2"}


@pytest.mark.slow
def test_a_tick_costs_more_when_tasks_are_due():
    figures_of = {}
    for name in ("tick.none_due", "tick.workers", "tick.interrupt", "wakeup"):
        run, outcome = run_small(name)
        figures_of.update(named(run.figures(outcome)))
    none_due = figures_of["tick.none_due.max.original.4.O2"][0]
    assert 50 < none_due < figures_of["tick.workers.mean.original.4.O2"][0]
    interrupt = figures_of["tick.interrupt.max.original.4.O2"][0]
    assert none_due < interrupt < figures_of["wakeup.max.original.4.O2"][0]


def test_scheduler_and_interrupt_latency_are_measured():
    for name, figure in (("sched.no_switch", "sched.no_switch.max.original.4.O2"),
                         ("irq.latency", "irq.latency.max.original.4.O2")):
        run, outcome = run_small(name)
        assert 10 < named(run.figures(outcome))[figure][0] < 3000


def test_accelerated_tick_cost_does_not_depend_on_due_tasks():
    figures_of = {}
    for name in ("tick.none_due", "tick.workers", "tick.interrupt", "sched.no_switch"):
        run, outcome = run_small(name, "combined")
        figures_of.update(named(run.figures(outcome)))
    assert figures_of["tick.workers.max.combined.4.O2"][0] == figures_of["tick.none_due.max.combined.4.O2"][0] <= 35
    assert figures_of["tick.interrupt.max.combined.4.O2"][0] <= 60
    assert figures_of["sched.no_switch.max.combined.4.O2"][0] <= 25


@pytest.mark.slow                              # needs its own simulator
def test_all_switches_are_measured_with_register_banks():
    """The meters count switches without OS_Sched, and traps that end in another task."""
    figures_of = {}
    for name in ("tick.interrupt", "wakeup", "sched.no_switch", "irq.latency"):
        run, outcome = run_small(name, "contexts")
        figures_of.update(named(run.figures(outcome)))
        if name == "wakeup":
            meters = outcome.report["meters"]
            # There are at least 20 tick interrupts and 20 wake-ups, and at least one switch for each wake-up.
            assert meters["interrupt"]["count"] >= 20 and meters["switch"]["count"] >= meters["wakeup"]["count"] >= 20
    assert {name.partition(".contexts")[0] for name in figures_of if ".max." in name} == {
        f"{stem}.max" for stem in ("tick.interrupt", "tick.interrupt_workers", "tick.stolen", "wakeup", "irq.off",
                                   "sched.switch", "sched.no_switch", "irq.latency")}
    assert figures_of["tick.interrupt.max.contexts.4.O2"][0] <= 29
    assert 5 < figures_of["sched.switch.min.contexts.4.O2"][0] <= figures_of["sched.switch.max.contexts.4.O2"][0] < 80
    assert figures_of["wakeup.max.contexts.4.O2"][0] <= 120


def test_the_budget_of_a_tick_adds_up():
    run, outcome = run_small("tick.interrupt")
    budget = workloads.budget(outcome, run.build.make())
    assert sum(budget.values()) == pytest.approx(outcome.report["meters"]["interrupt"]["mean"])
    assert {"OS_CPU_TrapEntry", "OSTimeTick", "OSIntExit"} <= set(budget)


def test_new_budget_replaces_the_whole_old_budget(monkeypatch, tmp_path):
    run, outcome = run_small("tick.interrupt")
    run = dataclasses.replace(run, tasks=48)
    found = bench.with_origin(run.budget(outcome, run.build.make()), run.command)
    mean = outcome.report["meters"]["interrupt"]["mean"]
    assert sum(figure["value"] for figure in found.values()) == pytest.approx(mean)
    tick = found[Key("budget", system="original", function="OSTimeTick")]
    assert tick["command"] == "./metro bench tick --tasks 48 --opt O2 --system original"
    assert set(map(str, tables.budgets(found))) == {"original"}
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    old = {"value": 9.0, "unit": "cycles", "command": "./metro bench", "made_of": {}}
    other = Key("budget", system="timer", function="OSTimeTick")
    figures.record({Key("budget", system="original", function="NoLongerCalled"): old, other: old})
    figures.record(found)
    kept = {key: {field: figure[field] for field in old} for key, figure in figures.load().items()}
    assert kept == {**found, other: old}


def test_the_plan_covers_every_documented_figure():
    class Args:
        part, tasks, hz = ["tick", "dhrystone", "template", "adapters"], None, [100, 1000]
        opt, kernel = ["O2", "O0"], None
        system = list(configuration.SYSTEMS)
    stems = {stem for run in bench.plan(Args) for stem in workloads.MEASURED.get(run.name, {}).values()}
    assert {"tick.none_due", "tick.workers", "sched.no_switch", "tick.interrupt", "wakeup", "irq.latency",
            "irq.off"} <= stems
    labels = {run.label for run in bench.plan(Args)}
    assert {"original.48.1000.O2", "original.48.O2", "combined.16.O0", "timer.4.O2", "scheduler.48.O0",
            "combined.16.10000.O2", "original.48.O2.template", "original.48.O2.cfu", "combined.48.O2.cfu",
            "combined.48.O2.wishbone"} <= labels


def test_template_is_measured_with_timer_and_tick_hook():
    class Args:
        part, tasks, hz, opt, kernel, system = ["template"], None, [1000], ["O2"], None, ["combined", "tickless"]
    added = {(run.system, run.special.uses) for run in bench.plan(Args) if run.special}
    assert added == {("combined", ""), ("combined", "timer"), ("tickless", ""), ("tickless", "timer"),
                     ("tickless", "tick_hook")}           # the template enables this hook for combined
    assert {run.command.split()[2] for run in bench.plan(Args) if run.special} == {"template"}


def test_adapters_are_compared_with_the_same_runs():
    runs = workloads.adapter_runs()
    assert {run.command for run in runs if run.special} == {"./metro bench adapters"}
    by_label = {}
    for run in runs:
        by_label.setdefault(run.label, []).append((run.name, run.values, run.line))
    first, *others = by_label.values()
    assert len(others) == 4 and all(other == first for other in others)


def test_table_of_adapters_is_empty_without_an_adapter():
    def found(*labels):
        return {of_run("tick.none_due", "max", system, 48, adapter=adapter): {"value": 7, "unit": "cycles"}
                for system, adapter in labels}
    plugin = ("original", ""), ("combined", "")
    assert tables.adapters(tables.Scope(found(*plugin))).rows == []
    table = tables.adapters(tables.Scope(found(*plugin, ("combined", "wishbone"))))
    assert table.rows == [(["`OSTimeTick`, none due"], ["7", "-", "7", "-", "7"])]


def test_table_of_adapter_areas_is_empty_without_an_adapter():
    def found(*names):
        return {units.area_key(what, family, **units.SIZE).of(counted): {"value": 700, "unit": "LUTs"}
                for family, what in names for counted in ("luts", "cells", "ffs")}
    assert units.adapters(tables.Scope(found(("xc7", "core_added")))).rows == []
    table = units.adapters(tables.Scope(found(("xc7", "cfu"), ("cycloneiv", "niosv"))))
    assert table.rows == [(["CFU"], ["700 / 700", "-", "-", "-"]), (["Nios V"], ["-", "-", "-", "700 / 700"])]


def test_bench_area_measures_the_adapters_on_every_family():
    names = {point.name for point in points.beside_the_systems()}
    assert {f"area.{family}.{adapter}.64.16.lookahead" for family in ("xc7", "ecp5", "cyclonev", "cycloneiv")
            for adapter in ("both", "cfu", "wishbone", "nios2", "niosv")} <= names


def test_bench_prints_the_table_and_keeps_the_run(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(workloads, "HYPERPERIOD", 10)      # in ticks; short, so that the run takes seconds
    assert bench.main(arguments("tick", "--tasks", "2", "--system", "original", "--fresh")) == 0
    printed = capsys.readouterr().out
    # The first table appears during the measurement. The output ends with the tables, not with the log.
    first, log, last = (printed.index(text) for text in ("OSTimeTick, cycles", "] wakeup.original.2.O2",
                                                         "OS_Sched, cycles"))
    assert first < log < last and not re.search(r"\[\d+/\d+", printed[last:])
    assert "Not measured here: dhrystone, template, adapters, " in printed and "./metro bench --all" in printed
    assert re.search(r"\[\d+/\d+, about \d+ (s|min) left\]", printed)
    kept = json.loads((tmp_path / "runs" / "tick.none_due.original.2.O2.json").read_text())
    assert kept["command"] == "./metro bench tick --tasks 2 --opt O2 --system original"
    assert kept["simulator"]["verilator"].startswith("Verilator") and kept["report"]["cycles"] > 0
    name = "tick.none_due.max.original.2.O2"
    listing.main(argparse.Namespace(pattern=name, how=True, old=False, refresh=False, commit=False))
    shown = capsys.readouterr().out
    assert re.fullmatch(rf"{re.escape(name)} \d+ cycles # {re.escape(kept['command'])}\n", shown), shown


@pytest.mark.parametrize("arguments", [
    ["tock"], ["--tasks", "0"], ["--tasks", "64"], ["--tasks", "x"], ["--hz", "1"], ["--opt", "O9"],
    ["--kernel", "/nowhere"], ["--colour"],
])
def test_bench_refuses_invalid_arguments(arguments):
    code, message = refusal("bench", *arguments)
    assert code == 2 and message.startswith("metro: error:"), message


def test_bench_refuses_another_version_of_the_kernel(tmp_path):
    (tmp_path / "ucos_ii.h").write_text("#define  OS_VERSION  28600u\n")
    code, message = refusal("bench", "--kernel", tmp_path)
    assert code == 2 and "28600" in message and "V2.93" in message


def test_figures_refuses_a_pattern_without_measurements(monkeypatch, tmp_path, capsys):
    class Args:
        pattern, how, old, refresh, commit = "*", False, False, False, False
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(committed, "load", lambda: ({}, {}))             # no committed figures
    with pytest.raises(MetroError, match="nothing was measured yet"):
        listing.main(Args)
    figures.record({Key("a.b"): {"value": 12, "unit": "cycles", "command": "./metro bench"}})
    Args.pattern = "a.*"
    assert listing.main(Args) == 0 and capsys.readouterr().out == "a.b 12 cycles\n"
    Args.pattern = "zzz"
    with pytest.raises(MetroError, match="no figure matches"):
        listing.main(Args)


def arguments(*given):
    return cli.parse(["bench", *given])[1]


def test_estimate_before_set_up_reads_no_description(monkeypatch):
    """An old Python reads TOML only with a package that set-up installs."""
    monkeypatch.setattr(rtos, "get", lambda *_: pytest.fail("read the description of an RTOS"))
    for part in ("tick", "dhrystone", "template", "adapters", "latency", "thread_metric", "periodic", "freertos"):
        args = arguments(part)
        bench.set_default_parts(args)
        assert bool(bench.plan(args, duration.UnreadConfiguration)) == (part != "freertos")


def test_default_is_ticks_and_dhrystone_and_all_is_every_part():
    args, everything = arguments(), arguments("--all")
    for each in (args, everything):
        bench.set_default_parts(each)
    assert args.part == ["tick", "dhrystone"] and args.opt == ["O2"] and args.system == list(configuration.SYSTEMS)
    assert everything.part == list(bench.EVERYTHING) and everything.opt == ["O2", "O0"]
    runs, more = bench.plan(args), bench.plan(everything)
    assert {(run.system, run.core.units and run.core.units.kind) for run in runs} == {
        ("original", None), ("scheduler", "ready"), ("timer", "time"), ("combined", "both")}
    assert {run.build.opt for run in runs} == {"O2"}
    assert set(runs) < set(more) and len(more) == len(set(more))
    assert {run.command.split()[2] for run in more if run.special.cfg and run.name == "wakeup"} == {"template"}
    # Parts with their own optimisation levels keep them.
    assert {run.build.opt for run in more if run.name.startswith(("latency", "thread_metric"))} == {"O2"}
    with pytest.raises(MetroError, match="--all measures every part and cannot be combined with size"):
        bench.set_default_parts(arguments("size", "--all"))


def test_first_table_is_measured_first_and_with_few_runs():
    args = arguments()
    bench.set_default_parts(args)
    first = [run for run in bench.plan(args) if bench.is_in_first_table(run, args)]
    assert {(run.name, run.system, run.tasks) for run in first} == {
        (name, system, 48) for name in ("tick.none_due", "tick.workers") for system in ("original", "combined")}
    args = arguments("tick", "--system", "timer", "--tasks", "4")
    bench.set_default_parts(args)
    assert not [run for run in bench.plan(args) if bench.is_in_first_table(run, args)]


def test_freertos_is_shown_below_the_first_table():
    """If no part is named, bench shows the committed figures of FreeRTOS."""
    args, tick = arguments(), arguments("tick")
    for each in (args, tick):
        bench.set_default_parts(each)
    shown = bench.first_table({}, args)
    latency = committed.load()[0][of_run("irq.latency", "max", Who("freertos", "levels"), 48)]["value"]
    assert "./metro bench freertos measures FreeRTOS" in shown and f"{latency:,}" in shown
    assert "FreeRTOS" not in bench.first_table({}, tick)


@pytest.mark.parametrize("part, refused", [("tick", True), ("latency", True), ("freertos", False), ("lists", False)])
def test_our_kernel_is_not_measured_on_task_lists(part, refused):
    args = arguments(part, "--config", "levels")
    bench.set_default_parts(args)
    if not refused:
        return bench.refuse_other_kernels(args)
    with pytest.raises(MetroError, match="uC/OS-II cannot leave kernel.ready_lists") as error:
        bench.refuse_other_kernels(args)
    assert error.value.hint.startswith("run ./metro bench freertos to measure FreeRTOS on levels, or use config")


def test_cached_products_take_no_time():
    run, *_ = runs = workloads.tick_runs(Build("tick", "O2"), "original", [4])
    everything = duration.Work(runs)
    assert everything.steps == 2 + len(runs) and everything.cycles == sum(run.cycles for run in runs) > 10_000_000
    less = duration.Work(runs, lambda run, what: what in (runs[0], runs[0].build))
    assert less.cycles == everything.cycles - run.cycles and less.seconds_of(run) == less.seconds_of(run.build) == 0
    saved = everything.seconds_of(run) + everything.seconds_of(run.build)
    assert less.seconds == pytest.approx(everything.seconds - saved)
    assert [duration.as_text(seconds) for seconds in (0, 40, 300)] == ["about 1 seconds", "about 40 seconds",
                                                                       "about 5 minutes"]


def test_duration_is_announced_before_set_up(monkeypatch, capsys):
    monkeypatch.setattr(duration, "setup_seconds", lambda: 180)
    bench.print_estimate(arguments())
    assert re.fullmatch(r"metro: bench takes about \d+ minutes here, set-up included; the first table comes after "
                        r"about \d+ (minutes|seconds)\n", capsys.readouterr().err)
    monkeypatch.setattr(duration, "setup_seconds", lambda: 0)
    bench.print_estimate(arguments())
    assert capsys.readouterr() == ("", "")


def test_wide_table_is_printed_whole():
    wide = tables.Table("wide", "", *(f"system number {number}" for number in range(12)),
                        rows=[(["a row"], ["1,771 / 1,771 / 1,771 (0)"] * 12)])
    shown = console.text(wide)
    assert shown.count("1,771 / 1,771 / 1,771 (0)") == 12 and shown.count("system number") == 12


def test_given_kernel_is_measured_unchanged_and_patched(tmp_path):
    """Use the small tree of the patch tests, because the kernel's size and cycles do not matter here."""
    from metro import patch
    tree = ROOT / "tests" / "patch" / "tree"
    args = argparse.Namespace(kernel=tree, patched=True, system=["original", "combined"], opt=["O2"], part=["tick"],
                              tasks=[4])
    assert [str(who) for who, *_ in ucos.trees(args)] == ["original", "combined", "given", "patched-original",
                                                           "patched-combined"]
    runs = [run for run in bench.plan(args) if run.name == "sched.no_switch" and not run.special]
    assert [run.command for run in runs if run.system == Who("patched", "combined")] == [
        f"./metro bench tick --tasks 4 --opt O2 --system combined --kernel {tree} --patched"]
    assert [run.command for run in runs if run.system == Who("given", "original")] == [
        f"./metro bench tick --tasks 4 --opt O2 --kernel {tree}"]
    patch.patch(tree, tmp_path / "out")
    args.kernel = tmp_path / "out"
    assert [str(who) for who, *_ in ucos.trees(args)] == ["original", "combined", "patched-original",
                                                           "patched-combined"]
    assert refusal("bench", "tick", "--patched")[0] == 1
