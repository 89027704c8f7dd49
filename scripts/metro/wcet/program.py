# SPDX-License-Identifier: Apache-2.0
"""The code of a program: its instructions, the names of its functions, and their places in the source."""
from __future__ import annotations

import bisect
import functools
from pathlib import Path

from ..base.errors import MetroError
from ..base.near import did_you_mean
from ..products import firmware
from . import decode
from .decode import Instruction

_EXECUTABLE, _WRITABLE, _TAKES_MEMORY = 4, 1, 2        # flags of ELF sections


class Program:
    """An ELF file. Raise MetroError if it is no program for 32-bit RISC-V."""

    def __init__(self, elf: Path):
        from elftools.elf.elffile import ELFFile

        self.elf = elf
        _, self.symbols, functions = firmware.contents(elf)
        self.functions = sorted((address, size, name) for address, size, name in functions)
        self._starts = [address for address, _, _ in self.functions]
        self._sections = []
        with open(elf, "rb") as file:
            parsed = ELFFile(file)
            for section in parsed.iter_sections():
                flags = section["sh_flags"]
                if flags & _TAKES_MEMORY and not flags & _WRITABLE and section["sh_type"] != "SHT_NOBITS":
                    self._sections.append((section["sh_addr"], section.data(), bool(flags & _EXECUTABLE)))
        self._instructions: dict[int, Instruction | None] = {}

    def function(self, name: str) -> int:
        """Return the address of a function."""
        found = [address for address, _, own in self.functions if own == name]
        if not found and name not in self.symbols:
            raise MetroError(f"{self.elf} has no function {name}",
                             f"{did_you_mean(name, [own for _, _, own in self.functions])}Check that the program calls "
                             "it, because the linker removes other functions, and that the file is not stripped")
        return found[0] if found else self.symbols[name]

    @functools.lru_cache(maxsize=None)
    def excluded(self, names: frozenset[str]) -> frozenset[int]:
        """Return the addresses of functions and labels, with the parts that the compiler made of a function, and of
        source lines ("file: text"). A name that the program lacks has no address."""
        lines = [name.split(": ", 1) for name in names if ": " in name]
        return frozenset(address for symbol, address in self.symbols.items() if symbol.split(".")[0] in names).union(
            *(self.lines.of(file, text) for file, text in lines))

    def enters(self, address: int) -> str:
        """Return the name of the function that begins at an address, or an empty string."""
        place = bisect.bisect_left(self._starts, address)
        return self.functions[place][2] if place < len(self._starts) and self._starts[place] == address else ""

    def constant(self, address: int) -> int | None:
        """Return a word of the program's code and constants, or None at other addresses."""
        for start, data, _ in self._sections:
            if 0 <= address - start <= len(data) - 4:
                return int.from_bytes(data[address - start:address - start + 4], "little")
        return None

    def at(self, address: int) -> Instruction | None:
        """Return the instruction at an address, or None if there is no code."""
        if address not in self._instructions:
            holds = any(executable and start <= address < start + len(data)
                        for start, data, executable in self._sections)
            word = self.constant(address) if holds and address % 4 == 0 else None
            self._instructions[address] = None if word is None else decode.decode(address, word)
        return self._instructions[address]

    def name(self, address: int) -> str:
        """Return the name of the function that contains an address, or the address as text."""
        place = bisect.bisect_right(self._starts, address) - 1
        if place < 0:
            return f"{address:#010x}"
        return self.enters(self._starts[place])

    @functools.cached_property
    def _entries(self) -> dict[str, int]:
        """Return the number of entries of each array, from the debug information."""
        from elftools.elf.elffile import ELFFile

        found = {}
        with open(self.elf, "rb") as file:
            parsed = ELFFile(file)
            for unit in parsed.get_dwarf_info().iter_CUs() if parsed.has_dwarf_info() else ():
                for die in unit.get_top_DIE().iter_children():
                    if die.tag == "DW_TAG_variable" and {"DW_AT_type", "DW_AT_name"} <= set(die.attributes):
                        kind = die.get_DIE_from_attribute("DW_AT_type")
                        counts = [child.attributes["DW_AT_upper_bound"].value + 1 for child in kind.iter_children()
                                  if "DW_AT_upper_bound" in child.attributes] if kind.tag == "DW_TAG_array_type" else []
                        if counts:
                            found[die.attributes["DW_AT_name"].value.decode()] = counts[0]
        return found

    def entries(self, array: str) -> int:
        """Return the number of entries of an array, or 0 if the program has no array with this name."""
        return self._entries.get(array, 0)

    @functools.cached_property
    def lines(self) -> Lines:
        return Lines(self.elf)

    def place(self, address: int) -> str:
        """Return the place in the source as text, for messages: function, file and line."""
        found = self.lines.at(address)
        return f"{self.name(address)} ({f'{found[0]}:{found[1]}' if found else f'{address:#010x}'})"


@functools.lru_cache(maxsize=None)
def _text(file: str) -> list[str]:
    path = Path(file)
    return path.read_text(errors="replace").splitlines() if path.is_file() else []


def line_of(file: str, line: int) -> str:
    """Return a line of a source file, or an empty string if there is no such line."""
    lines = _text(file)
    return lines[line - 1] if line <= len(lines) else ""


class Lines:
    """The debug information's file and line of each instruction."""

    def __init__(self, elf: Path):
        from elftools.elf.elffile import ELFFile

        rows = []
        with open(elf, "rb") as file:
            parsed = ELFFile(file)
            if parsed.has_dwarf_info():
                information = parsed.get_dwarf_info()
                for unit in information.iter_CUs():
                    rows += self._rows(unit, information.line_program_for_CU(unit))
        self._rows_by_address = sorted(rows)
        self._addresses = [row[0] for row in self._rows_by_address]

    @staticmethod
    def _rows(unit, program) -> list[tuple[int, int, str, int]]:
        """Return (first address, last address + 1, file, line) of a unit's code."""
        if program is None:
            return []
        names = program["file_entry"]
        folders = program["include_directory"]
        first = 0 if program["version"] >= 5 else 1
        top = unit.get_top_DIE()
        build = top.attributes["DW_AT_comp_dir"].value.decode(errors="replace") if "DW_AT_comp_dir" in top.attributes \
            else "."

        @functools.cache
        def file_of(number: int) -> str:
            entry = names[number - first]
            folder = folders[entry["dir_index"]].decode(errors="replace") if program["version"] >= 5 else \
                folders[entry["dir_index"] - 1].decode(errors="replace") if entry["dir_index"] else "."
            return str(Path(build, folder, entry["name"].decode(errors="replace")))

        rows, last = [], None
        for entry in program.get_entries():
            state = entry.state
            if state is None:
                continue
            if last is not None and state.address > last.address:
                rows.append((last.address, state.address, file_of(last.file), last.line))
            last = None if state.end_sequence else state
        return rows

    def of(self, file: str, text: str) -> list[int]:
        """Return where the code of each line begins that contains a text. file: without its folder."""
        return [address for address, _, path, line in self._rows_by_address
                if Path(path).name == file and text in line_of(path, line)]

    def at(self, address: int) -> tuple[str, int] | None:
        """Return (file, line), or None if the debug information does not have them."""
        place = bisect.bisect_right(self._addresses, address) - 1
        if place < 0:
            return None
        _, end, file, line = self._rows_by_address[place]
        return (file, line) if address < end and line else None
