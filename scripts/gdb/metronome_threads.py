# SPDX-License-Identifier: Apache-2.0
"""Show the threads of an RTOS with its own build system in GDB, for metronome.py.

The rtos.toml of the RTOS (sw/NAME) names the variables and members of structures: its section [gdb], and the sections
that other commands read.
"""
import tomllib

import gdb
from metronome_program import (BANKED, Banked, LINE_IN, NONE, UNWINDING, exists, frames, registers_as, value_of,
                               variable)

TICK_STEPS = {"off": 0}


def member(value, path):
    """Return a member of a structure, such as base.prio, or None if the kernel's configuration has no such member."""
    try:
        for name in path.split("."):
            value = value[name]
        return value
    except (gdb.error, ValueError):
        return None


def symbol_at(address):
    """Return the name of the variable or function at an address, or the address as text."""
    words = gdb.execute(f"info symbol {address:#x}", to_string=True).split()
    return words[0] if words[1:2] == ["in"] else f"{address:#x}"


def registers_in(structure):
    """Return {register: value} of the members that are named after registers."""
    return {part.name: int(structure[part.name]) for part in structure.type.strip_typedefs().fields()
            if part.name in BANKED}


class Rtos:
    """The part of a gdb.py (see metronome.py) that an rtos.toml describes."""

    def __init__(self, file):
        about = tomllib.loads(file.read_text())
        self.NAME, self.folder = about["name"], file.parent
        self.about, self.watch, self.stacks = about["gdb"], about["watch"], about.get("stacks", {})
        self.kernel_folders = about["parts"]["kernel"]
        self.KNOWN_BY = self.IN_RAM = self.watch["thread"].partition("+")[0]
        self.READY, self.TICK_STEPS = self.about["ready"], TICK_STEPS

    def tick_step(self, units, word=""):
        raise gdb.GdbError(f"{self.NAME} has no tick stepping")

    def Kernel(self, units):
        return Kernel(self, units)

    def events(self, units):
        """Return name, object name, content and waiting threads of each object with waiting threads."""
        if "waits_for" not in self.about:
            raise gdb.GdbError(f"{self.NAME} does not record the objects for which threads wait; `metronome tasks` "
                               "shows what kind of object it is")
        found = {}
        for thread in Kernel(self, units).tasks:
            if thread.event():
                found.setdefault(thread.event(), []).append(f'{thread.priority} "{thread.name}"')
        return [(event, "", "", ", ".join(waiting)) for event, waiting in found.items()]

    def functions(self):
        """Return the functions of the current stack, innermost first, up to the thread's own function."""
        ends = [int(variable(name).address) for name in self.about.get("returns_to", ()) if exists(name)]
        names = frames(ends[0] if ends else 0)
        entry = self.about.get("entry")
        return names[:names.index(entry)] or names if entry in names else names

    def is_kernel(self, function):
        """Return whether a function is part of the kernel or of our folder, or in a header."""
        file = LINE_IN.get(function, "")
        folders = [self.folder, *(f"{self.tree}/{name}" for name in self.kernel_folders)]
        return file.endswith(".h") or any(file.startswith(f"{folder}/") for folder in folders)

    @property
    def tree(self):
        """Return the tree's folder: the idle thread's function is in a folder of the kernel."""
        idle = gdb.lookup_static_symbol(self.watch["idle"]) or gdb.lookup_global_symbol(self.watch["idle"])
        file = idle.symtab.fullname() if idle else ""
        return max((file.rpartition(f"/{name}/")[0] for name in self.kernel_folders), key=len)


class Kernel:
    """The current threads, with the ready list in software or in the task lists."""

    def __init__(self, rtos, units):
        self.rtos, self.units, about = rtos, units, rtos.about
        self.running = int(variable(rtos.watch["running"])) & 0xFF != 0
        self.current = int(variable(about["current"]))
        self.banked = exists(about["banked"])
        self.in_handler = (units.running_bank == units.banks - 1 if self.banked and self.running
                           else int(variable(about["nested"])) != 0)
        self.ready_in_software = not exists(about["lists"])
        self.tasks = sorted((Thread(self, number, value) for number, value in self.threads()),
                            key=lambda thread: (thread.priority, thread.address))
        names = {thread.number: f'{thread.priority} "{thread.name}"' for thread in self.tasks}
        if self.ready_in_software:
            self.ready = [f'{thread.priority} "{thread.name}"' for thread in self.tasks if thread.is_ready]
        else:
            self.ready = [names.get(number, str(number)) for name, numbers in units.task_lists() for number in numbers
                          if name.startswith("level")]

    def threads(self):
        """Yield the number in the task lists, or NONE, and the structure of each thread."""
        about, array = self.rtos.about, {}
        if exists(about["array"]):
            pointers = variable(about["array"])
            array = {int(pointers[n]): n for n in range(pointers.type.range()[1] + 1) if int(pointers[n])}
        if "first" in about and exists(about["first"]):
            thread = variable(about["first"])
            while int(thread):
                yield array.get(int(thread), NONE), thread.dereference()
                thread = thread[about["next"]]
        elif exists(about["array"]):
            kind = pointers.type.target().target().unqualified()
            for address, number in array.items():
                yield number, gdb.Value(address).cast(kind.pointer()).dereference()
        else:
            raise gdb.GdbError(f"{self.rtos.NAME} does not keep a list of all threads: build with {about['needs']}")


