# SPDX-License-Identifier: Apache-2.0
"""The proofs of units, register banks and sets of units: the quick ones, and faults in the netlists that their
assertions have to catch."""
import re
import sys

import pytest

from metro.base.errors import MetroError
from metro.build import isa
from metro.verify import unit_driver as units
from metro.verify import prove
from support import metro, some

sys.path.insert(0, str(units.DRIVER))
from unit_faults import FAULTS  # noqa: E402  (found by the line above)

QUICK = ("ready:8", "ready:37", "event:8:4", "parallel:8:4", "lookahead:8:4", "contexts:4:user", "contexts:64",
         "ready:8:base", "parallel:8:4:base", "lookahead:8:4:base", "lists:8:4:8/answers", "lists:8:4:8/waits",
         "lists:8:4:8/next0", "arbiter", "slot", "slot:base", "guests:lookahead/0", "guests:lookahead/1", "guests:core",
         "user:interrupts")
QUICK_FAULTS = ("a tick counts while deactivated", "a stalled command moves the engine on", "one counter is early",
                "tick and next do not settle", "highest does not settle", "the last task never gets ready")

# What proves the units of a fault.
PROOFS = {"both:8:4:lookahead": "lookahead:8:4", "both:8:4:parallel": "parallel:8:4", "ready:37": "ready:37",
          "both:8:4:parallel:4:16": "event:8:4", "both:8:4:lookahead:base": "lookahead:8:4:base",
          "both:8:4:parallel:base": "parallel:8:4:base", "lists:8:4:8": "lists:8:4:8",
          "both:8:4:parallel:4:16:second": "arbiter"}

# Adapters are not proved, nor what is told of threads' tasks, the time base's alarms and when it interrupts, nor the
# queues of the event unit, of whose faults these are a sample.
EVENT_FAULTS = ("a post wakes the last task", "who was woken goes on waiting",
                "a stalled command of the event unit goes on")
UNPROVED = ("a post raises the interrupt", "what a tick asked for is asked for ever",
            "no task that needs software interrupts", "to clear an alarm clears all", "ticks leave the alarms behind")
SLOW_FAULTS = [fault for fault in FAULTS if fault.name not in QUICK_FAULTS and fault.units in PROOFS
               and (PROOFS[fault.units] != "event:8:4" or fault.name in EVENT_FAULTS)
               and fault.module not in ("Alarms", "Owners") and fault.name not in UNPROVED]

