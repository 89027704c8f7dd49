# SPDX-License-Identifier: Apache-2.0
"""Hardware threads for a LiteX SoC: circuits that the RTOS sees as tasks. A SoC with hardware threads needs only LiteX,
this file, and hardware_thread.vh if a circuit includes it:

    from hardware_thread import VerilogThread, add_hardware_thread

    soc = BaseSoC(...)
    add_hardware_thread(soc, "sort", VerilogThread(soc.platform, "sort.v"))

Call add_hardware_thread() once per thread, before the SoC is built. A slot connects a thread to the SoC: it has the
thread's calls to the RTOS, its memory port and its reset. The software is in sw/threads: a task, the delegate, makes
calls for the circuit.

A circuit has the ports of `Ports`, and is held in reset until software starts it. It is one task: it makes a call,
waits for the answer, and makes the next call.

    call        command, handle and argument, with `call_valid`; taken in the cycle with `call_ready`
    answer      value and error code, with `answer_valid`; taken in the cycle with `answer_ready`
    memory      a transfer of `mem_words` 32-bit words from `mem_address` on; taken in the cycle with `mem_ready`. Its
                words follow on `mem_read_*`, or on `mem_write_*` with a byte mask, each in a cycle with both valid and
                ready. `mem_done` ends the transfer. With `mem_error` the slot or the bus refused it, and the words
                received so far are invalid.
    link        a word from the previous slot, and a word for the next slot, without the bus
    argument    the value that software set at the start; `task_number`: the number of the circuit's task

Each slot has its registers in a page of 4 KiB (`Register`). After the pages of `SLOTS` slots comes a page of all
slots (`Common`). All other words of the region read as 0.
"""

import re
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import stream, wishbone
from migen import (FSM, Array, Case, Cat, ClockSignal, Constant, If, Instance, Mux, NextState, ResetInserter,
                   ResetSignal, Signal)

# isa: registers
# Written by `./metro isa` from hw/isa/registers.toml; edit that file.
VERSION = 5   # of the registers
SLOTS = 8   # the most in a SoC
PAGE_BYTES = 4096   # of a slot's registers
HANDLES = 16   # resources that direct calls can name


class Register(IntEnum):
    """Registers of a slot, by word of its page (docs/thread-reference.md)."""
    CONTROL = 0
    COMMAND = 1
    ARGUMENT = 2
    ERROR = 3
    ANSWER = 4
    BASE = 5
    LIMIT = 6
    FAULT = 7
    TASK = 8
    START = 9
    NUMBER = 10
    RESOURCE = 11
    YIELD = 12


class Common(IntEnum):
    """Registers that all slots share, by word of the page after the slots' pages."""
    INFO = 0
    PENDING = 1
    ANNOUNCED = 2
    CALL = 3
    OFFSET = 4


class Call(IntEnum):
    """Commands. SEM_PEND to Q_POST are pairs, a pend and a post, for events of kind 1, 2 and 3. SEM_TRY to
    Q_TRY are a try for each kind."""
    EXIT = 0
    TIME_DLY = 1
    TIME_GET = 2
    PRINT = 3
    SEM_PEND = 4
    SEM_POST = 5
    MBOX_PEND = 6
    MBOX_POST = 7
    Q_PEND = 8
    Q_POST = 9
    MUTEX_PEND = 10
    MUTEX_POST = 11
    FLAG_PEND = 12
    FLAG_POST = 13
    MEM_GET = 14
    MEM_PUT = 15
    SEM_TRY = 16
    MBOX_TRY = 17
    Q_TRY = 18
    APP = 24


class Bits:
    """Places of the fields of registers, and of the bits of a command that is a post or a try."""
    CONTROL_RUN = slice(0, 1)
    CONTROL_HELD = slice(1, 2)
    CONTROL_CALLS = slice(2, 3)
    CONTROL_ANSWERS = slice(3, 4)
    CONTROL_MEM_BUSY = slice(4, 5)
    CONTROL_REFUSED = slice(5, 6)
    CONTROL_BUSY = slice(6, 7)
    COMMAND_COMMAND = slice(0, 8)
    COMMAND_HANDLE = slice(8, 16)
    NUMBER_TASK = slice(0, 8)
    NUMBER_DIRECT = slice(8, 9)
    RESOURCE_EVENT = slice(0, 10)
    RESOURCE_HANDLE = slice(16, 20)
    INFO_SLOTS = slice(0, 8)
    INFO_VERSION = slice(8, 16)
    INFO_DIRECT = slice(16, 24)
    PENDING_CALLS = slice(0, 8)
    PENDING_REFUSED = slice(8, 16)
    PENDING_WOKEN = slice(16, 17)
    CALL_COMMAND = slice(0, 8)
    CALL_HANDLE = slice(8, 16)
    CALL_SLOT = slice(16, 19)
    CALL_REFUSED = slice(30, 31)
    CALL_PENDING = slice(31, 32)
    IS_POST = slice(0, 1)
    IS_TRY = slice(4, 5)
# isa: end

# isa: instructions
# Written by `./metro isa` from hw/isa/instructions.toml; edit that file.
TIME = 1   # unit
EVENT = 3   # unit


