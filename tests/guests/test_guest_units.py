# SPDX-License-Identifier: Apache-2.0
"""Unit sets for guests: every instruction from user mode, two guests in turn, and faults that the programs find."""
import json
import re
import sys

import pytest

from metro import configuration
from mutants.core import CLOCKS, CLOCKS_CORE, SETS, SETS_BANKS, SETS_BANKS_CORE, SETS_CORE as CORE, with_all
from support import ROOT, metro, slow_except

FOLDER = ROOT / "tests" / "guests" / "guest_units"
sys.path[:0] = str(ROOT / "tests" / "core" / "pmp"), str(FOLDER)
import bench  # noqa: E402  (found by the line above)
import stream  # noqa: E402

# Sizes that are powers of two or not, cores with and without an event unit, and both engines.
CORES = {
    "three": CORE,
    "event": ("--user-mode", "--tasks", "64", "--events", "16", "--queue-words", "16", "--unit-sets", "4",
              "--engine", "parallel"),
    "most tasks": ("--user-mode", "--tasks", "256", "--events", "64", "--queue-words", "4", "--unit-sets", "3"),
    "eight": ("--user-mode", "--tasks", "9", "--engine", "parallel", "--unit-sets", "8"),
    "base": ("--user-mode", "--tasks", "33", "--time-base", "--unit-sets", "3", "--compressed"),
    "banks": ("--user-mode", "--tasks", "16", "--events", "4", "--unit-sets", "3", "--contexts", "4"),
    "small caches": ("--user-mode", "--tasks", "16", "--events", "4", "--queue-words", "0", "--time-base",
                     "--unit-sets", "5", "--icache-bytes", "512", "--dcache-bytes", "512",
                     "--prediction", "dynamic_target"),
}
PARTS, LENGTH, SWEPT = 4, 200, 8


def guests(options):
    return stream.Guests(configuration.of_options(*options))


def check(made, options, *fault, **more):
    outcome = bench.run(FOLDER / "stream.S", options, *fault, generated=made.generated(), **more)
    items = [*made.items, "the end of the stream"]
    assert outcome.status == 0, (outcome, items[outcome.mark - 1] if outcome.mark else "no mark")
    return outcome


@pytest.mark.parametrize("name", slow_except(CORES, ("three",)))
def test_every_instruction_matches_the_model_or_traps(name):
    for part in range(PARTS):
        check(stream.every_instruction(guests(CORES[name]), part, PARTS), CORES[name], wait=part)


def test_the_streams_cover_every_instruction():
    streams = [stream.every_instruction(guests(CORES["small caches"]), part, PARTS) for part in range(PARTS)]
    shown = {name for stream_ in streams for item in stream_.items for name in re.findall(r"(\w+\.\w+)\(", item)}
    units = {"info": 2, "time": 14, "ready": 12, "event": 16}
    assert {unit: sum(name.startswith(f"{unit}.") for name in shown) for unit in units} == units


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_except(CORES, ("three",)))
@pytest.mark.parametrize("seed", slow_except(range(1, 21), range(1, 5)))
def test_alternating_guests_each_see_their_own_unit_set(name, seed):
    at = 311 * seed
    made = stream.random_stream(guests(CORES[name]), seed, LENGTH)
    check(made, CORES[name], seed=seed, wait=seed % 5, sweep=(at, at))


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_except(CORES, ("three",)))
@pytest.mark.parametrize("seed", slow_except(range(1, 9), (1,)))
def test_interrupt_handler_on_another_set_changes_nothing(name, seed):
    made = stream.random_stream(guests(CORES[name]), 100 + seed, SWEPT)
    cycles = check(made, CORES[name], seed=seed).cycles
    outcome = check(made, CORES[name], seed=seed, wait=seed % 3, sweep=(0, cycles))
    assert outcome.runs == outcome.interrupts == cycles + 1 > 300


@pytest.mark.slow
def test_each_unit_set_has_its_own_time_and_interrupt_line():
    outcome = bench.run(FOLDER / "clocks.S", CLOCKS_CORE)
    assert outcome.status == 0, outcome


# Faults

def findings(number):
    """Yield the status of each program on the core with fault `number` (0: no fault). A nonzero status is a finding."""
    streams = [*(stream.every_instruction(guests(CORE), part, PARTS) for part in range(PARTS)),
               *(stream.random_stream(guests(CORE), seed, LENGTH) for seed in range(1, 9))]
    for n, made in enumerate(streams):
        sweep = (300 * n, 300 * n)
        yield bench.run(FOLDER / "stream.S", CORE, with_all(SETS), number, seed=n, wait=n % 5, sweep=sweep,
                        generated=made.generated()).status


@pytest.mark.slow
def test_netlists_for_faults_pass_without_a_fault():
    assert not any(findings(0))
    assert bench.run(FOLDER / "clocks.S", CLOCKS_CORE, with_all(CLOCKS), 0).status == 0


@pytest.mark.slow
@SETS.each
def test_a_fault_is_found(mutant):
    assert any(findings(SETS.number(mutant)))


@pytest.mark.slow
@CLOCKS.each
def test_a_fault_in_time_or_lines_is_found(mutant):
    assert bench.run(FOLDER / "clocks.S", CLOCKS_CORE, with_all(CLOCKS), CLOCKS.number(mutant)).status


@pytest.mark.slow
@SETS_BANKS.each
def test_fault_that_gives_a_guest_the_banks_is_found(mutant):
    without, status = (bench.run(FOLDER / "banks.S", SETS_BANKS_CORE, with_all(SETS_BANKS), number).status
                       for number in (0, SETS_BANKS.number(mutant)))
    assert status and not without


# Interrupt lines of the sets

@pytest.mark.slow
def test_each_unit_set_has_an_interrupt_line_of_the_soc(tmp_path):
    lines = {}
    for name, sets in (("sets", ("--unit-sets", "2")), ("one", ())):
        run = metro("soc", "--config", "tickless", "--user-mode", *sets, "--output", tmp_path / name)
        assert run.returncode == 0, run.stderr
        lines[name] = dict(re.findall(r"#define (\w+)_INTERRUPT (\d+)",
                                      (tmp_path / name / "generated" / "soc.h").read_text()))
    assert lines["sets"] == {**lines["one"], "METRONOME_TIME_BASE1": str(len(lines["one"]))}
    assert json.loads((tmp_path / "sets" / "core.json").read_text())["accelerator"]["guests"] == 2
    assert "guests" not in json.loads((tmp_path / "one" / "core.json").read_text())["accelerator"]
