# SPDX-License-Identifier: Apache-2.0
"""Test the formal proofs: the quick proofs hold, and no proof holds for a netlist with a fault."""
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from metro.base.errors import MetroError
from metro.products import isa
from metro.verify import unit_driver as units
from metro.verify import guest_proofs, prove, sby
from mutants.proofs import REFUSED
from mutants.units import UNITS
from support import metro

LOOKAHEAD = "time,units.tasks=8,units.width=4,units.engine=lookahead"
PARALLEL = "time,units.tasks=8,units.width=4,units.engine=parallel"
LARGE = "time,units.tasks=64,units.width=16"
EVENT = "event,units.tasks=8,units.engine=parallel,units.events=4,units.queue_words=0"
LISTS = "lists,units.tasks=8,units.width=4,units.levels=8"
BASE = ",units.time_base=true"
QUICK = ("ready,units.tasks=8", "ready,units.tasks=37", EVENT, PARALLEL, LOOKAHEAD,
         "banks,core.contexts=4,core.user_mode=true", "banks,core.contexts=64", f"ready,units.tasks=8{BASE}",
         f"{PARALLEL}{BASE}", f"{LOOKAHEAD}{BASE}", f"{LISTS}/answers", f"{LISTS}/waits", f"{LISTS}/next0", "arbiter",
         "lines", "lines,units.levels=8", "slot", f"slot{BASE}", "guests/0", "guests/1", "guests-core",
         "user-interrupts")
QUICK_FAULTS = ("a tick counts while the unit is inactive", "a stalled command advances the engine",
                "one counter is early", "tick and next do not wait for the engine",
                "highest does not wait for the unit", "the last task never becomes ready")

# {units that show a fault: the proof that must fail for this fault}.
SMALL = "units.tasks=8,units.width=4"
SMALL_EVENTS = f"events,{SMALL},units.engine=parallel,units.events=4,units.queue_words=16"
PROOFS = {f"combined,{SMALL}": LOOKAHEAD, f"combined,{SMALL},units.engine=parallel": PARALLEL,
          "combined,units.tasks=37,units.time=false": "ready,units.tasks=37", SMALL_EVENTS: EVENT,
          f"combined,{SMALL}{BASE}": f"{LOOKAHEAD}{BASE}",
          f"combined,{SMALL},units.engine=parallel{BASE}": f"{PARALLEL}{BASE}",
          f"levels,{SMALL},units.levels=8,units.waiting=0": LISTS, f"{SMALL_EVENTS},units.direct_calls=4": "arbiter",
          f"events,{SMALL}{BASE},units.events=4,units.queue_words=16,units.lines=4": "lines",
          f"levels,{SMALL}{BASE},units.levels=8,units.waiting=4,units.slices=true,units.lines=4":
              "lines,units.levels=8"}

# SLOW_FAULTS leaves out faults that no proof covers: in adapters, in reports about threads' tasks, in the time base's
# alarms and interrupts, in queues, and outside the module of lines that post. EVENT_FAULTS is a sample of the event
# unit's faults.
EVENT_FAULTS = ("a post wakes the last task", "a woken task stays in the wait list",
                "a stalled command of the event unit continues")
UNPROVED = ("a post raises the interrupt", "a tick's request never ends",
            "a task that needs software raises no interrupt", "clearing an alarm clears all",
            "ticks overtake the alarms")
SLOW_FAULTS = [mutant for mutant in UNITS if mutant.name not in QUICK_FAULTS and mutant.needs[0] in PROOFS
               and (PROOFS[mutant.needs[0]] != EVENT or mutant.name in EVENT_FAULTS)
               and (not PROOFS[mutant.needs[0]].startswith("lines") or mutant.edits[0].place.startswith("Lines:"))
               and not mutant.edits[0].place.startswith(("Alarms:", "Owners:")) and mutant.name not in UNPROVED]


def commands(source, task):
    """Return the Yosys commands of a task in an .sby file."""
    run = subprocess.run([Path(sys.executable).parent / sby.SBY, "--dumpcfg", sby.SOURCES / f"{source}.sby", task],
                         capture_output=True, text=True, check=True)
    return run.stdout.split("[script]")[1].split("[files]")[0].strip().splitlines()


# The first start of Yosys in a build folder takes more than a minute, so no quick test starts it.
@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_a_quick_proof_holds(name):
    outcome = prove.run(*prove.proofs(name))
    assert outcome.holds, f"{outcome.failed}, trace {outcome.trace}"
    assert outcome.task == outcome.proof.task and "induction" in outcome.proof.method


def proof_of(mutant):
    [units_of], [edit] = mutant.needs, mutant.edits
    has_own_proof = units_of.endswith(BASE) and edit.place.startswith("ReadyUnit:")
    proof, *_ = prove.proofs(f"ready,units.tasks=8{BASE}" if has_own_proof else PROOFS[units_of])
    return prove.undivided(proof)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK_FAULTS)