class Time(IntEnum):
    """Operations of the time unit."""
    SET = 0
    CLEAR = 1
    GET = 2
    MOVE = 3
    TICK = 4
    EXPIRED = 5
    NEXT = 6
    RESULTS_CLEAR = 7
    HOLD = 8
    RELEASE = 9
    ACTIVATE = 10
    TAKE = 11
    READ = 12
    WRITE = 13


class Event(IntEnum):
    """Operations of the event unit."""
    INFO = 0
    INIT = 1
    GET = 2
    PUT = 3
    WORD = 4
    ADD = 5
    REMOVE = 6
    PEND = 7
    POST = 8
    ABORT = 9
    TAKE = 10
    MESSAGE = 11
    WANT = 12
    MARK = 13
    COPY = 14
    FLAG_NEXT = 15


class Kind(IntEnum):
    """Kinds of events, in bits EVENT_KIND."""
    LIST = 0
    SEMAPHORE = 1
    MAILBOX = 2
    QUEUE = 3


class Outcome(IntEnum):
    """Outcomes of a post, in bits OUTCOME_OUTCOME."""
    WOKEN = 1
    FULL = 2
    MARKED = 3


class Word:
    """Places of the fields of operands and results of the event unit."""
    EVENT_KIND = slice(8, 10)
    EVENT_INDEX = slice(8, 11)
    EVENT_TO_FRONT = slice(10, 11)
    EVENT_TRY = slice(10, 11)
    EVENT_PEEK = slice(11, 12)
    EVENT_CONSUMERS = slice(11, 12)
    EVENT_ALONE = slice(11, 12)
    EVENT_ROWS = slice(11, 12)
    EVENT_ANY = slice(12, 13)
    EVENT_SET = slice(13, 14)
    EVENT_CONSUME = slice(14, 15)
    EVENT_TASK = slice(16, 24)
    OUTCOME_OUTCOME = slice(0, 2)
    OUTCOME_WHO = slice(8, 16)
    OUTCOME_STORED = slice(30, 31)
    OUTCOME_LEFT = slice(31, 32)
    RING_BASE = slice(0, 8)
    RING_SIZE = slice(8, 16)
    RING_FIRST = slice(16, 24)
    RING_COUNT = slice(24, 32)
# isa: end


REGION_BYTES = 16 * PAGE_BYTES

BURST_WORDS = 8   # length of a burst, after which others get the bus: a line of the core's caches

SINGLE, INCREMENTING, LAST = 0b000, 0b010, 0b111   # type of a word in a Wishbone burst (CTI)

LINK_WORDS = 16   # capacity of a link

BUFFER_WORDS = 16   # capacity of a memory port in each direction

# Cycles for which a thread's next wait is held back after its call has woken a task (Register.YIELD).
YIELD_CYCLES = 1024


def packed(*fields):
    """Return a word of fields; all other bits are 0. fields: (place, signal or constant), the lowest place first."""
    parts, end = [], 0
    for place, value in fields:
        if place.start > end:
            parts.append(Constant(0, place.start - end))
        parts.append(Constant(value, place.stop - place.start) if isinstance(value, int) else value)
        end = place.stop
    return Cat(*parts)


class ThreadError(ValueError):
    """The thread cannot be added; the message says why, and what to do."""


class Ports:
    """The ports of a circuit as signals: inputs (`INPUTS`) and outputs (`OUTPUTS`), names and bits."""
    # isa: ports
    # Written by `./metro isa` from hw/isa/registers.toml; edit that file.
    INPUTS = {"call_ready": 1, "answer_valid": 1, "answer_value": 32, "answer_error": 8, "mem_ready": 1,
              "mem_read_valid": 1, "mem_read_data": 32, "mem_write_ready": 1, "mem_done": 1, "mem_error": 1,
              "argument": 32, "task_number": 8}
    OUTPUTS = {"call_valid": 1, "call_command": 8, "call_handle": 8, "call_argument": 32, "answer_ready": 1,
               "mem_valid": 1, "mem_write": 1, "mem_address": 32, "mem_words": 16, "mem_read_ready": 1,
               "mem_write_valid": 1, "mem_write_data": 32, "mem_write_mask": 4}
    LINK_INPUTS = {"link_in_valid": 1, "link_in_data": 32, "link_out_ready": 1}
    LINK_OUTPUTS = {"link_in_ready": 1, "link_out_valid": 1, "link_out_data": 32}
    # isa: end

    def __init__(self):
        for names in (self.INPUTS, self.OUTPUTS, self.LINK_INPUTS, self.LINK_OUTPUTS):
            for name, bits in names.items():
                setattr(self, name, Signal(bits, name=name))


class VerilogThread(LiteXModule):
    """A circuit in Verilog with clk, reset (synchronous, active high) and the ports of `Ports`. The module declares
    them itself or by the macros of hardware_thread.vh. The link ports are optional: a circuit has all or none.

    file:       Verilog file with the module
    module:     name of the module (None: the file's name)
    parameters: values of the module's parameters, by name
    """

    def __init__(self, platform, file, module=None, parameters=()):
        file = Path(file)
        module = module or file.stem
        check(file, module)
        platform.add_source(str(file))
        platform.add_verilog_include_path(str(Path(__file__).parent))
        self.ports = Ports()
        self.reset = Signal()

        # # #

        text = file.read_text()
        linked = re.search(r"\blink_(in|out)_valid\b|`HARDWARE_THREAD_LINK_PORTS\b", text)
        inputs = {**Ports.INPUTS, **(Ports.LINK_INPUTS if linked else {})}
        outputs = {**Ports.OUTPUTS, **(Ports.LINK_OUTPUTS if linked else {})}
        self.specials += Instance(
            module,
            *(Instance.Parameter(name, value) for name, value in dict(parameters).items()),
            i_clk=ClockSignal("sys"), i_reset=ResetSignal("sys") | self.reset,
            **{f"i_{name}": getattr(self.ports, name) for name in inputs},
            **{f"o_{name}": getattr(self.ports, name) for name in outputs})


