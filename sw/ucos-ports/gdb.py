# SPDX-License-Identifier: Apache-2.0
"""Tasks, waits and events of uC/OS-II, for scripts/gdb/metronome.py.

The module uses uC/OS-II's names in the program's debug information, so it fits every V2.92 or V2.93 kernel.
"""
import re

import gdb
from metronome_program import (BANKED, Banked, NONE, Structure, UNWINDING, bits, exists, field, frames,
                               registers_as, text, value_of, variable, word)

NAME, KNOWN_BY, IN_RAM = "uC/OS-II", "OSRunning", "OSTCBCur"
READY = "OSRdyTbl"
WAITS = ((0x01, "semaphore"), (0x02, "mailbox"), (0x04, "queue"), (0x10, "mutex"), (0x20, "flags"))
TICK_STEPS = {"off": 0, "wait": 1, "once": 2}            # OS_TICK_STEP_...
SUSPENDED, MULTI = 0x08, 0x80
EVENTS = {1: "mailbox", 2: "queue", 3: "semaphore", 4: "mutex"}
SAVED = ["ra"] + [f"s{n}" for n in range(12)]             # registers of a switched task, after a word of 0
SCRATCH = [f"t{n}" for n in range(7)] + [f"a{n}" for n in range(8)]
INTERRUPTED = ["ra", *SCRATCH] + [f"s{n}" for n in range(12)]      # registers of an interrupted task, after its PC
SWITCHED_BYTES, INTERRUPTED_BYTES = 64, 128               # sizes of the frames (os_cpu_a.S)


def is_kernel(function):
    return function.startswith("OS")


def tick_step(units, word=""):
    """If `word` is given, set whether ticks count. Return the setting. A time base applies it from the next tick on."""
    if not exists("OSTickStepState"):
        raise gdb.GdbError("this program has no tick stepping: OS_TICK_STEP_EN is 0, or it has no ticks at all")
    if word:
        gdb.execute(f"set var OSTickStepState = {TICK_STEPS[word]}")
        if exists("OSTickHandler") and word != "off":       # a tickless kernel notices "off" at its next interrupt
            units.hear_ticks()
    state = int(variable("OSTickStepState"))               # the kernel treats any other value as off
    return next((name for name, value in TICK_STEPS.items() if value == state), "off")


def set_bits(bitmap):
    """Return the priorities in a ready list or wait list, an array of OS_PRIO."""
    low, high = bitmap.type.range()
    return bits([int(bitmap[y]) for y in range(low, high + 1)], 8 * bitmap[low].type.sizeof)


class Kernel:
    """The current tasks, with their ready list and delays in hardware or in software."""

    def __init__(self, units):
        self.units = units
        self.running = int(variable("OSRunning"))
        self.current = int(variable("OSTCBCur"))
        self.banked = exists("OS_CPU_BankInit")             # the port for register banks
        self.in_handler = (units.running_bank == units.banks - 1 if self.banked and self.running
                           else int(variable("OSIntNesting")) != 0)
        # A ready list in software is never empty after OSInit(), because the idle task is always ready.
        self.ready_in_software = exists("OSRdyGrp") and int(variable("OSRdyGrp")) != 0
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


