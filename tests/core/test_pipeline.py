# SPDX-License-Identifier: Apache-2.0
"""The units in the core's pipeline and the register banks: random programs against a reference, and faults that they
find."""
import re

import pytest

from metro.verify import hammer, pipeline, waveform
from mutants.core import BANKS, BANKS_CORE, SECOND, UNITS, UNITS_CORE, with_all
from support import metro, refusal, slow_except

EPISODES = 40
SETS = ("combined", "combined,units.engine=parallel,core.user_mode=true")     # the faults use a third set, UNITS_CORE
COMPRESSED = (f"combined,units.tasks=9,units.width=5,units.engine=parallel,{hammer.SMALL},core.user_mode=true,"
              "core.compressed=true")


def check(outcome):
    print(hammer.show(outcome))
    assert outcome.difference == ""
    report = outcome.report
    assert report["episodes"] == EPISODES and report["custom"] > 50_000
    assert report["sweeps"] >= 5 and report["offsets"] > 1_000
    # Each of these conditions is frequent. They reveal an instruction that takes effect at a wrong time or twice.
    for what in ("flushed", "withdrawn", "stalled", "interrupts", "exceptions"):
        assert report[what] > 500, what
    assert set(report["rises"]) == {"none", "waits", "stalled", "fires"}, report["rises"]
    if outcome.dut.units.time_base:
        check_ticks(report["ticks"])


def check_ticks(ticks):
    assert ticks["by itself"] > 20_000
    for where in ("right behind a command", "right before a command", "between two in a row",
                  "right behind a withdrawn one", "as one is flushed"):
        assert ticks.get(where, 0) > 10, (where, ticks)


@pytest.mark.slow                              # the quick run has test_netlist_with_all_faults_off_has_no_difference
@pytest.mark.parametrize("name", SETS)
def test_programs_behave_like_the_reference(name):
    check(pipeline.hammer(pipeline.named(name), 1, 3600, EPISODES))


@pytest.mark.slow                              # the quick run checks ticks with all faults off
@pytest.mark.parametrize("name", [name for name in hammer.PIPELINE_SETS if "time_base" in name and name != UNITS_CORE])
def test_ticks_occur_between_any_two_instructions(name):
    episodes = 8 if "core.contexts" in name else EPISODES       # many tasks make long programs
    outcome = pipeline.hammer(pipeline.named(name), 1, 3600, episodes)
    print(hammer.show(outcome))
    assert outcome.difference == ""
    check_ticks(outcome.report["ticks"])


@pytest.mark.slow
def test_unit_instructions_work_at_any_half_word():
    outcome = pipeline.hammer(pipeline.named(COMPRESSED), 1, 3600, EPISODES)
    check(outcome)
    assert outcome.report["across_words"] > 20_000 and outcome.report["across_lines"] > 2_000


def check_contexts(outcome):
    print(hammer.show(outcome))
    assert outcome.difference == ""
    report = outcome.report
    assert report["changes"]["switch"] > 5_000 and report["changes"]["exit"] > 1_000
    assert report["changes"]["mret"] > 1_000 and report["sweeps"] >= 2
    # Lines rise while a switch is in any stage. Interrupts occur just before and after it, exceptions just after it.
    stages = [f"{change} in {stage}" for change in ("switch", "exit", "mret")
              for stage in ("decode", "execute", "memory", "write-back")]
    assert set(report["during"]) == set(stages), report["during"]
    often = ["interrupt before switch", "interrupt behind switch", "interrupt behind exit", "exception behind switch"]
    if outcome.dut.core.user_mode:      # without user mode, few tasks trap as they resume
        often.append("exception behind exit")
    for what in often:
        assert report["around"].get(what, 0) > 20, (what, report["around"])


@pytest.mark.slow                              # the quick run has one case of test_bank_fault_is_found
@pytest.mark.parametrize("name", [name for name in hammer.PIPELINE_SETS
                                  if "core.contexts" in name and not ("time_base" in name or "direct_calls" in name)])
def test_tasks_in_register_banks_behave_like_the_reference(name):
    check_contexts(pipeline.hammer(pipeline.named(name), 1, 3600, EPISODES))


def test_seeds_that_once_failed_pass():
    outcomes = [pipeline.hammer(*known, seconds=3600, episodes=1) for known in hammer.known_seeds(pipeline)]
    assert [outcome.difference for outcome in outcomes if outcome.difference] == []


def hammer_table(table, number=0, seed=1, episodes=EPISODES, **options):
    """Compare a core that contains all mutants of a table with the reference. number: the active mutant; 0: no
    mutant."""
    [name] = {mutant.needs[0] for mutant in table}
    return pipeline.hammer(pipeline.named(name), seed, 3600, episodes, with_all(table), number, **options)


def check_finds(table, mutant):
    outcome = hammer_table(table, table.number(mutant))
    assert outcome.difference, f"{outcome.report['instructions']} instructions did not show the fault"
    return outcome


def test_netlist_with_all_faults_off_has_no_difference():
    check(hammer_table(UNITS))


