# SPDX-License-Identifier: Apache-2.0
"""Run the conformance suite on our kernel in all systems, and on an upstream uC/OS-II tree if one is given."""
import functools
import re
import shutil

import pytest

from metro.base import paths
from metro.base.errors import MetroError
from metro.configuration import EVENTS, EVERY_SYSTEM, LESSER_SYSTEMS, SYSTEMS
from metro.figures import store as figures
from metro.products import firmware
from metro.verify import conformance
from metro.verify.conformance import HANGS, Case, Variant
from mutants import merged
from mutants.kernel import CONFORMANCE
from support import given_tree, refusal

CASES = [case for area in conformance.areas() for case in conformance.cases(area)]


@functools.cache
def outcomes(area, system, kernel=firmware.KERNEL, variant=Variant()):
    return conformance.run(area, system, kernel, variant=variant)


EVENT_AREAS = ("sem", "mbox", "queue", "mutex", "flag", "multi")
QUICK_IN_THE_UNIT = ("mutex", "flag", "multi", "sem")
SLOW_AREAS = ("flag32",)                # like flag8, with another width
HOOKED = ("change_priority_of_self_switches",)      # shows calls of the switch hook, which `self-switch` excludes


def is_slow(area, system):
    """Return whether an area's cases on a system are slow. The quick run has each area once: in the event unit if the
    unit does most of the work, otherwise in software."""
    return area in SLOW_AREAS or system != (EVENTS if area in QUICK_IN_THE_UNIT else "original")


def parameters_of(systems, areas=(), is_slow=is_slow):
    """Return a parameter for each case on each system. Cases that share a simulation go to one xdist worker."""
    return [pytest.param(case, system, id=f"{case}-{system}",
                         marks=[pytest.mark.xdist_group(f"conformance-{case.area}-{system}"),
                                *([pytest.mark.slow] if is_slow(case.area, system) else [])])
            for system in systems for case in CASES
            if (not areas or case.area in areas) and not (system == "self-switch" and case.name in HOOKED)]


# All cases run on EVERY_SYSTEM. Some areas also run with a smaller event unit (LESSER_SYSTEMS) or a time base.
EVERYWHERE = [*parameters_of(EVERY_SYSTEM), *parameters_of(LESSER_SYSTEMS, ("multi", "queue", "flag")),
              *parameters_of(("tickless", "tickless-contexts", "vectors", "self-switch"),
                             (*EVENT_AREAS, "task", "time", "timer"))]


def parameters_for_options(option):
    """Return the cases on the configuration of --config. Without --config, return EVERYWHERE, or the cases on SYSTEMS
    if --adapter is not the plugin."""
    if given := option("configuration"):
        return parameters_of([given], is_slow=lambda *_: False)
    return EVERYWHERE if option("adapter") == "plugin" else parameters_of(SYSTEMS)


def pytest_generate_tests(metafunc):
    """Parametrize the tests by case and system. If no upstream tree is given, each of its tests is one skipped case."""
    if metafunc.function is test_our_kernel_has_the_expected_log:
        metafunc.parametrize("case, system", parameters_for_options(metafunc.config.getoption))
    if "upstream" not in metafunc.fixturenames:
        return
    if given_tree(metafunc.config, "ucos"):
        metafunc.parametrize("case, system", parameters_of(["original"] if "patched" not in metafunc.function.__name__
                                                           else EVERY_SYSTEM))
    else:
        metafunc.parametrize("case, system", [(None, None)], ids=["no-tree"])


def test_our_kernel_has_the_expected_log(case, system, request):
    adapter = request.config.getoption("adapter")
    variant = Variant() if adapter == "plugin" else Variant(changes=(("soc.adapter", adapter),))
    outcome = outcomes(case.area, system, variant=variant)[case.name]
    assert (outcome.log, outcome.error) == (case.log, ""), case.sentence


