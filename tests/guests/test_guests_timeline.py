# SPDX-License-Identifier: Apache-2.0
"""Timelines of guests: lanes show when each guest runs and why the monitor runs, and recording changes nothing."""
import collections
import functools
import os

import pytest

from metro import configuration
from metro.base import paths
from metro.products import guests as guests_module, soc as soc_module
from metro.run import execution, guests, profile, timeline
from metro.run.execution import Line
from support import ROOT, metro
from test_guests import CORES
from test_timeline import read

FOLDER = ROOT / "tests" / "guests"
LINE = Line(2500, 5000, 3)
CALLS = """
[[guest]]
name = "lines"
program = "lines.c"
memory = 2048
priority = 1
lines = ["sim_line"]
devices = ["sim_line"]

[[guest]]
name = "spin"
program = "spin.c"
memory = 1024

[[guest]]
name = "calls"
program = "calls.c"
memory = 4096

[[guest]]
name = "bad"
program = "bad.c"
memory = 2048
restart = 2
"""


class RecordedRun:
    """The guests of CALLS, run once without and once with a timeline, on a core of CORES."""

    def __init__(self, core="plain"):
        folder = paths.make_build() / "tmp" / f"guests-timeline-{core}-{os.getpid()}"
        folder.mkdir()
        text = CALLS
        for file in FOLDER.iterdir():
            text = text.replace(f'"{file.name}"', f'"{file}"')
        (folder / "these.toml").write_text(text)
        self.soc = soc_module.of(configuration.of_options(*CORES[core]))
        self.firmware = guests_module.build(guests_module.read(folder / "these.toml"), self.soc)
        self.alone = self.run()
        self.outcome = self.run(options=timeline.options(self.firmware, folder))
        self.log = timeline.Log(self.firmware, self.soc, folder)
        timeline.write(self.log, folder / "trace")
        self.lanes = read(folder / "trace")
        self.tables = profile.by_task(self.log), profile.by_function(self.log)
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

    def run(self, **options):
        return execution.execute(self.firmware, self.soc, line=LINE, max_cycles=1_500_000, **options)

    def of(self, name):
        return self.lanes[f"guest {name}"]

    def running(self, name):
        return [slice_ for slice_ in self.of(name) if slice_.name == f"guest {name}"]


@pytest.fixture(scope="module")
def run(request):
    return recorded_run(getattr(request, "param", "plain"))


ALSO_WITH_SWITCHES = pytest.mark.parametrize("run", ["plain", "switch"], indirect=True)     # of guests by the core


recorded_run = functools.cache(RecordedRun)


@ALSO_WITH_SWITCHES
def test_recording_changes_nothing(run):
    assert run.outcome.output == run.alone.output and run.outcome.report["cycles"] == run.alone.report["cycles"]


def test_the_monitor_and_each_guest_have_a_lane(run):
    assert list(run.lanes) == ["monitor", "accelerator", "before the guests", "guest lines", "guest spin",
                               "guest calls", "guest bad"]


@ALSO_WITH_SWITCHES
def test_exactly_one_lane_runs_at_every_cycle(run):
    slices = sorted((slice_ for lane, slices in run.lanes.items() for slice_ in slices
                     if slice_.depth == 0 and slice_.name != "preempted" and lane != timeline.ACCELERATOR),
                    key=lambda slice_: slice_.begin)
    assert slices[0].begin == 0 and slices[-1].end == run.outcome.report["cycles"]
    assert all(before.end == after.begin for before, after in zip(slices, slices[1:]))


def test_lane_of_the_monitor_matches_what_guests_did(run):
    counts = collections.Counter(slice_.name for slice_ in run.lanes["monitor"])
    output = run.outcome.output
    assert "lines: 60 interrupts\n" in output and "calls: done\n" in output
    # A line that interrupts its running guest does not enter the monitor.
    assert 0 < counts["sim_line"] <= 60
    assert counts["load access fault"] + counts["store access fault"] == output.count("fault at") == 3
    assert counts["call exit"] == output.count("has ended with code") and counts["unknown call"] >= 1
    # Each line of a guest is a call, and some calls are refused.
    lines = [line for line in output.splitlines() if not line.startswith("monitor: ")]
    assert counts["call console"] >= len(lines) > 5


def test_each_call_comes_from_its_guests_memory(run):
    places = {slice_.details["at"].partition(".")[0] for slice_ in run.lanes["monitor"]
              if slice_.name.startswith("call ")}
    assert places == {"lines", "calls", "bad"}


@ALSO_WITH_SWITCHES
def test_preempted_slice_ends_where_the_guest_resumes(run):
    for name in ("lines", "spin", "calls", "bad"):
        slices = [slice_ for slice_ in run.of(name) if slice_.depth == 0]
        for held, after in zip(slices, slices[1:]):
            assert held.end <= after.begin
            assert held.name != "preempted" or held.end == after.begin
    spin = run.of("spin")
    # The guest never waits: it runs, the monitor handles an interrupt, or the guest is preempted.
    assert sum(slice_.end - slice_.begin for slice_ in spin if slice_.name == "preempted") > 0
    assert not any(slice_.name == "preempted" for slice_ in run.of("lines"))       # the guest with the highest priority


def test_sleep_is_nested_in_slices_of_the_monitor():
    outcome, lanes = run_two_guests()
    asleep = [slice_ for slice_ in lanes["monitor"] if slice_.name == "asleep"]
    assert len(asleep) >= 40 and {slice_.depth for slice_ in asleep} == {1}
    assert sum(slice_.end - slice_.begin for slice_ in asleep) > outcome.report["cycles"] / 4


@functools.cache
def run_two_guests():
    run, folder = recorded_run(), paths.make_build() / "tmp" / f"guests-asleep-{os.getpid()}"
    folder.mkdir()
    all_guests = guests_module.read(FOLDER / "two.toml")
    firmware = guests_module.build(all_guests, run.soc)
    outcome = execution.execute(firmware, run.soc, options=timeline.options(firmware, folder))
    timeline.write(timeline.Log(firmware, run.soc, folder), folder / "trace")
    lanes = read(folder / "trace")
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    return outcome, lanes


@ALSO_WITH_SWITCHES
def test_profile_tables_add_up_and_match_the_lanes(run):
    by_task, by_function = run.tables
    for table in (by_task, by_function):
        assert sum(row[-1] for row in table[:-1]) == table[-1][-1] == run.outcome.report["cycles"]
    spent = {name: cycles for name, _, cycles in by_task}
    for name in ("lines", "spin", "calls", "bad"):
        assert spent[f"guest {name}"] == sum(slice_.end - slice_.begin for slice_ in run.running(name))
    assert ("spin.main", "guest spin") in {row[:2] for row in by_function}


def test_calls_have_the_names_of_the_header():
    assert [guests.call(number) for number in (0, 2, 4, 99)] == ["call wait", "call console", "call ask",
                                                                 "unknown call"]


def test_timeline_and_profile_options_work_with_guests(tmp_path):
    outcome = metro("run", "--guests", FOLDER / "two.toml", "--timeline", tmp_path / "trace", "--profile", cwd=ROOT)
    assert outcome.returncode == 0, outcome.stderr
    assert "guest ticks" in outcome.stdout and {"monitor", "guest ticks", "guest busy"} <= set(read(tmp_path / "trace"))
