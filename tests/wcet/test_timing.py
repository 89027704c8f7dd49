# SPDX-License-Identifier: Apache-2.0
"""The timing model against the RTL: no part of a random program takes longer than the model says."""
import dataclasses
import functools
import random
import struct
import subprocess

import pytest

from metro import configuration
from metro.measure import measurement
from metro.wcet import decode, replay, timing
from random_code import Program

HOT = "core.hot_bytes=16384"
WINDOWS = (2, 8, 14)           # instructions of a part
# Instructions of the units, with every kind of wait that a running unit has.
COMMANDS = ("ready.set", "ready.clear", "ready.highest", "ready.test", "time.set", "time.get", "time.tick", "time.hold",
            "event.post", "event.pend", "event.take", "event.add", "event.remove", "event.word")


def unit_words(chosen):
    return [word for word, (name, _, _) in decode.units().items() if name in COMMANDS] if chosen.units else []


def retired(chosen, words, tmp_path):
    (tmp_path / "image").write_bytes(struct.pack(f"<{len(words)}I", *words))
    simulator = measurement.simulator_of(chosen.hardware) / "simulator"
    run = subprocess.run([simulator, "--rom", tmp_path / "image", "--retired", tmp_path / "retired", "--max-cycles",
                          "1000000"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    addresses, cycles = replay.read(tmp_path / "retired")
    return [(address, cycle) for address, cycle in zip(addresses, cycles) if not address & 1]


def longer_parts(chosen, program, base, trace, warm, step, slack=0):
    """Return (trace, model's cycles, cycles) of the parts that take longer than the model says, and the number of
    instructions that were compared. slack: cycles by which a part may take longer."""
    model = timing.Model(chosen.hardware, warm)
    at = functools.cache(lambda address: decode.decode(address, program.words[(address - base) // 4])
                         if 0 <= address - base < 4 * len(program.words) else None)
    first, last = (next(n for n, (address, _) in enumerate(trace) if address == base + 4 * place)
                   for place in (program.start, program.end))
    wrong, compared = [], 0
    for begin in range(first, last - 1, step):
        state, spent = dataclasses.replace(timing.ANY, front=1), 0
        for n in range(begin + 1, min(begin + WINDOWS[-1], last)):
            state = model.jumped(state, at(trace[n - 1][0]), trace[n][0], at)
            cycles, state = model.step(state, at(trace[n][0]))
            spent += cycles
            compared += 1
            taken = trace[n][1] - trace[begin][1]
            if spent + slack < taken and (warm or n - begin == WINDOWS[-1] - 1):
                wrong.append((trace[begin:n + 1], spent, taken))
                break
    return wrong, compared


@pytest.mark.parametrize("name", ("original", "events"))
@pytest.mark.parametrize("seeds", (range(4), pytest.param(range(4, 400), marks=pytest.mark.slow)), ids=("few", "many"))
def test_random_code_in_hot_memory_is_never_slower_than_the_model(name, seeds, tmp_path):
    chosen = configuration.read(f"{name},{HOT}")
    base = (1 << 32) - chosen.hot_bytes
    for seed in seeds:
        program = Program(seed, 600, unit_words(chosen))
        words, base = program.image(base)
        wrong, compared = longer_parts(chosen, program, base, retired(chosen, words, tmp_path), warm=True,
                                       step=random.Random(seed).choice((1, 3)))
        assert not wrong[:1], f"seed {seed}"
        assert compared > 500


@pytest.mark.parametrize("seeds", (range(3), pytest.param(range(3, 200), marks=pytest.mark.slow)), ids=("few", "many"))
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


@pytest.mark.parametrize("fault,value", (("RESOLVED", 2), ("CSR_GAP", 1), ("DIVISION", 20), ("REPEATED", 0)))
def test_a_fault_of_the_model_is_found(fault, value, monkeypatch, tmp_path):
    monkeypatch.setattr(timing, fault, value)
    chosen = configuration.read(f"original,{HOT}")
    for seed in range(20):
        program = Program(seed, 600)
        words, base = program.image((1 << 32) - chosen.hot_bytes)
        if longer_parts(chosen, program, base, retired(chosen, words, tmp_path), warm=True, step=1)[0]:
            return
    pytest.fail(f"{fault} = {value} was not found")
