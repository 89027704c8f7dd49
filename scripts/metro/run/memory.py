# SPDX-License-Identifier: Apache-2.0
"""Memory use of a program and stack use of its tasks, for `./metro size` and `./metro run --memory`."""
from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

from ..base import output, paths
from ..base.errors import MetroError
from ..products import firmware as firmware_module, rtos as rtos_module, stacks
from . import timeline

SRAM = 0x10000000                  # its address in the simulated SoC
KEPT = "memory"                    # a folder in the build folder
ONLY_GUARD = 4                     # RIOT always writes the first word of a stack, and the others on demand
FULL, ROOMY = 0.8, 0.5             # shares of a stack: use above FULL is nearly full, need below ROOMY is small


@dataclasses.dataclass(frozen=True)
class Row:
    """A stack: its owner, its need as computed from the machine code, and its use in a run. Sizes are in bytes."""
    name: str
    owner: str
    size: int
    need: stacks.Need | None
    extra: int                     # bytes that alignment and an interrupt add to the need
    used: int | None
    is_private: bool = True        # only its owner uses it

    @property
    def needed(self) -> int | None:
        return self.need.bytes + self.extra if self.need else None

    @property
    def verdict(self) -> str:
        if self.needed is not None and self.needed > self.size:
            return "too small"
        if self.used is not None and self.used >= self.size:
            return "full: it may have overflowed"
        if self.used is not None and self.used > FULL * self.size:
            return "nearly full"
        if self.is_private and self.need and self.need.is_exact and self.needed < ROOMY * self.size:
            return f"{self.needed:,} would be enough"
        return ""


