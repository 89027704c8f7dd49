# SPDX-License-Identifier: Apache-2.0
"""A hardware thread's memory port, with and without bursts, on a model of the bus and on LiteX's components."""
import random
import sys

import pytest
from litex.gen import LiteXModule
from litex.soc.interconnect import csr_bus, wishbone
from migen import Memory, Signal, run_simulation

from support import ROOT, slow_except, slow_if

sys.path.insert(0, str(ROOT / "hw"))
from hardware_thread import BURST_WORDS, INCREMENTING, LAST, SINGLE, MemoryPort, Ports, bursts  # noqa: E402


class SimulationEnded(Exception):
    pass


def simulate(design, main, *others):
    """Simulate until main ends, whatever the other processes do."""
    def until_main_ends():
        yield from main
        raise SimulationEnded

    with pytest.raises(SimulationEnded):
        run_simulation(design, [until_main_ends(), *others])


def changed(old, data, mask):
    lanes = sum(0xFF << 8 * lane for lane in range(4) if mask >> lane & 1)
    return data & lanes | old & ~lanes


class Bus:
    """A memory on Wishbone that answers after a random delay or with an error, and checks the master. If it supports
    bursts, it prepares each next word before the master requests it, as LiteX's memories do."""

    def __init__(self, bus, rng, words, bursting, errors=0.0):
        self.bus, self.random, self.words, self.bursting, self.errors = bus, rng, dict(words), bursting, errors
        self.accesses = []                              # address, type of the bus cycle, whether it failed

    def serve(self):
        bus = self.bus
        promised, error = None, False                   # address of the word that is answered in this cycle
        unanswered = follows = None                     # request that the master must hold; request that must come next
        words_since_release = waits = 0
        while True:
            yield
            requested = (yield bus.cyc) and (yield bus.stb)
            address, writes, kind = (yield bus.adr), (yield bus.we), (yield bus.cti)
            data, mask = (yield bus.dat_w), (yield bus.sel)
            now = (address, writes, kind, *((data, mask) if writes else ()))
            assert (yield bus.bte) == 0 and (yield bus.cyc) == (yield bus.stb)
            assert unanswered is None or requested and now == unanswered, (unanswered, now)
            if follows:
                assert requested and (address, writes) == follows and kind in (INCREMENTING, LAST), (follows, now)
            elif requested and unanswered is None:
                assert kind in (SINGLE, INCREMENTING)
            assert promised is None or requested and address == promised, (promised, now)
            unanswered = follows = None
            if not requested:
                words_since_release = 0
            elif promised is None:
                unanswered = now
            else:
                words_since_release += 1
                assert words_since_release <= BURST_WORDS
                assert kind != INCREMENTING or address % BURST_WORDS != BURST_WORDS - 1
                self.accesses.append((address, kind, error))
                if writes and not error:
                    self.words[address] = changed(self.words[address], data, mask)
                if kind == INCREMENTING and not error:
                    follows = address + 1, writes
            # Choose the answer of the next cycle.
            coming = address if unanswered else address + 1 if follows and self.bursting else None
            if coming is None or waits:
                promised, waits = None, max(waits - 1, 0)
            else:
                promised, waits = coming, self.random.choice((0, 0, 0, 1, 3))
            error = promised is not None and self.random.random() < self.errors
            yield bus.ack.eq(promised is not None and not error)
            yield bus.err.eq(error)
            if promised is not None:
                yield bus.dat_r.eq(self.words[promised] if not error else self.random.getrandbits(32))


class Transfer:
    """A transfer that a thread requests, and its result. cut: the cycle in which a reset ends the transfer, or None."""

    def __init__(self, rng, writes, address, words, cut=None, stall_probability=0.3):
        self.rng, self.writes, self.address, self.words, self.cut = rng, writes, address, words, cut
        self.data = [(rng.getrandbits(32), rng.getrandbits(4)) for _ in range(words)]
        self.stall_probability = stall_probability      # probability that the thread is not ready
        self.taken, self.done, self.error, self.cycles = [], False, False, 0

    def run(self, port, ports, reset):
        given = 0
        for name, value in (("valid", 1), ("write", self.writes), ("address", self.address), ("words", self.words)):
            yield getattr(ports, f"mem_{name}").eq(value)
        yield
        while not (yield ports.mem_ready):
            yield
        yield ports.mem_valid.eq(0)
        for cycle in range(20_000):
            ready, valid = (self.rng.random() >= self.stall_probability for _ in range(2))
            yield ports.mem_read_ready.eq(ready)
            yield ports.mem_write_valid.eq(valid)
            if given < self.words:
                yield ports.mem_write_data.eq(self.data[given][0])
                yield ports.mem_write_mask.eq(self.data[given][1])
            yield reset.eq(cycle == self.cut)
            yield
            if (yield ports.mem_read_valid) and ready:
                self.taken.append((yield ports.mem_read_data))
            if (yield ports.mem_write_ready) and valid:
                given += 1
            if (yield ports.mem_done):
                self.done, self.error = True, bool((yield ports.mem_error))
                break
            if cycle == self.cut:
                while (yield port.busy):
                    yield
                break
        else:
            raise AssertionError("the transfer never ended")
        self.cycles = cycle
        yield reset.eq(0)
        yield ports.mem_read_ready.eq(0)
        yield ports.mem_write_valid.eq(0)

    def written(self, words, count=None):
        """Return the content of the memory after the transfer, or after its first count words."""
        model = dict(words)
        for n, (data, mask) in enumerate(self.data[:count] if self.writes else ()):
            at = self.address // 4 + n
            model[at] = changed(model[at], data, mask)
        return model


