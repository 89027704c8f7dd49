# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in sets of units for guests, which the programs have to find."""
import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "pipeline"))
import pipeline_faults  # noqa: E402  (found by the line above)
from pipeline_faults import MODE_CHECK, TOO_LOW, Fault  # noqa: E402

CORE = ("--user-mode", "--tasks", "20", "--events", "5", "--queue-words", "4", "--width", "8", "--guest-units", "3")

ILLEGAL = "AcceleratorPlugin_illegal_valid"
USERS = "execute_arbitration_isValid && execute_IS_ACCELERATOR && CsrPlugin_privilege == 2'b00"

FAULTS = [Fault(*row) for row in (
    ("the choice does not count", "choice\\[1\\]", "1'b0"),
    ("the choice counts a cycle late", "chosen", "fault_chosen", "choice"),
    ("a command goes to set 1, too", "set_1_io_command_valid", "io_command_valid"),
    ("a command goes to the handler's set, too", "set_2_io_command_valid", "io_command_valid"),
    ("the answer is of set 0", "io_command_rd", "set_0_io_command_rd", "set_0"),
    ("all sets answer", "io_command_rd", "set_0_io_command_rd | set_1_io_command_rd | set_2_io_command_rd", "set_0"),
    ("what a command waits for is of set 0", "io_command_ready", "set_0_io_command_ready", "set_0"),
    ("a set that is not open is legal", ILLEGAL, f"{USERS} && AcceleratorPlugin_open && ({{was}})"),
    ("no number is checked", ILLEGAL, f"{USERS} && ! AcceleratorPlugin_open"),
    *((f"{what} is not checked", f"execute_LACKS_{name}", "1'b0") for what, name in (
        ("a task", "TASK"), ("the second task", "OTHER_TASK"), ("a word", "WORD"), ("a row", "ROW"),
        ("an event", "EVENT"), ("the task beside an event", "TASK_BESIDE"),
        ("the word beside an event", "WORD_BESIDE"))),
    ("the last task is not there", "execute_LACKS_TASK", "{was} || execute_NAMES_TASK && execute_RS1 == 19"),
    ("machine mode traps, too", ILLEGAL, "{was} || execute_arbitration_isValid && execute_IS_ACCELERATOR && "
     "execute_LACKS_TASK"),
    ("it has changed something when it traps", "accelerator_1_io_command_valid",
     f"{{was}} || {ILLEGAL} && ! memory_arbitration_isValid"),
    ("a set that is not there is opened", "AcceleratorPlugin_exists", "1'b1"),
    ("open cannot be read", r"\w+\[3 : 3\]", "1'b0", "^AcceleratorPlugin_open$"),
    ("user mode chooses", MODE_CHECK, "1'b0", TOO_LOW),
    ("a restart is of all sets", "reset_1", "reset || io_guests_restart != 0"),
    ("a restart is of set 0 alone", "reset_1", "reset"),
    ("the handler's set is restarted, too", "reset_2", "reset || io_guests_restart[1]"),
    ("a command comes into the restart", "noRestart", "1'b1"),
)]

BASE_CORE = ("--user-mode", "--tasks", "9", "--width", "8", "--time-base", "--guest-units", "2")

BASE_FAULTS = [Fault(*row) for row in (
    ("time never stands still", "stands_0", "1'b0", "io_guests_stands"),
    ("time stands still while the guest runs", "stands_0", "io_guests_stands[0]", "io_guests_stands"),
    ("time stands still that should go on", "stands_1", "1'b1", "io_guests_stands"),
    ("time goes on while machine mode has the set", "stands_0",
     "io_guests_stands[0] && io_guests_number != 0", "io_guests_stands"),
    ("a set has the line of the other one", "io_guests_interrupt\\[1\\]", "set_0_io_interrupt"),
)]

BANKS_CORE = ("--user-mode", "--tasks", "16", "--events", "4", "--guest-units", "3", "--contexts", "4")
BANKS_FAULTS = [Fault("banks are a guest's that has a set", ILLEGAL,
                      "{was} && (execute_IS_COMMAND || execute_INSTRUCTION[14 : 12] == 3'b000)")]

STATE = """
  reg [2:0] fault_chosen;
  always @(posedge clk) fault_chosen <= reset ? 3'b001 : choice;
"""


def put_all(netlist: str, faults=FAULTS) -> str:
    """The netlist with an input that turns on a fault by its number, from 1."""
    head, body = pipeline_faults.put_all(netlist, faults).split("module GuestUnits (", 1)
    state = STATE if faults is FAULTS else ""
    return head + "module GuestUnits (" + body.replace("endmodule", state + "endmodule", 1)


put_base = functools.partial(put_all, faults=BASE_FAULTS)
put_banks = functools.partial(put_all, faults=BANKS_FAULTS)
