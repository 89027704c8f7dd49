# SPDX-License-Identifier: Apache-2.0
"""Regions for a LiteX SoC: each holds one of several circuits at a time, and guests of the monitor own it in turn.

A region has two pages of registers: `UserPage` for its owner, and `ControlPage`, which only the monitor may access. Its
circuit is a bus master. The core's memory protection does not check it, so base and limit of the control page bound it.

The reconfiguration is a model: all circuits of a region exist, and a multiplexer selects one. The region is disabled
for the time that a bitstream of its size would take through a configuration port. The rest is as on an FPGA.

A circuit is a Verilog module with the ports of `Ports`; `clk`; `reset`, synchronous; and a parameter STATE_WORDS. The
macro of virtual_device.vh declares the ports.

    start       high for a cycle: the circuit begins, with the four arguments. They are the values of registers, which
                the owner can write even while the circuit runs
    done        high for a cycle: the circuit has ended, with `result`; with `failed` if it failed
    memory      as for a hardware thread (hardware_thread.py); `mem_error` outside of the limits
    stop        the circuit stops at the next point at which its state fits into STATE_WORDS words. Then it is `stopped`
                until `stop` falls, and neither starts nor ends
    state       while the circuit is stopped: `state_out` is word `state_index`; with `state_write`, that word becomes
                `state_in`. If all words were written after a reset, the circuit continues when `stop` falls like the
                circuit from which they were read

After a reset, a circuit must not reveal the contents of its memories, because they may belong to another guest.
"""

import re
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.interconnect.csr import CSRStorage, CSRStatus
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourcePulse
from migen import FSM, Array, Case, Cat, ClockSignal, If, Instance, Mux, NextState, NextValue, ResetSignal, Signal

import hardware_thread
from hardware_thread import MemoryPort, bursts, packed

# isa: registers
# Written by `./metro isa` from hw/isa/registers.toml; edit that file.
ARGUMENTS = 4
PORT_INPUTS = {"start": 1, "argument0": 32, "argument1": 32, "argument2": 32, "argument3": 32, "stop": 1,
               "state_index": 8, "state_write": 1, "state_in": 32}
PORT_OUTPUTS = {"done": 1, "failed": 1, "result": 32, "stopped": 1, "state_out": 32}
STATE_WORDS = 64   # largest number of state words of a circuit
CIRCUITS = 7   # largest number of circuits of a region

# Bits of the registers of the user page.
USER = {
    "start": 1,
    "status": 3,
    "argument0": 32,
    "argument1": 32,
    "argument2": 32,
    "argument3": 32,
    "result": 32,
}

# Bits of the registers of the control page.
CONTROL = {
    "run": 1,
    "load": 3,
    "move": 2,
    "status": 5,
    "base": 32,
    "limit": 32,
    "state": 32,
}
SAVE = 1
RESTORE = 2
EVENTS = ("is_ready", "is_saved", "has_ended")   # by bit


class Bits:
    """Places of the fields of registers."""
    USER_STATUS_RUNS = slice(0, 1)
    USER_STATUS_HAS_ENDED = slice(1, 2)
    USER_STATUS_FAILED = slice(2, 3)
    CONTROL_STATUS_LOADED = slice(0, 3)
    CONTROL_STATUS_ON_BUS = slice(3, 4)
    CONTROL_STATUS_WILL_TELL = slice(4, 5)
# isa: end


OWN_WORDS = ARGUMENTS + 2   # words of a region's state before its circuit's: arguments, flags, result


class RegionError(ValueError):
    """The region cannot be added; the message says why, and what to do."""


class Ports:
    """The ports of a circuit as signals: inputs (`INPUTS`) and outputs (`OUTPUTS`), names and bits."""
    INPUTS = {**PORT_INPUTS,
              **{name: bits for name, bits in hardware_thread.Ports.INPUTS.items() if name.startswith("mem_")}}
    OUTPUTS = {**PORT_OUTPUTS,
               **{name: bits for name, bits in hardware_thread.Ports.OUTPUTS.items() if name.startswith("mem_")}}

    def __init__(self):
        for name, bits in {**self.INPUTS, **self.OUTPUTS}.items():
            setattr(self, name, Signal(bits, name=name))