def test_waveform_shows_a_tick_delayed_by_a_stalled_command():
    outcome = hammer_table(UNITS, episodes=10 * EPISODES, waveform=True)
    assert outcome.difference == ""
    columns = outcome.report["waveform"]
    shown = waveform.show(columns).splitlines()
    print("\n".join(shown))
    at = [line.split() for line in shown if line.startswith("cycle")][0][1:].index("0")
    before, tick, behind = columns[:at], columns[at], columns[at + 1:]
    # The tick comes due while the command is stalled, and takes effect one cycle after the command.
    assert tick["ticks"] and not tick["command"] and before[-1]["fires"]
    assert any(not c["pending"] for c in before) and sum(c["stalled"] and c["pending"] > 0 for c in before) > 2
    assert not any(c["ticks"] for c in before if c["pending"])
    # One cycle later, a more urgent task is ready. Then the interrupt line rises.
    assert behind[0]["pending"] == tick["pending"] - 1 and behind[0]["highest"] < tick["highest"]
    assert not tick["interrupt"] and behind[-1]["interrupt"]


def test_waveform_level_has_an_edge_at_each_change():
    assert waveform.level([False, True, True, False]) == "____/‾‾‾‾‾‾‾\\___"


@pytest.mark.sample(8)
@UNITS.each
def test_a_fault_is_found(mutant):
    outcome = check_finds(UNITS, mutant)
    seed = outcome.report["seed"]
    assert re.match(rf"seed {seed}, cycle \d+(, interrupt at cycle \d+)?: ", outcome.difference)
    # The seed alone reproduces the difference, and the hint shows the command that does so.
    again = hammer_table(UNITS, UNITS.number(mutant), seed, 1)
    assert again.difference == outcome.difference
    assert f"--pipeline --config {UNITS_CORE} --seed {seed} --episodes 1" in hammer.difference_error(again).hint


@pytest.mark.parametrize("mutant", slow_except(UNITS, [*UNITS][:2], ids=lambda mutant: mutant.name))
def test_fault_is_found_without_comparing_the_units_port(mutant):
    """Results, and the state that programs read, suffice to find a fault: the units' port is not compared."""
    assert hammer_table(UNITS, UNITS.number(mutant), blind=True).difference


@pytest.mark.slow
def test_netlist_with_all_bank_faults_off_has_no_difference():
    check_contexts(hammer_table(BANKS, episodes=12))


@pytest.mark.sample(1)
@BANKS.each
def test_bank_fault_is_found(mutant):
    check_finds(BANKS, mutant)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", BANKS, ids=lambda mutant: mutant.name)
def test_bank_fault_is_found_without_comparing_the_banks(mutant):
    """Retired instructions and their writes suffice: the running bank and the banks' memory are not compared."""
    assert hammer_table(BANKS, BANKS.number(mutant), blind=True).difference


def check_second(outcome):
    print(hammer.show(outcome))
    assert outcome.difference == "" and outcome.report["second"] > 20_000


@pytest.mark.slow
def test_thread_commands_occur_between_any_two_instructions():
    check_second(hammer_table(SECOND))


@pytest.mark.slow                              # needs its own simulators
@pytest.mark.parametrize("name", [name for name in hammer.PIPELINE_SETS if "direct_calls" in name])
def test_programs_with_threads_behave_like_the_reference(name):
    episodes = 8 if "core.contexts" in name else EPISODES       # many tasks make long programs
    check_second(pipeline.hammer(pipeline.named(name), 1, 3600, episodes))


@pytest.mark.slow
@SECOND.each
def test_fault_with_hardware_threads_is_found(mutant):
    check_finds(SECOND, mutant)


def test_sets_cover_the_parameters():
    sets = [pipeline.named(name) for name in hammer.PIPELINE_SETS]
    assert [str(s) for s in sets] == list(hammer.PIPELINE_SETS)
    assert {s.units.engine for s in sets if s.core.user_mode} == {"lookahead", "parallel"}
    assert {s.units.engine for s in sets if not s.core.user_mode} == {"lookahead", "parallel"}
    assert {s.units.kind for s in sets} == {"both", "time", "ready", "lists"}
    assert {*SETS, UNITS_CORE, COMPRESSED, BANKS_CORE} <= set(hammer.PIPELINE_SETS)
    assert {s.units.engine for s in sets if s.units.time_base} == {"lookahead", "parallel"}
    banks = [s.hardware.core.contexts for s in sets]
    assert {0, 4, 64, 256} <= set(banks)
    # Register banks with compressed instructions and the event unit.
    assert any(s.hardware.core.contexts and s.hardware.core.compressed and s.hardware.units.events for s in sets)


@pytest.mark.slow                              # test_units.py runs the command too; this builds another core
def test_hammer_prints_its_runs():
    run = metro("hammer", "--pipeline", "--config", SETS[0], "--seed", "77", "--episodes", "3")
    assert run.returncode == 0, run.stderr
    assert "the first seed is 77" in run.stdout
    assert re.search(rf"{SETS[0]} +[\d,]+ instructions, +[\d,]+ of the units, .* offsets .* seeds 77 to 79", run.stdout)
    assert "0 differences" in run.stdout


@pytest.mark.parametrize("arguments, reason", [
    (["--units", "both:64:16:lookahead+clever"], "not a set of units"),
    (["--config", "combined,core.user_mode=true,core.user_mode=true"], "core.user_mode has two values"),
    (["--config", "combined,units.tasks=7"], "units.tasks=7: there can be 8 to 256"),
    (["--config", SETS[0], "--waveform"], "only software wakes tasks"),
    (["--config", SETS[0], "--config", SETS[1], "--waveform"], "one set"),
])
def test_hammer_refuses_invalid_options(arguments, reason):
    code, message = refusal("hammer", "--pipeline", *arguments)
    assert code and reason in message, message