class Report:
    """The memory use of a program. ran: folder with contexts.json and memory.bin of a run; None without a run."""

    def __init__(self, elf: Path, ran: Path | None = None):
        self.elf = elf
        self.sections, self.symbols, functions = firmware_module.contents(elf)
        self.rtos = rtos_module.rtos_of_program(self.symbols)
        about = self.rtos.stacks if self.rtos else {}
        self.program = stacks.Program(elf, self.symbols, functions, about.get("ends", "").split())
        self.variables = stacks.arrays(elf, about["type"]) if about else []
        if "create_on" in about:
            self.tasks, self.variables = self.program.tasks_on_stacks(self.variables, about["create_on"])
        else:
            self.tasks = self.program.tasks(self.variables, about.get("create", "")) + self._static_tasks(about)
        self.handlers = self.program.handlers()
        trap = self.program.by_name.get(about.get("trap", ""))
        self.trap = self.program.need(trap.address).bytes if trap else 0
        self.is_filled = self._is_filled(about.get("fills", ""))
        self.fill = about.get("fill", 0)
        # Bytes behind a stack's entries: its thread's control block and thread-local variables.
        self.behind = (timeline.size_of(elf, about["control_block"]) + self.symbols.get("__tls_size", 0)
                       if "control_block" in about else 0)
        self.memory = (ran / "memory.bin").read_bytes() if ran else None
        self.threads = json.loads((ran / "contexts.json").read_text())["contexts"] if ran else []
        self.rows = self._rows()

    def _is_filled(self, sign: str) -> bool:
        """Return whether the program has the symbol or the member that shows that the kernel fills stacks."""
        structure, _, member = sign.partition(".")
        return bool(timeline.member_offset(self.elf, structure, member)) if member else not sign or sign in self.symbols

    def _static_tasks(self, about: dict) -> list[stacks.Task]:
        if "static" not in about:
            return []
        places = [timeline.member_offset(self.elf, *about[key].split(".", 1))
                  for key in ("static_stack", "static_entry")]
        if not all(places):
            return []
        return self.program.static_tasks(self.variables, about["static"], *(place[0] for place in places))

    def _rows(self) -> list[Row]:
        rows, owned = [], set()
        for task in self.tasks:
            # Assume that a port's first frame ends at the last entry, rounded down to a multiple of 16 bytes.
            end = task.stack.start + task.size - self.behind if task.stack else 0
            extra = self.trap + self.behind + end - (end - 4) // 16 * 16
            if task.stack:
                owned.add(task.stack)
                used = self._used(task.stack.start, task.size)
                name = f"{task.stack.name} ({task.stack.source})"
            else:
                used, name = self._used_of_heap(task), "from the heap"
            rows.append(Row(name, task.entry, task.size, task.need, extra, used))
        for stack in self.variables:
            if stack not in owned:
                rows.append(Row(f"{stack.name} ({stack.source})", "", stack.size, None, 0,
                                self._used(stack.start, stack.size)))
        about = self.rtos.stacks if self.rtos else {}
        size, top = self.symbols.get("__stack_size"), self.symbols.get(about.get("interrupts", "__stack_top"))
        if size and top:
            first = self.program.by_name.get(about.get("handler", "main"))
            need = self.program.need(first.address) if first else None
            owner = "interrupt handlers" if "handler" in about else "main(), then interrupt handlers"
            rows.append(Row("the start's stack", owner, size, need, 0,
                            self._used(top - size, size, fill=0), is_private=False))
        return rows

    def _used(self, start: int, size: int, fill: int | None = None) -> int | None:
        """Return the bytes from the lowest word that lacks the fill pattern to the stack's end; None if unknown."""
        if self.memory is None or not (fill is not None or self.is_filled):
            return None
        if not SRAM <= start <= start + size <= SRAM + len(self.memory):
            return None
        content = self.memory[start - SRAM:start - SRAM + size]
        fill = self.fill if fill is None else fill
        if fill == "address":
            filled = _filled_with_addresses(content, start)
            return size - filled if filled != ONLY_GUARD else None
        untouched = len(content) - len(content.lstrip(bytes([fill])))
        return size - untouched // 4 * 4

    def _used_of_heap(self, task: stacks.Task) -> int | None:
        """Return _used() of a task's heap stack. The newest thread that ran the task's entry holds the address."""
        structure, _, member = (self.rtos.stacks.get("bottom", "") if self.rtos else "").partition(".")
        place = timeline.member_offset(self.elf, structure, member) if self.threads and member else None
        entry = self.program.by_name[task.entry].address
        for thread in reversed(self.threads if place else []):
            if thread["kind"] == "thread" and any(pc == entry for pc, _ in thread["cycles_at"]):
                at = thread["value"] + place[0] - SRAM
                return self._used(int.from_bytes(self.memory[at:at + 4], "little"), task.size)
        return None

    def parts(self) -> dict[str, dict[str, int]]:
        """Return the bytes of each kind of memory by part of the program, largest first."""
        found: dict[str, dict[str, int]] = {}
        for kind, total in self.sections.items():
            by_part = stacks.bytes_by_part(self.elf, kind, self._part)
            rest = total - sum(by_part.values())
            if rest > 0:
                by_part["constants, gaps, assembly" if kind == "program" else "others"] = rest
            found[kind] = dict(sorted(by_part.items(), key=lambda item: -item[1]))
        return found

    def _part(self, source: Path) -> str:
        software = rtos_module.SOFTWARE
        if self.rtos and self.rtos.parts:
            tree = next((folder for folder in source.parents if (folder / self.rtos.build["header"]).is_file()), None)
            if tree:
                folder = source.relative_to(tree).parts[0]
                return next((part for part, folders in self.rtos.parts.items() if folder in folders),
                            f"{self.rtos.name}'s drivers and libraries")
            if source.is_relative_to(software / self.rtos.key):
                return "port"
        elif self.rtos and ((source.parent / self.rtos.build["header"]).is_file()
                          or source.parent == software / self.rtos.build["kernel"]):
            return "kernel"
        if source.is_relative_to(software):
            room = source.relative_to(software).parts[0]
            if room.endswith(rtos_module.SUFFIX) and "example" not in source.parts:
                return "port"
            if room in ("bsp", "model"):
                return "board support"
        return "application" if source.is_file() else "C library, and code without source here"

    def document(self) -> dict:
        """Return the report for JSON, sizes in bytes, None if unknown: {"name", "rtos", "sections": {kind: size},
        "parts": {kind: {part: size}},
        "stacks": [{"owner", "name", "size", "needed", "exact", "used", "verdict"}]}."""
        return {"name": self.elf.stem, "rtos": self.rtos and self.rtos.name, "sections": self.sections,
                "parts": self.parts(),
                "stacks": [{"owner": row.owner, "name": row.name, "size": row.size, "needed": row.needed,
                            "exact": bool(row.need and row.need.is_exact), "used": row.used, "verdict": row.verdict}
                           for row in self.rows]}


