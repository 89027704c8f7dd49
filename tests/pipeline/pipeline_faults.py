# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in how the units sit in the pipeline, in ticks between its instructions, and in the register banks,
which the comparison with the reference has to find.

All of a core's are put into one netlist, which gets an input `fault` that turns on one by its number: one build is
enough.
"""
import dataclasses
import re

CORE = "both:9:5:lookahead:base+user+small"     # the core that shows them

DUE = "unstalled_base_io_byItself && prescaler_1_io_pending != 0 && unstalled_base_io_current"


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    assign: str             # a pattern: whose assignment it changes
    value: str              # to what; {was} is the right one
    of: str = ""            # a pattern in what is assigned, where there are several such assignments


# VexRiscv's own comparison of the mode with a CSR's number has no name: it is found by what it compares.
MODE_CHECK, TOO_LOW = r"\w+", r"^\(CsrPlugin_privilege < execute_CsrPlugin_csrAddress"

FAULTS = [Fault(*row) for row in (
    ("fires again and again while write-back stands still", "accelerator_1_io_command_stall",
     "memory_arbitration_removeIt"),
    ("fires behind a load that traps or is repeated", "accelerator_1_io_command_stall",
     "memory_arbitration_isStuckByOthers"),
    ("fires behind a store that traps", "accelerator_1_io_command_stall", "{was} && ! writeBack_MEMORY_WR"),
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
    ("a tick takes effect as a command fires", "unstalled_engine_io_byItself_due",
     f"{DUE} && ! (io_base_busy && (io_command_stall || ! io_command_ready))"),
    ("a tick takes effect beside a stalled command", "unstalled_engine_io_byItself_due",
     f"{DUE} && ! (io_base_busy && ! io_command_stall)"),
    ("a tick is lost beside a stalled command", "prescaler_1_io_takes", "{was} || io_base_busy && io_command_stall"),
    ("the prescaler stands still beside a stalled command", "prescaler_1_io_halted",
     "io_base_busy && io_command_stall"),
    ("a tick loses its wake while the pipeline stands still", "wokenByCommand", "io_wake_valid"),
)]

SECOND_CORE = "both:9:5:parallel:4:0:second+small+compressed"

OPERANDS = "AcceleratorPlugin_operands_io"

SECOND_FAULTS = [Fault(*row) for row in (
    ("operands change under a command that waits", f"{OPERANDS}_moves", "1'b1"),
    ("the processor's operands do not come back", "io_seen_rs1", "io_seen_rs1", "io_here_rs1"),
    ("the second port's operands do not come", "io_seen_op", "io_seen_op", "io_second_op"),
    ("the second port does not wait for the event unit", f"{OPERANDS}_second_mayWait_event", "1'b0"),
    ("the second port begins while interrupts are off", "accelerator_1_io_holds", "1'b0"),
)]

CONTEXTS_CORE = "ready:37+user+small+contexts16"

JUMPS = "memory_IS_CONTEXT_JUMP"
WRITES = (f"memory_IS_CONTEXT && ! {JUMPS} && memory_ContextPlugin_number[2:0] == 3'b010 && "
          "memory_ContextPlugin_exists")

CONTEXT_FAULTS = [Fault(*row) for row in (
    ("a bit of the bank is stuck where rs1 is read", r"\w+", "{was} & ~ 9'h020",
     r"^\{RegFilePlugin_bank,decode_INSTRUCTION_ANTICIPATED"),
    ("a bit of the bank is stuck where rs2 is read", "RegFilePlugin_other", "{was} & ~ 4'h8", "RegFilePlugin_step"),
    ("a bit of the bank is stuck where a register is written", "lastStageRegFileWrite_payload_address",
     "{was} & ~ 9'h040", "writeBack_WRITES_OTHER"),
    ("a bit of a slot's address is stuck", "memory_ContextPlugin_write_payload_address", "{was} & ~ 4'h4"),
    ("a switch does not write the slot", "memory_ContextPlugin_write_valid", f"{{was}} && ! {JUMPS}"),
    ("set does not write the slot", "memory_ContextPlugin_write_valid", f"{{was}} && {JUMPS}"),
    ("a slot is read before it is written", "ContextPlugin_writesSoon", "1'b0"),
    ("a trap keeps the bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank", "4'b1111"),
    ("a trap leaves the bank before there was a switch", "ContextPlugin_used", "1'b1", "1'b0"),
    ("a trap forgets whom it interrupted", "ContextPlugin_previous", "ContextPlugin_previous", "^RegFilePlugin_bank"),
    ("mret keeps the bank", "BankedRegFilePlugin_next", "RegFilePlugin_bank", "ContextPlugin_previous"),
    ("what is written into another bank is bypassed", "HazardSimplePlugin_writeBackWrites_valid",
     "{was} || writeBack_WRITES_OTHER && writeBack_arbitration_isFiring"),
    ("read does not wait for the pipeline", "RegFilePlugin_step",
     "decode_arbitration_isValid && decode_READS_OTHER && ! decode_arbitration_isFlushed ? "
     "RegFilePlugin_step + 2'b01 : 2'b00", "writeBack_arbitration_isValid"),
    ("read takes the running bank's register", "RegFilePlugin_other", "BankedRegFilePlugin_next",
     "RegFilePlugin_step"),
    ("write changes x0 of another bank", "memory_WRITES_OTHER",
     f"{WRITES} && memory_ContextPlugin_target != RegFilePlugin_bank"),
    ("write changes the running bank", "memory_WRITES_OTHER", f"{WRITES} && memory_INSTRUCTION[11:7] != 0"),
    ("an interrupt enable is not saved", "memory_ContextPlugin_carried", f"{{was}} | {JUMPS}"),
    ("a switch forgets that interrupts were on", "memory_ContextPlugin_before", "1'b0"),
    ("a switch to itself leaves interrupts off", "memory_ContextPlugin_enables", "1'b0"),
    ("a switch to nowhere lets interrupts in", "memory_ContextPlugin_enables",
     f"memory_ContextPlugin_fires && {JUMPS} && ! memory_ContextPlugin_exits && memory_ContextPlugin_stays && "
     "memory_ContextPlugin_before"),
    ("an interrupt enable is not restored", "CsrPlugin_mstatus_MPIE", "1'b1", "ContextPlugin_slot"),
    ("user mode is not saved", "memory_ContextPlugin_carried", f"{{was}} & ~ {{{{{JUMPS}, 32'h0}}}}"),
    ("user mode is not restored", "CsrPlugin_mstatus_MPP", "2'b11", "ContextPlugin_slot"),
    ("a switch to itself takes the old slot", "memory_ContextPlugin_stays", "! memory_ContextPlugin_exists"),
    ("a switch to itself returns from the trap before", "memory_ContextPlugin_continues", "1'b0"),
    ("a switch executes its successor too", "decode_arbitration_isFlushed",
     "{was} && ! (writeBack_ContextPlugin_returns && writeBack_IS_CONTEXT_JUMP)"),
    ("an interrupt comes between a switch and its successor", "CsrPlugin_interruptJump",
     "{was} || CsrPlugin_interrupt_valid && writeBack_ContextPlugin_returns && writeBack_IS_CONTEXT_JUMP"),
    ("a bank that does not exist is one that does", "memory_ContextPlugin_exists", "1'b1"),
    ("a reset leaves registers", "RegFilePlugin_clearing", "1'b0", "RegFilePlugin_cleared"),
    ("return_to does nothing", "memory_ContextPlugin_setsPrevious", "1'b0"),
    ("a trap of a handler is called the outermost", r"memory_ContextPlugin_state\[31\]",
     "CsrPlugin_mcause_interrupt"),
    ("no trap in user mode", "AcceleratorPlugin_illegal_valid", "{was} && ! execute_IS_CONTEXT"),
)]

STATE = """
  reg [31:0] fault_result;
  always @(posedge clk) fault_result <= accelerator_1_io_command_rd;
"""


def put(fault: Fault, condition: str, netlist: str) -> str:
    """The netlist with the fault, which is there while the condition holds."""
    def assignment(found):
        if not re.search(fault.of, found[3]):
            return found[0]
        right.append(found[3])
        return f"{found[1]}({condition}) ? ({fault.value.format(was=found[3])}) : ({found[3]});"

    right = []
    changed = re.sub(rf"^( *(?:assign )?({fault.assign}) <?= )([^;]*);", assignment, netlist, flags=re.MULTILINE)
    count = len(right)
    assert count == 1, f"{fault.name}: the netlist assigns {fault.assign} {count} times: adapt the fault"
    return changed


def put_all(netlist: str, faults=FAULTS) -> str:
    """The netlist with an input that turns on a fault by its number, from 1."""
    for number, fault in enumerate(faults, 1):
        netlist = put(fault, f"VexRiscv.fault == {number}", netlist)
    netlist, count = re.subn(r"^module VexRiscv \(", "module VexRiscv (\n  input [7:0] fault,", netlist, flags=re.M)
    assert count == 1
    head, body = netlist.split("module VexRiscv (", 1)
    return head + "module VexRiscv (" + body.replace("endmodule", STATE + "endmodule", 1)
