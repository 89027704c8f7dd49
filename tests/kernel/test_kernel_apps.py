# SPDX-License-Identifier: Apache-2.0
"""Random applications leave the same log on all systems and, if an upstream uC/OS-II tree is given, on that tree.
Faults in seam, kernel and port change the log."""
import dataclasses
import functools
import re

import pytest

from metro.base import paths
from metro.base.errors import MetroError
from metro.kernels.ucos import applications as kernel_apps
from metro.kernels.ucos.applications import App, Sources
from metro.verify import conformance
from mutants import kernel as mutants
from support import metro, refusal, slow_except


def differences(apps, systems=tuple(kernel_apps.EVERY_SYSTEM), sources=Sources()):
    """Return a readable description of each difference."""
    found = []
    for app in apps:
        logs, system = kernel_apps.compare(app, systems, sources)
        found += [str(kernel_apps.locate(app, system, logs, sources))] if system else []
    return found


APPS = [App("narrow", 1, 600), App("short", 2, 500), App("many", 3, 400), App("fast", 4, 400), App("line", 5, 100),
        App("fast-line", 6, 300)]


@pytest.mark.parametrize("systems", slow_except([kernel_apps.EVERY_SYSTEM, ("original", "contexts")],
                                                [("original", "contexts")], " ".join))
@pytest.mark.parametrize("app", slow_except(APPS, APPS[4:5]))
def test_all_systems_leave_the_same_log(app, systems):
    logs, system = kernel_apps.compare(app, systems)
    assert not system, kernel_apps.locate(app, system, logs)
    assert set(logs) == set(systems)
    assert logs["original"].hashes[-1][0] > app.steps


TICKS = [App("alarms", 3, 200), App("fast-line", 11, 500), App("hook", 2, 600), App("alarms", 3, 600)]


@pytest.mark.slow
@pytest.mark.parametrize("system", slow_except(["tickless", "tickless-contexts", "vectors"], ["tickless"]))
@pytest.mark.parametrize("app", slow_except(TICKS, TICKS[:1]))
def test_ticks_of_the_time_unit_leave_the_log_of_timer_ticks(app, system):
    assert not differences([app], [system])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 7))
def test_switches_of_the_core_leave_the_log_of_software(seed):
    assert not differences([App("unhooked", seed, 600)], ["self-switch"])


EXCHANGES = [App("exchange", seed, 300) for seed in range(1, 9)]


@pytest.mark.parametrize("app", slow_except(EXCHANGES, [EXCHANGES[1]]))
def test_tasks_and_handlers_lose_nothing_at_random_cycles(app):
    """The log of the other tasks does not depend on the cycles at which the handler runs."""
    quick = app == EXCHANGES[1]
    assert not differences([app], ["events"] if quick else [*kernel_apps.EVERY_SYSTEM, *kernel_apps.LESSER_SYSTEMS])


@pytest.mark.slow
@pytest.mark.parametrize("system", ["tickless", "tickless-contexts", "vectors", "self-switch"])
def test_exchanges_lose_nothing_without_tick_interrupts(system):
    assert [kernel_apps.run(app, system).status for app in EXCHANGES] == [0] * len(EXCHANGES)


@pytest.mark.slow
def test_tasks_and_handlers_exchange_items_of_each_kind():
    outputs = (kernel_apps.run(app, "combined").rest for app in EXCHANGES)
    counts = [[*map(int, text.removeprefix("exchanged ").split())] for text in outputs]
    assert all(map(sum, zip(*counts))), counts


@pytest.mark.slow
@pytest.mark.parametrize("app, system", [
    (App("narrow", 1, 600), "events-few"), (App("line", 5, 300), "events-few"), (App("narrow", 4, 600), "events-bare"),
    (App("fast-line", 6, 300), "contexts-few")], ids=str)
def test_core_with_too_few_resources_leaves_the_same_log(app, system):
    assert not differences([app], [system])


@pytest.mark.slow
def test_applications_that_once_differed_leave_the_same_log():
    assert not differences(kernel_apps.known_apps())


# --------------------------------------------------------------------------------------------- an upstream tree

COMMON = [App("common", 1, 400), App("common", 2, 400), App("common-many", 3, 400), App("common-fast", 4, 400)]


