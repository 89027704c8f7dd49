# SPDX-License-Identifier: Apache-2.0
"""Raise interrupts at every cycle of a guest's monitor calls, and of the calls of a kernel in a guest."""
import dataclasses
import re
import shutil

import pytest

import test_guest_kernel
import test_kernel
from metro import configuration
from metro.measure.workloads import LARGE_CACHES
from metro.products import firmware, guests
from metro.run import execution
from mutants.guests import INTERRUPTED
from support import ROOT, slow_except
from test_freertos import freertos, needs_crate  # noqa: F401  (fixtures)
from test_guest_freertos import guest_of as freertos_guest
from test_guest_kernel import RAM, lines_of
from test_guests import CORES, guest

FOLDER = ROOT / "tests" / "guests"
QUICK, FAULT_STEP = 127, 31      # cycles between two distances
NEEDS = 2_000_000_000   # simulated cycles with a step of 1

SWEPT = guest("swept", "interrupted_calls.c", 8192, "timer = true\n{}")
SPINS, CALLS = guest("spin", "spin.c", 1024), guest("other", "calling.c", 2048)
TEXTS = {
    "alone": SWEPT.format(""),
    "above a spinning guest": SWEPT.format("priority = 1") + SPINS,
    "above a calling guest": SWEPT.format("priority = 1") + CALLS,
}


def run(folder, text, values, core="plain", software=firmware.SOFTWARE, max_cycles=1_000_000_000):
    """Run the guests of a configuration text and return the outcome. values: values of the guests' variables."""
    shutil.copytree(FOLDER, folder / "guests", dirs_exist_ok=True)
    file = folder / "guests" / "these.toml"
    file.write_text(text)
    all_guests = guests.read(file)
    soc = guests.soc_of(all_guests, configuration.of_options(*CORES[core]))
    built = guests.build(all_guests, soc, software=software, values=values)
    return execution.execute(built, soc, max_cycles=max_cycles)


def run_sweep(folder, text, step, core="plain", **options):
    """Run the sweep of the monitor calls and return the outcome."""
    return run(folder, text, {"swept": {"step": step}}, core, **options)


# Guests that exit or fault close to an interrupt, next to a more urgent guest. `end0` uses a timer, the others alarms.
ENDING = 5
ENDS = (guest("ticks", "ticks.c", more="priority = 1") +
        "".join(guest(f"end{n}", "ending.c", 1024, "restart = 1" + "\ntimer = true" * (n == 0)) for n in range(ENDING)))


def run_ends(folder, distances, faults, core="plain"):
    """Run a guest for each distance of its interrupt. Return the output. faults: 1: the guests fault; 0: they exit."""
    values = {f"end{n}": {"distance": distance, "faults": faults} for n, distance in enumerate(distances)}
    return run(folder, ENDS, values, core).output


def expected_reports(faults):
    """Return the expected lines of the monitor without the fault addresses."""
    fault = "illegal instruction"
    end = [f"{fault}; restart 1 of 1", f"{fault}; stopped"] if faults else ["has ended with code 7"]
    return sorted(f"end{n} {line}" for n in range(ENDING) for line in end)


@pytest.mark.sample(1)
@pytest.mark.parametrize("faults, first, step", [
    (0, 0, 31), (1, 0, 31), *(pytest.param(faults, first, 1, marks=pytest.mark.slow)
                              for faults in (0, 1) for first in range(0, 400, ENDING))])
def test_interrupted_end_of_a_guest_is_reported_once(tmp_path, faults, first, step):
    output = run_ends(tmp_path, [first + step * n for n in range(ENDING)], faults)
    lines = re.findall(r"^monitor: (end\d)(?::)? (has ended with code 7|.*; .*)$", output, re.MULTILINE)
    reports = sorted(f"{name} {re.sub(' at 0x.*?; ', '; ', line)}" for name, line in lines)
    assert reports == expected_reports(faults), output
    assert output.count("ticks: tick ") == 50, output


@INTERRUPTED.each
def test_fault_of_the_monitor_is_found(tmp_path, mutant):
    [text] = mutant.needs
    software = mutant.copy(tmp_path, "sw/monitor")
    outcome = run_sweep(tmp_path, TEXTS[text], FAULT_STEP, software=software, max_cycles=20_000_000)
    assert "swept: PASS" not in outcome.output


