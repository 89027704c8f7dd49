# SPDX-License-Identifier: Apache-2.0
"""Accelerators as devices of guests: a region changes its owner and its circuit without changing a guest's results."""
import re
import shutil
import zlib

import numpy
import pytest

from metro import configuration
from metro.base.errors import MetroError
from metro.products import core as core_module, firmware, guests, soc as soc_module
from metro.run import execution
from mutants.guests import ACCELERATORS, ENDLESS, SWITCHED_ACCELERATORS
from support import ROOT, slow_except
from test_guests import GUESTS, MAX_UNDISTURBED_STEP

FOLDER = ROOT / "tests" / "guests" / "accelerators"
CIRCUITS = ROOT / "bench" / "guests" / "circuits"
CORES = {"plain": GUESTS, **{name: ("--config", name) for name in ("guests", "guest-switch")}}
RECONFIGURATION = 2000          # cycles; the port writes 4 bytes of the bitstream in a cycle


def region(*names):
    files = ", ".join(f'"{CIRCUITS / name}.v"' for name in names)
    return f"[[region]]\ncircuits = [{files}]\nbitstream = {4 * RECONFIGURATION}\n"


ONE_REGION = region("fir", "crc", "matrix")
TWO_REGIONS = ONE_REGION + ONE_REGION


def guest(name, program, accelerators, more="", memory=4096):
    return (f'[[guest]]\nname = "{name}"\nprogram = "{program}.c"\nmemory = {memory}\naccelerators = {accelerators}\n'
            f"{more}\n")


WORKER = guest("worker", "worker", ["fir", "crc", "matrix"], memory=8192)
STRAYS, ONCE = guest("strays", "strays", ["fir"]), ("NEAREST=90000u", "TIMES=1u")
TAKER = guest("taker", "taker", ["fir", "crc"], "priority = 2")
CIRCUIT_NAMES = ("fir", "crc", "matrix")


@pytest.fixture(params=slow_except(CORES, {"plain", "guest-switch"}))
def core(request):
    return request.param


@pytest.fixture
def run(tmp_path, core):
    """Return a function that runs the guests that a TOML text lists.

    macros: NAME=VALUE for each macro to define in all sources. software: a folder to use instead of sw/.
    """
    def run_guests(text, *macros, software=firmware.SOFTWARE, max_cycles=6_000_000):
        folder = tmp_path / "guests"
        shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
        for file in folder.glob("*.c"):
            file.write_text("".join(f"#define {macro.replace('=', ' ', 1)}\n"
                                    for macro in (*macros, *EXPECTED_CHECKSUM)) + (FOLDER / file.name).read_text())
        (folder / "these.toml").write_text(text)
        system = guests.read(folder / "these.toml")
        soc = soc_module.build(core_module.generate(configuration.of_options(*CORES[core])),
                               regions=system.regions)
        return execution.execute(guests.build(system, soc, software=software), soc, max_cycles=max_cycles)
    return run_guests


def words(count, seed):
    """Return random words as jobs.h generates them."""
    found = []
    for _ in range(count):
        seed = (seed * 1664525 + 1013904223) % 2**32
        found.append(seed)
    return numpy.array(found, dtype=numpy.uint32)


def filtered(x, taps):
    return numpy.convolve(x.astype(numpy.uint64), taps.astype(numpy.uint64))[:len(x)].astype(numpy.uint32)


def checksum(values):
    return zlib.crc32(values.astype("<u4").tobytes())


EXPECTED_CHECKSUM = [f"EXPECTED={checksum(filtered(words(12, 5), words(8, 6))):#x}u"]


def printed_words(outcome, name, what):
    """Return the numbers that a guest printed, in hexadecimal, after the text `what`."""
    return [int(word, 16) for word in re.findall(rf"^{name}: {what} (\w{{8}})$", outcome.output, re.MULTILINE)]


# ----------------------------------------------------------------------------------------------------------- results

RUNS, ENDED, FAILED = 1, 2, 4