# ------------------------------------------------------------------------------------------------ on a model of the bus

@pytest.mark.sample(1)
@pytest.mark.parametrize("errors", slow_except((0.0, 0.02), (0.02,)))
@pytest.mark.parametrize("port_bursts, memory_bursts", [
    pytest.param(*ways, marks=slow_if(sum(ways) == 1)) for ways in ((0, 0), (0, 1), (1, 0), (1, 1))])
def test_transfers_are_right_despite_delays_and_resets(port_bursts, memory_bursts, errors):
    rng = random.Random(7)
    ports, reset = Ports(), Signal()
    port = MemoryPort(ports, reset, bursting=bool(port_bursts))
    first, count = 0x400, 64
    bus = Bus(port.bus, rng, {first + n: rng.getrandbits(32) for n in range(count)}, memory_bursts, errors)
    seen = {"done": 0, "refused": 0, "cut": 0, **({"failed": 0} if errors else {})}

    def thread():
        yield port.base.eq(4 * first)
        yield port.limit.eq(4 * (first + count))
        yield
        for _ in range(180):
            yield from run_one_transfer()

    def run_one_transfer():
        model = dict(bus.words)
        transfer = Transfer(rng, rng.random() < 0.5, 4 * (first + rng.randrange(-3, count)) + 2 * (rng.random() < 0.1),
                            rng.choice((1, 2, 3, 9, 20, 40)), rng.randrange(1, 60) if rng.random() < 0.3 else None,
                            rng.choice((0, 0.3, 0.8)))
        at, words = transfer.address // 4, transfer.words
        fits = transfer.address % 4 == 0 and first <= at and at + words <= first + count
        before = len(bus.accesses)
        yield from transfer.run(port, ports, reset)
        made = bus.accesses[before:]
        assert [address for address, _, _ in made] == list(range(at, at + len(made)))
        failed = bool(made) and made[-1][2]
        assert not any(error for _, _, error in made[:-1])
        assert bus.words == transfer.written(model, len(made) - failed)
        if not transfer.done:
            seen["cut"] += 1
            assert len(made) <= words
        elif not fits:
            assert transfer.error and not made
            seen["refused"] += 1
        elif failed:
            assert transfer.error and (yield port.fault) == 4 * made[-1][0]
            seen["failed"] += 1
        else:
            assert not transfer.error and len(made) == words
            assert transfer.taken == ([] if transfer.writes else [model[at + n] for n in range(words)])
            seen["done"] += 1
        yield port.forgives.eq(1)
        yield
        yield port.forgives.eq(0)

    simulate(port, thread(), bus.serve())
    assert min(seen.values()) >= 5, seen
    assert {kind for _, kind, _ in bus.accesses} == ({SINGLE, INCREMENTING, LAST} if port_bursts else {SINGLE})


@pytest.mark.sample(1)
@pytest.mark.parametrize("writes", (0, 1))
@pytest.mark.parametrize("memory_bursts", slow_except((0, 1), (1,)))
def test_burst_ends_with_the_next_word_after_a_reset(memory_bursts, writes):
    ended_in = set()
    for cut in range(1, 40):
        rng = random.Random(cut)
        ports, reset = Ports(), Signal()
        port = MemoryPort(ports, reset, bursting=True)
        bus = Bus(port.bus, rng, {n: n for n in range(64)}, memory_bursts)
        transfer = Transfer(rng, writes, 0, 64, cut, stall_probability=0)
        counts = []

        def count_at_the_reset():
            while not (yield reset):
                yield
            counts.append(len(bus.accesses))

        def thread():
            yield port.limit.eq(256)
            yield
            yield from transfer.run(port, ports, reset)
            yield
            yield

        simulate(port, thread(), bus.serve(), count_at_the_reset())
        assert bus.accesses == [] or bus.accesses[-1][1] == LAST
        ended_in.add(len(bus.accesses) - counts[0])
    assert ended_in <= {0, 1, 2, 3} and 2 in ended_in   # the model counts a word one cycle after it


