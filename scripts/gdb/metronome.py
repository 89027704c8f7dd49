# SPDX-License-Identifier: Apache-2.0
"""GDB commands for uC/OS-II on a Metronome core: `source scripts/gdb/metronome.py`, then `help metronome`.

They go by uC/OS-II's own names in the program's debug information, so that they fit every V2.92 or V2.93 kernel, and
read only: nothing that the program can see has changed when it goes on. What the accelerator holds is read by its own
instructions: by the server of `./metro run --gdb`, or, with another one, by steps (see Stepped).
"""
import contextlib
import json
import re
from pathlib import Path

import gdb

OPCODES = Path(__file__).resolve().parents[2] / "sw" / "ci_opcodes.h"
WAITS = ((0x01, "semaphore"), (0x02, "mailbox"), (0x04, "queue"), (0x10, "mutex"), (0x20, "flags"))
SUSPENDED, MULTI = 0x08, 0x80
EVENTS = {1: "mailbox", 2: "queue", 3: "semaphore", 4: "mutex"}
SAVED = ["ra"] + [f"s{n}" for n in range(12)]             # of a task that gave the processor up: behind a word of 0
SCRATCH = [f"t{n}" for n in range(7)] + [f"a{n}" for n in range(8)]
INTERRUPTED = ["ra", *SCRATCH] + [f"s{n}" for n in range(12)]      # of one that was interrupted: behind its PC
SWITCHED_BYTES, INTERRUPTED_BYTES = 64, 128               # what the frames take (os_cpu_a.S)
NONE = 0xFFFFFFFF


# -------------------------------------------------------------------------------------------------------- the program

def variable(name):
    """A global variable of the kernel."""
    if not there(name):
        raise gdb.GdbError(f"this program has no {name}: no uC/OS-II in it, or no debug information")
    return gdb.parse_and_eval(name)


def there(name):
    """True when the program has such a variable. Of what the linker left out, the debug information is at address 0."""
    try:
        return int(gdb.parse_and_eval(f"&{name}")) != 0
    except gdb.error:
        return False


def field(structure, name, default=0):
    """A number in a structure; the default where this configuration of the kernel has no such field."""
    return int(structure.value[name]) if name in structure.names else default


def text(structure, name):
    """A name in a structure, or an empty string, for which uC/OS-II has `?`."""
    if not field(structure, name):
        return ""
    characters = structure.value[name].cast(gdb.lookup_type("char").pointer())
    try:
        name = characters.string("utf-8", "replace", 32).partition("\0")[0]
    except gdb.error:                                      # it points nowhere
        return ""
    return "" if name == "?" else name


class Structure:
    """A structure of the program, read at once, and the names of its fields."""

    def __init__(self, value):
        value.fetch_lazy()
        self.value, self.address = value, int(value.address)
        self.names = {item.name for item in value.type.strip_typedefs().fields()}

    def __getitem__(self, name):
        return self.value[name]


def word(address):
    return int.from_bytes(gdb.selected_inferior().read_memory(address, 4).tobytes(), "little")


def bits(words, width):
    """The numbers of the set bits of a table of words."""
    return [width * y + x for y, row in enumerate(words) for x in range(width) if row >> x & 1]


def set_bits(bitmap):
    """The priorities in a ready list or a waiting list, an array of OS_PRIO."""
    low, high = bitmap.type.range()
    return bits([int(bitmap[y]) for y in range(low, high + 1)], 8 * bitmap[low].type.sizeof)


# ----------------------------------------------------------------------------------------------------- the accelerator

class Served:
    """Custom instructions by the server of `./metro run --gdb`: the halted core executes them, nothing else changes."""

    def __init__(self):
        self.there = "accelerator" in json.loads(gdb.execute("monitor core", to_string=True))

    def execute(self, code, rs1, rs2):
        return int(gdb.execute(f"monitor custom {code:#x} {rs1:#x} {rs2:#x}", to_string=True), 0)


