# SPDX-License-Identifier: Apache-2.0
"""The conformance suite on our kernel in all four systems, and on a genuine uC/OS-II tree where one is given."""
import functools

import pytest

from metro import conformance, figures, firmware
from metro.conformance import HANGS
from metro.workloads import SYSTEMS

CASES = [case for area in conformance.areas() for case in conformance.cases(area)]


@functools.cache
def outcomes(area, system, kernel=firmware.KERNEL):
    return conformance.run(area, system, kernel)


def every(systems):
    """A parameter for each case on each system; those that share a simulation go to one worker."""
    return [pytest.param(case, system, id=f"{case}-{system}",
                         marks=pytest.mark.xdist_group(f"conformance-{case.area}-{system}"))
            for system in systems for case in CASES]


@pytest.mark.parametrize("case, system", every(SYSTEMS))
def test_ours(case, system):
    outcome = outcomes(case.area, system)[case.name]
    assert (outcome.log, outcome.error) == (case.log, ""), case.sentence


def check_genuine(case, outcome):
    if case.genuine == HANGS:
        assert outcome.error, outcome
    else:
        assert (outcome.log, outcome.error) == (case.genuine, ""), case.sentence


@pytest.mark.parametrize("case, system", every(["original"]))
def test_genuine(case, system, kernel):
    check_genuine(case, outcomes(case.area, system, kernel)[case.name])


def test_every_function_and_code_is_tested_or_named_with_the_reason():
    found = conformance.covered()
    names = [function.name for function in conformance.api()]
    assert len(names) == len(set(names)) == 87
    untested = {(function.name, code) for function in conformance.api() for code in function.codes
                if code not in found.get(function.name, ()) and code not in function.apart}
    silent = {name for name in names if name not in found}
    assert not untested and not silent, f"{sorted(untested)} {sorted(silent)}"
    # A reason outlives its code as soon as a case does return it.
    stale = {(function.name, code) for function in conformance.api() for code in function.apart
             if code not in function.codes or code in found.get(function.name, ())}
    assert not stale
    figures.record(conformance.figures())