def test_bounded_proof_finds_a_fault_from_reset(name):
    outcome = prove.run(proof_of(UNITS[name]), UNITS[name].put_into, task="bmc")
    assert not outcome.holds and outcome.from_reset and outcome.failed
    assert outcome.trace.read_text().startswith("$")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SLOW_FAULTS, ids=lambda mutant: mutant.name)
def test_faulty_unit_cannot_be_proved(mutant):
    outcome = prove.run(proof_of(mutant), mutant.put_into)
    assert not outcome.holds and outcome.failed


@pytest.mark.slow
@REFUSED.each
def test_faulty_netlist_cannot_be_proved(mutant):
    outcome = prove.run(*prove.proofs(*mutant.needs), mutant.put_into)
    assert not outcome.holds and outcome.failed


@pytest.mark.slow
@pytest.mark.parametrize("proof", [proof for proof in prove.PROOFS if proof.covers], ids=lambda proof: proof.name)
def test_cases_of_a_small_proof_are_reached(proof):
    outcome = prove.run(proof, task="cover")
    assert outcome.holds, outcome.failed


@pytest.mark.slow
def test_unreachable_cover_statement_fails():
    def without_second(netlist):
        return re.sub(r"assign io_isSecond = .*;", "assign io_isSecond = 1'b0;", netlist)
    outcome = prove.run(prove.ARBITER, without_second, task="cover")
    assert not outcome.holds and "fires_second" in " ".join(outcome.failed)


def test_unreached_cover_statement_is_named():
    log = ("summary:   reached cover statement A.b at a.sv:1.2-1.3 in step 2\n"
           "summary:   Arbiter.turns at a.sv:82.5-82.49\n")
    assert sby.failed_assertions(log) == ["turns (a.sv:82)"]


@pytest.mark.parametrize("cell, name", [
    (r"ReadyProof.highest", "highest (spec.sv:43)"), (r"Proof.\_witness_.check_assert_12", "spec.sv:43"),
    (r"TaskListsProof.\each_task[2].has .order_travels", "order_travels (spec.sv:43)")])
def test_a_failed_assertion_is_named(cell, name):
    assert sby.failed_assertions(f"summary:   failed assertion {cell} at spec.sv:43.5-43.36\n") == [name]


@pytest.mark.sample(1)
@pytest.mark.parametrize("proof", [proof for proof in prove.PROOFS if isinstance(proof, guest_proofs.SetProof)],
                         ids=lambda proof: proof.name)
def test_proofs_compare_every_register_of_a_unit_set(proof):
    """The proofs compare every register of a unit set, so no register carries data from one guest to another. The test
    finds registers in the netlist's text, and the proof in the generator's list."""
    netlist = proof.netlist().read_text()
    state, inside = proof.state(), netlist[netlist.index("module GuestSet"):]
    clocked = {name for block in re.findall(r"always @\(posedge clk\) begin.*?\n  end\n", inside, re.DOTALL)
               for name in re.findall(r"(\w+)(?:\[.*?\])* <= ", block)}
    assert clocked and all(re.search(rf"_{name}: assert", state) for name in clocked)


