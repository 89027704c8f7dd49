# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in the interrupts that user mode handles itself, which the programs have to find."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "pipeline"))
from pipeline_faults import MODE_CHECK, TOO_LOW, Fault, put  # noqa: E402  (found by the line above)

CORE = ("--user-mode", "--pmp", "8", "--user-interrupts", "4")      # the cores that show them
BANKS = ("--user-mode", "--pmp", "4", "--user-interrupts", "4", "--accelerator", "--contexts", "4")
RVC = ("--user-mode", "--pmp", "4", "--user-interrupts", "4", "--compressed")

NAME = "UserInterruptsPlugin"
ITS_OFF = rf"{NAME}_off\[{NAME}_program\]"
MRET = ("writeBack_arbitration_isValid && writeBack_ENV_CTRL == EnvCtrlEnum_XRET && "
        "writeBack_INSTRUCTION[29 : 28] == 2'b11")
TO_USER_MODE = f"{MRET} && CsrPlugin_mstatus_MPP == 2'b00"
JUMP = "CsrPlugin_jumpInterface_payload"

FAULTS = [Fault(*row) for row in (
    ("off does nothing", f"{NAME}_pending", f"{NAME}_comes"),
    ("another program's off counts", f"{NAME}_pending", f"{NAME}_comes && ! {NAME}_off[0]"),
    ("off cannot be written", ITS_OFF, "1'b0", "writeData"),
    ("a handler begins with interrupts on", ITS_OFF, "1'b0", "^1'b1$"),
    ("uret leaves interrupts off", ITS_OFF, "1'b1", "^1'b0$"),
    ("pc is the next instruction's", f"{NAME}_from", f"{NAME}_enters ? writeBack_PC + 4 : {{was}}"),
    ("with an mret pc is the next instruction's", f"{NAME}_from", f"{NAME}_enters ? {{was}} : CsrPlugin_mepc + 4"),
    ("what is off comes with an mret", f"{NAME}_withMret", f"{NAME}_its != 0 && {TO_USER_MODE}"),
    ("it comes with an mret to machine mode", f"{NAME}_withMret", f"{NAME}_waits && {MRET}"),
    ("pc is not saved", f"{NAME}_pc_write_payload_data", f"{NAME}_pc_value", f"{NAME}_from"),
    ("the handler is another program's", JUMP, f"{NAME}_handler_words[0]", f"{NAME}_handler_value"),
    ("uret goes where another program was", JUMP, f"{NAME}_pc_words[0]", f"{NAME}_pc_value"),
    *((f"there is one {what} for all", f"{NAME}_{what}_write_payload_address", "2'b00")
      for what in ("handler", "pc", "has", "opened")),
    ("a program opens what it has not", f"{NAME}_opened_write_payload_data", "CsrPlugin_csrMapping_writeDataSignal",
     f"& {NAME}_has_value"),
    ("lines that are given anew are open", f"{NAME}_opened_write_payload_data", f"{NAME}_opened_value", "^32'h0$"),
    ("a closed line comes", f"{NAME}_openLines", f"{NAME}_lines & {NAME}_has_value"),
    ("lines count before they are given", f"{NAME}_isKnown", "1'b1"),
    ("lines count when another program has some", f"{NAME}_isKnown", f"{NAME}_known != 0"),
    ("raised bits are lines", f"{NAME}_has_write_payload_data", "CsrPlugin_csrMapping_writeDataSignal", "3.b000"),
    ("a bit cannot be raised", f"{NAME}_writtenRaised", "{was} & 3'b011"),
    ("a bit cannot be lowered", f"{NAME}_writtenRaised", f"{{was}} | {NAME}_its[31 : 29]"),
    ("lowering one lowers all", f"{NAME}_writtenRaised",
     f"(~ {{was}} & {NAME}_its[31 : 29]) != 0 ? 3'b000 : {{was}}"),
    ("a bit that is raised is another program's, too", f"{NAME}_its", f"{{{{{NAME}_raised_0, {NAME}_up}}}}"),
    ("user mode's come in machine mode", f"{NAME}_comes", f"{NAME}_its != 0"),
    ("user mode's come before machine mode's", "CsrPlugin_interrupt_code", f"{NAME}_pending ? 4'b0000 : {{was}}",
     "4'b1011"),
    ("the handler is in machine mode", "CsrPlugin_targetPrivilege", "2'b11", "^2'b00$"),
    ("uret jumps in machine mode", f"{NAME}_ignoresUret", "1'b0"),
    ("what is off does not end a wfi", "CsrPlugin_thirdPartyWake", "1'b0", "^1'b1$"),
    ("user mode writes machine mode's registers", MODE_CHECK, "1'b0", TOO_LOW),
    ("there are fewer programs", f"{NAME}_program", "{was} & 2'b01", "writeData"),
    ("a reset leaves the program", f"{NAME}_program", f"{NAME}_program", "^2'b00$"),
    ("a reset leaves interrupts off", f"{NAME}_off", f"{NAME}_off", "^4'b0000$"),
    ("a reset leaves lines", f"{NAME}_known", f"{NAME}_known", "^4'b0000$"),
    ("a reset leaves raised bits", f"{NAME}_raised_2", f"{NAME}_raised_2", "^3'b000$"),
)]

BANKS_FAULTS = [Fault("the handler is in another bank", "writeBack_ContextPlugin_switching", "contextSwitching"),
                Fault("uret goes to the handlers' bank", "BankedRegFilePlugin_next",
                      "writeBack_INSTRUCTION[29 : 28] == 2'b00 ? 2'b11 : {was}", "ContextPlugin_previous")]

RVC_FAULTS = [Fault(f"{what} is a multiple of four", JUMP, "{was} & ~ 32'd2", f"{NAME}_{register}_value")
              for what, register in (("pc", "pc"), ("the handler", "handler"))]


def put_all(netlist: str, faults) -> str:
    """The netlist with an input that turns on a fault by its number, from 1."""
    for number, fault in enumerate(faults, 1):
        netlist = put(fault, f"VexRiscv.fault == {number}", netlist)
    head, body = re.split(r"^module VexRiscv \(", netlist, maxsplit=1, flags=re.MULTILINE)
    return f"{head}module VexRiscv (\n  input [7:0] fault,{body}"
