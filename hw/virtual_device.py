# SPDX-License-Identifier: Apache-2.0
"""Regions for a LiteX SoC: places that hold one of several circuits at a time, which guests of the monitor get in turn.

A region has two pages of registers: what its owner uses (`UserPage`), and what only the monitor may reach
(`ControlPage`). Its circuit masters the bus, which the core's memory protection does not see: base and limit of the
control page bound it.

Its reconfiguration is a model: all circuits of a region are there, a multiplexer chooses one, and the region is dead
for as long as a bitstream of its size would take through a configuration port. Everything else is as it would be.

A circuit is a Verilog module with the ports of `Ports`; `clk`; `reset`, synchronous; and a parameter STATE_WORDS.

    start       for a cycle: it begins, with the four arguments, which stay as they are
    done        for a cycle: it has ended, with `result`; with `failed` if it could not
    memory      as a hardware thread has it (hardware_thread.py), outside of its limits `mem_error`
    stop        it stops at the next point at which its state is in STATE_WORDS words, and there it is `stopped`, until
                `stop` falls. It does not start or end while it is stopped
    state       while it is stopped: `state_out` is word `state_index`; with `state_write` it becomes `state_in`. A
                circuit of which all words were written after a reset goes on when `stop` falls as the one that they
                were read from would have

What its memories hold after a reset must not come out: it may be another guest's.
"""

import re
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.interconnect.csr import CSRStorage, CSRStatus
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourcePulse
from migen import FSM, Array, Case, Cat, ClockSignal, If, Instance, Mux, NextState, NextValue, ResetSignal, Signal

import hardware_thread
from hardware_thread import MemoryPort, bursts

ARGUMENTS = 4

OWN_WORDS = ARGUMENTS + 2   # words of a region's state before its circuit's: arguments, flags, result

STATE_WORDS = 64   # largest number of state words of a circuit

CIRCUITS = 7   # largest number of circuits of a region


class RegionError(ValueError):
    """The region cannot be added; the message says why, and what to do."""


class Ports:
    """A circuit's, as signals: its inputs (`INPUTS`) and outputs (`OUTPUTS`), names and bits."""
    INPUTS = {"start": 1, **{f"argument{n}": 32 for n in range(ARGUMENTS)}, "stop": 1, "state_index": 8,
              "state_write": 1, "state_in": 32,
              **{name: bits for name, bits in hardware_thread.Ports.INPUTS.items() if name.startswith("mem_")}}
    OUTPUTS = {"done": 1, "failed": 1, "result": 32, "stopped": 1, "state_out": 32,
               **{name: bits for name, bits in hardware_thread.Ports.OUTPUTS.items() if name.startswith("mem_")}}

    def __init__(self):
        for name, bits in {**self.INPUTS, **self.OUTPUTS}.items():
            setattr(self, name, Signal(bits, name=name))


class MemoryPorts:
    """Those of them that go to the memory."""

    def __init__(self):
        for name, bits in {**Ports.INPUTS, **Ports.OUTPUTS}.items():
            if name.startswith("mem_"):
                setattr(self, name, Signal(bits, name=name))


class VerilogCircuit(LiteXModule):
    """The circuit in a Verilog file, the module that is called as the file is."""

    def __init__(self, platform, file):
        file = Path(file)
        self.state_words = check(file)
        platform.add_source(str(file))
        self.ports, self.reset = Ports(), Signal()
        self.specials += Instance(
            file.stem, i_clk=ClockSignal("sys"), i_reset=ResetSignal("sys") | self.reset,
            **{f"i_{name}": getattr(self.ports, name) for name in Ports.INPUTS},
            **{f"o_{name}": getattr(self.ports, name) for name in Ports.OUTPUTS})


def check(file):
    """How many words of state a circuit has."""
    if not file.is_file():
        raise RegionError(f"there is no file {file} with a circuit")
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", file.read_text(errors="replace"), flags=re.DOTALL)
    if not re.search(rf"\bmodule\s+{re.escape(file.stem)}\b", text):
        raise RegionError(f"{file} has no module {file.stem}: the module must have the name of the file")
    lacks = [name for name in ("clk", "reset", *Ports.INPUTS, *Ports.OUTPUTS) if not re.search(rf"\b{name}\b", text)]
    if lacks:
        raise RegionError(f"{file.stem} in {file} has no port {' and no '.join(lacks)}")
    words = re.search(r"\bparameter\s+STATE_WORDS\s*=\s*(\d+)", text)
    if not words or not 1 <= int(words[1]) <= STATE_WORDS:
        raise RegionError(f"{file.stem} in {file} has no parameter STATE_WORDS from 1 to {STATE_WORDS}, the number of "
                          "words of its state")
    return int(words[1])


