# SPDX-License-Identifier: Apache-2.0
"""A region without a SoC models a reconfiguration, limits transfers, and saves and restores a circuit's state."""
import sys
import types

import pytest
from litex.gen import LiteXModule
from litex.soc.interconnect import csr_bus
from migen import If, Signal, run_simulation

from mutants.guests import REGIONS
from support import ROOT, slow_except

sys.path.insert(0, str(ROOT / "hw"))
from virtual_device import EVENTS, OWN_WORDS, ControlPage, Ports, Region, UserPage  # noqa: E402

CYCLES = 37
READY, SAVED, ENDED = (1 << EVENTS.index(name) for name in ("is_ready", "is_saved", "has_ended"))
ENABLED = READY | SAVED | ENDED
HOLDS, ON_BUS, TELLS = 7, 8, 16
RUNS, HAS_ENDED, FAILED, ASKS = 1, 2, 4, 8


class Counter(LiteXModule):
    """A circuit that counts in steps of `step` until the count is at least its first argument. It then writes the
    count to memory, at its second argument. It can stop at multiples of 2^point. Its two state words are whether it
    runs, and the count. eager: it also requests a transfer in reset."""

    def __init__(self, step, point=1, eager=False):
        self.ports, self.reset, self.state_words = Ports(), Signal(), 2

        # # #

        ports, runs, at, gives = self.ports, Signal(), Signal(31), Signal(2)
        still = (at[:point] == 0) | ~runs
        over = runs & (at >= ports.argument0) & (gives == 0)
        self.comb += [
            ports.stopped.eq(ports.stop & still & (gives == 0)), ports.result.eq(at),
            ports.state_out.eq(runs), If(ports.state_index == 1, ports.state_out.eq(at)),
            ports.mem_valid.eq((gives == 1) | self.reset & eager), ports.mem_write.eq(1),
            ports.mem_address.eq(ports.argument1), ports.mem_words.eq(1),
            ports.mem_write_valid.eq(gives == 2), ports.mem_write_data.eq(at),
            ports.mem_write_mask.eq(0b1111), ports.done.eq(runs & ports.mem_done), ports.failed.eq(ports.mem_error)]
        self.sync += [
            If(ports.start, runs.eq(1), at.eq(0)
            ).Elif(runs & ~(ports.stop & still) & (gives == 0),
                   If(over, gives.eq(1)).Else(at.eq(at + step))),
            If(ports.mem_valid & ports.mem_ready, gives.eq(2)),
            If(ports.mem_write_valid & ports.mem_write_ready, gives.eq(3)),
            If(ports.done, runs.eq(0), gives.eq(0)),
            If(ports.state_write, If(ports.state_index == 0, runs.eq(ports.state_in)).Else(at.eq(ports.state_in))),
            If(self.reset, runs.eq(0), at.eq(0), gives.eq(0))]


class System(LiteXModule):
    """A region with a bus for each of its pages, and a memory that answers after one cycle."""

    def __init__(self, point, eager):
        self.words, self.accesses = {}, 0
        self.user, self.control = UserPage(), ControlPage()
        self.region = Region([Counter(1, point, eager), Counter(3)], CYCLES, self.user, self.control)
        self.banks = {page: csr_bus.CSRBank(page.get_csrs(), bus=csr_bus.Interface(data_width=32))
                      for page in (self.user, self.control)}
        self.submodules += self.banks.values()

    def serve(self):
        bus = self.region.memory.bus
        while True:
            if (yield bus.cyc) and not (yield bus.ack):
                if (yield bus.we):
                    self.words[(yield bus.adr)] = yield bus.dat_w
                self.accesses += 1
                yield bus.dat_r.eq(self.words.get((yield bus.adr), 0xDEADBEEF))
                yield bus.ack.eq(1)
            else:
                yield bus.ack.eq(0)
            yield


class Ended(Exception):
    pass


MOST_CYCLES = 5000


def simulate(steps, point=1, eager=False):
    """Run steps(system, write, read) and return the system. write and read access registers by page and name."""
    system = System(point, eager)

    def number(page, name):
        return next(n for n, csr in enumerate(system.banks[page].simple_csrs) if csr.name in (name, f"{name}0"))

    def write(page, name, value):
        yield from system.banks[page].bus.write(number(page, name), value)
        yield

    def read(page, name):
        yield from system.banks[page].bus.read(number(page, name))
        yield
        return (yield system.banks[page].bus.dat_r)

    def run_steps():
        yield from steps(system, write, read)
        raise Ended

    def limit_cycles():
        for _ in range(MOST_CYCLES):
            yield
        raise TimeoutError

    try:
        run_simulation(system, [run_steps(), system.serve(), limit_cycles()])
    except Ended:
        return system


