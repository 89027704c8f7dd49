# SPDX-License-Identifier: Apache-2.0
"""A figure is old only if an input of its run changed, and `./metro figures --refresh` measures only old figures."""
import argparse
import dataclasses
import shutil
from dataclasses import dataclass

import pytest

from metro.base import paths
from metro.base.errors import MetroError
from metro.bench import programs, refresh
from metro.figures import committed, inputs, store
from metro.figures.key import PATCHED, Key, of_run
from metro.measure import measurement, origin, sweep, workloads
from metro.measure.sweep import points
from metro.products import firmware
from metro.report import documents
from metro.report.tables import Scope

ARGS = argparse.Namespace(pattern="*", kernel=None, jobs=1, scheduler=None)
OTHERS = ("size", "board")      # separate commands measure these


# Inputs of a figure

def counted(run):
    """A comment."""
    # Another one.
    return run + 1


def test_meter_digest_ignores_comments():
    assert origin._text(counted) == "def counted(run):\n    return run + 1"


def test_harness_digest_ignores_comments(tmp_path, monkeypatch):
    file = tmp_path / "meters.cpp"
    monkeypatch.setattr(origin, "HARNESS", [file])

    def digest(text):
        file.write_text(text)
        return origin._harness.__wrapped__()
    assert digest("int a;  // one\n") == digest("/* two\n lines */ int a;\n") != digest("int b;\n")


def test_meter_includes_the_code_that_computes_its_figure(monkeypatch):
    code = "\n".join(origin.code(workloads.Run.figures, workloads.Run))
    assert "def stolen" in code and "def dhrystone_cycles" in code and "CLOCK_HZ = 50000000" in code
    monkeypatch.setattr(workloads, "CLOCK_HZ", 1)
    assert "CLOCK_HZ = 1" in origin.code(workloads.Run.figures, workloads.Run)


class Run:
    """A run with one input for each digest."""
    core = line = None

    def __init__(self, netlist="module a; endmodule", image=b"code", values=(1,), meters="pc"):
        self.netlist, self.image, self.values, self.meter = netlist, image, values, meters

    @property
    def build(self):
        return argparse.Namespace(make=lambda: argparse.Namespace(image=self.image, symbols={}))

    def meters(self, firmware):
        return self.meter

    def figures(self, result):
        return result

    def budget(self, result):
        return result


class OtherCode(Run):
    def figures(self, result):
        return result + 1


CHANGED = {
    "a wire": ("netlist", Run(netlist="module a; wire b = 1; endmodule")),
    "a byte": ("firmware", Run(image=b"Code")),
    "a value": ("workload", Run(values=(2,))),
    "a specification": ("meter", Run(meters="irq")),
    "code that makes figures": ("meter", OtherCode()),
    "the harness": ("meter", Run()),
}


@pytest.mark.parametrize("what", CHANGED)
def test_each_input_of_a_run_changes_its_own_digest(monkeypatch, tmp_path, what):
    (tmp_path / "gateware").mkdir()
    monkeypatch.setattr(origin.measurement, "soc_of", lambda core: tmp_path)

    def digests(run):
        (tmp_path / "gateware" / "sim.v").write_text(run.netlist)
        origin.netlist.cache_clear()
        return origin.of_run(run)
    before = digests(Run())
    kind, other = CHANGED[what]
    if what == "the harness":
        monkeypatch.setattr(origin, "_harness", lambda: "another one")
    after = digests(other)
    assert {name for name in before if before[name] != after[name]} == {kind}


class Program(points.Simulated):
    """A point with the runs that a test chooses."""

    def __init__(self, *runs):
        self.all = runs

    def runs(self):
        return list(self.all)

    def figures(self, *results):
        return {"cycles": sum(results)}


CHANGED_RUNS = {"netlist": {"soc": "wire"}, "firmware": {"firmware": argparse.Namespace(image=b"Code")},
                "workload": {"line": 1}, "meter": {"meters": {"pc": 1}}}


@pytest.mark.parametrize("kind", CHANGED_RUNS)
def test_each_input_of_a_simulation_changes_its_digest(monkeypatch, kind):
    monkeypatch.setattr(origin, "_logic", lambda soc: soc)
    run = measurement.Simulation(argparse.Namespace(image=b"code"), "module")
    before = Program(run, run).origin()
    after = Program(run, dataclasses.replace(run, **CHANGED_RUNS[kind])).origin()
    assert {name for name in before if before[name] != after[name]} == {kind}


