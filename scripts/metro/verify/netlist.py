# SPDX-License-Identifier: Apache-2.0
"""A netlist's text: its modules and their registers, and the insertion of proofs."""
from __future__ import annotations

import dataclasses
import re
from typing import Iterable

ATTRIBUTES = r"(?:\(\*.*?\*\) )?"


def body(netlist: str, module: str) -> str:
    """Return a module's text without the line `endmodule`."""
    return re.search(rf"^module {module} ?\(.*?(?=^endmodule)", netlist, re.MULTILINE | re.DOTALL)[0]


def with_lines(netlist: str, module: str, lines: str) -> str:
    """Return the netlist with these lines inserted at the end of the module."""
    text = body(netlist, module)
    return netlist.replace(text, text + lines)


def with_inside(netlist: str, module: str, file: str) -> str:
    """Return the netlist with an `include of this file inserted at the end of the module."""
    return with_lines(netlist, module, f'  `include "{file}"\n')


@dataclasses.dataclass(frozen=True)
class Register:
    """A register of a module, or one of its memories as a vector."""
    module: str
    instances: tuple[str, ...]      # the path of instances to the module
    name: str
    bits: str                       # its range, "" for one bit

    @property
    def path(self) -> str:
        return ".".join((*self.instances, self.name))

    @property
    def identifier(self) -> str:
        return self.path.replace(".", "_")


def registers(netlist: str, module: str, instances: tuple[str, ...] = ()) -> list[Register]:
    """Return all registers of a module and its instances. Memories have the names that with_vectors() gives them."""
    text = body(netlist, module)
    written = set(re.findall(r"^ +(\w+)(?:\[.*?\])* <= ", text, re.MULTILINE))
    plain = re.findall(rf"^  (?:output +)?{ATTRIBUTES}reg +(\[\d+:0\])? *(\w+)[;,]?$", text, re.MULTILINE)
    found = [(name, bits) for bits, name in plain if name in written]
    vectors = [(f"all_{name}", f"[{width * entries - 1}:0]") for name, width, entries in memories(text)]
    assert len(found) + len(vectors) == len(written), f"{module}: not all registers are found"
    modules = "|".join(re.findall(r"^module (\w+)", netlist, re.MULTILINE))
    inner = re.findall(rf"^  {ATTRIBUTES}({modules}) (\w+) \($", text, re.MULTILINE)
    return [*(Register(module, instances, *each) for each in (*found, *vectors)),
            *(each for child, instance in inner for each in registers(netlist, child, (*instances, instance)))]


def memories(text: str) -> list[tuple[str, int, int]]:
    """Return (name, bits of an entry, number of entries) of each memory in a module's text."""
    return [(name, int(high) + 1, int(last) + 1) for high, name, last in
            re.findall(rf"^  {ATTRIBUTES}reg +\[(\d+):0\] (\w+) \[0:(\d+)\];$", text, re.MULTILINE)]


def vectors(memories: Iterable[tuple[str, int, int]]) -> str:
    """Return a wire all_NAME for each of memories(): all entries of the memory as one vector."""
    return "".join(f"  wire [{width * entries - 1}:0] all_{name} = "
                   f"{{{', '.join(f'{name}[{n}]' for n in reversed(range(entries)))}}};\n"
                   for name, width, entries in memories)


def with_vectors(netlist: str) -> str:
    """Return the netlist with the wires of vectors() for all memories of all modules."""
    for module in re.findall(r"^module (\w+)", netlist, re.MULTILINE):
        netlist = with_lines(netlist, module, vectors(memories(body(netlist, module))))
    return netlist
