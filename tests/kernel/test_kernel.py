# SPDX-License-Identifier: Apache-2.0
"""Run the kernel's test programs on the simulated SoC. --adapter selects an adapter other than the plugin. The programs
inspect the kernel's structures, need a special configuration, or interrupt a call at each cycle. The conformance suite
tests the API (test_conformance.py)."""
import re
from pathlib import Path

import pytest

from metro import configuration
from metro.products import rtos
from mutants.kernel import STEPS
from support import slow_except, slow_if

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "kernel"
CFG = PROGRAMS / "cfg"


def variants(source):
    """Yield (test id, optimisation, -D options) for each `// cfg:` line of a program. Without such a line, yield the
    defaults."""
    lines = re.findall(r"^// cfg:(.*)$", source.read_text(), re.MULTILINE) or [""]
    for line in lines:
        words = line.split()
        levels = [word for word in words if word.startswith("-O")]
        macros = [word for word in words if not word.startswith("-O")]
        assert all(re.fullmatch(r"[A-Z][A-Z0-9_]*(=\w+)?", macro) for macro in macros), f"{source.name}: {line}"
        yield (" ".join([source.stem, *words]), levels[-1] if levels else "-O2",
               " ".join(f"-D{macro}" + ("u" if re.search(r"=\d+$", macro) else "") for macro in macros))


CASES = [(source, opt, defs, name) for source in sorted(PROGRAMS.glob("*.c")) for name, opt, defs in variants(source)]


# Programs for the other adapters: a random test, and a test of the control blocks after each kind of wait.
SAMPLE = ("sched_random", "blocks")


# The system of each program whose first variant is in the quick run. `./metro test --all` runs the other programs.
QUICK = {"arg_chk_off": "combined", "before_start": "original", "blocks": "combined", "critical": "scheduler",
         "hooks": "timer", "init": "combined", "int_nesting": "timer", "layout": "original", "mutex_owner": "scheduler",
         "sched_random": "combined", "task_del_int": "original", "trace": "timer"}


def on_every_system(cases):
    for n, (source, opt, defs, name) in enumerate(cases):
        is_first = n == 0 or cases[n - 1][0] != source
        for system in configuration.SYSTEMS:
            yield pytest.param(source, opt, defs, system, id=f"{name}-{system}",
                               marks=slow_if(not is_first or QUICK.get(source.stem) != system))


def pytest_generate_tests(metafunc):
    """Run each case on the configuration of --config, or on every system."""
    if metafunc.function is test_program_passes:
        given = metafunc.config.getoption("configuration")
        metafunc.parametrize("source, opt, defs, system", [
            pytest.param(*case[:3], given, id=case[3]) for case in CASES] if given else on_every_system(CASES))


def test_program_passes(source, opt, defs, system, request):
    check_program(source, opt, defs, system, request.config.getoption("adapter"))


# The first variant of each program.
FIRST = [case for n, case in enumerate(CASES) if n == 0 or CASES[n - 1][0] != case[0]]


def programs_with_events():
    """Return the programs that use events. On `events`, the others behave as on `combined`."""
    return [case for case in FIRST
            if re.search(r"\bOS(Sem|Mbox|Q|Flag|Mutex|Event|Tmr)[A-Z]\w*\(", case[0].read_text())]


@pytest.mark.parametrize("source, opt, defs", [
    pytest.param(*case[:3], id=case[3], marks=slow_if(case[0].stem != "mutex_owner"))
    for case in programs_with_events()])
def test_program_passes_with_events_in_the_unit(source, opt, defs):
    check_program(source, opt, defs, configuration.EVENTS, "plugin")


@pytest.mark.slow
@pytest.mark.parametrize("source, opt, defs", [
    pytest.param(*case[:3], id=case[3], marks=slow_if(case[0].stem not in ("int_nesting", "task_del_int")))
    for case in FIRST if case[0].stem not in ("debug", "layout")])  # debug and layout check V2.93's sizes
def test_program_passes_with_tasks_in_banks(source, opt, defs):
    check_program(source, opt, defs, configuration.CONTEXTS, "plugin")


TICKLESS = {"units.time_base": True}
QUICK_TICKLESS = {"events": ("mutex_owner",), "contexts": ("before_start",)}


@pytest.mark.slow
@pytest.mark.parametrize("source, opt, defs, system", [
    pytest.param(*case[:3], system, id=f"{case[3]}-{system}", marks=slow_if(case[0].stem not in quick))
    for system, quick in QUICK_TICKLESS.items() for case in FIRST if case[0].stem not in ("debug", "layout")])