def test_upstream_kernel_has_the_same_log(upstream):
    known = [app for app in kernel_apps.known_apps() if kernel_apps.VARIANTS[app.variant].common]
    assert not differences(COMMON + known, ["given-original"], Sources(kernel=upstream))


def test_patched_kernel_has_the_same_log_on_every_system(upstream):
    patched = conformance.patched(upstream)
    systems = kernel_apps.systems_of(patched)
    assert systems == ["original", *(f"given-{system}" for system in kernel_apps.EVERY_SYSTEM), "given-events-few"]
    assert not differences([App("common", 5, 400), App("common-fast", 6, 400)], systems, Sources(kernel=patched))


@mutants.UPSTREAM.each
def test_fault_in_our_kernel_differs_from_upstream(mutant, tmp_path, upstream):
    software = mutant.copy(tmp_path)
    assert any(not kernel_apps.alike(kernel_apps.run(app, "original", software=software),
                                     kernel_apps.run(app, "given-original", kernel=upstream))
               for app in COMMON[:2])


# -------------------------------------------------------------------- contents of the logs, faults, the command

@pytest.mark.slow
def test_interrupts_that_change_nothing_leave_no_trace():
    app = App("fast-line", 7, 250)
    alone, between = kernel_apps.run(app, "combined", quiet=True), kernel_apps.run(app, "combined")
    assert between.cycles > alone.cycles + 100_000                             # the interrupts took cycles
    assert kernel_apps.alike(alone, between)


# (kind, whether in an interrupt, err): fields of a record; err is mostly an error code of ucos_ii.h
REACHED = {
    ("sem_pend", False, 0), ("sem_pend", False, 10), ("sem_pend", False, 14), ("sem_pend", False, 13),
    ("sem_pend", True, 2), ("sem_pend", False, 4), ("sem_post", False, 0), ("sem_post", True, 0),
    ("sem_accept", False, 0), ("sem_abort", False, 0), ("sem_abort", False, 14), ("sem_del", False, 0),
    ("sem_del", False, 7), ("sem_create", False, 1), ("sem_set", False, 0), ("dly", False, 0), ("hmsm", False, 0),
    ("hmsm", True, 85), ("dly_resume", False, 0), ("dly_resume", False, 80), ("dly_resume", True, 0),
    ("suspend", False, 0), ("suspend", True, 0), ("resume", False, 0), ("resume", False, 68), ("resume", True, 0),
    ("change_prio", False, 0), ("change_prio", False, 40), ("change_prio", True, 0), ("create", False, 0),
    ("create_ext", False, 0), ("create", False, 40), ("create", True, 60), ("del", False, 0), ("del", True, 64),
    ("del_req", False, 0), ("del_req", False, 63), ("del_self", False, 0), ("tick", False, 0),
    ("tick_task", False, 0), ("isr", False, 0), ("lock", False, 1), ("lock", False, 2), ("time_set", False, 0),
    ("query", False, 0), ("reg", False, 0),
}


@pytest.mark.slow
def test_application_makes_every_call_and_reaches_every_state():
    log = kernel_apps.run(App("narrow", 4, 4000), "combined", (0, 100_000))
    records = [kernel_apps.decode(text) for text in log.records]
    assert len(records) == log.hashes[-1][0]
    assert {record.kind for record in records} == set(kernel_apps.kinds())
    assert REACHED - {(record.kind, record.isr, record.err) for record in records} == set()
    # Lengths of sleeps that no resume ended: 1 tick, and more ticks than a delay counter of 8 bits can hold.
    asleep, slept, jumps = {}, set(), 0
    for record in records:
        jumps += record.result if record.kind == "time_set" else 0
        if record.kind == "switch":
            asleep[record.prio] = record.time - jumps
        elif record.kind == "dly" and asleep.get(record.prio) == record.time - jumps - record.arg:
            slept.add(record.arg)
    assert 1 in slept and any(ticks > 255 for ticks in slept), slept
    assert records[-1].time - jumps > 500
    # (OSTCBStat, OSTCBStatPend) of tasks: ready, waiting, suspended, both, and timed out without having run.
    states = {(record.arg >> 8 & 0xFF, record.arg & 0xFF) for record in records
              if record.kind in ("task_state", "query")}
    assert {(0, 0), (1, 0), (8, 0), (9, 0), (0, 1)} <= states, states