def test_circuits_match_numpy_and_refuse_invalid_jobs(run):
    assert circuit_results_are_right(run)


def circuit_results_are_right(run, software=firmware.SOFTWARE):
    outcome = run(ONE_REGION + guest("one", "results", ["fir", "crc", "matrix"]), software=software)
    a, b = (words(49, seed).reshape(7, 7) for seed in (3, 4))
    return outcome.status == 0 and dict(re.findall(r"^one: (.*) (\w{8})$", outcome.output, re.MULTILINE)) == {
        name: f"{value % 2**32:08x}" for name, value in {
            "fir status": ENDED, "fir": checksum(filtered(words(61, 1), words(8, 2))), "fir refused": ENDED | FAILED,
            "another meanwhile": -5, "matrix status": ENDED, "matrix": checksum((a @ b).ravel()),
            "matrix refused": ENDED | FAILED, "crc status": ENDED, "crc": checksum(words(61, 1)),
            "crc of nothing": ENDED,
            "told": 1 << 29, "status then": ENDED, "not its own": -5, "no number": -5,
            "number behind all": -5}.items()}


def result(work):
    """Return the checksum of a worker's final data."""
    x, y = words(200, 1), numpy.zeros(200, dtype=numpy.uint32)
    if work == "fir":
        y = filtered(x, words(8, 2))
        y[-1] ^= 200
    elif work == "crc":
        y[-1] = checksum(x)
    else:
        y[:196] = (x[:196].reshape(14, 14) @ x[:196].reshape(14, 14)).ravel()
        y[-1] = 14
    return checksum(y)


def worker_succeeded(outcome, name="worker", work="fir"):
    """Return whether all results of a worker are right and it has ended."""
    return (printed_words(outcome, name, "first") == [result(work)]
            and printed_words(outcome, name, "wrong") == [0] and f"{name} has ended with code 0" in outcome.output)


# ----------------------------------------------------------------------------------------------- allocation, preemption

def preempted_circuit_resumes(run, software=firmware.SOFTWARE, regions=ONE_REGION, work="fir", takes="fir", seed=1):
    outcome = run(regions + WORKER + TAKER, f"WORK=ACCELERATOR_{work.upper()}",
                  f"TAKES=ACCELERATOR_{takes.upper()}", f"SEED={seed}u", software=software)
    return (worker_succeeded(outcome, work=work) and printed_words(outcome, "worker", "lost") == [regions == ONE_REGION]
            and printed_words(outcome, "taker", "wrong") == [0])


