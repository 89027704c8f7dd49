# SPDX-License-Identifier: Apache-2.0
"""The task lists beside FreeRTOS's own list.c: the golden model's levels are its rings."""
import subprocess

import pytest

from support import ROOT
from test_freertos import freertos  # noqa: F401  (a fixture)

MODEL = ROOT / "tests" / "model"
WAITING = ROOT / "sw" / "model" / "waiting_lists.c"
STEPS = 50_000


def compiled(kernel, folder, change=lambda text: text):
    """The comparison with this kernel's list.c; change: of the model's source."""
    model = folder / "task_lists.c"
    source = (ROOT / "sw" / "model" / "task_lists.c").read_text()
    model.write_text(change(source))
    subprocess.run(["gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'sw'}",
                    f"-I{ROOT / 'sw' / 'model'}", f"-I{MODEL / 'host'}", "-isystem", kernel / "include",
                    MODEL / "freertos_lists.c", model, WAITING, kernel / "list.c", "-o", folder / "lists"], check=True)
    return lambda seed: subprocess.run([folder / "lists", str(seed), str(STEPS)], capture_output=True, text=True)


@pytest.fixture(scope="module")
def beside_list_c(freertos, tmp_path_factory):  # noqa: F811
    return compiled(freertos.kernel(), tmp_path_factory.mktemp("lists"))


@pytest.mark.parametrize("seed", range(1, 6))
def test_levels_are_freertos_rings(beside_list_c, seed):
    run = beside_list_c(seed)
    assert run.returncode == 0, run.stdout
    assert int(run.stdout) > STEPS / 3, "too few tasks were chosen"


@pytest.mark.parametrize("what, instead", [
    ("found = l->sequence[at];", "found = none;"),
    ("l->cursor[list] != none ? position(l, l->cursor[list])", "0 ? 0u"),
    ("next != none ? next : first(l, level)", "next"),
], ids=["the cursor leaves with its task", "first come, first served", "no way past the marker"])
def test_what_is_no_ring_is_found(freertos, tmp_path, what, instead):  # noqa: F811
    def change(text):
        assert text.count(what) == 1
        return text.replace(what, instead)

    assert compiled(freertos.kernel(), tmp_path, change)(1).returncode == 1
