# SPDX-License-Identifier: Apache-2.0
"""A hostile guest makes a million random steps. The real-time guest next to it stays in time, with the same log."""
import re

import pytest

from metro.products import firmware
from metro.run import execution
from mutants.guests import IN_ONE_GO
from support import slow_except
from test_guests import PLACE, UNITS, guest, guest_lines, max_lateness, run, soc  # noqa: F401

EVENTS = 128                    # events of the real-time guest in a single run
MANY_EVENTS = 1280              # the same in each of many runs
CYCLES = 10_500                 # cycles: upper limit of the mean distance between two events
MEMORY = 8192
STEPS = {"plain": 1_000_000, "banks": 1_000_000, "switch": 1_000_000, "sets": 100_000, "sets, banks": 100_000,
         "sets, switch": 100_000}
PARTS = 10                      # number of tests that share the steps


def real_time_guest(more=""):
    return guest("beside", "beside.c", more=f"priority = 1\n{more}")


def hostile(has_line, has_units):
    more = ['restart = 1000\nslice = 20_000\nwrite = ["place"]']
    more += ['lines = ["sim_line"]\ndevices = ["sim_line"]'] * has_line + ["units = true"] * has_units
    return guest("hostile", "hostile.c", MEMORY, "\n".join(more))


# Guests that use only their own state and report that it is unchanged.
KEPT = guest("kept", "kept.S", 2048, "slice = 5000")
KEEP_UNITS = re.sub(r"restart = \d", "restart = 1000", UNITS)


def events(outcome):
    return [line for line in guest_lines(outcome, "beside") if line.startswith("beside: events")]


def reported(outcome, what):
    """Return a number that the real-time guest prints at the end."""
    return int(re.search(rf"^beside: .*\b{what} (\w{{8}})", outcome.output, re.MULTILINE)[1], 16)


@pytest.fixture
def run_hostile(run, soc):                                                                            # noqa: F811
    """Return a function that runs a hostile guest and checks that it harms no other guest. It returns the guest's steps
    and the real-time guest's largest lateness (cycles)."""
    logs = {}

    def run_guests(seed, number=EVENTS, has_line=False, has_units=False, software=firmware.SOFTWARE):
        macros = f"#define EVENTS {number}u\n#define SEED {seed * 0x9E3779B1 % 2**32}u\n#define MEMORY {MEMORY}u\n"
        macros += f"#define HAS_LINE {int(has_line)}\n#define HAS_UNITS {int(has_units)}\n"
        if number not in logs:
            logs[number] = events(run(real_time_guest(), macros))
            assert len(logs[number]) == number // 32
        line = execution.Line(300, 3000, seed) if has_line else None
        outcome = run(real_time_guest('read = ["place"]') + hostile(has_line, has_units) +
                      (KEEP_UNITS if has_units else KEPT) + PLACE,
                      macros, software=software, line=line, max_cycles=number * CYCLES + 500_000)
        assert outcome.status == execution.CYCLE_LIMIT, outcome.errors + outcome.output
        assert events(outcome) == logs[number], outcome.output
        for name, line in (("one", "the units were private"), ("two", "the units were private")) if has_units else (
                ("kept", "as it was"),):
            assert f"{name}: {line}\n" in outcome.output
            assert all(f"{name}: {line}".startswith(printed) for printed in guest_lines(outcome, name)), outcome.output
        return reported(outcome, "steps"), reported(outcome, "late by")
    return run_guests


@pytest.mark.slow
@pytest.mark.parametrize("soc, has_line, has_units", [
    ("plain", False, False), ("plain", True, False), ("banks", True, False), ("switch", True, False),
    pytest.param("sets, banks", False, True, marks=pytest.mark.slow),
    pytest.param("sets", True, True, marks=pytest.mark.slow)], indirect=["soc"])
def test_hostile_guest_delays_others_by_a_bounded_time_only(
        run_hostile, has_line, has_units, max_lateness):                                              # noqa: F811
    steps, late = run_hostile(1, has_line=has_line, has_units=has_units)
    print(f"{steps} steps, late by {late} cycles at most")
    assert steps > 300 and late < max_lateness


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("soc", STEPS, indirect=True)
def test_million_hostile_steps_harm_no_guest(run_hostile, part, request, max_lateness):               # noqa: F811
    core = request.node.callspec.params["soc"]
    seed, left, worst = 1000 * (part + 1), STEPS[core] // PARTS, 0
    while left > 0:
        seed += 1
        steps, late = run_hostile(seed, MANY_EVENTS, has_line=seed % 2 == 1, has_units="sets" in core)
        left, worst = left - steps, max(worst, late)
        assert late < max_lateness, seed
    print(f"{core}, part {part}: {seed - 1000 * (part + 1)} runs, late by {worst} cycles at most")


@pytest.mark.parametrize("soc", slow_except(("plain", "banks"), {"plain"}), indirect=True)
@IN_ONE_GO.each
def test_uninterruptible_monitor_work_makes_a_guest_late(run_hostile, tmp_path, mutant, max_lateness):  # noqa: F811
    _, late = run_hostile(1, software=mutant.copy(tmp_path, "sw/monitor"))
    assert late >= max_lateness
