# SPDX-License-Identifier: Apache-2.0
"""Show the tasks of FreeRTOS and their waits in GDB, for scripts/gdb/metronome.py.

The module finds the kernel's variables by name in the program's debug information. A patched kernel (accel/) also has
tables of the tasks and lists in the core's units. The kernel keeps no list of its queues and event groups, so the
module shows only objects with waiting tasks.
"""
import re

import gdb
from metronome_program import (BANKED, Banked, FILE_OF, NONE, Structure, UNWINDING, WORD, exists, field, frames,
                               registers_as, value_of, variable, word)

NAME, KNOWN_BY, IN_RAM = "FreeRTOS", "uxPortCriticalNesting", "pxCurrentTCB"
READY = "pxReadyTasksLists"
TICK_STEPS = {"off": 0}
FILES = re.compile(r"(^|/)(tasks|queue|list|timers|event_groups|stream_buffer|heap_\d|port)\.c$|port(asm|contexts)\.S$|"
                   r"(^|/)((task|event|queue)_lists|(task|queue)_short)\.h$")
PORTS = re.compile("[a-z]+Port[A-Z]")                      # GDB reports the caller's file for an inlined function
WAITING_NOTIFICATION = 1                                   # taskWAITING_NOTIFICATION
OF_EVENT_GROUP = 0x80000000                                # taskEVENT_LIST_ITEM_VALUE_IN_USE
UNUSED = 0xA5                                              # tskSTACK_FILL_BYTE
SAVED = ["ra"] + [f"s{n}" for n in range(12)]              # registers of a task that yielded (portasm.S)
INTERRUPTED = ["ra", *(f"t{n}" for n in range(7)), *(f"a{n}" for n in range(8)), *(f"s{n}" for n in range(12))]
YIELD_BYTES, INTERRUPTED_BYTES = 64, 128
STATES = {"sleeping": "sleeps", "coming": "sleeps", "due": "sleeps", "parked": "suspended", "ended": "deleted"}


def is_kernel(function):
    return bool(PORTS.match(function) or FILES.search(FILE_OF.get(function, "")))


def tick_step(units, word=""):
    raise gdb.GdbError("FreeRTOS has no tick stepping")


def items(of):
    """Return the items of a List_t in order, as structures."""
    end = int(of["xListEnd"].address)
    item, most = of["xListEnd"]["pxNext"], int(of["uxNumberOfItems"])
    for _ in range(most):
        if int(item) in (0, end):
            return
        yield item.dereference()
        item = item["pxNext"]


def container(item):
    """Return the list of an item, or 0. The name depends on configENABLE_BACKWARD_COMPATIBILITY."""
    names = {part.name for part in item.type.strip_typedefs().fields()}
    return int(item["pxContainer" if "pxContainer" in names else "pvContainer"])


def has_valid_end_marker(of):
    """Return whether the end marker of a List_t is valid. It holds the number of the wait list that replaces the
    List_t, or else the highest value."""
    value = of["xListEnd"]["xItemValue"]
    return int(value) == (1 << 8 * value.type.sizeof) - 1 or list_of_number(int(value)) == int(of.address)


def list_of_number(number):
    """Return the address of the List_t that the wait list of this number replaces, or 0."""
    if not exists("pxEventListOf"):
        return 0
    lists = variable("pxEventListOf")
    return int(lists[number]) if number <= lists.type.range()[1] else 0


class Kernel:
    """The current state of the kernel: its tasks and ready list."""

    def __init__(self, units):
        self.units = units
        self.numbered = exists("pxTaskOf")                  # tasks may be in the core's lists
        # Trees that an earlier version has patched have the second function.
        self.ready_in_software = not (exists("vTaskRunningInit") or exists("vTaskNumberStarts"))
        self.running = exists("xSchedulerRunning") and int(variable("xSchedulerRunning")) != 0
        self.current = int(variable("pxCurrentTCB"))
        self.banked = exists("vPortBankInit")               # the port for register banks
        self.in_handler = (units.running_bank == units.banks - 1 if self.banked and self.running
                           else int(variable("uxPortIntNesting")) != 0)
        self.ticks = (units.time_register("TIME") + int(variable("ulTickOffset")) if exists("ulTickOffset")
                      else int(variable("xTickCount")))
        tasks = [Task(self, state, owner) for state, owner in (*self.in_software(), *self.in_units())]
        self.tasks = sorted(tasks, key=lambda task: (-task.priority, task.tcb.address))
        self.ready = [f'{task.priority} "{task.name}"'     # tasks of one priority in the order of their list
                      for task in sorted(tasks, key=lambda task: -task.priority) if task.list == "ready"]

    def in_software(self):
        """Yield the state and TCB of each task in a list of FreeRTOS."""
        lists = variable("pxReadyTasksLists")
        for n in range(lists.type.range()[1] + 1):
            yield from (("ready", item["pvOwner"]) for item in items(lists[n]))
        for name, state in (("xDelayedTaskList1", "sleeps"), ("xDelayedTaskList2", "sleeps"),
                            ("xSuspendedTaskList", "suspended"), ("xTasksWaitingTermination", "deleted")):
            if exists(name):
                yield from ((state, item["pvOwner"]) for item in items(variable(name)))

    def in_units(self):
        """Yield the state and TCB of each task in a list of the core."""
        if not self.numbered:
            return
        tasks = variable("pxTaskOf")
        for name, numbers in self.units.task_lists():
            yield from ((STATES.get(name, "ready"), tasks[number]) for number in numbers)


