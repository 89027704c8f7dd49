# SPDX-License-Identifier: Apache-2.0
"""Compute the stack need of a program from its machine code, so that the C library and assembly are included.

The analysis follows all paths of each function from its entry. At a call, it adds the callee's need to the stack depth.
It finds tasks, their stacks and interrupt handlers where the program creates them with constants.
"""
from __future__ import annotations

import dataclasses
import functools
import re
from pathlib import Path

from . import simulator
from .firmware import TOOLS, kind_of

# STDIO matches functions that call the functions of CONSOLE through a FILE. Only sw/bsp/bsp_console.c defines a FILE.
STDIO = re.compile(r"\w*(printf|scanf|put[sc]|putchar|fput|fget|get[sc]|getchar|fflush|fwrite|fread|ungetc)\w*")
CONSOLE = ("console_put", "console_get", "console_flush", "__file_str_put", "__file_str_get")
HANDLER_SET = ("BSP_IntHandlerSet", "BSP_IntVectSet")
MOST_SAVED_BYTES = 64                    # largest temporary stack use of a __riscv_save_N
_LINE = re.compile(r"\s*([0-9a-f]+):\s+(\S+)(?:\s+([^#<]*?)\s*(?:[#<].*)?)?$")
_BRANCH = re.compile(r"c?\.?b(eq|ne|lt|ge|gt|le)u?z?$")
_NO_RESULT = re.compile(r"s[bhw]$|fence|csr[wsc]i?$|nop|wfi|mret|ebreak|ecall|unimp|\.")
_ARGUMENTS = tuple(f"a{n}" for n in range(8))
_KEPT = {"sp", "gp", "tp", *(f"s{n}" for n in range(12))}


@dataclasses.dataclass
class Function:
    address: int
    name: str
    frame: int = 0                 # largest size, bytes
    calls: list = dataclasses.field(default_factory=list)  # (address, depth at the call)
    pointers: list = dataclasses.field(default_factory=list)   # depth of each call through a pointer
    varies: bool = False           # its frame has no fixed size


@dataclasses.dataclass(frozen=True)
class Call:
    """A call with its known arguments."""
    target: int
    arguments: dict


@dataclasses.dataclass(frozen=True)
class Stack:
    name: str                      # in the source
    source: str                    # the file's name
    start: int
    size: int


@dataclasses.dataclass
class Need:
    """The stack need of a function with all its callees. It is a lower bound unless `is_exact`."""
    bytes: int
    deepest_path: tuple = ()       # names of functions
    pointers: frozenset = frozenset()  # functions with calls through pointers
    recursive: frozenset = frozenset()
    varies: frozenset = frozenset()

    @property
    def is_exact(self) -> bool:
        return not (self.pointers or self.recursive or self.varies)


@dataclasses.dataclass(frozen=True)
class Task:
    entry: str
    stack: Stack | None            # None: from the heap
    size: int
    need: Need