class Task(Banked):
    SHARED_BY = "OS_CPU_SharedBy"
    number = NONE                                         # in the core's task lists, which uC/OS-II does not use

    def __init__(self, kernel, tcb):
        self.kernel, self.tcb = kernel, tcb
        self.priority, self.name = field(tcb, "OSTCBPrio"), text(tcb, "OSTCBTaskName")
        self.status, self.top = field(tcb, "OSTCBStat"), field(tcb, "OSTCBStkPtr")
        self.bank = (field(tcb, "OSTCBBank") if "OSTCBBank" in tcb.names else word(self.top)) if kernel.banked else None
        # The unit counts a part that fits its counters, and the TCB has the rest. Without a unit, the TCB has the whole
        # delay.
        self.delay_in_software = field(tcb, "OSTCBDly")
        self.delay = kernel.units.delay(self.priority) + self.delay_in_software
        self.current = kernel.running and tcb.address == kernel.current
        self.runs = self.current if self.bank is None else kernel.running and self.has_the_core()

    def state(self):
        """Return the task's state. If hardware made the task ready, its TCB may still show the wait."""
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
        """Return the names of the objects for which the task waits, or an empty string."""
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

    @property
    def sp(self):
        if self.bank is None:
            return self.top
        return self.banked_sp()

    def registers(self, wanted=BANKED):
        """Return the task's registers from its bank, or from its frame, with the sp before the frame was saved."""
        if self.bank is not None:
            return self.banked_registers(wanted)
        first = word(self.sp)
        names = INTERRUPTED if first else SAVED
        saved = {name: word(self.sp + 4 + 4 * n) for n, name in enumerate(names)}
        saved["pc"] = first or saved["ra"]
        saved["sp"] = self.sp + (INTERRUPTED_BYTES if first else SWITCHED_BYTES)
        return saved

    def where(self):
        """Return the PC and the functions, innermost first."""
        if self.runs:
            return value_of("pc"), ["in an interrupt"] if self.kernel.in_handler else functions()
        with registers_as(self.registers(UNWINDING)):
            return value_of("pc"), functions()

    def context(self):
        """Return a context in which GDB shows the registers as they were when the task last ran."""
        return registers_as(self.registers())

    def held(self):
        """Return whether the unit leaves the end of the task's delay to the kernel."""
        return bool(self.status & SUSPENDED or self.delay_in_software and not self.kernel.ready_in_software)

    def stack(self):
        """Return the bytes used now, the most ever used (or None) and the size; None if the kernel does not know the
        stack."""
        bottom, size = field(self.tcb, "OSTCBStkBottom"), 4 * field(self.tcb, "OSTCBStkSize")
        if not bottom or not size:
            return None
        sp = value_of("sp") if self.runs else self.sp
        if not bottom <= sp <= bottom + size:              # on the interrupt stack, or invalid
            sp = self.sp
        most = None
        if field(self.tcb, "OSTCBOpt") & 3 == 3:           # the stack was cleared, for OSTaskStkChk()
            content = gdb.selected_inferior().read_memory(bottom, size).tobytes()
            # The lowest word in use may be 0, as in the frame of a switched task.
            most = max(bottom + size - sp, size - (len(content) - len(content.lstrip(b"\0"))) // 4 * 4)
        return bottom + size - sp, most, size


def functions():
    """Return the functions of the current stack, innermost first, up to the task's own function.

    The fast path and the slow paths of OSSemPend() and similar functions (os_event_short.h) get the name of that
    function. Equal neighbours appear once.
    """
    names = [re.sub("^OS_?((Sem|Mbox|Q|Mutex|Flag)(Pend|Post))(Slow|General|InSoftware)?$", r"OS\1", name)
             for name in frames(int(variable("OS_TaskReturn").address))]
    return [name for name, inner in zip(names, ["", *names]) if name != inner]


def place(kind, table, address, name=""):
    """Return the name of an entry of a kernel table with its number, such as `semaphore 3 "name"`."""
    entries = variable(table)
    number = (address - int(entries.address)) // entries[0].type.sizeof
    return f'{kind} {number}' + (f' "{name}"' if name else "")


def event_name(pointer):
    event = Structure(pointer.dereference())
    kind = EVENTS.get(field(event, "OSEventType"), "event")
    return place(kind, "OSEventTbl", event.address, text(event, "OSEventName"))


def events(units):
    """Return name, object name, content and waiting tasks of each event."""
    rows = []
    if exists("OSEventTbl"):
        blocks = variable("OSEventTbl")
        for n in range(blocks.type.range()[1] + 1):
            event = Structure(blocks[n])
            kind = EVENTS.get(field(event, "OSEventType"))
            number = field(event, "OSEventUnit", -1)           # number in the event unit; -1: in software
            if kind:
                waits = set_bits(event["OSEventTbl"]) if number < 0 else units.event_waits(number)
                has_value = field(event, "OSEventRing", None) is not None  # in a patched tree, the unit has only the
                                                                           # wait list
                rows.append((f"{kind} {n}", text(event, "OSEventName"),
                             content(kind, event, units, number if has_value else -1),
                             ", ".join(map(str, waits))))
    if exists("OSFlagTbl"):
        groups = variable("OSFlagTbl")
        for n in range(groups.type.range()[1] + 1):
            group = Structure(groups[n])
            if field(group, "OSFlagType") == 5:
                number = field(group, "OSFlagUnit", -1)
                waits = flag_waits(group) if number < 0 else unit_flag_waits(units, number)
                rows.append((f"flags {n}", text(group, "OSFlagName"), f"{field(group, 'OSFlagFlags'):#x}",
                             ", ".join(waits)))
    return rows


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


def flag_waits(group):
    node, found = group["OSFlagWaitList"].cast(gdb.lookup_type("OS_FLAG_NODE").pointer()), []
    while int(node) and len(found) < 256:
        tcb = node["OSFlagNodeTCB"].cast(gdb.lookup_type("OS_TCB").pointer())
        found.append(f"{int(tcb['OSTCBPrio'])} (for {int(node['OSFlagNodeFlags']):#x})")
        node = node["OSFlagNodeNext"].cast(node.type)
    return found


def unit_flag_waits(units, number):
    return [f"{task} (for {units.execute('event', 'message', task):#x})" for task in units.event_waits(number)]
