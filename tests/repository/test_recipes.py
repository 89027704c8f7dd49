# SPDX-License-Identifier: Apache-2.0
"""Each recipe of CONTRIBUTING.md works. A test applies the recipe's example to a copy of the repository, and runs the
recipe's commands there."""
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from metro.base import paths
from support import ROOT
from test_files import tracked

TEXT = (ROOT / "CONTRIBUTING.md").read_text()
RECIPE = re.compile(r"^### (.*?)\n(.*?)^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
RECIPES = {title: (text, commands) for title, text, commands in RECIPE.findall(TEXT.partition("## Recipes")[2])}
# Files that the RTOS recipe adds.
RTOS_RECIPE_FILES = ("sw/turns-ports/", "bench/turns/", "scripts/metro/kernels/turns.py")
# Files that the commands of the recipes write.
WRITTEN = {"README.md", "docs/support.md", "docs/datasheet.md", "hw/nios/custom_instruction_debug.xml",
           "hw/spinal/src/main/scala/metronome/units/Operations.scala", "sw/ci_intrinsics.h", "sw/ci_opcodes.h",
           "tests/units/model/every.c"}


def example_of(name):
    """Return the recipe's diff, or None."""
    found = re.search(r"`(tests/repository/recipes/.*?\.diff)`", RECIPES[name][0])
    return found and ROOT / found[1]


def changed_by(diff):
    return re.findall(r"^\+\+\+ b/(.*)$", diff.read_text(), re.MULTILINE)


def test_there_is_a_recipe_for_each_kind_of_addition():
    assert set(RECIPES) == {"A configuration", "A command", "A test", "A column of a table", "A figure",
                            "An instruction", "A hardware unit", "A board", "An RTOS"}


@pytest.mark.parametrize("name", filter(example_of, RECIPES))
def test_recipe_names_the_folders_of_its_example(name):
    text = RECIPES[name][0].replace("tests/repository/recipes/", "")
    assert [file for file in changed_by(example_of(name)) if f"{file.partition('/')[0]}/" not in text] == []


@pytest.mark.parametrize("name", filter(example_of, RECIPES))
def test_example_applies_to_the_present_files(name):
    tracked()
    check = subprocess.run(["git", "-C", ROOT, "apply", "--check", example_of(name)], capture_output=True, text=True)
    assert check.returncode == 0, check.stderr


@pytest.fixture
def copy(tmp_path):
    """A copy of the files of the repository."""
    folder = tmp_path / "metronome"
    for name in listed():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def listed():
    """Return the tracked and new files, without ignored files. Skip the test outside a git checkout."""
    tracked()
    run = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                         capture_output=True, text=True, check=True)
    return [name for name in run.stdout.split("\0") if name and (ROOT / name).is_file()]


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*")
            if file.is_file() and "__pycache__" not in file.parts}


@pytest.fixture
def products():
    """A build folder that shares programs and products with the usual one, but has its own figures and pages."""
    folder = Path(tempfile.mkdtemp(dir=paths.make_build() / "tmp"))
    for entry in paths.BUILD.iterdir():
        if entry.name not in ("in-use.lock", "log", "results", "site", "tmp"):
            (folder / entry.name).symlink_to(entry)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_recipe_works_in_a_copy(name, copy, products):
    commands = RECIPES[name][1]
    diff, before = example_of(name), contents(copy)
    if diff:
        subprocess.run(["git", "apply", "--whitespace=nowarn", diff], cwd=copy, check=True)
    run = subprocess.run(["bash", "-eux", "-c", commands], cwd=copy, capture_output=True, text=True,
                         stdin=subprocess.DEVNULL, env={**os.environ, "METRO_BUILD": str(products)})
    assert run.returncode == 0, (run.stdout + run.stderr)[-4000:]
    changed = {file for file, content in contents(copy).items() if before.get(file) != content}
    own = set(changed_by(diff)) if diff else {file for file in changed if file.startswith(RTOS_RECIPE_FILES)}
    assert own <= changed <= own | WRITTEN, changed