def add_region(soc, files, cycles):
    """Gives a SoC its next region, before it is built.

    soc:    a LiteX SoC with a 32-bit, little-endian CPU
    files:  the Verilog of the circuits that the region can hold
    cycles: of a reconfiguration, by the model
    """
    number = len(getattr(soc, "regions", ()))
    if not 1 <= len(files) <= CIRCUITS:
        raise RegionError(f"region {number + 1} has {len(files)} circuits: allowed are 1 to {CIRCUITS}")
    user, control = UserPage(), ControlPage()
    if not number:
        soc.regions = []
    region = Region([VerilogCircuit(soc.platform, file) for file in files], cycles, user, control,
                    getattr(soc.ctrl, "bus_error", 0), bursts(soc.bus))
    soc.regions.append(region)
    for name, part in (("", user), ("_control", control), ("_circuits", region)):
        soc.add_module(name=f"region{number}{name}", module=part)
    words = max(circuit.state_words for region in soc.regions for circuit in region.circuits)
    for name, value in (("REGIONS", len(soc.regions)), ("REGION_STATE_WORDS", OWN_WORDS + words)):
        soc.add_constant(name, value, check_duplicate=False)
    soc.bus.add_master(name=f"region{number}", master=region.memory.bus)
    soc.irq.add(f"region{number}_control", use_loc_if_exists=True)


class UserPage(LiteXModule):
    """What the owner of a region reads and writes; all 0 when it gets the region.

    start:  a write starts the circuit, if it does not run. 1: its end comes as an interrupt
    status: bit 0: it runs; 1: it has ended since; 2: it could not do what it should
    """

    def __init__(self):
        self.start = CSRStorage(1, name="start", write_from_dev=True)
        self.status = CSRStatus(3, name="status")
        self.arguments = []
        for n in range(ARGUMENTS):
            argument = CSRStorage(32, name=f"argument{n}", write_from_dev=True)
            setattr(self, f"argument{n}", argument)
            self.arguments.append(argument)
        self.result = CSRStatus(32, name="result")


class ControlPage(LiteXModule):
    """What the monitor reads and writes.

    run:    0: the circuit and the user page are in reset
    load:   a circuit's number, from 1 on, of those that the region can hold: begins a reconfiguration, while `run` is 0
    move:   1: the circuit stops, and the region's state goes to memory; 2: it comes from there, and the circuit goes on
    status: bits 2..0: the circuit that the region holds, 0: none; 3: a transfer is on the bus; 4: an interrupt will
            come, without anybody's doing
    base:   first byte that the circuit may reach; limit: the first one behind that
    state:  where the region's state goes and comes from
    ev:     ready: the reconfiguration is over, or the state is back; saved: the state is in memory, and the circuit
            still; ended: the circuit, and its owner wants to know
    """
    SAVE, RESTORE = 1, 2

    def __init__(self):
        self.run = CSRStorage(1, name="run")
        self.load = CSRStorage(3, name="load")
        self.move = CSRStorage(2, name="move")
        self.status = CSRStatus(5, name="status")
        self.base = CSRStorage(32, name="base")
        self.limit = CSRStorage(32, name="limit")
        self.state = CSRStorage(32, name="state")
        self.ev = EventManager()
        self.ev.ready, self.ev.saved, self.ev.ended = EventSourcePulse(), EventSourcePulse(), EventSourcePulse()
        self.ev.finalize()