def check(file, module):
    if not file.is_file():
        raise ThreadError(f"there is no file {file} with a hardware thread")
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", file.read_text(errors="replace"), flags=re.DOTALL)
    if not re.search(rf"\bmodule\s+{re.escape(module)}\b", text):
        raise ThreadError(f"{file} has no module {module}: the module must have the name of the file")
    lacks = [name for name in ("clk", "reset", *Ports.INPUTS, *Ports.OUTPUTS) if not re.search(rf"\b{name}\b", text)]
    if lacks and "`HARDWARE_THREAD_PORTS" not in text:
        raise ThreadError(f"{module} in {file} has no port {' and no '.join(lacks)}")


def add_hardware_thread(soc, name, thread):
    """Give a thread the SoC's next slot, and return the slot.

    soc:    a LiteX SoC with a 32-bit, little-endian CPU, before it is built
    name:   name in the SoC's netlist
    thread: a module with `ports`, a `Ports`, and `reset`, for example a VerilogThread

    Raise ThreadError if the CPU is unsuitable or no slot is free.
    """
    if not hasattr(soc, "hardware_threads"):
        second = second_port(soc)
        if soc.cpu.data_width != 32 or soc.cpu.endianness != "little":
            raise ThreadError(f"hardware threads are for 32-bit, little-endian CPUs; {soc.cpu.name} is "
                              f"{soc.cpu.data_width}-bit, {soc.cpu.endianness}-endian")
        soc.hardware_threads = HardwareThreads(second)
        soc.bus.add_slave("hardware_threads", soc.hardware_threads.bus, SoCRegion(size=REGION_BYTES, cached=False))
        soc.irq.add("hardware_threads", use_loc_if_exists=True)
        if second:
            soc.hardware_threads_woken = SimpleNamespace(ev=SimpleNamespace(irq=soc.hardware_threads.woken))
            soc.irq.add("hardware_threads_woken", use_loc_if_exists=True)
    threads = soc.hardware_threads
    if len(threads.slots) == SLOTS:
        raise ThreadError(f"{name} has no slot: a SoC has at most {SLOTS}")
    failed = soc.ctrl.bus_error if hasattr(soc, "ctrl") and hasattr(soc.ctrl, "bus_error") else 0
    second = threads.second
    slot = Slot(thread, failed, second if second and len(threads.slots) < second.slots else None, bursts(soc.bus))
    threads.slots.append(slot)
    setattr(threads, f"slot{len(threads.slots) - 1}_{name}", slot)
    soc.bus.add_master(name=f"hardware_thread_{name}", master=slot.memory.bus)
    return slot


def bursts(bus):
    """Return whether memory ports can burst on a SoC's bus. They cannot through LiteX's converters to a wider bus,
    because its slaves would count words of the wider bus."""
    return getattr(bus, "bursting", False) and bus.standard == "wishbone" and bus.data_width == 32


def second_port(soc):
    """Connect and return the second port of the core that add_accelerator() put into the SoC; None without one."""
    units = getattr(soc, "metronome_units", {})
    if not units.get("slots"):
        return None
    second = SecondPort(units["slots"], units["tasks"], units["width"], "time_base" in units["units"])
    soc.cpu.cpu_params.update(second.parameters)
    return second


