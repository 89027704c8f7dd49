# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults in the units' netlists, which the comparison with the model has to find."""
import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    units: str              # the set that shows it
    module: str             # of the netlist; "" for all of it
    pattern: str            # what it replaces there, in every place
    replacement: str

    def put_into(self, netlist: str) -> str:
        whole = netlist
        if self.module:
            module = re.search(rf"^module {self.module} .*?^endmodule", netlist, re.MULTILINE | re.DOTALL)
            assert module, f"{self.name}: the netlist has no module {self.module}"
            whole = module[0]
        text, count = re.subn(self.pattern, self.replacement, whole, flags=re.MULTILINE)
        assert count, f"{self.name}: the netlist of {self.units} has no {self.pattern}: adapt the fault"
        return netlist.replace(whole, text)


LOOKAHEAD = ("both:8:4:lookahead", "LookaheadEngine")
PARALLEL = ("both:8:4:parallel", "ParallelEngine")
READY = ("ready:37", "ReadyUnit")

FAULTS = [Fault(name, *where, pattern, replacement) for name, where, pattern, replacement in (
    ("the scan leaves marks of the previous epoch", LOOKAHEAD, r"\(seen_due \|\| seen_expired\)", "seen_due"),
    ("the scan does not read again what a command may have changed", LOOKAHEAD,
     r"(assign when_\w+ = )\(! free\);", r"\g<1>1'b0;"),
    ("a stalled command moves the engine on", ("both:8:4:lookahead", "TimeUnit_1"),
     r"(assign unstalled_newClockEnable = ).*;", r"\g<1>1'b1;"),
    ("a tick counts while deactivated", LOOKAHEAD, r"(assign counts = .*)&& counting\);", r"\g<1>);"),
    ("held tasks wake", LOOKAHEAD, r"&& \(! write_held\)", "&& 1'b1"),
    ("a move loses held", LOOKAHEAD, r"write_held = carried_state_held;", "write_held = 1'b0;"),
    ("a move takes a delay that is to end past the scan", LOOKAHEAD,
     r"(moving\) begin\n *write_due = carried_state_due;\n *if\()seen_due", r"\g<1>1'b0"),
    ("next does not acknowledge", LOOKAHEAD, r"(== 4'b1011\) \|\| )next_1", r"\g<1>1'b0"),
    ("a tick does not wait for the scan", LOOKAHEAD, r"\(scan_running \|\| seen_pending\)", "1'b0"),
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
    ("the last task never gets ready", ("ready:37", ""), r"(map\w*\[36\] <= ).*;", r"\g<1>1'b0;"),
)]
