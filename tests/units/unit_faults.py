# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in the units' netlists, which the comparison with the model has to find.

All faults of a set of units are put into one netlist, where the plusarg `fault` turns one on by its number. They find
their place by the names of signals in the Scala sources, and never by a name that SpinalHDL generates.
"""
import collections
import dataclasses
import re

GENERATED = re.compile("_zz_")               # such names depend on the order of the sources

SWITCH = """
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;
"""


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    units: str              # the set that shows it
    module: str             # of the netlist
    pattern: str            # of a part of an assignment; it is replaced in every assignment that has it
    replacement: str

    @property
    def number(self) -> int:
        return FAULTS.index(self) + 1

    def change(self, line: str) -> str:
        changed = re.sub(self.pattern, self.replacement, line)
        assert changed == line or not GENERATED.match(line.strip().removeprefix("assign ")), \
            f"{self.name} changes what has no name of ours: {line.strip()}"
        return changed

    def put_into(self, netlist: str) -> str:
        """The netlist with this fault alone, always on."""
        found = _module(self.module, netlist)
        changed = "\n".join(map(self.change, found.split("\n")))
        assert changed != found, f"{self.name}: the netlist has no {self.pattern}: adapt the fault"
        return netlist.replace(found, changed)


def put_all(units: str, netlist: str) -> str:
    """The netlist of this set of units with all of its faults."""
    by_module = collections.defaultdict(list)
    for fault in FAULTS:
        if fault.units == units:
            by_module[fault.module].append(fault)
    for name, faults in by_module.items():
        found = _module(name, netlist)
        lines = found.split("\n")
        for fault in faults:
            assert any(fault.change(line) != line for line in lines), \
                f"{fault.name}: the netlist of {units} has no {fault.pattern}: adapt the fault"
        text = "\n".join(_switched(line, faults) for line in lines).replace(");\n", f");\n{SWITCH}", 1)
        netlist = netlist.replace(found, text)
    return netlist


def _module(name: str, netlist: str) -> str:
    found = re.search(rf"^module {name} .*?^endmodule", netlist, re.MULTILINE | re.DOTALL)
    assert found, f"the netlist has no module {name}: adapt the faults"
    return found[0]


def _switched(line: str, faults: list[Fault]) -> str:
    """The assignment with the faults that change it, each while it is turned on."""
    def parts(text: str) -> tuple[str, str]:
        return re.fullmatch(r"(.*? <?= )(.*);", text).groups()

    result = line
    for fault in faults:
        changed = fault.change(line)
        if changed != line:
            target, value = parts(result)
            assert parts(changed)[0] == target, f"{fault.name} changes what is assigned"
            result = f"{target}(fault == {fault.number}) ? ({parts(changed)[1]}) : ({value});"
    return result


LOOKAHEAD = ("both:8:4:lookahead", "LookaheadEngine")
PARALLEL = ("both:8:4:parallel", "ParallelEngine")
READY = ("ready:37", "ReadyUnit")
EVENT = ("both:8:4:parallel:4:16", "EventEngine")
BASE = "both:8:4:lookahead:base"
PARALLEL_BASE = "both:8:4:parallel:base"
LISTS = ("lists:8:4:8", "TaskLists")
WITH_ALL = "lists:8:4:8:4:slices"
SLICES, WAITING = (WITH_ALL, "TaskLists"), (WITH_ALL, "WaitingLists")
NIOS2 = ("nios2/both:8:4:parallel", "metronome_nios2_n8_w4_parallel")
NIOSV = ("niosv/both:8:4:lookahead", "metronome_niosv_n8_w4_lookahead")
SECOND = "both:8:4:parallel:4:16:second"
SECOND_BASE = "both:8:4:parallel:4:16:base:second"
CFU = ("cfu/both:8:4:lookahead", "Cfu")
WISHBONE = ("wishbone/both:8:4:lookahead", "MetronomeWishbone")

FAULTS = [Fault(name, *where, pattern, replacement) for name, where, pattern, replacement in (
    ("the scan leaves marks of the previous epoch", LOOKAHEAD, r"\(seen_due \|\| seen_expired\)", "seen_due"),
    ("the scan does not read again what a command may have changed", LOOKAHEAD,
     r"(assign overtaken = ).*;", r"\g<1>1'b0;"),
    ("a stalled command moves the engine on", ("both:8:4:lookahead", "TimeUnit_1"),
     r"(assign clockEnable = ).*;", r"\g<1>1'b1;"),
    ("a short reset is not seen while a command is stalled", ("both:8:4:lookahead", "TimeUnit_1"),
     r"(lateReset <= )reset;", r"\g<1>1'b0;"),
    ("a tick counts while deactivated", LOOKAHEAD, r"(assign counts = .*)&& counting\);", r"\g<1>);"),
    ("held tasks wake", LOOKAHEAD, r"&& \(! written_state_held\)", "&& 1'b1"),
    ("a move loses held", LOOKAHEAD, r"write_held = carried_state_held;", "write_held = 1'b0;"),
    ("a move takes a delay that is to end past the scan", LOOKAHEAD, r"(assign seen_due = .*);", r"\g<1> && ! moving;"),
    ("next does not acknowledge", LOOKAHEAD, r"(assign acknowledges = .*)next_1", r"\g<1>1'b0"),
    ("a tick does not wait for the scan", LOOKAHEAD, r"(assign tickWaits = )\(\(scan_running \|\| seen_pending\)",
     r"\g<1>(1'b0"),
    ("a delay of one tick is not seen when it is set", LOOKAHEAD, r"write_due = last;", "write_due = 1'b0;"),
    ("what is due and not any more is still counted", LOOKAHEAD, r"(softwareNext_was <= ).*;", r"\g<1>1'b0;"),
    ("the comparison with the coming tick has no carry", LOOKAHEAD, r"\(now\[1\] && \(! deadline\[1\]\)\)", "1'b0"),
    ("a task that does not exist is taken for one", LOOKAHEAD, r"(assign taskExists = ).*;", r"\g<1>1'b1;"),
    ("one counter is early", PARALLEL, r"\(left_3 == 4'b0001\)", "(left_3 == 4'b0010)"),
    ("held tasks wake in the parallel engine", PARALLEL, r"io_wake_payload = \(due & \(~ held\)\)",
     "io_wake_payload = due"),
    ("tick and next do not settle", PARALLEL, r"assign io_command_ready = .*;", "assign io_command_ready = 1'b1;"),
    ("highest does not settle", READY, r"assign io_command_ready = .*;", "assign io_command_ready = 1'b1;"),
    ("a stalled command changes the map", READY, r"(assign enable = ).*;", r"\g<1>1'b1;"),
    ("the last task never gets ready", ("ready:37", "ReadyMap"), r"(map\w*\[36\] <= ).*;", r"\g<1>1'b0;"),
    ("who leaves takes the cursor to the next one", LISTS,
     r"(cursorIs = )unit_moved_behind;", r"\g<1>unit_moved_ahead;"),
    ("who enters its own list again finds the cursor where it was", LISTS, r"(moved_wasCursor <= ).*;", r"\g<1>1'b0;"),
    ("the scan stays with who leaves", LISTS, r"(scan_at <= )unit_moved_ahead;", r"\g<1>unit_scan_at;"),
    ("the scan does not begin again after a tick", LISTS, r"(scan_begins <= )1'b1;", r"\g<1>1'b0;"),
    ("held tasks become ready when they wake", LISTS, r"\(unit_held \|\|", "(1'b0 ||"),
    ("who wakes behind a held task overtakes it", LISTS, r"unit_held \|\| unit_some\[due\]", "unit_held"),
    ("a tick does not wait for the scan of the lists", LISTS, r"(assign unit_waitsForScan = ).*;", r"\g<1>1'b0;"),
    ("a command does not wait for those who wake", LISTS, r"\(! unit_waking\)", "1'b1"),
    ("select gives the task of before", LISTS, r"(chosen_known <= )1'b0;", r"\g<1>unit_chosen_known;"),
    ("who is put first becomes the last", LISTS, r"(moved_toFront <= )\(.*;", r"\g<1>1'b0;"),
    ("a list whose last task leaves is not empty", LISTS, r"(unit_some\[unit_place_list\] <= )1'b0;", r"\g<1>1'b1;"),
    ("a sleeper does not get another level", LISTS, r"(assign unit_setsLevel = .*)\|\| \(io_command_op == 4'b0110\)",
     r"\g<1>|| 1'b0"),
    ("a stalled command moves the lists on", LISTS, r"(assign clockEnable = ).*;", r"\g<1>1'b1;"),
    ("the lists do not see a short reset while a command is stalled", LISTS, r"(lateReset <= )reset;", r"\g<1>1'b0;"),
    ("a slice is a tick too long", SLICES, r"(assign unit_slice_over = .*)8'h01", r"\g<1>8'h00"),
    ("a slice is a tick too short", SLICES, r"(slices_length <= .*);", r"\g<1> - 8'h01;"),
    ("who comes first goes on with the slice of another", SLICES, r"\(unit_slices_owner == unit_slice_first\)", "1'b1"),
    ("a slice is counted on where there is none", SLICES, r"(slices_owned <= )unit_slice_counts;", r"\g<1>1'b1;"),
    ("a level does not lose its slices", SLICES, r"(unit_slices_on\[.*\] <= ).*;", r"\g<1>1'b1;"),
    ("whose slice ends wakes instead", SLICES, r"(assign unit_slice_othersWake = .*)\(! unit_slices_ends\)",
     r"\g<1>1'b1"),
    ("who enters comes before its equals", WAITING, r"(assign unit_found = .*)\(unit_moved_order < unit_order\)",
     r"\g<1>(unit_moved_order <= unit_order)"),
    ("a list that was empty has its links of before", WAITING, r"(assign unit_behind = )\(unit_moved_alone \?",
     r"\g<1>(1'b0 ?"),
    ("a waiting list whose last task leaves is not empty", WAITING, r"(unit_some\[unit_place_list\] <= )1'b0;",
     r"\g<1>1'b1;"),
    ("who leaves is said to wait", WAITING, r"(assign unit_placed_there = .*)\(! unit_moved_stays\)", r"\g<1>1'b1"),
    ("who waits gets no other order", WAITING, r"(assign unit_setsOrder = .*)\(io_command_op == 4'b1000\)",
     r"\g<1>1'b0"),
    ("a command looks at lists that are about to be left", WAITING, r"\(! io_waking\)", "1'b1"),
    ("who wakes goes on to wait", (WITH_ALL, "TaskLists"), r"(assign io_wakes_payload = ).*;", r"\g<1>3'd0;"),
    ("waiting lists do not see a short reset while a command is stalled", WAITING, r"(lateReset <= )reset;",
     r"\g<1>1'b0;"),
    ("a stalled command moves waiting lists on", (WITH_ALL, "Accelerator"), r"(assign waiting_io_enable = ).*;",
     r"\g<1>1'b1;"),
    ("a post wakes the last task", EVENT, r"(assign lowest = )(.*);", r"\g<1>map_1[7] ? 3'd7 : \g<2>;"),
    ("a marked task is woken", EVENT, r"(assign wakes = .*)\(! taskNow_marked\)", r"\g<1>1'b1"),
    ("a marked task gets its flags", EVENT, r"(assign wakes = .*)\(! task_marked\)", r"\g<1>1'b1"),
    ("what is read ahead replaces what was found", EVENT, r"(assign reads = ).*;", r"\g<1>1'b1;"),
    ("a search for flags goes on after one that found none", EVENT, r"(some <= \()io_command_rs2\[0\]", r"\g<1>1'b1"),
    ("a value is put although a task waits", EVENT, r"\(onlyIf && some\)", "1'b0"),
    ("a message that was but looked at is taken", EVENT, r"\(! \(tries && onlyIf\)\)", "1'b1"),
    ("who was woken goes on waiting", EVENT, r"(assign writesMap = .*)acts", r"\g<1>(acts && pend)"),
    ("an abort says posted", EVENT, r"\(abort \? 2'b10 : 2'b01\)", "2'b01"),
    ("how a wait ended can be taken twice", EVENT, r"(assign writesTask = .*)\(io_command_op == 4'b1010\)",
     r"\g<1>1'b0"),
    ("a copy leaves the mark behind", EVENT, r"(assign writesTask = .*)copy", r"\g<1>1'b0"),
    ("a semaphore counts from 65535 to 0", EVENT, r"(assign room = .*)\(! \(&value\[15 : 0\]\)\)", r"\g<1>1'b1"),
    ("a full mailbox takes a message", EVENT, r"(assign room = .*)\(! \(\|value\)\)", r"\g<1>1'b1"),
    ("a queue takes a message too many", EVENT, r"ring_count < ring_size", "ring_count <= ring_size"),
    ("a queue does not begin again behind its last word", EVENT, r"(assign after_1 = ).*;", r"\g<1>ring_first + 8'd1;"),
    ("a message for the front leaves it where it is", EVENT, r"\(front \? before_1 : ring_first\)", "ring_first"),
    ("consumed flags stay", EVENT, r"\(\(flagNext && acts\) && consumers\)", "1'b0"),
    ("one of the flags is enough for all", EVENT, r"\(\(\|suits_telling\) == task_kind_any\)",
     "(task_kind_any ? (|suits_telling) : (suits_telling != ownMessage))"),
    ("a message that is 0 is taken by one who only tries", EVENT, r"(wordIsThere <= ).*;", r"\g<1>1'b1;"),
    ("the search for flags leaves out the last task", EVENT, r"subject != 3'b111", "subject != 3'b110"),
    ("an event that does not exist is taken for one", EVENT, r"(assign eventExists = ).*;", r"\g<1>1'b1;"),
    ("a command that was dropped leaves its steps to the next", EVENT,
     r"(assign restarts = .*)\(! io_command_valid\)", r"\g<1>1'b0"),
    ("a command does not wait while the memories are cleared", EVENT,
     r"(assign restarts = .*)clearing", r"\g<1>1'b0"),
    ("a stalled command of the event unit goes on", (EVENT[0], "EventUnit"), r"(assign clockEnable = ).*;",
     r"\g<1>1'b1;"),
    ("a task that is woken keeps its delay", (EVENT[0], "ParallelEngine"),
     r"(assign effectOperation = ).*;", r"\g<1>1'b0;"),
    ("what an event does to a task is not known early", ("both:37:8:lookahead:5:0:nomailboxes", "Accelerator"),
     r"(assign time_1_io_early_onTask = .*) \|\| event_1_io_effect_valid", r"\g<1> || 1'b0"),
    ("a task that waits stays ready", (EVENT[0], "ReadyUnit"), r"(assign effectOperation = ).*;",
     r"\g<1>1'b0;"),
    ("the prescaler stands still with the units", (BASE, "TimeUnit_1"), r"(assign prescaler_1_io_halted = ).*;",
     r"\g<1>! clockEnable;"),
    ("a debugger's halt does not stop the prescaler", (BASE, "TimeUnit_1"), r"(assign prescaler_1_io_halted = ).*;",
     r"\g<1>1'b0;"),
    ("a debugger's halt stops every prescaler", (BASE, "TimeUnit_1"), r"(assign prescaler_1_io_halted = .*)&& .*;",
     r"\g<1>&& 1'b1);"),
    ("a tick that ends as another one takes effect is lost", (BASE, "Prescaler"), r"(assign ends = ).*;",
     r"\g<1>counts && (io_left == 32'd1) && ! (io_takes && (|io_pending));"),
    ("a tick that takes effect as another one ends comes again", (BASE, "Prescaler"), r"(assign less = .*)\);",
     r"\g<1> && (! ends));"),
    ("a new period cuts the tick short", (BASE, "Prescaler"), r"(io_left <= )\(ends(.*)\);",
     r"\g<1>(io_period_valid ? io_period_payload : (ends\2));"),
    ("a tick too many begins to count from 0", (BASE, "Prescaler"), r"(assign full = ).*;", r"\g<1>1'b0;"),
    ("an overrun is not seen", (BASE, "Prescaler"), r"(io_overrun <= )1'b1;", r"\g<1>io_overrun;"),
    ("every write of the status forgives an overrun", (BASE, "TimeBase"), r"(assign io_forgives = ).*;",
     r"\g<1>clears;"),
    ("a stalled write changes the period", (BASE, "TimeUnit_1"), r"(assign prescaler_1_io_period_valid = .*)&& .*;",
     r"\g<1>&& 1'b1);"),
    ("a stalled tick takes one that is pending", (BASE, "TimeUnit_1"),
     r"(assign prescaler_1_io_takes = .*)\(! io_command_stall\)", r"\g<1>1'b1"),
    ("an instruction takes a tick that is to take effect by itself", (BASE, "TimeUnit_1"),
     r"(assign prescaler_1_io_takes = .*)\(! unstalled_base_io_byItself\)", r"\g<1>1'b1"),
    ("a tick takes effect by itself beside a command", (BASE, "TimeUnit_1"),
     r"(assign unstalled_engine_io_byItself_due = .*)\(! io_base_busy\)", r"\g<1>1'b1"),
    ("ticks that wait for the instruction take effect by themselves", (BASE, "TimeUnit_1"),
     r"(assign unstalled_engine_io_byItself_due = .*)unstalled_base_io_byItself", r"\g<1>1'b1"),
    ("a tick that takes effect by itself is not counted", (BASE, "TimeUnit_1"),
     r"(assign unstalled_base_io_ticked = .*)unstalled_engine_io_byItself_takes", r"\g<1>1'b0"),
    ("a tick by itself does not wait for the scan", (BASE, "LookaheadEngine"),
     r"(assign io_byItself_takes = .*)tickWaits", r"\g<1>1'b0"),
    ("delays do not count by themselves", (BASE, "LookaheadEngine"), r"(assign counts = .*)io_byItself_takes",
     r"\g<1>1'b0"),
    ("the deadline by which a tick is known is not that of a tick by itself", (BASE, "LookaheadEngine"),
     r"(assign sum = .*)io_byItself_due", r"\g<1>1'b0"),
    ("a stall of another instruction loses a wake", (BASE, "ReadyUnit"), r"(assign wokenByCommand = ).*;",
     r"\g<1>io_wake_valid;"),
    ("the time has 32 bits", (BASE, "TimeBase"), r"(time_1 <= )\(time_1 .*;",
     r"\g<1>{time_1[63 : 32], time_1[31 : 0] + 32'd1};"),
    ("a post raises the interrupt", (BASE, "TimeBase"), r"(assign urgent = \()asks", r"\g<1>1'b1"),
    ("what a tick asked for is asked for ever", (BASE, "TimeBase"), r"(asks <= )1'b0;", r"\g<1>asks;"),
    ("no task that needs software interrupts", (BASE, "TimeBase"), r"(assign software = \()asks", r"\g<1>1'b0"),
    ("a tick that waits is not told", (BASE, "TimeBase"), r"(assign waiting = ).*;", r"\g<1>1'b0;"),
    ("the one that runs is more urgent than itself", (BASE, "ReadyUnit"),
     r"(urgent_isUrgent <= .*) < urgent_running", r"\g<1> <= urgent_running"),
    ("run does not say who runs", (BASE, "ReadyUnit"), r"(assign urgent_runs = ).*;", r"\g<1>1'b0;"),
    ("who runs is written by a stalled command", (BASE, "TimeUnit_1"), r"(assign io_base_running_valid = .*)&& .*;",
     r"\g<1>&& 1'b1);"),
    ("that nobody is more urgent is known too early", (BASE, "ReadyUnit"), r"(assign urgent_unsure = ).*;",
     r"\g<1>1'b0;"),
    ("an alarm that is set as others are looked at hides one", (BASE, "Alarms"), r"(assign looks = ).*;",
     r"\g<1>looking;"),
    ("alarms repeat as they like", (BASE, "Alarms"), r"(on_1\[at\] <= ).*;", r"\g<1>1'b1;"),
    ("an alarm that is set stays expired", (BASE, "Alarms"), r"(io_expired\[io_set_payload_alarm\] <= ).*;",
     r"\g<1>io_expired[io_set_payload_alarm];"),
    ("to clear an alarm clears all", (BASE, "TimeBase"), r"(assign alarms_1_io_clears = \().*(& \{clears)",
     r"\g<1>8'hff \2"),
    ("the last alarm is not looked at", (BASE, "Alarms"), r"(assign expires = .*);", r"\g<1> && (at != 3'd7);"),
    ("what a tick by itself changes is known at once", (PARALLEL_BASE, "ParallelEngine"),
     r"(settling <= .*)io_byItself_takes", r"\g<1>1'b0"),
    ("ticks leave the alarms behind", (PARALLEL_BASE, "TimeUnit_1"),
     r"(assign unstalled_engine_io_byItself_due = .*)unstalled_base_io_current", r"\g<1>1'b1"),
    ("a command of the second port is done twice", (SECOND, "Arbiter"), r"(second <= ).*;",
     r"\g<1>comes || second && !fires_regNext;"),
    ("operands change under a command", (SECOND, "Arbiter"), r"(second <= ).*;",
     r"\g<1>begins || comes || second && !fires;"),
    ("the processor's operands are not waited for", (SECOND, "Arbiter"), r"(passes <= ).*;",
     r"\g<1>!begins && (passes || fires || returns && io_second_settled);"),
    ("both sides see a command fire", (SECOND, "Arbiter"), r"(assign io_first_ready = ).*;",
     r"\g<1>io_command_ready;"),
    ("a stall of the processor holds up the other side", (SECOND, "Arbiter"), r"(assign io_command_stall = ).*;",
     r"\g<1>io_first_stall;"),
    ("one who wants to hold is not asked", (SECOND, "Arbiter"), r"(assign begins = .*)\(! io_holds\)",
     r"\g<1>1'b1"),
    ("the processor's command that waits is pushed out again and again", (SECOND, "Arbiter"),
     r"(assign begins = .*)\(! waits\)", r"\g<1>1'b1"),
    ("the answer is that of the cycle behind", (SECOND, "Arbiter"), r"(assign io_second_rd = ).*;",
     r"\g<1>io_command_rd;"),
    ("a thread's task is ready", (SECOND, "Owners"), r"(assign io_others = ).*;", r"\g<1>8'hff;"),
    ("a stalled command wakes a thread", (SECOND, "Owners"), r"(assign fires = ).*;",
     r"\g<1>io_command_valid && io_command_ready;"),
    ("a stalled tick wakes a thread", (SECOND, "Owners"), r"(assign ticks = ).*;", r"\g<1>io_wake_valid;"),
    ("a tick is not told while delays stand still", (SECOND, "Owners"), r"(assign steps = ).*;",
     r"\g<1>ticks;"),
    ("a tick is told as it is stalled, too", (SECOND, "Owners"), r"(assign steps = \(\()fires", r"\g<1>1'b1"),
    ("another unit's command is told as a tick", (SECOND, "Owners"), r"(assign steps = .*)\(io_unit == 3'b001\)",
     r"\g<1>1'b1"),
    ("an aborted thread is told it was posted to", (SECOND, "Owners"), r"(assign aborts = ).*;", r"\g<1>1'b0;"),
    ("a thread's task that gets ready raises the interrupt", (SECOND_BASE, "ReadyUnit"),
     r"(urgent_isUrgent <= )(\(some.*);", r"\g<1>\g<2> || (|(state_io_map & ~io_others));"),
    ("a thread's task that gets ready hides another one's interrupt", (SECOND_BASE, "ReadyUnit"),
     r"(urgent_isUrgent <= )(\(some.*);", r"\g<1>\g<2> && !(|(state_io_map & ~io_others));"),
    ("beside the second port the interrupt falls, and a task is more urgent", (SECOND_BASE, "TimeBase"),
     r"(io_urgent_stays <= )\(.*;", r"\g<1>1'b0;"),
    ("beside the second port the interrupt falls, and a task needs software", (SECOND_BASE, "TimeBase"),
     r"(io_software_stays <= )\(.*;", r"\g<1>1'b0;"),
    ("a reason for the interrupt stays behind a command of the processor that ends it", (SECOND_BASE, "TimeBase"),
     r"(_stays <= .*)\(! io_fires\)", r"\g<1>1'b1"),
    ("a command of the second port ends a reason for the interrupt like the processor's", (SECOND_BASE, "Accelerator"),
     r"(assign time_1_io_base_fires = ).*;",
     r"\g<1>arbiter_1_io_command_valid && arbiter_1_io_command_ready && ! arbiter_1_io_command_stall;"),
    ("a command fires while clk_en is low", NIOS2, r"(_command_stall = ).*;", r"\g<1>1'b0;"),
    ("a start that has to wait is forgotten", NIOS2, r"(waiting <= ).*;", r"\g<1>1'b0;"),
    ("a start counts twice", NIOS2, r"\(! fires\)", "1'b1"),
    ("the answer comes a cycle early", NIOS2, r"(assign done = ).*;", r"\g<1>fires;"),
    ("the result is not kept", NIOSV, r"(assign result = ).*;", r"\g<1>accelerator_io_command_rd;"),
    ("an operation beyond 15 is taken for one below", NIOSV, r"(assign exists = ).*;", r"\g<1>1'b1;"),
    ("a start right behind a reset is forgotten", NIOSV, r"(waiting <= \(\()enable", r"\g<1>1'b0"),
    ("the upper bits of funct7 do not count", CFU, r"(assign known = ).*;", r"\g<1>1'b1;"),
    ("a command right behind a reset is lost", CFU, r"(assign cmd_ready = .*)awake", r"\g<1>1'b1"),
    ("an answer that is not taken is lost", CFU, r"(assign full = ).*;", r"\g<1>1'b0;"),
    ("a waiting answer does not stall the units", CFU, r"(assign cmd_ready = .*)\(! full\)", r"\g<1>1'b1"),
    ("an operation that there is not has an answer", CFU, r"(answer <= )\((\w+) & .*\);", r"\g<1>\g<2>;"),
    ("not ready without a command", CFU, r"(assign cmd_ready = .*)\(! cmd_valid\)", r"\g<1>1'b0"),
    ("another slave's access is taken for ours", WISHBONE, r"(assign access_1 = .*)bus_CYC", r"\g<1>1'b1"),
    ("a command is done again while it is answered", WISHBONE, r"(assign access_1 = .*)\(! acknowledge\)",
     r"\g<1>1'b1"),
    ("a write of a byte is a command", WISHBONE, r"(assign whole = ).*;", r"\g<1>1'b1;"),
    ("a read has what lies on the data lines as rs2", WISHBONE, r"(assign accelerator_1_io_command_rs2 = ).*;",
     r"\g<1>bus_DAT_MOSI;"),
    ("the answer comes before the result", WISHBONE, r"(acknowledge <= ).*;", r"\g<1>access_1;"),
)]