# Variants of the kernel's build and of the adapter.
VARIANTS = {
    "254": Variant("OS_LOWEST_PRIO=254", areas=(*EVENT_AREAS, "task", "time", "timer")),
    "not optimised": Variant(opt="-O0", areas=(*EVENT_AREAS, "task", "time", "mem", "timer")),
    "one event": Variant("OS_EVENT_MULTI_EN=0", areas=("sem", "mbox", "queue", "task")),
    "small wheel": Variant("OS_TMR_CFG_WHEEL_SIZE=2", areas=("timer",)),
    "functions": Variant("OS_ACCEL_SHORT_EN=0", areas=(*EVENT_AREAS, "core")),
    "functions, safety-critical": Variant("OS_ACCEL_SHORT_EN=0", areas=("safety",)),
    "cfu": Variant(changes=(("soc.adapter", "cfu"),), areas=("sem", "mutex", "task", "time")),
    "wishbone": Variant(changes=(("soc.adapter", "wishbone"),), areas=("sem", "mutex", "task", "time")),
}
RUNS = [*((name, system) for name in ("254", "not optimised") for system in EVERY_SYSTEM),
        *((name, system) for name in ("one event", "small wheel") for system in ("original", EVENTS)),
        *((name, EVENTS) for name in ("functions", "functions, safety-critical")),
        ("cfu", "combined"), ("cfu", "scheduler"), ("wishbone", "combined"), ("wishbone", "timer")]
# Patterns in the source of cases whose log depends on the configuration. The variant skips these cases.
CONFIGURATION_DEPENDENT = {"254": re.compile(r"OS_LOWEST_PRIO \+ 1u|\b6[23]\b|OSMutexCreate\(254")}


def text_of(case):
    """Return the source of a case."""
    text = (conformance.FOLDER / f"{case.area}.c").read_text()
    return re.search(rf"^CASE\w*\((?:B\d, )?{case.name},.*?^}}", text, re.MULTILINE | re.DOTALL)[0]


@pytest.mark.slow
@pytest.mark.parametrize("name, system, area", [
    pytest.param(name, system, area, id=f"{name}-{system}-{area}",
                 marks=pytest.mark.xdist_group(f"conformance-{name}-{system}"))
    for name, system in RUNS for area in VARIANTS[name].areas])
def test_our_kernel_has_the_expected_log_in_another_build(name, system, area):
    found = outcomes(area, system, variant=VARIANTS[name])
    cases = [case for case in conformance.cases(area)
             if name not in CONFIGURATION_DEPENDENT or not CONFIGURATION_DEPENDENT[name].search(text_of(case))]
    assert len(cases) > 5
    assert {case.name: (case.log, "") for case in cases} == {
        case.name: (found[case.name].log, found[case.name].error) for case in cases}


def has_log(outcome, log):
    return bool(outcome.error) if log == HANGS else (outcome.log, outcome.error) == (log, "")


def test_upstream_tree_has_the_expected_log(case, system, upstream):
    outcome = outcomes(case.area, system, upstream)[case.name]
    assert has_log(outcome, case.upstream), (case.sentence, case.upstream, outcome)


def test_patched_tree_has_the_log_of_the_upstream_tree(case, system, upstream):
    """A patched tree behaves like the upstream tree, but hardware can remove a defect of the code that it replaces."""
    outcome = outcomes(case.area, system, conformance.patched(upstream))[case.name]
    is_fixed = case.defect and system != "original" and has_log(outcome, case.log)
    assert is_fixed or has_log(outcome, case.upstream), (case.sentence, case.upstream, outcome)


@pytest.mark.sample(1)
@pytest.mark.parametrize("system", ["original", "events", "contexts"])
def test_faults_in_the_kernel_are_found(system, tmp_path):
    """One build contains all faults of a system, because each case shows only one of them."""
    shown = {mutant: mutant.needs[1:] for mutant in CONFORMANCE if mutant.needs[0] == system}
    kernel = merged(shown).copy(tmp_path) / "kernel"
    logs = {(case.area, case.name): case.log for case in CASES}
    missed = [mutant.name for mutant, (area, name) in shown.items()
              if conformance.run(area, system, kernel, (name,))[name].log == logs[area, name]]
    assert not missed


# ----------------------------------------------------------------------------------------------------- coverage