def test_meter_includes_the_harness_that_raises_lines():
    raises = [file for file in (paths.ROOT / "hw" / "sim").glob("*.cpp") if "random" in file.read_text()]
    assert raises and set(raises) <= set(origin.HARNESS)


def test_firmware_changes_with_an_instruction_not_with_a_comment(tmp_path):
    ours = workloads.Build("tick", "O2")
    images = {"as it is": ours.make().image}
    for name, old, new in (("comment", "OSTime++;", "OSTime++; /* It counts. */"),
                           ("instruction", "OSTime++;", "OSTime += 2u;")):
        shutil.copytree(firmware.KERNEL, tmp_path / name)
        file, = (file for file in (tmp_path / name).rglob("*.c") if old in file.read_text())
        file.write_text(file.read_text().replace(old, new))
        images[name] = dataclasses.replace(ours, kernel=tmp_path / name).make().image
    assert images["comment"] == images["as it is"] != images["instruction"]


@pytest.mark.slow
def test_size_figure_has_the_digest_of_the_compiled_code(tmp_path):
    def digest(more):
        kernel = shutil.copytree(firmware.KERNEL, tmp_path / str(len(more)))
        (kernel / "os_core.c").write_text((kernel / "os_core.c").read_text() + more)
        return points.Size(Key("size.kernel", optimisation="O2"), kernel, "", "./metro bench size").origin()
    assert digest("") == digest("/* It counts. */\n") != digest("int Counts(int n)\n{\n    return 3 * n;\n}\n")


# Old figures

@dataclass(frozen=True)
class Standin(points.Point):
    key: Key
    now: str = "same"

    def origin(self):
        if self.now == "not asked":
            raise AssertionError("built although its sources are unchanged or its origin is unknown")
        return {"netlist": self.now, "meter": "same"}


NETLIST = {"netlist": "same", "meter": "same"}