class Task(Banked):
    SHARED_BY = "pxPortSharedBy"

    def __init__(self, kernel, state, owner):
        self.kernel, self.list = kernel, state
        self.tcb = Structure(owner.cast(gdb.lookup_type("TCB_t").pointer()).dereference())
        self.priority = field(self.tcb, "uxPriority")
        self.name = self.tcb["pcTaskName"].string("utf-8", "replace")
        self.top = field(self.tcb, "pxTopOfStack")
        self.current = kernel.running and self.tcb.address == kernel.current
        self.bank = word(self.top) & 0xFF if kernel.banked else None
        self.runs = self.current if self.bank is None else kernel.running and self.has_the_core()
        self.number = field(self.tcb, "uxCriticalNesting") if kernel.numbered else NONE
        self.waits_for = container(self.tcb["xEventListItem"]) or self.waits_in_unit()
        self.delay, self.delay_in_software = self.sleep() if state == "sleeps" else (0, 0)

    def waits_in_unit(self):
        """Return the List_t that the task's wait list replaces, or 0."""
        if self.number == NONE or not self.kernel.units.waiting:
            return 0
        waiting = self.kernel.units.waits_in(self.number)
        return 0 if waiting == NONE else list_of_number(waiting)

    def sleep(self):
        """Return the remaining ticks, and the part that software counts: all or none."""
        item = self.tcb["xStateListItem"]
        in_software = container(item) != 0
        wakes = int(item["xItemValue"]) if in_software else self.kernel.units.wakes(self.number)
        left = (wakes - self.kernel.ticks) & WORD
        return left, left if in_software else 0

    @property
    def notified(self):
        """Return whether the task waits for a notification."""
        if "ucNotifyState" not in self.tcb.names:
            return False
        states = self.tcb["ucNotifyState"]
        return any(int(states[n]) == WAITING_NOTIFICATION for n in range(states.type.range()[1] + 1))

    def state(self):
        if self.current:
            return "running"
        if self.waits_for == int(variable("xPendingReadyList").address):
            return "ready"
        return "waits" if self.list != "ready" and (self.waits_for or self.notified) else self.list

    def event(self):
        """Return the object for which the task waits, or an empty string."""
        if self.state() != "waits":
            return ""
        return event_of(self)[0] if self.waits_for else "notification"

    @property
    def sp(self):
        return self.top if self.bank is None else self.banked_sp()

    def registers(self, wanted=BANKED):
        """Return the task's registers. Without register banks, its saved frame has them, and sp is the frame's end."""
        if self.bank is not None:
            return self.banked_registers(wanted)
        first = word(self.top)
        saved = {name: word(self.top + 4 + 4 * n) for n, name in enumerate(INTERRUPTED if first else SAVED)}
        saved["pc"] = first or saved["ra"]
        saved["sp"] = self.top + (INTERRUPTED_BYTES if first else YIELD_BYTES)
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
        return False

    def stack(self):
        """Return the bytes used now, the most ever used and the size, if the kernel records the end of the stack
        (configRECORD_STACK_HIGH_ADDRESS)."""
        if "pxEndOfStack" not in self.tcb.names:
            return None
        bottom, end = field(self.tcb, "pxStack"), field(self.tcb, "pxEndOfStack") + 4
        sp = value_of("sp") if self.runs and not self.kernel.in_handler else self.sp
        content = gdb.selected_inferior().read_memory(bottom, end - bottom).tobytes()
        unused = len(content) - len(content.lstrip(bytes([UNUSED])))
        return end - sp, len(content) - unused // 4 * 4, end - bottom


def functions():
    """Return the functions of the current stack, innermost first, up to the task's own function."""
    return frames(int(variable("vPortTaskReturned").address))


def offset(structure, name):
    return next(item.bitpos // 8 for item in gdb.lookup_type(structure).strip_typedefs().fields() if item.name == name)


def event_of(task):
    """Return the object for which the task waits, and its content. The fields around its list identify its type."""
    if int(task.tcb["xEventListItem"]["xItemValue"]) & OF_EVENT_GROUP:
        group = Structure(at("EventGroup_t", task.waits_for - offset("EventGroup_t", "xTasksWaitingForBits")))
        return f"flags {group.address:#x}", f"{field(group, 'uxEventBits'):#x}"
    for end, other in (("Receive", "Send"), ("Send", "Receive")):
        queue = Structure(at("Queue_t", task.waits_for - offset("Queue_t", f"xTasksWaitingTo{end}")))
        used, length = field(queue, "uxMessagesWaiting"), field(queue, "uxLength")
        if not has_valid_end_marker(queue[f"xTasksWaitingTo{other}"]) or used > length:
            continue
        if not field(queue, "pcHead"):
            holder = queue["u"]["xSemaphore"]["xMutexHolder"].cast(gdb.lookup_type("TCB_t").pointer())
            owner = holder["pcTaskName"].string("utf-8", "replace") if int(holder) else ""
            return f"mutex {queue.address:#x}", f"owner {owner}" if owner else "free"
        if not field(queue, "uxItemSize"):
            return f"semaphore {queue.address:#x}", str(used)
        return f"queue {queue.address:#x}", f"{used} of {length}"
    return f"list {task.waits_for:#x}", ""


def at(kind, address):
    return gdb.Value(address).cast(gdb.lookup_type(kind).pointer()).dereference()


def events(units):
    """Return name, object name, content and waiting tasks of each object with waiting tasks, in the kernel's order."""
    found = {}
    for task in Kernel(units).tasks:
        if task.waits_for and task.state() == "waits":
            event, content = event_of(task)
            found.setdefault(event, (content, []))[1].append(f'{task.priority} "{task.name}"')
    return [(event, "", content, ", ".join(waiting)) for event, (content, waiting) in found.items()]
