# SPDX-License-Identifier: Apache-2.0
"""Raise an interrupt at every cycle of the kernel's calls (tests/kernel/interrupted/). Check that nothing is lost, and
that no task blocks on an available object."""
import functools
import re
from pathlib import Path

import pytest

from metro import configuration
from metro.base import paths
from metro.kernels.ucos import applications as kernel_apps
from metro.measure.workloads import LARGE_CACHES
from metro.products import rtos
from metro.verify import conformance
from mutants.kernel import INTERRUPTED

FOLDER = Path(__file__).resolve().parent / "interrupted"
CFG = FOLDER.parent / "cfg"

DEFS = ("-DOS_ACCEL_WIDTH=4u -DAPP_NO_TICK_HOOK -DOS_TASK_STAT_EN=0u -DOS_MAX_EVENTS=14u -DOS_TMR_EN=1u "
        "-DOS_TASK_TMR_PRIO=5u -DOS_TASK_TMR_STK_SIZE=400u -DOS_TMR_CFG_TICKS_PER_SEC=100u")
FUNCTIONS = "-DOS_ACCEL_SHORT_EN=0u"    # posts and pends are calls, not inlined
GROUPS = ("events", "several", "flags", "mutex", "tasks", "timers")      # bits of sweep_groups

SYSTEMS = ("original", "scheduler", "timer", "combined", "events", "events-few", "events-bare", "contexts",
           "contexts-few", "scheduler-contexts", "tickless", "tickless-contexts", "vectors", "self-switch")
WITH_LINES = "vectors,units.lines=8"     # a line posts where the handler would only post
WITH_EVENTS = ("events", "events-few", "contexts", "tickless", "tickless-contexts", "vectors",
               "self-switch")
QUICK = ("events", "vectors")


def sweep(system, more="", step=1, parts=1, part=0, groups=GROUPS, software=None, kernel=None):
    """Run one part of the sweeps, with caches so large that a call takes the same number of cycles in each run. step:
    cycles between two distances from the timer's start to its interrupt. kernel: a patched tree, for which the known
    defects of V2.93 do not count as failures."""
    from metro.products import core, firmware, soc
    from metro.run import execution
    defs = f"{DEFS} {more}"
    chosen = rtos.get().sized_for(configuration.read(system).changed(LARGE_CACHES), defs)
    board = soc.build(core.generate(chosen))
    built = firmware.build("interrupted", sorted(FOLDER.glob("*.c")), CFG, board, opt="-O2", software=software,
                           kernel=kernel, defs=f"{defs} {rtos.get().switches(chosen, defs)}")
    values = {"sweep_step": step, "sweep_parts": parts, "sweep_part": part, "sweep_common": int(kernel is not None),
              "sweep_groups": sum(1 << GROUPS.index(group) for group in groups)}
    return execution.execute(built.with_values(values), board, max_cycles=100_000_000 + 2_000_000_000 // step)


def passes(*arguments, **options):
    outcome = sweep(*arguments, **options)
    assert outcome.status == 0, outcome.output + outcome.errors
    assert re.fullmatch(r"ok: [1-9]\d+ interrupts in [1-9]\d* sweeps", outcome.output.strip()), outcome.output


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", QUICK)
def test_an_interrupt_in_a_call_loses_nothing(system):
    passes(system, step=31, parts=23, part=QUICK.index(system))     # 23 is prime, so the action varies


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_an_interrupt_at_every_cycle_loses_nothing(system):
    passes(system)


@pytest.mark.slow
@pytest.mark.parametrize("system", [WITH_LINES, "tickless,units.lines=8"])
def test_a_line_that_posts_at_every_cycle_loses_nothing(system):
    passes(system, groups=("events", "several"))


def test_a_line_that_posts_in_a_call_loses_nothing():
    passes(WITH_LINES, step=31, parts=5, groups=("events", "several"))


@pytest.mark.slow
@pytest.mark.parametrize("system", WITH_EVENTS)
def test_calls_as_functions_lose_nothing(system):
    passes(system, FUNCTIONS, groups=("events", "several", "flags", "mutex"))


def test_a_patched_tree_loses_nothing(upstream):
    tree = conformance.patched(upstream)
    for number, name in enumerate(kernel_apps.systems_of(tree)[1:]):
        passes(name.removeprefix(kernel_apps.GIVEN), step=31, parts=6, part=number % 6, kernel=tree)


@INTERRUPTED.each
def test_a_fault_that_lets_an_interrupt_in_is_found(mutant, tmp_path):
    system, group, step = mutant.needs
    outcome = sweep(system, step=step, groups=(group,), software=mutant.copy(tmp_path))
    assert outcome.status and re.search(r", \d+ cycles: ", outcome.output), outcome.output + outcome.errors


# ----------------------------------------------------------------------------------------- contents of the tables

# Functions that neither wait nor end a wait.
OTHERS = {
    "OSInit", "OSStart", "OSVersion", "OSStatInit", "OSSafetyCriticalStart", "OSDebugInit",
    "OSEventNameGet", "OSEventNameSet", "OSFlagNameGet", "OSFlagNameSet", "OSMemNameGet", "OSMemNameSet",
    "OSTaskNameGet", "OSTaskNameSet", "OSTmrNameGet",
    "OSSemCreate", "OSMboxCreate", "OSQCreate", "OSMutexCreate", "OSFlagCreate",
    "OSTaskCreate", "OSTaskCreateExt", "OSTaskStkChk", "OSTaskStkInit", "OSTaskQuery", "OSTaskRegGet",
    "OSTaskRegGetID", "OSTaskRegSet",
    "OSSemQuery", "OSMboxQuery", "OSQQuery", "OSMutexQuery", "OSFlagQuery", "OSFlagPendGetFlagsRdy",
    "OSMemCreate", "OSMemGet", "OSMemPut", "OSMemQuery",
    "OSTickPeriodMin", "OSTickStart", "OSTickModeUpdate",
}
# Functions that the handler and the port call, so each sweep has them.
IN_EACH_SWEEP = {"OSIntEnter", "OSIntExit", "OSTimeTick", "OSTickHandler", "OSStartHighRdy", "OSIntCtxSw", "OSCtxSw",
                 "OSAlarmHook"}


@functools.cache
def public():
    header = (paths.ROOT / "sw" / "kernel" / "ucos_ii.h").read_text()
    return {name for name in re.findall(r"^[\w ]+[ *](OS[A-Z]\w*)\([^;{]*\);", header, re.MULTILINE)
            if not re.search(r"Hook(Begin|End)?$", name) or name == "OSAlarmHook"}


def test_every_function_that_can_wait_has_a_row():
    sources = "\n".join(file.read_text() for file in FOLDER.glob("*.c"))
    rows = set(re.findall(r'^    \{ "(OS\w+)", &', sources, re.MULTILINE))
    assert {name for name in rows if not re.search(rf'(?<!")\b{name}\b', sources)} == set()
    assert public() - rows - OTHERS - IN_EACH_SWEEP == set()
    assert rows <= public() and not rows & OTHERS
