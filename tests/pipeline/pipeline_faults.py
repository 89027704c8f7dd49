# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in how the units sit in the pipeline, which the comparison with the reference has to find.

All of them are put into one netlist, which gets an input `fault` that turns on one by its number: one build is enough.
"""
import dataclasses
import re

CORE = "both:9:5:lookahead+user+small"      # the core that shows them


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    assign: str             # a pattern: whose assignment it changes
    value: str              # to what; {was} is the right one


FAULTS = [Fault(*row) for row in (
    ("fires again and again while write-back stands still", "accelerator_1_io_command_stall",
     "memory_arbitration_removeIt"),
    ("fires behind a load that traps or is repeated", "accelerator_1_io_command_stall",
     "memory_arbitration_isStuckByOthers"),
    ("goes on behind a taken branch", "execute_arbitration_isFlushed", "{was} && ! execute_IS_ACCELERATOR"),
    ("fires when a branch throws it away", "accelerator_1_io_command_valid",
     "{was} || execute_arbitration_isValid && execute_IS_ACCELERATOR && execute_arbitration_isFlushed"),
    ("fires without an instruction", "accelerator_1_io_command_valid", "memory_IS_ACCELERATOR"),
    ("does not wait for the unit", "memory_AcceleratorPlugin_waits", "1'b0"),
    ("the result is the one of the cycle before", "memory_ACCELERATOR_RESULT", "fault_result"),
    ("the result is bypassed before it is there", "decode_BYPASSABLE_EXECUTE_STAGE", "{was} || decode_IS_ACCELERATOR"),
    ("does not wait for its first operand", "decode_RS1_USE", "{was} && ! decode_IS_ACCELERATOR"),
    ("does not wait for its second operand", "decode_RS2_USE", "{was} && ! decode_IS_ACCELERATOR"),
    ("goes to the unit of the next instruction", "accelerator_1_io_unit", "execute_INSTRUCTION[14 : 12]"),
    ("no trap in user mode", "AcceleratorPlugin_illegal_valid", "1'b0"),
    ("no trap for an unknown operation", "decode_LEGAL_INSTRUCTION", "{was} || decode_INSTRUCTION[6:0] == 7'h0b"),
    ("claims lui as its own", "decode_IS_ACCELERATOR", "{was} || decode_INSTRUCTION[6:0] == 7'h37"),
)]

STATE = """
  reg [31:0] fault_result;
  always @(posedge clk) fault_result <= accelerator_1_io_command_rd;
"""


def put(fault: Fault, condition: str, netlist: str) -> str:
    """The netlist with the fault, which is there while the condition holds."""
    changed, count = re.subn(
        rf"^  assign ({fault.assign}) = ([^;]*);",
        lambda found: f"  assign {found[1]} = ({condition}) ? ({fault.value.format(was=found[2])}) : ({found[2]});",
        netlist, flags=re.MULTILINE)
    assert count == 1, f"{fault.name}: the netlist assigns {fault.assign} {count} times: adapt the fault"
    return changed


def put_all(netlist: str) -> str:
    """The netlist with an input that turns on a fault by its number, from 1."""
    for number, fault in enumerate(FAULTS, 1):
        netlist = put(fault, f"fault == {number}", netlist)
    netlist, count = re.subn(r"^module VexRiscv \(", "module VexRiscv (\n  input [7:0] fault,", netlist, flags=re.M)
    assert count == 1
    head, body = netlist.split("module VexRiscv (", 1)
    return head + "module VexRiscv (" + body.replace("endmodule", STATE + "endmodule", 1)