PREEMPTIONS = [(work, takes, seed) for work in CIRCUIT_NAMES for takes in ("fir", "crc") for seed in range(1, 13)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("which", slow_except(PREEMPTIONS,
                                              {("fir", "fir", 1), ("matrix", "crc", 1), ("crc", "crc", 1)}))
def test_circuit_resumes_unchanged_after_a_stop_at_any_moment(run, which):
    work, takes, seed = which
    assert preempted_circuit_resumes(run, work=work, takes=takes, seed=seed)


def equal_priority_does_not_preempt(run, software=firmware.SOFTWARE):
    """Two guests of equal priority use the region one after the other."""
    outcome = run(ONE_REGION + WORKER + TAKER.replace("priority = 2", ""), software=software)
    return (worker_succeeded(outcome) and printed_words(outcome, "worker", "lost") == [0]
            and printed_words(outcome, "taker", "wrong") == [0])


def most_urgent_worker_ends_first(run, software=firmware.SOFTWARE):
    """A more urgent worker ends before a less urgent worker that shares its region."""
    second = guest("second", "worker", ["fir", "crc", "matrix"], "priority = 1", 8192)
    outcome = run(ONE_REGION + WORKER + TAKER + second, software=software)
    return (worker_succeeded(outcome) and worker_succeeded(outcome, name="second")
            and printed_words(outcome, "taker", "wrong") == [0]
            and outcome.output.index("second has ended") < outcome.output.index("worker has ended"))


def worker_returns_to_the_same_region(run, software=firmware.SOFTWARE):
    outcome = run(TWO_REGIONS + WORKER + TAKER + guest("first", "taker", ["fir"], "priority = 3"), "HOLD=6000u",
                  software=software)
    return (worker_succeeded(outcome) and printed_words(outcome, "worker", "lost") == [1]
            and [printed_words(outcome, name, "wrong") for name in ("taker", "first")] == [[0], [0]])


def two_regions_serve_two_guests(run, software=firmware.SOFTWARE):
    return preempted_circuit_resumes(run, software, TWO_REGIONS)


# --------------------------------------------------------------------------------------------------------- isolation

def run_intruder(run, attempt, software=firmware.SOFTWARE):
    return run(TWO_REGIONS + guest("bad", "intruder", ["fir"]) + guest("watched", "watched", [], memory=8192),
               f"ATTEMPT={attempt}", software=software)


def other_pages_are_protected(run, software=firmware.SOFTWARE, attempts=range(5)):
    outcomes = [run_intruder(run, attempt, software).output for attempt in attempts]
    return all("monitor: bad: store access fault" in output and "bad: behind" not in output
               and "watched: as it was" in output for output in outcomes)


@pytest.mark.slow                              # needs a SoC with two regions
@pytest.mark.parametrize("attempt", range(5))
def test_guest_cannot_access_other_pages(run, attempt):
    assert other_pages_are_protected(run, attempts=[attempt])


def transfers_stay_in_guest_memory(run, software=firmware.SOFTWARE):
    outcome = run_intruder(run, 5, software)
    refused = ("write", "monitor", "below", "across", "behind", "round", "page", "read", "odd")
    return ([printed_words(outcome, "bad", what) for what in refused] == [[ENDED | FAILED]] * len(refused)
            and printed_words(outcome, "bad", "own") == [ENDED] and "watched: as it was" in outcome.output)


def lost_region_stays_untouched(run, software=firmware.SOFTWARE):
    """A guest that writes its page after losing the region changes only its own registers."""
    outcome = run(ONE_REGION + guest("late", "late", ["fir"]) + TAKER, "HOLD=6000u", software=software)
    return printed_words(outcome, "late", "wrong") == [0] and printed_words(outcome, "taker", "wrong") == [0]


def access_to_a_lost_region_faults_at_once(run, software=firmware.SOFTWARE):
    """A guest that lost its region faults at once, while the taker still holds the region."""
    outcome = run(ONE_REGION + STRAYS + TAKER, "HOLD=400000u", *ONCE, software=software)
    return (printed_words(outcome, "taker", "wrong") == [0]
            and "monitor: strays: load access fault" in outcome.output.partition("taker: ")[0])


def ended_guest_leaves_no_state(run, software=firmware.SOFTWARE):
    """After a fault, no guest finds state of the ended guest's circuit, whether the circuit was running or saved."""
    mortal = guest("mortal", "mortal", ["fir"], "restart = 20\npriority = 1")
    outcome = run(ONE_REGION + mortal + WORKER + TAKER, "HOLD=6000u", software=software)
    return ("; stopped" in outcome.output and "not new" not in outcome.output and worker_succeeded(outcome)
            and printed_words(outcome, "taker", "wrong") == [0])


def end_of_a_run_interrupts_a_computing_guest(run, software=firmware.SOFTWARE):
    """The end of a run interrupts the guest while it computes and makes no call."""
    return run(ONE_REGION + guest("again", "again", ["crc"]), software=software, max_cycles=400_000).output.startswith(
        "again: told\n")


def ends_of_runs_interrupt_by_priority(run, software=firmware.SOFTWARE):
    """The end of a run interrupts a less urgent guest, but not a more urgent guest than its owner."""
    outcome = run(ONE_REGION + guest("steady", FOLDER.parent / "steady", [], "priority = 2") +
                  guest("background", "background", ["crc"], "priority = 1", 8192) +
                  guest("spin", FOLDER.parent / "spin", [], memory=1024), software=software, max_cycles=600_000)
    steps = re.search(r"^steady: steps of at most (\d+) cycles", outcome.output, re.MULTILINE)
    return (printed_words(outcome, "background", "ends") == [60] and steps is not None
            and int(steps[1]) < MAX_UNDISTURBED_STEP)


@pytest.mark.sample(1)
@pytest.mark.parametrize("rule", (lost_region_stays_untouched, equal_priority_does_not_preempt,
                                  most_urgent_worker_ends_first, worker_returns_to_the_same_region,
                                  two_regions_serve_two_guests, transfers_stay_in_guest_memory,
                                  access_to_a_lost_region_faults_at_once, end_of_a_run_interrupts_a_computing_guest,
                                  ends_of_runs_interrupt_by_priority, ended_guest_leaves_no_state),
                         ids=lambda rule: rule.__name__)
def test_shared_regions_follow_the_rule(run, rule):
    assert rule(run)


REQUESTER = guest("asks", "interrupted_asks", ["fir"], memory=8192)


def interrupted_requests_lose_nothing(run, software=firmware.SOFTWARE, step=61):
    outcome = run(ONE_REGION + REQUESTER + TAKER, f"STEP={step}u", "NEAREST=3000u", "HOLD=6000u", "TIMES=1000000u",
                  software=software, max_cycles=300_000_000 // step)        # because the taker does not end
    return "asks: PASS" in outcome.output


@pytest.mark.parametrize("step", [61, pytest.param(1, marks=pytest.mark.slow)])
def test_interrupted_accelerator_request_loses_nothing(run, step):
    assert interrupted_requests_lose_nothing(run, step=step)


ON_PLAIN_CORE = pytest.mark.parametrize("core", ["plain"], indirect=True)


@pytest.mark.sample(1)
@ON_PLAIN_CORE
@ACCELERATORS.each
def test_fault_in_the_monitor_is_found(run, tmp_path, mutant):
    program = globals()[mutant.needs[0]]
    assert not program(run, software=mutant.copy(tmp_path, "sw/monitor"))


@pytest.mark.parametrize("core", ["guest-switch"], indirect=True)
@SWITCHED_ACCELERATORS.each
def test_fault_of_the_monitor_with_a_core_that_switches_is_found(run, tmp_path, mutant):
    test_fault_in_the_monitor_is_found(run, tmp_path, mutant)


@pytest.mark.slow
@ON_PLAIN_CORE
@ENDLESS.each
def test_monitor_waits_for_the_last_transfer_of_an_ended_guest(run, tmp_path, monkeypatch, mutant):
    """With a region whose transfer never ends, the monitor waits forever. The faulty monitor does not wait."""
    hardware = mutant.copy(tmp_path, "hw", "sw/monitor")
    for name in ("SOURCE", "MODULE", "THREADS", "REGIONS"):
        monkeypatch.setattr(soc_module, name, hardware / getattr(soc_module, name).name)
    ended = [run(ONE_REGION + STRAYS + TAKER, "HOLD=20000u", *ONCE, software=software, max_cycles=500_000)
             for software in (firmware.SOFTWARE, tmp_path / "sw")]
    assert [outcome.status for outcome in ended] == [execution.CYCLE_LIMIT, 120]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 21))