def test_proofs_make_only_the_listed_assumptions():
    """A wrong assumption can make a proof vacuous, so only the listed assumptions are allowed."""
    found = {(file.name, re.sub(r"\s+", " ", line.strip())) for file in sby.SOURCES.iterdir()
             for line in file.read_text().splitlines() if re.search(r"(?<![$\w])assume *\(", line)}
    assert found == {
        ("command_port.sv", "initial assume (reset);"),
        ("command_port.sv",
         "if (pending && valid) assume (op == pending_op && rs1 == pending_rs1 && rs2 == pending_rs2);"),
        ("ready_unit.sv", "always @(*) assume (!(wake && valid));"),
        ("ready_unit.sv", "always @(*) assume (task_ < TASKS);"),
        ("ready_unit.sv", "always @(*) assume (!(sets_running && (valid || wake || stall)));"),
        ("time_unit.svh", "always @(*) assume (!(was_reset && valid));"),
        ("time_spec.sv", "always @(*) assume (task_ < TASKS);"),
        ("event_unit.sv", "always @(*) assume (!(was_reset && valid));"),
        ("event_unit.sv", "always @(*) assume (event_ < EVENTS && task_ < TASKS);"),
        ("task_lists.sv", "always @(*) assume (!(was_reset && valid));"),
        ("lookahead.sv", "always @(*) assume (engine_proof_at == symbol);"),
        ("lookahead.sv", "always @(*) assume (was_known);"),
        ("register_banks.sv", "always @(*) if (!known) assume (reset);"),
        ("guest_units.sv", "always @(*) if (!known) assume (reset);"),
        ("guest_units.sv", "always @(*) if (known && !begun) assume (same);"),
        ("guest_core.sv", "always @(*) if (!known) assume (reset);"),
        ("user_interrupts.sv", "always @(*) if (!known) assume (reset);"),
        ("guest_switch.sv", "always @(*) if (!known) assume (reset);"),
        ("guest_switch.sv", "always @(*) assume (!(user && memory_arbitration_isValid && memory_IS_CONTEXT));"),
        ("slot.sv", "always @(*) assume (sys_rst == !known);"),
        ("slot.sv", "always @(*) if (p_done) assume (was_requested && p_wants);"),
        ("slot.sv", "always @(*) if (p_busy && p_reset) assume (!(p_write && p_word == CONTROL && p_value[0]));"),
        ("slot.sv", "always @(*) if (p_busy) assume (!(p_write && p_word == NUMBER));"),
        ("slot.sv", "always @(*) assume (p_posted + p_aborted + p_resumed <= 1);"),
        ("slot.sv", "always @(*) if (p_posted || p_aborted) assume (waiting);"),
        ("slot.sv", "always @(*) if (p_resumed) assume (waiting || delayed);"),
        ("slot.sv", "always @(*) if (p_expired) assume (delayed && !(p_posted || p_aborted || p_resumed));"),
        ("arbiter.sv", "always @(*) if (!known) assume (reset);"),
        ("arbiter.sv", "always @(*) if (second_waits && !reset) assume (io_second_valid);"),
        ("arbiter.sv", "always @(*) if (io_first_valid && !io_first_ready) assume (io_second_settled);"),
        ("lines.sv", "always @(*) if (!known) assume (reset);"),
        ("lines.sv", "if (io_loads) assume (post_can_load && !post_is_under_way);"),
        ("lines.sv", "if (io_posted) assume (post_is_under_way);"),
        ("lines.sv", "if (io_loads || post_is_under_way) assume (!io_writes);"),
        ("lines.sv", "always @(*) if (known) message_follows: assert (message == next_message); "
                     "else assume (message == next_message);"),
    }


def test_proofs_cover_the_expected_sizes_and_parts():
    assert len({proof.name for proof in prove.PROOFS}) == len(prove.PROOFS)
    of_units = [proof for proof in prove.PROOFS if isinstance(proof, prove.Proof)]
    assert {8, 37, 64, 256} <= {proof.tasks for proof in of_units if proof.unit == "ready"}
    for engine in units.ENGINES:
        for wake in (True, False):
            parts = [proof.part for proof in of_units if not proof.base
                     and (proof.tasks, proof.width, proof.engine, proof.wake) == (64, 16, engine, wake)]
            assert parts == list(prove.PARTS[engine])


def test_each_task_and_each_list_of_the_task_lists_has_a_part():
    parts = [proof.part for proof in prove.of_configuration("levels")]
    assert parts == list(prove.PARTS["lists"])
    names = {part.name for part in parts}
    assert {f"{what}{task}" for what in ("next", "before", "order") for task in range(8)} <= names
    assert {f"list{number}" for number in range(8 + 5)} <= names


def test_the_time_base_is_proved_with_both_engines_and_the_ready_unit():
    with_base = {(proof.engine, proof.tasks) for proof in prove.PROOFS if isinstance(proof, prove.Proof) and proof.base}
    assert with_base == {("", 8), ("", 37), ("", 64),
                         *((engine, tasks) for engine in units.ENGINES for tasks in (8, 64))}
    # With more tasks the proof has parts, and one of them is the time base.
    proofs = [proof for proof in prove.of_configuration("tickless") if isinstance(proof, prove.Proof)]
    parts = [proof.part for proof in proofs if proof.engine]
    assert parts == [prove.BASE, *prove.PARTS["lookahead"]]


@pytest.mark.parametrize("source, parts, rest", [
    ("parallel", (prove.BASE, *prove.PARTS["parallel"]), "state"),
    ("lookahead", (prove.BASE, *prove.PARTS["lookahead"]), "control"), ("task_lists", prove.PARTS["lists"], "steps")])
def test_each_assertion_is_in_one_part(source, parts, rest):
    """One task of the file has the assertions that no other part has. Only `answers` assumes others without a delay."""
    removed = {label for line in commands(source, rest) if "-set part" in line
               for label in re.findall(r"c:(\S+)", line)}
    for part in parts:
        script = commands(source, part.name)
        labels = {label for line in script if "-set part" in line for label in re.findall(r"c:(\S+)", line)}
        assert part.name == rest or labels and all(any(fnmatchcase(label, each) for each in removed)
                                                   for label in labels), part
        assert ("chformal -assume -delay 1 @others" in script) == (part is not prove.ANSWERS), part
        assert "chformal -assert -assert2assume @others" in script and "select -assert-any @part" in script


