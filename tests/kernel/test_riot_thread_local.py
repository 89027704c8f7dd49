# SPDX-License-Identifier: Apache-2.0
"""Thread-local variables and errno in RIOT's threads and handlers (tests/kernel/riot/thread_local)."""
import pytest

from metro import configuration
from metro.products.own_build import riot
from metro.run import command
from mutants.riot import THREAD_LOCAL
from support import ROOT, run_with_interrupts, tree_of

APPLICATION = ROOT / "tests" / "kernel" / "riot" / "thread_local"


@pytest.fixture
def tree(request):
    return tree_of(request.config, "riot")


def run(tree, name):
    return run_with_interrupts(*command.load(APPLICATION, "", configuration.read(name), tree), range(1, 4))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["original", "levels", "levels-contexts"])
def test_each_thread_keeps_its_thread_local_variables(name, tree):
    result = run(tree, name)
    assert result.status == 0 and "PASS" in result.output, result.output


@pytest.mark.slow
@THREAD_LOCAL.each
def test_a_wrong_thread_pointer_is_found(mutant, tree, tmp_path, monkeypatch):
    monkeypatch.setattr(riot, "MODULE", mutant.copy(tmp_path) / "riot")
    assert run(tree, mutant.needs[0]).status != 0
