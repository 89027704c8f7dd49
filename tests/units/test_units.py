# SPDX-License-Identifier: Apache-2.0
"""Compare the units in Verilator with the golden model: each set for one second, and netlists with faults."""
import re

import pytest

from metro.base.errors import MetroError
from metro.environment import generator
from metro.products import isa, simulator
from metro.verify import unit_driver as units
from metro.verify import colons, hammer
from mutants.units import UNITS, with_all
from support import ROOT, metro, refusal, slow_except

# These sets vary each parameter of the units. Other tests build four of them as well.
SMALL = "units.tasks=8,units.width=4"
EVENTS = f"events,{SMALL},units.engine=parallel,units.events=4,units.queue_words=16"
READY = "combined,units.tasks=37,units.time=false"
QUICK = (f"combined,{SMALL},units.time_base=true", "combined,units.ready=false",
         f"events,{SMALL},units.engine=parallel,units.time_base=true,units.events=4,units.queue_words=16,"
         "units.direct_calls=4",
         f"events,{SMALL},units.time_base=true,units.events=4,units.queue_words=16,units.lines=4",
         f"levels,{SMALL},units.time_base=true,units.levels=8,units.waiting=4,units.slices=true,units.lines=4",
         READY, f"combined,{SMALL},soc.adapter=niosv",
         "levels,units.tasks=37,units.width=5,units.levels=9,units.waiting=7,units.slices=true",
         f"levels,{SMALL},units.time_base=true,units.levels=8,units.waiting=4,units.slices=true",
         "events,units.tasks=37,units.width=8,units.events=5,units.queue_words=0,units.flags=false,"
         "units.semaphores=false,units.mailboxes=false")
QUICK_FAULTS = (f"combined,{SMALL}", EVENTS, f"levels,{SMALL},units.levels=8,units.waiting=4,units.slices=true",
                f"{EVENTS},units.direct_calls=4")

# Cycles that a bus adds to the units' waits. Each bus adds one after a reset, Nios one more for the start, and Wishbone
# one more for the answer.
BUS_CYCLES = {"": 0, "cfu": 1, "wishbone": 2, "nios2": 2, "nios2-fixed": 2, "niosv": 2}


LONG_TO_BUILD = "combined,units.tasks=256,units.width=32,units.engine=parallel"


def port_commands(lines):
    """Return (unit, operation, rs1, rs2) of each line `unit.instruction [rs1 [rs2]]`.

    An empty line is an idle cycle, (1,).
    """
    numbers = {f"{u['name']}.{i['name']}": (u["funct3"], i["funct7"]) for u, i in isa.instructions(isa.read())}
    found = []
    for line in lines:
        name, *operands = line.split() or [""]
        found.append((*numbers[name], *map(int, [*operands, 0, 0][:2])) if name else (1,))
    return found


# The build of the omitted set takes longer than all other tests of the units. `./metro hammer` tests this set.
@pytest.mark.parametrize("name", slow_except([name for name in hammer.SETS if name != LONG_TO_BUILD], QUICK))
def test_units_behave_like_the_model(name):
    dut = units.named(name)
    outcome = units.hammer(dut, seed=1, seconds=1)
    print(hammer.show(outcome))
    assert outcome.difference == ""
    # Only a port without an adapter lets the driver withdraw commands.
    assert outcome.report["operations"] > 2_000 and (outcome.report["withdrawn"] > 10) == (not dut.port)
    if dut.units.time_base:
        assert min(outcome.report["ticks"][key] for key in ("taken", "held_up", "raised")) > 10
    if dut.units.direct_calls or dut.units.lines:
        # A command can also wait for a command of the second port or of a line, so waits have no fixed limit.
        # A line of the task lists wakes its task once, then waits for a write of line_task.
        assert outcome.report["second"] > (10 if dut.units.levels else 200)
        return
    longest = isa.longest_wait(isa.read(), dut.units.engine, dut.units.tasks, dut.units.events)
    assert {instruction: (cycles, longest[instruction]) for instruction, cycles in outcome.report["waits"].items()
            if cycles > longest[instruction] + BUS_CYCLES[dut.port]} == {}


def test_ticks_take_effect_at_each_distance_to_an_instruction():
    outcome = units.hammer(units.named(f"combined,{SMALL},units.time_base=true"), seed=1, seconds=3600, episodes=60)
    assert outcome.difference == "" and outcome.report["ticks"]["lost"] > 100
    cycles = range(13)          # cycles from a tick to the instruction; 0: tick directly after the instruction
    assert {name: [n for n in cycles if not seen >> n & 1] for name, seen in outcome.report["beside"].items()
            if any(not seen >> n & 1 for n in cycles)} == {}