def test_every_function_and_return_code_is_tested_or_excluded():
    found = conformance.covered()
    names = [function.name for function in conformance.api()]
    assert len(names) == len(set(names)) == 87
    assert {name for name in names if name not in found} == set()
    assert {(function.name, code) for function in conformance.api() for code in function.codes
            if code not in found[function.name] and code not in function.unreturned} == set()
    # A reason is stale if its code is unknown or a case returns it.
    assert {(function.name, code) for function in conformance.api() for code in function.unreturned
            if code not in function.codes or code in found[function.name]} == set()
    figures.record(conformance.figures())


def test_cases_show_every_known_defect():
    assert {case.defect for case in CASES} - {""} >= {f"B{n}" for n in range(1, 8)}
    assert all(case.upstream != case.log for case in CASES if case.defect)


# ---------------------------------------------------------------------------------------------- the harness itself

@pytest.fixture
def suite(tmp_path, monkeypatch):
    """Return suite(text), which makes this text the only area of a temporary conformance suite."""
    for name in ("conform.c", "conform.h"):
        shutil.copy(conformance.FOLDER / name, tmp_path)
    monkeypatch.setattr(conformance, "FOLDER", tmp_path)

    def write(text):
        (tmp_path / "area.c").write_text(text)
        for cached in (conformance.cases, conformance._build):
            cached.cache_clear()
        return conformance.cases("area")
    yield write
    for cached in (conformance.cases, conformance._build):
        cached.cache_clear()


def test_case_that_does_not_end_does_not_affect_other_cases(suite):
    cases = suite('''#include "conform.h"
// Says it.
CASE(first, "M one" "M two, M three")
{
    SAY("one");
    SAY("two");
    SAY("three");
}

// Jumps to itself.
CASE(loops, "M begins")
{
    SAY("begins");
    (void)OS_CPU_SR_Save();
    for (;;) {
    }
}

// Jumps nowhere.
CASE(traps, "M begins")
{
    SAY("begins");
    __asm__ volatile("unimp");
}

// Waits for no task.
CASE(stuck, "M begins, I stuck")
{
    SAY("begins");
    OSTimeDly(1);
}

// Shows what another kernel does.
CASE_DEFECT(B1, last, "M ours", HANGS)
{
    SAY("ours");
}
''')
    assert [(case.name, case.log, case.defect) for case in cases] == [
        ("first", ("M one", "M two", "M three"), ""), ("loops", ("M begins",), ""), ("traps", ("M begins",), ""),
        ("stuck", ("M begins", "I stuck"), ""), ("last", ("M ours",), "B1")]
    assert cases[0].sentence == "Says it." and cases[-1].upstream == HANGS
    found = conformance.run("area", "original")
    assert {name for name, outcome in found.items() if outcome.error} == {"loops", "traps"}
    assert "hang" in found["loops"].error and found["loops"].log == ("M begins",)
    assert all(found[case.name].log == case.log for case in cases if case.name != "traps")


@pytest.mark.parametrize("text, reason", [
    ('CASE(a, "M b")\n{\n}\n', "sentence"),
    ('// Has no log.\nCASE(a)\n{\n}\n', "a name and a log"),
    ('// Says not what the upstream kernel does.\nCASE_DEFECT(B1, a, "M b")\n{\n}\n', "a name and a log"),
    ('// Is not of the form.\nCASE(a, "M b") {\n}\n', "unknown form"),
    ("", "unknown form"),
])
def test_invalid_case_is_refused(suite, text, reason):
    with pytest.raises(MetroError, match=reason):
        suite(text)


@pytest.mark.parametrize("folder, reason", [("/nowhere", "contains no uC/OS-II"), (paths.ROOT, "contains no uC/OS-II")])
def test_folder_without_a_kernel_is_refused(folder, reason):
    code, message = refusal("test", "--kernel", folder)
    assert code == 2 and reason in message, message


def test_a_tree_of_another_version_is_refused(tmp_path):
    (tmp_path / "ucos_ii.h").write_text("#define  OS_VERSION  28600u\n")
    code, message = refusal("test", "--kernel", tmp_path)
    assert code == 2 and "28600" in message and "V2.93" in message


def test_case_names_are_unique():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names)) > 400 and all(isinstance(case, Case) for case in CASES)