class Stepped:
    """Custom instructions by any server: a step over one in RAM, where OSTCBCur stands; then all is as it was. GDB
    remembers the step: a `continue` from a breakpoint afterwards stops there once more."""

    CSRS = ("mepc", "mcause", "mtval", "mstatus")          # what a trap changes, which a core without the units takes

    def __init__(self):
        self.there = True
        with contextlib.suppress(gdb.GdbError):
            self.execute(code("info", "info"), 0, 0)
            return
        self.there = False

    def execute(self, instruction, rs1, rs2):
        place = int(variable("OSTCBCur").address)
        memory = gdb.selected_inferior()
        before = memory.read_memory(place, 4).tobytes()
        registers = {name: value_of(name) for name in ("a0", "a1", "pc")}
        csrs = {name: value_of(name) for name in self.CSRS if has_register(name)}
        try:
            memory.write_memory(place, (instruction | 10 << 7 | 10 << 15 | 11 << 20).to_bytes(4, "little"))
            for name, value in (("a0", rs1), ("a1", rs2), ("pc", place)):
                set_register(name, value)
            gdb.execute("stepi", to_string=True)
            trapped, result = value_of("pc") != place + 4, value_of("a0")
        finally:
            memory.write_memory(place, before)
            for name, value in registers.items():
                set_register(name, value)
        if trapped:
            for name, value in csrs.items():
                set_register(name, value)
            raise gdb.GdbError("the core does not know this instruction")
        return result


def value_of(register):
    return int(gdb.selected_frame().read_register(register)) & NONE


def has_register(register):
    try:
        value_of(register)
        return True
    except (ValueError, gdb.error):
        return False


def set_register(register, value):
    gdb.execute(f"set ${register} = {value:#x}", to_string=True)


def opcodes():
    """The numbers of units and instructions, from the header that the firmware is built with."""
    try:
        return {name: int(number, 0) for name, number in
                re.findall(r"#define CI_(\w+) (\w+?)u?$", OPCODES.read_text(), re.MULTILINE)}
    except OSError as error:
        raise gdb.GdbError(f"cannot read {OPCODES}: {error.strerror}") from None


def code(unit, operation):
    """The encoding of an instruction with x0 in all its registers."""
    numbers, unit, operation = opcodes(), unit.upper(), operation.upper()
    return numbers[f"{unit}_{operation}"] << 25 | numbers[f"UNIT_{unit}"] << 12 | numbers["OPCODE"]