class Program:
    """The functions of a program. ends: functions that end the run, so their stack need does not count."""

    def __init__(self, elf: Path, symbols: dict, functions: list, ends: list[str] = ()):
        self.elf, self.symbols = elf, symbols
        self.ends = {symbols[name] for name in ends if name in symbols}
        self.functions: dict[int, Function] = {}
        # With -msave-restore, as in the C library, functions call helpers that save and restore registers.
        self.saves = {symbols[name]: (number // 4 + 1) * 16 for number in range(13)
                      if (name := f"__riscv_save_{number}") in symbols}
        self.restores = {symbols[f"__riscv_restore_{number}"] for number in range(13)
                         if f"__riscv_restore_{number}" in symbols}
        self.calls: list[Call] = []
        self._read(functions)
        self.by_name = {function.name: function for function in self.functions.values()}
        self._needs: dict[int, Need] = {}

    def _read(self, functions: list) -> None:
        listing = simulator.run([f"{TOOLS}objdump", "-d", "--no-show-raw-insn", str(self.elf)], "objdump")
        code = [(int(found[1], 16), found[2], (found[3] or "").split(",")) for found in
                map(_LINE.match, listing.splitlines()) if found]
        places = {}
        for start, size, name in functions:
            if start not in places or size > places[start][0]:
                places[start] = size, name
        starts = sorted(places)
        for number, start in enumerate(starts):
            size, name = places[start]
            end = start + size if size else starts[number + 1] if number + 1 < len(starts) else 1 << 32
            body = [one for one in code if start <= one[0] < end]
            if body:
                self.functions[start] = Function(start, name)
                self._constants(self.functions[start], body)
        for start, function in self.functions.items():
            size = places[start][0]
            end = start + size if size else next((one for one in starts if one > start), 1 << 32)
            self._follow(function, [one for one in code if start <= one[0] < end], end)

    def _constants(self, function: Function, body: list) -> None:
        """Record the calls with their constant arguments, in the order of the code."""
        known = {"gp": self.symbols.get("__global_pointer$", 0), "zero": 0}
        for address, mnemonic, operands in body:
            target = _target(mnemonic, operands)
            if mnemonic in ("jal", "jalr", "j", "call", "tail") and target is not None:
                arguments = {name: known[name] for name in _ARGUMENTS if name in known}
                self.calls.append(Call(target, arguments))
            if mnemonic in ("jal", "jalr", "call"):
                known = {name: value for name, value in known.items() if name in _KEPT or name == "zero"}
                continue
            if _BRANCH.match(mnemonic) or _NO_RESULT.match(mnemonic) or mnemonic in ("j", "jr", "ret", "tail"):
                continue
            value = None
            if mnemonic == "li":
                value = _number(operands[1])
            elif mnemonic == "lui":
                value = _number(operands[1]) << 12
            elif mnemonic == "auipc":
                value = address + (_number(operands[1]) << 12)
            elif mnemonic == "mv":
                value = known.get(operands[1])
            elif mnemonic in ("add", "addi") and operands[1] in known:
                number = _number(operands[2])
                value = known[operands[1]] + number if number is not None else None
            if operands[0] == "gp" or operands[0] == "zero":
                continue
            known.pop(operands[0], None)
            if value is not None:
                known[operands[0]] = value & 0xFFFFFFFF

    def _follow(self, function: Function, body: list, end: int) -> None:
        """Determine the frame and the calls of a function, along all paths from its entry."""
        place = {address: number for number, (address, _, _) in enumerate(body)}
        depths: dict[int, int] = {}
        waiting, tables = [(0, 0)], []
        while waiting or tables:
            if not waiting:
                # Code that only a jump through a table reaches.
                rest = [number for number in range(len(body)) if number not in depths]
                number, depth = tables.pop()
                if rest:
                    waiting = [(rest[0], depth)]
                    tables.append((number, depth))
                elif depth == 0:
                    function.pointers.append(0)            # a tail call through a pointer
                continue
            number, depth = waiting.pop()
            while number < len(body) and number not in depths:
                depths[number] = depth
                address, mnemonic, operands = body[number]
                target = _target(mnemonic, operands)
                if mnemonic == "jal" and operands[0] == "t0" and target in self.saves:
                    function.frame = max(function.frame, depth + MOST_SAVED_BYTES)
                    depth += self.saves[target]
                elif mnemonic in ("jal", "call"):
                    function.calls.append((target, depth))
                elif mnemonic == "jalr":
                    function.calls.append((target, depth)) if target else function.pointers.append(depth)
                elif mnemonic in ("j", "tail"):
                    if target in place:
                        waiting.append((place[target], depth))
                    elif target not in self.restores:
                        function.calls.append((target, depth))
                    break
                elif mnemonic == "jr":
                    tables.append((number, depth))
                    break
                elif mnemonic in ("ret", "mret"):
                    break
                elif _BRANCH.match(mnemonic):
                    if target in place:
                        waiting.append((place[target], depth))
                    elif target is not None:
                        function.calls.append((target, depth))
                elif operands[0] == "sp" and not _NO_RESULT.match(mnemonic):
                    taken = _number(operands[2]) if len(operands) > 2 else None
                    if mnemonic in ("add", "addi") and operands[1] == "sp" and taken is None:
                        taken = self._wide(body, number, operands[2])
                    if mnemonic in ("lw", "mv", "lui", "csrrw", "la", "auipc"):
                        break                              # sp changes to another stack
                    if mnemonic in ("and", "andi") and operands[1] == "sp" and taken is not None:
                        depth += -taken - 4                # worst case of an alignment: sp was a multiple of 4
                        function.frame = max(function.frame, depth)
                    elif mnemonic in ("add", "addi") and operands[1] == "sp" and taken is not None:
                        depth -= taken
                        function.frame = max(function.frame, depth)
                    elif mnemonic in ("add", "addi") and operands[1] == "s0" and taken is not None:
                        pass                               # epilogue of a function with a frame of variable size
                    else:
                        function.varies = True
                number += 1

    @staticmethod
    def _wide(body: list, number: int, register: str) -> int | None:
        """Return the number that the previous instructions loaded into a register, for a large frame."""
        value = 0
        for _, mnemonic, operands in reversed(body[max(0, number - 24):number]):
            if operands[0] != register:
                continue
            if mnemonic in ("li", "lui"):
                value += _number(operands[1]) << (12 if mnemonic == "lui" else 0)
                return (value & 0xFFFFFFFF) - (1 << 32 if value & 0x80000000 else 0)
            if mnemonic in ("add", "addi") and operands[1] == register and _number(operands[2]) is not None:
                value += _number(operands[2])
                continue
            return None
        return None

    def need(self, address: int, above: tuple = ()) -> Need:
        """Return the stack need of a function with its callees. above: addresses of the callers on this path."""
        if address in self._needs:
            return self._needs[address]
        function = self.functions.get(address)
        if not function or address in self.ends and above:
            return Need(0)
        if address in above:
            return Need(0, recursive=frozenset({function.name}))
        most, deepest_path = function.frame, (function.name,)
        pointers, recursive = set(), set()
        varies = {function.name} if function.varies else set()
        calls = list(function.calls)
        if function.pointers:
            known = [self.by_name[name].address for name in CONSOLE if name in self.by_name]
            if STDIO.fullmatch(function.name) and known:
                calls += [(target, depth) for target in known for depth in function.pointers]
            else:
                pointers.add(function.name)
        for target, depth in sorted(set(calls), key=str):
            inner = self.need(target, (*above, address))
            pointers |= inner.pointers
            recursive |= inner.recursive
            varies |= inner.varies
            if depth + inner.bytes > most:
                most, deepest_path = depth + inner.bytes, (function.name, *inner.deepest_path)
        found = Need(most, deepest_path, frozenset(pointers), frozenset(recursive), frozenset(varies))
        if not recursive or not above:                     # a need cut off by recursion depends on the callers
            self._needs[address] = found
        return found

    def tasks(self, stacks: list[Stack], heap_create: str = "") -> list[Task]:
        """Return the tasks that the program creates with a constant function and a constant stack.

        heap_create: name of the function that creates a task with a stack from the heap.
        """
        found = {}
        create = self.symbols.get(heap_create) if heap_create else None
        for call in self.calls:
            # 0 is more often a number than the function at this address.
            entries = [value for value in call.arguments.values() if value and value in self.functions]
            if call.target == create and call.arguments.get("a0") in self.functions:
                words = call.arguments.get("a2")
                entry = self.functions[call.arguments["a0"]]
                found[entry.name, None, words] = Task(entry.name, None, 4 * words if words else 0,
                                                      self.need(entry.address))
                continue
            for stack in stacks:
                if entries and any(stack.start <= value < stack.start + stack.size
                                   for value in call.arguments.values()):
                    entry = self.functions[entries[0]]
                    found[entry.name, stack, 0] = Task(entry.name, stack, stack.size, self.need(entry.address))
        return list(found.values())

    def tasks_on_stacks(self, stacks: list[Stack], create: str) -> tuple[list[Task], list[Stack]]:
        """Return the tasks that the program creates with a constant function and a constant stack, and all constant
        stacks for tasks.

        create: name of the function that creates a task; its arguments 0 and 4 are the stack and the function.
        """
        by_start, tasks, used = {stack.start: stack for stack in stacks}, {}, {}
        creates = self.symbols.get(create)
        for call in self.calls:
            stack = by_start.get(call.arguments.get("a0"))
            if stack and creates is not None and call.target == creates:
                used[stack.start] = stack
                if entry := self.functions.get(call.arguments.get("a4")):
                    tasks[entry.name, stack] = Task(entry.name, stack, stack.size, self.need(entry.address))
        return list(tasks.values()), list(used.values())

    def static_tasks(self, stacks: list[Stack], prefix: str, stack_at: int, entry_at: int) -> list[Task]:
        """Return the tasks that exist at the start. Each has a constant description, a symbol with this prefix.

        stack_at, entry_at: offsets in a description of the addresses of stack and function.
        """
        found = []
        for place in sorted(place for name, place in self.symbols.items() if name.startswith(prefix)):
            entry = self.functions.get(word_at(self.elf, place + entry_at))
            start = word_at(self.elf, place + stack_at)
            found += [Task(entry.name, stack, stack.size, self.need(entry.address))
                      for stack in stacks if entry and stack.start == start]
        return found

    def handlers(self) -> dict[str, Need]:
        """Return the needs of the interrupt handlers by name."""
        setters = {self.symbols[name] for name in HANDLER_SET if name in self.symbols}
        entries = {call.arguments.get("a1") for call in self.calls if call.target in setters}
        return {self.functions[entry].name: self.need(entry) for entry in sorted(entries & set(self.functions))}


def _number(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None


def _target(mnemonic: str, operands: list) -> int | None:
    """Return the target of a jump, branch or call, if the instruction contains it."""
    if mnemonic in ("jal", "j", "call", "tail") or _BRANCH.match(mnemonic):
        try:
            return int(operands[-1].split()[0], 16)
        except (ValueError, IndexError):
            return None
    return None


def word_at(elf: Path, address: int) -> int | None:
    """Return a word of a program's constants, or None if no section has it."""
    from elftools.elf.elffile import ELFFile
    with open(elf, "rb") as file:
        for section in ELFFile(file).iter_sections():
            offset = address - section["sh_addr"]
            if section["sh_flags"] & 2 and section["sh_type"] != "SHT_NOBITS" and 0 <= offset < section["sh_size"]:
                return int.from_bytes(section.data()[offset:offset + 4], "little")
    return None


@functools.lru_cache(maxsize=4)
def arrays(elf: Path, kind: str) -> list[Stack]:
    """Return the variables that are arrays of a type, such as OS_STK; each row of a matrix is one stack."""
    from elftools.elf.elffile import ELFFile
    found = {}
    with open(elf, "rb") as file:
        parsed = ELFFile(file)
        if not parsed.has_dwarf_info():
            return []
        for unit in parsed.get_dwarf_info().iter_CUs():
            source = _text(unit.get_top_DIE(), "DW_AT_name")
            for die in unit.iter_DIEs():
                if die.tag != "DW_TAG_variable" or "DW_AT_location" not in die.attributes:
                    continue
                place = die.attributes["DW_AT_location"].value
                if not isinstance(place, list) or len(place) != 5 or place[0] != 3:   # DW_OP_addr
                    continue
                named = die.get_DIE_from_attribute("DW_AT_specification") \
                    if "DW_AT_specification" in die.attributes else die
                if "DW_AT_type" not in named.attributes:
                    named = die
                dimensions, unit_size = _array_of(named, kind)
                if not dimensions:
                    continue
                start, size = int.from_bytes(bytes(place[1:]), "little"), dimensions[-1] * unit_size
                rows = 1
                for dimension in dimensions[:-1]:
                    rows *= dimension
                name = _text(named, "DW_AT_name")
                for row in range(rows):
                    found[start + row * size] = Stack(f"{name}[{row}]" if len(dimensions) > 1 else name,
                                                      Path(source).name, start + row * size, size)
    return [found[start] for start in sorted(found)]


def _array_of(variable, kind: str) -> tuple[list[int], int]:
    """Return the dimensions of an array of this type, and the bytes of an entry; ([], 0) for other variables."""
    if "DW_AT_type" not in variable.attributes:
        return [], 0
    die = variable.get_DIE_from_attribute("DW_AT_type")
    if die.tag != "DW_TAG_array_type":
        return [], 0
    element = die.get_DIE_from_attribute("DW_AT_type")
    while element.tag in ("DW_TAG_volatile_type", "DW_TAG_const_type"):
        element = element.get_DIE_from_attribute("DW_AT_type")
    if _text(element, "DW_AT_name") != kind:
        return [], 0
    bounds = [child.attributes["DW_AT_upper_bound"].value for child in die.iter_children()
              if child.tag == "DW_TAG_subrange_type" and "DW_AT_upper_bound" in child.attributes]
    return [bound + 1 for bound in bounds], element.attributes["DW_AT_byte_size"].value if "DW_AT_byte_size" in \
        element.attributes else 4


def _text(die, attribute: str) -> str:
    return die.attributes[attribute].value.decode(errors="replace") if attribute in die.attributes else ""


@functools.lru_cache(maxsize=8)
def _memory_contents(elf: Path) -> list[tuple[str, Path, int, str]]:
    """Return (kind of memory, source, bytes, name) of the functions and variables in the debug information."""
    from elftools.elf.elffile import ELFFile
    found = {}
    with open(elf, "rb") as file:
        parsed = ELFFile(file)
        if not parsed.has_dwarf_info():
            return []
        sizes = {}
        table = parsed.get_section_by_name(".symtab")
        for entry in table.iter_symbols() if table else ():
            if entry["st_size"] and entry["st_info"]["type"] in ("STT_FUNC", "STT_OBJECT"):
                sizes[entry["st_value"]] = max(entry["st_size"], sizes.get(entry["st_value"], 0))
        spans = [(section["sh_addr"], section["sh_addr"] + section["sh_size"], kind)
                 for section in parsed.iter_sections() if (kind := kind_of(section))]
        for unit in parsed.get_dwarf_info().iter_CUs():
            top = unit.get_top_DIE()
            source = Path(_text(top, "DW_AT_comp_dir"), _text(top, "DW_AT_name"))
            for die in unit.iter_DIEs():
                at = die.attributes.get("DW_AT_low_pc" if die.tag == "DW_TAG_subprogram" else "DW_AT_location")
                if not at or die.tag not in ("DW_TAG_subprogram", "DW_TAG_variable"):
                    continue
                place = at.value
                if isinstance(place, list):
                    if len(place) != 5 or place[0] != 3:
                        continue
                    place = int.from_bytes(bytes(place[1:]), "little")
                kind = next((kind for start, end, kind in spans if start <= place < end), None)
                if kind and place in sizes:
                    found.setdefault(place, (kind, source, sizes[place], _text(die, "DW_AT_name")))
    return list(found.values())


def bytes_by_part(elf: Path, kind: str, part) -> dict[str, int]:
    """Return {part: bytes} of one kind of memory: program, data or zeroed.

    part(source): returns the part of the program to which a source file belongs.
    """
    sums: dict[str, int] = {}
    for memory, source, size, _ in _memory_contents(elf):
        if memory == kind:
            sums[part(source)] = sums.get(part(source), 0) + size
    return sums