@functools.cache
def original(app):
    return kernel_apps.run(app, "original")


@pytest.mark.slow
@mutants.SYSTEMS.each
def test_a_fault_is_found(mutant, tmp_path):
    system, *app = mutant.needs
    faulty = kernel_apps.run(App(*app), system, software=mutant.copy(tmp_path))
    assert not kernel_apps.alike(faulty, original(App(*app)))


@pytest.mark.slow                              # test_interrupted_kernel.py has such a fault in the quick run
@mutants.EXCHANGE.each
def test_interrupts_within_a_critical_section_are_found(mutant, tmp_path):
    system, *app = mutant.needs
    assert kernel_apps.run(App(*app), system, software=mutant.copy(tmp_path)).status


@pytest.mark.slow
def test_difference_is_reported_with_its_place_and_a_command(tmp_path):
    sources = Sources(mutants.SYSTEMS["a waiting task stays ready"].copy(tmp_path))
    app = kernel_apps.shrink(App("narrow", 3, 50), "scheduler", sources)
    assert app.steps < 50 and app.mask.bit_count() < len(kernel_apps.acts()) / 2
    logs, system = kernel_apps.compare(app, ("scheduler",), sources)
    assert system == "scheduler"
    shorter = dataclasses.replace(app, steps=app.steps - 1)
    assert not kernel_apps.compare(shorter, ("scheduler",), sources)[1]
    error = kernel_apps.difference_error(kernel_apps.locate(app, system, logs, sources))
    lines = error.message.splitlines()
    assert re.match(rf"scheduler differs from original in record \d+ of the application {app}:", lines[0])
    assert len([line for line in lines if line.startswith("    both ")]) == 5
    assert re.match(r" +original +step \d+, tick \d+, task \d+ \(slot \d+\): \w+ 0x", lines[-2])
    assert re.match(r" +scheduler +(step|ends with)", lines[-1]) and lines[-1].split()[1:] != lines[-2].split()[1:]
    assert f"--kernel-apps --variant narrow --seed 3 --steps {app.steps} --mask {app.mask:#x} --apps 1" in error.hint


@pytest.mark.slow
def test_the_command_prints_what_it_ran():
    run = metro("hammer", "--kernel-apps", "--variant", "narrow", "--seed", "77", "--steps", "40", "--apps", "1")
    assert run.returncode == 0, run.stderr
    assert "the first seed is 77" in run.stdout and "narrow 77 40: " in run.stdout
    assert re.search(r"1 applications, seeds 77 to 77, .* 40 steps, [\d,]+ cycles; 0 differences", run.stdout)


@pytest.mark.parametrize("arguments, reason", [
    (["--variant", "wide"], "invalid choice: 'wide'"),
    (["--steps", "0"], "must be at least 1"),
    (["--apps", "0"], "must be at least 1"),
    (["--seed", "-1"], "32 bits"),
    (["--mask", "0"], "one bit for each of dly, dly_resume, "),
    (["--kernel", str(paths.ROOT)], "neither ucos_ii.h nor Source/ucos_ii.h"),
    (["--kernel", str(paths.ROOT / "sw" / "kernel"), "--variant", "line"], "begins with `common`"),
])
def test_refuses_invalid_options(arguments, reason):
    code, message = refusal("hammer", "--kernel-apps", *arguments)
    assert code and reason in message, message


def test_error_names_the_wrong_line_of_seeds(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_apps, "SEEDS", tmp_path / "seeds.txt")
    kernel_apps.SEEDS.write_text("# head\n\nnarrow 12 100  # why\nnarrow 12\n")
    with pytest.raises(MetroError, match="seeds.txt:4"):
        kernel_apps.known_apps()
    kernel_apps.SEEDS.write_text("# head\n\nnarrow 12 100  # why\nmany 1 20 0x1ff\n")
    assert kernel_apps.known_apps() == [App("narrow", 12, 100), App("many", 1, 20, 0x1FF)]
