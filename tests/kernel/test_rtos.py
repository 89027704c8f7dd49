# SPDX-License-Identifier: Apache-2.0
"""Each RTOS has a folder NAME-ports in sw/. The board support and the build work with every RTOS."""
import re
import shutil

import pytest

from metro import configuration, kernels
from metro.base.errors import MetroError
from metro.environment import crate
from metro.products import firmware, rtos, soc
from metro.run import execution, timeline
from support import ROOT

SW = ROOT / "sw"
MODULES = ROOT / "scripts" / "metro"
# Other modules that name FreeRTOS: for a hint of the patch tool, programs of VexRiscv, an option for the demos, and
# the use of a system tool.
MAY_NAME_FREERTOS = {"patch/ucos/tree.py", "verify/regression.py", "verify/suite.py", "environment/tools.py"}
TURNS = ROOT / "tests" / "kernel" / "rtos"
OF_UCOS = re.compile(r"\b(OS[A-Z]\w*|OS_\w+|INT(8|16|32)[US]|BOOLEAN|ucos\w*|uC/OS\S*)")


@pytest.mark.parametrize("file", sorted(file for file in (SW / "bsp").rglob("*") if file.is_file()),
                         ids=lambda file: str(file.relative_to(SW / "bsp")))
def test_board_support_names_no_rtos(file):
    assert not OF_UCOS.findall(file.read_text())


def test_build_rules_name_only_the_default_rtos():
    rules = [line for line in (SW / "metronome.mk").read_text().splitlines() if not line.startswith("#")]
    assert [line for line in rules if re.search(r"ucos|os_", line)] == ["RTOS    ?= ucos"]


@pytest.mark.parametrize("name", rtos.names())
def test_folders_and_files_of_an_rtos_exist(name):
    about = rtos.get(name)
    for folder in [*about.folders, about.application]:
        assert (SW / folder).is_dir(), folder
    assert any((SW / folder / "bsp_rtos.h").is_file() for folder in about.folders)
    assert not about.watch or about.runs_in({about.watch["thread"]: 0x10000000})
    try:
        kernel = about.kernel()
    except crate.Unavailable as none:
        pytest.skip(f"not run: {none.message}")
    assert (kernel / about.build["header"]).is_file()
    assert all(list(kernel.glob(files)) for files in about.build["sources"].split())


def test_only_the_modules_of_freertos_name_it():
    """FreeRTOS uses the same interface as any new RTOS, so other modules need not name FreeRTOS."""
    named = {file.relative_to(MODULES).as_posix() for file in MODULES.rglob("*.py")
             if re.search("freertos", file.read_text(), re.IGNORECASE)}
    assert {file for file in named if "freertos" not in file} == MAY_NAME_FREERTOS


def test_unknown_rtos_is_refused():
    with pytest.raises(MetroError) as refused:
        rtos.get("tron")
    assert refused.value.message == "there is no RTOS tron" and "ucos" in refused.value.hint


@pytest.mark.parametrize("lines, message", [
    (None, "turns-ports has no rtos.mk"),
    ("RTOS_KERNEL := turns\nRTOS_PORT += more\n", "rtos.mk: RTOS_PORT += more")])
def test_rtos_with_a_bad_list_of_files_is_refused(lines, message, tmp_path, monkeypatch):
    """The commands read only lines of the form `RTOS_NAME := TEXT`, so they would miss lines for make alone."""
    shutil.copytree(TURNS / "turns-ports", tmp_path / "turns-ports")
    (tmp_path / "turns-ports" / "rtos.mk").unlink()
    if lines:
        (tmp_path / "turns-ports" / "rtos.mk").write_text(lines)
    monkeypatch.setattr(rtos, "SOFTWARE", tmp_path)
    with pytest.raises(MetroError) as refused:
        rtos.get("turns")
    assert refused.value.message.endswith(message)


def test_another_rtos_needs_only_a_folder(tmp_path, monkeypatch):
    """Build, run and watch a kernel of about thirty lines, in a copy of sw/."""
    shutil.copytree(SW, tmp_path / "sw")
    shutil.copytree(TURNS / "turns-ports", tmp_path / "sw" / "turns-ports", dirs_exist_ok=True)
    monkeypatch.setattr(rtos, "SOFTWARE", tmp_path / "sw")
    turns, board, program = rtos.get("turns"), soc.default(), TURNS / "application" / "main.c"
    built = firmware.build("turns", [program], tmp_path, board, software=tmp_path / "sw", rtos=turns)
    assert rtos.rtos_of_program(built.symbols) == turns
    run = execution.execute(built, board, max_cycles=100_000, options=timeline.options(built, tmp_path))
    assert run.status == 120
    assert run.output.startswith("pong\nping\n" * 2 + "pong\n\nEXCEPTION 2: illegal instruction\n")
    tasks = [context for context in timeline.Log(built, board, tmp_path).contexts if context.kind == "thread"]
    assert [(task.name, task.entries) for task in tasks] == [("pong (prio 2)", 3), ("ping (prio 1)", 3)]


def test_rtos_without_a_module_has_no_benchmarks(tmp_path, monkeypatch):
    """The kernel can leave a function to the core only if [switches] in rtos.toml names the function."""
    described = TURNS / "turns-ports" / "rtos.toml"
    shutil.copytree(described.parent, tmp_path / "still-ports")
    (tmp_path / "still-ports" / "rtos.toml").write_text(
        f'{described.read_text()}[switches]\nready = "READY=1"\n[sizes]\npriorities = "LEVELS"\n')
    monkeypatch.setattr(rtos, "SOFTWARE", tmp_path)
    still, = kernels.known()
    assert (still.key, still.every_part, still.applications(), still.choices) == ("still", (), None, ())
    scheduler = configuration.read("scheduler")
    assert still.rtos.can_use(scheduler) and not still.rtos.can_use(configuration.read("combined"))
    assert still.rtos.switches(scheduler) == "-DREADY=1"
    assert still.rtos.sized_for(scheduler, "#define LEVELS 100").units.tasks == 256