def test_random_accelerator_use_does_not_harm_other_guests(run, seed):
    """The others are a worker, a more urgent taker, and a guest that watches its memory."""
    outcome = run(TWO_REGIONS + guest("chaos", "chaos", ["fir", "crc"], "restart = 20") + WORKER + TAKER +
                  guest("watched", "watched", [], memory=8192), f"SEED={seed}u", "HOLD=6000u", max_cycles=20_000_000)
    assert outcome.status in (0, 120), outcome.errors
    assert "; stopped" in outcome.output and "watched: as it was" in outcome.output
    assert worker_succeeded(outcome) and printed_words(outcome, "taker", "wrong") == [0]


# ---------------------------------------------------------------------------------------------------------- refusals

def worker_with(name):
    return guest("a", "worker", [name])


@ON_PLAIN_CORE
@pytest.mark.parametrize("text, message", [
    (worker_with("fir"), "guest a: no region contains an accelerator fir"),
    (ONE_REGION + worker_with("sort"), "guest a: no region contains an accelerator sort"),
    (ONE_REGION + guest("a", "worker", ["fir"], 'devices = ["sim_line"]\nread = ["p", "q"]') +
     "".join(f'[[page]]\nname = "{name}"\nmemory = 32\n' for name in "pq"),
     "4 devices and pages: in addition to its memory, a guest has rules for 3"),
    (ONE_REGION + guest("a", "worker", ["fir"], 'devices = ["region0_control"]'),
     "guests have no device region0_control"),
    (ONE_REGION + guest("a", "worker", ["fir"], 'lines = ["region0_control"]'),
     "guests have no line region0_control"),
    (guest("a", "worker", "1"), "accelerators cannot be 1"),
    ("[[region]]\nbitstream = 1\n" + worker_with("fir"), "region 1 has no circuits"),
    ("[[region]]\ncircuits = []\nbitstream = 1\n" + worker_with("fir"), "region 1 has no circuits"),
    ('[[region]]\ncircuits = ["none.v"]\nbitstream = 1\n' + worker_with("fir"), "region 1: there is no circuit none.v"),
    ('[[region]]\ncircuits = ["worker.c"]\nbitstream = 1\n' + worker_with("fir"),
     "region 1: there is no circuit worker.c"),
    (ONE_REGION.replace("8000", "0") + worker_with("fir"), "region 1: bitstream = 0: allowed: 1 to"),
    (ONE_REGION + "port = 0\n" + worker_with("fir"), "region 1: port = 0: allowed: 1 to 1024"),
    (ONE_REGION + "speed = 0\n" + worker_with("fir"), "region 1: unknown key speed"),
    (ONE_REGION * 9 + worker_with("fir"), "9 regions: at most 8 are allowed"),
    ('[[region]]\ncircuits = ["fir.v"]\nbitstream = 1\n' + ONE_REGION + worker_with("fir"),
     "two circuits are called fir"),
    ('[[region]]\ncircuits = ["other.v"]\nbitstream = 1\n' + worker_with("other"), "other.v has no module other"),
    ('[[region]]\ncircuits = ["fir.v"]\nbitstream = 1\n' + worker_with("fir"),
     "fir.v has no port clk and no reset and no start"),
    ('[[region]]\ncircuits = ["stateless.v"]\nbitstream = 1\n' + worker_with("stateless"),
     "has no parameter STATE_WORDS from 1 to 64"),
], ids=str)
def test_invalid_guest_file_is_refused_with_one_sentence(run, tmp_path, text, message):
    folder = tmp_path / "guests"
    folder.mkdir()
    (folder / "fir.v").write_text("module fir; endmodule\n")
    (folder / "other.v").write_text("// module other\n")
    (folder / "stateless.v").write_text((CIRCUITS / "crc.v").read_text().replace("module crc", "module stateless")
                                        .replace("STATE_WORDS = 2", "WORDS = 2"))
    with pytest.raises(MetroError, match=re.escape(message)):
        run(text)


def test_monitor_without_regions_has_no_accelerator_code():
    assert "devices.c" in {file.name for file in (firmware.SOFTWARE / "monitor").iterdir()}
    soc = soc_module.build(core_module.generate(configuration.of_options(*GUESTS)))
    two = guests.read(ROOT / "tests" / "guests" / "two.toml")
    names = [name for _, _, name in guests.build(two, soc).functions]
    assert "monitor_trap" in names and not [name for name in names if name.startswith("devices")]
    assert "mem_read_valid" not in (soc / "gateware" / "sim.v").read_text()