@pytest.mark.sample(6)
@pytest.mark.parametrize("waveform", isa.read()["waveform"], ids=lambda waveform: waveform["latency"])
def test_datasheet_waveforms_equal_the_units(waveform):
    before, shown = (port_commands(waveform.get(key, [])) for key in ("before", "commands"))
    outcome = units.replay(units.named(waveform["units"]), [(100,), *before, (100,), *shown])[len(before):]
    assert outcome == list(zip(waveform["waits"], waveform["results"]))


@pytest.mark.slow
def test_list_tick_stays_within_its_longest_wait():
    """Seven tasks wake, return to sleep and wake again while one is ready: the longest wait of the task lists."""
    dut = units.named(f"levels,{SMALL},units.levels=8,units.waiting=0")
    before = port_commands(["list.put 0 0", "list.select", *(f"list.sleep {task} 5" for task in range(1, 8)),
                            "list.time 4"])
    shown = port_commands(["list.time 4", "list.tick"])
    outcome = units.replay(dut, [(100,), *before, (100,), *shown])
    waits, _ = outcome[-1]
    assert waits <= isa.longest_wait(isa.read(), dut.units.engine, dut.units.tasks)["ci_list_tick"]


def test_each_latency_case_has_a_waveform():
    table = isa.read()
    assert {waveform["latency"] for waveform in table["waveform"]} == set(table["latency"])


def test_seeds_that_once_failed_pass():
    outcomes = [units.hammer(*known, seconds=3600, episodes=1) for known in hammer.known_seeds()]
    assert [outcome.difference for outcome in outcomes if outcome.difference] == []


def hammer_faulty(mutant, **options):
    [name] = mutant.needs
    return units.hammer(units.named(name), seconds=20, fault=UNITS.number(mutant), mutate=with_all(name), **options)


with_faults = pytest.mark.parametrize("name", slow_except(sorted({mutant.needs[0] for mutant in UNITS}), QUICK_FAULTS))


@pytest.mark.sample(1)
@with_faults
def test_every_fault_is_found(name):
    for mutant in UNITS.of(name):
        outcome = hammer_faulty(mutant, seed=1)
        assert outcome.difference, f"{mutant.name}: {outcome.report['operations']} operations did not show it"
        # The seed alone reproduces the difference.
        again = hammer_faulty(mutant, seed=outcome.report["seed"], episodes=1)
        assert again.difference == outcome.difference
        assert re.match(rf"seed {outcome.report['seed']}, operation \d+, cycle \d+: ", outcome.difference)


@pytest.mark.sample(1)
@with_faults
def test_with_all_faults_off_there_is_no_difference(name):
    outcome = units.hammer(units.named(name), 1, 3600, 2, mutate=with_all(name))
    assert outcome.difference == "" and outcome.report["operations"] > 6000


def test_a_difference_says_how_to_repeat_it():
    outcome = hammer_faulty(UNITS["the scan keeps marks of the previous epoch"], seed=1)
    error = hammer.difference_error(outcome)
    assert f"combined,{SMALL} differs from the model: seed " in error.message and "ci_time_" in error.message
    assert f"--config combined,{SMALL} --seed {outcome.report['seed']} --episodes 1" in error.hint


def test_sets_cover_the_parameters():
    sets = [units.named(name) for name in hammer.SETS]
    assert {s.port for s in sets} == set(units.PORTS)
    assert len({(s.units.tasks, s.units.width, s.units.engine) for s in sets if s.units.time}) >= 12
    assert {8, 37, 64, 256} <= {s.units.tasks for s in sets} and {4, 8, 16, 32} <= {s.units.width for s in sets}
    for unit in ("both", "time"):
        assert {s.units.engine for s in sets if s.units.kind == unit} == set(units.ENGINES)
    with_base = [s.units for s in sets if s.units.time_base]
    assert {(u.tasks, u.engine) for u in with_base if u.kind == "both"} == {
        (n, e) for n in (8, 37, 64) for e in units.ENGINES}
    assert any(u.events for u in with_base) and any(not u.ready for u in with_base)
    assert {(u.waiting > 0, u.slices) for u in with_base if u.kind == "lists"} == {
        (True, False), (False, False), (True, True), (False, True)}
    assert [str(s) for s in sets] == list(hammer.SETS)


def test_the_quick_sets_vary_each_parameter_of_the_units():
    values = [units.named(name).units.model_dump() for name in QUICK]
    same = {field for field in values[0] if len({each[field] for each in values}) == 1}
    assert same == {"unit_sets"}           # tests/guests/test_guest_units.py compares the unit sets


