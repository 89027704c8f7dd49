# SPDX-License-Identifier: Apache-2.0
"""Accelerators as guests' devices: regions that change their owners and circuits, and nobody notices but by the time."""
import re
import shutil
import zlib

import numpy
import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.build import core as core_module, firmware, guests, soc as soc_module
from metro.run import execution
from support import ROOT, some

FOLDER = ROOT / "tests" / "guests" / "accelerators"
CIRCUITS = ROOT / "bench" / "guests" / "circuits"
RECONFIGURATION = 2000          # cycles, by the model


def region(*names):
    files = ", ".join(f'"{CIRCUITS / name}.v"' for name in names)
    return f"[[region]]\ncircuits = [{files}]\nbitstream = {4 * RECONFIGURATION}\n"


ONE = region("fir", "crc", "matrix")
TWO = region("fir", "crc") + region("fir", "crc")


def guest(name, program, accelerators, more="", memory=4096):
    return (f'[[guest]]\nname = "{name}"\nprogram = "{program}.c"\nmemory = {memory}\naccelerators = {accelerators}\n'
            f"{more}\n")


WORKER = guest("worker", "worker", ["fir"], memory=8192)
TAKER = guest("taker", "taker", ["fir", "crc"], "priority = 2")


@pytest.fixture
def run(tmp_path):
    """Runs the guests of a text; `macros` go into all of their sources, `software` is another sw/."""
    def of(text, *macros, software=firmware.SOFTWARE, max_cycles=20_000_000):
        folder = tmp_path / "guests"
        shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
        for file in folder.glob("*.c"):
            file.write_text("".join(f"#define {macro.replace('=', ' ', 1)}\n" for macro in (*macros, *KNOWN)) +
                            (FOLDER / file.name).read_text())
        (folder / "these.toml").write_text(text)
        its = guests.read(folder / "these.toml")
        soc = soc_module.build(core_module.generate(configuration.of("--user-mode", "--pmp", "4")),
                               regions=its.regions)
        return execution.execute(guests.build(its, soc, software=software), soc, max_cycles=max_cycles)
    return of


def words(count, seed):
    """As jobs.h fills them."""
    found = []
    for _ in range(count):
        seed = (seed * 1664525 + 1013904223) % 2**32
        found.append(seed)
    return numpy.array(found, dtype=numpy.uint32)


def filtered(x, taps):
    return numpy.convolve(x.astype(numpy.uint64), taps.astype(numpy.uint64))[:len(x)].astype(numpy.uint32)


def checksum(values):
    return zlib.crc32(values.astype("<u4").tobytes())


KNOWN = [f"EXPECTED={checksum(filtered(words(12, 5), words(8, 6))):#x}u"]


def said(outcome, name, what):
    """The words that a guest has said of something."""
    return [int(word, 16) for word in re.findall(rf"^{name}: {what} (\w{{8}})$", outcome.output, re.MULTILINE)]


# ----------------------------------------------------------------------------------------------------------- results

RUNS, ENDED, FAILED = 1, 2, 4


def test_each_circuit_computes_what_numpy_does_and_refuses_what_it_cannot(run):
    outcome = run(ONE + guest("one", "results", ["fir", "crc", "matrix"]))
    assert outcome.status == 0, outcome.output
    a, b = (words(49, seed).reshape(7, 7) for seed in (3, 4))
    assert dict(re.findall(r"^one: (.*) (\w{8})$", outcome.output, re.MULTILINE)) == {
        name: f"{value % 2**32:08x}" for name, value in {
            "fir status": ENDED, "fir": checksum(filtered(words(61, 1), words(8, 2))), "fir refused": ENDED | FAILED,
            "another meanwhile": -5, "matrix status": ENDED, "matrix": checksum((a @ b).ravel()),
            "matrix refused": ENDED | FAILED, "crc status": ENDED, "crc": checksum(words(61, 1)), "crc of nothing": ENDED,
            "told": 1 << 30, "status then": ENDED, "not its own": -5, "no number": -5}.items()}


def works(outcome, samples=200, name="worker"):
    """All results of a worker are right, and it has ended."""
    return (said(outcome, name, "first") == [checksum(filtered(words(samples, 1), words(8, 2)))]
            and said(outcome, name, "wrong") == [0] and f"{name} has ended with code 0" in outcome.output)


# ------------------------------------------------------------------------------------------------- allotment, preemption