class Units:
    """What the core's units hold; read by instructions that change nothing."""

    def __init__(self):
        try:
            self.by = Served()
        except (gdb.error, ValueError):
            self.by = Stepped()
        numbers = opcodes()
        self.word = self.execute("info", "info") if self.by.there else 0
        self.fields = {name.lower(): self.word >> numbers[f"INFO_{name}_LOW"] & (1 << numbers[f"INFO_{name}_BITS"]) - 1
                       for name in ("VERSION", "UNITS", "ENGINE", "WAKE", "TASKS", "WIDTH")}
        self.ready, self.time, self.event = (bool(self.fields["units"] & numbers[f"INFO_UNITS_{name}"])
                                             for name in ("READY", "TIME", "EVENT"))
        self.index = numbers["EVENT_INDEX_LOW"]

    def execute(self, unit, operation, rs1=0):
        return self.by.execute(code(unit, operation), rs1, 0)

    def delay(self, priority):
        return self.execute("time", "get", priority) if self.time else 0

    def words(self, unit, operation):
        return bits([self.execute(unit, operation, n) for n in range((self.fields["tasks"] + 31) // 32)], 32)

    def expired(self):
        return self.words("time", "expired") if self.time else []

    def ready_tasks(self):
        return self.words("ready", "word") if self.ready else []

    def event_value(self, number):
        return self.execute("event", "get", number)

    def event_waits(self, number):
        """The tasks that wait for an event of the unit."""
        return bits([self.execute("event", "word", number | n << self.index)
                     for n in range((self.fields["tasks"] + 31) // 32)], 32)


# ---------------------------------------------------------------------------------------------------------- the kernel

class Kernel:
    """The tasks as they are now, wherever their ready list and their delays are kept."""

    def __init__(self):
        self.units = Units()
        self.running = int(variable("OSRunning"))
        self.current = int(variable("OSTCBCur"))
        # In software some task is ready always, from OSInit() on: the idle task is.
        self.ready_in_software = there("OSRdyGrp") and int(variable("OSRdyGrp")) != 0
        self.ready = set_bits(variable("OSRdyTbl")) if self.ready_in_software else self.units.ready_tasks()
        self.expired = set(self.units.expired()) if self.units.fields["wake"] else set()
        self.tasks = sorted((Task(self, tcb) for tcb in self.list()), key=lambda task: task.priority)

    def list(self):
        tcb, most = variable("OSTCBList"), variable("OSTCBTbl").type.range()[1] + 1
        for _ in range(most):
            if not int(tcb):
                return
            yield Structure(tcb.dereference())
            tcb = tcb["OSTCBNext"]

    def task(self, priority):
        for task in self.tasks:
            if task.priority == priority:
                return task
        raise gdb.GdbError(f"there is no task of priority {priority}")


class Task:
    def __init__(self, kernel, tcb):
        self.kernel, self.tcb = kernel, tcb
        self.priority, self.name = field(tcb, "OSTCBPrio"), text(tcb, "OSTCBTaskName")
        self.status, self.sp = field(tcb, "OSTCBStat"), field(tcb, "OSTCBStkPtr")
        # The unit counts what fits its counters; the TCB keeps the rest. Without a unit it keeps all.
        self.delay = kernel.units.delay(self.priority) + field(tcb, "OSTCBDly")
        self.current = kernel.running and tcb.address == kernel.current

    def state(self):
        """What the task does. Where a tick or a post made it ready in hardware, its TCB learns of that when it runs."""
        waits = [name for bit, name in WAITS if self.status & bit]
        ready = self.priority in self.kernel.ready
        if ready:
            state = "running" if self.current else "ready"
            if waits and self.priority in self.kernel.expired:
                state += ", timed out"
            elif waits and self.kernel.units.event and not self.current:
                state += ", posted"
        else:
            state = "waits" if waits else "sleeps" if self.delay else ""
        return ", ".join(filter(None, [state, "suspended" if self.status & SUSPENDED else ""]))

    def event(self):
        """What it waits for."""
        if self.priority in self.kernel.ready or not any(self.status & bit for bit, _ in WAITS):
            return ""
        if self.status & 0x20:
            node = field(self.tcb, "OSTCBFlagNode")
            if node:
                group = self.tcb["OSTCBFlagNode"]["OSFlagNodeFlagGrp"]
                return place("flags", "OSFlagTbl", int(group))
            return "flags"
        if self.status & MULTI and field(self.tcb, "OSTCBEventMultiPtr"):
            events, names = self.tcb["OSTCBEventMultiPtr"], []
            while int(events[len(names)]):
                names.append(event_name(events[len(names)]))
            return " or ".join(names)
        return event_name(self.tcb["OSTCBEventPtr"]) if field(self.tcb, "OSTCBEventPtr") else ""

    def registers(self):
        """Those that its saved frame holds, with sp as it was before that was made."""
        first = word(self.sp)
        names = INTERRUPTED if first else SAVED
        saved = {name: word(self.sp + 4 + 4 * n) for n, name in enumerate(names)}
        saved["pc"] = first or saved["ra"]
        saved["sp"] = self.sp + (INTERRUPTED_BYTES if first else SWITCHED_BYTES)
        return saved

    def where(self):
        """(PC, functions from the innermost one on)."""
        if self.current:
            if int(variable("OSIntNesting")):
                return value_of("pc"), ["in an interrupt"]
            return value_of("pc"), frames()
        with self.context():
            return value_of("pc"), frames()

    @contextlib.contextmanager
    def context(self):
        """GDB shows the task's registers as they were when it last ran. The core's own come back."""
        gdb.execute("frame 0", to_string=True)
        saved = self.registers()
        before = {name: value_of(name) for name in saved}
        try:
            for name, value in saved.items():
                set_register(name, value)
            yield
        finally:
            gdb.execute("frame 0", to_string=True)
            for name, value in before.items():
                set_register(name, value)

    def stack(self):
        """(bytes used now, most ever used or None, size), or None where the kernel does not know the stack."""
        bottom, size = field(self.tcb, "OSTCBStkBottom"), 4 * field(self.tcb, "OSTCBStkSize")
        if not bottom or not size:
            return None
        sp = value_of("sp") if self.current else self.sp
        if not bottom <= sp <= bottom + size:              # on the interrupt stack, or lost
            sp = self.sp
        most = None
        if field(self.tcb, "OSTCBOpt") & 3 == 3:           # it was cleared, for OSTaskStkChk()
            content = gdb.selected_inferior().read_memory(bottom, size).tobytes()
            # What lies lowest may itself be 0, as in the frame of a task that gave the processor up.
            most = max(bottom + size - sp, size - (len(content) - len(content.lstrip(b"\0"))) // 4 * 4)
        return bottom + size - sp, most, size


def frames():
    """The names of the functions of the present stack, innermost first, as far as the task's own.

    OSSemPend() and the like have another name where they are part of the code that calls them (os_event_short.h).
    """
    names, frame, end = [], gdb.newest_frame(), int(variable("OS_TaskReturn").address)
    while frame and frame.is_valid() and frame.pc() != end and len(names) < 64:
        name = frame.name() or hex(frame.pc())
        names.append(re.sub("^OS_(?=(Sem|Mbox|Q)(Pend|Post)$)", "OS", name))
        try:
            frame = frame.older()
        except gdb.error:
            break
    return names


def place(kind, table, address, name=""):
    """`semaphore 3 "name"`: an entry of one of the kernel's tables by its number."""
    entries = variable(table)
    number = (address - int(entries.address)) // entries[0].type.sizeof
    return f'{kind} {number}' + (f' "{name}"' if name else "")


def event_name(pointer):
    event = Structure(pointer.dereference())
    kind = EVENTS.get(field(event, "OSEventType"), "event")
    return place(kind, "OSEventTbl", event.address, text(event, "OSEventName"))


# --------------------------------------------------------------------------------------------------------- the commands

def table(head, rows):
    """Prints columns; numbers to the right."""
    cells = [[str("-" if cell is None else cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    right = [bool(rows) and all(isinstance(row[n], int) or row[n] is None for row in rows) for n in range(len(head))]
    for row in cells:
        print("  ".join(cell.rjust(width) if to_right else cell.ljust(width)
                        for cell, width, to_right in zip(row, widths, right)).rstrip())


class Metronome(gdb.Command):
    """Tasks and events of uC/OS-II, and what a Metronome core holds of them. Reads only."""

    def __init__(self):
        super().__init__("metronome", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE, True)


class Command(gdb.Command):
    """A subcommand: run(argument) prints."""

    def __init__(self):
        super().__init__(f"metronome {type(self).__name__.lower()}", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE)

    def invoke(self, argument, from_tty):
        if not gdb.selected_inferior().pid:
            raise gdb.GdbError("no program is being debugged: target remote ...")
        frame = gdb.selected_frame().level()
        try:
            self.run(argument.strip())
        finally:
            with contextlib.suppress(gdb.error):
                gdb.execute(f"frame {frame}", to_string=True)


class Tasks(Command):
    """All tasks: priority, state, ticks that are left, what it waits for, bytes of stack (now, most ever, size), place.

    The most ever is known of a stack that was cleared (OS_TASK_OPT_STK_CHK + OS_TASK_OPT_STK_CLR)."""

    def run(self, _):
        rows = []
        for task in Kernel().tasks:
            pc, names = task.where()
            own = next((n for n, name in enumerate(names) if not name.startswith("OS")), len(names) - 1)
            rows.append((task.priority, task.name, task.state(), task.delay, task.event(),
                         *(task.stack() or [None] * 3), f"{pc:#010x}",
                         " < ".join(names[max(own - 1, 0):own + 1])))
        table(("prio", "name", "state", "delay", "event", "stack", "most", "size", "PC", "function"), rows)


class Ready(Command):
    """The ready tasks, and where the ready list is."""

    def run(self, _):
        kernel = Kernel()
        print(f"in {'software (OSRdyTbl)' if kernel.ready_in_software else 'the ready unit'}: "
              + (", ".join(map(str, kernel.ready)) or "none"))


class Delays(Command):
    """Tasks with a delay or a timeout that runs: the ticks that are left, and the parts that unit and TCB hold."""

    def run(self, _):
        rows = [(task.delay, task.priority, task.name, task.delay - field(task.tcb, "OSTCBDly"),
                 field(task.tcb, "OSTCBDly")) for task in Kernel().tasks if task.delay]
        table(("ticks", "prio", "name", "unit", "TCB"), sorted(rows))


class Events(Command):
    """Semaphores, mailboxes, queues, mutexes and flag groups that exist, and who waits for them, by priority."""

    def run(self, _):
        rows, units = [], Units()
        if there("OSEventTbl"):
            events = variable("OSEventTbl")
            for n in range(events.type.range()[1] + 1):
                event = Structure(events[n])
                kind = EVENTS.get(field(event, "OSEventType"))
                number = field(event, "OSEventUnit", -1)           # in the event unit, or in software
                if kind:
                    waits = set_bits(event["OSEventTbl"]) if number < 0 else units.event_waits(number)
                    whole = field(event, "OSEventRing", None) is not None      # a patched tree has its list there alone
                    rows.append((f"{kind} {n}", text(event, "OSEventName"),
                                 self.content(kind, event, units, number if whole else -1),
                                 ", ".join(map(str, waits))))
        if there("OSFlagTbl"):
            groups = variable("OSFlagTbl")
            for n in range(groups.type.range()[1] + 1):
                group = Structure(groups[n])
                if field(group, "OSFlagType") == 5:
                    number = field(group, "OSFlagUnit", -1)
                    waits = self.flag_waits(group) if number < 0 else self.unit_flag_waits(units, number)
                    rows.append((f"flags {n}", text(group, "OSFlagName"), f"{field(group, 'OSFlagFlags'):#x}",
                                 ", ".join(waits)))
        table(("event", "name", "content", "waiting"), rows)

    @staticmethod
    def content(kind, event, units, number):
        count, pointer = field(event, "OSEventCnt"), field(event, "OSEventPtr")
        if number >= 0 and kind == "semaphore":
            count = units.event_value(number)
        if number >= 0 and kind == "mailbox":
            pointer = units.event_value(number)
        if kind == "semaphore":
            return str(count)
        if kind == "mailbox":
            return hex(pointer) if pointer else "empty"
        if kind == "queue":
            queue = event["OSEventPtr"].cast(gdb.lookup_type("OS_Q").pointer())
            used = units.event_value(number) >> 24 if field(event, "OSEventRing") else int(queue["OSQEntries"])
            return f"{used} of {int(queue['OSQSize'])}"
        return "free" if count & 0xFF == 0xFF else f"owner of priority {count & 0xFF}"

    @staticmethod
    def flag_waits(group):
        node, found = group["OSFlagWaitList"].cast(gdb.lookup_type("OS_FLAG_NODE").pointer()), []
        while int(node) and len(found) < 256:
            tcb = node["OSFlagNodeTCB"].cast(gdb.lookup_type("OS_TCB").pointer())
            found.append(f"{int(tcb['OSTCBPrio'])} (for {int(node['OSFlagNodeFlags']):#x})")
            node = node["OSFlagNodeNext"].cast(node.type)
        return found

    @staticmethod
    def unit_flag_waits(units, number):
        return [f"{task} (for {units.execute('event', 'message', task):#x})" for task in units.event_waits(number)]


class Accelerator(Command):
    """The units: the information word, the ready map, and each task's delay, with what a tick left to be acknowledged.

    Held is what the kernel holds by its own rules, since no instruction tells: suspended, or with more of a long delay
    to come; in a system with one unit alone, all tasks are."""

    def run(self, _):
        kernel = Kernel()
        units = kernel.units
        if not units.word:
            print("this core has no accelerator")
            return
        names = [name for name, has in (("ready", units.ready), ("time", units.time), ("event", units.event)) if has]
        print(f"information {units.word:#010x}: version {units.fields['version']}, units {' and '.join(names)}, "
              f"{units.fields['tasks']} tasks, delays of {units.fields['width']} bits, "
              f"{'look-ahead' if units.fields['engine'] else 'parallel'} engine"
              + (", wakes tasks by itself" if units.fields["wake"] else ""))
        if units.ready:
            highest = units.execute("ready", "highest")
            print("ready: " + (", ".join(map(str, units.ready_tasks())) or "none")
                  + ("" if highest == NONE else f"; the highest is {highest}"))
        if units.time:
            expired = units.expired()
            print("expired: " + (", ".join(map(str, expired)) or "none"))
            tasks = {task.priority: task for task in kernel.tasks}
            delays = [units.delay(priority) for priority in range(units.fields["tasks"])]
            alone = kernel.ready_in_software and any(delays)
            table(("prio", "name", "ticks", "expired", "held"),
                  [(priority, tasks[priority].name if priority in tasks else "", delay,
                    "expired" if priority in expired else "",
                    "held" if priority in tasks and (alone or self.held(tasks[priority])) else "")
                   for priority, delay in enumerate(delays) if priority in tasks or delay or priority in expired])

    @staticmethod
    def held(task):
        return task.status & SUSPENDED or field(task.tcb, "OSTCBDly") and not task.kernel.ready_in_software


class Backtrace(Command):
    """metronome backtrace PRIO: the stack of a task that does not run, from where it was switched or interrupted."""

    def run(self, argument):
        try:
            priority = int(argument, 0)
        except ValueError:
            raise gdb.GdbError("metronome backtrace PRIO: the priority of a task") from None
        task = Kernel().task(priority)
        if task.current:
            raise gdb.GdbError(f"the task of priority {priority} is the running one: backtrace shows it")
        with task.context():
            shown = gdb.execute(f"backtrace {len(frames())}", to_string=True)
            print(re.sub(r"\(More stack frames follow...\)\n", "", shown), end="")


gdb.execute("set osabi none")     # else GDB may take the target for Linux, and step by breakpoints
Metronome()
for command in (Tasks, Ready, Delays, Events, Accelerator, Backtrace):
    command()
