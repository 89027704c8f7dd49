# SPDX-License-Identifier: Apache-2.0
"""Figures: names and keys, queries by the fields of a key, and each figure stored as soon as its run ends."""
import dataclasses
import threading
from argparse import Namespace

import pytest

from metro.base.errors import MetroError
from metro.bench import command as bench, listing
from metro.cli import command_line as cli
from metro.figures import committed, inputs, rows, store
from metro.figures.key import Key, select_along, of_run, select
from metro.measure import measurement, workloads
from report_figures import invented
from support import PATIENCE

NAMES = {
    "tick.workers.max.combined.48.O2": Key("tick.workers", "max", system="combined", tasks=48, optimisation="O2"),
    "tick.workers.max.given.48.O0.large_caches": Key(
        "tick.workers", "max", kernel="given", system="original", tasks=48, optimisation="O0", caches="large_caches"),
    "tick.none_due.mean.combined.48.O2.cfu": Key(
        "tick.none_due", "mean", system="combined", tasks=48, optimisation="O2", adapter="cfu"),
    "dhrystone.retention.timer.16.1000.O2": Key(
        "dhrystone", "retention", system="timer", tasks=16, hz=1000, optimisation="O2"),
    "latency.sem.post.lower.48.mean.patched-events.O2.template": Key(
        "latency.sem.post.lower.48", "mean", kernel="patched", system="events", optimisation="O2", cfg="template"),
    "tick.stolen.mean.tickless-contexts.48.O2.template.tick_hook": Key(
        "tick.stolen", "mean", system="tickless-contexts", tasks=48, optimisation="O2", cfg="template",
        uses="tick_hook"),
    "latency.sem.pend.switch.irq_off.events.O2": Key(
        "latency.sem.pend.switch", "irq_off", system="events", optimisation="O2"),
    "thread_metric.message_processing.original.O2": Key(
        "thread_metric.message_processing", system="original", optimisation="O2"),
    "thread_metric.message_processing.speedup.events.O2.suite_O0_g.large_caches": Key(
        "thread_metric.message_processing", "speedup", system="events", optimisation="O2", sources="suite -O0 -g",
        caches="large_caches"),
    "size.kernel.text.original.O2": Key("size.kernel", "text", system="original", optimisation="O2"),
    "budget.timer.OS_Sched.part.0": Key("budget", function="OS_Sched.part.0", system="timer"),
    "budget.post.events.OS_Sched/OS_CPU_SR_Save": Key(
        "budget.post", function="OS_Sched/OS_CPU_SR_Save", system="events"),
    "budget.wakeup_instructions.patched-events.OS_Sched": Key(
        "budget.wakeup_instructions", function="OS_Sched", kernel="patched", system="events"),
    "cold.sem.post.switch.instruction_lines.events.O2": Key(
        "cold.sem.post.switch", "instruction_lines", system="events", optimisation="O2"),
    "area.xc7.core.luts": Key("area.core", "luts", "xc7"),
    "area.xc7.core.64.16.lookahead.32.64.luts": Key(
        "area.core", "luts", "xc7", N=64, W=16, engine="lookahead", E=32, queue_words=64),
    "area.cycloneiv.ready.64.cells": Key("area.ready", "cells", "cycloneiv", N=64),
    "area.xc7.event.32.64.64.ffs": Key("area.event", "ffs", "xc7", N=64, E=32, queue_words=64),
    "fmax.ecp5.core.64.16.parallel.seed3": Key("fmax.core", device="ecp5", N=64, W=16, engine="parallel", seed=3),
    "area.xc7.core_contexts.64.brams": Key("area.core_contexts", "brams", "xc7", contexts=64),
    "area.xc7.contexts.16.luts": Key("area.contexts", "luts", "xc7", contexts=16),
    "fmax.ecp5.core_contexts.0.seed3": Key("fmax.core_contexts", device="ecp5", contexts=0, seed=3),
    "fmax.ecp5.core": Key("fmax.core", device="ecp5"),
    "fmax.ecp5.ratio.contexts": Key("fmax.ratio", device="ecp5", system="contexts"),
    "board.ulx3s-sdram.mhz": Key("board", "mhz", "ulx3s-sdram"),
    "sim.khz": Key("sim.khz"),
    "turnaround.semaphore.task_circuit.max.events.direct.busy_bus": Key(
        "turnaround.semaphore.task_circuit", "max", system="events", calls="direct", uses="busy_bus"),
    "busy_bus.irq_off.original.1.bursts": Key("busy_bus", "irq_off", system="original", slots=1, bus="bursts"),
    "area.xc7.core_slots.4.luts": Key("area.core_slots", "luts", "xc7", slots=4),
}


@pytest.mark.parametrize("name", NAMES)
def test_key_prints_as_its_name(name):
    assert str(NAMES[name]) == name


def test_figures_of_the_report_have_unique_names():
    found = invented()
    assert len(set(map(str, found))) == len(found)