def is_taken_and_comes_back(run, software=firmware.SOFTWARE, regions=ONE, takes="FIR", seed=1, samples=200):
    outcome = run(regions + WORKER + TAKER, f"TAKES=ACCELERATOR_{takes}", f"SEED={seed}u", f"SAMPLES={samples}u",
                  software=software)
    return (works(outcome, samples=samples) and said(outcome, "worker", "lost") == [regions == ONE]
            and said(outcome, "taker", "wrong") == [0])


@pytest.mark.parametrize("seed", some(range(1, 21), {1}))
@pytest.mark.parametrize("takes", ("FIR", "CRC"))
def test_a_circuit_that_is_stopped_at_any_moment_goes_on_as_if_nothing_had_been(run, takes, seed):
    assert is_taken_and_comes_back(run, takes=takes, seed=seed)


def equals_do_not_take(run, software=firmware.SOFTWARE):
    """Two guests that share the processor have the region one after the other."""
    outcome = run(ONE + WORKER + TAKER.replace("priority = 2", ""), software=software)
    return (works(outcome) and said(outcome, "worker", "lost") == [0] and said(outcome, "taker", "wrong") == [0])


def most_urgent_first(run, software=firmware.SOFTWARE):
    """Whoever is less urgent does not hold up who is more so: neither the worker nor what it waits for."""
    outcome = run(ONE + WORKER + TAKER + guest("second", "worker", ["fir"], "priority = 1", 8192), software=software)
    return (works(outcome) and works(outcome, name="second") and said(outcome, "taker", "wrong") == [0]
            and outcome.output.index("second has ended") < outcome.output.index("worker has ended"))


def comes_back_to_the_same_region(run, software=firmware.SOFTWARE):
    outcome = run(TWO + WORKER + TAKER + guest("first", "taker", ["fir"], "priority = 3"), "HOLD=6000u",
                  software=software)
    return (works(outcome) and said(outcome, "worker", "lost") == [1]
            and [said(outcome, name, "wrong") for name in ("taker", "first")] == [[0], [0]])


def two_regions_serve_two(run, software=firmware.SOFTWARE):
    return is_taken_and_comes_back(run, software, TWO)


# --------------------------------------------------------------------------------------------------------- isolation

def intruder(run, attempt, software=firmware.SOFTWARE):
    return run(TWO + guest("bad", "intruder", ["fir"]) + guest("watched", "watched", [], memory=8192),
               f"ATTEMPT={attempt}", software=software)


def pages_are_safe(run, software=firmware.SOFTWARE, attempts=range(5)):
    outcomes = [intruder(run, attempt, software).output for attempt in attempts]
    return all("monitor: bad: store access fault" in output and "bad: behind" not in output
               and "watched: as it was" in output for output in outcomes)


@pytest.mark.parametrize("attempt", range(5))
def test_a_guest_reaches_the_user_page_of_its_region_and_no_other(run, attempt):
    assert pages_are_safe(run, attempts=[attempt])


def transfers_are_bounded(run, software=firmware.SOFTWARE):
    outcome = intruder(run, 5, software)
    refused = ("write", "monitor", "below", "across", "behind", "round", "page", "read", "odd")
    return ([said(outcome, "bad", what) for what in refused] == [[ENDED | FAILED]] * len(refused)
            and said(outcome, "bad", "own") == [ENDED] and "watched: as it was" in outcome.output)


def what_is_lost_is_not_touched(run, software=firmware.SOFTWARE):
    """Who writes the page after it was lost writes its own, when it is back."""
    outcome = run(ONE + guest("late", "late", ["fir"]) + TAKER, "HOLD=6000u", software=software)
    return said(outcome, "late", "wrong") == [0] and said(outcome, "taker", "wrong") == [0]


def an_ended_guest_keeps_nothing(run, software=firmware.SOFTWARE):
    """It faults while it has the region, and its circuit works: the next one gets that, as if it were new."""
    outcome = run(ONE + guest("bad", "chaos", ["fir", "crc"], "restart = 40\npriority = 5") + WORKER + TAKER, "SEED=1u",
                  software=software, max_cycles=40_000_000)
    return "restart 40 of 40; " not in outcome.output and works(outcome) and said(outcome, "taker", "wrong") == [0]


@pytest.mark.parametrize("rule", (equals_do_not_take, most_urgent_first, comes_back_to_the_same_region,
                                  two_regions_serve_two, transfers_are_bounded, what_is_lost_is_not_touched,
                                  an_ended_guest_keeps_nothing), ids=lambda rule: rule.__name__)
def test_what_guests_rely_on(run, rule):
    assert rule(run)
