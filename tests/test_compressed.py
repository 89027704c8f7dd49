# SPDX-License-Identifier: Apache-2.0
"""A core with compressed instructions: a sample of the kernel's tests, built for it."""
import re

import pytest

from metro import core, firmware, run, soc as soc_module, workloads
from test_kernel import CFG, PROGRAMS

pytestmark = pytest.mark.slow               # a simulator of its own

# Task switches, ticks, interrupts that nest, waiting lists, and random scheduling against a model.
SAMPLE = ("sched_random", "time_dly", "int_nesting", "sem_pend", "mutex", "task_change_prio")


@pytest.fixture(scope="module")
def soc():
    made = core.generate([*workloads.core_options("combined", ""), "--compressed"])
    assert core.describe(made)["isa"] == "rv32imc"
    return soc_module.build(made)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_kernel_runs_compressed(soc, name):
    built = firmware.build(name, [PROGRAMS / f"{name}.c"], CFG, soc, defs=workloads.SYSTEMS["combined"][0])
    assert compressed_share(built) > 0.4
    outcome = run.execute(built, soc, max_cycles=40_000_000)
    assert outcome.status == 0, outcome.output + outcome.errors
    assert re.fullmatch(r"ok: [1-9]\d* checks", outcome.output.strip()), outcome.output


def compressed_share(built):
    """Of the instructions in the kernel's functions."""
    short = long = 0
    for start, size, name in built.functions:
        if name.startswith("OS"):
            at = start
            while at < start + size:
                if built.image[at] & 3 == 3:
                    at, long = at + 4, long + 1
                else:
                    at, short = at + 2, short + 1
    return short / (short + long)