def test_figures_are_read_as_they_were_written():
    state = {kind: inputs.current_input(kind) for key in NAMES.values() for kind in inputs.kinds(key)}
    current, other = inputs.current_inputs(NAMES["area.xc7.core.luts"]), {"hw": "another"}
    command, made_of = "./metro bench tick --tasks 48 --opt O2 --system 'a b' -- '*'", {"netlist": "1a", "tools": "3c"}
    found = {key: {"value": value, "unit": "MHz" if key.part == "fmax" else "x", "command": command,
                   "inputs": [None, inputs.current_inputs(key), other][value % 3], "made_of": [{}, made_of][value % 2]}
             for value, key in enumerate(NAMES.values())}
    found[NAMES["area.xc7.core.luts"]]["inputs"] = current
    text = rows.text(found, state)
    assert rows.read(text) == (found, state)
    assert '--tasks *' in text                             # rows share the command; * stands for the number of tasks


def test_text_with_a_comma_and_extreme_numbers_stay():
    found = {Key("thread_metric", "rounds", system="combined", sources="suite -falign-loops=16,8 50%"): {
        "value": value, "unit": "cycles", "command": "./metro bench", "inputs": None, "made_of": {}}
        for value in (-1e-09,)}
    found[Key("tick", "max", tasks=4)] = {**next(iter(found.values())), "value": 0}
    assert rows.read(rows.text(found))[0] == found


def test_statistics_of_one_run_share_a_row():
    found = {Key("wakeup", statistic, system="combined", tasks=48, optimisation="O2"): {
        "value": value, "unit": "cycles", "command": "./metro bench tick --tasks 48", "inputs": None,
        "made_of": {"netlist": "1a", "firmware": "2b", "workload": "3c", "meter": "4d"}}
        for statistic, value in (("min", 1), ("mean", 2.5), ("max", 4))}
    text = rows.text(found)
    assert [line for line in text.splitlines() if "wakeup" in line][1:] == [
        '"wakeup,combined,48,O2,4,2.5,1,0,?,0 1 2 3"']
    assert '"digests": [\n"1a 2b 3c 4d"\n]' in text


def test_select_matches_fields_and_along_varies_an_axis():
    sixteen, four, template, eight, least, ready = found = [
        of_run("tick.workers", "max", "original", 16), of_run("tick.workers", "max", "original", 4),
        of_run("tick.workers", "max", "original", 4, cfg="template"), of_run("tick.workers", "max", "combined", 8),
        of_run("tick.workers", "min", "original", 8), Key("area.ready", "luts", "xc7", N=8)]
    assert select(found, what="tick.workers", system="original", tasks=4) == [four, template]
    like = of_run("tick.workers", "max", "original")
    assert list(select_along(found, like, "tasks").items()) == [((4,), four), ((16,), sixteen)]
    assert select_along(found, dataclasses.replace(like, cfg="template"), "tasks") == {(4,): template}
    assert select_along(found, Key("area.ready", "luts", "xc7"), "N", "W") == {}


def test_finished_run_is_recorded_although_the_next_run_fails(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "FILE", tmp_path / "figures.json")
    real, seen = measurement.measure, {}

    def measure(run, firmware, fresh):
        nonlocal seen
        if run.name == "sched.no_switch":
            for _ in range(PATIENCE * 20):                 # another thread writes the first figure
                if seen := store.load():
                    break
                threading.Event().wait(0.05)
            raise MetroError("it hangs")
        return real(run, firmware, fresh)
    monkeypatch.setattr(measurement, "measure", measure)
    args = cli.parse(["bench", "tick", "--tasks", "2", "--system", "original", "--jobs", "1", "--fresh"])[1]
    bench.set_default_parts(args)
    runs = [run for run in bench.plan(args) if run.name in ("sched.no_switch", "tick.none_due")]
    with pytest.raises(MetroError, match="it hangs"):
        bench.measure_all(sorted(runs, key=lambda run: run.name, reverse=True), args)
    assert CYCLES in seen and set(store.load()) == set(seen)


