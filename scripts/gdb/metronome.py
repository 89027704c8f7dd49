# SPDX-License-Identifier: Apache-2.0
"""GDB commands for a Metronome core and its RTOS: `source scripts/gdb/metronome.py`, then `help metronome`.

Except for tick-step, the commands change nothing that the program can see. The gdb.py of an RTOS (sw/NAME-ports), or
[gdb] in the rtos.toml of an RTOS with its own build system, reads its tasks and events. Custom instructions read the
accelerator. The server of `./metro run --gdb` executes them; with another server, a single step does (see Stepped).
"""
import contextlib
import importlib.util
import json
import re
import sys
from pathlib import Path

import gdb

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import metronome_guests as guests  # noqa: E402
import metronome_threads as threads  # noqa: E402
from metronome_program import NONE, bits, exists, has_register, set_register, value_of, variable  # noqa: E402

SOFTWARE = HERE.parents[1] / "sw"
OPCODES = SOFTWARE / "ci_opcodes.h"


# ------------------------------------------------------------------------------------------------------------ the RTOS

def load(file):
    spec = importlib.util.spec_from_file_location(file.parent.name.replace("-", "_"), file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Contents of a gdb.py:
#   NAME, KNOWN_BY        name of the RTOS; a variable that identifies it
#   IN_RAM                a variable of at least four bytes in RAM
#   READY                 the variable with the ready list in software
#   Kernel(units)         the current state: tasks, ready, ready_in_software
#   a task                priority, name, state(), delay, delay_in_software (part of the delay that no unit counts),
#                         event(), stack(), where(), runs (has the core), context(), held(), number (in the task
#                         lists, or NONE)
#   events(units)         rows of the objects on which tasks wait
#   functions()           the functions of the current stack, innermost first, up to the task's own function
#   is_kernel(function)   whether a function, by its name, belongs to the kernel
#   TICK_STEPS            the words that select the effect of ticks; the first one holds at the start
#   tick_step(units, word)   sets the word, unless it is empty; returns the current word
KNOWN = [load(file) for file in sorted(SOFTWARE.glob("*-ports/gdb.py"))]
# An RTOS with its own build system has a section [gdb] in its rtos.toml, in place of a gdb.py.
KNOWN += [threads.Rtos(file) for file in sorted(SOFTWARE.glob("*/rtos.toml")) if not (file.parent / "rtos.mk").exists()]


def rtos():
    """Return the gdb.py module of the program's RTOS. Raise gdb.GdbError if there is none."""
    for module in KNOWN:
        if exists(module.KNOWN_BY):
            return module
    raise gdb.GdbError(f"this program has no {' or '.join(module.KNOWN_BY for module in KNOWN)}: it does not "
                       f"use {' or '.join(module.NAME for module in KNOWN)}, or has no debug information")


def kernel():
    """Return the current tasks of the RTOS, with ready list and delays from software or from the units."""
    return rtos().Kernel(Units())


def task_of(argument):
    """Return the task of this priority or name, and a text that describes it. Raise gdb.GdbError for none or several.
    """
    try:
        which, description = int(argument, 0), f"task of priority {argument}"
    except ValueError:
        which, description = argument, f"task {argument}"
    found = [task for task in kernel().tasks if which in (task.priority, task.name)]
    if not found:
        raise gdb.GdbError(f"there is no {description}")
    if found[1:]:
        raise gdb.GdbError(f"several tasks match: {' and '.join(task.name for task in found)}")
    return found[0], description


# ----------------------------------------------------------------------------------------------------- the accelerator

class Served:
    """Custom instructions through the server of `./metro run --gdb`: the halted core executes only these."""

    def __init__(self):
        self.is_available = "accelerator" in json.loads(gdb.execute("monitor core", to_string=True))

    def execute(self, code, rs1, rs2):
        return int(gdb.execute(f"monitor custom {code:#x} {rs1:#x} {rs2:#x}", to_string=True), 0)


class Stepped:
    """Custom instructions through any server: a single step over an instruction that replaces a variable in RAM. Memory
    and registers are then restored. A later `continue` from a breakpoint stops at the same breakpoint once more."""

    CSRS = ("mepc", "mcause", "mtval", "mstatus")          # changed by a trap, which a core without units takes

    def __init__(self):
        self.is_available = True
        with contextlib.suppress(gdb.GdbError):
            self.execute(code("info", "info"), 0, 0)
            return
        self.is_available = False

    def execute(self, instruction, rs1, rs2):
        place = int(variable(rtos().IN_RAM).address)
        memory = gdb.selected_inferior()
        before = memory.read_memory(place, 4).tobytes()
        registers = {name: value_of(name) for name in ("a0", "a1", "pc")}
        second = 0 if instruction >> 20 & 31 else 11 << 20     # 0: rs2 is already in the instruction; else a1
        csrs = {name: value_of(name) for name in self.CSRS if has_register(name)}
        try:
            memory.write_memory(place, (instruction | 10 << 7 | 10 << 15 | second).to_bytes(4, "little"))
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


def opcodes():
    """Return the numbers of units and instructions, from the header that the firmware includes."""
    try:
        return {name: int(number, 0) for name, number in
                re.findall(r"#define CI_(\w+) (\d\w*?)u?$", OPCODES.read_text(), re.MULTILINE)}
    except OSError as error:
        raise gdb.GdbError(f"cannot read {OPCODES}: {error.strerror}") from None


def code(unit, operation):
    """Return the encoding of an instruction with x0 as each register."""
    numbers, unit, operation = opcodes(), unit.upper(), operation.upper()
    return numbers[f"{unit}_{operation}"] << 25 | numbers[f"UNIT_{unit}"] << 12 | numbers["OPCODE"]


class Units:
    """The state of the core's units, read by instructions that change nothing, unless a method says so."""

    def __init__(self):
        try:
            self.by = Served()
        except (gdb.error, ValueError):
            self.by = Stepped()
        numbers = opcodes()
        self.word = self.execute("info", "info") if self.by.is_available else 0
        self.fields = {name.lower(): self.word >> numbers[f"INFO_{name}_LOW"] & (1 << numbers[f"INFO_{name}_BITS"]) - 1
                       for name in ("VERSION", "UNITS", "ENGINE", "WAKE", "TASKS", "WIDTH")}
        self.ready, self.time, self.event, self.time_base = (
            bool(self.fields["units"] & numbers[f"INFO_UNITS_{name}"])
            for name in ("READY", "TIME", "EVENT", "TIME_BASE"))
        self.numbers = numbers
        self.index = numbers["EVENT_INDEX_LOW"]
        # The number of register banks. The running bank and the interrupted bank follow below.
        second = self.execute("info", "second") if self.word >> numbers["INFO_MORE_LOW"] & 1 else 0
        self.banks = second >> numbers["INFO2_BANKS_LOW"] & (1 << numbers["INFO2_BANKS_BITS"]) - 1
        # Task lists: the numbers of levels and of wait lists.
        self.levels, self.waiting = (
            self.execute(unit, "info") >> numbers[f"{unit}_INFO_{name}_LOW"]
            & (1 << numbers[f"{unit}_INFO_{name}_BITS"]) - 1 if second & numbers[f"INFO2_{bit}"] else 0
            for unit, name, bit in (("LIST", "LEVELS", "LEVELS"), ("WAIT", "LISTS", "WAITING")))
        state = self.execute("context", "state") if self.banks else 0
        self.running_bank, self.interrupted_bank = (
            state >> numbers[f"CONTEXT_STATE_{name}_LOW"] & (1 << numbers[f"CONTEXT_STATE_{name}_BITS"]) - 1
            for name in ("RUNNING", "PREVIOUS"))

    def execute(self, unit, operation, rs1=0, rs2_field=0, rs2=0):
        return self.by.execute(code(unit, operation) | rs2_field << 20, rs1, rs2)

    def bank_register(self, bank, number):
        """Return a register of a bank that does not run."""
        return self.execute("context", "read", bank, number)

    def bank_pc(self, bank):
        """Return the address at which the task of a bank resumes."""
        return self.execute("context", "get", bank) & ~1

    def delay(self, priority):
        return self.execute("time", "get", priority) if self.time else 0

    def time_register(self, name):
        """Return a register of the time base."""
        return self.execute("time", "read", self.numbers[f"TIME_BASE_{name}"])

    def hear_ticks(self):
        """Change the time base: from the next tick on, each tick raises an interrupt and waits for software."""
        self.execute("time", "write", self.numbers["TIME_BASE_CONTROL"], rs2=self.numbers["TIME_CONTROL_HALTS"])

    def status(self, name):
        """Return a field of the time base's status register."""
        return self.time_register("STATUS") >> self.numbers[f"TIME_STATUS_{name}_LOW"] & (
            1 << self.numbers[f"TIME_STATUS_{name}_BITS"]) - 1

    def words(self, unit, operation):
        return bits([self.execute(unit, operation, n) for n in range((self.fields["tasks"] + 31) // 32)], 32)

    def expired(self):
        return self.words("time", "expired") if self.time else []

    def ready_tasks(self):
        return self.words("ready", "word") if self.ready else []

    def event_value(self, number):
        return self.execute("event", "get", number)

    def event_waits(self, number):
        """Return the tasks that wait for an event of the event unit."""
        return bits([self.execute("event", "word", number | n << self.index)
                     for n in range((self.fields["tasks"] + 31) // 32)], 32)

    def in_order(self, unit, number):
        """Return the tasks in a list, in order. unit: `list` or `wait`."""
        tasks, task = [], self.execute(unit, "first", number)
        while task != NONE and len(tasks) < self.fields["tasks"]:
            tasks.append(task)
            task = self.execute(unit, "after", task)
        return tasks

    def task_lists(self):
        """Return (name, tasks) of each task list."""
        numbers = {f"level {level}": level for level in range(self.levels)}
        numbers |= {name: self.numbers[f"LIST_{name.upper()}"]
                    for name in ("sleeping", "coming", "due", "parked", "ended")}
        return [(name, self.in_order("list", number)) for name, number in numbers.items()] if self.levels else []

    def wait_lists(self):
        return [(f"waiting {number}", self.in_order("wait", number)) for number in range(self.waiting)]

    def wakes(self, task):
        """Return the time at which a sleeping task of the task lists wakes."""
        return self.execute("list", "wake", task)

    def waits_in(self, task):
        """Return the number of the task's wait list, or NONE."""
        return self.execute("wait", "where", task)


# --------------------------------------------------------------------------------------------------------- the commands

def table(head, rows):
    """Print a table with numbers right-aligned."""
    cells = [[str("-" if cell is None else cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    right = [bool(rows) and all(isinstance(row[n], int) or row[n] is None for row in rows) for n in range(len(head))]
    for row in cells:
        print("  ".join(cell.rjust(width) if to_right else cell.ljust(width)
                        for cell, width, to_right in zip(row, widths, right)).rstrip())


class Metronome(gdb.Command):
    """Tasks and events of the RTOS, and the state of a Metronome core. Only tick-step changes the program's state."""

    def __init__(self):
        super().__init__("metronome", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE, True)


class Command(gdb.Command):
    """A subcommand with the name of its class. run(argument) prints its output."""

    def __init__(self):
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(self).__name__).lower()
        super().__init__(f"metronome {name}", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE)

    def invoke(self, argument, from_tty):
        if not gdb.selected_inferior().pid:
            raise gdb.GdbError("no program is being debugged; connect with `target remote`")
        frame = gdb.selected_frame().level()
        try:
            self.run(argument.strip())
        finally:
            with contextlib.suppress(gdb.error):
                gdb.execute(f"frame {frame}", to_string=True)


class Tasks(Command):
    """All tasks: priority, name, state, ticks left, event, stack in bytes (in use, maximum, size), PC and function.

    The maximum is known only for a stack that was cleared (OS_TASK_OPT_STK_CHK + OS_TASK_OPT_STK_CLR)."""

    def run(self, _):
        rows, is_kernel = [], rtos().is_kernel
        for task in kernel().tasks:
            pc, names = task.where()
            own = next((n for n, name in enumerate(names) if not is_kernel(name)), len(names) - 1)
            rows.append((task.priority, task.name, task.state(), task.delay, task.event(),
                         *(task.stack() or [None] * 3), f"{pc:#010x}",
                         " < ".join(names[max(own - 1, 0):own + 1])))
        table(("prio", "name", "state", "delay", "event", "stack", "most", "size", "PC", "function"), rows)


class Ready(Command):
    """The ready tasks, and the place of the ready list: software, ready unit or task lists."""

    def run(self, _):
        now = kernel()
        unit = "the task lists" if now.units.levels else "the ready unit"
        print(f"in {f'software ({rtos().READY})' if now.ready_in_software else unit}: "
              + (", ".join(map(str, now.ready)) or "none"))


class Delays(Command):
    """Tasks with a running delay or timeout: the ticks left, and the parts in the unit and in the TCB."""

    def run(self, _):
        tasks = kernel().tasks
        if any(task.delay is None for task in tasks):
            raise gdb.GdbError(f"{rtos().NAME} keeps its timeouts in software, and GDB does not show them")
        rows = [(task.delay, task.priority, task.name, task.delay - task.delay_in_software, task.delay_in_software)
                for task in tasks if task.delay]
        table(("ticks", "prio", "name", "unit", "TCB"), sorted(rows))


class Events(Command):
    """Semaphores, mailboxes, queues, mutexes and flag groups, with the waiting tasks in order of priority."""

    def run(self, _):
        table(("event", "name", "content", "waiting"), rtos().events(Units()))


class Accelerator(Command):
    """The units: the information word, the ready map, and for each task its delay and whether it is expired or held.
    With task lists: each list with the numbers and names of its tasks, in order.

    No instruction reads whether a task is held, so this follows the kernel's rules. A task is held if it is suspended,
    or if the TCB keeps a part of its delay. With the time unit but no ready unit, all tasks are held."""

    def run(self, _):
        now = kernel()
        units = now.units
        if not units.word:
            print("this core has no accelerator")
            return
        names = [name for name, has in (("ready", units.ready), ("time", units.time), ("event", units.event),
                                        ("time base", units.time_base),
                                        (f"task lists ({units.levels} levels)", units.levels),
                                        (f"wait lists ({units.waiting})", units.waiting)) if has]
        print(f"information {units.word:#010x}: version {units.fields['version']}, units {' and '.join(names)}, "
              f"{units.fields['tasks']} tasks, delays of {units.fields['width']} bits"
              + ("" if units.levels else f", {'look-ahead' if units.fields['engine'] else 'parallel'} engine")
              + (f", {units.banks} register banks" if units.banks else "")
              + (", wakes tasks without software" if units.fields["wake"] else ""))
        if units.ready:
            highest = units.execute("ready", "highest")
            print("ready: " + (", ".join(map(str, units.ready_tasks())) or "none")
                  + ("" if highest == NONE else f"; the highest is {highest}"))
        if units.time_base:
            time = units.time_register("TIME_HIGH") << 32 | units.time_register("TIME")
            why = [name.lower() for name in ("URGENT", "SOFTWARE", "WAITING") if units.status(name)]
            why += [f"alarm {number}" for number in bits([units.status("ALARMS")], 8)]
            print(f"time base: {time} ticks, the next in {units.time_register('LEFT')} cycles, "
                  f"{units.status('PENDING')} pending{', some were lost' if units.status('OVERRUN') else ''}; "
                  f"interrupt: {', '.join(why) or 'none'}")
        if units.time:
            expired = units.expired()
            print("expired: " + (", ".join(map(str, expired)) or "none"))
            tasks = {task.priority: task for task in now.tasks}
            delays = [units.delay(priority) for priority in range(units.fields["tasks"])]
            alone = now.ready_in_software and any(delays)
            table(("prio", "name", "ticks", "expired", "held"),
                  [(priority, tasks[priority].name if priority in tasks else "", delay,
                    "expired" if priority in expired else "",
                    "held" if priority in tasks and (alone or tasks[priority].held()) else "")
                   for priority, delay in enumerate(delays) if priority in tasks or delay or priority in expired])
        if units.levels:
            names = {task.number: task.name for task in now.tasks}
            table(("list", "tasks"), [(name, ", ".join(f"{task} {names.get(task, '')}".rstrip() for task in tasks))
                                      for name, tasks in units.task_lists() + units.wait_lists() if tasks])


class Guests(Command):
    """All guests of the monitor: priority, state, cycles left of the slice or budget, cycles until the alarm,
    interrupts, memory, PC and function."""

    def run(self, _):
        if not guests.are_there():
            raise gdb.GdbError(f"this program has no {guests.KNOWN_BY}: it has no monitor, or no debug information")
        table(guests.COLUMNS, guests.rows())


class Backtrace(Command):
    """metronome backtrace PRIO (or NAME): the stack of a task or guest that does not run, from the point where it was
    switched out or interrupted."""

    def run(self, argument):
        if guests.are_there() and argument:
            guests.backtrace(argument)
            return
        if not argument:
            raise gdb.GdbError("metronome backtrace PRIO: give the priority of a task, or its name")
        task, description = task_of(argument)
        if task.runs:
            raise gdb.GdbError(f"the {description} is running: use GDB's command backtrace")
        with task.context():
            shown = gdb.execute(f"backtrace {len(rtos().functions())}", to_string=True)
            print(re.sub(r"\(More stack frames follow...\)\n", "", shown), end="")


class TickStep(Command):
    """metronome tick-step [off|wait|once]: set the effect of ticks, from the next one on; without an argument, show it.

    off: delays and timeouts count. wait: they stop. once: they count for one more tick and then stop."""

    def run(self, argument):
        words = rtos().TICK_STEPS
        if argument and argument not in words:
            raise gdb.GdbError(f"metronome tick-step: {argument} is not one of {', '.join(words)}")
        print(f"tick-step: {rtos().tick_step(Units(), argument)}")


gdb.execute("set osabi none")     # otherwise GDB may assume Linux and step with breakpoints
Metronome()
for command in (Tasks, Ready, Delays, Events, Accelerator, Guests, Backtrace, TickStep):
    command()
guests.units = Units
if guests.are_there():
    guests.load_symbols()