@pytest.fixture
def set_figures(monkeypatch, tmp_path):
    """set_figures(name=(sources, recorded digests, current netlist digest)): set the committed figures."""
    monkeypatch.setattr(store, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(inputs, "current_input", lambda kind: "today")

    def make(**figures):
        known = {Key(name): {"value": 1, "unit": "x", "command": f"./metro {name}", "inputs": {"sw": sources},
                             "made_of": made_of} for name, (sources, made_of, _) in figures.items()}
        monkeypatch.setattr(committed, "load", lambda: (known, {"sw": "today"}))
        monkeypatch.setattr(refresh, "points_of_rows", lambda rows, args: {
            row: Standin(row, figures[row.what][2]) if figures[row.what][2] else None for row in rows})
        return known
    return make


def test_figure_is_old_only_if_an_input_of_its_run_changed(set_figures):
    set_figures(current=("today", NETLIST, "not asked"), comment=("before", NETLIST, "same"),
                changed=("before", NETLIST, "other"), unknown=("before", {}, "not asked"),
                unrecorded=("before", {}, ""))
    found = refresh.find_old_figures(ARGS)
    assert found.same == [Key("comment")]
    assert found.old == {Key("changed"): "netlist changed", **dict.fromkeys(
        (Key("unknown"), Key("unrecorded")), "its inputs are not known")}
    assert [point.key for point in found.wanted] == [Key("changed"), Key("unknown")]
    assert found.commands == ["./metro unrecorded"]


def test_command_measures_a_board_with_changed_digests(set_figures, monkeypatch):
    set_figures(board=("before", NETLIST, ""))

    def look(now):
        monkeypatch.setattr(refresh, "_boards", lambda rows: {row: Standin(row, now) for row in rows})
        return refresh.find_old_figures(ARGS)
    assert look("same").same == [Key("board")] and look("same").commands == []
    assert look("other").old == {Key("board"): "netlist changed"} and look("other").commands == ["./metro board"]


def test_every_board_of_the_figures_has_a_project():
    rows = {key.row for key in committed.load()[0] if key.part == "board"}
    assert len(rows) == 7 and set(refresh._boards(rows)) == rows


def test_a_pattern_selects_the_figures_to_refresh(set_figures):
    set_figures(tick=("before", NETLIST, "other"), wakeup=("before", NETLIST, "other"))
    found = refresh.find_old_figures(argparse.Namespace(**{**vars(ARGS), "pattern": "wake*"}))
    assert [point.key for point in found.wanted] == [Key("wakeup")] and list(found.old) == [Key("wakeup")]


def test_figure_of_a_given_kernel_is_skipped_without_its_tree(set_figures, monkeypatch):
    key = Key("latency.x", "mean", kernel=PATCHED, system="events")
    monkeypatch.setattr(committed, "load", lambda: ({key: {"inputs": {"sw": "before"}, "made_of": NETLIST}}, {}))
    assert refresh.find_old_figures(ARGS).foreign == [key]


def test_unchanged_figure_is_not_measured_and_becomes_current(set_figures, monkeypatch, capsys):
    known = set_figures(comment=("before", NETLIST, "same"), changed=("before", NETLIST, "other"))
    measured = []
    monkeypatch.setattr(sweep, "sweep", lambda wanted, *_: measured.extend(wanted))
    refresh.refresh(ARGS)
    assert [point.key for point in measured] == [Key("changed")]
    (key, figure), = store.load().items()
    assert key == Key("comment") and inputs.changed_inputs(figure) == [] and figure["value"] == known[key]["value"]
    output = capsys.readouterr().out
    assert "1 runs are old, such as changed: netlist changed" in output
    assert "To measure: 1 runs and syntheses; about" in output


def test_measured_figure_keeps_its_command_and_others_stay_old(set_figures, monkeypatch):
    known = set_figures(changed=("before", NETLIST, "other"))
    store.record({Key("mine"): {"value": 3, "unit": "x", "command": "./metro bench"}})
    monkeypatch.setattr(inputs, "current_input", lambda kind: "later")

    def measure(wanted, *_):
        store.record({point.key: {"value": 2, "unit": "x", "command": "./metro sweep --only changed"}
                      for point in wanted})
    monkeypatch.setattr(sweep, "sweep", measure)
    refresh.refresh(ARGS)
    found = store.load()
    assert found[Key("changed")]["value"] == 2 and inputs.changed_inputs(found[Key("changed")]) == []
    assert found[Key("changed")]["command"] == known[Key("changed")]["command"]
    assert inputs.changed_inputs(found[Key("mine")]) != []


def test_a_command_that_fails_ends_the_refresh(set_figures, monkeypatch):
    set_figures(unrecorded=("before", {}, ""))
    monkeypatch.setattr(refresh.subprocess, "run", lambda *_, **__: argparse.Namespace(returncode=1))
    with pytest.raises(MetroError, match="./metro unrecorded failed"):
        refresh.refresh(ARGS)


def test_every_committed_figure_has_a_point_that_measures_it():
    rows = {key.row for key in committed.load()[0] if not key.needs_tree}
    found = refresh.points_of_rows(rows, ARGS)
    assert {row for row, point in found.items() if point is None and row.part not in OTHERS} == set()


def test_every_point_of_a_table_is_found_by_its_figures():
    wanted = programs.points()
    found = refresh.points_of_rows([point.key for point in wanted], ARGS)
    assert [found[point.key] for point in wanted if not point.key.seed] == [
        point for point in wanted if not point.key.seed]
    assert all(inputs.current_input(kind) for point in wanted for kind in inputs.kinds(point.key))


def test_derived_figure_needs_all_its_points():
    ratio = Key("fmax.ratio", device="ecp5", system="contexts")
    assert {(point.key.contexts, point.key.seed) for point in refresh.companions(ratio)} == {
        (contexts, seed) for contexts in (None, 64) for seed in range(1, 8)}
    added = Key("area.core_added", device="xc7", N=64, W=16, engine="lookahead")
    assert [str(point.key) for point in refresh.companions(added)] == ["area.xc7.core"]
    assert refresh.companions(of_run("wakeup", "", "combined", 48)) == []


# The committed figures

HEADLINES = ("kernels", "headline", "headline-freertos")


def test_no_figure_of_the_front_page_is_old():
    """If sources changed, the test builds cores and programs, and compares their digests with the recorded ones. The
    figures of Zephyr and RIOT are left out, because only a given tree can renew them."""
    known = committed.load()[0]
    shown = {key for name in HEADLINES for key in documents.TABLES[name](Scope(known)).used
             if key in known and not key.version}
    found = refresh.find_old_figures(ARGS, shown)
    assert len(shown) > 50 and found.foreign == []
    assert {str(row): reason for row, reason in found.old.items()} == {}, "./metro figures --refresh measures them"