# Faults in the core with 64 register banks: a pattern of its netlist, and what stands there instead.
BANK_FAULTS = {
    "a bit of the bank is stuck as results are written": (
        r"writeBack_OTHER_BANK : RegFilePlugin_bank\b", r"writeBack_OTHER_BANK : {1'b0, RegFilePlugin_bank[4:0]}"),
    "a trap keeps the bank": (r"BankedRegFilePlugin_next = 6'h3f", "BankedRegFilePlugin_next = RegFilePlugin_bank"),
    "a trap forgets whom it interrupted": (r"ContextPlugin_previous <= RegFilePlugin_bank",
                                           "ContextPlugin_previous <= 0"),
    "mret stays in the handlers' bank": (r"BankedRegFilePlugin_next = ContextPlugin_previous",
                                         "BankedRegFilePlugin_next = RegFilePlugin_bank"),
    "a switch does not write the slot": (
        r"memory_ContextPlugin_write_valid = \(memory_ContextPlugin_fires && \(memory_IS_CONTEXT_JUMP",
        "memory_ContextPlugin_write_valid = (memory_ContextPlugin_fires && (1'b0"),
    "an exit writes the slot of the handlers": (
        r"memory_ContextPlugin_leaving = .*;", "memory_ContextPlugin_leaving = RegFilePlugin_bank;"),
    "a switch forgets the interrupt enable": (r"memory_ContextPlugin_slot\[0\]", "CsrPlugin_mstatus_MIE"),
    "a switch to itself takes the slot of before": (
        r"\|\| \(memory_ContextPlugin_target == memory_ContextPlugin_leaving\)", "|| 1'b0"),
    "a switch to no bank goes to one": (
        r"memory_ContextPlugin_stays = \(\(! memory_ContextPlugin_exists\)", "memory_ContextPlugin_stays = (1'b0"),
    "a slot is read in the cycle in which it is written": (
        r"execute_arbitration_isValid && execute_IS_CONTEXT\b", "1'b0"),
    "the running bank is written as another one": (r"memory_ContextPlugin_target != RegFilePlugin_bank", "1'b1"),
    "a bank that does not exist is written": (
        r"(memory_WRITES_OTHER = .*)memory_ContextPlugin_exists", r"\g<1>1'b1"),
    "x0 of another bank is written": (r"(memory_WRITES_OTHER = .*)memory_INSTRUCTION\[11 : 7\] != 5'h0", r"\g<1>1'b1"),
    "one register is not cleared": (r"RegFilePlugin_clearing <= .*;",
                                    "RegFilePlugin_clearing <= RegFilePlugin_cleared != 12'h7fe;"),
    "cleared is not 0": (r"_ACCELERATOR_RESULT = 32'h0", "_ACCELERATOR_RESULT = 32'h1"),
    "cleared is what was left in write-back": (r"_IS_ACCELERATOR = 1'b1", "_IS_ACCELERATOR = memory_IS_ACCELERATOR"),
    "a switch to itself returns from the trap before": (
        r"(memory_ContextPlugin_continues = ).*;", r"\g<1>1'b0;"),
    "an interrupt comes before the jump of a switch": (
        r"CsrPlugin_pipelineLiberator_done = CsrPlugin_pipelineLiberator_pcValids_2",
        "CsrPlugin_pipelineLiberator_done = CsrPlugin_pipelineLiberator_pcValids_1"),
}
# Likewise in a slot: its states are CALL 1, EMPTY 2, MESSAGE 3, WAIT 4, TIMEOUT 5, REMOVE 6, CLEAR 7.
SLOT_FAULTS = {
    "in a reset a wait is left": (r"next_state <= 3'd6;", "next_state <= 1'd0;"),
    "a post that comes as the time is over is lost": (
        r"(3'd5: begin.*?if \(\w+\) begin\s+if \()\w+(\) begin)", r"\g<1>1'b0\2"),
    "who waits too long stays on the list": (r"next_state <= 3'd5;", "next_state <= 1'd0;"),
    "a call is taken in a reset": (r"(assign \w+_call_ready = [^;]*) & \(~slot\d+\)\);", r"\1);"),
    "a command is withdrawn in a reset": (r"(2'd3: begin\s+)(\w+ <= )1'd1;", r"\1\2!p_reset;"),
    "a wait does not stay behind whom its call has woken": (r"\? 11'd1024 :", "? 11'd0 :"),
    "it stays there for ever": (r"slot_held <= \(slot_held - 1'd1\);", ";"),
    "a time is that of before": (r"(assign )(\w+)( = p_offset);",
                                 r"reg [31:0] before; always @(posedge sys_clk) before <= p_offset; \1\2 = before;"),
    "a post stays there, too": (r"\(\(~(slot\d+)\[0\]\) & \(\1 >= 3'd4\)\)", r"(\1 >= 3'd4)"),
}
# In sets of units for guests, of which the proof of one set has to find it.
SET_FAULTS = {
    "a command of another guest comes, too": (
        "lookahead/1", r"set_1_io_command_valid = \(io_command_valid && chosen\[1\]\)",
        "set_1_io_command_valid = io_command_valid"),
    "a command does not come": (
        "lookahead/1", r"set_1_io_command_valid = \(io_command_valid && chosen\[1\]\)",
        "set_1_io_command_valid = (io_command_valid && chosen[1] && !io_command_rs1[31])"),
    "another set answers, too": ("lookahead/1", r"chosen\[0\] \? set_0_io_command_rd : 32'h0", "set_0_io_command_rd"),
    "it waits for another set": ("lookahead/1", r"\{set_1_io_command_ready,set_0_io_command_ready\}",
                                 "{2{set_1_io_command_ready && set_0_io_command_ready}}"),
    "the choice counts at once": ("lookahead/0", r"= chosen\[0\]|&& chosen\[0\]", "&& choice[0]"),
    "another set's restart is its own": ("lookahead/0", r"reset \|\| io_guests_restart\[0\]",
                                         "reset || io_guests_restart != 0"),
    "it is not started again": ("lookahead/1", r"reset \|\| io_guests_restart\[1\]", "reset"),
    "its line is another set's": ("parallel/1", r"io_guests_interrupt\[1\] = set_1_",
                                  "io_guests_interrupt[1] = set_0_"),
    "its time stands when another's should": ("parallel/1", r"io_guests_stands\[1\]", "io_guests_stands[0]"),
    "time never stands still": ("parallel/0", r"_halted = \((.*) \|\| io_base_stands\)", r"_halted = (\1)"),
    "ticks of another guest's commands": ("parallel/0", r"\.io_base_busy( +)\(io_command_valid +\)",
                                          r".io_base_busy\1(io_command_op[0])"),
}
# In the core around them.
GUEST_CORE_FAULTS = {
    "a closed set is legal": (r"AcceleratorPlugin_open && 1'b1", "1'b1"),
    "a task is not looked at": (r"(execute_LACKS_TASK = ).*;", r"\g<1>1'b0;"),
    "the word beside an event is not looked at": (r"(execute_LACKS_WORD_BESIDE = ).*;", r"\g<1>1'b0;"),
    "what is illegal comes to the units": (r"(accelerator_1_io_command_valid = )(.*);",
                                           r"\1(\2 || AcceleratorPlugin_illegal_valid);"),
    "machine mode's set alone is looked at": (r"\(CsrPlugin_privilege == 2'b00\)\) && \(! \(\(Acc",
                                              "(CsrPlugin_privilege == 2'b01)) && (! ((Acc"),
    "user mode chooses": (r"CsrPlugin_privilege < execute_CsrPlugin_csrAddress\[9 : 8\]", "1'b0"),
    "a set that is not there is opened": (r"(AcceleratorPlugin_exists = ).*;", r"\g<1>1'b1;"),
    "a restart lasts": (r"AcceleratorPlugin_restart <= 3'b000;", ";"),
}