# ---------------------------------------------------------------------------------------------- on LiteX's components

class PartlyDeaf(LiteXModule):
    """A memory that never answers if the word address is 5 modulo 8, in a burst or alone."""

    def __init__(self, words, bursting):
        self.ram = wishbone.SRAM(4 * words, bus=wishbone.Interface(bursting=bursting))
        self.mem, self.bus = self.ram.mem, wishbone.Interface()
        ram_answers = Signal()
        self.comb += [self.bus.connect(self.ram.bus, omit={"cyc", "ack"}), ram_answers.eq(self.bus.adr[:3] != 5),
                      self.ram.bus.cyc.eq(self.bus.cyc & ram_answers), self.bus.ack.eq(self.ram.bus.ack & ram_answers)]


class Registers(LiteXModule):
    """A memory behind LiteX's bridge from Wishbone to the CSR bus."""

    def __init__(self, words, register):
        bus = csr_bus.Interface(data_width=32)
        self.bridge = wishbone.Wishbone2CSR(wishbone.Interface(), bus, register)
        self.bus, self.mem = self.bridge.wishbone, Memory(32, words)
        port = self.mem.get_port(write_capable=True)
        self.specials += self.mem, port
        self.comb += [port.adr.eq(bus.adr), port.we.eq(bus.we), port.dat_w.eq(bus.dat_w), bus.dat_r.eq(port.dat_r)]


class Narrow(LiteXModule):
    """A memory with words of 16 bits behind LiteX's bus width converter."""

    def __init__(self, words, bursting):
        self.ram = wishbone.SRAM(4 * words, bus=wishbone.Interface(data_width=16, bursting=bursting))
        self.mem, self.bus = self.ram.mem, wishbone.Interface()
        self.converter = wishbone.Converter(self.bus, self.ram.bus)


WORDS = 32                          # of each slave; slaves are consecutive, and no slave answers after the last one
TIMEOUT = 40


class Soc(LiteXModule):
    """A port and another master on a bus with several slaves. On a bus of 64 bits, the port is behind a converter."""

    def __init__(self, bursting, width=32):
        self.ports, self.reset, self.failed = Ports(), Signal(), Signal()
        self.port = MemoryPort(self.ports, self.reset, self.failed, bursting and width == 32)
        sram = [wishbone.SRAM(4 * WORDS, bus=wishbone.Interface(data_width=width, bursting=bursts))
                for bursts in (bursting, bursting, False)]
        self.slaves = sram if width > 32 else [
            *sram, Registers(WORDS, True), Registers(WORDS, False), Narrow(WORDS, bursting),
            PartlyDeaf(WORDS, bursting)]
        for n, slave in enumerate(self.slaves):
            setattr(self, f"slave{n}", slave)
        self.other = wishbone.Interface(data_width=width)
        mine = wishbone.Interface(data_width=width)
        self.converter = wishbone.Converter(self.port.bus, mine)
        words = WORDS * 32 // width
        shift = (words - 1).bit_length()
        decoded = [(lambda address, n=n: address[shift:] == n, slave.bus) for n, slave in enumerate(self.slaves)]
        self.bus = wishbone.InterconnectShared([mine, self.other], decoded, register=True, timeout_cycles=TIMEOUT)
        self.comb += self.failed.eq(self.bus.timeout.error)