def test_parts_without_a_clock_allow_ticks_at_any_time():
    """Without a clock, an engine can get a tick in any cycle without a command."""
    for part in prove._time("lookahead", 16, 8, wake=True, base=True):
        clocked = part.part.name in ("base", "waits")
        script = commands("lookahead", part.task)
        assert ("verilog_defines -DCLOCKED" in script) == clocked != ("blackbox Prescaler" in script)
        assert "verilog_defines -DBASE=1" in part.sizes() and "blackbox TimeUnit" not in script


@pytest.mark.slow
def test_engine_that_misses_ticks_cannot_be_proved_unclocked():
    parts = prove._time("lookahead", 16, 4, wake=True, base=True)
    [answers] = [proof for proof in parts if proof.part is prove.ANSWERS]
    outcome = prove.run(answers, UNITS["autonomous ticks do not count delays"].put_into)
    assert not outcome.holds and outcome.failed


def test_operations_and_waits_match_the_instruction_table():
    text = prove.operations(prove.proofs(f"{LARGE},units.engine=lookahead")[0])
    assert "localparam [`OPERATION_BITS-1:0] TIME_TAKE = 11;" in text and "READY" not in text
    numbers = [f"TIME_{i['name'].upper()} = {i['funct7']};" for unit, i in isa.instructions(isa.read())
               if unit["name"] == "time"]
    assert re.findall(r"localparam \[`OPERATION_BITS-1:0\] (.*)", text) == numbers
    assert f"    TIME_TICK: longest_wait = {isa.longest_wait(isa.read(), 'lookahead', 64)['ci_time_tick']};" in text


def test_prove_lists_its_proofs():
    run = metro("prove", "--list")
    assert run.returncode == 0, run.stderr
    assert [line.split()[0] for line in run.stdout.splitlines()] == [proof.name for proof in prove.PROOFS]


def test_name_of_an_undivided_proof_selects_its_parts():
    parts = [proof.name.split("/")[1] for proof in prove.proofs(f"{LARGE},units.engine=parallel")]
    assert parts == ["answers", "following", "state"]
    [part] = prove.proofs(f"{LARGE},units.engine=parallel/state")
    assert part.task == "state"


@pytest.mark.slow
def test_prove_prints_what_it_proved():
    run = metro("prove", "ready,units.tasks=8")
    assert run.returncode == 0, run.stderr
    assert re.search(r"ready,units.tasks=8 +induction, depth 1 +proved: [\d.]+ s", run.stdout)


@pytest.mark.slow
def test_a_failed_proof_names_its_trace(monkeypatch):
    mutant = UNITS["highest does not wait for the unit"]
    faulty = prove.run(proof_of(mutant), mutant.put_into, task="bmc")
    monkeypatch.setattr(prove, "run", lambda proof, task: faulty)
    with pytest.raises(MetroError) as caught:
        prove.main(type("Arguments", (), {"names": ["ready,units.tasks=37"], "config": [], "list": False}))
    assert "ready,units.tasks=37" in caught.value.message and str(faulty.trace) in caught.value.hint


def test_an_unknown_proof_is_refused():
    run = metro("prove", "ready,units.tasks=65")
    assert run.returncode == 1 and "there is no proof ready,units.tasks=65" in run.stderr, run.stderr
    assert "ready,units.tasks=64" in run.stderr, run.stderr


@pytest.mark.parametrize("old, name", [
    ("ready:8:base", f"ready,units.tasks=8{BASE}"), ("event:8:4", EVENT), ("lists:8:4:8/next0", f"{LISTS}/next0"),
    ("lookahead:8:4:alone", f"{LOOKAHEAD},units.ready=false"), ("slot:base", f"slot{BASE}"), ("guests:parallel/1",
     f"guests,units.engine=parallel{BASE}/1"), ("contexts:4:user", "banks,core.contexts=4,core.user_mode=true"),
    ("user:interrupts", "user-interrupts")])
def test_proof_of_an_earlier_name_is_found(old, name):
    assert [proof.name for proof in prove.proofs(old)] == [name]


def test_renamed_module_is_refused(monkeypatch):
    monkeypatch.setattr(prove, "module_of", lambda proof: "Other")
    with pytest.raises(MetroError, match="no module Other"):
        prove.run(*prove.proofs("ready,units.tasks=8"))


@pytest.mark.slow
def test_renamed_signal_is_refused(monkeypatch):
    [proof] = prove.proofs("ready,units.tasks=8")
    module = prove.listed(proof)
    module["bits"].pop("anyReady")
    monkeypatch.setattr(prove, "listed", lambda proof: module)
    with pytest.raises(MetroError) as caught:
        prove.run(proof)
    assert re.search(r"ready_unit.sv:\d+: ERROR:.*unit_anyReady", caught.value.hint)
    assert "\n" not in caught.value.hint