@pytest.mark.parametrize("core", slow_except(CORES, {"plain"}))
@pytest.mark.parametrize("text", slow_except(TEXTS, {"alone"}))
@pytest.mark.parametrize("step", [QUICK, pytest.param(1, marks=pytest.mark.slow)])
def test_interrupted_call_of_the_monitor_loses_nothing(tmp_path, text, core, step):
    outcome = run_sweep(tmp_path, TEXTS[text], step, core=core, max_cycles=NEEDS // step)  # the other guests do not end
    assert "swept: PASS" in outcome.output, outcome.output + outcome.errors


SWEEPS = ("interrupted_calls.c", "ending.c", "accelerators/interrupted_asks.c")


def test_each_call_of_the_monitor_is_interrupted():
    header = (firmware.SOFTWARE / "monitor" / "guest.h").read_text()
    calls = re.findall(r"^#define GUEST_(\w+) +\d+ ", header.partition("#define GUEST_UNKNOWN")[0], re.MULTILINE)
    sources = re.sub(r"/\*.*?\*/", "", "".join((FOLDER / name).read_text() for name in SWEEPS), flags=re.DOTALL)
    assert len(calls) == 6
    assert [call for call in calls if not re.search(rf"GUEST_{call}\b|\bguest_{call.lower()}\(", sources)] == []


# ------------------------------------------------------------------------------------------------ kernels in a guest

KERNEL = ROOT / "tests" / "kernel" / "interrupted"              # test_interrupted_kernel.py sweeps it without a monitor
FREERTOS = ROOT / "tests" / "freertos"
KERNEL_DEFS = ("-DOS_ACCEL_WIDTH=4u -DAPP_NO_TICK_HOOK -DOS_TASK_STAT_EN=0u -DOS_MAX_EVENTS=14u -DOS_TMR_EN=1u "
               "-DOS_TASK_TMR_PRIO=5u -DOS_TASK_TMR_STK_SIZE=400u -DOS_TMR_CFG_TICKS_PER_SEC=100u")


def kernel_run(kernel_guest, values=None, line=None, software=firmware.SOFTWARE, max_cycles=1_000_000_000, ram=RAM):
    """Run a kernel in a single guest that owns timer1. The core delivers its interrupt to the running guest, so the
    interrupt comes at an exact cycle."""
    with_timer = dataclasses.replace(kernel_guest, timer=1, lines=(*kernel_guest.lines, "timer1"),
                                     devices=(*kernel_guest.devices, "timer1"))
    all_guests = guests.Guests(FOLDER, (with_timer,), ram=ram)
    soc = guests.soc_of(all_guests, configuration.of_options().changed(LARGE_CACHES))   # distances.h expects no misses
    built = guests.build(all_guests, soc, software=software, values={"guest": values or {}})
    return execution.execute(built, soc, line=line, max_cycles=max_cycles)


def sources_of(folder, pattern):
    sources = sorted(folder.glob(pattern))
    if not sources:
        pytest.skip(f"there is no {folder.relative_to(ROOT)}/{pattern}")
    return sources


def kernel_sweep(system, step, parts=1, part=0):
    swept_guest = test_guest_kernel.on_kernel(sources_of(KERNEL, "*.c"), test_kernel.CFG, KERNEL_DEFS, system=system)
    return kernel_run(swept_guest, {"sweep_step": step, "sweep_parts": parts, "sweep_part": part, "sweep_groups": 31})


@pytest.mark.slow
@pytest.mark.parametrize("system, step, parts", [("original", 31, 47), ("original", 1, 1), ("events", 1, 1)])
def test_interrupted_kernel_in_a_guest_loses_nothing(system, step, parts):
    outcome = kernel_sweep(system, step, parts)
    assert outcome.status == 0, outcome.output + outcome.errors
    interrupts, sweeps = map(int, re.match(r"ok: (\d+) interrupts in (\d+) sweeps", lines_of(outcome)[-1]).groups())
    assert interrupts > sweeps / parts > 0      # the count includes the sweeps of the other parts


@pytest.mark.slow
@pytest.mark.parametrize("step", (127, 1))
def test_interrupted_freertos_in_a_guest_loses_nothing(freertos, step):             # noqa: F811
    sources = sources_of(FREERTOS, "interrupted_*.c")
    swept_guest = freertos_guest(freertos, "interrupted_calls", f"-DSTEP={step}u")
    app = dataclasses.replace(swept_guest.program.app, sources=tuple(sources))
    program = dataclasses.replace(swept_guest.program, app=app)
    outcome = kernel_run(dataclasses.replace(swept_guest, program=program, memory=RAM), ram=2 * RAM,
                         line=execution.Line(600, 600, 1), max_cycles=4_000_000_000)
    assert outcome.status == 0 and lines_of(outcome)[-1] == "PASS", outcome.output
