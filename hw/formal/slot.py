# SPDX-License-Identifier: Apache-2.0
"""Write the call logic of one slot as a Verilog module with named signals, for slot.sv: slot.py FILE.v BASE.

BASE: 1 for a core with a time base, 0 for a core without.
"""
import sys
from pathlib import Path

from migen import Signal
from migen.fhdl.verilog import convert

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from hardware_thread import Empty, SecondPort, Slot  # noqa: E402  (found by the line above)

INPUTS = ("call_valid", "call_command", "call_handle", "call_argument", "answer_ready")
OUTPUTS = ("call_ready", "answer_valid", "answer_value", "answer_error")
OF_SLOT = {"write": "in", "word": "in", "value": "in", "reset": "out", "calls": "out", "call": "out",
           "asks": "out", "held": "out"}
OF_DIRECT = {**{name: "in" for name in ("done", "rd", "posted", "aborted", "expired", "resumed", "message")},
             **{name: "out" for name in ("wants", "unit", "op", "rs1", "rs2", "number", "owned", "busy", "kept",
                                          "got", "kind")}}
STATES = ("IDLE", "CALL", "EMPTY", "MESSAGE", "WAIT", "TIMEOUT", "REMOVE", "CLEAR")


def main():
    base = bool(int(sys.argv[2]))
    second = SecondPort(1, 8, 4, base)
    slot = Slot(Empty(), 0, second)
    has_base = Signal(name="p_has_base")
    slot.comb += has_base.eq(base)
    ios = {has_base}
    for names, owner in ((OF_SLOT, slot), (OF_DIRECT, slot.direct), ({"offset": "in"}, second),
                         (dict.fromkeys(INPUTS, "in"), slot.ports), (dict.fromkeys(OUTPUTS, "out"), slot.ports)):
        for name, way in names.items():
            inside = getattr(owner, name)
            port = Signal(len(inside), name=f"p_{name}")
            slot.comb += inside.eq(port) if way == "in" else port.eq(inside)
            ios.add(port)
    for state in STATES:
        port = Signal(name=f"is_{state}")
        slot.comb += port.eq(slot.direct.fsm.ongoing(state))
        ios.add(port)
    convert(slot, ios, name="slot").write(sys.argv[1])


if __name__ == "__main__":
    main()