class Thread(Banked):
    def __init__(self, kernel, number, value):
        self.kernel, self.value, self.address = kernel, value, int(value.address)
        self.rtos, self.about = kernel.rtos, kernel.rtos.about
        self.number = number
        self.priority = int(self.watched("priority"))
        self.current = kernel.running and self.address == kernel.current
        self.bank = min(number, kernel.units.banks - 2) if kernel.banked else None
        self.runs = self.current if self.bank is None else kernel.running and self.has_the_core()
        self.is_ready = self.status()[0] in ("ready", "running")
        self.delay, self.delay_in_software = None, None    # timeouts are in software, and not shown

    def frame(self):
        """Return the address of the frame with the registers of a thread that shares a bank, or 0."""
        sharer, first = self.about.get("sharer", ""), self.kernel.units.banks - 2
        if self.number < first or not exists(sharer) or int(variable(sharer)) == self.number:
            return 0
        return int(variable(self.about["frames_of_sharers"])[self.number - first])

    def watched(self, key):
        """Return a member that rtos.toml names as STRUCTURE.MEMBER, or None."""
        return member(self.value, self.rtos.watch[key].partition(".")[2])

    @property
    def name(self):
        name = self.watched("name")
        if name is None or name.type.strip_typedefs().code == gdb.TYPE_CODE_PTR and not int(name):
            return ""
        try:
            return name.string("utf-8", "replace")
        except gdb.error:                                  # an invalid pointer
            return ""

    def status(self):
        """Return the state, and what the thread waits for if its state says so."""
        status = member(self.value, self.about["status"])
        for value, state, *event in self.about["states"]:
            if str(status) == value if isinstance(value, str) else int(status) & value:
                break
        else:
            state, event = "ready", []
        if state != "waits" and self.is_asleep:
            return "sleeps", ""
        return state, "".join(event)

    @property
    def is_asleep(self):
        timeout = "sleeps" in self.about and member(self.value, self.about["sleeps"])
        return timeout is not None and int(timeout) != 0

    def state(self):
        return "running" if self.current else self.status()[0]

    def event(self):
        """Return the object or action for which the thread waits, or an empty string."""
        state, event = self.status()
        if state != "waits" or "waits_for" not in self.about:
            return event
        address = int(member(self.value, self.about["waits_for"]) or 0)
        name = symbol_at(address)
        kind = str(variable(name).type.strip_typedefs()).removeprefix("struct ") + " " if exists(name) else ""
        return f"{kind}{name}" if address else ""

    @property
    def sp(self):
        return int(member(self.value, self.about["sp"])) if self.bank is None else self.banked_sp()

    def registers(self, wanted=BANKED):
        """Return the thread's registers: from its bank, its description, or the frame of a trap on its stack."""
        if self.bank is not None:
            return self.banked_registers(wanted)
        saved, sp = {}, self.sp
        if "saved" in self.about:
            saved = registers_in(member(self.value, self.about["saved"]))
            if saved["ra"] != int(variable(self.about["interrupted"]).address):
                return saved | {"sp": sp, "pc": saved["ra"]}
        kind = next(gdb.lookup_type(name) for name in self.about["frames"] if is_type(name))
        frame = gdb.Value(sp).cast(kind.pointer()).dereference()
        return saved | registers_in(frame) | {"sp": sp + kind.sizeof, "pc": int(frame[self.about["pc"]])}

    def where(self):
        """Return the PC and the functions, innermost first."""
        if self.runs:
            return value_of("pc"), ["in an interrupt"] if self.kernel.in_handler else self.rtos.functions()
        with registers_as({name: value for name, value in self.registers(UNWINDING).items()
                           if name in UNWINDING or name == "pc"}):
            return value_of("pc"), self.rtos.functions()

    def context(self):
        """Return a context in which GDB shows the registers as they were when the thread last ran."""
        return registers_as(self.registers())

    def held(self):
        return False

    def stack(self):
        """Return the bytes used now, the most ever used and the size, if the kernel knows the thread's stack. The most
        is None if the kernel did not fill the stack."""
        bottom, size = (member(self.value, self.about[key]) for key in ("stack", "stack_size"))
        if bottom is None or size is None or not int(size):
            return None
        bottom, size = int(bottom), int(size)
        sp = value_of("sp") if self.runs and not self.kernel.in_handler else self.sp
        content = gdb.selected_inferior().read_memory(bottom, size).tobytes()
        unused = 0
        while unused < size and content[unused:unused + 4] == self.unused_word(bottom + unused):
            unused += 4
        return bottom + size - sp, size - unused if unused else None, size

    def unused_word(self, address):
        """Return the content of an unused word of a stack."""
        fill = self.rtos.stacks.get("fill", self.about.get("fill"))
        return address.to_bytes(4, "little") if fill == "address" else bytes([fill] * 4)


def is_type(name):
    try:
        return bool(gdb.lookup_type(name))
    except gdb.error:
        return False