_WORDS = r"(UserInterruptsPlugin_{}_write_payload_address = )UserInterruptsPlugin_program;"
INTERRUPT_FAULTS = {
    "a program opens another one's lines": (_WORDS.format("opened"), r"\g<1>2'b01;"),
    "a handler is another one's": (_WORDS.format("handler"), r"\g<1>2'b01;"),
    "a pc is another one's": (_WORDS.format("pc"), r"\g<1>2'b01;"),
    "what is raised is raised for two": (r"if\(\w+\[2\]\) begin(\s+UserInterruptsPlugin_raised_2)",
                                          r"if(1'b1) begin\1"),
    "off is everybody's": (r"UserInterruptsPlugin_off\[UserInterruptsPlugin_program\] <= 1'b1",
                           "UserInterruptsPlugin_off <= 4'b1111"),
    "another one's raised bits are read": (r"(UserInterruptsPlugin_its = \{)UserInterruptsPlugin_itsRaised",
                                           r"\1UserInterruptsPlugin_raised_0"),
    "another one's lines are read": (r"(UserInterruptsPlugin_isKnown = UserInterruptsPlugin_known)\[.*?\]", r"\1[0]"),
    "user mode selects": (r"CsrPlugin_privilege < execute_CsrPlugin_csrAddress\[9 : 8\]", "1'b0"),
    "what was not given is opened": (r"CsrPlugin_csrMapping_writeDataSignal & UserInterruptsPlugin_has_value",
                                     "CsrPlugin_csrMapping_writeDataSignal"),
    "the handler is in machine mode": (r"(UserInterruptsPlugin_enters\) begin\s+CsrPlugin_targetPrivilege = )2'b00",
                                       r"\1 2'b11"),
}
BOUND = 14          # cycles from the reset in which the quick ones show; clearing the memory takes 10 of them