class MemoryPorts:
    """The ports of a circuit that go to its memory port."""

    def __init__(self):
        for name, bits in {**Ports.INPUTS, **Ports.OUTPUTS}.items():
            if name.startswith("mem_"):
                setattr(self, name, Signal(bits, name=name))


class VerilogCircuit(LiteXModule):
    """The circuit in a Verilog file; its module has the file's name."""

    def __init__(self, platform, file):
        file = Path(file)
        self.state_words = check(file)
        platform.add_source(str(file))
        platform.add_verilog_include_path(str(Path(__file__).parent))
        self.ports, self.reset = Ports(), Signal()
        self.specials += Instance(
            file.stem, i_clk=ClockSignal("sys"), i_reset=ResetSignal("sys") | self.reset,
            **{f"i_{name}": getattr(self.ports, name) for name in Ports.INPUTS},
            **{f"o_{name}": getattr(self.ports, name) for name in Ports.OUTPUTS})


def check(file):
    """Return the number of state words of a circuit. Raise RegionError if the file is not a circuit."""
    if not file.is_file():
        raise RegionError(f"there is no file {file} with a circuit")
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", file.read_text(errors="replace"), flags=re.DOTALL)
    if not re.search(rf"\bmodule\s+{re.escape(file.stem)}\b", text):
        raise RegionError(f"{file} has no module {file.stem}: the module must have the name of the file")
    lacks = [name for name in ("clk", "reset", *Ports.INPUTS, *Ports.OUTPUTS) if not re.search(rf"\b{name}\b", text)]
    if lacks and "`VIRTUAL_DEVICE_PORTS" not in text:
        raise RegionError(f"{file.stem} in {file} has no port {' and no '.join(lacks)}")
    words = re.search(r"\bparameter\s+STATE_WORDS\s*=\s*(\d+)", text)
    if not words or not 1 <= int(words[1]) <= STATE_WORDS:
        raise RegionError(f"{file.stem} in {file} has no parameter STATE_WORDS from 1 to {STATE_WORDS}, the number of "
                          "words of its state")
    return int(words[1])


def add_region(soc, files, cycles):
    """Add the next region to a SoC, before it is built.

    soc:    a LiteX SoC with a 32-bit, little-endian CPU
    files:  Verilog files of the circuits that the region can hold, 1 to CIRCUITS
    cycles: cycles of a reconfiguration in the model

    Raise RegionError if the number of circuits or a file is wrong.
    """
    number = len(getattr(soc, "regions", ()))
    if not 1 <= len(files) <= CIRCUITS:
        raise RegionError(f"region {number + 1} has {len(files)} circuits, but a region has 1 to {CIRCUITS}")
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
    """The registers for the owner of a region; a reset of the region clears all. `USER` has their numbers of bits."""

    def __init__(self):
        self.start = CSRStorage(USER["start"], name="start", write_from_dev=True)
        self.status = CSRStatus(USER["status"], name="status")
        self.arguments = []
        for n in range(ARGUMENTS):
            argument = CSRStorage(USER[f"argument{n}"], name=f"argument{n}", write_from_dev=True)
            setattr(self, f"argument{n}", argument)
            self.arguments.append(argument)
        self.result = CSRStatus(USER["result"], name="result")


class ControlPage(LiteXModule):
    """The registers for the monitor, and the events of its interrupt line. `CONTROL` has their numbers of bits."""
    SAVE, RESTORE = SAVE, RESTORE

    def __init__(self):
        self.run = CSRStorage(CONTROL["run"], name="run")
        self.load = CSRStorage(CONTROL["load"], name="load")
        self.move = CSRStorage(CONTROL["move"], name="move")
        self.status = CSRStatus(CONTROL["status"], name="status")
        self.base = CSRStorage(CONTROL["base"], name="base")
        self.limit = CSRStorage(CONTROL["limit"], name="limit")
        self.state = CSRStorage(CONTROL["state"], name="state")
        self.ev = EventManager()
        for name in EVENTS:
            setattr(self.ev, name, EventSourcePulse())
        self.ev.finalize()


