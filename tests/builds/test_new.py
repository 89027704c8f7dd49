# SPDX-License-Identifier: Apache-2.0
"""An application from `./metro new` builds and runs unchanged on the simulated SoC."""
import json
import os
import re
import shutil
import subprocess

import pytest

from metro import configuration
from metro.base import paths
from metro.products import own_build, rtos, template
from support import PATIENCE, ROOT, metro

EXPECTED_OUTPUT = [
    "t50: target 50 C; w200: wait 200 ms; s: show; q: quit",
    "s: 20 C of 50 C at 0 ms, heater off", "w150: 51 C of 50 C at 150 ms, heater off",
    "t35: 51 C of 35 C at 150 ms, heater off", "w150: 33 C of 35 C at 300 ms, heater on"]


def make(folder, *arguments):
    environment = {**os.environ, "METRO_BUILD": str(paths.BUILD)}
    return subprocess.run(["make", *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, env=environment)


def new(folder, name):
    run = metro("new", folder, "--rtos", name)
    messages = re.sub(r"^metro: fetching freertos-next .*\n", "", run.stderr, flags=re.MULTILINE)     # first run only
    assert run.returncode == 0 and messages == "", messages
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ucos", "freertos"])
def test_new_application_runs_unchanged(tmp_path, name):
    folder = new(tmp_path / "heater", name)
    run = make(folder, "sim")
    warnings = re.sub(r"^(  simulator of this SoC|metro: exit code 0 after).*\n", "", run.stderr, flags=re.MULTILINE)
    assert run.returncode == 0 and warnings == "", warnings
    assert run.stdout.splitlines()[1:] == EXPECTED_OUTPUT
    assert not (folder / "build").exists()


def test_given_kernel_selects_the_rtos_and_is_recorded(tmp_path):
    kernel = tmp_path / "kernel"
    shutil.copytree(rtos.SOFTWARE / "kernel", kernel)
    run = metro("new", tmp_path / "heater", "--kernel", kernel)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    local = (tmp_path / "heater" / "local.mk").read_text()
    assert f"KERNEL := {kernel}\nRUN_FLAGS := --kernel {kernel}\n" in local
    run = metro("new", tmp_path / "other", "--kernel", kernel, "--rtos", "freertos")
    assert run.returncode == 1 and f"{kernel} is uC/OS-II, not FreeRTOS" in run.stderr
    assert not (tmp_path / "other").exists()


@pytest.mark.slow
def test_application_is_built_with_the_given_kernel(tmp_path):
    kernel = tmp_path / "kernel"
    shutil.copytree(rtos.SOFTWARE / "kernel", kernel)
    assert metro("new", tmp_path / "heater", "--kernel", kernel).returncode == 0
    (kernel / "os_time.c").write_text("#error this one\n")
    run = make(tmp_path / "heater", "sim")
    assert run.returncode and "this one" in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ucos", "freertos"])
def test_make_builds_it_and_writes_compile_commands(tmp_path, name):
    folder = new(tmp_path / "heater", name)
    run = make(folder)
    assert (run.returncode, run.stdout.strip(), run.stderr) == (0, "build/heater.elf", "")
    assert {"heater.elf", "heater.bin", "heater.map"} <= {file.name for file in (folder / "build").iterdir()}
    known = json.loads((folder / "build" / "compile_commands.json").read_text())
    assert known[0]["file"] == "main.c" and len(known) > 10
    for entry in known[:2]:
        run = subprocess.run(["sh", "-c", f"{entry['command']} -fsyntax-only"], cwd=entry["directory"],
                             capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    assert make(folder, "clean").returncode == 0
    assert not (folder / "build").exists()


def test_template_has_at_most_sixty_lines_of_code():
    for main in (ROOT / "sw" / "templates").rglob("main.c"):
        text = main.read_text()
        code = [line for line in text.splitlines() if line.strip() and not line.startswith(("/*", "#", "}"))]
        assert len(code) <= 60, main


@pytest.mark.parametrize("name, config", [("ucos", "combined"), ("freertos", "levels")])
def test_new_application_uses_the_units(tmp_path, name, config):
    assert rtos.get(name).configs[0] == config
    folder = new(tmp_path / "heater", name)
    assert f"\nCONFIG    ?= {config}\n" in (folder / "Makefile").read_text()
    for each in map(configuration.read, rtos.get(name).configs):
        rtos.get(name).refuse(each)


def test_new_application_on_an_unpatched_tree_uses_no_units(tmp_path):
    tree = ROOT / "tests" / "patch" / "tree"
    assert metro("new", tmp_path / "heater", "--kernel", tree).returncode == 0
    assert "\nCONFIG    ?= original\n" in (tmp_path / "heater" / "Makefile").read_text()


def test_every_template_belongs_to_a_known_rtos():
    known = {*rtos.names(), *rtos.own_build_names()}
    assert known == {folder.name for folder in (ROOT / "sw" / "templates").iterdir()} - {"common"}


@pytest.mark.parametrize("name, files", [
    ("zephyr", "CMakeLists.txt, prj.conf, src/main.c"), ("riot", "Makefile, main.c")])
def test_application_with_its_own_build_files_has_only_these(tmp_path, name, files):
    run = metro("new", tmp_path / "heater", "--rtos", name)
    assert run.returncode == 0 and run.stdout.startswith(f"{tmp_path / 'heater'}: {files}\n"), run.stderr
    assert f"metro run {tmp_path / 'heater'} --kernel TREE --config levels\n" in run.stdout
    assert own_build.rtos_of(tmp_path / "heater").key == name
    texts = [file.read_text() for file in (tmp_path / "heater").rglob("*") if file.is_file()]
    assert any("heater" in text for text in texts) and not any(re.search("@[A-Z_]+@", text) for text in texts)


def test_template_module_imports_nothing_from_metro():
    text = (ROOT / "scripts" / "metro" / "products" / "template.py").read_text()
    assert not re.search(r"^\s*(from|import) (\.|metro)", text, re.MULTILINE)


@pytest.mark.parametrize("what", ["a full folder", "a file", "a link", "below a file"])
def test_new_refuses_an_existing_path(tmp_path, what):
    target, folder = tmp_path / "there", tmp_path / "there"
    if what == "a full folder":
        target.mkdir()
        (target / "main.c").write_text("mine")
    elif what == "a link":
        (tmp_path / "elsewhere").mkdir()
        target.symlink_to(tmp_path / "elsewhere")
    else:
        target.write_text("mine")
        folder = target / "below" if what == "below a file" else target
    before = sorted(tmp_path.rglob("*"))
    run = metro("new", folder)
    assert run.returncode == 1 and run.stdout == ""
    assert run.stderr.startswith(f"metro: error: {folder} already exists" if folder == target else
                                 f"metro: error: cannot write {folder}")
    assert sorted(tmp_path.rglob("*")) == before
    assert all(file.read_text() == "mine" for file in before if file.is_file())


def test_new_accepts_an_empty_folder(tmp_path):
    listed = template.create(tmp_path / "a b", ROOT / "sw", "ucos", "uC/OS-II", {"METRONOME": ROOT}, "combined")
    assert "main.c" in listed
    (tmp_path / "empty").mkdir()
    template.create(tmp_path / "empty", ROOT / "sw", "ucos", "uC/OS-II", {"METRONOME": ROOT}, "combined")
    assert "NAME      := a_b\n" in (tmp_path / "a b" / "Makefile").read_text()
    for file in (file for file in tmp_path.rglob("*") if file.is_file()):
        assert not re.search(r"@[A-Z_]+@", file.read_text()), file


def test_failed_write_leaves_no_folder(tmp_path):
    with pytest.raises(template.TemplateError, match="cannot write .*/new: No such file"):
        template.create(tmp_path / "new", ROOT / "sw", "ucos", "uC/OS-II", {"METRONOME": ROOT}, "combined",
                        [tmp_path / "missing"])
    assert list(tmp_path.iterdir()) == []


def test_makefile_reports_a_missing_local_mk(tmp_path):
    folder = new(tmp_path / "heater", "ucos")
    (folder / "local.mk").unlink()
    run = make(folder, "sim")
    assert run.returncode == 2 and "set METRONOME in local.mk" in run.stderr


def test_new_configuration_is_the_template_with_other_values(tmp_path):
    """The os_cfg.h of a new application is complete, and has the values of sw/templates/ucos/os_cfg.h."""
    def macros(file):
        text = subprocess.run(["gcc", "-E", "-dM", "-x", "c", file], capture_output=True, text=True, check=True).stdout
        return dict(re.findall(r"#define (OS_\w+) (\S+)$", text, re.MULTILINE))
    template.create(tmp_path / "app", ROOT / "sw", "ucos", "uC/OS-II", {}, "combined")
    written = tmp_path / "app" / "os_cfg.h"
    assert "#include" not in written.read_text() and "#undef" not in written.read_text()
    assert macros(written) == macros(ROOT / "sw" / "templates" / "ucos" / "os_cfg.h")


def test_no_configuration_in_sw_repeats_a_value_of_the_template():
    def values(file):
        return set(re.findall(r"^#define (OS_\w+) +(\S+)", file.read_text(), re.MULTILINE))
    template_cfg = ROOT / "sw" / "kernel" / "template" / "os_cfg.h"
    others = [file for file in (ROOT / "sw").rglob("os_cfg.h") if file != template_cfg]
    assert len(others) > 1 and [file for file in others if values(file) & values(template_cfg)] == []