def load_circuit(system, write, read, number=1):
    """Load a circuit, set its limits and take it out of reset."""
    yield from write(system.control, "ev_enable", ENABLED)
    yield from write(system.control, "load", number)
    while not (yield from read(system.control, "ev_pending")) & READY:
        pass
    yield from write(system.control, "ev_pending", ENABLED)
    yield from write(system.control, "base", 0x1000)
    yield from write(system.control, "limit", 0x2000)
    yield from write(system.control, "state", 0x8000)
    yield from write(system.control, "run", 1)


def start_circuit(system, write, count, at=0x1000):
    yield from write(system.user, "argument0", count)
    yield from write(system.user, "argument1", at)
    yield from write(system.user, "start", 1)


def wait_for_event(system, read, event):
    while not (yield from read(system.control, "ev_pending")) & event:
        pass


def test_reconfiguration_has_its_duration_and_cannot_start_twice():
    def steps(system, write, read):
        yield from write(system.control, "ev_enable", ENABLED)
        yield from write(system.control, "load", 2)
        yield from write(system.control, "load", 1)
        assert (yield from read(system.control, "status")) & HOLDS == 0
        dead = 0
        while not (yield system.control.ev.irq):
            dead += 1
            yield
        cycles.append(dead)
        assert (yield from read(system.control, "status")) & HOLDS == 2

    cycles = []
    simulate(steps)
    assert CYCLES - 12 < cycles[0] < CYCLES


def test_circuit_transfers_only_within_its_limits():
    def steps(system, write, read):
        yield from load_circuit(system, write, read, 2)
        for at, fails in ((0x1000, False), (0x1FFC, False), (0xFFC, True), (0x2000, True), (0x8000, True)):
            yield from start_circuit(system, write, 7, at)
            assert (yield from read(system.control, "status")) & TELLS
            yield from wait_for_event(system, read, ENDED)
            yield from write(system.control, "ev_pending", ENABLED)
            assert (yield from read(system.user, "status")) == HAS_ENDED + FAILED * fails
            assert (yield from read(system.user, "result")) == 9

    assert simulate(steps).words == {0x400: 9, 0x7FF: 9}


@pytest.mark.sample(1)
@pytest.mark.parametrize("delay", slow_except(range(60), {0, 14, 27, 50}))
def test_state_is_saved_and_restored_at_any_moment(delay):
    def steps(system, write, read):
        yield from load_circuit(system, write, read)
        yield from start_circuit(system, write, 40)
        for _ in range(delay):
            yield
        yield from write(system.control, "move", ControlPage.SAVE)
        yield from wait_for_event(system, read, SAVED)
        *arguments, flags, result, runs, at = [system.words[0x2000 + n] for n in range(OWN_WORDS + 2)]
        assert arguments == [40, 0x1000, 0, 0] and at % 2 == 0
        assert (flags, result, runs) == ((RUNS | ASKS, 0, 1) if at < 40 or runs else (HAS_ENDED | ASKS, 40, 0))
        yield from write(system.control, "run", 0)
        yield from write(system.control, "ev_pending", ENABLED)
        yield from write(system.control, "run", 1)
        for name in ("argument0", "argument1", "status", "result", "start"):
            assert (yield from read(system.user, name)) == 0       # the next guest sees no state
        yield from start_circuit(system, write, 4, 0x1100)
        yield from wait_for_event(system, read, ENDED)
        yield from write(system.control, "run", 0)
        yield from write(system.control, "ev_pending", ENABLED)
        yield from write(system.control, "run", 1)
        yield from write(system.control, "move", ControlPage.RESTORE)
        yield from wait_for_event(system, read, READY)
        if (yield from read(system.user, "status")) & RUNS:
            yield from wait_for_event(system, read, ENDED)
        for name, value in (("status", HAS_ENDED), ("result", 40), ("argument1", 0x1000)):
            assert (yield from read(system.user, name)) == value

    words = simulate(steps).words
    assert words[0x400] == 40 and words[0x440] == 4


@pytest.mark.parametrize("delay", slow_except(range(40), {0, 5, 11, 20}))
def test_reset_ends_any_activity_of_the_region(delay):
    def steps(system, write, read):
        yield from load_circuit(system, write, read)
        yield from start_circuit(system, write, 2)
        yield from write(system.control, "move", ControlPage.SAVE)
        for _ in range(delay):
            yield
        yield from write(system.control, "run", 0)
        yield
        while (yield from read(system.control, "status")) & ON_BUS:
            pass
        before = system.accesses
        for _ in range(50):
            yield
        assert system.accesses == before
        yield from write(system.control, "run", 1)
        yield from start_circuit(system, write, 6, 0x1200)
        while (yield from read(system.user, "status")) != HAS_ENDED:
            pass

    assert simulate(steps).words[0x480] == 6


