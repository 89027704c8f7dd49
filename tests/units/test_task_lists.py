# SPDX-License-Identifier: Apache-2.0
"""Compare the levels of the golden model with the lists of FreeRTOS's list.c."""
import subprocess

import pytest

from mutants.model import LISTS
from support import ROOT
from test_freertos import freertos  # noqa: F401  (a fixture)

MODEL = ROOT / "tests" / "units" / "model"
WAITS = ROOT / "sw" / "model" / "wait_lists.c"
STEPS = 50_000


def compile_comparison(kernel, folder, model=ROOT / "sw" / "model" / "task_lists.c"):
    """Compile the program that compares a model with this kernel's list.c. Return a function that runs it."""
    subprocess.run(["gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'sw'}",
                    f"-I{ROOT / 'sw' / 'model'}", f"-I{MODEL / 'host'}", "-isystem", kernel / "include",
                    MODEL / "freertos_lists.c", model, WAITS, kernel / "list.c", "-o", folder / "lists"], check=True)
    return lambda seed: subprocess.run([folder / "lists", str(seed), str(STEPS)], capture_output=True, text=True)


@pytest.fixture(scope="module")
def comparison(freertos, tmp_path_factory):  # noqa: F811
    return compile_comparison(freertos.kernel(), tmp_path_factory.mktemp("lists"))


@pytest.mark.parametrize("seed", range(1, 6))
def test_levels_equal_freertos_rings(comparison, seed):
    run = comparison(seed)
    assert run.returncode == 0, run.stdout
    assert int(run.stdout) > STEPS / 3, "too few selections"


@LISTS.each
def test_fault_in_the_model_differs_from_freertos(freertos, tmp_path, mutant):  # noqa: F811
    model = mutant.copy(tmp_path, "sw/model") / "model" / "task_lists.c"
    assert compile_comparison(freertos.kernel(), tmp_path, model)(1).returncode == 1
