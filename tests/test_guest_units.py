# SPDX-License-Identifier: Apache-2.0
"""Unit sets for guests: every instruction from user mode, two guests in turn, and faults that the programs find."""
import json
import re
import sys

import pytest

from metro import configuration
from mutants.core import CLOCKS, CLOCKS_CORE, SETS, SETS_BANKS, SETS_BANKS_CORE, SETS_CORE as CORE, with_all
from support import ROOT, metro, some

FOLDER = ROOT / "tests" / "guest_units"
sys.path[:0] = str(ROOT / "tests" / "pmp"), str(FOLDER)
import bench  # noqa: E402  (found by the line above)
import stream  # noqa: E402

# Sizes that are powers of two or not, cores with and without an event unit, and both engines.
CORES = {
    "three": CORE,
    "event": ("--user-mode", "--tasks", "64", "--events", "16", "--queue-words", "16", "--guest-units", "4",
              "--engine", "parallel"),
    "most tasks": ("--user-mode", "--tasks", "256", "--events", "64", "--queue-words", "4", "--guest-units", "3"),
    "eight": ("--user-mode", "--tasks", "9", "--engine", "parallel", "--guest-units", "8"),
    "base": ("--user-mode", "--tasks", "33", "--time-base", "--guest-units", "3", "--compressed"),
    "banks": ("--user-mode", "--tasks", "16", "--events", "4", "--guest-units", "3", "--contexts", "4"),
    "small caches": ("--user-mode", "--tasks", "16", "--events", "4", "--queue-words", "0", "--time-base",
                     "--guest-units", "5", "--icache-size", "512", "--dcache-size", "512",
                     "--prediction", "dynamic_target"),
}
PARTS, LENGTH, SWEPT = 4, 200, 8


def guests(options):
    return stream.Guests(configuration.of(*options))


def check(made, options, *fault, **more):
    outcome = bench.run(FOLDER / "stream.S", options, *fault, generated=made.generated(), **more)
    assert outcome.status == 0, (outcome, [*made.items, "the end"][outcome.mark - 1] if outcome.mark else "no end")
    return outcome


@pytest.mark.parametrize("name", some(CORES, ("three",)))
def test_every_instruction_gives_what_the_model_gives_or_traps_where_a_number_is_not_there(name):
    for part in range(PARTS):
        check(stream.every_instruction(guests(CORES[name]), part, PARTS), CORES[name], wait=part)


def test_those_instructions_are_all_that_there_are():
    made = [stream.every_instruction(guests(CORES["small caches"]), part, PARTS) for part in range(PARTS)]
    shown = {name for one in made for item in one.items for name in re.findall(r"(\w+\.\w+)\(", item)}
    units = {"info": 2, "time": 14, "ready": 12, "event": 16}
    assert {unit: sum(name.startswith(f"{unit}.") for name in shown) for unit in units} == units


@pytest.mark.parametrize("name", some(CORES, ("three",)))
@pytest.mark.parametrize("seed", some(range(1, 21), range(1, 5)))
def test_guests_in_turn_see_a_set_of_their_own(name, seed):
    at = 311 * seed
    check(stream.some(guests(CORES[name]), seed, LENGTH), CORES[name], seed=seed, wait=seed % 5, sweep=(at, at))


@pytest.mark.parametrize("name", some(CORES, ("three",)))
@pytest.mark.parametrize("seed", some(range(1, 9), (1,)))
def test_likewise_with_an_interrupt_at_any_cycle_whose_handler_uses_another_set(name, seed):
    made = stream.some(guests(CORES[name]), 100 + seed, SWEPT)
    cycles = check(made, CORES[name], seed=seed).cycles
    outcome = check(made, CORES[name], seed=seed, wait=seed % 3, sweep=(0, cycles))
    assert outcome.runs == outcome.interrupts == cycles + 1 > 300


def test_time_stands_still_or_goes_on_and_each_set_has_its_line():
    outcome = bench.run(FOLDER / "clocks.S", CLOCKS_CORE)
    assert outcome.status == 0, outcome


# Faults

def findings(number):
    """Yield the findings of each program on the core with fault `number` (0: no fault)."""
    made = [*(stream.every_instruction(guests(CORE), part, PARTS) for part in range(PARTS)),
            *(stream.some(guests(CORE), seed, LENGTH) for seed in range(1, 9))]
    for n, one in enumerate(made):
        sweep = (300 * n, 300 * n)
        yield bench.run(FOLDER / "stream.S", CORE, with_all(SETS), number, seed=n, wait=n % 5, sweep=sweep,
                        generated=one.generated()).status


def test_the_netlists_for_the_faults_are_right_without_one():
    assert not any(findings(0))
    assert bench.run(FOLDER / "clocks.S", CLOCKS_CORE, with_all(CLOCKS), 0).status == 0


@SETS.each
def test_a_fault_is_found(mutant):
    assert any(findings(SETS.number(mutant)))


@CLOCKS.each
def test_a_fault_in_time_or_lines_is_found(mutant):
    assert bench.run(FOLDER / "clocks.S", CLOCKS_CORE, with_all(CLOCKS), CLOCKS.number(mutant)).status


@SETS_BANKS.each
def test_banks_are_not_a_guests_though_it_has_a_set(mutant):
    without, status = (bench.run(FOLDER / "banks.S", SETS_BANKS_CORE, with_all(SETS_BANKS), number).status
                       for number in (0, SETS_BANKS.number(mutant)))
    assert status and not without


# Interrupt lines of the sets

def test_each_set_has_a_line_of_the_soc_and_that_of_set_0_is_the_only_one_without_sets(tmp_path):
    lines = {}
    for name, sets in (("sets", ("--guest-units", "2")), ("one", ())):
        run = metro("soc", "--config", "tickless", "--user-mode", *sets, "--output", tmp_path / name)
        assert run.returncode == 0, run.stderr
        lines[name] = dict(re.findall(r"#define (\w+)_INTERRUPT (\d+)",
                                      (tmp_path / name / "generated" / "soc.h").read_text()))
    assert lines["sets"] == {**lines["one"], "METRONOME_TIME_BASE1": str(len(lines["one"]))}
    assert json.loads((tmp_path / "sets" / "core.json").read_text())["accelerator"]["guests"] == 2
    assert "guests" not in json.loads((tmp_path / "one" / "core.json").read_text())["accelerator"]