def test_program_passes_with_ticks_in_the_unit(source, opt, defs, system):
    check_program(source, opt, defs, system, "plugin", TICKLESS)


ANY_CYCLE = PROGRAMS / "tickless" / "any_cycle.c"


def ticks_at_any_cycle(system, step, software=None):
    """Run any_cycle.c: a tick comes in each service, step cycles later in each round."""
    from metro.products import core, firmware, soc
    from metro.run import execution
    defs = f"-DOS_ACCEL_WIDTH=4u -DAPP_NO_TICK_HOOK -DSTEP={step}u"
    chosen = rtos.get().sized_for(configuration.read(system).changed(TICKLESS), defs)
    board = soc.build(core.generate(chosen))
    built = firmware.build(ANY_CYCLE.stem, [ANY_CYCLE], CFG, board, opt="-O2",
                           defs=f"{defs} {rtos.get().switches(chosen, defs)}",
                           software=software)
    return execution.execute(built, board, max_cycles=1_500_000 + 150_000_000 // step)    # 1.5 times the cycles needed


@pytest.mark.slow
@pytest.mark.parametrize("step", [37, 1])
@pytest.mark.parametrize("system", ["combined", "events", "contexts"])
def test_tick_at_any_cycle_of_a_service_loses_nothing(system, step):
    outcome = ticks_at_any_cycle(system, step)
    assert outcome.status == 0, outcome.output + outcome.errors
    assert re.fullmatch(r"ok: \d{4,} checks", outcome.output.strip()), outcome.output


@pytest.mark.parametrize("system", slow_except(["original", "tickless", "tickless-contexts", "vectors", "self-switch"],
                                                  ["tickless"]))
def test_the_idle_task_sleeps(system):
    check_program(PROGRAMS / "tickless" / "sleep.c", "-O2",
                  "-DOS_IDLE_SLEEP_EN=1u -DAPP_NO_TICK_HOOK -DOS_TASK_IDLE_STK_SIZE=256u", system, "plugin")


@pytest.mark.parametrize("system", slow_except(["tickless", "tickless-contexts", "vectors", "self-switch"],
                                                  ["tickless"]))
def test_application_is_notified_of_its_alarms(system):
    check_program(PROGRAMS / "tickless" / "alarms.c", "-O2",
                  "-DAPP_NO_TICK_HOOK -DOS_TMR_EN=1u -DOS_TMR_CFG_TICKS_PER_SEC=20u", system, "plugin")


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", slow_except(["original", "contexts", "tickless", "tickless-contexts", "vectors"],
                                               ["tickless", "tickless-contexts"]))
def test_tick_hook_is_called_once_per_tick(system):
    check_program(PROGRAMS / "tickless" / "tick_hook.c", "-O2",
                  "-DOS_TMR_EN=1u -DOS_TMR_CFG_TICKS_PER_SEC=20u -DOS_TASK_TMR_PRIO=5u", system, "plugin")


@pytest.mark.slow
@STEPS.each
def test_a_fault_in_the_order_of_steps_is_found(mutant, tmp_path):
    assert ticks_at_any_cycle("events", *mutant.needs, mutant.copy(tmp_path)).status != 0


@pytest.mark.parametrize("adapter, system", [
    ("cfu", "combined"), pytest.param("wishbone", "combined", marks=pytest.mark.slow),
    pytest.param("cfu", "scheduler", marks=pytest.mark.slow),
    pytest.param("wishbone", "timer", marks=pytest.mark.slow)])
def test_sample_passes_on_the_other_adapters(adapter, system):
    for stem in SAMPLE if system == "combined" else SAMPLE[:1]:
        source, opt, defs, _ = next(case for case in CASES if case[0].stem == stem)
        check_program(source, opt, defs, system, adapter)


def check_program(source, opt, defs, system, adapter, changes=None):
    from metro.products import core, firmware, soc as soc_module
    from metro.run import execution as run
    chosen = configuration.read(system).changed(changes or {})
    if adapter != "plugin":
        chosen = chosen.changed({"soc.adapter": adapter})
    chosen = rtos.get().sized_for(chosen, defs)
    soc = soc_module.build(core.generate(chosen))
    built = firmware.build(source.stem, [source], CFG, soc, opt=opt, defs=f"{defs} {rtos.get().switches(chosen, defs)}")
    outcome = run.execute(built, soc, max_cycles=40_000_000)
    assert outcome.status == 0, outcome.output + outcome.errors
    # A program that ends early or makes no checks fails.
    assert re.fullmatch(r"ok: [1-9]\d* checks", outcome.output.strip()), outcome.output