def word_of(soc, at, value=None):
    """Write a word to its slave's memory, if value is given, and return the word."""
    memory, n = soc.slaves[at // WORDS].mem, at % WORDS
    size, parts = memory.width, max(32 // memory.width, 1)
    if size > 32:
        if value is not None:
            old = yield memory[n // 2]
            yield memory[n // 2].eq(old & ~(0xFFFFFFFF << 32 * (n % 2)) | value << 32 * (n % 2))
        return (yield memory[n // 2]) >> 32 * (n % 2) & 0xFFFFFFFF
    for part in range(parts):
        if value is not None:
            yield memory[n * parts + part].eq(value >> size * part & (1 << size) - 1)
    found = 0
    for part in range(parts):
        found |= (yield memory[n * parts + part]) << size * part
    return found


def run_on_litex(bursting, width, rounds):
    """Run random transfers while another master reads and writes a separate word."""
    rng = random.Random(3)
    soc = Soc(bursting, width)
    deaf = [n for n, slave in enumerate(soc.slaves) if isinstance(slave, PartlyDeaf)]
    registers = [n for n, slave in enumerate(soc.slaves) if isinstance(slave, Registers)]
    end = WORDS * len(soc.slaves)
    model, seen = {}, {"done": 0, "failed": 0, "cut": 0}
    theirs = 3                                          # the word of the other master
    counted = [0]

    def answers(at):
        return at < end and not (at // WORDS in deaf and at % 8 == 5)

    def thread():
        for at in range(end):
            model[at] = 0 if at == theirs else rng.getrandbits(32)
            yield from word_of(soc, at, model[at])
            yield                                       # finish the write before the next half of a wider word
        yield soc.port.base.eq(4 * 8)
        yield soc.port.limit.eq(0x10000)
        yield
        for _ in range(rounds):
            yield from run_one_transfer()

    def run_one_transfer():
        at = rng.choice((rng.randrange(8, end), rng.randrange(8, end), end - 12))
        cut = rng.randrange(1, 60) if rng.random() < 0.3 else None
        transfer = Transfer(rng, rng.random() < 0.5, 4 * at, rng.choice((1, 2, 5, 8, 24, 80)), cut,
                            rng.choice((0, 0.5)))
        # LiteX's registers have no byte enables.
        transfer.data = [(data, 0b1111 if (at + n) // WORDS in registers else mask)
                         for n, (data, mask) in enumerate(transfer.data)]
        yield from transfer.run(soc.port, soc.ports, soc.reset)
        right = next((n for n in range(transfer.words) if not answers(at + n)), transfer.words)
        now = {}
        for n in range(8, end):
            now[n] = yield from word_of(soc, n)
        if not transfer.done:
            seen["cut"] += 1
            assert any(now == {n: word for n, word in transfer.written(model, count).items() if n >= 8}
                       for count in range(right + 1))
        else:
            assert transfer.error == (right < transfer.words), (at, transfer.words)
            assert now == {n: word for n, word in transfer.written(model, right).items() if n >= 8}
            if transfer.error:
                assert (yield soc.port.fault) == 4 * (at + right)
                seen["failed"] += 1
            else:
                assert transfer.taken == ([] if transfer.writes else [model[at + n] for n in range(transfer.words)])
                seen["done"] += 1
        model.update(now)
        yield soc.port.forgives.eq(1)
        yield
        yield soc.port.forgives.eq(0)

    def other_master():
        sel, adr, low = (0xF, theirs, 0) if width == 32 else (0xF0, theirs // 2, 32)
        while True:
            for _ in range(rng.choice((0, 1, 5, 20))):
                yield
            found = yield from soc.other.read(adr)
            assert found >> low & 0xFFFFFFFF == counted[0]
            counted[0] += 1
            yield from soc.other.write(adr, counted[0] << low, sel=sel)

    simulate(soc, thread(), other_master())
    assert min(seen.values()) >= 4 and counted[0] > 40, (seen, counted)


@pytest.mark.slow
@pytest.mark.parametrize("bursting", slow_except((False, True), (True,)))
def test_transfers_reach_all_litex_slaves_with_two_masters(bursting):
    run_on_litex(bursting, 32, 60)


@pytest.mark.slow
@pytest.mark.parametrize("bursting", slow_except((False, True), (True,)))
def test_words_pass_through_litexs_converter_on_a_wider_bus(bursting):
    run_on_litex(bursting, 64, 40)


def test_ports_burst_only_on_a_bus_with_burst_support():
    class Handler:
        def __init__(self, **fields):
            vars(self).update({"bursting": True, "standard": "wishbone", "data_width": 32, **fields})

    assert bursts(Handler())
    for other in ({"bursting": False}, {"standard": "axi-lite"}, {"data_width": 64}):
        assert not bursts(Handler(**other))


@pytest.mark.sample(1)
@pytest.mark.parametrize("writes", (0, 1))
@pytest.mark.parametrize("bursting, cycles", ((False, 8 * 2 + 1), (True, 1 + 8 + 1)))
def test_burst_takes_one_cycle_per_word_instead_of_two(bursting, cycles, writes):
    soc = Soc(bursting)
    transfer = Transfer(random.Random(1), writes, 0, 2 * WORDS, stall_probability=0)

    def thread():
        yield soc.port.limit.eq(0x10000)
        yield
        yield from transfer.run(soc.port, soc.ports, soc.reset)

    simulate(soc, thread())
    assert transfer.done and 0 <= transfer.cycles - cycles * transfer.words // 8 < 16
