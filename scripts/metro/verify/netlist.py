# SPDX-License-Identifier: Apache-2.0
"""A netlist's text: its modules and their registers, and the insertion of proofs."""
from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path


def signals(netlist: Path) -> dict:
    """Return the generator's list of the modules of a netlist and their signals (GenerateUnit.scala)."""
    return json.loads(netlist.with_name("signals.json").read_text())


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
    bits: str                       # its range

    @property
    def path(self) -> str:
        return ".".join((*self.instances, self.name))

    @property
    def identifier(self) -> str:
        return self.path.replace(".", "_")


def registers(modules: dict, module: str, instances: tuple[str, ...] = ()) -> list[Register]:
    """Return all registers of a module and its instances, from the generator's list. Memories have the names that
    with_vectors() gives them."""
    listed = modules[module]
    bits = {**listed["registers"],
            **{f"all_{name}": width * entries for name, (width, entries) in listed["memories"].items()}}
    return [*(Register(module, instances, name, f"[{number - 1}:0]") for name, number in bits.items()),
            *(each for instance, child in listed["instances"].items()
              for each in registers(modules, child, (*instances, instance)))]


def vectors(memories: dict) -> str:
    """Return a wire all_NAME for each memory {name: (bits of an entry, entries)}: all its entries as one vector."""
    return "".join(f"  wire [{width * entries - 1}:0] all_{name} = "
                   f"{{{', '.join(f'{name}[{n}]' for n in reversed(range(entries)))}}};\n"
                   for name, (width, entries) in memories.items())


def with_vectors(netlist: str, modules: dict) -> str:
    """Return the netlist with the wires of vectors() for all memories of all modules, from the generator's list."""
    for module, listed in modules.items():
        netlist = with_lines(netlist, module, vectors(listed["memories"]))
    return netlist
