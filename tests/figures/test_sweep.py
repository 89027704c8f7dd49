# SPDX-License-Identifier: Apache-2.0
"""./metro sweep: its file and its points. A failed point, an interrupted sweep or a dead worker loses no
measurement."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import cloudpickle
import pytest

from metro import configuration
from metro.base import cache
from metro.base.errors import MetroError
from metro.figures import store as figures
from metro.figures.key import Key
from metro.measure import sweep
from metro.measure.sweep import engine, points, results, settings
from support import PATIENCE, metro, named

cloudpickle.register_pickle_by_value(sys.modules[__name__])         # workers cannot import this file


# The file

UNITS = "units: [{tasks: [8], widths: [8], engines: [lookahead], families: [xc7], alone: false}]"
CORES = "cores: {points: [{tasks: 8, width: 8, engine: parallel}], families: [ecp5], seeds: 2}"
CYCLES = "cycles: [{systems: [original], tasks: [4, 63], hz: [100], opt: [O2]}]"


def read(tmp_path, text):
    file = tmp_path / "sweep.yaml"
    file.write_text(text)
    return settings.read(file)


@pytest.mark.parametrize("text, message", [
    (UNITS.replace("tasks: [8]", "tasks: [8, 257]"), r"units\[0\]\.tasks\[1\] cannot be 257.* 8 to 256"),
    (UNITS.replace("widths: [8]", "widths: [true]"), r"units\[0\]\.widths\[0\] cannot be True.* 4 to 32 bits"),
    (UNITS.replace("lookahead", "fast"), r"units\[0\]\.engines\[0\] cannot be 'fast'.* lookahead, parallel"),
    (UNITS.replace("[xc7]", "[]"), r"units\[0\]\.families cannot be \[\].* xc7, ecp5, cyclonev, cycloneiv"),
    (UNITS.replace("widths", "width"), r"the field units\[0\]\.widths is missing"),
    (UNITS.replace("alone: false", "alone: false, with: 1"), r"no field units\[0\]\.with, only tasks, widths"),
    (CORES.replace("width: 8", "width: 33"), r"cores\.points\[0\]\.width cannot be 33.* 4 to 32"),
    (CORES.replace("seeds: 2", "seeds: 8"), r"cores\.seeds cannot be 8.* 0 to 7"),
    (CYCLES.replace("63", "64"), r"cycles\[0\]\.tasks\[1\] cannot be 64.* 1 to 63"),
    (CYCLES.replace("[O2]", "O2"), r"cycles\[0\]\.opt cannot be 'O2'.* a list"),
    ("cycels: {}", "no field cycels, only units, cores, cycles; did you mean cycles"),
    ("3: {}", r"no field"),
    ("cycles: 3", "cycles cannot be 3; allowed: a list of sections"),
    ("", "selects nothing to sweep"),
    ("- 8", "selects nothing to sweep"),
    ("cycles:", "cycles cannot be None; allowed: a list"),
    ("cycles: []", "selects nothing to sweep"),
    ("units:\n  tasks: [8", r"sweep\.yaml:2 is not valid YAML"),
])
def test_error_in_the_file_is_reported(tmp_path, text, message):
    with pytest.raises(MetroError, match=message) as refusal:
        read(tmp_path, text)
    assert str(tmp_path / "sweep.yaml") in refusal.value.message


def test_all_errors_are_reported_at_once(tmp_path):
    with pytest.raises(MetroError) as refusal:
        read(tmp_path, UNITS.replace("8", "3"))
    assert "units[0].tasks[0] cannot be 3" in refusal.value.message
    assert "units[0].widths[0] cannot be 3" in refusal.value.hint


def test_missing_file_is_reported(tmp_path):
    run = metro("sweep", tmp_path / "none.yaml")
    assert run.returncode == 1 and "none.yaml cannot be read: No such file" in run.stderr


@pytest.mark.parametrize("arguments", [["--jobs", "0"], ["--jobs", "x"], ["a.yaml", "b.yaml"]])
def test_invalid_arguments_are_refused(arguments):
    run = metro("sweep", *arguments)
    assert run.returncode == 2 and run.stderr.startswith("metro: error:")


def test_quick_option_refuses_another_file():
    run = metro("sweep", sweep.DEFAULT, "--quick")
    assert run.returncode == 1 and str(sweep.QUICK) in run.stderr


# The points

def test_full_sweep_covers_the_whole_plane():
    names = names_of(sweep.FILES / "full.yaml")
    for family in ("xc7", "ecp5", "cyclonev", "cycloneiv"):
        for tasks in (8, 16, 24, 32, 48, 64, 128, 256):
            assert {f"area.{family}.time{alone}.{tasks}.{width}.{engine}" for alone in ("", "_alone")
                    for width in (8, 12, 16, 24, 32) for engine in ("lookahead", "parallel")} <= names
            assert {f"area.{family}.ready.{tasks}", f"area.{family}.ready_alone.{tasks}"} <= names
    assert {f"dhrystone.{system}.{tasks}.{hz}.{opt}" for system in configuration.SYSTEMS for tasks in (4, 62)
            for hz in (100, 1000, 10000) for opt in ("O0", "O2")} <= names
    assert {"tick.workers.original.63.O0", "wakeup.combined.4.O2"} <= names


def test_default_sweep_has_the_points_that_users_need():
    names = names_of(sweep.DEFAULT)
    assert names <= names_of(sweep.FILES / "full.yaml")
    for family in ("xc7", "ecp5", "cyclonev", "cycloneiv"):
        for tasks in (8, 16, 24, 32, 48, 64, 128, 256):
            assert {f"area.{family}.time.{tasks}.{width}.lookahead" for width in (8, 12, 16, 24, 32)} <= names
            assert {f"area.{family}.time_alone.{tasks}.16.lookahead", f"area.{family}.ready_alone.{tasks}"} <= names
    for tasks in (16, 32, 64, 128):
        for engine in ("lookahead", "parallel"):
            assert f"area.xc7.time.{tasks}.16.{engine}" in names
            if (tasks, engine) == (128, "parallel"):        # too slow for the default
                continue
            assert f"area.xc7.core.{tasks}.16.{engine}" in names
            seeds = 7 if engine == "lookahead" else 3
            assert {f"fmax.ecp5.core.{tasks}.16.{engine}.seed{seed}" for seed in range(1, seeds + 1)} <= names
    assert {f"dhrystone.{system}.{tasks}.{hz}.O2" for system in configuration.SYSTEMS for hz in (100, 1000, 10000)
            for tasks in (4, 16, 48, 62)} <= names
    assert {f"dhrystone.{system}.{tasks}.{hz}.O0" for system in ("original", "combined") for hz in (100, 1000, 10000)
            for tasks in (4, 48)} <= names
    assert {"tick.workers.original.48.O0", "wakeup.combined.63.O2"} <= names


def test_quick_sweep_is_part_of_the_default_sweep():
    quick, default = (points.plan(settings.read(file)) for file in (sweep.QUICK, sweep.DEFAULT))
    assert {type(point) for point in quick} == {type(point) for point in default}
    assert {point.name for point in quick} < {point.name for point in default}


def names_of(file):
    return {point.name for point in points.plan(settings.read(file))}


def test_plan_has_each_point_once_and_cores_first(tmp_path):
    plan = points.plan(read(tmp_path, "\n".join([UNITS.replace("[8]", "[8, 8]"), CORES, CYCLES])))
    assert {point.name for point in plan[:2]} == {"area.ecp5.core", "area.ecp5.core.8.8.parallel"}
    names = [point.name for point in plan]
    assert len(set(names)) == len(names)
    assert {"area.xc7.time.8.8.lookahead", "area.xc7.ready.8", "fmax.ecp5.core.seed2", "dhrystone.original.62.100.O2",
            "tick.none_due.original.63.O2"} <= set(names)


def test_only_matching_points_are_selected(tmp_path):
    plan = points.plan(read(tmp_path, CORES))
    assert [point.name for point in sweep.matching(plan, "area.ecp5.core")] == ["area.ecp5.core"]
    assert [point.name for point in sweep.matching(plan, "*.core.seed?")] == [f"fmax.ecp5.core.seed{k}" for k in (1, 2)]
    assert sweep.matching(plan, "seed1") == sweep.matching(plan, "*.seed1") != []
    with pytest.raises(MetroError, match="none of the 6 points matches zzz"):
        sweep.matching(plan, "zzz")


def test_figures_are_derived_from_several_points():
    cores = {configuration.read("combined").units: 66, configuration.units(tasks=8, width=8, engine="parallel"): 1,
             None: 60}
    wanted = [point for units in cores for point in points.core_around(units, seeds=3)]
    found = {point.key: (cores[point.hardware.units] + point.key.seed, "MHz") for point in wanted}
    found.pop(wanted[5].key)                               # the parallel engine's last seed failed, so it has no median
    found |= {point.key.of("luts"): (luts, "LUTs")
              for units, luts in ((None, 1000), (configuration.read("combined").units, 1800))
              for point in points.core_around(units, ["xc7"])}
    assert named(points.derived(found, wanted)) == {
        "fmax.ecp5.core": (62, "MHz"), "fmax.ecp5.core.64.16.lookahead": (68, "MHz"),
        "fmax.ecp5.ratio.64.16.lookahead": (68 / 62, "x"), "area.xc7.core_added.64.16.lookahead.luts": (800, "LUTs")}


def test_register_banks_are_compared_with_the_right_core():
    wanted = points.of_the_register_banks()
    clocks = {0: 69.0, 8: 69.5, 16: 68.0, 32: 67.5, 64: 66.5}
    found = {Key("area.core_contexts", what, "xc7", contexts=n): (least + 2 * n, unit) for n in clocks
             for what, least, unit in (("luts", 4000, "LUTs"), ("ffs", 2000, "FFs"))}
    found |= {point.key: (70.0 if point.key.contexts is None else clocks[point.key.contexts], "MHz")
              for point in wanted if isinstance(point, points.Clock)}
    new = named(points.derived(found, wanted))
    assert new["area.xc7.contexts.64.luts"] == (128, "LUTs") and new["area.xc7.contexts.8.ffs"] == (16, "FFs")
    assert "area.xc7.contexts.0.luts" not in new
    assert new["fmax.ecp5.core_contexts.32"] == (67.5, "MHz") and new["fmax.ecp5.ratio.contexts"] == (0.95, "x")


def test_cores_differ_only_in_their_register_banks():
    cores = [points.with_contexts(number) for number in points.CONTEXTS]
    assert {core.core.contexts for core in cores} == {0, 8, 16, 32, 64}
    assert {core.changed({"core.contexts": 64}) for core in cores} == {configuration.read("contexts")}


def test_parameters_of_a_point_are_plain_values():
    units = configuration.units(tasks=8, width=4)
    parameters = json.loads(json.dumps(points.time_area("xc7", units, False).parameters))
    assert parameters["key"] == "area.xc7.time.8.4.lookahead" and parameters["unit"] == "time"
    assert (parameters["units"]["tasks"], parameters["units"]["width"]) == (8, 4)


@pytest.mark.slow
def test_command_measures_a_real_point(tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text(UNITS)
    run = metro("sweep", file, "--only", "area.xc7.ready.8", "--jobs", "1")
    assert run.returncode == 0, run.stderr
    assert re.search(r"\[1/1\] area\.xc7\.ready\.8: ", run.stdout)
    found = named(figures.load())["area.xc7.ready.8.luts"]
    assert 10 < found["value"] < 100 and found["command"] == f"./metro sweep {file} --only area.xc7.ready.8"
    point = results.load()["area.xc7.ready.8"]
    assert point["parameters"]["unit"] == "ready" and point["parameters"]["units"]["tasks"] == 8
    assert point["error"] == ""
    assert point["figures"]["area.xc7.ready.8.luts"].items() <= found.items() and point["seconds"] > 0
    assert found["inputs"]["hw"] and set(found["made_of"]) == {"netlist", "meter", "tools"}


# Outcomes of points. The stand-ins count how often they are measured.

@dataclass(frozen=True)
class Standin(points.Point):
    letter: str
    folder: str                 # has a file for each measurement that began
    fails: bool = False
    waits: bool = False         # until a file named go exists

    @property
    def key(self):
        return Key(self.letter)

    def origin(self):
        return {"netlist": "1a2b3c"}

    def measure(self):
        def build(product):
            os.close(tempfile.mkstemp(prefix=f"{self.name}-", dir=self.folder)[0])
            while self.waits and not (Path(self.folder) / "go").exists():
                threading.Event().wait(0.05)
            (product / "value").write_text("7")
            if self.fails:
                raise MetroError(f"{self.name} cannot be", "try another one")
        return {self.key: (int((cache.product("standin", {"name": self.name}, build) / "value").read_text()), "x")}


@pytest.fixture
def stand_ins(build, tmp_path, monkeypatch):
    """Return a folder for the stand-ins. The test has separate results and a separate build folder."""
    monkeypatch.setattr(figures, "FILE", build / "results" / "figures.json")
    monkeypatch.setattr(results, "FILE", build / "results" / "sweep.json")
    (tmp_path / "begun").mkdir()
    return tmp_path / "begun"


def begun(folder):
    return sorted(file.name.partition("-")[0] for file in folder.iterdir() if file.name != "go")


def test_failed_point_is_named_and_the_others_are_kept(stand_ins, capsys):
    wanted = [Standin(name, str(stand_ins), fails=name in "bd") for name in "abcde"]
    for _ in range(2):
        with pytest.raises(MetroError, match=r"2 of 5 points failed: [bd], [bd]$") as failure:
            sweep.sweep(wanted, wanted, sweep.only("./metro sweep"), None, jobs=2)
        assert "b: b cannot be\ntry another one" in failure.value.hint
        assert {name: figure["value"] for name, figure in named(figures.load()).items()} == {"a": 7, "c": 7, "e": 7}
        assert {name for name, point in results.load().items() if point["error"]} == {"b", "d"}
    # No measured point is measured again.
    assert begun(stand_ins) == list("abbcdde")
    assert len(re.findall(r"[ace]: .* \(made before\)", capsys.readouterr().out)) == 3


def test_interrupted_sweep_keeps_its_results_and_resumes(stand_ins, monkeypatch):
    wanted = [Standin(name, str(stand_ins)) for name in "abc"]
    run = engine.run

    def interrupted(*arguments):
        yield next(run(*arguments))
        raise KeyboardInterrupt
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(engine, "run", interrupted)
        sweep.sweep(wanted, wanted, sweep.only("./metro sweep"), None, jobs=1)
    (first,) = named(figures.load())
    seconds = results.load()[first]["seconds"]
    sweep.sweep(wanted, wanted, sweep.only("./metro sweep"), None, jobs=1)
    assert set(named(figures.load())) == set("abc") and begun(stand_ins).count(first) == 1
    assert results.load()[first]["seconds"] == seconds    # the time of the measurement, not of the cache look-up


@pytest.fixture
def cluster(tmp_path):
    """Start a Dask scheduler on the loopback. Yield its address, and a function that starts a worker process."""
    started = []

    def start(*command):
        started.append(subprocess.Popen([sys.executable, *command], start_new_session=True, cwd=tmp_path,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return started[-1]
    file = tmp_path / "scheduler.json"
    start("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
          "--scheduler-file", str(file))
    wait_until(lambda: file.exists() and file.read_text().endswith("}"))
    address = re.search(r'"address": "([^"]+)"', file.read_text())[1]
    try:
        yield address, lambda: start("-c", f"from metro.measure.sweep import engine; engine.work_for({address!r}, 1)")
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_until(happened):
    for _ in range(PATIENCE * 20):
        if happened():
            return
        threading.Event().wait(0.05)
    raise AssertionError("the condition did not become true")


def test_killed_cluster_worker_loses_no_point(stand_ins, cluster):
    address, worker = cluster
    victim, _ = worker(), worker()
    wanted = [Standin(name, str(stand_ins), waits=True) for name in "abcdef"]

    def kill_one_of_two():
        wait_until(lambda: len(begun(stand_ins)) == 2)
        os.killpg(victim.pid, signal.SIGKILL)
        (stand_ins / "go").touch()
    killer = threading.Thread(target=kill_one_of_two)
    killer.start()
    sweep.sweep(wanted, wanted, sweep.only("./metro sweep"), address, jobs=1)
    killer.join()
    assert set(named(figures.load())) == set("abcdef")
    assert len(begun(stand_ins)) == 7                                    # the dead worker's point began twice


def test_missing_scheduler_is_reported(monkeypatch):
    monkeypatch.setattr(engine, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(MetroError, match=f"no Dask scheduler answers at {address}"):
            list(engine.run([], address, 1))


def test_local_scheduler_keeps_a_silent_worker():
    """After a suspend, the worker seems silent. The scheduler must keep it, because nothing starts another worker."""
    with engine.cluster(None, 1) as client:
        assert client.cluster.scheduler.worker_ttl is None


def test_a_worker_of_another_checkout_measures_nothing(stand_ins):
    outcome = engine.measure(Standin("a", str(stand_ins)), "other sources")
    assert "differs from the checkout of the sweep" in outcome.error and not outcome.figures and begun(stand_ins) == []


def test_bug_in_a_point_is_reported_with_its_place(stand_ins):
    outcome = engine.measure(Standin("a", "/no/such/folder"), engine.checkout())
    assert "FileNotFoundError" in outcome.error and "in build" in outcome.error
