# SPDX-License-Identifier: Apache-2.0
"""Sweep a second call, an interrupt, a tick or an abort over every cycle of a circuit's call. Detect faults."""
import re

import pytest

from metro import configuration
from metro.measure.workloads import LARGE_CACHES            # with cache misses, calls would exceed the window
from metro.products import application, isa
from metro.run import command, execution
from mutants.threads import INTERRUPTED
from support import ROOT

APP = ROOT / "tests" / "hardware_threads" / "interrupted_calls"
SEM, MBOX, QUEUE, MUTEX, FLAGS, DELAY = (1 << n for n in range(6))
ALL = 0x3F
# Configuration, and the number of circuits (of two) that call the units directly. The other circuits use delegates.
SYSTEMS = [("original", 0), ("events", 0), ("events", 1), ("events", 2), ("contexts", 0), ("contexts", 2),
           ("tickless", 2), ("tickless-contexts", 0), ("tickless-contexts", 2)]
QUICK = {("original", 0): MUTEX | DELAY, ("events", 2): MBOX}


def run_sweep(system, step, objects=ALL, max_cycles=10_000_000_000):
    """Run the sweep on a system and return the outcome."""
    config, direct = system
    chosen = configuration.read(config).changed({**LARGE_CACHES, "soc.threads": 2})
    if direct:
        chosen = chosen.changed({"units.direct_calls": direct})
    loaded = command.load(APP, chosen=chosen, define=[f"STEP={step}u", f"OBJECTS={objects}u"])
    return execution.execute(*loaded, max_cycles=max_cycles)


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", QUICK, ids=str)
def test_interrupted_thread_loses_nothing(system):
    outcome = run_sweep(system, 307, QUICK[system])
    assert outcome.status == 0, outcome.output


@pytest.mark.slow
@pytest.mark.parametrize("objects", [SEM, MBOX, QUEUE, MUTEX, FLAGS, DELAY])
@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_interrupted_thread_loses_nothing_at_any_cycle(system, objects):
    outcome = run_sweep(system, 1, objects)
    assert outcome.status == 0, outcome.output


@INTERRUPTED.each
def test_fault_of_a_delegate_is_found(monkeypatch, tmp_path, mutant):
    monkeypatch.setattr(application, "THREADS", mutant.copy(tmp_path) / "threads")
    assert run_sweep(("original", 0), 1, max_cycles=400_000_000).status != 0


# Commands that neither block nor wake a task. The sweep omits these commands.
NEITHER = {"EXIT", "TIME_GET", "PRINT", "MEM_GET", "MEM_PUT", "APP"}


def test_each_command_of_a_circuit_is_swept():
    commands = {command["name"].upper() for command in isa.read()["hardware_thread"]["command"]}
    in_table = set(re.findall(r"OS_HW_CMD_(\w+)", re.search(r"commands\[\]\[4\] = (.*?);",
                                                           (APP / "main.c").read_text(), re.DOTALL)[1]))
    assert commands == in_table | NEITHER
