# SPDX-License-Identifier: Apache-2.0
"""The timing model against the RTL: no part of a random program takes longer than the model says."""
import dataclasses
import functools
import itertools
import random
import struct
import subprocess

import pytest

from metro import configuration
from metro.measure import measurement
from metro.wcet import decode, replay, timing, values
import random_code
from random_code import ALU, LOAD, STORE, Program

HOT = "core.hot_bytes=16384"
HOT_DATA = "original,core.hot_bytes=8192,core.hot_data_bytes=32768"
SLOW = pytest.mark.slow
WINDOWS = (2, 8, 14)           # instructions of a part
# Instructions of the units, with every kind of wait that a running unit has.
COMMANDS = ("ready.set", "ready.clear", "ready.highest", "ready.test", "time.set", "time.get", "time.tick", "time.hold",
            "event.post", "event.pend", "event.take", "event.add", "event.remove", "event.word")
LISTS = ("list.", "wait.")


def unit_words(chosen):
    """Return the instructions of a configuration's units, except those that clear a memory."""
    if not chosen.units:
        return []
    return [word for word, (name, _, _) in decode.units().items() if (
        name.startswith(LISTS) and not name.endswith(".clear") if chosen.units.levels else name in COMMANDS)]


def retired(chosen, words, tmp_path):
    (tmp_path / "image").write_bytes(struct.pack(f"<{len(words)}I", *words))
    simulator = measurement.simulator_of(chosen.hardware) / "simulator"
    run = subprocess.run([simulator, "--rom", tmp_path / "image", "--retired", tmp_path / "retired", "--max-cycles",
                          "1000000"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    addresses, cycles = replay.read(tmp_path / "retired")
    return [(address, cycle) for address, cycle in zip(addresses, cycles) if not address & 1]


def model_cycles(chosen, program, base, trace, warm, known):
    """Return a function that yields the model's cycles behind instruction `begin` of a trace, for each instruction.

    known: {register: value} at the beginning.
    """
    model = timing.Model(chosen.hardware, warm)
    at = functools.cache(lambda address: decode.decode(address, program.words[(address - base) // 4])
                         if 0 <= address - base < 4 * len(program.words) else None)

    def cycles(begin, before):
        state, spent, frame = before, 0, values.Frame(values.Values(frozenset(known.items())))
        for (last, _), (address, _) in itertools.pairwise(trace[begin:]):
            instruction = at(address)
            state = model.jumped(state, at(last), address, at)
            place = frame.address(instruction) if instruction.kind in (decode.LOAD, decode.STORE) else None
            more, state = model.step(state, instruction, place)
            frame.step(instruction, lambda _: None)
            spent += more
            yield spent
    return cycles


def random_part(program, base, trace):
    """Return the indices of the trace at which a program's random part begins and ends."""
    return (next(n for n, (address, _) in enumerate(trace) if address == base + 4 * place)
            for place in (program.start, program.end))


def longer_parts(chosen, program, base, trace, warm, step, slack=0, known={}):
    """Return (trace, model's cycles, cycles) of the parts that take longer than the model says, and the number of
    instructions that were compared. slack: cycles by which a part may take longer. known: see model_cycles()."""
    first, last = random_part(program, base, trace)
    cycles = model_cycles(chosen, program, base, trace, warm, known)
    wrong, compared = [], 0
    for begin in range(first, last - 1, step):
        for n, spent in zip(range(begin + 1, min(begin + WINDOWS[-1], last)),
                            cycles(begin, dataclasses.replace(timing.ANY, front=1))):
            compared += 1
            taken = trace[n][1] - trace[begin][1]
            if spent + slack < taken and (warm or n - begin == WINDOWS[-1] - 1):
                wrong.append((trace[begin:n + 1], spent, taken))
                break
    return wrong, compared


@pytest.mark.parametrize("name", (f"original,{HOT}", f"events,{HOT}", f"levels,{HOT}", HOT_DATA, *(
    pytest.param(name, marks=SLOW) for name in ("hot", "levels-hot"))))
@pytest.mark.parametrize("seeds", (range(4), pytest.param(range(4, 400), marks=SLOW)), ids=("few", "many"))
def test_random_code_in_hot_memory_is_never_slower_than_the_model(name, seeds, tmp_path):
    chosen = configuration.read(name)
    bases = random_code.CACHED | (random_code.HOT_DATA if chosen.hardware.core.hot_data_bytes else {})
    for seed in seeds:
        program = Program(seed, 600, unit_words(chosen), bases)
        words, base = program.image((1 << 32) - chosen.hot_bytes)
        wrong, compared = longer_parts(chosen, program, base, retired(chosen, words, tmp_path), warm=True,
                                       step=random.Random(seed).choice((1, 3)), known=bases if seed % 2 else {})
        assert not wrong[:1], f"seed {seed}"
        assert compared > 500


def test_the_model_of_hot_data_is_exact(tmp_path):
    chosen = configuration.read(HOT_DATA)
    for seed in range(4):
        program = Program(seed, 600, bases=random_code.HOT_DATA, kinds=(ALU, LOAD, STORE))
        words, base = program.image((1 << 32) - chosen.hot_bytes)
        trace = retired(chosen, words, tmp_path)
        first, last = random_part(program, base, trace)
        cycles = model_cycles(chosen, program, base, trace, True, random_code.HOT_DATA)(first - 1, timing.State())
        assert [trace[n][1] - trace[first - 1][1] for n in range(first, last)] == [
            spent for _, spent in zip(range(first, last), cycles)], f"seed {seed}"


@pytest.mark.parametrize("seeds", (range(3), pytest.param(range(3, 200), marks=SLOW)), ids=("few", "many"))
def test_random_code_in_the_rom_is_never_slower_than_the_model(seeds, tmp_path):
    chosen = configuration.read("original")
    for seed in seeds:
        program = Program(seed, random.Random(seed).choice((300, 1500)))
        trace = retired(chosen, program.words, tmp_path)
        # The fetch of the next line may hold the bus at the end of a part. The time counts in the next part.
        wrong, compared = longer_parts(chosen, program, 0, trace, warm=False, step=5,
                                       slack=timing.FETCH + timing.GRANT)
        assert not wrong[:1], f"seed {seed}"
        assert compared > 200


@pytest.mark.parametrize("fault,value,name", (
    ("RESOLVED", 2, f"original,{HOT}"), ("CSR_GAP", 1, f"original,{HOT}"), ("DIVISION", 20, f"original,{HOT}"),
    ("REPEATED", 0, f"original,{HOT}"), ("HOT_DATA", random_code.DATA, HOT_DATA)))
def test_a_fault_of_the_model_is_found(fault, value, name, monkeypatch, tmp_path):
    chosen = configuration.read(name)
    bases = random_code.CACHED | (random_code.HOT_DATA if chosen.hardware.core.hot_data_bytes else {})
    monkeypatch.setattr(timing, fault, value)
    for seed in range(20):
        program = Program(seed, 600, bases=bases)
        words, base = program.image((1 << 32) - chosen.hot_bytes)
        trace = retired(chosen, words, tmp_path)
        if longer_parts(chosen, program, base, trace, warm=True, step=1, known=bases)[0]:
            return
    pytest.fail(f"{fault} = {value} was not found")