def test_a_model_with_a_pool_of_constants_is_one_compiler_run(tmp_path):
    cases = "".join(f"{n}: b = 32'd{n * n * 7777};" for n in range(256))
    (tmp_path / "lookup.v").write_text(
        f"module lookup(input [7:0] a, output reg [31:0] b); always @* case (a) {cases} endcase endmodule\n")
    simulator.run(["verilator", "--cc", "--prefix", "Vlookup", "--Mdir", str(tmp_path), "--output-split", "0",
                   "-Wno-fatal", "-Wno-lint", "-Wno-style", str(tmp_path / "lookup.v")], "Verilator")
    simulator.compile_model(tmp_path, simulator.LEVEL)
    assert list(tmp_path.glob("*ConstPool*.cpp"))
    assert [file.name for file in tmp_path.glob("*.o")] == ["Vlookup__ALL.o"]


def test_hammer_prints_its_runs():
    run = metro("hammer", "--config", READY, "--seconds", "0.2", "--seed", "77")
    assert run.returncode == 0, run.stderr
    assert "the first seed is 77" in run.stdout
    assert re.search(rf"{READY} +[\d,]+ operations, +[\d,]+ cycles, +[\d,]+ operations/s, seeds 77 to \d+", run.stdout)
    assert "0 differences" in run.stdout


@pytest.mark.parametrize("yes, no, message", [
    ("ready_word,ready_word_write", "ready_set,ready_row", "(2,true)"),
    ("ready_set,ready_lowest", "ready_test,ready_word", "no bit of their numbers tells ready_set, ready_lowest from "
     "ready_test, ready_word: by bit 3, which comes nearest, ready_set would be on the wrong side"),
])
def test_inseparable_operations_are_named(yes, no, message):
    run = generator.java(generator.ensure_built(), str(ROOT / "tests" / "units" / "Decoded.java"), [yes, no])
    assert run.stdout.strip().removeprefix("requirement failed: ") == message, run.stderr


@pytest.mark.parametrize("arguments, reason", [
    (["--units", "time-64:8"], "time-64:8: not a set of units"),
    (["--units", "both:64:16:clever"], "both:64:16:clever: not a set of units"),
    (["--config", "combined,units.engine=clever"], "units.engine=clever: there are lookahead, parallel"),
    (["--config", "combined,soc.adapter=nios3"], "soc.adapter=nios3: there are plugin, cfu, wishbone, nios2, niosv"),
    (["--config", "combined,units.queues=4"], "there is no key units.queues"),
    (["--config", "combined,core.contexts=8"], "the units are tested without a core"),
    (["--config", "original"], "original has no units"),
    (["--pipeline", "--config", "cfu"], "--pipeline tests only units in the pipeline"),
    (["--config", f"combined,{SMALL},units.time_base=true,soc.adapter=cfu"], "time base behind an adapter is not"),
    (["--config", f"{EVENTS},soc.adapter=cfu"], "not behind an adapter"),
    (["--config", "events,units.direct_calls=2"], "direct calls are tested with 4 slots"),
    (["--pipeline", "--config", EVENTS], "a reset does not clear the memory of queues"),
    (["--pipeline", "--config", "combined,core.pmp=4,core.user_mode=true"], "--pipeline does not test core.pmp"),
    (["--config", "events,units.events=3"], "units.events=3: there can be 4 to 64"),
    (["--config", "events,units.queue_words=24"], "units.queue_words=24: a power of 2"),
    (["--config", "combined,units.tasks=7"], "units.tasks=7: there can be 8 to 256"),
    (["--config", "combined,units.width=33"], "units.width=33: delays have 4 to 32 bits"),
    (["--seconds", "0"], "not a time"),
    (["--episodes", "0"], "must be at least 1"),
])
def test_hammer_refuses_invalid_options(arguments, reason):
    code, message = refusal("hammer", *arguments)
    assert code and reason in message, message


def test_a_wrong_line_of_seeds_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(hammer, "SEEDS", tmp_path / "seeds.txt")
    hammer.SEEDS.write_text("# head\n\nevents 12  # why\nevents\n")
    with pytest.raises(MetroError, match="seeds.txt:4"):
        hammer.known_seeds()
    hammer.SEEDS.write_text("# head\n\nevents 12  # why\n")
    assert hammer.known_seeds() == [(units.named("events"), 12)]


@pytest.mark.parametrize("old, name", [
    ("both:64:16:lookahead", "combined"), ("both:8:4:parallel:4:16:second", f"{EVENTS},units.direct_calls=4"),
    ("ready:37", READY), ("cfu/both:8:4:lookahead", f"combined,{SMALL},soc.adapter=cfu"),
    ("lists:8:4:8:slices", f"levels,{SMALL},units.levels=8,units.waiting=0,units.slices=true")])
def test_units_of_an_earlier_name_are_the_same(old, name):
    assert units.named(colons.units(old)) == units.named(name)


def test_hammer_prints_the_notation_for_an_earlier_name(capsys, monkeypatch):
    monkeypatch.delenv("METRO_HINTED", raising=False)
    for _ in range(2):
        assert units.named(hammer.in_notation(units, "ready:37")) == units.named(READY)
    assert capsys.readouterr().err == f"metro: --units ready:37 is now --config {READY}\n"
