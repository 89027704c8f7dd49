# SPDX-License-Identifier: Apache-2.0
"""Mutants of netlists, with which a proof must fail: register banks, slots of hardware threads, guests' unit sets,
interrupts of user mode. tests/mutants/units.py has the mutants of units."""
import functools

from metro.verify import prove

from . import Pattern, netlists
from .core import MODE_CHECK


@functools.cache
def netlist(name):
    return prove.proofs(name)[0].netlist().read_text()


REFUSED = netlists("test_formal.py::test_faulty_netlist_cannot_be_proved", netlist, {
    "banks,core.contexts=64": (
        ("a bank bit is stuck for register writes", "lastStageRegFileWrite_payload_address",
         ("writeBack_OTHER_BANK : RegFilePlugin_bank", "writeBack_OTHER_BANK : {1'b0, RegFilePlugin_bank[4:0]}")),
        ("a trap keeps the bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank", "6'h3f"),
        ("a trap does not save the interrupted bank", "ContextPlugin_previous", "0", "^RegFilePlugin_bank$"),
        ("mret keeps the handlers' bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank",
         "ContextPlugin_previous"),
        ("a switch does not write the slot", "memory_ContextPlugin_write_valid", ("(memory_IS_CONTEXT_JUMP", "(1'b0")),
        ("an exit writes the handlers' slot", "memory_ContextPlugin_leaving", "RegFilePlugin_bank"),
        ("a switch loses the interrupt enable", "CsrPlugin_mstatus_MPIE", "CsrPlugin_mstatus_MIE",
         "memory_ContextPlugin_slot"),
        ("a switch to itself loads the old slot", "memory_ContextPlugin_keepsBank",
         ("|| (memory_ContextPlugin_target == memory_ContextPlugin_leaving)", "|| 1'b0")),
        ("a switch to a missing bank is executed", "memory_ContextPlugin_keepsBank",
         ("(! memory_ContextPlugin_exists)", "1'b0")),
        ("a slot is read in the cycle of its write", "ContextPlugin_writesSlot", "(1'b0)"),
        ("a write to another bank changes the running bank", "memory_WRITES_OTHER",
         ("memory_ContextPlugin_target != RegFilePlugin_bank", "1'b1")),
        ("a missing bank is written", "memory_WRITES_OTHER", ("memory_ContextPlugin_exists", "1'b1")),
        ("x0 of another bank is written", "memory_WRITES_OTHER", ("memory_INSTRUCTION[11 : 7] != 5'h0", "1'b1")),
        ("one register is not cleared", "RegFilePlugin_clearing", "RegFilePlugin_cleared != 12'h7fe", "", 2),
        ("registers are not cleared to 0", r"\w+_ACCELERATOR_RESULT", "32'h1", "32'h0"),
        ("cleared registers get the value in write-back", r"\w+_IS_ACCELERATOR", "memory_IS_ACCELERATOR", "1'b1"),
        ("a switch to itself returns to the previous trap", "memory_ContextPlugin_continues", "1'b0"),
        ("an interrupt is taken before the jump of a switch", "CsrPlugin_pipelineLiberator_done",
         "CsrPlugin_pipelineLiberator_pcValids_1", "CsrPlugin_pipelineLiberator_pcValids_2"),
    ),
    "banks,core.contexts=4,core.vectors=true": (
        ("an interrupt of a handler uses the table", "ContextPlugin_leavesTask",
         ("(RegFilePlugin_bank != 2'b11)", "1'b1")),
        ("an interrupt uses the table while it is disabled", "VectorPlugin_enters", ("VectorPlugin_isOn", "1'b1")),
        ("an exception uses the table", "VectorPlugin_enters", ("VectorPlugin_isExternal", "1'b1")),
        ("a line that has become inactive is served", "VectorPlugin_enters",
         ("VectorPlugin_pending[VectorPlugin_line]", "1'b1")),
        ("a trap saves the PC in the handlers' slot", "memory_ContextPlugin_write_payload_address", "2'b11",
         "^RegFilePlugin_bank$"),
        ("a trap saves the PC with interrupts disabled", "memory_ContextPlugin_write_payload_data",
         ("1'b1}", "1'b0}"), "writeBack_PC"),
    ),
    "banks,core.contexts=4,core.vectors=true,core.self_switch=true": (
        ("the core switches at another line's interrupt", "SelfSwitchPlugin_starts",
         ("(VectorPlugin_line == SelfSwitchPlugin_line)", "1'b1")),
        ("the core switches before it knows the time base's line", "SelfSwitchPlugin_starts",
         ("SelfSwitchPlugin_knowsLine", "1'b1")),
        ("the core uses the slot of another bank", "SelfSwitchPlugin_isReady",
         ("(SelfSwitchPlugin_bank == ContextPlugin_selfSwitch_wanted)", "1'b1")),
        ("the core switches to a task that does not allow it",
         Pattern(r"(SelfSwitchPlugin_allowed <= [^;]*) && ContextPlugin_selfSwitch_slot\[1\]\);", r"\1);")),
        ("the core continues where software's switches continue",
         Pattern(r"(SelfSwitchPlugin_target <= [^;]* \+ 30'h0000000)1", r"\g<1>0")),
        ("a switch of the core leaves the handlers' bank running",
         Pattern(r"(BankedRegFilePlugin_next = )ContextPlugin_selfSwitch_wanted", r"\g<1>2'b11")),
        ("a switch does not store whether the core may resume the task",
         Pattern(r"memory_RS2\[0\]", "1'b1")),
    ),
    # The states of a slot are IDLE 0, CALL 1, EMPTY 2, MESSAGE 3, WAIT 4, TIMEOUT 5, REMOVE 6, CLEAR 7.
    "slot": (
        ("a reset leaves a wait on the list", r"\w*next_state", "1'd0", "3'd6", 2),
        ("a post at the timeout is lost",
         Pattern(r"(3'd5: begin.*?if \(\w+\) begin\s+if \()\w+(\) begin)", r"\g<1>1'b0\2", 2)),
        ("a timed-out task stays on the wait list", r"\w*next_state", "1'd0", "3'd5"),
        ("a call is accepted during a reset", Pattern(r"(assign \w+_call_ready = [^;]*) & \(~slot\d+\)\);", r"\1);")),
        ("a reset withdraws a command", Pattern(r"(2'd3: begin\s+)(\w+ <= )1'd1;", r"\1\2!p_reset;")),
        ("a wait is not held after its call has woken a task", "slot_held", ("? 11'd1024 :", "? 11'd0 :")),
        ("a held wait is never released", "slot_held", "slot_held", "slot_held - 1'd1"),
        ("a time uses the previous offset", Pattern(
            r"(assign )(\w+)( = p_offset);",
            r"reg [31:0] before; always @(posedge sys_clk) before <= p_offset; \1\2 = before;")),
        ("a post is held as well", Pattern(r"\(\(~(slot\d+)\[0\]\) & \(\1 >= 3'd4\)\)", r"(\1 >= 3'd4)")),
    ),
    # The number after the slash is a unit set. The proof of this set alone must fail with each fault.
    "guests/0": (
        ("the selection takes effect one cycle early", "set_0_io_command_valid", ("&& chosen[0]", "&& choice[0]")),
        ("another set's restart resets this set", "reset_0", "(reset || io_guests_restart != 0)"),
    ),
    "guests/1": (
        ("a command of another guest reaches this set", "set_1_io_command_valid", "io_command_valid"),
        ("a command does not reach its set", "set_1_io_command_valid", "{was} && !io_command_rs1[31]"),
        ("another set also answers", "io_command_rd",
         ("chosen[0] ? set_0_io_command_rd : 32'h0", "set_0_io_command_rd")),
        ("a command waits for another set", "io_command_ready", ("{set_1_io_command_ready,set_0_io_command_ready}",
                                                          "{2{set_1_io_command_ready && set_0_io_command_ready}}")),
        ("the set is not restarted", "reset_1", "(reset)"),
    ),
    "guests,units.engine=parallel,units.time_base=true/0": (
        ("time never stops", r"prescaler_\d+_io_halted", (" || io_base_timeIsStopped)", ")")),
        ("another guest's commands disturb ticks",
         Pattern(r"\.io_base_busy( +)\(io_command_valid +\)", r".io_base_busy\1(io_command_op[0])")),
    ),
    "guests,units.engine=parallel,units.time_base=true/1": (
        ("a set has the other set's interrupt line", r"io_guests_interrupt\[1\]", "set_0_io_interrupt"),
        ("the other set's time control stops this set", "timeIsStopped_1",
         ("io_guests_stopsTime[1]", "io_guests_stopsTime[0]")),
    ),
    "guests-core": (
        ("a closed set is accessible", "AcceleratorPlugin_illegal_valid", ("AcceleratorPlugin_open && 1'b1", "1'b1")),
        ("a task is not checked", "execute_LACKS_TASK", "1'b0"),
        ("the word in an event command is not checked", "execute_LACKS_WORD_BESIDE", "1'b0"),
        ("an illegal command reaches the units", "accelerator_1_io_command_valid",
         "({was} || AcceleratorPlugin_illegal_valid)"),
        ("numbers are checked in the wrong mode", "AcceleratorPlugin_illegal_valid",
         ("(CsrPlugin_privilege == 2'b00)", "(CsrPlugin_privilege == 2'b01)")),
        ("user mode can select the set", *MODE_CHECK),
        ("a missing set can be opened", "AcceleratorPlugin_exists", "1'b1"),
        ("a restart does not end", "AcceleratorPlugin_restart", "AcceleratorPlugin_restart", "3'b000", 2),
    ),
    "guests-core-switch": (
        ("all programs use the first set", "AcceleratorPlugin_number", "2'd0"),
        ("all programs can use an open set", "AcceleratorPlugin_open", "1'b1"),
        ("a choice changes another program's set", Pattern(r"if\(\w+\[1\]\) begin(\s+AcceleratorPlugin_numbers_1)",
                                                           r"if(1'b1) begin\1")),
    ),
    "user-interrupts": (
        ("a program can open another program's lines", "UserInterruptsPlugin_opened_write_payload_address", "2'b01"),
        ("a program can set another program's handler", "UserInterruptsPlugin_handler_write_payload_address", "2'b01"),
        ("a program can set another program's pc", "UserInterruptsPlugin_pc_write_payload_address", "2'b01"),
        ("a raised bit is raised for two programs",
         Pattern(r"if\(\w+\[2\]\) begin(\s+UserInterruptsPlugin_raised_2)", r"if(1'b1) begin\1")),
        ("off applies to all programs", Pattern(r"UserInterruptsPlugin_off\[UserInterruptsPlugin_program\] <= 1'b1",
                                       "UserInterruptsPlugin_off <= 4'b1111")),
        ("another program's raised bits can be read", "UserInterruptsPlugin_programPending",
         ("UserInterruptsPlugin_programRaised", "UserInterruptsPlugin_raised_0")),
        ("another program's lines can be read", "UserInterruptsPlugin_isKnown", "UserInterruptsPlugin_known[0]"),
        ("user mode can select the program", *MODE_CHECK),
        ("lines that were not given can be opened", "UserInterruptsPlugin_opened_write_payload_data",
         (" & UserInterruptsPlugin_has_value", "")),
        ("the handler runs in machine mode", "CsrPlugin_targetPrivilege", "2'b11", "^2'b00$"),
    ),
    "guest-switch": (
        ("the core switches to a program that is not allowed", "GuestSwitchPlugin_canRun", "GuestSwitchPlugin_ready"),
        ("the core switches to a less urgent program", "GuestSwitchPlugin_better", "GuestSwitchPlugin_canRun"),
        ("a switch selects another bank", "ContextPlugin_selfSwitch_wanted", "3'd0"),
        ("a switch keeps the rules", "PmpPlugin_copies_load", ("ContextPlugin_selfSwitch_starts || ", "")),
        ("cycles are not counted", "GuestSwitchPlugin_counts", "1'b0"),
        ("a program without cycles runs on", "GuestSwitchPlugin_calls", "1'b0"),
        ("a closed line wakes a program", "GuestSwitchPlugin_pends", "1'b1"),
        ("a switch does not wait until the slot is read", "ContextPlugin_selfSwitch_starts",
         (" && GuestSwitchPlugin_isRead", "")),
        ("an alarm comes early", "GuestSwitchPlugin_at", "64'd0"),
        ("an alarm is lost while its program clears its raised bits", "GuestSwitchPlugin_isBusy", "1'b0"),
        ("a program delays the alarm of another program", "GuestSwitchPlugin_isBusy",
         ("(UserInterruptsPlugin_program == GuestSwitchPlugin_checked)", "1'b1")),
        ("user mode can give itself cycles", *MODE_CHECK),
    ),
}, quick=("a trap keeps the bank", "a reset leaves a wait on the list", "a command of another guest reaches this set",
          "a closed set is accessible", "a program can open another program's lines"))
