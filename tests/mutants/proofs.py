# SPDX-License-Identifier: Apache-2.0
"""Mutants of netlists that a proof must refuse: register banks, slots of hardware threads, guests' unit sets,
interrupts of user mode. tests/mutants/units.py has the mutants of units."""
import functools

from metro.verify import prove

from . import Pattern, netlists
from .core import MODE_CHECK


@functools.cache
def netlist(name):
    return prove.proofs(name)[0].netlist().read_text()


REFUSED = netlists("test_formal.py::test_a_netlist_with_a_fault_cannot_be_proved", netlist, {
    "contexts:64": (
        ("a bit of the bank is stuck as results are written", "lastStageRegFileWrite_payload_address",
         ("writeBack_OTHER_BANK : RegFilePlugin_bank", "writeBack_OTHER_BANK : {1'b0, RegFilePlugin_bank[4:0]}")),
        ("a trap keeps the bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank", "6'h3f"),
        ("a trap forgets whom it interrupted", "ContextPlugin_previous", "0", "^RegFilePlugin_bank$"),
        ("mret stays in the handlers' bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank",
         "ContextPlugin_previous"),
        ("a switch does not write the slot", "memory_ContextPlugin_write_valid", ("(memory_IS_CONTEXT_JUMP", "(1'b0")),
        ("an exit writes the slot of the handlers", "memory_ContextPlugin_leaving", "RegFilePlugin_bank"),
        ("a switch forgets the interrupt enable", "CsrPlugin_mstatus_MPIE", "CsrPlugin_mstatus_MIE",
         "memory_ContextPlugin_slot"),
        ("a switch to itself takes the slot of before", "memory_ContextPlugin_stays",
         ("|| (memory_ContextPlugin_target == memory_ContextPlugin_leaving)", "|| 1'b0")),
        ("a switch to no bank goes to one", "memory_ContextPlugin_stays", ("(! memory_ContextPlugin_exists)", "1'b0")),
        ("a slot is read in the cycle in which it is written", "ContextPlugin_writesSoon", "(1'b0)"),
        ("the running bank is written as another one", "memory_WRITES_OTHER",
         ("memory_ContextPlugin_target != RegFilePlugin_bank", "1'b1")),
        ("a bank that does not exist is written", "memory_WRITES_OTHER", ("memory_ContextPlugin_exists", "1'b1")),
        ("x0 of another bank is written", "memory_WRITES_OTHER", ("memory_INSTRUCTION[11 : 7] != 5'h0", "1'b1")),
        ("one register is not cleared", "RegFilePlugin_clearing", "RegFilePlugin_cleared != 12'h7fe", "", 2),
        ("cleared is not 0", r"\w+_ACCELERATOR_RESULT", "32'h1", "32'h0"),
        ("cleared is what was left in write-back", r"\w+_IS_ACCELERATOR", "memory_IS_ACCELERATOR", "1'b1"),
        ("a switch to itself returns from the trap before", "memory_ContextPlugin_continues", "1'b0"),
        ("an interrupt comes before the jump of a switch", "CsrPlugin_pipelineLiberator_done",
         "CsrPlugin_pipelineLiberator_pcValids_1", "CsrPlugin_pipelineLiberator_pcValids_2"),
    ),
    # The states of a slot are CALL 1, EMPTY 2, MESSAGE 3, WAIT 4, TIMEOUT 5, REMOVE 6, CLEAR 7.
    "slot": (
        ("in a reset a wait is left", r"\w*next_state", "1'd0", "3'd6", 2),
        ("a post that comes as the time is over is lost",
         Pattern(r"(3'd5: begin.*?if \(\w+\) begin\s+if \()\w+(\) begin)", r"\g<1>1'b0\2", 2)),
        ("who waits too long stays on the list", r"\w*next_state", "1'd0", "3'd5"),
        ("a call is taken in a reset", Pattern(r"(assign \w+_call_ready = [^;]*) & \(~slot\d+\)\);", r"\1);")),
        ("a command is withdrawn in a reset", Pattern(r"(2'd3: begin\s+)(\w+ <= )1'd1;", r"\1\2!p_reset;")),
        ("a wait does not stay behind whom its call has woken", "slot_held", ("? 11'd1024 :", "? 11'd0 :")),
        ("it stays there for ever", "slot_held", "slot_held", "slot_held - 1'd1"),
        ("a time is that of before", Pattern(
            r"(assign )(\w+)( = p_offset);",
            r"reg [31:0] before; always @(posedge sys_clk) before <= p_offset; \1\2 = before;")),
        ("a post stays there, too", Pattern(r"\(\(~(slot\d+)\[0\]\) & \(\1 >= 3'd4\)\)", r"(\1 >= 3'd4)")),
    ),
    # The proof of one set must find each of these.
    "guests:lookahead/0": (
        ("the choice counts at once", "set_0_io_command_valid", ("&& chosen[0]", "&& choice[0]")),
        ("another set's restart is its own", "reset_0", "(reset || io_guests_restart != 0)"),
    ),
    "guests:lookahead/1": (
        ("a command of another guest comes, too", "set_1_io_command_valid", "io_command_valid"),
        ("a command does not come", "set_1_io_command_valid", "{was} && !io_command_rs1[31]"),
        ("another set answers, too", "io_command_rd",
         ("chosen[0] ? set_0_io_command_rd : 32'h0", "set_0_io_command_rd")),
        ("it waits for another set", "io_command_ready", ("{set_1_io_command_ready,set_0_io_command_ready}",
                                                          "{2{set_1_io_command_ready && set_0_io_command_ready}}")),
        ("it is not started again", "reset_1", "(reset)"),
    ),
    "guests:parallel/0": (
        ("time never stands still", r"prescaler_\d+_io_halted", (" || io_base_stands)", ")")),
        ("ticks of another guest's commands",
         Pattern(r"\.io_base_busy( +)\(io_command_valid +\)", r".io_base_busy\1(io_command_op[0])")),
    ),
    "guests:parallel/1": (
        ("its line is another set's", r"io_guests_interrupt\[1\]", "set_0_io_interrupt"),
        ("its time stands when another's should", "stands_1", ("io_guests_stands[1]", "io_guests_stands[0]")),
    ),
    "guests:core": (
        ("a closed set is legal", "AcceleratorPlugin_illegal_valid", ("AcceleratorPlugin_open && 1'b1", "1'b1")),
        ("a task is not looked at", "execute_LACKS_TASK", "1'b0"),
        ("the word beside an event is not looked at", "execute_LACKS_WORD_BESIDE", "1'b0"),
        ("what is illegal comes to the units", "accelerator_1_io_command_valid",
         "({was} || AcceleratorPlugin_illegal_valid)"),
        ("machine mode's set alone is looked at", "AcceleratorPlugin_illegal_valid",
         ("(CsrPlugin_privilege == 2'b00)", "(CsrPlugin_privilege == 2'b01)")),
        ("user mode chooses", *MODE_CHECK),
        ("a set that is not there is opened", "AcceleratorPlugin_exists", "1'b1"),
        ("a restart lasts", "AcceleratorPlugin_restart", "AcceleratorPlugin_restart", "3'b000", 2),
    ),
    "user:interrupts": (
        ("a program opens another one's lines", "UserInterruptsPlugin_opened_write_payload_address", "2'b01"),
        ("a handler is another one's", "UserInterruptsPlugin_handler_write_payload_address", "2'b01"),
        ("a pc is another one's", "UserInterruptsPlugin_pc_write_payload_address", "2'b01"),
        ("what is raised is raised for two",
         Pattern(r"if\(\w+\[2\]\) begin(\s+UserInterruptsPlugin_raised_2)", r"if(1'b1) begin\1")),
        ("off is everybody's", Pattern(r"UserInterruptsPlugin_off\[UserInterruptsPlugin_program\] <= 1'b1",
                                       "UserInterruptsPlugin_off <= 4'b1111")),
        ("another one's raised bits are read", "UserInterruptsPlugin_its",
         ("UserInterruptsPlugin_itsRaised", "UserInterruptsPlugin_raised_0")),
        ("another one's lines are read", "UserInterruptsPlugin_isKnown", "UserInterruptsPlugin_known[0]"),
        ("user mode selects", *MODE_CHECK),
        ("what was not given is opened", "UserInterruptsPlugin_opened_write_payload_data",
         (" & UserInterruptsPlugin_has_value", "")),
        ("the handler is in machine mode", "CsrPlugin_targetPrivilege", "2'b11", "^2'b00$"),
    ),
}, quick=("a trap keeps the bank", "in a reset a wait is left", "a command of another guest comes, too",
          "a closed set is legal", "a program opens another one's lines"))