def test_dhrystone_retention_is_recorded_in_any_order_of_runs(monkeypatch, tmp_path):
    """The run without other tasks can end last."""
    monkeypatch.setattr(store, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(bench, "product_inputs", lambda product: {})
    monkeypatch.setattr(measurement, "simulator_of", lambda core: tmp_path)
    monkeypatch.setattr(bench.origin, "of_run", lambda run: {})
    alone, among = workloads.dhrystone_runs(workloads.Build("dhrystone", "O2"), "original", [(16, 1000)])
    measuring = bench.Campaign(None, None, None)
    firmware = Namespace(elf=tmp_path / "x.elf")
    for run, cycles in ((among, 2000), (alone, 1500)):
        measuring.results[run] = (Namespace(output=f"dhrystone runs 1 cycles {cycles}", report={}), firmware)
        measuring._save(run)
        measuring._record()
    assert store.load()[of_run("dhrystone", "retention", "original", 16, hz=1000)]["value"] == 75


# ---------------------------------------------------------------------------------------------------- inputs of figures

CYCLES, AREA = of_run("tick.none_due", "max", "original", 2), Key("area.core", "luts", "xc7")


@pytest.fixture
def new_figures(monkeypatch, tmp_path):
    """Store two new figures, one of a run and one of a netlist, and return them."""
    monkeypatch.setattr(store, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(committed, "load", lambda: ({}, {}))             # no committed figures
    store.record({key: {"value": 7, "unit": "x", "command": "./metro bench"} for key in (CYCLES, AREA)})
    return store.load()


def listed(capsys):
    listing.main(Namespace(pattern="*", how=False, old=False, refresh=False, commit=False))
    return capsys.readouterr().out.splitlines()


def test_current_figure_is_not_marked(new_figures, capsys):
    assert listed(capsys) == [f"{AREA} 7 x", f"{CYCLES} 7 x"]
    assert inputs.count_old(new_figures, new_figures) == ""


def test_only_figures_with_changed_inputs_are_marked(new_figures, monkeypatch, capsys):
    real = inputs.current_input
    monkeypatch.setattr(inputs, "current_input", lambda kind: "other" if kind == "sw" else real(kind))
    assert listed(capsys) == [f"{AREA} 7 x", f"{CYCLES} 7 x # older: sw changed since"]
    assert inputs.count_old(new_figures, new_figures) == "1 of 2 figures is older than sw."
    del new_figures[AREA]["inputs"]
    assert inputs.count_old(new_figures, [AREA]) == "The inputs of 1 of 1 figures are not known."


def test_missing_tool_marks_no_figure(new_figures, monkeypatch, capsys):
    real = inputs.current_input
    monkeypatch.setattr(inputs, "current_input", lambda kind: "" if kind == inputs.COMPILER else real(kind))
    assert listed(capsys)[1] == f"{CYCLES} 7 x"


@pytest.mark.parametrize("key, expected", [
    (CYCLES, {"sw", "hw", "hw/sim", "bench/cfg", "bench/tick", "riscv gcc", "verilator"}),
    (of_run("latency.sem.query", "mean", "events", cfg="template"), {"bench/latency", "bench/cfg-template"}),
    (of_run("thread_metric.message_processing", "", "original"), {"bench/thread_metric"}), (AREA, {"hw"}),
    (Key("board", "dmips", "arty"), {"boards", "bench/dhrystone"})],
    ids=lambda value: str(value) if isinstance(value, Key) else None)
def test_figure_has_the_expected_inputs(key, expected):
    made_from = inputs.current_inputs(key)
    assert expected <= set(made_from) and all(made_from.values())
    assert key == AREA or "sw" in made_from


def test_prose_is_not_an_input(monkeypatch, tmp_path):
    monkeypatch.setattr(inputs.paths, "ROOT", tmp_path)
    (tmp_path / "sw" / "model").mkdir(parents=True)
    (tmp_path / "sw" / "a.c").write_text("int a;")
    look = inputs.current_input.__wrapped__
    first = look("sw")
    (tmp_path / "sw" / "README.md").write_text("words")
    (tmp_path / "sw" / "model" / "m.py").write_text("words")
    assert look("sw") == first
    (tmp_path / "sw" / "a.c").write_text("int b;")
    assert look("sw") != first


@pytest.mark.parametrize("name, one, other, third", [
    ("a.c", "int a;  // b\n", "/* c */ int\n a;", "int b;"), ("a.h", 'p("//a");', 'p("//a"); // b', 'p("//b");'),
    ("a.scala", "val a = 1", "/** b */ val a = 1 // c", "val a = 2"),
    ("a.S", "li a0, 1", "/* b */ li a0, 1 // c", "li a0, 2"),
    ("a.toml", "a = 1", "# b\na = 1", "a = 2"),
    ("b.toml", "[[a]]\nb = 1\nmeaning = 'c'", "[[a]]\nb = 1\nmeaning = 'd'", "[[a]]\nb = 2\nmeaning = 'c'"),
    ("a.py", "a = 1", '"""b"""\na = 1    # c', "a = 2"),
    ("a.py", "def f():\n    'b'", "def f(): pass", "def f(): c()")])
def test_comment_changes_no_input(tmp_path, name, one, other, third):
    def digest(text):
        (tmp_path / name).write_text(text)
        return inputs.code(tmp_path / name)
    assert digest(one) == digest(other) != digest(third)


def test_needs_for_the_studio_change_no_input_of_an_own_build(tmp_path):
    file = tmp_path / "zephyr" / "rtos.toml"
    file.parent.mkdir()

    def digest(text):
        file.write_text(text)
        return inputs.code(file)
    assert digest("[build]\na = 1") == digest("[build]\na = 1\n[studio]\nb = 1") != digest("[build]\na = 2")
