# SPDX-License-Identifier: Apache-2.0
"""The packages of scripts/metro: each package imports only packages below it."""
import ast
import functools
import graphlib
import subprocess
import sys

import pytest

from support import ROOT

SCRIPTS = ROOT / "scripts" / "metro"
# From the lowest up: a package imports only itself and the packages before it.
PACKAGES = ("base", "configuration", "environment", "patch", "products", "kernels", "gdb", "run", "figures", "measure",
            "wcet", "boards", "report", "response", "bench", "verify", "studio", "cli", "docs")
# Each module of the package kernels is for one RTOS. It may import packages up to this one, and no module outside
# kernels imports it.
HIGHEST_OF_KERNELS = "verify"


def imports(file) -> set[str]:
    """Return the modules of metro that a file imports by relative imports. The names lack the prefix `metro.`."""
    here = file.relative_to(SCRIPTS).with_suffix("").parts
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            package = [*here[:len(here) - node.level], *(node.module or "").split(".")]
            package = [part for part in package if part]
            for name in node.names:
                module = SCRIPTS.joinpath(*package, name.name)
                found.add(".".join([*package, name.name] if module.with_suffix(".py").exists() or module.is_dir()
                                   else package))
    return {name for name in found if name}


@functools.cache
def modules() -> dict[str, set[str]]:
    return {".".join(part for part in file.relative_to(SCRIPTS).with_suffix("").parts if part != "__init__"):
            imports(file) for file in SCRIPTS.rglob("*.py")}


def test_every_package_has_a_layer():
    assert {folder.name for folder in SCRIPTS.iterdir() if (folder / "__init__.py").exists()} == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_package_imports_only_lower_packages(package):
    wrong = {}
    for module, names in modules().items():
        if module.split(".")[0] == package:
            highest = HIGHEST_OF_KERNELS if module.startswith("kernels.") else package
            below = PACKAGES[:PACKAGES.index(highest) + 1]
            wrong.update({module: name for name in names if name.split(".")[0] not in below})
    assert not wrong


def test_no_module_imports_the_module_of_an_rtos():
    assert [module for module, names in modules().items() if not module.startswith("kernels.")
            and any(name.startswith("kernels.") for name in names)] == []


def test_modules_have_no_import_cycle():
    # A module may import its package, which Python loads first.
    graph = {module: {name for name in names if name in modules() and not module.startswith(f"{name}.")}
             for module, names in modules().items() if module}
    graphlib.TopologicalSorter(graph).prepare()


def test_run_does_not_load_the_patch_tool():
    program = "import sys, metro.run.command; print([name for name in sys.modules if name.startswith('metro.patch')])"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=SCRIPTS.parent, capture_output=True, text=True)
    assert (loaded.stdout, loaded.stderr) == ("[]\n", "")