class Region(LiteXModule):
    """Circuits of which one is selected, their memory port, and the logic that moves the state.

    circuits: modules like VerilogCircuit; cycles: of a reconfiguration; user, control: the pages
    bus_failed, bursting: as for MemoryPort
    """

    def __init__(self, circuits, cycles, user, control, bus_failed=0, bursting=False):
        memory_ports = MemoryPorts()
        reset, loaded = Signal(), Signal(len(control.load.storage))
        self.memory = memory = MemoryPort(memory_ports, reset, bus_failed, bursting)
        self.circuits = circuits
        for n, circuit in enumerate(circuits):
            setattr(self, f"circuit{n}", circuit)

        # # #

        here = Ports()                                     # ports of the selected circuit
        self.comb += [
            reset.eq(~control.run.storage),
            *(circuit.reset.eq(reset | (loaded != n + 1)) for n, circuit in enumerate(circuits)),
            *(getattr(circuit.ports, name).eq(getattr(here, name)) for circuit in circuits for name in Ports.INPUTS),
            Case(loaded, {n + 1: [getattr(here, name).eq(getattr(circuit.ports, name)) for name in Ports.OUTPUTS]
                          for n, circuit in enumerate(circuits)})]

        # The model of a reconfiguration: a delay.
        target, left = Signal(len(loaded)), Signal(max=max(cycles, 1) + 1)
        loads, changed = Signal(), Signal()
        self.comb += loads.eq(control.load.re & reset & (control.load.storage != 0) & (left == 0))
        self.sync += [
            changed.eq(0),
            If(loads, loaded.eq(0), target.eq(control.load.storage), left.eq(max(cycles, 1))),
            If(left != 0, left.eq(left - 1), If(left == 1, loaded.eq(target), changed.eq(1)))]

        # The user page.
        runs, ended, failed, result = Signal(), Signal(), Signal(), Signal(32)
        starts = user.start.re & ~runs & ~reset
        self.comb += [
            here.start.eq(starts),
            user.status.status.eq(packed(
                (Bits.USER_STATUS_RUNS, runs), (Bits.USER_STATUS_HAS_ENDED, ended), (Bits.USER_STATUS_FAILED, failed))),
            user.result.status.eq(result),
            *(getattr(here, f"argument{n}").eq(argument.storage) for n, argument in enumerate(user.arguments)),
            control.ev.has_ended.trigger.eq(here.done & runs & user.start.storage)]
        self.sync += [
            If(starts, runs.eq(1), ended.eq(0), failed.eq(0)),
            If(runs & here.done, runs.eq(0), ended.eq(1), failed.eq(here.failed), result.eq(here.result))]

        # Move the state to memory and back, word by word: first the region's words, then the circuit's.
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
            If(memory_ports.mem_done, control.ev.is_saved.trigger.eq(1), NextState("STILL")))
        fsm.act("STILL", here.stop.eq(1))
        fsm.act("FETCH", here.stop.eq(1), moves.eq(1), valid.eq(1), NextValue(index, 0),
            If(memory_ports.mem_ready, NextState("FETCHING")))
        fsm.act("FETCHING", here.stop.eq(1), moves.eq(1), takes.eq(1), writes.eq(memory_ports.mem_read_valid),
            If(writes, NextValue(index, index + 1)),
            If(memory_ports.mem_done, restored.eq(1), NextState("IDLE")))
        for state in ("STOP", "STORE", "STORING", "STILL", "FETCH", "FETCHING"):
            fsm.act(state, If(reset, NextState("IDLE")))

        # The memory port serves the circuit, or moves the state, for which it has other limits.
        end = Signal(32)
        self.comb += [
            end.eq(control.state.storage + 4 * (OWN_WORDS + STATE_WORDS)),
            memory.base.eq(Mux(moves, control.state.storage, control.base.storage)),
            memory.limit.eq(Mux(moves, end, control.limit.storage)),
            memory.forgives.eq(1),
            control.ev.is_ready.trigger.eq(changed | restored),
            control.status.status.eq(packed(
                (Bits.CONTROL_STATUS_LOADED, loaded), (Bits.CONTROL_STATUS_ON_BUS, memory.busy),
                (Bits.CONTROL_STATUS_WILL_TELL, runs & user.start.storage | control.ev.irq))),
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