class HardwareThreads(LiteXModule):
    """All slots, their registers on the bus, and their interrupt lines: `line` for calls and refusals, and `woken`,
    with which direct calls let the RTOS switch to a task.

    second: the core's second port, a `SecondPort`; None: no direct calls
    """

    def __init__(self, second=None):
        self.bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.slots = []
        self.line, self.woken = Signal(), Signal()
        self.ev = SimpleNamespace(irq=self.line)       # a level, which software clears by a write to Common.ANNOUNCED
        self.second = second

    @property
    def direct(self):
        """The slots that make direct calls."""
        return self.slots[:self.second.slots] if self.second else []

    def do_finalize(self):
        bus, slots = self.bus, self.slots
        self.links()
        if self.second:
            self.share(self.second)
        bits = (PAGE_BYTES // 4 - 1).bit_length()      # of a word's number in a page
        word, page = bus.adr[:4], bus.adr[bits:bits + 4]
        within = bus.adr[4:bits] == 0
        write = Signal()
        self.comb += write.eq(bus.cyc & bus.stb & bus.we & ~bus.ack & (bus.sel == 0b1111) & within)
        self.sync += bus.ack.eq(bus.cyc & bus.stb & ~bus.ack)

        woken_bit = Bits.PENDING_WOKEN.start           # above the bits of the slots
        announced, pending, woken = Signal(woken_bit), Signal(woken_bit + 1), self.woken
        announces = Signal(woken_bit + 1)
        self.comb += [
            self.line.eq(pending[:woken_bit] != 0), pending[woken_bit].eq(woken),
            If(write & (page == SLOTS) & (word == Common.ANNOUNCED), announces.eq(bus.dat_w))]
        self.sync += If(announces[woken_bit], woken.eq(0))
        if self.second:
            self.sync += If(self.second.woken, woken.eq(1))
            offset, sets = self.second.offset, write & (page == SLOTS) & (word == Common.OFFSET)
            if self.second.base:
                self.sync += If(sets, offset.eq(bus.dat_w))
            else:
                self.sync += offset.eq(Mux(sets, bus.dat_w, offset) + self.second.tick)
        for n, slot in enumerate(slots):
            self.comb += [slot.write.eq(write & (page == n)), slot.word.eq(word), slot.value.eq(bus.dat_w)]
            for bit, reason in ((Bits.PENDING_CALLS.start + n, slot.asks),
                                (Bits.PENDING_REFUSED.start + n, slot.memory.faulted)):
                self.comb += pending[bit].eq(reason & ~announced[bit])
                self.sync += If(~reason, announced[bit].eq(0)).Elif(announces[bit], announced[bit].eq(1))

        read = Signal(32)
        call, refusal = Signal(32), Signal()
        self.comb += refusal.eq(pending[Bits.PENDING_REFUSED] != 0)
        for n, slot in reversed(list(enumerate(slots))):
            self.comb += If(pending[Bits.PENDING_CALLS.start + n], call.eq(packed(
                (slice(Bits.CALL_COMMAND.start, Bits.CALL_HANDLE.stop), slot.call), (Bits.CALL_SLOT, n),
                (Bits.CALL_PENDING, 1))))
        info = (len(slots) << Bits.INFO_SLOTS.start | VERSION << Bits.INFO_VERSION.start |
                len(self.direct) << Bits.INFO_DIRECT.start)
        common = {Common.INFO: info, Common.PENDING: pending, Common.ANNOUNCED: announced,
                  Common.CALL: call | refusal << Bits.CALL_REFUSED.start}
        pages = {n: read.eq(slot.read) for n, slot in enumerate(slots)}
        pages[SLOTS] = Case(word, {**{int(at): read.eq(value) for at, value in common.items()}, "default": []})
        self.comb += If(within, Case(page, {**pages, "default": []}))
        self.sync += bus.dat_r.eq(read)

    def links(self):
        """Connect each slot to the next one, and the last to the first."""
        for n, slot in enumerate(self.slots):
            behind = self.slots[(n + 1) % len(self.slots)]
            link = ResetInserter()(stream.SyncFIFO([("data", 32)], LINK_WORDS))
            setattr(self, f"link{n}", link)
            here, next_ = slot.ports, behind.ports
            self.comb += [
                link.reset.eq(slot.reset | behind.reset),
                link.sink.valid.eq(here.link_out_valid), link.sink.data.eq(here.link_out_data),
                here.link_out_ready.eq(link.sink.ready),
                next_.link_in_valid.eq(link.source.valid), next_.link_in_data.eq(link.source.data),
                link.source.ready.eq(next_.link_in_ready)]

    def share(self, second):
        """Connect the slots' direct calls to the port; the slots take turns."""
        calls = [slot.direct for slot in self.direct]
        for n, call in enumerate(calls):
            self.comb += [
                second.owned[n].eq(call.owned), second.numbers[n].eq(call.number),
                call.posted.eq(second.posted[n]), call.aborted.eq(second.aborted[n]),
                call.expired.eq(second.expired[n]), call.resumed.eq(second.resumed[n]),
                call.message.eq(second.message)]
        wants, busy, last, now = Signal(len(calls)), Signal(), Signal(3), Signal(3)
        self.comb += wants.eq(Cat(*(call.wants for call in calls)))

        def first_behind(n):
            """Select the next requesting slot after slot n (round robin)."""
            chain = now.eq(n)
            for k in reversed(range(1, len(calls))):
                other = (n + k) % len(calls)
                chain = If(wants[other], now.eq(other)).Else(chain)
            return chain

        self.comb += If(busy, now.eq(last)).Else(Case(last, {n: first_behind(n) for n in range(len(calls))}))
        self.comb += [second.valid.eq(wants != 0), Case(now, {n: [
            second.unit.eq(call.unit), second.op.eq(call.op), second.rs1.eq(call.rs1), second.rs2.eq(call.rs2),
            call.done.eq(second.ready)] for n, call in enumerate(calls)} | {"default": []}),
            *(call.rd.eq(second.rd) for call in calls)]
        self.sync += [busy.eq(second.valid & ~second.ready), If(second.valid, last.eq(now))]


class SecondPort:
    """The ports second_* of a core (hw/spinal, SecondPort) as signals; `parameters` connects them to its instance.

    slots, tasks, width: of the core's units
    base:                the units have a time base, so the core does not signal ticks
    offset:              value of Common.OFFSET
    """

    def __init__(self, slots, tasks, width, base=False):
        self.slots, self.width, self.base, self.offset = slots, width, base, Signal(32)
        self.valid, self.ready, self.woken, self.tick = Signal(), Signal(), Signal(), Signal()
        self.unit, self.op = Signal(3), Signal(4)
        self.rs1, self.rs2, self.rd, self.message = Signal(32), Signal(32), Signal(32), Signal(32)
        self.owned = Signal(slots)
        self.numbers = [Signal((tasks - 1).bit_length()) for _ in range(slots)]
        self.posted, self.aborted, self.expired, self.resumed = (Signal(slots) for _ in range(4))
        command = {"i": ("valid", "unit", "op", "rs1", "rs2"), "o": ("ready", "rd")}
        of_tasks = {"i": ("owned",), "o": ("posted", "aborted", "expired", "resumed", "message", "woken",
                                           *(() if base else ("tick",)))}
        self.parameters = {f"{way}_second_{part}_{name}": getattr(self, name)
                           for part, names in (("command", command), ("tasks", of_tasks))
                           for way in names for name in names[way]}
        self.parameters |= {f"i_second_tasks_numbers_{n}": number for n, number in enumerate(self.numbers)}


class Slot(LiteXModule):
    """A thread with its calls, its memory port and its registers.

    write, word, value: a register is written; read: value of the register `word`
    calls:  a call waits for the answer of software; call: its command and handle
    asks:   as `calls`, but low for a wait while `held` is not 0
    direct: the direct calls; second: the port for these, or None
    """

    def __init__(self, thread, bus_failed=0, second=None, bursting=False):
        self.thread = thread
        self.ports = ports = thread.ports
        self.write, self.word, self.value, self.read = Signal(), Signal(4), Signal(32), Signal(32)
        self.calls, self.asks, self.reset = Signal(), Signal(), Signal(reset=1)
        self.held = Signal(max=YIELD_CYCLES + 1)
        self.memory = MemoryPort(ports, self.reset, bus_failed, bursting)

        # # #

        def written(register):
            return self.write & (self.word == register)

        held, task, start = Signal(), Signal(8), Signal(32)
        self.sync += [
            If(written(Register.CONTROL),
               self.reset.eq(~self.value[Bits.CONTROL_RUN]), held.eq(self.value[Bits.CONTROL_HELD])),
            If(written(Register.TASK), task.eq(self.value)),
            If(written(Register.START), start.eq(self.value)),
            If(written(Register.BASE), self.memory.base.eq(self.value)),
            If(written(Register.LIMIT), self.memory.limit.eq(self.value))]
        self.comb += [thread.reset.eq(self.reset), ports.task_number.eq(task), ports.argument.eq(start),
                      self.memory.forgives.eq(written(Register.FAULT) | self.reset)]

        # One call at a time: the next call is taken only after the circuit has taken the answer.
        command, handle, argument, error, answer = Signal(8), Signal(8), Signal(32), Signal(8), Signal(32)
        answers, takes = Signal(), Signal()
        self.call = packed((Bits.COMMAND_COMMAND, command), (Bits.COMMAND_HANDLE, handle))
        self.direct = direct = DirectCalls(ports, takes, command, argument, self.reset, second) if second else None
        is_direct, hands_over, ends, busy = ((direct.suits, direct.hands_over, direct.ends, direct.busy) if direct else
                                             (0, 0, 0, 0))
        self.comb += [
            ports.call_ready.eq(~self.calls & ~answers & ~busy & ~held & ~self.reset),
            takes.eq(ports.call_valid & ports.call_ready),
            ports.answer_valid.eq(answers), ports.answer_value.eq(answer)]
        yields = written(Register.YIELD)
        answered = (written(Register.ANSWER) | yields) & self.calls
        self.sync += [
            If(takes,
               command.eq(ports.call_command), handle.eq(ports.call_handle), argument.eq(ports.call_argument)),
            If(takes & ~is_direct | hands_over, self.calls.eq(1)),
            If(written(Register.ERROR), error.eq(self.value)),
            If(answered, self.calls.eq(0), answers.eq(1), answer.eq(self.value), ports.answer_error.eq(error),
               error.eq(0)),
            If(answers & ports.answer_ready, answers.eq(0))]
        if direct:
            self.sync += [
                If(ends, answers.eq(1), answer.eq(direct.answer), ports.answer_error.eq(direct.error)),
                If(written(Register.NUMBER),
                   direct.number.eq(self.value), direct.owned.eq(self.value[Bits.NUMBER_DIRECT]))]
            self.comb += [direct.writes.eq(written(Register.RESOURCE)), direct.value.eq(self.value)]
        self.sync += If(answered, self.held.eq(Mux(yields, YIELD_CYCLES, 0))).Elif(self.held != 0,
                                                                                   self.held.eq(self.held - 1))
        waits = ((command == Call.TIME_DLY) |
                 ~command[Bits.IS_POST] & (command >= Call.SEM_PEND) & (command <= Call.FLAG_PEND))
        self.comb += self.asks.eq(self.calls & ~(waits & (self.held != 0)))
        self.sync += If(self.reset, self.calls.eq(0), answers.eq(0), error.eq(0), self.held.eq(0))

        number = packed((Bits.NUMBER_TASK, direct.number), (Bits.NUMBER_DIRECT, direct.owned)) if direct else 0
        self.comb += Case(self.word, {
            int(Register.CONTROL): self.read.eq(packed(
                (Bits.CONTROL_RUN, ~self.reset), (Bits.CONTROL_HELD, held), (Bits.CONTROL_CALLS, self.calls),
                (Bits.CONTROL_ANSWERS, answers), (Bits.CONTROL_MEM_BUSY, self.memory.busy),
                (Bits.CONTROL_REFUSED, self.memory.faulted), (Bits.CONTROL_BUSY, busy))),
            int(Register.COMMAND): self.read.eq(packed((Bits.COMMAND_COMMAND, command), (Bits.COMMAND_HANDLE, handle))),
            int(Register.ARGUMENT): self.read.eq(argument),
            int(Register.ERROR): self.read.eq(error),
            int(Register.ANSWER): self.read.eq(answer),
            int(Register.BASE): self.read.eq(self.memory.base),
            int(Register.LIMIT): self.read.eq(self.memory.limit),
            int(Register.FAULT): self.read.eq(self.memory.fault),
            int(Register.TASK): self.read.eq(task),
            int(Register.START): self.read.eq(start),
            int(Register.NUMBER): self.read.eq(number),
            "default": []})


class Error(IntEnum):
    """Error codes of an answer, from uC/OS-II."""
    NONE, TIMEOUT, PEND_ABORT, MBOX_FULL, Q_FULL, Q_EMPTY, SEM_OVF = 0, 10, 14, 20, 30, 31, 51


class DirectCalls(LiteXModule):
    """The direct calls of a slot: posts, pends and tries of events in the event unit, delays, and the time. Without a
    time base, the time needs no command.

    ports:  the thread's ports
    takes:  a call is taken; command, argument: of the call, one cycle later
    second: the port. Software makes the delays that do not fit into second.width; second.base and second.offset are
            for the time
    number: of the task, if `owned`
    writes, value: a write to the register `resource`
    suits:  the call that is taken now is direct. It `ends`, with answer and error, or `hands_over`: software makes it
    busy:   a direct call is in progress. In a reset, a command that has begun fires, and a wait is ended
    wants, unit, op, rs1, rs2, done, rd: a command to the units
    posted, aborted, expired, resumed, message: the end of the wait
    kept, got: the ends that have come in this call, and the message; kind: kind of the call's event
    """
    def __init__(self, ports, takes, command, argument, reset, second):
        self.number, self.owned, self.writes, self.value = Signal(8), Signal(), Signal(), Signal(32)
        self.suits, self.hands_over, self.ends, self.busy = Signal(), Signal(), Signal(), Signal()
        self.answer, self.error = Signal(32), Signal(8)
        self.wants, self.done, self.unit, self.op = Signal(), Signal(), Signal(3), Signal(4)
        self.rs1, self.rs2, self.rd = Signal(32), Signal(32), Signal(32)
        self.posted, self.aborted, self.expired, self.resumed = (Signal() for _ in range(4))
        self.message = Signal(32)

        # # #

        bits, handle_bits = (place.stop - place.start for place in (Bits.RESOURCE_EVENT, Bits.RESOURCE_HANDLE))
        resources = Array(Signal(bits) for _ in range(HANDLES))
        self.sync += If(self.writes, resources[self.value[Bits.RESOURCE_HANDLE]].eq(self.value[Bits.RESOURCE_EVENT]))

        # The call that is taken now.
        given, resource = Signal(8), Signal(bits)
        delay, pend, asks_time, attempt = Signal(), Signal(), Signal(), Signal()
        short, group = Signal(), Signal(2)             # the delay fits into a counter; the kind of event
        self.comb += [
            given.eq(ports.call_command),
            delay.eq(given == Call.TIME_DLY), pend.eq(~given[Bits.IS_POST]),
            asks_time.eq(given == Call.TIME_GET),
            attempt.eq((given >= Call.SEM_TRY) & (given <= Call.Q_TRY)),
            short.eq(ports.call_argument[second.width:] == 0), group.eq(Mux(attempt, given + 1, (given >> 1) - 1)),
            If(ports.call_handle < HANDLES, resource.eq(resources[ports.call_handle[:handle_bits]])),
            self.suits.eq(self.owned & Mux(
                delay, short & (ports.call_argument != 0), asks_time |
                (attempt | (given >= Call.SEM_PEND) & (given <= Call.Q_POST)) & (resource[Word.EVENT_KIND] == group) &
                Mux(pend | attempt, short | attempt, (given == Call.SEM_POST) | (ports.call_argument != 0))))]

        event, self.kind = Signal(bits), Signal(2)
        kind = self.kind
        self.sync += If(takes, event.eq(resource))
        self.comb += kind.eq(event[Word.EVENT_KIND])
        delays, times = command == Call.TIME_DLY, command == Call.TIME_GET
        tries, counts = command[Bits.IS_TRY], kind == Kind.SEMAPHORE
        pends = ~command[Bits.IS_POST] & ~times & ~tries

        # A wait may end before the answer to the command that began it.
        was_posted, was_ended, was_expired = Signal(), Signal(), Signal()
        self.kept, self.got = kept, got = Signal(3), Signal(32)
        message = Signal(32)
        self.comb += [
            Cat(was_posted, was_ended, was_expired).eq(
                kept | Cat(self.posted, self.aborted | self.resumed, self.expired)),
            message.eq(Mux(self.posted, self.message, got))]
        self.sync += [got.eq(message), kept.eq(Cat(was_posted, was_ended, was_expired)), If(takes, kept.eq(0))]

        def end(error=Error.NONE, answer=0):
            return [self.ends.eq(~reset), self.error.eq(error), self.answer.eq(answer), NextState("IDLE")]

        def command_of(unit, op, rs1, rs2=0):
            return [self.wants.eq(1), self.unit.eq(unit), self.op.eq(op), self.rs1.eq(rs1), self.rs2.eq(rs2)]

        if second.base:
            asks, has = command_of(TIME, Time.READ, 0), end(answer=self.rd + second.offset)
        else:
            asks, has = end(answer=second.offset), []
        waits = Cat(event, tries, Signal(Word.EVENT_TASK.start - Word.EVENT_TRY.stop), self.number)
        self.fsm = fsm = FSM("IDLE")
        self.comb += self.busy.eq(~fsm.ongoing("IDLE"))
        fsm.act("IDLE", If(takes & self.suits, NextState("CALL")))
        fsm.act("CALL",
            If(delays, command_of(TIME, Time.SET, self.number, argument)
            ).Elif(times, *asks
            ).Elif(pends | tries, command_of(EVENT, Event.PEND, waits, argument)
            ).Else(command_of(EVENT, Event.POST, event, Mux(counts, 0, argument))),
            If(self.done,
                If(delays | pends & ~self.rd[0], If(reset, NextState("REMOVE")).Else(NextState("WAIT"))
                ).Elif(reset, NextState("IDLE")
                ).Elif(times, *has
                ).Elif(tries, If((kind == Kind.QUEUE) & (self.rd == 0), NextState("EMPTY")).Else(*end(answer=self.rd))
                ).Elif(pends, If(counts, *end()).Else(NextState("MESSAGE"))
                ).Elif(self.rd[Word.OUTCOME_OUTCOME] == Outcome.MARKED, self.hands_over.eq(1), NextState("IDLE")
                ).Elif(self.rd[Word.OUTCOME_OUTCOME] == Outcome.FULL,
                    *end(Mux(counts, int(Error.SEM_OVF),
                             Mux(kind == Kind.MAILBOX, int(Error.MBOX_FULL), int(Error.Q_FULL))))
                ).Else(*end())))
        # A try of a queue has returned 0. The queue is empty, or its first message is 0, which stays in the queue. In
        # the second case, software makes the call.
        fsm.act("EMPTY", *command_of(EVENT, Event.GET, event),
            If(self.done,
                If(reset, NextState("IDLE")
                ).Elif(self.rd[Word.RING_COUNT] == 0, *end(int(Error.Q_EMPTY))
                ).Else(self.hands_over.eq(1), NextState("IDLE"))))
        fsm.act("MESSAGE", *command_of(EVENT, Event.MESSAGE, self.number), If(self.done, *end(answer=self.rd)))
        fsm.act("WAIT",
            If(reset, NextState("REMOVE")
            ).Elif(was_posted, *end(answer=Mux(counts, 0, message))
            ).Elif(was_ended, *end(int(Error.PEND_ABORT))
            ).Elif(was_expired, If(delays, *end()).Else(NextState("TIMEOUT"))))
        # Until this command fires, a post can still end the wait.
        fsm.act("TIMEOUT", *command_of(EVENT, Event.REMOVE, waits),
            If(self.done, If(was_posted, *end(answer=Mux(counts, 0, message))).Else(*end(int(Error.TIMEOUT)))))
        fsm.act("REMOVE", *command_of(EVENT, Event.REMOVE, waits), If(self.done, NextState("CLEAR")))
        fsm.act("CLEAR", *command_of(TIME, Time.CLEAR, self.number), If(self.done, NextState("IDLE")))


class MemoryPort(LiteXModule):
    """A thread's transfers on a master of the SoC's bus.

    ports: the thread's ports
    reset: the thread's reset. An access on the bus ends first; the rest of the transfer is dropped
    base, limit: first byte of the accessible area, first byte after it; transfers outside are refused
    busy: a transfer has not ended
    faulted, fault: a transfer was refused; address of the first refused one, until `forgives`
    bus_failed: with an acknowledge: no slave answered the access
    bursting: the bus supports bursts, in which slaves may answer a word per cycle. A burst begins when it need not wait
        for the thread. It ends at the end of a line of BURST_WORDS words, so that it stays in one slave. It ends early
        with the transfer, at a reset or at an error
    """

    def __init__(self, ports, reset, bus_failed=0, bursting=False):
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.base, self.limit, self.fault = Signal(32), Signal(32), Signal(32)
        self.busy, self.faulted, self.forgives = Signal(), Signal(), Signal()

        # # #

        address, writes = Signal(30), Signal()
        left, wanted = Signal(16), Signal(16)          # words: not yet on the bus, not yet from the thread
        starts, ends = Signal(), Signal()

        # Buffers, so that the bus need not wait for the thread. They are empty after each transfer.
        idle = Signal()
        self.given = given = ResetInserter()(stream.SyncFIFO([("data", 32), ("mask", 4)], BUFFER_WORDS))
        self.taken = taken = ResetInserter()(stream.SyncFIFO([("data", 32)], BUFFER_WORDS))
        self.comb += [given.reset.eq(idle), taken.reset.eq(idle)]

        refused = Signal()
        first, end = Signal(33), Signal(33)
        self.comb += [
            first.eq(ports.mem_address), end.eq(ports.mem_address + (ports.mem_words << 2)),
            refused.eq((ports.mem_address[:2] != 0) | (ports.mem_words == 0) | (first < self.base) |
                       (end > self.limit))]

        # An access that has begun is not withdrawn.
        wants, begun, pause = Signal(), Signal(), Signal()
        acknowledged, fails = bus.ack | bus.err, bus.err | bus_failed
        self.comb += [
            bus.cyc.eq(wants | begun), bus.stb.eq(bus.cyc), bus.adr.eq(address), bus.we.eq(writes),
            bus.dat_w.eq(given.source.data), bus.sel.eq(0b1111), If(writes, bus.sel.eq(given.source.mask)),
            ends.eq(bus.cyc & acknowledged),
            given.source.ready.eq(ends & writes),
            taken.sink.valid.eq(ends & ~writes), taken.sink.data.eq(bus.dat_r)]
        if bursting:
            last, inside, cut = Signal(), Signal(), Signal()
            over = ends & (last | fails)               # end of an access or a burst
            can_write = (given.level >= BURST_WORDS) | given.source.valid & (wanted == 0)
            can_read = taken.level <= BUFFER_WORDS - BURST_WORDS
            self.comb += [
                last.eq((address[:3] == BURST_WORDS - 1) | (left == 1) | cut),
                bus.cti.eq(Mux(last, Mux(inside, LAST, SINGLE), INCREMENTING))]
            # Signals of a word on the bus do not change: after a reset the next word is the last one.
            self.sync += [begun.eq(bus.cyc & ~over), pause.eq(over), inside.eq((inside | ends) & ~over)]
            at_end, at_start = [cut.eq(reset & ~over)], []
        else:
            burst = Signal(max=BURST_WORDS)
            over, can_write, can_read = ends, given.source.valid, taken.sink.ready
            self.sync += [begun.eq(bus.cyc & ~acknowledged), pause.eq(0)]
            at_end, at_start = [burst.eq(burst + 1), pause.eq(burst == BURST_WORDS - 1)], [burst.eq(0)]
        self.sync += [
            If(ends, address.eq(address + 1), left.eq(left - 1), *at_end),
            If(ports.mem_write_valid & ports.mem_write_ready, wanted.eq(wanted - 1)),
            If(starts,
               address.eq(ports.mem_address[2:]), left.eq(ports.mem_words), wanted.eq(ports.mem_words), *at_start,
               writes.eq(ports.mem_write))]

        failed, fault = Signal(), Signal(32)
        self.fsm = fsm = FSM("IDLE")
        fsm.act("IDLE",
            idle.eq(1),
            ports.mem_ready.eq(~reset),
            If(ports.mem_valid & ~reset,
                starts.eq(1),
                If(refused, failed.eq(1), fault.eq(ports.mem_address), NextState("REFUSED")
                ).Else(NextState("TRANSFER"))))
        fsm.act("TRANSFER",
            wants.eq(~reset & ~pause & (left != 0) & Mux(writes, can_write, can_read)),
            given.sink.valid.eq(ports.mem_write_valid & (wanted != 0) & writes),
            ports.mem_write_ready.eq(given.sink.ready & (wanted != 0) & writes & ~reset),
            ports.mem_read_valid.eq(taken.source.valid & ~reset),
            taken.source.ready.eq(ports.mem_read_ready),
            If(ends & fails,
                failed.eq(1), fault.eq(Cat(Signal(2), address)), NextState("REFUSED")
            ).Elif(reset,
                If(~begun | over, NextState("IDLE"))
            ).Elif((left == 0) & ~taken.source.valid, NextState("DONE")))
        fsm.act("DONE", ports.mem_done.eq(~reset), NextState("IDLE"))
        fsm.act("REFUSED", ports.mem_done.eq(~reset), ports.mem_error.eq(~reset), NextState("IDLE"))
        self.comb += [
            self.busy.eq(~idle),
            given.sink.data.eq(ports.mem_write_data), given.sink.mask.eq(ports.mem_write_mask),
            ports.mem_read_data.eq(taken.source.data)]
        self.sync += [
            If(self.forgives, self.faulted.eq(0)),
            If(failed & ~reset & (~self.faulted | self.forgives), self.faulted.eq(1), self.fault.eq(fault))]


class Empty(LiteXModule):
    """The ports of a circuit, without the circuit."""

    def __init__(self):
        self.ports, self.reset = Ports(), Signal()


def main():
    """Write the slots as one module: hardware_thread.py FILE.v SLOTS TASKS WIDTH BURSTING. TASKS and WIDTH are those of
    the core's units; BURSTING is 1 for a bus with bursts, else 0."""
    import sys
    from migen.fhdl.verilog import convert
    count, tasks, width, bursting = map(int, sys.argv[2:])
    threads = HardwareThreads(SecondPort(count, tasks, width))
    ios = {threads.line, threads.woken, *threads.bus.flatten(), *threads.second.parameters.values()}
    for n in range(count):
        slot = Slot(Empty(), 0, threads.second, bool(bursting))
        threads.slots.append(slot)
        setattr(threads, f"slot{n}", slot)
        ios |= {slot.memory.bus.ack, slot.memory.bus.err, slot.memory.bus.dat_r, slot.thread.reset}
        driven = ("cyc", "stb", "adr", "we", "dat_w", "sel", *(("cti",) if bursting else ()))
        ios |= {getattr(slot.memory.bus, name) for name in driven}
        for names in (Ports.INPUTS, Ports.OUTPUTS, Ports.LINK_INPUTS, Ports.LINK_OUTPUTS):
            ios |= {getattr(slot.ports, name) for name in names}
    convert(threads, ios, name="slots").write(sys.argv[1])


if __name__ == "__main__":
    main()