@pytest.mark.parametrize("name", some(QUICK, ("ready:8", "parallel:8:4", "ready:8:base", "arbiter", "slot",
                                               "guests:lookahead/0", "guests:core", "user:interrupts")))
def test_a_quick_proof_holds(name):
    outcome = prove.run(*prove.proofs(name))
    assert outcome.holds, f"{outcome.failed}, trace {outcome.trace}"
    assert not outcome.proof.bounded and "induction" in outcome.proof.method


def proof_of(fault):
    with_base = fault.units.endswith(":base")
    proof, *_ = prove.proofs("ready:8:base" if with_base and fault.module == "ReadyUnit" else PROOFS[fault.units])
    return prove.whole(proof)


def put_into(fault):
    """What puts this fault alone into the netlist of one unit."""
    # Spinal numbers the modules of a netlist that holds both units.
    head = rf"^module {fault.module.split('_')[0]} .*?^endmodule"

    def mutate(netlist):
        whole = re.search(head, netlist, re.MULTILINE | re.DOTALL)[0]
        changed = "\n".join(map(fault.change, whole.split("\n")))
        assert changed != whole, f"{fault.name}: the netlist has no {fault.pattern}: adapt the fault"
        return netlist.replace(whole, changed)
    return mutate


@pytest.mark.parametrize("name", some(QUICK_FAULTS, ("one counter is early", "highest does not settle")))
def test_a_fault_is_found_from_the_reset_on(name):
    fault = next(fault for fault in FAULTS if fault.name == name)
    outcome = prove.run(proof_of(fault), put_into(fault), bounded=BOUND)
    assert not outcome.holds and outcome.from_reset and outcome.failed
    assert outcome.trace.read_text().startswith("$")


@pytest.mark.slow
@pytest.mark.parametrize("fault", SLOW_FAULTS,
                         ids=lambda fault: fault.name)
def test_no_fault_can_be_proved(fault):
    outcome = prove.run(proof_of(fault), put_into(fault))
    assert not outcome.holds and outcome.failed


@pytest.mark.parametrize("name", some(tuple(BANK_FAULTS), ("a trap keeps the bank",)))
def test_a_core_with_a_fault_in_its_banks_cannot_be_proved(name):
    pattern, replacement = BANK_FAULTS[name]

    def mutate(netlist):
        changed, places = re.subn(pattern, replacement, netlist)
        assert places, f"{name}: the netlist has no {pattern}: adapt the fault"
        return changed
    outcome = prove.run(*prove.proofs("contexts:64"), mutate)
    assert not outcome.holds and outcome.failed


@pytest.mark.parametrize("name", some(tuple(SLOT_FAULTS), ("in a reset a wait is left",)))
def test_a_slot_with_a_fault_cannot_be_proved(name):
    pattern, replacement = SLOT_FAULTS[name]

    def mutate(netlist):
        changed, places = re.subn(pattern, replacement, netlist, flags=re.DOTALL)
        assert places, f"{name}: the slot has no {pattern}: adapt the fault"
        return changed
    outcome = prove.run(*prove.proofs("slot"), mutate)
    assert not outcome.holds and outcome.failed


@pytest.mark.parametrize("name", some(tuple(SET_FAULTS), ("a command of another guest comes, too",)))
def test_a_set_that_another_guest_reaches_cannot_be_proved(name):
    proof, pattern, replacement = SET_FAULTS[name]
    outcome = prove.run(*prove.proofs(f"guests:{proof}"), put_in_place_of(pattern, replacement))
    assert not outcome.holds and outcome.failed


@pytest.mark.parametrize("name", some(tuple(GUEST_CORE_FAULTS), ("a closed set is legal",)))
def test_a_core_that_lets_user_mode_too_far_cannot_be_proved(name):
    outcome = prove.run(*prove.proofs("guests:core"), put_in_place_of(*GUEST_CORE_FAULTS[name]))
    assert not outcome.holds and outcome.failed