# -------------------------------------------------------------------------------------------------------------- faults

HW = ROOT / "hw"


def transfers_stay_within_limits():
    test_circuit_transfers_only_within_its_limits()


def invalid_transfers_fail():
    """Transfers that are misaligned, wrap around or have empty limits fail."""
    def steps(system, write, read):
        yield from load_circuit(system, write, read, 1)
        for at in (0x1002, 0xFFFFFFFC):
            yield from start_circuit(system, write, 4, at)
            yield from wait_for_event(system, read, ENDED)
            yield from write(system.control, "ev_pending", ENABLED)
            assert (yield from read(system.user, "status")) == HAS_ENDED + FAILED
        yield from write(system.control, "run", 0)
        yield from write(system.control, "base", 0)
        yield from write(system.control, "limit", 0)
        yield from write(system.control, "run", 1)
        yield from start_circuit(system, write, 4, 0)
        yield from wait_for_event(system, read, ENDED)
        assert (yield from read(system.user, "status")) == HAS_ENDED + FAILED

    assert simulate(steps).words == {}


def state_is_restored():
    for delay in (0, 14, 27, 50):
        test_state_is_saved_and_restored_at_any_moment(delay)


def reset_ends_activity():
    for delay in (0, 5, 11, 20):
        test_reset_ends_any_activity_of_the_region(delay)


def reconfiguration_is_timed():
    test_reconfiguration_has_its_duration_and_cannot_start_twice()


def is_not_reconfigured_while_running():
    """A region is not reconfigured while its circuit runs."""
    def steps(system, write, read):
        yield from load_circuit(system, write, read, 1)
        yield from start_circuit(system, write, 100)
        yield from write(system.control, "load", 2)
        assert (yield from read(system.control, "status")) & HOLDS == 1

    simulate(steps)


def stops_before_saving():
    """The state goes to memory only after the circuit has reached a point at which it can stop."""
    def steps(system, write, read):
        yield from load_circuit(system, write, read)
        yield from start_circuit(system, write, 1000)
        yield from write(system.control, "move", ControlPage.SAVE)
        yield from wait_for_event(system, read, SAVED)
        assert 0 < system.words[0x2000 + OWN_WORDS + 1] < 1000
        assert system.words[0x2000 + OWN_WORDS + 1] % 128 == 0

    simulate(steps, point=7)


def is_idle_after_a_reset():
    def steps(system, write, read):
        yield from load_circuit(system, write, read)
        yield from write(system.control, "base", 0)
        yield from start_circuit(system, write, 30)
        yield from write(system.control, "run", 0)
        yield from write(system.control, "run", 1)
        for _ in range(100):
            yield
        assert system.accesses == 0

    simulate(steps)


def makes_no_request_in_reset():
    """A circuit's requests in reset have no effect, so a wait for the end of a transfer does not include them."""
    def steps(system, write, read):
        yield from load_circuit(system, write, read)
        yield from write(system.control, "run", 0)
        for _ in range(20):
            assert not (yield from read(system.control, "status")) & ON_BUS
        assert system.accesses == 0

    simulate(steps, eager=True)


def check_fails(check):
    """Return whether a check fails. A check whose simulation does not end also fails."""
    try:
        check()
    except (AssertionError, TimeoutError):
        return True
    return False


@pytest.mark.parametrize("check", (invalid_transfers_fail, is_not_reconfigured_while_running, stops_before_saving,
                                   is_idle_after_a_reset, makes_no_request_in_reset),
                         ids=lambda check: check.__name__)
def test_region_meets_each_requirement(check):
    check()


@REGIONS.each
def test_removed_rule_is_noticed(mutant, monkeypatch):
    modules = {}
    for file in ("hardware_thread.py", "virtual_device.py"):
        text = (HW / file).read_text()
        modules[file] = module = types.ModuleType(file.removesuffix(".py"))
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(compile(mutant.changed().get(f"hw/{file}", text), HW / file, "exec"), vars(module))
    for part in ("ControlPage", "Ports", "Region", "UserPage"):
        monkeypatch.setattr(sys.modules[__name__], part, getattr(modules["virtual_device.py"], part))
    assert check_fails(globals()[mutant.needs[0]])