def _filled_with_addresses(content: bytes, start: int) -> int:
    """Return the number of bytes, from the first word on, before the first word that is not its own address."""
    first = -start % 4
    filled = next((place for place in range(first, len(content) - 3, 4)
                   if int.from_bytes(content[place:place + 4], "little") != start + place), len(content))
    return filled - first


def save(report: Report) -> None:
    """Keep a report for `./metro report`, in place of the application's previous one."""
    output.write({paths.make_build() / KEPT / f"{report.elf.stem}.json": json.dumps(report.document()).encode()})


def saved_reports() -> list[dict]:
    """Return document() of each application's latest run, sorted by name."""
    return [json.loads(file.read_text()) for file in sorted((paths.BUILD / KEPT).glob("*.json"))]


def show(report: Report) -> None:
    from rich.console import Console
    from rich.tree import Tree
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    tree = Tree(f"Memory of {report.elf.name}, bytes")
    for kind, parts in report.parts().items():
        branch = tree.add(f"{kind}: {report.sections[kind]:,}")
        for part, count in parts.items():
            branch.add(f"{count:,} {part}")
    heap = report.symbols.get("__heap_end", 0) - report.symbols.get("__heap_start", 0)
    if "__heap_end" in report.symbols:
        tree.add(f"left for malloc(): {heap:,}")
    console.print(tree)
    tree = Tree("Stacks, bytes: need of the deepest call path in the machine code"
                + (f", including {report.trap} for an interrupt" if report.trap else "")
                + ("; use in this run" if report.memory else ""))
    for row in report.rows:
        words = [f"{row.size:,}"]
        if row.needed is not None:
            words.append(f"needs {'' if row.need.is_exact else 'at least '}{row.needed:,}")
        if row.used is not None:
            words.append(f"used {row.used:,}")
        colour = "red" if row.verdict.startswith(("too", "full")) else "yellow" if "nearly" in row.verdict else "green"
        branch = tree.add(f"{row.owner or '(no task found)'}, {row.name}: {', '.join(words)}"
                          + (f": [{colour}]{row.verdict}[/]" if row.verdict else ""))
        if row.need and row.need.deepest_path:
            branch.add(" → ".join(row.need.deepest_path))
        for what, names in (("calls through pointers that are not followed, in", row.need and row.need.pointers),
                            ("recursion, counted once, in", row.need and row.need.recursive),
                            ("frames of variable size, in", row.need and row.need.varies)):
            if names:
                branch.add(f"{what} {', '.join(sorted(names))}")
        if row.name == "the start's stack":
            for name, need in report.handlers.items():
                branch.add(f"handler {name}: {'' if need.is_exact else 'at least '}{need.bytes:,}")
    console.print(tree)
    if not report.rtos:
        console.print("The program has no supported RTOS: its tasks and their stacks are not known.")
    elif any(not row.owner for row in report.rows):
        console.print("No task found: its function or its stack is not a constant where it is created.")
    console.print("The need of assembly and the C library comes from their machine code; stdio's pointers lead to the "
                  "console's functions.", soft_wrap=True)


def report_run(firmware, folder: Path) -> None:
    """Print and keep the report of a run. folder: as `ran` of Report."""
    if not (folder / "memory.bin").exists():
        raise MetroError("the simulator did not write memory.bin, the content of the memory")
    report = Report(firmware.elf, folder)
    show(report)
    save(report)