class Region(LiteXModule):
    """Circuits of which one is there, their memory port, and what moves the state.

    circuits: modules as VerilogCircuit; cycles: of a reconfiguration; user, control: the pages
    """

    def __init__(self, circuits, cycles, user, control, bus_failed=0, bursting=False):
        memory_ports = MemoryPorts()
        reset, loaded = Signal(), Signal(3)
        self.memory = memory = MemoryPort(memory_ports, reset, bus_failed, bursting)
        self.circuits = circuits
        for n, circuit in enumerate(circuits):
            setattr(self, f"circuit{n}", circuit)

        # # #

        here = Ports()                                     # those of the circuit that is there
        self.comb += [
            reset.eq(~control.run.storage),
            *(circuit.reset.eq(reset | (loaded != n + 1)) for n, circuit in enumerate(circuits)),
            *(getattr(circuit.ports, name).eq(getattr(here, name)) for circuit in circuits for name in Ports.INPUTS),
            Case(loaded, {n + 1: [getattr(here, name).eq(getattr(circuit.ports, name)) for name in Ports.OUTPUTS]
                          for n, circuit in enumerate(circuits)})]

        # The model of a reconfiguration: time passes.
        target, left = Signal(3), Signal(max=max(cycles, 1) + 1)
        loads, changed = Signal(), Signal()
        self.comb += loads.eq(control.load.re & reset & (control.load.storage != 0) & (left == 0))
        self.sync += [
            changed.eq(0),
            If(loads, loaded.eq(0), target.eq(control.load.storage), left.eq(max(cycles, 1))),
            If(left != 0, left.eq(left - 1), If(left == 1, loaded.eq(target), changed.eq(1)))]

        # What the owner sees.
        runs, ended, failed, result = Signal(), Signal(), Signal(), Signal(32)
        starts = user.start.re & ~runs & ~reset
        self.comb += [
            here.start.eq(starts), user.status.status.eq(Cat(runs, ended, failed)), user.result.status.eq(result),
            *(getattr(here, f"argument{n}").eq(argument.storage) for n, argument in enumerate(user.arguments)),
            control.ev.ended.trigger.eq(here.done & runs & user.start.storage)]
        self.sync += [
            If(starts, runs.eq(1), ended.eq(0), failed.eq(0)),
            If(runs & here.done, runs.eq(0), ended.eq(1), failed.eq(here.failed), result.eq(here.result))]

        # The state's way into memory and back, word by word, the region's own first.
        moves, index = Signal(), Signal(8)
        word, writes = Signal(32), Signal()
        flags = Cat(runs, ended, failed, user.start.storage)
        count = Array([0, *(OWN_WORDS + circuit.state_words for circuit in circuits)])[loaded]
        own = {**{n: word.eq(argument.storage) for n, argument in enumerate(user.arguments)},
               ARGUMENTS: word.eq(flags), ARGUMENTS + 1: word.eq(result)}
        came = memory_ports.mem_read_data
        self.comb += [
            Case(index, {**own, "default": word.eq(here.state_out)}),
            here.state_index.eq(index - OWN_WORDS), here.state_in.eq(came),
            here.state_write.eq(writes & (index >= OWN_WORDS))]
        for n, storage in (*enumerate(user.arguments), (ARGUMENTS, user.start)):
            value = came[3] if n == ARGUMENTS else came
            self.comb += [storage.we.eq(reset | writes & (index == n)), storage.dat_w.eq(Mux(reset, 0, value))]
        self.sync += [
            If(writes & (index == ARGUMENTS), Cat(runs, ended, failed).eq(came)),
            If(writes & (index == ARGUMENTS + 1), result.eq(came)),
            If(reset, runs.eq(0), ended.eq(0), failed.eq(0), result.eq(0))]

        valid, storing, gives, takes = Signal(), Signal(), Signal(), Signal()
        restored = Signal()
        self.fsm = fsm = FSM("IDLE")
        fsm.act("IDLE",
            If(control.move.re & ~reset,
               If(control.move.storage == ControlPage.SAVE, NextState("STOP")
               ).Elif(control.move.storage == ControlPage.RESTORE, NextState("FETCH"))))
        fsm.act("STOP", here.stop.eq(1), If(here.stopped, NextState("STORE")))
        fsm.act("STORE", here.stop.eq(1), moves.eq(1), storing.eq(1), valid.eq(1), NextValue(index, 0),
            If(memory_ports.mem_ready, NextState("STORING")))
        fsm.act("STORING", here.stop.eq(1), moves.eq(1), gives.eq(1),
            If(memory_ports.mem_write_ready, NextValue(index, index + 1)),
            If(memory_ports.mem_done, control.ev.saved.trigger.eq(1), NextState("STILL")))
        fsm.act("STILL", here.stop.eq(1))
        fsm.act("FETCH", here.stop.eq(1), moves.eq(1), valid.eq(1), NextValue(index, 0),
            If(memory_ports.mem_ready, NextState("FETCHING")))
        fsm.act("FETCHING", here.stop.eq(1), moves.eq(1), takes.eq(1), writes.eq(memory_ports.mem_read_valid),
            If(writes, NextValue(index, index + 1)),
            If(memory_ports.mem_done, restored.eq(1), NextState("IDLE")))
        for state in ("STOP", "STORE", "STORING", "STILL", "FETCH", "FETCHING"):
            fsm.act(state, If(reset, NextState("IDLE")))

        # The memory port is the circuit's, or the state's, which has limits of its own.
        end = Signal(32)
        self.comb += [
            end.eq(control.state.storage + 4 * (OWN_WORDS + STATE_WORDS)),
            memory.base.eq(Mux(moves, control.state.storage, control.base.storage)),
            memory.limit.eq(Mux(moves, end, control.limit.storage)),
            memory.forgives.eq(1),
            control.ev.ready.trigger.eq(changed | restored),
            control.status.status.eq(Cat(loaded, memory.busy, runs & user.start.storage | control.ev.irq)),
            *(getattr(here, name).eq(getattr(memory_ports, name) & ~moves)
              for name in ("mem_ready", "mem_read_valid", "mem_write_ready", "mem_done", "mem_error")),
            here.mem_read_data.eq(memory_ports.mem_read_data),
            If(moves,
               memory_ports.mem_valid.eq(valid), memory_ports.mem_write.eq(storing),
               memory_ports.mem_address.eq(control.state.storage), memory_ports.mem_words.eq(count),
               memory_ports.mem_read_ready.eq(takes), memory_ports.mem_write_valid.eq(gives),
               memory_ports.mem_write_data.eq(word), memory_ports.mem_write_mask.eq(0b1111)
            ).Else(*(getattr(memory_ports, name).eq(getattr(here, name))
                     for name in Ports.OUTPUTS if name.startswith("mem_")))]