@pytest.mark.parametrize("name", some(tuple(INTERRUPT_FAULTS), ("a program opens another one's lines",)))
def test_a_core_in_which_programs_share_interrupts_cannot_be_proved(name):
    outcome = prove.run(*prove.proofs("user:interrupts"), put_in_place_of(*INTERRUPT_FAULTS[name]))
    assert not outcome.holds and outcome.failed


def put_in_place_of(pattern, replacement):
    """What puts the replacement into a netlist."""
    def mutate(netlist):
        changed, places = re.subn(pattern, replacement, netlist)
        assert places, f"the netlist has no {pattern}: adapt the fault"
        return changed
    return mutate


def test_all_that_a_set_remembers_is_compared():
    """No register of a set is left out, so none can carry anything from one guest to another."""
    for proof in (proof for proof in prove.PROOFS if proof.name.startswith("guests:") and proof.name != "guests:core"):
        netlist = proof.netlist().read_text()
        state, inside = proof.state(netlist), netlist[netlist.index("module GuestSet"):]
        clocked = {name for block in re.findall(r"always @\(posedge clk\) begin.*?\n  end\n", inside, re.DOTALL)
                   for name in re.findall(r"(\w+)(?:\[.*?\])* <= ", block)}
        assert clocked and all(re.search(rf"_{name}: assert", state) for name in clocked)


def test_assumptions_are_few():
    """An assumption can make a proof empty: each is one of these."""
    found = {(file.name, re.sub(r"\s+", " ", line.strip())) for file in prove.SOURCES.iterdir()
             for line in file.read_text().splitlines() if re.search(r"\bassume *\(", line)}
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
        ("slot.sv", "always @(*) assume (sys_rst == !known);"),
        ("slot.sv", "always @(*) if (p_done) assume (asked && p_wants);"),
        ("slot.sv", "always @(*) if (p_busy && p_reset) assume (!(p_write && p_word == CONTROL && p_value[0]));"),
        ("slot.sv", "always @(*) if (p_busy) assume (!(p_write && p_word == NUMBER));"),
        ("slot.sv", "always @(*) assume (p_posted + p_aborted + p_resumed <= 1);"),
        ("slot.sv", "always @(*) if (p_posted || p_aborted) assume (waiting);"),
        ("slot.sv", "always @(*) if (p_resumed) assume (waiting || delayed);"),
        ("slot.sv", "always @(*) if (p_expired) assume (delayed && !(p_posted || p_aborted || p_resumed));"),
        ("arbiter.sv", "always @(*) if (!known) assume (reset);"),
        ("arbiter.sv", "always @(*) if (asks && !reset) assume (io_second_valid);"),
        ("arbiter.sv", "always @(*) if (io_first_valid && !io_first_ready) assume (io_second_settled);"),
    }


def test_proofs_cover_what_they_should():
    assert len({proof.name for proof in prove.PROOFS}) == len(prove.PROOFS)
    of_units = [proof for proof in prove.PROOFS if isinstance(proof, prove.Proof)]
    assert {8, 37, 64, 256} <= {proof.tasks for proof in of_units if proof.unit == "ready"}
    for engine in units.ENGINES:
        for wake in (True, False):
            parts = [proof.part for proof in of_units if not proof.base
                     and (proof.tasks, proof.width, proof.engine, proof.wake) == (64, 16, engine, wake)]
            assert parts == list(prove.PARTS[engine])
            assert sum(not part.labels for part in parts) == 1, "what no other part has belongs to one"


def test_of_the_task_lists_each_task_and_each_list_is_a_part():
    parts = [proof.part for proof in prove.of("levels")]
    assert parts == list(prove.PARTS["lists"]) and sum(not part.labels for part in parts) == 1
    names = {part.name for part in parts}
    assert {f"{what}{task}" for what in ("next", "before", "order") for task in range(8)} <= names
    assert {f"list{number}" for number in range(8 + 5)} <= names


