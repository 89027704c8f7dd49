# SPDX-License-Identifier: Apache-2.0
"""Sweep a second call, an interrupt, a tick or an abort over every cycle of a circuit's call. Detect faults."""
import re
import shutil

import pytest

from metro import configuration
from metro.build import application
from metro.run import command, execution
from support import ROOT, some

THREADS = ROOT / "sw" / "threads"
APP = ROOT / "tests" / "hardware_threads" / "interrupted_calls"
LARGE_CACHES = {"core.icache_bytes": 65536, "core.dcache_bytes": 65536}    # cache misses would exceed the window
SEM, MBOX, QUEUE, MUTEX, FLAGS, DELAY = (1 << n for n in range(6))
ALL = 0x3F
# Configuration, and the number of circuits (of two) that call the units directly. The other circuits use delegates.
SYSTEMS = [("original", 0), ("events", 0), ("events", 1), ("events", 2), ("contexts", 0), ("contexts", 2),
           ("tickless", 2), ("tickless-contexts", 0), ("tickless-contexts", 2)]
QUICK = {("original", 0): ALL & ~QUEUE, ("events", 2): MBOX | DELAY}


def swept(system, step, objects=ALL, max_cycles=10_000_000_000):
    """Run the sweep on a system and return the outcome."""
    config, direct = system
    chosen = configuration.read(config).changed({**LARGE_CACHES, "soc.threads": 2})
    if direct:
        chosen = chosen.changed({"units.slots": direct})
    loaded = command.load(APP, chosen=chosen, define=[f"STEP={step}u", f"OBJECTS={objects}u"])
    return execution.execute(*loaded, max_cycles=max_cycles)


@pytest.mark.parametrize("system", QUICK, ids=str)
def test_interrupted_thread_loses_nothing(system):
    outcome = swept(system, 307, QUICK[system])
    assert outcome.status == 0, outcome.output


@pytest.mark.slow
@pytest.mark.parametrize("objects", [SEM, MBOX, QUEUE, MUTEX, FLAGS, DELAY])
@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_interrupted_thread_loses_nothing_at_any_cycle(system, objects):
    outcome = swept(system, 1, objects)
    assert outcome.status == 0, outcome.output


# Faults of sw/threads/os_hw.c: original text, faulty text, and the system and the objects that detect the fault.
FAULTS = {
    "interrupts come between the look and the wait": (
        "        p_tcb->OSTCBStat |= OS_STAT_SEM;\n",
        "        OS_EXIT_CRITICAL();\n        __asm__ volatile(\"nop; nop; nop; nop\");\n        OS_ENTER_CRITICAL();\n"
        "        p_tcb->OSTCBStat |= OS_STAT_SEM;\n",
        ("original", 0), ALL),
    "interrupts come before the delegate is not ready": (
        "        OS_AccelRdyClr(p_tcb);\n        OS_EXIT_CRITICAL();\n",
        "        OS_EXIT_CRITICAL();\n        OS_AccelRdyClr(p_tcb);\n", ("original", 0), ALL),
    "a wait is answered twice": ("if (!p_hw->Answered) {", "if (OS_TRUE) {", ("original", 0), ALL),
    "an answer is kept for the next call": ("            p_hw->Answered = OS_FALSE;\n", "", ("original", 0), ALL),
}


def finds(monkeypatch, folder, name, step):
    """Return whether the sweep fails with this fault."""
    old, new, system, objects = FAULTS[name]
    mutant = shutil.copytree(THREADS, folder / "threads")
    source = mutant / "os_hw.c"
    assert source.read_text().count(old) == 1
    source.write_text(source.read_text().replace(old, new))
    monkeypatch.setattr(application, "THREADS", mutant)
    return swept(system, step, objects, max_cycles=400_000_000).status != 0


@pytest.mark.parametrize("fault", some(FAULTS, list(FAULTS)[1:2]))
def test_fault_of_a_delegate_is_found(monkeypatch, tmp_path, fault):
    assert finds(monkeypatch, tmp_path, fault, 1)


# Commands that neither block nor wake a task. The sweep omits these commands.
NEITHER = {"EXIT", "TIME_GET", "PRINT", "MEM_GET", "MEM_PUT", "APP", "MAX"}


def test_each_command_of_a_circuit_is_swept():
    commands = set(re.findall(r"#define OS_HW_CMD_(\w+)", (THREADS / "os_hw.h").read_text()))
    in_table = set(re.findall(r"OS_HW_CMD_(\w+)", re.search(r"commands\[\]\[4\] = (.*?);",
                                                           (APP / "main.c").read_text(), re.DOTALL)[1]))
    assert commands == in_table | NEITHER
