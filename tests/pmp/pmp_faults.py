# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in user mode and its memory protection, which the programs have to find. The first four are how
VexRiscv does it."""
import functools
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "pipeline"))
from pipeline_faults import MODE_CHECK, TOO_LOW, Fault, put  # noqa: E402  (found by the line above)

CORE = ("--user-mode", "--pmp", "8")        # the core that shows them

HITS = "PmpPlugin_mayAccess_hitBits"
OTHERS = f"({HITS} & ~ ({{was}}))"

FAULTS = [Fault(*row) for row in (
    ("what is never cached is not protected", "DBusCachedPlugin_mmuBus_rsp_isPaging", "1'b0"),
    ("a fetch is refused only behind the bus", "IBusCachedPlugin_mmuBus_rsp_isPaging", "1'b0"),
    ("an mret to a mode that is not there", "CsrPlugin_mstatus_MPP", "CsrPlugin_csrMapping_writeDataSignal[12 : 11]",
     "writeDataSignal"),
    ("rules that are not built are others", "PmpPlugin_which", "{was} & 4'h7"),
    ("a refused access is a page fault", r"DBusCachedPlugin_exceptionBus_payload_code\[3\]",
     "writeBack_arbitration_isValid && dataCache_1_io_cpu_writeBack_mmuException"),
    ("a rule behind the first one decides, too", "PmpPlugin_mayAccess_first", f"{OTHERS} != 0 ? {OTHERS} : {{was}}"),
    ("fetches of user mode are machine mode's", "PmpPlugin_mayFetch_machine", "1'b1"),
    ("accesses of user mode are machine mode's", "PmpPlugin_mayAccess_machine", "1'b1"),
    ("no lock", "PmpPlugin_rule_1_locked", "1'b0", r"\["),
    ("a locked rule can be changed", "PmpPlugin_rule_1_open", "1'b1"),
    ("a rule is twice as long", "PmpPlugin_ones", "{was} << 1 | 28'h1"),
    ("a rule begins a line later", "PmpPlugin_base", "{was} + 27'h1"),
    ("who may read may write", "DBusCachedPlugin_mmuBus_rsp_allowWrite", "{was} || PmpPlugin_mayAccess_read"),
    ("who may read may execute", "IBusCachedPlugin_mmuBus_rsp_allowExecute", "{was} || PmpPlugin_mayFetch_read"),
    ("who may execute may read", "DBusCachedPlugin_mmuBus_rsp_allowRead", "{was} || PmpPlugin_mayAccess_execute"),
    ("what no rule has may be read", "PmpPlugin_mayAccess_read", "{was} || PmpPlugin_mayAccess_none"),
    ("what no rule has may be written", "PmpPlugin_mayAccess_write", "{was} || PmpPlugin_mayAccess_none"),
    ("what no rule has may be executed", "PmpPlugin_mayFetch_execute", "{was} || PmpPlugin_mayFetch_none"),
    ("user mode writes the rules", MODE_CHECK, "1'b0", TOO_LOW),
    ("user mode executes an mret", "execute_CsrPlugin_illegalInstruction", "1'b0", "^1'b1$"),
    ("an sret is an instruction", "decode_LEGAL_INSTRUCTION", "{was} || decode_INSTRUCTION == 32'h10200073"),
    ("a rule that is off counts", "PmpPlugin_rule_2_on", "1'b1", "=="),
    ("a rule counts a cycle late", "PmpPlugin_mayAccess_hits_1", "{was} && fault_on"),
    ("MPRV does not count", "PmpPlugin_mayAccess_machine", "CsrPlugin_privilege == 2'b11"),
    ("MPRV stays set behind an mret", "PmpPlugin_leavesMachineMode", "1'b0"),
    ("W counts without R", "PmpPlugin_rule_1_write", "PmpPlugin_word[9]", "&&"),
    ("a trap says that machine mode was interrupted", "CsrPlugin_mstatus_MPP", "2'b11", "CsrPlugin_privilege"),
    ("a trap keeps the mode", r"\w+", "CsrPlugin_privilege", "^CsrPlugin_targetPrivilege$"),
    ("an mret goes to machine mode", r"\w+(?= <=)", "2'b11", "^CsrPlugin_mstatus_MPP$"),
    ("an mret keeps interrupts off", "CsrPlugin_mstatus_MIE", "1'b0", "MPIE"),
    ("an interrupt does not come in user mode", r"\w+", "CsrPlugin_mstatus_MIE",
     r"^\(CsrPlugin_mstatus_MIE \|\| \(CsrPlugin_privilege < 2'b11\)\)"),
)]

HOT_CORE = ("--user-mode", "--pmp", "4", "--hot-memory", "4096")
HOT_FAULTS = [Fault("user mode fetches hot code", "IBusCachedPlugin_s0_tightlyCoupledHits_0",
                    "& IBusCachedPlugin_iBusRsp_stages_0_input_payload[31 : 12]")]

STATE = """
  reg fault_on;
  always @(posedge clk) fault_on <= PmpPlugin_rule_1_on;
"""


def put_all(netlist: str, faults=FAULTS) -> str:
    """The netlist with an input that turns on a fault by its number, from 1."""
    for number, fault in enumerate(faults, 1):
        netlist = put(fault, f"VexRiscv.fault == {number}", netlist)
    head, body = re.split(r"^module VexRiscv \(", netlist, maxsplit=1, flags=re.MULTILINE)
    state = STATE if faults is FAULTS else ""
    return f"{head}module VexRiscv (\n  input [7:0] fault,{body.replace('endmodule', state + 'endmodule', 1)}"


put_hot = functools.partial(put_all, faults=HOT_FAULTS)
