# SPDX-License-Identifier: Apache-2.0
"""Suites of a Zephyr tree, TREE/tests/kernel: the same test cases pass in software and on the units.

zephyr/suites.toml lists the suites. A slow clock with few ticks makes the sleeps of the suites short:

    ./metro test tests/kernel/test_zephyr_suites.py --all --kernel TREE
"""
import functools
import re
import tomllib

import pytest

from metro import configuration
from metro.base import paths
from metro.products import own_build, rtos
from metro.run import execution
from support import ROOT, tree_of

LIST = tomllib.loads((ROOT / "tests" / "kernel" / "zephyr" / "suites.toml").read_text())
SUITES = {suite["folder"]: suite for suite in LIST["suite"]}
SOFTWARE, UNITS, TIME_BASE = "original", ("levels", "levels-contexts"), ",units.time_base=true"
MAX_CYCLES = 400_000_000
CASE = re.compile(r"^ - (PASS|FAIL|SKIP) - \[(.+?)\]", re.MULTILINE)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tree(request):
    return tree_of(request.config, "zephyr")


@pytest.fixture(autouse=True)
def shared_objects(monkeypatch):
    """Let ccache compile a file once for all suites, although each suite has its own build folder."""
    monkeypatch.setenv("CCACHE_BASEDIR", str(paths.BUILD))
    monkeypatch.setenv("CCACHE_NOHASHDIR", "1")


@functools.cache
def run(folder, system, tree):
    suite = SUITES[folder]
    chosen = configuration.read(",".join([system, *(suite.get("core", ()) if system != SOFTWARE else ())]))
    built, soc = own_build.load(tree / "tests" / "kernel" / folder, rtos.get("zephyr"), tree, chosen, "", {},
                                [f"CONFIG_{setting}" for setting in (*LIST["settings"], *suite.get("settings", ()))])
    return execution.execute(built, soc, max_cycles=MAX_CYCLES)


def cases(run):
    """Return {case: PASS, FAIL or SKIP} of a run."""
    return {case: result for result, case in CASE.findall(run.output)}


def systems(suite):
    """Return the configurations with units that run a suite."""
    names = suite.get("units", UNITS)
    return (*names, *(name + TIME_BASE for name in names if suite.get("time_base")))


def group(folder):
    """Return the mark of the tests that share a suite's run in software."""
    return pytest.mark.xdist_group(f"zephyr-{folder}")


@pytest.mark.parametrize("folder", [pytest.param(folder, marks=group(folder)) for folder in SUITES])
def test_all_but_the_listed_cases_pass_in_software(folder, tree):
    software = run(folder, SOFTWARE, tree)
    failed = {case for case, result in cases(software).items() if result == "FAIL"}
    assert "PASS" in cases(software).values(), software.output + software.errors
    assert failed == set(SUITES[folder].get("fails", ())), software.output
    assert software.status == bool(failed), software.errors


@pytest.mark.parametrize("folder, system", [
    pytest.param(folder, system, id=f"{folder}-{system}", marks=group(folder))
    for folder, suite in SUITES.items() for system in systems(suite)])
def test_same_cases_pass_on_the_units(folder, system, tree):
    on_units, software = run(folder, system, tree), run(folder, SOFTWARE, tree)
    assert cases(on_units) == cases(software), on_units.output + on_units.errors
    assert on_units.status == software.status, on_units.errors