def test_the_time_base_is_proved_with_both_engines_and_the_ready_unit():
    with_base = {(proof.engine, proof.tasks) for proof in prove.PROOFS if isinstance(proof, prove.Proof) and proof.base}
    assert with_base == {("", 8), ("", 37), ("", 64),
                         *((engine, tasks) for engine in units.ENGINES for tasks in (8, 64))}
    # With more tasks in parts, of which one is the time base.
    parts = [proof.part for proof in prove.of("tickless") if isinstance(proof, prove.Proof) and proof.engine]
    assert parts == [prove.BASE, *prove.PARTS["lookahead"]]


def test_parts_that_need_no_clock_have_ticks_at_any_time():
    """Their engines are told of a tick by nobody who counts cycles; that a command goes first is still so."""
    for proof in prove._time("lookahead", 16, 8, wake=True, base=True):
        clocked = proof.part.name in ("base", "waits")
        script = prove.script(proof)
        assert ("-DCLOCKED" in script) == clocked and ("blackbox Prescaler" in script) != clocked
        assert "-DBASE" in script and "blackbox TimeUnit" not in script


@pytest.mark.slow
def test_a_part_without_a_clock_cannot_be_proved_of_an_engine_that_misses_ticks():
    fault = next(fault for fault in FAULTS if fault.name == "delays do not count by themselves")
    parts = prove._time("lookahead", 16, 4, wake=True, base=True)
    [answers] = [proof for proof in parts if proof.part is prove.ANSWERS]
    outcome = prove.run(answers, put_into(fault))
    assert not outcome.holds and outcome.failed


def test_numbers_and_waits_are_the_instruction_tables():
    text = prove.operations(prove.proofs("lookahead:64:16")[0])
    assert "localparam [`OPERATION_BITS-1:0] TIME_TAKE = 11;" in text and "READY" not in text
    numbers = [f"TIME_{i['name'].upper()} = {i['funct7']};" for unit, i in isa.instructions(isa.read())
               if unit["name"] == "time"]
    assert re.findall(r"localparam \[`OPERATION_BITS-1:0\] (.*)", text) == numbers
    assert f"    TIME_TICK: longest_wait = {isa.longest_wait(isa.read(), 'lookahead', 64)['ci_time_tick']};" in text


def test_prove_lists_its_proofs():
    run = metro("prove", "--list")
    assert run.returncode == 0, run.stderr
    assert [line.split()[0] for line in run.stdout.splitlines()] == [proof.name for proof in prove.PROOFS]


def test_parts_are_chosen_by_the_name_of_the_whole():
    assert [proof.name.split("/")[1] for proof in prove.proofs("parallel:64:16")] == ["answers", "following", "state"]
    [part] = prove.proofs("parallel:64:16/state")
    assert prove.divide(part)[-1].endswith("-delay 1 @others")
    # The answers follow in the same cycle.
    assert "-delay" not in " ".join(prove.divide(prove.proofs("parallel:64:16/answers")[0]))


def test_prove_prints_what_it_proved():
    run = metro("prove", "ready:8")
    assert run.returncode == 0, run.stderr
    assert re.search(r"ready:8 +N +8 +induction, depth 1 +proved: [\d.]+ s", run.stdout)


@pytest.mark.slow
def test_a_failed_proof_names_its_trace(monkeypatch):
    fault = next(fault for fault in FAULTS if fault.name == "highest does not settle")
    faulty = prove.run(proof_of(fault), put_into(fault), bounded=BOUND)
    monkeypatch.setattr(prove, "run", lambda proof: faulty)
    with pytest.raises(MetroError) as caught:
        prove.main(type("Arguments", (), {"names": ["ready:37"], "config": [], "list": False}))
    assert "ready:37" in caught.value.message and str(faulty.trace) in caught.value.hint


def test_an_unknown_proof_is_refused():
    run = metro("prove", "ready:65")
    assert run.returncode == 1 and "ready:65: there is no such proof" in run.stderr and "ready:64" in run.stderr


def test_a_netlist_that_has_changed_its_modules_is_refused():
    with pytest.raises(MetroError, match="0 modules ReadyUnit"):
        prove.run(*prove.proofs("ready:8"), lambda netlist: netlist.replace("ReadyUnit", "Other"))
